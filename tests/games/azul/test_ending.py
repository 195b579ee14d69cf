"""The end of the game: a complete row, or a game that cannot go on."""

import random

import pytest

from azulejo.games.azul.state import State
from azulejo.games.contract import CHANCE, OVER, apply, to_move
from azulejo.kernel.chance import stream
from tests.games.azul.helpers import (
    ALL_TILES_IN_USE,
    after,
    board_part,
    dealt,
    legal,
    legal_codes,
    new_table,
    position,
    random_deal,
    scores,
    word,
    words,
)

CLOSED = "BY...,YB...,..RKW,..KWR,..WRK"
"""A grey wall on which no colour has a cell in any row that lacks it."""

ONE_WHITE_LEFT = ALL_TILES_IN_USE.replace("-,Y,-,W,K", "-,Y,-,-,K")


def test_a_complete_row_ends_the_game_after_the_round() -> None:
    state = after("azul factories=B,K board=0/-/.YRKW,.....,.....,.....,..... board=0", "1b1")
    assert word(state, "phase") == "offer"
    state = after(state, "2k2")
    assert to_move(state) == OVER
    assert word(state, "phase") == "end"
    assert legal(state) == []


def test_four_tiles_of_a_row_do_not_end_the_game() -> None:
    state = after("azul factories=B board=0/-/.YRK.,.....,.....,.....,..... board=0", "1b1")
    assert to_move(state) == CHANCE


def test_a_complete_column_or_colour_does_not_end_the_game() -> None:
    state = after("azul factories=B board=0/-/.....,WB...,K.B..,R..B.,Y...B board=0", "1b1")
    assert board_part(state, 0, "wall") == "B....,WB...,K.B..,R..B.,Y...B"
    assert to_move(state) == CHANCE


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_anybodys_complete_row_ends_the_game(seat: int) -> None:
    boards = ["board=0"] * 3
    boards[seat] = "board=0/-,WW,-,-,-/.....,.BYRK,.....,.....,....."
    state = after(" ".join(["azul turn=1 factories=K", *boards]), "1k5")
    assert word(state, "phase") == "end"
    assert scores(state)[seat] == 5 + 2


# ---------------------------------------------------------------- ruling 7


def test_ruling_7_the_game_ends_when_a_round_would_start_with_no_tile() -> None:
    state = after(f"azul turn=3 factories=W bag=- {ONE_WHITE_LEFT}", "1w4")
    assert words(state, "phase", "bag", "lid", "idle") == "phase=end bag=- lid=- idle=1"
    assert scores(state) == [4 * 7] * 4


def test_ruling_7_one_tile_in_the_lid_is_enough_for_another_round() -> None:
    state = after(f"azul turn=3 factories=W bag=- {ONE_WHITE_LEFT}", "1w-")
    assert words(state, "phase", "bag", "lid", "idle") == "phase=deal bag=- lid=W1 idle=1"
    state = dealt(state, "W")
    assert legal(state) == ["1w4", "1w-"]


def test_ruling_7_one_tile_in_the_bag_is_enough_for_another_round() -> None:
    boards = ONE_WHITE_LEFT.replace("YYY", "YY")
    state = after(f"azul turn=3 factories=W bag=Y {boards}", "1w4")
    assert words(state, "phase", "bag", "lid") == "phase=deal bag=Y1 lid=-"


def test_ruling_7_the_game_ends_after_10_rounds_without_a_tile_laid() -> None:
    state = after("azul idle=9 factories=B board=5 board=7/-/B....,W....,K....,R....,Y....", "1b2")
    assert words(state, "phase", "idle") == "phase=end idle=10"
    assert scores(state) == [5, 7 + 7]


def test_ruling_7_nine_rounds_without_a_tile_laid_do_not_end_it() -> None:
    state = after("azul idle=8 factories=B board=5 board=7", "1b2")
    assert words(state, "phase", "idle") == "phase=deal idle=9"


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_ruling_7_a_tile_laid_by_anybody_starts_the_count_again(wall: str) -> None:
    state = after(f"azul wall={wall} turn=1 idle=9 factories=K board=0/B,-,-,-,- board=0", "1k2")
    if wall == "grey":
        state = after(state, "w11")
    assert words(state, "phase", "idle") == "phase=deal idle=0"


def test_ruling_7_a_round_is_idle_although_a_tile_was_laid_the_round_before() -> None:
    state = after("azul turn=1 factories=K board=0/B,-,-,-,- board=0", "1k2")
    state = dealt(state, "BBBB", "YYYY", "RRRR", "KKKK", "WWWW")
    state = after(state, "1b-", "2y-", "3r-", "4k-", "5w-")
    assert words(state, "phase", "idle") == "phase=deal idle=1"


def test_ruling_7_the_closed_grey_wall() -> None:
    """Nobody can ever lay a tile again: lines that are completed fall, and after ten rounds it is over."""
    choice, rng = random.Random(7), stream("closed")
    state = position(f"azul wall=grey phase=deal round=5 board=60/-/{CLOSED} board=40/-/{CLOSED}")
    while to_move(state) != OVER:
        if to_move(state) == CHANCE:
            random_deal(state, rng)
        else:
            assert word(state, "phase") == "offer"
            apply(state, choice.choice(legal_codes(state)))
    assert words(state, "round", "idle") == "round=15 idle=10"
    assert [board_part(state, seat, "wall") for seat in (0, 1)] == [CLOSED, CLOSED]


@pytest.mark.parametrize(
    ("line", "colour"),
    [(line, colour) for line, row in enumerate(CLOSED.split(","), 1) for colour in "BYRKW" if colour not in row],
)
def test_ruling_7_the_closed_grey_wall_has_no_cell_for_any_colour(line: int, colour: str) -> None:
    lines = ",".join(colour * line if number == line else "-" for number in range(1, 6))
    state = after(f"azul wall=grey turn=1 factories=K board=60/{lines}/{CLOSED} board=0", "1k2")
    assert words(state, "phase", "idle") == "phase=deal idle=1"
    assert board_part(state, 0, "wall") == CLOSED
    assert scores(state)[0] == 60 - [0, 1, 2, 4, 6, 8][line]


def dragged_out(state: State) -> State:
    """Return the end of a game in which a tile is laid only when it would be over otherwise."""
    rng = stream("dragged out")
    laid_in = 0
    while to_move(state) != OVER:
        if to_move(state) == CHANCE:
            random_deal(state, rng)
            continue
        row = board_part(state, int(state.turn), "wall")[:5]
        to_line_1 = [move for move in legal(state) if move[2] == "1"] if row.count(".") > 1 else []
        to_floor = [move for move in legal(state) if move[2] == "-"]
        if state.idle_rounds == 9 and to_line_1 and laid_in != state.round_number:
            laid_in = int(state.round_number)
            state = after(state, to_line_1[0])
        else:
            state = after(state, to_floor[0])
    return state


def test_ruling_17_a_game_lasts_at_most_ten_rounds_for_each_tile_laid_and_ten_more() -> None:
    state = dragged_out(new_table(2))
    walls = board_part(state, 0, "wall") + board_part(state, 1, "wall")
    laid = sum(walls.count(colour) for colour in "BYRKW")
    assert laid == 8
    assert words(state, "round", "idle") == f"round={10 * (laid + 1)} idle=10"
