"""Logs: one JSON object a line, for people with ``jq`` and for machines.

Every line has ``time``, ``level`` and ``event``, then what belongs to the event. No secret ever gets here: requests are
logged by their route, not by their query or body, and addresses as a hash unless the operator wants them plain.
"""

import hashlib
import logging
import secrets
import sys
import time
import traceback
from contextlib import suppress
from contextvars import ContextVar
from typing import Any

import msgspec

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
        line = {name: value for name, value in {**always, **values}.items() if value is not None}
        with suppress(OSError, ValueError):  # nobody reads it: no reason to stop serving
            print(_ENCODER.encode(line).decode().translate(_BREAKS), file=sys.stderr, flush=True)

    def failure(self, event: str, problem: BaseException, **values: Any) -> None:
        """Write down a defect of ours, with where it happened."""
        where = traceback.format_exception(problem)
        self(event, "error", problem=f"{type(problem).__name__}: {problem}", trace="".join(where)[-4000:], **values)

    def address(self, address: str) -> str | None:
        """Return an address as it may stand in the log."""
        hashed = hashlib.sha256(self._salt + address.encode()).hexdigest()[:12]
        return {"none": None, "plain": address}.get(self.addresses, hashed)


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
