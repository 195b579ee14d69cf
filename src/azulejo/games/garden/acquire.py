"""Action A: acquiring tiles and expansions, and the display that they come from."""

from azulejo.games.contract import Codes, Pieces
from azulejo.games.garden import tiles
from azulejo.games.garden.components import SET_KINDS, SETS, TOP_TILES
from azulejo.games.garden.moves import FIRST_COPY, FIRST_TAKE
from azulejo.games.garden.state import (
    COPY,
    FACE,
    FACE_DOWN,
    GONE,
    NO_TILE,
    PLACES,
    REFILL,
    TOP,
    TURN,
    Player,
    State,
    next_place,
)
from azulejo.games.garden.storage import expansion_room, tile_room
from azulejo.games.garden.turns import next_turn
from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.chance import Stream, below
from azulejo.kernel.rule import rule, widen

# ---------------------------------------------------------------- choosing a colour or pattern


@rule
def legal_takes(state: State, player: Player, out: Codes) -> int:
    """Write the colours and patterns that can be taken; return their number."""
    room, room_for_expansions = tile_room(player), expansion_room(player)
    number = 0
    for chosen in range(SETS):
        as_tile = widen(state.offered_tiles) & widen(SET_KINDS[chosen])
        as_face = widen(state.offered_faces) & widen(SET_KINDS[chosen])
        if as_tile | as_face and fits(as_tile, as_face, room, room_for_expansions):
            out[number] = FIRST_TAKE + chosen
            number += 1
    return number


@rule
def fits(as_tile: int, as_face: int, room: int, room_for_expansions: int) -> bool:
    """Return whether one of each kind fits into storage, with the best choice of copies (2).

    Kinds that lie in the display both as a tile and as a face can be stored as either.
    """
    either = bit_count(as_tile & as_face)
    least_as_face = max(0, bit_count(as_tile) - room)
    most_as_face = min(either, room_for_expansions - bit_count(as_face & ~as_tile))
    return least_as_face <= most_as_face


@rule
def begin_taking(state: State, chosen: int) -> None:
    """Take one of each distinct hex of a colour or pattern, asking where there are copies (1)."""
    state.wanted = (widen(state.offered_tiles) | widen(state.offered_faces)) & widen(SET_KINDS[chosen])
    state.phase = COPY
    take_what_needs_no_choice(state)


@rule
def take_what_needs_no_choice(state: State) -> None:
    """Go on taking, kind after kind, until there is a choice of copies or nothing left to take."""
    while state.wanted:
        places = copies(state)
        if bit_count(places) > 1:
            note_offers(state)
            return
        take_copy(state, lowest_bit(places))
    _rearrange_display(state)


@rule
def copies(state: State) -> int:
    """Return the places from which the lowest kind wanted can be taken so that all the rest fits."""
    player = state.players[state.turn]
    kind = lowest_bit(widen(state.wanted))
    rest = widen(state.wanted) & ~(1 << kind)
    as_tile, as_face = widen(state.offered_tiles) & rest, widen(state.offered_faces) & rest
    room, room_for_expansions = tile_room(player), expansion_room(player)
    tile_fits = fits(as_tile, as_face, room - 1, room_for_expansions)
    face_fits = fits(as_tile, as_face, room, room_for_expansions - 1)
    places = 0
    for place in range(PLACES):
        if state.faces[place] == kind:
            places |= face_fits << place
        elif tile_fits:
            places |= holds(state, place, kind) << place
    return places


@rule
def holds(state: State, place: int, kind: int) -> int:
    """Return 1 if a tile of this kind lies on a place of the display, else 0."""
    for tile in range(TOP_TILES):
        if state.tiles_on[place, tile] == kind:
            return 1
    return 0


@rule
def legal_copies(state: State, out: Codes) -> int:
    """Write the places to choose from; return their number."""
    places = copies(state)
    number = 0
    while places:
        out[number] = FIRST_COPY + lowest_bit(places)
        number += 1
        places &= places - 1
    return number


@rule
def take_copy(state: State, place: int) -> None:
    """Move the lowest kind wanted from a place of the display to storage."""
    player = state.players[state.turn]
    kind = lowest_bit(widen(state.wanted))
    state.wanted &= ~(1 << kind)
    if state.faces[place] == kind:
        state.faces[place] = GONE
        player.expansions |= 1 << kind
    else:
        _take_tile_off(state, place, kind)
        tiles.add(player.tiles, kind)
        if place == TOP:
            state.from_top = 1


@rule
def _take_tile_off(state: State, place: int, kind: int) -> None:
    """Remove one tile of a kind; the others move up."""
    found = False
    for tile in range(TOP_TILES - 1):
        found |= state.tiles_on[place, tile] == kind
        if found:
            state.tiles_on[place, tile] = state.tiles_on[place, tile + 1]
    state.tiles_on[place, TOP_TILES - 1] = NO_TILE


# ---------------------------------------------------------------- then, in order (3)


@rule
def _rearrange_display(state: State) -> None:
    """Move the top aside if a tile came from it, lay tiles on the new top, turn emptied expansions."""
    from_top = state.from_top
    next_turn(state)
    if from_top:
        _move_top_aside(state)
        open_top(state)
    else:
        turn_emptied(state)


@rule
def _move_top_aside(state: State) -> None:
    place = next_place(state)
    for tile in range(TOP_TILES):
        state.tiles_on[place, tile] = state.tiles_on[TOP, tile]
        state.tiles_on[TOP, tile] = NO_TILE
    state.faces[place] = FACE_DOWN
    state.stack -= 1


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


# ---------------------------------------------------------------- chance


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
