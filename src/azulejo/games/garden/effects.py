"""What a legal move does, as data: what it takes, what goes where, what it brings; and the story of a scoring.

Pieces are called as on the board: ``b3`` a tile, ``eb3`` an expansion, ``e?`` one face down, ``supply`` a blank one,
``j`` a joker, ``*`` the marker. That the tower is poured into the bag, and the stack of a new round, are no transfers.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from azulejo.games import contract
from azulejo.games.contract import Codes, Place, Preview, Step, Transfer
from azulejo.games.garden.acquisition import begin_taking, only_copy, take_copy
from azulejo.games.garden.components import (
    HEX_IDS,
    PER_SLOT,
    RING,
    ROUNDS,
    SET_IDS,
    SET_KINDS,
    SLOTS,
    SPACE_IDS,
    SUPPLY_PRICE,
    HexId,
    SpaceId,
)
from azulejo.games.garden.dealing import emptied_place
from azulejo.games.garden.garden import pavilions
from azulejo.games.garden.moves import (
    FIRST_GIVE,
    FIRST_PLACE,
    FIRST_SPACE,
    PASS,
    Buy,
    ChooseSpace,
    Copy,
    Done,
    Give,
    Pass,
    PlacePiece,
    Take,
    parts,
)
from azulejo.games.garden.payments import jokers_in_the_end
from azulejo.games.garden.placing import cost, earned_jokers, only_payment, only_space, pay, put_on
from azulejo.games.garden.rules import decide, everybody_passed, score_round
from azulejo.games.garden.scoring import groups, spaces_by_set, wheel_points
from azulejo.games.garden.state import (
    DISCARD,
    EXPANSION_IDS,
    FACE,
    FACE_DOWN,
    FIRST_EXPANSION,
    GONE,
    HIDDEN_EXPANSION,
    IN_DISPLAY,
    JOKER,
    NO_TILE,
    PAYMENT,
    PIECE_IDS,
    PLACE_IDS,
    PLACES,
    SEVERAL,
    SUPPLY,
    TOP,
    PieceId,
    Player,
    State,
    next_place,
)
from azulejo.games.garden.storage import stored_pieces, stored_value
from azulejo.games.garden.words import piece_name, set_name
from azulejo.games.unpack import bits
from azulejo.kernel.rule import rule, widen
from azulejo.kernel.struct import as_array, packed, plain

MARKER = "*"
"""The marker among the pieces."""

PLACE_KINDS = {
    "bag": "tiles to be drawn",
    "tower": "tiles out of the game until the bag is empty",
    "display": "`f0` (the top of the stack, and the stack) to `f8`: tiles, expansions",
    "supply": "expansions to be bought",
    "unseen": "the faces never turned up, from which a turned expansion gets its own",
    "jokers": "the supply of jokers",
    "storage": "of a seat: its tiles, expansions and jokers",
    "garden": "of a seat: a hex; an expansion, where its printed hex lies; a blank one, in its middle",
    "marker": "the marker: in the display, or of the seat that passed first",
}
"""The kinds of places that pieces go between."""


@dataclass(frozen=True, slots=True)
class Effect(contract.Effect):
    """What a move does by itself; the pieces that it takes and pays are among its transfers."""

    hexes: tuple[HexId, ...] = ()
    """Those that are taken: of a set all, one of each; of a copy the one."""
    piece: PieceId | None = None
    """The piece that is placed, paid or discarded; of a copy, the one taken."""
    space: SpaceId | None = None
    """Where the piece placed comes to stand: as chosen, or where it alone can."""
    cost: int = 0
    """The value of the piece: what placing it costs, itself included; what discarding it costs in points."""
    owed: int = 0
    """Pieces to pay after this; some of them may be paid without asking."""
    jokers: int = 0
    """Those that the hex brings in the end with the cheapest payment, for decorations that it surrounds."""
    loss: int = 0
    """Points that it costs at once."""
    marker: bool = False
    """Whether the mover is the first to pass, and gets the marker now or after discarding."""


def effect(state: State, code: int) -> Effect:
    """Return what a legal move does by itself."""
    return effects(state, [code])[0]


def effects(state: State, codes: Sequence[int]) -> list[Effect]:
    """Return what several legal moves do."""
    table, found = plain(state), np.zeros((len(codes), FORESEEN), np.int64)
    foresee_all(as_array(state), np.array(codes, np.int16), found)
    return [_effect(table, code, *one) for code, one in zip(codes, found.tolist(), strict=True)]


def _effect(state: State, code: int, space: int, owed: int, jokers: int, loss: int) -> Effect:
    """Return what a move does, of which so much is computed."""
    move = parts(code)
    match move:
        case Take():
            return Effect(hexes=tuple(HEX_IDS[kind] for kind in bits(_offered(state, SET_IDS.index(move.set)))))
        case Copy():
            kind = bits(state.wanted)[0]
            face = state.faces[PLACE_IDS.index(move.place)] == kind
            return Effect(hexes=(HEX_IDS[kind],), piece=EXPANSION_IDS[kind] if face else HEX_IDS[kind])
        case PlacePiece() | Buy() | ChooseSpace():
            piece = PIECE_IDS[state.piece] if isinstance(move, ChooseSpace) else _piece_of(move)
            chosen = None if space == SEVERAL else SPACE_IDS[space]
            return Effect(piece=piece, space=chosen, cost=_value(piece), owed=owed, jokers=jokers, loss=loss)
        case Give() if state.phase == PAYMENT:
            return Effect(piece=move.piece, cost=_value(move.piece), owed=owed, jokers=jokers)
        case Give() | Pass() | Done():
            given = move.piece if isinstance(move, Give) else None
            return Effect(piece=given, cost=_value(given), loss=loss, marker=state.marker == IN_DISPLAY)


def _offered(state: State, chosen: int) -> int:
    return (state.offered_tiles | state.offered_faces) & int(SET_KINDS[chosen])


def _piece_of(move: PlacePiece | Buy) -> PieceId:
    """Return the piece that is to be placed."""
    return PIECE_IDS[SUPPLY] if isinstance(move, Buy) else move.piece


def _value(piece: PieceId | None) -> int:
    """Return the cost of a tile or expansion; of other pieces nothing."""
    number = JOKER if piece is None else PIECE_IDS.index(piece)
    return int(cost(number)) if number < JOKER else 0


# What is computed of a move: where its piece will stand (or SEVERAL), pieces still to pay, jokers and loss in the end.
FORESEEN = 4
FORESEEN_SPACE, FORESEEN_OWED, FORESEEN_JOKERS, FORESEEN_LOSS = range(FORESEEN)


@rule
def foresee_all(states: Any, moves: Codes, out: Any) -> None:
    """Compute what moves of the position do; what a move does not touch stays as it is.

    Compiled, because a client is told the effects of all moves after every move.
    """
    room, other_room = np.empty_like(states), np.empty_like(states)
    for index in range(len(moves)):
        room[0] = states[0]
        foresee(room[0], widen(moves[index]), other_room, out[index])


@rule
def foresee(trial: State, move: int, room: Any, out: Any) -> None:
    """Compute what one move does, in a copy of the position; ``room`` is for tries."""
    if FIRST_PLACE <= move < PASS:
        piece = move - FIRST_PLACE
        trial.piece = piece if piece < 2 * FIRST_EXPANSION else SUPPLY
        _foresee_placing(trial, only_space(trial), room, out)
    elif FIRST_SPACE <= move < FIRST_GIVE:
        _foresee_placing(trial, move - FIRST_SPACE + 1, room, out)
    elif trial.phase == PAYMENT:
        pay(trial, move - FIRST_GIVE)
        out[FORESEEN_OWED] = trial.owed
        out[FORESEEN_JOKERS] = jokers_in_the_end(trial, room)
    elif move >= PASS:
        seat = widen(trial.turn)
        score = widen(trial.players[seat].score)
        decide(trial, move)
        out[FORESEEN_LOSS] = score - widen(trial.players[seat].score)


@rule
def _foresee_placing(trial: State, space: int, room: Any, out: Any) -> None:
    """Compute what placing the chosen piece does."""
    out[FORESEEN_SPACE] = space
    if space == SEVERAL:
        out[FORESEEN_OWED] = 0 if trial.piece == SUPPLY else cost(widen(trial.piece)) - 1
    elif trial.piece == SUPPLY:
        out[FORESEEN_LOSS] = SUPPLY_PRICE
    else:
        put_on(trial, space)
        out[FORESEEN_OWED] = trial.owed
        out[FORESEEN_JOKERS] = jokers_in_the_end(trial, room)


def _piece_chosen(state: State, move: PlacePiece | Buy | ChooseSpace) -> tuple[State, int]:
    """Return a copy in which the piece to place is chosen, and its space, or SEVERAL."""
    after = state.copy()
    if isinstance(move, ChooseSpace):
        return after, SPACE_IDS.index(move.space)
    after.piece = PIECE_IDS.index(_piece_of(move))
    return after, int(only_space(after))


def _decided(state: State, code: int) -> State:
    """Return the position after a move, before a round that it ends is scored."""
    after = state.copy()
    decide(after, code)
    return after


# ---------------------------------------------------------------- what goes where


def transfers(state: State, code: int) -> list[Transfer]:
    """Return the pieces that a legal move moves, with what needs no choice, and the clearing of the display."""
    state = packed(state)
    move, storage = parts(code), Place("storage", seat=int(state.turn))
    match move:
        case Take():
            after = state.copy()
            begin_taking(after, SET_IDS.index(move.set))
            return _without_choice(after, storage) + _moved_aside(state, _decided(state, code))
        case Copy():
            after = state.copy()
            chosen = _take(after, PLACE_IDS.index(move.place), storage)
            return [chosen, *_without_choice(after, storage), *_moved_aside(state, _decided(state, code))]
        case PlacePiece() | Buy() | ChooseSpace():
            return _placed(*_piece_chosen(state, move), storage)
        case Give() if state.phase == PAYMENT:
            after = state.copy()
            pay(after, PIECE_IDS.index(move.piece))
            return _payment(after, storage, [move.piece])
        case Give():
            return [*_given([move.piece], storage), *_passed(state, _decided(state, code))]
        case Pass() | Done():
            return _passed(state, _decided(state, code))


def _without_choice(after: State, storage: Place) -> list[Transfer]:
    """Take the hexes of a set of which only one copy can be taken, up to the first with several."""
    found = []
    while after.wanted and (place := int(only_copy(after))) != SEVERAL:
        found.append(_take(after, place, storage))
    return found


def _take(after: State, place: int, storage: Place) -> Transfer:
    """Take the lowest kind wanted from a place of the display."""
    kind = bits(int(after.wanted))[0]
    piece = EXPANSION_IDS[kind] if after.faces[place] == kind else HEX_IDS[kind]
    take_copy(after, place)
    return Transfer(piece, 1, _display(place), storage)


def _moved_aside(state: State, after: State) -> list[Transfer]:
    """Return what left the stack: its top with the tiles left on it, or all expansions if no tile is left to lay."""
    found = []
    for place in range(next_place(state), next_place(after)):
        left = [HIDDEN_EXPANSION, *(HEX_IDS[kind] for kind in after.tiles_on[place].tolist() if kind != NO_TILE)]
        found += _several(left, _display(TOP), _display(place))
    return found


def _placed(after: State, space: int, storage: Place) -> list[Transfer]:
    """Return how the chosen piece goes to its space, if there is only one, and what is paid without asking."""
    if space == SEVERAL:
        return []
    origin = Place("supply") if after.piece == SUPPLY else storage
    placed = Transfer(PIECE_IDS[after.piece], 1, origin, Place("garden", SPACE_IDS[space], storage.seat))
    if after.piece == SUPPLY:
        return [placed]
    put_on(after, space)
    return [placed, *_payment(after, storage, [])]


def _payment(after: State, storage: Place, paid: list[PieceId]) -> list[Transfer]:
    """Return how these pieces and those without a choice are paid, and then what is earned by surrounding."""
    while after.owed and (piece := int(only_payment(after))) != SEVERAL:
        pay(after, piece)
        paid.append(PIECE_IDS[piece])
    jokers = 0 if after.owed else int(earned_jokers(after.players[after.turn], int(after.space)))
    return _given(paid, storage) + _several([PIECE_IDS[JOKER]] * jokers, Place("jokers"), storage)


def _given(pieces: Iterable[PieceId], storage: Place) -> list[Transfer]:
    """Return how pieces leave a storage, each to where it belongs (7)."""
    found = []
    for piece, count in Counter(pieces).items():
        number = PIECE_IDS.index(piece)
        target = "jokers" if number == JOKER else "tower" if number < FIRST_EXPANSION else "supply"
        found.append(Transfer(piece, count, storage, Place(target)))
    return found


def _passed(state: State, after: State) -> list[Transfer]:
    """Return how the first to pass takes the marker, and what the end of a round moves."""
    found = []
    if state.marker == IN_DISPLAY and after.marker != IN_DISPLAY:
        found.append(Transfer(MARKER, 1, Place("marker"), Place("marker", seat=int(after.marker))))
    if everybody_passed(after) and after.round_number < ROUNDS:
        found += _cleared(after)
    return found


def _cleared(state: State) -> list[Transfer]:
    """Return how the display is cleared for the next round, and the marker put back (14)."""
    found = _several([HIDDEN_EXPANSION] * int(state.stack), _display(TOP), Place("supply"))
    for place in range(PLACES):
        lying = [HEX_IDS[kind] for kind in state.tiles_on[place].tolist() if kind != NO_TILE]
        found += _several(lying, _display(place), Place("tower"))
        face = int(state.faces[place])
        if face != GONE:
            expansion = HIDDEN_EXPANSION if face == FACE_DOWN else EXPANSION_IDS[face]
            found.append(Transfer(expansion, 1, _display(place), Place("supply")))
    return [*found, Transfer(MARKER, 1, Place("marker", seat=int(state.marker)), Place("marker"))]


def draw_transfers(state: State, drawn: Sequence[int]) -> list[Transfer]:
    """Return how tiles go from the bag to the top of the stack, or which face an expansion gets."""
    if state.phase == FACE:
        return [Transfer(EXPANSION_IDS[drawn[0]], 1, Place("unseen"), _display(emptied_place(packed(state))))]
    return _several([HEX_IDS[kind] for kind in drawn], Place("bag"), _display(TOP))


def _several(pieces: Iterable[PieceId], origin: Place, target: Place) -> list[Transfer]:
    return [Transfer(piece, count, origin, target) for piece, count in Counter(pieces).items()]


def _display(place: int) -> Place:
    return Place("display", PLACE_IDS[place])


# ---------------------------------------------------------------- previews


def preview(state: State, code: int) -> Preview:
    """Return what a legal move does, as the contract defines it.

    A hex counts from the move that chooses its space. The jokers shown with that move, and while
    it is paid for, are those that the turn brings in the end with the cheapest payment.
    """
    return previews(state, [code])[0]


def previews(state: State, codes: Sequence[int]) -> list[Preview]:
    """Return the same for several moves."""
    seen = np.zeros((len(codes), 2 + FORESEEN), np.int64)
    weigh_all(as_array(state), np.array(codes, np.int16), seen)
    is_last = plain(state).round_number == ROUNDS
    return [
        Preview(points, loss, jokers, bool(ends_round), bool(ends_round and is_last))
        for points, ends_round, _, _, jokers, loss in seen.tolist()
    ]


@rule
def weigh_all(states: Any, moves: Codes, out: Any) -> None:
    """Compute the previews of moves of the position: points, whether the round ends, and what they do."""
    foresee_all(states, moves, out[:, 2:])
    state, room = states[0], np.empty_like(states)
    mover, before = widen(state.turn), _score_if_scored(state, widen(state.turn))
    for index in range(len(moves)):
        room[0] = state
        decide(room[0], widen(moves[index]))
        out[index, 0] = _score_if_scored(room[0], mover) - before
        out[index, 1] = everybody_passed(room[0])


@rule
def _score_if_scored(state: State, seat: int) -> int:
    player = state.players[seat]
    return widen(player.score) + wheel_points(state, player, widen(state.round_number))


# ---------------------------------------------------------------- the story of a scoring


def scoring_steps(state: State, code: int) -> list[Step]:
    """Return the story of all points that playing a legal move gives or takes."""
    state, move = plain(state), parts(code)
    seat, after = state.turn, _decided(state, code)
    total = state.players[seat].score
    steps = []
    if state.phase == DISCARD and isinstance(move, Give):
        price = _value(move.piece)
        total -= price
        steps.append(Step("discard", seat, -price, total, values={"piece": piece_name(move.piece)}))
    elif after.supply < state.supply:
        total -= SUPPLY_PRICE
        steps.append(Step("supply", seat, -SUPPLY_PRICE, total, values={}))
    if state.marker == IN_DISPLAY and after.marker == seat:
        lost = int(after.players[seat].score) - total  # nothing from somebody who has nothing (13)
        steps.append(Step("marker", seat, lost, total + lost, values={}))
    if everybody_passed(after):
        order = [(int(after.start) + place) % int(after.seats) for place in range(after.seats)]
        for scored in order:
            steps += _wheel_steps(after, scored)
        if after.round_number == ROUNDS:
            score_round(after)
            for scored in order:
                steps += _final_steps(after, scored)
    return steps


def _wheel_steps(state: State, seat: int) -> list[Step]:
    """Return a garden's points by the wheel."""
    player = state.players[seat]
    total = int(player.score)
    steps = []
    scoring = state.wheel[state.round_number - 1].tolist()
    for chosen, (each, spaces) in enumerate(zip(scoring, spaces_by_set(player), strict=True)):
        count = spaces.bit_count()
        if each and count:
            total += each * count
            values = {"set": set_name(SET_IDS[chosen]), "count": count, "each": each}
            steps.append(Step("wheel", seat, each * count, total, _where(spaces), values))
    count = int(pavilions(player))
    if count and state.pavilion_points:
        points = count * int(state.pavilion_points)
        total += points
        where = tuple((slot, 0) for slot in range(1, SLOTS + 1) if _has_pavilion(player, slot))
        steps.append(Step("pavilions", seat, points, total, where, {"count": count}))
    return steps


def _has_pavilion(player: Player, slot: int) -> bool:
    return bool(int(player.printed) & int(RING[slot]))


def _final_steps(state: State, seat: int) -> list[Step]:
    """Return what storage and groups bring; all is added, then held at 0 (13)."""
    player = state.players[seat]
    total, jokers, stored = int(player.score), int(player.jokers), int(stored_value(player))
    steps = []
    if jokers:
        total += jokers
        steps.append(Step("jokers", seat, jokers, total, values={"count": jokers}))
    if stored:
        total -= stored
        steps.append(Step("stored", seat, -stored, total, values={"count": len(stored_pieces(player))}))
    for group in groups(state, player):
        total += group.points
        size = group.spaces.bit_count()
        bonus = int(state.group_bonus[size])
        values = {"set": set_name(SET_IDS[group.chosen]), "count": size, "bonus": bonus}
        kind = "group_bonus" if bonus else "group"
        steps.append(Step(kind, seat, group.points, total, _where(group.spaces), values))
    if total < 0:
        steps.append(Step("held", seat, -total, 0, values={}))
    return steps


def _where(spaces: int) -> tuple[tuple[int, int], ...]:
    return tuple(divmod(space, PER_SLOT) for space in bits(spaces))
