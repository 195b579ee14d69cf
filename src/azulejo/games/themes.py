"""Telling two lines of moves apart: what a game counts at the end of each, and how much is better about the second."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from azulejo.games.contract import Theme, apply
from azulejo.texts import Message


def after(state: Any, line: Sequence[int]) -> Any:
    """Return the position after some moves."""
    end = state.copy()
    for move in line:
        apply(end, move)
    return end


def better(
    weights: Mapping[str, float], played: Mapping[str, int], best: Mapping[str, int], say: Callable[[str, int], Message]
) -> list[Theme]:
    """Return in what the best line is better than the played one, what weighs most first.

    Args:
        weights: what each thing that is counted is worth, in points.
        played: the counts after the played line, more being better for the seat.
        best: those after the best line.
        say: the words for a thing and by how many it is better.
    """
    gained = {name: best[name] - played[name] for name in weights}
    found = sorted(
        (name for name, count in gained.items() if count > 0), key=lambda name: -weights[name] * gained[name]
    )
    return [Theme(name, say(name, gained[name])) for name in found]
