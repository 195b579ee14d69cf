"""What is stored, as it is in the newest revision; ``migrations`` says how it came about.

Times are seconds since 1970. Everything that only the program reads is JSON in a text column.
"""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

MAKER = -1
"""As the seat of a token: the right of the table's maker."""


def _table_key() -> "Column[str]":
    return Column("table_id", String(12), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


tables = Table(
    "tables",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("options", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("status", String(8), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("practice", Boolean, nullable=False),
    # whether anybody may know what will be drawn
    Column("known_deal", Boolean, nullable=False),
    # where the game began, if not with an empty table
    Column("position", Text),
    # the dealer's secret; none in a record brought in without it
    Column("seed", LargeBinary),
    Column("commitment", String(64), nullable=False, index=True),
    # shared by the tables that play the same deal
    Column("deal", String(12), nullable=False, index=True),
    # of a record brought in: comments, evaluations and what was given by hand
    Column("remarks", Text),
    # how many events there are, and how often anything has changed
    Column("length", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("turn", SmallInteger),
    Column("created", Float(53), nullable=False),
    Column("changed", Float(53), nullable=False),
    Column("ended", Float(53)),
    Column("expires", Float(53), index=True),
    Column("address", String(32), nullable=False, index=True),
    Column("rematch", String(12)),
    # the seconds left for every seat at clock_since, and when the running clock will have run out
    Column("clock_left", Text),
    Column("clock_since", Float(53)),
    Column("deadline", Float(53), index=True),
    # since when a bot is to move; who works on it, and how often that has failed
    Column("bot_due", Float(53), index=True),
    Column("lease", String(12)),
    Column("lease_process", String(12)),
    Column("lease_until", Float(53), nullable=False),
    Column("failures", Integer, nullable=False),
    # the level that plays for those who are away
    Column("takeover", String(32), index=True),
    # where people play: a sign of those not to move; the position, and the one that all see if it is another
    Column("fingerprint", String(32), index=True),
    Column("positions", LargeBinary),
    Index("ix_tables_public_created", "public", "created", "id"),
)

seats = Table(
    "seats",
    metadata,
    _table_key(),
    Column("seat", SmallInteger, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", Text, nullable=False),
    # what the name looks like, to tell look-alikes
    Column("skeleton", Text, nullable=False),
    Column("level", String(32)),
    # the seat of the game before, for whose player this one is kept
    Column("reserved", SmallInteger),
    Column("last_seen", Float(53), nullable=False),
    Column("away", Boolean, nullable=False),
    Column("advice", Boolean, nullable=False),
    Column("left", String(8)),
    # whether they ask to take back a turn, or agree to it, and how often they have asked
    Column("takeback", String(8)),
    Column("takebacks", SmallInteger, nullable=False),
    # whether those who run the server have taken the word from them
    Column("silent", Boolean, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    _table_key(),
    Column("hash", String(64), primary_key=True),
    Column("seat", SmallInteger, nullable=False),
    Column("created", Float(53), nullable=False),
)

events = Table(
    "events",
    metadata,
    _table_key(),
    Column("number", Integer, primary_key=True),
    Column("event", Text, nullable=False),
    Column("at", Float(53), nullable=False),
    Column("clocks", Text),
    sqlite_with_rowid=False,
)

talk = Table(
    "talk",
    metadata,
    _table_key(),
    Column("number", Integer, primary_key=True),
    Column("seat", SmallInteger, nullable=False),
    Column("at", Float(53), nullable=False),
    Column("text", Text),
    Column("emote", String(12)),
)
"""What people at a table have said to each other."""

complaints = Table(
    "complaints",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("at", Float(53), nullable=False, index=True),
    # the table may be gone by the time that somebody looks
    Column("table_id", String(12), nullable=False, index=True),
    Column("game", String(32), nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("by_seat", SmallInteger, nullable=False),
    Column("by_name", Text, nullable=False),
    Column("reason", String(12), nullable=False),
    Column("text", Text, nullable=False),
    # what was said at the table by then
    Column("talk", Text, nullable=False),
    # what became of it
    Column("outcome", String(12)),
    Column("handled", Float(53)),
)

processes = Table(
    "processes",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("beat", Float(53), nullable=False),
)

presence = Table(
    "presence",
    metadata,
    _table_key(),
    Column("seat", SmallInteger, primary_key=True),
    Column("process", String(12), primary_key=True, index=True),
)
"""Which process holds a live connection of a seat. It counts only while that process is alive."""

reports = Table(
    "reports",
    metadata,
    _table_key(),
    Column("setting", String(8), nullable=False),
    # waiting, running, ready, failed or cancelled; and how much of it is done
    Column("state", String(10), nullable=False, index=True),
    Column("done", Float(53), nullable=False),
    Column("report", Text),
    # for whom, and since when it waits
    Column("address", String(32), nullable=False),
    Column("since", Float(53), nullable=False),
    # who works on it, and how often that has failed
    Column("lease", String(12)),
    Column("lease_process", String(12)),
    Column("lease_until", Float(53), nullable=False),
    Column("failures", Integer, nullable=False),
)
"""What there is to say about finished games: made once, and kept."""
