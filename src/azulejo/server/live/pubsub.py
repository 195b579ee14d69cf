"""Notices between processes: Litestar's Channels, in memory or through PostgreSQL.

Litestar's own backend for PostgreSQL opens a connection for every notice and stops for good when one is lost. This
one keeps its connections, comes back after a failure, and lets a notice go rather than wait: the rooms find out by
themselves what they missed.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterable

from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.types import LitestarEncodableType
from psycopg import AsyncConnection, Error
from psycopg.sql import SQL, Identifier

from azulejo.server.monitoring import log
from azulejo.server.storage import database_url

CHANNEL = "azulejo_tables"
RECONNECT_SECONDS = 1.0
MOST_BYTES = 7_900
"""PostgreSQL takes no message of 8,000 bytes or more."""


def channels_for(database: str) -> "Channels":
    """Return the channels that reach every process of a database; they are open as long as they are entered."""
    url = database_url(database)
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    backend = MemoryChannelsBackend() if url.drivername == "sqlite" else PostgresNotices(address)
    return Channels(backend, channels=[CHANNEL], subscriber_max_backlog=10_000)


class Channels(ChannelsPlugin):
    """Channels for notices that may get lost: one that cannot be sent is let go."""

    def publish(self, data: LitestarEncodableType, channels: str | Iterable[str]) -> None:
        """Send a notice some time; never raises an error."""
        try:
            super().publish(data, channels)
        except Exception as problem:  # such as being asked when everything has ended
            log.failure("notice_failed", problem)


class PostgresNotices(ChannelsBackend):
    """``LISTEN`` on one connection and ``NOTIFY`` on another, both opened again whenever they are lost."""

    def __init__(self, address: str) -> None:
        """Say which database."""
        self._address = address
        self._events: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(100_000)
        self._listening = asyncio.Event()
        self._sender: AsyncConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._sending: asyncio.Task[None] | None = None
        self._waiting: deque[bytes] = deque()
        """Notices that have not been sent yet."""

    async def on_startup(self) -> None:
        """Begin to listen."""
        self._task = asyncio.create_task(self._listen())

    async def on_shutdown(self) -> None:
        """Close both connections."""
        for task in (self._task, self._sending):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        if self._sender is not None:
            await self._sender.close()

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Listen from now on; waits a moment until that is so."""
        await asyncio.wait([asyncio.ensure_future(self._listening.wait())], timeout=10.0)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Listen no more: nobody does so before the end."""

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        """Return what was said before: nobody keeps that."""
        return []

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Send a notice some time, together with others that come before that; too long a one is let go."""
        if len(data) > MOST_BYTES:
            log("notice_lost", "warning", problem=f"{len(data)} bytes")
            return
        self._waiting.append(data)
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send_waiting())

    async def _send_waiting(self) -> None:
        while self._waiting:
            room, together = MOST_BYTES, []
            while self._waiting and len(self._waiting[0]) <= room:
                together.append(self._waiting.popleft())
                room -= len(together[-1]) + 1
            await self._send(b"\n".join(together).decode())

    async def _send(self, text: str) -> None:
        """Send a message, a second time if the connection was lost; one that cannot be sent then is let go."""
        for _ in range(2):
            try:
                if self._sender is None or self._sender.closed:
                    self._sender = await AsyncConnection.connect(self._address, autocommit=True)
                await self._sender.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))
                return
            except (Error, OSError) as problem:
                log("notice_lost", "warning", problem=str(problem))
                if self._sender is not None:
                    await self._sender.close()

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        """Yield notices as they come."""
        while True:
            yield await self._events.get()

    async def _listen(self) -> None:
        while True:
            try:
                async with await AsyncConnection.connect(self._address, autocommit=True) as connection:
                    await connection.execute(SQL("LISTEN {}").format(Identifier(CHANNEL)))
                    self._listening.set()
                    await self._hear(connection)
            except (Error, OSError) as problem:
                log("listening_lost", "warning", problem=str(problem))
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _hear(self, connection: AsyncConnection) -> None:
        """Take notices as they come, until the connection is lost.

        The library's own way wakes a task with a lock and a timer for every few of them: that takes longer than all
        that is done about a move.
        """
        loop, wire, source = asyncio.get_running_loop(), connection.pgconn, connection.fileno()
        lost: asyncio.Future[None] = loop.create_future()

        def take() -> None:
            try:
                wire.consume_input()
                while (notice := wire.notifies()) is not None:
                    if not self._events.full():
                        self._events.put_nowait((notice.relname.decode(), notice.extra))
            except Error as problem:
                loop.remove_reader(source)
                if not lost.done():
                    lost.set_exception(problem)

        loop.add_reader(source, take)
        try:
            take()
            await lost
        finally:
            loop.remove_reader(source)
