"""Without a proxy: heads without end, requests that never end, more connections than anybody needs."""

import contextlib
import resource
import socket
from collections.abc import Iterator

import httpx
import pytest

from tests.server.conftest import StartServer
from tests.server.processes import PATIENCE, ServerProcess, wait_for

CHUNK = b"a" * 65_536
USUAL_FILES = 1024
"""What most systems let a process open that does not ask for more."""


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that is started as most systems start one, and that soon loses its patience."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    database = f"sqlite:///{tmp_path_factory.mktemp('strict') / 'azulejo.sqlite'}"
    resource.setrlimit(resource.RLIMIT_NOFILE, (USUAL_FILES, hard))
    try:
        server = ServerProcess(
            database, request_seconds=2, idle_seconds=2, connections_per_address=20, log_level="warning"
        )
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    with server:
        yield server


def connected(server: ServerProcess, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE, (source, 0))


def answer(sock: socket.socket) -> bytes:
    """Return everything that comes until the other side hangs up; fails if it never does."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while data := sock.recv(65_536):
            found += data
    return found


def test_a_head_without_end_is_not_taken_in(strict: ServerProcess) -> None:
    sent = 0
    with connected(strict) as sock:
        sock.sendall(b"GET /health HTTP/1.1\r\nhost: x\r\nx-long: ")
        with contextlib.suppress(ConnectionError):
            while sent < 64 << 20:
                sent += sock.send(CHUNK)
    assert sent < 16 << 20  # what the system keeps on the way


@pytest.mark.parametrize(
    "head",
    [
        b"GET /health HTTP/1.1\r\nhost: x\r\n" + b"a: b\r\n" * 200 + b"\r\n",
        b"GET /health HTTP/1.1\r\nhost: x\r\nx-long: " + b"a" * 20_000 + b"\r\n\r\n",
        b"GET /health?" + b"a" * 20_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n" * 1000,
    ],
    ids=["many headers", "a long header", "a long address", "many requests at once"],
)
def test_too_large_a_head_is_refused(strict: ServerProcess, head: bytes) -> None:
    with connected(strict) as sock:
        sock.sendall(head)
        assert b"HTTP/1.1 400 Bad Request" in answer(sock)


def test_what_is_large_but_allowed_is_answered(strict: ServerProcess) -> None:
    headers = {f"x-{number}": "a" * 150 for number in range(80)}
    assert httpx.get(f"{strict.url}/health", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /health HTTP/1.1\r\nhost:",
        b"POST /api/v1/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{",
        b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n",
        b"POST /none HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n{",
    ],
    ids=["nothing", "half a head", "half a body", "no second request", "a body that nobody wants"],
)
def test_nobody_is_waited_for_without_end(strict: ServerProcess, begun: bytes) -> None:
    with connected(strict) as sock:
        sock.sendall(begun)
        answer(sock)


def test_a_trickle_does_not_keep_a_connection_open(strict: ServerProcess) -> None:
    """Empty lines between requests, or a header letter by letter."""
    for begun, drop in ((b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n", b"\r\n"), (b"GET / HTTP/1.1\r\nx: ", b"a")):
        with connected(strict) as sock:
            sock.sendall(begun)
            sock.settimeout(0.2)

            def is_closed(sock: socket.socket = sock, drop: bytes = drop) -> bool:
                try:
                    sock.sendall(drop)
                    return sock.recv(65_536) == b""
                except TimeoutError:
                    return False
                except ConnectionError:
                    return True

            wait_for(is_closed)


def test_half_open_requests_shut_nobody_out(strict: ServerProcess) -> None:
    """Neither others nor those behind the same address."""
    with contextlib.ExitStack() as opened:
        for _ in range(1100):
            sock = opened.enter_context(connected(strict))
            with contextlib.suppress(ConnectionError):
                sock.sendall(b"GET /health HTTP/1.1\r\n")
        for source in ("127.0.0.1", "127.0.0.2"):
            with httpx.Client(transport=httpx.HTTPTransport(local_address=source), timeout=PATIENCE) as client:
                assert client.get(f"{strict.url}/health").status_code == 200


def test_the_process_may_open_more_files_and_says_how_many(strict: ServerProcess, start_server: StartServer) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    assert resource.prlimit(strict.process.pid, resource.RLIMIT_NOFILE) == (hard, hard)
    (serving,) = (event for event in start_server().events if event["event"] == "serving")
    assert serving["files"] == hard


def test_places_of_live_connections_are_given_back(start_server: StartServer) -> None:
    server = start_server(connections_per_address=3)
    with server.client() as client:
        made = client.create("azul", [{"who": "me"}, {"who": "open"}])
        for _ in range(20):
            with server.live(made.table) as live:
                assert live.first["type"] == "state"
        assert client.state(made.table)["table"]["id"] == made.table
