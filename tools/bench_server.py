"""Measure what a server carries: tables where people play, and spectators who watch, all over live connections.

A real server process and the clients share this machine. At every table of classic Azul a move is played again and
again, so many times a second; the time from sending it until the last of the table's connections has seen it is its
latency. A connection must be told of every event, in order: what is missing counts as dropped.

    python -m tools.bench_server                               the figures of docs/operator.md
    python -m tools.bench_server --tables 100 --spectators 10  one case
    python -m tools.bench_server --postgresql                  with PostgreSQL instead of SQLite
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
from typing import Any

import msgspec
import uvloop

from tests.server.postgresql import running_server
from tests.server.processes import Made, ServerProcess

CASES = ((10, 8), (100, 8), (100, 10), (250, 18), (100, 48))
"""Tables, and spectators of each: 100, 1,000, 1,200 and twice 5,000 connections."""
PLAYERS = 2
SETTLE = 5.0
"""Seconds of play before anything is counted: by then all code is loaded."""
PATIENCE = 120.0
OPENING = 50
"""So many connections are opened at the same time."""
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
"""Kinds of WebSocket frames."""
MEGABYTE = 1024 * 1024


# ---------------------------------------------------------------- clients: a process of their own


class LegalMove(msgspec.Struct):
    """As much of a legal move as a player needs here."""

    move: str


class Now(msgspec.Struct):
    """As much of an update as a player needs here."""

    number: int
    turn: int | None
    legal: list[LegalMove] = []


class First(msgspec.Struct):
    """As much of a state as anybody needs here."""

    now: Now


_read_now = msgspec.json.Decoder(Now).decode
_read_first = msgspec.json.Decoder(First).decode


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
        self.now: Now | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.bytes = 0
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
        self.bytes += len(data)
        data = self._buffer + data if self._buffer else data
        if not self._upgraded:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            assert b" 101 " in head[:20], head
            self._upgraded = True
            tokens = [] if self._token is None else [self._token]
            self.send({"type": "hello", "tokens": tokens})
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
        elif kind == TEXT and content.startswith(b'{"type":"update"'):
            begin = content.index(b'"after":', 16, 100) + 8
            middle = content.index(b',"number":', begin, 100)
            after, number = int(content[begin:middle]), int(content[middle + 10 : content.index(b",", middle + 10)])
            if self.seat is not None:
                self.now = _read_now(content)
            self._seen(after, number)
        elif kind == TEXT and content.startswith(b'{"type":"state"'):
            self.now = _read_first(content).now
            if self.ready.done():  # more than moves has changed, such as the end of the game
                self._seen(self.number, self.now.number)
            else:
                self.number = self.now.number
                self.ready.set_result(None)
        elif kind == TEXT and content.startswith(b'{"type":"refused"'):
            self.table.refused.append(content.decode())

    def _seen(self, after: int, number: int) -> None:
        if after != self.number:
            self.table.dropped += 1
        self.number = number
        self.table.seen(self)


@dataclass
class BenchTable:
    """A table with all its connections, and what was measured there."""

    id: str
    tokens: list[str]
    rng: random.Random
    connections: list[Connection] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    moves: int = 0
    late: int = 0
    """Moves that could not be played at their time because the one before had not been seen by all."""
    dropped: int = 0
    over: int = 0
    refused: list[str] = field(default_factory=list)
    counts: bool = False
    """Whether it is being measured now."""
    _sent: float = 0.0
    _waiting: set[Connection] = field(default_factory=set)
    _all_seen: asyncio.Event = field(default_factory=asyncio.Event)

    async def open(self, port: int, spectators: int, opening: asyncio.Semaphore) -> None:
        """Connect everybody."""
        for seat in (*range(PLAYERS), *[None] * spectators):
            async with opening:
                token = None if seat is None else self.tokens[seat]
                _, connection = await asyncio.get_running_loop().create_connection(
                    lambda seat=seat, token=token: Connection(self, port, seat, token),  # type: ignore[misc]
                    "127.0.0.1",
                    port,
                )
                await asyncio.wait_for(connection.ready, PATIENCE)
                self.connections.append(connection)

    async def play(self, rate: float, until: float) -> None:
        """Play a move every so often."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self.rng.random() / rate
        while due < until:
            await asyncio.sleep(max(0.0, due - loop.time()))
            mover = next((one for one in self.connections if one.now is not None and one.now.legal), None)
            if mover is None or mover.now is None:
                self.over += 1
                return
            self._sent = time.perf_counter()
            self._waiting = set(self.connections)
            self._all_seen.clear()
            chosen = self.rng.choice(mover.now.legal).move
            mover.send({"type": "moves", "id": 1, "moves": [chosen], "after": mover.number})
            due += 1 / rate
            try:
                await asyncio.wait_for(self._all_seen.wait(), PATIENCE)
            except TimeoutError:
                self.dropped += len(self._waiting)
                return
            while due < loop.time():
                self.late += self.counts
                due += 1 / rate

    def seen(self, connection: Connection) -> None:
        """Take note that a connection has seen a move."""
        self._waiting.discard(connection)
        if not self._waiting and not self._all_seen.is_set():
            if self.counts:
                self.moves += 1
                self.latencies.append(time.perf_counter() - self._sent)
            self._all_seen.set()

    def check(self) -> None:
        """Count connections that were lost or have not seen everything."""
        last = max(one.number for one in self.connections)
        self.dropped += sum(one.closed or one.number != last for one in self.connections)


