"""Set-up: what is laid out, in which order, and who chooses the first plates."""

import pytest

from azulejo.games.contract import CHANCE, to_move
from azulejo.games.duel.rulebook import RULEBOOK
from azulejo.kernel.chance import stream
from tests.games.duel.helpers import after, board, legal, new_table, random_draw, word

DISPLAY = {"display": ["YKTS", "JBTK", "STYB"], "top": "joker"}
TILES = {"tiles": ["BBYRK", "BYRK", "TTTY", "RRKK", "BBBB"]}


def test_the_table_is_laid_out_in_the_books_order() -> None:
    state = new_table(start=0)
    assert (to_move(state), word(state, "phase")) == (CHANCE, "display")
    state = after(state, DISPLAY)
    assert (to_move(state), word(state, "phase")) == (CHANCE, "tiles")
    state = after(state, TILES)
    assert word(state, "suns") == "BBYRK,BYRK,YTTT,RRKK,BBBB"
    assert word(state, "chips") == "?,?,?,?"
    assert word(state, "phase") == "choose"


def test_the_other_player_chooses_first_and_the_display_is_refilled_after_each() -> None:
    state = after(new_table(start=0), DISPLAY, TILES)
    assert to_move(state) == 1
    assert legal(state) == ["p1", "p2", "p3"]
    state = after(state, "p2", "5n")
    assert board(state, 1, "plates") == "-,-,-,-,JBTKn,-,-,-,-"
    assert word(state, "phase") == "refill"
    state = after(state, {"display": ["TRBJ"], "top": "special"})
    assert word(state, "display") == "YKTS,TRBJ,STYB"
    assert to_move(state) == 0
    state = after(state, "p1", "1e", {"display": ["TRBS"], "top": "special"})
    assert (to_move(state), word(state, "phase"), word(state, "round")) == (0, "action", "1")
    assert word(state, "pile") == "S,?*12"


def test_a_first_plate_costs_no_token_no_point_and_does_not_come_from_the_pile() -> None:
    state = after(new_table(start=1), DISPLAY, TILES)
    assert "d" not in legal(state)
    state = after(state, "p1", "9w", {"display": ["TRBJ"], "top": "special"})
    assert [board(state, 0, part) for part in ("score", "tokens")] == ["5", "2"]


def test_both_start_with_five_points_two_tokens_and_nothing_else() -> None:
    state = new_table()
    for seat in range(2):
        assert [
            board(state, seat, part) for part in ("score", "lines", "dome", "broken", "chips", "tokens", "taken")
        ] == [
            "5",
            "-,-,-,-,-,-",
            "......,......,......,......,......,......",
            "-",
            "-",
            "2",
            "0",
        ]
    assert word(state, "bag") == "B13Y13R13K13T13"
    assert word(state, "tower") == "-"


@pytest.mark.parametrize("start", [0, 1])
def test_ruling_23_any_player_can_start(start: int) -> None:
    """The record's first event says who: it is drawn at random, as in the English book."""
    state = after(new_table(start=start), DISPLAY, TILES)
    assert to_move(state) == 1 - start
    assert word(state, "start") == str(start)


def test_the_first_game_uses_three_tablets_on_their_first_sides() -> None:
    assert word(new_table(), "tablets") == "1A,2A,3A"
    assert word(new_table(tablets="1B,2A,3B,4A"), "tablets") == "1B,2A,3B,4A"
    assert word(new_table(tablets="2B,3A,4A"), "tablets") == "2B,3A,4A"


@pytest.mark.parametrize(("choice", "number"), [("random", 3), ("random4", 4)])
def test_random_tablets_are_drawn_every_side_as_often(choice: str, number: int) -> None:
    state = new_table(tablets=choice)
    assert (to_move(state), word(state, "tablets")) == (CHANCE, choice)
    seen: dict[str, int] = {}
    for seed in range(800):
        drawn = random_draw(state.copy(), stream("tablets", seed))["tablets"]
        assert len(drawn) == number == len({name[0] for name in drawn})
        for name in drawn:
            seen[name] = seen.get(name, 0) + 1
    expected = 800 * number / 8
    assert sorted(seen) == ["1A", "1B", "2A", "2B", "3A", "3B", "4A", "4B"]
    assert all(abs(count - expected) < 5 * expected**0.5 for count in seen.values()), seen
    assert word(after(state, random_draw(state.copy(), stream(1))), "phase") == "display"


def test_options_are_kept_in_the_position() -> None:
    state = new_table(free_draw_at_zero="true", special_is_a_colour="false")
    assert [word(state, name) for name in ("free_draw_at_zero", "special_is_a_colour")] == ["true", "false"]
    assert RULEBOOK.parse_position(RULEBOOK.position_text(state)).tobytes() == state.tobytes()
