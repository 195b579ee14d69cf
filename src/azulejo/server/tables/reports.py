"""Reports of finished games: who waits for one, who works on which, and what has come of it.

A report stands in the database from the end of the game on, so whichever process has time makes it; a lease keeps two
from making the same one, and one whose process has died is begun anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec.json import decode
from sqlalchemy import func, select, update

from azulejo.play import Record
from azulejo.review.names import Setting
from azulejo.server.messages import ReportState
from azulejo.server.refusals import refuse_if
from azulejo.server.secrets import new_id
from azulejo.server.storage import ARCHIVED, OVER, rows, schema
from azulejo.server.tables import fairness
from azulejo.server.tables.access import Access
from azulejo.server.tables.transaction import Tables, TableView, need_status

WAITING, RUNNING, READY, FAILED, CANCELLED = "waiting", "running", "ready", "failed", "cancelled"
LEASE_SECONDS = 120.0
"""For so long after its last sign a process keeps a report to itself."""
MOST_LOOKED_AT = 500
"""Among so many that wait longest the next one is chosen."""
MOST_ATTEMPTS = 2

_columns = schema.reports.c


@dataclass(frozen=True)
class ReportTask:
    """A report that is to be made."""

    table: str
    record: Record
    setting: Setting
    lease: str = field(repr=False)


# ---------------------------------------------------------------- asking for one


def look(view: TableView, access: Access) -> ReportState | None:
    """Return how far the report of a finished game is; None if nobody has asked for it yet. Raises Refusal."""
    need_status(view.row, OVER, ARCHIVED)
    refuse_if(not view.game.game.is_over, 409, "review.not_over")
    found = view.connection.execute(select(schema.reports).where(_columns.table_id == view.row.id)).first()
    if found is None:
        return None
    if found.report is not None:
        _refuse_if_played(view)
    ahead = 0
    if found.state == WAITING:
        query = select(func.count()).where(_columns.state == WAITING, _columns.since < found.since)
        ahead = int(view.connection.execute(query).scalar_one())
    report = None if found.report is None else decode(found.report)
    return ReportState(status=found.state, setting=found.setting, done=found.done, ahead=ahead, report=report)


def _refuse_if_played(view: TableView) -> None:
    """Refuse a report where people play one of its positions at this moment without advice."""
    game = view.game
    for number in range(game.length):
        if "move" in game.game.events[number]:
            is_played = fairness.is_played(view.connection, game.book, game.game.at(number))
            refuse_if(is_played, 403, "server.analysis.running")


def ask(tables: Tables, table: str, address: str, setting: Setting) -> None:
    """Let a report be made, anew if there is one that is less careful; raises Refusal if too many wait."""
    with tables.database.transaction(write=True) as connection:
        found = connection.execute(select(schema.reports).where(_columns.table_id == table)).first()
        if found is not None and found.state in (WAITING, RUNNING, READY) and setting in (found.setting, "fast"):
            return
        count = select(func.count()).where(_columns.state == WAITING)
        waiting = int(connection.execute(count).scalar_one())
        refuse_if(waiting >= tables.settings.report_queue, 503, "server.workers_busy", count=waiting)
        rows.put_report(connection, table, address, tables.now(), setting)


def cancel(view: TableView, access: Access) -> None:
    """See that somebody may cancel the report of a table: whoever holds a seat."""
    refuse_if(not access.seats, 403, "server.seat.none")


def stop(tables: Tables, table: str) -> None:
    """Let a report that waits, or is being made, be."""
    with tables.database.transaction(write=True) as connection:
        unfinished = update(schema.reports).where(_columns.table_id == table, _columns.state.in_((WAITING, RUNNING)))
        connection.execute(unfinished.values(state=CANCELLED, lease=None))


# ---------------------------------------------------------------- making them


def claim(tables: Tables, most: int) -> list[ReportTask]:
    """Return reports that nobody works on; they are ours for a while.

    Everybody's first one comes before anybody's second: who asks for many waits longer for each.
    """
    now, lease = tables.now(), new_id()
    alive = select(schema.processes.c.id).where(schema.processes.c.beat >= tables.alive_since)
    is_left = (_columns.state == RUNNING) & ((_columns.lease_until <= now) | _columns.lease_process.not_in(alive))
    query = select(_columns.table_id, _columns.address).where((_columns.state == WAITING) | is_left)
    query = query.order_by(_columns.since).limit(MOST_LOOKED_AT)
    if most <= 0 or not tables.database.find(query):  # nobody need be kept from writing
        return []
    with tables.database.transaction(write=True) as connection:
        found = connection.execute(query.with_for_update(skip_locked=True)).all()
        running = select(_columns.address).where(_columns.state == RUNNING, ~is_left)
        chosen = in_turn([(row.table_id, row.address) for row in found], connection.execute(running).scalars().all())
        taken = chosen[:most]
        values = {"state": RUNNING, "lease": lease, "lease_process": tables.process, "done": 0.0}
        mine = update(schema.reports).where(_columns.table_id.in_(taken))
        connection.execute(mine.values(**values, lease_until=now + LEASE_SECONDS))
    tasks: list[ReportTask] = []
    for table in taken:
        with tables.care(table):
            tasks.append(tables.read(table, _task, lease))
    return tasks


def in_turn(waiting: Sequence[tuple[str, str]], served: Sequence[str]) -> list[str]:
    """Return tables in the order in which they are served: by how many of the same address come before.

    >>> in_turn([("a", "Ann"), ("b", "Ann"), ("c", "Ben"), ("d", "Cleo")], ["Cleo"])
    ['a', 'c', 'b', 'd']
    """
    before = {address: served.count(address) for address in served}
    ranked = []
    for place, (table, address) in enumerate(waiting):
        ranked.append((before.get(address, 0), place, table))
        before[address] = before.get(address, 0) + 1
    return [table for _, _, table in sorted(ranked)]


def _task(view: TableView, lease: str) -> ReportTask:
    found = view.connection.execute(select(_columns.setting).where(_columns.table_id == view.row.id)).scalar_one()
    clocks = {at: one.clocks for at, one in enumerate(view.game.stored) if one.clocks is not None}
    return ReportTask(view.row.id, replace(view.game.game.record(), clocks=clocks), found, lease)


def note_progress(tables: Tables, task: ReportTask, report: str, done: float, complete: bool) -> bool:
    """Keep what there is of a report; return whether it is still wanted, and ours."""
    with tables.database.transaction(write=True) as connection:
        mine = (_columns.table_id == task.table) & (_columns.lease == task.lease) & (_columns.state == RUNNING)
        found = connection.execute(select(_columns.report).where(mine)).first()
        if found is None:
            return False
        values: dict[str, Any] = {"done": done, "lease_until": tables.now() + LEASE_SECONDS}
        if complete:
            values |= {"state": READY, "report": report, "lease": None, "lease_process": None, "failures": 0}
        elif found.report is None or not decode(found.report).get("complete"):  # a finished one stays until then
            values["report"] = report
        connection.execute(update(schema.reports).where(mine).values(values))
    return True


def note_failure(tables: Tables, task: ReportTask) -> None:
    """A report could not be made: it is tried once more, and then given up until somebody asks again."""
    with tables.database.transaction(write=True) as connection:
        mine = (_columns.table_id == task.table) & (_columns.lease == task.lease)
        found = connection.execute(select(_columns.failures).where(mine)).scalar_one_or_none()
        if found is not None:
            state = WAITING if found + 1 < MOST_ATTEMPTS else FAILED
            values = {"state": state, "failures": found + 1, "lease": None, "lease_process": None}
            connection.execute(update(schema.reports).where(mine).values(values))
