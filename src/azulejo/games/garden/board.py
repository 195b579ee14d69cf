"""What is to be seen of a position of Queen's Garden: pictures, messages and the browser's types are made from it."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias

import numpy as np

from azulejo.games import contract
from azulejo.games.garden import tiles
from azulejo.games.garden.acquisition import too_many
from azulejo.games.garden.components import (
    AROUND,
    COLOURS,
    DECORATION_NAMES,
    DECORATION_REWARD,
    DECORATIONS,
    EXPANSION_ROOM,
    FIRST_PAVILION,
    HEX_IDS,
    MAX_SEATS,
    PER_SLOT,
    RING,
    ROUNDS,
    SET_IDS,
    SET_KINDS,
    SETS,
    SIDE_NAMES,
    SLOTS,
    SPACE_IDS,
    SPACES,
    STACK_SIZE,
    SUPPLY_PRICE,
    TILE_ROOM,
    DecorationName,
    HexId,
    SetId,
    Side,
    SpaceId,
    axial,
)
from azulejo.games.garden.garden import planted
from azulejo.games.garden.moves import FIRST_GIVE
from azulejo.games.garden.notation import move_text
from azulejo.games.garden.payments import payments
from azulejo.games.garden.placing import cost
from azulejo.games.garden.scoring import groups, wheel_points
from azulejo.games.garden.state import (
    DISCARD,
    END,
    FACE_DOWN,
    FIRST_EXPANSION,
    IN_DISPLAY,
    NO_TILE,
    PAYMENT,
    PAYS_BY,
    PHASES,
    PIECE_IDS,
    PLACE_IDS,
    SPACE,
    TOP,
    PaysBy,
    Phase,
    PieceId,
    PlaceId,
    Player,
    State,
)
from azulejo.games.unpack import bits
from azulejo.kernel.rule import rule, widen
from azulejo.kernel.struct import as_array, plain

By: TypeAlias = Literal["colour", "pattern"]
Slot: TypeAlias = Literal["free", "face", "blank"]
"""Nothing lies there yet; an expansion face up, with a pavilion; one blank side up, whose middle is a space."""


@dataclass(slots=True)
class DisplayPlace:
    """A place of the display where something lies."""

    id: PlaceId
    """As in the texts of moves that choose a copy: ``f0`` the top of the stack, ``f1`` ..."""
    number: int
    top: bool
    """Whether it is the top of the stack."""
    tiles: list[HexId]
    face: HexId | None
    """The hex printed on an expansion that lies face up."""


@dataclass(slots=True)
class Copies:
    """A hex of a set, and where it lies: one of the copies is taken."""

    hex: HexId
    places: list[PlaceId]


@dataclass(slots=True)
class OfferedSet:
    """All hexes of a colour or pattern in the display: what ``t`` with its id takes."""

    id: SetId
    by: By
    hexes: list[Copies]
    too_many: list[int]
    """By seat: how many of the hexes have no room in the storage; the set can be taken if there are none."""


@dataclass(slots=True)
class WheelRound:
    """A round on the wheel."""

    number: int
    points: dict[SetId, int]
    """What a hex of each colour or pattern scores."""


@dataclass(slots=True)
class Decoration:
    """A decoration that a garden can have; which of them are there says each player's ``surrounded``."""

    kind: DecorationName
    at: tuple[int, int]
    """Axial coordinates, as those of ``spaces``."""
    around: list[SpaceId]
    jokers: int
    """For filling all spaces around it."""


@dataclass(slots=True)
class PlantedHex:
    """A hex in a garden."""

    space: SpaceId
    hex: HexId
    printed: bool
    """Whether it is printed on an expansion."""


@dataclass(slots=True)
class StoredPiece:
    """A tile or an expansion in a storage."""

    piece: PieceId
    """As in the texts of moves: ``b3`` a tile, ``eb3`` an expansion; ``d`` before it pays or discards it."""
    hex: HexId
    expansion: bool
    cost: int
    """What placing it costs, itself included."""


@dataclass(slots=True)
class Payment:
    """A complete payment."""

    pieces: list[PieceId]
    """All pieces of it: ``b3`` a tile, ``eb3`` an expansion, ``j`` a joker."""
    moves: list[str]
    """The moves to send: those of the pieces that are not paid without asking."""


@dataclass(slots=True)
class Group:
    """A connected group that scores at the end."""

    id: SetId
    by: By
    spaces: list[SpaceId]
    points: int


@dataclass(slots=True, kw_only=True)
class PlayerBoard:
    """A garden with its storage."""

    score: int
    if_scored: int
    """The score if the round were scored now."""
    passed: bool
    slots: list[Slot]
    """Slots 1 to 6."""
    hexes: list[PlantedHex]
    """By their spaces."""
    vacant: list[SpaceId]
    surrounded: list[int | None]
    """By decoration: how many of the six spaces around it are filled; None if it is not there."""
    storage: list[StoredPiece]
    """The tiles by kind, then the expansions."""
    jokers: int
    tile_room: int
    """How many more tiles or jokers fit."""
    expansion_room: int
    stored_value: int
    """What the stored hexes cost at the end; a joker brings 1."""
    groups: list[Group]


