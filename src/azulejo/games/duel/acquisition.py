"""Phase 1: players take plates, tiles and chips.

Numbers in comments are rulings of docs/rules/duel.md.
"""

from azulejo.games import tiles
from azulejo.games.contract import Codes
from azulejo.games.duel import chips, pile
from azulejo.games.duel.components import (
    CHIPS_PER_ROUND,
    COLOURS,
    LARGE,
    LINES,
    PLATE_CORNER,
    PLATE_MASK,
    PLATE_SPACES,
    SMALL_FACTORIES,
    SPACE_KINDS,
    TURNS,
)
from azulejo.games.duel.moves import (
    BROKEN,
    CHIP,
    DISPLAY,
    DRAW,
    MOON,
    PASS,
    STACK_THREE,
    STACK_TWO,
    SUN,
)
from azulejo.games.duel.preparation import display_mask, emptied_factories, prepare
from azulejo.games.duel.state import (
    ACTION,
    CHIPS_DUE,
    DRAWING,
    HIDDEN_CHIP,
    KEPT_DUE,
    LINE,
    LOOK_DUE,
    NO_CHIP,
    NO_COLOUR,
    NO_PLATE,
    ON_FACTORY,
    PLACE,
    RETURN,
    STACK,
    TOP_DUE,
    Player,
    State,
)
from azulejo.games.duel.tiling import begin_tiling, break_tiles
from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.rule import rule, widen

ALL_TURNS = (1 << TURNS) - 1


@rule
def actions(state: State) -> int:
    """Return the actions that a turn can begin with, a bit for each code; a pass only if there is none (1)."""
    player = state.players[state.turn]
    found = widen(state.offers) << SUN | moon_colours(state) << MOON
    if player.tokens:
        found |= display_mask(state) << DISPLAY
        if can_begin_to_draw(state, player):
            found |= 1 << DRAW
    if player.chips_taken < CHIPS_PER_ROUND:
        found |= revealed_chips(state) << CHIP
    return found if found else 1 << PASS


@rule
def moon_colours(state: State) -> int:
    """Return the colours that lie on top on any moon, a bit each."""
    colours = tiles.present(widen(state.large_moon))
    for moon in range(SMALL_FACTORIES):
        if state.heights[moon]:
            colours |= 1 << widen(state.moons[moon, state.heights[moon] - 1])
    return colours


@rule
def revealed_chips(state: State) -> int:
    """Return the small factories (from bit 0) with a chip face up."""
    mask = 0
    for moon in range(SMALL_FACTORIES):
        if NO_CHIP < state.chips_on[moon] < HIDDEN_CHIP:
            mask |= 1 << moon
    return mask


@rule
def _end_turn(state: State) -> None:
    """Hand the turn over, unless the other player has passed, or phase 1 is over."""
    if acquisition_is_over(state):
        begin_tiling(state)
        return
    if not state.players[1 - state.turn].passed:
        state.turn = 1 - state.turn
    state.phase = ACTION


@rule
def acquisition_is_over(state: State) -> bool:
    """Return whether all factories are empty and all tokens used."""
    tokens = state.players[0].tokens + state.players[1].tokens
    in_the_way = 0
    for moon in range(SMALL_FACTORIES):
        in_the_way += state.heights[moon] + (state.chips_on[moon] != NO_CHIP)
    return state.offers == 0 and state.large_moon == 0 and tokens == 0 and in_the_way == 0


@rule
def pass_turn(state: State) -> None:
    """Pass for the rest of the phase (1)."""
    state.players[state.turn].passed = 1
    if state.players[1 - state.turn].passed:
        begin_tiling(state)
    else:
        state.turn = 1 - state.turn


# Action A: a plate


@rule
def take_from_display(state: State, place: int) -> None:
    """Take a plate that all can see; its space stays empty until phase 3 (2)."""
    if state.setup_plates == 0:
        state.players[state.turn].tokens -= 1
    state.placing = state.display[place]
    state.display[place] = NO_PLATE
    state.phase = PLACE


@rule
def can_begin_to_draw(state: State, player: Player) -> bool:
    """Return whether a player may pay for a first plate of the pile, or gets it free at 0 points (4)."""
    if state.pile_size == 0:
        return False
    return player.score > 0 or state.free_draw != 0 or display_mask(state) == 0


