"""A position of Queen's Garden as one record."""

from typing import Annotated, Literal, TypeAlias, get_args

from azulejo.games.garden.components import (
    COLOURS,
    GROUP_SIZES,
    HEX_IDS,
    MAX_SEATS,
    MAX_STACK,
    PATTERNS,
    ROUNDS,
    SETS,
    STACK_SIZE,
    TILES_PER_KIND,
    TOP_TILES,
)
from azulejo.kernel.rule import rule, widen
from azulejo.kernel.struct import Ints, Struct, int8, int16, int64

# Values of ``State.phase``: what happens next. The first five are decisions of a player.
TURN, COPY, SPACE, PAYMENT, DISCARD, REFILL, FACE, END = range(8)
Phase: TypeAlias = Literal["turn", "copy", "space", "payment", "discard", "refill", "face", "end"]
PHASES: tuple[Phase, ...] = get_args(Phase)

IN_DISPLAY = -1
"""Value of ``State.marker`` while nobody has passed."""

TOP = 0
"""Place 0 of the display is the top of the stack; the others are numbered as they left it."""
PLACES = 1 + MAX_STACK
PlaceId: TypeAlias = str
"""A place of the display as texts and boards call it: ``f0`` is the top of the stack."""
PLACE_IDS: tuple[PlaceId, ...] = tuple(f"f{place}" for place in range(PLACES))

NO_TILE = -1

# Values of ``State.faces`` where no printed hex lies face up.
FACE_DOWN = -1
GONE = -2
"""Taken by a player, or not yet moved aside."""

# Values of ``State.pays_by``: what the pieces of a payment must share with the hex placed.
ANY, BY_COLOUR, BY_PATTERN = range(3)
PaysBy: TypeAlias = Literal["any", "colour", "pattern"]
PAYS_BY: tuple[PaysBy, ...] = get_args(PaysBy)

# Pieces of a storage, in the order of payments: tiles by kind, expansions by kind, the joker.
FIRST_EXPANSION = 36
JOKER = 72
SUPPLY = 73
"""As the piece being placed: a blank expansion."""
PieceId: TypeAlias = str
"""A piece as texts and boards call it: ``b3`` a tile, ``eb3`` an expansion, ``j`` a joker, ``supply``."""
EXPANSION_IDS: tuple[PieceId, ...] = tuple(f"e{one}" for one in HEX_IDS)
PIECE_IDS: tuple[PieceId, ...] = (*HEX_IDS, *EXPANSION_IDS, "j", "supply")
HIDDEN_EXPANSION: PieceId = "e?"
"""One that lies face down."""


SEVERAL = -1
"""In place of the only possibility, where a player has a choice."""


class Player(Struct):
    """One garden, storage and score. Gardens are sets of spaces, storages sets of kinds."""

    colours: Annotated[Ints, int64, COLOURS]
    """The spaces with a hex of each colour."""
    patterns: Annotated[Ints, int64, PATTERNS]
    """The spaces with a hex of each pattern."""
    built: int64
    """The spaces there are, filled or not: those of the plate and of the expansions laid."""
    vacant: int64
    """The built spaces without a hex."""
    printed: int64
    """The spaces whose hex is printed on an expansion."""
    twice: int64
    """The kinds that this garden holds more than once."""
    tiles: Annotated[Ints, int64, TILES_PER_KIND]
    """Tiles in storage, a heap (see tiles.py)."""
    expansions: int64
    """Expansions in storage."""
    score: int16
    jokers: int8


class State(Struct):
    """The whole table."""

    bag: Annotated[Ints, int64, TILES_PER_KIND]
    """Like ``tower``, a heap (see tiles.py)."""
    tower: Annotated[Ints, int64, TILES_PER_KIND]
    unseen: int64
    """The faces that were never turned up."""
    offered_tiles: int64
    """The kinds that lie in the display as tiles."""
    offered_faces: int64
    """The kinds that lie in the display printed on an expansion."""
    wanted: int64
    """While copies are picked: the kinds still to be taken."""
    piece: int64
    """The piece being placed: a tile, an expansion or SUPPLY."""
    space: int64
    """While a payment is made: where its hex was placed."""
    players: Annotated[list[Player], Player, MAX_SEATS]
    tiles_on: Annotated[Ints, int8, PLACES, TOP_TILES]
    """The tiles on each place of the display, ascending, then NO_TILE."""
    faces: Annotated[Ints, int8, PLACES]
    """The hex printed on the expansion at each place, FACE_DOWN or GONE."""
    wheel: Annotated[Ints, int8, ROUNDS, SETS]
    """What a hex of each colour and pattern scores in each round."""
    group_bonus: Annotated[Ints, int8, GROUP_SIZES]
    pavilion_points: int8
    side: int8
    """Which side of the board these numbers are from: 0 standard, 1 variant, 2 the table's own."""
    stack: int8
    """Expansions on this round's stack, its top included."""
    supply: int8
    """Expansions in the supply."""
    round_number: int8
    """From 1 to 4."""
    phase: int8
    turn: int8
    """The seat to move, or that will be after the draw that is due."""
    start: int8
    """The seat that started this round."""
    marker: int8
    """The seat that passed first."""
    passed: int8
    """The seats that have passed, a bit each."""
    from_top: int8
    """While copies are picked: whether a tile came from the top of the stack."""
    owed: int8
    """Pieces still to pay."""
    pays_by: int8
    least: int8
    """The first piece, in their order, that may still be paid or discarded."""
    seats: int8


@rule
def stack_size(state: State) -> int:
    """Return how many expansions a round begins with."""
    return widen(STACK_SIZE[state.seats])


@rule
def next_place(state: State) -> int:
    """Return the place for the next expansion that leaves the stack."""
    return 1 + stack_size(state) - widen(state.stack)


# ---------------------------------------------------------------- whose turn it is


@rule
def next_turn(state: State) -> None:
    """Give the turn to the next seat that has not passed, or to the same one if it is alone (17)."""
    _forget_decisions(state)
    seat = widen(state.turn)
    for _ in range(state.seats):
        seat = seat + 1 if seat + 1 < state.seats else 0
        if widen(state.passed) >> seat & 1 == 0:
            break
    state.turn = seat
    state.phase = TURN


@rule
def _forget_decisions(state: State) -> None:
    """Clear what was noted inside the turn, so that equal positions are equal records."""
    state.wanted = 0
    state.from_top = 0
    state.piece = 0
    state.space = 0
    state.owed = 0
    state.pays_by = ANY
    state.least = 0
