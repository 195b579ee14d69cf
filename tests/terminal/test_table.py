"""The drawn board: what keys and the mouse do, and what the screen says."""

import threading

import pytest

from azulejo.bots.bot import Bot, as_bot, random
from azulejo.play import Move, View, new_game
from azulejo.texts import LANGUAGES, say
from tests.terminal.pilot import NARROW, WIDE, at_table, seated

pytestmark = pytest.mark.slow

TWO_FACTORIES = "azul factories=BBRW,KKKY board=0 board=0"
LAST_TURN = "azul factories=B,K board=0/-/.YRKW,.....,.....,.....,..... board=0"


def first_legal(view: View) -> Move:
    return view.legal_moves[0]


def steady() -> Bot:
    """A bot that always plays the first legal move."""
    return as_bot(first_legal)


@at_table
async def test_pointing_shows_what_a_move_does_and_two_enters_play_it() -> None:
    game = new_game("azul", position=TWO_FACTORIES, undo="free")
    async with seated(game, bot=steady()) as person:
        assert "Your turn: pick something to move." in person.says("asked")
        assert "1b… take 2 blue tiles from factory 1 to …" in person.says("asked")
        await person.press("enter", "down")
        assert person.says("asked") == "1b2: take 2 blue tiles from factory 1 to pattern line 2 (+1)"
        await person.press("enter")
        assert "Enter plays it" in person.says("asked")
        assert game.events == []
        await person.press("enter")
        await person.until_asked()
        assert [event.get("move") for event in game.events] == ["1b2", "cr1"]
        assert person.log[0] == "player 1: 1b2, takes 2 blue tiles from factory 1 to pattern line 2"


@at_table
async def test_escape_lets_go_first_of_the_move_then_of_the_piece() -> None:
    async with seated(new_game("azul", position=TWO_FACTORIES)) as person:
        selection = person.table.selection
        await person.type("1b2")
        assert selection.held is not None
        await person.press("escape")
        assert selection.typed == "1b2"
        assert person.table.selection.held is None
        await person.press("escape")
        assert not selection.begun


@at_table
async def test_left_and_right_go_to_the_next_factory() -> None:
    async with seated(new_game("azul", position=TWO_FACTORIES)) as person:
        await person.press("right")
        assert person.table.selection.ways[person.table.selection.cursor].text == "2y…"
        await person.press("left")
        assert person.table.selection.ways[person.table.selection.cursor].text == "1w…"


@at_table
async def test_a_move_typed_in_the_russian_layout_is_understood() -> None:
    async with seated(new_game("azul", position=TWO_FACTORIES), "ru") as person:
        await person.press("1", "и", "2")
        assert person.table.selection.held is not None
        assert person.table.selection.held.text == "1b2"


@pytest.mark.parametrize("lang", LANGUAGES)
@at_table
async def test_what_is_not_legal_says_why(lang: str) -> None:
    position = "azul factories=BBRW,KKKY board=0/-,R,-,-,- board=0"
    async with seated(new_game("azul", position=position), lang) as person:
        await person.type("1b2")
        reason = say("azul.why.line_holds", lang, line=2, colour=say("azul.colour.red", lang))
        assert person.says("asked") == say("errors.illegal", lang, move="1b2", reason=reason)


@at_table
async def test_undo_takes_back_the_own_move_and_the_answer() -> None:
    game = new_game("azul", position=TWO_FACTORIES, undo="free")
    async with seated(game) as person:
        before = game.position
        await person.press("u")
        assert "there is no move to undo" in person.says("asked")
        await person.type("1b2")
        await person.press("enter")
        await person.until_asked()
        await person.press("backspace")
        await person.until_asked()
        assert game.position == before
        assert person.log[-1] == "player 1 undoes 2 moves"


@at_table
async def test_the_language_changes_everywhere_at_once() -> None:
    async with seated(new_game("azul", seed=4, first=0), "en") as person:
        assert "player 1 to move" in person.says("headline")
        assert "on the factories" in person.says("lines")
        await person.press("f2")
        assert "ходит игрок 1" in person.says("headline")
        assert "Ваш ход: выберите, что взять." in person.says("asked")
        assert "подсказка" in person.says("keys")
        assert "on the factories" not in person.says("lines")
        assert "Игрок 1 (вы)" in person.says("board")


