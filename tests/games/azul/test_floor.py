"""The floor line and the starting player marker."""

import pytest

from azulejo.games.azul.position import marker_on_floor
from tests.games.azul.helpers import after, board_part, scores, word, words


def test_ruling_2_the_first_to_take_from_the_centre_takes_the_marker() -> None:
    state = after("azul factories=RRRR centre=BB board=0 board=0", "cb2")
    assert words(state, "marker") == "marker=0"
    assert board_part(state, 0, "floor") == "*"


def test_ruling_2_the_next_to_take_from_the_centre_does_not() -> None:
    state = after("azul factories=RRRR centre=BBK board=0 board=0", "cb2", "ck1")
    assert words(state, "marker") == "marker=0"
    assert board_part(state, 1, "floor") == "-"


def test_taking_from_a_factory_does_not_take_the_marker() -> None:
    state = after("azul factories=RRRR centre=BBK board=0 board=0", "1r4")
    assert words(state, "marker") == "marker=centre"
    assert board_part(state, 0, "floor") == "-"


def test_example_5_the_marker_lies_before_the_tiles_of_the_same_pick() -> None:
    state = after("azul factories=RRRR centre=BBK board=0/K,KK,KKK,KKKK,KKKKK board=0", "cb-")
    assert board_part(state, 0, "floor") == "*BB"


def test_ruling_2_the_marker_takes_the_last_space_before_the_tiles_of_the_pick() -> None:
    state = after("azul factories=RRRR centre=BB board=0/-/-/KKKKKK board=0", "cb-")
    assert board_part(state, 0, "floor") == "*KKKKKK"
    assert word(state, "lid") == "B2"


def test_ruling_2_a_marker_on_a_full_floor_is_held_and_costs_nothing() -> None:
    state = after("azul factories=RRRR centre=BB board=20/-/-/KKKKKKK board=0", "cb2")
    assert words(state, "marker") == "marker=0"
    assert board_part(state, 0, "floor") == "KKKKKKK"
    assert marker_on_floor(state.players[0]) == 0
    state = after(state, "1r4")
    assert words(state, "start", "marker", "phase") == "start=0 marker=centre phase=deal"
    assert scores(state)[0] == 20 - 14 + 1


def test_ruling_3_tiles_beyond_the_seventh_space_go_to_the_lid() -> None:
    state = after("azul factories=BBBB,RRRR board=0/-/-/YYYYYY board=0", "1b-")
    assert board_part(state, 0, "floor") == "BYYYYYY"
    assert word(state, "lid") == "B3"


def test_ruling_3_the_marker_uses_one_of_the_seven_spaces() -> None:
    state = after("azul factories=BBBB,RRRR board=0/-/-/*YYYY board=0", "1b-")
    assert board_part(state, 0, "floor") == "*BBYYYY"
    assert word(state, "lid") == "B2"


def test_what_does_not_fit_on_a_line_falls_and_the_rest_goes_to_the_lid() -> None:
    state = after("azul factories=BBBB,RRRR board=0/-/-/YYYYYY board=0", "1b2")
    assert board_part(state, 0, "lines") == "-,BB,-,-,-"
    assert board_part(state, 0, "floor") == "BYYYYYY"
    assert word(state, "lid") == "B1"


@pytest.mark.parametrize(("pieces", "lost"), list(enumerate([0, 1, 2, 4, 6, 8, 11, 14])))
def test_what_the_floor_costs(pieces: int, lost: int) -> None:
    floor = "K" * pieces or "-"
    state = after(f"azul factories=B board=30/-/-/{floor} board=0", "1b2")
    assert scores(state) == [30 - lost, 0]


def test_example_2_four_tiles_and_the_marker_cost_8() -> None:
    state = after("azul factories=B board=30/-/-/*KKRW board=0", "1b2")
    assert scores(state) == [22, 0]


def test_example_4_losses_never_take_a_score_under_0() -> None:
    state = after("azul factories=B board=3/-/-/KKKKK board=0", "1b2")
    assert scores(state) == [0, 0]


def test_every_floor_is_cleared_into_the_lid_and_the_marker_goes_back() -> None:
    state = after("azul turn=1 factories=B lid=R2 board=9/-/-/*KKRW board=9/-/-/YY board=9/-/-/-", "1b-")
    assert word(state, "lid") == "B1Y2R3K2W1"
    assert [board_part(state, seat, "floor") for seat in range(3)] == ["-", "-", "-"]
    assert words(state, "marker", "start") == "marker=centre start=0"
    assert scores(state) == [1, 5, 9]


def test_floors_stay_until_the_round_ends() -> None:
    state = after("azul factories=B,K board=9/-/-/KK board=9", "1b-")
    assert board_part(state, 0, "floor") == "BKK"
    assert scores(state) == [9, 9]