@dataclass(slots=True, kw_only=True)
class Board(contract.Board):
    """All that is to be seen of a position."""

    game: Literal["garden"] = "garden"
    round: int
    rounds: int
    last_round: bool
    phase: Phase
    start: int
    """The seat that started the round."""
    marker: int | None
    """The seat that passed first; nobody while the marker lies in the display."""
    side: Side
    stack: int
    """Expansions on the stack, its top included."""
    display: list[DisplayPlace]
    sets: list[OfferedSet]
    wanted: list[HexId]
    """While copies are picked: the hexes still to be taken; the first is asked for now."""
    piece: PieceId | None
    """The piece being placed or paid for: ``b3``, ``eb3`` or ``supply``."""
    space: SpaceId | None
    """Where the hex that is paid for stands."""
    owed: int
    """Pieces still to pay."""
    pays_by: PaysBy
    """What the pieces paid must share with the hex."""
    payments: list[Payment]
    """The complete payments that are possible now, the cheapest first; at most 200."""
    wheel: list[WheelRound]
    pavilion_points: int
    """What a pavilion scores every round."""
    group_bonus: list[int]
    """For a group at the end, by its size."""
    supply: int
    """Blank expansions to be bought."""
    supply_price: int
    bag: dict[HexId, int]
    tower: dict[HexId, int]
    unseen: list[HexId]
    """The faces that were never turned up."""
    tile_room: int
    """Spaces of a storage for tiles and jokers."""
    expansion_room: int
    spaces: dict[SpaceId, tuple[int, int]]
    """Where every space of a garden lies, built or not, in axial coordinates: the neighbours of (0, 0) are
    (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1) and (0, 1)."""
    decorations: list[Decoration]
    players: list[PlayerBoard]


# ---------------------------------------------------------------- what never changes

BY: list[By] = ["colour" if chosen < COLOURS else "pattern" for chosen in range(SETS)]
SPACE_PLACES = {SPACE_IDS[space]: axial(space) for space in range(1, SPACES)}
KINDS_OF_SET: list[int] = SET_KINDS.tolist()
AROUND_SPACES: list[int] = AROUND.tolist()
RINGS: list[int] = RING.tolist()
DECORATION_PLACES = [
    Decoration(
        DECORATION_NAMES[kind],
        place,
        [SPACE_IDS[space] for space in bits(AROUND_SPACES[number])],
        int(DECORATION_REWARD[number]),
    )
    for number, (kind, place) in enumerate(DECORATIONS)
]


@cache
def _stored(piece: int) -> StoredPiece:
    """Return a piece as it lies in a storage."""
    return StoredPiece(PIECE_IDS[piece], HEX_IDS[piece % FIRST_EXPANSION], piece >= FIRST_EXPANSION, int(cost(piece)))


# ---------------------------------------------------------------- the table


def board(state: State, viewer: int | None = None) -> Board:
    """Return what is to be seen of a position."""
    table, on_wheel = plain(state), np.zeros(MAX_SEATS, np.int64)
    look_ahead(as_array(state), on_wheel)
    phase, marker = table.phase, table.marker
    players = [_player(table, seat, points) for seat, points in enumerate(on_wheel.tolist()[: table.seats])]
    display = _display(table, 1 + int(STACK_SIZE[table.seats]) - table.stack)
    return Board(
        viewer=viewer,
        turn=table.turn if phase <= DISCARD else None,
        round=table.round_number,
        rounds=ROUNDS,
        last_round=table.round_number == ROUNDS,
        phase=PHASES[phase],
        start=table.start,
        marker=None if marker == IN_DISPLAY else marker,
        side=SIDE_NAMES[table.side],
        stack=table.stack,
        display=display,
        sets=_sets(table, display, players),
        wanted=[HEX_IDS[kind] for kind in bits(table.wanted)],
        piece=PIECE_IDS[table.piece] if phase in (SPACE, PAYMENT) else None,
        space=SPACE_IDS[table.space] if phase == PAYMENT else None,
        owed=table.owed,
        pays_by=PAYS_BY[table.pays_by],
        payments=_payments(table) if phase == PAYMENT else [],
        wheel=_wheel(table),
        pavilion_points=table.pavilion_points,
        group_bonus=table.group_bonus.tolist(),
        supply=table.supply,
        supply_price=SUPPLY_PRICE,
        bag=_counted(table.bag.tolist()),
        tower=_counted(table.tower.tolist()),
        unseen=[HEX_IDS[kind] for kind in bits(table.unseen)],
        tile_room=TILE_ROOM,
        expansion_room=EXPANSION_ROOM,
        spaces=SPACE_PLACES,
        decorations=DECORATION_PLACES,
        players=players,
    )


