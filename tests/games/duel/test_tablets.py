"""The end of the game: the eight sides of the scoring tablets, the total, ties."""

import pytest

from azulejo.games.contract import OVER, to_move
from azulejo.games.duel.components import Counted
from azulejo.games.duel.invariants import Status
from azulejo.games.duel.rulebook import RULEBOOK
from azulejo.games.duel.scoring import number_counted, tablet_parts, tablet_points
from azulejo.games.duel.state import State
from tests.games.duel.helpers import after, last_chip, score, winners, word

PLATES = "YKTSn,JBTKn,TRBSn,TRBJn,KYRJn,TYJKn,YSKRn,YRJBn,TKRJn"
"""The dome, row by row: Y K J B T R / T S T K B S / T R K Y T Y / B J R J J K / Y S Y R T K / K R J B R J."""

FULL = ("YKBBTR", "TSTKBS", "TRKYTY", "BYRBYK", "YSYRTK", "KRYBRT")
"""Every cell filled."""


def dome(*filled: str) -> str:
    """Return a dome with some cells of FULL: a dot leaves a cell empty."""
    rows = list(filled) + ["......"] * (6 - len(filled))
    return ",".join(
        "".join(letter if mark != "." else "." for letter, mark in zip(full, row, strict=True))
        for full, row in zip(FULL, rows, strict=True)
    )


def with_specials(text: str) -> str:
    """Return a dome with special tiles exactly where the other three spaces of a plate are filled."""
    rows = [list(row) for row in text.split(",")]
    for row, column in ((1, 1), (1, 5), (4, 1)):
        top, left = row // 2 * 2, column // 2 * 2
        others = [
            (top + down, left + right)
            for down in (0, 1)
            for right in (0, 1)
            if (top + down, left + right) != (row, column)
        ]
        rows[row][column] = "S" if all(rows[down][right] != "." for down, right in others) else "."
    return ",".join("".join(row) for row in rows)


def points(tablet: str, cells: str, words: str = "") -> int:
    """Return what one side of a tablet gives for a dome."""
    others = {"1": "2A,3A", "2": "1A,3A", "3": "1A,2A", "4": "1A,2A"}[tablet[0]]
    board = f"5/-/{PLATES}/{with_specials(cells)}/-/-/-/0/0"
    state: State = RULEBOOK.parse_position(f"duel round=5 tablets={tablet},{others} {words} board={board} board=5")
    assert not RULEBOOK.status(state) & (Status.DOME | Status.MASKS)
    return int(tablet_points(state, state.players[0], int(tablet[0]) - 1))


EVERYTHING = dome(*["xxxxxx"] * 6)


def test_tablet_1a_three_points_for_each_complete_row() -> None:
    assert points("1A", EVERYTHING) == 18
    assert points("1A", dome("xxxxxx", "......", "xxxxx.", "xxxxxx")) == 6


def test_tablet_2a_seven_points_for_each_complete_column() -> None:
    assert points("2A", EVERYTHING) == 42
    assert points("2A", dome(*["x....."] * 6)) == 7
    assert points("2A", dome(*["x....."] * 5)) == 0


def test_ruling_23_tablet_2b_a_point_for_each_tile_on_the_20_spaces_of_the_edge() -> None:
    assert points("2B", EVERYTHING) == 20
    assert points("2B", dome("......", ".xxx..", ".xxxx.", ".xxxx.", "..xxx.")) == 0
    assert points("2B", dome("xx....", "x.....", ".x....")) == 3


def test_tablet_3a_ten_points_for_each_complete_main_diagonal() -> None:
    assert points("3A", EVERYTHING) == 20
    falling = dome("xx....", "xx....", "..x...", "...x..", "....x.", ".....x")
    assert points("3A", falling) == 10
    assert points("3A", dome("xx....", "xx....", "..x...", "...x..", "....x.", "......")) == 0


def test_tablet_3b_three_points_for_each_upper_and_eight_for_each_lower_corner_plate() -> None:
    assert points("3B", EVERYTHING) == 22
    assert points("3B", dome("xx....", "xx....")) == 3
    assert points("3B", dome("......", "......", "......", "......", "xx....", "xx....")) == 8
    assert points("3B", dome("..xx..", "..xx..", "......", "......", "....xx", "....x.")) == 0


def test_tablet_4a_two_points_for_each_joker_space_if_all_are_filled() -> None:
    jokers = dome("..x...", "......", "......", ".x.xx.", "......", "..x..x")
    assert points("4A", jokers) == 12
    assert points("4A", dome("..x...", "......", "......", ".x.xx.", "......", "..x...")) == 0


