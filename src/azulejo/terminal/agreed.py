"""What several sentences have in common: the twin of the browser client's ``agreed.ts``."""

from collections.abc import Sequence
from typing import Any

from azulejo.texts import DEFAULT_LANGUAGE, Message, catalogue

OPEN = "…"
BESIDES = "_and"
"""The end of a text's key that says what happens besides: ``take_and`` is ``take`` with more behind it."""


def agreed(sentences: Sequence[Message]) -> Message | None:
    """Return the sentence that all of them say, with dots for what is still open; None if they share nothing."""
    first, *others = sentences
    if not others:
        return first
    key = _plain(first.key)
    if any(_plain(other.key) != key for other in others):
        return None
    values = dict(first.values)
    for other in others:
        values = {name: _alike(value, other.values.get(name)) for name, value in values.items()}
    if values and all(_is_open(value) for value in values.values()):
        return None
    if isinstance(catalogue(DEFAULT_LANGUAGE).get(key), dict) and _is_open(values["count"]):
        return None
    return Message(key, values)


def _plain(key: str) -> str:
    shorter = key.removesuffix(BESIDES)
    return shorter if shorter in catalogue(DEFAULT_LANGUAGE) else key


def _alike(one: Any, other: Any) -> Any:
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return [_alike(*both) for both in zip(one, other, strict=False)]
    return one if one == other else OPEN


def _is_open(value: Any) -> bool:
    return all(map(_is_open, value)) if isinstance(value, list | tuple) else value == OPEN
