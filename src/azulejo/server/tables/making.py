"""Making tables: create, join, leave, play again, bring in a record, delete."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from azulejo.bots.levels import LEVELS, level_of
from azulejo.games import rulebook
from azulejo.play import Record, verify
from azulejo.play.dealer import Dealer
from azulejo.play.start import RANDOM, checked_first, checked_seats, parse_valid_position
from azulejo.server.messages import (
    Created,
    CreateTable,
    ImportRecord,
    Join,
    Leave,
    SameDeal,
    SeatRequest,
    SeatToken,
    TableSettings,
)
from azulejo.server.names import bot_name, cleaned, person_name, skeleton
from azulejo.server.opened import Opened, blank_game
from azulejo.server.refusals import Refusal
from azulejo.server.secrets import Token, address_hash, matches, new_id, new_token, token_hash
from azulejo.server.storage import rows, schema
from azulejo.server.storage.rows import ARCHIVED, BOT, OPEN, OVER, PERSON, PLAYING, SeatRow, StoredEvent, TableRow
from azulejo.server.tables.core import Core, Work, checked_record, chosen_seat, expires, need_status
from azulejo.server.tables.types import Change, Viewer
from azulejo.texts import message
from azulejo.texts.errors import AzulejoError

MOST_TOKENS = 20
"""Secrets for one seat: whoever asks again for a rematch gets another one."""


class Making(Core):
    """The part of :class:`~azulejo.server.tables.Tables` that makes and removes them."""

    def create(self, request: CreateTable, address: str) -> tuple[Created, Change]:
        """Make a table; the game begins at once if no seat is open."""
        row = self._new_row(request, address)
        return self._make(row, seats_for(row, request.seats, request.lang))

    def again(self, table: str, request: SameDeal, address: str) -> tuple[Created, Change]:
        """Make a table with the same deal as one that is over (or is practice), for the same or other players."""
        with self.database.transaction() as connection:
            old = rows.read_table(connection, table)
        if old.seed is None:
            raise Refusal(409, message("server.table.archived"))
        if not old.practice:
            need_status(old, OVER)
        if len(request.seats) != old.seats:
            raise Refusal(400, message("server.seat.count", count=old.seats, value=len(request.seats)))
        check_settings(request.settings, request.seats)
        row = self._row_like(old, request.settings, address)
        row.seed, row.commitment, row.deal = old.seed, old.commitment, old.deal
        return self._make(row, seats_for(row, request.seats, request.lang))

    def rematch(self, table: str, viewer: Viewer, address: str) -> tuple[Created, Change]:
        """Make the table for another game of the same players, who move on by one seat, or find the one made before.

        Everybody who asks gets secrets for their own seats there. It begins when all people have asked.
        """
        if not viewer.seats:
            raise Refusal(403, message("server.seat.none"))
        maker = new_token()
        with self._writing(table) as work:
            need_status(work.row, OVER)
            is_new = work.row.rematch is None or not rows.is_there(work.connection, work.row.rematch)
            if is_new:
                work.row.rematch = self._make_rematch(work, address, maker)
        assert work.row.rematch is not None
        created, change = self._claim(work.row.rematch, viewer)
        if is_new:
            created = msgspec.structs.replace(created, maker=str(maker))
        return created, replace(change, others=(work.change(),))

    def join(self, table: str, request: Join, address: str) -> tuple[Created, Change]:
        """Sit down on an open seat; the game begins when it was the last."""
        token = new_token()
        with self._writing(table) as work:
            seat = _open_seat(work, request.seat)
            taken = [other.name for other in work.seats if other.kind != OPEN or other.reserved is not None]
            seat.name = person_name(request.name, seat.seat, taken, request.lang)
            seat.skeleton = skeleton(seat.name)
            seat.kind, seat.last_seen = PERSON, work.now
            rows.insert_token(work.connection, table, seat.seat, token_hash(token), work.now)
            _begin_if_full(work)
        return Created(table=table, tokens=[SeatToken(seat=seat.seat, token=str(token))]), work.change()

    def leave(self, table: str, viewer: Viewer, request: Leave) -> Change:
        """Give a seat back before the game has begun: it is open again, and its secrets are worth nothing."""
        with self._writing(table) as work:
            seat = chosen_seat(work, viewer, request.seat)
            if work.row.status == PLAYING:
                raise Refusal(409, message("server.seat.begun"), number=work.row.length)
            need_status(work.row, OPEN)
            work.seats[seat] = SeatRow(table_id=table, seat=seat, kind=OPEN, last_seen=work.now)
            rows.delete_tokens(work.connection, table, seat)
        return work.change()

    def delete(self, table: str, maker_token: str) -> Change:
        """Remove a table; only its maker can."""
        with self.shelf.hold(table), self.database.transaction(write=True) as connection:
            row = rows.read_table(connection, table, lock=True)
            kept = [one for one, seat in rows.read_tokens(connection, table)[1] if seat == schema.MAKER]
            if not any(matches(maker_token, one) for one in kept):
                raise Refusal(403, message("server.table.not_maker"))
            rows.delete_table(connection, table)
        self.shelf.drop(table)
        return Change(table, row.length, "closed")

    def import_record(self, request: ImportRecord, address: str) -> Created:
        """Keep a record to look at: everything in it is checked first."""
        try:
            record = checked_record(request.record)
            game = verify(record)
        except Refusal:
            raise
        except AzulejoError as problem:
            raise Refusal(400, problem.message) from None
        now, maker = self.now(), new_token()
        table = new_id()
        row = TableRow(
            id=table,
            game=record.game,
            seats=record.seats,
            options=dict(game.options),
            settings=TableSettings(undo="free" if record.practice else "turn", confirm=False, helpers="none"),
            status="archived",
            practice=record.practice,
            position=record.position,
            seed=None if record.seed is None else bytes.fromhex(record.seed),
            commitment=record.commitment,
            deal=table,
            created=now,
            changed=now,
            address=address_hash(address),
            remarks=_remarks(record),
        )
        events = [
            StoredEvent(event, now, tuple(record.clocks[at]) if at in record.clocks else None)
            for at, event in enumerate(record.events)
        ]
        opened = Opened(blank_game(row))
        for one in events:
            opened.follow(one)
        row.length = len(events)
        row.expires = expires(self.settings, row)
        with self.database.transaction(write=True) as connection:
            self._check_room(connection, row)
            rows.insert_table(connection, row, _archived_seats(row, record, opened))
            rows.insert_events(connection, table, 0, events)
            rows.insert_token(connection, table, schema.MAKER, token_hash(maker), now)
        return Created(table=table, maker=str(maker))

    # ------------------------------------------------------------ new tables

    def _new_row(self, request: CreateTable, address: str) -> TableRow:
        """Return the table that somebody wants; raises Refusal for what cannot be played."""
        check_settings(request.settings, request.seats)
        try:
            dealer = Dealer(request.seed)
            options, position = _start_of(request)
        except AzulejoError as problem:
            raise Refusal(400, problem.message) from None
        now = self.now()
        return TableRow(
            id=new_id(),
            game=request.game,
            seats=len(request.seats),
            options=options,
            settings=request.settings,
            status="open",
            practice=dealer.practice,
            position=position,
            seed=dealer.seed,
            commitment=dealer.commitment,
            deal=new_id(),
            created=now,
            changed=now,
            address=address_hash(address),
        )

    def _row_like(self, old: TableRow, settings: TableSettings, address: str) -> TableRow:
        """Return a new table for the same game with a new deal."""
        now, dealer = self.now(), Dealer()
        return TableRow(
            id=new_id(),
            game=old.game,
            seats=old.seats,
            options=old.options,
            settings=settings,
            status="open",
            practice=old.practice,
            position=old.position,
            seed=dealer.seed,
            commitment=dealer.commitment,
            deal=new_id(),
            created=now,
            changed=now,
            address=address_hash(address),
        )

    def _make(self, row: TableRow, seats: list[SeatRow]) -> tuple[Created, Change]:
        """Write a new table, with secrets for the seats of people who are there, and begin if nobody is missing."""
        maker = new_token()
        tokens = {seat.seat: new_token() for seat in seats if seat.kind == PERSON}
        with self.database.transaction(write=True) as connection:
            self._check_room(connection, row)
            work = self._insert(connection, row, seats, maker)
            for seat, token in tokens.items():
                rows.insert_token(connection, row.id, seat, token_hash(token), row.created)
            _begin_if_full(work)
            work.write()
        with self.shelf.hold(row.id) as slot:
            slot.opened, slot.row, slot.seats = work.opened, work.row, work.seats
        given = [SeatToken(seat=seat, token=str(token)) for seat, token in tokens.items()]
        return Created(table=row.id, tokens=given, maker=str(maker)), work.change()

    def _insert(self, connection: Connection, row: TableRow, seats: list[SeatRow], maker: Token) -> Work:
        rows.insert_table(connection, row, seats)
        rows.insert_token(connection, row.id, schema.MAKER, token_hash(maker), row.created)
        return Work(self, connection, row, seats, Opened(blank_game(row)))

    def _check_room(self, connection: Connection, row: TableRow) -> None:
        """Refuse a table too many, in all or from one address."""
        columns = schema.tables.c
        count = select(func.count()).select_from(schema.tables)
        if connection.execute(count).scalar_one() >= self.settings.tables:
            raise Refusal(429, message("server.table.too_many"))
        if row.status == ARCHIVED:
            return
        own = count.where(columns.address == row.address, columns.status.in_((OPEN, PLAYING)))
        if connection.execute(own).scalar_one() >= self.settings.tables_per_address:
            raise Refusal(429, message("server.table.too_many_yours", count=self.settings.tables_per_address))

    # ------------------------------------------------------------ rematch

    def _make_rematch(self, work: Work, address: str, maker: Token) -> str:
        """Write the table for a rematch: people's seats are kept for them, bots sit down at once."""
        row = self._row_like(work.row, work.row.settings, address)
        row.practice = False
        seats = [
            SeatRow(
                table_id=row.id,
                seat=(old.seat + 1) % row.seats,
                kind="bot" if old.kind == BOT else "open",
                name=old.name,
                skeleton=old.skeleton,
                level=old.level,
                reserved=None if old.kind == BOT else old.seat,
            )
            for old in work.seats
        ]
        self._check_room(work.connection, row)
        self._insert(work.connection, row, sorted(seats, key=lambda seat: seat.seat), maker).write()
        return row.id

    def _claim(self, table: str, viewer: Viewer) -> tuple[Created, Change]:
        """Give people their seats at the table of a rematch."""
        tokens: list[SeatToken] = []
        with self._writing(table) as work:
            for seat in work.seats:
                if seat.reserved not in viewer.seats:
                    continue
                if seat.kind == OPEN:
                    seat.kind, seat.last_seen = PERSON, work.now
                    seat.advice = work.row.settings.helpers == "advice" and len(viewer.seats) == _people(work.seats)
                token = new_token()
                _forget_old_tokens(work, seat.seat)
                rows.insert_token(work.connection, table, seat.seat, token_hash(token), work.now)
                tokens.append(SeatToken(seat=seat.seat, token=str(token)))
            if work.row.status == OPEN:
                _begin_if_full(work)
        return Created(table=table, tokens=tokens), work.change()


