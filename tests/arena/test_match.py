"""Real matches: records that verify, faults, resuming, determinism."""

import json
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from azulejo.arena import workers
from azulejo.arena.match import PlayedMatch, Watcher, play_match
from azulejo.arena.players import check_bots, play_job
from azulejo.arena.report import report
from azulejo.arena.result import Result
from azulejo.arena.schedule import MatchJob
from azulejo.arena.settings import MatchSettings
from azulejo.arena.standing import standing, to_dict
from azulejo.arena.store import GAMES, RESULTS, SETTINGS, MatchStore, read_results
from azulejo.arena.workers import Games, WorkersLost, in_this_process, over_cores
from azulejo.play import read_records, verify
from azulejo.texts.errors import BadOption
from tests.arena.helpers import match, pair, result, without_times

BOTS = Path(__file__).with_name("bots.py")


def told(played: PlayedMatch) -> dict[str, Any]:
    """Return the result without what depends on the machine."""
    found = to_dict(played.standing)
    for bot in found["bots"]:
        del bot["seconds_per_decision"], bot["processor_seconds_per_decision"]
    return found


def lines(folder: Path) -> list[dict[str, Any]]:
    return sorted((without_times(one) for one in read_results(folder)), key=lambda one: (one["deal"], one["turn"]))


def test_greedy_beats_random_and_every_record_verifies(tmp_path: Path) -> None:
    played = play_match(match(pairs=4), tmp_path)
    assert played.standing.tables[0].won >= 7
    assert played.standing.is_complete
    assert not played.interrupted
    records = list(read_records(tmp_path / GAMES))
    assert len(records) == 8
    for record, played_game in zip(records, read_results(tmp_path), strict=True):
        verify(record)
        assert record.scores == played_game.scores
        assert record.winners == played_game.winners
        assert record.players == tuple(match().bots[bot] for bot in played_game.players)
        assert sum(played_game.decisions) == sum("move" in event for event in record.events)
    assert (tmp_path / "result.svg").read_text().startswith("<svg")


@pytest.mark.slow
def test_the_games_of_a_pair_have_one_deal_and_all_tables_have_the_same_deals(tmp_path: Path) -> None:
    settings = match(["greedy", "random", f"{BOTS}:first"], pairs=2)
    seeds: dict[int, set[str]] = {}
    for job in settings.jobs()[:4]:
        result, record = play_job(settings, job)
        seeds.setdefault(result.deal, set()).add(json.loads(record)["seed"])
    other = settings.jobs()[6]
    seeds.setdefault(other.deal, set()).add(json.loads(play_job(settings, other)[1])["seed"])
    assert {deal: len(found) for deal, found in seeds.items()} == {0: 1, 1: 1}
    assert seeds[0] != seeds[1]


def test_a_random_bot_plays_differently_in_the_two_games_of_a_pair() -> None:
    settings = match(["random", "greedy"], pairs=1)
    settings = replace(settings, bots=("random", "random"))
    games = [json.loads(play_job(settings, job)[1]) for job in settings.jobs()]
    first, second = ([event.get("move") for event in game["events"]] for game in games)
    assert games[0]["events"][:2] == games[1]["events"][:2]  # the start and the deal
    assert first != second


def test_the_same_seed_gives_the_same_match_and_another_seed_another(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in "abc"]
    for folder, seed in zip(folders, (5, 5, 6), strict=True):
        play_match(match(pairs=2, seed=seed), folder)
    assert lines(folders[0]) == lines(folders[1])
    assert lines(folders[0]) != lines(folders[2])
    assert (folders[0] / GAMES).read_bytes() == (folders[1] / GAMES).read_bytes()


@pytest.mark.parametrize("game", ["azul", "garden"])
def test_three_seats_one_against_equals(game: str, tmp_path: Path) -> None:
    equals = play_match(match(["greedy", "random"], game, seats=3, pairing="first", pairs=1), tmp_path / "equals")
    assert [one.players for one in read_results(tmp_path / "equals")] == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert equals.standing.bots[1].games == 6


