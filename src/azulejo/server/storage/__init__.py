"""Where tables are kept: SQLite in one file, or PostgreSQL, by one setting."""

from azulejo.server.storage import rows, schema
from azulejo.server.storage.database import Database, database_url
from azulejo.server.storage.rows import (
    ARCHIVED,
    BOT,
    OPEN,
    OVER,
    PERSON,
    PLAYING,
    SeatRow,
    StoredEvent,
    TableRow,
    as_json,
)

__all__ = [
    "ARCHIVED",
    "BOT",
    "OPEN",
    "OVER",
    "PERSON",
    "PLAYING",
    "Database",
    "SeatRow",
    "StoredEvent",
    "TableRow",
    "as_json",
    "database_url",
    "rows",
    "schema",
]
