"""Everything that is drawn: tablets, plates, tiles, chips. Sampled only when it is revealed.

Numbers in comments are rulings of docs/rules/duel.md.
"""

from azulejo.games import tiles
from azulejo.games.contract import NO_PIECE, Pieces
from azulejo.games.duel import chips, pile
from azulejo.games.duel.acquisition import ask_for_more, ask_line, keep_plate, show_kept_plate
from azulejo.games.duel.components import (
    COLOURS,
    DISPLAY_PLATES,
    LARGE_TILES,
    SIDE_A,
    SMALL_FACTORIES,
    SMALL_TILES,
    TABLETS,
)
from azulejo.games.duel.preparation import display_mask, emptied_factories, prepare
from azulejo.games.duel.state import (
    CHIPS_DUE,
    DISPLAY_DUE,
    HIDDEN_CHIP,
    KEEP,
    KEPT_DUE,
    LOOK_DUE,
    NO_PLATE,
    TILES_DUE,
    TOP_DUE,
    State,
)
from azulejo.games.duel.title import FIRST, RANDOM
from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.chance import Stream, below
from azulejo.kernel.rule import rule, widen

MAX_DRAWN = LARGE_TILES + SMALL_FACTORIES * SMALL_TILES


@rule
def deal(state: State, rng: Stream, drawn: Pieces) -> int:
    """Make the draw that is due by chance; write the pieces drawn and return their number."""
    number = _sample(state, rng, drawn)
    deal_given(state, drawn, number)
    return number


@rule
def _sample(state: State, rng: Stream, out: Pieces) -> int:
    """Write pieces for the draw that is due, and change nothing."""
    phase = state.phase
    if phase == TILES_DUE:
        return _sample_tiles(state, rng, out)
    if phase == CHIPS_DUE:
        return _sample_chips(state, rng, out)
    if phase == DISPLAY_DUE:
        return pile.sample_turned_up(state, rng, plates_due(state), out)
    if phase == TOP_DUE:
        specials, plates = pile.covered(state)
        out[0] = pile.sample_type(specials, plates, rng)
        return 1
    if phase == LOOK_DUE:
        return pile.sample_drawn(state, rng, out)
    if phase == KEPT_DUE:
        kept = widen(state.placing)
        if not pile.is_definite(kept):
            kept = pile.sample_front(widen(state.unseen_plates), pile.type_of(kept), rng)
        out[0] = kept
        return 1
    return _sample_tablets(state, rng, out)


