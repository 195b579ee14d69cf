"""What people are told about a position: sentences, reasons, previews, the story of a scoring."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from azulejo.games import tiles
from azulejo.games.azul.components import (
    COLOUR_BONUS,
    COLOUR_NAMES,
    COLOURS,
    COLUMN_BONUS,
    COLUMNS,
    FLOOR_LOSS,
    ROW_BONUS,
)
from azulejo.games.azul.invariants import Status, broken
from azulejo.games.azul.notation import draw_value
from azulejo.games.azul.rules import (
    DESTINATIONS,
    FIRST_LAYING,
    FLOOR_LINE,
    MOVE_CODES,
    MOVES_ROOM,
    apply,
    best_column,
    clear_floor,
    decide,
    legal_moves,
    open_columns,
    score_board,
    tile_next_line,
)
from azulejo.games.azul.scoring import complete_colours, complete_columns, complete_rows, row_cells, run_cells
from azulejo.games.azul.state import (
    CENTRE,
    END,
    IN_CENTRE,
    PREPARATION,
    TILING,
    State,
    factories,
)
from azulejo.games.contract import Codes, Preview, Step
from azulejo.kernel.rule import rule
from azulejo.texts import Message, message
from azulejo.texts.errors import InvalidMove


def split_take(move: int) -> tuple[int, int, int]:
    """Return source, colour and destination of a move that takes tiles."""
    offer, destination = divmod(move, DESTINATIONS)
    source, colour = divmod(offer, COLOURS)
    return source, colour, destination


def split_laying(move: int) -> tuple[int, int]:
    """Return row and column of a move that lays a tile."""
    row, column = divmod(move - FIRST_LAYING, COLUMNS)
    return row, column


# ---------------------------------------------------------------- sentences


def describe(state: State, move: int) -> Message:
    """Return a sentence for a legal move."""
    if move >= FIRST_LAYING:
        row, column = split_laying(move)
        colour = colour_name(int(state.players[state.turn].line_colour[row]))
        return message("azul.describe.lay", colour=colour, line=row + 1, column=column + 1)
    source, colour_index, destination = split_take(move)
    picked = tiles.count(int(state.sources[source]), colour_index)
    what = message(f"azul.tiles.{COLOUR_NAMES[colour_index]}", count=picked)
    rest: list[Message] = []
    if source == CENTRE and state.marker == IN_CENTRE:
        rest.append(message("azul.describe.marker"))
    if destination != FLOOR_LINE:
        room = destination + 1 - int(state.players[state.turn].line_count[destination])
        if picked > room:
            rest.append(message("azul.describe.falls", count=picked - room))
    to = (
        message("azul.describe.to_floor")
        if destination == FLOOR_LINE
        else message("azul.describe.to_line", line=destination + 1)
    )
    key = "azul.describe.take_and" if rest else "azul.describe.take"
    return message(key, tiles=what, source=source_name(source), to=to, rest=rest)


def describe_draw(state: State, drawn: Sequence[int]) -> Message:
    """Return a sentence for a deal."""
    shown = [letters or "-" for letters in draw_value(state, drawn)]
    return message("azul.describe.deal", number=int(state.round_number) + 1, factories=shown)


def source_name(source: int) -> Message:
    """Return where tiles are taken from, as said in a sentence."""
    return message("azul.source.centre") if source == CENTRE else message("azul.source.factory", number=source)


def place_name(source: int) -> Message:
    """Return where tiles lie, as said in a sentence."""
    return message("azul.place.centre") if source == CENTRE else message("azul.place.factory", number=source)


def colour_name(colour: int) -> Message:
    """Return the name of a colour."""
    return message(f"azul.colour.{COLOUR_NAMES[colour]}")


# ---------------------------------------------------------------- reasons


def why_not(state: State, move: int) -> Message | None:
    """Return why a move is not legal now, or None if it is."""
    if not 0 <= move < MOVE_CODES:
        raise InvalidMove("azul.error.move_code", value=move, most=MOVE_CODES - 1)
    if state.phase == END:
        return message("errors.game_over")
    if state.phase == PREPARATION:
        return message("errors.draw_due")
    if move >= FIRST_LAYING:
        return _why_not_lay(state, *split_laying(move))
    return _why_not_take(state, *split_take(move))


def _why_not_take(state: State, source: int, colour: int, destination: int) -> Message | None:
    if state.phase == TILING:
        return message("azul.why.must_lay", line=int(state.tiling_row) + 1)
    if source > factories(state):
        return message("azul.why.no_factory", number=source, count=factories(state))
    if tiles.count(int(state.sources[source]), colour) == 0:
        return message("azul.why.no_tile", colour=colour_name(colour), place=place_name(source))
    if destination == FLOOR_LINE:
        return None
    player = state.players[state.turn]
    line = destination + 1
    if player.line_count[destination] == line:
        return message("azul.why.line_full", line=line)
    if player.line_count[destination] and player.line_colour[destination] != colour:
        return message("azul.why.line_holds", line=line, colour=colour_name(int(player.line_colour[destination])))
    if row_cells(int(player.wall_of[colour]), destination):
        return message("azul.why.row_holds", line=line, colour=colour_name(colour))
    return None


def _why_not_lay(state: State, row: int, column: int) -> Message | None:
    if not state.grey:
        return message("azul.why.coloured_wall")
    if state.phase != TILING:
        return message("azul.why.not_tiling")
    if row != state.tiling_row:
        return message("azul.why.must_lay", line=int(state.tiling_row) + 1)
    player = state.players[state.turn]
    if int(player.wall) >> (row * COLUMNS + column) & 1:
        return message("azul.why.cell_taken", line=row + 1, column=column + 1)
    if not open_columns(state, player, row) >> column & 1:
        colour = colour_name(int(player.line_colour[row]))
        return message("azul.why.column_holds", column=column + 1, colour=colour)
    return None


# ---------------------------------------------------------------- previews and scoring


def preview(state: State, move: int) -> Preview:
    """Return what a legal move does, as the contract defines it."""
    seen = np.zeros(4, np.int64)
    weigh(state, move, np.zeros(1, State.dtype), seen)
    points, loss, ends_round, ends_game = seen.tolist()
    return Preview(points, loss=loss, ends_round=bool(ends_round), ends_game=bool(ends_game))


@rule
def weigh(state: State, move: int, room: Any, out: Any) -> None:
    """Compute the preview of a move: points, loss, whether the round and whether the game ends; ``room`` is for a try.

    Compiled, because a client is shown the previews of all moves after every move.
    """
    seat = int(state.turn)
    player = state.players[seat]
    room[0] = state
    trial = room[0]
    apply(trial, move)
    out[2] = trial.phase == PREPARATION or trial.phase == END
    out[3] = trial.phase == END
    if move >= FIRST_LAYING:
        out[0] = int(trial.players[seat].score) - int(player.score)
        out[1] = 0
        return
    room[0] = state
    score_board(trial, seat)
    before = int(trial.players[seat].score)
    room[0] = state
    decide(trial, move)
    out[1] = FLOOR_LOSS[trial.players[seat].floor_pieces] - FLOOR_LOSS[player.floor_pieces]
    score_board(trial, seat)
    out[0] = int(trial.players[seat].score) - before


def scoring_steps(state: State, move: int) -> list[Step]:
    """Return the story of all points that playing a legal move gives or takes."""
    after = state.copy()
    steps: list[Step] = []
    if move >= FIRST_LAYING:
        seat, row = int(after.turn), int(after.tiling_row)
        decide(after, move)
        steps += _tile_steps(state, after, seat, row)
    else:
        decide(after, move)
    while after.phase == TILING:
        before, seat, row = after.copy(), int(after.turn), int(after.tiling_row)
        if not tile_next_line(after):
            return steps
        steps += _tile_steps(before, after, seat, row)
    if after.phase != PREPARATION:
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


def _tile_steps(before: State, after: State, seat: int, row: int) -> list[Step]:
    """Return the step for one pattern line: a tile laid, or a grey line that fell."""
    total = int(after.players[seat].score)
    laid = int(before.players[seat].wall) ^ int(after.players[seat].wall)
    if laid:
        column = row_cells(laid, row).bit_length() - 1
        where = run_cells(int(after.players[seat].wall), row, column)
        points = total - int(before.players[seat].score)
        colour = colour_name(int(before.players[seat].line_colour[row]))
        values = {"colour": colour, "line": row + 1, "column": column + 1}
        return [Step("tile", seat, points, total, where, values)]
    if before.players[seat].line_count[row] == row + 1:
        return [Step("stuck", seat, 0, total, values={"line": row + 1})]
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


# ---------------------------------------------------------------- checks and defaults


def status(state: State) -> Status:
    """Return what is wrong with a position typed by hand."""
    return Status(broken(state))


def suggest(state: State) -> int:
    """Return a sensible move: the cell that scores most, or the take with the best preview."""
    moves = np.zeros(MOVES_ROOM, np.int16)
    number = legal_moves(state, moves)
    if state.phase == TILING:
        row, player = int(state.tiling_row), state.players[state.turn]
        return FIRST_LAYING + row * COLUMNS + best_column(player, row, open_columns(state, player, row))
    return int(best_take(state, moves[:number], np.zeros(1, State.dtype), np.zeros(4, np.int64)))


@rule
def best_take(state: State, moves: Codes, room: Any, seen: Any) -> int:
    """Return the take with the most points, and of equals the first that puts the most tiles on a line."""
    best, most, most_put = -1, 0, 0
    for move in moves:
        weigh(state, move, room, seen)
        points, put = seen[0], 0
        offer, destination = divmod(int(move), DESTINATIONS)
        if destination != FLOOR_LINE:
            picked = tiles.count(int(state.sources[offer // COLOURS]), offer % COLOURS)
            put = min(picked, destination + 1 - int(state.players[state.turn].line_count[destination]))
        if best < 0 or points > most or (points == most and put > most_put):
            best, most, most_put = int(move), points, put
    return best


def redact_event(state: State, event: Mapping[str, Any], seat: int) -> Mapping[str, Any]:
    """Return the event: everything in this game is seen by all."""
    return event
