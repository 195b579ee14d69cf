"""Points: a tile laid on the dome, special tiles, losses, the scoring tablets."""

from collections.abc import Sequence

import numpy as np

from azulejo.games.duel.components import (
    BROKEN_LOSS,
    COLOURFUL_KINDS,
    COLOURFUL_ROW,
    COLOURS,
    COMPLETE_COLUMN,
    COMPLETE_DIAGONAL,
    COMPLETE_ROW,
    DOME_COLUMNS,
    DOME_ROWS,
    EDGE_TILE,
    EMPTY_SPECIAL,
    JOKER_SPACE,
    JOKER_TILE,
    LOWER_CORNER,
    PLATE_CELLS,
    PLATE_CORNER,
    SIDE_A,
    SPECIAL_SPACE,
    STARTING_TILE_LOSS,
    TABLET_COUNTS,
    TABLETS,
    UNUSED,
    UPPER_CORNER,
    Counted,
)
from azulejo.games.duel.state import ON_FACTORY, Player, State
from azulejo.games.runs import run
from azulejo.kernel.bits import bit_count
from azulejo.kernel.rule import rule, widen

FULL_ROW = (1 << DOME_COLUMNS) - 1
FIRST_COLUMN = sum(1 << DOME_COLUMNS * row for row in range(DOME_ROWS))
GATHER_SHIFT = DOME_COLUMNS * (DOME_ROWS - 1)
GATHER_COLUMN = sum(1 << (GATHER_SHIFT - (DOME_COLUMNS - 1) * row) for row in range(DOME_ROWS))
DIAGONALS = (
    sum(1 << (DOME_COLUMNS + 1) * row for row in range(DOME_ROWS)),
    sum(1 << (DOME_COLUMNS - 1) * (row + 1) for row in range(DOME_ROWS)),
)
EDGE = FULL_ROW | FULL_ROW << GATHER_SHIFT | FIRST_COLUMN | FIRST_COLUMN << (DOME_COLUMNS - 1)
EVERYBODY = 0b11

UPPER_CORNERS = (0, 2)
LOWER_CORNERS = (6, 8)
"""The plate spaces in the corners of the dome."""


RUN_LENGTH = np.array(
    [[len(run(cells, place)) for place in range(DOME_COLUMNS)] for cells in range(1 << DOME_COLUMNS)], np.int8
)


@rule
def row_cells(cells: int, row: int) -> int:
    """Return the six cells of a row, leftmost lowest."""
    return (cells >> (row * DOME_COLUMNS)) & FULL_ROW


@rule
def column_cells(cells: int, column: int) -> int:
    """Return the six cells of a column, topmost lowest.

    They lie six bits apart; the multiplication brings bit 6k to bit 30 + k, and no two of
    its products meet.
    """
    return (((cells >> column) & FIRST_COLUMN) * GATHER_COLUMN >> GATHER_SHIFT) & FULL_ROW


# ---------------------------------------------------------------- phase 2


@rule
def tile_points(filled: int, row: int, column: int) -> int:
    """Return the points for a tile just laid: its runs of two or more, or 1."""
    across = widen(RUN_LENGTH[row_cells(filled, row), column])
    down = widen(RUN_LENGTH[column_cells(filled, column), row])
    if across == 1:
        return down
    if down == 1:
        return across
    return across + down


