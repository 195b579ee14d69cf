"""``python -m azulejo.learn GAME``: play, fit, play again.

Every generation plays with the network of the one before and is fitted to the games of the last few.
The result replaces the game's network file, or goes to ``--out``.
"""

import argparse
import itertools
import os
import time
from pathlib import Path

from azulejo.engine.knowledge import knowledge
from azulejo.engine.network import save
from azulejo.games import OWN_GAMES, title
from azulejo.learn.fit import fit
from azulejo.learn.selfplay import Examples, self_play

REMEMBERED = 3
"""Generations whose games are learned from."""


def main() -> None:
    """Fit one game's network."""
    parser = argparse.ArgumentParser(prog="python -m azulejo.learn", description=__doc__)
    parser.add_argument("game", choices=OWN_GAMES)
    parser.add_argument("--generations", type=int, default=5)
    parser.add_argument("--games", type=int, default=4000, help="games of one generation")
    parser.add_argument("--judgements", type=int, default=600, help="positions judged for one decision")
    parser.add_argument("--keep", type=float, default=0.25, help="part of the positions to learn from")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--fresh", action="store_true", help="begin with a network that only counts points")
    parser.add_argument("--out", type=Path, default=None)
    chosen = parser.parse_args()

    known = knowledge(chosen.game)
    network = known.untrained() if chosen.fresh else known.network()
    ways = [
        (seats, {option.name: value})
        for seats in title(chosen.game).seats
        for option in title(chosen.game).options
        for value in option.values
    ] or [(seats, {}) for seats in title(chosen.game).seats]
    remembered: list[Examples] = []
    numbers = itertools.count(chosen.seed * 1_000_003, chosen.games)
    for generation in range(chosen.generations):
        start = time.perf_counter()
        parts = []
        for seats, options in ways:
            # half of the games are played by two
            share = 0.5 if seats == 2 else 0.5 / max(1, len(title(chosen.game).seats) - 1)
            share /= sum(one == seats for one, _ in ways)
            share = share if len(title(chosen.game).seats) > 1 else 2 * share
            parts.append(
                self_play(
                    chosen.game,
                    network,
                    seats=seats,
                    options=options,
                    games=max(1, int(chosen.games * share)),
                    judgements=chosen.judgements,
                    first=next(numbers),
                    threads=chosen.threads,
                    keep=chosen.keep,
                )
            )
        remembered = [*remembered, Examples.joined(parts)][-REMEMBERED:]
        played = time.perf_counter()
        examples = Examples.joined(remembered)
        network, losses = fit(network, examples, chosen.epochs, seed=generation)
        save(network, chosen.out or known.network_file)
        print(
            f"generation {generation + 1}: {len(examples.stages)} examples, played {played - start:.0f} s, "
            f"fitted {time.perf_counter() - played:.0f} s, loss {losses[0]:.4f} -> {losses[-1]:.4f}, "
            f"spread {network.spread.round(1).tolist()}",
            flush=True,
        )


if __name__ == "__main__":
    main()
