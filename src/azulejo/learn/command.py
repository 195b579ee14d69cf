"""What ``azulejo learn`` does: play, fit, play again.

Every generation plays with the network of the one before and is fitted to the games of the last few. The network is
written after every generation, into the current folder or to ``--out``, and a later run goes on from it.
"""

import itertools
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from azulejo.engine.knowledge import Knowledge, knowledge
from azulejo.engine.network import Network, load, save
from azulejo.games import title
from azulejo.kernel.machine import usable_cores
from azulejo.learn.fit import fit
from azulejo.learn.selfplay import Examples, self_play
from azulejo.play.record import file_problem
from azulejo.texts import say
from azulejo.texts.commands import INTERRUPTED
from azulejo.texts.errors import BadOption

REMEMBERED = 3
"""Generations whose games are learned from."""
GAMES_APART = 1_000_003
"""Between the first game numbers of two seeds."""


@dataclass(frozen=True)
class Plan:
    """What is played and fitted; docs/strength.md says how the engine's own networks were."""

    game: str
    generations: int
    games: int
    judgements: int
    epochs: int
    seed: int
    keep: float
    threads: int
    lang: str


@dataclass(frozen=True)
class Way:
    """One way to play a game, and the part of all games played so."""

    seats: int
    options: dict[str, str]
    share: float


def ways(game: str) -> list[Way]:
    """Return all numbers of seats with every value of every option; half of the games are played by the fewest."""
    found = title(game)
    options = [{option.name: value} for option in found.options for value in option.values] or [{}]
    fewest, *others = found.seats
    shares = {fewest: 0.5 if others else 1.0, **dict.fromkeys(others, 0.5 / max(1, len(others)))}
    return [Way(seats, chosen, shares[seats] / len(options)) for seats in found.seats for chosen in options]


def run(game: str, *, threads: int | None, fresh: bool, out: Path | None, lang: str, **chosen: Any) -> int:
    """Fit one game's network, say where it is, and return the status to end with."""
    plan = Plan(game=game, threads=threads or usable_cores(), lang=lang, **chosen)
    file = out or Path(f"{game}.npz")
    network = first_network(knowledge(game), file, fresh)
    done = 0
    try:
        for generation in learn(plan, network, file):
            done = generation
    except KeyboardInterrupt:
        said = say("learn.interrupted", lang, count=done, file=file) if done else say("learn.interrupted_early", lang)
        print(f"\n{said}", file=sys.stderr)
        return INTERRUPTED
    print(say("learn.written", lang, game=game, file=file))
    return 0


def first_network(known: Knowledge, file: Path, fresh: bool) -> Network:
    """Return the network to begin with: that of the file if there is one, else the engine's own.

    Raises an error now, not after hours of play, if the file is another game's or cannot be written.
    """
    try:
        with tempfile.TemporaryFile(dir=file.parent):
            network = known.untrained() if fresh else load(file) if file.exists() else known.network()
        if network.direct.shape != (known.stages, known.features):
            raise ValueError
    except OSError as problem:
        raise file_problem(file, problem) from None
    except (KeyError, ValueError, zipfile.BadZipFile):
        raise BadOption("learn.no_network", file=file, game=known.game) from None
    return network


def learn(plan: Plan, network: Network, file: Path) -> Iterator[int]:
    """Play and fit one generation after the other; yield the number of each when its network is in the file."""
    remembered: list[Examples] = []
    numbers = itertools.count(plan.seed * GAMES_APART, plan.games)
    for generation in range(1, plan.generations + 1):
        start = time.perf_counter()
        remembered = [*remembered, play(plan, network, generation, numbers)][-REMEMBERED:]
        played = time.perf_counter()
        examples = Examples.joined(remembered)
        network, losses = fit(network, examples, plan.epochs, seed=generation - 1)
        save(network, file)
        said = say(
            "learn.generation",
            plan.lang,
            number=generation,
            count=len(examples.stages),
            played=f"{played - start:.0f}",
            fitted=f"{time.perf_counter() - played:.0f}",
            before=f"{losses[0]:.4f}",
            after=f"{losses[-1]:.4f}",
            spread=", ".join(f"{points:.1f}" for points in network.spread),
        )
        print(said, flush=True)
        yield generation


def play(plan: Plan, network: Network, generation: int, numbers: "itertools.count[int]") -> Examples:
    """Play the games of one generation."""
    tables = [(way, max(1, int(plan.games * way.share))) for way in ways(plan.game)]
    line = ProgressLine(generation, sum(games for _, games in tables), plan.lang)
    parts = [
        self_play(
            plan.game,
            network,
            seats=way.seats,
            options=way.options,
            games=games,
            judgements=plan.judgements,
            first=next(numbers),
            threads=plan.threads,
            keep=plan.keep,
            progress=line.advance,
        )
        for way, games in tables
    ]
    line.end()
    return Examples.joined(parts)


class ProgressLine:
    """How many games are played, on one line of the terminal that is written again and again."""

    PAUSE = 0.5
    """Seconds between two writings."""

    def __init__(self, generation: int, games: int, lang: str) -> None:
        self._generation = generation
        self._games = games
        self._lang = lang
        self._done = 0
        self._next = 0.0
        self._watched = sys.stderr.isatty()

    def advance(self) -> None:
        """One more game is played; called by several threads."""
        self._done += 1
        now = time.monotonic()
        if self._watched and now >= self._next:
            self._next = now + self.PAUSE
            said = say("learn.playing", self._lang, number=self._generation, done=self._done, games=self._games)
            print(f"\r{said}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the line empty."""
        if self._watched:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