@pytest.mark.slow
def test_three_seats_mixed(tmp_path: Path) -> None:
    bots = ["greedy", "random", f"{BOTS}:first"]
    mixed = play_match(match(bots, seats=3, tables="mixed", pairs=1), tmp_path)
    assert [one.players for one in read_results(tmp_path)] == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    assert sum(bot.points for bot in mixed.standing.bots) == 3
    assert all(bot.rating is not None and bot.games == 3 for bot in mixed.standing.bots)


@pytest.mark.slow
def test_a_bot_at_a_table_of_three_that_breaks_a_rule_cannot_win_but_the_game_goes_on(tmp_path: Path) -> None:
    played = play_match(match([f"{BOTS}:illegal", "random"], seats=3, pairing="first", pairs=1), tmp_path)
    assert [bot.points for bot in played.standing.bots] == [0, 3]
    assert played.standing.bots[0].faults == 3
    assert all(sum(one.decisions) > 20 for one in read_results(tmp_path))


def test_a_match_without_a_seed_gets_a_secret_one_and_keeps_it(tmp_path: Path) -> None:
    play_match(match(pairs=1, seed=None), tmp_path)
    before = lines(tmp_path)
    seed = json.loads((tmp_path / SETTINGS).read_text())["seed"]
    assert len(seed) == 32
    played = play_match(match(pairs=2, seed=None), tmp_path)
    assert played.standing.settings.seed == seed
    assert played.standing.games == 4
    assert lines(tmp_path)[:2] == before


# ---------------------------------------------------------------- faults


@pytest.mark.slow
def test_a_bot_that_breaks_a_rule_loses_and_the_match_goes_on(tmp_path: Path) -> None:
    settings = match(["greedy", f"{BOTS}:illegal", f"{BOTS}:raises", f"{BOTS}:dies"], pairing="first", pairs=1)
    found = play_match(settings, tmp_path).standing
    assert found.is_complete
    assert [table.won for table in found.tables] == [2, 2, 2]
    assert [bot.faults for bot in found.bots] == [0, 2, 2, 2]
    assert found.faults == {"crash": 4, "nonsense": 2}
    for record in read_records(tmp_path / GAMES):
        verify(record)
        assert record.events[-1]["end"] == "forfeit"
        assert record.comments


def test_a_bot_that_cannot_be_found_is_told_before_the_match() -> None:
    with pytest.raises(BadOption, match=r"nowhere\.py"):
        check_bots(match(["greedy", "nowhere.py:choose"]))
    with pytest.raises(BadOption, match="nobody"):
        check_bots(match(["greedy", "nobody"]))
    check_bots(match(["greedy", f"{BOTS}:first"]))


# ---------------------------------------------------------------- going on


class Impatient(Watcher):
    """Presses Ctrl-C after some games."""

    def __init__(self, games: int) -> None:
        self.games = games

    def played(self, result: Result, now: Any) -> None:
        self.games -= 1
        if not self.games:
            raise KeyboardInterrupt


def test_an_interrupted_match_is_usable_and_goes_on(tmp_path: Path) -> None:
    whole = play_match(match(), tmp_path / "whole")
    broken = play_match(match(), tmp_path / "broken", watcher=Impatient(3))
    assert broken.interrupted
    assert (broken.standing.games, broken.standing.tables[0].pairs) == (3, 1)
    assert (tmp_path / "broken" / "result.svg").exists()
    resumed = play_match(match(), tmp_path / "broken")
    assert told(resumed) == told(whole)
    assert (tmp_path / "broken" / GAMES).read_bytes() == (tmp_path / "whole" / GAMES).read_bytes()


def test_a_finished_match_is_only_told_again(tmp_path: Path) -> None:
    first = play_match(match(pairs=1), tmp_path)

    def nobody(settings: MatchSettings, todo: Sequence[MatchJob]) -> Games:
        raise AssertionError("nothing is left to play")
        yield

    assert told(play_match(match(pairs=1), tmp_path, nobody)) == told(first)