# ---------------------------------------------------------------- seats


def seats_for(row: TableRow, wanted: Sequence[SeatRequest], lang: str) -> list[SeatRow]:
    """Return the seats of a new table; raises Refusal for bots and names that cannot be."""
    seats: list[SeatRow] = []
    for number, one in enumerate(wanted):
        seat = SeatRow(table_id=row.id, seat=number, kind="open", last_seen=row.created)
        if one.who == "bot":
            try:
                level_of(one.level, row.game)
            except AzulejoError as problem:
                raise Refusal(400, problem.message) from None
            seat.kind, seat.level = "bot", one.level
        elif one.who in ("me", "hotseat"):
            seat.kind, seat.advice = "person", row.settings.helpers == "advice"
        seats.append(seat)
    named = sorted(zip(seats, wanted, strict=True), key=lambda pair: not cleaned(pair[1].name))
    for seat, one in named:  # those who chose a name come first
        taken = [other.name for other in seats if other.name]
        if seat.kind == PERSON or (seat.kind == BOT and cleaned(one.name)):
            seat.name = person_name(one.name, seat.seat, taken, lang)
        elif seat.kind == BOT:
            seat.name = bot_name(one.level, taken, lang)
        seat.skeleton = skeleton(seat.name)
    return seats


def _open_seat(work: Work, wanted: int | None) -> SeatRow:
    """Return the open seat that somebody wants, or the first one; raises Refusal."""
    if work.row.status != OPEN:
        raise Refusal(409, message("server.seat.full"))
    free = [seat for seat in work.seats if seat.kind == OPEN and seat.reserved is None]
    if wanted is None:
        if not free:
            raise Refusal(409, message("server.seat.full"))
        return free[0]
    if wanted >= work.row.seats:
        raise Refusal(400, message("errors.no_seat", value=wanted, most=work.row.seats - 1))
    if work.seats[wanted] not in free:
        raise Refusal(409, message("server.seat.taken", seat=wanted))
    return work.seats[wanted]


