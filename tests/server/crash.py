"""Killing servers while games are played through their API, and looking for what was lost.

Every player notes what the server has acknowledged: after so many events, these moves. In the end each of them must
stand at that place of the table's record, every game must have come to its end, and every record must follow the rules.
"""

import os
import random
import threading
import time
from collections.abc import Sequence
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
    kills: int = 0
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

    def kill_one(self) -> None:
        """Kill a server at a moment that nobody chose, and start it again.

        Most have served some moves by then, however slow the machine is; some have only just begun.
        """
        if self.rng.random() < AT_ONCE:
            time.sleep(self.rng.uniform(0.0, 0.5))
        else:
            enough = len(self.acknowledged) + self.rng.randint(1, MOST_MOVES)
            until = time.monotonic() + LONG_ENOUGH
            while len(self.acknowledged) < enough and time.monotonic() < until:
                time.sleep(self.rng.uniform(0.0, 0.02))
        server = self.rng.choice(self.servers)
        server.kill()
        self.kills += 1
        server.restart()

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
                    clock = {"kind": "game", "seconds": 3600, "increment": 1}
                    return client.create(game, seats, settings={"clock": clock})
            except httpx.TransportError:
                time.sleep(0.05)

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
        state = client.state(made.table, made.tokens)
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
        except Failed as refused:
            if refused.status != 409:
                raise
            self.refused += 1
            return False
        self.acknowledged.append(Acknowledged(made.table, now["number"], tuple(moves), now["turn"]))
        return False


def besiege(servers: Sequence[ServerProcess], kills: int, seed: int) -> Siege:
    """Kill servers so many times while games are played through them, then check that nothing is lost."""
    siege = Siege(servers, random.Random(seed))
    siege.begin()
    for _ in range(kills):
        siege.kill_one()
    siege.end()
    return siege


def kills_wanted() -> int:
    """Return how often to kill: a few times with every test run, more by ``make test-crash``."""
    return int(os.environ.get("AZULEJO_KILLS", "8"))
