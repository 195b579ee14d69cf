"""Scores, Elo differences and the sequential test: known numbers, and what they promise on simulated matches."""

import math
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from azulejo.arena.statistics import (
    Interval,
    Sprt,
    SprtRun,
    elo,
    elo_interval,
    expected_score,
    log_likelihood_ratio,
    mean_interval,
    run_sprt,
    score_interval,
    standard_error,
    student_quantile,
)

# ---------------------------------------------------------------- Elo


def test_elo_differences_are_those_of_the_known_table() -> None:
    for score, difference in ((0.5, 0), (0.64, 100), (0.76, 200), (0.85, 301), (0.909090909, 400), (0.24, -200)):
        assert elo(score) == pytest.approx(difference, abs=0.7)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_elo_and_expected_score_are_each_others_inverse(seats: int) -> None:
    assert elo(1 / seats, seats) == pytest.approx(0)
    for difference in (-350.0, -10.0, 0.0, 72.5, 800.0):
        assert elo(expected_score(difference, seats), seats) == pytest.approx(difference)


def test_four_times_the_strength_of_two_equals_wins_two_of_three() -> None:
    """Strengths 4, 1 and 1: the chance to win is in proportion."""
    assert expected_score(400 * math.log10(4), seats=3) == pytest.approx(4 / 6)


def test_the_elo_of_a_clean_sheet_is_infinite_upwards_only() -> None:
    found = elo_interval(score_interval([1.0] * 20))
    assert found.value == found.high == math.inf
    assert 200 < found.low < 600


# ---------------------------------------------------------------- intervals


def test_the_interval_of_independent_games_is_wilsons() -> None:
    """60 of 100 games, in pairs whose scatter is exactly that of independent games."""
    pairs = [1.0] * 18 + [0.5] * 24 + [0.0] * 8
    found = score_interval(pairs)
    assert found.value == 0.6
    assert (found.low, found.high) == pytest.approx((0.502, 0.691), abs=0.006)


def test_no_loss_in_twenty_games_proves_84_percent_as_wilson_says() -> None:
    found = score_interval([1.0] * 10)
    assert found.value == found.high == 1.0
    assert found.low == pytest.approx(0.8389, abs=1e-4)


def test_nothing_played_proves_nothing() -> None:
    assert score_interval([]) == Interval(0.5, 0.0, 1.0)


def test_splitting_every_pair_is_more_certain_than_winning_half_of_the_pairs() -> None:
    split, clean = score_interval([0.5] * 100), score_interval([0.0, 1.0] * 50)
    assert split.value == clean.value == 0.5
    assert split.high - split.low < 0.03
    assert clean.high - clean.low == pytest.approx(0.194, abs=0.01)


def test_the_interval_is_the_same_from_the_other_side() -> None:
    pairs = [1.0, 0.5, 0.75, 0.0, 1.0, 1.0, 0.5]
    one, other = score_interval(pairs), score_interval([1 - pair for pair in pairs])
    assert (one.low, one.high) == pytest.approx((1 - other.high, 1 - other.low))


def test_students_distribution_is_that_of_the_tables() -> None:
    for freedom, quantile in ((1, 12.706), (3, 3.182), (4, 2.776), (9, 2.262), (29, 2.045), (120, 1.980)):
        assert student_quantile(freedom) == pytest.approx(quantile, abs=6e-4)
    assert student_quantile(10, 0.99) == pytest.approx(3.169, abs=6e-4)


def test_the_interval_of_a_margin_is_students() -> None:
    found = mean_interval([10.0, 14.0, 12.0, 16.0])
    assert found.value == 13.0
    assert standard_error([10.0, 14.0, 12.0, 16.0]) == pytest.approx(math.sqrt(20 / 3 / 4))
    assert found.high - found.value == pytest.approx(3.1824 * math.sqrt(20 / 3 / 4), abs=1e-3)
    assert mean_interval([3.0]) == Interval(3.0, -math.inf, math.inf)
    assert math.isnan(mean_interval([]).value)


def independent(rng: np.random.Generator, score: float) -> float:
    return float(np.sum(rng.random(2) < score)) / 2


def decided_by_luck(rng: np.random.Generator, score: float) -> float:
    """Often the deal decides, and each side wins once."""
    luck = min(0.3, 1.8 * (1 - score))
    return 0.5 if rng.random() < luck else independent(rng, (score - luck / 2) / (1 - luck))


def decided_by_style(rng: np.random.Generator, score: float) -> float:
    """Some deals suit one side in whichever seat."""
    first = rng.random() < score
    second = first if rng.random() < 0.5 else rng.random() < score
    return (float(first) + float(second)) / 2