def clients(pipe: Pipe, port: int, given: Sequence[tuple[str, list[str]]], spectators: int, seed: int) -> None:
    """Be the clients of some tables: connect when told to, play when told to, report."""
    raise_limit()
    uvloop.run(_clients(pipe, port, given, spectators, seed))


async def _clients(pipe: Pipe, port: int, given: Sequence[tuple[str, list[str]]], spectators: int, seed: int) -> None:
    loop = asyncio.get_running_loop()
    tables = [BenchTable(table, tokens, random.Random(f"{seed} {at}")) for at, (table, tokens) in enumerate(given)]
    opening = asyncio.Semaphore(OPENING)
    await asyncio.gather(*(table.open(port, spectators, opening) for table in tables))
    pipe.send("open")
    rate, seconds = await loop.run_in_executor(None, pipe.recv)
    begin = loop.time() + SETTLE
    playing = [asyncio.create_task(table.play(rate, begin + seconds)) for table in tables]
    await asyncio.sleep(SETTLE)
    received = sum(one.bytes for table in tables for one in table.connections)
    pipe.send("counting")
    for table in tables:
        table.counts = True
    cpu = time.process_time()
    await asyncio.sleep(seconds)
    cpu = time.process_time() - cpu
    received = sum(one.bytes for table in tables for one in table.connections) - received
    pipe.send("counted")
    await asyncio.gather(*playing)
    for table in tables:
        table.check()
    pipe.send(
        {
            "latencies": [one for table in tables for one in table.latencies],
            "moves": sum(table.moves for table in tables),
            "late": sum(table.late for table in tables),
            "dropped": sum(table.dropped for table in tables),
            "over": sum(table.over for table in tables),
            "refused": [text for table in tables for text in table.refused],
            "cpu": cpu,
            "bytes": received,
        }
    )
    await loop.run_in_executor(None, pipe.recv)  # the connections stay until everything has been read off


# ---------------------------------------------------------------- the server and its figures


def raise_limit() -> None:
    """Allow this process, and those it starts, as many open files as the system does."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def memory(pid: int) -> float:
    """Return how much memory a process uses, in bytes (Linux)."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1]) * 1024
    raise AssertionError("no VmRSS")


def cpu_seconds(pid: int) -> float:
    """Return how long a process has computed (Linux)."""
    parts = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Figures:
    """What was measured in one case."""

    tables: int
    spectators: int
    seconds: float
    moves: int
    late: int
    dropped: int
    latencies: list[float] = field(repr=False)
    server_cpu: float
    client_cpu: float
    megabytes: float
    """A second, to all clients together."""
    per_table: float
    per_connection: float
    resident: float
    load: float

    @property
    def connections(self) -> int:
        """How many live connections there are."""
        return self.tables * (PLAYERS + self.spectators)

    def row(self) -> str:
        """Return a line of the table in docs/operator.md."""
        ordered = sorted(self.latencies)
        p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
        return (
            f"| {self.connections:,} | {self.tables} | {self.spectators} | {self.moves / self.seconds:.1f} "
            f"| {statistics.median(ordered) * 1000:.0f} | {p99 * 1000:.0f} | {ordered[-1] * 1000:.0f} "
            f"| {self.late} | {self.dropped} | {self.server_cpu * 100:.0f} % | {self.client_cpu * 100:.0f} % "
            f"| {self.megabytes:.1f} | {self.per_table / 1024:.0f} | {self.per_connection / 1024:.0f} "
            f"| {self.resident / MEGABYTE:.0f} | {self.load:.1f} |"
        )


HEAD = (
    "| connections | tables | spectators each | moves/s | p50 ms | p99 ms | max ms | late | dropped | server CPU "
    "| clients CPU | MB/s sent | KB/table | KB/connection | server MB | load |\n" + "|---:" * 16 + "|"
)


