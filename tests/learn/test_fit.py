"""Fitting: the slopes are right, the loss falls, and a planted rule is found."""

from typing import Any

import numpy as np
import pytest

from azulejo.engine.network import Network, untrained
from azulejo.learn.fit import _loss, fit
from azulejo.learn.selfplay import Examples

FEATURES, STAGES, HIDDEN, SEATS = 5, 3, 4, 4
RULE = np.array([1.4, -0.7, 0.0, 0.9, 0.3])
"""Points for each feature; a network that was never fitted has 1 for the first and 0 for the others."""


def made_up(number: int, seats: int, rule: Any = None, seed: int = 0) -> Examples:
    """Return examples with room for four seats; without a rule, points and winners are random."""
    rng = np.random.default_rng(seed)
    seen = np.zeros((number, SEATS, FEATURES), np.float32)
    seen[:, :seats] = rng.normal(0, 1, (number, seats, FEATURES))
    scores = np.zeros((number, SEATS), np.float32)
    scores[:, :seats] = rng.normal(30, 10, (number, seats)) if rule is None else seen[:, :seats] @ rule
    shares = np.full((number, SEATS), -1, np.float32)
    shares[:, :seats] = scores[:, :seats] == scores[:, :seats].max(axis=1, keepdims=True)
    return Examples(seen, rng.integers(0, STAGES, number).astype(np.int16), scores, shares)


def exact_examples(seats: int) -> Examples:
    found = made_up(30, seats)
    return Examples(
        found.seen.astype(float),
        found.stages,
        found.scores.astype(float),
        found.shares.astype(float),
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", ["first", "first_bias", "second", "direct", "spread"])
def test_slopes_are_those_of_the_loss(name: str, seats: int) -> None:
    rng = np.random.default_rng(seats)
    shapes = {
        "first": (FEATURES, HIDDEN),
        "first_bias": (HIDDEN,),
        "second": (HIDDEN,),
        "direct": (STAGES, FEATURES),
        "spread": (STAGES,),
    }
    weights = {one: rng.normal(0, 0.7, shape) for one, shape in shapes.items()}
    weights["spread"] += 2.0  # so that no chance is as good as 0
    examples, rows, scale = exact_examples(seats), np.arange(30), np.full(FEATURES, 1.5)
    _, slopes = _loss(weights, examples, rows, scale)
    step = 1e-6
    for at in np.ndindex(shapes[name]):
        changed = {one: part.copy() for one, part in weights.items()}
        changed[name][at] += step
        above = _loss(changed, examples, rows, scale)[0]
        changed[name][at] -= 2 * step
        below = _loss(changed, examples, rows, scale)[0]
        assert slopes[name][at] == pytest.approx((above - below) / (2 * step), rel=1e-3, abs=1e-7)


def start() -> Network:
    return untrained(FEATURES, STAGES, HIDDEN, 1.0)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_loss_falls(seats: int) -> None:
    _, losses = fit(start(), made_up(3000, seats, RULE), epochs=40)
    assert len(losses) == 40
    assert losses[-1] < 0.9 * losses[0]
    assert losses[20] < losses[0]


def test_a_planted_rule_is_found() -> None:
    network, _ = fit(start(), made_up(2000, 2, RULE, seed=1), epochs=600)
    fresh = made_up(500, 2, RULE, seed=2)
    hidden = np.maximum(fresh.seen[:, :2] @ network.first + network.first_bias, 0) @ network.second
    worth = hidden + np.einsum("nsf,nf->ns", fresh.seen[:, :2], network.direct[fresh.stages])
    real = fresh.scores[:, 0] - fresh.scores[:, 1]
    found = worth[:, 0] - worth[:, 1]
    assert np.corrcoef(found, real)[0, 1] > 0.98
    assert ((found > 0) == (real > 0)).mean() > 0.97


def test_fitting_on_goes_on_from_what_was_found() -> None:
    examples = made_up(3000, 3, RULE)
    network, losses = fit(start(), examples, epochs=5)
    _, later = fit(network, examples, epochs=1)
    assert later[0] < losses[1]


def test_fitting_is_deterministic_and_leaves_its_start_alone() -> None:
    begin = start()
    before = [part.copy() for part in begin]
    examples = made_up(500, 2)
    one, other = (fit(begin, examples, epochs=2, seed=4)[0] for _ in range(2))
    assert all((left == right).all() for left, right in zip(one, other, strict=True))
    assert all((left == right).all() for left, right in zip(begin, before, strict=True))
    assert any((left != right).any() for left, right in zip(one, begin, strict=True))
    assert all(part.dtype == np.float32 and part.flags.c_contiguous for part in one)