@rule
def draw_plate(state: State) -> None:
    """Draw one plate, unseen, for a point (3)."""
    player = state.players[state.turn]
    if state.phase == ACTION:
        player.tokens -= 1
        state.drawn_count = 0
    player.score = max(0, player.score - 1)
    pile.draw_top(state)
    if pile.top_is_covered(state):
        state.phase = TOP_DUE
    else:
        ask_for_more(state)


@rule
def ask_for_more(state: State) -> None:
    """Ask whether to draw one more plate, if that is possible."""
    if state.players[state.turn].score > 0 and state.pile_size > 0:
        state.phase = DRAWING
    else:
        state.phase = LOOK_DUE


@rule
def keep_plate(state: State, index: int) -> None:
    """Keep one of several drawn plates; next, all see its front."""
    state.placing = state.drawn[index]
    state.placing_known = state.drawn_known[index]
    state.drawn[index] = NO_PLATE
    state.drawn_known[index] = 0
    state.phase = KEPT_DUE


@rule
def show_kept_plate(state: State, plate: int) -> None:
    """Show the front of the plate that its drawer keeps."""
    pile.reveal(state, plate)
    state.placing = plate
    state.placing_known = 0
    state.phase = PLACE


@rule
def open_places(player: Player) -> int:
    """Return every free space of the dome with each of the four turns, a bit each (5)."""
    mask = 0
    for space in range(PLATE_SPACES):
        if player.plates[space] == NO_PLATE:
            mask |= ALL_TURNS << (space * TURNS)
    return mask


@rule
def place_plate(state: State, space: int, turn: int) -> None:
    """Place the plate that was taken; after that come the plates to be returned."""
    put_plate(state.players[state.turn], widen(state.placing), space, turn)
    state.placing = NO_PLATE
    if state.setup_plates:
        state.setup_plates -= 1
        prepare(state)
    else:
        _ask_which_to_return(state)


@rule
def put_plate(player: Player, plate: int, space: int, turn: int) -> None:
    """Put a plate on a free space of a dome, for good (5)."""
    player.plates[space] = plate * TURNS + turn
    for kind in range(SPACE_KINDS):
        player.spaces[kind] |= widen(PLATE_MASK[plate, turn, kind]) << widen(PLATE_CORNER[space])


@rule
def _ask_which_to_return(state: State) -> None:
    """Ask which of the plates not kept goes under the pile next; the last one goes by itself (3)."""
    left = pile.still_drawn(state)
    if bit_count(left) > 1:
        state.phase = RETURN
        return
    if left:
        pile.return_under(state, lowest_bit(left))
    state.drawn_count = 0
    _end_turn(state)


@rule
def return_plate(state: State, index: int) -> None:
    """Put one of the plates not kept under the pile."""
    pile.return_under(state, index)
    _ask_which_to_return(state)


# Action B: tiles from a sun


@rule
def take_from_sun(state: State, factory: int, colour: int) -> None:
    """Take all tiles of a colour from a sun; the others go to that factory's moon."""
    number = tiles.count(widen(state.suns[factory]), colour)
    leftovers = widen(state.suns[factory]) - tiles.several(colour, number)
    state.picked_colour = colour
    state.picked_count = number
    state.offers &= ~(((1 << COLOURS) - 1) << (COLOURS * factory))
    state.suns[factory] = 0
    if factory == LARGE:
        state.large_moon += leftovers  # singly: all of them are top tiles (7)
        if leftovers == 0:  # nothing will lie on the moon that could bring it later (10)
            _take_starting_tile(state)
        ask_line(state)
    elif leftovers == 0:  # no stack, so the chip lies open (6)
        state.phase = CHIPS_DUE
    else:
        _ask_for_stack(state, factory, leftovers)


@rule
def _ask_for_stack(state: State, factory: int, leftovers: int) -> None:
    """Ask for the order of the stack, if the tiles are not all equal (6)."""
    colours = tiles.present(leftovers)
    if bit_count(colours) > 1:
        state.suns[factory] = leftovers
        state.stacking = factory
        state.phase = STACK
    else:
        for _ in range(tiles.total(leftovers)):
            _put_on_moon(state, factory, lowest_bit(colours))
        ask_line(state)


