"""What must hold in every position of Queen's Garden, and what can be wrong with a typed one."""

from enum import IntFlag, auto

from azulejo.games.garden import tiles
from azulejo.games.garden.acquisition import copies
from azulejo.games.garden.components import (
    ALL_KINDS,
    CENTRES,
    COLOURS,
    CUSTOM,
    EXPANSIONS,
    FIRST_OF_RINGS,
    KINDS,
    PATTERNS,
    PER_SLOT,
    PLATE_SPACES,
    RING,
    ROUNDS,
    SLOTS,
    SPACES,
    TILES_PER_KIND,
    TOP_TILES,
    Masks,
)
from azulejo.games.garden.dealing import emptied_place, tiles_due
from azulejo.games.garden.garden import filled, groups_through, kind_at, spaces_for
from azulejo.games.garden.placing import can_buy, can_pay, payable
from azulejo.games.garden.rules import can_discard, everybody_passed, expansions_in_display
from azulejo.games.garden.state import (
    ANY,
    BY_PATTERN,
    COPY,
    DISCARD,
    END,
    FACE,
    FACE_DOWN,
    FIRST_EXPANSION,
    GONE,
    IN_DISPLAY,
    JOKER,
    NO_TILE,
    PAYMENT,
    PLACES,
    REFILL,
    SPACE,
    SUPPLY,
    TOP,
    Player,
    State,
    next_place,
    stack_size,
)
from azulejo.games.garden.storage import expansion_room, tile_room
from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.rule import rule, widen


class Status(IntFlag):
    """What is wrong with a position; texts are ``garden.status.<flag>``."""

    VALID = 0
    TURN = auto()
    """A seat, round, side or phase out of range."""
    TILES = auto()
    """Not three tiles of every kind."""
    EXPANSIONS = auto()
    """Not 36 expansions, or a face in two places, or one both seen and unseen."""
    DISPLAY = auto()
    """A display that cannot be: tiles on a face, a stack that disagrees with what left it."""
    GARDEN = auto()
    """Hexes on spaces that are not there, or an expansion that cannot lie so."""
    GROUPS = auto()
    """A group with two equal hexes."""
    STORAGE = auto()
    """More than 12 tiles and jokers or 2 expansions in storage."""
    SCORE = auto()
    """Fewer than 0 points."""
    MARKER = auto()
    """The marker is in the display exactly while nobody has passed."""
    DECISION = auto()
    """A decision asked for that is none, or that cannot be finished."""
    MASKS = auto()
    """What is kept for speed disagrees with what it stands for."""


TURN_OUT, TILE_COUNT, EXPANSION_COUNT = int(Status.TURN), int(Status.TILES), int(Status.EXPANSIONS)
DISPLAY, GARDEN, GROUPS = int(Status.DISPLAY), int(Status.GARDEN), int(Status.GROUPS)
STORAGE, SCORE, MARKER = int(Status.STORAGE), int(Status.SCORE), int(Status.MARKER)
DECISION, MASKS = int(Status.DECISION), int(Status.MASKS)


def status(state: State) -> Status:
    """Return what is wrong with a position typed by hand."""
    return Status(broken(state))


@rule
def broken(state: State) -> int:
    """Return what does not hold, as bits of Status."""
    if _out_of_range(state):
        return TURN_OUT
    problems = _marker_problems(state) | _display_problems(state)
    for seat in range(state.seats):
        problems |= _storage_problems(state.players[seat]) | _garden_problems(state.players[seat])
    if problems & (DISPLAY | GARDEN | STORAGE | MASKS):
        return problems
    problems |= _tile_problems(state) | _expansion_problems(state)
    if problems == 0 and not _decision_can_be_made(state):
        problems |= DECISION
    return problems


@rule
def _out_of_range(state: State) -> bool:
    return not (
        0 <= state.turn < state.seats
        and 0 <= state.start < state.seats
        and IN_DISPLAY <= state.marker < state.seats
        and 0 <= state.passed < 1 << widen(state.seats)
        and 1 <= state.round_number <= ROUNDS
        and 0 <= state.stack <= stack_size(state)
        and 0 <= state.supply <= EXPANSIONS
        and 0 <= state.phase <= END
        and 0 <= state.side <= CUSTOM
    )


@rule
def _marker_problems(state: State) -> int:
    problems = 0
    if (state.marker == IN_DISPLAY) != (state.passed == 0):
        problems |= MARKER
    if state.marker != IN_DISPLAY and widen(state.passed) >> widen(state.marker) & 1 == 0:
        problems |= MARKER
    if everybody_passed(state) != (state.phase == END) or (state.phase == END and state.round_number != ROUNDS):
        problems |= MARKER
    if state.phase != END and widen(state.passed) >> widen(state.turn) & 1:
        problems |= MARKER  # who has passed is not to move
    return problems


# ---------------------------------------------------------------- the display


