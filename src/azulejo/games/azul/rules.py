"""The rules of classic Azul, in the order of the book.

Set-up, the factory offer, tiling the walls, preparing the next round, the end.
Numbers in comments are rulings of docs/rules/azul.md.
"""

import numpy as np
import numpy.typing as npt

from azulejo.games import tiles
from azulejo.games.azul.components import (
    COLOURS,
    COLUMN_OF,
    COLUMNS,
    FACTORY_TILES,
    FLOOR_SPACES,
    IDLE_ROUNDS,
    MAX_FACTORIES,
    ROWS,
    TILES_PER_COLOUR,
)
from azulejo.games.azul.moves import DESTINATIONS, FIRST_LAYING, FLOOR_LINE
from azulejo.games.azul.scoring import FULL_ROW, end_bonus, floor_loss, full_rows, row_cells, tile_points, winners
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
from azulejo.games.contract import CHANCE, NO_PIECE, OVER, Codes, Numbers, Pieces
from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.chance import Stream, below
from azulejo.kernel.rule import rule, widen

MAX_DRAWN = MAX_FACTORIES * FACTORY_TILES

ALL_DESTINATIONS = (1 << DESTINATIONS) - 1
EVERYWHERE = sum(ALL_DESTINATIONS << DESTINATIONS * colour for colour in range(COLOURS))
"""``open_lines`` of an empty board."""
FIRST_LINE = sum(1 << DESTINATIONS * colour for colour in range(COLOURS))
"""The bit of line 1 for every colour; shifted by a row, that of another line."""
ALL_COLOURS = (1 << COLOURS) - 1


def _destination_lists() -> npt.NDArray[np.int16]:
    """Return for every set of destinations their numbers, ascending, and zeros up to eight."""
    lists = np.zeros((1 << DESTINATIONS, 8), np.int16)
    for chosen in range(1 << DESTINATIONS):
        numbers = [number for number in range(DESTINATIONS) if chosen >> number & 1]
        lists[chosen, : len(numbers)] = numbers
    return lists


DESTINATION_LISTS = _destination_lists()


# ---------------------------------------------------------------- set-up


@rule
def setup(state: State, seats: int, options: Numbers, start: int) -> None:
    """Lay out an empty table; the first deal is still to come."""
    state.seats = seats
    state.grey = options[0]
    state.start = start
    state.turn = start
    state.marker = IN_CENTRE
    state.phase = PREPARATION
    state.bag = TILES_PER_COLOUR * tiles.ONE_OF_EACH
    for seat in range(seats):
        state.players[seat].open_lines = EVERYWHERE
        for row in range(ROWS):
            state.players[seat].line_colour[row] = NO_COLOUR


@rule
def to_move(state: State) -> int:
    """Return the seat to decide, CHANCE before a deal, or OVER."""
    if state.phase == PREPARATION:
        return CHANCE
    if state.phase == END:
        return OVER
    return widen(state.turn)


@rule
def legal_moves(state: State, out: Codes) -> int:
    """Write the codes of the legal moves, ascending, and return their number."""
    if state.phase == OFFER:
        return _legal_takes(state, out)
    if state.phase == TILING:
        return _legal_layings(state, out)
    return 0


@rule
def apply(state: State, move: int) -> None:
    """Play one legal move, and everything that follows from it without a decision."""
    decide(state, move)
    while state.phase == TILING and tile_next_line(state):
        pass
    if state.phase == PREPARATION:
        _end_round(state)


