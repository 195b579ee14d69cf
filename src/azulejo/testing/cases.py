"""The ways to set a game up that a test goes through, and the games played from them."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import product
from math import prod
from typing import Any

import numpy as np

from azulejo import games
from azulejo.games.contract import CHANCE, OVER, Numbers, Rulebook, apply, deal, legal_moves, setup, to_move
from azulejo.games.title import Title
from azulejo.kernel.chance import Stream, below, reseed, stream
from azulejo.testing import LONG

__all__ = ["Case", "Moment", "RandomGame", "case_for", "cases", "load"]

FEW_COMBINATIONS = 8
"""So many combinations of options, or fewer, are all tried."""

SAMPLED_COMBINATIONS = 16 if LONG else 4
"""Of more combinations, so many are tried besides every value once."""


@dataclass(frozen=True)
class Case:
    """One way to set a game up: the number of seats, and the options by name.

    >>> case = Case(2, (("wall", "grey"),))
    >>> str(case), case.encoded(games.title("azul")).tolist()
    ('2-wall=grey', [1])
    """

    seats: int
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "-".join([str(self.seats), *(f"{name}={value}" for name, value in self.options)])

    def encoded(self, title: Title) -> Numbers:
        """Return the options, and the defaults of those left out, as the numbers that ``setup`` gets."""
        return np.array(title.encode(title.complete(dict(self.options))), np.int64)


def cases(title: Title, extra_options: Mapping[str, Sequence[str]] | None = None) -> list[Case]:
    """Return for every number of seats: every option value at least once, and some combinations.

    ``extra_options`` adds values to those an option names itself (a list of tablets, a file).

    >>> [str(case) for case in cases(games.title("azul"))][:3]
    ['2-wall=coloured', '2-wall=grey', '3-wall=coloured']
    """
    values = [(*option.values, *(extra_options or {}).get(option.name, ())) for option in title.options]
    names = [option.name for option in title.options]
    every = list(product(*values)) if prod(map(len, values)) <= FEW_COMBINATIONS else None
    return [
        Case(seats, tuple(zip(names, combination, strict=True)))
        for seats in title.seats
        for combination in (every if every is not None else _some(values, f"{title.name} {seats}"))
    ]


def _some(values: list[tuple[str, ...]], seed: str) -> list[tuple[str, ...]]:
    """Return the defaults, the defaults with each other value, and random combinations."""
    defaults = tuple(of_option[0] for of_option in values)
    chosen = [defaults]
    for place, of_option in enumerate(values):
        chosen += [(*defaults[:place], value, *defaults[place + 1 :]) for value in of_option[1:]]
    rng = random.Random(seed)
    wanted = min(len(chosen) + SAMPLED_COMBINATIONS, prod(map(len, values)))
    while len(chosen) < wanted:
        combination = tuple(rng.choice(of_option) for of_option in values)
        if combination not in chosen:
            chosen.append(combination)
    return chosen


def case_for(title: Title, seats: int, options: Sequence[str]) -> Case:
    """Return the case for options given as ``name=value``; the others have their default.

    >>> str(case_for(games.title("azul"), 3, ["wall=grey"]))
    '3-wall=grey'
    """
    given = dict(option.split("=", 1) for option in options)
    return Case(title.check_seats(seats), tuple(title.complete(given).items()))


def load(game: str) -> Rulebook:
    """Return the rulebook of a registered name, or of ``package.module:OBJECT``.

    >>> load("azul").title.name, load("azulejo.games.azul.rulebook:RULEBOOK").title.name
    ('azul', 'azul')
    """
    if ":" not in game:
        return games.rulebook(game)
    module, _, name = game.partition(":")
    found: Rulebook = getattr(import_module(module), name)
    return found


@dataclass(frozen=True)
class RandomGame:
    """A random game: the same number is always played the same way, as ``walk.random_games`` plays it.

    >>> game = RandomGame(load("azul"), Case(2), number=17)
    >>> str(game), sum(1 for moment in game.moments()) > 20
    ('azul 2, game 17', True)
    """

    rulebook: Rulebook
    case: Case
    number: int

    def __str__(self) -> str:
        return f"{self.rulebook.title.name} {self.case}, game {self.number}"

    def moments(self) -> Iterator["Moment"]:
        """Play the game, and yield every position with what happens in it."""
        rng = stream()
        reseed(rng, self.number)
        state = self.rulebook.state.new()
        setup(state, self.case.seats, self.case.encoded(self.rulebook.title), below(rng, self.case.seats))
        yield from play_on(self, state, rng)


@dataclass(frozen=True)
class Moment:
    """A position of a random game, and what happens in it.

    >>> first, second, *_ = RandomGame(load("azul"), Case(2), number=17).moments()
    >>> first.seat == CHANCE, len(first.drawn), second.move in second.moves
    (True, 20, True)
    """

    game: RandomGame
    step: int
    state: Any
    """The position, before anything happens; a record of its own."""
    seat: int
    """Who is to move, CHANCE or OVER."""
    moves: list[int] = field(default_factory=list)
    move: int | None = None
    """The move played, where a seat is to move."""
    drawn: list[int] = field(default_factory=list)
    """The pieces drawn, where a draw is due."""

    def __str__(self) -> str:
        return f"{self.game}, step {self.step}: {self.position}"

    @property
    def position(self) -> str:
        """The position as text, or in bytes if it has none."""
        try:
            return self.game.rulebook.position_text(self.state)
        except Exception as error:
            return f"{self.state.tobytes().hex()} ({error!r})"


def play_on(game: RandomGame, state: Any, rng: Stream, steps: int = 0) -> Iterator[Moment]:
    """Play on at random from a position, which is changed.

    It stops after the declared number of decisions, or after ``steps`` steps if that is given.
    """
    moves = np.zeros(game.rulebook.moves_room, np.int16)
    drawn = np.zeros(game.rulebook.max_drawn, np.int16)
    decisions, step = 0, 0
    while (not steps or step < steps) and decisions <= game.rulebook.max_decisions[game.case.seats]:
        seat, before = int(to_move(state)), state.copy()
        if seat == CHANCE:
            number = deal(state, rng, drawn)
            yield Moment(game, step, before, seat, drawn=[int(piece) for piece in drawn[:number]])
        else:
            count = legal_moves(state, moves) if seat != OVER else 0
            if not count:
                yield Moment(game, step, before, seat)
                return
            codes = [int(code) for code in moves[:count]]
            move = codes[below(rng, count)]
            apply(state, move)
            yield Moment(game, step, before, seat, codes, move)
            decisions += 1
        step += 1
