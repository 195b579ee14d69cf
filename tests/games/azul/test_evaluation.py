"""What the engine is told of a board: the numbers, against their plain definitions and in examples."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from azulejo.games import evaluation, rulebook
from azulejo.games.azul import evaluation as parts
from azulejo.games.azul.components import COLUMNS, ROWS
from azulejo.games.azul.scoring import tile_points
from azulejo.games.contract import CHANCE, OVER, apply, deal, features, legal_moves, setup, to_move
from azulejo.kernel.chance import below, stream


def numbers(state: Any, seat: int) -> Any:
    out = np.full(parts.FEATURES, np.nan, np.float32)
    features(state, seat, out)
    return out


def of(text: str, seat: int = 0) -> Any:
    assert evaluation("azul") is parts
    return numbers(rulebook("azul").parse_position(f"azul {text}"), seat)


def states(seed: int, seats: int, wall: int) -> Iterator[Any]:
    """Yield every position of a random game, also those where a deal is due."""
    book = rulebook("azul")
    state, rng = book.state.new(), stream("evaluation", seed)
    drawn, moves = np.zeros(book.max_drawn, np.int16), np.zeros(book.moves_room, np.int16)
    setup(state, seats, np.array([wall]), 0)
    while (turn := to_move(state)) != OVER:
        yield state
        if turn == CHANCE:
            deal(state, rng, drawn)
        else:
            apply(state, int(moves[below(rng, legal_moves(state, moves))]))


@pytest.mark.parametrize(("seats", "wall"), [(2, 0), (3, 0), (2, 1), (4, 1)])
def test_what_may_still_be_scored_next_to_tiles(seats: int, wall: int) -> None:
    assert evaluation("azul") is parts
    for state in states(seats + wall, seats, wall):
        laid, _ = parts._wall_after_tiling(state, state.players[1])
        found = numbers(state, 1)[parts.OPEN : parts.OPEN + ROWS]
        for row in range(ROWS):
            cells = [1 << (row * COLUMNS + column) for column in range(COLUMNS)]
            free = [column for column in range(COLUMNS) if not laid & cells[column]]
            points = [tile_points(int(laid) | cells[column], row, column) - 1 for column in free]
            assert found[row] == sum(points), f"row {row} of wall {laid:025b}"


@pytest.mark.parametrize("seats", [2, 4])
def test_where_a_round_ends_nothing_is_said_of_an_offer(seats: int) -> None:
    ends = 0
    for state in states(9, seats, 0):
        if to_move(state) == CHANCE:
            ends += 1
            assert not numbers(state, 0)[parts.FINISH :].any()
    assert ends > 2


def test_a_line_that_the_offer_can_complete() -> None:
    found = of("factories=BBRR,BKKY board=0/-,-,B,-,- board=0")
    assert found[parts.FINISH + 2] == 1, "three blue tiles are on offer, two are missing"
    assert found[parts.QUICK + 2] == 1, "two of them on one factory"
    found = of("factories=BRRR,BKKY board=0/-,-,B,-,- board=0")
    assert found[parts.FINISH + 2] == 1
    assert found[parts.QUICK + 2] == 0, "no take brings two"
    found = of("factories=BRRR,YKKY board=0/-,-,B,-,- board=0")
    assert found[parts.FINISH + 2] == 0, "one blue tile is too few"


def test_how_much_one_take_fills_of_an_empty_line() -> None:
    found = of("factories=BBBR board=0/-,Y,-,-,- board=0")
    filled = found[parts.FILL : parts.FILL + ROWS].tolist()
    assert filled == pytest.approx([1, 0, 1, 3 / 4, 3 / 5]), "line 2 is not empty"


def test_tiles_that_no_line_takes() -> None:
    closed = "R,RR,Y,YY,Y"
    found = of(f"factories=BBBR,KKYY turn=0 board=0/{closed} board=0")
    assert found[parts.HOMELESS] == 6, "three blue, two black and a red tile have no line; the yellow ones have"
    assert found[parts.HOMELESS + 1] == 4, "three tiles on an empty floor line"
    assert found[parts.HOMELESS + 2 : parts.HOMELESS + 4].tolist() == [6, 4]
    other = of(f"factories=BBBR,KKYY turn=1 board=0/{closed} board=0")
    assert other[parts.HOMELESS] == 6
    assert not other[parts.HOMELESS + 2 :].any(), "the other seat is to move"


@pytest.mark.parametrize(
    ("line", "wall", "bonus"),
    [
        ("B", ".YRKW,.B...,..B..,...B.,....B", 2 + 10),  # the tile completes the row and the colour
        ("B", ".YRKW,.B...,..B..,...B.,.....", 2),
        ("K", "BYR.W,.B...,..B..,...B.,....B", 2 + 10),  # the colour was complete
        ("-", "BYR.W,.B...,..B..,...B.,....B", 0),  # the game goes on
    ],
)
def test_the_bonus_of_a_game_that_ends_counts_rows_and_colours(line: str, wall: str, bonus: int) -> None:
    found = of(f"factories=RRRR board=0/{line},-,-,-,-/{wall} board=0")
    assert found[parts.BONUS] == bonus
