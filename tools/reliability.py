"""Measures whether the engine's chances to win come true, and draws it.

    python -m tools.reliability azul --games 500 --nodes 500 --shown 5000 --out docs/pictures/reliability-azul.svg

The engine plays so many games with itself, ``--nodes`` a decision. In every game one decision near the start of a
round, one in the middle of a round and one near the end of a round are drawn by lot, and the chance of the seat to move
is asked for with ``--shown`` nodes. Chances of the same tenth of the scale are put together: on average they should be
what those seats won in the end. A tenth with enough games is right if the two differ by at most three points or two
standard errors, whichever is more.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from azulejo.engine.engine import Engine
from azulejo.engine.limits import Limits
from azulejo.games import rulebook
from azulejo.games.contract import (
    CHANCE,
    OVER,
    apply,
    deal,
    legal_moves,
    outcome,
    redact,
    setup,
    stage,
    to_move,
)
from azulejo.kernel.chance import Stream, below, stream

PARTS = ("start", "middle", "end")
"""Thirds of a round's decisions."""
TENTHS = 10
ENOUGH = 50
"""A tenth with fewer games says nothing."""
TOLERANCE = 0.03


@dataclass(frozen=True)
class Shown:
    """A chance that was shown, and what became of it."""

    part: str
    chance: float
    won: float


@dataclass(frozen=True)
class Tenth:
    """All chances of one tenth of the scale."""

    games: int
    chance: float
    won: float
    error: float

    @property
    def is_right(self) -> bool:
        """Whether what was shown came true, as far as so many games can tell."""
        return abs(self.won - self.chance) <= max(TOLERANCE, 2 * self.error)


def tenths(shown: Iterable[Shown]) -> list[Tenth | None]:
    """Return what became of the chances in every tenth of the scale; None where there were none.

    >>> tenths([Shown("start", 0.72, 1.0), Shown("start", 0.76, 0.0)])[7]
    Tenth(games=2, chance=0.74, won=0.5, error=0.31)
    """
    kept: list[list[Shown]] = [[] for _ in range(TENTHS)]
    for one in shown:
        kept[min(TENTHS - 1, int(one.chance * TENTHS))].append(one)
    return [_together(some) if some else None for some in kept]


def _together(some: Sequence[Shown]) -> Tenth:
    chance, won = (float(np.mean([getattr(one, name) for one in some])) for name in ("chance", "won"))
    error = sqrt(chance * (1 - chance) / len(some))  # of the share won, if the chance is right
    return Tenth(len(some), round(chance, 4), round(won, 4), round(error, 4))


def play(engine: Engine, seats: int, nodes: int, rng: Stream) -> tuple[list[tuple[Any, int]], list[float]]:
    """Play a game; return the positions that were decided, as the seat to move saw them, and every seat's share."""
    book = engine.rulebook
    state = book.state.new()
    drawn, moves = np.zeros(book.max_drawn, np.int16), np.zeros(book.moves_room, np.int16)
    setup(state, seats, np.array(book.title.encode(book.title.complete({})), np.int64), below(rng, seats))
    decided = []
    while (seat := int(to_move(state))) != OVER:
        if seat == CHANCE:
            deal(state, rng, drawn)
            continue
        if legal_moves(state, moves) == 1:
            apply(state, int(moves[0]))
            continue
        seen = state.copy()
        redact(seen, seat)
        decided.append((seen, seat))
        apply(state, engine.analyse(seen, seat, Limits(nodes=nodes)).best.move)
    winners = outcome(state, (1 << seats) - 1, np.zeros(seats, np.int64))
    return decided, [(winners >> seat & 1) / winners.bit_count() for seat in range(seats)]


def by_lot(decided: Sequence[tuple[Any, int]], rng: Stream) -> list[tuple[str, Any, int]]:
    """Return a position of each third of a round, each of any round."""
    rounds: dict[int, list[tuple[Any, int]]] = {}
    for state, seat in decided:
        rounds.setdefault(int(stage(state)), []).append((state, seat))
    long_enough = [some for some in rounds.values() if len(some) >= len(PARTS)]
    found = []
    for third, part in enumerate(PARTS):
        some = long_enough[below(rng, len(long_enough))]
        first, last = third * len(some) // len(PARTS), (third + 1) * len(some) // len(PARTS)
        state, seat = some[first + below(rng, last - first)]
        found.append((part, state, seat))
    return found


