"""What a process does by itself, again and again: bots, clocks, seats that were abandoned, tables that expire.

Everything it does is a transaction like any other, so that several processes never do harm. It never ends: what goes
wrong is written down, and tried again.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from azulejo.server.engines.bots import BotPlayer
from azulejo.server.live.rooms import Rooms
from azulejo.server.logs import log
from azulejo.server.metrics import Metrics
from azulejo.server.settings import ServerSettings
from azulejo.server.tables import housekeeping
from azulejo.server.threads import AsyncTables, Tasks

CLOCKS_EVERY = 1.0
"""Seconds after which to look at the clocks at the latest."""
EXPIRE_EVERY = 60.0
AFTER_FAILURE = 1.0
"""Seconds to wait when something has gone wrong."""


@dataclass
class Background:
    """The duties of one process."""

    _tables: AsyncTables
    _settings: ServerSettings
    _metrics: Metrics
    _rooms: Rooms
    _bots: BotPlayer

    def start(self, tasks: Tasks) -> None:
        """Begin with everything."""
        duties: dict[str, Callable[[], Awaitable[float]]] = {
            "heartbeat": self._beat,
            "bots": self._bots.look,
            "clocks": self._look_at_clocks,
            "takeovers": self._take_over,
            "expiry": self._expire,
            "reconciliation": self._reconcile,
        }
        for name, duty in duties.items():
            tasks.start(self._forever(name, duty))

    async def _forever(self, name: str, duty: Callable[[], Awaitable[float]]) -> None:
        """Do one thing again and again; it says when next."""
        while True:
            try:
                wait = await duty()
            except Exception as problem:  # whatever it is, the tables still need care
                self._metrics.failures.labels(name).inc()
                log.failure("duty_failed", problem, duty=name)
                wait = AFTER_FAILURE
            await asyncio.sleep(wait)

    async def _beat(self) -> float:
        await self._tables.run(housekeeping.beat)
        return self._settings.heartbeat_seconds

    async def _look_at_clocks(self) -> float:
        """Let those leave who have run out of time, at the very moment if it is known."""
        deadline = await self._tables.run(housekeeping.next_deadline)
        if deadline is not None and deadline <= time.time():
            self._note("time_out", await self._tables.run(housekeeping.end_overdue))
            return 0.02
        return CLOCKS_EVERY if deadline is None else min(CLOCKS_EVERY, deadline - time.time() + 0.005)

    async def _take_over(self) -> float:
        self._note("takeover", await self._tables.run(housekeeping.take_over))
        return max(0.1, min(5.0, self._settings.takeover_seconds / 4))

    async def _expire(self) -> float:
        gone = await self._tables.run(housekeeping.expire)
        self._note("expired", gone)
        return 1.0 if gone else EXPIRE_EVERY

    async def _reconcile(self) -> float:
        await self._rooms.reconcile()
        return self._settings.reconcile_seconds

    def _note(self, event: str, tables: list[str]) -> None:
        for table in tables:
            log(event, table=table)
