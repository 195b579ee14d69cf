"""A sensible default among the legal moves. Compiled, because a client is told one after every move."""

from typing import Any

import numpy as np

from azulejo.games.garden.acquisition import offered_kinds
from azulejo.games.garden.components import PATTERNS, PER_SLOT, RING, ROUNDS, SUPPLY_PRICE
from azulejo.games.garden.garden import filled, groups_through, neighbours, plant, spaces_for
from azulejo.games.garden.moves import BUY, DONE, FIRST_COPY, FIRST_GIVE, FIRST_PLACE, FIRST_SPACE, MAX_MOVES, PASS
from azulejo.games.garden.payments import TILE_WORTH, cheapest_piece, wheel_worth
from azulejo.games.garden.placing import cost, lay_face, reward
from azulejo.games.garden.rules import legal_moves
from azulejo.games.garden.state import COPY, DISCARD, FIRST_EXPANSION, PAYMENT, SPACE, SUPPLY, State
from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.rule import rule, widen
from azulejo.kernel.struct import as_array


def suggest(state: State) -> int:
    """Return a sensible move: the cheapest payment, the best space, else the most useful action."""
    return int(best_move(as_array(state)))


@rule
def best_move(states: Any) -> int:
    """Return the move to suggest in the position."""
    state = states[0]
    if state.phase == PAYMENT:
        return FIRST_GIVE + cheapest_piece(state)
    if state.phase == SPACE:
        return FIRST_SPACE - 1 + _best_space(state, np.empty_like(states))
    if state.phase == DISCARD:
        return DONE
    moves = np.empty(MAX_MOVES, np.int16)
    number = legal_moves(state, moves)
    if state.phase == COPY:
        return widen(moves[number - 1])  # leave the top of the stack alone: a new one serves the next player
    best = widen(moves[0])
    most = _attraction(state, best)
    for move in moves[1:number]:
        attraction = _attraction(state, widen(move))
        if attraction > most:
            best, most = widen(move), attraction
    return best


@rule
def _best_space(state: State, room: Any) -> int:
    """Return the space with the best groups and most jokers, then most neighbours."""
    piece = widen(state.piece)
    spaces = spaces_for(state.players[state.turn], piece)
    best = lowest_bit(spaces)
    most = _space_worth(state, piece, best, room)
    spaces &= spaces - 1
    while spaces:
        space = lowest_bit(spaces)
        spaces &= spaces - 1
        worth = _space_worth(state, piece, space, room)
        if worth > most:
            best, most = space, worth
    return best


@rule
def _space_worth(state: State, piece: int, space: int, room: Any) -> int:
    if piece == SUPPLY:
        return bit_count(filled(state.players[state.turn]) & neighbours(widen(RING[space // PER_SLOT])))
    room[0] = state
    player = room[0].players[state.turn]
    kind = piece % FIRST_EXPANSION
    if piece >= FIRST_EXPANSION:
        lay_face(player, kind, space)
    else:
        plant(player, kind, space)
    same_colour, same_pattern = widen(player.colours[kind // PATTERNS]), widen(player.patterns[kind % PATTERNS])
    alike = bit_count(groups_through(1 << space, same_colour)) + bit_count(groups_through(1 << space, same_pattern))
    return 3 * reward(player, space) + 4 * alike + bit_count(neighbours(1 << space) & filled(player))


@rule
def _attraction(state: State, move: int) -> int:
    """Return how attractive an action is, in thirds of a point."""
    player = state.players[state.turn]
    if move < FIRST_COPY:
        return bit_count(offered_kinds(state, move)) * (TILE_WORTH if state.round_number < ROUNDS else 1)
    if move == BUY:
        return 1 if bit_count(widen(player.vacant)) <= 2 and player.score >= 3 * SUPPLY_PRICE else -1
    if move == PASS:
        return 0
    piece = move - FIRST_PLACE
    return 3 * (wheel_worth(state, piece % FIRST_EXPANSION) + cost(piece)) - TILE_WORTH * (cost(piece) - 1)
