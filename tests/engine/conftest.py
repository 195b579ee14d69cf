"""The search is only tested compiled: interpreted it would take hours, and no rule of a game is in it."""

from pathlib import Path

import pytest

import azulejo.engine
from azulejo.kernel.rule import COMPILED

PLACES = {Path(__file__).parent, Path(azulejo.engine.__file__).parent}
"""These tests, and the examples in the sources."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not COMPILED:
        skipped = pytest.mark.skip(reason="the search, interpreted, would take hours")
        for item in items:
            if PLACES.intersection(item.path.parents):
                item.add_marker(skipped)
