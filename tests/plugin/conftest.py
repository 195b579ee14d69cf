"""Running the real command with Pebbles and Crowd installed."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

Azulejo: TypeAlias = Callable[..., str]

COMMAND = Path(sys.executable).with_name("azulejo")


@pytest.fixture(autouse=True)
def _installed(plugins: None) -> None:
    """Have the games of other packages in every test of this folder."""


@pytest.fixture
def azulejo(tmp_path: Path) -> Azulejo:
    """Run a command that ends well, in a folder of its own, and return what it prints; interpreted unless said."""

    def run(*words: object, typed: str = "", compiled: bool = False, **variables: str) -> str:
        environment = {**os.environ, "AZULEJO_LANG": "en", "NUMBA_DISABLE_JIT": "0" if compiled else "1", **variables}
        done = subprocess.run(
            [COMMAND, *map(str, words)],
            env=environment,
            cwd=tmp_path,
            input=typed,
            capture_output=True,
            text=True,
            timeout=500,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    return run
