"""``python -m azulejo.learn GAME``: play, fit, play again.

Every generation plays with the network of the one before and is fitted to the games of the last few. The result
replaces the game's network file, or goes to ``--out``; it is written after every generation, and a later run goes
on from it.
"""

import argparse
import itertools
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from azulejo.engine.knowledge import knowledge
from azulejo.engine.network import Network, load, save
from azulejo.games import evaluation, names, title
from azulejo.learn.fit import fit
from azulejo.learn.selfplay import Examples, self_play
from azulejo.texts import DEFAULT_LANGUAGE, LANGUAGES, say

REMEMBERED = 3
"""Generations whose games are learned from."""
INTERRUPTED = 130
GAMES_APART = 1_000_003
"""Between the first game numbers of two seeds."""
OPTIONS = {"generations": 5, "games": 4000, "judgements": 600, "epochs": 6, "seed": 1}
"""Whole numbers that can be chosen, and what they are if nobody chooses."""
KEEP = 0.25


@dataclass(frozen=True)
class Way:
    """One way to play a game, and the part of all games played so."""

    seats: int
    options: dict[str, str]
    share: float


def ways(game: str) -> list[Way]:
    """Return all numbers of seats with every value of every option; half of the games are played by two."""
    found = title(game)
    options = [{option.name: value} for option in found.options for value in option.values] or [{}]
    others = len(found.seats) - 1
    shares = {seats: 1.0 if others == 0 else 0.5 if seats == 2 else 0.5 / others for seats in found.seats}
    return [Way(seats, chosen, shares[seats] / len(options)) for seats in found.seats for chosen in options]


def parser(lang: str) -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser(prog="python -m azulejo.learn", description=say("learn.help.learn", lang))
    made.add_argument(
        "game", choices=[name for name in names() if evaluation(name) is not None], help=say("learn.help.game", lang)
    )
    for name, usual in OPTIONS.items():
        made.add_argument(f"--{name}", type=int, default=usual, metavar="N", help=say(f"learn.help.{name}", lang))
    made.add_argument("--keep", type=float, default=KEEP, metavar="N", help=say("learn.help.keep", lang))
    made.add_argument(
        "--threads", type=int, default=os.cpu_count() or 1, metavar="N", help=say("learn.help.threads", lang)
    )
    made.add_argument("--fresh", action="store_true", help=say("learn.help.fresh", lang))
    made.add_argument("--out", type=Path, metavar="FILE", help=say("learn.help.out", lang))
    made.add_argument("--lang", choices=LANGUAGES, default=lang, help=say("cli.help.lang", lang))
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit one game's network, and return the status to end with."""
    lang = os.environ.get("AZULEJO_LANG", DEFAULT_LANGUAGE)
    chosen = parser(lang if lang in LANGUAGES else DEFAULT_LANGUAGE).parse_args(arguments)
    known = knowledge(chosen.game)
    file = chosen.out or known.network_file
    network = known.untrained() if chosen.fresh else load(file) if file.exists() else known.network()
    done = 0
    try:
        for generation in learn(chosen, network, file):
            done = generation
    except KeyboardInterrupt:
        early = say("learn.interrupted_early", chosen.lang)
        said = say("learn.interrupted", chosen.lang, count=done, file=file) if done else early
        print(f"\n{said}", file=sys.stderr)
        return INTERRUPTED
    return 0


def learn(chosen: argparse.Namespace, network: Network, file: Path) -> Iterator[int]:
    """Play and fit one generation after the other; yield the number of each when its network is in the file."""
    remembered: list[Examples] = []
    numbers = itertools.count(chosen.seed * GAMES_APART, chosen.games)
    for generation in range(1, chosen.generations + 1):
        start = time.perf_counter()
        remembered = [*remembered, play(chosen, network, generation, numbers)][-REMEMBERED:]
        played = time.perf_counter()
        examples = Examples.joined(remembered)
        network, losses = fit(network, examples, chosen.epochs, seed=generation - 1)
        save(network, file)
        said = say(
            "learn.generation",
            chosen.lang,
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


def play(chosen: argparse.Namespace, network: Network, generation: int, numbers: "itertools.count[int]") -> Examples:
    """Play the games of one generation."""
    tables = [(way, max(1, int(chosen.games * way.share))) for way in ways(chosen.game)]
    line = Line(generation, sum(games for _, games in tables), chosen.lang)
    parts = [
        self_play(
            chosen.game,
            network,
            seats=way.seats,
            options=way.options,
            games=games,
            judgements=chosen.judgements,
            first=next(numbers),
            threads=chosen.threads,
            keep=chosen.keep,
            progress=line.advance,
        )
        for way, games in tables
    ]
    line.end()
    return Examples.joined(parts)


class Line:
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


if __name__ == "__main__":
    sys.exit(main())
