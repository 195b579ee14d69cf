"""The example of training does what it says; only in `make test-research`, which installs PyTorch."""

import os
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not os.environ.get("AZULEJO_TRAIN"), reason="needs PyTorch: make test-research")


@pytest.fixture(name="example")
def _example(root: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(root / "examples"))
    import train_maskable_ppo  # type: ignore[import-not-found]  # found when the test runs

    yield train_maskable_ppo
    sys.modules.pop("train_maskable_ppo")


def test_a_minute_of_training_beats_random_play(example) -> None:
    model = example.train("azul", 20_000, lively=False)
    assert example.share_of_victories(model, "azul", 100) > 0.65


@pytest.mark.parametrize("game", ["duel", "garden"])
def test_the_other_games_can_be_learnt_from_too(example, game: str) -> None:
    model = example.train(game, 2_048, lively=False)
    assert 0 <= example.share_of_victories(model, game, 4) <= 1
