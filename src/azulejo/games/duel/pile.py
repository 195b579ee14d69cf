"""The pile of dome plates: what is known of it, how plates leave it and come back under it.

A place of the pile (or among the plates drawn this turn) holds a definite plate once somebody
has seen its front; otherwise only that there is some plate, perhaps of a known type. So a
shuffled pile is a row of places with SOME_PLATE and the set ``unseen_plates``. Whoever asks
for a front gets one by chance out of those that fit, with exactly the odds of a real pile:
types of uncovered backs first, then fronts of the type, every plate once.

What a player has seen and put back stays definite, for that seat's eyes only (ruling 3): see secrets.py.
"""

from azulejo.games.contract import Pieces
from azulejo.games.duel.components import FRONTS_OF_TYPE, JOKER, PLATES, PLATES_OF_TYPE, SPECIAL
from azulejo.games.duel.state import (
    NO_PLATE,
    SOME_JOKER,
    SOME_PLATE,
    SOME_SPECIAL,
    State,
)
from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.chance import Stream, below
from azulejo.kernel.rule import rule, widen

UNKNOWN_TYPE = -1


@rule
def type_of(plate: int) -> int:
    """Return the type of a definite plate or of one only known by its back."""
    if plate < PLATES_OF_TYPE or plate == SOME_SPECIAL:
        return SPECIAL
    if plate < PLATES or plate == SOME_JOKER:
        return JOKER
    return UNKNOWN_TYPE


@rule
def some_of_type(plate_type: int) -> int:
    """Return the unseen plate of a type, as a place holds it."""
    return SOME_SPECIAL + plate_type


@rule
def is_definite(plate: int) -> bool:
    """Return whether it is decided which plate this is."""
    return NO_PLATE < plate < PLATES


@rule
def top(state: State) -> int:
    """Return the plate on top of the pile, or NO_PLATE."""
    if state.pile_size == 0:
        return NO_PLATE
    return widen(state.pile[state.pile_size - 1])


@rule
def top_is_covered(state: State) -> bool:
    """Return whether the back on top of the pile is still to be uncovered: a draw of its own."""
    return top(state) == SOME_PLATE


@rule
def uncover_top(state: State, plate_type: int) -> None:
    """Show the type on the back of the pile's top plate."""
    state.pile[state.pile_size - 1] = some_of_type(plate_type)


@rule
def reveal(state: State, plate: int) -> None:
    """Make a plate definite: it is none of the unseen any more."""
    state.unseen_plates &= ~(1 << plate)


@rule
def take_top(state: State, plate: int) -> None:
    """Take the top plate off the pile, its front (``plate``) seen by all."""
    reveal(state, plate)
    _leave(state)


@rule
def draw_top(state: State) -> None:
    """Move the top plate to the plates drawn in this turn, unseen."""
    state.drawn[state.drawn_count] = state.pile[state.pile_size - 1]
    state.drawn_known[state.drawn_count] = state.pile_known[state.pile_size - 1]
    state.drawn_count += 1
    _leave(state)


@rule
def _leave(state: State) -> None:
    state.pile_size -= 1
    state.pile[state.pile_size] = NO_PLATE
    state.pile_known[state.pile_size] = 0


@rule
def return_under(state: State, index: int) -> None:
    """Put one of the drawn plates under the pile, face down."""
    for place in range(widen(state.pile_size), 0, -1):
        state.pile[place] = state.pile[place - 1]
        state.pile_known[place] = state.pile_known[place - 1]
    state.pile[0] = state.drawn[index]
    state.pile_known[0] = state.drawn_known[index]
    state.pile_size += 1
    state.drawn[index] = NO_PLATE
    state.drawn_known[index] = 0


@rule
def still_drawn(state: State) -> int:
    """Return which of the plates drawn in this turn are neither kept nor returned, a bit each."""
    mask = 0
    for index in range(widen(state.drawn_count)):
        if state.drawn[index] != NO_PLATE:
            mask |= 1 << index
    return mask


# ---------------------------------------------------------------- chance


@rule
def covered(state: State) -> tuple[int, int]:
    """Return how many special plates, and how many in all, have not even shown their backs."""
    specials = bit_count(widen(state.unseen_plates) & widen(FRONTS_OF_TYPE[SPECIAL]))
    plates = 0
    for place in range(widen(state.pile_size)):
        specials -= state.pile[place] == SOME_SPECIAL
        plates += state.pile[place] == SOME_PLATE
    for index in range(widen(state.drawn_count)):
        specials -= state.drawn[index] == SOME_SPECIAL
    specials -= state.placing == SOME_SPECIAL
    return specials, plates


@rule
def sample_type(specials: int, plates: int, rng: Stream) -> int:
    """Return the type of the next back to be uncovered, by chance; so many special ones are left among so many."""
    return SPECIAL if below(rng, plates) < specials else JOKER


@rule
def sample_front(unseen: int, plate_type: int, rng: Stream) -> int:
    """Return one of the unseen plates of a type, by chance."""
    fronts = unseen & widen(FRONTS_OF_TYPE[plate_type])
    for _ in range(below(rng, bit_count(fronts))):
        fronts &= fronts - 1
    return lowest_bit(fronts)


@rule
def sample_turned_up(state: State, rng: Stream, number: int, out: Pieces) -> int:
    """Write the fronts of the top ``number`` plates, turned up one after another, and the next back.

    The type of the next back is written only if there is a plate and its type was not known.
    """
    unseen = widen(state.unseen_plates)
    specials, plates = covered(state)
    size = widen(state.pile_size)
    for place in range(number):
        plate = widen(state.pile[size - 1 - place])
        if plate == SOME_PLATE:
            plate = some_of_type(sample_type(specials, plates, rng))
            specials -= plate == SOME_SPECIAL
            plates -= 1
        if not is_definite(plate):
            plate = sample_front(unseen, type_of(plate), rng)
            unseen &= ~(1 << plate)
        out[place] = plate
    if size > number and state.pile[size - 1 - number] == SOME_PLATE:
        out[number] = sample_type(specials, plates, rng)
        return number + 1
    return number


@rule
def sample_drawn(state: State, rng: Stream, out: Pieces) -> int:
    """Write the fronts of the plates drawn in this turn."""
    unseen = widen(state.unseen_plates)
    number = widen(state.drawn_count)
    for index in range(number):
        plate = widen(state.drawn[index])
        if not is_definite(plate):
            plate = sample_front(unseen, type_of(plate), rng)
            unseen &= ~(1 << plate)
        out[index] = plate
    return number
