"""Queen's Garden in a menu: name, seats, options."""

import json
from pathlib import Path
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


def encode_side(value: str) -> tuple[int, ...]:
    """Return a scoring board typed in by the table as numbers.

    The value is the name of a JSON file, or the JSON text itself::

        {
            "rounds": [{"dark_green": 1, "tree": 1, "light_blue": 1}, {...}, {...}, {...}],
            "pavilion": 1,
            "groups": {"6": 6},
        }
    """
    table = _read(value)
    rounds = table.get("rounds")
    if not isinstance(rounds, list) or len(rounds) != ROUNDS or set(table) - set(SIDE_KEYS):
        raise BadOption("garden.error.side_shape", value=value, count=ROUNDS)
    names = (*COLOUR_NAMES, *PATTERN_NAMES)
    sizes = [str(size) for size in range(GROUP_SIZES)]
    numbers = [CUSTOM]
    for scoring in rounds:
        numbers += _points(scoring, names)
    numbers += _points({"pavilion": table.get("pavilion", 1)}, ("pavilion",))
    numbers += [0] * LEAST_GROUP + _points(table.get("groups", {}), tuple(sizes[LEAST_GROUP:]))
    return tuple(numbers)


def canonical_side(value: str) -> str:
    """Return a scoring board so that it needs no file: a side's name, or its JSON text without spaces."""
    if value in SIDES:
        return value
    encode_side(value)
    return json.dumps(_read(value), sort_keys=True, separators=(",", ":"))


def _read(value: str) -> dict[str, Any]:
    try:
        table = json.loads(value if value.lstrip().startswith("{") else Path(value).read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise BadOption("garden.error.side_file", value=value, values=SIDES, problem=str(problem)) from None
    if not isinstance(table, dict):
        raise BadOption("garden.error.side_shape", value=value, count=ROUNDS)
    return table


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


TITLE = Title("garden", SEATS, (Option("side", SIDES, encode_side, 1 + SIDE_NUMBERS),))
