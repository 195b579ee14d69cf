"""Action A: plates from the display and from the pile, placing them, giving others back."""

import pytest

from azulejo.games.contract import CHANCE, EVERYONE, to_move
from azulejo.games.duel.rulebook import RULEBOOK
from tests.games.duel.helpers import after, board, legal, reason, score, table, word

TILES = "suns=-,BYRK,BYRK,BYRK,BYRK"
SHOWN = f"{TILES} display=YKTS,JBTK,STYB"


def test_ruling_2_the_display_is_not_refilled_until_phase_3() -> None:
    state = after(table(SHOWN), "p2", "1n")
    assert word(state, "display") == "YKTS,-,STYB"
    assert board(state, 0, "tokens") == "1"
    assert reason(state, "p2") == "there is no face-up plate 2"


def test_a_plate_costs_a_token() -> None:
    state = table(SHOWN, {"tokens": "0"})
    assert not {"p1", "p2", "p3", "d"} & set(legal(state))
    assert reason(state, "d") == reason(state, "p1") == "you have no player tokens left this round"


def test_ruling_3_every_plate_of_the_pile_costs_a_point_and_drawing_can_stop_after_the_first() -> None:
    state = after(table(f"{SHOWN} pile=S,?*12"), "d")
    assert score(state) == 4
    assert (to_move(state), word(state, "phase")) == (CHANCE, "top")
    state = after(state, {"top": "joker"})
    assert legal(state) == ["d", "."]
    state = after(state, "d", {"top": "joker"}, "d", {"top": "special"})
    assert score(state) == 2
    assert board(state, 0, "tokens") == "1"
    assert word(state, "drawn") == "S,J,J"


def test_ruling_3_the_type_on_top_of_the_pile_is_a_draw_of_its_own_whenever_it_is_new() -> None:
    """A returned plate's type is known already, so nothing is drawn when it comes up."""
    words = "round=4 suns=-,BYRK,-,-,- chips=?,-,-,- display=YKTS,-,-"
    state = table(f"{words} pile=S,YSKR:1", {"taken": "1", "tokens": "1"}, {"taken": "2", "tokens": "2"})
    state = after(state, "d")
    assert word(state, "phase") == "drawing"
    assert word(state, "pile") == "YSKR:1"


def test_ruling_3_the_front_of_a_single_plate_is_seen_by_all() -> None:
    state = after(table(f"{SHOWN} pile=S,?*12"), "d", {"top": "joker"}, ".")
    assert word(state, "phase") == "look"
    assert RULEBOOK.draw_audience(state) == EVERYONE
    state = after(state, {"plates": ["TRBS"]})
    assert word(state, "placing") == "TRBS"
    assert word(state, "drawn") == ""


def test_ruling_3_of_several_plates_one_is_kept_and_the_others_go_under_the_pile_in_any_order() -> None:
    state = after(
        table(f"{SHOWN} pile=S,?*12"), "d", {"top": "joker"}, "d", {"top": "joker"}, "d", {"top": "special"}, "."
    )
    assert RULEBOOK.draw_audience(state) == 0
    state = after(state, {"plates": ["TRBS", "TRBJ", "KYRJ"]})
    assert legal(state) == ["k1", "k2", "k3"]
    state = after(state, "k2")
    assert word(state, "phase") == "kept"
    state = after(state, {"kept": "TRBJ"}, "1n")
    assert board(state, 0, "plates").startswith("TRBJn,-")
    assert legal(state) == ["u1", "u3"]
    first, second = after(state, "u1"), after(state, "u3")
    assert word(first, "pile") == "S,?*9,TRBS:0,KYRJ:0"
    assert word(second, "pile") == "S,?*9,KYRJ:0,TRBS:0"
    assert to_move(first) == to_move(second) == 1


