"""A real server process, and real clients of it: for every test that goes over the wire.

    with ServerProcess(database_url) as server, server.client() as client:
        made = client.create("azul", [{"who": "me"}, {"who": "bot", "level": "novice"}])
        with server.live(made.table, made.tokens) as live:
            state = live.state
            live.play([state["now"]["legal"][0]["move"]])

The fixtures ``server`` (SQLite, shared by a module) and ``start_server`` (any database, any settings) are in
``conftest.py``. Everything a server writes to its log is in ``server.log``; :meth:`ServerProcess.stop` checks that it
ends in good order and that nothing has failed inside it.
"""

import contextlib
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0
"""Seconds for anything that should take much less."""
NODELAY = {"bot_delay": "0", "bot_workers": "1", "report_workers": "0", "warm_up": "false", "log_level": "info"}
NODELAY |= {"worker_nice": "0"}
"""Settings for tests: bots answer at once, and nobody compiles or looks at what is not needed."""
FREELY = {
    f"{kind}_{what}": "1000000" for kind in ("read", "write", "create", "analysis") for what in ("rate", "burst")
} | dict.fromkeys(("connections_per_address", "tables_per_address", "analyses_per_address"), "1000000")
"""No limits for one address: all clients of a test have the same."""

Json = dict[str, Any]


def has_tls(url: str) -> bool:
    """Return whether certificates are needed; reading those of the system takes longer than a request."""
    return url.startswith("https:")


class Failed(AssertionError):
    """A call was answered by a problem."""

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.problem: Json = response.json() if "json" in response.headers.get("content-type", "") else {}
        asked = f"{response.request.method} {response.request.url.path}"
        super().__init__(f"{asked}: {self.status} {self.problem.get('text', response.text)}")


