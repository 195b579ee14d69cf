"""Makes the fixtures of a version: ``python -m tests.server.make_fixtures FOLDER``, run by that version itself.

Everything is played through the API of a real server, so that this file needs nothing of the version's inside. The
folder gets a database of each kind, ``sqlite.json`` and ``postgresql.json`` that say what each seat of its tables saw,
and records. To be run once, when a version is published; the files then stay as they are.
"""

import json
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from azulejo.play import Game, Record
from tests.server.postgresql import program, running_server
from tests.server.processes import Client, Made, ServerProcess, first_moves, wait_for

Json = dict[str, Any]

OWN_SIDE = json.dumps(
    {
        "rounds": [{"dark_green": 2, "tree": 1}, {"light_blue": 3}, {"dark_green": 1, "light_blue": 2}, {"tree": 4}],
        "pavilion": 2,
        "groups": {"6": 9},
    }
)
"""A scoring board of Queen's Garden that a table has typed in."""

OF_POSTGRESQL = ("--", "\\", "SET ", "SELECT pg_catalog.set_config")
"""Lines of a dump that only the version of PostgreSQL understands that wrote it."""


@dataclass
class Kept:
    """A table with the secrets of its seats, and what each of them saw when the server stopped."""

    name: str
    table: str
    tokens: dict[int, str] = field(default_factory=dict)
    maker: str | None = None
    status: str = ""
    seen: dict[str, Json] = field(default_factory=dict)
    """By seat (or ``spectator``): how many events, the position, whose turn it is."""

    def add(self, made: Made) -> None:
        """Keep the secrets that came with making or joining a table."""
        self.tokens |= dict(zip(made.seats, made.tokens, strict=True))
        self.maker = self.maker or made.maker


def people(*names: str) -> list[Json]:
    """Return seats of people who share a device."""
    return [{"who": "hotseat" if number else "me", "name": name} for number, name in enumerate(names)]


class Filler:
    """Plays games of every kind on one server."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.kept: list[Kept] = []
        self.records: list[Json] = []

    def make(self, name: str, game: str, seats: list[Json], **more: Any) -> Kept:
        """Make a table."""
        made = self.client.create(game, seats, **more)
        table = Kept(name, made.table)
        table.add(made)
        self.kept.append(table)
        return table

    def now(self, table: Kept) -> Json:
        """Return how a table stands for the seat to move, if it is one of ours."""
        now: Json = self.client.state(table.table, list(table.tokens.values()))["now"]
        return now

    def play(self, table: Kept, moves: int, choose: Callable[[Json], list[str]] = first_moves) -> None:
        """Play so many times for whoever is to move, or until the game is over; bots play for themselves."""
        for _ in range(moves):
            wait_for(lambda: self.is_ours(table))
            now = self.now(table)
            if now["turn"] is None:
                return
            self.move(table, choose(now), now)

    def is_ours(self, table: Kept) -> bool:
        """Return whether no bot is to move: not even one for somebody who left."""
        state = self.client.state(table.table)
        turn = state["now"]["turn"]
        return turn is None or (turn in table.tokens and "left" not in state["table"]["players"][turn])

    def move(self, table: Kept, moves: list[str], now: Json) -> None:
        """Play moves of one turn."""
        body = {"moves": moves, "after": now["number"], "seat": now["turn"]}
        self.client.post(f"/tables/{table.table}/moves", body, [table.tokens[now["turn"]]])

    def undo(self, table: Kept) -> None:
        """Take back all that the seat to move may take back."""
        now = self.now(table)
        body = {"after": now["number"], "count": now["undo"], "seat": now["turn"]}
        self.client.post(f"/tables/{table.table}/undo", body, [table.tokens[now["turn"]]])

    def until(self, table: Kept, wanted: Callable[[Json], bool], rng: random.Random) -> bool:
        """Play any moves until the seat to move sees what is wanted; return whether it came to that."""
        for _ in range(60):
            now = self.now(table)
            if now["turn"] is None or wanted(now):
                return now["turn"] is not None
            self.move(table, [rng.choice(now["legal"])["move"]], now)
        return False

    def record(self, table: Kept) -> Json:
        """Download the record of a game that is over."""
        found: Json = self.client.get(f"/tables/{table.table}/record")
        self.records.append(found)
        return found

    # ------------------------------------------------------------ the tables

    def fill(self) -> None:
        """Make all tables."""
        self.running()
        self.secrets_of_duel()
        self.undone()
        self.over()
        for table in self.kept:
            self.look(table)

    def running(self) -> None:
        """Games in progress, and one table that waits."""
        public = {"public": True}
        self.make("open", "azul", [*people("Ana"), {"who": "open"}, {"who": "bot", "level": "novice"}], settings=public)
        clock = {"clock": {"kind": "game", "seconds": 86_400, "increment": 5}}
        four = people("Ana", "Rui", "Eva", "Leo")
        self.play(self.make("clock", "azul", four, options={"wall": "grey"}, settings=clock, seed=4), 14)
        days = {"clock": {"kind": "days", "days": 60}, "takeover": "novice", **public}
        table = self.make("days", "azul", [*people("Ana"), {"who": "open"}], settings=days)
        table.add(self.client.join(table.table, name="Rui"))
        self.play(table, 8)
        three = people("Ana", "Rui", "Eva")
        table = self.make("one left", "azul", three, options={"first": "1"}, seed=5)
        self.client.post(f"/tables/{table.table}/resign", {"seat": 2}, [table.tokens[2]])
        self.play(table, 5)
        self.play(self.make("own side", "garden", three, options={"side": OWN_SIDE}, seed=6), 12)
        self.play(self.make("variant", "garden", people("Ana", "Rui"), options={"side": "variant"}, seed=7), 6)
        position = self.client.state(table.table)["now"]["position"]
        self.play(self.make("position", "azul", three, position=position), 3)

    def secrets_of_duel(self) -> None:
        """Duel in the middle of a turn, after plates were drawn that only one seat may see."""
        for seed in range(200):
            table = self.make("secrets", "duel", people("Ana", "Rui"), options={"first": "0"}, seed=seed)
            if self.until(table, _has_seen_plates, random.Random(seed)):
                return
            self.client.ask("DELETE", f"/tables/{table.table}", [str(table.maker), *table.tokens.values()])
            self.kept.remove(table)
        raise AssertionError("nobody has drawn plates")

    def undone(self) -> None:
        """Moves taken back: of one's own unfinished turn, and freely against a bot."""
        table = self.make("undone in a turn", "garden", people("Ana", "Rui"), seed=8)
        assert self.until(table, lambda now: now.get("undo", 0) > 0, random.Random(1))
        self.undo(table)
        self.play(table, 2)
        bot = [*people("Ana"), {"who": "bot", "level": "first-timer"}]
        table = self.make("undone freely", "azul", bot, settings={"undo": "free", "helpers": "advice"}, seed=9)
        self.play(table, 3)
        wait_for(lambda: self.now(table)["turn"] == 0)
        self.undo(table)
        self.play(table, 1)
        wait_for(lambda: self.now(table)["turn"] == 0)

    def over(self) -> None:
        """Games that ended, and what came of them."""
        two = people("Ana", "Rui")
        clock = {"clock": {"kind": "game", "seconds": 3_600}}
        first = self.make("over", "azul", two, settings=clock)
        self.play(first, 200)
        self.record(first)
        made = Made.of(self.client.post(f"/tables/{first.table}/rematch", tokens=[first.tokens[0]]))
        table = Kept("rematch", made.table)
        table.add(made)
        self.kept.append(table)
        made = Made.of(self.client.post(f"/tables/{first.table}/again", {"seats": two}))
        table = Kept("again", made.table)
        table.add(made)
        self.kept.append(table)
        self.play(table, 4)
        table = self.make("duel over", "duel", two, settings=clock)
        self.play(table, 400)
        self.archive(self.record(table))
        table = self.make("garden over", "garden", two, options={"side": OWN_SIDE})
        self.play(table, 10)
        self.client.post(f"/tables/{table.table}/resign", {"seat": 0}, [table.tokens[0]])
        self.record(table)

    def archive(self, record: Json) -> None:
        """Bring in a record with everything a record can hold."""
        read = Record.from_dict(record)
        full = replace(
            Game.from_record(read).record(snapshots=True),
            clocks=read.clocks,
            comments={3: "A good beginning: «хорошее начало»."},
            evaluations={4: 0.5},
        )
        assert full.snapshots
        self.records[-1] = full.to_dict()
        made = Made.of(self.client.post("/records", {"record": full.to_dict()}))
        self.kept.append(Kept("archived", made.table, maker=made.maker))

    def look(self, table: Kept) -> None:
        """Write down what each seat sees."""
        table.status = self.client.state(table.table)["table"]["status"]
        for seat, tokens in [("spectator", []), *((str(seat), [one]) for seat, one in table.tokens.items())]:
            now = self.client.state(table.table, tokens)["now"]
            table.seen[seat] = {part: now.get(part) for part in ("number", "position", "turn")}
            table.seen[seat]["legal"] = len(now.get("legal", []))


