"""Making and removing tables: new ones, another game with the same players or the same deal, records brought in."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, func, select

from azulejo.games import rulebook
from azulejo.play import Record, verify
from azulejo.play.dealer import Dealer
from azulejo.play.start import RANDOM, checked_first, checked_seats, parse_valid_position
from azulejo.server.messages import Created, CreateTable, ImportRecord, SameDeal, SeatRequest, TableSettings
from azulejo.server.refusals import Refusal, refuse_if, refused_as
from azulejo.server.secrets import Token, address_hash, matches, new_id, new_token, token_hash
from azulejo.server.storage import (
    ARCHIVED,
    BOT,
    OPEN,
    OVER,
    PERSON,
    PLAYING,
    SeatRow,
    StoredEvent,
    TableRow,
    rows,
    schema,
)
from azulejo.server.tables import fairness
from azulejo.server.tables.access import Access, access_of
from azulejo.server.tables.game_cache import CachedGame
from azulejo.server.tables.names import person_name, skeleton
from azulejo.server.tables.records import checked_record
from azulejo.server.tables.seats import begin_if_full, check_level, give_token, seats_for
from azulejo.server.tables.transaction import Tables, Transaction, expires, need_status, write_down

# ---------------------------------------------------------------- new tables


def create(tables: Tables, request: CreateTable, address: str) -> Created:
    """Make a table; the game begins at once if no seat is open."""
    _check_settings(request.settings, request.seats)
    with refused_as(400):
        options, position = _start_of(request)
        row = _new_row(tables, request.game, options, position, request.settings, address, Dealer(request.seed))
    row.seats = len(request.seats)
    return _make(tables, row, request.seats, request.lang)


def again(tables: Tables, table: str, request: SameDeal, address: str) -> Created:
    """Make a table with the same deal as one that is over (or is practice), for the same or other players.

    Whoever has seen that game knows what will be drawn, so the table is marked for good.
    """
    old: TableRow = tables.read(table, lambda view: view.row)
    refuse_if(old.seed is None, 409, "server.table.archived")
    if not old.practice:
        need_status(old, OVER)
    refuse_if(len(request.seats) != old.seats, 400, "server.seat.count", count=old.seats, value=len(request.seats))
    _check_settings(request.settings, request.seats)
    row = _row_like(tables, old, request.settings, address)
    row.seed, row.commitment, row.deal = old.seed, old.commitment, old.deal
    row.practice, row.known_deal = old.practice, True
    return _make(tables, row, request.seats, request.lang)


def _make(tables: Tables, row: TableRow, wanted: Sequence[SeatRequest], lang: str) -> Created:
    """Write a new table, with secrets for the seats of people who are there, and begin if nobody is missing."""
    if row.settings.takeover is not None:
        check_level(row.settings.takeover)
    with tables.cache.hold(row.id) as place:
        with tables.database.transaction(write=True) as connection:
            transaction, maker = _insert(tables, connection, row, seats_for(row, wanted, lang))
            tokens = [give_token(transaction, seat.seat) for seat in transaction.seats if seat.kind == PERSON]
            begin_if_full(transaction)
            change = write_down(connection, [transaction])[0]
        place.adopt(transaction.game, row, transaction.seats)
    tables.announce(change)
    return Created(table=row.id, tokens=tokens, maker=str(maker))


def _insert(tables: Tables, connection: Connection, row: TableRow, seats: list[SeatRow]) -> tuple[Transaction, Token]:
    """Write a table with its seats, and return it to be changed, and its maker's secret; raises Refusal if too many."""
    _check_room(tables, connection, row)
    if row.position is not None:
        book = rulebook(row.game)
        is_played = fairness.is_played(connection, book, book.parse_position(row.position))
        refuse_if(is_played, 403, "server.table.position_played")
    maker = new_token()
    rows.insert_table(connection, row, seats)
    rows.insert_token(connection, row.id, schema.MAKER, token_hash(maker), row.created)
    return Transaction(tables, row, seats, CachedGame.of_table(row), connection), maker


