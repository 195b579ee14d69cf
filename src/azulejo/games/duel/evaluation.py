"""How a board of Azul Duel stands, in numbers."""

from azulejo.games import tiles
from azulejo.games.contract import Codes, Floats
from azulejo.games.duel.components import (
    CHIP_KINDS,
    COLOURS,
    DOME_COLUMNS,
    DOME_ROWS,
    FACTORIES,
    JOKER_SPACE,
    LINES,
    PLATE_SPACES,
    ROUNDS,
    SIDE_A,
    SMALL_FACTORIES,
    SPACE_KINDS,
    SPECIAL_SPACE,
    TABLETS,
    UNUSED,
)
from azulejo.games.duel.scoring import (
    DIAGONALS,
    EDGE,
    all_tablets,
    column_cells,
    losses,
    plate_cells,
    row_cells,
    tile_points,
)
from azulejo.games.duel.state import END, NO_PLATE, Player, State
from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.dispatch import implement
from azulejo.kernel.rule import rule, widen

STAGES = ROUNDS + 1

NEARLY = 4
"""Tiles of six that make a line worth finishing."""

# The parts of the array, in order.
POINTS = 0
LOSS = 1
STARTS = 2
TURN = 3
TABLETS_NOW = 4
LINE_PART = 5
"""Per line: how full it is if it can be laid; the same times its points; how full if it cannot."""
LINE_POINTS = LINE_PART + LINES
LINE_STUCK = LINE_POINTS + LINES
ROW_FILLED = LINE_STUCK + LINES
COLUMNS_WITH = ROW_FILLED + DOME_ROWS
"""How many columns have 1 to 6 tiles."""
OPEN_POINTS = COLUMNS_WITH + DOME_COLUMNS
"""Per row: points to be had next to tiles."""
OPEN_SPACES = OPEN_POINTS + DOME_ROWS
"""Per row: coloured and joker spaces without a tile."""
SPECIALS = OPEN_SPACES + DOME_ROWS
"""Special spaces whose plate lacks 1, 2, 3 tiles, weighted by the row, and as such."""
PLATES_LAID = SPECIALS + 6
CHIPS = PLATES_LAID + 1
"""Chips stored, pairs of a colour under way, chips still to take, tokens still to use."""
BY_TABLET = CHIPS + 4
"""For each side of each tablet in use, progress towards it in two numbers."""
ON_OFFER = BY_TABLET + 2 * 2 * TABLETS
PICKED = ON_OFFER + 2
CONSTANT = PICKED + 1
FEATURES = CONSTANT + 1


@rule
def stage(state: State) -> int:
    """Return the round, counted from 0."""
    return max(0, min(STAGES - 1, widen(state.round_number)))


@rule
def stops_at_draws(state: State) -> bool:
    """Look through draws: they come inside the round."""
    return False


@rule
def prune(state: State, moves: Codes, number: int) -> int:
    """Keep all moves: the rules offer equal ones once."""
    return number


@rule
def features(state: State, seat: int, out: Floats) -> None:
    """Write how a seat stands if the round were scored now, and what it may still reach."""
    for at in range(FEATURES):
        out[at] = 0
    player = state.players[seat]
    filled = widen(player.filled)
    lost = losses(state, seat)
    gained = _rate_lines(player, filled, out)
    out[POINTS] = max(0, widen(player.score) + gained - lost) if state.phase != END else widen(player.score)
    out[LOSS] = lost
    out[STARTS] = state.starting_tile == seat
    out[TURN] = state.turn == seat
    if state.phase != END:
        out[TABLETS_NOW] = all_tablets(state, player)
    _rate_dome(player, filled, out)
    _rate_specials(player, filled, out)
    _rate_chips(player, out)
    _rate_tablets(state, player, filled, out)
    _rate_table(state, seat, out)
    out[CONSTANT] = 1


@rule
def _rate_lines(player: Player, filled: int, out: Floats) -> int:
    """Write the lines, and return the points for those that are complete and can be laid."""
    gained = 0
    for row in range(LINES):
        held = widen(player.line_count[row])
        if held:
            colour = widen(player.line_colour[row])
            matching = row_cells((widen(player.spaces[colour]) | widen(player.spaces[JOKER_SPACE])) & ~filled, row)
            part = held / (row + 1)
            if matching:
                points = 0
                while matching:
                    column = lowest_bit(matching)
                    matching &= matching - 1
                    cell = 1 << (row * DOME_COLUMNS + column)
                    points = max(points, tile_points(filled | cell, row, column))
                if held == row + 1:
                    gained += points
                out[LINE_PART + row] = part
                out[LINE_POINTS + row] = part * points
            else:
                out[LINE_STUCK + row] = part
    return gained


