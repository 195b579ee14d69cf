"""What those who run the server do about complaints: look at them, and act."""

from typing import Any, Literal, TypeAlias

from sqlalchemy import delete, select, update

from azulejo.server.refusals import Refusal
from azulejo.server.storage import schema
from azulejo.server.tables.names import person_name, skeleton
from azulejo.server.tables.transaction import Tables, Transaction
from azulejo.texts.errors import BadOption

Deed: TypeAlias = Literal["dismiss", "silence", "restore", "clear", "rename"]
"""Nothing; take the word from them at that table; give it back; remove what they said; take their name."""


def listing(tables: Tables, most: int = 100) -> list[Any]:
    """Return the complaints that nobody has handled, the oldest first."""
    columns = schema.complaints.c
    query = select(schema.complaints).where(columns.handled.is_(None)).order_by(columns.at).limit(most)
    return tables.database.find(query)


def find(tables: Tables, complaint: str) -> Any:
    """Return one complaint; raises BadOption if there is none."""
    found = tables.database.find(select(schema.complaints).where(schema.complaints.c.id == complaint))
    if not found:
        raise BadOption("cli.complaints.unknown", value=complaint[:40])
    return found[0]


def act(tables: Tables, complaint: str, deed: Deed) -> None:
    """Do something about a complaint, and write down what; of a table that is gone nothing else is left to do."""
    found = find(tables, complaint)
    try:
        if deed != "dismiss":
            tables.write(found.table_id, _act, found.seat, deed)
    except Refusal as refused:
        if refused.status != 404:
            raise
    with tables.database.transaction(write=True) as connection:
        mine = schema.complaints.c.id == complaint
        connection.execute(update(schema.complaints).where(mine).values(outcome=deed, handled=tables.now()))


def _act(transaction: Transaction, number: int, deed: Deed) -> None:
    """Do something about a player."""
    seat, said = transaction.seats[number], schema.talk.c
    if deed in ("silence", "restore"):
        seat.silent = deed == "silence"
    elif deed == "clear":
        mine = (said.table_id == transaction.row.id, said.seat == number)
        transaction.connection.execute(delete(schema.talk).where(*mine))
    else:
        seat.name = person_name("", number, [one.name for one in transaction.seats if one is not seat], "en")
        seat.skeleton = skeleton(seat.name)
