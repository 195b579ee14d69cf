"""Why a move cannot be played now, in one sentence."""

from azulejo.games.garden.acquisition import copies, fits, holds
from azulejo.games.garden.components import (
    COLOURS,
    HEX_IDS,
    PATTERNS,
    PER_SLOT,
    PLATE,
    RING,
    SET_IDS,
    SET_KINDS,
    SPACE_IDS,
    SUPPLY_PRICE,
    SetId,
    SpaceId,
)
from azulejo.games.garden.garden import filled, free_slots, neighbours, spaces_for
from azulejo.games.garden.moves import Buy, ChooseSpace, Copy, Give, Pass, PlacePiece, Take, parts
from azulejo.games.garden.payments import ways_to_pay
from azulejo.games.garden.placing import can_pay, cost
from azulejo.games.garden.state import (
    BY_COLOUR,
    BY_PATTERN,
    COPY,
    DISCARD,
    END,
    FACE,
    FIRST_EXPANSION,
    JOKER,
    PAYMENT,
    PIECE_IDS,
    PLACE_IDS,
    REFILL,
    SPACE,
    SUPPLY,
    TURN,
    PieceId,
    PlaceId,
    Player,
    State,
)
from azulejo.games.garden.storage import expansion_room, tile_room
from azulejo.games.garden.words import hex_name, piece_name, place_name, set_name
from azulejo.games.unpack import bits
from azulejo.texts import Message, message


def why_not(state: State, code: int) -> Message | None:
    """Return why a move is not legal now, or None if it is."""
    move = parts(code)
    if state.phase == END:
        return message("errors.game_over")
    if state.phase in (REFILL, FACE):
        return message("errors.draw_due")
    player = state.players[state.turn]
    match move:
        case Take():
            return _unfinished(state, TURN) or _why_not_take(state, player, move.set)
        case Copy():
            return _unfinished(state, COPY) or _why_not_copy(state, move.place)
        case PlacePiece():
            return _unfinished(state, TURN) or _why_not_place(player, move.piece)
        case Buy():
            return _unfinished(state, TURN) or _why_not_buy(state, player)
        case Pass():
            return _unfinished(state, TURN)
        case ChooseSpace():
            return _unfinished(state, SPACE) or _why_not_space(player, int(state.piece), move.space)
        case Give() if state.phase == DISCARD:
            return _why_not_discard(state, player, move.piece)
        case Give():
            return _unfinished(state, PAYMENT) or _why_not_pay(state, player, move.piece)
        case _:
            return _unfinished(state, DISCARD)


def _unfinished(state: State, wanted: int) -> Message | None:
    """Return what is to be decided first, if that is another kind of decision."""
    if state.phase == wanted:
        return None
    if state.phase == COPY:
        return message("garden.why.copy_first", hex=hex_name(HEX_IDS[_wanted(state)]))
    if state.phase == SPACE:
        return message("garden.why.space_first", piece=piece_name(PIECE_IDS[state.piece]))
    if state.phase == PAYMENT:
        return message("garden.why.pay_first", piece=piece_name(PIECE_IDS[state.piece]), owed=int(state.owed))
    if state.phase == DISCARD:
        return message("garden.why.discard_first")
    return message(f"garden.why.{_NOT_YET[wanted]}")


_NOT_YET = {COPY: "no_copy", SPACE: "no_piece", PAYMENT: "no_payment", DISCARD: "no_pass"}


def _wanted(state: State) -> int:
    return bits(int(state.wanted))[0]


# ---------------------------------------------------------------- acquiring


def _why_not_take(state: State, player: Player, chosen: SetId) -> Message | None:
    kinds = int(SET_KINDS[SET_IDS.index(chosen)])
    as_tile, as_face = int(state.offered_tiles) & kinds, int(state.offered_faces) & kinds
    if not as_tile | as_face:
        return message("garden.why.nothing_there", set=set_name(chosen))
    room, room_for_expansions = tile_room(player), expansion_room(player)
    if fits(as_tile, as_face, room, room_for_expansions):
        return None
    count = (as_tile | as_face).bit_count()
    return message("garden.why.no_room", count=count, room=room, expansions=room_for_expansions)


def _why_not_copy(state: State, chosen: PlaceId) -> Message | None:
    place, kind = PLACE_IDS.index(chosen), _wanted(state)
    if copies(state) >> place & 1:
        return None
    name = hex_name(HEX_IDS[kind])
    if state.faces[place] == kind or holds(state, place, kind):
        return message("garden.why.copy_no_room", hex=name)
    return message("garden.why.copy_not_there", hex=name, place=place_name(chosen, bool(state.faces[place] >= 0)))


# ---------------------------------------------------------------- placing


