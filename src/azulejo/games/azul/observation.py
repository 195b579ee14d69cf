"""A position as numbers for learners. Table of the parts: docs/envs/azul.md."""

from azulejo.games import tiles
from azulejo.games.azul.components import (
    CELLS,
    COLOURS,
    FACTORY_TILES,
    FLOOR_SPACES,
    IDLE_ROUNDS,
    MAX_FACTORIES,
    MAX_SEATS,
    ROWS,
    SEATS,
    TILES_PER_COLOUR,
)
from azulejo.games.azul.state import CENTRE, IN_CENTRE, NO_COLOUR, TILING, State
from azulejo.games.contract import Floats
from azulejo.kernel.rule import rule, widen

SOURCE_NUMBERS = (MAX_FACTORIES + 1) * COLOURS
TABLE_NUMBERS = 2 * COLOURS + 4 + len(SEATS) + ROWS
PLAYER_NUMBERS = 6 + ROWS + ROWS * COLOURS + COLOURS + CELLS * COLOURS
OBSERVATION = SOURCE_NUMBERS + TABLE_NUMBERS + MAX_SEATS * PLAYER_NUMBERS

SCORE_SCALE = 100
ROUND_SCALE = 10


@rule
def observe(state: State, seat: int, out: Floats) -> None:
    """Write the position as seen by a seat: the sources, the table, then the boards from the seat's own on."""
    out[:OBSERVATION] = 0
    for source in range(MAX_FACTORIES + 1):
        most = TILES_PER_COLOUR if source == CENTRE else FACTORY_TILES
        for colour in range(COLOURS):
            out[source * COLOURS + colour] = tiles.count(widen(state.sources[source]), colour) / most
    _observe_table(state, out[SOURCE_NUMBERS:])
    for place in range(state.seats):
        at = SOURCE_NUMBERS + TABLE_NUMBERS + place * PLAYER_NUMBERS
        _observe_player(state, (seat + place) % state.seats, out[at:])


@rule
def _observe_table(state: State, out: Floats) -> None:
    for colour in range(COLOURS):
        out[colour] = tiles.count(widen(state.bag), colour) / TILES_PER_COLOUR
        out[COLOURS + colour] = tiles.count(widen(state.lid), colour) / TILES_PER_COLOUR
    at = 2 * COLOURS
    out[at] = state.marker == IN_CENTRE
    out[at + 1] = state.grey
    out[at + 2] = state.round_number / ROUND_SCALE
    out[at + 3] = state.idle_rounds / IDLE_ROUNDS
    at += 4
    out[at + state.seats - SEATS[0]] = 1
    if state.phase == TILING:
        out[at + len(SEATS) + state.tiling_row] = 1


@rule
def _observe_player(state: State, seat: int, out: Floats) -> None:
    player = state.players[seat]
    out[0] = 1
    out[1] = state.turn == seat
    out[2] = state.start == seat
    out[3] = state.marker == seat
    out[4] = player.score / SCORE_SCALE
    out[5] = player.floor_pieces / FLOOR_SPACES
    fills, colours, floor, wall = 6, 6 + ROWS, 6 + ROWS + ROWS * COLOURS, 6 + ROWS + ROWS * COLOURS + COLOURS
    for row in range(ROWS):
        out[fills + row] = player.line_count[row] / (row + 1)
        if player.line_colour[row] != NO_COLOUR:
            out[colours + row * COLOURS + player.line_colour[row]] = 1
    for colour in range(COLOURS):
        out[floor + colour] = player.floor_tiles[colour] / FLOOR_SPACES
        for cell in range(CELLS):
            out[wall + cell * COLOURS + colour] = widen(player.wall_of[colour]) >> cell & 1
