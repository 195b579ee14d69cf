"""What happens to every request before it is routed, and to every answer after everything else.

Whose address it is, a number for the log, headers, figures. Litestar's own middleware runs behind its router, so that
it would not see what finds no route; this stands before it.
"""

import ipaddress
import secrets
import time
from collections.abc import Sequence
from typing import Any, TypeAlias

from litestar.datastructures import Headers
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from azulejo.server.monitoring import Metrics, log, request_id
from azulejo.server.settings import ServerSettings

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""Everything from here and nothing from elsewhere; no code inside a page."""

HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
"""What every answer says."""
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

_QUIET = ("/health", "/health/ready", "/metrics")
"""What is asked every few seconds is logged only where it fails."""


class EdgeMiddleware:
    """Stands before the whole application."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics
        self._trusted = networks(settings.trusted_proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, or one live connection."""
        given: Any = scope
        peer = (given.get("client") or ("", 0))[0]
        forwarded = ",".join(Headers.from_scope(scope).getall("x-forwarded-for", []))  # each proxy may add a line
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
        log("live", address=log.address(scope["state"]["address"]), path=scope.get("path_template"), seconds=seconds)

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
            "error" if status == 500 else "debug" if route in _QUIET else "info",
            method=method,
            path=route,
            status=status,
            ms=round(seconds * 1000, 2),
            address=log.address(scope["state"]["address"]),
        )


def networks(given: Sequence[str]) -> list[Network]:
    """Return the networks that texts stand for; a single address is one, too."""
    return [ipaddress.ip_network(one, strict=False) for one in given]


def is_trusted(address: str, trusted: Sequence[Network]) -> bool:
    """Return whether an address is one of a trusted proxy."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in trusted)


def client_address(peer: str, forwarded: str, trusted: Sequence[Network]) -> str:
    """Return whose request it is: the last address of ``X-Forwarded-For`` that no trusted proxy has.

    What a stranger writes there is not believed.

    >>> client_address("10.0.0.1", "192.0.2.7, 10.0.0.2", networks(["10.0.0.0/8"]))
    '192.0.2.7'
    >>> client_address("198.51.100.1", "192.0.2.7", networks(["10.0.0.0/8"]))
    '198.51.100.1'
    """
    if not is_trusted(peer, trusted):
        return peer
    hops = [hop.strip()[:64] for hop in forwarded.split(",") if hop.strip()]
    strangers = [hop for hop in hops if not is_trusted(hop, trusted)]
    return strangers[-1] if strangers else hops[0] if hops else peer
