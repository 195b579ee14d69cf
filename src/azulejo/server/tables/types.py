"""Small values that go between tables and those who call them."""

from dataclasses import dataclass, field

from azulejo.engine.limits import Limits
from azulejo.games.contract import SPECTATOR


@dataclass(frozen=True)
class Viewer:
    """What somebody's secrets stand for at one table."""

    seats: tuple[int, ...] = ()
    maker: bool = False
    waiting: bool = False
    """Whether seats are held and the game had not begun when that was seen: then they may be given back meanwhile."""
    kept: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """What is stored of the secrets, to see whether they are still good."""

    def eye(self, turn: int | None) -> int:
        """Return the seat through whose eyes they see now, or SPECTATOR.

        On a shared device that is the seat to move, or else the first one held. Once a seat is to move, whoever held
        theirs before the game began has to show the secrets again.

        >>> Viewer((0, 2)).eye(2), Viewer((0, 2)).eye(1), Viewer().eye(1), Viewer((0, 2), waiting=True).eye(2)
        (2, 0, -1, -1)
        """
        if self.waiting and turn is not None:
            return SPECTATOR
        if turn in self.seats:
            return turn
        return self.seats[0] if self.seats else SPECTATOR


@dataclass(frozen=True)
class Change:
    """That something has changed: to be told to all processes."""

    table: str
    number: int
    """How many events there are now."""
    kind: str
    """``moves``; ``state`` if more has changed (players, status, settings); ``closed`` if the table is gone."""
    revision: int = 0
    """How often anything has changed at the table; whoever knows a smaller number has missed something."""
    others: tuple["Change", ...] = ()
    """Changes of other tables that came with it, to be told as well."""
    bot: bool = True
    """Whether a bot may be to move now."""


@dataclass(frozen=True)
class BotTask:
    """A decision that a bot is to make."""

    table: str
    game: str
    number: int
    """How many events the bot has seen: its answer counts only if nothing happened since."""
    seat: int
    seats: int
    level: str
    position: str
    """The position as its seat may see it."""
    limits: Limits
    """What is left on its clock; nothing if it has none."""
    since: float
    """Since when it is to move."""
    lease: str = field(repr=False)
