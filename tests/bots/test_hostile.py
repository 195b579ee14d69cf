"""Programs that do what no bot may do: each loses by the rule, the match goes on, and nothing of them is left."""

import os
import time
from pathlib import Path

import pytest

from azulejo.bots import BotFault, play_game
from azulejo.bots.bot import FAULTS, random
from azulejo.bots.process import ProcessBot
from azulejo.engine.limits import Limits
from azulejo.play import new_game, verify
from tests.bots.helpers import hostile, own_children, some_game, state_of

SECONDS = 0.2
"""The time for a decision; a program that is to be late is later than this and the grace."""

CASES = {
    "crash_at_start": ("crash", "no licence found"),
    "crash_mid_game": ("crash", "ZeroDivisionError: oh no"),
    "hang_at_handshake": ("time", "no answer within 0.5 seconds"),
    "hang_at_move": ("time", "no answer within"),
    "answers_late": ("time", "no answer within"),
    "stops_reading": ("time", "no answer within 0.5 seconds"),
    "nonsense": ("nonsense", "checkmate"),
    "illegal_move": ("illegal", "cannot be played now"),
    "floods_stdout": ("flood", "writes without end"),
    "floods_stderr": ("flood", "writes without end"),
    "huge_line": ("flood", "a line without end"),
    "binary_garbage": ("nonsense", "is no move"),
    "leaves_children": ("crash", "ended in the middle"),
    "answers_twice": ("nonsense", "without being asked"),
    "other_version": ("nonsense", "version 99"),
    "other_game": ("nonsense", "does not play azul"),
    "closes_its_output": ("crash", "ended in the middle"),
}
"""What each program loses by, and a part of the sentence that says so."""

SLOW_TO_START = {"hang_at_handshake": 0.5, "stops_reading": 0.5}
GENEROUS = 20.0


def bot(name: str, tmp_path: Path) -> ProcessBot:
    """Return a hostile program; only those that are to be late are given little time."""
    arguments = [str(tmp_path / "child")] if name == "leaves_children" else []
    return hostile(name, *arguments, patience=SLOW_TO_START.get(name, GENEROUS), most_output=1 << 18)


def limits(name: str) -> Limits:
    return Limits(seconds=SECONDS if CASES[name][0] == "time" else GENEROUS)


def test_every_hostile_program_is_a_case() -> None:
    programs = {path.stem for path in Path(__file__).with_name("hostile").glob("*.py")}
    assert programs == CASES.keys() | {"honest"}
    assert {kind for kind, _ in CASES.values()} == set(FAULTS)


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_program_loses_twice_and_nothing_is_left_of_it(name: str, tmp_path: Path) -> None:
    kind, sentence = CASES[name]
    before = own_children()
    with bot(name, tmp_path) as program:
        for seed in (1, 2):  # the match goes on: the second game begins anew
            game = new_game("azul", seats=2, seed=seed, first=seed % 2)
            played = play_game(game, [random, program], limits(name))
            (fault,) = played.faults
            assert (fault.seat, fault.kind) == (1, kind)
            assert sentence in fault.text()
            assert fault.text("ru") != fault.text("en")
            reason = "time" if kind == "time" else "forfeit"
            assert game.events[fault.at] == {"end": reason, "seat": 1}
            assert game.outcome().winners == (0,)  # type: ignore[union-attr]  # the game is over
            assert played.places == (1, 2)
            assert verify(played.record()).is_over
            assert played.record().comments == {fault.at: fault.text()}
            assert not program.is_running
            assert own_children() <= before
    if name == "leaves_children":
        child = int((tmp_path / "child").read_text())
        assert _gone(child)


def _gone(process: int) -> bool:
    """Return whether a killed process ends; who reaps it is not for us to say."""
    for _ in range(100):
        if state_of(process) in ("", "Z"):
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize("name", ["crash_at_start", "crash_mid_game", "hang_at_move", "nonsense", "illegal_move"])
def test_with_three_players_somebody_plays_on_and_the_seat_is_last(name: str, tmp_path: Path) -> None:
    game = new_game("azul", seats=3, seed=3, first=0)
    with bot(name, tmp_path) as program:
        played = play_game(game, [random, program, random], limits(name), substitute=random)
    (fault,) = played.faults
    assert (fault.seat, fault.kind) == (1, CASES[name][0])
    assert game.is_over
    assert game.out.keys() == {1}
    assert any(event.get("seat") == 1 and "move" in event for event in game.events[fault.at :])
    assert played.places[1] == 3
    assert 1 not in game.outcome().winners  # type: ignore[union-attr]  # the game is over
    assert sorted(played.places)[0] == 1


