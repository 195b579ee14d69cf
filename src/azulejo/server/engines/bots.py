"""Lets bots play: takes decisions that wait in the database, has a worker think, and writes down what it chose."""

import asyncio
import contextlib

from azulejo.server.engines.pool import Pool
from azulejo.server.monitoring import Metrics, log
from azulejo.server.refusals import Refusal
from azulejo.server.tables.bot_turns import BotTask, claim, note_failure, play_bot
from azulejo.server.threads import AsyncTables, Tasks
from azulejo.texts.errors import AzulejoError

LOOK_EVERY = 1.0
"""Seconds after which to look for decisions even if nobody has said that there are any."""
NO_ROOM = 0.05


class BotPlayer:
    """The bots of one process."""

    def __init__(self, tables: AsyncTables, pool: Pool, metrics: Metrics, most: int, delay: float) -> None:
        """Say how many decisions to take on at once, and the least time that each takes."""
        self._tables = tables
        self._pool = pool
        self._metrics = metrics
        self._most = most
        self._delay = delay
        self.due = asyncio.Event()
        """Set when a bot is to move."""
        self._turns: dict[tuple[str, int], BotTask] = {}
        """By table and number of events: the newest claim on the decision that a worker of ours thinks about."""
        self.tasks = Tasks()
        metrics.gauge("azulejo_bots_thinking", "Turns that bots of this process work on", lambda: len(self._turns))

    async def look(self) -> float:
        """Claim decisions as far as there is room, and return when to look again; the others wait in storage."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.due.wait(), LOOK_EVERY)
        self.due.clear()
        room = self._most - len(self._turns)
        if room <= 0:
            return NO_ROOM
        for task in await self._tables.run(claim, room):
            is_new = (task.table, task.number) not in self._turns
            self._turns[task.table, task.number] = task  # after a long wait it was claimed again: this claim counts
            if is_new:
                self.tasks.start(self._play(task))
        return 0.0

    async def _play(self, task: BotTask) -> None:
        """Let a worker decide, and write it down."""
        key = (task.table, task.number)
        try:
            moves = await self._pool.choose(
                task.game, task.position, task.level, task.limits, f"{task.table}/{task.number}"
            )
            await asyncio.sleep(max(0.0, task.since + self._delay - self._tables.tables.now()))
            played = await self._tables.write(task.table, None, play_bot, self._turns[key], moves)
            self._metrics.bot_turns.labels("played" if played else "late").inc()
        except Refusal:  # the table is gone
            self._metrics.bot_turns.labels("late").inc()
        except AzulejoError as problem:
            self._metrics.bot_turns.labels("failed").inc()
            log("bot_failed", "warning", table=task.table, level=task.level, problem=str(problem))
            with contextlib.suppress(Refusal):
                await self._tables.write(task.table, None, note_failure, self._turns[key])
        except Exception as problem:  # the claim runs out, and somebody tries again
            self._metrics.failed("bots", problem, table=task.table)
        finally:
            self._turns.pop(key, None)
            self.due.set()