@rule
def _display_problems(state: State) -> int:
    problems = 0
    for place in range(PLACES):
        problems |= _place_problems(state, place)
    if problems & DISPLAY:
        return problems
    if state.faces[TOP] != GONE or (state.tiles_on[TOP, 0] != NO_TILE and state.stack == 0):
        problems |= DISPLAY
    return problems | _offer_problems(state) | _face_down_problems(state)


@rule
def _place_problems(state: State, place: int) -> int:
    """Check one place: tiles lie only on the top and on what is face down, nothing where nothing has come yet."""
    problems = 0
    face = widen(state.faces[place])
    before = NO_TILE
    for tile in range(TOP_TILES):
        kind = widen(state.tiles_on[place, tile])
        if not NO_TILE <= kind < KINDS or (kind != NO_TILE and place != TOP and face != FACE_DOWN):
            problems |= DISPLAY
        if tile and kind != NO_TILE and (before == NO_TILE or before > kind):
            problems |= MASKS  # sorted, without gaps
        before = kind
    if not GONE <= face < KINDS or (face != GONE and place >= next_place(state)):
        problems |= DISPLAY
    return problems


@rule
def _offer_problems(state: State) -> int:
    as_tile = 0
    as_face = 0
    faces = 0
    for place in range(PLACES):
        for tile in range(TOP_TILES):
            if state.tiles_on[place, tile] != NO_TILE:
                as_tile |= 1 << widen(state.tiles_on[place, tile])
        if state.faces[place] >= 0:
            as_face |= 1 << widen(state.faces[place])
            faces += 1
    problems = 0 if bit_count(as_face) == faces else EXPANSION_COUNT
    if as_tile != state.offered_tiles or as_face != state.offered_faces:
        problems |= MASKS
    return problems


@rule
def _face_down_problems(state: State) -> int:
    """Check the expansions without tiles: turned at once, and a top gets tiles, while any is to be had (3, 4)."""
    if state.phase == COPY:
        return 0
    emptied = emptied_place(state) != 0
    bare_top = state.stack > 0 and state.tiles_on[TOP, 0] == NO_TILE
    if state.phase == REFILL:
        right = bare_top and tiles_due(state) > 0
    else:
        right = not bare_top and emptied == (state.phase == FACE)
    return 0 if right else DISPLAY


# ---------------------------------------------------------------- storages and gardens


@rule
def _storage_problems(player: Player) -> int:
    problems = 0
    if tile_room(player) < 0 or expansion_room(player) < 0 or player.jokers < 0:
        problems |= STORAGE
    if not _is_heap(player.tiles) or widen(player.expansions) & ~ALL_KINDS:
        problems |= MASKS
    if player.score < 0:
        problems |= SCORE
    return problems


@rule
def _is_heap(heap: Masks) -> bool:
    """Return whether every set holds the next one, and only the 36 kinds are in them."""
    return (
        widen(heap[0]) & ~ALL_KINDS == 0
        and widen(heap[1]) & ~widen(heap[0]) == 0
        and widen(heap[2]) & ~widen(heap[1]) == 0
    )


@rule
def _garden_problems(player: Player) -> int:
    problems = 0
    by_colour = 0
    by_pattern = 0
    for colour in range(COLOURS):
        if by_colour & widen(player.colours[colour]):
            problems |= MASKS
        by_colour |= widen(player.colours[colour])
    for pattern in range(PATTERNS):
        if by_pattern & widen(player.patterns[pattern]):
            problems |= MASKS
        by_pattern |= widen(player.patterns[pattern])
    if by_colour != by_pattern or by_colour != filled(player) or widen(player.vacant) & ~widen(player.built):
        problems |= MASKS
    if widen(player.built) & PLATE_SPACES != PLATE_SPACES or widen(player.built) & 1 or widen(player.built) >> SPACES:
        problems |= GARDEN
    for slot in range(1, SLOTS + 1):
        problems |= _slot_problems(player, slot)
    if widen(player.printed) & PLATE_SPACES:
        problems |= GARDEN
    if problems == 0:
        problems |= _group_problems(player)
    return problems


@rule
def _slot_problems(player: Player, slot: int) -> int:
    """Check one slot: free, a face with one printed hex, or blank with a seventh space."""
    ring = widen(RING[slot])
    here = widen(player.built) & ring
    blank = widen(player.built) >> (PER_SLOT * slot) & 1
    printed = widen(player.printed) & (ring | 1 << (PER_SLOT * slot))
    if (here and here != ring) or (here == 0 and blank):
        return GARDEN
    faces = 1 if here and not blank else 0
    if bit_count(printed) != faces or printed & ~filled(player) & ring or printed & CENTRES:
        return GARDEN
    return 0


