"""Datasets: what is in the files, that they can be taken up again, and that many processes make the same as one."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from azulejo import Record, verify
from azulejo.arena.match import Watcher
from azulejo.arena.workers import Games, in_this_process, runner
from azulejo.batches.rewards import final_rewards
from azulejo.bots import Bot, bot_named
from azulejo.envs.dataset.command import make_dataset
from azulejo.envs.dataset.rows import play_game_of
from azulejo.envs.dataset.settings import DatasetSettings
from azulejo.envs.dataset.store import GAMES, POSITIONS
from azulejo.games import rulebook
from azulejo.games.contract import legal_moves, observe
from azulejo.play import Move, View
from azulejo.texts.errors import BadOption, BadRecord
from tests.conftest import StartProgram
from tests.envs.helpers import needs_compiling

pytestmark = [needs_compiling, pytest.mark.slow]


def settings(game: str = "azul", **given: Any) -> DatasetSettings:
    return DatasetSettings.make(game, **{"games": 3, "nodes": 20, "seed": 5, "bots": ["random", "greedy"], **given})


def rows(folder: Path, kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        row for file in (folder / kind).glob("*.parquet") for row in pq.read_table(file).to_pylist()
    ]
    return sorted(found, key=lambda row: (row["game"], row.get("decision", 0)))


# ---------------------------------------------------------------- what is in it


@pytest.mark.parametrize(("game", "seats"), [("azul", 2), ("azul", 3), ("duel", 2), ("garden", 2)])
def test_every_row_says_what_the_rules_say(game: str, seats: int, tmp_path: Path) -> None:
    made = make_dataset(settings(game, seats=seats, nodes=8, games=2), tmp_path)
    assert (made.games, made.interrupted) == (2, False)
    book = rulebook(game)
    games, positions = rows(tmp_path, GAMES), rows(tmp_path, POSITIONS)
    assert [row["game"] for row in games] == [0, 1]
    for row in games:
        record = Record.from_json(row["record"])
        replayed = verify(record)
        assert tuple(row["scores"]) == replayed.scores == record.scores
        assert tuple(row["winners"]) == record.winners
        assert row["rewards"] == final_rewards(row["winners"], seats).tolist()
        assert row["players"] == list(record.players)
        assert row["faults"] == []
        own = [position for position in positions if position["game"] == row["game"]]
        assert row["decisions"] == len(own) == sum("move" in event for event in record.events)
        for number, position in enumerate(own):
            check_position(book, position, row, number, record)


def check_position(book: Any, position: dict[str, Any], game: dict[str, Any], number: int, record: Record) -> None:
    """See that a row of a position agrees with the rules, the record and the end of the game."""
    seat = position["seat"]
    assert position["decision"] == number
    assert record.events[position["event"]] == {"move": position["text"], "seat": seat}
    assert book.move_text(position["move"]) == position["text"]
    state = book.parse_position(position["position"])
    moves = np.zeros(book.moves_room, np.int16)
    assert position["legal"] == moves[: legal_moves(state, moves)].tolist()
    numbers = np.zeros(book.observation, np.float32)
    observe(state, seat, numbers)
    assert np.array_equal(np.array(position["observation"], np.float32), numbers)
    assert position["reward"] == game["rewards"][seat]
    others = [score for other, score in enumerate(game["scores"]) if other != seat]
    assert position["final_margin"] == game["scores"][seat] - max(others)
    if len(position["legal"]) == 1:
        assert position["win"] is position["visits"] is position["best"] is None
    else:
        assert position["best"] in position["legal"]
        assert 0 <= position["win"] <= 1
        assert position["nodes"] > 0
        assert len(position["visits"]) == len(position["margins"]) == len(position["legal"])


def test_the_evaluation_is_that_of_the_engine_and_left_to_itself_it_plays_what_it_thinks_best() -> None:
    made = settings(bots=None, nodes=30, games=1)
    assert made.bots == ("engine@30n",)
    played = play_game_of(made, 0)
    searched = [row for row in played.positions if row["best"] is not None]
    assert len(searched) > 20
    assert [row["move"] for row in searched] == [row["best"] for row in searched]
    assert play_game_of(made, 0).game == played.game


def test_without_nodes_and_observations_there_are_none(tmp_path: Path) -> None:
    make_dataset(settings(nodes=0, observations=False), tmp_path)
    table = pq.read_table(tmp_path / POSITIONS)
    assert "observation" not in table.column_names
    assert table["win"].null_count == table.num_rows > 50
    assert json.loads(table.schema.metadata[b"azulejo"])["nodes"] == 0


def test_bots_move_on_by_a_seat_from_game_to_game(tmp_path: Path) -> None:
    make_dataset(settings(nodes=0), tmp_path)
    assert [row["players"] for row in rows(tmp_path, GAMES)] == [
        ["random", "greedy"],
        ["greedy", "random"],
        ["random", "greedy"],
    ]


def test_a_bot_that_fails_loses_and_the_row_says_so(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(
        "def choose(view):\n    return 'nonsense' if len(view.record.events) > 8 else view.legal_moves[0]\n"
    )
    made = make_dataset(settings(bots=[f"{file}:choose", "random"], nodes=0, games=1), tmp_path / "set")
    assert made.faults == {"nonsense": 1}
    (row,) = rows(tmp_path / "set", GAMES)
    assert row["faults"] == ["0: nonsense"]
    assert row["winners"] == [1]
    assert row["decisions"] == len(rows(tmp_path / "set", POSITIONS)) > 3


WRITTEN: dict[str, Callable[[Move], Any]] = {
    "capitals": lambda move: move.text.upper(),
    "spaces": lambda move: f" {move.text} ",
    "text": lambda move: move.text,
    "code": lambda move: move.code,
    "NumPy's number": lambda move: np.int16(move.code),
    "move": lambda move: move,
}


@pytest.mark.parametrize("way", WRITTEN)
def test_an_answer_may_be_written_in_every_way_that_can_be_played(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Writer(Bot):
        def choose(self, view: View) -> Move | str | int:
            answer: Move | str | int = WRITTEN[way](view.legal_moves[0])
            return answer

    monkeypatch.setattr("azulejo.arena.players.bot_named", lambda name, game: Writer())
    played = play_game_of(settings(bots=[f"writer of {way}"], nodes=0), 0)
    assert played.game["faults"] == []
    moves = [event["move"] for event in Record.from_json(played.game["record"]).events if "move" in event]
    assert [row["text"] for row in played.positions] == moves
    assert [row["move"] for row in played.positions] == [row["legal"][0] for row in played.positions]


# ---------------------------------------------------------------- going on


def same(one: Path, other: Path) -> bool:
    """Return whether two folders hold the same games and positions."""
    return all(repr(rows(one, kind)) == repr(rows(other, kind)) for kind in (GAMES, POSITIONS))


def test_what_was_interrupted_goes_on_and_is_the_same_in_the_end(tmp_path: Path) -> None:
    def interrupted(work: Any, todo: Any) -> Games:
        yield from in_this_process(work, todo[:2])
        raise KeyboardInterrupt

    made = make_dataset(settings(games=5), tmp_path / "one", interrupted)
    assert (made.games, made.interrupted) == (2, True)
    assert len(rows(tmp_path / "one", GAMES)) == 2
    made = make_dataset(settings(games=5, seed=None), tmp_path / "one")
    assert (made.games, made.interrupted) == (5, False)
    make_dataset(settings(games=5), tmp_path / "other")
    assert same(tmp_path / "one", tmp_path / "other")


def test_more_games_are_added_and_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    make_dataset(settings(games=2), tmp_path)
    before = (tmp_path / GAMES / "part-00000.parquet").read_bytes()
    (tmp_path / POSITIONS / "part-00001.parquet").write_bytes(b"half a part: its games were never written")
    (tmp_path / GAMES / "part-00001.new").write_bytes(b"half a file")
    make_dataset(settings(games=4), tmp_path)
    assert (tmp_path / GAMES / "part-00000.parquet").read_bytes() == before
    assert sorted(file.name for file in (tmp_path / GAMES).iterdir()) == ["part-00000.parquet", "part-00001.parquet"]
    assert [row["game"] for row in rows(tmp_path, GAMES)] == [0, 1, 2, 3]
    make_dataset(settings(games=2), tmp_path, fresh=True)
    assert [row["game"] for row in rows(tmp_path, GAMES)] == [0, 1]


def told(folder: Path) -> list[int]:
    """Return how many games a folder has by its settings, and by what the newest part says of itself."""
    newest = max((folder / GAMES).iterdir())
    metadata = json.loads(pq.read_schema(newest).metadata[b"azulejo"])
    return [json.loads((folder / "settings.json").read_text())["games"], metadata["games"]]


def test_a_smaller_number_of_games_takes_none_away(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []

    class Seeing(Watcher):
        def begins(self, settings: Any, done: int) -> None:
            seen.append((done, settings.games))

    make_dataset(settings(games=5, nodes=0), tmp_path, watcher=Seeing())
    made = make_dataset(settings(games=2, nodes=0), tmp_path, watcher=Seeing())
    assert made.games == len(rows(tmp_path, GAMES)) == 5
    assert told(tmp_path) == [5, 5]
    assert seen == [(0, 5), (5, 5)]
    assert make_dataset(settings(games=2, nodes=0), tmp_path, fresh=True).games == 2
    assert told(tmp_path) == [2, 2]


def test_only_what_is_asked_for_is_played_where_later_games_ended_before_earlier_ones(tmp_path: Path) -> None:
    def backwards(work: Any, todo: Any) -> Games:
        yield from in_this_process(work, todo[:-3:-1])
        raise KeyboardInterrupt

    make_dataset(settings(games=8, nodes=0), tmp_path, backwards)
    made = make_dataset(settings(games=3, nodes=0), tmp_path)
    assert [row["game"] for row in rows(tmp_path, GAMES)] == [0, 1, 2, 6, 7]
    assert made.games == 5
    assert told(tmp_path) == [8, 8]
    assert make_dataset(settings(games=8, nodes=0), tmp_path).games == 8
    assert [row["game"] for row in rows(tmp_path, GAMES)] == list(range(8))


def test_long_runs_are_written_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejo.envs.dataset.store.PART_POSITIONS", 50)
    make_dataset(settings(nodes=0), tmp_path)
    assert len(list((tmp_path / GAMES).iterdir())) == len(list((tmp_path / POSITIONS).iterdir())) == 3
    assert len(rows(tmp_path, GAMES)) == 3


def test_two_processes_make_the_same_dataset_as_one(tmp_path: Path) -> None:
    make_dataset(settings(games=4), tmp_path / "one")
    make_dataset(settings(games=4), tmp_path / "two", runner(2))
    assert same(tmp_path / "one", tmp_path / "two")


@pytest.mark.long
@pytest.mark.filterwarnings("default")  # Ray's own warnings are not ours
def test_a_cluster_makes_the_same_dataset_as_one_process(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="the extra `cluster` is not installed")
    from ray.cluster_utils import Cluster

    arguments = {"num_cpus": 1, "object_store_memory": 80 * 1024 * 1024, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=arguments)
    try:
        make_dataset(settings(games=4), tmp_path / "one")
        make_dataset(settings(games=4), tmp_path / "two", runner(cluster=cluster.address))
    finally:
        cluster.shutdown()
    assert same(tmp_path / "one", tmp_path / "two")


def test_ctrl_c_keeps_what_is_finished_and_the_same_command_goes_on(
    start_program: StartProgram, tmp_path: Path
) -> None:
    folder, lines = tmp_path / "set", tmp_path / "lines"
    command = [sys.executable, "-c", "from azulejo.cli import main; main()", "dataset", "azul", "--bots", "random"]
    command += ["--nodes", "0", "--seed", "1", "--jobs", "2", "--out", str(folder), "--games"]
    with lines.open("w") as errors:
        process = start_program([*command, "100000"], stderr=errors)
    while not re.search(r"^[1-9]\d* of 100000 games", lines.read_text(), re.MULTILINE):
        assert process.poll() is None, lines.read_text()
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait() == 130, lines.read_text()
    assert "the same command continues" in lines.read_text()
    kept = [row["game"] for row in rows(folder, GAMES)]
    assert 0 < len(kept) == len(set(kept)) < 100000
    assert f"{len(kept)} game" in lines.read_text().splitlines()[-1]
    more = max(kept) + 3  # games need not end in the order in which they began
    done = subprocess.run([*command, str(more)], stderr=subprocess.PIPE, text=True, check=True)
    assert f"{more} games are in" in done.stderr
    assert [row["game"] for row in rows(folder, GAMES)] == list(range(more))


def test_a_folder_with_other_games_is_left_alone(tmp_path: Path) -> None:
    make_dataset(settings(nodes=0), tmp_path)
    with pytest.raises(BadOption, match="other settings"):
        make_dataset(settings(nodes=5), tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadRecord, match="cannot be opened"):
        make_dataset(settings(nodes=0), tmp_path / "file" / "set")


def test_the_evaluator_is_a_bot_of_ours() -> None:
    name = settings().evaluator
    assert name is not None
    assert bot_named(name, "azul").name == name
