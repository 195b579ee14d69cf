"""The contract of a rulebook: all that the layers above may know of a game.

The compiled half is a set of functions over the game's state record, declared here and
implemented by every game (see :mod:`azulejo.kernel.dispatch`). Generic code imports them
from here and works for every game. The interpreted half, and the declared bounds, are the
fields of a :class:`Rulebook`.

How a game runs::

    state = rulebook.state.new()
    setup(state, seats, options, start)
    while (seat := to_move(state)) != OVER:
        if seat == CHANCE:
            number = deal(state, rng, drawn)
        else:
            number = legal_moves(state, moves)
            apply(state, moves[...])

Nothing undecided is in a state: bags are counts, and face-down pieces are sets of what they may
still be. What is drawn becomes definite in ``deal`` (by chance) or ``deal_given`` (by hand).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntFlag
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from azulejo.games.title import Title
from azulejo.kernel.chance import Stream
from azulejo.kernel.dispatch import contract
from azulejo.kernel.struct import Struct
from azulejo.texts import Message

CHANCE = -1
"""``to_move``: the next thing to happen is a draw."""
OVER = -2
"""``to_move``: the game has ended."""
SPECTATOR = -1
"""As a seat in ``redact`` and ``redact_event``: somebody who sees only what all see."""
EVERYONE = -1
"""``draw_audience``: the coming draw is seen by all."""

Codes: TypeAlias = npt.NDArray[np.int16]
Pieces: TypeAlias = npt.NDArray[np.int16]
Numbers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float32]

# ---------------------------------------------------------------- the compiled half


@contract
def setup(state: Struct, seats: int, options: Numbers, start: int) -> None:
    """Lay out the table in a zeroed state; ``options`` as ``Title.encode`` gives them."""


@contract
def to_move(state: Struct) -> int:
    """Return the seat to decide, CHANCE or OVER."""


@contract
def legal_moves(state: Struct, out: Codes) -> int:
    """Write the legal move codes, ascending, and return their number (0 unless a seat is to move).

    ``out`` has room for ``Rulebook.moves_room`` codes, of which those after the number
    returned are scratch.
    """


@contract
def apply(state: Struct, move: int) -> None:
    """Play one legal move, and all that follows from it without a decision or a draw."""


@contract
def deal(state: Struct, rng: Stream, drawn: Pieces) -> int:
    """Make the draw that is due; write the pieces drawn and return their number."""


@contract
def deal_given(state: Struct, drawn: Pieces, number: int) -> None:
    """Make the draw that is due with these pieces: the explicit twin of ``deal``."""


@contract
def outcome(state: Struct, playing: int, scores: Numbers) -> int:
    """Write every seat's points (exactly ``seats`` numbers) and return who wins, or leads, among those ``playing``.

    Both sets of seats are a bit each; a seat that left the game (resigned, out of time) is not playing.
    """


@contract
def observe(state: Struct, seat: int, out: Floats) -> None:
    """Write the position as numbers for a learner, from the point of view of a seat."""


@contract
def redact(state: Struct, seat: int) -> None:
    """Remove what the seat (or SPECTATOR) may not know.

    A spectator sees no more than any seat. At the end of a game nothing that counts is hidden.
    """


@contract
def determinise(state: Struct, seat: int, rng: Stream) -> None:
    """Replace what the seat may not know by a random guess that fits all it knows.

    The guess depends on the redacted state alone.
    """


@contract
def broken(state: Struct) -> int:
    """Return the invariants that do not hold, a bit each in the order of ``Rulebook.invariants``."""


# ---------------------------------------------------------------- the interpreted half


@dataclass(frozen=True)
class Preview:
    """What a move does, as a board shows it before the move is made."""

    points: int
    """The mover's score if the round were scored right after the move, less the same right
    before it. End-of-game bonuses are not part of a round's scoring. For a move that scores
    at once: the real change."""
    loss: int = 0
    """Points that this move adds to what the mover will lose (floor line, broken tiles)."""
    jokers: int = 0
    ends_round: bool = False
    ends_game: bool = False


@dataclass(frozen=True)
class Step:
    """One step of the story of a scoring: who scored what for which pieces."""

    kind: str
    """The text is ``<game>.scoring.<kind>``."""
    seat: int
    points: int
    """The change of the score: never takes it below 0 where the rules do not."""
    total: int
    """The seat's score after the step."""
    where: tuple[tuple[int, int], ...] = ()
    """The cells (row, column) that count, the tile just laid first."""
    values: Mapping[str, Any] | None = None
    """What else the text names."""


@dataclass(frozen=True, kw_only=True)
class Rulebook:
    """One game: its declaration, bounds, and the functions that need no compiler."""

    title: Title
    state: type[Struct]

    move_codes: int
    """Codes are 0 to ``move_codes - 1``, the same for every number of seats and option."""
    max_moves: int
    """No position has more legal moves."""
    moves_room: int
    """The length ``legal_moves`` needs its array to have."""
    max_drawn: int
    """No draw has more pieces."""
    max_decisions: Mapping[int, int]
    """By the number of seats: no game has more decisions."""
    observation: int
    """How many numbers ``observe`` writes."""
    invariants: tuple[str, ...]
    """What each bit of ``broken`` stands for."""

    move_text: Callable[[int], str]
    """Raises InvalidMove for a code out of range, like ``why_not``."""
    parse_move: Callable[[str], int]
    """Raises InvalidMove. Takes any letter case and the Russian keyboard layout."""
    position_text: Callable[[Any], str]
    """Redacted positions have texts, too, that can be read back."""
    parse_position: Callable[[str], Any]
    """Raises BadPosition if the text cannot be read; whether it can occur is for ``status``."""
    draw_value: Callable[[Any, Sequence[int]], Any]
    """The pieces of the draw that is due, as the JSON value of a ``draw`` event."""
    parse_draw: Callable[[Any, Any], list[int]]
    """The way back; raises BadRecord if these pieces cannot be drawn now."""
    draw_audience: Callable[[Any], int]
    """The seat that alone sees the draw that is due, or EVERYONE."""
    redact_event: Callable[[Any, Mapping[str, Any], int], Mapping[str, Any]]
    """An event that happens in this state, as a seat (or SPECTATOR) may see it."""

    describe: Callable[[Any, int], Message]
    """A sentence for a legal move: log, screen reader, errors."""
    describe_draw: Callable[[Any, Sequence[int]], Message]
    why_not: Callable[[Any, int], Message | None]
    """Why a move is not legal now; None if it is."""
    preview: Callable[[Any, int], Preview]
    scoring_steps: Callable[[Any, int], list[Step]]
    """The story of all points that playing this move gives or takes, in order."""
    status: Callable[[Any], IntFlag]
    """What is wrong with a position typed by hand; texts are ``<game>.status.<flag>``.

    A position with nothing wrong can be played on."""
    suggest: Callable[[Any], int]
    """A sensible default among the legal moves, such as the cheapest payment; uses only what the mover may know."""
    draw_text: Callable[[Any, str], str]
    """The table drawn with characters, in a language."""
    draw_svg: Callable[[Any, str], str]
    """The table as a picture."""
