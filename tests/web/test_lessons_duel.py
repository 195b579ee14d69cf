"""The lesson of Azul Duel can be played as it is written, and what it says about points is true."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from azulejo import new_game
from azulejo.play import Game
from azulejo.texts import LANGUAGES, catalogue
from tests.web.conftest import Desk
from tests.web.duel_mouse import DuelMouse
from tests.web.in_view import of_a_lesson_is_seen
from tests.web.lessons import Json, lesson_of


@pytest.fixture(scope="module")
def lesson(root: Path) -> Json:
    """The lesson as the client has it."""
    return lesson_of(root, "duel")


def begun(chapter: Json) -> Game:
    return new_game("duel", position=chapter["position"], seed=7)


def played(chapter: Json) -> tuple[Game, list[tuple[str, int]]]:
    """Play a chapter to its end; return the game and the learner's points."""
    game, told = begun(chapter), []
    for step in chapter["steps"]:
        for seat, moves in ((0, step.get("moves", [])), (1, step.get("replies", []))):
            for move in moves:
                assert game.turn == seat, (step, move)
                told += game.rulebook.scoring_steps(game.state, game.rulebook.parse_move(move))
                game.push(move)
    return game, [(step.kind, step.points) for step in told if step.seat == 0]


def test_every_move_of_the_lesson_is_legal_when_its_turn_comes(lesson: Json) -> None:
    assert len([played(chapter) for chapter in lesson["chapters"]]) == 3
    learned = [step for chapter in lesson["chapters"] for step in chapter["steps"] if "moves" in step]
    assert 6 <= len(learned) <= 10


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_has_its_text(lesson: Json, lang: str) -> None:
    texts = {f"duel.learn.{step['text']}" for chapter in lesson["chapters"] for step in chapter["steps"]}
    assert texts == {key for key in catalogue(lang) if key.startswith("duel.learn.")}


def test_the_first_turns_are_as_they_are_told(lesson: Json) -> None:
    game, told = played(lesson["chapters"][0])
    assert told == []
    board = game.position.split("board=")[1]
    score, lines, plates, _dome, _broken, chips, *_ = board.split("/")
    assert (score, lines) == ("5", "-,BB,YY,-,-,-")
    assert plates == "-,YBKSe,-,-,BKSTn,-,-,-,-"
    assert len(chips.split(",")) == 1
    assert "starting_tile=0" in game.position


def test_the_points_that_the_lesson_explains_are_those_of_the_rules(lesson: Json) -> None:
    _, round_end, game_end = lesson["chapters"]
    game, told = played(round_end)
    assert told == [("tile", 1), ("tile", 2), ("special", 2), ("tile", 2), ("broken", -1), ("starting_tile", -2)]
    assert game.scores[0] == 13
    game, told = played(game_end)
    assert told == [("tile", 6), ("rows", 3), ("columns", 7)]
    assert game.is_over
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)


def test_the_lesson_is_played_on_a_phone_where_all_it_asks_for_is_seen(desk: Desk, lesson: Json) -> None:
    page = desk.person(phone=True)
    page.goto("/learn/duel")
    mouse = DuelMouse(page)
    said = page.locator(".teacher .said")
    for chapter in lesson["chapters"]:
        for step in chapter["steps"]:
            expect(said).to_have_text(str(catalogue("en")[f"duel.learn.{step['text']}"]))
            for move in step.get("moves", []):
                of_a_lesson_is_seen(page, move)
                mouse.play(move)
            if not step.get("moves"):
                page.locator(".teacher .button.primary").click()
    expect(said).to_have_text(str(catalogue("en")["web.learn.done"]))
