"""Complete payments for a hex that was placed, the cheapest first: for boards and defaults."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from azulejo.games.contract import Numbers
from azulejo.games.garden import tiles
from azulejo.games.garden.components import (
    COLOUR_KINDS,
    COLOURS,
    KINDS,
    PATTERN_KINDS,
    PATTERNS,
    ROUNDS,
    TILES_PER_KIND,
)
from azulejo.games.garden.placing import earned_jokers, pay, reward
from azulejo.games.garden.state import ANY, BY_COLOUR, BY_PATTERN, FIRST_EXPANSION, JOKER, State
from azulejo.games.garden.storage import from_least, stored_pieces
from azulejo.kernel.bits import lowest_bit
from azulejo.kernel.rule import rule, widen
from azulejo.kernel.struct import as_array

MOST_PAYMENTS = 200
"""More are never listed; those that are left out are the dearest. No game was seen with half as many."""

# How much a stored piece is worth to its owner, in thirds of a point: what is paid last.
TILE_WORTH, EXPANSION_WORTH, JOKER_WORTH = 3, 12, 9

PIECES = JOKER + 1
"""Tiles by kind, expansions by kind, the joker."""
MOST_STORED = KINDS * (TILES_PER_KIND + 1) + int(np.iinfo(np.int8).max)
"""All tiles and expansions, and as many jokers as a position can hold."""
NO_PRICE = int(np.iinfo(np.int64).max)
"""Where nothing can be paid."""


@dataclass(frozen=True, slots=True)
class PossiblePayment:
    """A complete payment of what is owed, by the numbers of its pieces."""

    pieces: tuple[int, ...]
    """All pieces of it, in their order."""
    choices: tuple[int, ...]
    """Those of them for which there is a choice: where only one piece can come next, it is paid without asking."""


def payments(state: State) -> list[PossiblePayment]:
    """Return the complete payments of what is owed, the cheapest first, MOST_PAYMENTS at most."""
    owed = int(state.owed)
    rank: dict[tuple[int, ...], tuple[int, int]] = {}
    found = np.zeros(PIECES, np.int64)
    worths(as_array(state), found)
    worth_of: list[int] = found.tolist()
    for way, stored in enumerate(ways_to_pay(state)):
        for payment in combinations(stored, owed):
            if payment not in rank:
                rank[payment] = (sum(worth_of[piece] for piece in payment), way)
    following: dict[tuple[int, ...], set[int]] = {}
    for payment in rank:
        for place, piece in enumerate(payment):
            following.setdefault(payment[:place], set()).add(piece)
    cheapest = sorted(rank, key=lambda payment: (rank[payment], sorted((worth_of[piece], piece) for piece in payment)))
    return [
        PossiblePayment(
            payment, tuple(piece for place, piece in enumerate(payment) if len(following[payment[:place]]) > 1)
        )
        for payment in cheapest[:MOST_PAYMENTS]
    ]


def ways_to_pay(state: State) -> list[list[int]]:
    """Return the stored pieces that can go together, by colour and by pattern, in their order."""
    player = state.players[state.turn]
    kind, least, pays_by = int(state.piece) % FIRST_EXPANSION, int(state.least), int(state.pays_by)
    stored = [piece for piece in stored_pieces(player) if piece >= least and piece % FIRST_EXPANSION != kind]
    jokers = [JOKER] * int(player.jokers)
    ways = []
    if pays_by in (ANY, BY_COLOUR):
        colour = kind // PATTERNS
        ways.append([piece for piece in stored if piece % FIRST_EXPANSION // PATTERNS == colour] + jokers)
    if pays_by in (ANY, BY_PATTERN):
        ways.append([piece for piece in stored if piece % PATTERNS == kind % PATTERNS] + jokers)
    return ways


@rule
def cheapest_piece(state: State) -> int:
    """Return the first piece of the cheapest payment.

    Tiles go before jokers and expansions, and among tiles those that share least with the rest
    of the storage, so that what is left can still pay for something.
    """
    kind, noted = widen(state.piece) % FIRST_EXPANSION, np.empty(MOST_STORED, np.int64)
    price, first = NO_PRICE, JOKER
    if state.pays_by != BY_PATTERN:
        price, first = _cheapest_way(state, widen(COLOUR_KINDS[kind // PATTERNS]) & ~(1 << kind), noted)
    if state.pays_by != BY_COLOUR:
        other, piece = _cheapest_way(state, widen(PATTERN_KINDS[kind % PATTERNS]) & ~(1 << kind), noted)
        if other < price:
            first = piece
    return first


@rule
def _cheapest_way(state: State, kinds: int, noted: Numbers) -> tuple[int, int]:
    """Return what the cheapest pieces of these kinds and jokers are worth that pay for all, and the first of them."""
    number, owed = _note_stored(state, kinds, noted), widen(state.owed)
    if number < owed:
        return NO_PRICE, JOKER
    price, first = 0, JOKER
    for place in range(owed):
        for other in range(place + 1, number):
            if noted[other] < noted[place]:
                noted[place], noted[other] = noted[other], noted[place]
        price += noted[place] // PIECES
        first = min(first, noted[place] % PIECES)
    return price, first


@rule
def _note_stored(state: State, kinds: int, noted: Numbers) -> int:
    """Note the stored pieces of these kinds that may be paid and the jokers, by worth, then number; return how many."""
    player = state.players[state.turn]
    tile_kinds, expansion_kinds = from_least(state)
    number = 0
    for level in range(TILES_PER_KIND):
        left = widen(player.tiles[level]) & kinds & tile_kinds
        while left:
            number = _note(state, lowest_bit(left), noted, number)
            left &= left - 1
    left = widen(player.expansions) & kinds & expansion_kinds
    while left:
        number = _note(state, FIRST_EXPANSION + lowest_bit(left), noted, number)
        left &= left - 1
    for _ in range(player.jokers):
        number = _note(state, JOKER, noted, number)
    return number


@rule
def _note(state: State, piece: int, noted: Numbers, number: int) -> int:
    noted[number] = PIECES * worth(state, piece) + piece
    return number + 1


@rule
def worth(state: State, piece: int) -> int:
    """Return what a stored piece is worth to the player to move."""
    if piece >= FIRST_EXPANSION:
        return JOKER_WORTH if piece == JOKER else EXPANSION_WORTH
    alike = (widen(COLOUR_KINDS[piece // PATTERNS]) | widen(PATTERN_KINDS[piece % PATTERNS])) & ~(1 << piece)
    shared = min(5, tiles.count(state.players[state.turn].tiles, alike))
    return TILE_WORTH + shared + wheel_worth(state, piece)


@rule
def wheel_worth(state: State, kind: int) -> int:
    """Return what a hex in the garden still scores by the wheel."""
    colour, pattern = kind // PATTERNS, kind % PATTERNS
    points = 0
    for passed in range(widen(state.round_number) - 1, ROUNDS):
        points += widen(state.wheel[passed, colour]) + widen(state.wheel[passed, COLOURS + pattern])
    return points


@rule
def worths(states: Any, out: Numbers) -> None:
    """Write what every piece is worth in the position."""
    for piece in range(PIECES):
        out[piece] = worth(states[0], piece)


@rule
def jokers_in_the_end(state: State, room: Any) -> int:
    """Return the jokers for what the hex that is paid for surrounds, after the cheapest payment; ``room`` is for it."""
    space, seat = widen(state.space), widen(state.turn)
    if reward(state.players[seat], space) == 0:
        return 0
    room[0] = state
    while room[0].owed:
        pay(room[0], cheapest_piece(room[0]))
    return earned_jokers(room[0].players[seat], space)
