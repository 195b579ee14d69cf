"""Reviews are only tested compiled: interpreted, their searches would take hours."""

from pathlib import Path

import pytest

from azulejo.kernel.rule import COMPILED
from azulejo.review import report

PLACES = {Path(__file__).parent, Path(report.__file__).parent}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not COMPILED:
        skipped = pytest.mark.skip(reason="the search, interpreted, would take hours")
        for item in items:
            if PLACES.intersection(item.path.parents):
                item.add_marker(skipped)
