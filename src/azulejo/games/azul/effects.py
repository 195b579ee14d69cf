"""What a legal move does, as data: what it takes, where that goes, what it brings; and the story of a scoring."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from azulejo.games import contract, tiles
from azulejo.games.azul.components import (
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    COLUMNS,
    FACTORY_TILES,
    FLOOR_LOSS,
    FLOOR_SPACES,
    LETTERS,
    ROW_BONUS,
    Colour,
)
from azulejo.games.azul.moves import (
    DESTINATIONS,
    FIRST_LAYING,
    FLOOR_LINE,
    MOVES_ROOM,
    SOURCE_IDS,
    Lay,
    Take,
    parts,
)
from azulejo.games.azul.rules import (
    apply,
    best_column,
    clear_floor,
    decide,
    legal_moves,
    open_columns,
    score_board,
    tile_next_line,
)
from azulejo.games.azul.scoring import column_cells, complete_colours, complete_columns, complete_rows, row_cells
from azulejo.games.azul.state import CENTRE, END, IN_CENTRE, PREPARATION, TILING, State
from azulejo.games.azul.words import colour_name
from azulejo.games.contract import NO_PIECE, Codes, Place, Preview, Step, Transfer
from azulejo.games.runs import run_cells
from azulejo.kernel.rule import rule, widen
from azulejo.kernel.struct import as_array, plain

MARKER = "*"
"""The starting player marker among the pieces."""

PLACE_KINDS = {
    "bag": "tiles to be drawn",
    "lid": "tiles out of the game until the bag is empty",
    "source": "a factory, or the centre: called as in the texts of moves",
    "marker": "the starting player marker in the centre",
    "line": "of a seat: a pattern line, from 1",
    "floor": "of a seat: its floor line",
    "wall": "of a seat: a space of its wall, from 0, row by row",
}
"""The kinds of places that pieces go between."""


@dataclass(frozen=True, slots=True)
class Effect(contract.Effect):
    """What a move does by itself."""

    colour: Colour
    """Of the tiles taken, or of the tile laid."""
    taken: int = 0
    fallen: int = 0
    """How many of the tiles taken go to no pattern line."""
    marker: bool = False
    """Whether the starting player marker comes along."""


def effect(state: State, code: int) -> Effect:
    """Return what a legal move does by itself."""
    return effects(state, [code])[0]


def effects(state: State, codes: Sequence[int]) -> list[Effect]:
    """Return what several legal moves do."""
    table = plain(state)
    player = table.players[table.turn]
    sources, counts, colours = table.sources.tolist(), player.line_count.tolist(), player.line_colour.tolist()
    found = []
    for move in map(parts, codes):
        if isinstance(move, Lay):
            found.append(Effect(LETTERS[colours[move.line - 1]]))
            continue
        source = SOURCE_IDS.index(move.source)
        taken = tiles.count(sources[source], LETTERS.index(move.colour))
        room = 0 if move.line is None else move.line - counts[move.line - 1]
        marker = source == CENTRE and table.marker == IN_CENTRE
        found.append(Effect(move.colour, taken, max(0, taken - room), marker))
    return found


# ---------------------------------------------------------------- what goes where


def transfers(state: State, code: int) -> list[Transfer]:
    """Return the pieces that a legal move itself moves; a tile that is laid is part of the scoring."""
    state = plain(state)
    move, done = parts(code), effect(state, code)
    if isinstance(move, Lay):
        return []
    seat = int(state.turn)
    source, centre, floor = _source(move.source), _source(SOURCE_IDS[CENTRE]), Place("floor", seat=seat)
    found = [Transfer(MARKER, 1, Place("marker"), floor)] if done.marker else []
    if done.taken > done.fallen:
        found.append(Transfer(move.colour, done.taken - done.fallen, source, Place("line", move.line, seat)))
    spaces = FLOOR_SPACES - int(state.players[seat].floor_pieces) - done.marker
    found += _falling(move.colour, done.fallen, spaces, source, floor)
    return found + _left_over(state, move, source, centre)


def _falling(colour: Colour, count: int, spaces: int, origin: Place, floor: Place) -> list[Transfer]:
    """Return how tiles fall: as far as the floor line has spaces for them, the others go to the lid."""
    on_floor = min(count, max(0, spaces))
    return Transfer.some(colour, on_floor, origin, floor) + Transfer.some(
        colour, count - on_floor, origin, Place("lid")
    )


def _left_over(state: State, take: Take, source: Place, centre: Place) -> list[Transfer]:
    """Return how the other tiles of a factory go to the centre."""
    if source == centre:
        return []
    handful = int(state.sources[SOURCE_IDS.index(take.source)])
    counts = [(letter, tiles.count(handful, colour)) for colour, letter in enumerate(LETTERS) if letter != take.colour]
    return [one for letter, count in counts for one in Transfer.some(letter, count, source, centre)]


def _source(name: str) -> Place:
    return Place("source", name)


def draw_transfers(state: State, drawn: Sequence[int]) -> list[Transfer]:
    """Return how the tiles of a deal go from the bag to the factories."""
    found = []
    for first in range(0, len(drawn), FACTORY_TILES):
        handful = list(drawn[first : first + FACTORY_TILES])
        target = _source(str(first // FACTORY_TILES + 1))
        found += [
            Transfer(LETTERS[colour], handful.count(colour), Place("bag"), target)
            for colour in sorted(set(handful) - {NO_PIECE})
        ]
    return found


# ---------------------------------------------------------------- previews and scoring


def preview(state: State, move: int) -> Preview:
    """Return what a legal move does, as the contract defines it."""
    return previews(state, [move])[0]


def previews(state: State, moves: Sequence[int]) -> list[Preview]:
    """Return the same for several moves."""
    seen = np.zeros((len(moves), 4), np.int64)
    weigh_all(as_array(state), np.array(moves, np.int16), seen)
    return [
        Preview(points, loss=loss, ends_round=bool(ends_round), ends_game=bool(ends_game))
        for points, loss, ends_round, ends_game in seen.tolist()
    ]


@rule
def weigh_all(states: Any, moves: Codes, out: Any) -> None:
    """Compute the previews of moves of the position.

    Compiled, because a client is shown the previews of all moves after every move.
    """
    room = np.empty_like(states)
    for index in range(len(moves)):
        weigh(states[0], widen(moves[index]), room, out[index])


@rule
def weigh(state: State, move: int, room: Any, out: Any) -> None:
    """Compute the preview of a move: points, loss, whether the round and the game end; ``room`` is for a try."""
    seat = widen(state.turn)
    player = state.players[seat]
    room[0] = state
    trial = room[0]
    apply(trial, move)
    out[2] = trial.phase == PREPARATION or trial.phase == END
    out[3] = trial.phase == END
    if move >= FIRST_LAYING:
        out[0] = widen(trial.players[seat].score) - widen(player.score)
        out[1] = 0
        return
    room[0] = state
    score_board(trial, seat)
    before = widen(trial.players[seat].score)
    room[0] = state
    decide(trial, move)
    out[1] = FLOOR_LOSS[trial.players[seat].floor_pieces] - FLOOR_LOSS[player.floor_pieces]
    score_board(trial, seat)
    out[0] = widen(trial.players[seat].score) - before


def scoring_steps(state: State, move: int) -> list[Step]:
    """Return the story of all points that playing a legal move gives or takes."""
    before = plain(state)
    after = before.copy()
    decide(after, move)
    if move < FIRST_LAYING and after.phase not in (TILING, PREPARATION):
        return []  # as after most moves: nothing is scored yet
    now = plain(after)
    steps = _tile_steps(before, now) if move >= FIRST_LAYING else []
    while now.phase == TILING:
        before, after = now, now.copy()
        if not tile_next_line(after):
            return steps
        now = plain(after)
        steps += _tile_steps(before, now)
    if now.phase != PREPARATION:
        return steps
    for seat in range(after.seats):
        if after.players[seat].floor_pieces:
            pieces, lost = int(after.players[seat].floor_pieces), int(after.players[seat].score)
            clear_floor(after, after.players[seat])
            total = int(after.players[seat].score)
            steps.append(Step("floor", seat, total - lost, total, values={"count": pieces}))
    played = state.copy()
    apply(played, move)
    return steps + (_bonus_steps(after) if played.phase == END else [])


def _tile_steps(before: State, after: State) -> list[Step]:
    """Return the step for the pattern line that was due: a tile laid, or a grey line that fell."""
    seat, row = before.turn, before.tiling_row
    total = after.players[seat].score
    laid = before.players[seat].wall ^ after.players[seat].wall
    line = Place("line", row + 1, seat)
    if laid:
        column = row_cells(laid, row).bit_length() - 1
        wall = after.players[seat].wall
        where = run_cells(row_cells(wall, row), column_cells(wall, column), row, column)
        points = total - before.players[seat].score
        colour = LETTERS[before.players[seat].line_colour[row]]
        values = {"colour": colour_name(colour), "line": row + 1, "column": column + 1}
        laying = Transfer(colour, 1, line, Place("wall", row * COLUMNS + column, seat))
        return [Step("tile", seat, points, total, where, values, (laying,))]
    if before.players[seat].line_count[row] == row + 1:
        colour = LETTERS[before.players[seat].line_colour[row]]
        spaces = FLOOR_SPACES - before.players[seat].floor_pieces
        falling = _falling(colour, row + 1, spaces, line, Place("floor", seat=seat))
        return [Step("stuck", seat, 0, total, values={"line": row + 1}, transfers=tuple(falling))]
    return []


def _bonus_steps(state: State) -> list[Step]:
    steps: list[Step] = []
    for seat in range(state.seats):
        player = state.players[seat]
        total = int(player.score)
        for kind, number, worth in (
            ("rows", complete_rows(player), ROW_BONUS),
            ("columns", complete_columns(player), COLUMN_BONUS),
            ("colours", complete_colours(player), COLOUR_BONUS),
        ):
            if number:
                total += number * worth
                steps.append(Step(kind, seat, number * worth, total, values={"count": number}))
    return steps


# ---------------------------------------------------------------- a default


def suggest(state: State) -> int:
    """Return a sensible move: the cell that scores most, or the take with the best preview."""
    return int(best_move(as_array(state)))


@rule
def best_move(states: Any) -> int:
    """Return the move to suggest in the position."""
    state = states[0]
    moves = np.empty(MOVES_ROOM, np.int16)
    number = legal_moves(state, moves)
    if state.phase == TILING:
        row, player = widen(state.tiling_row), state.players[state.turn]
        return FIRST_LAYING + row * COLUMNS + best_column(player, row, open_columns(state, player, row))
    return best_take(state, moves[:number], np.empty_like(states), np.empty(4, np.int64))


@rule
def best_take(state: State, moves: Codes, room: Any, seen: Any) -> int:
    """Return the take with the most points, and of equals the first that puts the most tiles on a line."""
    best, most, most_put = -1, 0, 0
    for move in moves:
        weigh(state, widen(move), room, seen)
        points, put = seen[0], 0
        offer, destination = divmod(widen(move), DESTINATIONS)
        if destination != FLOOR_LINE:
            picked = tiles.count(widen(state.sources[offer // COLOURS]), offer % COLOURS)
            put = min(picked, destination + 1 - widen(state.players[state.turn].line_count[destination]))
        if best < 0 or points > most or (points == most and put > most_put):
            best, most, most_put = widen(move), points, put
    return best
