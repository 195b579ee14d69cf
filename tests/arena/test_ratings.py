"""Ratings: known numbers, and what they promise on simulated tournaments."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from azulejo.arena.ratings import RatedGame, Rating, ratings
from azulejo.arena.statistics import ELO_SCALE, elo


def rated(found: Sequence[Rating | None], bot: int) -> Rating:
    rating = found[bot]
    assert rating is not None
    return rating


def duels(one: int, other: int, won: int, lost: int, shared: int = 0) -> list[RatedGame]:
    results = [(1.0, 0.0)] * won + [(0.0, 1.0)] * lost + [(0.5, 0.5)] * shared
    return [RatedGame((one, other), result, (one, other, number)) for number, result in enumerate(results)]


def test_between_two_bots_the_rating_is_the_elo_of_the_score_with_one_shared_game_more() -> None:
    found = ratings(duels(0, 1, 74, 24, 1), 2, anchor=1)
    assert rated(found, 0).elo == pytest.approx(elo(75 / 100))
    assert rated(found, 1) == Rating(0, 0)


def test_the_error_for_independent_games_is_that_of_the_textbook() -> None:
    """1 / sqrt(n p (1 - p)), in units of the logarithm of the odds."""
    found = ratings(duels(0, 1, 299, 100), 2, anchor=1)
    assert rated(found, 0).error == pytest.approx(ELO_SCALE / math.sqrt(400 * 0.75 * 0.25), rel=0.02)


def test_two_games_on_one_deal_that_go_alike_count_as_one() -> None:
    single = duels(0, 1, 60, 40)
    double = [game for game in single for _ in range(2)]
    error, same = (rated(ratings(games, 2, anchor=1), 0).error for games in (single, double))
    assert same == pytest.approx(error, rel=0.03)


def test_pairs_that_are_split_leave_little_doubt() -> None:
    split = [RatedGame((0, 1), result, deal) for deal in range(100) for result in ((1.0, 0.0), (0.0, 1.0))]
    assert rated(ratings(split, 2, anchor=1), 0).elo == pytest.approx(0)
    assert rated(ratings(split, 2, anchor=1), 0).error < 5
    assert rated(ratings(split[:6], 2, anchor=1), 0).error > 50


def test_the_anchor_only_moves_the_zero() -> None:
    games = duels(0, 1, 30, 10) + duels(1, 2, 25, 15) + duels(0, 2, 35, 5)
    low, high = ratings(games, 3, anchor=2), ratings(games, 3, anchor=0)
    assert rated(high, 0) == Rating(0, 0)
    for bot in range(3):
        assert rated(low, bot).elo - rated(low, 0).elo == pytest.approx(rated(high, bot).elo)
    assert rated(low, 0).error == pytest.approx(rated(high, 2).error)


def test_ratings_reach_those_who_never_met() -> None:
    found = ratings(duels(0, 1, 75, 25) + duels(1, 2, 75, 25), 3, anchor=2)
    assert rated(found, 0).elo == pytest.approx(2 * rated(found, 1).elo)
    assert rated(found, 0).error > rated(found, 1).error


def test_who_is_not_connected_with_the_anchor_has_no_rating() -> None:
    found = ratings(duels(0, 1, 5, 5) + duels(2, 3, 9, 1), 5, anchor=0)
    assert [rating is None for rating in found] == [False, False, True, True, True]


def test_without_games_there_is_only_the_anchor() -> None:
    assert ratings([], 2, anchor=1) == [None, Rating(0.0, 0.0)]


def test_who_never_lost_has_a_finite_rating_and_a_large_error() -> None:
    found = rated(ratings(duels(0, 1, 200, 0), 2, anchor=1), 0)
    assert found.elo == pytest.approx(elo(200.5 / 201))
    assert found.error > 100


def test_at_a_table_of_three_a_fair_share_is_a_third() -> None:
    shares = [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
    equal = [RatedGame((0, 1, 1), share, deal) for deal in range(30) for share in shares]
    assert rated(ratings(equal, 2, anchor=1), 0).elo == pytest.approx(0, abs=1e-6)
    better = [RatedGame((0, 1, 1), shares[0 if deal % 3 else 1], deal) for deal in range(300)]
    assert rated(ratings(better, 2, anchor=1), 0).elo == pytest.approx(elo(2 / 3, seats=3), abs=2)


def test_a_tournament_gives_back_the_strengths_and_the_errors_hold() -> None:
    """60 deals, three bots, games on one deal tied together: the truth lies within 1.96 errors 95 times of 100."""
    rng = np.random.default_rng(24)
    truth = np.array([300.0, 150.0, 0.0]) / ELO_SCALE
    estimates, held = [], 0
    tournaments = 120
    for _ in range(tournaments):
        found = ratings(_tournament(rng, truth, 60), 3, anchor=2)
        estimates.append(rated(found, 0).elo)
        held += sum(
            abs(rated(found, bot).elo - truth[bot] * ELO_SCALE) < 1.96 * rated(found, bot).error for bot in (0, 1)
        )
    assert np.mean(estimates) == pytest.approx(300, abs=12)
    assert 0.90 < held / 2 / tournaments < 0.99


def _tournament(rng: np.random.Generator, truth: np.ndarray, deals: int) -> list[RatedGame]:
    games = []
    for deal in range(deals):
        luck = rng.random()
        for players in ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)):
            chance = 1 / (1 + math.exp(truth[players[1]] - truth[players[0]]))
            won = (luck if rng.random() < 0.5 else rng.random()) < chance
            games.append(RatedGame(players, (1.0, 0.0) if won else (0.0, 1.0), deal))
    return games


def test_shared_victories_at_a_table_of_four_count_as_shares() -> None:
    both = [RatedGame((0, 1, 2, 3), (0.5, 0.5, 0.0, 0.0), deal) for deal in range(40)]
    each = [
        RatedGame((0, 1, 2, 3), (1.0, 0.0, 0.0, 0.0) if deal % 2 else (0.0, 1.0, 0.0, 0.0), deal) for deal in range(40)
    ]
    one, other = ratings(both, 4, anchor=3), ratings(each, 4, anchor=3)
    assert rated(one, 0).elo == pytest.approx(rated(other, 0).elo)
    assert rated(one, 0).elo == pytest.approx(rated(one, 1).elo)
    assert rated(one, 0).elo > 300
