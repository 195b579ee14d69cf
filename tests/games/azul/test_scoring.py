"""Points for tiles, the end bonus, ties; and the bits behind them against plain loops."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejo.games.azul.scoring import (
    column_cells,
    complete_colours,
    complete_columns,
    complete_rows,
    end_bonus,
    full_columns,
    full_rows,
    row_cells,
    tile_points,
)
from azulejo.games.azul.state import State
from azulejo.games.contract import outcome
from azulejo.games.runs import run_cells
from tests.games.azul.helpers import after, new_table, position, scores, winners, word
from tests.games.azul.referee import points_of

walls = st.integers(0, 2**25 - 1)
places = st.integers(0, 4)

EMPTY_ROWS = ".....,.....,.....,....."


def cells(drawn: str) -> int:
    """Return the bits of a wall drawn with # for tiles."""
    return sum(1 << cell for cell, sign in enumerate(drawn.replace("/", "")) if sign == "#")


@pytest.mark.parametrize(
    ("wall", "row", "column", "points"),
    [
        ("...../...../..#../...../.....", 2, 2, 1),
        ("...../...../..###/...../.....", 2, 2, 3),
        ("...../..#../..#../..#../.....", 2, 2, 3),
        ("...../..#../..#../..#../.....", 1, 2, 3),
        ("...../.#.../.####/.#.../.....", 2, 1, 7),
        ("...../...../##.##/...../.....", 2, 1, 2),
        ("..#../..#../#####/..#../..#..", 2, 2, 10),
        ("#.#.#/...../#.#.#/...../#.#.#", 2, 2, 1),
        ("####./....#/...../...../.....", 0, 3, 4),
        ("....#/#..../...../...../.....", 0, 4, 1),
    ],
)
def test_example_1_and_ruling_8_a_tile_scores_its_runs_of_two_or_more(
    wall: str, row: int, column: int, points: int
) -> None:
    """Alone: 1. Three in the row or in the column: 3. Four in the row and three in the column: 7."""
    assert tile_points(cells(wall), row, column) == points


@given(walls, places, places)
def test_tile_points_against_plain_loops(wall: int, row: int, column: int) -> None:
    cell = 1 << (row * 5 + column)
    wall |= cell
    filled = [[wall >> (5 * down + across) & 1 == 1 for across in range(5)] for down in range(5)]
    assert tile_points(wall, row, column) == points_of(filled, row, column)
    assert tile_points(wall ^ cell, row, column) == points_of(filled, row, column), "for a tile about to be laid"


@given(walls, places, places)
def test_run_cells_are_the_cells_that_count(wall: int, row: int, column: int) -> None:
    wall |= 1 << (row * 5 + column)
    found = run_cells(row_cells(wall, row), column_cells(wall, column), row, column)
    assert found[0] == (row, column)
    assert len(set(found)) == len(found)
    assert all(wall >> (5 * down + across) & 1 for down, across in found)
    across = sum(down == row for down, _ in found)
    down = sum(beside == column for _, beside in found)
    assert len(found) == across + down - 1
    assert tile_points(wall, row, column) == (across > 1) * across + (down > 1) * down or 1


def test_run_cells_name_the_tile_then_its_row_then_its_column() -> None:
    wall = cells("...../.#.../.###./.#.../#....")
    counted = run_cells(row_cells(wall, 2), column_cells(wall, 1), 2, 1)
    assert counted == ((2, 1), (2, 2), (2, 3), (1, 1), (3, 1))


@given(walls, places)
def test_rows_and_columns_against_plain_loops(wall: int, place: int) -> None:
    assert row_cells(wall, place) == sum((wall >> (5 * place + column) & 1) << column for column in range(5))
    assert column_cells(wall, place) == sum((wall >> (5 * row + place) & 1) << row for row in range(5))


@given(walls, st.sets(places), st.sets(places))
def test_full_rows_and_columns_against_plain_loops(wall: int, rows: set[int], columns: set[int]) -> None:
    """Random walls have hardly any, so some are filled."""
    for place in range(5):
        wall |= sum(1 << (5 * row + place) for row in rows) | sum(1 << (5 * place + column) for column in columns)
    full = [[all(wall >> (5 * row + column) & 1 for column in range(5)) for row in range(5)]]
    full += [[all(wall >> (5 * row + column) & 1 for row in range(5)) for column in range(5)]]
    assert full_rows(wall) == sum(1 << (5 * row) for row in range(5) if full[0][row])
    assert full_columns(wall) == sum(1 << column for column in range(5) if full[1][column])
    player = State.new().players[0]
    player.wall = wall
    assert (complete_rows(player), complete_columns(player)) == (sum(full[0]), sum(full[1]))


@given(st.lists(walls, min_size=5, max_size=5))
def test_complete_colours_against_plain_loops(of_colour: list[int]) -> None:
    player = State.new().players[0]
    player.wall_of[:] = of_colour
    assert complete_colours(player) == sum(bin(cells_).count("1") == 5 for cells_ in of_colour)


# ---------------------------------------------------------------- the end bonus


