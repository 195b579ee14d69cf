"""The board of Queen's Garden, and the payments that it asks for."""

from functools import cache
from itertools import combinations
from typing import Literal, TypeAlias, get_args

from azulejo.games.garden.components import (
    AROUND,
    COLOURS,
    DECORATION_REWARD,
    DECORATIONS,
    EXPANSION_ROOM,
    FIRST_PAVILION,
    KINDS,
    PATTERNS,
    PER_SLOT,
    RING,
    ROUNDS,
    SET_KINDS,
    SETS,
    SLOTS,
    SPACES,
    SUPPLY_PRICE,
    TILE_ROOM,
    axial,
)
from azulejo.games.garden.moves import FIRST_GIVE
from azulejo.games.garden.notation import hex_text, move_text, piece_text, space_text
from azulejo.games.garden.place import cost
from azulejo.games.garden.scoring import wheel_points
from azulejo.games.garden.state import (
    DISCARD,
    END,
    FACE_DOWN,
    FIRST_EXPANSION,
    IN_DISPLAY,
    NO_TILE,
    PAYMENT,
    SPACE,
    TOP,
    Player,
    State,
    next_place,
)
from azulejo.games.garden.storage import stored_value
from azulejo.games.garden.view import _worth as worth
from azulejo.games.garden.view import groups, ways_to_pay
from azulejo.server.boards.part import Part, bits

GardenHex: TypeAlias = str
"""A colour with a pattern, as in the texts of moves: the colour's letter and the pattern's value, ``b3``."""
GardenSpace: TypeAlias = str
"""A space of a garden, as in the texts of moves: its slot (0 is the fountain plate) and direction, ``14``."""
GardenSetId: TypeAlias = Literal["b", "g", "l", "y", "p", "m", "1", "2", "3", "4", "5", "6"]
"""A colour or a pattern: the first or the second sign of a hex."""
GardenBy: TypeAlias = Literal["colour", "pattern"]
GardenPhase: TypeAlias = Literal["turn", "copy", "space", "payment", "discard", "refill", "face", "end"]
GardenSide: TypeAlias = Literal["standard", "variant", "custom"]
GardenSlot: TypeAlias = Literal["free", "face", "blank"]
"""Nothing lies there yet; an expansion face up, with a pavilion; one blank side up, whose middle is a space."""


GardenPaysBy: TypeAlias = Literal["any", "colour", "pattern"]
GardenDecorationKind: TypeAlias = Literal["fountain", "statue", "bench", "pavilion"]


class GardenPlace(Part):
    """A place of the display where something lies."""

    id: str
    """As in the texts of moves that choose a copy: ``f0`` the top of the stack, ``f1`` ..."""
    top: bool
    """Whether it is the top of the stack."""
    tiles: list[GardenHex]
    face: GardenHex | None
    """The hex printed on an expansion that lies face up."""


class GardenCopies(Part):
    """A hex of a set, and where it lies: one of the copies is taken."""

    hex: GardenHex
    places: list[str]


class GardenSet(Part):
    """All hexes of a colour or pattern in the display: what ``t`` with its id takes."""

    id: GardenSetId
    by: GardenBy
    hexes: list[GardenCopies]
    too_many: list[int]
    """By seat: how many of the hexes have no room in the storage; the set can be taken if there are none."""


class GardenRound(Part):
    """A round on the wheel."""

    number: int
    points: dict[GardenSetId, int]
    """What a hex of each colour or pattern scores."""


class GardenDecoration(Part):
    """A decoration that a garden can have; which of them are there says each player's ``surrounded``."""

    kind: GardenDecorationKind
    at: tuple[int, int]
    """Axial coordinates, as those of ``spaces``."""
    around: list[GardenSpace]
    jokers: int
    """For filling all spaces around it."""


class GardenPlanted(Part):
    """A hex in a garden."""

    space: GardenSpace
    hex: GardenHex
    printed: bool
    """Whether it is printed on an expansion."""


class GardenStored(Part):
    """A tile or an expansion in a storage."""

    piece: str
    """As in the texts of moves: ``b3`` a tile, ``eb3`` an expansion; ``d`` before it pays or discards it."""
    hex: GardenHex
    expansion: bool
    cost: int
    """What placing it costs, itself included."""


class GardenPayment(Part):
    """A complete payment."""

    pieces: list[str]
    """All pieces of it: ``b3`` a tile, ``eb3`` an expansion, ``j`` a joker."""
    moves: list[str]
    """The moves to send: those of the pieces that are not paid without asking."""


