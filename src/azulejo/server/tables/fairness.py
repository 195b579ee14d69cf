"""Who may get advice on which position: the one place that decides it.

Where people play without advice, or not all of them have agreed to it, nobody gets any on their game: neither on the
table, nor on its record, nor on the position that lies there.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import ColumnElement, Connection, or_, select

from azulejo.bots.protocol import position_of_text
from azulejo.games.contract import CHANCE, SPECTATOR, redact, to_move
from azulejo.play import Game, View
from azulejo.server.messages import Analyse, Helpers
from azulejo.server.refusals import Refusal, refuse_if, refused_as
from azulejo.server.storage import ARCHIVED, PERSON, PLAYING, SeatRow, TableRow, rows, schema
from azulejo.server.tables.access import Access, by_tokens
from azulejo.server.tables.records import checked_record

if TYPE_CHECKING:
    from azulejo.server.tables.transaction import Tables, TableView, Transaction


def helpers_now(row: TableRow, seats: Sequence[SeatRow]) -> Helpers:
    """Return which helpers hold now: advice only if there is one person, or every person has agreed."""
    wanted = row.settings.helpers
    if wanted != "advice":
        return wanted
    people = [seat for seat in seats if seat.kind != "bot"]
    agreed = all(seat.kind == PERSON and (seat.advice or seat.left is not None) for seat in people)
    return "advice" if agreed or len(people) == 1 else "previews"


# ---------------------------------------------------------------- positions that people play


def fingerprint(state: Any) -> str:
    """Return a short sign of a position, as a spectator sees it."""
    seen = state.copy()
    redact(seen, SPECTATOR)
    return hashlib.sha256(bytes(seen.tobytes())).hexdigest()[:32]


def note_position(transaction: "Transaction") -> None:
    """Remember what the position at a table of several people looks like, to them and to all."""
    row, game = transaction.row, transaction.game
    row.fingerprint = row.shown_fingerprint = None
    if row.status == PLAYING and sum(seat.kind != "bot" for seat in transaction.seats) > 1:
        row.fingerprint = row.shown_fingerprint = fingerprint(game.game.state)
        if not game.sees_all(SPECTATOR):
            row.shown_fingerprint = fingerprint(game.state(SPECTATOR))


def _check(connection: Connection, is_theirs: ColumnElement[bool]) -> None:
    """Refuse advice on what is being played at a table without advice."""
    query = select(schema.tables).where(schema.tables.c.status == PLAYING, is_theirs)
    found = rows.read_tables(connection, query)
    seats = rows.read_seats_of_all(connection, [row.id for row in found])
    refuse_if(any(helpers_now(row, seats[row.id]) != "advice" for row in found), 403, "server.analysis.running")


def _check_commitment(connection: Connection, commitment: str) -> None:
    if commitment:
        _check(connection, schema.tables.c.commitment == commitment)


def _check_position(connection: Connection, view: View) -> None:
    sign, columns = fingerprint(view.state), schema.tables.c
    _check(connection, or_(columns.fingerprint == sign, columns.shown_fingerprint == sign))


# ---------------------------------------------------------------- what may be analysed


def view_to_analyse(tables: "Tables", request: Analyse, tokens: Sequence[str]) -> View:
    """Return what is to be analysed, through the eyes of one seat; raises Refusal where advice is not allowed."""
    if sum(one is not None for one in (request.table, request.record, request.position)) != 1:
        raise Refusal(400, "server.analysis.one")
    with refused_as(400):
        if request.table is not None:
            return cast("View", tables.read(request.table, by_tokens, tokens, view_of_table, request))
        with tables.database.transaction() as connection:
            look = _view_of_position if request.record is None else _view_of_record
            return look(connection, request)


def view_of_table(view: "TableView", access: Access, request: Analyse) -> View:
    """Return a table after some events; of a running one only what the asker may see."""
    viewer = access.viewer(view.game.turn)
    number = view.game.number(viewer) if request.number is None else request.number
    view.check_number(viewer, number)
    if view.row.status == PLAYING:
        refuse_if(helpers_now(view.row, view.seats) != "advice", 403, "server.analysis.running")
        turn = to_move(view.game.state_at(number, SPECTATOR))
        seat = turn if request.seat is None else request.seat
        refuse_if(turn < 0, 400, "errors.draw_due" if turn == CHANCE else "errors.game_over")
        refuse_if(access.waiting or seat not in access.seats, 403, "server.analysis.seat")
        return View(view.game.book, view.game.state_at(number, seat), seat)
    if view.row.status == ARCHIVED:
        _check_commitment(view.connection, view.row.commitment)
    record = replace(view.game.game.record(), seed=None)
    return _view_of_game(Game.from_record(record, until=number, trust=False), request.seat)


def _view_of_record(connection: Connection, request: Analyse) -> View:
    record = checked_record(request.record)
    _check_commitment(connection, record.commitment)
    view = _view_of_game(Game.from_record(record, until=request.number, trust=False), request.seat)
    _check_position(connection, view)
    return view


def _view_of_position(connection: Connection, request: Analyse) -> View:
    view = position_of_text(str(request.position)).view(seat=request.seat)
    game = view.rulebook.title.name
    refuse_if(request.game not in (None, game), 400, "server.analysis.game", game=str(request.game)[:40], value=game)
    _check_position(connection, view)
    return view


def _view_of_game(game: Game, seat: int | None) -> View:
    """Return what a seat sees of a game, the one to move if none is named."""
    refuse_if(game.turn is None, 400, "errors.game_over" if game.is_over else "errors.draw_due")
    return game.view(game.due if seat is None else seat)
