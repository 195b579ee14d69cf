"""A. The factory offer: what may be taken, where it may go, whose turn comes next."""

import pytest

from azulejo.games.contract import CHANCE, to_move
from tests.games.azul.helpers import after, board_part, destinations, legal, position, word, words


def test_taking_from_a_factory_empties_it_and_the_rest_goes_to_the_centre() -> None:
    state = after("azul factories=BBKW,RRRR centre=Y board=0 board=0", "1b4")
    assert words(state, "factories", "centre") == "factories=-,RRRR,-,-,- centre=YKW"
    assert board_part(state, 0, "lines") == "-,-,-,BB,-"


def test_taking_from_the_centre_leaves_its_other_colours_there() -> None:
    state = after("azul factories=RRRR centre=BBBKW board=0 board=0/-/-/*", "cb4")
    assert words(state, "factories", "centre") == "factories=RRRR,-,-,-,- centre=KW"
    assert board_part(state, 0, "lines") == "-,-,-,BBB,-"


def test_a_pick_joins_the_tiles_already_on_the_line() -> None:
    state = after("azul factories=BBKW board=0/-,-,-,B,- board=0", "1b4")
    assert board_part(state, 0, "lines") == "-,-,-,BBB,-"


def test_what_was_left_over_can_be_taken_from_the_centre() -> None:
    state = after("azul factories=BBKW board=0 board=0", "1b2")
    assert {text[:2] for text in legal(state)} == {"ck", "cw"}


def test_every_source_and_colour_on_offer_and_nothing_else() -> None:
    state = position("azul factories=BBKW,-,RRRR centre=Y board=0 board=0")
    assert legal(state) == [
        f"{pick}{destination}" for pick in ("cy", "1b", "1k", "1w", "3r") for destination in "12345-"
    ]


def test_ruling_4_a_pick_is_never_split_over_lines_and_the_rest_falls() -> None:
    state = after("azul factories=BBBK board=0/-,-,B,-,- board=0", "1b3")
    assert board_part(state, 0, "lines") == "-,-,BBB,-,-"
    assert board_part(state, 0, "floor") == "B"


def test_ruling_4_a_whole_pick_may_fall() -> None:
    state = after("azul factories=BBBK board=0 board=0", "1b-")
    assert board_part(state, 0, "lines") == "-,-,-,-,-"
    assert board_part(state, 0, "floor") == "BBB"


def test_example_3_where_two_yellow_tiles_may_go() -> None:
    """Wall rows 2 and 3 hold yellow, line 4 holds blue."""
    wall = ".....,..Y..,...Y.,.....,....."
    state = position(f"azul factories=YYKK board=0/-,-,-,B,-/{wall} board=0")
    assert destinations(state, "1y") == "15-"
    state = after(state, "1y1")
    assert board_part(state, 0, "lines") == "Y,-,-,B,-"
    assert board_part(state, 0, "floor") == "Y"


def test_a_line_takes_only_the_colour_it_holds() -> None:
    state = position("azul factories=BYKK board=0/-,-,-,B,- board=0")
    assert destinations(state, "1b") == "12345-"
    assert destinations(state, "1y") == "1235-"


def test_ruling_9_a_line_takes_no_colour_that_its_wall_row_holds() -> None:
    state = position("azul factories=BYKK board=0/-/B....,.....,.....,.....,..... board=0")
    assert destinations(state, "1b") == "2345-"
    assert destinations(state, "1y") == "12345-"


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_ruling_15_a_full_line_takes_nothing_not_even_its_colour(wall: str) -> None:
    state = position(f"azul wall={wall} factories=BYKK board=0/-,BB,-,-,- board=0")
    assert destinations(state, "1b") == "1345-"
    assert destinations(state, "1y") == "1345-"


def test_ruling_15_a_line_that_a_pick_fills_is_full() -> None:
    state = after("azul factories=BBKK,BBWW board=0 board=0", "1b2", "2w1")
    assert destinations(state, "cb") == "1345-"


def test_only_the_floor_is_left_when_no_line_fits() -> None:
    state = position("azul factories=BYKK board=0/K,KK,YY,Y,W board=0")
    assert destinations(state, "1b") == "-"


def test_ruling_16_on_the_grey_wall_a_row_without_a_cell_still_takes_the_colour() -> None:
    """Blue could lie only in column 5 of row 5, and white lies there."""
    wall = "B....,.B...,..B..,...B.,....W"
    state = position(f"azul wall=grey factories=BWKK board=0/-/{wall} board=0")
    assert destinations(state, "1b") == "5-"
    assert destinations(state, "1w") == "1234-"


def test_ruling_5_turns_go_clockwise() -> None:
    state = position("azul turn=2 factories=BYRK,BYRK,BYRK board=0 board=0 board=0 board=0")
    seats = [to_move(state)]
    for move in ("1b1", "2b1", "3b1", "cy1"):
        state = after(state, move)
        seats.append(to_move(state))
    assert seats == [2, 3, 0, 1, 2]


def test_ruling_5_the_holder_of_the_marker_starts_the_next_round() -> None:
    state = after("azul turn=0 factories=BK board=0 board=0 board=0", "1b1", "ck1")
    assert to_move(state) == CHANCE
    assert words(state, "turn", "start", "marker") == "turn=1 start=1 marker=centre"


def test_ruling_5_if_nobody_took_the_marker_the_same_player_starts_again() -> None:
    state = after("azul turn=2 start=1 factories=BBBB board=0 board=0 board=0", "1b4")
    assert to_move(state) == CHANCE
    assert words(state, "turn", "start", "marker") == "turn=1 start=1 marker=centre"


def test_ruling_5_the_marker_alone_cannot_be_taken_and_does_not_prolong_the_round() -> None:
    state = position("azul factories=BBBB,KKKK board=0 board=0")
    assert not [move for move in legal(state) if move[0] == "c"]
    assert word(after(state, "1b4"), "phase") == "offer"
    assert word(after(state, "1b4", "2k4"), "phase") == "deal"
