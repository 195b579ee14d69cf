"""Azul Duel in a menu: name, seats, options."""

import re

from azulejo.games.duel.components import FEW_TABLETS, SEATS, SIDE_LETTERS, TABLETS, UNUSED
from azulejo.games.title import Option, Title
from azulejo.texts.errors import BadOption

FIRST, RANDOM, RANDOM_FOUR, LISTED = range(4)
"""The first number of the option ``tablets``; the side of each tablet follows."""
TABLET_CHOICES = ("first", "random", "random4")
EXAMPLE = "1A,2B,3A"


def listed_tablets(value: str) -> tuple[str, tuple[int, ...]]:
    """Return a list of three or four tablets with their sides, each tablet once, in its order and as numbers.

    >>> listed_tablets("4a, 1A,2B")
    ('1A,2B,4A', (3, 1, 2, 0, 1))
    """
    sides = [UNUSED] * TABLETS
    named = value.upper().split(",")
    for name in named:
        found = re.fullmatch(r"\s*([1-4])([AB])\s*", name)
        if found is None or sides[int(found[1]) - 1] != UNUSED:
            raise _no_tablets(value)
        sides[int(found[1]) - 1] = SIDE_LETTERS.index(found[2])
    if len(named) < FEW_TABLETS:
        raise _no_tablets(value)
    names = [f"{number}{SIDE_LETTERS[side]}" for number, side in enumerate(sides, 1) if side != UNUSED]
    return ",".join(names), (LISTED, *sides)


def _no_tablets(value: str) -> BadOption:
    return BadOption("errors.option_value", option="tablets", value=value, values=(*TABLET_CHOICES, EXAMPLE))


TITLE = Title(
    "duel",
    SEATS,
    (
        Option("tablets", TABLET_CHOICES, "list", listed_tablets, width=1 + TABLETS),
        Option("free_draw_at_zero", ("false", "true")),
        Option("special_is_a_colour", ("true", "false")),
    ),
    secrets=True,
)