@rule
def plate_space(row: int, column: int) -> int:
    """Return the plate space that a cell of the dome belongs to."""
    return (row // 2) * 3 + column // 2


@rule
def plate_cells(space: int) -> int:
    """Return the four cells of a plate space."""
    return PLATE_CELLS << widen(PLATE_CORNER[space])


@rule
def special_cell_due(specials: int, filled: int, space: int) -> int:
    """Return the special space of a plate if its other three spaces are filled and it is not, else 0."""
    cells = plate_cells(space)
    special = specials & cells & ~filled
    if special and filled & cells == cells & ~special:
        return special
    return 0


@rule
def special_points(cell: int) -> int:
    """Return the points for a special tile: the number of its row (16)."""
    row = 0
    while cell >> ((row + 1) * DOME_COLUMNS):
        row += 1
    return row + 1


@rule
def broken_count(player: Player) -> int:
    """Return the number of tiles in the broken tiles space."""
    number = 0
    for colour in range(COLOURS):
        number += widen(player.broken_tiles[colour])
    return number


@rule
def losses(state: State, seat: int) -> int:
    """Return what broken tiles and the starting player tile cost a seat (17)."""
    lost = widen(BROKEN_LOSS[broken_count(state.players[seat])])
    if state.starting_tile == seat:
        lost += STARTING_TILE_LOSS
    return lost


# ---------------------------------------------------------------- the end of the game


@rule
def complete_rows(player: Player) -> int:
    """Return the number of complete rows."""
    number = 0
    for row in range(DOME_ROWS):
        number += row_cells(widen(player.filled), row) == FULL_ROW
    return number


@rule
def colourful_rows(player: Player, special_is_a_colour: int) -> int:
    """Return the number of rows with at least five different kinds of tiles (19)."""
    number = 0
    for row in range(DOME_ROWS):
        number += kinds_in_row(player, row, special_is_a_colour) >= COLOURFUL_KINDS
    return number


@rule
def kinds_in_row(player: Player, row: int, special_is_a_colour: int) -> int:
    """Return how many different kinds of tiles lie in a row (19)."""
    kinds = 0
    for colour in range(COLOURS):
        kinds += row_cells(widen(player.tiles_of[colour]), row) != 0
    if special_is_a_colour and row_cells(widen(player.spaces[SPECIAL_SPACE]) & widen(player.filled), row):
        kinds += 1
    return kinds


@rule
def complete_columns(player: Player) -> int:
    """Return the number of complete columns."""
    number = 0
    for column in range(DOME_COLUMNS):
        number += column_cells(widen(player.filled), column) == FULL_ROW
    return number


@rule
def edge_tiles(player: Player) -> int:
    """Return the number of tiles on the 20 cells of the dome's edge (23)."""
    return bit_count(widen(player.filled) & EDGE)


@rule
def complete_diagonals(player: Player) -> int:
    """Return the number of complete main diagonals."""
    filled = widen(player.filled)
    return widen(filled & DIAGONALS[0] == DIAGONALS[0]) + widen(filled & DIAGONALS[1] == DIAGONALS[1])


@rule
def plate_is_filled(player: Player, space: int) -> bool:
    """Return whether there is a plate with four tiles on a space of the dome."""
    return widen(player.filled) & plate_cells(space) == plate_cells(space)


@rule
def corner_points(player: Player) -> int:
    """Return the points for filled plates in the corners of the dome."""
    points = 0
    for corner in range(2):
        if plate_is_filled(player, UPPER_CORNERS[corner]):
            points += UPPER_CORNER
        if plate_is_filled(player, LOWER_CORNERS[corner]):
            points += LOWER_CORNER
    return points


@rule
def joker_points(player: Player) -> int:
    """Return the points for joker spaces: nothing unless all of the dome's are filled."""
    jokers = widen(player.spaces[JOKER_SPACE])
    if jokers & ~widen(player.filled):
        return 0
    return JOKER_TILE * bit_count(jokers)


@rule
def empty_specials(player: Player) -> int:
    """Return the number of special spaces without a tile."""
    return bit_count(widen(player.spaces[SPECIAL_SPACE]) & ~widen(player.filled))


@rule
def tablet_points(state: State, player: Player, tablet: int) -> int:
    """Return what one of the scoring tablets gives or takes now."""
    side = state.tablets[tablet]
    if side == UNUSED:
        return 0
    if tablet == 0:
        if side == SIDE_A:
            return COMPLETE_ROW * complete_rows(player)
        return COLOURFUL_ROW * colourful_rows(player, state.special_is_a_colour)
    if tablet == 1:
        if side == SIDE_A:
            return COMPLETE_COLUMN * complete_columns(player)
        return EDGE_TILE * edge_tiles(player)
    if tablet == 2:
        if side == SIDE_A:
            return COMPLETE_DIAGONAL * complete_diagonals(player)
        return corner_points(player)
    if side == SIDE_A:
        return joker_points(player)
    return -EMPTY_SPECIAL * empty_specials(player)


@rule
def all_tablets(state: State, player: Player) -> int:
    """Return what all scoring tablets together give or take now."""
    points = 0
    for tablet in range(TABLETS):
        points += tablet_points(state, player, tablet)
    return points


@rule
def winners(state: State, playing: int) -> int:
    """Return who wins among the seats playing; a tie goes to the holder of the starting player tile (20)."""
    first, second = state.players[0].score, state.players[1].score
    leading = (first >= second) | (second >= first) << 1
    if leading == EVERYBODY and state.starting_tile != ON_FACTORY:
        leading = 1 << widen(state.starting_tile)
    return leading & playing if leading & playing else playing


# ---------------------------------------------------------------- the way to the tablets' points


def tablets_in_use(state: State) -> list[tuple[int, int, Counted]]:
    """Return the tablets that count: each with its side, and what that counts."""
    sides = state.tablets.tolist()
    return [(tablet, side, TABLET_COUNTS[tablet][side - SIDE_A]) for tablet, side in enumerate(sides) if side != UNUSED]


def tablet_parts(state: State, player: Player, counted: Counted) -> list[tuple[int, int]]:
    """Return what there is of what is needed, for every row, column, corner ... that can count."""
    filled = int(player.filled)
    match counted:
        case "rows":
            return [_part(filled, FULL_ROW << DOME_COLUMNS * row) for row in range(DOME_ROWS)]
        case "colourful_rows":
            laid = player.tiles_of.tolist()
            if state.special_is_a_colour:
                laid.append(int(player.spaces[SPECIAL_SPACE]) & filled)
            rows = [FULL_ROW << DOME_COLUMNS * row for row in range(DOME_ROWS)]
            kinds = [sum(cells & row != 0 for cells in laid) for row in rows]
            return [(min(number, COLOURFUL_KINDS), COLOURFUL_KINDS) for number in kinds]
        case "columns":
            return [_part(filled, FIRST_COLUMN << column) for column in range(DOME_COLUMNS)]
        case "diagonals":
            return [_part(filled, cells) for cells in DIAGONALS]
        case "corners":
            return [_part(filled, int(plate_cells(space))) for space in UPPER_CORNERS + LOWER_CORNERS]
        case "edge":
            return [_part(filled, EDGE)]
        case "jokers":
            return [_part(filled, int(player.spaces[JOKER_SPACE]))]
        case "specials":
            return [_part(filled, int(player.spaces[SPECIAL_SPACE]))]


def _part(filled: int, cells: int) -> tuple[int, int]:
    """Return how many of some cells have a tile, and how many there are."""
    return (filled & cells).bit_count(), cells.bit_count()


def number_counted(counted: Counted, parts: Sequence[tuple[int, int]]) -> int:
    """Return how many there are of what a tablet counts: single tiles, empty spaces, or else whole parts."""
    if counted in ("edge", "jokers"):
        return parts[0][0]
    if counted == "specials":
        return parts[0][1] - parts[0][0]
    return sum(there == needed for there, needed in parts)
