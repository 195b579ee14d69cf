"""Before every round: the set-up, phase 3, and the end of the game that takes its place.

Numbers in comments are rulings of docs/rules/duel.md.
"""

from azulejo.games import tiles
from azulejo.games.contract import Numbers
from azulejo.games.duel import chips, pile
from azulejo.games.duel.components import (
    DISPLAY_PLATES,
    FIRST_GAME,
    LINES,
    PLATE_SPACES,
    PLATES,
    PLAYERS,
    ROUNDS,
    SMALL_FACTORIES,
    SMALL_TILES,
    SPECIAL_TILES,
    STARTING_SCORE,
    TABLETS,
    TILES_PER_COLOUR,
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
    MOST_DRAWN,
    NO_CHIP,
    NO_COLOUR,
    NO_PLATE,
    ON_FACTORY,
    SOME_PLATE,
    TABLETS_DUE,
    TILES_DUE,
    Player,
    State,
)
from azulejo.games.duel.title import FIRST, RANDOM, RANDOM_FOUR
from azulejo.kernel.bits import bit_count
from azulejo.kernel.rule import rule


@rule
def setup(state: State, seats: int, options: Numbers, start: int) -> None:
    """Lay out the table; what is drawn for it is still to come."""
    state.start = start
    state.turn = start
    state.starting_tile = ON_FACTORY
    state.bag = TILES_PER_COLOUR * tiles.ONE_OF_EACH
    state.special_tiles = SPECIAL_TILES
    state.unseen_chips = chips.ALL_CHIPS
    state.unseen_plates = (1 << PLATES) - 1
    state.setup_plates = PLAYERS
    state.picked_colour = NO_COLOUR
    state.placing = NO_PLATE
    state.pile_size = PLATES
    for place in range(PLATES):
        state.pile[place] = SOME_PLATE
    for place in range(DISPLAY_PLATES):
        state.display[place] = NO_PLATE
    for index in range(MOST_DRAWN):
        state.drawn[index] = NO_PLATE
    for moon in range(SMALL_FACTORIES):
        state.chips_on[moon] = NO_CHIP
        for place in range(SMALL_TILES - 1):
            state.moons[moon, place] = NO_COLOUR
    for seat in range(PLAYERS):
        _clear_board(state.players[seat])
    state.free_draw = options[1 + TABLETS]
    state.special_is_a_colour = options[2 + TABLETS] == 0
    _choose_tablets(state, options)


@rule
def _clear_board(player: Player) -> None:
    player.score = STARTING_SCORE
    player.tokens = TOKENS
    for space in range(PLATE_SPACES):
        player.plates[space] = NO_PLATE
    for row in range(LINES):
        player.line_colour[row] = NO_COLOUR


@rule
def _choose_tablets(state: State, options: Numbers) -> None:
    """Lay out the tablets that were chosen, or let them be drawn."""
    if options[0] in (RANDOM, RANDOM_FOUR):
        state.tablet_choice = options[0]
        state.stage = TABLETS_DUE
        return
    for tablet in range(TABLETS):
        state.tablets[tablet] = FIRST_GAME[tablet] if options[0] == FIRST else options[1 + tablet]
    prepare(state)


@rule
def prepare(state: State) -> None:
    """Go on with what comes next before a round: display, factories, chips of empty ones, plates at set-up."""
    if pile.top(state) != NO_PLATE and bit_count(display_mask(state)) < DISPLAY_PLATES:
        state.stage = DISPLAY_DUE
    elif not state.factories_filled:
        state.stage = TILES_DUE
    elif emptied_factories(state):  # without a tile to fill them, their chips are turned at once (18)
        state.stage = CHIPS_DUE
    elif state.setup_plates:  # the starting player chooses last
        state.turn = state.start if state.setup_plates == 1 else 1 - state.start
        state.stage = CHOOSE
    else:
        state.turn = state.start
        state.stage = ACTION


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


# ---------------------------------------------------------------- phase 3: preparation, or the end


@rule
def end_round(state: State) -> None:
    """Take tokens and the starting player tile back and prepare the next round; after the last, end the game."""
    if state.round_number == ROUNDS:
        _end_game(state)
        return
    for seat in range(PLAYERS):
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
    for seat in range(PLAYERS):
        player = state.players[seat]
        player.score = max(0, player.score + all_tablets(state, player))
    state.stage = END
