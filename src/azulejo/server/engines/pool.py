"""A bounded pool of engine processes: bots think in one share of them, analyses run in another.

The server itself never searches. A worker that does not answer in time is killed, one that crashes is started anew by
the next request; either costs one answer, never the pool. What goes over the pipes is said in worker.py.
"""

import asyncio
import contextlib
import itertools
import json
import os
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Sequence
from typing import Any

from azulejo.engine.limits import Limits
from azulejo.server.logs import log
from azulejo.server.metrics import Metrics
from azulejo.texts.errors import AzulejoError

PATIENCE = 900.0
"""Seconds for a worker to get a game ready: the first time ever it has to compile."""
LONGEST_LINE = 16 << 20
FAREWELL = 1.0
"""Seconds for a cancelled search to end before its process is killed."""


class WorkerFailed(AzulejoError):
    """A worker crashed, was late, or said that something went wrong."""


class Busy(AzulejoError):
    """So many wait already that there is no point in waiting, too."""


def limit_parts(limits: Limits | None) -> dict[str, Any]:
    """Return limits as the JSON lines have them."""
    limits = limits or Limits()
    parts = {"nodes": limits.nodes, "seconds": limits.seconds, "clock": limits.clock}
    known = {name: value for name, value in parts.items() if value is not None}
    return {**known, "inc": limits.increment} if limits.clock is not None and limits.increment else known


