"""A position as numbers for learners. Table of the parts: docs/envs/duel.md."""

from azulejo.games import tiles
from azulejo.games.contract import Floats
from azulejo.games.duel import chips, pile
from azulejo.games.duel.components import (
    BROKEN_SPACES,
    CELLS,
    CHIP_KINDS,
    CHIPS_PER_KIND,
    CHIPS_PER_ROUND,
    COLOURS,
    DISPLAY_PLATES,
    FACTORIES,
    LARGE_TILES,
    LINES,
    MAX_SEATS,
    PLATE_SPACES,
    PLATES,
    ROUNDS,
    SMALL_FACTORIES,
    SPACE_KINDS,
    STACK_HEIGHT,
    TABLETS,
    TILES_PER_COLOUR,
    TOKENS,
)
from azulejo.games.duel.scoring import losses, tablet_points
from azulejo.games.duel.state import (
    END,
    HIDDEN_CHIP,
    LAY,
    NO_CHIP,
    NO_COLOUR,
    NO_PLATE,
    ON_FACTORY,
    PAY,
    SOME_PLATE,
    State,
)
from azulejo.kernel.rule import rule, widen

PHASE_COUNT = END + 1
PLATE_NUMBERS = PLATES + 2
"""A plate is one of 18 fronts, or only its type is known."""

FACTORY_NUMBERS = FACTORIES * COLOURS + COLOURS + SMALL_FACTORIES * STACK_HEIGHT * COLOURS
CHIP_NUMBERS = SMALL_FACTORIES * (CHIP_KINDS + 1) + CHIP_KINDS
SUPPLY_NUMBERS = 2 * COLOURS + PLATES + (DISPLAY_PLATES + 2) * PLATE_NUMBERS + 2
TURN_NUMBERS = PHASE_COUNT + LINES + COLOURS + 1 + CHIP_KINDS + ROUNDS + 1 + 2 * TABLETS + 2
HIDDEN_NUMBERS = 2 * PLATES
TABLE_NUMBERS = FACTORY_NUMBERS + CHIP_NUMBERS + SUPPLY_NUMBERS + TURN_NUMBERS + HIDDEN_NUMBERS
PLAYER_NUMBERS = 9 + TABLETS + 2 * CHIP_KINDS + LINES + LINES * COLOURS + COLOURS + CELLS * (SPACE_KINDS + COLOURS + 1)
OBSERVATION = TABLE_NUMBERS + MAX_SEATS * PLAYER_NUMBERS

SCORE_SCALE = 100
LOSS_SCALE = 10


@rule
def observe(state: State, seat: int, out: Floats) -> None:
    """Write the position as seen by a seat: the table, the seat's own board, the other board."""
    out[:OBSERVATION] = 0
    at = 0
    _observe_factories(state, out[at:])
    at += FACTORY_NUMBERS
    _observe_chips(state, out[at:])
    at += CHIP_NUMBERS
    _observe_supply(state, seat, out[at:])
    at += SUPPLY_NUMBERS
    _observe_turn(state, out[at:])
    at += TURN_NUMBERS
    _observe_seen_plates(state, seat, out[at:])
    at += HIDDEN_NUMBERS
    _observe_player(state, seat, out[at:])
    _observe_player(state, 1 - seat, out[at + PLAYER_NUMBERS :])


@rule
def _observe_factories(state: State, out: Floats) -> None:
    """Write suns and the large moon by colour, then the small stacks place by place."""
    for colour in range(COLOURS):
        for factory in range(FACTORIES):
            out[factory * COLOURS + colour] = tiles.count(widen(state.suns[factory]), colour) / LARGE_TILES
        out[FACTORIES * COLOURS + colour] = tiles.count(widen(state.large_moon), colour) / LARGE_TILES
    at = (FACTORIES + 1) * COLOURS
    for moon in range(SMALL_FACTORIES):
        for place in range(STACK_HEIGHT):
            if state.moons[moon, place] != NO_COLOUR:
                out[at + state.moons[moon, place]] = 1
            at += COLOURS


@rule
def _observe_chips(state: State, out: Floats) -> None:
    """Write the chip under each small moon, its last number for one face down, and the chips not seen yet."""
    at = 0
    for moon in range(SMALL_FACTORIES):
        if state.chips_on[moon] != NO_CHIP:
            out[at + state.chips_on[moon]] = 1
        at += HIDDEN_CHIP + 1
    for kind in range(CHIP_KINDS):
        out[at + kind] = chips.count(widen(state.unseen_chips), kind) / CHIPS_PER_KIND


