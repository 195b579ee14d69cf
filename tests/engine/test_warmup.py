"""The search is compiled once, with progress, and loads fast after that."""

import json

import pytest

from azulejo.engine.warmup import is_warm, warm_up
from azulejo.kernel import cache
from tests.conftest import run_python
from tests.engine.helpers import GAMES

pytestmark = pytest.mark.slow

COLD_START = """
import json, sys
from numba.core.event import install_recorder
from azulejo.engine.engine import Engine
from azulejo.engine.limits import Limits
from azulejo.games import rulebook
from tests.engine.helpers import position
game = sys.argv[1]
with install_recorder("numba:compile") as compiled:
    state, seat = position(game, 2)
    first = Engine(game).analyse(state, seat, Limits(nodes=50))
print(json.dumps([len(compiled.buffer), first.best.move]))
"""


@pytest.mark.parametrize("game", GAMES)
def test_progress_is_told_and_the_cache_remembers(game: str) -> None:
    told: list[tuple[int, int, str]] = []
    warm_up(game, lambda *step: told.append(step))
    steps = len(told) - 1
    assert [done for done, _, _ in told] == list(range(steps + 1))
    assert {total for _, total, _ in told} == {steps}
    assert told[-1] == (steps, steps, "")
    assert is_warm(game)
    assert (cache.folder() / f"{game}.engine.warm").exists()


@pytest.mark.parametrize("game", GAMES)
def test_from_the_cache_nothing_is_compiled_again_and_the_same_is_found(game: str, root: object) -> None:
    """A process of its own: what was compiled must also survive being loaded."""
    warm_up(game)
    runs = [
        json.loads(
            run_python("-c", f"import sys; sys.path.insert(0, {str(root)!r})\n{COLD_START}", game, compiled=True)
        )
        for _ in range(2)
    ]
    assert runs[0] == runs[1]
    assert runs[0][0] == 0, "something was compiled again"
