"""What operators see: logs, and figures for Prometheus.

The log has one JSON object a line, for people with ``jq`` and for machines: ``time``, ``level`` and ``event``, then
what belongs to the event. No secret ever gets here: requests are logged by their route, not by their path, query or
body; names of tables as a hash, and addresses, too, unless the operator wants them plain.
"""

import hashlib
import logging
import secrets
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from typing import Any

import msgspec
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from azulejo.server.refusals import StorageFailed

LEVELS = ("debug", "info", "warning", "error")
_ENCODER = msgspec.json.Encoder(enc_hook=str)

_BREAKS = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), 0x2028, 0x2029)}
"""What JSON leaves as it is but others take for the end of a line: nobody can write their own line into the log."""

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The number of the request that is being answered."""


class Log:
    """Where lines go, and how much is told."""

    def __init__(self) -> None:
        self.least = LEVELS.index("info")
        self.addresses = "hashed"
        self._salt = secrets.token_bytes(16)

    def set_up(self, level: str, addresses: str) -> None:
        """Say from which level on, and how addresses are shown."""
        if level == "auto":
            level = "warning" if sys.stderr.isatty() else "info"
        self.least = LEVELS.index(level)
        self.addresses = addresses

    def __call__(self, event: str, level: str = "info", /, **values: Any) -> None:
        """Write one line."""
        if LEVELS.index(level) < self.least:
            return
        always = {"time": round(time.time(), 3), "level": level, "event": event, "request": request_id.get() or None}
        if "table" in values:  # whoever knows a private table's name may watch it
            values["table"] = self._hashed(values["table"])
        line = {name: value for name, value in {**always, **values}.items() if value is not None}
        with suppress(OSError, ValueError):  # nobody reads it: no reason to stop serving
            print(_ENCODER.encode(line).decode().translate(_BREAKS), file=sys.stderr, flush=True)

    def failure(self, event: str, problem: BaseException, **values: Any) -> None:
        """Write down a defect of ours, with where it happened."""
        where = traceback.format_exception(problem)
        self(event, "error", problem=f"{type(problem).__name__}: {problem}", trace="".join(where)[-4000:], **values)

    def address(self, address: str) -> str | None:
        """Return an address as it may stand in the log."""
        return {"none": None, "plain": address}.get(self.addresses, self._hashed(address))

    def _hashed(self, text: str) -> str:
        """Return a sign of a text that is the same in every line of one start."""
        return hashlib.sha256(self._salt + text.encode()).hexdigest()[:12]


log = Log()
"""The log of this process."""


class Forward(logging.Handler):
    """Takes what libraries log into our own log."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write down one record."""
        problem = record.exc_info[1] if record.exc_info else None
        level = "error" if record.levelno >= logging.ERROR else "warning"
        if problem is not None:
            log.failure("library", problem, library=record.name, text=record.getMessage())
        else:
            log("library", level, library=record.name, text=record.getMessage())


def forward_libraries() -> None:
    """Let libraries write their warnings and errors into our log."""
    logging.basicConfig(handlers=[Forward()], level=logging.WARNING, force=True)


# ---------------------------------------------------------------- figures

CONTENT_TYPE = CONTENT_TYPE_LATEST
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
SLOW = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Metrics:
    """The figures of one process."""

    def __init__(self) -> None:
        """Begin with nothing; every application has its own."""
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "azulejo_requests_total", "Answered requests", ["method", "route", "status"], registry=self.registry
        )
        self.request_seconds = Histogram(
            "azulejo_request_seconds", "Time to answer a request", ["route"], buckets=QUICK, registry=self.registry
        )
        self.refusals = Counter(
            "azulejo_refusals_total", "Requests refused by a limit", ["limit"], registry=self.registry
        )
        self.changes = Counter(
            "azulejo_changes_total", "Changes of tables, by what was asked", ["kind"], registry=self.registry
        )
        self.change_seconds = Histogram(
            "azulejo_change_seconds",
            "Time from a change being asked for to its being stored",
            ["kind"],
            buckets=QUICK,
            registry=self.registry,
        )
        self.messages = Counter("azulejo_messages_total", "Live messages sent", registry=self.registry)
        self.updates = Counter("azulejo_updates_total", "Updates built and encoded", registry=self.registry)
        self.tell_seconds = Histogram(
            "azulejo_tell_seconds",
            "Time from a notice to the last reader having been told",
            buckets=QUICK,
            registry=self.registry,
        )
        self.slow_readers = Counter(
            "azulejo_slow_readers_total", "Connections closed because they did not read", registry=self.registry
        )
        self.missed_notices = Counter(
            "azulejo_missed_notices_total", "Tables found behind by reconciliation", registry=self.registry
        )
        self.bot_turns = Counter("azulejo_bot_turns_total", "Turns of bots", ["result"], registry=self.registry)
        self.worker_seconds = Histogram(
            "azulejo_worker_seconds",
            "Time that a request keeps a worker",
            ["pool"],
            buckets=SLOW,
            registry=self.registry,
        )
        self.worker_restarts = Counter(
            "azulejo_worker_restarts_total", "Workers killed or lost", ["pool"], registry=self.registry
        )
        self.tables = Gauge("azulejo_tables", "Tables in the database", ["status"], registry=self.registry)
        self.failures = Counter("azulejo_failures_total", "Defects, see the log", ["where"], registry=self.registry)

    def failed(self, where: str, problem: Exception, **values: Any) -> None:
        """Write down what has gone wrong somewhere; it counts as a defect of ours unless storage has failed."""
        if isinstance(problem, StorageFailed):
            return log("storage_failed", "warning", where=where, problem=problem.problem, **values)
        self.failures.labels(where).inc()
        log.failure(f"{where}_failed", problem, **values)

    def gauge(self, name: str, text: str, value: Callable[[], float]) -> None:
        """Add a figure that is read when somebody asks."""
        Gauge(name, text, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        """Return everything as Prometheus reads it."""
        return generate_latest(self.registry)