class GardenGroup(Part):
    """A connected group that scores at the end."""

    id: GardenSetId
    by: GardenBy
    spaces: list[GardenSpace]
    points: int


class GardenPlayer(Part):
    """A garden with its storage."""

    score: int
    if_scored: int
    """The score if the round were scored now."""
    passed: bool
    slots: list[GardenSlot]
    """Slots 1 to 6."""
    hexes: list[GardenPlanted]
    vacant: list[GardenSpace]
    surrounded: list[int | None]
    """By decoration: how many of the six spaces around it are filled; None if it is not there."""
    storage: list[GardenStored]
    jokers: int
    tile_room: int
    """How many more tiles or jokers fit."""
    expansion_room: int
    stored_value: int
    """What the stored hexes cost at the end; a joker brings 1."""
    groups: list[GardenGroup]


class GardenBoard(Part, tag="garden", tag_field="game"):
    """All that is to be seen of a position of Queen's Garden."""

    viewer: int | None
    turn: int | None
    """The seat to move."""
    round: int
    rounds: int
    last_round: bool
    phase: GardenPhase
    start: int
    """The seat that started the round."""
    marker: int | None
    """The seat that passed first; nobody while the marker lies in the display."""
    side: GardenSide
    stack: int
    """Expansions on the stack, its top included."""
    display: list[GardenPlace]
    sets: list[GardenSet]
    wanted: list[GardenHex]
    """While copies are picked: the hexes still to be taken; the first is asked for now."""
    piece: str | None
    """The piece being placed or paid for: ``b3``, ``eb3`` or ``supply``."""
    space: GardenSpace | None
    """Where the hex that is paid for stands."""
    owed: int
    """Pieces still to pay."""
    pays_by: GardenPaysBy
    """What the pieces paid must share with the hex."""
    payments: list[GardenPayment]
    """Every complete payment that is possible now, the cheapest first."""
    wheel: list[GardenRound]
    pavilion_points: int
    """What a pavilion scores every round."""
    group_bonus: list[int]
    """For a group at the end, by its size."""
    supply: int
    """Blank expansions to be bought."""
    supply_price: int
    bag: dict[GardenHex, int]
    tower: dict[GardenHex, int]
    unseen: list[GardenHex]
    """The faces that were never turned up."""
    tile_room: int
    """Spaces of a storage for tiles and jokers."""
    expansion_room: int
    spaces: dict[GardenSpace, tuple[int, int]]
    """Where every space of a garden lies, built or not, in axial coordinates: the neighbours of (0, 0) are
    (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1) and (0, 1)."""
    decorations: list[GardenDecoration]
    players: list[GardenPlayer]


# ---------------------------------------------------------------- what never changes

MOST_PAYMENTS = 200
"""More are never sent; those that are left out are the dearest. No game was seen with half as many."""

PHASES: tuple[GardenPhase, ...] = get_args(GardenPhase)
SIDE_NAMES: tuple[GardenSide, ...] = get_args(GardenSide)
PAYS_BY: tuple[GardenPaysBy, ...] = get_args(GardenPaysBy)
SET_IDS: tuple[GardenSetId, ...] = get_args(GardenSetId)
DECORATION_KINDS: tuple[GardenDecorationKind, ...] = get_args(GardenDecorationKind)
BY: list[GardenBy] = ["colour" if chosen < COLOURS else "pattern" for chosen in range(SETS)]
HEXES: list[GardenHex] = [hex_text(kind) for kind in range(KINDS)]
SPACE_IDS: list[GardenSpace] = [space_text(space) for space in range(SPACES)]
SPACE_PLACES = {SPACE_IDS[space]: axial(space) for space in range(1, SPACES)}
KINDS_OF_SET = [int(kinds) for kinds in SET_KINDS]
AROUND_SPACES = [int(spaces) for spaces in AROUND]
RINGS = [int(spaces) for spaces in RING]
DECORATION_PLACES = [
    GardenDecoration(
        kind=DECORATION_KINDS[kind],
        at=place,
        around=[SPACE_IDS[space] for space in bits(AROUND_SPACES[number])],
        jokers=int(DECORATION_REWARD[number]),
    )
    for number, (kind, place) in enumerate(DECORATIONS)
]