class EngineProcess:
    """One worker: started when first needed, asked one thing at a time."""

    def __init__(self, name: str, nice: int, warm: Sequence[str]) -> None:
        self.name = name
        self.ready: set[str] = set()
        """The games that need not be loaded any more."""
        self.warmed = asyncio.Event()
        self._nice = nice
        self._warm = list(warm)
        self._process: asyncio.subprocess.Process | None = None
        self._answers: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def pid(self) -> int | None:
        """The number of the running process."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Start the process if it does not run."""
        if self._process is not None:
            return
        warm = ["--warm", *self._warm] if self._warm else []
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "azulejo.server.engines.worker",
            *warm,
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
        self._tasks = [
            asyncio.create_task(self._read(self._process, self._answers)),
            asyncio.create_task(self._read_errors(self._process)),
        ]
        log("worker_started", worker=self.name, pid=self._process.pid)

    async def _read(self, process: asyncio.subprocess.Process, answers: "asyncio.Queue[dict[str, Any] | None]") -> None:
        """Take the lines of the process as they come; None at their end."""
        assert process.stdout is not None
        try:
            while line := await process.stdout.readline():
                value = json.loads(line)
                if "ready" in value:
                    self._note_ready(value["ready"])
                else:
                    answers.put_nowait(value)
        except (ValueError, OSError) as problem:
            log("worker_said_nonsense", "warning", worker=self.name, problem=str(problem))
        answers.put_nowait(None)

    def _note_ready(self, game: str) -> None:
        self.ready.add(game)
        log("worker_ready", worker=self.name, game=game)
        if self.ready.issuperset(self._warm):
            self.warmed.set()

    async def _read_errors(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        with contextlib.suppress(ValueError, OSError):
            while line := await process.stderr.readline():
                text = line.decode("utf-8", "replace").rstrip()
                if text:
                    log("worker_said", "warning", worker=self.name, line=text[:500])

    async def send(self, value: dict[str, Any]) -> None:
        """Write one line; one that cannot be written is noticed by its missing answer."""
        assert self._process is not None
        assert self._process.stdin is not None
        with contextlib.suppress(ConnectionError, RuntimeError):
            self._process.stdin.write(json.dumps(value).encode() + b"\n")
            await self._process.stdin.drain()

    async def answer(self, number: int, seconds: float) -> dict[str, Any]:
        """Return the next answer to a request; raises WorkerFailed if none comes in time, or the process ends."""
        until = time.monotonic() + seconds
        while True:
            try:
                value = await asyncio.wait_for(self._answers.get(), max(0.0, until - time.monotonic()))
            except TimeoutError:
                raise WorkerFailed("server.worker_late", seconds=round(seconds)) from None
            if value is None:
                raise WorkerFailed("server.worker_gone")
            if value.get("id") == number:
                return value

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
        self._workers = [EngineProcess(f"{name}-{number}", nice, warm) for number in range(size)]
        self._idle = list(self._workers)
        self._waiting: deque[tuple[str, asyncio.Future[EngineProcess]]] = deque()
        self._most_waiting = most_waiting
        self._seconds = seconds
        self._metrics = metrics
        self._numbers = itertools.count(1)
        self._closed = False

    @property
    def size(self) -> int:
        """How many workers there are."""
        return len(self._workers)

    @property
    def waiting(self) -> int:
        """How many requests wait for a worker."""
        return len(self._waiting)

    @property
    def busy(self) -> int:
        """How many workers work."""
        return len(self._workers) - len(self._idle)

    def is_ready(self, game: str) -> bool:
        """Return whether any worker has loaded a game."""
        return any(game in worker.ready for worker in self._workers)

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that run."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def warm_up(self) -> None:
        """Start the workers, the first one alone: where something must be compiled, once is enough."""
        for worker in self._workers:
            if self._closed:
                return
            await worker.start()
            await worker.warmed.wait()

    async def close(self) -> None:
        """End all workers; those who wait are told."""
        self._closed = True
        for _, future in self._waiting:
            if not future.done():
                future.set_exception(WorkerFailed("server.worker_gone"))
        self._waiting.clear()
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
        request = {"id": number, "level": level, "position": position, "limits": limit_parts(limits), "salt": salt}
        async with self._worker(game) as worker:
            await worker.send(request)
            answer = _checked(await worker.answer(number, PATIENCE))
            while "moves" not in answer:
                answer = _checked(await worker.answer(number, self._seconds))
            moves: list[str] = answer["moves"]
            return moves

    async def analyse(self, game: str, position: str, limits: Limits) -> AsyncIterator[dict[str, Any]]:
        """Yield what the engine finds, better and better; whoever stops listening cancels the search."""
        number = next(self._numbers)
        request = {"id": number, "position": position, "limits": limit_parts(limits)}
        async with self._worker(game) as worker:
            await worker.send(request)
            final = False
            try:
                answer = _checked(await worker.answer(number, PATIENCE))
                while not final:
                    if "candidates" in answer:
                        final = bool(answer["final"])
                        yield answer
                    if not final:
                        answer = _checked(await worker.answer(number, self._seconds))
            except (GeneratorExit, asyncio.CancelledError):
                await self._cancel(worker, number, final)
                raise

    async def _cancel(self, worker: EngineProcess, number: int, final: bool) -> None:
        """Stop a search that nobody waits for; a worker that does not hear is killed."""
        if final:
            return
        await worker.send({"cancel": number})
        try:
            while not (await worker.answer(number, FAREWELL)).get("final"):
                pass
        except WorkerFailed:
            worker.kill()

    @contextlib.asynccontextmanager
    async def _worker(self, game: str) -> AsyncIterator[EngineProcess]:
        """Take a worker for one request; one that fails is killed and will be started anew."""
        worker = await self._take(game)
        began = time.perf_counter()
        try:
            await worker.start()
            yield worker
        except asyncio.CancelledError:
            raise
        except (WorkerFailed, OSError) as problem:
            if not isinstance(problem, WorkerRefused):
                worker.kill()
                self._metrics.worker_restarts.labels(self.name).inc()
                log("worker_killed", "warning", worker=worker.name, problem=str(problem))
            if isinstance(problem, OSError):
                raise WorkerFailed("server.worker_gone") from problem
            raise
        finally:
            self._metrics.worker_seconds.labels(self.name).observe(time.perf_counter() - began)
            self._give_back(worker)

    async def _take(self, game: str) -> EngineProcess:
        if self._closed:
            raise WorkerFailed("server.worker_gone")
        if self._idle and not self._waiting:
            best = max(self._idle, key=lambda worker: (game in worker.ready, worker.pid is not None))
            self._idle.remove(best)
            return best
        if len(self._waiting) >= self._most_waiting:
            raise Busy("server.workers_busy", count=len(self._waiting))
        future: asyncio.Future[EngineProcess] = asyncio.get_running_loop().create_future()
        self._waiting.append((game, future))
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled() and future.exception() is None:
                self._give_back(future.result())
            else:
                self._waiting = deque(one for one in self._waiting if one[1] is not future)
            raise

    def _give_back(self, worker: EngineProcess) -> None:
        while self._waiting:
            _, future = self._waiting.popleft()
            if not future.done():
                future.set_result(worker)
                return
        self._idle.append(worker)


class WorkerRefused(WorkerFailed):
    """A worker is well, but says that a request makes no sense."""


def _checked(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer that is none of an error."""
    if "error" in answer:
        raise WorkerRefused("server.worker_error", problem=str(answer["error"]))
    return answer