@rule
def decide(state: State, move: int) -> None:
    """Do what the move itself says: take tiles, or lay the tile of a line."""
    if move < FIRST_LAYING:
        offer, destination = divmod(widen(move), DESTINATIONS)
        _take(state, offer // COLOURS, offer % COLOURS, destination)
    else:
        column = (widen(move) - FIRST_LAYING) % COLUMNS
        lay_tile(state, state.players[state.turn], widen(state.tiling_row), column)


# ---------------------------------------------------------------- A. the factory offer


@rule
def _legal_takes(state: State, out: Codes) -> int:
    open_lines = widen(state.players[state.turn].open_lines)
    offers = widen(state.offers)
    number = 0
    while offers:
        offer = lowest_bit(offers)
        offers &= offers - 1
        destinations = (open_lines >> (DESTINATIONS * (offer % COLOURS))) & ALL_DESTINATIONS
        for place in range(8):  # always eight, so that it compiles to one vector store
            out[number + place] = offer * DESTINATIONS + DESTINATION_LISTS[destinations, place]
        number += bit_count(destinations)
    return number


@rule
def _take(state: State, source: int, colour: int, destination: int) -> None:
    """Take all tiles of a colour from a source; the others of a factory go to the centre."""
    player = state.players[state.turn]
    picked = tiles.count(widen(state.sources[source]), colour)
    left_over = state.sources[source] - tiles.several(colour, picked)
    if source == CENTRE:
        state.sources[CENTRE] = left_over
        state.offers &= ~(1 << colour)
        if state.marker == IN_CENTRE:
            _take_marker(state, player)
    else:
        colours = (state.offers >> (COLOURS * source)) & ALL_COLOURS
        state.sources[CENTRE] += left_over
        state.sources[source] = 0
        state.offers = (state.offers & ~(ALL_COLOURS << (COLOURS * source))) | (colours & ~(1 << colour))
    if destination == FLOOR_LINE:
        drop(state, player, colour, picked)
    else:
        _fill_line(state, player, destination, colour, picked)
    if state.offers:
        state.turn = next_seat(state, state.turn)
    else:
        _begin_tiling(state)


@rule
def _take_marker(state: State, player: Player) -> None:
    """Put the marker on the floor before any tile of the pick; held even if the floor is full (2)."""
    state.marker = state.turn
    if player.floor_pieces < FLOOR_SPACES:
        player.floor_pieces += 1


@rule
def _fill_line(state: State, player: Player, row: int, colour: int, picked: int) -> None:
    """Fill a line as far as it goes; the rest falls (4)."""
    placed = min(picked, row + 1 - widen(player.line_count[row]))
    player.line_count[row] += placed
    player.line_colour[row] = colour
    close_line(player, row)
    if picked > placed:
        drop(state, player, colour, picked - placed)


@rule
def close_line(player: Player, row: int) -> None:
    """Close a line that holds tiles for all colours but its own, and for that too once it is full (15)."""
    closed = FIRST_LINE << row
    if player.line_count[row] <= row:
        closed &= ~(ALL_DESTINATIONS << (DESTINATIONS * widen(player.line_colour[row])))
    player.open_lines &= ~closed


@rule
def drop(state: State, player: Player, colour: int, number: int) -> None:
    """Let tiles fall to the floor line; those beyond its last space go to the lid (3)."""
    fallen = min(number, FLOOR_SPACES - widen(player.floor_pieces))
    player.floor_pieces += fallen
    player.floor_tiles[colour] += fallen
    state.lid += tiles.several(colour, number - fallen)


@rule
def next_seat(state: State, seat: int) -> int:
    """Return the seat to the left."""
    return seat + 1 if seat + 1 < state.seats else 0


# ---------------------------------------------------------------- B. tiling the walls


@rule
def _begin_tiling(state: State) -> None:
    state.phase = TILING
    state.turn = state.start


@rule
def tile_next_line(state: State) -> bool:
    """Look at the next pattern line and lay it if it is complete; False if its owner must choose (10)."""
    player = state.players[state.turn]
    row = widen(state.tiling_row)
    if player.line_count[row] == row + 1:
        columns = open_columns(state, player, row)
        if bit_count(columns) > 1:
            return False
        if columns:
            lay_tile(state, player, row, lowest_bit(columns))
        else:
            drop_line(state, player, row)
    _pass_line(state)
    return True


@rule
def _pass_line(state: State) -> None:
    """Go on to the next line, after the last one to the next player, after the last player to phase C."""
    state.tiling_row += 1
    if state.tiling_row == ROWS:
        state.tiling_row = 0
        state.turn = next_seat(state, state.turn)
        if state.turn == state.start:
            state.phase = PREPARATION


@rule
def open_columns(state: State, player: Player, row: int) -> int:
    """Return the columns where the tile of a complete line may be laid, a bit each."""
    colour = widen(player.line_colour[row])
    if not state.grey:
        return 1 << widen(COLUMN_OF[row, colour])
    columns = FULL_ROW & ~row_cells(widen(player.wall), row)
    for other in range(ROWS):
        columns &= ~row_cells(widen(player.wall_of[colour]), other)
    return columns


@rule
def _legal_layings(state: State, out: Codes) -> int:
    row = widen(state.tiling_row)
    columns = open_columns(state, state.players[state.turn], row)
    number = 0
    for column in range(COLUMNS):
        if columns >> column & 1:
            out[number] = FIRST_LAYING + row * COLUMNS + column
            number += 1
    return number


@rule
def lay_tile(state: State, player: Player, row: int, column: int) -> None:
    """Move one tile of a complete line to the wall and score it; the others go to the lid (14)."""
    colour = widen(player.line_colour[row])
    cell = 1 << (row * COLUMNS + column)
    player.wall |= cell
    player.wall_of[colour] |= cell
    player.score += tile_points(widen(player.wall), row, column)
    state.lid += tiles.several(colour, row)
    state.laid = 1
    _empty_line(player, row)


@rule
def drop_line(state: State, player: Player, row: int) -> None:
    """Let a complete line fall that has no cell on the grey wall (11)."""
    drop(state, player, widen(player.line_colour[row]), row + 1)
    _empty_line(player, row)


@rule
def _empty_line(player: Player, row: int) -> None:
    """Clear a line and open it for every colour that its wall row does not hold (9)."""
    player.line_count[row] = 0
    player.line_colour[row] = NO_COLOUR
    for colour in range(COLOURS):
        if row_cells(widen(player.wall_of[colour]), row) == 0:
            player.open_lines |= 1 << (DESTINATIONS * colour + row)


@rule
def clear_floor(state: State, player: Player) -> None:
    """Subtract the floor's losses, never below 0, and put its tiles into the lid (8)."""
    if player.floor_pieces:
        player.score = max(0, player.score - floor_loss(player))
        for colour in range(COLOURS):
            state.lid += tiles.several(colour, widen(player.floor_tiles[colour]))
            player.floor_tiles[colour] = 0
        player.floor_pieces = 0


# ---------------------------------------------------------------- C. the next round, or the end


@rule
def _end_round(state: State) -> None:
    row_complete = False
    for seat in range(state.seats):
        clear_floor(state, state.players[seat])
        row_complete |= full_rows(widen(state.players[seat].wall)) != 0
    if state.marker != IN_CENTRE:  # else the same player starts again (5)
        state.start = state.marker
        state.marker = IN_CENTRE
    state.turn = state.start
    state.idle_rounds = 0 if state.laid else state.idle_rounds + 1
    state.laid = 0
    no_tiles = state.bag == 0 and state.lid == 0
    if row_complete or no_tiles or state.idle_rounds == IDLE_ROUNDS:  # (7)
        _end_game(state)


@rule
def deal(state: State, rng: Stream, drawn: Pieces) -> int:
    """Fill the factories from the bag; write the colours drawn and return their number.

    Every factory has four places in ``drawn``; a place that stays empty holds NO_PIECE.
    """
    bag = widen(state.bag)
    left = tiles.total(bag)
    number = 0
    for factory in range(1, factories(state) + 1):
        for _ in range(FACTORY_TILES):
            if left == 0:  # pour the lid into the bag when a tile is needed, not before (6)
                bag = widen(state.lid)
                state.lid = 0
                left = tiles.total(bag)
            if left:
                colour = tiles.colour_at(bag, below(rng, left))
                bag -= tiles.several(colour, 1)
                left -= 1
                _put_on_factory(state, factory, colour)
                drawn[number] = colour
            else:
                drawn[number] = NO_PIECE
            number += 1
    state.bag = bag
    _begin_offer(state)
    return number


@rule
def deal_given(state: State, drawn: Pieces, number: int) -> None:
    """Fill the factories with the tiles given."""
    for place in range(number):
        if drawn[place] != NO_PIECE:
            if state.bag == 0:
                state.bag = state.lid
                state.lid = 0
            state.bag -= tiles.several(widen(drawn[place]), 1)
            _put_on_factory(state, 1 + place // FACTORY_TILES, widen(drawn[place]))
    _begin_offer(state)


@rule
def _put_on_factory(state: State, factory: int, colour: int) -> None:
    state.sources[factory] += tiles.several(colour, 1)
    state.offers |= 1 << (factory * COLOURS + colour)


@rule
def _begin_offer(state: State) -> None:
    state.round_number += 1
    state.phase = OFFER


@rule
def _end_game(state: State) -> None:
    for seat in range(state.seats):
        state.players[seat].score += end_bonus(state.players[seat])
    state.phase = END


@rule
def outcome(state: State, playing: int, scores: Numbers) -> int:
    """Write every seat's points and return the winners among the seats playing."""
    for seat in range(state.seats):
        scores[seat] = state.players[seat].score
    return winners(state, playing)


# ---------------------------------------------------------------- for previews


@rule
def score_board(state: State, seat: int) -> None:
    """Score one board as if the round ended now; on a grey wall each tile goes where it scores most."""
    player = state.players[seat]
    for row in range(ROWS):
        if player.line_count[row] == row + 1:
            columns = open_columns(state, player, row)
            if columns:
                lay_tile(state, player, row, best_column(player, row, columns))
            else:
                drop_line(state, player, row)
    clear_floor(state, player)


@rule
def best_column(player: Player, row: int, columns: int) -> int:
    """Return the column, among those given, where a tile scores most; the leftmost of equals."""
    best = lowest_bit(columns)
    most = 0
    for column in range(COLUMNS):
        if columns >> column & 1:
            points = tile_points(widen(player.wall), row, column)
            if points > most:
                best, most = column, points
    return best