@rule
def _put_on_moon(state: State, factory: int, colour: int) -> None:
    """Put one tile on top of the stack of a small factory."""
    state.moons[factory - 1, state.heights[factory - 1]] = colour
    state.heights[factory - 1] += 1


@rule
def legal_stacks(leftovers: int, out: Codes) -> int:
    """Write every order of two or three tiles once, equal ones not told apart."""
    number = 0
    three = tiles.total(leftovers) == 3
    for bottom in range(COLOURS):
        above = leftovers - tiles.several(bottom, 1)
        if tiles.count(leftovers, bottom) == 0:
            continue
        for second in range(COLOURS):
            if tiles.count(above, second) == 0:
                continue
            if not three:
                out[number] = STACK_TWO + bottom * COLOURS + second
                number += 1
                continue
            left = above - tiles.several(second, 1)
            for top in range(COLOURS):
                if tiles.count(left, top):
                    out[number] = STACK_THREE + (bottom * COLOURS + second) * COLOURS + top
                    number += 1
    return number


@rule
def stack_leftovers(state: State, move: int) -> None:
    """Stack the left-over tiles on the moon in the order of a move."""
    factory = widen(state.stacking)
    order = move - STACK_TWO
    if move >= STACK_THREE:
        order = move - STACK_THREE
        _put_on_moon(state, factory, order // COLOURS**2)
    _put_on_moon(state, factory, order // COLOURS % COLOURS)
    _put_on_moon(state, factory, order % COLOURS)
    state.suns[factory] = 0
    state.stacking = 0
    ask_line(state)


# Action C: tiles from the moons


@rule
def take_from_moons(state: State, colour: int) -> None:
    """Take every top tile of a colour from all five moons (8)."""
    number = tiles.count(widen(state.large_moon), colour)
    if number:
        state.large_moon -= tiles.several(colour, number)
        _take_starting_tile(state)
    for moon in range(SMALL_FACTORIES):
        top = widen(state.heights[moon]) - 1
        if top >= 0 and state.moons[moon, top] == colour:
            state.moons[moon, top] = NO_COLOUR
            state.heights[moon] = top
            number += 1
    state.picked_colour = colour
    state.picked_count = number
    if emptied_factories(state):  # before the line is chosen (9)
        state.phase = CHIPS_DUE
    else:
        ask_line(state)


@rule
def _take_starting_tile(state: State) -> None:
    """Give the starting player tile to the first who takes from the large moon."""
    if state.starting_tile == ON_FACTORY:
        state.starting_tile = state.turn


# The picked tiles of actions B and C


@rule
def open_destinations(state: State) -> int:
    """Return where the picked tiles may go: lines that are empty or hold their colour and are not full (12)."""
    player = state.players[state.turn]
    mask = 1 << BROKEN
    for row in range(LINES):
        held = player.line_count[row]
        if held == 0 or (held <= row and player.line_colour[row] == state.picked_colour):
            mask |= 1 << row
    return mask


@rule
def ask_line(state: State) -> None:
    """Ask where the picked tiles go, if any line can take them."""
    if open_destinations(state) == 1 << BROKEN:
        put_on_line(state, BROKEN)
    else:
        state.phase = LINE


@rule
def put_on_line(state: State, destination: int) -> None:
    """Put the picked tiles on a line as far as they fit; the rest breaks (12)."""
    player = state.players[state.turn]
    colour = widen(state.picked_colour)
    number = widen(state.picked_count)
    if destination != BROKEN:
        placed = min(number, destination + 1 - widen(player.line_count[destination]))
        player.line_colour[destination] = colour
        player.line_count[destination] += placed
        number -= placed
    break_tiles(state, player, colour, number)
    state.picked_colour = NO_COLOUR
    state.picked_count = 0
    _end_turn(state)


# Action D: a bonus chip


@rule
def take_chip(state: State, moon: int) -> None:
    """Take a revealed chip into the storage."""
    player = state.players[state.turn]
    player.chips += chips.one(widen(state.chips_on[moon]))
    player.chips_taken += 1
    state.chips_on[moon] = NO_CHIP
    _end_turn(state)