def test_ruling_3_with_two_plates_the_other_goes_back_by_itself() -> None:
    state = after(table(f"{SHOWN} pile=S,?*12"), "d", {"top": "joker"}, "d", {"top": "joker"}, ".")
    state = after(state, {"plates": ["TRBS", "TRBJ"]}, "k1", {"kept": "TRBS"}, "1s")
    assert word(state, "pile") == "J,?*10,TRBJ:0"
    assert to_move(state) == 1


def test_ruling_3_a_plate_that_was_put_back_comes_up_again_when_those_above_are_gone() -> None:
    words = "round=4 suns=-,BYRK,-,-,- chips=?,-,-,- display=-,-,- pile=TRBS:1,KYRJ:01,YSKR:0"
    state = table(words, {"taken": "1", "tokens": "1"}, {"taken": "2", "tokens": "2"})
    state = after(state, "d", "d", ".")
    state = after(state, {"plates": ["TRBS", "KYRJ"]})
    assert word(state, "drawn") == "TRBS:01,KYRJ:01"
    state = after(state, "k1", {"kept": "TRBS"}, legal(after(state, "k1", {"kept": "TRBS"}))[0])
    assert word(state, "pile") == "YSKR:0,KYRJ:01"


def test_drawing_stops_by_itself_without_points_or_plates() -> None:
    state = after(table(f"{SHOWN} pile=S,?*12", {"score": "1"}), "d", {"top": "joker"})
    assert (score(state), word(state, "phase")) == (0, "look")
    words = "round=4 suns=-,BYRK,-,-,- chips=?,-,-,- display=YKTS,STYB,-"
    state = table(f"{words} pile=S", {"taken": "1", "tokens": "1"}, {"taken": "2", "tokens": "2"})
    assert word(after(state, "d"), "phase") == "look"


def test_ruling_4_without_points_nothing_can_be_drawn_while_plates_are_on_display() -> None:
    state = table(f"{SHOWN}", {"score": "0"})
    assert "d" not in legal(state)
    assert reason(state, "d") == "a plate from the pile costs 1 point, and you have none"


def test_ruling_4_with_an_empty_display_and_no_points_the_first_draw_is_free_whatever_else_is_legal() -> None:
    state = table(f"{TILES} pile=S,?*15", {"score": "0"})
    assert {"1b", "d"} <= set(legal(state))
    state = after(state, "d", {"top": "joker"})
    assert (score(state), word(state, "phase")) == (0, "look")


def test_ruling_4_with_points_a_draw_is_paid_for_even_if_the_display_is_empty() -> None:
    state = after(table(f"{TILES} pile=S,?*15", {"score": "3"}), "d", {"top": "joker"})
    assert (score(state), legal(state)) == (2, ["d", "."])


def test_ruling_4_option_a_first_draw_is_free_without_points() -> None:
    state = table(f"free_draw_at_zero=true {SHOWN} pile=S,?*12", {"score": "0"})
    assert "d" in legal(state)
    state = after(state, "d", {"top": "joker"})
    assert (score(state), word(state, "phase")) == (0, "look")


def test_ruling_5_a_plate_goes_to_any_free_space_in_any_of_four_turns() -> None:
    state = after(table(SHOWN, {"plates": "-,-,-,-,TRBSn"}), "p1")
    assert legal(state) == [f"{space}{turn}" for space in (1, 2, 3, 4, 6, 7, 8, 9) for turn in "nesw"]
    assert reason(state, "5n") == "dome space 5 already has a plate"


@pytest.mark.parametrize(
    ("turn", "rows"), [("n", ("YK", "TS")), ("e", ("TY", "SK")), ("s", ("ST", "KY")), ("w", ("KS", "YT"))]
)
def test_ruling_5_a_plate_lies_as_it_was_turned(turn: str, rows: tuple[str, str]) -> None:
    state = after(table(SHOWN), "p1", f"1{turn}")
    drawn = RULEBOOK.text(state, "en").splitlines()
    shown = [line.split("│")[1].split()[:2] for line in drawn if "│" in line][:2]
    assert tuple("".join(row).upper() for row in shown) == rows
