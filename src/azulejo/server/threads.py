"""What runs beside the event loop: rules and storage in a few threads, other work in tasks.

What people wait for, moves and what is told of them, takes a few milliseconds, nearly all of it Python. Several threads
that compute Python at once only stand in each other's way: with 100 moves a second, eight of them were seen to need
more processor time than one, and to answer much later. So these have few threads of their own: one with SQLite, which
writes one thing at a time anyway; a few with PostgreSQL, which lets them wait for its answers. Games that must be
replayed first are so in threads of their own, so that nobody else waits for that.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from azulejo.server.monitoring import Metrics, log
from azulejo.server.tables import Tables, play
from azulejo.server.tables.access import Access, by_tokens
from azulejo.server.tables.bot_turns import note_failure, play_bot
from azulejo.server.tables.housekeeping import beat
from azulejo.server.tables.transaction import WriteCall

Result = TypeVar("Result")

REPLAY_THREADS = 2
"""Threads for games that are not in memory: replaying one can take as long as a hundred moves."""
MOST_TOGETHER = 64
"""So many changes at most are written in one transaction."""
FEW = 4
"""Where fewer changes than this wait, the writer waits for others for a moment, if it has just written."""
BUSY_SECONDS, GATHER_SECONDS = 0.02, 0.004
TOGETHER = (play.play_moves, play.take_back, play.resign, play.consent, play_bot, note_failure)
"""What is written together with others, because it happens often."""


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


def call_in(loop: asyncio.AbstractEventLoop, function: Callable[..., object], *given: Any) -> None:
    """Call a function in the event loop: now, if this is it, or else soon."""
    try:
        is_here = asyncio.get_running_loop() is loop
    except RuntimeError:
        is_here = False
    if is_here:
        function(*given)
    else:
        loop.call_soon_threadsafe(function, *given)


class AsyncTables:
    """The tables for the event loop: what is done to them is done in a thread, in the order in which it is asked."""

    def __init__(self, tables: Tables, metrics: Metrics, threads: int, quick: int) -> None:
        """Say how many threads there are for everything, and how many more for what people wait for."""
        self.tables = tables
        self._metrics = metrics
        self._slow = ThreadPoolExecutor(threads, thread_name_prefix="azulejo")
        self._quick = ThreadPoolExecutor(quick, thread_name_prefix="azulejo-quick")
        self._replays = ThreadPoolExecutor(REPLAY_THREADS, thread_name_prefix="azulejo-replays")
        self._waiting: deque[tuple[WriteCall, asyncio.Future[None]]] = deque()
        """Changes that nobody writes yet."""
        self._writers = quick
        """How many more groups can be written at the same time."""
        self._written = 0.0
        """When the last group was written, by the clock of the event loop."""
        self._writing = Tasks()

    def close(self) -> None:
        """Wait for what is under way, and end."""
        for pool in (self._quick, self._slow, self._replays):
            pool.shutdown(wait=True, cancel_futures=True)

    async def run(self, function: Callable[..., Result], *given: Any) -> Result:
        """Call a function of all tables that may take long."""
        return await self._run_in(self._slow, function, *given)

    async def run_soon(self, function: Callable[..., Result], *given: Any) -> Result:
        """Call a function of all tables that takes a few milliseconds at most, and that somebody waits for."""
        return await self._run_in(self._quick, function, *given)

    async def run_long(self, function: Callable[..., Result], *given: Any) -> Result:
        """Call a function of all tables that replays a whole game."""
        return await self._run_in(self._replays, function, *given)

    async def _run_in(self, pool: ThreadPoolExecutor, function: Callable[..., Result], *given: Any) -> Result:
        """Call a function in a thread; the game of a table that is not in memory is replayed first, elsewhere."""
        loop = asyncio.get_running_loop()
        if function in (Tables.read, Tables.write) and not self.tables.cache.has(given[0]):
            await loop.run_in_executor(self._replays, self._call, Tables.read, given[0], bool)  # to have it read is all
        return await loop.run_in_executor(pool, self._call, function, *given)

    def _call(self, function: Callable[..., Result], *given: Any) -> Result:
        """Call a function of all tables; if this process was frozen, clocks get their time back before."""
        if self.tables.is_behind and (down := beat(self.tables)):
            log("downtime_credited", seconds=round(down, 1))
        return function(self.tables, *given)

    async def read(
        self, table: str, who: Access | Sequence[str], function: Callable[..., Result], *given: Any, slow: bool = False
    ) -> Result:
        """Look at a table for somebody, by what they may do or by the secrets that they show."""
        run = self.run if slow else self.run_soon
        return await run(Tables.read, table, *_called(who, function, given))

    async def write(
        self, table: str, who: Access | Sequence[str] | None, function: Callable[..., Result], *given: Any
    ) -> Result:
        """Change a table for somebody, by what they may do or by the secrets that they show; None: for anybody."""
        with self._metrics.change_seconds.labels(function.__name__).time():
            called = _called(who, function, given)
            if function not in TOGETHER:
                return await self.run_soon(Tables.write, table, *called)
            if not self.tables.cache.has(table):
                await self.run_long(Tables.read, table, bool)
            call, done = WriteCall(table, called[0], called[1:]), asyncio.get_running_loop().create_future()
            self._waiting.append((call, done))
            self._write_next()
            await done
            if call.problem is not None:
                raise call.problem
            result: Result = call.result
            return result

    def _write_next(self) -> None:
        """Write what waits: whatever has come while the group before was written is the next one."""
        if self._waiting and self._writers:
            self._writers -= 1
            self._writing.start(self._write_group())

    def _take_group(self) -> list[tuple[WriteCall, "asyncio.Future[None]"]]:
        """Take changes of different tables from those that wait, in their order."""
        group: dict[str, tuple[WriteCall, asyncio.Future[None]]] = {}
        later = []
        while self._waiting and len(group) < MOST_TOGETHER:
            one = self._waiting.popleft()
            if one[0].table in group:
                later.append(one)
            else:
                group[one[0].table] = one
        self._waiting.extendleft(reversed(later))
        return list(group.values())

    async def _write_group(self) -> None:
        loop = asyncio.get_running_loop()
        if len(self._waiting) < FEW and loop.time() - self._written < BUSY_SECONDS:
            await asyncio.sleep(GATHER_SECONDS)  # others will come, and a transaction costs as much as half a move
        group = self._take_group()
        calls = [call for call, _ in group]
        try:
            if calls:  # else another writer has taken them meanwhile
                await self._run_in(self._quick, Tables.write_together, calls)
        except Exception as problem:
            for call in calls:
                call.problem = call.problem or problem
        finally:
            self._writers += 1
            self._written = loop.time()
            self._write_next()
        for _, done in group:
            if not done.done():
                done.set_result(None)
        await asyncio.sleep(0)  # whoever has moved gets the answer first, and then the news
        for call in calls:
            if call.change is not None:
                self.tables.announce(call.change)


def _called(who: Access | Sequence[str] | None, function: Any, given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what is to be called with a table, and with what else."""
    if who is None:
        return (function, *given)
    return (function, who, *given) if isinstance(who, Access) else (by_tokens, who, function, *given)
