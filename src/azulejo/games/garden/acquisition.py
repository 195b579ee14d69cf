"""Action A: acquiring tiles and expansions from the display."""

from azulejo.games.contract import Codes
from azulejo.games.garden import tiles
from azulejo.games.garden.components import SET_KINDS, SETS, TOP_TILES
from azulejo.games.garden.dealing import note_offers, open_top, turn_emptied
from azulejo.games.garden.moves import FIRST_COPY, FIRST_TAKE
from azulejo.games.garden.state import (
    COPY,
    FACE_DOWN,
    GONE,
    NO_TILE,
    PLACES,
    SEVERAL,
    TOP,
    Player,
    State,
    next_place,
    next_turn,
)
from azulejo.games.garden.storage import expansion_room, tile_room
from azulejo.kernel.bits import bit_count, lowest_bit
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
    """Return whether one of each kind fits into storage, with the best choice of copies (2)."""
    return too_many(as_tile, as_face, room, room_for_expansions) == 0


@rule
def too_many(as_tile: int, as_face: int, room: int, room_for_expansions: int) -> int:
    """Return how many of the kinds find no room.

    Kinds that lie in the display both as a tile and as a face can be stored as either: so many of them must be
    stored as faces, and so many can be.
    """
    either = bit_count(as_tile & as_face)
    least_as_face = max(0, bit_count(as_tile) - room)
    most_as_face = min(either, room_for_expansions - bit_count(as_face & ~as_tile))
    return max(0, least_as_face - most_as_face)


@rule
def begin_taking(state: State, chosen: int) -> None:
    """Want one of each distinct hex of a colour or pattern, asking where there are copies (1)."""
    state.wanted = offered_kinds(state, chosen)
    state.phase = COPY


@rule
def offered_kinds(state: State, chosen: int) -> int:
    """Return the distinct hexes of a colour or pattern in the display."""
    return (widen(state.offered_tiles) | widen(state.offered_faces)) & widen(SET_KINDS[chosen])


@rule
def take_what_needs_no_choice(state: State) -> None:
    """Go on taking, kind after kind, until there is a choice of copies or nothing left to take."""
    while state.wanted:
        place = only_copy(state)
        if place == SEVERAL:
            note_offers(state)
            return
        take_copy(state, place)
    _rearrange_display(state)


@rule
def only_copy(state: State) -> int:
    """Return the one place from which the lowest kind wanted can be taken, or SEVERAL."""
    places = copies(state)
    return SEVERAL if bit_count(places) > 1 else lowest_bit(places)


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