@pytest.mark.parametrize("pair", [independent, decided_by_luck, decided_by_style])
@pytest.mark.parametrize("score", [0.5, 0.75, 0.9, 0.97])
@pytest.mark.parametrize("pairs", [20, 100])
def test_the_interval_holds_the_truth_as_often_as_it_says(
    pair: Callable[[np.random.Generator, float], float], score: float, pairs: int
) -> None:
    """95 times of 100, whatever ties the games of a pair together; a few times fewer where hardly any game is lost."""
    rng = np.random.default_rng(20)
    matches = 600
    found = [score_interval([pair(rng, score) for _ in range(pairs)]) for _ in range(matches)]
    held = sum(one.low <= score <= one.high for one in found) / matches
    assert 0.91 < held < 0.995


def test_games_taken_for_independent_would_be_wrong() -> None:
    """The simulation can fail: with pairs split into single games the interval is too narrow."""
    rng = np.random.default_rng(21)
    held = 0
    for _ in range(400):
        scores = [1.0 if rng.random() < 0.5 else 0.0 for _ in range(100)]  # both games of a pair go alike
        found = score_interval([score for score in scores for _ in range(2)], games_in_pair=1)
        held += found.low <= 0.5 <= found.high
    assert held / 400 < 0.90


# ---------------------------------------------------------------- sequential test


def test_with_victories_and_defeats_alone_the_ratio_is_walds() -> None:
    counts = {0.0: 41, 1.0: 59}
    wald = 59 * math.log(0.6 / 0.5) + 41 * math.log(0.4 / 0.5)
    assert log_likelihood_ratio(counts, 0.5, 0.6) == pytest.approx(wald, rel=1e-9)


def test_close_hypotheses_give_the_ratio_of_the_normal_distribution() -> None:
    counts = {0.0: 1000, 0.25: 2100, 0.5: 3900, 0.75: 2200, 1.0: 1100}
    total = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / total
    variance = sum((value - mean) ** 2 * count for value, count in counts.items()) / total
    score0, score1 = 0.5, expected_score(5)
    normal = total * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance)
    assert log_likelihood_ratio(counts, score0, score1) == pytest.approx(normal, rel=0.01)


def test_the_ratio_changes_its_sign_with_the_sides() -> None:
    counts = {0.0: 10, 0.5: 30, 1.0: 20}
    mirrored = {1 - value: count for value, count in counts.items()}
    assert log_likelihood_ratio(counts, 0.45, 0.55) == pytest.approx(-log_likelihood_ratio(mirrored, 0.45, 0.55))


def test_nothing_seen_says_nothing_and_one_sided_results_stay_finite() -> None:
    assert log_likelihood_ratio({}, 0.5, 0.55) == pytest.approx(0, abs=1e-4)
    one = log_likelihood_ratio({1.0: 1}, 0.5, 0.55)
    assert one == pytest.approx(math.log(0.55 / 0.5), abs=0.01)


def test_the_limits_are_walds() -> None:
    test = Sprt(0, 10)
    assert (test.lower, test.upper) == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt(0, 10, alpha=0.01, beta=0.1).upper == pytest.approx(math.log(90))
    assert [test.decision(ratio) for ratio in (-3.0, -2.9, 2.9, 3.0)] == [0, None, None, 1]


def test_the_test_stops_at_the_decision_and_stays_there() -> None:
    run = SprtRun(Sprt(0, 50))
    for _ in range(500):
        run.add(1.0)
    assert run.accepted == 1
    assert run.pairs < 60
    assert run.verdict == run_sprt(Sprt(0, 50), iter([1.0] * 500))
    undecided = run_sprt(Sprt(0, 50), [0.5] * 3)
    assert (undecided.accepted, undecided.pairs) == (None, 3)


def _pairs(rng: np.random.Generator, difference: float) -> Iterator[float]:
    while True:
        yield decided_by_luck(rng, expected_score(difference))


@pytest.mark.parametrize(("truth", "accepted"), [(0.0, 0), (80.0, 1)])
def test_the_test_errs_as_rarely_as_it_says(truth: float, accepted: int) -> None:
    """At most 5 times of 100; 120 tests on pairs whose games are not independent."""
    rng = np.random.default_rng(22)
    verdicts = [run_sprt(Sprt(0, 80), _pairs(rng, truth)) for _ in range(120)]
    found = Counter(verdict.accepted for verdict in verdicts)
    assert found[accepted] >= 108
    assert 20 < np.mean([verdict.pairs for verdict in verdicts]) < 120


def test_halfway_between_the_hypotheses_either_may_be_accepted() -> None:
    rng = np.random.default_rng(23)
    found = Counter(run_sprt(Sprt(0, 120), _pairs(rng, 60.0)).accepted for _ in range(60))
    assert min(found[0], found[1]) >= 15