@pytest.mark.parametrize(
    ("lines", "wall", "laid", "bonus"),
    [
        ("-", ".YRKW,.....,.....,.....,.....", 5, 2),
        ("-,WW,-,-,-", ".YRKW,.BYRK,.....,.....,.....", 5 + 7, 2 * 2),
        ("-", ".YRKW,W....,K....,R....,Y....", 10, 2 + 7),
        ("-", ".YRKW,WB...,KW...,RK...,YR...", 10, 2 + 2 * 7),
        ("-", ".YRKW,.B...,..B..,...B.,....B", 5, 2 + 10),
        ("-,-,-,-,BBBBB", ".YRKW,WB..K,KWB..,RKWB.,YRKW.", 10 + 5, 2 * 2 + 2 * 7 + 3 * 10),
    ],
    ids=["a row", "two rows", "a column", "two columns", "a colour", "everything"],
)
def test_ruling_13_each_end_bonus(lines: str, wall: str, laid: int, bonus: int) -> None:
    """A blue tile completes row 1: it ends the game, so every row, column and colour counts."""
    state = after(f"azul factories=B board=0/{lines}/{wall} board=0", "1b1")
    assert word(state, "phase") == "end"
    assert scores(state) == [laid + bonus, 0]


@pytest.mark.parametrize(
    ("wall", "bonus"),
    [
        ("B....,W....,K....,R....,Y....", 7),
        ("....W,....K,....R,....Y,....B", 7),
        ("B....,.B...,..B..,...B.,....B", 10),
        ("....W,W....,.W...,..W..,...W.", 10),
        ("BYRK.,WBYR.,KWBY.,RKWB.,YRKW.", 4 * 7),
        ("BYRK.,WBY.K,KW.YR,R.WBY,.RKWB", 0),
    ],
)
def test_ruling_13_everybody_gets_the_bonus_not_only_who_ends_the_game(wall: str, bonus: int) -> None:
    state = after(f"azul factories=B board=0/-/.YRKW,{EMPTY_ROWS} board=20/-/{wall}", "1b1")
    assert scores(state)[1] == 20 + bonus


def test_ruling_13_five_tiles_of_a_colour_count_on_the_grey_wall_too() -> None:
    wall = "B....,..B..,....B,.B...,...B."
    state = after(f"azul wall=grey factories=K board=0/-/YRBW.,{EMPTY_ROWS} board=20/-/{wall}", "1k1")
    assert scores(state) == [5 + 2, 20 + 10]


def test_no_bonus_before_the_end() -> None:
    state = after("azul factories=B board=0/-/.Y...,W....,K....,R....,Y.... board=0", "1b1")
    assert word(state, "phase") == "deal"
    assert scores(state) == [2 + 5, 0]


def test_ruling_8_the_end_bonus_comes_after_the_floor() -> None:
    state = after(f"azul factories=B board=0/-/.YRKW,{EMPTY_ROWS}/KKKKKKK board=0", "1b1")
    assert scores(state) == [2, 0]


# ---------------------------------------------------------------- who wins

NO_ROW = f".....,{EMPTY_ROWS}"
ONE_ROW = f"BYRKW,{EMPTY_ROWS}"
TWO_ROWS = "BYRKW,WBYRK,.....,.....,....."
FIVE_ROWS = "BYRKW,WBYRK,KWBYR,RKWBY,YRKWB"


@pytest.mark.parametrize(
    ("boards", "winning"),
    [
        ((f"50/-/{TWO_ROWS}", f"50/-/{ONE_ROW}"), [0]),
        ((f"50/-/{ONE_ROW}", f"50/-/{TWO_ROWS}"), [1]),
        ((f"50/-/{ONE_ROW}", f"50/-/{ONE_ROW}"), [0, 1]),
        ((f"51/-/{NO_ROW}", f"50/-/{TWO_ROWS}"), [0]),
        ((f"51/-/{NO_ROW}", f"50/-/{FIVE_ROWS}"), [0]),
        ((f"0/-/{NO_ROW}", f"0/-/{NO_ROW}", f"0/-/{ONE_ROW}"), [2]),
        ((f"50/-/{ONE_ROW}", f"49/-/{TWO_ROWS}", f"50/-/{ONE_ROW}", f"50/-/{NO_ROW}"), [0, 2]),
    ],
)
def test_example_7_and_ruling_12_ties_go_to_complete_rows_and_then_are_shared(
    boards: tuple[str, ...], winning: list[int]
) -> None:
    state = position(" ".join(["azul phase=end", *(f"board={text}" for text in boards)]))
    assert winners(state) == winning


def test_without_a_point_all_lead() -> None:
    assert winners(new_table(3)) == [0, 1, 2]


def test_who_left_the_game_does_not_win() -> None:
    state = position(f"azul phase=end board=50/-/{ONE_ROW} board=60 board=40 board=40")
    assert winners(state) == [1]
    assert winners(state, playing=[0, 2, 3]) == [0]
    assert winners(state, playing=[2, 3]) == [2, 3]
    assert winners(state, playing=[]) == []


def test_the_outcome_has_everybodys_points() -> None:
    points = np.zeros(4, np.int64)
    outcome(position(f"azul phase=end board=50/-/{ONE_ROW} board=60 board=40"), 0b111, points)
    assert points.tolist() == [50, 60, 40, 0]


def test_the_end_bonus_adds_up() -> None:
    player = position(f"azul phase=end board=50/-/{TWO_ROWS} board=60").players[0]
    assert end_bonus(player) == 4
