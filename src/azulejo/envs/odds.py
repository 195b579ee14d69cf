"""The odds of a draw, piece by piece: for those who want every chance result as an event of its own.

``deal`` of a rulebook makes a whole draw at once. Here a draw is a row of pieces, in the order in which ``deal`` writes
them, and :func:`next_pieces` says what the next one can be and how likely. What a piece does to bags and piles is asked
of the rulebook itself, on a copy of the state.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, TypeAlias

import numpy as np

from azulejo.games import tiles
from azulejo.games.azul import components as azul
from azulejo.games.azul.state import factories
from azulejo.games.contract import Rulebook, deal_given
from azulejo.games.duel import chips, pile
from azulejo.games.duel import components as duel
from azulejo.games.duel import state as duel_state
from azulejo.games.duel.dealing import large_needs_tower, plates_due
from azulejo.games.duel.moves import MAX_DRAWN, NO_TILE
from azulejo.games.duel.preparation import emptied_factories
from azulejo.games.duel.title import RANDOM
from azulejo.games.garden import state as garden_state
from azulejo.games.garden import tiles as garden_tiles
from azulejo.games.garden.acquire import lay_on_top, refill_bag, tiles_due
from azulejo.games.garden.components import KINDS
from azulejo.games.garden.notation import hex_text
from azulejo.texts.errors import BadOption

Odds: TypeAlias = Mapping[int, Fraction]
"""How likely each piece is; the pieces ascend, and the odds add up to 1. Empty if the draw is complete."""

LEAST_PIECE = NO_TILE
"""The smallest number of a piece: no tile, where the rules lay one but none is left."""


def next_pieces(book: Rulebook, state: Any, drawn: Sequence[int]) -> Odds:
    """Return what can come next in the draw that is due, after the pieces drawn so far."""
    return _of(book)[0](state, drawn)


def piece_name(book: Rulebook, state: Any, drawn: Sequence[int], piece: int) -> str:
    """Return a short name for the next piece of the draw that is due."""
    return "-" if piece == NO_TILE else _of(book)[1](state, drawn, piece)


def _of(book: Rulebook) -> tuple[Callable[[Any, Sequence[int]], Odds], Callable[[Any, Sequence[int], int], str]]:
    if book.title.name not in _GAMES:
        raise BadOption("envs.no_odds", game=book.title.name, values=list(_GAMES))
    return _GAMES[book.title.name]


def _shares(weights: Mapping[int, int | Fraction]) -> Odds:
    total = sum(weights.values())
    return {piece: Fraction(weight) / total for piece, weight in sorted(weights.items()) if weight}


def _tile_odds(handful: int) -> Odds:
    """Return the odds of a tile pulled out of a bag, or of none from an empty one."""
    return _shares({colour: tiles.count(handful, colour) for colour in range(tiles.COLOURS)}) or {NO_TILE: Fraction(1)}


def _after(state: Any, drawn: Sequence[int], length: int) -> Any:
    """Return a copy of the state after a part of the draw; what is not drawn yet is laid as no tile."""
    after = state.copy()
    deal_given(after, np.array([*drawn, *[NO_TILE] * (length - len(drawn))], np.int16), length)
    return after


# ---------------------------------------------------------------- classic Azul


def _azul_odds(state: Any, drawn: Sequence[int]) -> Odds:
    """Return the odds of the next tile on the factories; the lid is poured in when a tile is needed."""
    length = factories(state) * azul.FACTORY_TILES
    if len(drawn) == length:
        return {}
    after = _after(state, drawn, length)
    return _tile_odds(int(after.bag) or int(after.lid))


def _azul_name(state: Any, drawn: Sequence[int], piece: int) -> str:
    return azul.LETTERS[piece]


# ---------------------------------------------------------------- Azul Duel


def _duel_odds(state: Any, drawn: Sequence[int]) -> Odds:
    return _DUEL_DRAWS[int(state.stage)](state, drawn)


def _tablet_odds(state: Any, drawn: Sequence[int]) -> Odds:
    """Three of the four tablets, or all, each on one of its sides; all choices are equally likely."""
    number = duel.FEW_TABLETS if state.tablet_choice == RANDOM else duel.TABLETS
    rows = [
        row
        for row in product(range(2 * duel.TABLETS), repeat=number)
        if all(one // 2 < other // 2 for one, other in pairwise(row))
    ]
    following = [row[len(drawn)] for row in rows if row[: len(drawn)] == tuple(drawn) and len(drawn) < number]
    return _shares({piece: following.count(piece) for piece in following})


def _type_odds(state: Any) -> Odds:
    """Return the odds of the type on the next back that is uncovered."""
    specials, plates = pile.covered(state)
    return _shares({duel.SPECIAL: specials, duel.JOKER: plates - specials})


def _front_odds(state: Any, plate: int) -> Odds:
    """Return the odds of the front of a plate of which the front, its type or nothing is known."""
    if pile.is_definite(plate):
        return {plate: Fraction(1)}
    types = _type_odds(state) if plate == duel_state.SOME_PLATE else {pile.type_of(plate): Fraction(1)}
    odds = {}
    for kind, share in types.items():
        fronts = int(state.unseen_plates) & int(duel.FRONTS_OF_TYPE[kind])
        odds.update({front: share / fronts.bit_count() for front in range(duel.PLATES) if fronts >> front & 1})
    return dict(sorted(odds.items()))


def _display_odds(state: Any, drawn: Sequence[int]) -> Odds:
    """Plates turned up from the pile one after another, then the type on the next back if it was not known."""
    due = plates_due(state)
    after = state.copy()
    for plate in drawn[:due]:
        pile.take_top(after, plate)
    if len(drawn) < due:
        return _front_odds(after, pile.top(after))
    return _type_odds(after) if len(drawn) == due and pile.top_is_covered(after) else {}


def _top_odds(state: Any, drawn: Sequence[int]) -> Odds:
    return {} if drawn else _type_odds(state)


def _look_odds(state: Any, drawn: Sequence[int]) -> Odds:
    """The fronts of the plates that a player has drawn in this turn."""
    if len(drawn) == state.drawn_count:
        return {}
    after = state.copy()
    for plate in drawn:
        pile.decide(after, plate)
    return _front_odds(after, int(state.drawn[len(drawn)]))


def _kept_odds(state: Any, drawn: Sequence[int]) -> Odds:
    return {} if drawn else _front_odds(state, int(state.placing))


def _chip_odds(state: Any, drawn: Sequence[int]) -> Odds:
    """The chips that are turned, from factory 1 on."""
    if len(drawn) == int(emptied_factories(state)).bit_count():
        return {}
    unseen = int(state.unseen_chips) - sum(chips.one(kind) for kind in drawn)
    return _shares({kind: chips.count(unseen, kind) for kind in range(duel.CHIP_KINDS)})


def _duel_tile_odds(state: Any, drawn: Sequence[int]) -> Odds:
    """Five tiles for the large factory, then four for each small one."""
    if len(drawn) == MAX_DRAWN:
        return {}
    if len(drawn) < duel.LARGE_TILES:
        return _large_odds(state, drawn)
    after = _after(state, drawn, MAX_DRAWN)
    return _tile_odds(int(after.bag) or int(after.tower))


def _large_odds(state: Any, drawn: Sequence[int]) -> Odds:
    """The next of the five tiles that may not be all equal: five equal ones are put back and drawn anew (10).

    A first handful comes out of the bag and, when that is empty, out of the Tower. A later one comes out of the
    same bag, or out of both together where the first handful needed the Tower or the bag held one colour only.
    """
    first = int(state.bag), int(state.tower)
    again = (first[0] + first[1], 0) if large_needs_tower(state) else first
    if int(tiles.present(again[0] + again[1])).bit_count() <= 1:
        return _tile_odds(again[0] + again[1] - sum(tiles.several(colour, 1) for colour in drawn if colour != NO_TILE))
    colours = range(tiles.COLOURS)
    equal, equal_again = (
        sum(_row_odds(*heaps, [colour] * duel.LARGE_TILES) for colour in colours) for heaps in (first, again)
    )
    weights = {}
    for piece in (NO_TILE, *colours):
        row = [*drawn, piece]
        weights[piece] = _unequal_odds(*first, row) + equal * _unequal_odds(*again, row) / (1 - equal_again)
    return _shares(weights)


def _unequal_odds(bag: int, tower: int, row: Sequence[int]) -> Fraction:
    """Return how likely a handful begins with this row and is not all of one colour."""
    odds = _row_odds(bag, tower, row)
    alike = len(set(row)) == 1 and row[0] != NO_TILE
    return odds - _row_odds(bag, tower, [row[0]] * duel.LARGE_TILES) if alike else odds


def _row_odds(bag: int, tower: int, row: Sequence[int]) -> Fraction:
    """Return how likely these tiles come out of the bag in this order; the Tower is poured in when it is empty."""
    odds = Fraction(1)
    for piece in row:
        if bag == 0:
            bag, tower = tower, 0
        odds *= _tile_odds(bag).get(piece, 0)
        if odds == 0:
            return odds
        if piece != NO_TILE:
            bag -= tiles.several(piece, 1)
    return odds


_DUEL_DRAWS: dict[int, Callable[[Any, Sequence[int]], Odds]] = {
    duel_state.TABLETS_DUE: _tablet_odds,
    duel_state.DISPLAY_DUE: _display_odds,
    duel_state.TILES_DUE: _duel_tile_odds,
    duel_state.CHIPS_DUE: _chip_odds,
    duel_state.TOP_DUE: _top_odds,
    duel_state.LOOK_DUE: _look_odds,
    duel_state.KEPT_DUE: _kept_odds,
}


def _duel_name(state: Any, drawn: Sequence[int], piece: int) -> str:
    stage = int(state.stage)
    if stage == duel_state.TILES_DUE:
        return duel.LETTERS[piece]
    if stage == duel_state.CHIPS_DUE:
        return duel.CHIP_NAMES[piece]
    if stage == duel_state.TABLETS_DUE:
        return f"{piece // 2 + 1}{duel.SIDE_LETTERS[1 + piece % 2]}"
    is_type = stage == duel_state.TOP_DUE or (stage == duel_state.DISPLAY_DUE and len(drawn) == plates_due(state))
    return duel.TYPE_NAMES[piece] if is_type else duel.PLATE_NAMES[piece]


# ---------------------------------------------------------------- Queen's Garden


def _garden_odds(state: Any, drawn: Sequence[int]) -> Odds:
    """The tiles on a new top of the stack, or one expansion's face."""
    if state.phase == garden_state.FACE:
        unseen = int(state.unseen)
        return {} if drawn else _shares({kind: unseen >> kind & 1 for kind in range(KINDS)})
    if len(drawn) == tiles_due(state):
        return {}
    after = state.copy()
    for kind in drawn:
        refill_bag(after)
        lay_on_top(after, kind)
    refill_bag(after)
    return _shares({kind: garden_tiles.count(after.bag, 1 << kind) for kind in range(KINDS)})


def _garden_name(state: Any, drawn: Sequence[int], piece: int) -> str:
    return hex_text(piece)


_GAMES = {
    "azul": (_azul_odds, _azul_name),
    "duel": (_duel_odds, _duel_name),
    "garden": (_garden_odds, _garden_name),
}
MOST_OUTCOMES = {"azul": azul.COLOURS + 1, "duel": duel.PLATES + 1, "garden": KINDS + 1}
"""By game: the numbers of pieces go from LEAST_PIECE up to less than so many."""
