"""The possible draws piece by piece, with their odds.

Numbers in comments are rulings of docs/rules/duel.md.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, product

import numpy as np

from azulejo.games import tiles
from azulejo.games.contract import NO_PIECE, Odds
from azulejo.games.duel import chips, pile
from azulejo.games.duel.components import (
    CHIP_KINDS,
    CHIP_NAMES,
    COLOURS,
    FEW_TABLETS,
    FRONTS_OF_TYPE,
    JOKER,
    LARGE_TILES,
    LETTERS,
    PLATE_NAMES,
    PLATES,
    SIDE_LETTERS,
    SPECIAL,
    TABLETS,
    TYPE_NAMES,
)
from azulejo.games.duel.dealing import MAX_DRAWN, deal_given, large_needs_tower, plates_due
from azulejo.games.duel.preparation import emptied_factories
from azulejo.games.duel.state import (
    CHIPS_DUE,
    DISPLAY_DUE,
    KEPT_DUE,
    LOOK_DUE,
    SOME_PLATE,
    TABLETS_DUE,
    TILES_DUE,
    TOP_DUE,
    State,
)
from azulejo.games.duel.title import RANDOM
from azulejo.games.odds import shares, tile_odds


def odds(state: State, drawn: Sequence[int]) -> Odds:
    """Return what can come next in the draw that is due, and how likely it is."""
    return _DRAWS[int(state.phase)](state, drawn)


def piece_label(state: State, drawn: Sequence[int], piece: int) -> str:
    """Return a short name for the next piece of the draw that is due."""
    phase = int(state.phase)
    if phase == TILES_DUE:
        return "-" if piece == NO_PIECE else LETTERS[piece]
    if phase == CHIPS_DUE:
        return CHIP_NAMES[piece]
    if phase == TABLETS_DUE:
        return f"{piece // 2 + 1}{SIDE_LETTERS[1 + piece % 2]}"
    is_type = phase == TOP_DUE or (phase == DISPLAY_DUE and len(drawn) == plates_due(state))
    return TYPE_NAMES[piece] if is_type else PLATE_NAMES[piece]


def _tablet_odds(state: State, drawn: Sequence[int]) -> Odds:
    """Three of the four tablets, or all, each on one of its sides; all choices are equally likely."""
    number = FEW_TABLETS if state.tablet_choice == RANDOM else TABLETS
    rows = [
        row
        for row in product(range(2 * TABLETS), repeat=number)
        if all(one // 2 < other // 2 for one, other in pairwise(row))
    ]
    following = [row[len(drawn)] for row in rows if row[: len(drawn)] == tuple(drawn) and len(drawn) < number]
    return shares({piece: following.count(piece) for piece in following})


# ---------------------------------------------------------------- plates


def _type_odds(state: State) -> Odds:
    """Return the odds of the type on the next back that is uncovered."""
    specials, plates = pile.covered(state)
    return shares({SPECIAL: specials, JOKER: plates - specials})


def _front_odds(state: State, plate: int) -> Odds:
    """Return the odds of the front of a plate of which the front, its type or nothing is known."""
    if pile.is_definite(plate):
        return {plate: Fraction(1)}
    types = _type_odds(state) if plate == SOME_PLATE else {pile.type_of(plate): Fraction(1)}
    found = {}
    for kind, share in types.items():
        fronts = int(state.unseen_plates) & int(FRONTS_OF_TYPE[kind])
        found.update({front: share / fronts.bit_count() for front in range(PLATES) if fronts >> front & 1})
    return dict(sorted(found.items()))


def _display_odds(state: State, drawn: Sequence[int]) -> Odds:
    """Plates turned up from the pile one after another, then the type on the next back if it was not known."""
    due = plates_due(state)
    after = state.copy()
    for plate in drawn[:due]:
        pile.take_top(after, plate)
    if len(drawn) < due:
        return _front_odds(after, pile.top(after))
    return _type_odds(after) if len(drawn) == due and pile.top_is_covered(after) else {}


def _top_odds(state: State, drawn: Sequence[int]) -> Odds:
    return {} if drawn else _type_odds(state)


def _look_odds(state: State, drawn: Sequence[int]) -> Odds:
    """The fronts of the plates that a player has drawn in this turn."""
    if len(drawn) == state.drawn_count:
        return {}
    after = state.copy()
    for plate in drawn:
        pile.reveal(after, plate)
    return _front_odds(after, int(state.drawn[len(drawn)]))


def _kept_odds(state: State, drawn: Sequence[int]) -> Odds:
    return {} if drawn else _front_odds(state, int(state.placing))


# ---------------------------------------------------------------- chips and tiles


def _chip_odds(state: State, drawn: Sequence[int]) -> Odds:
    """The chips that are turned, from factory 1 on."""
    if len(drawn) == int(emptied_factories(state)).bit_count():
        return {}
    unseen = int(state.unseen_chips) - sum(chips.one(kind) for kind in drawn)
    return shares({kind: chips.count(unseen, kind) for kind in range(CHIP_KINDS)})


def _tile_odds(state: State, drawn: Sequence[int]) -> Odds:
    """Five tiles for the large factory, then four for each small one."""
    if len(drawn) == MAX_DRAWN:
        return {}
    if len(drawn) < LARGE_TILES:
        return _large_odds(state, drawn)
    after = state.copy()
    deal_given(after, np.array([*drawn, *[NO_PIECE] * (MAX_DRAWN - len(drawn))], np.int16), MAX_DRAWN)
    return tile_odds(int(after.bag) or int(after.tower))


def _large_odds(state: State, drawn: Sequence[int]) -> Odds:
    """The next of the five tiles that may not be all equal: five equal ones are put back and drawn anew (10).

    A first handful comes out of the bag and, when that is empty, out of the Tower. A later one comes out of the
    same bag, or out of both together where the first handful needed the Tower or the bag held one colour only.
    """
    first = int(state.bag), int(state.tower)
    again = (first[0] + first[1], 0) if large_needs_tower(state) else first
    if int(tiles.present(again[0] + again[1])).bit_count() <= 1:
        return tile_odds(again[0] + again[1] - sum(tiles.several(colour, 1) for colour in drawn if colour != NO_PIECE))
    equal, equal_again = (
        sum(_row_odds(*heaps, [colour] * LARGE_TILES) for colour in range(COLOURS)) for heaps in (first, again)
    )
    weights = {}
    for piece in (NO_PIECE, *range(COLOURS)):
        row = [*drawn, piece]
        weights[piece] = _unequal_odds(*first, row) + equal * _unequal_odds(*again, row) / (1 - equal_again)
    return shares(weights)


def _unequal_odds(bag: int, tower: int, row: Sequence[int]) -> Fraction:
    """Return how likely a handful begins with this row and is not all of one colour."""
    found = _row_odds(bag, tower, row)
    alike = len(set(row)) == 1 and row[0] != NO_PIECE
    return found - _row_odds(bag, tower, [row[0]] * LARGE_TILES) if alike else found


def _row_odds(bag: int, tower: int, row: Sequence[int]) -> Fraction:
    """Return how likely these tiles come out of the bag in this order; the Tower is poured in when it is empty."""
    found = Fraction(1)
    for piece in row:
        if bag == 0:
            bag, tower = tower, 0
        found *= tile_odds(bag).get(piece, 0)
        if found == 0:
            return found
        if piece != NO_PIECE:
            bag -= tiles.several(piece, 1)
    return found


_DRAWS: dict[int, Callable[[State, Sequence[int]], Odds]] = {
    TABLETS_DUE: _tablet_odds,
    DISPLAY_DUE: _display_odds,
    TILES_DUE: _tile_odds,
    CHIPS_DUE: _chip_odds,
    TOP_DUE: _top_odds,
    LOOK_DUE: _look_odds,
    KEPT_DUE: _kept_odds,
}
