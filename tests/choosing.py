"""Which of many alike cases are part of `make test`, and which only of `make test-long`."""

from collections.abc import Iterable
from typing import Any

import pytest


def some_of(cases: Iterable[Any], *kept: Any) -> list[Any]:
    """Return all cases, those that are not among the kept ones only for `make test-long`."""
    return [case if case in kept else _long(case) for case in cases]


def _long(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.long)
