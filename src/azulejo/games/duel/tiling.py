"""Phase 2: tiles go from the pattern lines to the domes and score, chips help, broken tiles cost.

Numbers in comments are rulings of docs/rules/duel.md.
"""

from azulejo.games import tiles
from azulejo.games.duel import chips
from azulejo.games.duel.components import (
    BROKEN_SPACES,
    CHIP_KINDS,
    COLOURS,
    DOME_COLUMNS,
    JOKER_SPACE,
    LINES,
    PLATES_ACROSS,
    SPECIAL_SPACE,
)
from azulejo.games.duel.moves import ENOUGH, PAY_CHIP
from azulejo.games.duel.preparation import end_round
from azulejo.games.duel.scoring import (
    broken_count,
    losses,
    plate_space,
    row_cells,
    special_cell_due,
    special_points,
    tile_points,
)
from azulejo.games.duel.state import END, LAY, NO_COLOUR, NO_PLATE, PAY, TILING, Player, State
from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.rule import rule, widen


@rule
def begin_tiling(state: State) -> None:
    """Begin phase 2 with the first line of the round's starting player (21)."""
    state.phase = TILING
    state.turn = state.start
    state.tiling_row = 0


@rule
def tile_next_line(state: State) -> bool:
    """Do what the next pattern line calls for, or after the last one the losses; False if its owner must choose."""
    player = state.players[state.turn]
    row = widen(state.tiling_row)
    if row == LINES:
        settle_losses(state, widen(state.turn))
        _next_dome(state)
        return True
    if player.line_count[row]:
        columns = open_columns(player, row)
        if columns == 0:
            if row_has_all_plates(player, row):
                break_line(state, player, row)
        elif player.line_count[row] == row + 1:
            if bit_count(columns) > 1:
                state.phase = LAY
                return False
            lay_tile(state, player, row, lowest_bit(columns))
        elif can_complete(player, row):
            state.phase = PAY
            return False
    pass_line(state)
    return True


@rule
def pass_line(state: State) -> None:
    """Go on to the next line."""
    state.tiling_row += 1
    state.paid = 0
    state.phase = TILING


@rule
def open_columns(player: Player, row: int) -> int:
    """Return the free matching coloured and joker spaces of a line's row, a bit for each column (13)."""
    matching = widen(player.spaces[player.line_colour[row]]) | widen(player.spaces[JOKER_SPACE])
    return row_cells(matching & ~widen(player.filled), row)


@rule
def row_has_all_plates(player: Player, row: int) -> bool:
    """Return whether three plates cover a row, so that no space can come any more (14)."""
    first = plate_space(row, 0)
    placed = 0
    for space in range(first, first + PLATES_ACROSS):
        placed += player.plates[space] != NO_PLATE
    return placed == PLATES_ACROSS


@rule
def break_line(state: State, player: Player, row: int) -> None:
    """Break all tiles of a line that can never be laid (14)."""
    break_tiles(state, player, widen(player.line_colour[row]), widen(player.line_count[row]))
    _empty_line(player, row)


@rule
def break_tiles(state: State, player: Player, colour: int, number: int) -> None:
    """Stack broken tiles; those beyond the fourth go to the Tower."""
    stacked = min(number, BROKEN_SPACES - broken_count(player))
    player.broken_tiles[colour] += stacked
    state.tower += tiles.several(colour, number - stacked)


@rule
def _empty_line(player: Player, row: int) -> None:
    player.line_count[row] = 0
    player.line_colour[row] = NO_COLOUR


@rule
def lay_chosen(state: State, column: int) -> None:
    """Lay the tile of the line that is looked at, and go on."""
    lay_tile(state, state.players[state.turn], widen(state.tiling_row), column)
    pass_line(state)


@rule
def lay_tile(state: State, player: Player, row: int, column: int) -> None:
    """Move one tile of a line to the dome and score it; the others go to the Tower (22)."""
    colour = widen(player.line_colour[row])
    cell = 1 << (row * DOME_COLUMNS + column)
    player.filled |= cell
    player.tiles_of[colour] |= cell
    player.score += tile_points(widen(player.filled), row, column)
    special = special_cell_due(widen(player.spaces[SPECIAL_SPACE]), widen(player.filled), plate_space(row, column))
    if special:  # scores its row only, and counts as a neighbour from now on (16)
        player.filled |= special
        player.score += special_points(special)
        state.special_tiles -= 1
    state.tower += tiles.several(colour, widen(player.line_count[row]) - 1)
    _empty_line(player, row)


