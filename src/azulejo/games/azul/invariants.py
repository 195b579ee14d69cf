"""What must hold in every position of classic Azul, and what can be wrong with a typed one."""

from enum import IntFlag, auto

from azulejo.games import tiles
from azulejo.games.azul.components import (
    COLOURED,
    COLOURS,
    COLUMN_OF,
    FACTORY_TILES,
    FLOOR_SPACES,
    IDLE_ROUNDS,
    ROWS,
    TILES_PER_COLOUR,
)
from azulejo.games.azul.moves import DESTINATIONS, FLOOR_LINE
from azulejo.games.azul.rules import ALL_DESTINATIONS, next_seat, open_columns
from azulejo.games.azul.scoring import full_rows, row_cells
from azulejo.games.azul.state import (
    CENTRE,
    END,
    IN_CENTRE,
    NO_COLOUR,
    OFFER,
    PREPARATION,
    TILING,
    Player,
    State,
    factories,
)
from azulejo.kernel.bits import bit_count
from azulejo.kernel.rule import rule, widen


class Status(IntFlag):
    """What is wrong with a position; texts are ``azul.status.<flag>``."""

    VALID = 0
    TILES = auto()
    """Not 20 tiles of every colour."""
    FACTORIES = auto()
    """More than four tiles on a factory."""
    NOTHING_ON_OFFER = auto()
    """A factory offer without a tile, or tiles on offer at another time."""
    MARKER = auto()
    """The marker on the floor of somebody who does not hold it, or held between rounds."""
    LINES = auto()
    """A line with too many tiles, or of a colour that its wall row holds."""
    WALL = auto()
    """A colour in the wrong cell, or twice in a row or column."""
    FLOOR = auto()
    """More than seven pieces on a floor line."""
    NOT_CLEARED = auto()
    """A complete line, or pieces on a floor, between two rounds."""
    FULL_ROW = auto()
    """A complete row while play goes on."""
    OVER = auto()
    """The game has ended for no reason, or goes on although it cannot (ruling 7)."""
    SCORE = auto()
    """Fewer than 0 points."""
    TURN = auto()
    """A seat, round or line out of range, or a player asked to choose without a choice."""
    MASKS = auto()
    """The bits kept for speed disagree with what they stand for."""


TILES, FACTORIES, NOTHING_ON_OFFER = int(Status.TILES), int(Status.FACTORIES), int(Status.NOTHING_ON_OFFER)
MARKER, LINES, WALL, FLOOR = int(Status.MARKER), int(Status.LINES), int(Status.WALL), int(Status.FLOOR)
NOT_CLEARED, FULL_ROW, OVER = int(Status.NOT_CLEARED), int(Status.FULL_ROW), int(Status.OVER)
SCORE, TURN, MASKS = int(Status.SCORE), int(Status.TURN), int(Status.MASKS)


def status(state: State) -> Status:
    """Return what is wrong with a position typed by hand."""
    return Status(broken(state))


@rule
def broken(state: State) -> int:
    """Return what does not hold, as bits of Status."""
    if _turn_out_of_range(state):
        return TURN
    problems = _table_problems(state)
    between_rounds = state.phase in (PREPARATION, END)
    row_complete = False
    for seat in range(state.seats):
        player = state.players[seat]
        problems |= _line_problems(player) | _wall_problems(state, player) | _floor_problems(state, seat)
        if between_rounds and not _is_cleared(player):
            problems |= NOT_CLEARED
        row_complete |= full_rows(widen(player.wall)) != 0
        if player.score < 0:
            problems |= SCORE
    if row_complete and state.phase in (OFFER, PREPARATION):
        problems |= FULL_ROW
    cannot_go_on = state.idle_rounds == IDLE_ROUNDS or (between_rounds and state.bag == 0 and state.lid == 0)
    if (cannot_go_on and state.phase != END) or (state.phase == END and not (row_complete or cannot_go_on)):
        problems |= OVER
    if problems == 0 and state.phase == TILING and not _is_at_a_choice(state):
        problems |= TURN
    return problems


@rule
def _turn_out_of_range(state: State) -> bool:
    return not (
        0 <= state.turn < state.seats
        and 0 <= state.start < state.seats
        and IN_CENTRE <= state.marker < state.seats
        and 0 <= state.tiling_row < (ROWS if state.phase == TILING else 1)
        and 0 <= state.laid <= (state.phase == TILING)
        and 0 <= state.idle_rounds <= IDLE_ROUNDS
        and state.round_number >= (state.phase != PREPARATION)
    )