@rule
def _rate_dome(player: Player, filled: int, out: Floats) -> None:
    laid = 0
    for kind in range(SPACE_KINDS):
        laid |= widen(player.spaces[kind])
    for row in range(DOME_ROWS):
        out[ROW_FILLED + row] = bit_count(row_cells(filled, row)) / DOME_COLUMNS
        free = row_cells(laid & ~filled & ~widen(player.spaces[SPECIAL_SPACE]), row)
        out[OPEN_SPACES + row] = bit_count(free) / DOME_COLUMNS
        while free:
            column = lowest_bit(free)
            free &= free - 1
            out[OPEN_POINTS + row] += tile_points(filled | 1 << (row * DOME_COLUMNS + column), row, column) - 1
    for column in range(DOME_COLUMNS):
        number = bit_count(column_cells(filled, column))
        if number:
            out[COLUMNS_WITH + number - 1] += 1
    for space in range(PLATE_SPACES):
        out[PLATES_LAID] += player.plates[space] != NO_PLATE


@rule
def _rate_specials(player: Player, filled: int, out: Floats) -> None:
    """Write the special spaces that wait for 1, 2 or 3 tiles of their plate."""
    for space in range(PLATE_SPACES):
        special = widen(player.spaces[SPECIAL_SPACE]) & plate_cells(space) & ~filled
        if special:
            missing = 3 - bit_count(filled & plate_cells(space))
            if missing > 0:
                row = lowest_bit(special) // DOME_COLUMNS
                out[SPECIALS + missing - 1] += row + 1
                out[SPECIALS + 3 + missing - 1] += 1


@rule
def _rate_chips(player: Player, out: Floats) -> None:
    for kind in range(CHIP_KINDS):
        number = widen(player.chips) >> (2 * kind) & 3
        out[CHIPS] += number
        out[CHIPS + 1] += number == 2
    out[CHIPS + 2] = player.chips_taken
    out[CHIPS + 3] = player.tokens


@rule
def _rate_tablets(state: State, player: Player, filled: int, out: Floats) -> None:
    for tablet in range(TABLETS):
        side = widen(state.tablets[tablet])
        if side != UNUSED:
            first, second = _progress(player, filled, tablet, side)
            at = BY_TABLET + 4 * tablet + 2 * (side - 1)
            out[at] = first
            out[at + 1] = second


@rule
def _progress(player: Player, filled: int, tablet: int, side: int) -> tuple[float, float]:
    """Return two numbers that say how far a dome is on the way to a tablet's points."""
    if tablet == 0:
        return _row_progress(player, filled, side)
    if tablet == 1:
        return _column_progress(filled, side)
    if tablet == 2:
        return _diagonal_progress(filled, side)
    if side == SIDE_A:
        jokers = widen(player.spaces[JOKER_SPACE])
        return float(bit_count(jokers & filled)), float(bit_count(jokers & ~filled))
    return float(bit_count(widen(player.spaces[SPECIAL_SPACE]) & ~filled)), 0.0


@rule
def _row_progress(player: Player, filled: int, side: int) -> tuple[float, float]:
    squares, nearly = 0.0, 0.0
    for row in range(DOME_ROWS):
        kinds = 0
        if side == SIDE_A:
            kinds = bit_count(row_cells(filled, row))
        else:
            for colour in range(COLOURS):
                kinds += row_cells(widen(player.tiles_of[colour]), row) != 0
        squares += kinds * kinds / 36
        nearly += kinds >= NEARLY
    return squares, nearly


@rule
def _column_progress(filled: int, side: int) -> tuple[float, float]:
    if side != SIDE_A:
        return bit_count(filled & EDGE) / 5, 0.0
    squares, nearly = 0.0, 0.0
    for column in range(DOME_COLUMNS):
        number = bit_count(column_cells(filled, column))
        squares += number * number / 36
        nearly += number >= NEARLY
    return squares, nearly


@rule
def _diagonal_progress(filled: int, side: int) -> tuple[float, float]:
    if side != SIDE_A:
        return _corner(filled, 0) + _corner(filled, 2), _corner(filled, 6) + _corner(filled, 8)
    squares, nearly = 0.0, 0.0
    for line in range(2):
        number = bit_count(filled & DIAGONALS[line])
        squares += number * number / 36
        nearly += number >= NEARLY
    return squares, nearly


@rule
def _corner(filled: int, space: int) -> float:
    number = bit_count(filled & plate_cells(space))
    return number * number / 16


@rule
def _rate_table(state: State, seat: int, out: Floats) -> None:
    """Write how much is left to take."""
    left = tiles.total(widen(state.large_moon))
    for factory in range(FACTORIES):
        left += tiles.total(widen(state.suns[factory]))
    for factory in range(SMALL_FACTORIES):
        left += widen(state.heights[factory])
    out[ON_OFFER] = left / 20
    out[ON_OFFER + 1] = tiles.total(widen(state.large_moon)) / 4
    if state.turn == seat:
        out[PICKED] = state.picked_count


implement(State, features=features, stage=stage, stops_at_draws=stops_at_draws, prune=prune)
