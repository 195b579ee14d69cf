"""The codes of the moves, and what each of them says."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from azulejo.texts.errors import InvalidMove
from pebbles.components import CARDS, MOST_TAKEN

# A move takes 1 to 3 pebbles (codes 0 to 2) or plays the card (codes 3 to 6).
FIRST_CARD = MOST_TAKEN
MOVE_CODES = MOST_TAKEN + CARDS
MAX_MOVES = MOST_TAKEN + 1


@dataclass(frozen=True, slots=True)
class Take:
    """Some pebbles from the pile."""

    count: int
    kind: Literal["take"] = "take"


@dataclass(frozen=True, slots=True)
class Play:
    """The own card."""

    card: int
    kind: Literal["play"] = "play"


Parts: TypeAlias = Take | Play


def parts(code: int) -> Parts:
    """Return what a code says."""
    if not 0 <= code < MOVE_CODES:
        raise InvalidMove("pebbles.error.move", value=code)
    return Take(code + 1) if code < FIRST_CARD else Play(code - FIRST_CARD + 1)


def code_of(said: Parts) -> int:
    """Return the code of a move."""
    return said.count - 1 if isinstance(said, Take) else FIRST_CARD + said.card - 1
