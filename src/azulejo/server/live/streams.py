"""Event streams for programs: the updates of one table, one a line, as long as somebody listens."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import ExitStack

from azulejo.server.live.rooms import Reader, Rooms

KEEP_ALIVE = 15.0
"""Seconds after which a stream says that it is still there."""


async def lines(rooms: Rooms, reader: Reader, holding: ExitStack) -> AsyncGenerator[bytes, None]:
    """Yield what a reader who has entered is told, and an empty line now and then; then let go of what is held."""
    try:
        await rooms.present(reader)
        while True:
            text = await reader.next(KEEP_ALIVE)
            if text is None and reader.closed.done():
                return
            yield (text or "").encode() + b"\n"
    finally:
        holding.close()
        await asyncio.shield(rooms.leave(reader))
