"""Queen's Garden in a menu: name, seats, options."""

import json
from collections.abc import Sequence
from typing import Any

from azulejo.games.garden.components import (
    COLOUR_NAMES,
    CUSTOM,
    GROUP_SIZES,
    LEAST_GROUP,
    PATTERN_NAMES,
    ROUNDS,
    SEATS,
    SIDE_NUMBERS,
    SIDES,
)
from azulejo.games.title import Option, Title
from azulejo.texts.errors import BadOption

MOST_POINTS = 99
SIDE_KEYS = ("rounds", "pavilion", "groups")


def read_side(value: str) -> tuple[str, tuple[int, ...]]:
    """Return a scoring board typed in by the table, as the one text that stands for it and as numbers.

    The value is a JSON text::

        {
            "rounds": [{"dark_green": 1, "tree": 1, "light_blue": 1}, {...}, {...}, {...}],
            "pavilion": 1,
            "groups": {"6": 6},
        }
    """
    try:
        table = json.loads(value)
    except (ValueError, RecursionError):
        table = None
    rounds = table.get("rounds") if isinstance(table, dict) else None
    if not isinstance(rounds, list) or len(rounds) != ROUNDS or set(table) - set(SIDE_KEYS):
        raise BadOption("garden.error.side_shape", value=value, count=ROUNDS)
    names = (*COLOUR_NAMES, *PATTERN_NAMES)
    sizes = [str(size) for size in range(GROUP_SIZES)]
    numbers = [CUSTOM]
    for scoring in rounds:
        numbers += _points(scoring, names)
    numbers += _points({"pavilion": table.get("pavilion", 1)}, ("pavilion",))
    numbers += [0] * LEAST_GROUP + _points(table.get("groups", {}), tuple(sizes[LEAST_GROUP:]))
    return side_text(numbers[1:]), tuple(numbers)


def side_text(numbers: Sequence[int]) -> str:
    """Return the numbers of a scoring board as JSON without spaces."""
    names = (*COLOUR_NAMES, *PATTERN_NAMES)
    wheel = [numbers[at : at + len(names)] for at in range(0, ROUNDS * len(names), len(names))]
    rounds = [{name: each for name, each in zip(names, scoring, strict=True) if each} for scoring in wheel]
    pavilion, *bonus = numbers[ROUNDS * len(names) :]
    groups = {str(size): bonus[size] for size in range(LEAST_GROUP, GROUP_SIZES)}
    return json.dumps({"rounds": rounds, "pavilion": pavilion, "groups": groups}, separators=(",", ":"))


def _points(given: Any, names: tuple[str, ...]) -> list[int]:
    """Return the points given by name, 0 where none are."""
    if not isinstance(given, dict):
        raise BadOption("garden.error.side_names", value=given, values=names)
    for name, points in given.items():
        if name not in names:
            raise BadOption("garden.error.side_names", value=name, values=names)
        if isinstance(points, bool) or not isinstance(points, int) or not 0 <= points <= MOST_POINTS:
            raise BadOption("garden.error.side_points", name=name, value=points, most=MOST_POINTS)
    return [given.get(name, 0) for name in names]


TITLE = Title("garden", SEATS, (Option("side", SIDES, "file", read_side, width=1 + SIDE_NUMBERS),))
