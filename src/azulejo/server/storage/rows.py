"""Tables, seats and events between storage and Python."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal, Self

import psycopg
from msgspec.json import decode, encode
from sqlalchemy import BindParameter, Connection, String, bindparam, delete, func, insert, select, update

from azulejo.play.record import EndReason, Event
from azulejo.server.clocks import TableClock
from azulejo.server.messages import Status, TableSettings
from azulejo.server.refusals import Refusal
from azulejo.server.secrets import ID_LENGTH, ID_LETTERS
from azulejo.server.storage import schema

OPEN: Final = "open"
PLAYING: Final = "playing"
OVER: Final = "over"
ARCHIVED: Final = "archived"
PERSON: Final = "person"
BOT: Final = "bot"

_ID = re.compile(f"[{ID_LETTERS}]{{{ID_LENGTH}}}")


def insert_report(connection: Connection, row: "TableRow", seats: "Sequence[SeatRow]", now: float) -> None:
    """Let the report of a game be made that has just ended, if a person has played and there is none."""
    known = connection.execute(select(schema.reports.c.table_id).where(schema.reports.c.table_id == row.id)).first()
    if known is None and any(seat.kind == PERSON for seat in seats):
        put_report(connection, row.id, row.address, now, "fast")


def put_report(connection: Connection, table: str, address: str, now: float, setting: str) -> None:
    """Let a report be made; what there is of one already is kept until it is replaced."""
    values: dict[str, Any] = {"setting": setting, "state": "waiting", "done": 0.0, "address": address, "since": now}
    values |= {"lease": None, "lease_process": None, "lease_until": 0.0, "failures": 0}
    mine = schema.reports.c.table_id == table
    if connection.execute(select(schema.reports.c.table_id).where(mine)).first() is None:
        connection.execute(insert(schema.reports).values(table_id=table, **values))
    else:
        connection.execute(update(schema.reports).where(mine).values(values))


def as_json(value: Any) -> str:
    """Return a value as it is stored."""
    return encode(value).decode()


@dataclass
class TableRow:
    """One table, apart from its seats and events."""

    id: str
    game: str
    seats: int
    options: dict[str, str]
    settings: TableSettings
    status: Status
    practice: bool
    known_deal: bool
    position: str | None
    seed: bytes | None
    commitment: str
    deal: str
    created: float
    changed: float
    address: str
    remarks: dict[str, Any] | None = None
    length: int = 0
    revision: int = 0
    turn: int | None = None
    ended: float | None = None
    expires: float | None = None
    rematch: str | None = None
    clock: TableClock | None = None
    deadline: float | None = None
    bot_due: float | None = None
    lease: str | None = None
    lease_process: str | None = None
    lease_until: float = 0.0
    failures: int = 0
    fingerprint: str | None = None
    positions: bytes | None = None

    @classmethod
    def read(cls, stored: Any) -> Self:
        """Return a table from a row of the database."""
        values = dict(stored._mapping)
        left, since = values.pop("clock_left"), values.pop("clock_since")
        del values["public"], values["takeover"]
        values["options"] = decode(values["options"])
        values["settings"] = decode(values["settings"], type=TableSettings)
        values["remarks"] = None if values["remarks"] is None else decode(values["remarks"])
        return cls(**values, clock=None if left is None else TableClock(tuple(decode(left)), since))

    def values(self) -> dict[str, Any]:
        """Return the row for the database."""
        return {
            "id": self.id,
            "game": self.game,
            "seats": self.seats,
            "options": as_json(self.options),
            "practice": self.practice,
            "known_deal": self.known_deal,
            "position": self.position,
            "seed": self.seed,
            "commitment": self.commitment,
            "deal": self.deal,
            "remarks": None if self.remarks is None else as_json(self.remarks),
            "created": self.created,
            "address": self.address,
            "settings": as_json(self.settings),
            "public": self.settings.public,
            **self.changing_values(),
        }

    def changing_values(self) -> dict[str, Any]:
        """Return what can change once a table is made."""
        return {
            "status": self.status,
            "length": self.length,
            "revision": self.revision,
            "turn": self.turn,
            "changed": self.changed,
            "ended": self.ended,
            "expires": self.expires,
            "rematch": self.rematch,
            "clock_left": None if self.clock is None else as_json(self.clock.left),
            "clock_since": None if self.clock is None else self.clock.since,
            "deadline": self.deadline,
            "bot_due": self.bot_due,
            "lease": self.lease,
            "lease_process": self.lease_process,
            "lease_until": self.lease_until,
            "failures": self.failures,
            "takeover": self.settings.takeover if self.status == PLAYING else None,
            "fingerprint": self.fingerprint,
            "positions": self.positions,
        }

    def shared(self) -> dict[str, Any]:
        """Return what another process needs to know that has the table as it was before, apart from its positions."""
        return {name: getattr(self, name) for name in _SHARED}

    def after(self, shared: Mapping[str, Any]) -> Self:
        """Return the table as it is after another process has changed it; its positions are left out."""
        left = shared["clock"] and TableClock(tuple(shared["clock"]["left"]), shared["clock"]["since"])
        return replace(self, **{**shared, "clock": left}, fingerprint=None, positions=None)


_SHARED = (
    *("status", "length", "revision", "turn", "changed", "ended", "expires", "rematch", "clock", "deadline"),
    *("bot_due", "lease", "lease_process", "lease_until", "failures"),
)


@dataclass
class SeatRow:
    """One seat and who sits there."""

    table_id: str
    seat: int
    kind: Literal["person", "bot", "open"]
    name: str = ""
    skeleton: str = ""
    level: str | None = None
    reserved: int | None = None
    last_seen: float = 0.0
    away: bool = False
    advice: bool = False
    left: EndReason | None = None
    takeback: Literal["asks", "agrees"] | None = None
    """Whether they ask the others to take back a turn, or have agreed to that."""
    takebacks: int = 0
    """How often they have asked."""
    silent: bool = False
    """Whether those who run the server have taken the word from them."""

    @classmethod
    def read(cls, stored: Any) -> Self:
        """Return a seat from a row of the database."""
        return cls(**stored._mapping)

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot decides for it: its own, or for somebody who left or is away."""
        return self.kind == BOT or self.left is not None or self.away


