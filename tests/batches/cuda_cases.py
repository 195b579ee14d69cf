"""Games on a graphics card play move for move as on the processor.

Not collected by itself: test_cuda.py runs it in Numba's simulator, and `make test-gpu` on a card, with larger sizes.
"""

import pickle
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejo.batches.batch import Batch
from azulejo.batches.card import cuda
from azulejo.batches.cuda import CudaBatch, is_simulated, play_random_games
from azulejo.batches.measure_cuda import COMPARED, batch_differences, playout_differences
from azulejo.games import names, rulebook
from azulejo.texts.errors import BadOption, IllegalMove, InvalidMove
from tests.envs.helpers import NAMES, WAYS

pytestmark = pytest.mark.filterwarnings("ignore:.*Grid size")  # few games do not fill a card

GAMES, STEPS, PLAYOUTS = (2, 5, 1) if is_simulated() else (700, 200, 2000)


def here(array):
    """The array as one of NumPy's."""
    return array.copy_to_host()


def snapshot(batch):
    return {name: here(getattr(batch, name)).tobytes() for name in COMPARED}


@pytest.mark.parametrize(("name", "case"), WAYS, ids=NAMES)
def test_a_batch_plays_as_on_the_processor(name, case):
    assert batch_differences(name, case.seats, dict(case.options), GAMES, STEPS) == []


@pytest.mark.parametrize(("name", "case"), WAYS, ids=NAMES)
def test_random_games_are_those_of_the_processor(name, case):
    assert playout_differences(name, case.seats, dict(case.options), PLAYOUTS) == []


@pytest.mark.parametrize("name", names())
def test_the_order_in_memory_makes_no_difference(name):
    options = rulebook(name).title.complete({})
    assert batch_differences(name, 2, options, GAMES, STEPS, "C") == []
    rows, columns = (CudaBatch(name, 2, seed=1, order=order) for order in ("C", "F"))
    assert here(rows.observations).tolist() == here(columns.observations).tolist()


@pytest.mark.parametrize("name", names())
def test_a_game_ends_and_the_next_begins(name):
    """The last steps of one game and the first of the next, where a short comparison never comes."""
    whole, batch, card = Batch(name, 1, seed=2), Batch(name, 1, seed=2), CudaBatch(name, 1, seed=7)
    steps = 0
    while not whole.finished[0]:
        whole.step(whole.sample())
        steps += 1
    for _ in range(steps - 3):
        batch.step(batch.sample())
    for array in COMPARED:
        getattr(card, array).copy_to_device(getattr(batch, array))
    ends = []
    for _ in range(5):
        card.step(card.sample())
        batch.step(batch.sample())
        assert snapshot(card) == {array: getattr(batch, array).tobytes() for array in COMPARED}
        ends += here(card.finished).tolist()
    assert ends == [False, False, True, False, False]
    assert here(card.final_states).tobytes() == whole.final_states.tobytes()


@pytest.mark.parametrize("copied", [deepcopy, pickle.dumps])
def test_a_batch_on_a_card_says_that_it_cannot_be_copied(copied):
    with pytest.raises(TypeError, match="a batch on a graphics card cannot be copied or pickled"):
        copied(CudaBatch("azul", 1, seed=2))


def test_a_difference_is_found(monkeypatch):
    """The comparison that everything here stands on can fail."""
    monkeypatch.setattr("azulejo.batches.measure_cuda.Batch.sample", lambda self: self.masks.argmax(axis=1))
    assert batch_differences("azul", 2, {"wall": "coloured"}, 2, 2) == [
        "azul 2 {'wall': 'coloured'} F: the sample after 0 steps"
    ]


def test_several_games_in_one_thread_are_numbered_on():
    together, _ = play_random_games("azul", 10, 1, 3)
    single, _ = play_random_games("azul", 10, 3, 1)
    assert together.tolist() == [single.sum()]


def test_a_reset_begins_the_games_of_its_seed_and_only_those_named():
    card = CudaBatch("azul", 3, seed=5)
    first = snapshot(card)
    card.step(card.sample())
    assert snapshot(card) != first
    card.reset(seed=5)
    assert snapshot(card) == first
    card.reset(seed=50, which=np.array([False, True, False]))
    assert here(card.seeds).tolist() == [5, 51, 7]
    before, after = np.frombuffer(first["states"], np.uint8).reshape(3, -1), here(card.states)
    assert [after[at].tobytes() != before[at].tobytes() for at in range(3)] == [False, True, False]


def test_only_the_games_named_are_stepped():
    card = CudaBatch("azul", 3, seed=5)
    before = here(card.states)
    card.step(card.sample(), which=cuda.to_device(np.array([True, False, False])))
    assert [here(card.states)[at].tobytes() != before[at].tobytes() for at in range(3)] == [True, False, False]


