"""The command line: both ways in take the same options and say the same."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from azulejo.arena.command import PlainLines
from azulejo.arena.options import match_command, split_bots, split_sprt
from azulejo.arena.standing import standing
from azulejo.cli import main as cli_main
from azulejo.cli.arena import LiveTable
from azulejo.cli.commands import commands
from azulejo.games import names, title
from azulejo.texts import plain
from azulejo.texts.errors import BadOption
from tests.arena.helpers import match, pair

SHORT = ["azul", "--bots", "greedy,random", "--pairs", "1", "--seed", "3", "--jobs", "1"]


def main(arguments: list[str]) -> int:
    """Run ``python -m azulejo.arena``."""
    return plain.main(match_command(), "python -m azulejo.arena", arguments)


def test_both_ways_in_are_one_declaration() -> None:
    (typed,) = (command for command in commands() if command.name == "arena")
    assert typed.parameters == match_command().parameters


def test_every_option_of_every_game_can_be_given() -> None:
    options = {option.name for game in names() for option in title(game).options}
    assert options == {one.name for one in match_command().parameters if one.group == "options"}
    values = match_command().values({"game": "azul", "wall": "grey"}, "arena", "en")
    assert values["options"] == {"wall": "grey"}


@pytest.mark.parametrize(("lang", "usage"), [("en", "Usage: "), ("ru", "Использование: ")])
def test_the_help_page_is_the_same_but_for_the_name(lang: str, usage: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help", "--lang", lang]) == 0
    page = capsys.readouterr().out
    assert page.startswith(f"{usage}python -m azulejo.arena ")
    with pytest.raises(SystemExit):
        cli_main(["arena", "--help", "--lang", lang])
    assert capsys.readouterr().out == page.replace("python -m azulejo.arena", "azulejo arena", 1)


def test_the_result_as_json_and_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SHORT, "--json", "--out", str(tmp_path)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [bot["name"] for bot in found["bots"]] == ["greedy", "random"]
    assert found["complete"]
    assert main([*SHORT, "--out", str(tmp_path), "--lang", "ru"]) == 0
    told = capsys.readouterr()
    assert "greedy : random" in told.out
    assert "рейтинг" in told.out
    assert "2 партии уже были" in told.err


def test_the_same_command_without_a_folder_finds_its_own_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["azul", "--bots", "greedy,random", "--pairs", "1", "--jobs", "1"]
    assert main(command) == 0
    first = capsys.readouterr().out
    assert main(command) == 0
    assert capsys.readouterr().out == first
    assert main([*command, "--wall", "grey"]) == 0
    assert len(list((tmp_path / "matches").iterdir())) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess", "--bots", "greedy,random"], "no game called"),
        (["azul"], "at least two bots"),
        (["azul", "--bots", "greedy,greedy"], "twice"),
        (["azul", "--bots", "greedy,nobody"], "nobody"),
        (["azul", "--bots", "greedy,random", "--pairs", "0"], "1 or more"),
        (["azul", "--bots", "greedy,random", "--jobs", "0"], "1 or more"),
        (["azul", "--bots", "greedy,random", "--seats", "7"], "cannot be played by 7"),
        (["azul", "--bots", "greedy,random", "--pairing", "swiss"], "swiss"),
        (["azul", "--bots", "greedy,random", "--tables", "round"], "round"),
        (["azul", "--bots", "greedy,random", "--anchor", "me"], "anchor"),
        (["azul", "--bots", "greedy,random", "--first", "5"], "starting player"),
        (["azul", "--bots", "greedy,random", "--wall", "pink"], "pink"),
        (["azul", "--bots", "greedy,random", "--sprt", "20"], "--sprt 0,20"),
        (["azul", "--bots", "greedy,random", "--sprt", "20,0"], "the smaller first"),
        (["azul", "--bots", "greedy,random", "--sprt", "0,20", "--alpha", "0.7"], "between 0 and 0.5"),
        (["azul", "--bots", "greedy,random,club", "--sprt", "0,20"], "exactly two bots"),
        (["azul", "--bots", "greedy,random", "--seats", "3", "--tables", "mixed"], "too few for mixed tables"),
        (["azul", "--bots", 'greedy,"random'], "cannot be read"),
        ([], "GAME is missing; see python -m azulejo.arena --help"),
        (["azul", "--loud=1"], "there is no option --loud;"),
        (["azul", "--json=1"], "--json takes no value;"),
        (["azul", "--pairs"], "--pairs needs a value;"),
        (["azul", "--pairs", "many"], "the value of --pairs must be a whole number;"),
        (["azul", "--alpha", "small"], "the value of --alpha must be a number;"),
        (["azul", "duel"], "there is one word too many: duel;"),
        (["azul", "--lang", "xx"], "it is one of en, ru"),
    ],
)
def test_a_mistake_ends_in_one_sentence(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--out", str(tmp_path / "match"), *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert len(told.err.splitlines()) == 1
    assert not (tmp_path / "match").exists()


def test_bots_with_commas() -> None:
    assert split_bots("a,b , c") == ["a", "b", "c"]
    assert split_bots("engine:nodes=10,threads=2,random") == ["engine:nodes=10,threads=2", "random"]
    assert split_bots('"run:prog x,y",random') == ["run:prog x,y", "random"]
    assert split_bots("") == []


def test_elo_differences() -> None:
    assert split_sprt("-5,2.5") == (-5, 2.5)
    for wrong in ("5", "a,b", "1,2,3", ""):
        with pytest.raises(BadOption):
            split_sprt(wrong)


def test_the_line_and_the_live_table_show_how_it_stands() -> None:
    from rich.console import Console

    games = pair(0, (50, 30), (40, 40))
    found = standing(match(), games)
    plain = PlainLines("en")
    plain.begins(found.settings, 2)
    assert plain.line(found).startswith("2 of 6 games; greedy : random 75.0 %")
    console = Console(width=140)
    with console.capture() as drawn:
        console.print(LiveTable("ru").drawn(found))
    assert "greedy : random" in drawn.get()
    assert "75.0 %" in drawn.get()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "result"),
    [
        (["arena", *SHORT, "--pairs", "3"], "6 of 6 games"),
        (["dataset", "azul", "--bots", "random", "--nodes", "0", "--games", "6", "--jobs", "1"], "6 games are in"),
    ],
)
def test_the_command_plays_with_the_live_table_on_a_terminal(words: list[str], result: str, tmp_path: Path) -> None:
    """Under a pseudo-terminal the table is drawn on standard error, and the result comes to standard output."""
    script = (
        "import os, pty, sys\n"
        "sys.exit(os.waitstatus_to_exitcode(pty.spawn([sys.executable, '-c', "
        "'from azulejo.cli import main; main()', *sys.argv[1:]])))"
    )
    command = [sys.executable, "-c", script, *words, "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stdout
    assert "Playing" in done.stdout
    assert result in done.stdout


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZULEJO_LANG", "en")
