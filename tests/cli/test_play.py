"""``azulejo play``: a game in the terminal."""

import builtins
import io
import json
import re
from pathlib import Path

import pytest

from azulejo import read_records, verify
from azulejo.bots.bot import random
from azulejo.cli.play import COMMANDS, Session
from azulejo.games import names, rulebook
from azulejo.play import Game, new_game
from azulejo.terminal.sitting import Sitting
from azulejo.texts import LANGUAGES, catalogue
from tests.cli.conftest import Azulejo

LAST_TURN = "azul factories=B,K board=0/-/.YRKW,.....,.....,.....,..... board=0"
ONE_TILE_EACH = "azul factories=B,K,R board=0 board=0"


def test_a_move_is_told_with_the_points_it_brings(azulejo: Azulejo) -> None:
    done = azulejo("play", "--position", "azul factories=B board=0 board=0", "--seed", 1, typed="1b1\n")
    assert done.status == 0
    assert "player 1: 1b1, takes 1 blue tile from factory 1 to pattern line 1" in done.out
    assert "player 1: blue tile: row 1, column 1: +1, now 1" in done.out


def test_without_input_the_game_is_left_as_it_is(azulejo: Azulejo) -> None:
    done = azulejo("play")
    assert (done.status, done.err) == (0, "")
    assert "You are player 1. Type a move, for example" in done.out
    assert done.out.endswith("No more input, so the game stops here.\n")


