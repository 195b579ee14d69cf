"""Levels by name, the same six in every game; what makes them is data, in ``levels.toml``."""

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from azulejo.bots.engine_bot import EngineBot, Style, Thinker
from azulejo.engine.limits import Limits
from azulejo.texts import DEFAULT_LANGUAGE, say
from azulejo.texts.errors import BadOption

LEVELS = ("first-timer", "novice", "casual", "club", "expert", "master")
"""From the weakest to the strongest."""
WEAKEST = LEVELS[0]

EVERY_GAME = "every-game"


@dataclass(frozen=True)
class Level:
    """One level in one game."""

    name: str
    limits: Limits
    style: Style


@lru_cache
def table() -> dict[str, Any]:
    """Return ``levels.toml``."""
    return tomllib.loads(files(__package__).joinpath("levels.toml").read_text(encoding="utf-8"))


def level_of(name: str, game: str) -> Level:
    """Return what a level is in a game.

    >>> level_of("master", "azul").style.misses
    0.0
    """
    if name not in LEVELS:
        raise BadOption("bots.no_level", value=name, values=LEVELS)
    row = {**table()[EVERY_GAME][name], **table().get(game, {}).get(name, {})}
    limits = Limits(nodes=row.pop("nodes", None), seconds=row.pop("seconds"))
    return Level(name, limits, Style(**row))


def level(name: str, game: str, *, threads: int = 1, seed: int = 0, engine: Thinker | None = None) -> EngineBot:
    """Return the bot that plays a game at a level."""
    found = level_of(name, game)
    return EngineBot(game, found.limits, found.style, name=name, threads=threads, seed=seed, engine=engine)


def level_name(name: str, lang: str = DEFAULT_LANGUAGE) -> str:
    """Return how people call a level.

    >>> level_name("first-timer"), level_name("first-timer", "ru")
    ('First-timer', 'Дебютант')
    """
    return say(f"bots.level.{name.replace('-', '_')}", lang)
