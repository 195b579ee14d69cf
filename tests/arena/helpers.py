"""Matches and results for the tests."""

from collections.abc import Sequence
from typing import Any

from azulejo.arena.result import Result
from azulejo.arena.settings import MatchSettings


def match(bots: Sequence[str] = ("greedy", "random"), game: str = "azul", **more: Any) -> MatchSettings:
    return MatchSettings.make(game, list(bots), **{"pairs": 3, "seed": 1, **more})


def result(key: tuple[int, int, int], players: Sequence[int], scores: Sequence[int], **more: Any) -> Result:
    """Return a result; whoever has the most points wins."""
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    values: dict[str, Any] = {
        "winners": winners,
        "faults": (),
        "decisions": (10,) * len(players),
        "thought": (0.5,) * len(players),
        "seconds": 1.0,
    }
    return Result(*key, tuple(players), tuple(scores), **{**values, **more})


def pair(
    deal: int, first: tuple[int, int], second: tuple[int, int], table: int = 0, bots: tuple[int, int] = (0, 1)
) -> list[Result]:
    """Return the two games of a deal; the scores are those of the first bot and of the second."""
    return [
        result((deal, table, 0), bots, first),
        result((deal, table, 1), bots[::-1], second[::-1]),
    ]


def without_times(one: Result) -> dict[str, Any]:
    """Return what must not depend on the machine."""
    return {name: value for name, value in one.to_dict().items() if name not in ("thought", "seconds", "processor")}