@pytest.mark.parametrize(
    "damage",
    [
        lambda games, results: (games, results[:-5]),
        lambda games, results: (games + b'{"format": 1, "ga', results),
        lambda games, results: (games, results + b'{"deal'),
        lambda games, results: (games[:-3], results),
        lambda games, results: (games + b"\x00\x00\x00", results + b"\n"),
    ],
    ids=["half a result", "half a record", "half a result more", "a record cut", "rubbish"],
)
def test_a_torn_last_line_is_dropped(damage: Any, tmp_path: Path) -> None:
    whole = play_match(match(pairs=2), tmp_path)
    files = [tmp_path / name for name in (GAMES, RESULTS)]
    intact = [file.read_bytes() for file in files]
    for file, data in zip(files, damage(*intact), strict=True):
        file.write_bytes(data)
    again = play_match(match(pairs=2), tmp_path)
    assert told(again) == told(whole)
    assert files[0].read_bytes() == intact[0]
    assert len(read_results(tmp_path)) == 4


def test_more_pairs_can_be_added_but_nothing_else_changed(tmp_path: Path) -> None:
    play_match(match(pairs=1), tmp_path)
    more = play_match(match(pairs=2), tmp_path)
    assert more.standing.games == 4
    fewer = play_match(match(pairs=1), tmp_path)
    assert fewer.standing.games == 2
    for other in (
        match(["greedy", "first-timer"]),
        match(seed=2),
        match(options={"wall": "grey"}),
        match(pairing="first"),
        match(seconds=1.0),
        replace(match(), code="other"),
    ):
        with pytest.raises(BadOption, match="other settings"):
            play_match(other, tmp_path)
    assert play_match(match(pairs=1, seed=2), tmp_path, fresh=True).standing.games == 2


def test_two_processes_do_not_write_into_one_folder(tmp_path: Path) -> None:
    with (
        MatchStore.open(tmp_path, match()),
        pytest.raises(BadOption, match="another process"),
        MatchStore.open(tmp_path, match()),
    ):
        pass