def _why_not_place(player: Player, chosen: PieceId) -> Message | None:
    piece, name = PIECE_IDS.index(chosen), piece_name(chosen)
    if not _is_stored(player, piece):
        return message("garden.why.not_stored", piece=name)
    if not can_pay(player, piece % FIRST_EXPANSION):
        return message("garden.why.cannot_pay", piece=name, cost=cost(piece), count=cost(piece) - 1)
    if piece >= FIRST_EXPANSION and not free_slots(player):
        return message("garden.why.no_slot")
    if not spaces_for(player, piece):
        return message("garden.why.nowhere", piece=name)
    return None


def _is_stored(player: Player, piece: int) -> bool:
    if piece == JOKER:
        return player.jokers > 0
    stored = int(player.tiles[0]) if piece < FIRST_EXPANSION else int(player.expansions)
    return bool(stored >> piece % FIRST_EXPANSION & 1)


def _why_not_buy(state: State, player: Player) -> Message | None:
    if not state.supply:
        return message("garden.why.supply_empty")
    if player.score < SUPPLY_PRICE:
        return message("garden.why.supply_price", count=SUPPLY_PRICE)
    if not free_slots(player):
        return message("garden.why.no_slot")
    return None


def _why_not_space(player: Player, piece: int, chosen: SpaceId) -> Message | None:
    space = SPACE_IDS.index(chosen)
    if spaces_for(player, piece) >> space & 1:
        return None
    slot, direction = divmod(space, PER_SLOT)
    if piece >= FIRST_EXPANSION:
        if slot == PLATE or int(player.built) & int(RING[slot]):
            return message("garden.why.slot_taken", space=chosen)
        if piece == SUPPLY:
            return message("garden.why.blank_centre", slot=slot)
        if direction == 0:
            return message("garden.why.face_ring", slot=slot)
    elif not int(player.built) >> space & 1:
        return message("garden.why.not_built", space=chosen)
    elif not int(player.vacant) >> space & 1:
        return message("garden.why.space_taken", space=chosen)
    kind = piece % FIRST_EXPANSION
    alike = int(player.colours[kind // PATTERNS]) | int(player.patterns[kind % PATTERNS])
    touches_alike = neighbours(1 << space) & filled(player) & alike
    key = "garden.why.equal_in_group" if touches_alike else "garden.why.shares_nothing"
    return message(key, hex=hex_name(HEX_IDS[kind]), space=chosen)


# ---------------------------------------------------------------- paying and discarding


def _why_not_pay(state: State, player: Player, chosen: PieceId) -> Message | None:
    piece, name = PIECE_IDS.index(chosen), piece_name(chosen)
    if not _is_stored(player, piece):
        return message("garden.why.not_stored", piece=name)
    if piece != JOKER and (reason := _why_not_kind(state, chosen)):
        return reason
    if piece < state.least:
        return message("garden.why.order", piece=name, last=piece_name(PIECE_IDS[state.least]))
    for pieces in ways_to_pay(state):
        if piece in pieces and sum(one >= piece for one in pieces) >= state.owed:
            return None
    return message("garden.why.pay_too_few", piece=name, owed=int(state.owed))


def _why_not_kind(state: State, chosen: PieceId) -> Message | None:
    """Return why a hex cannot pay for the one placed, whatever is paid besides (6)."""
    placed, kind = int(state.piece) % FIRST_EXPANSION, PIECE_IDS.index(chosen) % FIRST_EXPANSION
    same_colour, same_pattern = placed // PATTERNS == kind // PATTERNS, placed % PATTERNS == kind % PATTERNS
    if kind == placed:
        return message("garden.why.pay_equal", hex=hex_name(HEX_IDS[placed]))
    if not same_colour and not same_pattern:
        return message("garden.why.pay_shares_nothing", piece=piece_name(chosen), hex=hex_name(HEX_IDS[placed]))
    if state.pays_by == BY_COLOUR and not same_colour:
        return message("garden.why.pay_by_colour", set=set_name(SET_IDS[placed // PATTERNS]))
    if state.pays_by == BY_PATTERN and not same_pattern:
        return message("garden.why.pay_by_pattern", set=set_name(SET_IDS[COLOURS + placed % PATTERNS]))
    return None


def _why_not_discard(state: State, player: Player, chosen: PieceId) -> Message | None:
    piece, name = PIECE_IDS.index(chosen), piece_name(chosen)
    if piece == JOKER:
        return message("garden.why.discard_joker")
    if not _is_stored(player, piece):
        return message("garden.why.not_stored", piece=name)
    if piece < state.least:
        return message("garden.why.order", piece=name, last=piece_name(PIECE_IDS[state.least]))
    if cost(piece) > player.score:
        return message("garden.why.discard_price", piece=name, count=cost(piece))
    return None
