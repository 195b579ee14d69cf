"""Who may get advice on which position: the one place that decides it.

Where people play without advice, or not all of them have agreed to it, nobody gets any on the position that lies
there, or that a move leads to: whatever it is called (a table, a record, a position), and whoever is to give it (an
analysis, or the bots of a table that begins with it). What that cannot prevent is written down in docs/operator.md.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from heapq import nsmallest
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, select

from azulejo.bots.protocol import position_of_text
from azulejo.games.contract import CHANCE, MOST_SEATS, SPECTATOR, Rulebook, apply, legal_moves, redact, to_move
from azulejo.play import Game, View
from azulejo.server.messages import Analyse, Helpers
from azulejo.server.refusals import Refusal, refuse_if, refused_as
from azulejo.server.storage import PERSON, PLAYING, SeatRow, TableRow, rows, schema
from azulejo.server.tables.access import Access, by_tokens
from azulejo.server.tables.records import checked_record

if TYPE_CHECKING:
    from azulejo.server.tables.transaction import KnownTable, Tables, TableView

MOST_COMPARED = 200
"""So many tables at most are compared with a position; more than a few have the same boards only in the first turns."""
MOST_PLAYED_ON = 6
"""So many of their positions, those most alike, are played on by each move: that takes some milliseconds each."""


def helpers_now(row: TableRow, seats: Sequence[SeatRow]) -> Helpers:
    """Return which helpers hold now: advice only if there is one person, or every person has agreed."""
    wanted = row.settings.helpers
    if wanted != "advice":
        return wanted
    people = [seat for seat in seats if seat.kind != "bot"]
    agreed = all(seat.kind == PERSON and (seat.advice or seat.left is not None) for seat in people)
    return "advice" if agreed or len(people) == 1 else "previews"


# ---------------------------------------------------------------- positions that people play


@lru_cache
def _lists(kind: Any) -> dict[str, range]:
    """Return the lists of a kind of position, of places, players and pieces: where each entry begins in its memory."""
    fields = {name: kind.fields[name] for name in kind.names if kind[name].shape and not name.startswith("unused_")}
    return {
        name: range(begin, begin + one.itemsize, one.itemsize // one.shape[0])
        for name, (one, begin, *_) in fields.items()
    }


def _memory(state: Any) -> bytes:
    """Return a position as a spectator sees it."""
    seen = state.copy()
    redact(seen, SPECTATOR)
    return bytes(seen.tobytes())


def form(state: Any) -> list[list[bytes]]:
    """Return what two positions have in common that call for the same advice: all that lies in lists, in any order.

    So neither the order of factories and seats counts nor what is in the bag, whose turn it is said to be, or the
    number of the round. Of a game that has no lists but its players everything counts.
    """
    raw, lists = _memory(state), _lists(state.dtype).values()
    parts = [sorted(raw[at : at + entries.step] for at in entries) for entries in lists]
    return parts if len(parts) > 1 else [[raw]]


def signs(book: Rulebook, state: Any) -> list[str]:
    """Return a sign of all players but one, for each that might be left out: a move changes that one's board alone."""
    raw, kind = _memory(state), state.dtype
    players = next((entries for name, entries in _lists(kind).items() if kind[name].base.names), range(0))
    boards = [raw[at : at + players.step] for at in players]
    rest = [sorted(boards[:seat] + boards[seat + 1 :]) for seat in range(len(boards))] or [[]] * MOST_SEATS
    return [hashlib.sha256(b"".join([book.title.name.encode(), *one])).hexdigest()[:32] for one in rest]


def note_position(table: "KnownTable") -> None:
    """Remember the position at a table of several people, as it is and as all see it.

    Where the deal is known to anybody, or a position was typed in, nothing is protected: else whoever opens such a
    table could keep others from analysing what they like.
    """
    row, game = table.row, table.game
    row.fingerprint = row.positions = None
    is_their_own = row.position is None and not row.known_deal
    if row.status == PLAYING and is_their_own and sum(seat.kind != "bot" for seat in table.seats) > 1:
        state = game.game.state
        row.fingerprint = signs(game.book, state)[game.game.due]
        shown = b"" if game.sees_all(SPECTATOR) else game.sight(SPECTATOR).state.tobytes()
        row.positions = state.tobytes() + shown


