"""The live connection of one client with one table: a WebSocket.

The client says hello (with its tokens, which never stand in an address), gets the state, and from then on everything
that happens. What it asks for is answered by ``done`` or ``refused`` with the id of the request.
"""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from azulejo.server.http.dependencies import Address, InjectedService, TablePath
from azulejo.server.http.errors import invalid, is_defect, problem_of
from azulejo.server.http.protocols import CONNECTION
from azulejo.server.limits import CONNECTIONS, READ, WRITE
from azulejo.server.live.rooms import SERVER_STOPS, SLOW_READER, Reader, encoded
from azulejo.server.messages import (
    FromClient,
    Hello,
    LiveDone,
    LiveMoves,
    LiveProblem,
    LiveReason,
    LiveResign,
    LiveUndo,
    LiveWhy,
    Ping,
    Pong,
    Receipt,
)
from azulejo.server.refusals import Refusal, StorageFailed
from azulejo.server.service import Service
from azulejo.server.tables import play, queries
from azulejo.texts import DEFAULT_LANGUAGE

HELLO_SECONDS = 20.0
"""How long a client may take to say hello."""
LAST_WORDS_SECONDS = 1.0
CHANGES = 2
"""Clients that say so in their hello understand this form of ``Changes``."""
MOST_MALFORMED = 100
"""Whoever has sent so many messages that make no sense is sent away."""

GOING_AWAY = 1001
BAD_MESSAGE = 4400
"""The first one was no hello, or there were too many that make no sense."""
REFUSED = 4000
"""A table or a token that is not known, too many connections: 4000 and the status, such as 4404."""
DEFECT = 1011

ACTIONS: dict[type, Callable[..., Receipt]] = {
    LiveMoves: play.play_moves,
    LiveUndo: play.take_back,
    LiveResign: play.resign,
}

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


@dataclass
class Connection:
    """One connection, from hello to the end."""

    _socket: WebSocket[Any, Any, Any]
    _service: Service
    _table: str
    _address: str
    _write_now: Callable[[bytes], bool] | None = None
    """Sends a frame without waiting, where the web server can do that."""
    _lang: str = DEFAULT_LANGUAGE
    _malformed: int = 0

    async def run(self) -> int | None:
        """Talk until one side ends it; return the code to close with, None if the client has gone."""
        try:
            self._service.limits.check(READ, self._address)
            with self._service.limits.hold(CONNECTIONS, self._address):
                return await self._talk()
        except WebSocketDisconnect:
            return None
        except TimeoutError:
            return BAD_MESSAGE
        except (Refusal, StorageFailed) as refused:
            with contextlib.suppress(WebSocketDisconnect):  # who hangs up while storage is away need not be told
                await self._send(self._problem(None, refused))
            return REFUSED + problem_of(refused, self._lang).status

    async def _talk(self) -> int | None:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = await self._receive()
        if not isinstance(hello, Hello):
            raise Refusal(400, "server.live.hello")
        self._lang = hello.lang
        rooms, most = self._service.rooms, self._service.settings.queue_messages
        reader = Reader(self._table, hello.tokens, most, changes=hello.changes == CHANGES)
        await rooms.enter(reader, hello.after)
        try:
            await rooms.present(reader)
            reader.write_now = self._write_now
            return await self._both_ways(reader)
        finally:
            await asyncio.shield(rooms.leave(reader))

    async def _both_ways(self, reader: Reader) -> int | None:
        """Read and write at the same time, until either ends."""
        writing = asyncio.create_task(self._write(reader))
        reading = asyncio.create_task(self._read(reader))
        try:
            await asyncio.wait((writing, reading, reader.closed), return_when=asyncio.FIRST_COMPLETED)
            if reader.closed.done() and reader.closed.result() != SLOW_READER:
                await asyncio.wait((writing,), timeout=LAST_WORDS_SECONDS)
            return None if reading.done() else reader.closed.result() if reader.closed.done() else GOING_AWAY
        finally:
            for task in (writing, reading):
                task.cancel()
            await asyncio.gather(writing, reading, return_exceptions=True)

    async def _write(self, reader: Reader) -> None:
        while (text := await reader.next()) is not None:
            await self._send(text)

    async def _read(self, reader: Reader) -> None:
        while True:
            reader.put(await self._answer(reader))

    async def _answer(self, reader: Reader) -> str:
        """Return the answer to the next message; what fails is answered, and the connection goes on."""
        asked: FromClient | None = None
        try:
            asked = await self._receive()
            self._service.limits.check(WRITE if type(asked) in ACTIONS else READ, self._address)
            if isinstance(asked, LiveMoves | LiveUndo | LiveResign):
                access = await self._service.rooms.access(reader)
                done = await self._service.tables.write(self._table, access, ACTIONS[type(asked)], asked)
                return encoded(LiveDone(id=asked.id, number=done.number))
            return encoded(await self._say(reader, asked))
        except WebSocketDisconnect:
            raise
        except Exception as problem:
            if self._malformed >= MOST_MALFORMED:
                reader.close(BAD_MESSAGE)
            if is_defect(problem):
                self._service.metrics.failed("live", problem, table=self._table)
            return self._problem(getattr(asked, "id", None), problem)

    async def _say(self, reader: Reader, asked: Hello | LiveWhy | Ping) -> msgspec.Struct:
        """Return the answer to what changes nothing."""
        tables = self._service.tables
        if isinstance(asked, Ping):
            return Pong(id=asked.id, server_time=tables.tables.now())
        if isinstance(asked, Hello):
            raise Refusal(400, "server.live.hello_twice")
        access = await self._service.rooms.access(reader)
        reason = await tables.read(self._table, access, queries.reason, asked.move, self._lang)
        return LiveReason(id=asked.id, reason=reason)

    async def _receive(self) -> FromClient:
        """Return the next message; raises Refusal for what is none, and WebSocketDisconnect."""
        content = await self._socket.receive_data("text")
        try:
            return _decoder.decode(content or b"")
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as problem:
            self._malformed += 1
            self._service.limits.check(READ, self._address)
            raise invalid(problem) from None

    async def _send(self, text: str) -> None:
        try:
            await self._socket.send_data(text)
        except Exception as problem:  # whatever the web server says when the client has gone
            raise WebSocketDisconnect(detail=str(problem)) from problem

    def _problem(self, number: int | None, problem: Exception) -> str:
        return encoded(LiveProblem(id=number, problem=problem_of(problem, self._lang)))


@websocket("/tables/{table:str}/live")
async def live(socket: WebSocket[Any, Any, Any], table: TablePath, address: Address, service: InjectedService) -> None:
    """Serve one connection."""
    await socket.accept()
    code: int | None = SERVER_STOPS
    write_now = getattr(socket.scope["state"].get(CONNECTION), "write_now", None)
    try:
        code = await Connection(socket, service, table, address, write_now).run()
    except Exception as problem:
        code = DEFECT
        service.metrics.failed("live", problem)
    finally:
        if code is not None:
            with contextlib.suppress(Exception):  # the client may have gone in this very moment
                await socket.close(code)
