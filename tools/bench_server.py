"""Measure what a server carries: tables where people play, and spectators who watch, all over live connections.

A real server process and its clients share this machine, each on a core of its own where there are two. The clients
replay games that were played beforehand: a table's deal is given by number, so its moves are known. A connection must
be told of every event that it may see, in order: what is missing counts as dropped.

    python -m tools.bench_server                     the figures of docs/operator.md
    python -m tools.bench_server --case azul         one of them; --list names all
    python -m tools.bench_server --source OTHER/src  with the server of another version, to compare
"""

import argparse
import asyncio
import base64
import contextlib
import json
import multiprocessing
import os
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import uvloop

from azulejo.play import Game, new_game
from azulejo.server.tables.game_cache import CachedGame
from tests.server.postgresql import running_server
from tests.server.processes import ServerProcess

PLAYERS = 2
SCRIPTS = 40
"""So many different games are replayed."""
SETTLE = 4.0
"""Seconds of play before anything is counted: by then all code is loaded."""
PATIENCE = 120.0
OPENING = 50
"""So many connections are opened at the same time."""
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
"""Kinds of WebSocket frames."""
MEGABYTE = 1024 * 1024


@dataclass(frozen=True)
class Case:
    """One thing to measure."""

    game: str = "azul"
    tables: int = 20
    """Where people play at the same time."""
    spectators: int = 0
    rate: float | None = None
    """Moves a second at each table; none: as soon as everybody has seen the one before."""
    processes: int = 1
    postgresql: bool = False


CASES = {
    "azul": Case(),
    "duel": Case("duel"),
    "garden": Case("garden"),
    "spectators": Case(tables=200, spectators=10, rate=1.0),
    "connections": Case(tables=300, spectators=15, rate=1.0),
    "few": Case(tables=100, rate=1.0),
    "many": Case(tables=2000, rate=0.05),
    "postgresql": Case(postgresql=True),
    "two-processes": Case(postgresql=True, processes=2),
    "watched-azul": Case(spectators=1),
    "watched-duel": Case("duel", spectators=1),
    "watched-garden": Case("garden", spectators=1),
}


# ---------------------------------------------------------------- games to replay


class Turn(NamedTuple):
    """One move of a stored game: who makes it, and how many events its maker and everybody else see then."""

    seat: int
    move: str
    length: int
    finished: int


def script(game: str, seed: int) -> list[Turn]:
    """Return a whole game by random moves, as it goes at a table with this number for its deal."""
    cached, rng, turns = CachedGame(_undealt(game, seed)), random.Random(f"{game} {seed}"), []
    cached.deal()
    while cached.turn is not None:
        seat, legal = cached.turn, cached.game.legal_moves
        move = str(legal[rng.randrange(len(legal))])
        cached.push(move, seat)
        turns.append(Turn(seat, move, cached.length, cached.finished))
    return turns


def _undealt(game: str, seed: int) -> Game:
    return Game.from_record(new_game(game, seats=PLAYERS, seed=seed).record(), until=0, seed=seed)


# ---------------------------------------------------------------- clients: a process of their own


def framed(kind: int, content: bytes) -> bytes:
    """Return a message as a client sends it; the mask, which hides nothing, is zero."""
    length = len(content)
    head = bytes([0x80 | kind, 0x80 | length]) if length < 126 else bytes([0x80 | kind, 0xFE]) + length.to_bytes(2)
    return head + bytes(4) + content