def _has_seen_plates(now: Json) -> bool:
    """Return whether the seat to move is in the middle of a turn in which it has drawn plates."""
    turn: list[Json] = []
    for line in reversed(now["events"]):
        event = line["event"]
        if "to" in event or ("seat" in event and event["seat"] == now["turn"]):
            turn.append(event)
        else:
            break
    return any(event.get("to") == now["turn"] for event in turn) and bool(now["legal"])


def played(database: str) -> Filler:
    """Play everything on a server with a database; it is stopped then."""
    with ServerProcess(database) as server, server.client() as client:
        filler = Filler(client)
        filler.fill()
        return filler


def write_tables(folder: Path, kind: str, filler: Filler) -> None:
    """Write what there is in a database."""
    text = json.dumps([asdict(table) for table in filler.kept], ensure_ascii=False, indent=0)
    (folder / f"{kind}.json").write_text(text + "\n", encoding="utf-8")


def main(folder: Path) -> None:
    """Write everything."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / "azulejo.sqlite"
        filler = played(f"sqlite:///{file}")
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("PRAGMA page_size=1024")
            connection.execute("VACUUM")
        shutil.copy(file, folder / "azulejo.sqlite")
    write_tables(folder, "sqlite", filler)
    lines = [json.dumps(record, ensure_ascii=False) for record in filler.records]
    (folder / "records.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    with running_server() as server, server.database() as url:
        write_tables(folder, "postgresql", played(url))
        name = url.partition("@/")[2].partition("?")[0]
        command = [str(program("pg_dump")), "--inserts", "--no-owner", "--no-comments", "-h", str(server.folder)]
        dump = subprocess.run([*command, "-U", "azulejo", name], capture_output=True, text=True, check=True).stdout
        kept = [line for line in dump.split("\n") if line and not line.startswith(OF_POSTGRESQL)]
        (folder / "azulejo.postgresql.sql").write_text("\n".join(kept) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