@rule
def look_ahead(states: Any, out: Any) -> None:
    """Write what every garden would score by the wheel now."""
    state = states[0]
    for seat in range(widen(state.seats)):
        out[seat] = 0 if state.phase == END else wheel_points(state, state.players[seat], widen(state.round_number))


def _counted(heap: list[int]) -> dict[HexId, int]:
    """Return the tiles of a heap (see tiles.py) by kind."""
    some, two, three = heap
    return {HEX_IDS[kind]: 1 + (two >> kind & 1) + (three >> kind & 1) for kind in bits(some)}


def _wheel(table: State) -> list[WheelRound]:
    return [
        WheelRound(number, {SET_IDS[chosen]: each for chosen, each in enumerate(scoring) if each})
        for number, scoring in enumerate(table.wheel.tolist(), 1)
    ]


def _display(table: State, places: int) -> list[DisplayPlace]:
    """Return the places where something lies, the top of the stack first."""
    shown = []
    tiles_on, faces = table.tiles_on.tolist(), table.faces.tolist()
    for place in range(places):
        if faces[place] >= FACE_DOWN if place != TOP else table.stack:
            lying = [HEX_IDS[kind] for kind in tiles_on[place] if kind != NO_TILE]
            face = HEX_IDS[faces[place]] if faces[place] >= 0 else None
            shown.append(DisplayPlace(PLACE_IDS[place], place, place == TOP, lying, face))
    return shown


def _sets(table: State, display: list[DisplayPlace], players: list[PlayerBoard]) -> list[OfferedSet]:
    """Return the colours and patterns in the display."""
    places: dict[HexId, list[PlaceId]] = {}
    for place in display:
        for hex_id in dict.fromkeys([*place.tiles, place.face] if place.face else place.tiles):
            places.setdefault(hex_id, []).append(place.id)
    as_tile, as_face = table.offered_tiles, table.offered_faces
    rooms = [(player.tile_room, player.expansion_room) for player in players]
    found = []
    for chosen, kinds in enumerate(KINDS_OF_SET):
        if (as_tile | as_face) & kinds:
            hexes = [HEX_IDS[kind] for kind in bits((as_tile | as_face) & kinds)]
            copies = [Copies(hex_id, places[hex_id]) for hex_id in hexes]
            over = [int(too_many(as_tile & kinds, as_face & kinds, *room)) for room in rooms]
            found.append(OfferedSet(SET_IDS[chosen], BY[chosen], copies, over))
    return found


def _payments(state: State) -> list[Payment]:
    return [
        Payment([PIECE_IDS[piece] for piece in one.pieces], [move_text(FIRST_GIVE + piece) for piece in one.choices])
        for one in payments(state)
    ]


# ---------------------------------------------------------------- the players


def _player(table: State, seat: int, on_wheel: int) -> PlayerBoard:
    own = table.players[seat]
    filled = own.built & ~own.vacant
    storage = [_stored(kind) for kind in tiles.kinds(own.tiles)]
    tile_room = TILE_ROOM - own.jokers - len(storage)
    storage += [_stored(FIRST_EXPANSION + kind) for kind in bits(own.expansions)]
    slots = [_slot(own.built, slot) for slot in range(1, SLOTS + 1)]
    return PlayerBoard(
        score=own.score,
        if_scored=own.score + on_wheel,
        passed=bool(table.passed >> seat & 1),
        slots=slots,
        hexes=_planted(own),
        vacant=[SPACE_IDS[space] for space in bits(own.vacant)],
        surrounded=_surrounded(filled, slots),
        storage=storage,
        jokers=own.jokers,
        tile_room=tile_room,
        expansion_room=EXPANSION_ROOM - own.expansions.bit_count(),
        stored_value=sum(stored.cost for stored in storage),
        groups=[
            Group(SET_IDS[one.chosen], BY[one.chosen], [SPACE_IDS[space] for space in bits(one.spaces)], one.points)
            for one in groups(table, own)
        ],
    )


def _slot(built: int, slot: int) -> Slot:
    if not built & RINGS[slot]:
        return "free"
    return "blank" if built >> PER_SLOT * slot & 1 else "face"


def _surrounded(filled: int, slots: list[Slot]) -> list[int | None]:
    """Return how many spaces around each decoration are filled; a pavilion is only on an expansion face up."""
    return [
        (filled & around).bit_count() if number < FIRST_PAVILION or slots[number - FIRST_PAVILION] == "face" else None
        for number, around in enumerate(AROUND_SPACES)
    ]


def _planted(player: Player) -> list[PlantedHex]:
    """Return the hexes of a garden by their spaces."""
    return [
        PlantedHex(SPACE_IDS[space], HEX_IDS[kind], bool(player.printed >> space & 1))
        for space, kind in planted(player).items()
    ]