def test_two_of_three_lose_and_the_third_wins_at_once(tmp_path: Path) -> None:
    game = new_game("azul", seats=3, seed=3, first=0)
    with bot("nonsense", tmp_path) as one, bot("crash_mid_game", tmp_path) as other:
        played = play_game(game, [one, other, random], Limits(seconds=GENEROUS), substitute=random)
    assert [fault.seat for fault in played.faults] == [0, 1]
    assert played.places == (3, 2, 1)
    assert len([event for event in game.events if event.get("seat") == 1 and "move" in event]) == 2


def test_an_honest_program_plays_to_the_end_and_is_not_started_twice() -> None:
    before = own_children()
    processes = set()
    with hostile("honest") as program:
        for seed in (1, 2):
            played = play_game(new_game("azul", seats=2, seed=seed), [program, random], Limits(seconds=GENEROUS))
            assert played.faults == ()
            assert program.is_running
            processes |= own_children() - before
        assert len(processes) == 1
        assert program.name == "hostile"
    assert own_children() <= before


def test_a_fresh_program_is_started_for_every_game() -> None:
    before = own_children()
    view = some_game().view(0)
    with hostile("honest", fresh=True) as program:
        program.new_game(view)
        first = own_children() - before
        program.new_game(view)
        second = own_children() - before
    assert len(first) == len(second) == 1
    assert first != second


def test_a_program_that_does_not_exist_cannot_be_started() -> None:
    with pytest.raises(BotFault, match="cannot be started") as caught:
        ProcessBot(["./no-such-program"]).new_game(some_game().view(0))
    assert caught.value.kind == "crash"


def test_a_program_that_was_not_told_of_the_game_does_not_run() -> None:
    with pytest.raises(BotFault, match="does not run") as caught:
        hostile("honest").choose(some_game().view(0))
    assert caught.value.kind == "crash"


def test_a_forgotten_program_is_killed_with_its_owner() -> None:
    before = own_children()
    program = hostile("honest")
    program.new_game(some_game().view(0))
    (number,) = own_children() - before
    del program
    assert state_of(number) == ""
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_a_message_longer_than_a_pipe_arrives() -> None:
    game = some_game()
    game.players = ("x" * 300_000, "y")
    game.options["first"] = "0"
    with hostile("honest") as program:
        view = game.view(game.turn or 0, Limits(seconds=GENEROUS))
        program.new_game(view)
        assert program.choose(view) == str(view.legal_moves[0])


def test_the_clock_runs_for_a_program() -> None:
    game = new_game("azul", seats=2, seed=1, first=0)
    with hostile("answers_late", grace=5.0) as program:  # it answers within the grace, but its clock is empty
        played = play_game(game, [program, random], Limits(clock=0.8, increment=0.0))
    (fault,) = played.faults
    assert (fault.seat, fault.kind) == (0, "time")
    assert "the answer took" in fault.text()
    assert game.events[-1] == {"end": "time", "seat": 0}


# ---------------------------------------------------------------- other systems


@pytest.mark.parametrize("name", ["crash_mid_game", "hang_at_move", "closes_its_output", "leaves_children"])
def test_programs_are_watched_where_one_cannot_look_at_a_process(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("azulejo.bots.process.CAN_LOOK", False)
    before = own_children()
    with bot(name, tmp_path) as program:
        played = play_game(new_game("azul", seats=2, seed=1), [random, program], Limits(seconds=SECONDS))
        (fault,) = played.faults
        assert fault.kind in (CASES[name][0], "time")  # its child may hold the output of one that has ended
        assert own_children() <= before


def test_where_one_cannot_wait_for_a_pipe_programs_do_not_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejo.bots.process.HAS_PIPES", False)
    with pytest.raises(BotFault, match="on Linux and macOS, not on Windows"):
        hostile("honest").new_game(some_game().view(0))
