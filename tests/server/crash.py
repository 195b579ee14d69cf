"""Blows to servers while games are played through their API, and looking for what was lost.

A blow kills a server, one of its engines or its database, freezes a server, or fills the disk. Every player notes what
the server has acknowledged: after so many events, these moves. In the end each of them must stand at that place of the
table's record, every game must have come to its end by the rules and not by the clock, and every record must follow
the rules.
"""

import os
import random
import resource
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import httpx

from azulejo.play import Record, verify
from tests.server.processes import Client, Failed, Made, ServerProcess, first_moves

LONG_ENOUGH = 180.0
"""Seconds for all games to end once nobody kills servers any more."""
GAMES = ("azul", "duel", "garden")
AT_ONCE = 0.2
"""The share of servers that are killed within half a second of their start."""
MOST_MOVES = 50
"""The others are killed when so many moves have been acknowledged, or fewer."""
FROZEN = (0.5, 6.0)
"""Seconds for which a server stands still, or has no room on the disk."""
CLOCK = {"kind": "game", "seconds": 600, "increment": 0}
"""Nobody thinks for long, so that only time in which nothing could be played can be too much: in a long siege."""

Blow = Callable[["Siege"], None]


@dataclass(frozen=True)
class Acknowledged:
    """Moves that the server has said to be written down."""

    table: str
    after: int
    moves: tuple[str, ...]
    seat: int


@dataclass
class Siege:
    """Games that are played through some servers of one database, until all of them have ended."""

    servers: Sequence[ServerProcess]
    rng: random.Random
    blows: Counter[str] = field(default_factory=Counter)
    """What was done to them, by its name."""
    refused: int = 0
    """Moves that came too late, or twice: their answer was lost in a crash."""
    acknowledged: list[Acknowledged] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    _wanted: threading.Event = field(default_factory=threading.Event)
    """Set when no new tables are to be made."""
    _players: list[threading.Thread] = field(default_factory=list)

    def begin(self) -> None:
        """Let people sit down: two against each other in every game, and one against a bot."""
        for game in GAMES:
            self._start(self._play_tables, game, False)
        self._start(self._play_tables, "azul", True)

    def _start(self, target: object, *given: object) -> None:
        player = threading.Thread(target=self._guarded, args=(target, *given), daemon=True)
        self._players.append(player)
        player.start()

    def _guarded(self, target: object, *given: object) -> None:
        try:
            target(*given)  # type: ignore[operator]  # a method of ours
        except Exception as problem:
            self.problems.append(f"{type(problem).__name__}: {problem}")

    def strike(self, blow: Blow) -> None:
        """Do something at a moment that nobody chose.

        Most of it happens after some moves, however slow the machine is; some when a server has only just begun.
        """
        if self.rng.random() < AT_ONCE:
            time.sleep(self.rng.uniform(0.0, 0.5))
        else:
            enough = len(self.acknowledged) + self.rng.randint(1, MOST_MOVES)
            until = time.monotonic() + LONG_ENOUGH
            while len(self.acknowledged) < enough and time.monotonic() < until:
                time.sleep(self.rng.uniform(0.0, 0.02))
        blow(self)
        self.blows[blow.__name__] += 1

    def end(self) -> None:
        """Let all games come to their end, and check everything."""
        self._wanted.set()
        until = time.monotonic() + LONG_ENOUGH
        for player in self._players:
            player.join(max(0.0, until - time.monotonic()))
        assert not any(player.is_alive() for player in self._players), f"stuck: {self._unfinished()}"
        assert self.problems == []
        with self.servers[0].client() as client:
            records = {table: client.get(f"/tables/{table}/record") for table in self.tables}
        for table, data in records.items():
            assert verify(Record.from_dict(data)).is_over, table
            assert [event for event in data["events"] if "end" in event] == [], f"{table}: somebody's time ran out"
        for noted in self.acknowledged:
            events = records[noted.table]["events"][noted.after :]
            written = [event for event in events if "move" in event][: len(noted.moves)]
            assert written == [{"move": move, "seat": noted.seat} for move in noted.moves], noted

    def _unfinished(self) -> list[str]:
        with self.servers[0].client() as client:
            found = [client.state(table) for table in self.tables]
        return [
            f"{one['table']['game']} {one['table']['id']}: {one['table']['status']}, turn {one['now']['turn']}"
            for one in found
            if one["table"]["status"] != "over"
        ]

    # ------------------------------------------------------------ players

    def _play_tables(self, game: str, bot: bool) -> None:
        """Play one game after another."""
        while not self._wanted.is_set():
            other = {"who": "bot", "level": "first-timer"} if bot else {"who": "hotseat"}
            made = self._create(game, [{"who": "me"}, other])
            self.tables.append(made.table)
            self._play(made)

    def _create(self, game: str, seats: list[dict[str, str]]) -> Made:
        while True:
            try:
                with self._client() as client:
                    return client.create(game, seats, settings={"clock": CLOCK})
            except httpx.TransportError:
                time.sleep(0.05)
            except Failed as failed:
                self._wait_if_storage_is_away(failed)

    def _client(self) -> Client:
        return self.rng.choice(self.servers).client()

    def _play(self, made: Made) -> None:
        """Play for all seats held, each time through any of the servers, until the game is over."""
        client = self._client()
        try:
            while True:
                try:
                    if self._step(client, made):
                        return
                except httpx.TransportError:
                    time.sleep(0.05)
                    client.http.close()
                    client = self._client()
        finally:
            client.http.close()

    def _step(self, client: Client, made: Made) -> bool:
        """Look at the table and play if it is our turn; return whether the game is over."""
        try:
            state = client.state(made.table, made.tokens)
        except Failed as failed:
            self._wait_if_storage_is_away(failed)
            return False
        now = state["now"]
        if state["table"]["status"] == "over":
            return True
        if now.get("turn") not in made.seats or not now.get("legal"):
            time.sleep(0.02)
            return False
        moves = first_moves(now)
        if self.rng.random() < 0.3 and not now["board"].get("payments"):
            moves = [self.rng.choice(now["legal"])["move"]]
        try:
            client.play(made, moves, now["number"], seat=now["turn"])
        except Failed as failed:
            if failed.status != 409:
                self._wait_if_storage_is_away(failed)
                return False
            self.refused += 1
            return False
        self.acknowledged.append(Acknowledged(made.table, now["number"], tuple(moves), now["turn"]))
        return False

    @staticmethod
    def _wait_if_storage_is_away(failed: Failed) -> None:
        if failed.problem.get("error", {}).get("key") != "server.storage":
            raise failed
        time.sleep(0.1)