def _begin_if_full(work: Work) -> None:
    if all(seat.kind != OPEN for seat in work.seats):
        work.begin()


def _people(seats: Sequence[SeatRow]) -> int:
    return sum(seat.kind != BOT for seat in seats)


def _forget_old_tokens(work: Work, seat: int) -> None:
    """Make room for another secret of a seat."""
    columns = schema.tokens.c
    mine = (columns.table_id == work.row.id, columns.seat == seat)
    kept = work.connection.execute(select(columns.hash).where(*mine).order_by(columns.created)).scalars().all()
    for old in kept[: max(0, len(kept) - MOST_TOKENS + 1)]:
        work.connection.execute(schema.tokens.delete().where(*mine, columns.hash == old))


# ---------------------------------------------------------------- what is asked for


def check_settings(settings: TableSettings, seats: Sequence[SeatRequest]) -> None:
    """Refuse settings that do not go with the players."""
    people = sum(seat.who != "bot" for seat in seats)
    if settings.undo == "free" and people > 1:
        raise Refusal(400, message("server.table.undo_free"))
    if sum(seat.who == "me" for seat in seats) > 1:
        raise Refusal(400, message("server.seat.twice"))
    if settings.takeover is not None and settings.takeover not in LEVELS:
        raise Refusal(400, message("bots.no_level", value=settings.takeover[:40], values=LEVELS))


