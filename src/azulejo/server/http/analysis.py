"""What the engine thinks of a position: an answer that goes on, better and better."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from litestar import post
from litestar.params import JSONBody
from litestar.response import Stream
from msgspec.json import encode

from azulejo.engine.limits import Limits
from azulejo.play import View
from azulejo.server.http.dependencies import Address, InjectedService, InjectedTables, Language, Tokens
from azulejo.server.http.errors import problem_of
from azulejo.server.http.guards import LIMIT
from azulejo.server.http.openapi import BY_TOKEN, LINES, problems
from azulejo.server.limits import READ
from azulejo.server.messages import (
    Analyse,
    AnalysisLimits,
    AnalysisResult,
    CandidateMove,
    Exploration,
    Explore,
    Sentence,
)
from azulejo.server.refusals import refuse_if
from azulejo.server.settings import ServerSettings
from azulejo.server.tables.exploring import explore as explored
from azulejo.server.tables.fairness import view_to_analyse
from azulejo.texts.errors import AzulejoError


@post(
    "/analysis",
    status_code=200,
    tags=["analysis"],
    opt={LIMIT: READ},
    security=BY_TOKEN,
    responses=problems(403, 404, 409, 503, lines=AnalysisResult),
)
async def analyse(
    data: JSONBody[Analyse], service: InjectedService, address: Address, tokens: Tokens, lang: Language
) -> Stream:
    """Let the engine look at a position.

    One analysis a line, better and better, the last one ``final``; whoever hangs up stops the search, and so does what
    the same ``page`` asks next. A table that is being played without advice is not analysed, and neither is a record or
    a position of it.
    """
    refuse_if(not service.settings.analysis_workers, 403, "server.analysis.off")
    view = await service.tables.run_long(view_to_analyse, data, tokens)
    game = view.rulebook.title.name
    found = service.analyses.analyse(address, data.page, game, view.position, allowed(data.limits, service.settings))
    first = await anext(found)  # before the answer begins: what is refused has a status
    return Stream(_results(view, first, found, lang), media_type=LINES)


@post("/positions", status_code=200, tags=["analysis"], opt={LIMIT: READ}, responses=problems(403))
async def explore(data: JSONBody[Explore], tables: InjectedTables) -> Exploration:
    """Look at a position that belongs to no table, and play on there for all seats.

    A position, a new game or a record is given, with what is to happen there; the answer is the board then, the legal
    moves, or the draw that is due. Nothing is kept. A position that people play is refused, as for an analysis.
    """
    return await tables.run_long(explored, data)


async def _results(
    view: View, first: dict[str, Any], found: AsyncGenerator[dict[str, Any], None], lang: str
) -> AsyncGenerator[bytes, None]:
    """Yield what a worker finds, one result a line."""
    async with aclosing(found):
        try:
            yield encode(result_of(view, first)) + b"\n"
            async for one in found:
                yield encode(result_of(view, one)) + b"\n"
        except AzulejoError as problem:  # the worker is gone: too late for a status, so that the last line says it
            yield encode(problem_of(problem, lang)) + b"\n"


def allowed(wanted: AnalysisLimits, settings: ServerSettings) -> Limits:
    """Return the limits of an analysis: those asked for, but no more than the settings allow."""
    return Limits(
        nodes=min(wanted.nodes or settings.analysis_nodes, settings.analysis_nodes),
        seconds=min(wanted.seconds or settings.analysis_seconds, settings.analysis_seconds),
    )


def result_of(view: View, found: dict[str, Any]) -> AnalysisResult:
    """Return what a worker has found, for the wire."""
    book, state = view.rulebook, view.state
    candidates = [
        CandidateMove(
            move=one["move"],
            said=Sentence.of(book.describe(state, book.parse_move(one["move"]))),
            visits=one["visits"],
            win=one["win"],
            margin=one["margin"],
            error=one["error"],
            line=one["line"],
            proved=one["proved"],
        )
        for one in found["candidates"]
    ]
    return AnalysisResult(
        candidates=candidates,
        nodes=found.get("nodes", 0),
        seconds=found.get("seconds", 0.0),
        depth=found.get("depth", 0),
        final=found["final"],
        cancelled=found.get("cancelled", False),
        cut=found.get("cut", False),
    )


HANDLERS = [analyse, explore]
