"""Learning is only tested compiled: interpreted it would take hours, and no rule of a game is in it."""

from pathlib import Path

import pytest

from azulejo.kernel.rule import COMPILED

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not COMPILED:
        skipped = pytest.mark.skip(reason="self-play, interpreted, would take hours")
        for item in items:
            if HERE in item.path.parents:
                item.add_marker(skipped)
