"""The network's arithmetic in vectors gives what plain NumPy gives."""

from typing import Any

import numpy as np
import pytest

from azulejo.engine.layer import BLOCK, worth_of
from azulejo.engine.network import Network, load, save
from azulejo.kernel.rule import rule


@rule
def compiled_worth(seen: Any, network: Any) -> float:
    return worth_of(seen, network.direct[1], network.first, network.first_bias, network.second)


def some_network(inputs: int, width: int, seed: int) -> Network:
    rng = np.random.default_rng(seed)
    shapes = {
        "first": (inputs, width),
        "first_bias": (width,),
        "second": (width,),
        "direct": (2, inputs),
        "spread": (2,),
    }
    return Network(**{name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()})


@pytest.mark.parametrize("inputs", [1, 7, 71])
@pytest.mark.parametrize("width", [BLOCK, 3 * BLOCK])
def test_compiled_and_plain_agree(inputs: int, width: int) -> None:
    for seed in range(20):
        rng, network = np.random.default_rng(1000 + seed), some_network(inputs, width, seed)
        seen = (rng.normal(size=inputs + 3) * (rng.random(inputs + 3) < 0.5)).astype(np.float32)
        used = seen[:inputs].astype(float)
        hidden = np.maximum(used @ network.first + network.first_bias, 0)
        wanted = used @ network.direct[1] + hidden @ network.second
        arguments = (seen, network.direct[1], network.first, network.first_bias, network.second)
        assert worth_of(*arguments) == pytest.approx(wanted, abs=1e-3)
        assert compiled_worth(seen, network) == pytest.approx(wanted, abs=1e-3)


def test_units_that_fill_a_block_change_nothing(tmp_path: Any) -> None:
    network = some_network(5, 20, 0)
    save(network, tmp_path / "odd.npz")
    filled = load(tmp_path / "odd.npz")
    assert filled.first.shape == (5, BLOCK)
    seen = np.arange(5, dtype=np.float32)
    hidden = np.maximum(seen @ network.first + network.first_bias, 0)
    wanted = seen @ network.direct[1] + hidden @ network.second
    assert compiled_worth(seen, filled) == pytest.approx(float(wanted), abs=1e-3)
