"""What results prove: scores with intervals, Elo differences, the sequential test.

Pure functions. The unit of all of them is the *pair*: the games on one deal, with every seat taken once by
each side. The games of a pair share their luck, so they are not independent and must not be counted as if
they were; pairs are. A score is the share of victories: 1 for a victory, 1/2 for one shared by two, 0 otherwise.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean

CONFIDENCE = 0.95
"""How often an interval should hold the truth."""

ELO_SCALE = 400 / math.log(10)
"""Elo points in one unit of the natural logarithm of the odds."""


@dataclass(frozen=True)
class Interval:
    """An estimate with the limits between which the truth probably lies."""

    value: float
    low: float
    high: float


# ---------------------------------------------------------------- scores


def normal_quantile(confidence: float = CONFIDENCE) -> float:
    """Return how many standard errors an interval reaches to each side.

    >>> round(normal_quantile(0.95), 3)
    1.96
    """
    return NormalDist().inv_cdf((1 + confidence) / 2)


def score_interval(pairs: Sequence[float], games_in_pair: int = 2, confidence: float = CONFIDENCE) -> Interval:
    """Return the mean of the pairs' scores, each between 0 and 1, with its interval.

    It is Wilson's interval for a proportion, for as many independent games as the scatter of the pairs shows them
    to be worth. As long as few games went the other way the scatter says little, and they count as independent.

    >>> score_interval([1.0, 0.5, 0.5, 1.0]).value
    0.75
    """
    if not pairs:
        return Interval(0.5, 0.0, 1.0)
    number, mean = len(pairs), fmean(pairs)
    z = normal_quantile(confidence)
    games = number * games_in_pair
    assumed = ASSUMED_PAIRS / 4 / games_in_pair  # that is ASSUMED_PAIRS pairs of independent games between equals
    scatter = sum((pair - mean) ** 2 for pair in pairs)
    independent = (number - 1) * mean * (1 - mean) / games_in_pair
    worth = games * (independent + assumed) / (scatter + assumed)
    centre = (mean + z * z / (2 * worth)) / (1 + z * z / worth)
    reach = z / (1 + z * z / worth) * math.sqrt(mean * (1 - mean) / worth + z * z / (4 * worth * worth))
    return Interval(mean, max(0.0, min(centre - reach, mean)), min(1.0, max(centre + reach, mean)))


ASSUMED_PAIRS = 2
"""So many pairs of independent games count when it is estimated what a pair is worth."""


def mean_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """Return the mean of any numbers, one for each pair, with its interval; infinite for fewer than two.

    >>> mean_interval([1.0, 3.0]).value
    2.0
    """
    if not values:
        return Interval(math.nan, -math.inf, math.inf)
    mean = fmean(values)
    if len(values) < 2:
        return Interval(mean, -math.inf, math.inf)
    reach = student_quantile(len(values) - 1, confidence) * standard_error(values)
    return Interval(mean, mean - reach, mean + reach)


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of at least two numbers."""
    mean, number = fmean(values), len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / (number - 1) / number)