@rule
def _observe_supply(state: State, seat: int, out: Floats) -> None:
    """Write bag and Tower, the plates on no dome and not shown, the display, the pile's top, the plate in hand."""
    for colour in range(COLOURS):
        out[colour] = tiles.count(widen(state.bag), colour) / TILES_PER_COLOUR
        out[COLOURS + colour] = tiles.count(widen(state.tower), colour) / TILES_PER_COLOUR
    at = 2 * COLOURS
    for plate in range(PLATES):
        out[at + plate] = 1
    for place in range(DISPLAY_PLATES):
        if state.display[place] != NO_PLATE:
            out[at + state.display[place]] = 0
    for player in range(MAX_SEATS):
        for space in range(PLATE_SPACES):
            if state.players[player].plates[space] != NO_PLATE:
                out[at + state.players[player].plates[space] // 4] = 0
    at += PLATES
    for place in range(DISPLAY_PLATES):
        _observe_plate(widen(state.display[place]), out[at:])
        at += PLATE_NUMBERS
    top = pile.top(state)
    if top != NO_PLATE:
        known = widen(state.pile_known[state.pile_size - 1]) >> seat & 1
        _observe_plate(top if known else _back(top), out[at:])
    at += PLATE_NUMBERS
    known = widen(state.placing_known) >> seat & 1 or state.placing_known == 0
    _observe_plate(widen(state.placing) if known else _back(widen(state.placing)), out[at:])
    at += PLATE_NUMBERS
    out[at] = state.pile_size / PLATES
    out[at + 1] = state.drawn_count / PLATES


@rule
def _back(plate: int) -> int:
    """Return what a plate shows to those who have not seen its front."""
    return pile.some_of_type(pile.type_of(plate)) if pile.is_definite(plate) else plate


@rule
def _observe_plate(plate: int, out: Floats) -> None:
    """Write a front, or a type if only that is known."""
    if NO_PLATE < plate < SOME_PLATE:
        out[plate] = 1


@rule
def _observe_turn(state: State, out: Floats) -> None:
    """Write what is asked, the line being tiled, tiles in hand, chips paid, round, tablets and options."""
    out[state.phase] = 1
    at = PHASE_COUNT
    if state.phase in (PAY, LAY):
        out[at + state.tiling_row] = 1
    at += LINES
    if state.picked_count:
        out[at + state.picked_colour] = 1
        out[at + COLOURS] = state.picked_count / LARGE_TILES
    at += COLOURS + 1
    for kind in range(CHIP_KINDS):
        out[at + kind] = chips.count(widen(state.paid), kind) / CHIPS_PER_KIND
    at += CHIP_KINDS
    if state.round_number:
        out[at + state.round_number - 1] = 1
    out[at + ROUNDS] = state.starting_tile == ON_FACTORY
    at += ROUNDS + 1
    for tablet in range(TABLETS):
        if state.tablets[tablet]:
            out[at + 2 * tablet + state.tablets[tablet] - 1] = 1
    at += 2 * TABLETS
    out[at] = state.free_draw
    out[at + 1] = state.special_is_a_colour


@rule
def _observe_seen_plates(state: State, seat: int, out: Floats) -> None:
    """Write the plates the seat has drawn and seen, in the order that moves count them, and those it knows in the pile.

    The first in hand is 1, and so is the next to come from the pile; the others are less.
    """
    for index in range(widen(state.drawn_count)):
        plate = widen(state.drawn[index])
        if pile.is_definite(plate) and widen(state.drawn_known[index]) >> seat & 1:
            out[plate] = (PLATES - index) / PLATES
    size = widen(state.pile_size)
    for place in range(size):
        plate = widen(state.pile[place])
        if pile.is_definite(plate) and widen(state.pile_known[place]) >> seat & 1:
            out[PLATES + plate] = (place + 1) / size


@rule
def _observe_player(state: State, seat: int, out: Floats) -> None:
    """Write one board."""
    player = state.players[seat]
    out[0] = state.turn == seat
    out[1] = state.start == seat
    out[2] = state.starting_tile == seat
    out[3] = player.score / SCORE_SCALE
    out[4] = losses(state, seat) / LOSS_SCALE
    out[5] = player.tokens / TOKENS
    out[6] = player.chips_taken / CHIPS_PER_ROUND
    out[7] = player.passed
    out[8] = state.setup_plates / MAX_SEATS
    at = 9
    for tablet in range(TABLETS):
        out[at + tablet] = tablet_points(state, player, tablet) / SCORE_SCALE
    at += TABLETS
    for kind in range(CHIP_KINDS):
        out[at + kind] = chips.count(widen(player.chips), kind) / CHIPS_PER_KIND
        out[at + CHIP_KINDS + kind] = chips.count(widen(player.used_chips), kind) / CHIPS_PER_KIND
    at += 2 * CHIP_KINDS
    for row in range(LINES):
        out[at + row] = player.line_count[row] / (row + 1)
        if player.line_colour[row] != NO_COLOUR:
            out[at + LINES + row * COLOURS + player.line_colour[row]] = 1
    at += LINES + LINES * COLOURS
    for colour in range(COLOURS):
        out[at + colour] = player.broken_tiles[colour] / BROKEN_SPACES
    at += COLOURS
    for kind in range(SPACE_KINDS):
        _observe_cells(widen(player.spaces[kind]), out[at + kind * CELLS :])
    at += SPACE_KINDS * CELLS
    for colour in range(COLOURS):
        _observe_cells(widen(player.tiles_of[colour]), out[at + colour * CELLS :])
    _observe_cells(widen(player.filled), out[at + COLOURS * CELLS :])


@rule
def _observe_cells(cells: int, out: Floats) -> None:
    for cell in range(CELLS):
        out[cell] = cells >> cell & 1