@cache
def _stored(piece: int) -> GardenStored:
    """Return a piece as it lies in a storage."""
    kind = piece % FIRST_EXPANSION
    expansion = piece >= FIRST_EXPANSION
    return GardenStored(piece=piece_text(piece), hex=HEXES[kind], expansion=expansion, cost=int(cost(piece)))


# ---------------------------------------------------------------- the table


def garden_board(state: State, viewer: int | None) -> GardenBoard:
    """Return what is to be seen of a position."""
    phase, marker = int(state.phase), int(state.marker)
    players = [_player(state, seat) for seat in range(int(state.seats))]
    display = _display(state)
    return GardenBoard(
        viewer=viewer,
        turn=int(state.turn) if phase <= DISCARD else None,
        round=int(state.round_number),
        rounds=ROUNDS,
        last_round=bool(state.round_number == ROUNDS),
        phase=PHASES[phase],
        start=int(state.start),
        marker=None if marker == IN_DISPLAY else marker,
        side=SIDE_NAMES[state.side],
        stack=int(state.stack),
        display=display,
        sets=_sets(state, display, players),
        wanted=[HEXES[kind] for kind in bits(int(state.wanted))],
        piece=piece_text(int(state.piece)) if phase in (SPACE, PAYMENT) else None,
        space=SPACE_IDS[state.space] if phase == PAYMENT else None,
        owed=int(state.owed),
        pays_by=PAYS_BY[state.pays_by],
        payments=_payments(state) if phase == PAYMENT else [],
        wheel=_wheel(state),
        pavilion_points=int(state.pavilion_points),
        group_bonus=state.group_bonus.tolist(),
        supply=int(state.supply),
        supply_price=SUPPLY_PRICE,
        bag=_counted(state.bag.tolist()),
        tower=_counted(state.tower.tolist()),
        unseen=[HEXES[kind] for kind in bits(int(state.unseen))],
        tile_room=TILE_ROOM,
        expansion_room=EXPANSION_ROOM,
        spaces=SPACE_PLACES,
        decorations=DECORATION_PLACES,
        players=players,
    )


def _counted(heap: list[int]) -> dict[GardenHex, int]:
    """Return the tiles of a heap (see tiles.py) by kind."""
    some, two, three = heap
    return {HEXES[kind]: 1 + (two >> kind & 1) + (three >> kind & 1) for kind in bits(some)}


def _wheel(state: State) -> list[GardenRound]:
    return [
        GardenRound(number=number, points={SET_IDS[chosen]: each for chosen, each in enumerate(scoring) if each})
        for number, scoring in enumerate(state.wheel.tolist(), 1)
    ]


def _display(state: State) -> list[GardenPlace]:
    """Return the places where something lies, the top of the stack first."""
    shown = []
    tiles, faces = state.tiles_on.tolist(), state.faces.tolist()
    for place in range(int(next_place(state))):
        if faces[place] >= FACE_DOWN if place != TOP else state.stack:
            shown.append(
                GardenPlace(
                    id=f"f{place}",
                    top=place == TOP,
                    tiles=[HEXES[kind] for kind in tiles[place] if kind != NO_TILE],
                    face=HEXES[faces[place]] if faces[place] >= 0 else None,
                )
            )
    return shown


def _sets(state: State, display: list[GardenPlace], players: list[GardenPlayer]) -> list[GardenSet]:
    """Return the colours and patterns in the display."""
    places: dict[GardenHex, list[str]] = {}
    for place in display:
        for text in dict.fromkeys([*place.tiles, place.face] if place.face else place.tiles):
            places.setdefault(text, []).append(place.id)
    as_tile, as_face = int(state.offered_tiles), int(state.offered_faces)
    found = []
    for chosen, kinds in enumerate(KINDS_OF_SET):
        if (as_tile | as_face) & kinds:
            hexes = [HEXES[kind] for kind in bits((as_tile | as_face) & kinds)]
            found.append(
                GardenSet(
                    id=SET_IDS[chosen],
                    by=BY[chosen],
                    hexes=[GardenCopies(hex=text, places=places[text]) for text in hexes],
                    too_many=[
                        too_many(as_tile & kinds, as_face & kinds, player.tile_room, player.expansion_room)
                        for player in players
                    ],
                )
            )
    return found


