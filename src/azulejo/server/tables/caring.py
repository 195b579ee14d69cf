"""What nobody asks for: bots to move, clocks that have run out, seats that were abandoned, tables that expire."""

from collections.abc import Sequence

from sqlalchemy import and_, case, delete, exists, func, insert, literal, or_, select, update

from azulejo.bots.levels import WEAKEST
from azulejo.engine.limits import Limits
from azulejo.server.messages import GameClock
from azulejo.server.refusals import Refusal
from azulejo.server.secrets import new_id
from azulejo.server.storage import schema
from azulejo.server.storage.rows import PERSON, PLAYING
from azulejo.server.tables.core import BEATS_MISSED, DAY, Core, Work
from azulejo.server.tables.types import BotTask, Change
from azulejo.server.views import Shown
from azulejo.texts.errors import AzulejoError

RETRY_SECONDS = 0.5
"""How long to wait after a bot has failed."""
MOST_AT_ONCE = 100
"""So many tables are looked after in one go; the others come next time."""


class Caring(Core):
    """The part of :class:`~azulejo.server.tables.Tables` for the caretaker."""

    # ------------------------------------------------------------ being alive

    def beat(self) -> None:
        """Write down that this process is alive."""
        columns = schema.processes.c
        with self.database.transaction(write=True) as connection:
            query = update(schema.processes).where(columns.id == self.process).values(beat=self.now())
            if connection.execute(query).rowcount == 0:
                connection.execute(insert(schema.processes), [{"id": self.process, "beat": self.now()}])
        self._has_beaten = True

    def credit_downtime(self) -> float:
        """Give running clocks back the time in which no process was alive, and return how long that was.

        To be called once when a process starts. It counts as alive afterwards, so the next one finds nothing to do.
        """
        processes, tables, seats = schema.processes.c, schema.tables.c, schema.seats.c
        with self.database.transaction(write=True) as connection:
            if not self.database.sqlite:
                connection.exec_driver_sql("LOCK TABLE processes IN EXCLUSIVE MODE")
            now = self.now()
            last = connection.execute(select(func.max(processes.beat))).scalar_one()
            connection.execute(delete(schema.processes).where(processes.id == self.process))
            connection.execute(insert(schema.processes), [{"id": self.process, "beat": now}])
            if self.database.sqlite:  # there is no other process
                connection.execute(
                    update(schema.tables).values(lease=None, lease_until=0.0).where(tables.lease.is_not(None))
                )
                connection.execute(delete(schema.presence))
            down = 0.0 if last is None else now - last
            if down <= self.settings.heartbeat_seconds * BEATS_MISSED:
                return 0.0
            lost = now - case((tables.clock_since > last, tables.clock_since), else_=literal(last))
            connection.execute(
                update(schema.tables)
                .where(tables.status == PLAYING, tables.clock_since.is_not(None))
                .values(
                    clock_since=tables.clock_since + lost,
                    deadline=tables.deadline + lost,
                    revision=tables.revision + 1,
                )
            )
            awaited = select(tables.id).where(tables.takeover.is_not(None))
            connection.execute(update(schema.seats).where(seats.table_id.in_(awaited)).values(last_seen=now))
            connection.execute(delete(schema.presence))
            connection.execute(delete(schema.processes).where(processes.id != self.process))
        return down

    def presence(self, table: str, seat: int, connected: bool) -> Change | None:
        """Somebody has connected for a seat to this process, or nobody is connected for it any more.

        Returns a change if a bot has played for them and now no longer does.
        """
        columns, seats = schema.presence.c, schema.seats.c
        mine = and_(columns.table_id == table, columns.seat == seat, columns.process == self.process)
        player = and_(seats.table_id == table, seats.seat == seat)
        with self.database.transaction(write=True) as connection:
            away = connection.execute(select(seats.away).where(player)).scalar_one_or_none()
            if away is None:  # the table is gone
                return None
            connection.execute(delete(schema.presence).where(mine))
            if connected:
                row = {"table_id": table, "seat": seat, "process": self.process}
                connection.execute(insert(schema.presence), [row])
            connection.execute(update(schema.seats).where(player).values(last_seen=self.now()))
        return self._back(table, seat) if away and connected else None

    def _back(self, table: str, seat: int) -> Change | None:
        """Let somebody who was away play for themselves again."""
        try:
            with self._writing(table) as work:
                work.seats[seat].away = False
        except Refusal:
            return None
        return work.change()

    # ------------------------------------------------------------ bots

    def claim_bots(self, most: int) -> list[BotTask]:
        """Return decisions for bots that nobody works on, those that wait longest first; they are ours for a while."""
        columns = schema.tables.c
        if not self._has_beaten:
            self.beat()
        now, lease = self.now(), new_id()
        alive = select(schema.processes.c.id).where(schema.processes.c.beat >= self._alive_since())
        is_free = or_(columns.lease_until <= now, columns.lease_process.not_in(alive))
        query = select(columns.id).where(columns.bot_due.is_not(None), is_free).order_by(columns.bot_due).limit(most)
        if self._nothing(query):
            return []
        with self.database.transaction(write=True) as connection:
            found = connection.execute(query.with_for_update(skip_locked=True)).scalars().all()
            connection.execute(
                update(schema.tables)
                .where(columns.id.in_(found))
                .values(lease=lease, lease_process=self.process, lease_until=now + self.settings.bot_lease_seconds)
            )
        return [task for table in found if (task := self._bot_task(table, lease)) is not None]

    def _nothing(self, query: object) -> bool:
        """Return whether a query finds nothing: then nobody need be kept from writing."""
        with self.database.transaction() as connection:
            return connection.execute(query).first() is None  # type: ignore[call-overload]

    def _bot_task(self, table: str, lease: str) -> BotTask | None:
        """Return what a bot is to decide, or None if something has happened meanwhile."""
        try:
            with self._reading(table, fresh=True) as (_, shown):
                row, turn = shown.row, shown.row.turn
                if turn is None or row.bot_due is None or row.lease != lease:
                    return None
                return BotTask(
                    table=table,
                    game=row.game,
                    number=row.length,
                    seat=turn,
                    seats=row.seats,
                    level=_level(shown, turn),
                    position=shown.opened.book.position_text(shown.opened.game.redacted(turn)),
                    limits=_limits(shown, turn, self.now()),
                    since=row.bot_due,
                    lease=lease,
                )
        except AzulejoError:  # the table is gone, or cannot be read
            return None

    def bot_move(self, task: BotTask, moves: Sequence[str]) -> Change | None:
        """Play what a bot has chosen; returns None if it came too late. Raises an error for what cannot be played."""
        try:
            with self._writing(task.table) as work:
                if not _is_current(work, task):
                    raise _TooLate
                if not work.time_is_up():
                    trial = work.game.copy()
                    for move in moves:
                        if trial.turn == task.seat:
                            trial.push(move, task.seat)
                    work.play(trial)
        except (_TooLate, Refusal):
            return None
        return work.change()

    def bot_failed(self, task: BotTask, fault: str) -> Change | None:
        """Say that a bot could not decide: it is asked again, and in the end a sensible move is played for it."""
        try:
            with self._writing(task.table) as work:
                if not _is_current(work, task):
                    raise _TooLate
                row = work.row
                failures = row.failures + 1
                if failures < self.settings.bot_attempts:
                    row.failures, row.lease, row.lease_process = failures, None, None
                    row.lease_until = work.now + RETRY_SECONDS
                    work.is_quiet = True
                elif not work.time_is_up():
                    trial = work.game.copy()
                    suggested = trial.suggest()
                    assert suggested is not None
                    trial.push(suggested)
                    work.play(trial)
        except (_TooLate, Refusal):
            return None
        return None if failures < self.settings.bot_attempts else work.change()

    # ------------------------------------------------------------ clocks

    def time_outs(self) -> list[Change]:
        """Let every seat leave the game whose clock has run out."""
        columns = schema.tables.c
        query = select(columns.id).where(columns.deadline <= self.now()).order_by(columns.deadline).limit(MOST_AT_ONCE)
        return [change for table in self._found(query) if (change := self._time_out(table)) is not None]

    def _time_out(self, table: str) -> Change | None:
        try:
            with self._writing(table) as work:
                if not work.time_is_up():
                    raise _TooLate
        except (_TooLate, Refusal):
            return None
        return work.change()

    def next_deadline(self) -> float | None:
        """Return when the next clock will have run out."""
        columns = schema.tables.c
        with self.database.transaction() as connection:
            found: float | None = connection.execute(select(func.min(columns.deadline))).scalar_one()
        return found

    # ------------------------------------------------------------ people who are away, tables that expire

    def takeovers(self) -> list[Change]:
        """Let a bot play for people who have been away for long while it is their turn, where the table says so."""
        tables, seats = schema.tables.c, schema.seats.c
        present, processes = schema.presence.c, schema.processes.c
        since = self.now() - self.settings.takeover_seconds
        is_here = exists(
            select(present.seat)
            .join(schema.processes, processes.id == present.process)
            .where(present.table_id == tables.id, present.seat == tables.turn, processes.beat >= self._alive_since())
        )
        query = (
            select(tables.id)
            .join(schema.seats, and_(seats.table_id == tables.id, seats.seat == tables.turn))
            .where(
                tables.takeover.is_not(None),
                tables.changed <= since,
                seats.kind == PERSON,
                seats.left.is_(None),
                seats.away.is_(False),
                seats.last_seen <= since,
                ~is_here,
            )
            .limit(MOST_AT_ONCE)
        )
        return [change for table in self._found(query) if (change := self._take_over(table, since)) is not None]

    def _take_over(self, table: str, since: float) -> Change | None:
        try:
            with self._writing(table) as work:
                row = work.row
                here = self._connected(work.connection, [table])[table]
                if row.turn is None or row.settings.takeover is None or row.changed > since or row.turn in here:
                    raise _TooLate
                seat = work.seats[row.turn]
                if seat.is_played_by_bot or seat.last_seen > since:
                    raise _TooLate
                seat.away = True
        except (_TooLate, Refusal):
            return None
        return work.change()

    def expire(self) -> list[Change]:
        """Remove tables that nobody has used for long, and what is left of processes that ended."""
        columns, processes = schema.tables.c, schema.processes.c
        query = select(columns.id, columns.length).where(columns.expires <= self.now()).limit(MOST_AT_ONCE)
        dead = select(processes.id).where(processes.beat < self.now() - DAY)
        if self._nothing(query) and self._nothing(dead):
            return []
        with self.database.transaction(write=True) as connection:
            found = connection.execute(query.with_for_update(skip_locked=True)).all()
            connection.execute(delete(schema.tables).where(columns.id.in_([table for table, _ in found])))
            gone = connection.execute(dead).scalars().all()
            connection.execute(delete(schema.presence).where(schema.presence.c.process.in_(gone)))
            connection.execute(delete(schema.processes).where(processes.id.in_(gone)))
        for table, _ in found:
            self.shelf.drop(table)
        return [Change(table, length, "closed") for table, length in found]

    def _found(self, query: object) -> list[str]:
        with self.database.transaction() as connection:
            return list(connection.execute(query).scalars())  # type: ignore[call-overload]


class _TooLate(AzulejoError):
    """Something has happened meanwhile: nothing is to be done."""

    def __init__(self) -> None:
        super().__init__("errors.game_over")


def _is_current(work: Work, task: BotTask) -> bool:
    """Return whether a bot's decision still counts: nothing has happened since, and nobody else works on it."""
    row = work.row
    return row.bot_due is not None and (row.length, row.turn, row.lease) == (task.number, task.seat, task.lease)


def _level(shown: Shown, seat: int) -> str:
    """Return who plays for a seat: its bot, the weakest for one that left, the table's for one who is away."""
    player = shown.seats[seat]
    if player.left is not None:
        return WEAKEST
    level = player.level if player.kind == "bot" else shown.row.settings.takeover
    return level or WEAKEST


def _limits(shown: Shown, seat: int, now: float) -> Limits:
    """Return what a bot has left on its clock."""
    row = shown.row
    if row.clock is None or not isinstance(row.settings.clock, GameClock) or shown.seats[seat].left is not None:
        return Limits()
    return Limits(clock=row.clock.remaining(seat, now)[seat], increment=row.settings.clock.increment)