@at_table
async def test_the_engine_gives_a_hint() -> None:
    position = "azul factories=B,KKRW board=0/-/.YRKW,.....,.....,.....,..... board=0"
    async with seated(new_game("azul", position=position)) as person:
        await person.press("h")
        await person.until(lambda: person.table.thinking is None)
        assert "Best move: take 1 blue tile from factory 1 to pattern line 1." in person.says("asked")
        assert "to win" in person.says("asked")
        selection = person.table.selection
        assert selection.ways[selection.cursor].text == "1b…"
        await person.press("enter")
        assert selection.ways[selection.cursor].text == "1b1"


@at_table
async def test_the_screen_lives_while_a_bot_thinks() -> None:
    may_answer = threading.Event()

    def choose_late(view: View) -> Move:
        assert may_answer.wait(timeout=300)
        return view.legal_moves[0]

    game = new_game("azul", position=TWO_FACTORIES)
    async with seated(game, bot=as_bot(choose_late)) as person:
        await person.type("1b2")
        await person.press("enter")
        assert person.says("asked") == "… player 2 is thinking"
        await person.press("f2")
        assert "ходит игрок 2" in person.says("headline")
        assert len(game.events) == 1
        may_answer.set()
        await person.until_asked()
        assert len(game.events) == 2


@at_table
async def test_a_hint_is_forgotten_when_the_game_has_gone_on() -> None:
    async with seated(new_game("azul", position=TWO_FACTORIES), bot=steady()) as person:
        found = person.table._position
        await person.type("1b2")
        await person.press("enter")
        await person.until_asked()
        assert person.table._position > found
        person.table.take_from_bot(found, person.game.legal_moves[0])  # what a bot has thought for another position
        assert len(person.game.events) == 2


@at_table
async def test_the_end_is_told_and_q_leaves() -> None:
    game = new_game("azul", position=LAST_TURN, seed=1, undo="free")
    async with seated(game) as person:
        await person.type("1b1")
        await person.press("enter")
        await person.until(lambda: game.is_over)
        await person.pilot.pause()
        assert "player 1 wins (7 : " in person.says("asked")
        assert any(line.endswith("1 complete row: +2, now 7") for line in person.log)
        await person.press("q")
        assert not person.app.is_running


@at_table
async def test_leaving_and_giving_up_are_asked_about() -> None:
    game = new_game("azul", seed=1, first=0)
    async with seated(game) as person:
        await person.press("q")
        assert person.says("asked").startswith("Leave the game?")
        await person.press("n", "ctrl+r")
        assert person.says("asked").startswith("Resign?")
        await person.press("enter")
        await person.until(lambda: game.is_over)
        assert game.out == {0: "resign"}
        assert "player 1 resigns" in person.log


@at_table
async def test_who_gives_up_among_several_sees_the_bots_finish() -> None:
    game = new_game("azul", seats=3, seed=1, first=0)
    async with seated(game, bot=random) as person:
        await person.press("ctrl+r", "enter")
        await person.until(lambda: game.is_over)
        outcome = game.outcome()
        assert outcome is not None
        assert 0 not in outcome.winners


@pytest.mark.parametrize("lang", LANGUAGES)
@at_table
async def test_keys_and_rules_are_shown_and_closed(lang: str) -> None:
    async with seated(new_game("azul", seed=1, first=0), lang, NARROW) as person:
        for key in ("question_mark", "f1"):
            await person.press(key)
            assert person.app.screen is not person.table
            await person.press("escape")
            assert person.app.screen is person.table


@at_table
async def test_a_terminal_that_becomes_too_small_says_so_and_grows_again() -> None:
    async with seated(new_game("azul", seed=1, first=0), "en", NARROW) as person:
        await person.pilot.resize_terminal(70, 20)
        await person.pilot.pause()
        assert person.says("headline") == "This terminal is too small: the board needs 80 × 24."
        await person.pilot.resize_terminal(*WIDE)
        await person.pilot.pause()
        assert person.says("headline").startswith("Azul, coloured wall")
        assert "╭ 1 ───" in person.says("board")


@at_table
async def test_what_others_draw_in_secret_is_not_told() -> None:
    def draw_plates(view: View) -> Move:
        """Draw from the pile where that can be done: such plates are seen by nobody else."""
        return next((move for move in view.legal_moves if move.text == "d"), view.legal_moves[0])

    game = new_game("duel", seed=3, first=1, undo="free")
    async with seated(game, seat=0, bot=as_bot(draw_plates)) as person:
        for _ in range(12):
            await person.choose(person.by_typing, person.suggested())
            await person.until_asked()
        hidden = [at for at, event in enumerate(game.events) if event != game.event_for(at, 0)]
        shown = [line for line in person.log if line.endswith("can see this")]
        assert hidden
        assert len(shown) == len(hidden)
