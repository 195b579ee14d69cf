"""What must hold in every position, and what is wrong with a typed one."""

from enum import IntFlag

from azulejo.kernel.rule import rule, widen
from pebbles.components import MOST_IN_HANDFUL, ROUNDS
from pebbles.state import CARDS_DUE, END, HIDDEN, NO_CARD, POUR_DUE, TAKING, State


class Status(IntFlag):
    """What is wrong with a position; texts are ``pebbles.status.<flag>``."""

    VALID = 0
    TURN = 1
    """A seat, phase or round out of range."""
    PILE = 2
    """Pebbles when there should be none, none when there should be some, or too many."""
    CARD = 4
    """A card that does not exist, or one that is dealt too early or too late; one that is not seen is none of these."""
    SCORE = 8
    """Fewer than 0 points."""


TURN, PILE, CARD, SCORE = int(Status.TURN), int(Status.PILE), int(Status.CARD), int(Status.SCORE)


def status(state: State) -> Status:
    """Return what is wrong with a position typed by hand."""
    return Status(broken(state))


@rule
def broken(state: State) -> int:
    """Return what does not hold, as bits of Status."""
    seats = widen(state.seats)
    if not (
        2 <= seats <= len(state.players)
        and 0 <= state.start < seats
        and 0 <= state.turn < seats
        and CARDS_DUE <= state.phase <= END
    ):
        return TURN
    problems = 0
    least = ROUNDS if state.phase == END else int(state.phase == TAKING)
    most = 0 if state.phase == CARDS_DUE else ROUNDS - (state.phase == POUR_DUE)
    if not least <= state.round_number <= most:
        problems |= TURN
    if not 0 <= state.pile <= seats * MOST_IN_HANDFUL or (state.pile > 0) != (state.phase == TAKING):
        problems |= PILE
    dealt = (widen(state.turn) - widen(state.start)) % seats
    for seat in range(seats):
        card, place = widen(state.players[seat].card), (seat - widen(state.start)) % seats
        if not NO_CARD <= card <= HIDDEN or (state.phase == CARDS_DUE and (card != NO_CARD) != (place < dealt)):
            problems |= CARD
        if state.players[seat].score < 0:
            problems |= SCORE
    return problems
