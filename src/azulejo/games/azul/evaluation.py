"""How a board of classic Azul stands, in numbers."""

from azulejo.games import tiles
from azulejo.games.azul.components import COLOURS, COLUMNS, FLOOR_LOSS, ROWS
from azulejo.games.azul.moves import DESTINATIONS, FIRST_LAYING
from azulejo.games.azul.rules import best_column, open_columns
from azulejo.games.azul.scoring import column_cells, full_columns, full_rows, row_cells, tile_points
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
FEATURES = CONSTANT + 1


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
    _rate_lines(state, player, wall, out)
    _rate_wall(player, wall, out)
    _rate_end(state, seat, wall, out)
    out[CONSTANT] = 1


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
def _rate_lines(state: State, player: Player, wall: int, out: Floats) -> None:
    for row in range(ROWS):
        held = widen(player.line_count[row])
        if 0 < held <= row:
            columns = open_columns(state, player, row)
            if columns:
                column = lowest_bit(columns)
                part = held / (row + 1)
                points = tile_points(wall | 1 << (row * COLUMNS + column), row, column)
                out[LINES + row] = part
                out[LINES + ROWS + row] = part * points
                out[LINE_COLUMNS] += part * bit_count(column_cells(wall, column)) ** 2
                colour = widen(player.line_colour[row])
                out[LINE_COLUMNS + 1] += part * bit_count(widen(player.wall_of[colour])) ** 2


@rule
def _rate_wall(player: Player, wall: int, out: Floats) -> None:
    for row in range(ROWS):
        filled = bit_count(row_cells(wall, row))
        if filled:
            out[ROWS_OF + filled - 1] += 1
        for column in range(COLUMNS):
            cell = 1 << (row * COLUMNS + column)
            if not wall & cell:
                out[OPEN + row] += tile_points(wall | cell, row, column) - 1
    for column in range(COLUMNS):
        filled = bit_count(column_cells(wall, column))
        if filled:
            out[COLUMNS_OF + filled - 1] += 1
    for colour in range(COLOURS):
        laid = bit_count(widen(player.wall_of[colour]))
        for row in range(ROWS):
            laid += player.line_colour[row] == colour and player.line_count[row] == row + 1
        if laid:
            out[COLOURS_OF + min(laid, 5) - 1] += 1


@rule
def _rate_end(state: State, seat: int, wall: int, out: Floats) -> None:
    """Write how near the end is, for the seat and for the others."""
    own = _longest_row(wall)
    others = 0
    for other in range(state.seats):
        if other != seat:
            others = max(others, _longest_row(_wall_with_lines(state, state.players[other])))
    out[LONGEST + own] = 1
    out[LONGEST + 6 + others] = 1
    on_offer = 0
    for source in range(factories(state) + 1):
        on_offer += tiles.total(widen(state.sources[source]))
    out[ON_OFFER] = on_offer / 20
    out[IN_CENTRE_AT] = tiles.total(widen(state.sources[CENTRE])) / 10
    if own == ROWS or others == ROWS:
        out[BONUS] = 2 * bit_count(full_rows(wall)) + 7 * bit_count(full_columns(wall))


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
