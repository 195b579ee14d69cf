"""Bots by what people type: ``club``, ``greedy``, ``engine@0.1s``, ``my_bot.py:choose``, ``run:./program``."""

import re
import shlex
import sys

from azulejo.bots.bot import Bot, greedy, random
from azulejo.bots.engine_bot import EngineBot, UctBot
from azulejo.bots.levels import LEVELS, level
from azulejo.bots.process import ProcessBot
from azulejo.engine.limits import Limits
from azulejo.texts.errors import BadOption

SIMPLE = {bot.name: bot for bot in (random, greedy)}
RUN = "run:"
THINKERS = {"engine": EngineBot, "uct": UctBot}
_WITH_LIMIT = re.compile(r"(?P<thinker>engine|uct)@(?P<number>\d+(\.\d+)?)(?P<unit>n|s)(#(?P<network>.+))?")


def bot_names() -> tuple[str, ...]:
    """Return the bots that need no file: for help and completion."""
    return (*SIMPLE, *LEVELS, *THINKERS)


def bot_named(spec: str, game: str) -> Bot:
    """Return the bot that a text stands for, to play a game.

    | text | bot |
    |---|---|
    | ``random``, ``greedy`` | any move; the best immediate preview |
    | ``club`` and so on | one of the six levels |
    | ``engine`` | the engine, within the limits of the table |
    | ``engine@1000n`` | the engine with 1,000 nodes a decision; ``engine@0.1s`` with a tenth of a second |
    | ``engine@1000n#a.npz`` | the same with another network, from a file; ``#untrained`` only counts points |
    | ``uct``, ``uct@1000n`` | plain UCT with random playouts, to measure strength against; limits as for the engine |
    | ``my_bot.py:choose`` | a Python function or class, in a process of its own |
    | ``package.module:name`` | the same |
    | ``run:./program --fast`` | any program that speaks the protocol |

    >>> bot_named("greedy", "azul")
    <bot greedy>
    """
    if spec in SIMPLE:
        return SIMPLE[spec]
    if spec in LEVELS:
        return level(spec, game)
    if spec in THINKERS:
        return THINKERS[spec](game, name=spec)
    if found := _WITH_LIMIT.fullmatch(spec):
        number = float(found["number"])
        limits = Limits(nodes=int(number)) if found["unit"] == "n" else Limits(seconds=number)
        return THINKERS[found["thinker"]](game, limits, name=spec, network=found["network"])
    if spec.startswith(RUN):
        return ProcessBot(_words(spec.removeprefix(RUN)), name=spec)
    if spec.endswith(".py") or ":" in spec:
        return hosted(spec)
    raise BadOption("bots.no_such_bot", value=spec, values=bot_names())


def hosted(path: str) -> ProcessBot:
    """Return a Python bot, given as :func:`~azulejo.bots.bot.load` takes it, in a process of its own."""
    return ProcessBot([sys.executable, "-m", "azulejo.bots.host", path], name=path)


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise BadOption("bots.no_command", value=command)
    return words
