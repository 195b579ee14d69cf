"""Complete payments for a hex that was placed, the cheapest first: for boards and defaults."""

from dataclasses import dataclass
from itertools import combinations

from azulejo.games.garden import tiles
from azulejo.games.garden.components import COLOUR_KINDS, COLOURS, PATTERN_KINDS, PATTERNS, ROUNDS
from azulejo.games.garden.state import ANY, BY_COLOUR, BY_PATTERN, FIRST_EXPANSION, JOKER, State
from azulejo.games.garden.storage import stored_pieces

MOST_PAYMENTS = 200
"""More are never listed; those that are left out are the dearest. No game was seen with half as many."""

# How much a stored piece is worth to its owner, in thirds of a point: what is paid last.
TILE_WORTH, EXPANSION_WORTH, JOKER_WORTH = 3, 12, 9


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
    worth_of: dict[int, int] = {}
    for way, stored in enumerate(ways_to_pay(state)):
        worth_of.update({piece: worth(state, piece) for piece in set(stored) - worth_of.keys()})
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


def cheapest_piece(state: State) -> int:
    """Return the first piece of the cheapest payment.

    Tiles go before jokers and expansions, and among tiles those that share least with the rest
    of the storage, so that what is left can still pay for something.
    """
    owed = int(state.owed)
    best: tuple[int, list[int]] | None = None
    for pieces in ways_to_pay(state):
        if len(pieces) >= owed:
            cheapest = sorted((worth(state, piece), piece) for piece in pieces)[:owed]
            price = sum(one for one, _ in cheapest)
            if best is None or price < best[0]:
                best = price, [piece for _, piece in cheapest]
    assert best is not None, "a payment is asked for only if there is one"
    return min(best[1])


def worth(state: State, piece: int) -> int:
    """Return what a stored piece is worth to the player to move."""
    if piece >= FIRST_EXPANSION:
        return JOKER_WORTH if piece == JOKER else EXPANSION_WORTH
    player = state.players[state.turn]
    alike = int(COLOUR_KINDS[piece // PATTERNS]) | int(PATTERN_KINDS[piece % PATTERNS])
    return TILE_WORTH + min(5, tiles.count(player.tiles, alike & ~(1 << piece))) + wheel_worth(state, piece)


def wheel_worth(state: State, kind: int) -> int:
    """Return what a hex in the garden still scores by the wheel."""
    colour, pattern = divmod(kind, PATTERNS)
    left = state.wheel[int(state.round_number) - 1 : ROUNDS].tolist()
    return sum(scoring[colour] + scoring[COLOURS + pattern] for scoring in left)
