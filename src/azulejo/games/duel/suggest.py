"""A sensible default among the legal moves."""

from collections.abc import Sequence

import numpy as np

from azulejo.games.duel import chips
from azulejo.games.duel.components import (
    ANY_CHIPS,
    BROKEN_LOSS,
    CHIP_KINDS,
    DOME_COLUMNS,
    LARGE,
    MATCHING_CHIPS,
    ROUNDS,
    STARTING_TILE_LOSS,
)
from azulejo.games.duel.effects import if_scored, preview
from azulejo.games.duel.moves import (
    BROKEN,
    DISPLAY,
    DRAW,
    ENOUGH,
    LAY_TILE,
    MAX_MOVES,
    PAY_CHIP,
    TO_LINE,
)
from azulejo.games.duel.rules import decide, legal_moves
from azulejo.games.duel.state import (
    CHIPS_DUE,
    DRAWING,
    LAY,
    LINE,
    PAY,
    STACK,
    State,
)
from azulejo.games.duel.tiling import best_column, missing_tiles, open_columns


def suggest(state: State) -> int:
    """Return a sensible move: what scores most, the cheapest payment, no plates for points."""
    moves = np.zeros(MAX_MOVES, np.int16)
    legal = [int(code) for code in moves[: legal_moves(state, moves)]]
    if state.phase == DRAWING:
        return ENOUGH
    if state.phase == LAY:
        row, player = int(state.tiling_row), state.players[state.turn]
        return LAY_TILE + row * DOME_COLUMNS + best_column(player, row, open_columns(player, row))
    if state.phase == PAY:
        return _suggested_payment(state, legal)
    return max(legal, key=lambda move: _attraction(state, move))


def _attraction(state: State, move: int) -> tuple[int, int]:
    """Return the points of a move, and what tells equals apart: tiles on lines, chips, plates; draws come last."""
    if move < DISPLAY:
        return max(_attraction_of_line(state, move, destination) for destination in range(BROKEN + 1))
    if TO_LINE <= move < ENOUGH:
        return _attraction_of_line(state, None, move - TO_LINE)
    return preview(state, move).points, int(move != DRAW)


def _attraction_of_line(state: State, take: int | None, destination: int) -> tuple[int, int]:
    """Return the points if the tiles of a take (or those in hand) go to a line, and how many find room there."""
    after = state.copy()
    if take is not None:
        decide(after, take)
        if after.phase not in (LINE, STACK, CHIPS_DUE):
            return preview(state, take).points, 0
        after.phase, after.stacking = LINE, LARGE
    player = after.players[state.turn]
    if destination == BROKEN:
        room = 0
    elif player.line_count[destination] and player.line_colour[destination] != after.picked_colour:
        return -int(BROKEN_LOSS[-1]) - STARTING_TILE_LOSS - 1, 0
    else:
        room = destination + 1 - int(player.line_count[destination])
    placed = min(room, int(after.picked_count))
    before = if_scored(state, int(state.turn))
    decide(after, TO_LINE + destination)
    return if_scored(after, int(state.turn)) - before, placed


def _suggested_payment(state: State, legal: Sequence[int]) -> int:
    """Return the next chip of the cheapest payment; chips that do not match are only spent in the last round."""
    player = state.players[state.turn]
    row, paid = int(state.tiling_row), int(state.paid)
    colour, missing = int(player.line_colour[row]), missing_tiles(player, row)
    cheapest = _cheapest(int(player.chips) + paid, colour, missing)
    is_dear = chips.total(cheapest) > MATCHING_CHIPS * missing
    follows = all(chips.count(paid, kind) <= chips.count(cheapest, kind) for kind in range(CHIP_KINDS))
    if not follows or paid == cheapest or (paid == 0 and is_dear and state.round_number < ROUNDS):
        return ENOUGH if ENOUGH in legal else legal[0]
    due = [PAY_CHIP + kind for kind in range(CHIP_KINDS) if chips.count(paid, kind) < chips.count(cheapest, kind)]
    return due[0] if due[0] in legal else legal[0]


def _cheapest(held: int, colour: int, missing: int) -> int:
    """Return the payment with the fewest chips: pairs that match first, then threes of what matches least."""
    match = int(chips.MATCHING[colour])
    pairs = min(missing, chips.total(held & match) // MATCHING_CHIPS)
    payment = 0
    for _ in range(MATCHING_CHIPS * pairs):
        payment += chips.one(chips.kind_at((held - payment) & match, 0))
    for _ in range(ANY_CHIPS * (missing - pairs)):
        left = held - payment
        payment += chips.one(chips.kind_at(left & ~match or left, 0))
    return payment
