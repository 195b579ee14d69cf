"""Fits how the network judges positions in the middle of a round to what searches of them find.

    python -m tools.fit_offer --positions 12000 --nodes 6000 --first 52 --out azul.npz

The engine plays classic Azul by two with itself, quickly and now and then at random. Some of its positions, and some
that a random move or two lead to, are searched with many nodes. The straight weights (``Network.direct``) of the inputs
from ``--first`` on are then chosen so that the judgement without a search comes as near to the search's value as can
be. These inputs are 0 where a round ends, so the value of a round that is searched to its end stays what it was.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from azulejo.engine.engine import Engine
from azulejo.engine.knowledge import knowledge
from azulejo.engine.limits import Limits
from azulejo.engine.network import MARGIN_SCALE, MARGIN_WEIGHT, Network, save, value_of_two
from azulejo.games import rulebook
from azulejo.games.contract import CHANCE, OVER, apply, deal, features, legal_moves, setup, stage, to_move
from azulejo.kernel.chance import Stream, below, stream

GAME = "azul"
QUICK = Limits(nodes=400)
"""For the moves of the games."""
SEARCHED, RANDOM = 5, 10
"""One decision in so many is searched, and one in so many is played at random."""
STEPS = 10
COMMON, BY_STAGE = 0.05, 1.0
"""How strongly the weights are held at 0: those of all stages together, and what one stage has beside them."""

Array = npt.NDArray[Any]


class Searched(NamedTuple):
    """Positions as the network sees them, for the seat to move and for the other, and what searches found."""

    own: Array
    other: Array
    stages: Array
    values: Array


def decisions(rng: Stream, engine: Engine) -> Iterator[tuple[Any, int]]:
    """Yield positions to search of ever more games, with the seat to move."""
    book = rulebook(GAME)
    drawn, moves = np.zeros(book.max_drawn, np.int16), np.zeros(book.moves_room, np.int16)
    while True:
        state = book.state.new()
        setup(state, 2, np.array([0]), below(rng, 2))
        while (seat := int(to_move(state))) != OVER:
            if seat == CHANCE:
                deal(state, rng, drawn)
                continue
            if legal_moves(state, moves) > 1 and below(rng, SEARCHED) == 0:
                yield state.copy(), seat
                beside = state.copy()
                for _ in range(1 + below(rng, 2)):
                    if to_move(beside) >= 0:
                        apply(beside, int(moves[below(rng, legal_moves(beside, moves))]))
                if to_move(beside) >= 0:
                    yield beside, int(to_move(beside))
            number = legal_moves(state, moves)
            at_random = below(rng, RANDOM) == 0
            apply(
                state,
                int(moves[below(rng, number)]) if at_random else engine.analyse(state, seat, QUICK).best.move,
            )


def search(engine: Engine, positions: int, nodes: int, seed: int) -> Searched:
    """Return so many positions, searched."""
    width = knowledge(GAME).features
    seen = np.zeros((2, positions, width), np.float32)
    stages, values = np.zeros(positions, np.int64), np.zeros(positions)
    for at, (state, seat) in zip(range(positions), decisions(stream("fit offer", seed), engine), strict=False):
        best = engine.analyse(state, seat, Limits(nodes=nodes)).best
        values[at] = value_of_two(best.win[seat], best.margin)
        stages[at] = stage(state)
        for which in range(2):
            features(state, seat if which == 0 else 1 - seat, seen[which, at])
        if sys.stderr.isatty() and at % 100 == 0:
            print(f"\r{at} of {positions}", end="", file=sys.stderr, flush=True)
    return Searched(seen[0], seen[1], stages, values)


def worth(network: Network, seen: Array, stages: Array) -> Array:
    """Return the expected points of seats."""
    hidden = np.maximum(seen @ network.first + network.first_bias, 0) @ network.second
    found: Array = hidden + np.einsum("nf,nf->n", seen, network.direct[stages])
    return found


def value_of_lead(lead: Array, spread: Array) -> Array:
    """Return the values of positions of two from the points that one is worth more."""
    points: Array = 2 * MARGIN_WEIGHT * np.clip(lead / MARGIN_SCALE, -1, 1)
    return 2 / (1 + np.exp(-lead / spread)) - 1 + points


def fit(network: Network, searched: Searched, first: int) -> tuple[Network, float, float]:
    """Return the network with new straight weights from an input on, and the mean square error before and after.

    Every fifth position is not fitted, but measured.
    """
    direct = network.direct.copy()
    direct[:, first:] = 0
    blank = network._replace(direct=direct)
    stages, spread = searched.stages, network.spread[searched.stages]
    lead = worth(blank, searched.own, stages) - worth(blank, searched.other, stages)
    gap = searched.own[:, first:] - searched.other[:, first:]
    number, inputs = len(direct), gap.shape[1]
    columns = np.concatenate([gap, *(gap * (stages == one)[:, None] for one in range(number))], axis=1)
    held = np.concatenate([np.full(inputs, COMMON), np.full(inputs * number, BY_STAGE)])
    weights = np.zeros(columns.shape[1])
    fitted = np.arange(len(stages)) % 5 != 0
    for _ in range(STEPS):  # Gauss and Newton: the value is nearly straight in the weights
        now = lead + columns @ weights
        chance = 1 / (1 + np.exp(-now / spread))
        slope = 2 * chance * (1 - chance) / spread + 2 * MARGIN_WEIGHT / MARGIN_SCALE
        bent = (columns * slope[:, None])[fitted]
        missing = (searched.values - value_of_lead(now, spread))[fitted]
        weights += np.linalg.solve(bent.T @ bent + np.diag(held), bent.T @ missing - held * weights)
    for one in range(number):
        direct[one, first:] = weights[:inputs] + weights[inputs * (one + 1) : inputs * (one + 2)]
    after = value_of_lead(lead + columns @ weights, spread)
    errors = [float(np.mean((value - searched.values)[~fitted] ** 2)) for value in (value_of_lead(lead, spread), after)]
    return blank._replace(direct=direct.astype(np.float32)), errors[0], errors[1]


def main(arguments: list[str]) -> int:
    """Play, search, fit, and write the network."""
    parser = argparse.ArgumentParser(prog="python -m tools.fit_offer", description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=12_000)
    parser.add_argument("--nodes", type=int, default=6_000)
    parser.add_argument("--first", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(f"{GAME}.npz"))
    chosen = parser.parse_args(arguments)
    network = knowledge(GAME).network()
    searched = search(Engine(GAME, network=network), chosen.positions, chosen.nodes, chosen.seed)
    fitted, before, after = fit(network, searched, chosen.first)
    save(fitted, chosen.out)
    print(f"mean square error of the value on positions kept apart: {before:.4f} before, {after:.4f} after")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
