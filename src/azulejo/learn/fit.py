"""Fitting a network to examples, with NumPy alone."""

from typing import Any

import numpy as np

from azulejo.engine.network import Network
from azulejo.learn.selfplay import Examples

__all__ = ["fit"]

MARGIN_PART = 0.3
"""How much the error of the margin counts beside that of the winner."""
MARGIN_UNIT = 15.0
"""Points: the spread of a game's margin between equals."""
BATCH = 2048
RATE = 2e-3
DECAY = 1e-4
LEAST_SPREAD = 1.0


def fit(
    network: Network,
    examples: Examples,
    epochs: int,
    seed: int = 0,
) -> tuple[Network, list[float]]:
    """Return a network fitted to examples by gradient descent (Adam), starting from another, and the losses.

    >>> from azulejo.engine.knowledge import knowledge
    >>> from azulejo.learn.selfplay import self_play
    >>> network = knowledge("azul").untrained()
    >>> few = {"seats": 2, "options": {}, "games": 1, "judgements": 10, "keep": 1.0}
    >>> fitted, losses = fit(network, self_play("azul", network, **few, first=1, threads=1), epochs=3)
    >>> len(losses), fitted.first.shape == network.first.shape
    (3, True)
    """
    rng = np.random.default_rng(seed)
    scale = np.sqrt((examples.seen**2).mean(axis=(0, 1))) + 1e-3
    first = network.first * scale[:, None]
    if not network.second.any():  # never fitted: begin with small random units
        first = rng.normal(0, 1 / np.sqrt(len(scale)), first.shape)
        second = rng.normal(0, 0.5, network.second.shape)
    else:
        second = network.second.astype(float)
    weights = {
        "first": first.astype(np.float32),
        "first_bias": network.first_bias.astype(np.float32),
        "second": second.astype(np.float32),
        "direct": (network.direct * scale).astype(np.float32),
        "spread": np.log(np.maximum(network.spread, LEAST_SPREAD)).astype(np.float32),
    }
    moments = {name: (np.zeros_like(part), np.zeros_like(part)) for name, part in weights.items()}
    steps, total = 0, epochs * -(-len(examples.stages) // BATCH)
    means = []
    for _ in range(epochs):
        order = rng.permutation(len(examples.stages))
        losses = []
        for at in range(0, len(order), BATCH):
            loss, slopes = _loss(weights, examples, order[at : at + BATCH], scale)
            losses.append(loss)
            rate = RATE * 0.5 * (1 + np.cos(np.pi * steps / total))  # falls from the first step to the last
            steps += 1
            for name, slope in slopes.items():
                _step(weights[name], slope, moments[name], rate, steps)
        means.append(float(np.mean(losses)))
    fitted = Network(
        np.ascontiguousarray(weights["first"] / scale[:, None], np.float32),
        weights["first_bias"],
        weights["second"],
        np.ascontiguousarray(weights["direct"] / scale, np.float32),
        np.exp(weights["spread"]).astype(np.float32),
    )
    return fitted, means


def _loss(weights: dict[str, Any], examples: Examples, rows: Any, scale: Any) -> tuple[float, dict[str, Any]]:
    """Return the mean loss of some examples, and its slopes."""
    x = examples.seen[rows] / scale
    stages, shares, scores = examples.stages[rows], examples.shares[rows], examples.scores[rows]
    there = shares >= 0
    number = len(rows)
    raw = x @ weights["first"] + weights["first_bias"]
    hidden = np.maximum(raw, 0)
    worth = hidden @ weights["second"] + np.einsum("nsf,nf->ns", x, weights["direct"][stages])
    spread = np.exp(weights["spread"])[stages][:, None]
    logits = np.where(there, worth / spread, -1e9)
    logits -= logits.max(axis=1, keepdims=True)
    chance = np.exp(logits)
    chance /= chance.sum(axis=1, keepdims=True)
    target = np.where(there, shares, 0)
    entropy = -(target * np.log(chance + 1e-9)).sum() / number
    seats = there.sum(axis=1, keepdims=True)
    lead = np.where(there, worth - np.where(there, worth, 0).sum(axis=1, keepdims=True) / seats, 0)
    final = np.where(there, scores - np.where(there, scores, 0).sum(axis=1, keepdims=True) / seats, 0)
    error = (lead - final) / MARGIN_UNIT
    loss = entropy + MARGIN_PART * (error**2).sum() / number
    d_logits = (chance - target) / number
    d_lead = np.where(there, 2 * MARGIN_PART * error / MARGIN_UNIT / number, 0)
    d_worth = d_logits / spread + d_lead - np.where(there, d_lead.sum(axis=1, keepdims=True) / seats, 0)
    d_hidden = d_worth[:, :, None] * weights["second"] * (raw > 0)
    flat, d_flat = x.reshape(-1, x.shape[2]), d_hidden.reshape(-1, d_hidden.shape[2])
    direct = np.zeros_like(weights["direct"])
    np.add.at(direct, stages, np.einsum("nsf,ns->nf", x, d_worth))
    d_spread = np.zeros_like(weights["spread"])
    np.add.at(d_spread, stages, -(d_logits * np.where(there, worth / spread, 0)).sum(axis=1))
    return float(loss), {
        "first": flat.T @ d_flat,
        "first_bias": d_flat.sum(axis=0),
        "second": np.einsum("nsh,ns->h", hidden, d_worth),
        "direct": direct,
        "spread": d_spread,
    }


def _step(part: Any, slope: Any, moments: Any, rate: float, steps: int) -> None:
    """Change some weights a little, in place."""
    mean, square = moments
    mean += 0.1 * (slope - mean)
    square += 0.001 * (slope * slope - square)
    change = (mean / (1 - 0.9**steps)) / (np.sqrt(square / (1 - 0.999**steps)) + 1e-8)
    part -= rate * (change + DECAY * part)
