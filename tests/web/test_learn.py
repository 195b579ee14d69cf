"""A lesson is finished by making the moves that it asks for; ``test_lessons_*.py`` follow each of them by mouse."""

from playwright.sync_api import Page, expect

from tests.web.conftest import Desk

MOST_STEPS = 40


def follow(page: Page) -> int:
    """Do what a lesson asks until it is over, and return how many moves that took."""
    moves = 0
    teacher = page.locator(".teacher")
    for _ in range(MOST_STEPS):
        expect(page.locator(".teacher .button.primary, .teacher[data-typed]").first).to_be_visible()
        if teacher.get_by_role("button", name="Play now").is_visible():
            return moves
        if teacher.get_by_role("button", name="Next").is_visible():
            teacher.get_by_role("button", name="Next").click()
            continue
        move = teacher.get_attribute("data-typed") or ""
        said = (move, teacher.locator(".said").inner_text())
        page.keyboard.type(move)
        moves += 1
        page.wait_for_function(
            """([move, said]) => {
                const teacher = document.querySelector(".teacher");
                return teacher.dataset.typed !== move || teacher.querySelector(".said")?.innerText !== said;
            }""",
            arg=said,
        )
    raise AssertionError("the lesson does not end")


def test_a_lesson_is_finished_by_making_its_moves(desk: Desk) -> None:
    page = desk.person(lessons=[])
    page.goto("/learn/azul")
    assert 6 <= follow(page) <= 24
    expect(page.locator(".teacher .ended")).to_have_text("57 to 51: you win!")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".players")).to_contain_text("First-timer")
    assert "azul" in page.evaluate("JSON.parse(localStorage.getItem('azulejo.settings')).lessons")


def test_another_move_than_the_one_asked_for_is_not_made(desk: Desk) -> None:
    page = desk.person()
    page.goto("/learn/azul")
    page.get_by_role("button", name="Next").click()
    page.keyboard.type("2r3")
    page.wait_for_timeout(300)
    expect(page.locator(".teacher")).to_have_attribute("data-typed", "1b2")
    expect(page.locator(".log .line")).to_have_count(0)


def test_how_a_move_is_typed_is_told_to_those_who_type(desk: Desk) -> None:
    page = desk.person()
    page.goto("/learn/azul")
    page.get_by_role("button", name="Next").click()
    teacher = page.locator(".teacher")
    expect(teacher).to_have_attribute("data-typed", "1b2")
    expect(teacher).not_to_contain_text("Keyboard")
    page.keyboard.press("Shift")
    expect(teacher).to_contain_text("Keyboard: 1b2")


def test_nothing_is_offered_while_the_other_player_thinks(desk: Desk) -> None:
    page = desk.person()
    page.goto("/learn/azul")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("[data-asked]")).to_have_count(1)
    page.keyboard.type("1b2")
    teacher = page.locator(".teacher")
    expect(teacher).to_contain_text("thinking")
    offered = page.evaluate(
        """new Promise((done) => {
            let most = 0;
            const look = () => {
                if (!document.querySelector(".teacher").innerText.includes("thinking")) return done(most);
                most = Math.max(most, document.querySelectorAll("[data-asked]").length);
                requestAnimationFrame(look);
            };
            look();
        })"""
    )
    assert offered == 0
    expect(page.locator("[data-asked]")).to_have_count(1)
