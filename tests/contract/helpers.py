"""What a game of ours says about itself to the tests of every game, in ``tests/games/<game>/contract.py``.

There it may have a class ``Suite``, if its contract suite needs more than its name (size, secrets, options), and
``ENDS``, if it has other ways to end than games usually have.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from azulejo.play import Game, Outcome
from azulejo.testing.contract import ContractSuite

GAMES = Path(__file__).resolve().parent.parent / "games"

Ends: TypeAlias = Mapping[str, Callable[[Game, Outcome], bool]]
"""Ways in which a game can end, and how to see that it has."""


def most_points(ended: Outcome) -> list[int]:
    """Return the seats with the most points."""
    return [seat for seat, points in enumerate(ended.scores) if points == max(ended.scores)]


POINTS: Ends = {"points": lambda game, ended: len(most_points(ended)) == 1}
TIE_BREAK: Ends = {
    "tie-break": lambda game, ended: len(most_points(ended)) > 1 and len(ended.winners) < len(most_points(ended))
}
SHARED: Ends = {"shared": lambda game, ended: len(ended.winners) > 1}


def suite_of(game: str) -> type[ContractSuite]:
    """Return the contract suite that fits a game."""
    found: type[ContractSuite] = _said(game, "Suite", ContractSuite)
    return found


def ends_of(game: str) -> Ends:
    """Return the ways in which a game ends; golden games must show each."""
    found: Ends = _said(game, "ENDS", POINTS)
    return found


def _said(game: str, name: str, usual: Any) -> Any:
    """Return what a game's own tests say about it, or what is usual."""
    if not (GAMES / game / "contract.py").is_file():
        return usual
    return getattr(import_module(f"tests.games.{game}.contract"), name, usual)
