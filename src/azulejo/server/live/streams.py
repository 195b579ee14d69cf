"""Event streams for programs: the updates of one table, one a line, as long as somebody listens."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import ExitStack
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from litestar.response import Stream

from azulejo.server.http.dependencies import Address, InjectedService, TablePath, Tokens
from azulejo.server.http.openapi import BY_TOKEN, LINES, problems
from azulejo.server.limits import CONNECTIONS
from azulejo.server.live.rooms import Reader, Rooms
from azulejo.server.messages import Update

KEEP_ALIVE = 15.0
"""Seconds after which a stream says that it is still there."""


@get(
    "/tables/{table:str}/events",
    tags=["bots"],
    security=BY_TOKEN,
    responses=problems(403, 404, lines=Update),
)
async def events(
    table: TablePath,
    service: InjectedService,
    address: Address,
    tokens: Tokens,
    after: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None,
) -> Stream:
    """Listen to a table: one update a line, as long as you stay.

    The first line tells what has happened since ``after`` (everything, if it is left out) and how the table stands
    now. An empty line comes every 15 seconds to show that the connection is alive. The stream ends when the table is
    deleted, or the server restarts: then ask again with the last ``number``. It ends, too, when your seat was given
    back before the game began: then ask without its token.
    """
    reader = Reader(table, tokens, service.settings.queue_messages, only_updates=True)
    with ExitStack() as holding:
        holding.enter_context(service.limits.hold(CONNECTIONS, address))
        await service.rooms.enter(reader, after)
        return Stream(_lines(service.rooms, reader, holding.pop_all()), media_type=LINES)


async def _lines(rooms: Rooms, reader: Reader, holding: ExitStack) -> AsyncGenerator[bytes, None]:
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
