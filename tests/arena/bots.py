"""Bots for the tests, good and bad, to be loaded by their path."""

import os
from typing import Any


def first(view: Any) -> Any:
    """Take the first legal move."""
    return view.legal_moves[0]


def last(view: Any) -> Any:
    """Take the last legal move."""
    return view.legal_moves[-1]


def illegal(view: Any) -> Any:
    """Play the first two moves well, and then what is no move at all."""
    own = sum(event.get("seat") == view.seat for event in view.record.events)
    return view.legal_moves[0] if own < 2 else "99z"


def raises(view: Any) -> Any:
    """Break."""
    raise RuntimeError("out of luck")


def dies(view: Any) -> Any:
    """Take the process along."""
    os._exit(3)
