"""What can be seen of tables: lists, states, updates, positions, records, reasons."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, and_, or_, select

from azulejo.bots.protocol import position_of_text
from azulejo.games import names
from azulejo.games.contract import CHANCE, SPECTATOR, to_move
from azulejo.play import Game, Record, View
from azulejo.server.messages import Analyse, Position, State, Table, TableList, Update
from azulejo.server.refusals import Refusal
from azulejo.server.secrets import matches
from azulejo.server.storage import rows, schema
from azulejo.server.storage.rows import ARCHIVED, OPEN, OVER, PLAYING, TableRow
from azulejo.server.tables.core import Core, checked_record, fingerprint
from azulejo.server.tables.types import Viewer
from azulejo.server.views import Shown, helpers_now, position_of, table_of, update_of
from azulejo.texts import Message, message
from azulejo.texts.errors import AzulejoError, InvalidMove

MOST_LISTED = 100
STATUSES = (OPEN, PLAYING, OVER, ARCHIVED)


class Looking(Core):
    """The part of :class:`~azulejo.server.tables.Tables` that changes nothing."""

    def viewer(self, table: str, tokens: Sequence[str]) -> Viewer:
        """Return what secrets stand for at a table; raises Refusal if the table or a secret is not known."""
        with self.database.transaction() as connection:
            status, kept = rows.read_tokens(connection, table)
        found = [[(seat, one) for one, seat in kept if matches(token, one)] for token in tokens]
        if not all(found):
            raise Refusal(403, message("server.token.wrong"))
        held = {seat for several in found for seat, _ in several}
        hashes = frozenset(one for several in found for _, one in several)
        seats = tuple(sorted(held - {schema.MAKER}))
        return Viewer(seats, schema.MAKER in held, status == OPEN and bool(seats), hashes)

    # ------------------------------------------------------------ tables

    def table(self, table: str) -> Table:
        """Return what everybody may know about a table."""
        with self.database.transaction() as connection:
            return self._tables_of(connection, [rows.read_table(connection, table)])[0]

    def listing(self, game: str | None, status: str | None, before: str | None, limit: int) -> TableList:
        """Return public tables, newest first; ``before`` is the ``next`` of the list before."""
        if (game is not None and game not in names()) or (status is not None and status not in STATUSES):
            return TableList(tables=[])
        columns = schema.tables.c
        most = max(1, min(limit, MOST_LISTED))
        query = select(schema.tables).where(columns.public).order_by(columns.created.desc(), columns.id.desc())
        if game is not None:
            query = query.where(columns.game == game)
        if status is not None:
            query = query.where(columns.status == status)
        if before is not None:
            created, table = _cursor(before)
            query = query.where(or_(columns.created < created, and_(columns.created == created, columns.id < table)))
        with self.database.transaction() as connection:
            found = rows.read_tables(connection, query.limit(most + 1))
            tables = self._tables_of(connection, found[:most])
        last = found[most - 1] if len(found) > most else None
        return TableList(tables=tables, next=None if last is None else f"{last.created!r}-{last.id}")

    def _tables_of(self, connection: Connection, found: Sequence[TableRow]) -> list[Table]:
        tables = [row.id for row in found]
        seats = rows.read_seats_of_all(connection, tables)
        connected = self._connected(connection, tables)
        same = rows.same_deal_counts(connection, found)
        return [table_of(row, seats[row.id], connected[row.id], same[row.deal] - 1) for row in found]

    def _table_of(self, connection: Connection, shown: Shown) -> Table:
        row = shown.row
        connected = self._connected(connection, [row.id])[row.id]
        return table_of(row, shown.seats, connected, rows.same_deal_counts(connection, [row])[row.deal] - 1)

    def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        """Return how many events tables have; those that are not there are left out."""
        return {table: length for table, (length, _) in self.revisions(tables).items()}

    def revisions(self, tables: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Return how many events tables have, and how often anything has changed there."""
        columns = schema.tables.c
        query = select(columns.id, columns.length, columns.revision).where(columns.id.in_(tables))
        with self.database.transaction() as connection:
            return {table: (length, revision) for table, length, revision in connection.execute(query)}

    # ------------------------------------------------------------ the game

    def state(self, table: str, viewer: Viewer, after: int | None) -> State:
        """Return everything a viewer may know, with the events after a number; all of them if it is left out."""
        with self._reading(table) as (connection, shown):
            eye = viewer.eye(shown.opened.game.turn)
            known = after if after is not None and after <= shown.opened.number(eye) else 0
            return State(
                table=self._table_of(connection, shown),
                viewer=None if eye == SPECTATOR else eye,
                held=list(viewer.seats),
                now=update_of(shown, eye, known),
                server_time=self.now(),
            )

    def update(self, table: str, eye: int, after: int) -> Update | None:
        """Return what a viewer (a seat, or SPECTATOR) has missed, or None if that is nothing."""
        with self._reading(table) as (_, shown):
            return None if shown.opened.number(eye) <= after else update_of(shown, eye, after)

    def updates(self, table: str, seen: Mapping[int, int]) -> dict[int, Update]:
        """Return what several viewers have missed, by their seat (or SPECTATOR); those who missed nothing are left out.

        ``seen`` says how many events each of them has seen.
        """
        with self._reading(table) as (_, shown):
            missed = {eye: after for eye, after in seen.items() if shown.opened.number(eye) > after}
            return {eye: update_of(shown, eye, after) for eye, after in missed.items()}

    def position(self, table: str, viewer: Viewer, number: int) -> Position:
        """Return the table after some events, as a viewer may see it."""
        with self._reading(table) as (_, shown):
            eye = viewer.eye(shown.opened.game.turn)
            _check_number(shown, eye, number)
            return position_of(shown, number, eye)

    def picture(self, table: str, viewer: Viewer, number: int | None, form: str, lang: str) -> str:
        """Return the table after some events (all of them if it is not said), as its rulebook draws it for a viewer."""
        with self._reading(table) as (_, shown):
            opened, eye = shown.opened, viewer.eye(shown.opened.game.turn)
            after = opened.number(eye) if number is None else number
            _check_number(shown, eye, after)
            draw = opened.book.svg if form == "svg" else opened.book.text
            return draw(opened.state_at(after, eye), lang, None if eye == SPECTATOR else eye)

    def record(self, table: str, viewer: Viewer) -> Record:
        """Return the record, as a viewer may see it; the seed is in it once nobody plays the same deal any more."""
        with self._reading(table) as (_, shown):
            opened, eye = shown.opened, viewer.eye(shown.opened.game.turn)
            number = opened.number(eye)
            stored = opened.stored[:number]
            record = opened.game.record(SPECTATOR if eye == SPECTATOR else eye)
            remarks = shown.row.remarks or {}
            return replace(
                record,
                events=record.events[:number],
                seed=record.seed if shown.reveal else None,
                clocks={at: one.clocks for at, one in enumerate(stored) if one.clocks is not None},
                comments={int(at): text for at, text in remarks.get("comments", {}).items()},
                evaluations={int(at): value for at, value in remarks.get("evaluations", {}).items()},
            )

    def why(self, table: str, viewer: Viewer, move: str) -> Message | None:
        """Return why a move cannot be played by a viewer now, or None if it can."""
        with self._reading(table) as (_, shown):
            game, eye = shown.opened.game, viewer.eye(shown.opened.game.turn)
            try:
                code = game.parse_move(move).code
            except InvalidMove as problem:
                raise Refusal(400, problem.message) from None
            if shown.row.status != PLAYING:
                return message("errors.game_over" if game.is_over else "server.table.waits")
            if eye == SPECTATOR:
                return message("server.seat.none")
            if game.turn != eye:
                return message("errors.not_your_turn", turn=game.due + 1, seat=eye + 1)
            return game.rulebook.why_not(shown.opened.state(eye), code)

    # ------------------------------------------------------------ analysis

    def analysis_view(self, request: Analyse, viewer: Viewer) -> View:
        """Return what is to be analysed, through the eyes of one seat; raises Refusal where advice is not allowed."""
        given = [name for name in ("table", "record", "position") if getattr(request, name) is not None]
        if len(given) != 1:
            raise Refusal(400, message("server.analysis.one"))
        try:
            if request.table is not None:
                return self._view_of_table(request.table, request, viewer)
            if request.record is not None:
                return self._view_of_record(request)
            return self._view_of_position(request)
        except Refusal:
            raise
        except AzulejoError as problem:
            raise Refusal(400, problem.message) from None

    def _view_of_table(self, table: str, request: Analyse, viewer: Viewer) -> View:
        """Return a table after some events; of a running one only what the asker may see."""
        with self._reading(table) as (connection, shown):
            opened, eye = shown.opened, viewer.eye(shown.opened.game.turn)
            number = opened.number(eye) if request.number is None else request.number
            _check_number(shown, eye, number)
            if shown.row.status == PLAYING:
                if helpers_now(shown.row, shown.seats) != "advice":
                    raise Refusal(403, message("server.analysis.running"))
                return self._running_view(shown, request, viewer, number)
            if shown.row.status == ARCHIVED:
                self._check_commitment(connection, shown.row.commitment)
            game = Game.from_record(replace(opened.game.record(), seed=None), until=number, trust=False)
            return _view(game, request.seat)

    def _running_view(self, shown: Shown, request: Analyse, viewer: Viewer, number: int) -> View:
        """Return the position that a player sees: what is hidden from them is not in it."""
        opened = shown.opened
        turn = to_move(opened.state_at(number, SPECTATOR))
        seat = turn if request.seat is None else request.seat
        if turn < 0:
            raise Refusal(400, message("errors.draw_due" if turn == CHANCE else "errors.game_over"))
        if viewer.waiting or seat not in viewer.seats:
            raise Refusal(403, message("server.analysis.seat"))
        return View(opened.book, opened.state_at(number, seat), seat)

    def _view_of_record(self, request: Analyse) -> View:
        assert request.record is not None
        record = checked_record(request.record)
        with self.database.transaction() as connection:
            self._check_commitment(connection, record.commitment)
        game = Game.from_record(record, until=request.number, trust=False)
        self._check_fingerprint(game.state)
        return _view(game, request.seat)

    def _view_of_position(self, request: Analyse) -> View:
        assert request.position is not None
        shown = position_of_text(request.position)
        name = shown.book.title.name
        if request.game is not None and request.game != name:
            raise Refusal(400, message("server.analysis.game", game=request.game[:40], value=name))
        self._check_fingerprint(shown.state)
        return shown.view(seat=request.seat)

    def _check_commitment(self, connection: Connection, commitment: str) -> None:
        """Refuse the record of a game that is being played here without advice."""
        if not commitment:
            return
        columns = schema.tables.c
        query = select(schema.tables).where(columns.commitment == commitment, columns.status == PLAYING)
        self._check_advice(connection, rows.read_tables(connection, query))

    def _check_fingerprint(self, state: Any) -> None:
        """Refuse a position that is on a table where people play without advice."""
        sign = fingerprint(state)
        columns = schema.tables.c
        query = select(schema.tables).where(or_(columns.fingerprint == sign, columns.shown_fingerprint == sign))
        with self.database.transaction() as connection:
            self._check_advice(connection, rows.read_tables(connection, query.where(columns.status == PLAYING)))

    def _check_advice(self, connection: Connection, found: Sequence[TableRow]) -> None:
        seats = rows.read_seats_of_all(connection, [row.id for row in found])
        if any(helpers_now(row, seats[row.id]) != "advice" for row in found):
            raise Refusal(403, message("server.analysis.running"))


def _view(game: Game, seat: int | None) -> View:
    if game.turn is None:
        raise Refusal(400, message("errors.game_over" if game.is_over else "errors.draw_due"))
    return game.view(game.turn if seat is None else seat)


def _check_number(shown: Shown, eye: int, number: int) -> None:
    """Refuse a number of events that the viewer has not seen."""
    seen = shown.opened.number(eye)
    if number > seen:
        raise Refusal(404, message("errors.no_such_event", value=number, count=seen), number=seen)


def _cursor(before: str) -> tuple[float, str]:
    """Return the table after which a list goes on; raises Refusal."""
    created, _, table = before.partition("-")
    try:
        rows.check_id(table)
        return float(created), table
    except ValueError:  # a refusal is one, too
        raise Refusal(400, message("server.table.cursor")) from None
