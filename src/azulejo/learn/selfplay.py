"""Games of the engine against itself, as examples to learn from."""

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejo.engine import tree
from azulejo.engine.knowledge import knowledge
from azulejo.engine.network import Network
from azulejo.games import rulebook
from azulejo.games.contract import (
    CHANCE,
    MOST_SEATS,
    OVER,
    Numbers,
    apply,
    deal,
    features,
    legal_moves,
    outcome,
    setup,
    stage,
    to_move,
)
from azulejo.kernel.chance import below, reseed, stream
from azulejo.kernel.rule import rule

__all__ = ["Examples", "self_play"]

TREE_NODES = 1 << 12
TREE_EDGES = 1 << 17
MOST_EXAMPLES = 1200
"""Positions kept of one game at most."""
ODD_MOVES = 8
"""One decision in so many is played at random among the better moves, to see more of the game."""
FORCED = 6
"""That random choice is among so many moves."""


@dataclass(frozen=True)
class Examples:
    """Positions with how they ended; seats that are not there have a share of -1.

    >>> network = knowledge("azul").untrained()
    >>> few = {"seats": 2, "options": {}, "games": 1, "judgements": 10, "keep": 1.0}
    >>> examples = self_play("azul", network, **few, first=1, threads=1)
    >>> len(examples.stages) == len(examples.seen) == len(examples.scores)
    True
    >>> len(Examples.joined([examples, examples]).stages) == 2 * len(examples.stages)
    True
    """

    seen: npt.NDArray[np.float32]
    """Features: positions, seats, numbers."""
    stages: npt.NDArray[np.int16]
    scores: npt.NDArray[np.float32]
    shares: npt.NDArray[np.float32]
    """Of the victory."""

    @staticmethod
    def joined(parts: list["Examples"]) -> "Examples":
        """Return several sets as one."""
        return Examples(
            np.concatenate([part.seen for part in parts]),
            np.concatenate([part.stages for part in parts]),
            np.concatenate([part.scores for part in parts]),
            np.concatenate([part.shares for part in parts]),
        )


@rule
def play_one(
    grown: Any,
    scratch: Any,
    seats: int,
    options: Numbers,
    network: Any,
    number: int,
    judgements: int,
    table: Any,
    seen: Any,
    stages: Any,
    rng: Any,
) -> int:
    """Play a game with itself, keep every position's features, and return how many there are."""
    reseed(rng, number)
    table[0] = table[1]
    state = table[0]
    setup(state, seats, options, below(rng, seats))
    kept = 0
    decisions = 0
    while True:
        mover = to_move(state)
        if mover == OVER:
            return kept
        if kept < seen.shape[0] and (mover != CHANCE or decisions):
            for seat in range(seats):
                features(state, seat, seen[kept, seat])
            stages[kept] = stage(state)
            kept += 1
        if mover == CHANCE:
            deal(state, rng, scratch.drawn)
            continue
        decisions += 1
        if legal_moves(state, scratch.moves) == 1:
            apply(state, scratch.moves[0])
            continue
        _clear(grown)
        scratch.states[0] = state
        tree.grow(grown, scratch, seats, mover, network, number + decisions, judgements)
        apply(state, _chosen(grown, rng))


@rule
def _clear(grown: Any) -> None:
    for node in range(grown.used[0]):
        grown.visits[node] = 0
        grown.edges[node] = 0
        grown.first_edge[node] = tree.UNSEEN
        for seat in range(grown.win.shape[1]):
            grown.win[node, seat] = 0
            grown.margin[node, seat] = 0
            grown.margin_squared[node, seat] = 0
    grown.used[:] = 0
    grown.used[0] = 1


@rule
def _chosen(grown: Any, rng: Any) -> int:
    """Return the move most visited, or now and then another good one."""
    first = grown.first_edge[0]
    number = grown.edges[0]
    odd = below(rng, FORCED) if below(rng, ODD_MOVES) == 0 else 0
    best = first
    for _ in range(min(odd + 1, number)):
        best = first
        for edge in range(first, first + number):
            if _merit(grown, edge) > _merit(grown, best):
                best = edge
        grown.guess[best] -= 1000
    return int(grown.move[best])


@rule
def _merit(grown: Any, edge: int) -> float:
    """Return how good an edge looks: visits first, then the first guess; taken ones last."""
    child = grown.child[edge]
    visits = 0 if child == tree.UNSEEN else grown.visits[child]
    return visits + grown.guess[edge] * 0.001 if grown.guess[edge] > -500 else -1e9


def self_play(
    game: str,
    network: Network,
    *,
    seats: int,
    options: Mapping[str, Any],
    games: int,
    judgements: int,
    first: int,
    threads: int,
    keep: float,
    progress: Callable[[], None] = lambda: None,
) -> Examples:
    """Play games over several threads and return a part of their positions.

    >>> network = knowledge("azul").untrained()
    >>> few = {"seats": 2, "options": {}, "games": 1, "judgements": 10, "keep": 1.0}
    >>> examples = self_play("azul", network, **few, first=1, threads=1)
    >>> len(examples.stages) > 20
    True
    """
    book, known = rulebook(game), knowledge(game)
    encoded = np.array(book.title.encode(book.title.complete(options)), np.int64)
    local = threading.local()

    def play(number: int) -> Examples:
        if not hasattr(local, "arrays"):
            local.arrays = (
                tree.new_tree(TREE_NODES, TREE_EDGES, book.most_seats),
                tree.new_scratch(book, known.features),
                np.zeros(2, book.state.dtype),
                np.zeros((MOST_EXAMPLES, seats, known.features), np.float32),
                np.zeros(MOST_EXAMPLES, np.int16),
                stream("self-play"),
            )
        grown, scratch, table, seen, stages, rng = local.arrays
        kept = play_one(grown, scratch, seats, encoded, network, number, judgements, table, seen, stages, rng)
        scores = np.zeros(seats, np.int64)
        winners = outcome(table[0], (1 << seats) - 1, scores)
        wins = np.array([winners >> seat & 1 for seat in range(seats)], np.float32)
        chosen = np.flatnonzero(np.random.default_rng(number).random(kept) < keep)
        progress()
        return _padded(seen[chosen], stages[chosen], scores, wins / wins.sum())

    pool = ThreadPoolExecutor(threads)
    try:
        return Examples.joined(list(pool.map(play, range(first, first + games))))
    finally:  # interrupted, it waits for the games that go on and for no other
        pool.shutdown(cancel_futures=True)


def _padded(seen: Any, stages: Any, scores: Any, shares: Any) -> Examples:
    """Return examples with room for the most seats a game can have."""
    number, seats, width = seen.shape
    all_seen = np.zeros((number, MOST_SEATS, width), np.float32)
    all_seen[:, :seats] = seen
    all_scores = np.zeros((number, MOST_SEATS), np.float32)
    all_scores[:, :seats] = scores
    all_shares = np.full((number, MOST_SEATS), -1, np.float32)
    all_shares[:, :seats] = shares
    return Examples(all_seen, stages.copy(), all_scores, all_shares)