class Connection(asyncio.Protocol):
    """One live connection, which reads no more than it must: the number of every update."""

    def __init__(self, table: "BenchTable", port: int, seat: int | None, token: str | None) -> None:
        self.table = table
        self.seat = seat
        self.number = -1
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.bytes = 0
        """Of updates."""
        self._port = port
        self._token = token
        self._buffer = b""
        self._upgraded = False
        self._transport: Any = None

    def connection_made(self, transport: Any) -> None:
        """Ask for a WebSocket."""
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /api/v1/tables/{self.table.id}/live HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take what has come, and as many whole messages of it as there are."""
        data = self._buffer + data if self._buffer else data
        if not self._upgraded:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            assert b" 101 " in head[:20], head
            self._upgraded = True
            tokens = [] if self._token is None else [self._token]
            self.send({"type": "hello", "tokens": tokens, **({"changes": 2} if self.table.changes else {})})
        at = 0
        while len(data) - at >= 2:
            length, begin = data[at + 1] & 0x7F, at + 2
            if length >= 126:
                wide = 2 if length == 126 else 8
                length, begin = int.from_bytes(data[begin : begin + wide]), begin + wide
            if len(data) < begin + length:
                break
            self._message(data[at] & 0x0F, data[begin : begin + length])
            at = begin + length
        self._buffer = data[at:]

    def send(self, message: Any) -> None:
        """Send a message."""
        self._transport.write(framed(TEXT, msgspec.json.encode(message)))

    def close(self) -> None:
        """Hang up."""
        self._transport.close()

    def connection_lost(self, problem: Exception | None) -> None:
        """Take note of the end."""
        self.closed = True
        if not self.ready.done():
            self.ready.set_exception(ConnectionError(f"the connection ended before its state came: {problem}"))

    def _message(self, kind: int, content: bytes) -> None:
        if kind == PING:
            self._transport.write(framed(PONG, content))
        elif kind == TEXT and content.startswith((b'{"type":"update"', b'{"type":"changes"')):
            begin = content.index(b'"after":', 16, 100) + 8
            middle = content.index(b',"number":', begin, 100)
            after, number = int(content[begin:middle]), int(content[middle + 10 : content.index(b",", middle + 10)])
            self.bytes += len(content)
            self._seen(after, number)
        elif kind == TEXT and content.startswith(b'{"type":"state"'):
            begin = content.index(b'"number":', content.index(b'"now":{')) + 9
            number = int(content[begin : content.index(b",", begin)])
            if self.ready.done():  # more than moves has changed, such as the end of the game
                self.bytes += len(content)
                self._seen(self.number, number)
            else:
                self.number = number
                self.ready.set_result(None)
        elif kind == TEXT and content.startswith(b'{"type":"refused"'):
            self.table.refused.append(content.decode())

    def _seen(self, after: int, number: int) -> None:
        if after != self.number:
            self.table.dropped += 1
        self.number = number
        self.table.seen()


@dataclass
class BenchTable:
    """Where one game after the other is played, and what was measured there."""

    game: str
    seed: int
    scripts: Sequence[Sequence[Turn]]
    ports: Sequence[int]
    spectators: int
    http: httpx.AsyncClient
    opening: asyncio.Semaphore
    changes: bool
    """Whether the clients keep the board, as browsers do; version 0.1.0 does not know that."""
    id: str = ""
    connections: list[Connection] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    moves: int = 0
    late: int = 0
    """Moves that could not be played at their time because the one before had not been seen by all."""
    dropped: int = 0
    received: int = 0
    """Bytes of updates to spectators."""
    refused: list[str] = field(default_factory=list)
    counts: bool = False
    """Whether it is being measured now."""
    _wanted: Turn | None = None
    _sent: float = 0.0
    _all_seen: asyncio.Event = field(default_factory=asyncio.Event)

    async def open(self) -> None:
        """Make a table, and connect everybody."""
        async with self.opening:
            body = {"game": self.game, "seats": [{"who": "me"}, {"who": "hotseat"}], "seed": self.seed % SCRIPTS}
            answer = await self.http.post(f"http://127.0.0.1:{self.ports[0]}/api/v1/tables", json=body)
            made = answer.raise_for_status().json()
            self.id, self.connections = made["table"], []
            tokens = [one["token"] for one in sorted(made["tokens"], key=lambda one: one["seat"])]
            loop = asyncio.get_running_loop()
            for at, seat in enumerate((*range(PLAYERS), *[None] * self.spectators)):
                port, token = self.ports[at % len(self.ports)], None if seat is None else tokens[seat]
                _, connection = await loop.create_connection(
                    lambda port=port, seat=seat, token=token: Connection(self, port, seat, token),  # type: ignore[misc]
                    "127.0.0.1",
                    port,
                )
                await asyncio.wait_for(connection.ready, PATIENCE)
                self.connections.append(connection)

    def close(self) -> None:
        """Count those that were lost or have not seen everything, and hang up."""
        last = max(one.number for one in self.connections)
        self.dropped += sum(one.closed or one.number != last for one in self.connections)
        for one in self.connections:
            one.close()

    async def play(self, rate: float | None, until: float) -> None:
        """Play one game after the other; a move every so often, or as soon as everybody has seen the last."""
        loop = asyncio.get_running_loop()
        due = loop.time() + (random.Random(self.seed).random() / rate if rate else 0.0)
        while True:
            for turn in self.scripts[self.seed % SCRIPTS]:
                if rate:
                    await asyncio.sleep(max(0.0, due - loop.time()))
                if loop.time() >= until:
                    return
                if not await self._move(turn):
                    return
                while rate and (due := due + 1 / rate) < loop.time():
                    self.late += self.counts
            self.close()
            self.seed += 1
            await self.open()

    async def _move(self, turn: Turn) -> bool:
        mover = self.connections[turn.seat]
        self._wanted, self._sent = turn, time.perf_counter()
        self._all_seen.clear()
        before = [one.bytes for one in self._watchers]
        mover.send({"type": "moves", "id": 1, "moves": [turn.move], "after": mover.number, "seat": turn.seat})
        try:
            await asyncio.wait_for(self._all_seen.wait(), PATIENCE)
        except TimeoutError:
            self.dropped += 1
            return False
        if self.counts:
            self.moves += 1
            self.latencies.append(time.perf_counter() - self._sent)
            self.received += sum(one.bytes for one in self._watchers) - sum(before)
        return True

    @property
    def _watchers(self) -> list[Connection]:
        return self.connections[PLAYERS:]

    def seen(self) -> None:
        """Take note that a connection has seen something."""
        turn = self._wanted
        if turn is not None and not self._all_seen.is_set():
            others = all(one.number >= turn.finished for one in self.connections)
            if others and max(one.number for one in self.connections) >= turn.length:
                self._all_seen.set()


def clients(
    pipe: Pipe, case: Case, ports: Sequence[int], scripts: Sequence[Sequence[Turn]], core: int, changes: bool
) -> None:
    """Be the clients: connect, play when told to, report."""
    if core:
        os.sched_setaffinity(0, {core})
    raise_limit()
    uvloop.run(_clients(pipe, case, ports, scripts, changes))


async def _clients(
    pipe: Pipe, case: Case, ports: Sequence[int], scripts: Sequence[Sequence[Turn]], changes: bool
) -> None:
    loop, opening = asyncio.get_running_loop(), asyncio.Semaphore(OPENING)
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        tables = [
            BenchTable(case.game, seed, scripts, ports, case.spectators, http, opening, changes)
            for seed in range(case.tables)
        ]
        await asyncio.gather(*(table.open() for table in tables))
        pipe.send("open")
        seconds = await loop.run_in_executor(None, pipe.recv)
        begin = loop.time() + SETTLE
        playing = [asyncio.create_task(table.play(case.rate, begin + seconds)) for table in tables]
        await asyncio.sleep(SETTLE)
        pipe.send("counting")
        for table in tables:
            table.counts = True
        cpu = time.process_time()
        await asyncio.sleep(seconds)
        for table in tables:
            table.counts = False
        cpu = time.process_time() - cpu
        pipe.send("counted")
        await asyncio.gather(*playing)
        pipe.send(
            {
                "latencies": [one for table in tables for one in table.latencies],
                "moves": sum(table.moves for table in tables),
                "late": sum(table.late for table in tables),
                "dropped": sum(table.dropped for table in tables),
                "refused": [text for table in tables for text in table.refused],
                "cpu": cpu,
                "bytes": sum(table.received for table in tables),
            }
        )
        await loop.run_in_executor(None, pipe.recv)  # the connections stay until everything has been read off


# ---------------------------------------------------------------- the server and its figures


def raise_limit() -> None:
    """Allow this process, and those it starts, as many open files as the system does."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def cpu_seconds(pid: int) -> float:
    """Return how long a process has computed (Linux)."""
    parts = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Figures:
    """What was measured in one case."""

    name: str
    case: Case
    seconds: float
    moves: int
    late: int
    dropped: int
    latencies: list[float] = field(repr=False)
    server_cpu: float
    """Seconds, of all server processes together."""
    client_cpu: float
    received: int
    resident: float
    load: float

    def row(self) -> str:
        """Return a line of the table in docs/operator.md."""
        case, ordered = self.case, sorted(self.latencies)
        p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
        connections = case.tables * (PLAYERS + case.spectators)
        each = self.received / self.moves / case.spectators if case.spectators else 0.0
        return (
            f"| {self.name} | {case.game} | {connections:,} | {case.tables:,} | {self.moves / self.seconds:.0f} "
            f"| {self.server_cpu / self.moves * 1000:.2f} | {self.server_cpu / self.seconds * 100:.0f} % "
            f"| {self.client_cpu / self.seconds * 100:.0f} % | {statistics.median(ordered) * 1000:.1f} "
            f"| {p99 * 1000:.0f} | {ordered[-1] * 1000:.0f} | {self.late} | {self.dropped} | {each:.0f} "
            f"| {self.resident / MEGABYTE:.0f} | {self.load:.1f} |"
        )


