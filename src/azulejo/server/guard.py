"""What happens to every request before anything else sees it, and to every answer after everything else.

Whose address it is, whether the page it comes from may ask, a number for the log, headers, figures.
"""

import secrets
import time
from typing import Any

import msgspec
from litestar.types import ASGIApp, Receive, Scope, Send

from azulejo.server.logs import log, request_id
from azulejo.server.metrics import Metrics
from azulejo.server.problems import language_of, problem_of
from azulejo.server.refusals import Refusal
from azulejo.server.security import HEADERS, SAFE_METHODS, check_origin, client_address, networks
from azulejo.server.settings import Settings

_QUIET = ("/health", "/health/ready", "/metrics")
"""What is asked every few seconds is logged only where it fails."""
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Guard:
    """Stands around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics
        self._trusted = networks(settings.trusted_proxies)
        self._origins = settings.origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, or one live connection."""
        kind = str(scope["type"])
        if kind not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        given: Any = scope
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in given["headers"]}
        peer = (given.get("client") or ("", 0))[0]
        given["azulejo_address"] = client_address(peer, headers.get("x-forwarded-for", ""), self._trusted)
        number = secrets.token_hex(6)
        token = request_id.set(number)
        try:
            if kind == "websocket":
                await self._live(given, headers, receive, send)
            else:
                await self._request(given, headers, number, receive, send)
        finally:
            request_id.reset(token)

    async def _live(self, scope: Any, headers: dict[str, str], receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        address = log.address(scope["azulejo_address"])
        try:
            check_origin(headers, self._origins)
        except Refusal as refused:
            self._metrics.refusals.labels("origin").inc()
            log("live_refused", "warning", address=address, problem=str(refused))
            await receive()
            closing: Any = {"type": "websocket.close", "code": 4403, "reason": "origin"}
            await send(closing)
            return
        await self._app(scope, receive, send)
        log("live", address=address, path=scope["path"], seconds=round(time.perf_counter() - began, 3))

    async def _request(self, scope: Any, headers: dict[str, str], number: str, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 500
        # HEAD is GET whose answer has no body: the web server leaves that out.
        asked: Any = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope

        async def answer(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                known = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((name, value) for name, value in _HEADERS if name not in known),
                    (b"x-request-id", number.encode()),
                ]
            await send(message)

        try:
            if scope["method"] not in SAFE_METHODS:
                check_origin(headers, self._origins)
            await self._app(asked, receive, answer)
        except Refusal as refused:
            self._metrics.refusals.labels("origin").inc()
            await _refuse(refused, headers, answer)
        finally:
            self._note(asked, scope["method"], status, time.perf_counter() - began)

    def _note(self, scope: Any, method: str, status: int, seconds: float) -> None:
        route = scope.get("path_template") or "other"
        self._metrics.requests.labels(method, route, str(status)).inc()
        self._metrics.request_seconds.labels(route).observe(seconds)
        level = "error" if status >= 500 else "debug" if route in _QUIET else "info"
        log(
            "request",
            level,
            method=method,
            path=scope["path"][:200],
            status=status,
            ms=round(seconds * 1000, 2),
            address=log.address(scope["azulejo_address"]),
        )


async def _refuse(refused: Refusal, headers: dict[str, str], send: Any) -> None:
    body = msgspec.json.encode(problem_of(refused, language_of(headers.get("accept-language"))))
    length = str(len(body)).encode()
    start = [(b"content-type", b"application/json"), (b"content-length", length)]
    await send({"type": "http.response.start", "status": refused.status, "headers": start})
    await send({"type": "http.response.body", "body": body, "more_body": False})