@rule
def _table_problems(state: State) -> int:
    problems = 0
    for colour in range(COLOURS):
        if tiles_of(state, colour) != TILES_PER_COLOUR:
            problems |= TILES
    for source in range(factories(state) + 1):
        if source != CENTRE and tiles.total(widen(state.sources[source])) > FACTORY_TILES:
            problems |= FACTORIES
        for colour in range(COLOURS):
            on_offer = widen(state.offers) >> (source * COLOURS + colour) & 1
            if on_offer != (tiles.count(widen(state.sources[source]), colour) > 0):
                problems |= MASKS
    if (state.offers != 0) != (state.phase == OFFER):
        problems |= NOTHING_ON_OFFER
    if state.marker != IN_CENTRE and state.phase in (PREPARATION, END):
        problems |= MARKER
    return problems


@rule
def tiles_of(state: State, colour: int) -> int:
    """Return how many tiles of a colour are anywhere."""
    found = tiles.count(widen(state.bag), colour) + tiles.count(widen(state.lid), colour)
    for source in range(factories(state) + 1):
        found += tiles.count(widen(state.sources[source]), colour)
    for seat in range(state.seats):
        player = state.players[seat]
        found += widen(player.floor_tiles[colour]) + bit_count(widen(player.wall_of[colour]))
        for row in range(ROWS):
            if player.line_colour[row] == colour:
                found += widen(player.line_count[row])
    return found


@rule
def _line_problems(player: Player) -> int:
    problems = 0
    for row in range(ROWS):
        colour = widen(player.line_colour[row])
        held = widen(player.line_count[row])
        if not 0 <= held <= row + 1 or (held == 0) != (colour == NO_COLOUR):
            problems |= LINES
        if held and row_cells(widen(player.wall_of[colour]), row):
            problems |= LINES
        for other in range(COLOURS):
            fits = held == 0 or (colour == other and held <= row)
            should_be_open = fits and row_cells(widen(player.wall_of[other]), row) == 0
            is_open = widen(player.open_lines) >> (DESTINATIONS * other + row) & 1
            if is_open != should_be_open:
                problems |= MASKS
    for colour in range(COLOURS):
        if widen(player.open_lines) >> (DESTINATIONS * colour) & ALL_DESTINATIONS & (1 << FLOOR_LINE) == 0:
            problems |= MASKS
    return problems


@rule
def _wall_problems(state: State, player: Player) -> int:
    problems = 0
    covered = 0
    for colour in range(COLOURS):
        cells = widen(player.wall_of[colour])
        if covered & cells:
            problems |= WALL
        covered |= cells
        columns = 0
        for row in range(ROWS):
            of_row = row_cells(cells, row)
            if of_row & columns or bit_count(of_row) > 1:
                problems |= WALL
            if state.grey == COLOURED and of_row & ~(1 << COLUMN_OF[row, colour]):
                problems |= WALL
            columns |= of_row
    if covered != player.wall:
        problems |= MASKS
    return problems


@rule
def _floor_problems(state: State, seat: int) -> int:
    player = state.players[seat]
    problems = 0
    fallen = 0
    for colour in range(COLOURS):
        fallen += widen(player.floor_tiles[colour])
    if player.floor_pieces > FLOOR_SPACES:
        problems |= FLOOR
    markers = player.floor_pieces - fallen
    if not 0 <= markers <= (state.marker == seat):
        problems |= MARKER
    if state.marker == seat and markers == 0 and player.floor_pieces < FLOOR_SPACES:
        problems |= MARKER  # only a full floor line leaves no space for it (2)
    return problems


@rule
def _is_cleared(player: Player) -> bool:
    return player.floor_pieces == 0 and _complete_lines(player, ROWS) == 0


@rule
def _complete_lines(player: Player, rows: int) -> int:
    """Return how many of the first lines, up to a row, are complete."""
    complete = 0
    for row in range(rows):
        complete += player.line_count[row] == row + 1
    return complete


@rule
def _is_at_a_choice(state: State) -> bool:
    """Return whether all lines before the one being tiled are done, and it is complete and has several cells (10)."""
    seat = widen(state.start)
    while seat != state.turn:
        if _complete_lines(state.players[seat], ROWS):
            return False
        seat = next_seat(state, seat)
    row = widen(state.tiling_row)
    player = state.players[seat]
    if _complete_lines(player, row) or player.line_count[row] <= row:
        return False
    return bit_count(open_columns(state, player, row)) > 1