class ServerProcess:
    """``azulejo serve`` in a process of its own."""

    def __init__(
        self,
        database: str,
        port: int = 0,
        language: str = "en",
        python: str = sys.executable,
        interpreted: bool = False,
        **settings: object,
    ) -> None:
        """Start it and wait until it is ready; settings are those of docs/operator.md."""
        self.database = database
        self.python = python
        self.interpreted = interpreted
        self.language = language
        self.settings = {**NODELAY, **FREELY, **{name: str(value) for name, value in settings.items()}}
        self.port = port
        self.url = ""
        self._log = tempfile.NamedTemporaryFile("w+b", suffix=".log")  # noqa: SIM115  # closed with the process
        self.process = self._start()

    def _start(self) -> "subprocess.Popen[str]":
        settings = {"database": self.database, "port": str(self.port), **self.settings}
        variables = {f"AZULEJO_{name.upper()}": value for name, value in settings.items()}
        process = subprocess.Popen(
            [self.python, "-W", "error", "-c", "from azulejo.cli import main; main()", "serve"],
            env={
                **os.environ,
                **variables,
                "AZULEJO_LANG": self.language,
                "NUMBA_DISABLE_JIT": str(int(self.interpreted)),
            },
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            start_new_session=True,
        )
        assert process.stdout is not None
        first = process.stdout.readline()
        found = re.search(r"http://[^:]+:(\d+)/", first)
        if found is None:
            process.wait()
            raise AssertionError(f"the server did not start: {first}{self.log}")
        self.url, self.port = found[0].rstrip("/"), int(found[1])
        self.process = process
        self._wait_until_ready()
        return process

    def _wait_until_ready(self) -> None:
        def ready() -> bool:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended with {self.process.returncode}: {self.log}")
            with contextlib.suppress(httpx.TransportError):
                return httpx.get(f"{self.url}/health/ready", timeout=5, verify=has_tls(self.url)).status_code == 200
            return False

        wait_for(ready)

    @property
    def log(self) -> str:
        """Everything the server has written to its log."""
        return Path(self._log.name).read_text(encoding="utf-8", errors="replace")

    @property
    def events(self) -> list[Json]:
        """The lines of the log."""
        return [json.loads(line) for line in self.log.splitlines()]

    @property
    def children(self) -> list[int]:
        """The numbers of the processes that it has started (Linux): its engines, or those that share its port."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(child) for task in tasks for child in task.read_text(encoding="ascii").split()]

    @property
    def memory(self) -> int:
        """The bytes of memory that it uses (Linux)."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize()

    def kill(self) -> None:
        """End the process as a power cut does."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def restart(self, **settings: object) -> None:
        """Start it again on the same port, with the same database."""
        assert self.process.poll() is not None, "it still runs"
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.settings.update({name: str(value) for name, value in settings.items()})
        self.process = self._start()

    def stop(self) -> None:
        """Ask the process to end, and check that it does, in good order and without having failed at anything."""
        if self._log.closed:
            return
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
            rest, _ = self.process.communicate(timeout=PATIENCE)
            status: object = self.process.returncode
            assert (status, rest) == (0, ""), (status, rest, self.log)
        assert self.process.stdout is not None
        self.process.stdout.close()
        lines = [
            line for line in self.log.splitlines() if line
        ]  # one that is killed while it writes may leave an empty one
        failures = [line for line in lines if '"level":"error"' in line or not line.startswith("{")]
        self._log.close()
        assert failures == [], "\n".join(failures)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if problem is None:
            self.stop()
        elif not self._log.closed:
            print(self.log[-5000:])
            if self.process.returncode is None:
                self.kill()
            self._log.close()

    def client(self, **headers: str) -> "Client":
        """Return somebody who makes HTTP requests."""
        return Client(self.url, headers)

    def live(self, table: str, tokens: Sequence[str] = (), after: int | None = None, **more: Any) -> "Live":
        """Return a live connection that has said hello and got its state."""
        return Live(self.live_url(table), tokens, after, **more)

    def live_url(self, table: str) -> str:
        """Return the address of a live connection."""
        return f"{self.url.replace('http', 'ws', 1)}/api/v1/tables/{table}/live"


@dataclass(frozen=True)
class Made:
    """A table that was made or joined, with the secrets that came with it."""

    table: str
    tokens: list[str] = field(repr=False)
    seats: list[int]
    maker: str | None = field(repr=False, default=None)

    @classmethod
    def of(cls, answer: Json) -> Self:
        """Read the answer of the server."""
        given = answer.get("tokens", [])
        return cls(
            answer["table"], [one["token"] for one in given], [one["seat"] for one in given], answer.get("maker")
        )


class Client:
    """Somebody who makes HTTP requests; an answer that is a problem is raised as :class:`Failed`."""

    def __init__(self, url: str, headers: Mapping[str, str]) -> None:
        verify = has_tls(url)
        self.http = httpx.Client(base_url=f"{url}/api/v1", headers=dict(headers), timeout=PATIENCE, verify=verify)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.http.close()

    def ask(self, method: str, path: str, tokens: Sequence[str] = (), **more: Any) -> Any:
        """Make a request and return the answer's JSON, None if it has none."""
        headers = {"authorization": f"Bearer {', '.join(tokens)}"} if tokens else {}
        response = self.http.request(method, path, headers=headers, **more)
        if response.is_error:
            raise Failed(response)
        return response.json() if response.content else None

    def get(self, path: str, tokens: Sequence[str] = (), **query: Any) -> Any:
        """Look at something."""
        return self.ask("GET", path, tokens, params=query)

    def post(self, path: str, body: Json | None = None, tokens: Sequence[str] = ()) -> Any:
        """Change something."""
        return self.ask("POST", path, tokens, json=body) if body is not None else self.ask("POST", path, tokens)

    def create(self, game: str, seats: Sequence[Json], **more: Any) -> Made:
        """Make a table."""
        return Made.of(self.post("/tables", {"game": game, "seats": list(seats), **more}))

    def join(self, table: str, **more: Any) -> Made:
        """Sit down at a table."""
        return Made.of(self.post(f"/tables/{table}/join", more))

    def state(self, table: str, tokens: Sequence[str] = (), **query: Any) -> Json:
        """Return what the holder of the tokens sees."""
        found: Json = self.get(f"/tables/{table}", tokens, **query)
        return found

    def play(self, made: Made, moves: Sequence[str], after: int, **more: Any) -> int:
        """Play moves and return how many events there are then."""
        body = {"moves": list(moves), "after": after, **more}
        number: int = self.post(f"/tables/{made.table}/moves", body, made.tokens)["number"]
        return number

    def events(self, table: str, tokens: Sequence[str] = (), after: int | None = None) -> Generator[Json, None, None]:
        """Yield the updates of the stream for programs, as long as somebody wants them."""
        headers = {"authorization": f"Bearer {', '.join(tokens)}"} if tokens else {}
        query = {} if after is None else {"after": after}
        with self.http.stream("GET", f"/tables/{table}/events", headers=headers, params=query) as response:
            if response.is_error:
                response.read()
                raise Failed(response)
            for line in response.iter_lines():
                if line:
                    yield json.loads(line)

    def analyse(self, body: Json, tokens: Sequence[str] = ()) -> Generator[Json, None, None]:
        """Yield the analyses of a position."""
        headers = {"authorization": f"Bearer {', '.join(tokens)}"} if tokens else {}
        with self.http.stream("POST", "/analysis", json=body, headers=headers) as response:
            if response.is_error:
                response.read()
                raise Failed(response)
            for line in response.iter_lines():
                yield json.loads(line)


