"""Answers that go on: the events of a table for programs, and what the engine thinks."""

from collections.abc import AsyncGenerator
from contextlib import ExitStack, aclosing
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import JSONBody, QueryParameter
from litestar.response import Stream

from azulejo.games import OWN_GAMES
from azulejo.play import View
from azulejo.server.engines.analysis import allowed, result_of
from azulejo.server.http.dependencies import Address, Language, TablePath, TheService, Tokens
from azulejo.server.http.errors import problem_of
from azulejo.server.http.guards import LIMIT
from azulejo.server.http.openapi import BY_TOKEN, LINES, problems, stream_of
from azulejo.server.limits import ANALYSES, ANALYSIS, CONNECTIONS
from azulejo.server.live.rooms import Reader
from azulejo.server.live.streams import lines
from azulejo.server.messages import Analyse, AnalysisResult, Update
from azulejo.server.refusals import Refusal
from azulejo.server.tables.fairness import view_to_analyse
from azulejo.texts import message
from azulejo.texts.errors import AzulejoError

_encode = msgspec.json.Encoder().encode


@get(
    "/tables/{table:str}/events",
    tags=["bots"],
    security=BY_TOKEN,
    responses={**stream_of(200, Update), **problems(403, 404)},
)
async def events(
    table: TablePath,
    service: TheService,
    address: Address,
    tokens: Tokens,
    after: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None,
) -> Stream:
    """Listen to a table: one update a line, as long as you stay.

    The first line tells what has happened since ``after`` (everything, if it is left out) and how the table stands
    now. An empty line comes every 15 seconds to show that the connection is alive. The stream ends when the table is
    deleted, or the server restarts: then ask again with the last ``number``. It ends, too, when your seat was given
    back before the game began: then ask without its token.
    """
    reader = Reader(table, tokens, service.settings.queue_messages, only_updates=True)
    with ExitStack() as holding:
        holding.enter_context(service.limits.hold(CONNECTIONS, address))
        await service.rooms.enter(reader, after)
        return Stream(lines(service.rooms, reader, holding.pop_all()), media_type=LINES)


@post(
    "/analysis",
    status_code=200,
    tags=["analysis"],
    opt={LIMIT: ANALYSIS},
    security=BY_TOKEN,
    responses={**stream_of(200, AnalysisResult), **problems(403, 404, 503)},
)
async def analyse(
    data: JSONBody[Analyse], service: TheService, address: Address, tokens: Tokens, lang: Language
) -> Stream:
    """Let the engine look at a position.

    One analysis a line, better and better, the last one ``final``; whoever hangs up stops the search. A table that is
    being played without advice is not analysed, and neither is a record or a position of it.
    """
    if not service.analysts.size:
        raise Refusal(403, message("server.analysis.off"))
    view = await service.tables.run(view_to_analyse, data, tokens)
    game = view.rulebook.title.name
    if game not in OWN_GAMES:
        raise Refusal(400, message("server.analysis.no_engine", game=game))
    with ExitStack() as holding:
        holding.enter_context(service.limits.hold(ANALYSES, address))
        found = service.analysts.analyse(game, view.position, allowed(data.limits, service.settings))
        first = await anext(found)  # before the answer begins: what is refused has a status
        return Stream(_results(view, first, found, lang, holding.pop_all()), media_type=LINES)


async def _results(
    view: View, first: dict[str, Any], found: AsyncGenerator[dict[str, Any], None], lang: str, holding: ExitStack
) -> AsyncGenerator[bytes, None]:
    """Yield what a worker finds, one result a line; what is held is let go at the end."""
    with holding:
        async with aclosing(found):
            try:
                yield _encode(result_of(view, first)) + b"\n"
                async for one in found:
                    yield _encode(result_of(view, one)) + b"\n"
            except AzulejoError as problem:  # the worker is gone: too late for a status, so that the last line says it
                yield _encode(problem_of(problem, lang)) + b"\n"


HANDLERS = [events, analyse]
