"""People at tables, for tests: short words for what tests do again and again."""

import random
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
import pytest

from azulejo.play import Game
from azulejo.server.messages import (
    Clocks,
    Created,
    CreateTable,
    GameResult,
    Join,
    PlayMoves,
    SeatRequest,
    TableSettings,
    TableState,
)
from azulejo.server.refusals import Refusal
from azulejo.server.tables import Access, Tables, access_of, play, queries
from azulejo.server.tables.creation import create
from azulejo.server.tables.housekeeping import beat
from azulejo.server.tables.seats import join

ADDRESS = "192.0.2.1"


def refused(status: int, key: str) -> Any:
    """Expect a refusal with this status and text; it is said in both languages."""
    return pytest.raises(Refusal, check=lambda one: (one.status, one.message.key) == (status, key) and one.text("ru"))


Thing = TypeVar("Thing")


def there(thing: Thing | None) -> Thing:
    """Return what is there."""
    assert thing is not None
    return thing


class Clock:
    """A clock on the wall that stands still until it is told to go on."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds


def live_for(tables: Tables, clock: Clock, seconds: float) -> None:
    """Let time pass in which a process is alive; its heartbeat may be one second."""
    until = clock.now + seconds
    while clock.now < until:
        clock.wait(min(2.0, until - clock.now))
        beat(tables)


def seats(*who: str) -> list[SeatRequest]:
    """Return seats as ``me``, ``hotseat``, ``open``, or the level of a bot; ``me:Anna`` has a name."""
    requests = []
    for one in who:
        kind, _, name = one.partition(":")
        is_person = kind in ("me", "hotseat", "open")
        seat = {"who": kind if is_person else "bot", "name": name, "level": "" if is_person else kind}
        requests.append(msgspec.convert(seat, SeatRequest))
    return requests


def request(game: str, *who: str, options: dict[str, str] | None = None, seed: int | None = None, **settings: Any):
    """Return what is asked for a new table."""
    return CreateTable(
        game=game, seats=seats(*who), options=options or {}, seed=seed, settings=TableSettings(**settings)
    )


class Sitting:
    """A table with all its people, each by their own secret."""

    def __init__(self, tables: Tables, created: Created) -> None:
        self.tables = tables
        self.table = created.table
        self.maker = created.maker
        self.tokens = {one.seat: one.token for one in created.tokens}
        self._accesses: dict[tuple[int, ...], Access] = {}

    def join(self, name: str = "", seat: int | None = None) -> int:
        """Let somebody sit down, and return where."""
        created = self.tables.write(self.table, join, Join(name=name, seat=seat))
        self.tokens[created.tokens[0].seat] = created.tokens[0].token
        return created.tokens[0].seat

    def secrets(self, *held: int) -> list[str]:
        """Return the secrets of these seats."""
        return [self.tokens[seat] for seat in held]

    def access(self, *held: int) -> Access:
        """Return somebody who holds these seats only."""
        if held not in self._accesses or self._accesses[held].waiting:
            self._accesses[held] = self.tables.read(self.table, access_of, self.secrets(*held))
        return self._accesses[held]

    def state(self, *held: int, after: int | None = None) -> TableState:
        """Return what they see."""
        return self.tables.read(self.table, queries.state, self.access(*held), after)

    @property
    def turn(self) -> int:
        """The seat to move."""
        turn = self.state().now.turn
        assert turn is not None
        return turn

    @property
    def result(self) -> GameResult:
        """How the game ended."""
        return there(self.state().now.result)

    @property
    def clocks(self) -> Clocks:
        """What is left on the clocks, as all see it."""
        return there(self.state().now.clocks)

    def play(self, seat: int, *moves: str, after: int | None = None) -> int:
        """Play moves for a seat, after all it has seen unless told otherwise; return how many events there are then."""
        number = self.state(seat).now.number if after is None else after
        asked = PlayMoves(moves=list(moves), after=number)
        return self.tables.write(self.table, play.play_moves, self.access(seat), asked).number

    def play_any(self, rng: random.Random) -> TableState | None:
        """Play any move for the seat to move, and return what it saw; None if the game is over."""
        seen = self.tables.read(self.table, queries.state, self.access(*self.tokens), 1_000_000)
        if seen.now.turn is None:
            return None
        moves = PlayMoves(moves=[rng.choice(seen.now.legal).move], after=seen.now.number)
        self.tables.write(self.table, play.play_moves, self.access(seen.now.turn), moves)
        return seen

    def play_turn(self, rng: random.Random) -> None:
        """Play until another seat is to move or the game is over."""
        seat = self.turn
        while self.tables.read(self.table, queries.state, Access(), 0).now.turn == seat:
            self.play_any(rng)

    def play_out(self, rng: random.Random) -> None:
        """Play any moves to the end of the game."""
        while self.play_any(rng):
            pass


def sit(tables: Tables, game: str, *who: str, **more: Any) -> Sitting:
    """Make a table where everybody who can has sat down."""
    created = create(tables, request(game, *who, **more), ADDRESS)
    sitting = Sitting(tables, created)
    for one in who:
        if one.split(":")[0] == "open":
            sitting.join()
    return sitting


def two_people(tables: Tables, game: str = "azul", **more: Any) -> Sitting:
    """Make a table for two people, who have both come."""
    return sit(tables, game, "me", "open", **more)


def moves_of(events: Sequence[Any]) -> list[str]:
    """Return the texts of the moves among events or lines."""
    plain = [one.event if hasattr(one, "event") else one for one in events]
    return [one["move"] for one in plain if "move" in one]


def game_of(tables: Tables, table: str) -> Game:
    """Return a copy of a table's game, to look at or to try something on."""
    game: Game = tables.read(table, lambda view: view.game.game.copy())
    return game


def suggested(tables: Tables, table: str) -> str:
    """Return a sensible move for whoever is to move."""
    return str(game_of(tables, table).suggest())
