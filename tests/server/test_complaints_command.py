"""``azulejo complaints``: what an operator sees and does on the command line."""

import subprocess
import sys
from pathlib import Path

import pytest

from azulejo.server.messages import Complain, Say
from azulejo.server.tables import Tables, talk
from azulejo.server.tables.complaints import listing
from tests.server.seating import two_people

pytestmark = pytest.mark.slow


def azulejo(tables: Tables, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command with a database."""
    command = [str(Path(sys.executable).with_name("azulejo")), "complaints", *arguments]
    url = tables.database.url.render_as_string(hide_password=False)
    return subprocess.run([*command, "--database", url], capture_output=True, text=True, check=False)


def test_an_operator_looks_at_complaints_and_acts(sqlite_tables: Tables) -> None:
    assert "no complaints" in azulejo(sqlite_tables).stdout
    sitting = two_people(sqlite_tables)
    sqlite_tables.write(sitting.table, talk.say, sitting.access(1), Say(text="You play like a bag"))
    sqlite_tables.write(sitting.table, talk.say, sitting.access(1), Say(emote="oops"))
    sqlite_tables.write(sitting.table, talk.complain, sitting.access(0), Complain(about=1, reason="insult"))
    (found,) = listing(sqlite_tables)
    assert found.id in azulejo(sqlite_tables).stdout
    page = azulejo(sqlite_tables, found.id).stdout
    assert "You play like a bag" in page
    assert "Oops!" in page
    assert "Ой!" in azulejo(sqlite_tables, found.id, "--lang", "ru").stdout
    assert azulejo(sqlite_tables, found.id, "--do", "silence").returncode == 0
    assert "no complaints" in azulejo(sqlite_tables).stdout
    assert sqlite_tables.read(sitting.table, lambda view: view.seats[1].silent)


def test_mistakes_are_one_sentence(sqlite_tables: Tables) -> None:
    for arguments in (["nothing"], ["--do", "silence"], ["x", "--do", "shout"]):
        said = azulejo(sqlite_tables, *arguments)
        assert said.returncode != 0
        assert len(said.stderr.strip().splitlines()) == 1, said.stderr
