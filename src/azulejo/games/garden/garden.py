"""Where a hex may stand: neighbours and groups as sets of spaces. The hot loop of the game."""

from azulejo.games.garden.components import (
    CENTRES,
    COLOUR_KINDS,
    COLOURS,
    FIRST_OF_RINGS,
    NEIGHBOUR_TABLE,
    PATTERN_KINDS,
    PATTERNS,
    PER_SLOT,
    RINGS,
    SLOTS,
)
from azulejo.games.garden.state import FIRST_EXPANSION, SUPPLY, Player
from azulejo.games.unpack import bits
from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.rule import rule, widen

ALL_OF_SLOT = (1 << PER_SLOT) - 1


@rule
def neighbours(spaces: int) -> int:
    """Return all spaces that touch one of these."""
    near = 0
    for slot in range(SLOTS + 1):
        near |= widen(NEIGHBOUR_TABLE[slot, (spaces >> (PER_SLOT * slot)) & ALL_OF_SLOT])
    return near


@rule
def groups_through(spaces: int, alike: int) -> int:
    """Return the groups among the spaces ``alike`` that hold any of ``spaces``."""
    group = spaces
    grown = (group | neighbours(group)) & alike
    while grown != group:
        group = grown
        grown = (group | neighbours(group)) & alike
    return group


@rule
def filled(player: Player) -> int:
    """Return the spaces with a hex."""
    return widen(player.built) & ~widen(player.vacant)


@rule
def kind_at(player: Player, space: int) -> int:
    """Return the kind of the hex on a filled space."""
    kind = 0
    for colour in range(COLOURS):
        if widen(player.colours[colour]) >> space & 1:
            kind += colour * PATTERNS
    for pattern in range(PATTERNS):
        if widen(player.patterns[pattern]) >> space & 1:
            kind += pattern
    return kind


def planted(player: Player) -> dict[int, int]:
    """Return the kinds of all hexes by their spaces, ascending."""
    kinds = dict.fromkeys(bits(int(player.built) & ~int(player.vacant)), 0)
    for colour, spaces in enumerate(player.colours.tolist()):
        for space in bits(spaces):
            kinds[space] += colour * PATTERNS
    for pattern, spaces in enumerate(player.patterns.tolist()):
        for space in bits(spaces):
            kinds[space] += pattern
    return kinds


@rule
def free_slots(player: Player) -> int:
    """Return the free slots by their centres."""
    return CENTRES & ~(widen(player.built) >> 1)


@rule
def pavilions(player: Player) -> int:
    """Return the number of pavilions: of the expansions laid face up."""
    return bit_count(widen(player.built) & FIRST_OF_RINGS) - bit_count(widen(player.built) & CENTRES)


@rule
def spaces_for(player: Player, piece: int) -> int:
    """Return the spaces where a piece may go: an expansion's is that of its printed hex."""
    if piece == SUPPLY:  # no condition on neighbours (10)
        return free_slots(player)
    if piece >= FIRST_EXPANSION:  # any free slot, any rotation (9)
        return spaces_for_hex(player, piece - FIRST_EXPANSION, RINGS & ~widen(player.built))
    return spaces_for_hex(player, piece, widen(player.vacant))


@rule
def spaces_for_hex(player: Player, kind: int, spaces: int) -> int:
    """Return those of the spaces where a hex of this kind may stand (8)."""
    colour, pattern = kind // PATTERNS, kind % PATTERNS
    same_colour = widen(player.colours[colour])
    same_pattern = widen(player.patterns[pattern])
    touching = neighbours(filled(player))
    spaces &= ~touching | neighbours(same_colour | same_pattern)
    if spaces & touching:
        equal = same_colour & same_pattern
        if equal:
            groups = groups_through(equal, same_colour) | groups_through(equal, same_pattern)
            spaces &= ~neighbours(groups)
        twice = widen(player.twice)
        if twice & widen(COLOUR_KINDS[colour]):
            spaces &= ~between_equals(player, twice & widen(COLOUR_KINDS[colour]), same_colour)
        if twice & widen(PATTERN_KINDS[pattern]):
            spaces &= ~between_equals(player, twice & widen(PATTERN_KINDS[pattern]), same_pattern)
    return spaces


@rule
def between_equals(player: Player, kinds: int, alike: int) -> int:
    """Return the spaces that touch two groups which hold the same one of these kinds.

    A hex there would join them. Equal hexes already stand in different groups.
    """
    joining = 0
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        equal = widen(player.colours[kind // PATTERNS]) & widen(player.patterns[kind % PATTERNS])
        once = 0
        while equal:
            near = neighbours(groups_through(equal & -equal, alike))
            equal &= equal - 1
            joining |= once & near
            once |= near
    return joining


@rule
def lonely_spaces(player: Player) -> int:
    """Return the vacant spaces that touch no hex: everything may go there (8)."""
    return widen(player.vacant) & ~neighbours(filled(player))


@rule
def lonely_rings(player: Player) -> int:
    """Return the ring spaces of free slots that touch no hex."""
    return RINGS & ~widen(player.built) & ~neighbours(filled(player))


@rule
def plant(player: Player, kind: int, space: int) -> None:
    """Put a hex on a vacant space."""
    bit = 1 << space
    colour, pattern = kind // PATTERNS, kind % PATTERNS
    if widen(player.colours[colour]) & widen(player.patterns[pattern]):
        player.twice |= 1 << kind
    player.colours[colour] |= bit
    player.patterns[pattern] |= bit
    player.vacant &= ~bit
