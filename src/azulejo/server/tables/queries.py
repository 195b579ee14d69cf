"""What can be seen of tables: lists, states, positions, records, reasons."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, and_, or_, select

from azulejo.games import names
from azulejo.games.contract import CHANCE, OVER, SPECTATOR, to_move
from azulejo.play import Record
from azulejo.server.messages import PastPosition, Reason, Sentence, TableInfo, TableList, TableState
from azulejo.server.refusals import Refusal, refused_as
from azulejo.server.storage import PLAYING, rows, schema
from azulejo.server.tables.access import Access
from azulejo.server.tables.talk import lines, talk_rule
from azulejo.server.tables.transaction import Tables, TableView
from azulejo.server.tables.views import board_for, table_info, update_of
from azulejo.texts import Message, message

# ---------------------------------------------------------------- many tables


def listing(tables: Tables, game: str | None, status: str | None, before: str | None, limit: int) -> TableList:
    """Return public tables, newest first; ``before`` is the ``next`` of the list before."""
    if game is not None and game not in names():  # a database may not even take it as text
        return TableList(tables=[])
    columns = schema.tables.c
    wanted = [column == value for column, value in ((columns.game, game), (columns.status, status)) if value]
    if before is not None:
        created, table = _cursor(before)
        wanted.append(or_(columns.created < created, and_(columns.created == created, columns.id < table)))
    query = select(schema.tables).where(columns.public, *wanted)
    query = query.order_by(columns.created.desc(), columns.id.desc())
    with tables.database.transaction() as connection:
        found = rows.read_tables(connection, query.limit(limit + 1))
        listed, ids = found[:limit], [row.id for row in found]
        seats = rows.read_seats_of_all(connection, ids)
        here = connected(connection, ids, tables.alive_since)
        same = rows.same_deal_counts(connection, listed)
    infos = [table_info(row, seats[row.id], here[row.id], same[row.deal] - 1) for row in listed]
    more = f"{listed[-1].created!r}-{listed[-1].id}" if len(found) > limit else None
    return TableList(tables=infos, next=more)


def _cursor(before: str) -> tuple[float, str]:
    """Return the table after which a list goes on; raises Refusal."""
    match = re.fullmatch(r"(\d{1,20}\.\d{1,20})-([0-9a-z]{12})", before, re.ASCII)
    if match is None:
        raise Refusal(400, "server.table.cursor")
    return float(match[1]), match[2]


def connected(connection: Connection, tables: Sequence[str], alive_since: float) -> dict[str, set[int]]:
    """Return the seats of tables that somebody is connected for, to a process that is alive."""
    found: dict[str, set[int]] = {table: set() for table in tables}
    present, processes = schema.presence.c, schema.processes.c
    query = (
        select(present.table_id, present.seat)
        .join(schema.processes, processes.id == present.process)
        .where(present.table_id.in_(tables), processes.beat >= alive_since)
    )
    for table, seat in connection.execute(query):
        found[table].add(seat)
    return found


def revisions(tables: Tables, wanted: Sequence[str]) -> dict[str, int]:
    """Return how often anything has changed at tables; those that are not there are left out."""
    columns = schema.tables.c
    query = select(columns.id, columns.revision).where(columns.id.in_(wanted))
    return {row.id: row.revision for row in tables.database.find(query)}


# ---------------------------------------------------------------- one table


def info(view: TableView) -> TableInfo:
    """Return what everybody may know about a table."""
    row = view.row
    here = connected(view.connection, [row.id], view.tables.alive_since)[row.id]
    return table_info(row, view.seats, here, rows.same_deal_counts(view.connection, [row])[row.deal] - 1)


def state(view: TableView, access: Access, after: int | None) -> TableState:
    """Return everything somebody may know, with the events after a number; all of them if it is left out."""
    viewer = access.viewer(view.game.turn)
    known = after if after is not None and after <= view.game.number(viewer) else 0
    talks = bool(access.seats) and talk_rule(view.row.settings) != "off"
    return TableState(
        table=info(view),
        viewer=None if viewer == SPECTATOR else viewer,
        held=list(access.seats),
        now=update_of(view, viewer, known),
        server_time=view.tables.now(),
        talk=lines(view.connection, view.row.id) if talks else [],
    )


def position(view: TableView, access: Access, number: int) -> PastPosition:
    """Return the table after some events, as somebody may see it."""
    game, viewer = view.game, access.viewer(view.game.turn)
    view.check_number(viewer, number)
    sight = game.sight_at(number, viewer)
    turn = OVER if number == game.length and game.game.is_over else to_move(sight.state)
    return PastPosition(
        number=number,
        board=board_for(sight, viewer),
        position=sight.position,
        turn=None if turn in (CHANCE, OVER) else int(turn),
        scores=sight.scores,
    )


def picture(view: TableView, access: Access, number: int | None, form: str, lang: str) -> str:
    """Return the table after some events (all of them if it is not said) as its rulebook draws it."""
    game, viewer = view.game, access.viewer(view.game.turn)
    after = game.number(viewer) if number is None else number
    view.check_number(viewer, after)
    draw = game.book.svg if form == "svg" else game.book.text
    return draw(game.sight_at(after, viewer).state, lang, None if viewer == SPECTATOR else viewer)


def record(view: TableView, access: Access) -> Record:
    """Return the record, as somebody may see it; the seed is in it once the game is over."""
    viewer = access.viewer(view.game.turn)
    number = view.game.number(viewer)
    found, remarks = view.game.game.record(viewer), view.row.remarks or {}
    return replace(
        found,
        events=found.events[:number],
        clocks={at: one.clocks for at, one in enumerate(view.game.stored[:number]) if one.clocks is not None},
        comments={int(at): text for at, text in remarks.get("comments", {}).items()},
        evaluations={int(at): value for at, value in remarks.get("evaluations", {}).items()},
    )


def record_text(view: TableView, access: Access, lang: str | None) -> str:
    """Return the record as one line of JSON, or in a language's sentences."""
    found = record(view, access)
    return found.to_json() if lang is None else found.text(lang)


def reason(view: TableView, access: Access, move: str, lang: str) -> Reason:
    """Return why a move cannot be played by somebody now."""
    found = why_not(view, access, move)
    if found is None:
        return Reason(move=move, legal=True)
    return Reason(move=move, legal=False, reason=Sentence.of(found), text=found.text(lang))


def why_not(view: TableView, access: Access, move: str) -> Message | None:
    """Return why a move cannot be played by somebody now, or None if it can; raises Refusal for what is no move."""
    game, viewer = view.game.game, access.viewer(view.game.turn)
    with refused_as(400):
        code = game.parse_move(move).code
    if view.row.status != PLAYING:
        return message("errors.game_over" if game.is_over else "server.table.waits")
    if viewer == SPECTATOR:
        return message("server.seat.none")
    if game.turn != viewer:
        return message("errors.not_your_turn", turn=game.due + 1, seat=viewer + 1)
    return game.rulebook.why_not(view.game.sight(viewer).state, code)