def _check_room(tables: Tables, connection: Connection, row: TableRow) -> None:
    """Refuse a table too many, in all or from one address."""
    columns, most = schema.tables.c, tables.settings.tables_per_address
    count = select(func.count()).select_from(schema.tables)
    refuse_if(connection.execute(count).scalar_one() >= tables.settings.tables, 429, "server.table.too_many")
    own = connection.execute(count.where(columns.address == row.address, columns.status != OVER)).scalar_one()
    refuse_if(own >= most, 429, "server.table.too_many_yours", count=most)


def _new_row(
    tables: Tables,
    game: str,
    options: dict[str, str],
    position: str | None,
    settings: TableSettings,
    address: str,
    dealer: Dealer,
) -> TableRow:
    """Return a table that waits, with a deal of its own; how many seats it has is still to be said."""
    now = tables.now()
    return TableRow(
        id=new_id(),
        game=game,
        seats=0,
        options=options,
        settings=settings,
        status=OPEN,
        practice=dealer.practice,
        known_deal=dealer.practice,
        position=position,
        seed=dealer.seed,
        commitment=dealer.commitment,
        deal=new_id(),
        created=now,
        changed=now,
        address=address_hash(address),
    )


def _row_like(tables: Tables, old: TableRow, settings: TableSettings, address: str) -> TableRow:
    """Return a new table for the same game with a new deal."""
    row = _new_row(tables, old.game, old.options, old.position, settings, address, Dealer())
    row.seats = old.seats
    return row


def _check_settings(settings: TableSettings, seats: Sequence[SeatRequest]) -> None:
    """Refuse settings that do not go with the players."""
    is_shared = sum(seat.who != "bot" for seat in seats) > 1
    refuse_if(settings.undo == "free" and is_shared, 400, "server.table.undo_free")
    refuse_if(sum(seat.who == "me" for seat in seats) > 1, 400, "server.seat.twice")


def _start_of(request: CreateTable) -> tuple[dict[str, str], str | None]:
    """Return the options and the position that a game starts from, checked."""
    book, seats = rulebook(request.game), len(request.seats)
    if request.position is not None:
        refuse_if(bool(request.options), 400, "errors.position_options", values=list(request.options))
        state = parse_valid_position(book, request.position)
        count = book.seats_of(state)
        refuse_if(count != seats, 400, "server.seat.count", count=count, value=seats)
        return {}, book.position_text(state)
    checked_seats(book, seats)
    own = {name: value for name, value in request.options.items() if name != "first"}
    first = checked_first(request.options.get("first", RANDOM), seats)
    return {**book.title.complete(own), "first": first}, None


# ---------------------------------------------------------------- another game with the same players


def rematch(tables: Tables, table: str, tokens: Sequence[str], address: str) -> Created:
    """Make the table for another game of the same players, who move on by one seat, or find the one made before.

    Everybody who asks gets secrets for their own seats there. It begins when all people have asked.
    """
    maker = None
    with tables.writing(table) as transaction:
        access, row = access_of(transaction, tokens), transaction.row
        refuse_if(not access.seats, 403, "server.seat.none")
        need_status(transaction.row, OVER)
        if row.rematch is None or not rows.is_there(transaction.connection, row.rematch):
            row.rematch, maker = _insert_rematch(transaction, address)
    created = tables.write(str(row.rematch), _claim, access)
    created.maker = None if maker is None else str(maker)
    return created


def decline(tables: Tables, table: str, tokens: Sequence[str]) -> None:
    """Do without the rematch that others have asked for: one's seats there are for anybody who comes by the link."""
    access: Access = tables.read(table, access_of, tokens)
    refuse_if(not access.seats, 403, "server.seat.none")
    row: TableRow = tables.read(table, lambda view: view.row)
    need_status(row, OVER)
    if row.rematch is not None:
        tables.write(row.rematch, _free, access)


def _free(transaction: Transaction, access: Access) -> None:
    """Keep seats no longer for people who do not want them."""
    need_status(transaction.row, OPEN)
    wanted = [one for one in transaction.seats if one.reserved in access.seats]
    refuse_if(any(one.kind == PERSON for one in wanted), 409, "server.rematch.joined")
    transaction.is_void = not wanted
    for seat in wanted:
        transaction.seats[seat.seat] = SeatRow(seat.table_id, seat.seat, OPEN, last_seen=transaction.now)