def test_tablet_4a_gives_nothing_without_a_joker_space() -> None:
    state: State = RULEBOOK.parse_position("duel tablets=1A,2A,4A board=5/-/YKTSn,-,-,-,-,-,-,-,- board=5")
    assert tablet_points(state, state.players[0], 3) == 0


def test_tablet_4b_three_points_are_lost_for_each_empty_special_space() -> None:
    assert points("4B", dome("......")) == -9
    assert points("4B", dome("xx....", "xx....")) == -6
    assert points("4B", EVERYTHING) == 0


def test_ruling_19_tablet_1b_four_points_for_each_row_with_five_kinds_of_tiles() -> None:
    """A row need not be full; the five colours and the special tile are six kinds."""
    assert points("1B", dome("xx.xxx")) == 4
    assert points("1B", dome("xx.xx.")) == 0
    assert points("1B", EVERYTHING) == 12


def test_ruling_19_and_23_a_special_tile_is_a_kind_unless_the_option_says_otherwise() -> None:
    """Row 5 holds yellow, special, yellow, red, turquoise, black."""
    fifth = dome("......", "......", "......", "......", "xx.xxx", "xx....")
    assert points("1B", fifth) == 4
    assert points("1B", fifth, "special_is_a_colour=false") == 0
    five_colours = dome("xx.xxx")
    assert points("1B", five_colours, "special_is_a_colour=false") == 4


def ended(tablets: str, mine: int, yours: int, cells: str = "-", holder: int = 1) -> State:
    state = last_chip(5, f"tablets={tablets}", {"score": str(mine), "plates": PLATES, "dome": cells}, score=str(yours))
    state.starting_tile = holder
    return after(state, "c1")


def test_ruling_20_all_tablets_are_added_up_then_the_total_is_held_at_0() -> None:
    """3 points for a row and 9 lost for empty special spaces are 6 lost, not 0 and then 3."""
    row = "YKBBTR,......,......,......,......,......"
    state = ended("1A,2A,4B", 4, 30, row)
    assert (to_move(state), score(state)) == (OVER, 0)
    state = ended("1A,2A,4B", 7, 30, row)
    assert score(state) == 7 + 3 - 9


@pytest.mark.parametrize("holder", [0, 1])
def test_ruling_20_a_tie_goes_to_the_holder_of_the_starting_player_tile(holder: int) -> None:
    state = ended("1A,2A,3A", 10 + 2 * (holder == 0), 10 + 2 * (holder == 1), holder=holder)
    assert score(state, 0) == score(state, 1) == 10
    assert winners(state) == 1 << holder
    assert winners(state, 1 << (1 - holder)) == 1 << (1 - holder), "unless the holder has left"


def test_ruling_20_more_points_win_whoever_holds_the_tile() -> None:
    state = ended("1A,2A,3A", 10, 40)
    assert winners(state) == 0b10
    assert word(state, "phase") == "end"


def test_ruling_11_and_20_without_a_holder_a_tie_is_shared() -> None:
    assert winners(ended("1A,2A,3A", 10, 10, holder=-1)) == 0b11


@pytest.mark.parametrize(
    ("counted", "number"),
    [("rows", 2), ("columns", 0), ("corners", 2), ("diagonals", 0), ("edge", 8), ("jokers", 1), ("specials", 1)],
)
def test_what_a_tablet_counts(counted: Counted, number: int) -> None:
    """Two rows are complete with their special tiles; a third special space is empty."""
    cells = with_specials(dome("xxxxxx", "xxxxxx"))
    state: State = RULEBOOK.parse_position(f"duel round=5 board=5/-/{PLATES}/{cells}/-/-/-/0/0 board=5")
    assert number_counted(counted, tablet_parts(state, state.players[0], counted)) == number


@pytest.mark.parametrize(("special", "kinds"), [(True, [3, 4, 0]), (False, [3, 3, 0])])
def test_how_many_kinds_a_row_has_of_those_it_needs(special: bool, kinds: list[int]) -> None:
    """No more than needed are told; in the second row the special tile is the fourth kind, if it is one."""
    cells = with_specials(dome("xxxx..", "xxxxx."))
    state: State = RULEBOOK.parse_position(f"duel round=5 board=5/-/{PLATES}/{cells}/-/-/-/0/0 board=5")
    state.special_is_a_colour = special
    parts = tablet_parts(state, state.players[0], "colourful_rows")
    assert parts[:3] == [(kind, 5) for kind in kinds]
