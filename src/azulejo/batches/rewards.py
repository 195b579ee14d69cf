"""What the end of a game is worth to every seat: the one place, for all environments.

A sole winner gets 1 and every other seat -1/(n-1) among n seats; k winners share one win. So the rewards of
a game always add up to 0, and a player no better or worse than the others expects 0 at every number of seats.
Before the end every reward is 0.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejo.games.contract import Floats
from azulejo.kernel.bits import bit_count
from azulejo.kernel.rule import rule

ILLEGAL_REWARD = -1.0
"""What an illegal move costs the player who makes it, where it ends the game."""


def final_rewards(winners: Iterable[int], seats: int) -> Floats:
    """Return every seat's reward at the end of a game that these seats won together.

    >>> final_rewards([2], 4).tolist() == [np.float32(-1 / 3)] * 2 + [1.0] + [np.float32(-1 / 3)]
    True
    >>> final_rewards([0, 1], 2).tolist(), final_rewards([0, 1], 3).tolist()
    ([0.0, 0.0], [0.25, 0.25, -0.5])
    """
    rewards = np.zeros(seats, np.float32)
    write_rewards(sum(1 << seat for seat in set(winners)), seats, rewards)
    return rewards


@rule
def write_rewards(winners: int, seats: int, out: npt.NDArray[np.floating[Any]]) -> None:
    """Write every seat's reward, given the winners as ``outcome`` returns them: a bit each, at least one.

    With a share of 1/k for each of k winners, a seat's reward is (share * n - 1) / (n - 1). It is computed with one
    division of whole numbers, which rounds alike on every machine.
    """
    shared = bit_count(winners)
    for seat in range(seats):
        won = seats if winners >> seat & 1 else 0
        out[seat] = (won - shared) / (shared * (seats - 1))
