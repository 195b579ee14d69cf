"""How a board of classic Azul stands, in numbers."""

import numpy as np
import numpy.typing as npt

from azulejo.games import tiles
from azulejo.games.azul.components import (
    CELLS,
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    COLUMNS,
    FLOOR_LOSS,
    FLOOR_SPACES,
    ROW_BONUS,
    ROWS,
)
from azulejo.games.azul.moves import DESTINATIONS, FIRST_LAYING
from azulejo.games.azul.rules import best_column, open_columns
from azulejo.games.azul.scoring import (
    FIRST_COLUMN,
    RUN_LENGTH,
    column_cells,
    full_columns,
    full_rows,
    row_cells,
    tile_points,
)
from azulejo.games.azul.state import CENTRE, IN_CENTRE, OFFER, Player, State, factories
from azulejo.games.contract import Codes, Floats
from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.dispatch import implement
from azulejo.kernel.rule import rule, widen

STAGES = 7
"""Rounds 1 to 6 and more, and the end."""

# The parts of the array, in order.
POINTS = 0
LOSS = 1
MARKER = 2
TURN = 3
LINES = 4
"""Per row: how full an incomplete line is, times the points its tile would score, and times 1."""
ROWS_OF = LINES + 2 * ROWS
"""How many rows have 1 to 5 tiles; likewise columns and colours."""
COLUMNS_OF = ROWS_OF + 5
COLOURS_OF = COLUMNS_OF + 5
OPEN = COLOURS_OF + 5
"""Points to be had next to tiles on the wall, per row."""
LONGEST = OPEN + ROWS
"""The longest own row, 0 to 5, then the longest of the others."""
LINE_COLUMNS = LONGEST + 12
"""Tiles under way in columns and colours that have many."""
ON_OFFER = LINE_COLUMNS + 2
IN_CENTRE_AT = ON_OFFER + 1
BONUS = IN_CENTRE_AT + 1
CONSTANT = BONUS + 1

# What the tiles on offer are good for. All of it is 0 when the round ends.
FINISH = CONSTANT + 1
"""Per row: the points of an incomplete line's tile, if the tiles on offer can still complete it."""
QUICK = FINISH + ROWS
"""Per row: the same points, if a single take completes it."""
FILL = QUICK + ROWS
"""Per row: how much of an empty line the best single take fills."""
HOMELESS = FILL + ROWS
"""Tiles on offer of colours that no line takes, and the points lost if half of them fall here; then both once more,
for the seat to move alone."""
FEATURES = HOMELESS + 4

ALL_CELLS = (1 << CELLS) - 1
LAST_COLUMN = FIRST_COLUMN << (COLUMNS - 1)
ALL_LINES = (1 << ROWS) - 1


def _beside() -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int64]]:
    """Return, for every set of filled cells in a row or column, what runs a tile would score there that are not 1.

    First their sum over the free cells, then a byte for each free cell.
    """
    sums = np.zeros(1 << COLUMNS, np.int8)
    by_cell = np.zeros(1 << COLUMNS, np.int64)
    for cells in range(1 << COLUMNS):
        for place in range(COLUMNS):
            length = int(RUN_LENGTH[cells, place])
            if not cells >> place & 1 and length > 1:
                sums[cells] += length
                by_cell[cells] += length << (tiles.BYTE * place)
    return sums, by_cell


RUN_SUM, RUNS_BY_CELL = _beside()


@rule
def stage(state: State) -> int:
    """Return the round, counted from 0."""
    return max(0, min(STAGES - 1, widen(state.round_number) - 1))


@rule
def stops_at_draws(state: State) -> bool:
    """Stop where a round ends: the network averages over the coming deals."""
    return True


@rule
def features(state: State, seat: int, out: Floats) -> None:
    """Write how a seat stands if the round were scored now, and what it may still reach."""
    for at in range(FEATURES):
        out[at] = 0
    player = state.players[seat]
    wall, gained = _wall_after_tiling(state, player)
    loss = widen(FLOOR_LOSS[player.floor_pieces])
    out[POINTS] = max(0, widen(player.score) + gained - loss)
    out[LOSS] = loss
    out[MARKER] = state.marker == seat or (state.marker == IN_CENTRE and state.start == seat and state.phase != OFFER)
    out[TURN] = state.phase == OFFER and state.turn == seat
    on_offer, largest = _offer(state)
    _rate_lines(state, player, wall, on_offer, largest, out)
    _rate_wall(player, wall, out)
    _rate_end(state, seat, wall, on_offer, out)
    out[CONSTANT] = 1
    if on_offer:
        _rate_room(player, on_offer, largest, out)


@rule
def _wall_after_tiling(state: State, player: Player) -> tuple[int, int]:
    """Return the wall with all complete lines laid, and the points for them."""
    wall = widen(player.wall)
    points = 0
    for row in range(ROWS):
        if player.line_count[row] == row + 1:
            columns = open_columns(state, player, row)
            if columns:
                column = best_column(player, row, columns)
                wall |= 1 << (row * COLUMNS + column)
                points += tile_points(wall, row, column)
    return wall, points


@rule
def _offer(state: State) -> tuple[int, int]:
    """Return all tiles on offer, and of each colour the most that one take brings."""
    together = largest = 0
    for source in range(factories(state) + 1):
        here = widen(state.sources[source])
        together += here
        largest = tiles.larger(largest, here)
    return together, largest


