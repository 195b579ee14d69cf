"""Why a move cannot be played now, in one sentence."""

import numpy as np

from azulejo.games.garden.acquire import copies, fits, holds
from azulejo.games.garden.components import (
    COLOUR_KINDS,
    PATTERN_KINDS,
    PATTERNS,
    PER_SLOT,
    PLATE,
    RING,
    SET_KINDS,
    SUPPLY_PRICE,
)
from azulejo.games.garden.garden import filled, free_slots, neighbours, spaces_for
from azulejo.games.garden.moves import (
    BUY,
    DONE,
    FIRST_COPY,
    FIRST_GIVE,
    FIRST_PLACE,
    FIRST_SPACE,
    MAX_MOVES,
    MOVE_CODES,
    PASS,
)
from azulejo.games.garden.notation import move_text, space_text
from azulejo.games.garden.place import can_pay, cost
from azulejo.games.garden.rules import legal_moves
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
    REFILL,
    SPACE,
    SUPPLY,
    TURN,
    Player,
    State,
)
from azulejo.games.garden.storage import expansion_room, tile_room
from azulejo.games.garden.view import hex_name, piece_name, place_name, set_name, ways_to_pay
from azulejo.texts import Message, message
from azulejo.texts.errors import InvalidMove


def why_not(state: State, move: int) -> Message | None:
    """Return why a move is not legal now, or None if it is."""
    if not 0 <= move < MOVE_CODES:
        raise InvalidMove("garden.error.move_code", value=move, most=MOVE_CODES - 1)
    if state.phase == END:
        return message("errors.game_over")
    if state.phase in (REFILL, FACE):
        return message("errors.draw_due")
    player = state.players[state.turn]
    if move < FIRST_COPY:
        return _unfinished(state, TURN) or _why_not_take(state, player, move)
    if move < FIRST_PLACE:
        return _unfinished(state, COPY) or _why_not_copy(state, move - FIRST_COPY)
    if move < BUY:
        return _unfinished(state, TURN) or _why_not_place(player, move - FIRST_PLACE)
    if move == BUY:
        return _unfinished(state, TURN) or _why_not_buy(state, player)
    if move == PASS:
        return _unfinished(state, TURN)
    if move < FIRST_GIVE:
        return _unfinished(state, SPACE) or _why_not_space(player, int(state.piece), move - FIRST_SPACE + 1)
    if move == DONE:
        return _unfinished(state, DISCARD)
    if state.phase == DISCARD:
        return _why_not_discard(state, player, move - FIRST_GIVE)
    return _unfinished(state, PAYMENT) or _why_not_pay(state, player, move - FIRST_GIVE)


def _unfinished(state: State, wanted: int) -> Message | None:
    """Return what is to be decided first, if that is another kind of decision."""
    if state.phase == wanted:
        return None
    if state.phase == COPY:
        return message("garden.why.copy_first", hex=hex_name(_wanted(state)), values=_legal_texts(state))
    if state.phase == SPACE:
        return message("garden.why.space_first", piece=piece_name(int(state.piece)))
    if state.phase == PAYMENT:
        return message("garden.why.pay_first", piece=piece_name(int(state.piece)), owed=int(state.owed))
    if state.phase == DISCARD:
        return message("garden.why.discard_first")
    return message(f"garden.why.{_NOT_YET[wanted]}")


_NOT_YET = {COPY: "no_copy", SPACE: "no_piece", PAYMENT: "no_payment", DISCARD: "no_pass"}


def _wanted(state: State) -> int:
    return (int(state.wanted) & -int(state.wanted)).bit_length() - 1


def _legal_texts(state: State) -> list[str]:
    moves = np.zeros(MAX_MOVES, np.int16)
    return [move_text(int(move)) for move in moves[: legal_moves(state, moves)]]


# ---------------------------------------------------------------- acquiring


def _why_not_take(state: State, player: Player, chosen: int) -> Message | None:
    as_tile = int(state.offered_tiles) & int(SET_KINDS[chosen])
    as_face = int(state.offered_faces) & int(SET_KINDS[chosen])
    if not as_tile | as_face:
        return message("garden.why.nothing_there", set=set_name(chosen))
    room, room_for_expansions = tile_room(player), expansion_room(player)
    if fits(as_tile, as_face, room, room_for_expansions):
        return None
    count = (as_tile | as_face).bit_count()
    return message("garden.why.no_room", count=count, room=room, expansions=room_for_expansions)


