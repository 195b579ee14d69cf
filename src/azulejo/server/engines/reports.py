"""Has reports of finished games made: takes those that wait in the database, and keeps what a worker finds."""

import asyncio
import contextlib
import time
from contextlib import aclosing

from azulejo.server.engines.pool import Pool
from azulejo.server.monitoring import Metrics, log
from azulejo.server.settings import ServerSettings
from azulejo.server.tables import reports
from azulejo.server.tables.reports import ReportTask
from azulejo.server.threads import AsyncTables, Tasks
from azulejo.texts.errors import AzulejoError

LOOK_EVERY = 2.0
"""Seconds after which to look for reports even if nobody has asked here."""
NO_ROOM = 0.2
FURTHER_BACK = 9
"""So much nicer than workers that somebody waits for."""
KEEP_EVERY = 1.5
"""Seconds between two times that an unfinished report is written down."""


class Reporter:
    """The reports that one process makes."""

    def __init__(self, tables: AsyncTables, metrics: Metrics, settings: ServerSettings) -> None:
        """Make a pool of workers for nothing else; they stand back behind all others."""
        workers, seconds, nice = settings.report_workers, settings.report_seconds, settings.worker_nice + FURTHER_BACK
        self._pool = Pool("reports", workers, workers, seconds, nice, [], metrics)
        self._tables = tables
        self._metrics = metrics
        self._most = workers
        self._made = 0
        self.due = asyncio.Event()
        """Set when somebody has asked for a report."""
        self.tasks = Tasks()

    async def close(self) -> None:
        """End the workers."""
        await self._pool.close()

    async def look(self) -> float:
        """Take reports as far as there are workers, and return when to look again."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.due.wait(), LOOK_EVERY)
        self.due.clear()
        if self._made >= self._most:
            return NO_ROOM
        for task in await self._tables.run(reports.claim, self._most - self._made):
            self._made += 1
            self.tasks.start(self._make(task))
        return 0.0

    async def _make(self, task: ReportTask) -> None:
        """Let a worker look at a game, and keep what it finds, until it is told to stop or the report is complete."""
        kept = 0.0
        try:
            async with aclosing(self._pool.review(task.record, task.setting)) as found:
                async for report, done, complete in found:
                    if not complete and time.monotonic() - kept < KEEP_EVERY:
                        continue
                    kept = time.monotonic()
                    if not await self._tables.run(reports.note_progress, task, report, done, complete):
                        break
        except AzulejoError as problem:
            log("report_failed", "warning", table=task.table, problem=str(problem))
            await self._tables.run(reports.note_failure, task)
        except Exception as problem:  # the lease runs out, and somebody tries again
            self._metrics.failed("reports", problem, table=task.table)
        finally:
            self._made -= 1
            self.due.set()
