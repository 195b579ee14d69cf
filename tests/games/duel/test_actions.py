"""Phase 1: the four actions, whose turn comes next, passing, taking chips, the end of the phase."""

from azulejo.games.contract import CHANCE, to_move
from tests.games.duel.helpers import after, board, last_chip, legal, reason, table, word

FULL = "suns=BBYRK,BYRK,TTTY,RRKK,BBBY display=YKTS,JBTK,STYB"


def test_ruling_1_a_turn_begins_with_one_of_four_actions() -> None:
    """A plates, B suns, C moons, D chips."""
    state = table("suns=-,BYRK,-,-,- moons=TT,-,RT,-,- chips=?,?,KB,B display=YKTS,JBTK,-")
    assert legal(state) == ["1b", "1y", "1r", "1k", "mt", "p1", "p2", "d", "c3", "c4"]


def test_ruling_1_passing_is_not_allowed_while_anything_else_is() -> None:
    state = table("chips=T,-,-,-", {"taken": "1"}, {"taken": "2", "tokens": "0"})
    assert "pass" not in legal(state)
    assert "nothing else" in reason(state, "pass")


def test_ruling_1_who_can_do_nothing_passes_for_the_rest_of_the_phase() -> None:
    """The other player goes on alone, turn after turn."""
    state = table("round=2 chips=T,B,-,- display=YKTS,-,-", {"tokens": "0", "taken": "2"}, {"tokens": "1"})
    assert legal(state) == ["pass"]
    state = after(state, "pass")
    assert board(state, 0, "taken") == "2"
    assert to_move(state) == 1
    state = after(state, "c1")
    assert to_move(state) == 1
    state = after(state, "c2")
    assert to_move(state) == 1
    assert legal(state) == ["p1", "d"]


def test_players_take_turns() -> None:
    state = table(FULL)
    state = after(state, "p1", "1n")
    assert to_move(state) == 1
    state = after(state, "4b", "6")
    assert to_move(state) == 0


def test_ruling_9_a_revealed_chip_can_be_taken_by_either_player() -> None:
    words = "suns=-,BYRK,-,-,- chips=?,RT,KB,-"
    for turn in (0, 1):
        state = table(f"{words} turn={turn}", {"taken": "1"}, {"taken": "0"})
        assert {"c2", "c3"} <= set(legal(state))
        state = after(state, "c3")
        assert "KB" in board(state, turn, "chips").split(",")
        assert word(state, "chips") == "?,RT,-,-"


def test_ruling_9_a_hidden_chip_cannot_be_taken() -> None:
    state = table("suns=-,BYRK,-,-,- chips=?,RT,KB,K")
    assert "c1" not in legal(state)
    assert reason(state, "c1") == "factory 1 has no face-up bonus chip"


def test_ruling_9_nobody_takes_more_than_two_chips_in_a_round() -> None:
    state = table("suns=-,BYRK,-,-,- chips=?,T,-,-", {"taken": "2"})
    assert not {"c1", "c2"} & set(legal(state))
    assert reason(state, "c2") == "you can take only two bonus chips a round"


def test_phase_1_goes_on_while_a_chip_a_token_or_a_tile_is_left() -> None:
    state = last_chip()
    assert word(state, "phase") == "action"
    with_token = table("chips=T,-,-,- display=YKTS,-,-", {"taken": "1", "tokens": "0"}, {"taken": "2", "tokens": "1"})
    assert word(after(with_token, "c1"), "phase") == "action"
    with_tile = table("moons=K,-,-,-,- chips=T,-,-,-", {"taken": "1", "tokens": "0"}, {"taken": "2", "tokens": "0"})
    assert word(after(with_tile, "c1"), "phase") == "action"


def test_phase_1_ends_when_factories_are_empty_and_tokens_used() -> None:
    state = after(last_chip(), "c1")
    assert to_move(state) == CHANCE
    assert word(state, "round") == "2"
    assert [board(state, seat, "tokens") for seat in (0, 1)] == ["2", "2"]


def test_both_tokens_must_be_used_in_rounds_1_to_4_and_there_are_none_in_round_5() -> None:
    state = after(last_chip(4, "display=-,-,-"), "c1")
    assert word(state, "round") == "5"
    assert [board(state, seat, "tokens") for seat in (0, 1)] == ["0", "0"]
    assert [board(state, seat, "plates").count("-") for seat in (0, 1)] == [0, 0]
    only_tokens = table("display=YKTS,JBTK,-", {"taken": "2", "tokens": "1"}, {"taken": "2", "tokens": "1"})
    assert legal(only_tokens) == ["p1", "p2", "d"]


def test_phase_3_tokens_come_back_the_holder_of_the_tile_starts_and_returns_it() -> None:
    state = after(last_chip(), "c1")
    assert word(state, "start") == "1"
    assert word(state, "starting_tile") == "factory"
    state = after(
        state,
        {"display": ["YSKR", "BKST", "STYB"]} | ({"top": "joker"}),
        {"tiles": ["BBYRK", "BYRK", "TTTY", "RRKK", "BBBY"]},
    )
    assert to_move(state) == 1
    assert word(state, "chips") == "?,?,?,?"
