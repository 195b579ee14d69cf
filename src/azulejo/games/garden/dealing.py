"""What comes into the display by chance: tiles on a new top of the stack, the faces of emptied expansions."""

from azulejo.games.contract import Pieces
from azulejo.games.garden import tiles
from azulejo.games.garden.components import TOP_TILES
from azulejo.games.garden.state import FACE, FACE_DOWN, NO_TILE, PLACES, REFILL, TOP, TURN, State, next_place
from azulejo.kernel.bits import bit_count
from azulejo.kernel.chance import Stream, below
from azulejo.kernel.rule import rule, widen

MAX_DRAWN = TOP_TILES

# ---------------------------------------------------------------- what is due


@rule
def open_top(state: State) -> None:
    """Lay tiles on the stack's new top; if there is none at all, show its expansions (4)."""
    if state.stack and tiles.total(state.bag) + tiles.total(state.tower):
        state.phase = REFILL
        note_offers(state)
        return
    while state.stack:
        state.faces[next_place(state)] = FACE_DOWN
        state.stack -= 1
    turn_emptied(state)


@rule
def turn_emptied(state: State) -> None:
    """Have the next emptied expansion turned, or begin the turn when there is none."""
    state.phase = FACE if emptied_place(state) else TURN
    note_offers(state)


@rule
def emptied_place(state: State) -> int:
    """Return the first place with an expansion that lies face down without a tile, or 0."""
    for place in range(1, PLACES):
        if state.faces[place] == FACE_DOWN and state.tiles_on[place, 0] == NO_TILE:
            return place
    return 0


@rule
def note_offers(state: State) -> None:
    """Bring the kinds on offer up to date."""
    as_tile = 0
    as_face = 0
    for place in range(PLACES):
        if state.faces[place] >= 0:
            as_face |= 1 << widen(state.faces[place])
        for tile in range(TOP_TILES):
            if state.tiles_on[place, tile] == NO_TILE:
                break
            as_tile |= 1 << widen(state.tiles_on[place, tile])
    state.offered_tiles = as_tile
    state.offered_faces = as_face


# ---------------------------------------------------------------- the draw


@rule
def tiles_due(state: State) -> int:
    """Return how many tiles are laid on the new top: four, or all there are (5)."""
    return min(TOP_TILES, tiles.total(state.bag) + tiles.total(state.tower))


@rule
def deal(state: State, rng: Stream, drawn: Pieces) -> int:
    """Lay tiles on the top of the stack, or turn one expansion; write the kinds, return their number."""
    if state.phase == FACE:
        drawn[0] = tiles.nth_bit(widen(state.unseen), below(rng, bit_count(widen(state.unseen))))
        show_face(state, widen(drawn[0]))
        return 1
    number = tiles_due(state)
    for place in range(number):
        refill_bag(state)
        drawn[place] = tiles.tile_at(state.bag, below(rng, tiles.total(state.bag)))
        lay_on_top(state, widen(drawn[place]))
    turn_emptied(state)
    return number


@rule
def deal_given(state: State, drawn: Pieces, number: int) -> None:
    """Make the draw that is due with these kinds."""
    if state.phase == FACE:
        show_face(state, widen(drawn[0]))
        return
    for place in range(number):
        refill_bag(state)
        lay_on_top(state, widen(drawn[place]))
    turn_emptied(state)


@rule
def refill_bag(state: State) -> None:
    """Pour the tower into the bag when a tile is needed and the bag is empty, not before (5)."""
    if state.bag[0] == 0:
        tiles.pour(state.tower, state.bag)


@rule
def lay_on_top(state: State, kind: int) -> None:
    """Lay a tile from the bag on the top of the stack, sorted in among the others."""
    tiles.remove(state.bag, kind)
    for tile in range(TOP_TILES):
        lying = widen(state.tiles_on[TOP, tile])
        if lying == NO_TILE or lying > kind:
            state.tiles_on[TOP, tile] = kind
            kind = lying
        if kind == NO_TILE:
            return


@rule
def show_face(state: State, kind: int) -> None:
    """Turn the next emptied expansion face up; this face will never come again (19)."""
    state.faces[emptied_place(state)] = kind
    state.unseen &= ~(1 << kind)
    turn_emptied(state)