def measure(database: str, tables: int, spectators: int, rate: float, seconds: float, processes: int) -> Figures:
    """Start a server and clients, let them play, and return the figures."""
    with ServerProcess(database, connections=1_000_000, tables=1_000_000, log_level="warning") as server:
        pid = server.process.pid
        with server.client() as client:

            def make() -> Made:
                made = client.create("azul", [{"who": "me"}, {"who": "hotseat"}])
                client.state(made.table, made.tokens)
                return made

            play_some(server, make())
            empty = memory(pid)
            made = [make() for _ in range(tables)]
        laid = memory(pid)
        spawn = multiprocessing.get_context("spawn")
        pipes: list[Pipe] = []
        workers = []
        for number in range(processes):
            ours, theirs = spawn.Pipe()
            given = [(one.table, one.tokens) for one in made[number::processes]]
            worker = spawn.Process(target=clients, args=(theirs, server.port, given, spectators, number), daemon=True)
            worker.start()
            theirs.close()
            pipes.append(ours)
            workers.append(worker)
        for pipe in pipes:
            assert pipe.recv() == "open"
        connected = memory(pid)
        for pipe in pipes:
            pipe.send((rate, seconds))
        for pipe in pipes:
            assert pipe.recv() == "counting"
        cpu, began = cpu_seconds(pid), time.perf_counter()
        for pipe in pipes:
            assert pipe.recv() == "counted"
        cpu, lasted = cpu_seconds(pid) - cpu, time.perf_counter() - began
        load = os.getloadavg()[0]
        found = [pipe.recv() for pipe in pipes]
        resident = memory(pid)
        for pipe, worker in zip(pipes, workers, strict=True):
            pipe.send("enough")
            worker.join()
        refused = [text for one in found for text in one["refused"]]
        assert not refused, refused[0]
    return Figures(
        tables=tables,
        spectators=spectators,
        seconds=seconds,
        moves=sum(one["moves"] for one in found),
        late=sum(one["late"] for one in found),
        dropped=sum(one["dropped"] for one in found),
        latencies=[latency for one in found for latency in one["latencies"]],
        server_cpu=cpu / lasted,
        client_cpu=sum(one["cpu"] for one in found) / seconds,
        megabytes=sum(one["bytes"] for one in found) / seconds / MEGABYTE,
        per_table=(laid - empty) / tables,
        per_connection=(connected - laid) / (tables * (PLAYERS + spectators)),
        resident=resident,
        load=load,
    )


def play_some(server: ServerProcess, made: Made) -> None:
    """Let the server load everything that it needs for a game, before its memory is measured."""
    with server.live(made.table, made.tokens) as live, server.live(made.table) as spectator:
        for _ in range(20):
            done = live.play([live.now["legal"][0]["move"]], seat=live.now["turn"])
            for one in (live, spectator):
                one.until(lambda seen, number=done["number"]: seen.number >= number)  # type: ignore[misc]


@contextlib.contextmanager
def databases(given: str | None, postgresql: bool) -> Iterator[Any]:
    """Yield a function that gives an empty database for each case."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as running:
        if postgresql:
            server = running.enter_context(running_server(fsync="on", synchronous_commit="on"))
            yield lambda case: running.enter_context(server.database())
        else:
            yield lambda case: given or f"sqlite:///{Path(folder) / f'{case}.sqlite'}"


def main() -> None:
    """Measure what was asked for, and print the figures as a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, help="one case only: so many tables")
    parser.add_argument("--spectators", type=int, default=10, help="and so many spectators at each")
    parser.add_argument("--rate", type=float, default=1.0, help="moves a second at each table")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to measure; a game has about 50 moves")
    parser.add_argument("--clients", type=int, default=1, help="client processes")
    parser.add_argument("--database", help="a database that is there already, instead of a new file")
    parser.add_argument("--postgresql", action="store_true", help="start a PostgreSQL server and use it")
    parser.add_argument("--json", type=Path, help="write all latencies to a file, too")
    given = parser.parse_args()
    raise_limit()
    cases = CASES if given.tables is None else ((given.tables, given.spectators),)
    print(HEAD, flush=True)
    measured = []
    with databases(given.database, given.postgresql) as database:
        for number, (tables, spectators) in enumerate(cases):
            figures = measure(database(number), tables, spectators, given.rate, given.seconds, given.clients)
            print(figures.row(), flush=True)
            measured.append(figures)
    if given.json:
        given.json.write_text(json.dumps([one.__dict__ for one in measured]), encoding="utf-8")
    if any(one.dropped for one in measured):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
