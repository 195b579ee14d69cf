"""The parts of a running server, put together: what every request can use, and what it does by itself.

Everything that it does by itself is a transaction like any other, so that several processes never do harm. It never
ends: what goes wrong is written down, and tried again.
"""

import asyncio
import contextlib
import gc
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import msgspec
from litestar.channels import ChannelsPlugin

from azulejo.games import names
from azulejo.server.engines.analyses import Analyses
from azulejo.server.engines.bots import BotPlayer
from azulejo.server.engines.pool import Pool
from azulejo.server.engines.reports import Reporter
from azulejo.server.limits import RequestLimits, Usage
from azulejo.server.live.pubsub import CHANNEL, MOST_BYTES
from azulejo.server.live.rooms import Arrival, Notice, Rooms
from azulejo.server.monitoring import Metrics, log
from azulejo.server.settings import ServerSettings
from azulejo.server.storage import Database
from azulejo.server.tables import Tables, housekeeping
from azulejo.server.threads import AsyncTables, Tasks, call_in

CLOCKS_EVERY = 1.0
"""Seconds after which to look at the clocks at the latest."""
EXPIRE_EVERY = 60.0
LIMITS_EVERY = 1.0
"""Seconds after which the other processes are told what addresses have used of the limits."""
AFTER_FAILURE = 1.0
"""Seconds to wait when something has gone wrong."""
QUICK_THREADS = 2
"""With PostgreSQL: threads for what people wait for."""
MACOS_FILES = 10_240
"""What macOS gives to a process, where it promises any number."""

_decoder = msgspec.json.Decoder(Notice | Usage | Arrival)


@dataclass
class Service:
    """Everything that one process serves with."""

    settings: ServerSettings
    metrics: Metrics
    limits: RequestLimits
    tables: AsyncTables
    rooms: Rooms
    player: BotPlayer
    reporter: Reporter
    bots: Pool
    analysts: Pool
    analyses: Analyses
    publish: Callable[[Notice | Usage], None]
    """Tells the other processes."""
    files: int
    """How many files, connections among them, the process may have open."""
    ready: bool = False
    """Whether it is worth sending requests here."""

    def __post_init__(self) -> None:
        self._own = f'"process":"{self.tables.tables.process}"'.encode()
        """What stands in the notices of this process."""

    def stopping(self) -> None:
        """Send everybody who is connected away: they come back to whoever serves then."""
        self.ready = False
        self.rooms.close_all()

    async def hear(self, data: bytes) -> None:
        """Take what processes tell each other, a notice a line; never raises an error: the listening goes on."""
        try:
            for line in data.splitlines():
                notice = None if self._own in line else _decoder.decode(line)
                if isinstance(notice, Notice):
                    self.rooms.hear(notice)
                elif isinstance(notice, Arrival):
                    self.rooms.meet(notice)
                elif notice is not None:
                    self.limits.hear(notice)
        except Exception as problem:
            log.failure("notice_failed", problem)

    # ------------------------------------------------------------ what it does by itself

    def start(self, tasks: Tasks) -> None:
        """Begin with everything."""
        duties: dict[str, Callable[[], Awaitable[float]]] = {
            "heartbeat": self._beat,
            "bots": self.player.look,
            "reports": self.reporter.look,
            "clocks": self._look_at_clocks,
            "takeovers": self._take_over,
            "expiry": self._expire,
            "reconciliation": self._reconcile,
            "limits": self._share_limits,
        }
        for name, duty in duties.items():
            tasks.start(self._forever(name, duty))

    async def _forever(self, name: str, duty: Callable[[], Awaitable[float]]) -> None:
        """Do one thing again and again; it says when next."""
        while True:
            try:
                wait = await duty()
            except Exception as problem:  # whatever it is, the tables still need care
                self.metrics.failed(name, problem)
                wait = AFTER_FAILURE
            await asyncio.sleep(wait)

    async def _beat(self) -> float:
        await self.tables.run(housekeeping.beat)
        return self.settings.heartbeat_seconds

    async def _look_at_clocks(self) -> float:
        """Let those leave who have run out of time, at the very moment if it is known."""
        deadline = await self.tables.run(housekeeping.next_deadline)
        now = self.tables.tables.now()
        if deadline is not None and deadline <= now:
            self._note("time_out", await self.tables.run(housekeeping.end_overdue))
            return 0.02
        return CLOCKS_EVERY if deadline is None else min(CLOCKS_EVERY, deadline - now + 0.005)

    async def _take_over(self) -> float:
        self._note("takeover", await self.tables.run(housekeeping.take_over))
        return max(0.1, min(5.0, self.settings.takeover_seconds / 4))

    async def _expire(self) -> float:
        gone = await self.tables.run(housekeeping.expire)
        self._note("expired", gone)
        return 1.0 if gone else EXPIRE_EVERY

    async def _reconcile(self) -> float:
        await self.rooms.reconcile()
        return self.settings.reconcile_seconds

    async def _share_limits(self) -> float:
        for usage in self.limits.usage(self.tables.tables.process):
            self.publish(usage)
        return LIMITS_EVERY

    def _note(self, event: str, tables: list[str]) -> None:
        for table in tables:
            log(event, table=table)