@rule
def deal_given(state: State, drawn: Pieces, number: int) -> None:
    """Make the draw that is due with the pieces given."""
    phase = state.phase
    if phase == TILES_DUE:
        _fill_factories(state, drawn)
        prepare(state)
    elif phase == CHIPS_DUE:
        _turn_chips(state, drawn)
        if state.picked_count:
            ask_line(state)
        else:
            prepare(state)
    elif phase == DISPLAY_DUE:
        _fill_display(state, drawn, number)
        prepare(state)
    elif phase == TOP_DUE:
        pile.uncover_top(state, widen(drawn[0]))
        ask_for_more(state)
    elif phase == LOOK_DUE:
        _look_at_drawn(state, drawn)
    elif phase == KEPT_DUE:
        show_kept_plate(state, widen(drawn[0]))
    else:
        for place in range(number):
            state.tablets[drawn[place] // 2] = SIDE_A + drawn[place] % 2
        state.tablet_choice = FIRST
        prepare(state)


@rule
def _sample_tablets(state: State, rng: Stream, out: Pieces) -> int:
    """Write three or four tablets with their sides: ``tablet * 2 + side``."""
    left_out = TABLETS
    if state.tablet_choice == RANDOM:
        left_out = below(rng, TABLETS)
    number = 0
    for tablet in range(TABLETS):
        if tablet != left_out:
            out[number] = tablet * 2 + below(rng, 2)
            number += 1
    return number


@rule
def plates_due(state: State) -> int:
    """Return how many plates the display gets."""
    return min(DISPLAY_PLATES - bit_count(display_mask(state)), widen(state.pile_size))


@rule
def _fill_display(state: State, drawn: Pieces, number: int) -> None:
    """Turn plates up into the empty spaces of the display; a last piece is the type on the next back."""
    due = plates_due(state)
    used = 0
    for place in range(DISPLAY_PLATES):
        if state.display[place] == NO_PLATE and used < due:
            pile.take_top(state, widen(drawn[used]))
            state.display[place] = drawn[used]
            used += 1
    if number > used:
        pile.uncover_top(state, widen(drawn[used]))


@rule
def _look_at_drawn(state: State, drawn: Pieces) -> None:
    """Let the drawer see the plates; a single one is kept, so all see it."""
    for index in range(widen(state.drawn_count)):
        pile.reveal(state, widen(drawn[index]))
        state.drawn[index] = drawn[index]
        state.drawn_known[index] |= 1 << widen(state.turn)
    if state.drawn_count == 1:
        keep_plate(state, 0)
        show_kept_plate(state, widen(drawn[0]))
        state.drawn_count = 0
    else:
        state.phase = KEEP


@rule
def _sample_chips(state: State, rng: Stream, out: Pieces) -> int:
    """Write a kind for every chip that is turned, from factory 1 on."""
    unseen = widen(state.unseen_chips)
    number = bit_count(emptied_factories(state))
    for place in range(number):
        kind = chips.kind_at(unseen, below(rng, chips.total(unseen)))
        unseen -= chips.one(kind)
        out[place] = kind
    return number


@rule
def _turn_chips(state: State, drawn: Pieces) -> None:
    emptied = emptied_factories(state)
    place = 0
    while emptied:
        kind = widen(drawn[place])
        state.chips_on[lowest_bit(emptied)] = kind
        state.unseen_chips -= chips.one(kind)
        emptied &= emptied - 1
        place += 1


@rule
def _sample_tiles(state: State, rng: Stream, out: Pieces) -> int:
    """Write five tiles for the large factory, then four for each small one (18); NO_PIECE where there is none."""
    bag, tower = _sample_large(widen(state.bag), widen(state.tower), rng, out)
    for place in range(LARGE_TILES, MAX_DRAWN):
        if bag == 0:
            bag, tower = tower, 0
        out[place] = _pull(bag, rng)
        if out[place] != NO_PIECE:
            bag -= tiles.several(widen(out[place]), 1)
    return MAX_DRAWN


@rule
def _sample_large(bag: int, tower: int, rng: Stream, out: Pieces) -> tuple[int, int]:
    """Write five tiles, not all equal if that can be had (10); return bag and Tower without them."""
    while True:
        handful = 0
        for place in range(LARGE_TILES):
            if bag == 0:
                bag, tower = tower, 0
            out[place] = _pull(bag, rng)
            if out[place] != NO_PIECE:
                bag -= tiles.several(widen(out[place]), 1)
                handful += tiles.several(widen(out[place]), 1)
        if not all_equal(handful):
            return bag, tower
        if bit_count(tiles.present(bag + handful)) == 1:
            bag, tower = bag + tower, 0
        if bit_count(tiles.present(bag + handful)) == 1:
            return bag, tower
        bag += handful


@rule
def _pull(bag: int, rng: Stream) -> int:
    """Return the colour of a tile pulled out of the bag, or NO_PIECE from an empty one."""
    left = tiles.total(bag)
    return tiles.colour_at(bag, below(rng, left)) if left else NO_PIECE


@rule
def all_equal(handful: int) -> bool:
    """Return whether these are five tiles of one colour (10)."""
    return tiles.total(handful) == LARGE_TILES and bit_count(tiles.present(handful)) == 1


@rule
def _fill_factories(state: State, drawn: Pieces) -> None:
    """Put the tiles drawn on the suns and a chip face down under every small moon."""
    if large_needs_tower(state):
        state.bag += state.tower
        state.tower = 0
    for place in range(MAX_DRAWN):
        colour = widen(drawn[place])
        if colour != NO_PIECE:
            if state.bag == 0:  # pour in the Tower when a tile is needed, not before (18)
                state.bag = state.tower
                state.tower = 0
            factory = 0 if place < LARGE_TILES else 1 + (place - LARGE_TILES) // SMALL_TILES
            state.bag -= tiles.several(colour, 1)
            state.suns[factory] += tiles.several(colour, 1)
            state.offers |= 1 << (factory * COLOURS + colour)
    for moon in range(SMALL_FACTORIES):
        state.chips_on[moon] = HIDDEN_CHIP
    state.round_number += 1
    state.factories_filled = 1


@rule
def large_needs_tower(state: State) -> bool:
    """Return whether filling the large factory takes the Tower: too few tiles in the bag, or one colour (10, 18)."""
    bag = widen(state.bag)
    return tiles.total(bag) < LARGE_TILES or bit_count(tiles.present(bag)) == 1
