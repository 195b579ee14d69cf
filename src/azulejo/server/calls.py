"""What a call of the API is: declared once, for the router and for the description.

A call is a function of :mod:`azulejo.server.api` with a :func:`call` above it, which says everything that is the same
for all of them: which limit counts, what body and query it takes, what it answers. Here that is read, checked and
answered.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.response import Response, Stream

from azulejo.server.limits import READ, WRITE
from azulejo.server.problems import invalid, language_of
from azulejo.server.refusals import Refusal
from azulejo.server.secrets import Token
from azulejo.server.security import bearer_tokens
from azulejo.server.service import Service
from azulejo.server.tables import Viewer
from azulejo.texts import message

PREFIX = "/api/v1"
JSON = "application/json"
LINES = "application/x-ndjson"

_encode = msgspec.json.Encoder().encode


class Query(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What may stand after the question mark."""


@dataclass
class Asked:
    """One request, as far as a call needs it."""

    service: Service
    address: str
    lang: str
    tokens: list[Token] = field(repr=False)
    path: Mapping[str, str]
    query: Any = None
    body: Any = None
    quick: bool = True
    """Whether what it asks for takes a few milliseconds at most."""

    @property
    def table(self) -> str:
        """The table that the path names."""
        return self.path["table"]

    async def run(self, function: Callable[..., Any], *given: Any) -> Any:
        """Call something of Tables in a thread; changes that came with a refusal are told all the same."""
        threads = self.service.threads
        try:
            return await (threads.run_soon if self.quick else threads.run)(function, *given)
        except Refusal as refused:
            if refused.change is not None:
                self.service.changed(refused.change)
            raise

    async def viewer(self) -> Viewer:
        """Return whose secrets were sent."""
        viewer: Viewer = await self.run(self.service.tables.viewer, self.table, self.tokens)
        return viewer

    async def change(self, function: Callable[..., Any], *given: Any) -> Any:
        """Call something of Tables that changes a table, and tell everybody."""
        with self.service.metrics.change_seconds.labels(function.__name__).time():
            change = await self.run(function, *given)
        self.service.changed(change)
        return change


@dataclass(frozen=True)
class Answer:
    """What a call says, where it is not one of our messages."""

    content: bytes
    media_type: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Call:
    """One call of the API."""

    function: Callable[[Asked], Awaitable[Any]]
    method: Literal["GET", "POST", "DELETE"]
    path: str
    limit: str
    body: type | None
    query: type[Query] | None
    answer: Any
    status: int
    secret: bool
    """Whether it looks at tokens."""
    problems: tuple[int, ...]
    media_types: tuple[str, ...]
    tag: str

    @property
    def name(self) -> str:
        """The name of the call in the description."""
        return self.function.__name__

    @property
    def words(self) -> tuple[str, str]:
        """The first line of what the call does, and the rest."""
        first, _, rest = (self.function.__doc__ or "").strip().partition("\n")
        return first.rstrip("."), "\n".join(line.strip() for line in rest.strip().splitlines())

    def handler(self) -> HTTPRouteHandler:
        """Return the route for Litestar."""

        async def handle(request: Request[Any, Any, Any]) -> Response[Any]:
            return await self.respond(request)

        return HTTPRouteHandler(
            PREFIX + self.path.replace("}", ":str}"),
            http_method=self.method,
            status_code=200,  # every response has its own
            include_in_schema=False,
            name=self.name,
        )(handle)

    async def respond(self, request: Request[Any, Any, Any]) -> Response[Any]:
        """Check a request, do what it asks, and answer."""
        service: Service = request.app.state.service
        address: str = request.scope["azulejo_address"]  # type: ignore[typeddict-item]  # the guard puts it there
        service.limits.check(self.limit, address)
        asked = Asked(
            service=service,
            address=address,
            lang=language_of(request.headers.get("accept-language")),
            tokens=bearer_tokens(request.headers.get("authorization")) if self.secret else [],
            path=request.path_params,
            query=self._read_query(request),
            body=await self._read_body(request),
            quick=self.limit in (READ, WRITE) and self.tag != "records",
        )
        return self._response(await self.function(asked))

    def _read_query(self, request: Request[Any, Any, Any]) -> Any:
        given = request.query_params.dict()
        if any(len(values) > 1 for values in given.values()):
            raise Refusal(400, message("server.query_twice"))
        values = {name: one for name, (one,) in given.items()}
        try:
            query = msgspec.convert(values, self.query or Query, strict=False)
            for name in values:
                if getattr(query, name) is None:  # "null" is no way of leaving something out
                    raise msgspec.ValidationError(f"Expected a value, got `null` - at `$.{name}`")
            return query
        except msgspec.MsgspecError as problem:
            raise invalid(problem) from None

    async def _read_body(self, request: Request[Any, Any, Any]) -> Any:
        content = await request.body()
        if self.body is None:
            return None
        kind = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
        if kind != JSON:
            raise Refusal(400, message("server.http.media_type"))
        return decoded(self.body, content)

    def _response(self, answer: Any) -> Response[Any]:
        if isinstance(answer, AsyncIterator):
            return Stream(answer, media_type=LINES, headers={"cache-control": "no-store"}, status_code=self.status)
        if isinstance(answer, Answer):
            headers = {"cache-control": "no-store", **answer.headers}
            return Response(answer.content, media_type=answer.media_type, headers=headers, status_code=self.status)
        content = b"" if answer is None else _encode(answer)
        return Response(content, media_type=JSON, headers={"cache-control": "no-store"}, status_code=self.status)


_decoders: dict[type, msgspec.json.Decoder[Any]] = {}


def decoded(kind: type, content: bytes) -> Any:
    """Return JSON as one of our messages, checked strictly; raises Refusal."""
    decoder = _decoders.setdefault(kind, msgspec.json.Decoder(kind))
    try:
        return decoder.decode(content)
    except msgspec.MsgspecError as problem:
        raise invalid(problem) from None
    except (RecursionError, UnicodeDecodeError):
        raise Refusal(400, message("server.body.json")) from None


CALLS: list[Call] = []
"""All calls, in the order of their declaration."""


def call(
    method: Literal["GET", "POST", "DELETE"],
    path: str,
    *,
    limit: str | None = None,
    body: type | None = None,
    query: type[Query] | None = None,
    answer: Any = None,
    status: int | None = None,
    secret: bool = False,
    problems: tuple[int, ...] = (),
    media_types: tuple[str, ...] = (JSON,),
    tag: str = "tables",
) -> Callable[[Callable[[Asked], Awaitable[Any]]], Callable[[Asked], Awaitable[Any]]]:
    """Declare a call; its docstring is its description."""

    def declare(function: Callable[[Asked], Awaitable[Any]]) -> Callable[[Asked], Awaitable[Any]]:
        CALLS.append(
            Call(
                function=function,
                method=method,
                path=path,
                limit=limit or (READ if method == "GET" else WRITE),
                body=body,
                query=query,
                answer=answer,
                status=status or (204 if answer is None else 200),
                secret=secret,
                problems=tuple(sorted({400, 429, *problems, *((404,) if "{table}" in path else ())})),
                media_types=media_types,
                tag=tag,
            )
        )
        return function

    return declare
