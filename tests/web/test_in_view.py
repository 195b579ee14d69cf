"""What is to be clicked lies on the screen and under nothing, without scrolling: in lessons and in first turns."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.server.processes import Made
from tests.web.conftest import Desk
from tests.web.lessons import lesson_of
from tests.web.sitting import tokens_of

GAMES = ("azul", "duel", "garden")
LAPTOP: ViewportSize = {"width": 1366, "height": 768}

IN_THE_STRIP = re.compile(r"c[byrkt]+|d..|done")
"""Moves of lessons that are chosen in the strip above the bar, which is always seen."""

HIDDEN = """(() => {
    const all = (kind) => [...document.querySelectorAll(`[data-asked="${kind}"]`)];
    const asked = ["to", "from"].map(all).find((found) => found.length);
    if (!asked) return ["nothing is asked for"];
    const hit = (element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        return found === element || element.contains(found);
    };
    const seen = (element) => hit(element) || [...element.querySelectorAll(".piece")].some(hit);
    const name = (element) => element.getAttribute("aria-label") ?? element.outerHTML.slice(0, 80);
    return asked.filter((element) => !seen(element)).map(name);
})()"""
"""Names what is asked for and cannot be clicked where it lies now."""


def nothing_hidden(page: Page, what: str) -> None:
    """Wait until whatever is asked for can be seen."""
    for _ in range(40):
        hidden = page.evaluate(HIDDEN)
        if not hidden:
            return
        page.wait_for_timeout(50)
    raise AssertionError((what, hidden, page.evaluate("scrollY")))


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


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_shows_what_it_asks_for(desk: Desk, root: Path, game: str, phone: bool) -> None:
    page = person(desk, phone=phone)
    page.goto(f"/learn/{game}")
    teacher = page.locator(".teacher")
    for chapter in lesson_of(root, game)["chapters"]:
        for step in chapter["steps"]:
            if not step.get("moves") and not step.get("free"):
                teacher.get_by_role("button", name="Go on").click()
            elif step.get("free"):
                expect(teacher).to_have_attribute("data-typed", re.compile("."))
                page.keyboard.type(teacher.get_attribute("data-typed") or "")
            for move in step.get("moves", []):
                expect(teacher).to_have_attribute("data-typed", move)
                follow(page, game, move)
    expect(teacher.get_by_role("button", name="Play a game now")).to_be_visible()


def follow(page: Page, game: str, move: str) -> None:
    """Make one move of a lesson, and look at every click of it."""
    if IN_THE_STRIP.fullmatch(move):
        page.keyboard.type(move)
        return
    nothing_hidden(page, move)
    teacher = page.locator(".teacher").bounding_box()
    assert teacher
    height = page.evaluate("innerHeight")
    assert teacher["height"] <= height * 0.27, move
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
