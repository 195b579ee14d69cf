"""Makes the fixture of a revision of the schema: ``python -m tests.server.make_old_database REVISION FOLDER``.

It holds a game of every kind in progress, one that is over, an open table and a record brought in, as SQL texts for
both databases. To be run once, when the revision is the newest; the files then stay as they are.
"""

import random
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

from azulejo.play import new_game
from azulejo.server.messages import GameClock, ImportRecord, Leave
from azulejo.server.settings import Settings
from azulejo.server.storage import Database
from azulejo.server.tables import Tables
from tests.server.postgresql import program, running_server
from tests.server.seating import ADDRESS, Clock, request, sit


def fill(database: Database) -> None:
    """Put some tables in."""
    tables = Tables(database, Settings(database="sqlite:///x"), Clock())
    rng = random.Random(1)
    for number, game in enumerate(("azul", "duel", "garden")):
        sitting = sit(
            tables, game, "me:Anna", "open", seed=number, clock=GameClock(seconds=600, increment=5), public=True
        )
        for _ in range(12):
            sitting.play_any(rng)
    ended = sit(tables, "azul", "me", "hotseat", "novice", public=True)
    for seat in (0, 1):
        tables.resign(ended.table, ended.viewer(0, 1), Leave(seat=seat))
    tables.create(request("azul", "me", "open", public=True), ADDRESS)
    tables.import_record(ImportRecord(record=new_game("azul", seed=1).record().to_dict()), ADDRESS)


def main(revision: str, folder: Path) -> None:
    """Write both texts."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / "old.sqlite"
        database = Database(f"sqlite:///{file}")
        database.upgrade(revision)
        fill(database)
        database.close()
        with sqlite3.connect(file) as connection:
            (folder / f"{revision}.sqlite.sql").write_text("\n".join(connection.iterdump()) + "\n")
    with running_server() as server, server.database() as url:
        database = Database(url)
        database.upgrade(revision)
        fill(database)
        database.close()
        command = [str(program("pg_dump")), "--inserts", "--no-owner", "--no-comments", "-h", str(server.folder)]
        command += ["-U", "azulejo", str(database.url.database)]
        dump = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        of_this_version = ("--", "\\", "SET ", "SELECT pg_catalog.set_config")
        lines = [line for line in dump.split("\n") if line and not line.startswith(of_this_version)]
        (folder / f"{revision}.postgresql.sql").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