def _why_not_copy(state: State, place: int) -> Message | None:
    if copies(state) >> place & 1:
        return None
    kind = _wanted(state)
    if state.faces[place] == kind or holds(state, place, kind):
        return message("garden.why.copy_no_room", hex=hex_name(kind))
    return message("garden.why.copy_not_there", hex=hex_name(kind), place=place_name(state, place))


# ---------------------------------------------------------------- placing


def _why_not_place(player: Player, piece: int) -> Message | None:
    if not _is_stored(player, piece):
        return message("garden.why.not_stored", piece=piece_name(piece))
    if not can_pay(player, piece % FIRST_EXPANSION):
        return message("garden.why.cannot_pay", piece=piece_name(piece), cost=cost(piece), count=cost(piece) - 1)
    if piece >= FIRST_EXPANSION and not free_slots(player):
        return message("garden.why.no_slot")
    if not spaces_for(player, piece):
        return message("garden.why.nowhere", piece=piece_name(piece))
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


def _why_not_space(player: Player, piece: int, space: int) -> Message | None:
    if spaces_for(player, piece) >> space & 1:
        return None
    slot, direction = divmod(space, PER_SLOT)
    text = space_text(space)
    if piece >= FIRST_EXPANSION:
        if slot == PLATE or int(player.built) & int(RING[slot]):
            return message("garden.why.slot_taken", space=text)
        if piece == SUPPLY:
            return message("garden.why.blank_centre", slot=slot)
        if direction == 0:
            return message("garden.why.face_ring", slot=slot)
    elif not int(player.built) >> space & 1:
        return message("garden.why.not_built", space=text)
    elif not int(player.vacant) >> space & 1:
        return message("garden.why.space_taken", space=text)
    kind = piece % FIRST_EXPANSION
    alike = int(player.colours[kind // PATTERNS]) | int(player.patterns[kind % PATTERNS])
    if not neighbours(1 << space) & filled(player) & alike:
        return message("garden.why.shares_nothing", hex=hex_name(kind), space=text)
    return message("garden.why.equal_in_group", hex=hex_name(kind), space=text)


# ---------------------------------------------------------------- paying and discarding


def _why_not_pay(state: State, player: Player, piece: int) -> Message | None:
    name, placed = piece_name(piece), int(state.piece) % FIRST_EXPANSION
    if not _is_stored(player, piece):
        return message("garden.why.not_stored", piece=name)
    if piece != JOKER:
        kind = piece % FIRST_EXPANSION
        if kind == placed:
            return message("garden.why.pay_equal", hex=hex_name(placed))
        same_colour = int(COLOUR_KINDS[placed // PATTERNS]) >> kind & 1
        same_pattern = int(PATTERN_KINDS[placed % PATTERNS]) >> kind & 1
        if not same_colour | same_pattern:
            return message("garden.why.pay_shares_nothing", piece=name, hex=hex_name(placed))
        if state.pays_by == BY_COLOUR and not same_colour:
            return message("garden.why.pay_by_colour", set=set_name(placed // PATTERNS))
        if state.pays_by == BY_PATTERN and not same_pattern:
            return message("garden.why.pay_by_pattern", set=set_name(len(COLOUR_KINDS) + placed % PATTERNS))
        if piece < state.least:
            return message("garden.why.order", piece=name, last=piece_name(int(state.least)))
    for pieces in ways_to_pay(state):
        if piece in pieces and sum(one >= piece for one in pieces) >= state.owed:
            return None
    return message("garden.why.pay_too_few", piece=name, owed=int(state.owed))


def _why_not_discard(state: State, player: Player, piece: int) -> Message | None:
    name = piece_name(piece)
    if piece == JOKER:
        return message("garden.why.discard_joker")
    if not _is_stored(player, piece):
        return message("garden.why.not_stored", piece=name)
    if piece < state.least:
        return message("garden.why.order", piece=name, last=piece_name(int(state.least)))
    if cost(piece) > player.score:
        return message("garden.why.discard_price", piece=name, count=cost(piece))
    return None
