"""The application: everything put together for an ASGI server."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader

from azulejo.server.http import analysis, openapi, records, reports, server, tables
from azulejo.server.http.client import CLIENT, client_routers
from azulejo.server.http.dependencies import DEPENDENCIES, StrictRequest
from azulejo.server.http.errors import answer
from azulejo.server.http.guards import known_query, own_origin, within_rate
from azulejo.server.http.middleware import EdgeMiddleware
from azulejo.server.http.site import DOCS, site_routers
from azulejo.server.live import socket, streams
from azulejo.server.live.pubsub import channels_for
from azulejo.server.monitoring import Metrics, forward_libraries, log
from azulejo.server.service import Service, running
from azulejo.server.settings import ServerSettings

FRESH: dict[str, Any] = {"cache_control": CacheControlHeader(no_store=True), "opt": {"plain": True}}
"""Of answers that nobody may keep, and that are not compressed."""
SMALL = 1000
"""Bytes below which compressing is not worth it."""


def create_app(
    settings: ServerSettings, warmed: Callable[[], None] = lambda: None, client: Path = CLIENT, docs: Path = DOCS
) -> Litestar:
    """Return the application for settings; nothing is opened before it is started.

    Args:
        settings: how to serve.
        warmed: called when the workers have loaded, or compiled, the rules of all games.
        client: the folder of the browser client.
        docs: the folder of the documentation.
    """
    metrics, channels = Metrics(), channels_for(settings.database)

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        log.set_up(settings.log_level, settings.log_addresses)
        forward_libraries()
        async with channels, running(settings, metrics, channels, warmed) as service:
            app.state.service = service
            with _told_to_stop(service):
                yield

    app = Litestar(
        route_handlers=[_api(), *_operations(settings), *site_routers(docs), *client_routers(client)],
        dependencies=DEPENDENCIES,
        guards=[own_origin],
        request_class=StrictRequest,
        exception_handlers={Exception: answer},
        request_max_body_size=settings.body_bytes,
        compression_config=CompressionConfig(backend="gzip", minimum_size=SMALL, exclude_opt_key="plain"),
        openapi_config=openapi.config() if settings.documentation else None,
        lifespan=[lifespan],
        debug=False,
        logging_config=None,
    )
    app.asgi_handler = EdgeMiddleware(app.asgi_handler, settings, metrics)
    return app


def _api() -> Router:
    """Return the routes of the API."""
    by_tag = {
        "server": server.HANDLERS,
        "tables": tables.HANDLERS,
        "records": records.HANDLERS,
        "reports": reports.HANDLERS,
    }
    routers = [Router("/", route_handlers=handlers, tags=[tag]) for tag, handlers in by_tag.items()]
    requests = Router(
        "/", route_handlers=[*routers, streams.events, *analysis.HANDLERS], guards=[within_rate, known_query]
    )
    return Router(openapi.PREFIX, route_handlers=[requests, socket.live], **FRESH)


def _operations(settings: ServerSettings) -> list[Any]:
    """Return the routes for operators, and the page of the description."""
    handlers = [server.health, server.ready, *([server.metrics] if settings.metrics else [])]
    pages = [openapi.page] if settings.documentation else []
    return [Router("/", route_handlers=handlers, include_in_schema=False, **FRESH), *pages]


def from_environment() -> Litestar:
    """Return the application for the settings of the environment: what ``uvicorn --factory`` takes."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    return create_app(ServerSettings.load())


def _end_with(parent: Any) -> None:
    """End this process when the one has gone that started it: nobody else would."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


@contextlib.contextmanager
def _told_to_stop(service: Service) -> Iterator[None]:
    """Send readers away as soon as the process is told to stop: a stream would keep the server waiting for its end."""
    loop, is_main = asyncio.get_running_loop(), threading.current_thread() is threading.main_thread()
    known: dict[int, Any] = {one: signal.getsignal(one) for one in ((signal.SIGTERM, signal.SIGINT) if is_main else ())}

    def stop(number: int, frame: Any) -> None:
        loop.call_soon_threadsafe(service.stopping)
        known[number](number, frame)

    for number in known:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, before in known.items():
            signal.signal(number, before)
