"""What only one player has seen: the fronts of plates drawn together, until one is shown, and of those put back.

For anybody else ``redact`` turns such a plate into some plate of its type again, and puts its front back among the
unseen.
"""

from collections.abc import Mapping
from typing import Any

from azulejo.games.contract import EVERYONE
from azulejo.games.duel.pile import is_definite, reveal, sample_front, some_of_type, type_of
from azulejo.games.duel.state import KEPT_DUE, LOOK_DUE, NO_PLATE, State
from azulejo.kernel.chance import Stream
from azulejo.kernel.rule import rule, widen


def draw_audience(state: State) -> int:
    """Return who sees the draw that is due: several drawn plates only their drawer (ruling 3)."""
    return int(state.turn) if state.phase == LOOK_DUE and state.drawn_count > 1 else EVERYONE


def redact_event(state: State, event: Mapping[str, Any], seat: int) -> Mapping[str, Any]:
    """Return the event without the fronts that only another player sees.

    Moves say nothing secret: plates to keep and to return go by the order in which they were drawn.
    """
    if "draw" in event and draw_audience(state) not in (EVERYONE, seat):
        return {**event, "draw": None}
    return event


@rule
def redact(state: State, seat: int) -> None:
    """Turn every front that the seat (or SPECTATOR) has not seen into some plate of its type."""
    bit = 1 << seat if seat >= 0 else 0
    for place in range(widen(state.pile_size)):
        if not state.pile_known[place] & bit:
            state.pile[place] = _forget(state, widen(state.pile[place]))
    for index in range(widen(state.drawn_count)):
        if not state.drawn_known[index] & bit:
            state.drawn[index] = _forget(state, widen(state.drawn[index]))
    if state.phase == KEPT_DUE and not state.placing_known & bit:
        state.placing = _forget(state, widen(state.placing))


@rule
def _forget(state: State, plate: int) -> int:
    """Put a definite plate back among the unseen, and return what is left to be known of it."""
    if not is_definite(plate):
        return plate
    state.unseen_plates |= 1 << plate
    return some_of_type(type_of(plate))


@rule
def determinise(state: State, seat: int, rng: Stream) -> None:
    """Guess the fronts that others have seen and the seat has not, equally likely all that fit.

    Plates that nobody has seen stay undecided, as in any state.
    """
    redact(state, seat)
    for place in range(widen(state.pile_size)):
        if state.pile_known[place]:
            state.pile[place] = _guess(state, widen(state.pile[place]), rng)
    for index in range(widen(state.drawn_count)):
        if state.drawn_known[index]:
            state.drawn[index] = _guess(state, widen(state.drawn[index]), rng)
    if state.phase == KEPT_DUE:
        state.placing = _guess(state, widen(state.placing), rng)


@rule
def _guess(state: State, plate: int, rng: Stream) -> int:
    if plate == NO_PLATE or is_definite(plate):
        return plate
    guessed = sample_front(widen(state.unseen_plates), type_of(plate), rng)
    reveal(state, guessed)
    return guessed