HEAD = (
    "| case | game | connections | tables | moves/s | server CPU ms/move | server CPU | clients CPU | p50 ms | p99 ms "
    "| max ms | late | dropped | bytes/move/spectator | server MB | load |\n|---|---|" + "---:|" * 14
)


def measure(name: str, case: Case, database: str, seconds: float, source: Path | None) -> Figures:
    """Start servers and clients, let them play, and return the figures."""
    cores = sorted(os.sched_getaffinity(0))
    scripts = [script(case.game, seed) for seed in range(SCRIPTS)]
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(serving(database, source)) for _ in range(case.processes)]
        pids = [server.process.pid for server in servers]
        if len(cores) > 1 and case.processes == 1:
            for thread in Path(f"/proc/{pids[0]}/task").iterdir():
                os.sched_setaffinity(int(thread.name), set(cores[:1]))
        spawn = multiprocessing.get_context("spawn")
        pipe, theirs = spawn.Pipe()
        core = cores[1] if len(cores) > 1 else 0
        given = (theirs, case, [server.port for server in servers], scripts, core, source is None)
        worker = spawn.Process(target=clients, args=given, daemon=True)
        worker.start()
        theirs.close()
        assert pipe.recv() == "open"
        pipe.send(seconds)
        assert pipe.recv() == "counting"
        cpu, began = sum(map(cpu_seconds, pids)), time.perf_counter()
        assert pipe.recv() == "counted"
        cpu, lasted = sum(map(cpu_seconds, pids)) - cpu, time.perf_counter() - began
        load = os.getloadavg()[0]
        found = pipe.recv()
        resident = sum(server.memory for server in servers)
        pipe.send("enough")
        worker.join()
    assert not found["refused"], found["refused"][0]
    return Figures(
        name=name,
        case=case,
        seconds=lasted,
        moves=found["moves"],
        late=found["late"],
        dropped=found["dropped"],
        latencies=found["latencies"],
        server_cpu=cpu,
        client_cpu=found["cpu"],
        received=found["bytes"],
        resident=resident,
        load=load,
    )