@rule
def _group_problems(player: Player) -> int:
    """Check every hex (8): no equal one in its groups; and the memory of what stands here twice."""
    problems = 0
    twice = 0
    hexes = filled(player)
    while hexes:
        one = hexes & -hexes
        hexes ^= one
        kind = kind_at(player, lowest_bit(one))
        same_colour, same_pattern = widen(player.colours[kind // PATTERNS]), widen(player.patterns[kind % PATTERNS])
        equal = same_colour & same_pattern
        if equal != one:
            twice |= 1 << kind
            groups = groups_through(one, same_colour) | groups_through(one, same_pattern)
            if equal & groups != one:
                problems |= GROUPS
    if twice != player.twice:
        problems |= MASKS
    return problems


# ---------------------------------------------------------------- counting the pieces


@rule
def _tile_problems(state: State) -> int:
    if not _is_heap(state.bag) or not _is_heap(state.tower):
        return MASKS
    for kind in range(KINDS):
        if tiles_of(state, kind) != TILES_PER_KIND:
            return TILE_COUNT
    return 0


@rule
def tiles_of(state: State, kind: int) -> int:
    """Return how many tiles of a kind are anywhere; printed hexes are none."""
    bit = 1 << kind
    found = tiles.count(state.bag, bit) + tiles.count(state.tower, bit)
    for place in range(PLACES):
        for tile in range(TOP_TILES):
            found += state.tiles_on[place, tile] == kind
    for seat in range(state.seats):
        player = state.players[seat]
        planted = widen(player.colours[kind // PATTERNS]) & widen(player.patterns[kind % PATTERNS])
        found += tiles.count(player.tiles, bit) + bit_count(planted & ~widen(player.printed))
    return found


@rule
def _expansion_problems(state: State) -> int:
    """Check that there are 36 expansions, and that every face is in one place (19)."""
    number = widen(state.supply) + expansions_in_display(state)
    number += (ROUNDS - widen(state.round_number)) * stack_size(state)
    unseen = widen(state.unseen)
    seen = widen(state.offered_faces)
    if unseen & ~ALL_KINDS or unseen & seen:
        return EXPANSION_COUNT
    for seat in range(state.seats):
        player = state.players[seat]
        number += bit_count(widen(player.expansions)) + bit_count(widen(player.built) & FIRST_OF_RINGS)
        shown = widen(player.expansions)
        if seen & shown or unseen & shown:
            return EXPANSION_COUNT
        printed = widen(player.printed)
        while printed:
            kind = kind_at(player, lowest_bit(printed))
            printed &= printed - 1
            if (seen | shown | unseen) >> kind & 1:
                return EXPANSION_COUNT
            shown |= 1 << kind
        seen |= shown
    return 0 if number == EXPANSIONS else EXPANSION_COUNT


# ---------------------------------------------------------------- the decision


@rule
def _notes_belong_to_phase(state: State) -> bool:
    """Return whether nothing is noted of a decision that is not being made."""
    phase = state.phase
    return (
        (phase == COPY or (state.wanted == 0 and state.from_top == 0))
        and (phase in (SPACE, PAYMENT) or state.piece == 0)
        and (phase == PAYMENT or (state.space == 0 and state.owed == 0 and state.pays_by == ANY))
        and (phase in (PAYMENT, DISCARD) or state.least == 0)
    )


@rule
def _decision_can_be_made(state: State) -> bool:
    """Return whether there is a choice, where a player is asked inside a turn."""
    if not _notes_belong_to_phase(state):
        return False
    if state.phase == COPY:
        return state.wanted != 0 and bit_count(copies(state)) > 1
    if state.phase == SPACE:
        return _piece_can_be_placed(state, state.players[state.turn], widen(state.piece))
    if state.phase == PAYMENT:
        return _payment_can_go_on(state, state.players[state.turn], widen(state.piece))
    if state.phase == DISCARD:
        return 0 <= state.least <= JOKER and can_discard(state)
    return True


@rule
def _piece_can_be_placed(state: State, player: Player, piece: int) -> bool:
    if not 0 <= piece <= SUPPLY or piece == JOKER:
        return False
    if piece == SUPPLY:
        allowed = can_buy(state, player)
    else:
        stored = widen(player.tiles[0]) if piece < FIRST_EXPANSION else widen(player.expansions)
        kind = piece % FIRST_EXPANSION
        allowed = stored >> kind & 1 == 1 and can_pay(player, kind)
    return allowed and bit_count(spaces_for(player, piece)) > 1


@rule
def _payment_can_go_on(state: State, player: Player, piece: int) -> bool:
    if not (0 <= piece < JOKER and 0 < state.space < SPACES and ANY <= state.pays_by <= BY_PATTERN):
        return False
    if not (0 <= state.least <= JOKER and 0 < state.owed <= piece % PATTERNS):
        return False
    space = widen(state.space)
    if filled(player) >> space & 1 == 0 or kind_at(player, space) != piece % FIRST_EXPANSION:
        return False
    stored, expansions, joker = payable(state)
    return bit_count(stored) + bit_count(expansions) + joker > 1
