"""Analyses for pages: one search for each, which moves along with what the page looks at.

Somebody who steps through a game asks for a new analysis at every step. It takes the place of the one before, so an
address is limited in pages, not in steps, and no page keeps more than one worker busy. Where others wait for a worker,
a search that has had its time makes room: whoever still stands there asks again.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import ExitStack, aclosing, contextmanager
from dataclasses import dataclass, field
from uuid import uuid4

from azulejo.engine.limits import Limits
from azulejo.server.engines.pool import Answer, Pool
from azulejo.server.limits import ANALYSES, ANALYSIS, RequestLimits, counted
from azulejo.server.refusals import Refusal

SLICE = 1.0
"""Seconds that a search has in any case, however many wait."""
REMEMBERED = 10_000
"""So many pages are remembered: what one of them asks next is a step, no new analysis."""


@dataclass(eq=False)
class PageSearch:
    """The one search of a page."""

    holding: ExitStack = field(default_factory=ExitStack)
    """What the page holds of its address's limit."""
    replaced: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the page has asked for something else."""


class Analyses:
    """The analyses of one process."""

    def __init__(self, pool: Pool, limits: RequestLimits) -> None:
        self._pool = pool
        self._limits = limits
        self._searches: dict[tuple[str, str], PageSearch] = {}
        """By address and page: the one that goes on."""
        self._known: dict[tuple[str, str], None] = {}
        """Pages that have asked before, those of long ago first."""

    async def analyse(
        self, address: str, page: str | None, game: str, position: str, limits: Limits
    ) -> AsyncGenerator[Answer, None]:
        """Yield what the engine finds, better and better, for a page, or for nobody's page if it has no name.

        The last answer is ``final``. It is ``cancelled`` if the page has asked for something else meanwhile, ``cut`` if
        others wait. Raises Refusal where the address has too many pages, or the page has asked for something else
        before anything was found.
        """
        key = counted(address), page or uuid4().hex
        self._count(address, key)
        last: Answer | None = None
        began = 0.0
        with self._begin(address, key) as search:
            async with aclosing(self._pool.analyse(game, position, limits)) as found:
                while (answer := await _next(found, search.replaced)) is not None:
                    began = began or time.monotonic()
                    is_cut = self._pool.waiting > 0 and time.monotonic() - began >= SLICE
                    if is_cut and not answer["final"]:
                        yield {**answer, "final": True, "cut": True}
                        return
                    yield answer
                    last = answer
        if last is None:
            raise Refusal(409, "server.analysis.replaced")
        if not last["final"]:
            yield {**last, "final": True, "cancelled": True}

    def _count(self, address: str, key: tuple[str, str]) -> None:
        """Count a page that asks for the first time as a new analysis; its next ones are steps, as cheap as reading."""
        if key not in self._known:
            self._limits.check(ANALYSIS, address)
        self._known.pop(key, None)
        self._known[key] = None
        if len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]

    @contextmanager
    def _begin(self, address: str, key: tuple[str, str]) -> Iterator[PageSearch]:
        """Begin a page's search in the place of the one before; raises Refusal if its address has too many pages."""
        search, before = PageSearch(), self._searches.get(key)
        if before is None:
            search.holding.enter_context(self._limits.hold(ANALYSES, address))
        else:
            search.holding = before.holding.pop_all()
            before.replaced.set()
        self._searches[key] = search
        try:
            with search.holding:
                yield search
        finally:
            if self._searches.get(key) is search:
                del self._searches[key]


async def _next(found: AsyncGenerator[Answer, None], stopped: asyncio.Event) -> Answer | None:
    """Return what is found next; None if nothing more is, or it is stopped before."""

    async def take() -> Answer | None:
        return await anext(found, None)

    coming, stopping = asyncio.create_task(take()), asyncio.create_task(stopped.wait())
    try:
        await asyncio.wait((coming, stopping), return_when=asyncio.FIRST_COMPLETED)
        return None if stopped.is_set() else coming.result()
    finally:
        for one in (coming, stopping):
            one.cancel()
        await asyncio.gather(coming, stopping, return_exceptions=True)
