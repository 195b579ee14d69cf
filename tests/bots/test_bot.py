"""What a bot is, where it is loaded from, and what people type to name one."""

import sys
from pathlib import Path

import pytest

from azulejo.bots import Bot, as_bot, bot_named, greedy, load, random
from azulejo.bots.engine_bot import EngineBot
from azulejo.bots.names import bot_names
from azulejo.bots.process import ProcessBot
from azulejo.engine.limits import Limits
from azulejo.play import View, new_game
from azulejo.texts.errors import AzulejoError, BadOption
from tests.bots.helpers import some_game


def first(view: View) -> object:
    return view.legal_moves[0]


class Teller:
    """An object with everything that a bot may have."""

    name = "teller"

    def __init__(self) -> None:
        self.heard: list[str] = []

    def choose(self, view: View) -> str:
        self.heard.append("choose")
        return str(view.legal_moves[-1])

    def new_game(self, view: View) -> None:
        self.heard.append(f"new game for seat {view.seat}")

    def close(self) -> None:
        self.heard.append("close")


def test_a_function_is_a_bot() -> None:
    bot = as_bot(first)
    view = some_game().view(1)
    bot.new_game(view)
    assert (bot.name, bot.trusted) == ("first", False)
    game = some_game()
    assert bot.choose(game.view(game.turn or 0)) == game.legal_moves[0]
    bot.close()


def test_an_object_is_a_bot_and_hears_of_games_and_of_the_end() -> None:
    teller = Teller()
    game = some_game()
    with as_bot(teller) as bot:
        assert bot.name == "teller"
        bot.new_game(game.view(1))
        assert bot.choose(game.view(game.turn or 0)) == str(game.legal_moves[-1])
    assert teller.heard == ["new game for seat 1", "choose", "close"]


def test_a_class_is_made_into_an_object_and_a_bot_stays_what_it_is() -> None:
    assert as_bot(Teller).name == "teller"
    assert as_bot(greedy) is greedy

    class Own(Bot):
        name = "own"

    assert isinstance(as_bot(Own), Own)
    assert repr(as_bot(Own)) == "<bot own>"


@pytest.mark.parametrize("thing", [3, "club", None, sys, int])
def test_other_things_are_no_bots(thing: object) -> None:
    with pytest.raises(BadOption, match="a bot is a function"):
        as_bot(thing)


# ---------------------------------------------------------------- the simplest bots


@pytest.mark.parametrize("name", ["azul", "garden", "duel"])
def test_the_greedy_bot_takes_the_best_preview(name: str) -> None:
    for moves in (0, 3, 6):
        game = some_game(name, moves=moves)
        view = game.view(game.turn or 0)
        previews = [view.preview(move) for move in view.legal_moves]
        best = max((one.points, -one.loss) for one in previews)
        chosen = view.preview(greedy.choose(view))
        assert (chosen.points, -chosen.loss) == best


def test_equal_moves_are_chosen_by_chance_and_the_same_chance_chooses_the_same() -> None:
    game = some_game()
    turn = game.turn or 0

    def choice(bot: Bot, seed: int) -> str:
        from azulejo.kernel.chance import stream

        return str(bot.choose(game.view(turn, rng=stream("test", seed))))

    for bot, fewest in ((random, 20), (greedy, 2)):
        assert len({choice(bot, seed) for seed in range(60)}) >= fewest
        assert choice(bot, 1) == choice(bot, 1)


# ---------------------------------------------------------------- loading


def test_a_bot_is_loaded_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from dataclasses import dataclass\n"
        "@dataclass\n"
        "class Last:\n"
        "    at: int = -1\n"
        "    def choose(self, view):\n"
        "        return view.legal_moves[self.at]\n"
        "def choose(view):\n"
        "    return view.legal_moves[0]\n"
    )
    game = some_game()
    view = game.view(game.turn or 0)
    assert load(f"{file}").choose(view) == load(f"{file}:choose").choose(view) == game.legal_moves[0]
    assert load(f"{file}:Last").choose(view) == game.legal_moves[-1]
    assert load(f"{file}:Last").name == f"{file}:Last"


def test_a_bot_is_loaded_from_a_module() -> None:
    assert load("azulejo.bots.bot:greedy") is greedy


@pytest.mark.parametrize(
    ("text", "path", "sentence"),
    [
        (None, "{}", "there is no file"),
        ("", "{}", "has nothing called choose"),
        ("x = 1", "{}:x", "a bot is a function"),
        ("1 / 0", "{}", "cannot be loaded: ZeroDivisionError"),
        ("import no_such_thing", "{}", "cannot be loaded: ModuleNotFoundError"),
        ("class A:\n def __init__(self): self.b\n def choose(self, view): ...", "{}:A", "loaded: AttributeError"),
        (None, "no_such_module:choose", "no Python module called no_such_module"),
        (None, "azulejo.no_such:choose", "no Python module called azulejo.no_such"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str | None, path: str, sentence: str) -> None:
    file = tmp_path / "mine.py"
    if text is not None:
        file.write_text(text)
    with pytest.raises(AzulejoError, match=sentence):
        load(path.format(file))


# ---------------------------------------------------------------- names


def test_every_name_that_is_offered_stands_for_a_bot() -> None:
    assert [bot_named(name, "azul").name for name in bot_names()] == list(bot_names())


def test_the_engine_takes_its_limits_with_its_name() -> None:
    nodes, seconds = bot_named("engine@1000n", "azul"), bot_named("engine@0.1s", "azul")
    assert isinstance(nodes, EngineBot)
    assert isinstance(seconds, EngineBot)
    assert (nodes.limits, seconds.limits) == (Limits(nodes=1000), Limits(seconds=0.1))
    assert nodes.name == "engine@1000n"


def test_files_and_programs_play_in_processes_of_their_own() -> None:
    hosted, program = bot_named("my.py:choose", "azul"), bot_named("run:./program --level 'very high'", "azul")
    assert isinstance(hosted, ProcessBot)
    assert hosted.command == [sys.executable, "-m", "azulejo.bots.host", "my.py:choose"]
    assert isinstance(program, ProcessBot)
    assert program.command == ["./program", "--level", "very high"]


@pytest.mark.parametrize("name", ["nobody", "", "engine@", "engine@fast", "run:", "run:'"])
def test_other_names_are_no_bots(name: str) -> None:
    with pytest.raises(BadOption):
        bot_named(name, "azul")


def test_a_view_carries_the_limits() -> None:
    assert new_game("azul", seed=1).view(0, Limits(nodes=5)).limits == Limits(nodes=5)
