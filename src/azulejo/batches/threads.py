"""Work on many games that is shared out among threads."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import Any, Self

import numpy as np

from azulejo.games.contract import Codes, Pieces, Rulebook
from azulejo.kernel.machine import usable_cores
from azulejo.texts.errors import BadOption

FEWEST_PER_THREAD = 32
"""Fewer games are not worth another thread."""


class Threads:
    """What does compiled work on a range of games in each thread. One thread may call it at a time."""

    games: int
    """How many games there are."""
    threads: int
    """How many threads work at the same time."""

    def _share(self, book: Rulebook, games: int, threads: int | None) -> None:
        """Take what each thread writes moves and draws to; as many threads as there are cores if none are given."""
        self.games, self.threads = games, _checked_threads(threads, games)
        self._scratch: list[tuple[Codes, Pieces]] = [
            (np.zeros(book.moves_room, np.int16), np.zeros(book.max_drawn, np.int16)) for _ in range(self.threads)
        ]
        self._pool: ThreadPoolExecutor | None = None
        self._process = os.getpid()

    def __getstate__(self) -> dict[str, Any]:
        """Return what to copy or pickle; a copy starts threads of its own."""
        return {**self.__dict__, "_pool": None}

    def close(self) -> None:
        """Let the threads go; a later call starts them again."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _spread(self, work: Callable[..., None], *arguments: Any) -> None:
        """Do work on all games, a range of them in each thread; the caller's own thread takes the first."""
        ends = [self.games * (number + 1) // self.threads for number in range(self.threads)]
        parts = zip([0, *ends], ends, self._scratch, strict=False)
        tasks = [(begin, end, *scratch, *arguments) for begin, end, scratch in parts]
        others: list[Future[None]] = []
        try:
            for task in tasks[1:]:
                others.append(self._others().submit(work, *task))
            work(*tasks[0])
        finally:
            wait(others)  # whatever interrupts the caller, no thread goes on writing to the arrays behind its back
        for other in others:
            other.result()

    def _others(self) -> ThreadPoolExecutor:
        """Return the other threads. They do not live on in a forked process: it starts its own."""
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self.threads - 1), os.getpid()
        return self._pool


def _checked_threads(threads: Any, games: int) -> int:
    """Return how many threads to use: no more than there is work for."""
    if threads is None:
        threads = usable_cores()
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise BadOption("batch.threads", value=threads)
    return min(threads, -(-games // FEWEST_PER_THREAD))
