"""The lesson of Queen's Garden can be played as it is written, and what it says about points is true."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from azulejo import new_game
from azulejo.games.garden.board import Board
from azulejo.play import Game
from azulejo.texts import LANGUAGES, catalogue
from tests.web.conftest import Desk
from tests.web.garden_mouse import GardenMouse
from tests.web.in_view import of_a_lesson_is_seen
from tests.web.lessons import Json, lesson_of

LEARNER = 0


@pytest.fixture(scope="module")
def lesson(root: Path) -> Json:
    """The lesson as the client has it."""
    return lesson_of(root, "garden")


def begun(chapter: Json) -> Game:
    return new_game("garden", position=chapter["position"], seed=7)


def all_moves(step: Json) -> list[tuple[int, str]]:
    """Return the moves of a step with their seats."""
    return [(LEARNER, move) for move in step.get("moves", [])] + [(1, move) for move in step.get("replies", [])]


def seen(game: Game) -> Board:
    """Return what the learner sees."""
    board = game.rulebook.board(game.state, LEARNER)
    assert isinstance(board, Board)
    return board


def test_every_move_of_the_lesson_is_legal_when_its_turn_comes(lesson: Json) -> None:
    turns = 0
    for chapter in lesson["chapters"]:
        game = begun(chapter)
        for step in chapter["steps"]:
            turns += bool(step.get("moves"))
            for seat, move in all_moves(step):
                assert game.turn == seat, (step, move)
                game.push(move)
    assert 6 <= turns <= 10


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_has_its_text(lesson: Json, lang: str) -> None:
    texts = {f"garden.learn.{step['text']}" for chapter in lesson["chapters"] for step in chapter["steps"]}
    assert texts == {key for key in catalogue(lang) if key.startswith("garden.learn.")}


def test_the_payment_of_the_lesson_is_the_one_that_is_laid_out(lesson: Json) -> None:
    game = begun(lesson["chapters"][0])
    for step in lesson["chapters"][0]["steps"]:
        for _, move in all_moves(step):
            if move == "db3":
                cheapest = seen(game).payments[0]
                assert (cheapest.pieces, cheapest.moves) == (["b3", "j"], ["db3"])
            game.push(move)


def test_the_points_that_the_lesson_explains_are_those_of_the_rules(lesson: Json) -> None:
    chapter = lesson["chapters"][1]
    game, told = begun(chapter), []
    assert seen(game).round == 1
    jokers = seen(game).players[LEARNER].jokers
    for step in chapter["steps"]:
        for _, move in all_moves(step):
            told += game.rulebook.scoring_steps(game.state, game.rulebook.parse_move(move))
            game.push(move)
            if move == "06":
                assert seen(game).players[LEARNER].jokers == jokers + 1
    assert [(step.kind, step.points) for step in told if step.seat == LEARNER] == [
        ("marker", -1),
        ("wheel", 2),
        ("wheel", 3),
        ("wheel", 3),
        ("pavilions", 1),
    ]
    board = seen(game)
    assert (board.round, board.start) == (2, LEARNER)
    assert [(group.id, len(group.spaces), group.points) for group in board.players[LEARNER].groups] == [("g", 3, 6)]
    assert {one.kind: one.jokers for one in board.decorations} == {
        "fountain": 1,
        "statue": 2,
        "bench": 2,
        "pavilion": 3,
    }
    assert board.group_bonus[6] == 6


def test_the_lesson_is_played_on_a_phone_where_all_it_asks_for_is_seen(desk: Desk, lesson: Json) -> None:
    page = desk.person(phone=True)
    page.goto("/learn/garden")
    mouse = GardenMouse(page)
    said = page.locator(".teacher .said")
    for chapter in lesson["chapters"]:
        game = begun(chapter)
        for step in chapter["steps"]:
            expect(said).to_have_text(str(catalogue("en")[f"garden.learn.{step['text']}"]))
            for seat, move in all_moves(step):
                if seat == LEARNER and move.startswith("d") and move != "done":
                    mouse.confirm()
                elif seat == LEARNER:
                    of_a_lesson_is_seen(page, move)
                    mouse.play(plain(seen(game)), move)
                game.push(move)
            if not step.get("moves"):
                page.locator(".teacher .button.primary").click()
    expect(said).to_have_text(str(catalogue("en")["web.learn.done"]))


def plain(board: Board) -> Any:
    """Return a board as it goes over the wire."""
    return msgspec.to_builtins(board)
