"""Running the server: the socket, the processes, and what happens while the rules are not compiled yet."""

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

import uvicorn
from msgspec.structs import asdict
from uvicorn.supervisors import Multiprocess

from azulejo.engine import warmup as engine_warmup
from azulejo.games import names
from azulejo.games import warmup as rules_warmup
from azulejo.kernel.rule import COMPILED
from azulejo.server.app import create_app
from azulejo.server.monitoring import log
from azulejo.server.settings import CONFIG, PREFIX, ServerSettings
from azulejo.server.storage import Database
from azulejo.texts.errors import BadOption

INHERITED = "AZULEJO_LISTENING"
"""The socket that a process has taken over from the one it follows."""
UNTIL_WARM = "AZULEJO_UNTIL_WARM"
"""Whether this process runs its rules interpreted only until a worker has compiled them."""
TOLD = "AZULEJO_TOLD"
"""Whether the address has been told already."""
CAN_FOLLOW = os.name == "posix"
"""Whether a process can become another one that has its sockets: not on Windows, where the rules are compiled first."""
BACKLOG = 2048
HUNG = 30
"""Seconds after which one of several processes that does not answer is started again."""


def is_warm() -> bool:
    """Return whether everything that serving needs has been compiled by this version."""
    return all(rules_warmup.is_warm(name) for name in names()) and all(engine_warmup.is_warm(name) for name in names())


def listening(settings: ServerSettings) -> socket.socket:
    """Return the socket to listen on; raises BadOption if the port is taken."""
    inherited = os.environ.pop(INHERITED, "")
    if inherited:
        return socket.socket(fileno=int(inherited))
    host, port = settings.host, settings.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as problem:
        raise BadOption("server.port", host=host, port=port, problem=problem.strerror or str(problem)) from None


def address_of(sock: socket.socket) -> str:
    """Return what to type into a browser."""
    host, port = sock.getsockname()[:2]
    host = "localhost" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{host}:{port}/"


def uvicorn_settings(settings: ServerSettings) -> dict[str, Any]:
    """Return what we want of uvicorn; what it would log, our middleware does."""
    return {
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "date_header": True,
        "proxy_headers": False,  # our middleware reads them, from trusted proxies only
        "ws_max_size": settings.message_bytes,
        "ws_per_message_deflate": False,  # small messages, sent once encoded: compressing each again costs most
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "timeout_keep_alive": settings.idle_seconds,
        "http": "azulejo.server.http.protocols:BoundedHttp",
        "ws": "azulejo.server.http.protocols:BoundedWebSocket",
        "timeout_worker_healthcheck": HUNG,
        "timeout_graceful_shutdown": max(1, round(settings.shutdown_seconds)),
        "limit_concurrency": None,
        "backlog": BACKLOG,
        "lifespan": "on",
    }


def serve(settings: ServerSettings, started: Callable[[str], None], arguments: Sequence[str]) -> None:
    """Serve until told to stop.

    Args:
        settings: how.
        started: called with the address as soon as the socket listens.
        arguments: the command line, to follow oneself when the rules have been compiled.
    """
    check_database(settings)
    with listening(settings) as sock:
        if settings.processes > 1:
            _serve_many(settings, sock, started)
        else:
            _serve_one(settings, sock, started, arguments)


def _serve_one(
    settings: ServerSettings, sock: socket.socket, started: Callable[[str], None], arguments: Sequence[str]
) -> None:
    """Serve with this process; interpreted until a worker has compiled the rules, if they are not yet."""
    if COMPILED and settings.warm_up and CAN_FOLLOW and not is_warm():
        _follow(sock, arguments, interpreted=True)
    if not os.environ.get(TOLD):
        started(address_of(sock))
    warm = threading.Event()

    def warmed() -> None:
        if not COMPILED and os.environ.get(UNTIL_WARM):
            log("rules_compiled")
            warm.set()
            server.should_exit = True

    server = uvicorn.Server(uvicorn.Config(create_app(settings, warmed), **uvicorn_settings(settings)))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))  # what uvicorn comes back to when it has ended in good order
    server.run(sockets=[sock.dup()])  # it closes what it is given
    if warm.is_set():
        _follow(sock, arguments, interpreted=False)
    if not server.started:
        raise BadOption("server.no_start")


def check_database(settings: ServerSettings) -> None:
    """Make sure that the database can be used, before anything else is started; raises BadOption."""
    try:
        with closing(Database(settings.database)) as database:
            database.check()
    except OSError as problem:
        raise BadOption("server.database_closed", database=settings.database, problem=problem) from None


def _serve_many(settings: ServerSettings, sock: socket.socket, started: Callable[[str], None]) -> None:
    """Serve with several processes on one socket; those that die are started again."""
    for name, value in asdict(settings).items():  # where they look for their settings
        os.environ[PREFIX + name.upper()] = ",".join(value) if isinstance(value, tuple) else str(value)
    os.environ.pop(CONFIG, None)
    started(address_of(sock))
    config = uvicorn.Config(
        "azulejo.server.app:from_environment",
        factory=True,
        workers=settings.processes,
        **uvicorn_settings(settings),
    )
    Multiprocess(config, sockets=[sock]).run()


def _follow(sock: socket.socket, arguments: Sequence[str], interpreted: bool) -> None:
    """Become the same server, its rules interpreted or compiled; the socket stays, so that nobody is turned away."""
    os.set_inheritable(sock.fileno(), True)
    os.environ[INHERITED] = str(sock.fileno())
    for name, wanted in (("NUMBA_DISABLE_JIT", interpreted), (UNTIL_WARM, interpreted), (TOLD, not interpreted)):
        if wanted:
            os.environ[name] = "1"
        else:
            os.environ.pop(name, None)
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, [sys.executable, "-c", "from azulejo.cli import main; main()", *arguments])
