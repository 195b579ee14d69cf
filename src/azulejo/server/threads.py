"""Where rules and storage run: a few threads beside the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Threads:
    """A bounded number of threads; what is asked first is done first."""

    def __init__(self, number: int) -> None:
        self._pool = ThreadPoolExecutor(number, thread_name_prefix="azulejo")

    async def run(self, function: Callable[Given, Result], *given: Given.args, **named: Given.kwargs) -> Result:
        """Call a function in one of the threads, and wait for it without holding up the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: function(*given, **named))

    def close(self) -> None:
        """Wait for what is under way, and end."""
        self._pool.shutdown(wait=True, cancel_futures=True)
