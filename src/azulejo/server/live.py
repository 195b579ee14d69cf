"""The live connection of one client with one table: a WebSocket.

The client says hello (with its tokens, which never stand in an address), gets the state, and from then on everything
that happens. What it asks for is answered by ``done`` or ``refused`` with the id of the request.
"""

import asyncio
import contextlib
import time
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.handlers import WebsocketRouteHandler

from azulejo.server.api import reason
from azulejo.server.calls import PREFIX, Asked
from azulejo.server.hub import SERVER_STOPS, SLOW_READER, Reader, encoded
from azulejo.server.limits import READ, WRITE
from azulejo.server.logs import log
from azulejo.server.messages import (
    Acknowledged,
    Explained,
    FromClient,
    Hello,
    LiveMoves,
    LiveResign,
    LiveUndo,
    LiveWhy,
    Ping,
    Pong,
    Refused,
)
from azulejo.server.problems import invalid, is_defect, problem_of
from azulejo.server.refusals import Refusal
from azulejo.server.secrets import Token
from azulejo.server.service import Service
from azulejo.texts import DEFAULT_LANGUAGE, message

HELLO_SECONDS = 20.0
"""How long a client may take to say hello."""

GOING_AWAY = 1001
BAD_HELLO = 4400
REFUSED = 4000
"""A table or a token that is not known, too many connections: 4000 and the status, such as 4404."""
DEFECT = 1011

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


class Gone(Exception):
    """The client has hung up."""


class Conversation:
    """One connection, from hello to the end."""

    def __init__(self, socket: WebSocket[Any, Any, Any], service: Service, table: str, address: str) -> None:
        self._socket = socket
        self._service = service
        self._asked = Asked(service, address, DEFAULT_LANGUAGE, [], {"table": table})
        self._reader: Reader | None = None

    async def run(self) -> int | None:
        """Talk until one side ends it; return the code to close with, None if the client has gone."""
        try:
            self._service.limits.check(READ, self._asked.address)
            with self._service.limits.connection(self._asked.address):
                return await self._talk()
        except Gone:
            return None
        except Refusal as refused:
            await self._send(self._refused(None, refused))
            return REFUSED + refused.status

    async def _talk(self) -> int | None:
        try:
            hello = await asyncio.wait_for(self._receive(), HELLO_SECONDS)
        except TimeoutError:
            return BAD_HELLO
        except Refusal as refused:
            await self._send(self._refused(None, refused))
            return BAD_HELLO
        if not isinstance(hello, Hello):
            await self._send(self._refused(None, Refusal(400, message("server.live.hello"))))
            return BAD_HELLO
        self._asked.lang = hello.lang
        self._asked.tokens = [Token(one) for one in hello.tokens]
        viewer = await self._asked.viewer()
        hub = self._service.hub
        room_for = self._service.settings.queue_messages
        self._reader = reader = Reader(self._asked.table, viewer, self._asked.tokens, room_for)
        try:
            await hub.enter(reader, hello.after)
            await hub.present(reader)
            return await self._both_ways(reader)
        finally:
            await asyncio.shield(hub.leave(reader))

    async def _both_ways(self, reader: Reader) -> int | None:
        """Read and write at the same time, until either ends."""
        writing = asyncio.create_task(self._write(reader))
        reading = asyncio.create_task(self._read(reader))
        try:
            await asyncio.wait((writing, reading, reader.closed), return_when=asyncio.FIRST_COMPLETED)
            if reader.closed.done() and reader.closed.result() != SLOW_READER:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(asyncio.shield(writing), 1.0)  # its last words
            return None if reading.done() else reader.closed.result() if reader.closed.done() else GOING_AWAY
        finally:
            for task in (writing, reading):
                task.cancel()
            await asyncio.gather(writing, reading, return_exceptions=True)

    async def _write(self, reader: Reader) -> None:
        while (text := await reader.next()) is not None:
            await self._send(text)

    async def _read(self, reader: Reader) -> None:
        with contextlib.suppress(Gone):
            while True:
                try:
                    asked = await self._receive()
                except Refusal as refused:
                    reader.put(self._refused(None, refused))
                    continue
                reader.put(await self._answer(asked))

    async def _receive(self) -> FromClient:
        """Return the next message; raises Refusal for what is none, and Gone."""
        received: Any = await self._socket.receive()
        if received["type"] != "websocket.receive":
            raise Gone
        content = received.get("text")
        if content is None:
            content = received.get("bytes") or b""
        try:
            return _decoder.decode(content)
        except msgspec.MsgspecError as problem:
            raise invalid(problem) from None
        except (RecursionError, UnicodeError):
            raise Refusal(400, message("server.body.json")) from None

    async def _send(self, text: str) -> None:
        try:
            await self._socket.send({"type": "websocket.send", "text": text, "bytes": None})
        except Exception as problem:  # whatever the server says when the client has gone
            raise Gone from problem

    # ------------------------------------------------------------ what clients ask for

    async def _answer(self, asked: FromClient) -> str:
        try:
            kind = READ if isinstance(asked, Ping | LiveWhy | Hello) else WRITE
            self._service.limits.check(kind, self._asked.address)
            return encoded(await self._do(asked))
        except Exception as problem:  # one request fails, the connection goes on
            if is_defect(problem):
                self._service.metrics.failures.labels("live").inc()
                log.failure("live_failed", problem, table=self._asked.table)
            return self._refused(getattr(asked, "id", None), problem)

    async def _do(self, asked: FromClient) -> msgspec.Struct:
        assert self._reader is not None
        tables, table = self._service.tables, self._asked.table
        if isinstance(asked, Ping):
            return Pong(id=asked.id, server_time=time.time())
        viewer = await self._service.hub.viewer(self._reader)
        if isinstance(asked, LiveWhy):
            return Explained(id=asked.id, reason=await reason(self._asked, viewer, asked.move))
        if isinstance(asked, LiveMoves):
            change = await self._asked.change(tables.move, table, viewer, asked)
        elif isinstance(asked, LiveUndo):
            change = await self._asked.change(tables.undo, table, viewer, asked)
        elif isinstance(asked, LiveResign):
            change = await self._asked.change(tables.resign, table, viewer, asked)
        else:
            raise Refusal(400, message("server.live.hello_twice"))
        return Acknowledged(id=asked.id, number=change.number)

    def _refused(self, number: int | None, problem: Exception) -> str:
        return encoded(Refused(id=number, problem=problem_of(problem, self._asked.lang)))


async def live(socket: WebSocket[Any, Any, Any]) -> None:
    """Serve one connection."""
    service: Service = socket.app.state.service
    address: str = socket.scope["azulejo_address"]  # type: ignore[typeddict-item]  # the guard puts it there
    await socket.accept()
    conversation = Conversation(socket, service, socket.path_params["table"], address)
    code: int | None = DEFECT
    try:
        code = await conversation.run()
    except asyncio.CancelledError:
        code = SERVER_STOPS
        raise
    except Gone:
        code = None
    except Exception as problem:
        service.metrics.failures.labels("live").inc()
        log.failure("live_failed", problem)
    finally:
        if code is not None:
            with contextlib.suppress(Exception):  # the client may have gone in this very moment
                await socket.close(code)


handler = WebsocketRouteHandler(f"{PREFIX}/tables/{{table:str}}/live")(live)
