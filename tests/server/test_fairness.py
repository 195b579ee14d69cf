"""What is stored of positions that people play, to be compared with others."""

from azulejo.games import rulebook
from azulejo.server.storage import rows
from azulejo.server.tables import Tables
from azulejo.server.tables.fairness import is_played, note_position
from tests.server.seating import game_of, two_people


def test_what_an_older_version_has_stored_is_passed_over(sqlite_tables: Tables) -> None:
    """A position of another length cannot be read; the next move writes a new one."""
    tables, victims = sqlite_tables, two_people(sqlite_tables)
    game = game_of(tables, victims.table)
    with tables.database.transaction(write=True) as connection:
        row = rows.read_table(connection, victims.table)
        row.positions = b"x" * 7
        rows.write_changes(connection, [(row, row.revision)], [])
        assert not is_played(connection, rulebook(row.game), game.state)
    with tables.writing(victims.table) as transaction:
        note_position(transaction)
    with tables.database.transaction() as connection:
        assert is_played(connection, rulebook(row.game), game.state)