@rule
def settle_losses(state: State, seat: int) -> None:
    """Subtract the losses, never below 0, and put the broken tiles into the Tower (17)."""
    player = state.players[seat]
    player.score = max(0, player.score - losses(state, seat))
    for colour in range(COLOURS):
        state.tower += tiles.several(colour, widen(player.broken_tiles[colour]))
        player.broken_tiles[colour] = 0


@rule
def is_settled(state: State, seat: int) -> bool:
    """Return whether a seat's losses of the round are paid: one dome is tiled after the other, the starter's first."""
    if state.phase == PAY or state.phase == LAY:
        return state.turn != state.start and seat == state.start
    return state.phase == END


@rule
def _next_dome(state: State) -> None:
    state.tiling_row = 0
    state.turn = 1 - state.turn
    if state.turn == state.start:
        end_round(state)


# Bonus chips


@rule
def missing_tiles(player: Player, row: int) -> int:
    """Return how many tiles a line lacks."""
    return row + 1 - widen(player.line_count[row])


@rule
def can_complete(player: Player, row: int) -> bool:
    """Return whether the owner has the chips to complete a line (15)."""
    return chips.can_pay(0, widen(player.chips), widen(player.line_colour[row]), missing_tiles(player, row))


@rule
def payments(state: State) -> int:
    """Return ENOUGH as bit 0 and the kinds of chips to pay next as the bits after it.

    Kinds come in ascending order, so that every payment can be made in one way only.
    ENOUGH before the first chip leaves the line as it is.
    """
    mask = widen(may_stop_paying(state))
    for kind in range(CHIP_KINDS):
        if may_pay(state, kind):
            mask |= 1 << (PAY_CHIP - ENOUGH + kind)
    return mask


@rule
def may_stop_paying(state: State) -> bool:
    """Return whether the chips paid so far are none, or exactly what the line costs."""
    player = state.players[state.turn]
    row = widen(state.tiling_row)
    paid = widen(state.paid)
    return paid == 0 or chips.pays(paid, widen(player.line_colour[row]), missing_tiles(player, row))


@rule
def may_pay(state: State, kind: int) -> bool:
    """Return whether a payment can go on with a chip of this kind."""
    player = state.players[state.turn]
    row = widen(state.tiling_row)
    paid = widen(state.paid)
    held = widen(player.chips)
    if chips.count(held, kind) == 0 or paid >= chips.one(kind + 1):
        return False
    one = chips.one(kind)
    left = chips.from_kind(held - one, kind)
    return chips.can_pay(paid + one, left, widen(player.line_colour[row]), missing_tiles(player, row))


@rule
def pay(state: State, kind: int) -> None:
    """Pay a chip for the line, and go on for as long as there is only one way to do it."""
    while True:
        _turn_down(state, kind)
        left = payments(state)
        if bit_count(left) > 1:
            return
        kind = lowest_bit(left) - (PAY_CHIP - ENOUGH)
        if kind < 0:
            complete_line(state)
            return


@rule
def _turn_down(state: State, kind: int) -> None:
    """Turn one chip face down in the storage."""
    player = state.players[state.turn]
    player.chips -= chips.one(kind)
    player.used_chips += chips.one(kind)
    state.paid += chips.one(kind)


@rule
def complete_line(state: State) -> None:
    """Lay the tile of a line that chips have completed; the tiles they stand for are virtual (15)."""
    player = state.players[state.turn]
    row = widen(state.tiling_row)
    columns = open_columns(player, row)
    if bit_count(columns) > 1:
        state.phase = LAY
    else:
        lay_chosen(state, lowest_bit(columns))


# For previews


@rule
def score_board(state: State, seat: int) -> None:
    """Score one board as if phase 2 came now, without chips; each tile goes where it scores most."""
    player = state.players[seat]
    for row in range(LINES):
        if player.line_count[row]:
            columns = open_columns(player, row)
            if columns and player.line_count[row] == row + 1:
                lay_tile(state, player, row, best_column(player, row, columns))
            elif columns == 0 and row_has_all_plates(player, row):
                break_line(state, player, row)
    settle_losses(state, seat)


@rule
def best_column(player: Player, row: int, columns: int) -> int:
    """Return the column, among those given, where a tile scores most; the leftmost of equals."""
    best = lowest_bit(columns)
    most = 0
    for column in range(DOME_COLUMNS):
        if columns >> column & 1:
            points = points_for(player, row, column)
            if points > most:
                best, most = column, points
    return best


@rule
def points_for(player: Player, row: int, column: int) -> int:
    """Return what a tile laid here scores, with the special tile that it may bring."""
    filled = widen(player.filled) | 1 << (row * DOME_COLUMNS + column)
    points = tile_points(filled, row, column)
    special = special_cell_due(widen(player.spaces[SPECIAL_SPACE]), filled, plate_space(row, column))
    if special:
        points += special_points(special)
    return points
