"""The registry of games: each is one package, ours in this folder or another distribution's.

A game's package holds ``title.py`` (with ``TITLE``), ``rulebook.py`` (with ``RULEBOOK``) and, as far as it has them,
``evaluation.py``, ``network.npz``, ``levels.toml`` for engine and bots, ``texts/``, ``lessons/``. The folders
beside this file are games without further words; another distribution names its package by an entry point of the group
``azulejo.games`` whose name is the game's.
"""

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from azulejo.games.title import Title
from azulejo.texts import add_folders
from azulejo.texts.errors import BadOption

if TYPE_CHECKING:
    from azulejo.games.contract import Rulebook


@lru_cache
def packages() -> dict[str, str]:
    """Return the package of every game by the game's name, ours first."""
    own = sorted(path.parent.name for path in Path(__file__).parent.glob("*/title.py"))
    others = {point.name: point.value for point in entry_points(group="azulejo.games")}
    return {name: f"{__name__}.{name}" for name in own} | {
        name: others[name] for name in sorted(others) if name not in own
    }


def names() -> list[str]:
    """Return the names of all games, ours first."""
    return list(packages())


def package(name: str) -> str:
    """Return the package of a game."""
    found = packages().get(name)
    if found is None:
        raise BadOption("errors.game", value=name, values=names())
    return found


@lru_cache
def folder(name: str) -> Path:
    """Return the folder of a game's package, without loading it."""
    spec = find_spec(package(name))
    if spec is None or not spec.submodule_search_locations:
        raise BadOption("errors.game_package", game=name, package=package(name))
    return Path(next(iter(spec.submodule_search_locations)))


@lru_cache
def title(name: str) -> Title:
    """Return the cheap description of a game, without loading its rules."""
    found: Title = import_module(f"{package(name)}.title").TITLE
    return found


@lru_cache
def rulebook(name: str) -> "Rulebook":
    """Return a game's rulebook."""
    found: Rulebook = import_module(f"{package(name)}.rulebook").RULEBOOK
    return found


@lru_cache
def evaluation(name: str) -> ModuleType | None:
    """Return what a game tells the engine beyond its rules, or None if that is nothing."""
    if not (folder(name) / "evaluation.py").is_file():
        return None
    return import_module(f"{package(name)}.evaluation")


def _text_folders() -> Iterator[tuple[str, Path]]:
    for name in names():
        yield name, folder(name) / "texts"


add_folders(_text_folders)
