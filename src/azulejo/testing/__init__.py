"""What tests a rulebook, ours or another package's: see docs/rulebook-author.md.

:mod:`contract` is the suite that every rulebook must pass, :mod:`golden` writes playthroughs
to compare with, :mod:`perft` counts the paths from fixed positions. Only :mod:`contract` needs
more than the package itself: pytest runs it, and Hypothesis finds the inputs that break things.
"""

import os

from azulejo.kernel.rule import COMPILED

__all__ = ["scale"]

LONG = os.environ.get("AZULEJO_LONG") == "1"
"""Whether every random test is to be run at its full length."""


def scale(count: int) -> int:
    """Return how many of ``count`` repetitions to make: all if AZULEJO_LONG=1, otherwise a tenth.

    Interpreted rules are a hundred times slower and play the same games: a hundredth will do.

    >>> scale(5) >= 1, scale(1000) <= 1000
    (True, True)
    """
    if LONG:
        return count
    return max(1, count // (10 if COMPILED else 100))
