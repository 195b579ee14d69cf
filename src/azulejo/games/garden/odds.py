"""The possible draws piece by piece, with their odds."""

from collections.abc import Sequence

from azulejo.games.contract import Odds
from azulejo.games.garden import tiles
from azulejo.games.garden.components import HEX_IDS
from azulejo.games.garden.dealing import lay_on_top, refill_bag, tiles_due
from azulejo.games.garden.state import FACE, State
from azulejo.games.odds import shares
from azulejo.games.unpack import bits


def odds(state: State, drawn: Sequence[int]) -> Odds:
    """Return the odds of the next tile on the new top of the stack (5), or of a face that was never turned up (19)."""
    if state.phase == FACE:
        return {} if drawn else shares(dict.fromkeys(bits(int(state.unseen)), 1))
    if len(drawn) == tiles_due(state):
        return {}
    after = state.copy()
    for kind in drawn:
        refill_bag(after)
        lay_on_top(after, kind)
    refill_bag(after)
    in_bag = tiles.kinds(after.bag)
    return shares({kind: in_bag.count(kind) for kind in in_bag})


def piece_label(state: State, drawn: Sequence[int], piece: int) -> str:
    """Return a short name for the next piece of a draw."""
    return HEX_IDS[piece]