@dataclass(frozen=True)
class StoredEvent:
    """An event with the time at which it happened, and what was then left on the clocks."""

    event: Event
    at: float
    clocks: tuple[float, ...] | None = None


# ---------------------------------------------------------------- reading

# Statements are made once: that takes the library longer than the database takes to answer them.
_GIVEN: BindParameter[str] = bindparam("given", type_=String)
_TABLE = select(schema.tables).where(schema.tables.c.id == _GIVEN)
_TABLE_LOCKED = _TABLE.with_for_update()
_REVISION = select(schema.tables.c.revision).where(schema.tables.c.id == _GIVEN)
_SEATS = select(schema.seats).where(schema.seats.c.table_id == _GIVEN).order_by(schema.seats.c.seat)
_EVENTS = (
    select(schema.events.c.event, schema.events.c.at, schema.events.c.clocks)
    .where(
        schema.events.c.table_id == _GIVEN,
        schema.events.c.number >= bindparam("begin"),
        schema.events.c.number < bindparam("end"),
    )
    .order_by(schema.events.c.number)
)
_TOKENS = select(schema.tokens.c.hash, schema.tokens.c.seat).where(schema.tokens.c.table_id == _GIVEN)


def no_table(table: str) -> Refusal:
    """Return the refusal for a table that is not there."""
    return Refusal(404, "server.table.unknown", table=table[:40])


def is_id(table: str) -> bool:
    """Return whether something can be the name of a table; any other a database may not even take as text."""
    return _ID.fullmatch(table) is not None


def _one(connection: Connection, query: Any, table: str) -> Any:
    """Return what a query finds for a table; raises Refusal if there is none."""
    found = connection.execute(query, {"given": table}).one_or_none() if is_id(table) else None
    if found is None:
        raise no_table(table)
    return found


def read_table(connection: Connection, table: str, lock: bool = False) -> TableRow:
    """Return a table, locked against other writers if asked; raises Refusal if there is none."""
    return TableRow.read(_one(connection, _TABLE_LOCKED if lock else _TABLE, table))


def read_revision(connection: Connection, table: str) -> int:
    """Return how often a table has changed; raises Refusal if there is none."""
    return int(_one(connection, _REVISION, table).revision)


def is_there(connection: Connection, table: str) -> bool:
    """Return whether a table has not been removed."""
    return connection.execute(_REVISION, {"given": table}).first() is not None


def read_tables(connection: Connection, query: Any) -> list[TableRow]:
    """Return the tables that a query finds."""
    return [TableRow.read(found) for found in connection.execute(query)]


def read_seats(connection: Connection, table: str) -> list[SeatRow]:
    """Return the seats of a table, in their order."""
    return [SeatRow.read(found) for found in connection.execute(_SEATS, {"given": table})]


def read_seats_of_all(connection: Connection, tables: Iterable[str]) -> dict[str, list[SeatRow]]:
    """Return the seats of tables, in their order."""
    found: dict[str, list[SeatRow]] = {table: [] for table in tables}
    query = select(schema.seats).where(schema.seats.c.table_id.in_(list(found))).order_by(schema.seats.c.seat)
    for one in connection.execute(query):
        found[one.table_id].append(SeatRow.read(one))
    return found


def read_events(connection: Connection, table: str, begin: int, end: int) -> list[StoredEvent]:
    """Return the events of a table from one number up to another."""
    return [
        StoredEvent(decode(event), at, None if clocks is None else tuple(decode(clocks)))
        for event, at, clocks in connection.execute(_EVENTS, {"given": table, "begin": begin, "end": end})
    ]


def read_tokens(connection: Connection, table: str) -> list[tuple[str, int]]:
    """Return the hashes of all secrets of a table with the seats they stand for."""
    return [(one.hash, one.seat) for one in connection.execute(_TOKENS, {"given": table})]