def changed(value: Any, change: Any) -> Any:
    """Return a value with what has changed, as docs/api.md explains it."""
    if isinstance(change, dict):
        inside = dict(enumerate(value)) if isinstance(value, list) else dict(value)
        for name, inner in change.items():
            key = int(name) if isinstance(value, list) else name
            if inner == []:
                del inside[key]
            else:
                inside[key] = changed(inside.get(key), inner)
        return list(inside.values()) if isinstance(value, list) else inside
    if not isinstance(change, list):
        return change
    if len(change) == 1:
        return change[0]
    at, count, *values = change
    return [*value[:at], *values, *value[at + count :]]


def lengthened(short: Json, board: Json) -> Json:
    """Return an update from what is told in short to those who keep the board, as docs/api.md explains it."""
    events = [event_line(line, at, board["game"]) for at, line in enumerate(short["events"], short["after"])]
    return {"board": changed(board, short.get("changes", {})), **short, "events": events}


def event_line(short: list[Any], number: int, game: str) -> Json:
    """Return one event at length; what is empty is left out, as in an update."""
    event, at, said, transfers, steps = short + [None, [], []][len(short) - 2 :]
    line = {
        "said": said and sentence(said),
        "transfers": list(map(moved_pieces, transfers)),
        "steps": [scoring_step(*step, game=game) for step in steps],
    }
    return {"number": number, "event": event, "at": at, **{name: value for name, value in line.items() if value}}


def scoring_step(
    kind: str,
    seat: int,
    points: int,
    total: int,
    where: Sequence[Any] = (),
    transfers: Sequence[list[Any]] = (),
    values: Json | None = None,
    *,
    game: str,
) -> Json:
    """Return a step of a scoring at length."""
    step = {"kind": kind, "seat": seat, "points": points, "total": total}
    said = sentence({"$": f"{game}.scoring.{kind}", **(values or {})})
    more = {"where": list(where), "transfers": list(map(moved_pieces, transfers))}
    return {**step, "said": said, **{name: value for name, value in more.items() if value}}


def moved_pieces(short: list[Any]) -> Json:
    """Return moved pieces at length."""
    piece, count, *ends = short
    places = [dict(zip(("kind", "which", "seat"), end, strict=False)) for end in ends]
    origin, target = ({name: value for name, value in one.items() if value is not None} for one in places)
    return {"piece": piece, "count": count, "origin": origin, "target": target}


def sentence(short: Json) -> Json:
    """Return a sentence at length."""

    def long(value: Any) -> Any:
        if isinstance(value, list):
            return [long(one) for one in value]
        return sentence(value) if isinstance(value, dict) else value

    values = {name: long(value) for name, value in short.items() if name != "$"}
    return {"key": short["$"], **({"values": values} if values else {})}


