"""What nobody asks for: being alive, clocks that have run out, seats that were abandoned, tables that expire."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

from sqlalchemy import Select, and_, case, delete, exists, func, insert, literal, select, update

from azulejo.server.refusals import Refusal
from azulejo.server.storage import PERSON, PLAYING, schema
from azulejo.server.tables.transaction import BEATS_MISSED, DAY, Tables, Transaction

MOST_AT_ONCE = 100
"""So many tables are looked after in one go; the others come next time."""


# ---------------------------------------------------------------- being alive, being there


def beat(tables: Tables) -> float:
    """Write down that this process is alive; return for how long none was: running clocks get that time back."""
    processes, columns, seats = schema.processes.c, schema.tables.c, schema.seats.c
    with tables.database.transaction(write=True) as connection:
        if not tables.database.sqlite:
            connection.exec_driver_sql("LOCK TABLE processes IN EXCLUSIVE MODE")
        now, last = tables.now(), connection.execute(select(func.max(processes.beat))).scalar_one()
        connection.execute(delete(schema.processes).where(processes.id == tables.process))
        connection.execute(insert(schema.processes), [{"id": tables.process, "beat": now}])
        is_gap = last is not None and now - last > tables.settings.heartbeat_seconds * BEATS_MISSED
        if is_gap:
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
    tables.beaten = time.monotonic()
    return now - last if is_gap else 0.0


def alive(tables: Tables) -> set[str]:
    """Return the processes that are alive."""
    processes = schema.processes.c
    return {row.id for row in tables.database.find(select(processes.id).where(processes.beat >= tables.alive_since))}


def credit_downtime(tables: Tables) -> float:
    """Begin to be alive, and return for how long nobody was; to be called once when a process starts."""
    columns = schema.tables.c
    if tables.database.sqlite:  # there is no other process
        with tables.database.transaction(write=True) as connection:
            free = update(schema.tables).values(lease=None, lease_until=0.0)
            connection.execute(free.where(columns.lease.is_not(None)))
            connection.execute(delete(schema.presence))
    return beat(tables)


def note_presence(tables: Tables, table: str, seat: int, here: bool) -> None:
    """Somebody has connected for a seat to this process, or nobody is connected for it any more.

    Where a bot has played for them, it does so no longer.
    """
    columns, seats = schema.presence.c, schema.seats.c
    mine = and_(columns.table_id == table, columns.seat == seat, columns.process == tables.process)
    player = and_(seats.table_id == table, seats.seat == seat)
    with tables.database.transaction(write=True) as connection:
        connection.execute(select(schema.tables.c.id).where(schema.tables.c.id == table).with_for_update())
        away = connection.execute(select(seats.away).where(player)).scalar_one_or_none()
        if away is None:  # the table is gone
            return
        connection.execute(delete(schema.presence).where(mine))
        if here:
            connection.execute(insert(schema.presence).values(table_id=table, seat=seat, process=tables.process))
        connection.execute(update(schema.seats).where(player).values(last_seen=tables.now()))
    if away and here:
        with suppress(Refusal):  # it is gone
            tables.write(table, _come_back, seat)


def note_departures(tables: Tables) -> None:
    """This process ends: nobody is connected to it any more."""
    present, seats = schema.presence.c, schema.seats.c
    mine = select(present.seat).where(
        present.process == tables.process, present.table_id == seats.table_id, present.seat == seats.seat
    )
    with tables.database.transaction(write=True) as connection:
        connection.execute(update(schema.seats).where(exists(mine)).values(last_seen=tables.now()))
        connection.execute(delete(schema.presence).where(present.process == tables.process))


def _come_back(transaction: Transaction, seat: int) -> None:
    transaction.seats[seat].away = False


# ---------------------------------------------------------------- clocks, people who are away, tables that expire


def _for_each(tables: Tables, query: Select[Any], function: Callable[..., bool], *given: Any) -> list[str]:
    """Change the tables that a query finds, and return those that were: meanwhile something may have happened.

    A table that fails, such as one whose game is not installed any more, keeps nobody from looking after the others.
    """
    changed: list[str] = []
    for (table,) in tables.database.find(query.where(schema.tables.c.id.not_in(tables.failing)).limit(MOST_AT_ONCE)):
        with tables.care(table):
            changed += [table] if tables.write(table, function, *given) else []
    return changed


def end_overdue(tables: Tables) -> list[str]:
    """Let every seat leave the game whose clock has run out, and return their tables."""
    columns = schema.tables.c
    query = select(columns.id).where(columns.deadline <= tables.now()).order_by(columns.deadline)
    return _for_each(tables, query, _end_turn)


def _end_turn(transaction: Transaction) -> bool:
    transaction.is_void = not transaction.time_is_up()
    return not transaction.is_void


def next_deadline(tables: Tables) -> float | None:
    """Return when the next clock will have run out."""
    columns = schema.tables.c
    query = select(func.min(columns.deadline)).where(columns.id.not_in(tables.failing))
    return cast("float | None", tables.database.find(query)[0][0])


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
    return _for_each(tables, query, _take_over, query)


def _take_over(transaction: Transaction, query: Select[Any]) -> bool:
    """Let a bot play for the seat to move, if the table is still one that the query finds."""
    still = query.where(schema.tables.c.id == transaction.row.id)
    transaction.is_void = transaction.connection.execute(still).first() is None
    if not transaction.is_void:
        transaction.seats[transaction.game.game.due].away = True
    return not transaction.is_void


def expire(tables: Tables) -> list[str]:
    """Remove tables that nobody has used for long, and what is left of processes that ended; return the tables."""
    columns, processes = schema.tables.c, schema.processes.c
    query = select(columns.id).where(columns.expires <= tables.now()).limit(MOST_AT_ONCE)
    dead = select(processes.id).where(processes.beat < tables.now() - DAY)
    if not tables.database.find(query) and not tables.database.find(dead):  # nobody need be kept from writing
        return []
    with tables.database.transaction(write=True) as connection:
        found = connection.execute(query.with_for_update(skip_locked=True)).scalars().all()
        connection.execute(delete(schema.tables).where(columns.id.in_(found)))
        gone = connection.execute(dead).scalars().all()
        connection.execute(delete(schema.presence).where(schema.presence.c.process.in_(gone)))
        connection.execute(delete(schema.processes).where(processes.id.in_(gone)))
    for table in found:
        tables.forget(table)
    return list(found)
