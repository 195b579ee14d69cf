"""Analyses: how large one may be, and what is told of it."""

from typing import Any

from azulejo.engine.limits import Limits
from azulejo.play import View
from azulejo.server.messages import AnalysisLimits, AnalysisResult, CandidateMove, Sentence
from azulejo.server.settings import ServerSettings


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
    )
