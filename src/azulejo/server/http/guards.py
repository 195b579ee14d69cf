"""What every request must pass before its handler is asked: its origin, its rate, its query."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import ParameterKwarg
from litestar.typing import FieldDefinition

from azulejo.server.http.middleware import is_trusted, networks
from azulejo.server.limits import READ, WRITE
from azulejo.server.refusals import Refusal, refuse_if
from azulejo.server.service import Service

Connection: TypeAlias = ASGIConnection[Any, Any, Any, Any]

LIMIT = "limit"
"""The key of a handler's ``opt`` that names the limit its requests count for."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def own_origin(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuse what the page of another site wants to change, or to be told of."""
    service: Service = connection.app.state.service
    refuse_if(len(connection.headers.getall("host", [])) > 1, 400, "server.host_twice")
    foreign = foreign_origin(connection.headers, service.settings.origins)
    if foreign is not None and connection.scope.get("method") not in SAFE_METHODS:
        service.metrics.refusals.labels("origin").inc()
        raise Refusal(403, "server.origin", origin=foreign[:100])


def foreign_origin(headers: Mapping[str, str], allowed: Sequence[str]) -> str | None:
    """Return the other site whose page sends a request, or None if it is our own page, or no page at all.

    A browser says which page a request comes from; programs that are no browsers say nothing. Which scheme our own page
    has is the proxy's business.
    """
    origin, site, host = headers.get("origin"), headers.get("sec-fetch-site", "none"), headers.get("host", "")
    if origin is None:
        return None if site in ("none", "same-origin") else site
    try:
        parts = urlsplit(origin)
    except ValueError:
        return origin
    is_own = parts.scheme in ("http", "https") and host != "" and parts.netloc.lower() == host.lower()
    return None if is_own or origin in allowed else origin


def own_machines(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuse what only machines of the operator may ask; through a proxy that is not known it could be anybody."""
    settings, address = connection.app.state.service.settings, connection.scope["state"]["address"]
    peer = "" if connection.client is None else connection.client.host
    is_hidden = peer == address and "x-forwarded-for" in connection.headers
    is_own = is_trusted(address, networks(settings.metrics_from)) and not is_hidden
    refuse_if(not is_own, 404, "server.http.not_found")


def within_rate(connection: Connection, handler: BaseRouteHandler) -> None:
    """Refuse what comes too often from one address."""
    service: Service = connection.app.state.service
    usual = READ if connection.scope.get("method") in SAFE_METHODS else WRITE
    service.limits.check(handler.opt.get(LIMIT, usual), connection.scope["state"]["address"])


def known_query(connection: Connection, handler: BaseRouteHandler) -> None:
    """Refuse parts of a query that the handler does not know, that are given twice, or that say "null"."""
    known = _query_names(handler, *connection.path_params)
    for name, values in connection.query_params.dict().items():
        refuse_if(name not in known, 400, "server.body.unknown", place="$", name=name[:40])
        refuse_if(len(values) > 1, 400, "server.query_twice")
        refuse_if(values == ["null"], 400, "server.body.value", place=name, value="null")


@lru_cache(256)
def _query_names(handler: BaseRouteHandler, *path: str) -> frozenset[str]:
    """Return what a query to a handler may name: its parameters that come from nowhere else."""
    others = {*handler.resolve_dependencies(), *path, "data"}
    parameters = handler.parsed_fn_signature.parameters.items()
    return frozenset(_query_name(field) for name, field in parameters if name not in others)


def _query_name(field: FieldDefinition) -> str:
    definition = field.kwarg_definition
    return (isinstance(definition, ParameterKwarg) and definition.name) or field.name
