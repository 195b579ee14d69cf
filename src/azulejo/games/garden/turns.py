"""Whose turn it is."""

from azulejo.games.garden.state import TURN, State
from azulejo.kernel.rule import rule


@rule
def next_turn(state: State) -> None:
    """Give the turn to the next seat that has not passed, or to the same one if it is alone (17)."""
    seat = int(state.turn)
    for _ in range(state.seats):
        seat = seat + 1 if seat + 1 < state.seats else 0
        if int(state.passed) >> seat & 1 == 0:
            break
    state.turn = seat
    state.phase = TURN
