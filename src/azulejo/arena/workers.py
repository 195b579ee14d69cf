"""Playing many games at once: on the cores of this machine, or on those of a Ray cluster.

Each of these yields the games in the order in which they end. Closing the generator stops the workers. What a game
is, and what comes of it, is for the settings to say: those of a match, or of a dataset.
"""

import importlib.util
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from typing import Any, Protocol, TypeAlias

from azulejo.kernel.machine import usable_cores
from azulejo.texts.errors import AzulejoError, BadOption


class JobSettings(Protocol):
    """Settings that know how to play one of their games; they and the jobs travel to other processes."""

    @property
    def code(self) -> str:
        """A digest of the sources that decide the games, taken when the settings were made."""

    def play(self, job: Any) -> tuple[Any, Any]:
        """Play one game; return its result, which has the job's ``key``, and what to keep of it besides."""

    def prepare(self) -> None:
        """Compile what is not in the cache yet."""

    def digest(self) -> str:
        """Return the digest of the sources on this machine."""


Games: TypeAlias = Generator[tuple[Any, Any], None, None]
Runner: TypeAlias = Callable[[Any, Sequence[Any]], Games]
"""Plays the games of some settings and yields each result with what is kept besides: the record, for a match."""

IN_HAND = 2
"""So many games wait for every worker, so that none is idle."""

KNOCK = 10.0
"""Seconds in which a cluster must answer."""

WATCH = 1.0
"""Seconds after which a worker looks whether the process that it works for is still there."""

TRIES = 3
"""Workers may die so often without any game finished in between."""


class WorkersLost(AzulejoError):
    """Workers die again and again: out of memory, or a bot that takes its process along."""


def runner(jobs: int | None = None, cluster: str | None = None) -> Runner:
    """Return how to play: over this machine's cores (all of them if ``jobs`` is None), or over a cluster."""
    if cluster is not None:
        return lambda settings, todo: over_cluster(settings, todo, cluster)
    number = usable_cores() if jobs is None else jobs
    if number < 1:
        raise BadOption("arena.jobs", value=number)
    return in_this_process if number == 1 else lambda settings, todo: over_cores(settings, todo, number)


def in_this_process(settings: JobSettings, todo: Sequence[Any]) -> Games:
    """Play one game after the other, here."""
    for job in todo:
        yield settings.play(job)


# ---------------------------------------------------------------- cores


def over_cores(settings: JobSettings, todo: Sequence[Any], number: int) -> Games:
    """Play in processes of their own; if some die, new ones take over the games that were not finished."""
    settings.prepare()  # compiles once, here; the processes load from the cache
    left = {job.key: job for job in todo}
    tries = 0
    way = _with_joblib if _has_joblib() else _with_futures
    while left:
        before = len(left)
        try:
            for result, record in way(settings, list(left.values()), min(number, len(left))):
                del left[result.key]
                yield result, record
        except BrokenExecutor:  # loky's error for a dead worker is one, too
            tries = tries + 1 if len(left) == before else 1
            if tries >= TRIES:
                raise WorkersLost("arena.workers_lost", count=len(left)) from None


def _has_joblib() -> bool:
    return importlib.util.find_spec("joblib") is not None


def _with_joblib(settings: JobSettings, todo: Sequence[Any], number: int) -> Games:
    from joblib import Parallel, delayed

    parallel = Parallel(
        n_jobs=number,
        backend="loky",
        return_as="generator_unordered",
        pre_dispatch=IN_HAND * number,
        initializer=_enlist,
        initargs=(os.getpid(),),
        batch_size=1,  # a batch of quick games comes as a whole: until then Ctrl-C loses them, and no progress shows
    )
    yield from parallel(delayed(_play)(settings, job) for job in todo)


def _with_futures(settings: JobSettings, todo: Sequence[Any], number: int) -> Games:
    """Do the same where joblib is not installed."""
    context = get_context("spawn")
    executor = ProcessPoolExecutor(number, mp_context=context, initializer=_enlist, initargs=(os.getpid(),))
    waiting: set[Future[tuple[Any, Any]]] = set()
    jobs = iter(todo)
    try:
        while True:
            for job in islice(jobs, IN_HAND * number - len(waiting)):
                waiting.add(executor.submit(_play, settings, job))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        for process in list((getattr(executor, "_processes", None) or {}).values()):
            process.terminate()
        executor.shutdown(wait=True, cancel_futures=True)


def _play(settings: JobSettings, job: Any) -> tuple[Any, Any]:
    return settings.play(job)


def _enlist(employer: int) -> None:
    """Make this process a worker: it leaves Ctrl-C to the process that it works for, and ends with that one.

    It does not even finish a game then, nor wait for its first one.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == employer:
            time.sleep(WATCH)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


# ---------------------------------------------------------------- cluster


def over_cluster(settings: JobSettings, todo: Sequence[Any], address: str) -> Games:
    """Play on a Ray cluster, at an address, or at ``auto`` where Ray finds one running.

    Every machine needs this version of the package. A game whose machine goes away is played again elsewhere.
    """
    try:
        import ray
    except ImportError:
        raise BadOption("arena.no_ray") from None
    started_here = not ray.is_initialized()
    if started_here:
        try:
            _knock(address)
            ray.init(address=address, log_to_driver=False, configure_logging=False)
        except OSError:  # a ConnectionError is one
            raise BadOption("arena.no_cluster", value=address) from None
    try:
        _prepare_nodes(ray, settings)
        play = ray.remote(num_cpus=1, max_retries=-1)(_play)
        shared = ray.put(settings)
        yield from _collected(ray, (play.remote(shared, job) for job in todo))
    finally:
        if started_here:
            ray.shutdown()


def _knock(address: str) -> None:
    """Raise OSError if nobody listens at an address such as ``machine:6379``: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host, int(port)), timeout=KNOCK).close()


def _collected(ray: Any, games: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Keep so many games under way that no core is idle, and yield them as they end."""
    games = iter(games)
    waiting: list[Any] = []
    try:
        while True:
            most = IN_HAND * max(1, int(ray.cluster_resources().get("CPU", 1)))  # machines come and go
            waiting += islice(games, max(0, most - len(waiting)))
            if not waiting:
                return
            done, waiting = ray.wait(waiting, num_returns=1)
            yield from ray.get(done)
    finally:
        for reference in waiting:
            ray.cancel(reference, force=True)


def _prepare_nodes(ray: Any, settings: JobSettings) -> None:
    """Let one worker on every machine compile, and make sure that all play by the same code."""
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    ready = ray.remote(num_cpus=1)(_ready)
    nodes = {node["NodeID"]: node["NodeManagerHostname"] for node in ray.nodes() if node["Alive"]}
    codes = [
        ready.options(scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=False)).remote(settings)
        for node in nodes
    ]
    for name, code in zip(nodes.values(), ray.get(codes), strict=True):
        if code != settings.code:
            raise BadOption("arena.other_code", value=name)


def _ready(settings: JobSettings) -> str:
    settings.prepare()
    return settings.digest()
