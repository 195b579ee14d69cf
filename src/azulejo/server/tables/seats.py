"""Who sits where: the seats of a new table, sitting down, giving a seat back; and which bots can play what."""

from collections.abc import Sequence
from typing import Literal

from azulejo.bots.levels import LEVELS
from azulejo.server.messages import Created, Join, Leave, Receipt, SeatRequest, SeatToken
from azulejo.server.refusals import refuse_if
from azulejo.server.secrets import new_token, token_hash
from azulejo.server.storage import BOT, OPEN, PERSON, PLAYING, SeatRow, TableRow, rows
from azulejo.server.tables.access import Access, chosen_seat
from azulejo.server.tables.names import bot_name, cleaned, person_name, skeleton
from azulejo.server.tables.transaction import Transaction, need_status
from azulejo.texts import message

KINDS: dict[str, Literal["person", "bot", "open"]] = {"me": PERSON, "hotseat": PERSON, "bot": BOT, "open": OPEN}
"""Who sits on a seat, by what is asked for."""
MOST_TOKENS = 20
"""Secrets for one seat: whoever asks again for a rematch gets another one."""


def join(transaction: Transaction, request: Join) -> Created:
    """Sit down on an open seat; the game begins when it was the last."""
    seat = _open_seat(transaction, request.seat)
    taken = [other.name for other in transaction.seats if other.kind != OPEN or other.reserved is not None]
    seat.name = person_name(request.name, seat.seat, taken, request.lang)
    seat.skeleton = skeleton(seat.name)
    seat.kind, seat.last_seen = PERSON, transaction.now
    token = give_token(transaction, seat.seat)
    begin_if_full(transaction)
    return Created(table=transaction.row.id, tokens=[token])


def leave(transaction: Transaction, access: Access, request: Leave) -> Receipt:
    """Give a seat back before the game has begun: it is open again, and its secrets are worth nothing."""
    row = transaction.row
    seat = chosen_seat(transaction, access, request.seat)
    refuse_if(row.status == PLAYING, 409, "server.seat.begun", events=transaction.game.number(seat))
    need_status(transaction.row, OPEN)
    transaction.seats[seat] = SeatRow(table_id=row.id, seat=seat, kind=OPEN, last_seen=transaction.now)
    rows.forget_tokens(transaction.connection, row.id, seat, most=0)
    return transaction.done(seat)


def give_token(transaction: Transaction, seat: int) -> SeatToken:
    """Make another secret for a seat; the oldest ones have to go if there are too many."""
    token, table = new_token(), transaction.row.id
    rows.forget_tokens(transaction.connection, table, seat, MOST_TOKENS - 1)
    rows.insert_token(transaction.connection, table, seat, token_hash(token), transaction.now)
    return SeatToken(seat=seat, token=str(token))


def begin_if_full(transaction: Transaction) -> None:
    """Begin the game if it has not begun and nobody is missing."""
    if transaction.row.status == OPEN and all(seat.kind != OPEN for seat in transaction.seats):
        transaction.begin()


def _open_seat(transaction: Transaction, wanted: int | None) -> SeatRow:
    """Return the open seat that somebody wants, or the first one; raises Refusal."""
    most = transaction.row.seats - 1
    refuse_if(transaction.row.status != OPEN, 409, "server.seat.full")
    refuse_if((wanted or 0) > most, 400, "errors.no_seat", value=wanted, most=most)
    free = [seat for seat in transaction.seats if seat.kind == OPEN and seat.reserved is None]
    free = [seat for seat in free if wanted in (None, seat.seat)]
    taken = message("server.seat.full") if wanted is None else message("server.seat.taken", seat=wanted)
    refuse_if(not free, 409, taken)
    return free[0]


def seats_for(row: TableRow, wanted: Sequence[SeatRequest], lang: str) -> list[SeatRow]:
    """Return the seats of a new table; raises Refusal for bots and names that cannot be."""
    seats = [SeatRow(row.id, number, KINDS[one.who], last_seen=row.created) for number, one in enumerate(wanted)]
    for seat, one in zip(seats, wanted, strict=True):
        seat.advice = seat.kind == PERSON and row.settings.helpers == "advice"
        if seat.kind == BOT:
            check_level(one.level)
            seat.level = one.level
    named = sorted(zip(seats, wanted, strict=True), key=lambda pair: not cleaned(pair[1].name))
    for seat, one in named:  # those who chose a name come first
        taken = [other.name for other in seats if other.name]
        if seat.kind == PERSON or (seat.kind == BOT and cleaned(one.name)):
            seat.name = person_name(one.name, seat.seat, taken, lang)
        elif seat.kind == BOT:
            seat.name = bot_name(one.level, taken, lang)
        seat.skeleton = skeleton(seat.name)
    return seats


def check_level(name: str) -> None:
    """Refuse a bot that there is not."""
    refuse_if(name not in LEVELS, 400, "bots.no_level", value=name[:40], values=LEVELS)
