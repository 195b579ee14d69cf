"""Datasets: what is in the files, that they can be taken up again, and that many processes make the same as one."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from azulejo import Record, verify
from azulejo.arena.workers import Games, in_this_process, runner
from azulejo.bots import bot_named
from azulejo.envs.dataset.command import make_dataset
from azulejo.envs.dataset.rows import play_game_of
from azulejo.envs.dataset.settings import Settings
from azulejo.envs.dataset.store import GAMES, POSITIONS
from azulejo.envs.rewards import final_rewards
from azulejo.games import rulebook
from azulejo.games.contract import legal_moves, observe
from azulejo.texts.errors import BadOption, BadRecord
from tests.envs.helpers import needs_compiling

pytestmark = needs_compiling


def settings(game: str = "azul", **given: Any) -> Settings:
    return Settings.make(game, **{"games": 3, "nodes": 20, "seed": 5, "bots": ["random", "greedy"], **given})


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
    make_dataset(settings(bots=[f"{file}:choose", "random"], nodes=0, games=1), tmp_path / "set")
    (row,) = rows(tmp_path / "set", GAMES)
    assert row["faults"] == ["0: nonsense"]
    assert row["winners"] == [1]
    assert row["decisions"] == len(rows(tmp_path / "set", POSITIONS)) > 3


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


def test_long_runs_are_written_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejo.envs.dataset.store.PART_POSITIONS", 50)
    make_dataset(settings(nodes=0), tmp_path)
    assert len(list((tmp_path / GAMES).iterdir())) == len(list((tmp_path / POSITIONS).iterdir())) == 3
    assert len(rows(tmp_path, GAMES)) == 3


@pytest.mark.slow
def test_two_processes_make_the_same_dataset_as_one(tmp_path: Path) -> None:
    make_dataset(settings(games=4), tmp_path / "one")
    make_dataset(settings(games=4), tmp_path / "two", runner(2))
    assert same(tmp_path / "one", tmp_path / "two")


@pytest.mark.slow
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


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_finished_and_the_same_command_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    command = [sys.executable, "-c", "from azulejo.cli import main; main()", "dataset", "azul", "--bots", "random"]
    command += ["--nodes", "0"]
    command += ["--games", "3000", "--seed", "1", "--jobs", "2", "--out", str(folder)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    end = time.monotonic() + 300
    while not (folder / "settings.json").exists() and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(3)
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130, said
    assert "the same command goes on" in said
    kept = len(rows(folder, GAMES))
    assert 0 <= kept < 3000
    command[command.index("3000")] = str(kept + 2)
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=True)
    assert f"{kept + 2} games are in" in done.stderr
    assert [row["game"] for row in rows(folder, GAMES)] == sorted(row["game"] for row in rows(folder, GAMES))
    assert len(rows(folder, GAMES)) == kept + 2


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
