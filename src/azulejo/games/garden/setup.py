"""The table before the first tiles are drawn, and a round before its first."""

from azulejo.games.contract import Numbers
from azulejo.games.garden.components import (
    ALL_KINDS,
    CUSTOM,
    EXPANSIONS,
    PLATE_SPACES,
    ROUNDS,
    SETS,
    SIDE_TABLE,
    START_JOKERS,
    START_SCORE,
    TILES_PER_KIND,
    TOP_TILES,
)
from azulejo.games.garden.dealing import open_top
from azulejo.games.garden.state import GONE, IN_DISPLAY, NO_TILE, PLACES, State, stack_size
from azulejo.kernel.rule import rule, widen


@rule
def setup(state: State, seats: int, options: Numbers, start: int) -> None:
    """Lay out the table; the first tiles are still to be drawn."""
    state.seats = seats
    state.side = options[0]
    for number in range(len(options) - 1):
        custom = state.side == CUSTOM
        write_side_number(
            state, number, widen(options[1 + number]) if custom else widen(SIDE_TABLE[state.side, number])
        )
    for level in range(TILES_PER_KIND):
        state.bag[level] = ALL_KINDS
    state.unseen = ALL_KINDS
    state.supply = EXPANSIONS - ROUNDS * stack_size(state)
    state.marker = IN_DISPLAY
    state.start = start
    state.turn = start
    for seat in range(seats):
        player = state.players[seat]
        player.built = PLATE_SPACES
        player.vacant = PLATE_SPACES
        player.score = START_SCORE
        player.jokers = START_JOKERS
    clear_display(state)
    begin_round(state)


@rule
def write_side_number(state: State, number: int, points: int) -> None:
    """Write one number of a side of the scoring board (see SIDE_NUMBERS)."""
    if number < ROUNDS * SETS:
        state.wheel[number // SETS, number % SETS] = points
    elif number == ROUNDS * SETS:
        state.pavilion_points = points
    else:
        state.group_bonus[number - ROUNDS * SETS - 1] = points


@rule
def clear_display(state: State) -> None:
    """Leave no tile and no expansion in the display."""
    for place in range(PLACES):
        state.faces[place] = GONE
        for tile in range(TOP_TILES):
            state.tiles_on[place, tile] = NO_TILE


@rule
def begin_round(state: State) -> None:
    """Set out the round's stack."""
    state.round_number += 1
    state.stack = stack_size(state)
    open_top(state)
