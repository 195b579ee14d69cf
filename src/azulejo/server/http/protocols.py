"""How bytes come in: uvicorn's protocols with limits, so that the server can face the internet without a proxy.

Every connection counts for its address as long as it is open. An address that opens more than it may have loses the one
that has kept us waiting longest. Nobody is waited for without end, and no request may be larger than the settings say.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from azulejo.server.http.middleware import is_trusted, networks
from azulejo.server.limits import counted

MOST_HEADERS = 100
SOCKETS_EACH = 2
"""Connections of any kind for each live one that an address may have."""
CONNECTION = "connection"
"""Under this name a live connection stands in the state of its scope."""
TEXT_FRAME = 0x81
SHORT = 126
"""A text of fewer bytes has the shortest head."""
FILES_KEPT = 200
"""Files that connections leave to the database, engines and pages."""


class _Bounded(asyncio.Protocol):
    """What both protocols have in common: a place among the connections of an address, and a limit to waiting."""

    app: Any
    client: Any
    connections: Any
    loop: Any
    transport: Any
    """As uvicorn's protocols have them."""

    def connection_made(self, transport: Any) -> None:
        """Take a place, or that of the request for a live connection; if there is none left, one is closed."""
        super().connection_made(transport)
        service, peer = self.app.state.service, self.client[0] if self.client else ""
        self.settings, self.sockets, self.address = service.settings, service.limits.sockets, counted(peer)
        places = self.sockets[self.address]
        self.timer = getattr(places.get(transport), "timer", None)
        self.wait(None)
        places[transport] = self
        is_full = len(places) > SOCKETS_EACH * self.settings.connections_per_address
        is_full = is_full and not is_trusted(peer, networks(self.settings.trusted_proxies))
        if is_full or 0 < service.files - FILES_KEPT < len(self.connections):
            service.metrics.refusals.labels("sockets").inc()
            next((one for one in places.values() if one.timer is not None), self).transport.abort()

    def connection_lost(self, problem: Exception | None) -> None:
        """Give the place back."""
        super().connection_lost(problem)
        self.wait(None)
        self.sockets[self.address].pop(self.transport, None)
        if not self.sockets[self.address]:
            del self.sockets[self.address]

    def wait(self, seconds: float | None) -> None:
        """Hang up after so many seconds, unless something else is waited for by then."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)


class BoundedWebSocket(_Bounded, WebSocketsSansIOProtocol):
    """A live connection; its messages and silence are bounded by what uvicorn is told.

    The application finds it in its scope: what many are told is put into a frame once, and written at once to all of
    them, without a task and a queue for each.
    """

    def handle_connect(self, event: Any) -> None:
        """Let the application know this connection."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"][CONNECTION] = self

    def write_now(self, frame: bytes) -> bool:
        """Write a whole frame; return False, and do nothing, where it would have to wait, or nobody is there."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or not self.handshake_complete:
            return False
        self.transport.write(frame)
        return True


def text_frame(text: str) -> bytes:
    r"""Return a text as a server sends it: one frame, which is the same for everybody.

    >>> text_frame("hello")
    b'\x81\x05hello'
    """
    content = text.encode()
    length = len(content)
    if length < SHORT:
        return bytes((TEXT_FRAME, length)) + content
    width, sign = (2, 126) if length < 1 << 16 else (8, 127)
    return bytes((TEXT_FRAME, sign)) + length.to_bytes(width) + content


class BoundedHttp(_Bounded, HttpToolsProtocol):
    """A connection for requests, which come one after the other."""

    def connection_made(self, transport: Any) -> None:
        """Wait for the first request."""
        super().connection_made(transport)
        self._size = 0
        self.wait(self.settings.request_seconds)

    def data_received(self, data: bytes) -> None:
        """Take what has come, unless there was already too much for one request."""
        if self._size > self.settings.header_bytes + 2 * self.settings.body_bytes:
            return self.send_400_response("Too large a request.")
        self._size += len(data)
        super().data_received(data)

    def on_message_begin(self) -> None:
        """Wait for the whole request."""
        super().on_message_begin()
        self.wait(self.settings.request_seconds)

    def on_headers_complete(self) -> None:
        """Look at the size of the head; what is raised here is answered as a bad request."""
        cycle: Any = self.cycle
        is_early = cycle is not None and not cycle.response_complete  # the one before is not answered yet
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if is_early or size > self.settings.header_bytes or len(self.headers) > MOST_HEADERS:
            raise ValueError
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Wait for nothing: the request is there. If it has been answered already, wait for the next."""
        super().on_message_complete()
        self._size = 0
        self.wait(self.settings.idle_seconds if getattr(self.cycle, "response_complete", False) else None)

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the rest of a body that nobody wants."""
        super().on_response_complete()
        self.wait(self.settings.idle_seconds)