def is_played(connection: Connection, book: Rulebook, state: Any) -> bool:
    """Return whether people play a position without advice, or one from which a move leads to it."""
    columns, wanted = schema.tables.c, form(state)
    query = select(schema.tables).where(columns.status == PLAYING, columns.fingerprint.in_(signs(book, state)))
    found = rows.read_tables(connection, query.order_by(columns.changed.desc()).limit(MOST_COMPARED))
    seats = rows.read_seats_of_all(connection, [row.id for row in found])
    without = [row for row in found if helpers_now(row, seats[row.id]) != "advice"]
    states = [state for row in without for state in _stored(book, row.positions or b"")]
    closest = nsmallest(MOST_PLAYED_ON, states, key=lambda one: _differences(form(one), wanted))
    return any(form(near) == wanted for one in closest for near in _near(book, one))


def _stored(book: Rulebook, positions: bytes) -> Any:
    """Return positions from what is stored of them; none from what another version has stored."""
    kind = book.state.dtype
    return np.frombuffer(positions, kind).copy() if positions and len(positions) % kind.itemsize == 0 else ()


def _differences(one: list[list[bytes]], other: list[list[bytes]]) -> int:
    """Return how much in the lists of one position is not in those of another."""
    return sum(len(set(mine).difference(theirs)) for mine, theirs in zip(one, other, strict=True))


def _near(book: Rulebook, state: Any) -> Iterator[Any]:
    """Yield a position, and those that a move leads to."""
    yield state
    moves = np.zeros(book.moves_room, np.int16)
    for move in moves[: legal_moves(state, moves)].tolist():
        after = state.copy()
        apply(after, move)
        yield after


# ---------------------------------------------------------------- what may be analysed


def view_to_analyse(tables: "Tables", request: Analyse, tokens: Sequence[str]) -> View:
    """Return what is to be analysed, through the eyes of one seat; raises Refusal where advice is not allowed."""
    if sum(one is not None for one in (request.table, request.record, request.position)) != 1:
        raise Refusal(400, "server.analysis.one")
    with refused_as(400):
        if request.table is not None:
            view: View = tables.read(request.table, by_tokens, tokens, view_of_table, request)
        else:
            view = (_view_of_position if request.record is None else _view_of_record)(request)
    with tables.database.transaction() as connection:
        refuse_if(is_played(connection, view.rulebook, view.state), 403, "server.analysis.running")
    return view


def view_of_table(view: "TableView", access: Access, request: Analyse) -> View:
    """Return a table after some events; of a running one only what the asker may see."""
    viewer = access.viewer(view.game.turn)
    number = view.game.number(viewer) if request.number is None else request.number
    view.check_number(viewer, number)
    if view.row.status == PLAYING:
        refuse_if(helpers_now(view.row, view.seats) != "advice", 403, "server.analysis.running")
        turn = to_move(view.game.sight_at(number, SPECTATOR).state)
        seat = turn if request.seat is None else request.seat
        refuse_if(turn < 0, 400, "errors.draw_due" if turn == CHANCE else "errors.game_over")
        refuse_if(access.waiting or seat not in access.seats, 403, "server.analysis.seat")
        return View(view.game.book, view.game.sight_at(number, seat).state, seat)
    record = replace(view.game.game.record(), seed=None)
    return _view_of_game(Game.from_record(record, until=number, trust=False), request.seat)


def _view_of_record(request: Analyse) -> View:
    record = checked_record(request.record)
    return _view_of_game(Game.from_record(record, until=request.number, trust=False), request.seat)


def _view_of_position(request: Analyse) -> View:
    view = position_of_text(str(request.position)).view(seat=request.seat)
    game = view.rulebook.title.name
    refuse_if(request.game not in (None, game), 400, "server.analysis.game", game=str(request.game)[:40], value=game)
    return view


def _view_of_game(game: Game, seat: int | None) -> View:
    """Return what a seat sees of a game, the one to move if none is named."""
    refuse_if(game.turn is None, 400, "errors.game_over" if game.is_over else "errors.draw_due")
    return game.view(game.due if seat is None else seat)
