"""The application: everything put together for an ASGI server."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
from litestar import Litestar, Request, get
from litestar.datastructures import State
from litestar.response import Response
from litestar.types import ASGIApp, Receive, Scope, Send
from sqlalchemy import func, select, text

from azulejo.server import live, static
from azulejo.server.api import CALLS
from azulejo.server.calls import JSON, PREFIX
from azulejo.server.description import openapi, page
from azulejo.server.guard import Guard
from azulejo.server.logs import forward_libraries, log
from azulejo.server.metrics import CONTENT_TYPE, Metrics
from azulejo.server.notices import channels_for
from azulejo.server.problems import is_defect, language_of, problem_of, retry_after
from azulejo.server.service import Service, running
from azulejo.server.settings import Settings
from azulejo.server.storage import Database, schema

HEALTH_SECONDS = 3.0
"""A database that does not answer for so long is not ready."""


def create_app(settings: Settings, warmed: Callable[[], None] = lambda: None) -> "Application":
    """Return the application for settings; nothing is opened before it is started.

    ``warmed`` is called when the workers have loaded, or compiled, the rules of all games.
    """
    log.set_up(settings.log_level, settings.log_addresses)
    forward_libraries()
    metrics = Metrics()
    channels = channels_for(Database(settings.database))

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with running(settings, metrics, channels, warmed) as service:
            app.state.service = service
            with _told_to_stop(service):
                yield

    documentation = [describe, read] if settings.documentation else []
    figures = [figure] if settings.metrics else []
    app = Litestar(
        route_handlers=[
            *(call.handler() for call in CALLS),
            live.handler,
            health,
            ready,
            *documentation,
            *figures,
            static.handler,
        ],
        plugins=[channels],
        lifespan=[lifespan],
        openapi_config=None,
        exception_handlers={Exception: answer_problem},
        request_max_body_size=settings.body_bytes,
        state=State({"client": static.CLIENT}),
        debug=False,
        logging_config=None,
    )
    return Application(app, settings, metrics)


class Application:
    """The ASGI application: Litestar with the guard around it."""

    def __init__(self, app: Litestar, settings: Settings, metrics: Metrics) -> None:
        self.litestar = app
        self._guarded: ASGIApp = Guard(app, settings, metrics)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, or the beginning and the end of everything."""
        await self._guarded(scope, receive, send)


def from_environment() -> Application:
    """Return the application for the settings of the environment: what ``uvicorn --factory`` takes."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    return create_app(Settings.load())


def _end_with(parent: Any) -> None:
    """End this process when the one has gone that started it: nobody else would."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


@contextlib.contextmanager
def _told_to_stop(service: Service) -> Any:
    """Send readers away as soon as the process is told to stop: a stream would keep the server waiting for its end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    known = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def stop(number: int, frame: Any) -> None:
        loop.call_soon_threadsafe(service.stopping)
        before = known[signal.Signals(number)]
        if callable(before):
            before(number, frame)

    for number in known:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, before in known.items():
            signal.signal(number, before)


def answer_problem(request: Any, error: Exception) -> Response[bytes]:
    """Answer any error by a problem; what is our own fault is written down."""
    if is_defect(error):
        service = getattr(request.app.state, "service", None)
        if service is not None:
            service.metrics.failures.labels("request").inc()
        log.failure("request_failed", error, path=request.scope.get("path_template"))
    problem = problem_of(error, language_of(request.headers.get("accept-language")))
    headers = {"cache-control": "no-store"}
    wait = retry_after(error)
    if wait is not None:
        headers["retry-after"] = str(wait)
    allowed = getattr(error, "headers", None) or {}
    headers |= {name: value for name, value in allowed.items() if name.lower() == "allow"}
    return Response(msgspec.json.encode(problem), media_type=JSON, status_code=problem.status, headers=headers)


# ---------------------------------------------------------------- for operators


@get("/health", include_in_schema=False)
async def health() -> Response[bytes]:
    """Say that the process is alive."""
    return Response(b'{"status":"ok"}', media_type=JSON, headers={"cache-control": "no-store"})


@get("/health/ready", include_in_schema=False)
async def ready(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Say whether requests should be sent here: it has started, is not about to stop, and its database answers."""
    service: Service = request.app.state.service
    is_ready = service.ready
    if is_ready:
        try:
            await asyncio.wait_for(service.threads.run(_touch, service.database), HEALTH_SECONDS)
        except Exception as problem:
            log("not_ready", "warning", problem=type(problem).__name__)
            is_ready = False
    status = "ok" if is_ready else "not ready"
    content = msgspec.json.encode({"status": status})
    headers = {"cache-control": "no-store"}
    return Response(content, media_type=JSON, status_code=200 if is_ready else 503, headers=headers)


def _touch(database: Database) -> None:
    with database.transaction() as connection:
        connection.execute(text("SELECT 1"))


@get("/metrics", include_in_schema=False)
async def figure(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Give Prometheus its figures."""
    service: Service = request.app.state.service
    counts = await service.threads.run(_counts, service.database)
    for status in ("open", "playing", "over", "archived"):
        service.metrics.tables.labels(status).set(counts.get(status, 0))
    return Response(service.metrics.text(), media_type=CONTENT_TYPE, headers={"cache-control": "no-store"})


def _counts(database: Database) -> dict[str, int]:
    columns = schema.tables.c
    with database.transaction() as connection:
        query = select(columns.status, func.count().label("number")).group_by(columns.status)
        return {row.status: row.number for row in connection.execute(query)}


@get(f"{PREFIX}/schema", include_in_schema=False)
async def describe() -> Response[bytes]:
    """Give the description of the API."""
    return Response(msgspec.json.encode(openapi()), media_type=JSON, headers={"cache-control": "no-cache"})


@get(f"{PREFIX}/docs", include_in_schema=False)
async def read() -> Response[bytes]:
    """Give the description of the API as a page."""
    return Response(page(), media_type="text/html; charset=utf-8", headers={"cache-control": "no-cache"})
