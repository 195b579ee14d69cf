"""Fitting straight weights to searches: it finds weights that are there to be found."""

import numpy as np
import pytest

from azulejo.engine.knowledge import knowledge
from azulejo.engine.network import Network
from tools.fit_offer import Searched, fit, value_of_lead, worth


def some_positions(network: Network, number: int) -> Searched:
    rng = np.random.default_rng(1)
    own, other = (rng.normal(size=(number, len(network.first))).astype(np.float32) for _ in range(2))
    stages = rng.integers(0, len(network.spread), number)
    lead = worth(network, own, stages) - worth(network, other, stages)
    return Searched(own, other, stages, value_of_lead(lead, network.spread[stages]))


def test_hidden_weights_are_found_again() -> None:
    network = knowledge("azul").untrained()
    network.direct[:, -3:] = [2.0, -1.0, 0.5]
    searched = some_positions(network, 4000)
    fitted, before, after = fit(network, searched, len(network.first) - 3)
    assert after < before / 100
    assert fitted.direct[:, -3:] == pytest.approx(network.direct[:, -3:], abs=0.1)
    assert (fitted.direct[:, :-3] == network.direct[:, :-3]).all()
    assert (fitted.first == network.first).all()


def test_positions_kept_apart_tell_when_there_is_nothing_to_find() -> None:
    network = knowledge("azul").untrained()
    searched = some_positions(network, 4000)
    _, before, after = fit(network, searched, len(network.first) - 3)
    assert before < 1e-6
    assert after < 1e-4
