"""What nobody asks for: bots to move, clocks that have run out, seats that were abandoned, tables that expire.

Everything it does is a transaction like any other, so that the caretakers of several processes never do harm. It never
dies: what goes wrong is written down, and tried again.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable

from azulejo.server.hub import Hub
from azulejo.server.logs import log
from azulejo.server.metrics import Metrics
from azulejo.server.settings import Settings
from azulejo.server.tables import BotTask, Change, Tables
from azulejo.server.threads import Threads
from azulejo.server.workers import Pool
from azulejo.texts.errors import AzulejoError

BOTS_EVERY = 1.0
"""Seconds after which to look for bots even if nobody has said that there are any."""
CLOCKS_EVERY = 1.0
"""Seconds after which to look at the clocks at the latest."""
EXPIRE_EVERY = 60.0
AFTER_FAILURE = 1.0
"""Seconds to wait when something has gone wrong."""


class Caretaker:
    """Looks after the tables of this process's database."""

    def __init__(
        self,
        tables: Tables,
        settings: Settings,
        threads: Threads,
        metrics: Metrics,
        hub: Hub,
        bots: Pool,
    ) -> None:
        self._tables = tables
        self._settings = settings
        self._threads = threads
        self._metrics = metrics
        self._hub = hub
        self._bots = bots
        self._bots_due = asyncio.Event()
        self._turns: dict[str, BotTask] = {}
        """By table: the newest claim on the decision that a worker of ours thinks about."""
        self._tasks: list[asyncio.Task[None]] = []
        self._players: set[asyncio.Task[None]] = set()
        metrics.gauge("azulejo_bots_thinking", "Turns that bots of this process work on", lambda: len(self._turns))

    def start(self) -> None:
        """Begin to look after everything."""
        duties: dict[str, Callable[[], Awaitable[float]]] = {
            "heartbeat": self._beat,
            "bots": self._look_for_bots,
            "clocks": self._look_at_clocks,
            "takeovers": self._look_for_takeovers,
            "expiry": self._expire,
            "reconciliation": self._reconcile,
        }
        self._tasks = [asyncio.create_task(self._forever(name, duty)) for name, duty in duties.items()]

    async def stop(self) -> None:
        """Stop everything; bots' turns that are not written down yet are left to whoever comes next."""
        doing = [*self._tasks, *self._players]
        for task in doing:
            task.cancel()
        await asyncio.gather(*doing, return_exceptions=True)

    def changed(self, change: Change) -> None:
        """Tell everybody of a change, and see at once whether a bot is to move now."""
        self._hub.announce(change)
        if change.bot or change.others:
            self._bots_due.set()

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

    # ------------------------------------------------------------ bots

    async def _look_for_bots(self) -> float:
        """Claim decisions for bots as far as there is room; the others wait in storage."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._bots_due.wait(), BOTS_EVERY)
        self._bots_due.clear()
        room = self._settings.bot_queue - len(self._turns)
        if room <= 0:
            return 0.05
        for task in await self._threads.run(self._tables.claim_bots, room):
            known = self._turns.get(task.table)
            self._turns[task.table] = task
            if known is None or known.number != task.number:
                player = asyncio.create_task(self._play(task))
                self._players.add(player)
                player.add_done_callback(self._players.discard)
        return 0.0

    async def _play(self, task: BotTask) -> None:
        """Let a worker decide, and write it down."""
        try:
            change = await self._decide(task)
            if change is not None:
                self.changed(change)
        except Exception as problem:  # the claim runs out, and somebody tries again
            self._metrics.failures.labels("bots").inc()
            log.failure("bot_turn_lost", problem, table=task.table)
        finally:
            if self._turns.get(task.table, task).number == task.number:
                self._turns.pop(task.table, None)
            self._bots_due.set()

    async def _decide(self, task: BotTask) -> Change | None:
        try:
            salt = f"{task.table}/{task.number}"
            moves = await self._bots.choose(task.game, task.position, task.level, task.limits, salt)
            await asyncio.sleep(max(0.0, task.since + self._settings.bot_delay - time.time()))
            change = await self._threads.run(self._tables.bot_move, self._newest(task), moves)
            self._metrics.bot_turns.labels("late" if change is None else "played").inc()
            return change
        except AzulejoError as problem:
            self._metrics.bot_turns.labels("failed").inc()
            log("bot_failed", "warning", table=task.table, level=task.level, problem=str(problem))
            return await self._threads.run(self._tables.bot_failed, self._newest(task), str(problem))

    def _newest(self, task: BotTask) -> BotTask:
        """Return the same decision with the claim that counts: after a long wait it was claimed again."""
        known = self._turns.get(task.table, task)
        return known if known.number == task.number else task

    # ------------------------------------------------------------ everything else

    async def _beat(self) -> float:
        await self._threads.run(self._tables.beat)
        return self._settings.heartbeat_seconds

    async def _look_at_clocks(self) -> float:
        """Let those leave who have run out of time, at the very moment if it is known."""
        deadline = await self._threads.run(self._tables.next_deadline)
        if deadline is not None and deadline <= time.time():
            for change in await self._threads.run(self._tables.time_outs):
                log("time_out", table=change.table)
                self.changed(change)
            return 0.02
        return CLOCKS_EVERY if deadline is None else min(CLOCKS_EVERY, deadline - time.time() + 0.005)

    async def _look_for_takeovers(self) -> float:
        for change in await self._threads.run(self._tables.takeovers):
            log("takeover", table=change.table)
            self.changed(change)
        return max(0.1, min(5.0, self._settings.takeover_seconds / 4))

    async def _expire(self) -> float:
        changes = await self._threads.run(self._tables.expire)
        for change in changes:
            log("expired", table=change.table)
            self.changed(change)
        return 1.0 if changes else EXPIRE_EVERY

    async def _reconcile(self) -> float:
        await self._hub.reconcile()
        return self._settings.reconcile_seconds
