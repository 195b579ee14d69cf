"""The arithmetic of clocks; no clock is read here.

With a :class:`~azulejo.server.messages.GameClock` every seat has its seconds for the whole game, and gets the increment
whenever it has finished a turn, by the referee's rule for bots: a turn is over when another seat is to move or when
pieces were drawn for all. With a :class:`~azulejo.server.messages.DaysClock` every turn has the same time. An
unfinished turn keeps running, whatever is taken back in it.
"""

from dataclasses import dataclass, replace

from azulejo.server.messages import DaysClock, GameClock

SECONDS_PER_DAY = 86_400.0

Setting = GameClock | DaysClock


@dataclass(frozen=True)
class TableClock:
    """What every seat had left at one moment."""

    left: tuple[float, ...]
    since: float

    def remaining(self, running: int | None, now: float) -> tuple[float, ...]:
        """Return what every seat has left now, if one of them thinks."""
        used = max(0.0, now - self.since)
        return tuple(max(0.0, left - used) if seat == running else left for seat, left in enumerate(self.left))

    def deadline(self, running: int | None) -> float | None:
        """Return when the seat that thinks will have run out of time."""
        return None if running is None else self.since + self.left[running]

    def has_run_out(self, running: int | None, now: float) -> bool:
        """Return whether the seat that thinks has no time left."""
        deadline = self.deadline(running)
        return deadline is not None and now >= deadline

    def read(self, running: int | None, now: float) -> "TableClock":
        """Return the same clock, read now: the seat that thinks has used its time until here."""
        return TableClock(self.remaining(running, now), max(now, self.since))


def full_time(setting: Setting) -> float:
    """Return the seconds that every seat has in the beginning."""
    return setting.seconds if isinstance(setting, GameClock) else setting.days * SECONDS_PER_DAY


def started(setting: Setting, seats: int, now: float) -> TableClock:
    """Return the clock of a game that begins now."""
    return TableClock((full_time(setting),) * seats, now)


def turn_finished(setting: Setting, clock: TableClock, seat: int) -> TableClock:
    """Give a seat what a finished turn gives: its increment, or the whole time for its next turn."""
    time = clock.left[seat] + setting.increment if isinstance(setting, GameClock) else full_time(setting)
    return replace(clock, left=(*clock.left[:seat], time, *clock.left[seat + 1 :]))


def turns_taken_back(setting: Setting, clock: TableClock) -> TableClock:
    """Return the clock after whole turns were taken back: used time stays used, days begin anew."""
    if isinstance(setting, GameClock):
        return clock
    return replace(clock, left=(full_time(setting),) * len(clock.left))
