"""What a bot is: anything that chooses a move from what its seat may know.

>>> import azulejo
>>> def choose(view):
...     return view.legal_moves[0]
>>> bot = as_bot(choose)
>>> game = azulejo.new_game("azul", seats=2, seed=7)
>>> bot.name, str(bot.choose(game.view(game.turn)))
('choose', '1b1')
"""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Self, TypeAlias

from azulejo.kernel.chance import below
from azulejo.play import Move, View
from azulejo.texts import Message
from azulejo.texts.errors import AzulejoError, BadOption

Choice: TypeAlias = Move | str | int
"""A move as a value, a text or a code."""

DEFAULT_NAME = "choose"
"""What ``load`` looks for in a file or module when no name is given."""

FAULTS = ("crash", "time", "nonsense", "illegal", "flood")
"""The ways in which a bot can lose by its own fault."""

GRACE = 1.0
"""A bot that answers so many seconds after its time has still answered in time: messages take time, too."""


class BotFault(AzulejoError):
    """A bot did what no bot may do; it loses the game it plays.

    >>> from azulejo.texts import message
    >>> fault = BotFault("illegal", message("errors.game_over"))
    >>> fault.kind, isinstance(fault, AzulejoError)
    ('illegal', True)
    """

    def __init__(self, kind: str, said: Message) -> None:
        """Name one of FAULTS, and say in a sentence what happened."""
        self.kind = kind
        super().__init__(said)


class Bot:
    """A player. Make one from any function or object with :func:`as_bot`, or inherit and write ``choose``.

    >>> import azulejo
    >>> class First(Bot):
    ...     name = "first"
    ...
    ...     def choose(self, view):
    ...         return view.legal_moves[0]
    >>> game = azulejo.new_game("azul", seed=7)
    >>> First(), str(First().choose(game.view(game.turn)))
    (<bot first>, '1b1')
    """

    name = "bot"
    trusted = False
    """Whether it keeps its time by itself, so that nobody need watch the clock for it."""
    own_name = ""
    """What a program in a process of its own calls itself, once it has said so."""
    apart = False
    """Whether it thinks in a process of its own; then ``processor_seconds`` says what that costs."""

    def choose(self, view: View) -> Choice:
        """Return one of ``view.legal_moves``."""
        raise NotImplementedError

    def new_game(self, view: View) -> None:
        """Get ready for a new game, seen before anybody has moved."""

    def processor_seconds(self) -> float | None:
        """Return the processor time that its process has used so far; None if it has none, or nobody knows."""
        return None

    def dismiss(self) -> None:
        """Stop at once what the bot does: it has lost by its own fault. It may be asked for another game."""

    def close(self) -> None:
        """Let go of what the bot holds; nothing is asked of it any more."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<bot {self.name}>"


class Wrapped(Bot):
    """A bot made of any function, or of any object with ``choose``."""

    def __init__(self, thing: Any, name: str | None = None, trusted: bool = False) -> None:
        self._thing = thing
        self._choose: Callable[[View], Choice] = getattr(thing, "choose", thing)
        self.name = name or str(getattr(thing, "name", "") or getattr(thing, "__name__", type(thing).__name__))
        self.trusted = trusted

    def choose(self, view: View) -> Choice:
        """Ask the function."""
        return self._choose(view)

    def new_game(self, view: View) -> None:
        """Tell the object, if it wants to know."""
        if hasattr(self._thing, "new_game"):
            self._thing.new_game(view)

    def close(self) -> None:
        """Tell the object, if it wants to know."""
        if hasattr(self._thing, "close"):
            self._thing.close()


def as_bot(thing: Any, name: str | None = None) -> Bot:
    """Return a bot for a bot, a function ``view -> move``, an object with ``choose``, or a class of such objects.

    >>> as_bot(lambda view: view.suggest(), "sensible")
    <bot sensible>
    """
    if isinstance(thing, type) and hasattr(thing, "choose"):
        thing = thing()
    if isinstance(thing, Bot):
        return thing
    if callable(getattr(thing, "choose", thing)) and not isinstance(thing, type | ModuleType):
        return Wrapped(thing, name)
    raise BadOption("bots.no_bot", value=type(thing).__name__)


# ---------------------------------------------------------------- from files and modules


def load(path: str) -> Bot:
    """Return the bot at ``file.py:name`` or ``package.module:name``; the name is ``choose`` if left out.

    >>> load("azulejo.bots.bot:choose_greedy")
    <bot azulejo.bots.bot:choose_greedy>
    >>> load("nowhere.py")
    Traceback (most recent call last):
        ...
    azulejo.texts.errors.BadOption: ...
    """
    place, _, name = path.rpartition(":")
    if not place or name.endswith(".py"):
        place, name = path, DEFAULT_NAME
    module = _module(place)
    if not hasattr(module, name):
        raise BadOption("bots.no_name", place=place, name=name)
    try:
        return as_bot(getattr(module, name), path)
    except AzulejoError:
        raise
    except Exception as problem:  # the bot's own code: anything can happen in it
        raise _broken(place, problem) from problem


def _module(place: str) -> ModuleType:
    try:
        if place.endswith(".py"):
            return _from_file(Path(place))
        return importlib.import_module(place)
    except AzulejoError:
        raise
    except ModuleNotFoundError as problem:
        if problem.name and (place == problem.name or place.startswith(problem.name + ".")):
            raise BadOption("bots.no_module", place=place) from None
        raise _broken(place, problem) from problem
    except Exception as problem:
        raise _broken(place, problem) from problem


def _from_file(file: Path) -> ModuleType:
    if not file.is_file():
        raise BadOption("bots.no_file", place=file)
    spec = importlib.util.spec_from_file_location(f"azulejo_bot_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _broken(place: str, problem: Exception) -> BadOption:
    return BadOption("bots.broken_module", place=place, problem=f"{type(problem).__name__}: {problem}")


# ---------------------------------------------------------------- the simplest bots


def choose_random(view: View) -> Move:
    """Take any legal move."""
    moves = view.legal_moves
    return moves[below(view.rng, len(moves))]


def choose_greedy(view: View) -> Move:
    """Take what scores most at once, and of that what loses least; of equal moves any."""
    previews = [(move, view.preview(move)) for move in view.legal_moves]
    best = max((seen.points, -seen.loss) for _, seen in previews)
    equal = [move for move, seen in previews if (seen.points, -seen.loss) == best]
    return equal[below(view.rng, len(equal))]


random = Wrapped(choose_random, "random", trusted=True)
"""Takes any legal move, each with the same chance.

>>> import azulejo
>>> game = azulejo.new_game("azul", seed=7)
>>> random.choose(game.view(game.turn)) in game.legal_moves
True
"""
greedy = Wrapped(choose_greedy, "greedy", trusted=True)
"""Takes what scores most at once, and of that what loses least.

>>> import azulejo
>>> game = azulejo.new_game("azul", seed=7)
>>> game.preview(greedy.choose(game.view(game.turn))).loss
0
"""
