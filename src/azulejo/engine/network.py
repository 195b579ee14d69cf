"""The evaluation: a small network from features to expected points, run inside the search.

For every seat the same network turns its features into a worth, on the scale of final points. Who
wins follows from the differences: a softmax whose spread depends on how far the game is.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from azulejo.engine.layer import BLOCK, Array, worth_of
from azulejo.games.contract import Floats, features, stage
from azulejo.kernel.rule import rule

MARGIN_SCALE = 100.0
"""A utility is a probability to win plus the margin on this scale, cut: winning first, points second."""
MARGIN_WEIGHT = 0.1


class Network(NamedTuple):
    """The weights as plain arrays, which compiled code takes as they are."""

    first: Array
    """Features to hidden units."""
    first_bias: Array
    second: Array
    """Hidden units to worth."""
    direct: Array
    """Features straight to worth, by stage."""
    spread: Array
    """Points that make a clear lead, by stage."""


def load(path: Path) -> Network:
    """Read a network from a file; units that do nothing fill up the last block of them."""
    with np.load(path) as stored:
        network = Network(*(np.ascontiguousarray(stored[name], np.float32) for name in Network._fields))
    idle = -len(network.second) % BLOCK
    return network._replace(
        first=np.pad(network.first, ((0, 0), (0, idle))),
        first_bias=np.pad(network.first_bias, (0, idle)),
        second=np.pad(network.second, (0, idle)),
    )


def save(network: Network, path: Path) -> None:
    """Write a network to a file, whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as file:
        np.savez_compressed(file, **network._asdict())
    part.replace(path)


def untrained(number: int, stages: int, hidden: int, spread: float) -> Network:
    """Return a network that knows only that the first feature is points."""
    direct = np.zeros((stages, number), np.float32)
    direct[:, 0] = 1
    return Network(
        np.zeros((number, hidden), np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(hidden, np.float32),
        direct,
        np.full(stages, spread, np.float32),
    )


@rule
def expected_points(state: Any, seat: int, network: Any, seen: Floats) -> float:
    """Return the expected final points of a seat."""
    features(state, seat, seen)
    return worth_of(seen, network.direct[stage(state)], network.first, network.first_bias, network.second)


@rule
def judge(state: Any, seats: int, network: Any, seen: Floats, win: Floats, margin: Floats) -> None:
    """Write every seat's probability to win and expected margin over the best other."""
    for seat in range(seats):
        margin[seat] = expected_points(state, seat, network, seen)
    share_out(seats, network.spread[stage(state)], win, margin)


@rule
def share_out(seats: int, spread: float, win: Floats, margin: Floats) -> None:
    """Turn every seat's worth (in ``margin``) into probabilities and margins."""
    best = margin[0]
    for seat in range(1, seats):
        best = max(best, margin[seat])
    total = np.float32(0)
    for seat in range(seats):
        win[seat] = np.exp((margin[seat] - best) / spread)
        total += win[seat]
    for seat in range(seats):
        win[seat] /= total
    margins(seats, margin)


@rule
def margins(seats: int, points: Floats) -> None:
    """Replace every seat's points by its lead over the best other seat."""
    best, second = np.float32(-1e9), np.float32(-1e9)
    for seat in range(seats):
        if points[seat] > best:
            second = best
            best = points[seat]
        elif points[seat] > second:
            second = points[seat]
    for seat in range(seats):
        points[seat] -= second if points[seat] == best else best


@rule
def settle(seats: int, winners: int, scores: Any, win: Floats, margin: Floats) -> None:
    """Write what a finished game is worth: a share of the victory, and the real margin."""
    number = 0
    for seat in range(seats):
        number += winners >> seat & 1
    for seat in range(seats):
        win[seat] = np.float32(winners >> seat & 1) / number
        margin[seat] = scores[seat]
    margins(seats, margin)


@rule
def utility(win: float, margin: float) -> float:
    """Return what a player wants: to win, and among equal chances by more."""
    return win + MARGIN_WEIGHT * max(-1.0, min(1.0, margin / MARGIN_SCALE))


def value_of_two(win: float, margin: float) -> float:
    """Return what a position of two is worth to one of them, own utility less the other's, as the exact search counts.

    >>> value_of_two(0.5, 0.0), round(value_of_two(0.75, 10.0), 3)
    (0.0, 0.52)
    """
    return float(utility(win, margin) - utility(1 - win, -margin))