class Live:
    """A live connection: what it has seen, and what it asks for."""

    def __init__(
        self,
        url: str,
        tokens: Sequence[str] = (),
        after: int | None = None,
        lang: str = "en",
        changes: bool | int = False,
    ) -> None:
        """Connect, say hello, and take the state; with ``changes=2`` the board is kept, as browsers do."""
        self._open = contextlib.ExitStack()
        # it takes everything in at once, and need not be looked after while the test does something else
        opening = connect(url, max_size=None, max_queue=None, ping_interval=None, compression=None)
        self.socket: ClientConnection = self._open.enter_context(opening)
        self.raw: list[str] = []
        """Every message as it came."""
        self.state: Json = {}
        """The last state, with every update since in its ``now``."""
        self._waiting: list[Json] = []
        self._id = 0
        hello = {"type": "hello", "tokens": list(tokens), "lang": lang, "changes": changes}
        with contextlib.suppress(ConnectionClosed):  # refused before anything was said: why is there to be read
            self.send(hello if after is None else {**hello, "after": after})
        self.first = self.next("state", "refused")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._open.close()

    @property
    def now(self) -> Json:
        """How the table stands, as far as has been told."""
        found: Json = self.state["now"]
        return found

    @property
    def number(self) -> int:
        """How many events have been seen."""
        found: int = self.now["number"]
        return found

    def send(self, message: Json) -> None:
        """Send a message as it is."""
        self.socket.send(json.dumps(message))

    def receive(self, seconds: float = PATIENCE) -> Json:
        """Return the next message; raises TimeoutError if there is none, ConnectionClosed at the end."""
        text = self.socket.recv(seconds)
        assert isinstance(text, str)
        self.raw.append(text)
        message: Json = json.loads(text)
        if message["type"] == "state":
            self.state = message
        elif message["type"] == "update":
            self.state["now"] = message
        elif message["type"] == "changes":
            assert message["after"] == self.number
            self.state["now"] = lengthened(message, self.now["board"])
        return message

    def next(self, *kinds: str, seconds: float = PATIENCE) -> Json:
        """Return the next message of a kind; others that come before are noted, but not returned."""
        until = time.monotonic() + seconds
        while True:
            message = self.receive(max(0.0, until - time.monotonic()))
            if message["type"] in kinds:
                return message

    def until(self, condition: Callable[["Live"], bool], seconds: float = PATIENCE) -> None:
        """Take messages until something is the case."""
        until = time.monotonic() + seconds
        while not condition(self):
            self.receive(max(0.0, until - time.monotonic()))

    def upto(self, number: int, seconds: float = PATIENCE) -> None:
        """Take messages until so many events have been seen."""
        self.until(lambda live: live.number >= number, seconds)

    def ask(self, kind: str, **values: Any) -> Json:
        """Ask for something, and return the answer; what is told meanwhile is noted."""
        self._id += 1
        self.send({"type": kind, "id": self._id, **values})
        while True:
            message = self.receive()
            if message.get("id") == self._id:
                return message

    def play(self, moves: Sequence[str], **more: Any) -> Json:
        """Play moves, after all that has been seen."""
        return self.ask("moves", moves=list(moves), after=self.number, **more)

    def closed(self, seconds: float = PATIENCE) -> int:
        """Wait until the server ends the connection, and return its code."""
        until = time.monotonic() + seconds
        try:
            while True:
                self.receive(max(0.0, until - time.monotonic()))
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd is not None else 1006


def first_moves(now: Json) -> list[str]:
    """Return moves that can be played: a complete payment if there is one, else what the server suggests."""
    if now["board"].get("payments"):
        moves: list[str] = now["board"]["payments"][0]["moves"]
        return moves
    return [now.get("suggested") or now["legal"][0]["move"]]


def wait_for(condition: Callable[[], bool], seconds: float = PATIENCE, pause: float = 0.02) -> None:
    """Wait until something is the case; fails if that takes too long."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(pause)
