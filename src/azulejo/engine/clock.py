"""When a search began and when it must end."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from azulejo.engine.limits import Limits

WATCH_SECONDS = 0.002
"""A flag for compiled code is set at most so late."""


class Clock:
    """Runs from when it is made; it is up when the limits' time is used, or when somebody says stop."""

    def __init__(self, limits: Limits, stop: threading.Event | None) -> None:
        self.start = time.perf_counter()
        self.seconds = limits.seconds_for_decision()
        self.stop = stop or threading.Event()

    def spent(self) -> float:
        """Return the seconds since the search began."""
        return time.perf_counter() - self.start

    def is_up(self) -> bool:
        """Return whether the search must end."""
        return self.stop.is_set() or (self.seconds is not None and self.spent() >= self.seconds)

    @contextmanager
    def watched_by(self, flags: Sequence[Any]) -> Iterator[None]:
        """Set a flag in arrays that compiled code looks at: as soon as the clock is up, or when this is left."""
        for flag in flags:
            flag[0] = self.is_up()
        ended = threading.Event()

        def watch() -> None:
            while not ended.wait(WATCH_SECONDS):
                if self.is_up():
                    break
            for flag in flags:
                flag[0] = True

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            ended.set()
            watcher.join()
