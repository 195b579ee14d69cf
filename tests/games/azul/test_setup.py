"""The box and the table before the first deal."""

import pytest

from azulejo.games.azul.components import COLUMN_OF, FLOOR_LOSS, LETTERS
from azulejo.games.azul.rulebook import RULEBOOK
from azulejo.games.azul.state import State
from azulejo.games.contract import CHANCE, to_move
from tests.games.azul.helpers import TABLES, board, dealt, legal, new_table, word, words

FIVE = ("BYRK", "BYRK", "BYRK", "BYRK", "BYRK")


@pytest.mark.parametrize(("seats", "factories"), [(2, 5), (3, 7), (4, 9)])
def test_two_factories_per_player_and_one_more(seats: int, factories: int) -> None:
    assert word(new_table(seats), "factories").split(",") == ["-"] * factories


@pytest.mark.parametrize(("seats", "wall"), TABLES)
def test_the_table_before_the_first_deal(seats: int, wall: str) -> None:
    state = new_table(seats, wall)
    assert words(state, "wall", "round", "phase", "marker", "idle", "centre", "bag", "lid") == (
        f"wall={wall} round=0 phase=deal marker=centre idle=0 centre=- bag=B20Y20R20K20W20 lid=-"
    )
    for seat in range(seats):
        assert board(state, seat) == "0/-,-,-,-,-/.....,.....,.....,.....,...../-"
    assert to_move(state) == CHANCE
    assert legal(state) == []


@pytest.mark.parametrize(("seats", "start"), [(2, 0), (2, 1), (3, 2), (4, 3)])
def test_ruling_1_any_seat_may_start(seats: int, start: int) -> None:
    state = dealt(new_table(seats, start=start), *["BYRK"] * (2 * seats + 1))
    assert to_move(state) == start
    assert words(state, "turn", "start", "round") == f"turn={start} start={start} round=1"


def test_the_coloured_wall() -> None:
    rows = ["".join(LETTERS[list(COLUMN_OF[row]).index(column)] for column in range(5)) for row in range(5)]
    assert rows == ["BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB"]


def test_the_floor_line() -> None:
    spaces = [-1, -1, -2, -2, -2, -3, -3]
    assert [-loss for loss in FLOOR_LOSS] == [sum(spaces[:pieces]) for pieces in range(8)]


def test_a_position_is_small_and_copies_are_independent() -> None:
    assert State.dtype.itemsize <= 320
    state = dealt(new_table(), *FIVE)
    copy = state.copy()
    copy.players[0].line_count[2] = 1
    copy.sources[1] = 0
    assert word(state, "factories").startswith("BYRK,")
    assert board(state).startswith("0/-,-,-,-,-/")


def test_move_codes_are_the_same_for_every_table() -> None:
    """Source x colour x destination, then the 25 cells that a tile can be laid on."""
    assert RULEBOOK.move_codes == 10 * 5 * 6 + 25


def test_no_position_offers_more_moves_than_declared() -> None:
    state = dealt(new_table(4), "BYRK", "BYRW", "BYKW", "BRKW", "YRKW", "BYRK", "BYRW", "BYKW", "BRKW")
    assert len(legal(state)) == RULEBOOK.max_moves == 216
    assert RULEBOOK.moves_room >= RULEBOOK.max_moves


def test_ruling_17_no_game_is_longer_than_declared() -> None:
    """At most 10 x (20 x seats + 1) rounds, each with at most every tile taken alone and every line laid."""
    assert {seats: RULEBOOK.max_decisions[seats] for seats in (2, 3, 4)} == {
        2: 410 * (5 * 4 + 10),
        3: 610 * (7 * 4 + 15),
        4: 810 * (9 * 4 + 20),
    }


def test_setup_sets_the_wall_from_the_options() -> None:
    assert int(new_table(2, "coloured").grey) == 0
    assert int(new_table(2, "grey").grey) == 1
    assert RULEBOOK.title.options[0].encode("grey") == (1,)
