"""A bounded pool of engine processes: bots think in one share of them, analyses run in another.

The server itself never searches. A worker that does not answer in time is killed, one that crashes is started anew by
the next request; either costs one answer, never the pool. What goes over the pipes is said in worker.py.
"""

import asyncio
import contextlib
import itertools
import os
import sys
import time
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from typing import Any

import msgspec

from azulejo.engine.limits import Limits
from azulejo.play import Record
from azulejo.server.monitoring import Metrics, log
from azulejo.server.threads import Tasks
from azulejo.texts.errors import AzulejoError

PATIENCE = 900.0
"""Seconds for a worker to get a game ready: the first time ever it has to compile."""
LONGEST_LINE = 16 << 20
FAREWELL = 1.0
"""Seconds for a cancelled search to end before its process is killed."""

Answer = dict[str, Any]


class WorkerFailed(AzulejoError):
    """A worker crashed, was late, or said that something went wrong."""


class WorkerRefused(WorkerFailed):
    """A worker is well, but says that a request makes no sense."""


class Busy(AzulejoError):
    """So many wait already that there is no point in waiting, too."""


class EngineProcess:
    """One worker: started when first needed, asked one thing at a time."""

    def __init__(self, name: str, nice: int, warm: Sequence[str]) -> None:
        self.name = name
        self.ready: set[str] = set()
        """The games that need not be loaded any more."""
        self.warmed = asyncio.Event()
        self._nice = nice
        self._warm = warm
        self._process: asyncio.subprocess.Process | None = None
        self._answers: asyncio.Queue[Answer | None] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def pid(self) -> int | None:
        """The number of the running process."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Start the process if it does not run."""
        if self._process is not None:
            return
        arguments = ["-m", "azulejo.server.engines.worker", *(["--warm", *self._warm] if self._warm else [])]
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,  # a Ctrl-C is for the server, which then ends its workers
            env={**os.environ, "NUMBA_DISABLE_JIT": "0"},  # the server may run interpreted, a search may not
        )
        with contextlib.suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, self._process.pid, min(19, os.getpriority(os.PRIO_PROCESS, 0) + self._nice))
        self._answers = asyncio.Queue()
        reading = self._read(self._process.stdout, self._answers), self._read_errors(self._process.stderr)
        self._tasks = [asyncio.create_task(one) for one in reading]
        log("worker_started", worker=self.name, pid=self._process.pid)

    async def _read(self, output: asyncio.StreamReader | None, answers: "asyncio.Queue[Answer | None]") -> None:
        """Take the lines of the process as they come; None at their end."""
        assert output is not None
        try:
            async for line in output:
                answer = msgspec.json.decode(line)
                if "ready" in answer:
                    self.ready.add(answer["ready"])
                    log("worker_ready", worker=self.name, game=answer["ready"])
                    if self.ready.issuperset(self._warm):
                        self.warmed.set()
                else:
                    answers.put_nowait(answer)
        except (ValueError, OSError) as problem:
            log("worker_said_nonsense", "warning", worker=self.name, problem=str(problem))
        answers.put_nowait(None)

    async def _read_errors(self, output: asyncio.StreamReader | None) -> None:
        assert output is not None
        with contextlib.suppress(ValueError, OSError):
            async for line in output:
                log("worker_said", "warning", worker=self.name, line=line.decode("utf-8", "replace").rstrip()[:500])

    async def send(self, value: dict[str, Any]) -> None:
        """Write one line; one that cannot be written is noticed by its missing answer."""
        assert self._process is not None
        assert self._process.stdin is not None
        with contextlib.suppress(ConnectionError, RuntimeError):
            self._process.stdin.write(msgspec.json.encode(value) + b"\n")
            await self._process.stdin.drain()

    async def answer(self, number: int, seconds: float) -> Answer:
        """Return the next answer to a request; raises WorkerFailed if it is an error, or if none comes in time."""
        try:
            async with asyncio.timeout(seconds):
                while (answer := await self._answers.get()) is not None:
                    if answer.get("id") == number:
                        break
        except TimeoutError:
            raise WorkerFailed("server.worker_late", seconds=round(seconds)) from None
        if answer is None:
            raise WorkerFailed("server.worker_gone")
        if "error" in answer:
            raise WorkerRefused("server.worker_error", problem=str(answer["error"]))
        return answer

    def kill(self) -> None:
        """End the process at once; the next request starts another."""
        process, self._process = self._process, None
        self.ready.clear()
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            for task in self._tasks:
                task.cancel()

    async def close(self) -> None:
        """End the process and wait for it."""
        process = self._process
        self.kill()
        if process is not None:
            await process.wait()


