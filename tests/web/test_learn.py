"""A lesson is finished by making the moves that it asks for; ``test_lessons_*.py`` follow each of them by mouse."""

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Desk

MOST_STEPS = 40


def follow(page: Page) -> int:
    """Do what a lesson asks until it is over, and return how many moves that took."""
    moves = 0
    teacher = page.locator(".teacher")
    for _ in range(MOST_STEPS):
        expect(teacher.locator(".button.primary, .small").first).to_be_visible()
        if teacher.get_by_role("button", name="Play a game now").is_visible():
            return moves
        if teacher.get_by_role("button", name="Go on").is_visible():
            teacher.get_by_role("button", name="Go on").click()
            continue
        said = teacher.inner_text()
        found = re.search(r"(?:written|example) (\S+)\.$", said, re.M)
        assert found, said
        page.keyboard.type(found[1])
        moves += 1
        expect(teacher).not_to_have_text(said, use_inner_text=True)
    raise AssertionError("the lesson does not end")


def test_a_lesson_is_finished_by_making_its_moves(desk: Desk) -> None:
    page = desk.person(lessons=[])
    page.goto("/learn/azul")
    assert 6 <= follow(page) <= 24
    page.get_by_role("button", name="Play a game now").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".players")).to_contain_text("First-timer")
    assert "azul" in page.evaluate("JSON.parse(localStorage.getItem('azulejo.settings')).lessons")


def test_another_move_than_the_one_asked_for_is_not_made(desk: Desk) -> None:
    page = desk.person()
    page.goto("/learn/azul")
    page.get_by_role("button", name="Go on").click()
    page.keyboard.type("2r3")
    page.wait_for_timeout(300)
    expect(page.locator(".teacher")).to_contain_text("written 1b2")
    expect(page.locator(".log .line")).to_have_count(0)