def too_many(as_tile: int, as_face: int, room: int, room_for_expansions: int) -> int:
    """Return how many of the kinds in the display find no room, if the copies are chosen well."""
    tiles, faces, either = ((as_tile & ~as_face).bit_count(), (as_face & ~as_tile).bit_count(), as_tile & as_face)
    left = max(0, room - tiles) + max(0, room_for_expansions - faces)
    return max(0, tiles - room) + max(0, faces - room_for_expansions) + max(0, either.bit_count() - left)


# ---------------------------------------------------------------- the players


def _player(state: State, seat: int) -> GardenPlayer:
    player = state.players[seat]
    score, jokers = int(player.score), int(player.jokers)
    built, vacant, printed = int(player.built), int(player.vacant), int(player.printed)
    filled = built & ~vacant
    heap, expansions = player.tiles.tolist(), int(player.expansions)
    tiles = [_stored(kind) for kind in bits(heap[0]) for level in heap if level >> kind & 1]
    stored = [_stored(FIRST_EXPANSION + kind) for kind in bits(expansions)]
    is_over = state.phase == END
    slots = [_slot(built, slot) for slot in range(1, SLOTS + 1)]
    return GardenPlayer(
        score=score,
        if_scored=score if is_over else score + int(wheel_points(state, player, int(state.round_number))),
        passed=bool(int(state.passed) >> seat & 1),
        slots=slots,
        hexes=_planted(player, filled, printed),
        vacant=[SPACE_IDS[space] for space in bits(vacant)],
        surrounded=[
            (filled & around).bit_count()
            if number < FIRST_PAVILION or slots[number - FIRST_PAVILION] == "face"
            else None
            for number, around in enumerate(AROUND_SPACES)
        ],
        storage=tiles + stored,
        jokers=jokers,
        tile_room=TILE_ROOM - jokers - len(tiles),
        expansion_room=EXPANSION_ROOM - len(stored),
        stored_value=int(stored_value(player)),
        groups=[
            GardenGroup(
                id=SET_IDS[group.chosen],
                by=BY[group.chosen],
                spaces=[SPACE_IDS[space] for space in group.spaces],
                points=int(group.points),
            )
            for group in groups(state, seat)
        ],
    )


def _slot(built: int, slot: int) -> GardenSlot:
    if not built & RINGS[slot]:
        return "free"
    return "blank" if built >> PER_SLOT * slot & 1 else "face"


def _planted(player: Player, filled: int, printed: int) -> list[GardenPlanted]:
    """Return the hexes of a garden by their spaces."""
    kind_of = dict.fromkeys(bits(filled), 0)
    for colour, spaces in enumerate(player.colours.tolist()):
        for space in bits(spaces):
            kind_of[space] += colour * PATTERNS
    for pattern, spaces in enumerate(player.patterns.tolist()):
        for space in bits(spaces):
            kind_of[space] += pattern
    return [
        GardenPlanted(space=SPACE_IDS[space], hex=HEXES[kind], printed=bool(printed >> space & 1))
        for space, kind in kind_of.items()
    ]


# ---------------------------------------------------------------- paying


def garden_payments(state: State) -> list[list[str]]:
    """Return the moves of every complete payment, the cheapest first."""
    return [payment.moves for payment in _payments(state)] if state.phase == PAYMENT else []


def _payments(state: State) -> list[GardenPayment]:
    """Return every complete payment of what is owed.

    Its pieces come in their order. Where only one piece can come next, the rules pay it without
    asking, so that it is no move: the moves are the pieces for which there is a choice.
    """
    owed = int(state.owed)
    rank: dict[tuple[int, ...], tuple[int, int]] = {}
    worth_of: dict[int, int] = {}
    for way, stored in enumerate(ways_to_pay(state)):
        worth_of.update({piece: worth(state, piece) for piece in set(stored) - worth_of.keys()})
        for payment in combinations(stored, owed):
            if payment not in rank:
                rank[payment] = (sum(worth_of[piece] for piece in payment), way)
    choices: dict[tuple[int, ...], set[int]] = {}
    for payment in rank:
        for place, piece in enumerate(payment):
            choices.setdefault(payment[:place], set()).add(piece)
    cheapest = sorted(rank, key=lambda payment: (rank[payment], sorted((worth_of[piece], piece) for piece in payment)))
    return [
        GardenPayment(
            pieces=[piece_text(piece) for piece in payment],
            moves=[
                move_text(FIRST_GIVE + piece)
                for place, piece in enumerate(payment)
                if len(choices[payment[:place]]) > 1
            ],
        )
        for payment in cheapest[:MOST_PAYMENTS]
    ]
