"""What handlers are given: who calls, and the parts of the running server."""

from typing import Annotated, Any, TypeAlias, cast

import msgspec
from litestar import Request
from litestar.datastructures import Headers, State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import InternalServerException
from litestar.params import PathParameter, SkipValidation
from litestar.types import Scope

from azulejo.games.contract import MOST_SEATS
from azulejo.server.http.errors import invalid, language_of
from azulejo.server.refusals import Refusal, refuse_if
from azulejo.server.secrets import Token
from azulejo.server.service import Service
from azulejo.server.threads import AsyncTables

JSON = "application/json"
MOST_TOKENS = MOST_SEATS + 1
"""The seats of a shared device, and the maker's."""
LONGEST_TOKEN = 128

Address: TypeAlias = NamedDependency[str]
"""Where a request comes from."""
Language: TypeAlias = NamedDependency[str]
Tokens: TypeAlias = NamedDependency[SkipValidation[list[Token]]]
"""The secrets that a request shows."""
InjectedService: TypeAlias = NamedDependency[SkipValidation[Service]]
InjectedTables: TypeAlias = NamedDependency[SkipValidation[AsyncTables]]

TablePath: TypeAlias = Annotated[str, PathParameter(schema_extra={"pattern": "^[0-9a-z]{12}$"})]
"""The name of a table in a path; one that cannot be a name is simply not there."""


def address(scope: Scope) -> str:
    """Return where a request comes from, as the middleware at the edge has found out."""
    return str(scope["state"]["address"])


def lang(headers: Headers) -> str:
    """Return the language that is asked for."""
    return language_of(headers.get("accept-language"))


def tokens(headers: Headers) -> list[Token]:
    """Return the secrets of the ``Authorization`` header, several with commas between them; raises Refusal.

    >>> tokens(Headers({"authorization": "Bearer a, b"})), tokens(Headers({}))
    ([<secret>, <secret>], [])
    """
    scheme, _, rest = headers.get("authorization", "").partition(" ")
    found = [Token(one.strip()) for one in rest.split(",") if one.strip()]
    is_bearer = scheme.lower() == "bearer" and bool(found)
    refuse_if(bool(scheme) and not is_bearer, 400, "server.authorization")
    is_much = len(found) > MOST_TOKENS or any(len(one) > LONGEST_TOKEN for one in found)
    refuse_if(is_much, 400, "server.tokens", count=MOST_TOKENS)
    return found


def service(state: State) -> Service:
    """Return everything that this process serves with."""
    return cast("Service", state.service)


def tables(state: State) -> AsyncTables:
    """Return the tables."""
    return cast("AsyncTables", state.service.tables)


DEPENDENCIES = {
    function.__name__: Provide(function, sync_to_thread=False) for function in (address, lang, tokens, service, tables)
}


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is read at once as the type that its handler declares, and strictly: "3" is no number."""

    async def body(self) -> bytes:
        """Return the body; raises Refusal if whoever was sending it has hung up."""
        try:
            return await super().body()
        except InternalServerException:
            raise Refusal(400, "server.body.json") from None

    async def json(self) -> Any:
        """Return the body, which must be JSON; raises Refusal."""
        kind, body = self.route_handler.parsed_data_field, await self.body()
        if kind is None or self.headers.get("content-type", JSON).partition(";")[0].strip().lower() != JSON:
            raise Refusal(415, "server.http.media_type")
        try:
            return msgspec.json.decode(body, type=kind.annotation)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as problem:
            raise invalid(problem) from None