def _start_of(request: CreateTable) -> tuple[dict[str, str], str | None]:
    """Return the options and the position that a game starts from, checked."""
    book, seats = rulebook(request.game), len(request.seats)
    if request.position is not None:
        if request.options:
            raise Refusal(400, message("errors.position_options", values=list(request.options)))
        state = parse_valid_position(book, request.position)
        if book.seats_of(state) != seats:
            raise Refusal(400, message("server.seat.count", count=book.seats_of(state), value=seats))
        return {}, book.position_text(state)
    checked_seats(book, seats)
    own = {name: value for name, value in request.options.items() if name != "first"}
    first = checked_first(request.options.get("first", RANDOM), seats)
    return {**book.title.complete(own), "first": first}, None


# ---------------------------------------------------------------- records brought in


def _remarks(record: Record) -> dict[str, Any]:
    return {
        "given": record.given,
        "comments": {str(at): text for at, text in record.comments.items()},
        "evaluations": {str(at): value for at, value in record.evaluations.items()},
    }


def _archived_seats(row: TableRow, record: Record, opened: Opened) -> list[SeatRow]:
    """Return the players of a record; names that would not do here become the default ones."""
    seats: list[SeatRow] = []
    for number in range(row.seats):
        taken = [seat.name for seat in seats]
        try:
            name = person_name(record.players[number] if record.players else "", number, taken, "en")
        except Refusal:
            name = person_name("", number, taken, "en")
        left = opened.game.out.get(number)
        seats.append(SeatRow(row.id, number, "person", name, skeleton(name), left=left))  # type: ignore[arg-type]
    return seats
