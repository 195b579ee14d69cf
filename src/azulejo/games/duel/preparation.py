"""Phase 3: everything is made ready for the next round, or the game ends.

Numbers in comments are rulings of docs/rules/duel.md.
"""

from azulejo.games.duel import pile
from azulejo.games.duel.components import (
    DISPLAY_PLATES,
    MAX_SEATS,
    ROUNDS,
    SMALL_FACTORIES,
    TOKENS,
)
from azulejo.games.duel.scoring import all_tablets
from azulejo.games.duel.state import (
    ACTION,
    CHIPS_DUE,
    CHOOSE,
    DISPLAY_DUE,
    END,
    HIDDEN_CHIP,
    NO_PLATE,
    ON_FACTORY,
    TILES_DUE,
    State,
)
from azulejo.kernel.bits import bit_count
from azulejo.kernel.rule import rule


@rule
def end_round(state: State) -> None:
    """Take tokens and the starting player tile back and prepare the next round; after the last, end the game."""
    if state.round_number == ROUNDS:
        _end_game(state)
        return
    for seat in range(MAX_SEATS):
        player = state.players[seat]
        player.tokens = TOKENS if state.round_number + 1 < ROUNDS else 0  # none in the last round
        player.chips_taken = 0
        player.passed = 0
    if state.starting_tile != ON_FACTORY:  # else the same player starts again (11)
        state.start = state.starting_tile
        state.starting_tile = ON_FACTORY
    state.turn = state.start
    state.factories_filled = 0
    prepare(state)


@rule
def _end_game(state: State) -> None:
    """Add up all tablets, then hold the total at 0 or more (20)."""
    for seat in range(MAX_SEATS):
        player = state.players[seat]
        player.score = max(0, player.score + all_tablets(state, player))
    state.phase = END


@rule
def prepare(state: State) -> None:
    """Go on with what comes next before a round: display, factories, chips of empty ones, plates at set-up."""
    if pile.top(state) != NO_PLATE and bit_count(display_mask(state)) < DISPLAY_PLATES:
        state.phase = DISPLAY_DUE
    elif not state.factories_filled:
        state.phase = TILES_DUE
    elif emptied_factories(state):  # without a tile to fill them, their chips are turned at once (18)
        state.phase = CHIPS_DUE
    elif state.setup_plates:  # the starting player chooses last
        state.turn = state.start if state.setup_plates == 1 else 1 - state.start
        state.phase = CHOOSE
    else:
        state.turn = state.start
        state.phase = ACTION


@rule
def display_mask(state: State) -> int:
    """Return the occupied spaces of the display, a bit each."""
    mask = 0
    for place in range(DISPLAY_PLATES):
        if state.display[place] != NO_PLATE:
            mask |= 1 << place
    return mask


@rule
def emptied_factories(state: State) -> int:
    """Return the small factories (from bit 0) that hold no tile and a chip still face down."""
    mask = 0
    for moon in range(SMALL_FACTORIES):
        if state.chips_on[moon] == HIDDEN_CHIP and state.heights[moon] == 0 and state.suns[moon + 1] == 0:
            mask |= 1 << moon
    return mask
