"""The set-up of the table."""

from azulejo.games import tiles
from azulejo.games.contract import Numbers
from azulejo.games.duel import chips
from azulejo.games.duel.components import (
    DISPLAY_PLATES,
    FIRST_GAME,
    LINES,
    MAX_SEATS,
    PLATE_SPACES,
    PLATES,
    SMALL_FACTORIES,
    SMALL_TILES,
    SPECIAL_TILES,
    STARTING_SCORE,
    TABLETS,
    TILES_PER_COLOUR,
    TOKENS,
)
from azulejo.games.duel.preparation import prepare
from azulejo.games.duel.state import (
    MOST_DRAWN,
    NO_CHIP,
    NO_COLOUR,
    NO_PLATE,
    ON_FACTORY,
    SOME_PLATE,
    TABLETS_DUE,
    Player,
    State,
)
from azulejo.games.duel.title import FIRST, RANDOM, RANDOM_FOUR
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
    state.setup_plates = MAX_SEATS
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
    for seat in range(MAX_SEATS):
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
        state.phase = TABLETS_DUE
        return
    for tablet in range(TABLETS):
        state.tablets[tablet] = FIRST_GAME[tablet] if options[0] == FIRST else options[1 + tablet]
    prepare(state)
