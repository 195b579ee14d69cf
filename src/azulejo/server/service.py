"""The parts of a running server, put together: what every request can use."""

import asyncio
import contextlib
import gc
import os
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import msgspec
from litestar.channels import ChannelsPlugin

from azulejo.games import names
from azulejo.server.background import Background
from azulejo.server.engines.bots import BotPlayer
from azulejo.server.engines.pool import Pool
from azulejo.server.limits import RequestLimits
from azulejo.server.live.pubsub import CHANNEL
from azulejo.server.live.rooms import Notice, Rooms
from azulejo.server.logs import log
from azulejo.server.metrics import Metrics
from azulejo.server.settings import ServerSettings
from azulejo.server.storage import Database
from azulejo.server.tables import Change, Tables
from azulejo.server.tables.housekeeping import credit_downtime
from azulejo.server.threads import AsyncTables, Tasks

QUICK_THREADS = 2
"""With PostgreSQL: threads for what people wait for."""

_decode = msgspec.json.Decoder(Notice).decode


@dataclass
class Service:
    """Everything that one process serves with."""

    settings: ServerSettings
    metrics: Metrics
    limits: RequestLimits
    tables: AsyncTables
    rooms: Rooms
    bots: Pool
    analysts: Pool
    ready: bool = False
    """Whether it is worth sending requests here."""

    def stopping(self) -> None:
        """Send everybody who is connected away: they come back to whoever serves then."""
        self.ready = False
        self.rooms.close_all()


def spare_the_collector() -> None:
    """Let Python's collector of cyclic garbage leave alone what stays anyway: looking through all of it takes long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@contextlib.asynccontextmanager
async def running(
    settings: ServerSettings, metrics: Metrics, channels: ChannelsPlugin, warmed: Callable[[], None]
) -> AsyncIterator[Service]:
    """Open storage, start everything, and end it all in good order."""
    loop, tasks = asyncio.get_running_loop(), Tasks()
    database = Database(settings.database, connections=settings.threads + QUICK_THREADS + 2)
    await asyncio.to_thread(database.upgrade)

    def announce(change: Change) -> None:  # in the thread that has stored it
        loop.call_soon_threadsafe(rooms.announce, change)

    def publish(notice: Notice) -> None:
        if not database.sqlite:  # else there is no other process
            channels.publish(msgspec.json.encode(notice), CHANNEL)

    async def hear(data: bytes) -> None:
        try:
            rooms.hear(_decode(data))
        except Exception as problem:  # a notice that makes no sense must not end the listening
            log.failure("notice_failed", problem)

    async def warm_up() -> None:
        await bots.warm_up()
        warmed()
        await analysts.warm_up()

    quick = 1 if database.sqlite else QUICK_THREADS
    tables = AsyncTables(Tables(database, settings, announce=announce), metrics, settings.threads, quick)
    if down := await tables.run(credit_downtime):
        log("downtime_credited", seconds=round(down, 1))
    warm, nice, seconds = names() if settings.warm_up else [], settings.worker_nice, settings.bot_seconds
    bots = Pool("bots", settings.bot_processes, settings.bot_queue, seconds, nice, warm, metrics)
    seconds += settings.analysis_seconds
    analysts = Pool("analysis", settings.analysis_workers, settings.analysis_queue, seconds, nice + 5, warm, metrics)
    player = BotPlayer(tables, bots, metrics, settings.bot_queue, settings.bot_delay)
    rooms = Rooms(tables, metrics, publish, player.due.set)
    service = Service(settings, metrics, RequestLimits(settings, metrics), tables, rooms, bots, analysts)
    async with channels.start_subscription(CHANNEL) as subscriber, subscriber.run_in_background(hear, join=False):
        if settings.warm_up:
            tasks.start(warm_up())
        Background(tables, settings, metrics, rooms, player).start(tasks)
        spare_the_collector()
        service.ready = True
        log("serving", pid=os.getpid(), database=repr(database))
        try:
            yield service
        finally:
            service.stopping()
            await asyncio.gather(tasks.stop(), player.tasks.stop())
            await rooms.tasks.stop()
            await asyncio.gather(bots.close(), analysts.close())
    tables.close()
    database.close()
    log("stopped", pid=os.getpid())
