"""What the engine must know of a game, beyond its rules: how a seat stands, in numbers.

Each game implements these functions in its folder of the engine, compiled like its rules. The
numbers mean nothing by themselves; the network (:mod:`azulejo.engine.network`), fitted from
self-play, turns them into expected points.
"""

from azulejo.games.contract import Codes, Floats
from azulejo.kernel.dispatch import contract
from azulejo.kernel.struct import Struct


@contract
def features(state: Struct, seat: int, out: Floats) -> None:
    """Write how a seat stands: own board, threats, tempo. Sees only what the seat may know."""


@contract
def stage(state: Struct) -> int:
    """Return how far the game is, from 0 on: later stages are more certain."""


@contract
def stops_at_draws(state: Struct) -> bool:
    """Return whether a search stops at a draw, because the network already averages over what may be drawn."""


@contract
def prune(state: Struct, moves: Codes, number: int) -> int:
    """Leave out moves that are equal to an earlier one, keeping the order; return how many are left."""
