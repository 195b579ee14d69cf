"""CUDA kernels in Numba's simulator, in a process of its own: it must know before Numba is imported."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from azulejo.batches.card import cuda
from azulejo.batches.cuda import CudaBatch
from azulejo.texts.errors import BadOption

CASES = Path(__file__).with_name("cuda_cases.py")


def simulated(*arguments, interpreted="1"):
    """Run Python where the simulator takes the place of a card."""
    variables = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": interpreted}
    return subprocess.run([sys.executable, *arguments], env=variables, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_kernels_play_by_the_rules_in_the_simulator(root):
    done = simulated("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(CASES.relative_to(root)))
    passed = re.search(r"(\d+) passed, 2 skipped", done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert passed is not None, done.stdout
    assert int(passed[1]) > 50


def test_the_simulator_wants_interpreted_rules():
    done = simulated("-c", "from azulejo.batches.cuda import CudaBatch; CudaBatch('azul', 1)", interpreted="0")
    assert "BadOption: Numba's simulator runs interpreted rules only: set NUMBA_DISABLE_JIT=1, too" in done.stderr


@pytest.mark.slow
def test_the_measurement_runs_without_typer_in_the_simulator(tmp_path):
    hide = "import sys; sys.modules.update(dict.fromkeys(('typer', 'click', 'rich', 'joblib')))\n"
    few = "from azulejo.batches import measure_cuda as m\nm.measure_card = lambda game, _: {'differences': [game]}\n"
    run = "from azulejo.texts import plain\nsys.exit(plain.main(m.CARD_COMMAND, 'measure'))"
    done = simulated("-c", hide + few + run, "duel", "--out", str(tmp_path / "gpu.json"))
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads(done.stdout)["duel"]["differences"] == ["duel"]
    assert json.loads((tmp_path / "gpu.json").read_text())["device"] == "simulator"


@pytest.mark.skipif(cuda.is_available(), reason="there is a card")
def test_the_measurement_says_what_is_missing():
    done = subprocess.run(
        [sys.executable, "-m", "azulejo.batches.measure_cuda"],
        env={**os.environ, "AZULEJO_LANG": "en", "NUMBA_ENABLE_CUDASIM": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: there is no graphics card")


@pytest.mark.skipif(cuda.is_available(), reason="there is a card")
def test_without_a_card_it_says_what_is_missing():
    with pytest.raises(BadOption, match="there is no graphics card"):
        CudaBatch("azul", 1)
