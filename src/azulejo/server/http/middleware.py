"""What happens to every request before it is routed, and to every answer after everything else.

Whose address it is, a number for the log, headers, figures. Litestar's own middleware runs behind its router, so that
it would not see what finds no route; this stands before it.
"""

import secrets
import time
from typing import Any

from litestar.datastructures import Headers
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from azulejo.server.http.security import HEADERS, client_address, networks
from azulejo.server.logs import log, request_id
from azulejo.server.metrics import Metrics
from azulejo.server.settings import ServerSettings

_QUIET = ("/health", "/health/ready", "/metrics")
"""What is asked every few seconds is logged only where it fails."""
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Entrance:
    """Stands before the whole application."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics
        self._trusted = networks(settings.trusted_proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, or one live connection."""
        given: Any = scope
        peer, forwarded = (given.get("client") or ("", 0))[0], Headers.from_scope(scope).get("x-forwarded-for", "")
        given["state"]["address"] = client_address(peer, forwarded, self._trusted)
        token = request_id.set(secrets.token_hex(6))
        try:
            await (self._live if given["type"] == "websocket" else self._request)(given, receive, send)
        finally:
            request_id.reset(token)

    async def _live(self, scope: Any, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        await self._app(scope, receive, send)
        seconds = round(time.perf_counter() - began, 3)
        log("live", address=log.address(scope["state"]["address"]), path=scope["path"][:200], seconds=seconds)

    async def _request(self, scope: Any, receive: Receive, send: Send) -> None:
        began, status, method = time.perf_counter(), 500, scope["method"]

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *_HEADERS, (b"x-request-id", request_id.get().encode())]
            await send(message)

        if method == "HEAD":  # GET whose answer has no body: the web server leaves that out
            scope = {**scope, "method": "GET"}
        try:
            await self._app(scope, receive, answer)
        finally:
            self._note(scope, method, status, time.perf_counter() - began)

    def _note(self, scope: Any, method: str, status: int, seconds: float) -> None:
        route = scope.get("path_template") or "other"
        self._metrics.requests.labels(method, route, str(status)).inc()
        self._metrics.request_seconds.labels(route).observe(seconds)
        log(
            "request",
            "error" if status >= 500 else "debug" if route in _QUIET else "info",
            method=method,
            path=scope["path"][:200],
            status=status,
            ms=round(seconds * 1000, 2),
            address=log.address(scope["state"]["address"]),
        )