class Pool:
    """Some workers and those who wait for one, in the order they came."""

    def __init__(
        self, name: str, size: int, most_waiting: int, seconds: float, nice: int, warm: Sequence[str], metrics: Metrics
    ) -> None:
        """Say how many workers there are, how many requests may wait, and how long an answer may take."""
        self.name = name
        self.waiting = 0
        """How many requests wait for a worker."""
        self._workers = [EngineProcess(f"{name}-{number}", nice, warm) for number in range(size)]
        self._idle = list(self._workers)
        self._free = asyncio.Semaphore(size)
        self._most_waiting = most_waiting
        self._seconds = seconds
        self._metrics = metrics
        self._numbers = itertools.count(1)
        self._closed = False
        self._cancelled: set[int] = set()
        """Requests that were cancelled, whose worker is not given back by them."""
        self._tasks = Tasks()
        metrics.gauge(f"azulejo_{name}_waiting", "Requests that wait for a worker", lambda: self.waiting)
        metrics.gauge(f"azulejo_{name}_busy", "Workers at work", lambda: self.busy)

    @property
    def busy(self) -> int:
        """How many workers work."""
        return len(self._workers) - len(self._idle)

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that run."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    def is_ready(self, game: str) -> bool:
        """Return whether any worker has loaded a game."""
        return any(game in worker.ready for worker in self._workers)

    async def warm_up(self) -> None:
        """Start the workers, the first one alone: where something must be compiled, once is enough."""
        for worker in self._workers:
            if not self._closed:
                await worker.start()
                await worker.warmed.wait()

    async def close(self) -> None:
        """End all workers; those who wait are told."""
        self._closed = True
        await asyncio.gather(*(worker.close() for worker in self._workers))

    # ------------------------------------------------------------ requests

    async def choose(
        self, game: str, position: str, level: str, limits: Limits | None = None, salt: str = ""
    ) -> list[str]:
        """Return the moves that a bot of a level plays up to the end of its turn; raises WorkerFailed or Busy.

        Args:
            game: which game; a worker that has it loaded is preferred.
            position: its text, as the bot's seat may see it.
            level: how well to play.
            limits: what the table allows; a level has limits of its own.
            salt: decides, with the position, what the level decides by chance.
        """
        number = next(self._numbers)
        request = {"id": number, "level": level, "position": position, "limits": _parts(limits), "salt": salt}
        async with self._worker(game, number) as worker:
            await worker.send(request)
            answer = await worker.answer(number, PATIENCE)
            while "moves" not in answer:
                answer = await worker.answer(number, self._seconds)
            return list(answer["moves"])

    async def analyse(self, game: str, position: str, limits: Limits) -> AsyncGenerator[Answer, None]:
        """Yield what the engine finds, better and better; whoever stops listening cancels the search."""
        number = next(self._numbers)
        async with self._worker(game, number) as worker:
            final = has_begun = False
            try:
                await worker.send({"id": number, "position": position, "limits": _parts(limits)})
                answer = await worker.answer(number, PATIENCE)
                has_begun = True
                while not final:
                    if "candidates" in answer:
                        final = bool(answer["final"])
                        yield answer
                    if not final:
                        answer = await worker.answer(number, self._seconds)
            except (GeneratorExit, asyncio.CancelledError):
                if not final:  # in a task of its own: whoever hangs up may be interrupted more than once
                    self._cancelled.add(number)
                    patience = FAREWELL if has_begun else PATIENCE
                    await asyncio.shield(self._tasks.start(self._cancel(worker, number, patience)))
                raise

    async def review(self, record: Record, setting: str) -> AsyncGenerator[tuple[str, float, bool], None]:
        """Yield the report of a game as it grows, as JSON: how much of it is done, and whether it is complete."""
        number, game = next(self._numbers), record.game
        async with self._worker(game, number) as worker:
            await worker.send({"id": number, "review": record.to_dict(), "setting": setting})
            final = False
            try:
                answer = await worker.answer(number, PATIENCE)
                while not final:
                    if "report" in answer:
                        final = bool(answer["final"])
                        yield answer["report"], answer["done"], final
                    if not final:
                        answer = await worker.answer(number, self._seconds)
            except (GeneratorExit, asyncio.CancelledError):
                if not final:
                    self._cancelled.add(number)
                    await asyncio.shield(self._tasks.start(self._cancel(worker, number, PATIENCE)))
                raise

    async def _cancel(self, worker: EngineProcess, number: int, patience: float) -> None:
        """Stop a search that nobody waits for, and give the worker back; one that does not hear in time is killed.

        One that still gets the game ready does not hear, and would have to begin anew for whoever asks next.
        """
        try:
            await worker.send({"cancel": number})
            while not (await worker.answer(number, patience)).get("final"):
                pass
        except WorkerFailed:
            worker.kill()
        finally:
            self._give_back(worker)

    def _give_back(self, worker: EngineProcess) -> None:
        self._idle.append(worker)
        self._free.release()

    @contextlib.asynccontextmanager
    async def _worker(self, game: str, number: int) -> AsyncIterator[EngineProcess]:
        """Take a worker for one request; one that fails is killed and will be started anew."""
        await self._wait()
        worker = max(self._idle, key=lambda one: (game in one.ready, one.pid is not None))
        self._idle.remove(worker)
        began = time.perf_counter()
        try:
            await worker.start()
            yield worker
        except WorkerRefused:
            raise
        except (WorkerFailed, OSError) as problem:
            worker.kill()
            self._metrics.worker_restarts.labels(self.name).inc()
            log("worker_killed", "warning", worker=worker.name, problem=str(problem))
            raise problem if isinstance(problem, WorkerFailed) else WorkerFailed("server.worker_gone") from problem
        finally:
            self._metrics.worker_seconds.labels(self.name).observe(time.perf_counter() - began)
            if number in self._cancelled:  # then it is given back when it has heard
                self._cancelled.remove(number)
            else:
                self._give_back(worker)

    async def _wait(self) -> None:
        """Wait for a worker; raises Busy if too many do so already."""
        if self._free.locked() and self.waiting >= self._most_waiting:
            raise Busy("server.workers_busy", count=self.waiting)
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1
        if self._closed:
            self._free.release()
            raise WorkerFailed("server.worker_gone")


def _parts(limits: Limits | None) -> dict[str, Any]:
    """Return limits as the JSON lines have them."""
    limits = limits or Limits()
    inc = limits.increment if limits.clock is not None and limits.increment else None
    parts = {"nodes": limits.nodes, "seconds": limits.seconds, "clock": limits.clock, "inc": inc}
    return {name: value for name, value in parts.items() if value is not None}
