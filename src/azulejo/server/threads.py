"""Where rules and storage run: a few threads beside the event loop.

What people wait for, moves and what is told of them, takes a few milliseconds, nearly all of it Python. Several threads
that compute Python at once only stand in each other's way: with 100 moves a second, eight of them were seen to need
more processor time than one, and to answer much later. So these have few threads of their own: one with SQLite, which
writes one thing at a time anyway; a few with PostgreSQL, which lets them wait for its answers.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Threads:
    """A bounded number of threads; what is asked first is done first."""

    def __init__(self, number: int, quick: int) -> None:
        """Say how many there are for everything, and how many more for what people wait for."""
        self._pool = ThreadPoolExecutor(number, thread_name_prefix="azulejo")
        self._quick = ThreadPoolExecutor(quick, thread_name_prefix="azulejo-quick")

    async def run(self, function: Callable[Given, Result], *given: Given.args, **named: Given.kwargs) -> Result:
        """Call a function in one of the threads, and wait for it without holding up the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: function(*given, **named))

    async def run_soon(self, function: Callable[Given, Result], *given: Given.args, **named: Given.kwargs) -> Result:
        """Call a function that takes a few milliseconds at most, and that somebody waits for."""
        return await asyncio.get_running_loop().run_in_executor(self._quick, lambda: function(*given, **named))

    def close(self) -> None:
        """Wait for what is under way, and end."""
        for pool in (self._quick, self._pool):
            pool.shutdown(wait=True, cancel_futures=True)
