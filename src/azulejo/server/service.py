"""The parts of a running server, put together: what every call can use."""

import asyncio
import contextlib
import gc
import os
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from litestar.channels import ChannelsPlugin

from azulejo.games import names
from azulejo.server.caretaker import Caretaker
from azulejo.server.hub import Hub
from azulejo.server.limits import Limits
from azulejo.server.logs import log
from azulejo.server.metrics import Metrics
from azulejo.server.notices import CHANNEL
from azulejo.server.settings import Settings
from azulejo.server.storage import Database
from azulejo.server.tables import Change, Tables
from azulejo.server.threads import Threads
from azulejo.server.workers import Pool

QUICK_THREADS = 2
"""With PostgreSQL: threads for what people wait for."""

_decode = msgspec.json.Decoder(dict[str, Any]).decode


@dataclass
class Service:
    """Everything that one process serves with."""

    settings: Settings
    metrics: Metrics
    limits: Limits
    database: Database
    threads: Threads
    tables: Tables
    hub: Hub
    caretaker: Caretaker
    bots: Pool
    analysts: Pool
    ready: bool = False
    """Whether it is worth sending requests here."""

    def changed(self, change: Change) -> None:
        """Tell everybody of a change."""
        self.metrics.changes.labels(change.kind).inc()
        self.caretaker.changed(change)

    def stopping(self) -> None:
        """Send everybody who is connected away: they come back to whoever serves then."""
        self.ready = False
        self.hub.close_all()


def pools(settings: Settings, metrics: Metrics) -> tuple[Pool, Pool]:
    """Return the workers for bots and those for analyses."""
    warm = names() if settings.warm_up else []
    bots = Pool(
        "bots",
        settings.bot_processes,
        settings.bot_queue,
        settings.bot_seconds,
        settings.worker_nice,
        warm,
        metrics,
    )
    analysts = Pool(
        "analysis",
        settings.analysis_workers,
        settings.analysis_queue,
        settings.analysis_seconds + settings.bot_seconds,
        settings.worker_nice + 5,
        warm,
        metrics,
    )
    for pool in (bots, analysts):
        metrics.gauge(
            f"azulejo_{pool.name}_waiting", "Requests that wait for a worker", partial(getattr, pool, "waiting")
        )
        metrics.gauge(f"azulejo_{pool.name}_busy", "Workers at work", partial(getattr, pool, "busy"))
    return bots, analysts


def spare_the_collector() -> None:
    """Let Python's collector of cyclic garbage leave alone what stays anyway: looking through all of it takes long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@contextlib.asynccontextmanager
async def running(
    settings: Settings, metrics: Metrics, channels: ChannelsPlugin, warmed: Callable[[], None]
) -> AsyncIterator[Service]:
    """Open storage, start everything, and end it all in good order."""
    database = Database(settings.database, connections=settings.threads + QUICK_THREADS + 2)
    threads = Threads(settings.threads, 1 if database.sqlite else QUICK_THREADS)
    await threads.run(database.upgrade)
    tables = Tables(database, settings)
    down = await threads.run(tables.credit_downtime)
    if down:
        log("downtime_credited", seconds=round(down, 1))

    def publish(notice: dict[str, Any]) -> None:
        channels.publish(msgspec.json.encode(notice), CHANNEL)

    hub = Hub(tables, settings, threads, metrics, publish, tables.process)
    bots, analysts = pools(settings, metrics)
    caretaker = Caretaker(tables, settings, threads, metrics, hub, bots)
    limits = Limits(settings, metrics)
    service = Service(settings, metrics, limits, database, threads, tables, hub, caretaker, bots, analysts)
    subscriber = await channels.subscribe(CHANNEL)

    async def listen() -> None:
        async for data in subscriber.iter_events():
            try:
                hub.heard(_decode(data))
            except Exception as problem:  # a notice that makes no sense must not end the listening
                log.failure("notice_failed", problem)

    async def warm_up() -> None:
        await bots.warm_up()
        warmed()
        await analysts.warm_up()

    tasks = [asyncio.create_task(listen())]
    if settings.warm_up:
        tasks.append(asyncio.create_task(warm_up()))
    caretaker.start()
    spare_the_collector()
    service.ready = True
    log("serving", pid=os.getpid(), database=repr(database))
    try:
        yield service
    finally:
        service.stopping()
        await caretaker.stop()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await hub.stop()
        await asyncio.gather(bots.close(), analysts.close())
        await channels.unsubscribe(subscriber)
        threads.close()
        database.close()
        log("stopped", pid=os.getpid())