def test_only_the_games_named_are_sampled():
    card, batch = CudaBatch("azul", 3, seed=5), Batch("azul", 3, seed=5)
    which = np.array([True, False, True])
    assert here(card.sample(which)).tolist() == batch.sample(which).tolist()
    assert here(card.sampling).tobytes() == batch.sampling.tobytes()


def test_actions_of_another_type_or_with_gaps_are_taken_as_well():
    card, twin = CudaBatch("azul", 3, seed=5), CudaBatch("azul", 3, seed=5)
    codes = here(twin.sample())
    assert here(card.sample()).tolist() == codes.tolist()
    twin.step(codes)
    gaps, which = np.zeros((3, 2), np.int16), np.ones((3, 2), np.bool_)
    gaps[:, 0] = codes
    card.step(cuda.to_device(gaps)[:, 0], which=cuda.to_device(which)[:, 0])
    assert snapshot(card) == snapshot(twin)


@pytest.mark.parametrize("on_card", [False, True])
def test_an_illegal_action_is_named_and_nothing_is_changed(on_card):
    card = CudaBatch("azul", 3, seed=5)
    actions = here(card.sample()).copy()
    before = snapshot(card)
    actions[1:] = 324
    with pytest.raises(IllegalMove, match=r"game 1 of the batch: action 324 .* legal now: "):
        card.step(cuda.to_device(actions) if on_card else actions)
    assert snapshot(card) == before
    actions[1] = -1
    with pytest.raises(InvalidMove, match="game 1 of the batch: there is no action -1"):
        card.step(actions)


def test_without_a_check_the_game_of_an_illegal_action_stays_as_it_is():
    card = CudaBatch("azul", 3, seed=5)
    before = here(card.states)
    actions = here(card.sample()).copy()
    actions[1] = 1000
    card.step(actions, check=False)
    assert here(card.refused).tolist() == [False, True, False]
    assert [here(card.states)[at].tobytes() == before[at].tobytes() for at in range(3)] == [False, True, False]
    card.step(card.sample(), check=False)
    assert here(card.refused).tolist() == [False, False, False]


@pytest.mark.parametrize("actions", [np.zeros(2, np.int64), np.zeros(3, np.float32)])
@pytest.mark.parametrize("on_card", [False, True])
def test_actions_of_another_shape_or_type_are_refused(actions, on_card):
    card = CudaBatch("azul", 3, seed=5)
    with pytest.raises(InvalidMove, match="one whole number for each of the 3 games"):
        card.step(cuda.to_device(actions) if on_card else actions)


@pytest.mark.parametrize("on_card", [False, True])
def test_which_games_is_said_by_truth_values(on_card):
    card = CudaBatch("azul", 3, seed=5)
    which = np.zeros(3, np.int64)
    with pytest.raises(BadOption, match="an array of 3 truth values"):
        card.step(card.sample(), which=cuda.to_device(which) if on_card else which)


def test_without_observations_the_games_are_the_same():
    blind, seeing = CudaBatch("azul", 2, seed=5, observations=False), CudaBatch("azul", 2, seed=5)
    for card in (blind, seeing):
        card.step(card.sample())
        card.synchronize()
    assert here(blind.states).tobytes() == here(seeing.states).tobytes()
    assert (len(blind), seeing.nbytes - blind.nbytes) == (2, 2 * 736 * 4)


def test_the_page_does_what_it_says():
    """What needs PyTorch needs a card, too; the simulator gets few games."""
    page = (Path(__file__).parents[2] / "docs" / "envs" / "gpu.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python no-run\n(.*?)^```$", page, re.M | re.S)
    assert len(blocks) == 3
    session: dict[str, Any] = {}
    for block in blocks:
        if is_simulated():
            if "import torch" in block:
                continue
            block = block.replace("65_536", "2")  # noqa: PLW2901  # the same lines, smaller
        exec(compile(block, "gpu.md", "exec"), session)
    assert session["decisions"].min() > 20


@pytest.mark.skipif(is_simulated(), reason="only a card has addresses that others can read")
@pytest.mark.parametrize("order", ["F", "C"])
def test_pytorch_takes_the_arrays_without_a_copy_and_steps_by_its_own(order):
    torch = pytest.importorskip("torch")
    card = CudaBatch("azul", 1000, seed=5, order=order)
    masks = torch.as_tensor(card.masks, device="cuda")
    observations = torch.as_tensor(card.observations, device="cuda")
    rewards = torch.as_tensor(card.rewards, device="cuda")
    for _ in range(100):
        card.step(masks.float().multinomial(1)[:, 0])
        assert np.array_equal(masks.cpu().numpy(), here(card.masks))
    assert observations.data_ptr() == card.observations.__cuda_array_interface__["data"][0]
    assert rewards.shape == (1000, 2)