@rule
def _rate_lines(state: State, player: Player, wall: int, on_offer: int, largest: int, out: Floats) -> None:
    for row in range(ROWS):
        held = widen(player.line_count[row])
        if 0 < held <= row:
            columns = open_columns(state, player, row)
            if columns:
                column = lowest_bit(columns)
                colour = widen(player.line_colour[row])
                part = held / (row + 1)
                points = tile_points(wall | 1 << (row * COLUMNS + column), row, column)
                out[LINES + row] = part
                out[LINES + ROWS + row] = part * points
                out[LINE_COLUMNS] += part * bit_count(column_cells(wall, column)) ** 2
                out[LINE_COLUMNS + 1] += part * bit_count(widen(player.wall_of[colour])) ** 2
                missing = row + 1 - held
                if tiles.count(on_offer, colour) >= missing:
                    out[FINISH + row] = points
                if tiles.count(largest, colour) >= missing:
                    out[QUICK + row] = points


@rule
def _rate_room(player: Player, on_offer: int, largest: int, out: Floats) -> None:
    """Write how the tiles on offer fit into the lines."""
    homeless = 0
    for colour in range(COLOURS):
        lines = (widen(player.open_lines) >> (DESTINATIONS * colour)) & ALL_LINES
        if lines == 0:
            homeless += tiles.count(on_offer, colour)
        most = tiles.count(largest, colour)
        while lines and most:
            row = lowest_bit(lines)
            lines &= lines - 1
            if player.line_count[row] == 0:
                out[FILL + row] = max(out[FILL + row], np.float32(min(most, row + 1) / (row + 1)))
    fallen = widen(player.floor_pieces)
    half = min(FLOOR_SPACES, fallen + (homeless + 1) // 2)
    loss = widen(FLOOR_LOSS[half]) - widen(FLOOR_LOSS[fallen])
    out[HOMELESS] = homeless
    out[HOMELESS + 1] = loss
    out[HOMELESS + 2] = out[TURN] * homeless
    out[HOMELESS + 3] = out[TURN] * loss


@rule
def _rate_wall(player: Player, wall: int, out: Floats) -> None:
    beside = (wall & ~LAST_COLUMN) << 1 | (wall & ~FIRST_COLUMN) >> 1 | wall << COLUMNS | wall >> COLUMNS
    beside &= ALL_CELLS & ~wall
    down = 0
    for column in range(COLUMNS):
        cells = column_cells(wall, column)
        if cells:
            out[COLUMNS_OF + bit_count(cells) - 1] += 1
            down += widen(RUNS_BY_CELL[cells])
    for row in range(ROWS):
        cells = row_cells(wall, row)
        if cells:
            out[ROWS_OF + bit_count(cells) - 1] += 1
        # a tile scores both its runs, so what it scores beyond the 1 that it brings anywhere is their sum less 1
        out[OPEN + row] = widen(RUN_SUM[cells]) + tiles.count(down, row) - bit_count(row_cells(beside, row))
    for colour in range(COLOURS):
        laid = _laid(player, colour)
        if laid:
            out[COLOURS_OF + min(laid, COLOURS) - 1] += 1


@rule
def _laid(player: Player, colour: int) -> int:
    """Return how many tiles of a colour the wall holds once all complete lines are laid."""
    laid = bit_count(widen(player.wall_of[colour]))
    for row in range(ROWS):
        laid += player.line_colour[row] == colour and player.line_count[row] == row + 1
    return laid


@rule
def _rate_end(state: State, seat: int, wall: int, on_offer: int, out: Floats) -> None:
    """Write how near the end is, for the seat and for the others."""
    own = _longest_row(wall)
    others = 0
    for other in range(state.seats):
        if other != seat:
            others = max(others, _longest_row(_wall_with_lines(state, state.players[other])))
    out[LONGEST + own] = 1
    out[LONGEST + 6 + others] = 1
    out[ON_OFFER] = tiles.total(on_offer) / 20
    out[IN_CENTRE_AT] = tiles.total(widen(state.sources[CENTRE])) / 10
    if own == ROWS or others == ROWS:
        out[BONUS] = ROW_BONUS * bit_count(full_rows(wall)) + COLUMN_BONUS * bit_count(full_columns(wall))
        for colour in range(COLOURS):
            out[BONUS] += COLOUR_BONUS * (_laid(state.players[seat], colour) >= ROWS)


@rule
def _wall_with_lines(state: State, player: Player) -> int:
    wall = widen(player.wall)
    for row in range(ROWS):
        if player.line_count[row] == row + 1:
            columns = open_columns(state, player, row)
            if columns:
                wall |= 1 << (row * COLUMNS + lowest_bit(columns))
    return wall


@rule
def _longest_row(wall: int) -> int:
    longest = 0
    for row in range(ROWS):
        longest = max(longest, bit_count(row_cells(wall, row)))
    return longest


@rule
def prune(state: State, moves: Codes, number: int) -> int:
    """Leave out takes from a factory that holds the same tiles as an earlier one."""
    if moves[0] >= FIRST_LAYING:
        return number
    equal = 0
    for source in range(2, factories(state) + 1):
        for other in range(1, source):
            if state.sources[source] == state.sources[other]:
                equal |= 1 << source
    if equal == 0:
        return number
    kept = 0
    for at in range(number):
        if not equal >> (moves[at] // (DESTINATIONS * COLOURS)) & 1:
            moves[kept] = moves[at]
            kept += 1
    return kept


implement(State, features=features, stage=stage, stops_at_draws=stops_at_draws, prune=prune)
