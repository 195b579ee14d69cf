"""What every request must pass before its handler is asked: its origin, its rate, its query."""

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from azulejo.server.http.security import SAFE_METHODS, check_origin
from azulejo.server.limits import READ, WRITE
from azulejo.server.refusals import Refusal
from azulejo.server.service import Service
from azulejo.texts import message

LIMIT = "limit"
"""The key of a handler's ``opt`` that names the limit its requests count for."""


def own_origin(connection: ASGIConnection, _: BaseRouteHandler) -> None:
    """Refuse what the page of another site wants to change, or to be told of."""
    service: Service = connection.app.state.service
    if connection.scope.get("method") in SAFE_METHODS:
        return
    try:
        check_origin(connection.headers, service.settings.origins)
    except Refusal:
        service.metrics.refusals.labels("origin").inc()
        raise


def within_rate(connection: ASGIConnection, handler: BaseRouteHandler) -> None:
    """Refuse what comes too often from one address."""
    service: Service = connection.app.state.service
    usual = READ if connection.scope.get("method") in SAFE_METHODS else WRITE
    service.limits.check(handler.opt.get(LIMIT, usual), connection.scope["state"]["address"])


def known_query(connection: ASGIConnection, handler: BaseRouteHandler) -> None:
    """Refuse parts of a query that the handler does not know, or that are given twice."""
    given = connection.query_params
    known = handler.parsed_fn_signature.parameters.keys() - handler.resolve_dependencies().keys()
    for name in given:
        if name not in known or name in connection.path_params:
            raise Refusal(400, message("server.body.unknown", place="$", name=name[:40]))
        if len(given.getall(name)) > 1:
            raise Refusal(400, message("server.query_twice"))
        if given[name] == "null":  # no way of leaving something out
            raise Refusal(400, message("server.body.value", place=name, value="null"))