def serving(database: str, source: Path | None) -> ServerProcess:
    """Start a server, of this version or of another one."""
    before = os.environ.get("PYTHONPATH")
    if source is not None:
        os.environ["PYTHONPATH"] = str(source.resolve())
    try:
        return ServerProcess(database, connections=1_000_000, tables=1_000_000, log_level="warning")
    finally:
        if source is not None:
            os.environ.pop("PYTHONPATH")
            os.environ.update({} if before is None else {"PYTHONPATH": before})


@contextlib.contextmanager
def databases() -> Iterator[Any]:
    """Yield a function that gives an empty database for a case."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as running:
        servers: list[Any] = []

        def database(name: str, case: Case) -> str:
            if not case.postgresql:
                return f"sqlite:///{Path(folder) / name}.sqlite"
            if not servers:
                servers.append(running.enter_context(running_server(fsync="on", synchronous_commit="on")))
            return str(running.enter_context(servers[0].database()))

        yield database


def main() -> None:
    """Measure what was asked for, and print the figures as a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--case", action="append", choices=sorted(CASES), help="only this one; may be given again")
    parser.add_argument("--list", action="store_true", help="name the cases, and measure nothing")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to measure each")
    parser.add_argument("--source", type=Path, help="the folder src of another version, whose server is measured")
    parser.add_argument("--json", type=Path, help="write all latencies to a file, too")
    given = parser.parse_args()
    if given.list:
        print("\n".join(f"{name}: {case}" for name, case in CASES.items()))
        return
    raise_limit()
    print(HEAD, flush=True)
    measured = []
    with databases() as database:
        for name in given.case or CASES:
            figures = measure(name, CASES[name], database(name, CASES[name]), given.seconds, given.source)
            print(figures.row(), flush=True)
            measured.append(figures)
    if given.json:
        content = [{**one.__dict__, "case": one.case.__dict__} for one in measured]
        given.json.write_text(json.dumps(content), encoding="utf-8")
    if any(one.dropped for one in measured):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
