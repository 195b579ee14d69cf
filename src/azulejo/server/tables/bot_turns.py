"""Decisions that bots are to make: who works on which, and what becomes of it.

Whose turn it is stands in the database, so whichever process has time takes it; a lease keeps two from working on one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import or_, select, update

from azulejo.bots.levels import WEAKEST
from azulejo.engine.limits import Limits
from azulejo.server.messages import GameClock
from azulejo.server.secrets import new_id
from azulejo.server.storage import BOT, TableRow, rows, schema
from azulejo.server.tables import fairness
from azulejo.server.tables.transaction import Tables, TableView, Transaction

RETRY_SECONDS = 0.5
"""How long to wait after a bot has failed."""


@dataclass(frozen=True)
class BotTask:
    """A decision that a bot is to make."""

    table: str
    game: str
    number: int
    """How many events the bot has seen: its answer counts only if nothing happened since."""
    seat: int
    level: str
    position: str
    """The position as its seat may see it."""
    limits: Limits
    """What is left on its clock; nothing if it has none."""
    since: float
    """Since when it is to move."""
    lease: str = field(repr=False)


def claim(tables: Tables, most: int) -> list[BotTask]:
    """Return decisions for bots that nobody works on, those that wait longest first; they are ours for a while."""
    columns = schema.tables.c
    now, lease = tables.now(), new_id()
    alive = select(schema.processes.c.id).where(schema.processes.c.beat >= tables.alive_since)
    is_free = or_(columns.lease_until <= now, columns.lease_process.not_in(alive))
    query = select(schema.tables).where(columns.bot_due.is_not(None), is_free).order_by(columns.bot_due).limit(most)
    if not tables.database.find(query):  # nobody need be kept from writing
        return []
    with tables.database.transaction(write=True) as connection:
        found = rows.read_tables(connection, query.with_for_update(skip_locked=True))
        connection.execute(
            update(schema.tables)
            .where(columns.id.in_([row.id for row in found]))
            .values(lease=lease, lease_process=tables.process, lease_until=now + tables.settings.bot_lease_seconds)
        )
    tasks: list[BotTask] = []
    for row in found:
        with tables.care(row.id):  # one that fails is asked again when the lease ends
            tasks += tables.read(row.id, _tasks, row, lease)
    return tasks


def _tasks(view: TableView, claimed: TableRow, lease: str) -> list[BotTask]:
    """Return what a bot is to decide; nothing if something has happened since that was claimed."""
    row, turn = view.row, view.row.turn
    if turn is None or claimed.bot_due is None or (row.length, row.bot_due) != (claimed.length, claimed.bot_due):
        return []
    task = BotTask(
        table=row.id,
        game=row.game,
        number=row.length,
        seat=turn,
        level=_level(view, turn),
        position=view.game.book.position_text(view.game.game.redacted(turn)),
        limits=_limits(view, turn),
        since=claimed.bot_due,
        lease=lease,
    )
    return [task]


def _level(view: TableView, seat: int) -> str:
    """Return who plays for a seat: its bot, the weakest for one that left, the table's for one who is away.

    The weakest, too, where a table that began from a position has come to one that people play without advice.
    """
    player, game = view.seats[seat], view.game
    if view.row.position is not None and fairness.is_played(view.connection, game.book, game.game.state):
        return WEAKEST
    level = player.level if player.kind == BOT else view.row.settings.takeover
    return WEAKEST if level is None or player.left is not None else level


def _limits(view: TableView, seat: int) -> Limits:
    """Return what a bot has left on its clock."""
    clock, setting = view.row.clock, view.row.settings.clock
    if clock is None or not isinstance(setting, GameClock) or view.seats[seat].left is not None:
        return Limits()
    return Limits(clock=clock.remaining(seat, view.tables.now())[seat], increment=setting.increment)


def play_bot(transaction: Transaction, task: BotTask, moves: Sequence[str]) -> bool:
    """Play what a bot has chosen; return False if it came too late. Raises an error for what cannot be played."""
    if not _is_current(transaction, task):
        transaction.is_void = True
    elif not transaction.time_is_up():
        game = transaction.game.copy()
        for move in moves:
            if game.turn == task.seat:
                game.push(move, task.seat)
        transaction.record(game)
    return not transaction.is_void


def note_failure(transaction: Transaction, task: BotTask) -> None:
    """Say that a bot could not decide: it is asked again, and in the end a sensible move is played for it."""
    row, attempts = transaction.row, transaction.tables.settings.bot_attempts
    if not _is_current(transaction, task):
        transaction.is_void = True
    elif row.failures + 1 < attempts:
        row.failures, row.lease, row.lease_process = row.failures + 1, None, None
        row.lease_until = transaction.now + RETRY_SECONDS
        transaction.is_quiet = True
    else:
        game = transaction.game
        play_bot(transaction, task, [game.book.move_text(game.book.suggest(game.sight(task.seat).state))])


def _is_current(transaction: Transaction, task: BotTask) -> bool:
    """Return whether a bot's decision still counts: nothing has happened since, and nobody else works on it."""
    row = transaction.row
    return row.bot_due is not None and (row.length, row.turn, row.lease) == (task.number, task.seat, task.lease)
