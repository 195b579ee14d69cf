"""A position of Pebbles as one record."""

from typing import Annotated, Literal, TypeAlias, get_args

from azulejo.kernel.struct import Struct, int8, int16
from pebbles.components import CARDS, MAX_SEATS

NO_CARD = 0
HIDDEN = CARDS + 1
"""Values of ``Player.card`` besides the cards themselves: none any more, and one that the viewer may not see."""

# Values of ``State.phase``.
CARDS_DUE, POUR_DUE, TAKING, END = range(4)
Phase: TypeAlias = Literal["cards", "pour", "take", "end"]
PHASES: tuple[Phase, ...] = get_args(Phase)


class Player(Struct):
    """One player."""

    score: int16
    card: int8


class State(Struct):
    """The whole table."""

    players: Annotated[list[Player], Player, MAX_SEATS]
    seats: int8
    start: int8
    """The seat that was dealt the first card and made the first turn."""
    turn: int8
    """The seat to take, or to be dealt a card."""
    phase: int8
    round_number: int8
    """Rounds begun so far."""
    pile: int8
