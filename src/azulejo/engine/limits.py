"""How long the engine may think, as values."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """When a search stops: at the first of these that is reached. Without any, when it is told to.

    The same seed and node limit always give the same answer on one thread.

    >>> Limits(nodes=1000).seconds_for_decision() is None
    True
    >>> Limits(clock=60.0, increment=0.5).seconds_for_decision()
    2.8
    """

    nodes: int | None = None
    """Positions to look at."""
    seconds: float | None = None
    """Time for this decision."""
    clock: float | None = None
    """Seconds left on the clock for the whole game, from which the time for a decision is taken."""
    increment: float = 0.0
    """Seconds added to the clock after every turn."""

    DECISIONS_LEFT = 25
    """The clock is shared out as if so many decisions were still to come."""
    SAFETY = 0.05
    """Seconds of the clock that are never used."""

    def seconds_for_decision(self) -> float | None:
        """Return the time for this decision, or None if time does not matter."""
        if self.clock is None:
            return self.seconds
        share = self.clock / self.DECISIONS_LEFT + 0.8 * self.increment
        affordable = max(0.001, min(share, self.clock - self.SAFETY))
        return affordable if self.seconds is None else min(affordable, self.seconds)