def measure(game: str, seats: int, games: int, nodes: int, shown: int, seed: int) -> list[Shown]:
    """Return the chances shown in so many games."""
    engine, found = Engine(game), []
    for number in range(games):
        rng = stream("reliability", game, seats, seed, number)
        decided, shares = play(engine, seats, nodes, rng)
        for part, state, seat in by_lot(decided, rng):
            best = engine.analyse(state, seat, Limits(nodes=shown)).best
            found.append(Shown(part, min(1.0, max(0.0, best.win[seat])), shares[seat]))
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {games}", end="", file=sys.stderr, flush=True)
    return found


def report(shown: Sequence[Shown]) -> str:
    """Return the tenths of every part as lines."""
    lines = [f"{'part':8}{'chance':>8}{'won':>8}{'error':>8}{'games':>7}"]
    for part in PARTS:
        for one in tenths(each for each in shown if each.part == part):
            if one is not None:
                verdict = "" if one.games < ENOUGH else "  right" if one.is_right else "  wrong"
                lines.append(f"{part:8}{one.chance:8.3f}{one.won:8.3f}{one.error:8.3f}{one.games:7}{verdict}")
    chances, won = (np.array([getattr(one, name) for one in shown]) for name in ("chance", "won"))
    lines.append(f"mean square error {float(np.mean((chances - won) ** 2)):.4f} of {len(shown)} chances")
    return "\n".join(lines)


# ---------------------------------------------------------------- the picture

SIDE, MARGIN = 300, 44
COLOURS = {"start": "#2f6fae", "middle": "#c8792b", "end": "#3b8f5a"}


def picture(shown: Sequence[Shown], heading: str) -> str:
    """Return the diagram: chances to the right, what was won upwards, with two standard errors."""
    width, height = SIDE + 2 * MARGIN, SIDE + 2 * MARGIN

    def at(share: float) -> float:
        return round(MARGIN + share * SIDE, 1)

    def up(share: float) -> float:
        return round(MARGIN + (1 - share) * SIDE, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{MARGIN}" y="20" font-weight="bold">{heading}</text>',
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#bbb"/>',
        f'<line x1="{at(0)}" y1="{up(0)}" x2="{at(1)}" y2="{up(1)}" stroke="#bbb"/>',
    ]
    for tenth in range(0, TENTHS + 1, 2):
        share = tenth / TENTHS
        parts.append(f'<text x="{at(share)}" y="{up(0) + 16}" text-anchor="middle">{share:.0%}</text>')
        parts.append(f'<text x="{at(0) - 5}" y="{up(share) + 4}" text-anchor="end">{share:.0%}</text>')
    for row, part in enumerate(PARTS):
        colour = COLOURS[part]
        parts.append(f'<text x="{at(0.04)}" y="{up(0.95) + 15 * row}" fill="{colour}">{part} of a round</text>')
        for one in tenths(each for each in shown if each.part == part):
            if one is None or one.games < ENOUGH:
                continue
            x, low, high = at(one.chance), max(0.0, one.won - 2 * one.error), min(1.0, one.won + 2 * one.error)
            parts.append(f'<line x1="{x}" y1="{up(low)}" x2="{x}" y2="{up(high)}" stroke="{colour}"/>')
            parts.append(f'<circle cx="{x}" cy="{up(one.won)}" r="4" fill="{colour}"/>')
    return "\n".join([*parts, "</svg>\n"])


def main(arguments: list[str]) -> int:
    """Measure, print the tenths, and draw them."""
    parser = argparse.ArgumentParser(prog="python -m tools.reliability", description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--nodes", type=int, default=500)
    parser.add_argument("--shown", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args(arguments)
    shown = measure(chosen.game, chosen.seats, chosen.games, chosen.nodes, chosen.shown, chosen.seed)
    print(report(shown))
    if chosen.out is not None:
        heading = f"{rulebook(chosen.game).title.name}, {chosen.seats} players, {chosen.games} games"
        chosen.out.write_text(picture(shown, heading), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
