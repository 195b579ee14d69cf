"""What those who sit at a table say to each other, and complaints about it."""

import re
import unicodedata
from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, insert, select

from azulejo.server.messages import Complain, Receipt, Say, TableSettings, TalkLine, TalkRule
from azulejo.server.refusals import refuse_if
from azulejo.server.secrets import new_id
from azulejo.server.storage import ARCHIVED, OPEN, OVER, PERSON, PLAYING, as_json, schema
from azulejo.server.tables.access import Access, chosen_seat
from azulejo.server.tables.names import MOST_MARKS, is_hidden, marks_in_a_row
from azulejo.server.tables.transaction import TableView, Transaction, need_status

MOST_LINES = 300
"""So much is kept of what was said at a table."""
TOLD = 40
"""So many lines are told to whoever comes."""
SAID_AT_ONCE, SAID_WITHIN = 6, 20.0
"""So often one may say something within so many seconds."""
MOST_COMPLAINTS = 12
"""So many complaints are taken at one table."""

_LINK = re.compile(r"://|\bwww\.|\w\.[^\W\d_]{2,}|\w@\w", re.IGNORECASE)
"""What a link, or an address for mail, looks like."""


def talk_rule(settings: TableSettings) -> TalkRule:
    """Return what those who sit at a table may tell each other.

    >>> talk_rule(TableSettings()), talk_rule(TableSettings(public=True)), talk_rule(TableSettings(talk="off"))
    ('all', 'emotes', 'off')
    """
    return settings.talk or ("emotes" if settings.public else "all")


def cleaned_line(text: str) -> str:
    """Return what somebody wants to say as it is told; raises Refusal.

    >>> cleaned_line("  Well   played! ")
    'Well played!'
    """
    line = unicodedata.normalize("NFC", re.sub(r"\s+", " ", text).strip())
    refuse_if(line == "", 400, "server.talk.nothing")
    refuse_if(any(is_hidden(letter) for letter in line), 400, "server.talk.invisible")
    refuse_if(marks_in_a_row(line) > MOST_MARKS, 400, "server.name.marks")
    refuse_if(_LINK.search(line) is not None, 400, "server.talk.link")
    return line


def say(transaction: Transaction, access: Access, request: Say) -> Receipt:
    """Say something to those who sit at the table."""
    need_status(transaction.row, OPEN, PLAYING, OVER)
    seat, rule = chosen_seat(transaction, access, request.seat), talk_rule(transaction.row.settings)
    refuse_if(rule == "off", 409, "server.talk.off")
    refuse_if((request.text is None) == (request.emote is None), 400, "server.talk.one")
    refuse_if(request.text is not None and rule == "emotes", 409, "server.talk.emotes")
    refuse_if(transaction.seats[seat].silent, 403, "server.talk.silent")
    text = None if request.text is None else cleaned_line(request.text)
    columns, mine = schema.talk.c, schema.talk.c.table_id == transaction.row.id
    lately = select(func.count()).where(mine, columns.seat == seat, columns.at > transaction.now - SAID_WITHIN)
    refuse_if(transaction.connection.execute(lately).scalar_one() >= SAID_AT_ONCE, 429, "server.talk.often")
    last = transaction.connection.execute(select(func.max(columns.number)).where(mine)).scalar_one()
    number = 0 if last is None else last + 1
    line = {"number": number, "seat": seat, "at": transaction.now, "text": text, "emote": request.emote}
    transaction.connection.execute(insert(schema.talk), [{"table_id": transaction.row.id, **line}])
    transaction.connection.execute(delete(schema.talk).where(mine, columns.number <= number - MOST_LINES))
    transaction.is_talk = True
    return transaction.done(seat)


def lines(connection: Connection, table: str, most: int = TOLD) -> list[TalkLine]:
    """Return what was said last at a table."""
    columns = schema.talk.c
    query = select(columns.number, columns.seat, columns.at, columns.text, columns.emote)
    query = query.where(columns.table_id == table).order_by(columns.number.desc()).limit(most)
    return [TalkLine(**found._mapping) for found in connection.execute(query)][::-1]


def lines_of(view: TableView, most: int) -> list[TalkLine]:
    """Return what was said last at a table that is looked at."""
    return lines(view.connection, view.row.id, most)


# ---------------------------------------------------------------- complaints


def complain(transaction: Transaction, access: Access, request: Complain) -> Receipt:
    """Write down a complaint about somebody, with what was said at the table, for those who run the server."""
    row = transaction.row
    refuse_if(row.status == ARCHIVED, 409, "server.table.archived")
    seat = chosen_seat(transaction, access, request.seat)
    people = [one.seat for one in transaction.seats if one.kind == PERSON and one.seat not in access.seats]
    refuse_if(request.about not in people, 400, "server.complaint.nobody")
    columns, here = schema.complaints.c, schema.complaints.c.table_id == row.id
    known: Sequence[tuple[int, int]] = [
        (one.by_seat, one.seat)
        for one in transaction.connection.execute(select(columns.by_seat, columns.seat).where(here))
    ]
    is_known = (seat, request.about) in known or len(known) >= MOST_COMPLAINTS
    refuse_if(is_known, 409, "server.complaint.twice")
    said = lines(transaction.connection, row.id, MOST_LINES)
    complaint = {
        "id": new_id(),
        "at": transaction.now,
        "table_id": row.id,
        "game": row.game,
        "seat": request.about,
        "name": transaction.seats[request.about].name,
        "by_seat": seat,
        "by_name": transaction.seats[seat].name,
        "reason": request.reason,
        "text": "".join(letter for letter in request.text.strip() if letter == "\n" or not is_hidden(letter)),
        "talk": as_json(said),
    }
    transaction.connection.execute(insert(schema.complaints), [complaint])
    transaction.is_quiet = True
    return transaction.done(seat)
