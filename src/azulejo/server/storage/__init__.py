"""Where tables are kept: SQLite in one file, or PostgreSQL, by one setting."""

from azulejo.server.storage.database import Database, database_url

__all__ = ["Database", "database_url"]