# ---------------------------------------------------------------- blows


def kill_server(siege: Siege) -> None:
    """End a server as a power cut does, and start it again."""
    server = siege.rng.choice(siege.servers)
    server.kill()
    server.restart()


def kill_engine(siege: Siege) -> None:
    """Kill a process that thinks for bots; another one takes its place."""
    if engines := siege.rng.choice(siege.servers).children:
        with suppress(ProcessLookupError):
            os.kill(siege.rng.choice(engines), signal.SIGKILL)


def freeze_server(siege: Siege) -> None:
    """Let a server stand still for some seconds, as a machine does that is moved elsewhere."""
    process = siege.rng.choice(siege.servers).process
    os.kill(process.pid, signal.SIGSTOP)
    time.sleep(siege.rng.uniform(*FROZEN))
    os.kill(process.pid, signal.SIGCONT)


def fill_disk(siege: Siege) -> None:
    """Let no file of a server grow for some seconds."""
    pid = siege.rng.choice(siege.servers).process.pid
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (siege.rng.choice((0, 1 << 14, 1 << 17)), resource.RLIM_INFINITY))
    time.sleep(siege.rng.uniform(*FROZEN))
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def besiege(servers: Sequence[ServerProcess], number: int, seed: int, others: Sequence[Blow] = ()) -> Siege:
    """Strike so many times while games are played, then check that nothing is lost.

    A third of the blows, at least one of each kind, are others than killing a server.
    """
    siege = Siege(servers, random.Random(seed))
    blows = [*others, *(siege.rng.choice(others) for _ in range(number // 3 - len(others)) if others)]
    blows += [kill_server] * (number - len(blows))
    siege.rng.shuffle(blows)
    siege.begin()
    for blow in blows:
        siege.strike(blow)
    siege.end()
    return siege


def blows_wanted() -> int:
    """Return how often to strike: a few times with every test run, more by ``make test-crash``."""
    return int(os.environ.get("AZULEJO_KILLS", "8"))
