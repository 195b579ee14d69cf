"""Ratings of all bots from all tables, by maximum likelihood.

The model is Luce's: at a table the chance to win is in proportion to strength, so the logarithm of the odds between
two bots is the difference of their ratings. For two seats it is the model of Bradley and Terry, that of Elo. A
shared victory counts as a share for each. For every table that was played, one more game is assumed in
which all shared the victory: so a bot that never lost has a finite rating.
"""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from azulejo.arena.statistics import ASSUMED_PAIRS, ELO_SCALE

Floats = npt.NDArray[np.float64]

STEPS = 100
"""Newton's method needs about ten."""


@dataclass(frozen=True)
class RatedGame:
    """One game, for the ratings: who sat where, who got how much of the victory, on which deal."""

    players: tuple[int, ...]
    shares: tuple[float, ...]
    deal: Hashable
    """Games with the same deal are not independent."""


@dataclass(frozen=True)
class Rating:
    """A bot's strength in Elo points, and the standard error of its difference from the anchor."""

    elo: float
    error: float


def ratings(games: Sequence[RatedGame], bots: int, anchor: int = 0) -> list[Rating | None]:
    """Return the ratings of bots 0, 1, ...; the anchor has 0, and whoever is not connected with it has None.

    The standard errors come from how the results of deals scatter around what the ratings predict (the
    robust or "sandwich" estimate), not from the model's own idea of the scatter; only a few pairs of independent games
    per table are assumed, so that a short match does not look like certainty.
    """
    tables = sorted({tuple(sorted(game.players)) for game in games})
    connected = _connected(tables, anchor)
    rated = sorted(connected - {anchor})
    if not rated:
        return [Rating(0.0, 0.0) if bot == anchor else None for bot in range(bots)]
    counted = [game for game in games if connected.issuperset(game.players)]
    counted += [
        RatedGame(table, tuple(1 / len(table) for _ in table), ("assumed", table))
        for table in tables
        if connected.issuperset(table)
    ]
    strengths = _most_likely(counted, bots, rated)
    covariance = _covariance(counted, strengths, rated)
    found: list[Rating | None] = [None] * bots
    found[anchor] = Rating(0.0, 0.0)
    for place, bot in enumerate(rated):
        variance = max(0.0, float(covariance[place, place]))  # rounding may push a zero below zero
        found[bot] = Rating(ELO_SCALE * float(strengths[bot]), ELO_SCALE * math.sqrt(variance))
    return found


def _connected(tables: Sequence[tuple[int, ...]], anchor: int) -> set[int]:
    """Return the bots that played the anchor, or those who did, and so on."""
    found = {anchor}
    while True:
        more = {bot for table in tables if found.intersection(table) for bot in table} - found
        if not more:
            return found
        found |= more


def _most_likely(games: Sequence[RatedGame], bots: int, rated: Sequence[int]) -> Floats:
    """Climb to the top of the likelihood, which has only one."""
    grouped: dict[tuple[int, ...], Floats] = {}
    numbers: dict[tuple[int, ...], int] = {}
    for game in games:
        won = grouped.setdefault(tuple(sorted(game.players)), np.zeros(bots))
        for bot, share in zip(game.players, game.shares, strict=True):
            won[bot] += share
        numbers[tuple(sorted(game.players))] = numbers.get(tuple(sorted(game.players)), 0) + 1
    strengths = np.zeros(bots)
    for _ in range(STEPS):
        slope, bend = np.zeros(bots), np.zeros((bots, bots))
        for table, won in grouped.items():
            chances = _chances(table, strengths)
            slope += won - numbers[table] * chances
            bend += numbers[table] * (np.diag(chances) - np.outer(chances, chances))
        step = np.zeros(bots)
        step[rated] = np.linalg.solve(bend[np.ix_(rated, rated)], slope[rated])
        strengths += step * min(1.0, 2.0 / max(1e-12, float(np.abs(step).max())))
        if np.abs(step).max() < 1e-10:
            break
    return strengths


def _chances(players: Sequence[int], strengths: Floats) -> Floats:
    """Return the chance of every bot to win at a table, of all its copies together."""
    chances = np.zeros_like(strengths)
    odds = np.exp(strengths[list(players)] - strengths[list(players)].max())
    np.add.at(chances, list(players), odds / odds.sum())
    return chances


def _covariance(games: Sequence[RatedGame], strengths: Floats, rated: Sequence[int]) -> Floats:
    bots = len(strengths)
    bend = np.zeros((bots, bots))
    slopes: dict[Hashable, Floats] = {}
    for game in games:
        chances = _chances(game.players, strengths)
        bend += np.diag(chances) - np.outer(chances, chances)
        won = np.zeros(bots)
        np.add.at(won, list(game.players), list(game.shares))
        slope = slopes.setdefault(game.deal, np.zeros(bots))
        slope += won - chances
    scatter = sum((np.outer(slope, slope) for slope in slopes.values()), start=np.zeros((bots, bots)))
    for table in {tuple(sorted(game.players)) for game in games}:
        chances = _chances(table, strengths)
        scatter += ASSUMED_PAIRS * len(table) * (np.diag(chances) - np.outer(chances, chances))
    scatter *= len(slopes) / max(len(slopes) - len(rated) + ASSUMED_PAIRS, 1)
    inverse = np.linalg.inv(bend[np.ix_(rated, rated)])
    covariance: Floats = inverse @ scatter[np.ix_(rated, rated)] @ inverse
    return covariance
