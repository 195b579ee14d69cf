"""A position as numbers for learners. Table of the parts: docs/envs/garden.md."""

from azulejo.games.contract import Floats
from azulejo.games.garden import tiles
from azulejo.games.garden.components import (
    COLOURS,
    EXPANSIONS,
    GROUP_SIZES,
    KINDS,
    MAX_SEATS,
    MAX_STACK,
    PATTERNS,
    ROUNDS,
    SEATS,
    SETS,
    SPACES,
    TILE_ROOM,
    TILES_PER_KIND,
    TOP_TILES,
)
from azulejo.games.garden.state import (
    FIRST_EXPANSION,
    IN_DISPLAY,
    JOKER,
    NO_TILE,
    PAYMENT,
    PHASES,
    PLACES,
    SPACE,
    SUPPLY,
    State,
)
from azulejo.kernel.rule import rule, widen

DISPLAY_NUMBERS = 2 * PLACES * KINDS
HEAP_NUMBERS = 3 * KINDS
SIDE_PART = ROUNDS * SETS + 1 + GROUP_SIZES
TABLE_NUMBERS = 4 + ROUNDS + len(SEATS) + len(PHASES)
DECISION_NUMBERS = 2 * KINDS + 2 + SPACES + 4
PLAYER_NUMBERS = 7 + 2 * KINDS + SPACES * (2 + SETS)
OBSERVATION = DISPLAY_NUMBERS + HEAP_NUMBERS + SIDE_PART + TABLE_NUMBERS + DECISION_NUMBERS + MAX_SEATS * PLAYER_NUMBERS

SCORE_SCALE = 100
POINTS_SCALE = 3
BONUS_SCALE = 6


@rule
def observe(state: State, seat: int, out: Floats) -> None:
    """Write the position as seen by a seat: the table, the decision, then the gardens from the seat's own on."""
    out[:OBSERVATION] = 0
    _observe_display(state, out)
    at = DISPLAY_NUMBERS
    _observe_heaps(state, out[at:])
    at += HEAP_NUMBERS
    _observe_side(state, out[at:])
    at += SIDE_PART
    _observe_table(state, out[at:])
    at += TABLE_NUMBERS
    _observe_decision(state, out[at:])
    at += DECISION_NUMBERS
    for place in range(state.seats):
        _observe_player(state, (widen(seat) + place) % widen(state.seats), out[at + place * PLAYER_NUMBERS :])


@rule
def _observe_display(state: State, out: Floats) -> None:
    for place in range(PLACES):
        for tile in range(TOP_TILES):
            kind = widen(state.tiles_on[place, tile])
            if kind != NO_TILE:
                out[place * KINDS + kind] += 1 / TILES_PER_KIND
        if state.faces[place] >= 0:
            out[(PLACES + place) * KINDS + widen(state.faces[place])] = 1


@rule
def _observe_heaps(state: State, out: Floats) -> None:
    for kind in range(KINDS):
        out[kind] = tiles.count(state.bag, 1 << kind) / TILES_PER_KIND
        out[KINDS + kind] = tiles.count(state.tower, 1 << kind) / TILES_PER_KIND
        out[2 * KINDS + kind] = widen(state.unseen) >> kind & 1


@rule
def _observe_side(state: State, out: Floats) -> None:
    for number in range(ROUNDS):
        for scoring in range(SETS):
            out[number * SETS + scoring] = state.wheel[number, scoring] / POINTS_SCALE
    out[ROUNDS * SETS] = state.pavilion_points
    for size in range(GROUP_SIZES):
        out[ROUNDS * SETS + 1 + size] = state.group_bonus[size] / BONUS_SCALE


@rule
def _observe_table(state: State, out: Floats) -> None:
    out[0] = state.marker == IN_DISPLAY
    out[1] = state.stack / MAX_STACK
    out[2] = state.supply / EXPANSIONS
    out[3] = state.from_top
    out[3 + state.round_number] = 1
    out[4 + ROUNDS + state.seats - SEATS[0]] = 1
    out[4 + ROUNDS + len(SEATS) + state.phase] = 1


@rule
def _observe_decision(state: State, out: Floats) -> None:
    piece = widen(state.piece)
    for kind in range(KINDS):
        out[kind] = widen(state.wanted) >> kind & 1
    if state.phase in (SPACE, PAYMENT):
        if piece == SUPPLY:
            out[2 * KINDS] = 1
        else:
            out[KINDS + piece % FIRST_EXPANSION] = 1
            out[2 * KINDS + 1] = piece >= FIRST_EXPANSION
    at = 2 * KINDS + 2
    if state.phase == PAYMENT:
        out[at + state.space] = 1
    at += SPACES
    out[at] = state.owed / PATTERNS
    out[at + 1] = state.pays_by == 1
    out[at + 2] = state.pays_by == 2
    out[at + 3] = state.least / JOKER


@rule
def _observe_player(state: State, seat: int, out: Floats) -> None:
    player = state.players[seat]
    out[0] = 1
    out[1] = state.turn == seat
    out[2] = state.start == seat
    out[3] = state.marker == seat
    out[4] = widen(state.passed) >> seat & 1
    out[5] = player.score / SCORE_SCALE
    out[6] = player.jokers / TILE_ROOM
    at = 7
    for kind in range(KINDS):
        out[at + kind] = tiles.count(player.tiles, 1 << kind) / TILES_PER_KIND
        out[at + KINDS + kind] = widen(player.expansions) >> kind & 1
    at += 2 * KINDS
    for space in range(SPACES):
        out[at] = widen(player.vacant) >> space & 1
        out[at + 1] = widen(player.printed) >> space & 1
        for colour in range(COLOURS):
            out[at + 2 + colour] = widen(player.colours[colour]) >> space & 1
        for pattern in range(PATTERNS):
            out[at + 2 + COLOURS + pattern] = widen(player.patterns[pattern]) >> space & 1
        at += 2 + SETS
