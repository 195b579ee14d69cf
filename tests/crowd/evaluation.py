"""What an engine may ask of Pebbles, with however many seats."""

from azulejo.games.contract import Codes, Floats
from azulejo.kernel.dispatch import implement
from azulejo.kernel.rule import rule, widen
from pebbles.components import CARDS, ROUNDS
from pebbles.state import HIDDEN, State
from tests.crowd import state as crowd

FEATURES = 3
STAGES = ROUNDS + 1


@rule
def features(state: State, seat: int, out: Floats) -> None:
    """Write the points, the card (an average one if it is not seen), and what lies on the pile."""
    card = widen(state.players[seat].card)
    out[0] = state.players[seat].score
    out[1] = CARDS / 2 if card == HIDDEN else card
    out[2] = state.pile


@rule
def stage(state: State) -> int:
    """Return the rounds begun."""
    return widen(state.round_number)


@rule
def stops_at_draws(state: State) -> bool:
    """Return whether a search stops at a draw."""
    return True


@rule
def prune(state: State, moves: Codes, number: int) -> int:
    """Leave all moves: no two are equal."""
    return number


implement(crowd.State, features=features, stage=stage, stops_at_draws=stops_at_draws, prune=prune)
