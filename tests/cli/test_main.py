"""What all commands share: languages, help, mistakes in what was typed."""

import inspect
import io
import re
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import pytest
import typer

import azulejo as package
from azulejo.bots.names import bot_names
from azulejo.cli.commands import DEEDS, commands
from azulejo.cli.main import main
from azulejo.games import names, title
from azulejo.texts import page, plain
from azulejo.texts.commands import Command
from azulejo.texts.language import language
from tests.cli.conftest import Azulejo
from tests.conftest import run_python

COMMANDS = [command.name for command in commands()]


def test_every_command_of_the_issue_is_there() -> None:
    studies = {"arena", "dataset", "learn", "bench"}
    games = {"play", "simulate", "replay", "review", "verify", "perft", "rules", "engine"}
    assert {*games, *studies, "serve", "complaints"} == set(COMMANDS)


# ---------------------------------------------------------------- languages


@pytest.mark.parametrize(
    ("arguments", "variables", "wanted"),
    [
        ([], {}, "en"),
        (["--lang", "ru"], {}, "ru"),
        (["play", "--lang=ru"], {}, "ru"),
        (["play", "--lang", "en"], {"AZULEJO_LANG": "ru", "LANG": "ru_RU.UTF-8"}, "en"),
        (["play"], {"AZULEJO_LANG": "ru", "LANG": "en_GB.UTF-8"}, "ru"),
        (["play"], {"AZULEJO_LANG": "xx", "LANG": "ru_RU.UTF-8"}, "ru"),
        (["play"], {"LANG": "ru_RU.UTF-8"}, "ru"),
        (["play"], {"LC_MESSAGES": "ru_RU", "LANG": "en_GB"}, "ru"),
        (["play"], {"LC_ALL": "C", "LANG": "ru_RU.UTF-8"}, "en"),
        (["play"], {"LC_ALL": "", "LANG": "ru"}, "ru"),
        (["play"], {"LANG": "de_DE.UTF-8"}, "en"),
        (["play", "--lang"], {}, "en"),
        (["play", "--lang", "russian"], {}, "en"),
    ],
)
def test_the_language_is_the_one_asked_for_or_the_systems(
    arguments: list[str], variables: dict[str, str], wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language(arguments) == wanted


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=str)
def test_every_command_takes_a_language_before_and_after_its_name(command: list[str], azulejo: Azulejo) -> None:
    pages = {azulejo(*words, "--help").out for words in (["--lang", "ru", *command], [*command, "--lang", "ru"])}
    assert len(pages) == 1
    assert pages.pop().startswith("Использование: azulejo")


def test_a_language_that_nobody_speaks_here_is_refused(azulejo: Azulejo) -> None:
    sentence = 'Error: "xx" is not a value of the option --lang: it is one of en, ru'
    assert azulejo("rules", "--lang", "xx").complaint == sentence
    assert azulejo("--lang", "xx").complaint == sentence
    assert azulejo("--lang", "xx", "rules").complaint == sentence


