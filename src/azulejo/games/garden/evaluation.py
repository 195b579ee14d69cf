"""How a garden of Queen's Garden stands, in numbers."""

from azulejo.games.contract import Codes, Floats
from azulejo.games.garden import tiles
from azulejo.games.garden.components import (
    AROUND,
    COLOUR_KINDS,
    COLOURS,
    DECORATION_REWARD,
    PATTERN_KINDS,
    PATTERNS,
    PER_SLOT,
    ROUNDS,
    SLOTS,
)
from azulejo.games.garden.garden import filled, groups_through, pavilions
from azulejo.games.garden.placing import can_pay, has_decoration
from azulejo.games.garden.scoring import all_groups_points, wheel_points
from azulejo.games.garden.state import END, Player, State, stack_size
from azulejo.games.garden.storage import expansion_room, pieces, stored_value, tile_room
from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.dispatch import implement
from azulejo.kernel.rule import rule, widen

STAGES = ROUNDS

# The parts of the array, in order.
POINTS = 0
"""What the score would be if the game ended now."""
STORED = 1
"""Value of stored hexes; their number; jokers; expansions; room left."""
WHEEL = STORED + 5
"""Points of this garden on the wheel in this round and each of the three after it."""
GROUPS = WHEEL + ROUNDS
"""Groups of 1 to 6 hexes by colour and by pattern: their number, then their values."""
GROUP_VALUES = GROUPS + PATTERNS
GARDEN = GROUP_VALUES + PATTERNS
"""Hexes, vacant spaces, expansions, pavilions."""
NEARLY = GARDEN + 4
"""Jokers at decorations that lack 1, 2, 3 hexes on spaces that are built, or more."""
PLACEABLE = NEARLY + 4
"""Kinds in storage that could be paid for, and the values of these."""
PURSES = PLACEABLE + 2
"""The most stored hexes of one colour, and of one pattern."""
TEMPO = PURSES + 2
"""Passed, to move, passed first, expansions left on the stack, hexes on offer, others that passed."""
CONSTANT = TEMPO + 6
FEATURES = CONSTANT + 1


@rule
def stage(state: State) -> int:
    """Return the round, counted from 0."""
    return max(0, min(STAGES - 1, widen(state.round_number) - 1))


@rule
def stops_at_draws(state: State) -> bool:
    """Look through draws: they come inside the round."""
    return False


@rule
def prune(state: State, moves: Codes, number: int) -> int:
    """Keep all moves: the rules offer equal ones once."""
    return number


@rule
def features(state: State, seat: int, out: Floats) -> None:
    """Write what a seat would have if the game ended now, and what it may still reach."""
    for at in range(FEATURES):
        out[at] = 0
    player = state.players[seat]
    over = state.phase == END
    value = stored_value(player)
    out[POINTS] = player.score
    if not over:
        out[POINTS] += widen(player.jokers) - value + all_groups_points(state, player)
    out[STORED] = value
    out[STORED + 1] = tiles.total(player.tiles)
    out[STORED + 2] = player.jokers
    out[STORED + 3] = 2 - expansion_room(player)
    out[STORED + 4] = tile_room(player)
    for ahead in range(ROUNDS):
        if widen(state.round_number) + ahead <= ROUNDS and not over:
            out[WHEEL + ahead] = wheel_points(state, player, widen(state.round_number) + ahead)
    for colour in range(COLOURS):
        _rate_groups(player, widen(player.colours[colour]), out)
    for pattern in range(PATTERNS):
        _rate_groups(player, widen(player.patterns[pattern]), out)
    hexes = filled(player)
    out[GARDEN] = bit_count(hexes)
    out[GARDEN + 1] = bit_count(widen(player.vacant))
    for slot in range(1, SLOTS + 1):
        out[GARDEN + 2] += widen(player.built) >> (PER_SLOT * slot + 1) & 1
    out[GARDEN + 3] = pavilions(player)
    _rate_decorations(player, hexes, out)
    _rate_storage(player, out)
    _rate_tempo(state, seat, out)
    out[CONSTANT] = 1


@rule
def _rate_groups(player: Player, alike: int, out: Floats) -> None:
    while alike:
        group = groups_through(alike & -alike, alike)
        alike &= ~group
        size = bit_count(group)
        out[GROUPS + size - 1] += 1
        for pattern in range(PATTERNS):
            out[GROUP_VALUES + size - 1] += (pattern + 1) * bit_count(group & widen(player.patterns[pattern]))


@rule
def _rate_decorations(player: Player, hexes: int, out: Floats) -> None:
    built = widen(player.built)
    for decoration in range(AROUND.shape[0]):
        around = widen(AROUND[decoration])
        missing = bit_count(around & ~hexes)
        if missing and around & built and has_decoration(player, decoration):
            at = missing - 1 if missing <= 3 and around & ~built == 0 else 3
            out[NEARLY + at] += DECORATION_REWARD[decoration]


@rule
def _rate_storage(player: Player, out: Floats) -> None:
    kinds = widen(player.tiles[0]) | widen(player.expansions)
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        if can_pay(player, kind):
            out[PLACEABLE] += 1
            out[PLACEABLE + 1] += kind % PATTERNS + 1
    for colour in range(COLOURS):
        out[PURSES] = max(out[PURSES], pieces(player, widen(COLOUR_KINDS[colour])))
    for pattern in range(PATTERNS):
        out[PURSES + 1] = max(out[PURSES + 1], pieces(player, widen(PATTERN_KINDS[pattern])))


@rule
def _rate_tempo(state: State, seat: int, out: Floats) -> None:
    out[TEMPO] = widen(state.passed) >> seat & 1
    out[TEMPO + 1] = state.turn == seat
    out[TEMPO + 2] = state.marker == seat
    out[TEMPO + 3] = widen(state.stack) / stack_size(state)
    out[TEMPO + 4] = bit_count(widen(state.offered_tiles) | widen(state.offered_faces)) / 10
    out[TEMPO + 5] = bit_count(widen(state.passed) & ~(1 << seat))


implement(State, features=features, stage=stage, stops_at_draws=stops_at_draws, prune=prune)