@pytest.mark.parametrize("wall", ["coloured", "grey"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_whole_game_is_played_by_the_hints(
    seats: int,
    wall: str,
    tmp_path: Path,
    azulejo: Azulejo,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked: list[str] = []
    printed: list[str] = []

    def typed(prompt: str) -> str:
        printed.append(capsys.readouterr().out)
        hint = re.fullmatch(r"(\w\w[\w-]): .* \([+-]\d+\)", printed[-1].strip().splitlines()[-1])
        asked.append(hint[1] if hint else "hint")
        return asked[-1]

    monkeypatch.setattr(builtins, "input", typed)
    file = tmp_path / "game.jsonl"
    done = azulejo("play", "--seats", seats, "--you", 2, "--wall", wall, "--seed", 5, "--out", file)
    assert done.status == 0
    (record,) = read_records(file)
    assert verify(record).is_over
    own = [event["move"] for event in record.events if event.get("seat") == 1]
    assert own == [word for word in asked if word != "hint"]
    assert len(own) > 8
    assert re.search(r"player \d wins|share the victory", done.out)
    assert f"Game saved to {file}." in done.out


def test_the_game_ends_with_the_outcome(azulejo: Azulejo) -> None:
    done = azulejo("play", "--position", LAST_TURN, "--seed", 1, typed="1b1\n")
    assert "player 1: 1 complete row: +2, now 7" in done.out
    assert re.search(r"player 1 wins \(7 : [01]\)$", done.out.rstrip())  # as the bot's only tile falls or is laid


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_word_is_understood_in_both_languages_and_any_case(command: str, lang: str, azulejo: Azulejo) -> None:
    for word in str(catalogue(lang)[f"cli.play.word.{command}"]).split():
        for spelled in (word, word.upper()):
            done = azulejo("play", "--seed", 1, "--lang", lang, typed=f"{spelled}\n")
            assert done.status == 0
            assert "is not a move" not in done.out
            assert "не ход" not in done.out


def test_words_typed_in_the_russian_layout_are_understood(azulejo: Azulejo) -> None:
    done = azulejo("play", "--seed", 1, typed="рудз\n")  # help
    assert "resign   give up" in done.out


def test_no_word_is_a_move_of_any_game() -> None:
    words = Session(Sitting(new_game(), 0, random), "en").words
    for name in names():
        book = rulebook(name)
        assert not words.keys() & {book.move_text(code) for code in range(book.move_codes)}


def test_help_lists_the_words(azulejo: Azulejo) -> None:
    done = azulejo("play", "--seed", 1, typed="?\n")
    for command in ("moves", "hint", "undo", "board", "resign", "quit"):
        assert re.search(rf"^  {command} ", done.out, re.M)
    russian = azulejo("play", "--seed", 1, "--lang", "ru", typed="?\n").out
    for command in ("moves", "hint", "undo", "board", "resign", "quit"):
        word = str(catalogue("ru")[f"cli.play.word.{command}"]).split()[0]
        assert re.search(rf"^  {word} ", russian, re.M)


def test_moves_are_listed_with_their_points(azulejo: Azulejo) -> None:
    done = azulejo("play", "--position", ONE_TILE_EACH, typed="moves\n")
    assert "1b1 (+1)  1b2 (+0)" in done.out
    assert "1b- (+0)" in done.out
    many = azulejo("play", "--seats", 4, "--seed", 1, typed="moves\n")
    assert re.search(r"… \+\d+\n", many.out)


def test_quit_leaves_without_another_word(azulejo: Azulejo) -> None:
    done = azulejo("play", "--seed", 1, typed="quit\n1b1\n")
    assert done.status == 0
    assert "No more input" not in done.out


def test_board_draws_the_table_again(azulejo: Azulejo) -> None:
    once, twice = (azulejo("play", "--seed", 1, typed=typed).out.count("Factories") for typed in ("", "board\n"))
    assert (once, twice) == (1, 2)


def test_undo_takes_back_ones_own_last_move_and_the_answers(tmp_path: Path, azulejo: Azulejo) -> None:
    file = tmp_path / "game.jsonl"
    own = play_first(3)
    azulejo("play", "--seats", 3, "--seed", 1, "--you", own + 1, "--out", file, typed="hint\nundo\n")
    assert "undo" not in kinds(file)
    first = new_game("azul", seats=3, seed=1).legal_moves[0].text
    done = azulejo("play", "--seats", 3, "--seed", 1, "--you", own + 1, "--out", file, typed=f"{first}\nundo\n")
    assert done.status == 0
    (record,) = read_records(file)
    assert record.events[-1] == {"undo": 3, "seat": (own + 2) % 3}
    assert record.practice
    assert Game.from_record(record).position == new_game("azul", seats=3, seed=1).position


def play_first(seats: int) -> int:
    """Return who starts with seed 1."""
    return new_game("azul", seats=seats, seed=1).due


def kinds(file: Path) -> set[str]:
    (record,) = read_records(file)
    return {kind for event in record.events for kind in event}


def test_undo_across_a_deal_leaves_a_record_that_is_right(tmp_path: Path, azulejo: Azulejo) -> None:
    """The seed is a secret one, and moves can be taken back all the same."""
    file = tmp_path / "game.jsonl"
    position = "azul factories=B board=0 board=0"
    azulejo("play", "--position", position, "--out", file, typed="1b1\nundo\n1b2\n")
    (record,) = read_records(file)
    assert [next(iter(event)) for event in record.events[:5]] == ["move", "draw", "undo", "move", "draw"]
    assert azulejo("verify", file).status == 0


def test_there_is_nothing_to_take_back_before_ones_first_move(azulejo: Azulejo) -> None:
    """The other two have moved, but one's own move is what undo takes back."""
    last = (play_first(3) - 1) % 3
    done = azulejo("play", "--seats", 3, "--seed", 1, "--you", last + 1, typed="undo\n")
    assert len(re.findall(r"^player \d: ", done.out, re.M)) == 2
    assert "there is no move to undo" in done.out


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_resigns_has_lost_and_the_bots_finish_the_game(seats: int, tmp_path: Path, azulejo: Azulejo) -> None:
    file = tmp_path / "game.jsonl"
    done = azulejo("play", "--seats", seats, "--seed", 2, "--out", file, typed="resign\n")
    assert done.status == 0
    (record,) = read_records(file)
    assert {"end": "resign", "seat": 0} in record.events
    assert record.winners is not None
    assert 0 not in record.winners
    assert "wins (" in done.out or "share the victory" in done.out
    assert azulejo("verify", file).status == 0


@pytest.mark.parametrize(
    ("typed", "english", "russian"),
    [
        ("xyz", '"xyz" is not a move: write a source', "«xyz» — не ход"),
        ("2b1", "2b1 cannot be played now: there are no blue tiles on factory 2", "сейчас нельзя сыграть 2b1"),
        ("w11", "w11 cannot be played now: on a coloured wall", "сейчас нельзя сыграть w11"),
    ],
)
def test_a_mistake_is_told_in_a_sentence_and_the_game_goes_on(
    typed: str, english: str, russian: str, azulejo: Azulejo
) -> None:
    start = ["play", "--position", ONE_TILE_EACH, "--seed", 1]
    done = azulejo(*start, typed=f"{typed}\n\n1b1\n")
    assert english in done.out
    assert "player 1: 1b1" in done.out
    assert russian in azulejo(*start, "--lang", "ru", typed=f"{typed}\n1b1\n").out


def test_a_move_may_be_typed_in_the_russian_layout(azulejo: Azulejo) -> None:
    assert "player 1: 1b1" in azulejo("play", "--position", ONE_TILE_EACH, typed="1И1\n").out


@pytest.mark.parametrize(("person", "prompt"), [(True, "Ваш ход: "), (False, "")])
def test_the_prompt_is_shown_to_a_person_only(person: bool, prompt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Input(io.StringIO):
        def isatty(self) -> bool:
            return person

    prompts = []

    def typed(prompt: str) -> str:
        prompts.append(prompt)
        raise EOFError

    monkeypatch.setattr(builtins, "input", typed)
    monkeypatch.setattr("sys.stdin", Input())
    Session(Sitting(new_game(first=0), 0, random), "ru").run()
    assert prompts == [prompt]


def test_ctrl_c_at_the_prompt_ends_the_game_and_keeps_the_record(
    tmp_path: Path, azulejo: Azulejo, monkeypatch: pytest.MonkeyPatch
) -> None:
    def typed(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(builtins, "input", typed)
    file = tmp_path / "game.jsonl"
    assert azulejo("play", "--seed", 1, "--out", file).status == 0
    (record,) = read_records(file)
    assert verify(record).turn == 0


def test_ctrl_c_while_the_bots_play_keeps_the_record_too(
    tmp_path: Path, azulejo: Azulejo, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: Session) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "_let_bots_play", interrupted)
    file = tmp_path / "game.jsonl"
    assert azulejo("play", "--seed", 1, "--out", file).status == 130
    (record,) = read_records(file)
    assert len(record.events) == 2


def test_the_record_is_saved_as_one_line(tmp_path: Path, azulejo: Azulejo) -> None:
    file = tmp_path / "game.jsonl"
    done = azulejo("play", "--seed", 1, "--out", file, "--lang", "ru", typed="quit\n")
    assert f"Запись партии: {file}." in done.out
    assert json.loads(file.read_text(encoding="utf-8"))["game"] == "azul"


def test_a_place_that_cannot_be_written_is_noticed_before_the_game(tmp_path: Path, azulejo: Azulejo) -> None:
    place = tmp_path / "none" / "game.jsonl"
    assert azulejo("play", "--out", place).complaint == f"Error: there is no folder for {place}"


@pytest.mark.parametrize("you", [0, 3, -1])
def test_there_must_be_a_seat_for_the_person(you: int, azulejo: Azulejo) -> None:
    done = azulejo("play", "--you", you)
    assert done.complaint == f"Error: you can't take seat {you}: seats go from 1 to 2"


def test_a_position_that_cannot_be_says_why(azulejo: Azulejo) -> None:
    done = azulejo("play", "--position", "azul board=0 board=0")
    assert done.complaint.startswith("Error: this position cannot occur: tiles must be on offer")
    assert azulejo("play", "--position", ONE_TILE_EACH, "--seats", 2).complaint == (
        "Error: the position already says how many play and by which options: leave out seats"
    )


@pytest.mark.parametrize("name", names())
def test_every_game_can_be_played(name: str, azulejo: Azulejo) -> None:
    done = azulejo("play", name, "--seed", 1, typed="hint\nmoves\nundo\nquit\n")
    assert (done.status, "there is no move to undo" in done.out) == (0, True)


# ---------------------------------------------------------------- the other side of the table


@pytest.mark.parametrize("bot", ["greedy", "master"])
def test_somebody_better_can_play_against_you(azulejo: Azulejo, bot: str) -> None:
    position = "azul turn=1 factories=B,KKRW board=0 board=0/-/.YRKW,.....,.....,.....,....."
    done = azulejo("play", "--bot", bot, "--position", position, "--seed", 1)
    assert done.status == 0
    assert "player 2: 1b1, takes 1 blue tile" in done.out


def test_an_unknown_opponent_is_a_mistake(azulejo: Azulejo) -> None:
    done = azulejo("play", "--bot", "nobody")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(
        'Error: there is no bot "nobody" to play against: the bots are random, greedy, first-timer'
    )
