"""Bonus chips: a handful as one number, and what a handful can pay for.

Two bits for each of the ten kinds: nobody can have more than two of a kind.
"""

import numpy as np

from azulejo.games.duel.components import (
    ANY_CHIPS,
    CHIP_KINDS,
    CHIP_MATCHES,
    CHIP_NAMES,
    CHIPS_PER_KIND,
    COLOURS,
    MATCHING_CHIPS,
    Chip,
)
from azulejo.games.unpack import repeated
from azulejo.kernel.bits import bit_count
from azulejo.kernel.rule import rule, widen

BITS = 2
FIELD = (1 << BITS) - 1
ALL_KINDS = (1 << BITS * CHIP_KINDS) - 1
SINGLES = sum(1 << BITS * kind for kind in range(CHIP_KINDS))
"""The lower bit of every kind."""
ALL_CHIPS = CHIPS_PER_KIND * SINGLES

MATCHING = np.array(
    [
        sum(FIELD << BITS * kind for kind in range(CHIP_KINDS) if CHIP_MATCHES[colour, kind])
        for colour in range(COLOURS)
    ],
    np.int64,
)
"""All bits of the kinds that stand for a colour."""


def counts(chips: int) -> list[int]:
    """Return how many of the chips are of each kind."""
    return [chips >> BITS * kind & FIELD for kind in range(CHIP_KINDS)]


def names(chips: int) -> list[Chip]:
    """Return the chips by name, sorted by kind."""
    return repeated(counts(chips), CHIP_NAMES)


@rule
def one(kind: int) -> int:
    """Return one chip of a kind."""
    return 1 << (BITS * kind)


@rule
def count(chips: int, kind: int) -> int:
    """Return how many of the chips are of a kind."""
    return (chips >> (BITS * kind)) & FIELD


@rule
def total(chips: int) -> int:
    """Return how many chips there are."""
    return bit_count(chips & SINGLES) + 2 * bit_count((chips >> 1) & SINGLES)


@rule
def kind_at(chips: int, index: int) -> int:
    """Return the kind of the chip at ``index`` when the chips lie sorted by kind."""
    kind = 0
    while index >= count(chips, kind):
        index -= count(chips, kind)
        kind += 1
    return kind


@rule
def from_kind(chips: int, kind: int) -> int:
    """Return those of the chips that are of this kind or a later one."""
    return chips & (ALL_KINDS & ~(one(kind) - 1))


@rule
def pays(chips: int, colour: int, missing: int) -> bool:
    """Return whether exactly these chips pay for the missing tiles of a line (ruling 15).

    Two chips for every missing tile; each one more makes a three of a pair, and a three may
    hold any chips.
    """
    threes = total(chips) - MATCHING_CHIPS * missing
    others = total(chips & ~widen(MATCHING[colour]))
    return 0 <= threes <= missing and others <= ANY_CHIPS * threes


@rule
def can_pay(paid: int, more: int, colour: int, missing: int) -> bool:
    """Return whether the chips paid and some (or none) of some more pay for the missing tiles."""
    match = widen(MATCHING[colour])
    others_paid, others_more = total(paid & ~match), total(more & ~match)
    matching_paid, matching_more = total(paid & match), total(more & match)
    for threes in range(missing + 1):
        number = MATCHING_CHIPS * missing + threes
        fewest_others = max(others_paid, number - matching_paid - matching_more)
        most_others = min(others_paid + others_more, ANY_CHIPS * threes, number - matching_paid)
        if fewest_others <= most_others:
            return True
    return False
