"""The lesson of classic Azul can be played as it is written, and what it says about points is true."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from azulejo import new_game
from azulejo.play import Game
from azulejo.texts import LANGUAGES, catalogue
from tests.web.azul_mouse import PILES, TARGETS, AzulMouse
from tests.web.conftest import Desk
from tests.web.in_view import of_a_lesson_is_seen
from tests.web.lessons import Json, lesson_of


@pytest.fixture(scope="module")
def lesson(root: Path) -> Json:
    """The lesson as the client has it."""
    return lesson_of(root, "azul")


def begun(chapter: Json) -> Game:
    return new_game("azul", position=chapter["position"], seed=7)


def test_every_move_of_the_lesson_is_legal_when_its_turn_comes(lesson: Json) -> None:
    learned = 0
    for chapter in lesson["chapters"]:
        game = begun(chapter)
        for step in chapter["steps"]:
            for seat, moves in ((0, step.get("moves", [])), (1, step.get("replies", []))):
                for move in moves:
                    assert game.turn == seat, (step, move)
                    game.push(move)
                    learned += seat == 0
            if step.get("free"):
                assert game.turn == 0
                learned += 1
    assert 6 <= learned <= 10


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_has_its_text(lesson: Json, lang: str) -> None:
    texts = {f"azul.learn.{step['text']}" for chapter in lesson["chapters"] for step in chapter["steps"]}
    assert texts == {key for key in catalogue(lang) if key.startswith("azul.learn.")}


def test_the_points_that_the_lesson_explains_are_those_of_the_rules(lesson: Json) -> None:
    first, second = lesson["chapters"]
    game, told = begun(first), []
    for step in first["steps"]:
        for move in [*step.get("moves", []), *step.get("replies", [])]:
            told += game.rulebook.scoring_steps(game.state, game.rulebook.parse_move(move))
            game.push(move)
    assert [(step.kind, step.points) for step in told if step.seat == 0] == [
        ("tile", 3),
        ("tile", 4),
        ("tile", 1),
        ("floor", -2),
    ]
    game = begun(second)
    assert game.scores == (38, 50)
    (move,) = second["steps"][0]["moves"]
    told = game.rulebook.scoring_steps(game.state, game.rulebook.parse_move(move))
    assert [(step.kind, step.points) for step in told if step.seat == 0] == [("tile", 10), ("rows", 2), ("columns", 7)]
    game.push(move)
    outcome = game.outcome()
    assert outcome
    assert outcome.winners == (0,)


def test_the_lesson_is_played_on_a_phone_where_all_it_asks_for_is_seen(desk: Desk, lesson: Json) -> None:
    page = desk.person(phone=True)
    page.goto("/learn/azul")
    mouse = AzulMouse(page)
    said = page.locator(".teacher .said")
    for chapter in lesson["chapters"]:
        for step in chapter["steps"]:
            expect(said).to_have_text(str(catalogue("en")[f"azul.learn.{step['text']}"]))
            for move in step.get("moves", []):
                expect(mouse.pile(move[0], move[1])).to_be_enabled()
                of_a_lesson_is_seen(page, move)
                mouse.play(move)
            if step.get("free"):
                page.locator(f"{PILES}:enabled").first.click()
                page.locator(f"{TARGETS}.legal").first.click()
            elif not step.get("moves"):
                page.locator(".teacher .button.primary").click()
    expect(said).to_have_text(str(catalogue("en")["web.learn.done"]))
