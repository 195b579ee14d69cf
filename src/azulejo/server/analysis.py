"""Analyses: who may ask for one, how large it may be, and its stream of lines."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from azulejo.engine.limits import Limits
from azulejo.play import View
from azulejo.server.calls import Asked
from azulejo.server.messages import Analyse, Analysis, CandidateMove
from azulejo.server.problems import problem_of, said
from azulejo.server.refusals import Refusal
from azulejo.server.settings import Settings
from azulejo.server.tables import Viewer
from azulejo.texts import message
from azulejo.texts.errors import AzulejoError

_encode = msgspec.json.Encoder().encode


def allowed(request: Analyse, settings: Settings) -> Limits:
    """Return the limits of an analysis: those asked for, but no more than the settings allow."""
    asked = request.limits
    return Limits(
        nodes=min(asked.nodes or settings.analysis_nodes, settings.analysis_nodes),
        seconds=min(asked.seconds or settings.analysis_seconds, settings.analysis_seconds),
    )


async def analyses(asked: Asked) -> AsyncIterator[bytes]:
    """Check what is asked for, and return the stream; raises Refusal before anything is sent."""
    service, request = asked.service, asked.body
    if not service.analysts.size:
        raise Refusal(403, message("server.analysis.off"))
    viewer = Viewer()
    if request.table is not None:
        viewer = await asked.run(service.tables.viewer, request.table, asked.tokens)
    view: View = await asked.run(service.tables.analysis_view, request, viewer)
    game = view.rulebook.title.name
    holding = contextlib.ExitStack()
    holding.enter_context(service.limits.analysis(asked.address))
    stream = service.analysts.analyse(game, view.position, allowed(request, service.settings))
    try:
        first = await anext(stream)
    except BaseException:
        holding.close()
        raise
    return _lines(asked, view, stream, first, holding)


async def _lines(
    asked: Asked,
    view: View,
    stream: AsyncIterator[dict[str, Any]],
    first: dict[str, Any],
    holding: contextlib.ExitStack,
) -> AsyncIterator[bytes]:
    try:
        yield line(view, first)
        async for found in stream:
            yield line(view, found)
    except AzulejoError as problem:  # the worker is gone: too late for a status, so that the last line says it
        yield _encode(problem_of(problem, asked.lang)) + b"\n"
    finally:
        holding.close()
        await stream.aclose()  # type: ignore[attr-defined]  # every generator has it


def line(view: View, found: dict[str, Any]) -> bytes:
    """Return what a worker has found as one line of the stream."""
    book, state = view.rulebook, view.state
    candidates = [
        CandidateMove(
            move=one["move"],
            said=said(book.describe(state, book.parse_move(one["move"]))),
            visits=one["visits"],
            win=one["win"],
            margin=one["margin"],
            error=one["error"],
            line=one["line"],
            proved=one["proved"],
        )
        for one in found["candidates"]
    ]
    analysis = Analysis(
        candidates=candidates,
        nodes=found.get("nodes", 0),
        seconds=found.get("seconds", 0.0),
        depth=found.get("depth", 0),
        final=found["final"],
        cancelled=found.get("cancelled", False),
    )
    return _encode(analysis) + b"\n"