def test_the_sources_of_bots_belong_to_the_settings(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(view): return view.legal_moves[0]\n")
    before = match(["greedy", f"{file}:choose"])
    file.write_text("def choose(view): return view.legal_moves[-1]\n")
    assert match(["greedy", f"{file}:choose"]).differences(before) == ["code"]


# ---------------------------------------------------------------- sequential test


def test_the_sequential_test_stops_the_match(tmp_path: Path) -> None:
    settings = match(pairs=500, sprt=(0, 400))
    played = play_match(settings, tmp_path)
    assert played.standing.verdict is not None
    assert played.standing.verdict.accepted == 1
    assert played.standing.games == 2 * played.standing.verdict.pairs < 60
    again = play_match(settings, tmp_path)
    assert told(again) == told(played)


# ---------------------------------------------------------------- workers


@pytest.mark.slow
@pytest.mark.parametrize("way", ["_with_joblib", "_with_futures"])
def test_several_processes_play_the_same_match_as_one(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "_with_futures":
        monkeypatch.setattr(workers, "_with_joblib", None)
        monkeypatch.setattr(workers, "_has_joblib", lambda: False)
    alone = play_match(match(pairs=3), tmp_path / "alone", in_this_process)
    together = play_match(match(pairs=3), tmp_path / "together", lambda settings, todo: over_cores(settings, todo, 2))
    assert told(together) == told(alone)
    assert lines(tmp_path / "together") == lines(tmp_path / "alone")


@pytest.mark.slow
def test_an_engine_that_counts_nodes_plays_the_same_match_in_any_number_of_processes(tmp_path: Path) -> None:
    settings = match(["engine@60n", "greedy"], pairs=2)
    play_match(settings, tmp_path / "alone", in_this_process)
    play_match(settings, tmp_path / "together", lambda settings, todo: over_cores(settings, todo, 2))
    assert lines(tmp_path / "together") == lines(tmp_path / "alone")
    assert all(not one["faults"] for one in lines(tmp_path / "alone"))


def test_games_of_a_lost_worker_are_played_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    settings, calls = match(pairs=3), []

    def dying(settings: MatchSettings, todo: Sequence[MatchJob], number: int) -> Games:
        calls.append(len(todo))
        yield from in_this_process(settings, todo[:2])
        if len(todo) > 2:
            raise BrokenExecutor

    monkeypatch.setattr(workers, "_with_joblib", dying)
    found = [result.key for result, _ in over_cores(settings, settings.jobs(), 2)]
    assert calls == [6, 4, 2]
    assert found == [job.key for job in settings.jobs()]


def test_workers_that_always_die_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def dead(settings: MatchSettings, todo: Sequence[MatchJob], number: int) -> Games:
        calls.append(number)
        raise BrokenExecutor
        yield

    monkeypatch.setattr(workers, "_with_joblib", dead)
    with pytest.raises(WorkersLost, match="6 games are left"):
        list(over_cores(match(), match().jobs(), 2))
    assert len(calls) == 3


def test_the_arena_runs_where_only_numpy_and_numba_are_installed(tmp_path: Path) -> None:
    """Without Typer, Rich and joblib: they are hidden from the process."""
    hide = "import sys; sys.modules.update(dict.fromkeys(('typer', 'click', 'rich', 'joblib', 'ray', 'msgspec')))\n"
    run = "import runpy; runpy.run_module('azulejo.arena', run_name='__main__', alter_sys=True)"
    arguments = ["azul", "--bots", "greedy,random", "--pairs", "1", "--seed", "3", "--jobs", "1", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", hide + run, *arguments, "--out", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 2


# ---------------------------------------------------------------- what a match costs, and who plays


def test_processor_time_and_own_names_are_told(tmp_path: Path) -> None:
    program = tmp_path / "busy.py"
    program.write_text(BUSY)
    bots = [f"run:{sys.executable} {program}", "greedy"]
    played = play_match(match(bots, pairs=1), tmp_path / "match")
    busy, greedy = played.standing.bots
    assert played.standing.names == ["Busy 1.0", "greedy"]
    assert busy.own_name == "Busy 1.0"
    assert busy.processor is not None
    assert greedy.processor is not None
    assert busy.processor > BUSY_SECONDS / 2, "the child's time counts as well"
    assert 0 < greedy.processor < BUSY_SECONDS / 2
    assert "Busy 1.0" in report(played.standing, "en")
    assert bots[0] not in report(played.standing, "en")


BUSY_SECONDS = 0.05
BUSY = f"""
import subprocess, sys, time

WORK = "import time\\nwhile time.process_time() < {BUSY_SECONDS}: pass"
for line in sys.stdin:
    word, *rest = line.split()
    if word == "azulejo":
        print("id name Busy 1.0", "protocol 1", "game azul", "ready", sep="\\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        subprocess.run([sys.executable, "-S", "-c", WORK])
        print("bestmove", rest[rest.index("moves") + 1], flush=True)
    elif word == "quit":
        break
"""


def test_a_bot_whose_clock_runs_out_loses(tmp_path: Path) -> None:
    program = tmp_path / "busy.py"
    program.write_text(BUSY)
    settings = match([f"run:{sys.executable} {program}", "greedy"], pairs=1, clock=4 * BUSY_SECONDS, increment=0.0)
    played = play_match(settings, tmp_path / "match")
    assert played.standing.faults == {"time": 2}
    assert played.standing.tables[0].won == 0


def test_an_increment_needs_a_clock() -> None:
    with pytest.raises(BadOption, match="--clock"):
        match(increment=1.0)


def test_results_of_before_are_still_read() -> None:
    (one,) = [result((0, 0, 0), (0, 1), (10, 5))]
    data = {name: value for name, value in one.to_dict().items() if name not in ("processor", "own_names")}
    assert Result.from_dict(data) == one


def test_two_programs_of_one_name_are_told_apart() -> None:
    settings = match(["run:./a", "run:./b"], pairs=1)
    games = [replace(one, own_names=("Same", "Same")) for one in pair(0, (10, 5), (10, 5))]
    assert standing(settings, games).names == ["run:./a", "run:./b"]