def student_quantile(freedom: int, confidence: float = CONFIDENCE) -> float:
    """Return the quantile of Student's distribution for a two-sided interval (Hill's formula, Algorithm 396).

    >>> [round(student_quantile(freedom), 3) for freedom in (1, 2, 5, 30)]
    [12.706, 4.303, 2.571, 2.042]
    """
    tail = 1 - confidence
    if freedom == 1:
        return 1 / math.tan(tail * math.pi / 2)
    if freedom == 2:
        return math.sqrt(2 / (tail * (2 - tail)) - 2)
    a = 1 / (freedom - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * math.sqrt(a * math.pi / 2) * freedom
    y = (d * tail) ** (2 / freedom)
    if y > 0.05 + a:
        x = -normal_quantile(confidence)
        y = x * x
        if freedom < 5:
            c += 0.3 * (freedom - 4.5) * (x + 0.6)
        c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = math.expm1(a * y * y)
    else:
        y = (
            1 / (((freedom + 6) / (freedom * y) - 0.089 * d - 0.822) * (freedom + 2) * 3) + 0.5 / (freedom + 4)
        ) * y - 1
        y = y * (freedom + 1) / (freedom + 2) + 1 / ((d * tail) ** (2 / freedom))
    return math.sqrt(freedom * y)


# ---------------------------------------------------------------- Elo


def elo(score: float, seats: int = 2) -> float:
    """Return the Elo difference at which one side gets this share of victories against ``seats - 1`` equals.

    >>> round(elo(0.75)), round(elo(1 / 3, seats=3)), elo(1.0)
    (191, 0, inf)
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return ELO_SCALE * math.log(score * (seats - 1) / (1 - score))


def expected_score(difference: float, seats: int = 2) -> float:
    """Return the share of victories to expect at an Elo difference: the inverse of :func:`elo`.

    >>> round(expected_score(191), 2), expected_score(0, seats=4)
    (0.75, 0.25)
    """
    return 1 / (1 + (seats - 1) * math.exp(-difference / ELO_SCALE))


def elo_interval(score: Interval, seats: int = 2) -> Interval:
    """Return the Elo difference that belongs to a score; it is infinite where the score is 0 or 1."""
    return Interval(elo(score.value, seats), elo(score.low, seats), elo(score.high, seats))


# ---------------------------------------------------------------- sequential test


@dataclass(frozen=True)
class Sprt:
    """A sequential test between two Elo differences; it stops as soon as the pairs played decide."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often it may accept the second when the first is true."""
    beta: float = 0.05
    """How often it may accept the first when the second is true."""

    @property
    def lower(self) -> float:
        """The log likelihood ratio at which the first is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log likelihood ratio at which the second is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Mapping[float, int], seats: int = 2) -> float:
        """Return the log likelihood ratio of the second against the first, from how often each pair score occurred."""
        return log_likelihood_ratio(counts, expected_score(self.elo0, seats), expected_score(self.elo1, seats))

    def decision(self, ratio: float) -> int | None:
        """Return which is accepted, 0 or 1, or None while nothing is decided."""
        if ratio <= self.lower:
            return 0
        return 1 if ratio >= self.upper else None


@dataclass(frozen=True)
class Verdict:
    """How far a sequential test has come."""

    pairs: int
    """How many pairs were looked at; those after the decision are not."""
    ratio: float
    accepted: int | None


class SprtRun:
    """A sequential test under way."""

    def __init__(self, test: Sprt, seats: int = 2) -> None:
        self.test = test
        self.seats = seats
        self.pairs = 0
        self.ratio = 0.0
        self.accepted: int | None = None
        self._counts: Counter[float] = Counter()

    def add(self, pair: float) -> None:
        """Look at one more pair, unless the test has already decided."""
        if self.accepted is None:
            self._counts[pair] += 1
            self.pairs += 1
            self.ratio = self.test.ratio(self._counts, self.seats)
            self.accepted = self.test.decision(self.ratio)

    @property
    def verdict(self) -> Verdict:
        """How far it has come."""
        return Verdict(self.pairs, self.ratio, self.accepted)


def run_sprt(test: Sprt, pairs: Iterable[float], seats: int = 2) -> Verdict:
    """Look at pairs one after the other, in the order in which they were drawn up, until the test decides."""
    run = SprtRun(test, seats)
    for pair in pairs:
        run.add(pair)
        if run.accepted is not None:
            break
    return run.verdict


UNSEEN = 1e-3
"""How often each possible extreme counts as seen, so that both hypotheses stay possible."""


def log_likelihood_ratio(counts: Mapping[float, int], score0: float, score1: float) -> float:
    """Return the log likelihood ratio of mean score 1 against mean score 0 for pair scores between 0 and 1.

    This is the generalised ratio: for either mean the most likely distribution with that mean is taken, whatever
    its shape. So it needs no model of how the games of a pair hang together.
    """
    seen = {value: float(count) for value, count in counts.items() if count}
    for extreme in (0.0, 1.0):
        seen.setdefault(extreme, UNSEEN)
    total = sum(seen.values())
    tilt0, tilt1 = (_tilt(seen, total, score) for score in (score0, score1))
    return sum(
        count * (math.log1p(tilt0 * (value - score0)) - math.log1p(tilt1 * (value - score1)))
        for value, count in seen.items()
    )


def _tilt(seen: Mapping[float, float], total: float, score: float) -> float:
    """Return the t for which the weights ``count / (total * (1 + t * (value - score)))`` have the mean ``score``.

    That is where the sum of ``count * (value - score) / (1 + t * (value - score))`` crosses zero, going down.
    """
    low, high = -1 / (1 - score), 1 / score  # all weights are positive between these
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if sum(count * (value - score) / (1 + middle * (value - score)) for value, count in seen.items()) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
