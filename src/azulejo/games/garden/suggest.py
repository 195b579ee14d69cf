"""A sensible default among the legal moves."""

import numpy as np

from azulejo.games.garden.acquisition import offered_kinds
from azulejo.games.garden.components import PATTERNS, PER_SLOT, RING, ROUNDS, SUPPLY_PRICE
from azulejo.games.garden.garden import filled, groups_through, neighbours, plant, spaces_for
from azulejo.games.garden.moves import BUY, DONE, FIRST_COPY, FIRST_GIVE, FIRST_PLACE, FIRST_SPACE, MAX_MOVES, PASS
from azulejo.games.garden.payments import TILE_WORTH, cheapest_piece, wheel_worth
from azulejo.games.garden.placing import cost, lay_face, reward
from azulejo.games.garden.rules import legal_moves
from azulejo.games.garden.state import COPY, DISCARD, FIRST_EXPANSION, PAYMENT, SPACE, SUPPLY, State
from azulejo.games.unpack import bits


def suggest(state: State) -> int:
    """Return a sensible move: the cheapest payment, the best space, else the most useful action."""
    if state.phase == PAYMENT:
        return FIRST_GIVE + cheapest_piece(state)
    if state.phase == SPACE:
        return FIRST_SPACE - 1 + _best_space(state)
    if state.phase == DISCARD:
        return DONE
    moves = np.zeros(MAX_MOVES, np.int16)
    legal: list[int] = moves[: legal_moves(state, moves)].tolist()
    if state.phase == COPY:
        return legal[-1]  # leave the top of the stack alone: a new one serves the next player
    return max(legal, key=lambda move: (_attraction(state, move), -move))


def _best_space(state: State) -> int:
    """Return the space with the best groups and most jokers, then most neighbours."""
    piece = int(state.piece)
    spaces = bits(spaces_for(state.players[state.turn], piece))
    return max(spaces, key=lambda space: (_space_worth(state, piece, space), -space))


def _space_worth(state: State, piece: int, space: int) -> int:
    if piece == SUPPLY:
        return (filled(state.players[state.turn]) & neighbours(int(RING[space // PER_SLOT]))).bit_count()
    tried = state.copy()
    player = tried.players[tried.turn]
    kind = piece % FIRST_EXPANSION
    if piece >= FIRST_EXPANSION:
        lay_face(player, kind, space)
    else:
        plant(player, kind, space)
    worth = 3 * reward(player, space)
    for alike in (int(player.colours[kind // PATTERNS]), int(player.patterns[kind % PATTERNS])):
        worth += 4 * groups_through(1 << space, alike).bit_count()
    return worth + (neighbours(1 << space) & filled(player)).bit_count()


def _attraction(state: State, move: int) -> int:
    """Return how attractive an action is, in thirds of a point."""
    player = state.players[state.turn]
    if move < FIRST_COPY:
        return offered_kinds(state, move).bit_count() * (TILE_WORTH if state.round_number < ROUNDS else 1)
    if move == BUY:
        return 1 if int(player.vacant).bit_count() <= 2 and int(player.score) >= 3 * SUPPLY_PRICE else -1
    if move == PASS:
        return 0
    piece = move - FIRST_PLACE
    return 3 * (wheel_worth(state, piece % FIRST_EXPANSION) + cost(piece)) - TILE_WORTH * (cost(piece) - 1)
