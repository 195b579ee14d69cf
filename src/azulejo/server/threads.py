"""What runs beside the event loop: rules and storage in a few threads, other work in tasks.

What people wait for, moves and what is told of them, takes a few milliseconds, nearly all of it Python. Several threads
that compute Python at once only stand in each other's way: with 100 moves a second, eight of them were seen to need
more processor time than one, and to answer much later. So these have few threads of their own: one with SQLite, which
writes one thing at a time anyway; a few with PostgreSQL, which lets them wait for its answers.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from azulejo.server.metrics import Metrics
from azulejo.server.tables import Tables
from azulejo.server.tables.access import Access, by_tokens

Result = TypeVar("Result")


class Threads:
    """A bounded number of threads; what is asked first is done first."""

    def __init__(self, number: int, quick: int) -> None:
        """Say how many there are for everything, and how many more for what people wait for."""
        self._pool = ThreadPoolExecutor(number, thread_name_prefix="azulejo")
        self._quick = ThreadPoolExecutor(quick, thread_name_prefix="azulejo-quick")

    async def run(self, function: Callable[..., Result], *given: Any) -> Result:
        """Call a function in one of the threads, and wait for it without holding up the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, function, *given)

    async def run_soon(self, function: Callable[..., Result], *given: Any) -> Result:
        """Call a function that takes a few milliseconds at most, and that somebody waits for."""
        return await asyncio.get_running_loop().run_in_executor(self._quick, function, *given)

    def close(self) -> None:
        """Wait for what is under way, and end."""
        for pool in (self._quick, self._pool):
            pool.shutdown(wait=True, cancel_futures=True)


class Tasks:
    """Work that goes on beside everything else until it is done, or stopped."""

    def __init__(self) -> None:
        self.running: set[asyncio.Task[Any]] = set()
        self._stopped = False

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin with something; not any more once everything was stopped."""
        task = asyncio.create_task(work)
        self.running.add(task)
        task.add_done_callback(self.running.discard)
        if self._stopped:
            task.cancel()
        return task

    async def stop(self) -> None:
        """End everything."""
        self._stopped = True
        running = list(self.running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


class AsyncTables:
    """The tables for the event loop: what is done to them is done in a thread."""

    def __init__(self, tables: Tables, threads: Threads, metrics: Metrics) -> None:
        self.tables = tables
        self._threads = threads
        self._metrics = metrics

    async def run(self, function: Callable[..., Result], *given: Any) -> Result:
        """Call a function of all tables that may take long."""
        return await self._threads.run(function, self.tables, *given)

    async def run_soon(self, function: Callable[..., Result], *given: Any) -> Result:
        """Call a function of all tables that somebody waits for."""
        return await self._threads.run_soon(function, self.tables, *given)

    async def read(
        self, table: str, who: Access | Sequence[str], function: Callable[..., Result], *given: Any, slow: bool = False
    ) -> Result:
        """Look at a table for somebody, by what they may do or by the secrets that they show."""
        run = self._threads.run if slow else self._threads.run_soon
        return await run(self.tables.read, table, *_called(who, function, given))

    async def write(
        self, table: str, who: Access | Sequence[str], function: Callable[..., Result], *given: Any
    ) -> Result:
        """Change a table for somebody, by what they may do or by the secrets that they show."""
        with self._metrics.change_seconds.labels(function.__name__).time():
            return await self._threads.run_soon(self.tables.write, table, *_called(who, function, given))


def _called(who: Access | Sequence[str], function: Any, given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what is to be called with a table, and with what else."""
    return (function, who, *given) if isinstance(who, Access) else (by_tokens, who, function, *given)
