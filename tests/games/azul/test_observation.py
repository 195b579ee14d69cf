"""A position as numbers for learners, as the table in docs/rules/azul.md says."""

import numpy as np
import numpy.typing as npt
import pytest

from azulejo.games.azul.rulebook import RULEBOOK
from azulejo.games.contract import observe
from tests.games.azul.helpers import TABLES, position, random_game

TABLE, BOARDS, BOARD = 50, 72, 166
"""Where the numbers of the table and of the boards begin, and how many a board has."""

TEXT = (
    "azul round=3 turn=1 start=2 idle=4 factories=BBKW,-,RRRY centre=YYYYK lid=B5W10 bag=B10Y2 "
    "board=12/-,YY,-,K,-/....W,W....,.....,.....,...../*RR board=0 board=50/-/-/KKKKKKK"
)


def observed(text: str, seat: int) -> npt.NDArray[np.float32]:
    """Return what a seat observes of a typed position."""
    out = np.full(RULEBOOK.observation + 3, 7, np.float32)
    observe(RULEBOOK.parse_position(text), seat, out)
    assert list(out[RULEBOOK.observation :]) == [7, 7, 7]
    return out[: RULEBOOK.observation]


def nonzero(numbers: npt.NDArray[np.float32]) -> dict[int, float]:
    """Return the numbers that are not 0, by their index."""
    return {int(index): round(float(numbers[index]), 4) for index in np.flatnonzero(numbers)}


def test_its_length() -> None:
    assert RULEBOOK.observation == BOARDS + 4 * BOARD == 736


def test_the_sources() -> None:
    """The centre's colours in twentieths, then those of nine factories in quarters."""
    assert nonzero(observed(TEXT, 0)[:TABLE]) == {1: 0.2, 3: 0.05, 5: 0.5, 8: 0.25, 9: 0.25, 16: 0.25, 17: 0.75}


def test_the_table() -> None:
    """Bag, lid, marker in the centre, grey wall, round, idle rounds, number of players, line being tiled."""
    assert nonzero(observed(TEXT, 0)[TABLE:BOARDS]) == {0: 0.5, 1: 0.1, 5: 0.25, 9: 0.5, 12: 0.3, 13: 0.4, 15: 1}


def test_the_table_while_a_grey_wall_is_tiled() -> None:
    text = "azul wall=grey phase=tiling row=4 board=0/-,-,-,KKKK,- board=0 board=0 board=0"
    table = observed(text + " bag=-", 0)[TABLE:BOARDS]
    assert nonzero(table) == {10: 1, 11: 1, 12: 0.1, 16: 1, 20: 1}


def test_the_boards_follow_from_ones_own_on() -> None:
    seen = observed(TEXT, 1)
    boards = [nonzero(seen[BOARDS + BOARD * place : BOARDS + BOARD * (place + 1)]) for place in range(4)]
    assert boards[0] == {0: 1, 1: 1}
    assert boards[1] == {0: 1, 2: 1, 4: 0.5, 5: 1, 39: 1}
    assert boards[2] == {
        **{0: 1, 3: 1, 4: 0.12, 5: 0.4286},
        **{6 + 1: 1, 6 + 3: 0.25},
        **{11 + 5 * 1 + 1: 1, 11 + 5 * 3 + 3: 1},
        **{36 + 2: 0.2857},
        **{41 + 5 * 4 + 4: 1, 41 + 5 * 5 + 4: 1},
    }
    assert boards[3] == {}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_seat_sees_its_own_board_first(seat: int) -> None:
    own = observed(TEXT, seat)[BOARDS : BOARDS + BOARD]
    assert own[4] == pytest.approx([0.12, 0, 0.5][seat])
    assert own[1] == (seat == 1)


def test_the_last_tile_of_the_wall_is_the_last_number() -> None:
    seen = observed("azul factories=B board=0/-/.....,.....,.....,.....,....B board=0", 0)
    assert seen[BOARDS + 41 + 5 * 24 + 0] == 1
    assert seen[BOARDS + 41 : BOARDS + BOARD].sum() == 1


@pytest.mark.parametrize(("seats", "wall"), TABLES)
def test_numbers_are_small_and_tell_positions_apart(seats: int, wall: str) -> None:
    numbers, texts = set(), set()
    out = np.zeros(RULEBOOK.observation, np.float32)
    for state, event in random_game(seats, wall, seed=2):
        observe(state, 0, out)
        assert out.min() >= 0
        assert out.max() <= 2
        if isinstance(event, int):
            numbers.add(out.tobytes())
            texts.add(RULEBOOK.position_text(state))
    assert len(numbers) == len(texts) > 20


def test_a_position_with_everything_can_occur() -> None:
    position(TEXT.replace("bag=B10Y2 ", ""))
