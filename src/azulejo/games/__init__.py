"""The registry of games: each is one package, ours in this folder or another distribution's.

A game's package holds ``title.py`` (with ``TITLE``), ``rulebook.py`` (with ``RULEBOOK``), ``texts/`` and, as far as it
has them, ``evaluation.py``, ``network.npz``, ``levels.toml`` for engine and bots, ``terminal.py`` (a picture there),
``lessons/``. The folders beside this file are games without further words; another distribution names its package by
an entry point of the group ``azulejo.games`` whose name is the game's. Nothing else needs to be told of a game.
"""

from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from azulejo.games.title import Title
from azulejo.texts import LANGUAGES, add_folders
from azulejo.texts.errors import BadOption

if TYPE_CHECKING:
    from azulejo.games.contract import Rulebook

__all__ = ["evaluation", "folder", "languages", "names", "own_names", "rulebook", "terminal", "title"]


@lru_cache
def packages() -> dict[str, str]:
    """Return the package of every game by the game's name, ours first; those announced that are not there, too."""
    own = {name: f"{__name__}.{name}" for name in own_names()}
    others = {point.name: point.value for point in entry_points(group="azulejo.games")}
    return own | {name: others[name] for name in sorted(others) if name not in own}


@lru_cache
def folders() -> dict[str, Path]:
    """Return the folder of every game's package, without loading any."""
    found = {name: _folder_of(package) for name, package in packages().items()}
    return {name: folder for name, folder in found.items() if folder is not None}


def _folder_of(package: str) -> Path | None:
    """Return the folder of a package, or None if there is no such package."""
    try:
        spec = find_spec(package)
    except ModuleNotFoundError:
        return None
    return None if spec is None else next(map(Path, spec.submodule_search_locations or ()), None)


def names() -> list[str]:
    """Return the names of all games, ours first.

    >>> {"azul", "duel", "garden"} <= set(names())
    True
    """
    return list(folders())


def own_names() -> list[str]:
    """Return the names of the games in this folder, whatever else is installed.

    >>> own_names()
    ['azul', 'duel', 'garden']
    """
    return sorted(path.parent.name for path in Path(__file__).parent.glob("*/title.py"))


def folder(name: str) -> Path:
    """Return the folder of a game's package.

    >>> (folder("azul") / "rules.py").is_file()
    True
    """
    found = folders().get(name)
    if found is None and name in packages():
        raise BadOption("errors.game_package", game=name, package=packages()[name])
    if found is None:
        raise BadOption("errors.game", value=name, values=names())
    return found


def package(name: str) -> str:
    """Return the package of a game."""
    folder(name)
    return packages()[name]


@lru_cache
def title(name: str) -> Title:
    """Return the cheap description of a game, without loading its rules.

    >>> title("azul").seats, [option.name for option in title("azul").options]
    ((2, 3, 4), ['wall'])
    """
    found: Title = import_module(f"{package(name)}.title").TITLE
    return found


@lru_cache
def rulebook(name: str) -> "Rulebook":
    """Return a game's rulebook.

    >>> book = rulebook("azul")
    >>> book.move_codes, book.move_text(book.parse_move("3B4"))
    (325, '3b4')
    """
    found: Rulebook = import_module(f"{package(name)}.rulebook").RULEBOOK
    return found


@lru_cache
def evaluation(name: str) -> ModuleType | None:
    """Return what a game tells the engine beyond its rules, or None if that is nothing.

    >>> evaluation("azul").FEATURES > 0
    True
    """
    return _optional(name, "evaluation")


@lru_cache
def terminal(name: str) -> ModuleType | None:
    """Return the picture of a game in a terminal, or None if it is for its rulebook to draw it.

    >>> callable(terminal("azul").picture)
    True
    """
    return _optional(name, "terminal")


def _optional(name: str, module: str) -> ModuleType | None:
    return import_module(f"{package(name)}.{module}") if (folder(name) / f"{module}.py").is_file() else None


def languages(name: str) -> list[str]:
    """Return the languages that a game speaks: one at least, of ours.

    >>> languages("azul")
    ['en', 'ru']
    """
    return [lang for lang in LANGUAGES if (folder(name) / "texts" / f"{lang}.json").is_file()]


add_folders(lambda: ((name, folder / "texts") for name, folder in folders().items()))