def test_the_systems_language_is_spoken(azulejo: Azulejo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")
    assert azulejo("rules").out == f"{page('azul', 'rules', 'ru')}\n"
    monkeypatch.setenv("AZULEJO_LANG", "en")
    assert azulejo("rules").out == f"{page('azul', 'rules', 'en')}\n"


# ---------------------------------------------------------------- help

BOTS = {word for name in bot_names() for word in name.split("-")}
NAMES = {
    "azulejo",
    "json",
    "ru",
    "en",
    "first",
    "auto",
    "ray",
    "elo",
    "nvidia",
    "parquet",
    "sqlite",
    "postgresql",
    "toml",
    *DEEDS,
    *COMMANDS,
    *names(),
    *BOTS,
}
"""English words that a Russian help page may hold: names of things."""


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_russian_help_is_russian(command: str, azulejo: Azulejo) -> None:
    done = azulejo(*command.split(), "--help", "--lang", "ru")
    assert (done.status, done.err) == (0, "")
    values = {value for name in names() for option in title(name).options for value in option.values}
    names_and_values = r"--[a-z-]+|\S+\|\S+|\w+[/.:]\w\S+|по\s+умолчанию:\s[^]]*"  # --games, a|b, docs/a.md
    words = {word.lower() for word in re.findall(r"[A-Za-z][A-Za-z_]+", re.sub(names_and_values, "", done.out))}
    assert words - NAMES - values == set()
    assert len(re.findall("[а-яё]+", done.out.lower())) > 10


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_english_help_is_english(command: str, azulejo: Azulejo) -> None:
    done = azulejo(*command.split(), "--help")
    assert not re.search("[а-яё]", done.out.lower())
    assert done.out.startswith(f"Usage: azulejo {command}".rstrip() + " [OPTIONS]")
    assert "<" not in done.out
    assert "{" not in done.out.partition("\n")[0]


def test_no_command_is_cut_short_in_the_list(azulejo: Azulejo) -> None:
    for lang in ("en", "ru"):
        listed = azulejo("--help", "--lang", lang).out
        assert "..." not in listed.partition("\n\n")[2].replace("1, 2, ...", "")
        assert all(re.search(rf"^  {command} ", listed, re.M) for command in COMMANDS)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_without_a_command_one_is_told_what_to_do_next(lang: str, azulejo: Azulejo) -> None:
    done = azulejo("--lang", lang)
    assert (done.status, done.err) == (0, "")
    proposed = re.findall(r"^  azulejo (\S+)", done.out, re.M)
    assert {"play", "serve", "--help"} <= set(proposed) <= {*COMMANDS, "--help"}
    assert bool(re.search("[а-яё]", done.out)) == (lang == "ru")
    (python,) = re.findall(r"import azulejo; .*", done.out)
    exec(python, {})


def test_without_the_server_one_is_told_how_to_get_it(azulejo: Azulejo, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "pip install" not in azulejo().out
    monkeypatch.setattr("azulejo.cli.app.find_spec", lambda name: None)
    for lang in ("en", "ru"):
        assert azulejo("--lang", lang).out.endswith('pip install "azulejo-games[server]"\n')


def test_the_version(azulejo: Azulejo) -> None:
    assert azulejo("--version").out == f"azulejo {package.__version__}\n"


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("name", names())
def test_rules_are_told_in_both_languages(name: str, lang: str, azulejo: Azulejo) -> None:
    done = azulejo("rules", name, "--lang", lang)
    assert (done.status, done.out) == (0, f"{page(name, 'rules', lang)}\n")


def test_a_game_without_a_page_of_rules_says_so(azulejo: Azulejo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejo.cli.rules.title", lambda name: None)
    assert azulejo("rules", "mosaic").complaint == "Error: the game mosaic comes without a page of its rules"
    assert "у игры mosaic нет страницы" in azulejo("rules", "mosaic", "--lang", "ru").complaint


def test_help_loads_neither_compiler_nor_server() -> None:
    code = (
        "import sys\nfrom azulejo.cli import main\n"
        "try:\n    main(['arena', '--help'])\n"
        "finally:\n    print(sorted({'numba', 'sqlalchemy', 'litestar', 'joblib', 'azulejo.play'} & set(sys.modules)))"
    )
    assert run_python("-c", code, compiled=True).splitlines()[-1] == "[]"


# ---------------------------------------------------------------- what is typed

TYPED = [
    ["play"],
    ["simulate", "azul", "--games", "7", "--wall", "grey", "--seats=3"],
    ["replay", "file", "--at", "3", "--svg", "out.svg"],
    ["verify", "one", "two"],
    ["perft", "file"],
    ["engine", "--json"],
    ["rules", "duel"],
    ["bench", "azul", "duel", "--json", "--seconds", "0.5"],
    ["bench"],
    ["serve", "--port", "0", "--open"],
    ["arena", "--bots", "greedy,random", "duel", "--sprt", "0,20", "--fresh", "--free-draw-at-zero", "true"],
    ["dataset", "garden", "--compact"],
    ["learn", "azul", "--keep", "0.5", "--out", "n.npz", "--lang", "ru"],
]


@pytest.mark.parametrize("words", TYPED, ids=" ".join)
def test_typer_and_argparse_understand_the_same(
    words: list[str], azulejo: Azulejo, monkeypatch: pytest.MonkeyPatch
) -> None:
    understood: list[dict[str, Any]] = []

    def note(command: Command, typed: Mapping[str, Any], path: str, lang: str) -> int:
        understood.append(command.values(typed, path, lang))
        return 7

    monkeypatch.setattr(Command, "__call__", note)
    (command,) = (one for one in commands() if one.name == words[0])
    assert azulejo(*words).status == plain.main(command, "plain", words[1:]) == 7
    assert understood[0] == understood[1]
    module, _, name = command.run.partition(":")
    inspect.signature(getattr(import_module(module), name)).bind(**understood[0])


def test_values_are_what_the_declaration_says() -> None:
    (command,) = (one for one in commands() if one.name == "arena")
    values = command.values({"game": "azul", "bots": "a,b", "as_json": True, "wall": "grey"}, "azulejo arena", "ru")
    assert (values["game"], values["bots"], values["pairs"], values["sprt"]) == ("azul", ["a", "b"], 100, None)
    assert (values["as_json"], values["fresh"]) == (True, False)
    assert (values["options"], values["lang"]) == ({"wall": "grey"}, "ru")


# ---------------------------------------------------------------- mistakes

MISTAKES = [
    (["fly"], 'there is no command "fly"; see azulejo --help', "нет команды «fly»"),
    (["rules", "azul", "twice"], "there is one word too many: twice; see azulejo rules --help", "лишнее слово: twice"),
    (["rules", "chess"], 'there is no game called "chess": the games are', "chess"),
    (["simulate"], "GAME is missing; see azulejo simulate --help", "не хватает ИГРА"),
    (["simulate", "chess"], 'there is no game called "chess": the games are', "chess"),
    (["simulate", "azul", "--loud"], "there is no option --loud; see azulejo simulate --help", "нет параметра --loud"),
    (["simulate", "azul", "--seats"], "--seats needs a value; see azulejo", "у --seats должно быть значение"),
    (["bench", "--json=1"], "--json takes no value; see azulejo", "у --json нет значения"),
    (["bench", "chess"], 'there is no game called "chess": the games are', "chess"),
    (
        ["simulate", "azul", "--games", "many"],
        "the value of --games must be a whole number; see azulejo simulate --help",
        "значение --games должно быть целым числом",
    ),
    (
        ["simulate", "azul", "--games", "0"],
        "--games must be 1 or more, not 0",
        "значение --games должно быть не меньше 1",
    ),
    (
        ["bench", "--seconds", "long"],
        "the value of --seconds must be a number; see azulejo bench --help",
        "быть числом",
    ),
    (["bench", "--seconds", "nan"], "--seconds must be 0.01 or more, not nan", "не меньше 0,01, дано nan"),
    (
        ["simulate", "azul", "--seats", "9"],
        "azul cannot be played by 9: the number of players is one of 2, 3, 4",
        "9; допустимо: 2, 3, 4",
    ),
    (
        ["simulate", "azul", "--wall", "blue"],
        '"blue" is not a value of the option wall: it is one of coloured, grey',
        "«blue»",
    ),
    (["simulate", "azul", "--seed", "-1"], '"-1" is not a seed: give a whole number, 0 or more', "«-1»"),
    (["simulate", "azul", "--side", "standard"], 'azul has no option "side": its options are wall', "«side»"),
    (["perft", "x", "--depth", "-1"], "--depth must be 0 or more, not -1", "значение --depth"),
    (["learn", "chess"], 'there is no game called "chess": the games are', "chess"),
    (["--loud"], "there is no option --loud; see azulejo --help", "нет параметра --loud"),
]


@pytest.mark.parametrize(("words", "english", "russian"), MISTAKES, ids=[" ".join(words) for words, _, _ in MISTAKES])
def test_a_mistake_ends_in_one_sentence(words: list[str], english: str, russian: str, azulejo: Azulejo) -> None:
    assert azulejo(*words).complaint.startswith(f"Error: {english}")
    said = azulejo(*words, "--lang", "ru").complaint if words != ["simulate", "azul", "--seats"] else None
    said = said or azulejo("--lang", "ru", *words).complaint
    assert said.startswith("Ошибка: ")
    assert russian in said


def test_a_command_that_the_user_interrupts_ends_with_the_usual_status(
    azulejo: Azulejo, monkeypatch: pytest.MonkeyPatch
) -> None:
    for stop in (KeyboardInterrupt, typer.Abort):

        def interrupted(stop: type[BaseException] = stop, **values: Any) -> None:
            raise stop

        monkeypatch.setattr("azulejo.cli.rules.rules", interrupted)
        assert azulejo("rules").status == 130


def test_a_defect_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**values: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("azulejo.cli.rules.rules", broken)
    with pytest.raises(ZeroDivisionError):
        main(["rules"])


def test_a_terminal_without_russian_letters_is_no_reason_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", plain)
    with pytest.raises(SystemExit) as leaving:
        main(["rules", "--lang", "ru"])
    assert leaving.value.code == 0
    plain.seek(0)
    assert "3b4" in plain.read()
