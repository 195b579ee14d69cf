"""Whose turn it is."""

from azulejo.games.garden.state import ANY, TURN, State
from azulejo.kernel.rule import rule, widen


@rule
def next_turn(state: State) -> None:
    """Give the turn to the next seat that has not passed, or to the same one if it is alone (17)."""
    _forget_decisions(state)
    seat = widen(state.turn)
    for _ in range(state.seats):
        seat = seat + 1 if seat + 1 < state.seats else 0
        if widen(state.passed) >> seat & 1 == 0:
            break
    state.turn = seat
    state.phase = TURN


@rule
def _forget_decisions(state: State) -> None:
    """Clear what was noted inside the turn, so that equal positions are equal records."""
    state.wanted = 0
    state.from_top = 0
    state.piece = 0
    state.space = 0
    state.owed = 0
    state.pays_by = ANY
    state.least = 0
