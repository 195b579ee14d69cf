"""Points: a tile laid on the wall, the floor line, the end of the game."""

import numpy as np

from azulejo.games.azul.components import (
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    COLUMNS,
    FLOOR_LOSS,
    ROW_BONUS,
    ROWS,
)
from azulejo.games.azul.state import Player, State
from azulejo.games.runs import run
from azulejo.kernel.bits import bit_count
from azulejo.kernel.rule import rule, widen

FULL_ROW = 0b11111
FIRST_COLUMN = 0b00001_00001_00001_00001_00001
GATHER_COLUMN = 1 << 20 | 1 << 16 | 1 << 12 | 1 << 8 | 1 << 4


RUN_LENGTH = np.array([[len(run(cells, place)) for place in range(COLUMNS)] for cells in range(1 << COLUMNS)], np.int8)
"""The length of the run through each place, for every set of filled cells."""


@rule
def row_cells(wall: int, row: int) -> int:
    """Return the five cells of a row, leftmost lowest."""
    return (wall >> (row * COLUMNS)) & FULL_ROW


@rule
def column_cells(wall: int, column: int) -> int:
    """Return the five cells of a column, topmost lowest.

    They lie five bits apart; the multiplication brings bit 5k to bit 20 + k, and no two
    of its products meet.
    """
    return (((wall >> column) & FIRST_COLUMN) * GATHER_COLUMN >> 20) & FULL_ROW


@rule
def tile_points(wall: int, row: int, column: int) -> int:
    """Return the points for a tile just laid, or about to be (ruling 8): its runs of two or more, or 1."""
    across = widen(RUN_LENGTH[row_cells(wall, row), column])
    down = widen(RUN_LENGTH[column_cells(wall, column), row])
    if across == 1:
        return down
    if down == 1:
        return across
    return across + down


@rule
def floor_loss(player: Player) -> int:
    """Return the points that the pieces on the floor line cost."""
    return widen(FLOOR_LOSS[player.floor_pieces])


@rule
def full_rows(wall: int) -> int:
    """Return the complete rows of a wall, each as the bit of its first cell."""
    pairs = wall & (wall >> 1)
    return pairs & (pairs >> 2) & (wall >> 4) & FIRST_COLUMN


@rule
def full_columns(wall: int) -> int:
    """Return the complete columns of a wall, each as the bit of its first cell."""
    pairs = wall & (wall >> COLUMNS)
    return pairs & (pairs >> (2 * COLUMNS)) & (wall >> (4 * COLUMNS)) & FULL_ROW


@rule
def complete_rows(player: Player) -> int:
    """Return the number of complete horizontal lines."""
    return bit_count(full_rows(widen(player.wall)))


@rule
def complete_columns(player: Player) -> int:
    """Return the number of complete vertical lines."""
    return bit_count(full_columns(widen(player.wall)))


@rule
def complete_colours(player: Player) -> int:
    """Return the number of colours with all five tiles on the wall."""
    colours = 0
    for colour in range(COLOURS):
        colours += bit_count(player.wall_of[colour]) == ROWS
    return colours


@rule
def end_bonus(player: Player) -> int:
    """Return the bonus at the end of the game (ruling 13)."""
    return (
        ROW_BONUS * complete_rows(player)
        + COLUMN_BONUS * complete_columns(player)
        + COLOUR_BONUS * complete_colours(player)
    )


@rule
def winners(state: State, playing: int) -> int:
    """Return who wins among the seats playing (ruling 12: ties go to complete rows, then are shared)."""
    best = -1
    mask = 0
    for seat in range(state.seats):
        player = state.players[seat]
        rank = widen(player.score) * (ROWS + 1) + complete_rows(player)
        if playing >> seat & 1 and rank >= best:
            if rank > best:
                mask = 0
            best = rank
            mask |= 1 << seat
    return mask