def same_deal_counts(connection: Connection, rows: Iterable[TableRow]) -> dict[str, int]:
    """Return for every deal how many tables have it."""
    deal = schema.tables.c.deal
    query = select(deal, func.count()).where(deal.in_({row.deal for row in rows})).group_by(deal)
    return {found[0]: found[1] for found in connection.execute(query)}


# ---------------------------------------------------------------- writing


class Statement:
    """A statement whose text is made once for each kind of database, and then given to its driver as it is.

    The library takes longer over one than the database: these are for what is written with every move.
    """

    def __init__(self, query: Any, columns: Iterable[str]) -> None:
        """Say which columns get new values; what else is given is named in the query."""
        self._query = query
        self._columns = list(columns)
        self._texts: dict[str, tuple[str, list[str] | None]] = {}

    def run(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> Any:
        """Run it once for each row of values; return the driver's cursor, which knows what has come of it."""
        dialect = connection.dialect
        if dialect.name not in self._texts:
            compiled = self._query.compile(dialect=dialect, column_keys=self._columns)
            self._texts[dialect.name] = compiled.string, compiled.positiontup
        text, names = self._texts[dialect.name]
        given = rows if names is None else [[row[name] for name in names] for row in rows]
        cursor = connection.connection.cursor()
        if len(given) == 1:
            cursor.execute(text, given[0])
        else:
            cursor.executemany(text, given)
        return cursor


def _together(connection: Connection) -> AbstractContextManager[Any]:
    """Let the database be told everything inside before its answers are waited for, where the driver can do that."""
    driver = connection.connection.driver_connection
    return driver.pipeline() if isinstance(driver, psycopg.Connection) else nullcontext()


_CHANGING = (
    *("status", "length", "revision", "turn", "changed", "ended", "expires", "rematch", "clock_left", "clock_since"),
    *("deadline", "bot_due", "lease", "lease_process", "lease_until", "failures", "takeover"),
    *("fingerprint", "positions"),
)
_UPDATE_TABLE = Statement(
    update(schema.tables).where(
        schema.tables.c.id == bindparam("given_id"), schema.tables.c.revision == bindparam("given_revision")
    ),
    _CHANGING,
)
_INSERT_EVENT = Statement(insert(schema.events), [column.name for column in schema.events.columns])


class Outdated(Exception):
    """A table has changed since it was read: what was done to it must be done again."""


def insert_table(connection: Connection, row: TableRow, seats: Sequence[SeatRow]) -> None:
    """Write a new table with its seats."""
    connection.execute(insert(schema.tables), [row.values()])
    connection.execute(insert(schema.seats), [asdict(seat) for seat in seats])


def write_changes(
    connection: Connection,
    tables: Sequence[tuple[TableRow, int]],
    events: Iterable[tuple[str, int, Sequence[StoredEvent]]],
) -> None:
    """Write what has changed of tables, each since a revision, and their next events, each from a number on.

    Raises Outdated if a revision is not the newest; the database itself refuses a number that is taken.
    """
    values = [{"given_id": row.id, "given_revision": revision, **row.changing_values()} for row, revision in tables]
    with _together(connection):
        changed = _UPDATE_TABLE.run(connection, values)
        insert_events(connection, events)
    if changed.rowcount != len(values):
        raise Outdated


def update_seat(connection: Connection, seat: SeatRow, known: SeatRow) -> None:
    """Write what has changed of a seat."""
    columns, before = schema.seats.c, asdict(known)
    changed = {name: value for name, value in asdict(seat).items() if value != before[name]}
    mine = (columns.table_id == seat.table_id, columns.seat == seat.seat)
    connection.execute(update(schema.seats).where(*mine).values(changed))


def insert_events(connection: Connection, new: Iterable[tuple[str, int, Sequence[StoredEvent]]]) -> None:
    """Write the next events of tables, each from a number on; the database itself refuses one that is taken."""
    values = [
        {
            "table_id": table,
            "number": number,
            "event": as_json(one.event),
            "at": one.at,
            "clocks": None if one.clocks is None else as_json(one.clocks),
        }
        for table, begin, events in new
        for number, one in enumerate(events, begin)
    ]
    if values:
        _INSERT_EVENT.run(connection, values)


def insert_token(connection: Connection, table: str, seat: int, kept: str, now: float) -> None:
    """Write the hash of a secret."""
    connection.execute(insert(schema.tokens), [{"table_id": table, "hash": kept, "seat": seat, "created": now}])


def forget_tokens(connection: Connection, table: str, seat: int, most: int) -> None:
    """Make the oldest secrets of a seat worthless, so that so many are left at most."""
    columns = schema.tokens.c
    mine = (columns.table_id == table, columns.seat == seat)
    newest = select(columns.hash).where(*mine).order_by(columns.created.desc()).limit(most)
    connection.execute(delete(schema.tokens).where(*mine, columns.hash.not_in(newest)))


def delete_table(connection: Connection, table: str) -> None:
    """Remove a table with all that belongs to it."""
    connection.execute(delete(schema.tables).where(schema.tables.c.id == table))
