"""Every command works for a game of another package as it does for our own."""

import json
import re
from pathlib import Path

import pytest

from azulejo import games, new_game, read_records, verify
from azulejo.bots.levels import LEVELS
from azulejo.kernel.rule import COMPILED
from tests.choosing import some_of
from tests.plugin.conftest import Azulejo

pytestmark = pytest.mark.slow

needs_compiling = pytest.mark.skipif(not COMPILED, reason="interpreted, it would take too long")


def test_the_games_are_listed_and_offered_by_the_shell(azulejo: Azulejo) -> None:
    for command in ("play", "simulate", "arena", "rules", "learn"):
        page = " ".join(azulejo(command, "--help").split())
        assert f"the game, one of {', '.join(games.names())}" in page
    asked = {"_AZULEJO_COMPLETE": "complete_bash", "COMP_CWORD": "2", "COMP_WORDS": "azulejo play peb"}
    assert azulejo(**asked).split() == ["pebbles"]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_rules_are_told_in_the_language_there_is(lang: str, azulejo: Azulejo) -> None:
    assert azulejo("rules", "pebbles", "--lang", lang).startswith("PEBBLES, for 2 to 5 players")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_game_of_five_is_played_in_the_terminal(lang: str, azulejo: Azulejo, tmp_path: Path) -> None:
    typed = "moves\nhint\nboard\nt9\n" + "t1\n" * 40
    words = ("play", "pebbles", "--seats", 5, "--bot", "greedy", "--seed", 3, "--out", "game.jsonl", "--lang", lang)
    told = azulejo(*words, typed=typed)
    assert "Pile   ooo" in told
    assert '"t9" is not a move' in told
    assert "Player 1   card " in told
    assert "Player 2   card ?" in told
    (record,) = read_records(tmp_path / "game.jsonl")
    assert verify(record).is_over
    assert re.search(r"\d+ : \d+ : \d+ : \d+ : \d+", told)


def test_records_are_written_verified_replayed_and_counted(azulejo: Azulejo, tmp_path: Path) -> None:
    azulejo("simulate", "pebbles", "--games", 5, "--seats", 4, "--seed", 1, "--out", "games.jsonl")
    assert len(list(read_records(tmp_path / "games.jsonl"))) == 5
    assert "5" in azulejo("verify", "games.jsonl")
    shown = azulejo("replay", "games.jsonl", "--game-number", 2, "--svg", "table.svg")
    assert "the game is over" in shown
    assert (tmp_path / "table.svg").read_text().startswith("<svg")
    begun = new_game("pebbles", seats=5, seed=1)
    (tmp_path / "begun.jsonl").write_text(begun.record().to_json() + "\n")
    assert azulejo("perft", "begun.jsonl", "--depth", 1).split() == [str(len(begun.legal_moves))]


@needs_compiling
@pytest.mark.parametrize("game", some_of(["pebbles", "crowd"], "pebbles"))
def test_bots_are_rated_in_the_arena(game: str, azulejo: Azulejo) -> None:
    words = ("arena", game, "--bots", "club,greedy", "--pairs", 2, "--seed", 1, "--out", "match", "--json")
    found = json.loads(azulejo(*words, compiled=True))
    assert {bot["name"] for bot in found["bots"]} == {"club", "greedy"}


@needs_compiling
def test_a_table_of_five_different_bots_is_rated(azulejo: Azulejo) -> None:
    bots = ",".join([*LEVELS[:4], "random"])
    words = ("arena", "pebbles", "--bots", bots, "--seats", 5, "--tables", "mixed", "--pairs", 1, "--json")
    found = json.loads(azulejo(*words, "--out", "match", compiled=True))
    assert len(found["bots"]) == 5


@needs_compiling
def test_speed_is_measured(azulejo: Azulejo) -> None:
    found = json.loads(azulejo("bench", "pebbles", "--seconds", 0.02, "--json", compiled=True))["pebbles"]
    assert list(found) == ["2", "3", "4", "5"]
    for figures in found.values():
        assert figures["decisions_per_second"] > figures["interpreted_decisions_per_second"] > 0
        assert figures["nodes_per_second"] > 0
        assert figures["batch_steps_per_second_1"] > 0
        assert re.fullmatch("[0-9a-f]{8}", figures["signature"])
        assert re.fullmatch("[0-9a-f]{8}", figures["search_signature"])


@needs_compiling
def test_a_dataset_is_made(azulejo: Azulejo, tmp_path: Path) -> None:
    words = ("dataset", "pebbles", "--games", 4, "--bots", "greedy,random", "--seats", 2, "--seed", 1, "--out", "data")
    azulejo(*words, compiled=True)
    assert list((tmp_path / "data").rglob("*.parquet"))


@needs_compiling
def test_a_network_is_fitted_where_there_is_an_evaluation(azulejo: Azulejo, tmp_path: Path) -> None:
    words = ("--generations", 1, "--games", 6, "--judgements", 20, "--epochs", 1, "--out", "crowd.npz")
    told = azulejo("learn", "crowd", *words, compiled=True)
    assert (tmp_path / "crowd.npz").is_file()
    assert "crowd.npz" in told
    bots = "engine@50n#crowd.npz,engine@50n#untrained"
    assert json.loads(
        azulejo("arena", "crowd", "--bots", bots, "--seats", 8, "--pairs", 1, "--out", "match", "--json", compiled=True)
    )


@needs_compiling
def test_a_program_can_ask_the_engine_about_it(azulejo: Azulejo) -> None:
    position = "pebbles phase=take start=0 turn=1 round=1 pile=5 player=3/? player=0/4 player=0/?"
    talk = f"azulejo\nposition text {position}\ngo nodes 500\nquit\n"
    told = azulejo("engine", typed=talk, compiled=True)
    assert "game pebbles" in told
    assert re.search(r"^bestmove (t[1-3]|c4)$", told, re.M)