def written(notice: Notice | Usage | Arrival) -> bytes:
    """Return what other processes are told, as it is sent; where it would be too long, they read what has happened."""
    data = msgspec.json.encode(notice)
    if isinstance(notice, Notice) and len(data) > MOST_BYTES:
        return msgspec.json.encode(msgspec.structs.replace(notice, replica=None))
    return data


def tune_garbage_collector() -> None:
    """Let Python's collector of cyclic garbage leave alone what stays anyway: looking through all of it takes long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def raise_file_limit() -> int:
    """Let this process open as many files as the system allows, and return how many that is; -1 for any number."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows, which counts otherwise
        return -1
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    for limit in (most, MACOS_FILES):
        with contextlib.suppress(ValueError, OSError):  # some systems promise more than they give
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, most))
            break
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


@contextlib.asynccontextmanager
async def running(
    settings: ServerSettings, metrics: Metrics, channels: ChannelsPlugin, warmed: Callable[[], None]
) -> AsyncIterator[Service]:
    """Open storage, start everything, and end it all in good order."""
    tasks = Tasks()
    database = Database(settings.database, connections=settings.threads + QUICK_THREADS + 2)

    def publish(notice: Notice | Usage) -> None:
        if tables.tables.others:
            channels.publish(written(notice), CHANNEL)

    async def warm_up() -> None:
        await bots.warm_up()
        warmed()
        await analysts.warm_up()

    quick = 1 if database.sqlite else QUICK_THREADS
    tables = AsyncTables(Tables(database, settings), metrics, settings.threads, quick)
    warm, nice, seconds = names() if settings.warm_up else [], settings.worker_nice, settings.bot_seconds
    bots = Pool("bots", settings.bot_processes, settings.bot_queue, seconds, nice, warm, metrics)
    seconds += settings.analysis_seconds
    analysts = Pool("analysis", settings.analysis_workers, settings.analysis_queue, seconds, nice + 5, warm, metrics)
    reporter = Reporter(tables, metrics, settings)
    player = BotPlayer(tables, bots, metrics, settings.bot_queue, settings.bot_delay)
    rooms = Rooms(tables, metrics, publish, player.due.set)
    tables.tables.announce = partial(call_in, asyncio.get_running_loop(), rooms.announce)
    tables.tables.news = rooms.news
    files, limits = raise_file_limit(), RequestLimits(settings, metrics)
    analyses = Analyses(analysts, limits)
    service = Service(
        settings, metrics, limits, tables, rooms, player, reporter, bots, analysts, analyses, publish, files
    )
    async with contextlib.AsyncExitStack() as stack:
        stack.callback(database.close)
        stack.callback(tables.close)
        await asyncio.to_thread(database.upgrade)
        if down := await tables.run(housekeeping.credit_downtime):
            log("downtime_credited", seconds=round(down, 1))
        subscriber = await stack.enter_async_context(channels.start_subscription(CHANNEL))
        await stack.enter_async_context(subscriber.run_in_background(service.hear, join=False))
        channels.publish(written(Arrival(tables.tables.process)), CHANNEL)
        await rooms.reconcile()
        if settings.warm_up:
            tasks.start(warm_up())
        service.start(tasks)
        tune_garbage_collector()
        service.ready = True
        log("serving", pid=os.getpid(), database=str(database), files=files)
        try:
            yield service
        finally:
            service.stopping()
            await asyncio.gather(tasks.stop(), player.tasks.stop(), reporter.tasks.stop())
            await rooms.end()
            await asyncio.gather(bots.close(), analysts.close(), reporter.close())
    log("stopped", pid=os.getpid())
