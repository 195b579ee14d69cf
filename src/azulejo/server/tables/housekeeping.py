"""What nobody asks for: being alive, clocks that have run out, seats that were abandoned, tables that expire."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import Select, and_, case, delete, exists, func, insert, literal, select, update

from azulejo.server.refusals import Refusal
from azulejo.server.storage import PERSON, PLAYING, schema
from azulejo.server.tables.queries import connected
from azulejo.server.tables.transaction import BEATS_MISSED, DAY, Change, Tables, Transaction

MOST_AT_ONCE = 100
"""So many tables are looked after in one go; the others come next time."""


def is_empty(tables: Tables, query: Select[Any]) -> bool:
    """Return whether a query finds nothing: then nobody need be kept from writing."""
    with tables.database.transaction() as connection:
        return connection.execute(query).first() is None


# ---------------------------------------------------------------- being alive, being there


def beat(tables: Tables) -> None:
    """Write down that this process is alive."""
    with tables.database.transaction(write=True) as connection:
        query = update(schema.processes).where(schema.processes.c.id == tables.process).values(beat=tables.now())
        if connection.execute(query).rowcount == 0:
            connection.execute(insert(schema.processes), [{"id": tables.process, "beat": tables.now()}])
    tables.has_beaten = True


def credit_downtime(tables: Tables) -> float:
    """Give running clocks back the time in which no process was alive, and return how long that was.

    To be called once when a process starts. It counts as alive afterwards, so the next one finds nothing to do.
    """
    processes, columns, seats = schema.processes.c, schema.tables.c, schema.seats.c
    sqlite = tables.database.sqlite
    with tables.database.transaction(write=True) as connection:
        if not sqlite:
            connection.exec_driver_sql("LOCK TABLE processes IN EXCLUSIVE MODE")
        now = tables.now()
        last = connection.execute(select(func.max(processes.beat))).scalar_one()
        connection.execute(delete(schema.processes).where(processes.id == tables.process))
        connection.execute(insert(schema.processes), [{"id": tables.process, "beat": now}])
        if sqlite:  # there is no other process
            held = columns.lease.is_not(None)
            connection.execute(update(schema.tables).values(lease=None, lease_until=0.0).where(held))
            connection.execute(delete(schema.presence))
        down = 0.0 if last is None else now - last
        if down <= tables.settings.heartbeat_seconds * BEATS_MISSED:
            return 0.0
        lost = now - case((columns.clock_since > last, columns.clock_since), else_=literal(last))
        connection.execute(
            update(schema.tables)
            .where(columns.status == PLAYING, columns.clock_since.is_not(None))
            .values(
                clock_since=columns.clock_since + lost,
                deadline=columns.deadline + lost,
                revision=columns.revision + 1,
            )
        )
        awaited = select(columns.id).where(columns.takeover.is_not(None))
        connection.execute(update(schema.seats).where(seats.table_id.in_(awaited)).values(last_seen=now))
        connection.execute(delete(schema.presence))
        connection.execute(delete(schema.processes).where(processes.id != tables.process))
    return down


def note_presence(tables: Tables, table: str, seat: int, here: bool) -> None:
    """Somebody has connected for a seat to this process, or nobody is connected for it any more.

    Where a bot has played for them, it does so no longer.
    """
    columns, seats = schema.presence.c, schema.seats.c
    mine = and_(columns.table_id == table, columns.seat == seat, columns.process == tables.process)
    player = and_(seats.table_id == table, seats.seat == seat)
    with tables.database.transaction(write=True) as connection:
        away = connection.execute(select(seats.away).where(player)).scalar_one_or_none()
        if away is None:  # the table is gone
            return
        connection.execute(delete(schema.presence).where(mine))
        if here:
            row = {"table_id": table, "seat": seat, "process": tables.process}
            connection.execute(insert(schema.presence), [row])
        connection.execute(update(schema.seats).where(player).values(last_seen=tables.now()))
    if away and here:
        _for_each(tables, [table], _come_back, seat)


def _come_back(transaction: Transaction, seat: int) -> bool:
    transaction.seats[seat].away = False
    return True


# ---------------------------------------------------------------- clocks, people who are away, tables that expire


def _for_each(tables: Tables, found: list[str], function: Callable[..., bool], *given: Any) -> list[str]:
    """Change tables, and return those that were changed: nothing need be done where something happened meanwhile."""
    changed = []
    for table in found:
        with suppress(Refusal):  # it is gone
            changed += [table] if tables.write(table, function, *given) else []
    return changed


def _tables(tables: Tables, query: Select[Any]) -> list[str]:
    with tables.database.transaction() as connection:
        return list(connection.execute(query.limit(MOST_AT_ONCE)).scalars())


def end_overdue(tables: Tables) -> list[str]:
    """Let every seat leave the game whose clock has run out, and return their tables."""
    columns = schema.tables.c
    query = select(columns.id).where(columns.deadline <= tables.now()).order_by(columns.deadline)
    return _for_each(tables, _tables(tables, query), _end_turn)


def _end_turn(transaction: Transaction) -> bool:
    transaction.is_void = not transaction.time_is_up()
    return not transaction.is_void


def next_deadline(tables: Tables) -> float | None:
    """Return when the next clock will have run out."""
    with tables.database.transaction() as connection:
        found: float | None = connection.execute(select(func.min(schema.tables.c.deadline))).scalar_one()
    return found


def take_over(tables: Tables) -> list[str]:
    """Let a bot play for people who have been away for long while it is their turn, where the table says so."""
    columns, seats = schema.tables.c, schema.seats.c
    present, processes = schema.presence.c, schema.processes.c
    since = tables.now() - tables.settings.takeover_seconds
    is_here = exists(
        select(present.seat)
        .join(schema.processes, processes.id == present.process)
        .where(present.table_id == columns.id, present.seat == columns.turn, processes.beat >= tables.alive_since)
    )
    query = (
        select(columns.id)
        .join(schema.seats, and_(seats.table_id == columns.id, seats.seat == columns.turn))
        .where(
            columns.takeover.is_not(None),
            columns.changed <= since,
            seats.kind == PERSON,
            seats.left.is_(None),
            seats.away.is_(False),
            seats.last_seen <= since,
            ~is_here,
        )
    )
    return _for_each(tables, _tables(tables, query), _take_over, since)


def _take_over(transaction: Transaction, since: float) -> bool:
    row = transaction.row
    here = connected(transaction.connection, [row.id], transaction.tables.alive_since)[row.id]
    is_due = row.turn is not None and row.settings.takeover is not None and row.changed <= since
    if is_due and row.turn not in here:
        seat = transaction.seats[row.turn or 0]
        is_due = not seat.is_played_by_bot and seat.last_seen <= since
        seat.away = True
    transaction.is_void = not is_due or row.turn in here
    return not transaction.is_void


def expire(tables: Tables) -> list[str]:
    """Remove tables that nobody has used for long, and what is left of processes that ended; return the tables."""
    columns, processes = schema.tables.c, schema.processes.c
    query = select(columns.id).where(columns.expires <= tables.now()).limit(MOST_AT_ONCE)
    dead = select(processes.id).where(processes.beat < tables.now() - DAY)
    if is_empty(tables, query) and is_empty(tables, dead):
        return []
    with tables.database.transaction(write=True) as connection:
        found = connection.execute(query.with_for_update(skip_locked=True)).scalars().all()
        connection.execute(delete(schema.tables).where(columns.id.in_(found)))
        gone = connection.execute(dead).scalars().all()
        connection.execute(delete(schema.presence).where(schema.presence.c.process.in_(gone)))
        connection.execute(delete(schema.processes).where(processes.id.in_(gone)))
    for table in found:
        tables.cache.drop(table)
        tables.announce(Change(table, "closed"))
    return list(found)
