"""The rulebooks, by name.

Other packages add a game by an entry point of the group ``azulejo.games`` whose name is
the game's and whose object is its :class:`~azulejo.games.contract.Rulebook`.
"""

from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from azulejo.games.title import Title
from azulejo.texts.errors import BadOption

if TYPE_CHECKING:
    from azulejo.games.contract import Rulebook

OWN_GAMES = ("azul", "duel", "garden")


def names() -> list[str]:
    """Return the names of all games, ours first."""
    others = sorted(point.name for point in entry_points(group="azulejo.games"))
    return [*OWN_GAMES, *(name for name in others if name not in OWN_GAMES)]


@lru_cache
def title(name: str) -> Title:
    """Return the cheap description of a game, without loading its rules where they are ours."""
    if name in OWN_GAMES:
        found: Title = import_module(f"azulejo.games.{name}.title").TITLE
        return found
    return rulebook(name).title


@lru_cache
def rulebook(name: str) -> "Rulebook":
    """Return a game's rulebook."""
    if name in OWN_GAMES:
        found: Rulebook = import_module(f"azulejo.games.{name}.rulebook").RULEBOOK
        return found
    for point in entry_points(group="azulejo.games", name=name):
        other: Rulebook = point.load()
        return other
    raise BadOption("errors.game", value=name, values=names())