def _insert_rematch(transaction: Transaction, address: str) -> tuple[str, Token]:
    """Write the table for a rematch: people's seats are kept for them, bots sit down at once."""
    row = _row_like(transaction.tables, transaction.row, transaction.row.settings, address)
    seats = [
        SeatRow(
            table_id=row.id,
            seat=(old.seat + 1) % row.seats,
            kind=BOT if old.kind == BOT else OPEN,
            name=old.name,
            skeleton=old.skeleton,
            level=old.level,
            reserved=None if old.kind == BOT else old.seat,
        )
        for old in transaction.seats
    ]
    seats.sort(key=lambda seat: seat.seat)
    made, maker = _insert(transaction.tables, transaction.connection, row, seats)
    write_down(transaction.connection, [made])
    return row.id, maker


def _claim(transaction: Transaction, access: Access) -> Created:
    """Give people their seats at the table of a rematch."""
    tokens, people = [], sum(seat.kind != BOT for seat in transaction.seats)
    for seat in transaction.seats:
        if seat.reserved not in access.seats:
            continue
        if seat.kind == OPEN:
            seat.kind, seat.last_seen = PERSON, transaction.now
            seat.advice = transaction.row.settings.helpers == "advice" and len(access.seats) == people
        tokens.append(give_token(transaction, seat.seat))
    begin_if_full(transaction)
    return Created(table=transaction.row.id, tokens=tokens)


# ---------------------------------------------------------------- records brought in


def import_record(tables: Tables, request: ImportRecord, address: str) -> Created:
    """Keep a record to look at: everything in it is checked first."""
    with refused_as(400):
        record = checked_record(request.record)
        game = verify(record)
    settings = TableSettings(undo="free" if record.practice else "turn", confirm=False, helpers="none")
    row = _new_row(tables, record.game, dict(game.options), record.position, settings, address, Dealer())
    row.seats, row.practice, row.known_deal = record.seats, record.practice, record.known_deal
    row.status, row.deal, row.commitment = ARCHIVED, row.id, record.commitment
    row.seed = None if record.seed is None else bytes.fromhex(record.seed)
    row.length, row.remarks = (
        len(record.events),
        {
            "given": record.given,
            "comments": {str(at): text for at, text in record.comments.items()},
            "evaluations": {str(at): value for at, value in record.evaluations.items()},
        },
    )
    row.expires = expires(tables.settings, row)
    events = [
        StoredEvent(event, row.created, tuple(record.clocks[at]) if at in record.clocks else None)
        for at, event in enumerate(record.events)
    ]
    seats = _archived_seats(row, record, game.out)
    cached = CachedGame.of_table(row, [seat.name for seat in seats])
    for one in events:
        cached.replay(one)
    with tables.cache.hold(row.id) as place:
        with tables.database.transaction(write=True) as connection:
            _, maker = _insert(tables, connection, row, seats)
            rows.insert_events(connection, [(row.id, 0, events)])
        place.adopt(cached, row, seats)
    return Created(table=row.id, maker=str(maker))


def _archived_seats(row: TableRow, record: Record, out: dict[int, Any]) -> list[SeatRow]:
    """Return the players of a record; names that would not do here become the default ones."""
    seats: list[SeatRow] = []
    for number in range(row.seats):
        taken = [seat.name for seat in seats]
        try:
            name = person_name(record.players[number] if record.players else "", number, taken, "en")
        except Refusal:
            name = person_name("", number, taken, "en")
        seats.append(SeatRow(row.id, number, PERSON, name, skeleton(name), left=out.get(number)))
    return seats


# ---------------------------------------------------------------- removing


def delete(tables: Tables, table: str, tokens: Sequence[str]) -> None:
    """Remove a table; only its maker can, and a game that others play only with their secrets, too."""
    with tables.cache.hold(table), tables.database.transaction(write=True) as connection:
        row, kept = rows.read_table(connection, table, lock=True), rows.read_tokens(connection, table)
        held = {seat for one, seat in kept if any(matches(token, one) for token in tokens)}
        refuse_if(schema.MAKER not in held, 403, "server.table.not_maker")
        people = {one.seat for one in rows.read_seats(connection, table) if one.kind == PERSON and one.left is None}
        refuse_if(row.status == PLAYING and not people <= held, 409, "server.table.others_play", events=row.length)
        rows.delete_table(connection, table)
    tables.forget(table)
