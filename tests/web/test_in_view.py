"""What is to be clicked lies on the screen and under nothing, without scrolling: in lessons and in first turns."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.choosing import some_of
from tests.server.processes import Made
from tests.web.conftest import Desk
from tests.web.in_view import nothing_hidden, of_a_lesson_is_seen
from tests.web.lessons import lesson_of
from tests.web.sitting import tokens_of

GAMES = ("azul", "duel", "garden")
LAPTOP: ViewportSize = {"width": 1366, "height": 768}


def click(page: Page) -> None:
    """Click what is asked for, just where it is on the screen."""
    x, y = page.evaluate(
        """(() => {
            const found = document.querySelector('[data-asked="to"]') ?? document.querySelector('[data-asked="from"]');
            const { left, top, width, height } = (found.querySelector(".piece") ?? found).getBoundingClientRect();
            return [left + width / 2, top + height / 2];
        })()"""
    )
    page.mouse.click(x, y)


def person(desk: Desk, *, phone: bool, **more: Any) -> Page:
    """Return somebody's page, on a phone or on a small laptop."""
    page = desk.person(phone=phone, **more)
    if not phone:
        page.set_viewport_size(LAPTOP)
    return page


@pytest.mark.parametrize("game", some_of(GAMES, "azul"))
def test_a_lesson_shows_what_it_asks_for(desk: Desk, root: Path, game: str) -> None:
    """On a laptop; ``test_lessons_*.py`` look at it on a phone."""
    page = person(desk, phone=False)
    page.goto(f"/learn/{game}")
    teacher = page.locator(".teacher")
    for chapter in lesson_of(root, game)["chapters"]:
        for step in chapter["steps"]:
            if not step.get("moves") and not step.get("free"):
                teacher.get_by_role("button", name="Next").click()
            elif step.get("free"):
                expect(teacher).to_have_attribute("data-typed", re.compile("."))
                page.keyboard.type(teacher.get_attribute("data-typed") or "")
            for move in step.get("moves", []):
                expect(teacher).to_have_attribute("data-typed", move)
                follow(page, game, move)
    expect(teacher.get_by_role("button", name="Play now")).to_be_visible()


def follow(page: Page, game: str, move: str) -> None:
    """Make one move of a lesson, and look at every click of it."""
    of_a_lesson_is_seen(page, move)
    if game == "azul":
        click(page)
        expect(page.locator('[data-asked="to"]')).to_have_count(1)
        nothing_hidden(page, move)
        click(page)
    elif game == "garden" and move.startswith("t"):
        click(page)
        page.locator(f'[data-way="{move[1]}"]').click()
    else:
        page.keyboard.type(move)


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_first_turn_shows_what_it_asks_for(desk: Desk, game: str, phone: bool) -> None:
    with desk.server.client() as client:
        made: Made = client.create(game, [{"who": "me"}, {"who": "hotseat"}], seed=11)
        turn = client.state(made.table)["now"]["turn"]
    page = person(desk, phone=phone)
    desk.sit(page, made.table, {turn: tokens_of(made)[turn]}, game)
    nothing_hidden(page, "piece")
    if game != "garden":
        click(page)
        expect(page.locator('[data-asked="to"]').first).to_be_attached()
        nothing_hidden(page, "target")
