"""Levels by name, the same six in every game; what makes them is data, in files ``levels.toml``."""

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from azulejo.bots.engine_bot import EngineBot, Style
from azulejo.engine.limits import Limits
from azulejo.engine.search import Search
from azulejo.games import folder
from azulejo.texts import DEFAULT_LANGUAGE, say
from azulejo.texts.errors import BadOption

LEVELS = ("first-timer", "novice", "casual", "club", "expert", "master")
"""From the weakest to the strongest."""
WEAKEST = LEVELS[0]


@dataclass(frozen=True)
class Level:
    """One level in one game."""

    name: str
    limits: Limits
    style: Style


@lru_cache
def rows(game: str) -> dict[str, dict[str, float]]:
    """Return what makes every level of a game: the usual, and what its own ``levels.toml`` changes."""
    usual = _read(Path(__file__).with_name("levels.toml"))
    own = _read(folder(game) / "levels.toml")
    return {name: {**usual[name], **own.get(name, {})} for name in LEVELS}


def _read(file: Path) -> dict[str, dict[str, float]]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def level_of(name: str, game: str) -> Level:
    """Return what a level is in a game.

    >>> level_of("master", "azul").style.misses
    0.0
    """
    if name not in LEVELS:
        raise BadOption("bots.no_level", value=name, values=LEVELS)
    row: dict[str, Any] = dict(rows(game)[name])
    limits = Limits(nodes=row.pop("nodes", None), seconds=row.pop("seconds"))
    return Level(name, limits, Style(**row))


def level(name: str, game: str, *, threads: int = 1, seed: int = 0, engine: Search | None = None) -> EngineBot:
    """Return the bot that plays a game at a level."""
    found = level_of(name, game)
    return EngineBot(game, found.limits, found.style, name=name, threads=threads, seed=seed, engine=engine)


def level_name(name: str, lang: str = DEFAULT_LANGUAGE) -> str:
    """Return how people call a level.

    >>> level_name("first-timer"), level_name("first-timer", "ru")
    ('First-timer', 'Дебютант')
    """
    return say(f"bots.level.{name.replace('-', '_')}", lang)
