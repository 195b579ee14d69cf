"""Looks at what a page asks for: whether it lies on the screen and under nothing, without scrolling."""

import re

from playwright.sync_api import Page

IN_THE_STRIP = re.compile(r"c[byrkt]+|d..|done")
"""Moves of lessons that are chosen in the strip above the bar, which is always seen."""

TEACHER_AT_MOST = 0.27
"""The share of a window's height that a lesson's text may take."""

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


def of_a_lesson_is_seen(page: Page, move: str) -> None:
    """Wait until what a lesson asks for can be seen, and look how much of the window its text takes."""
    if IN_THE_STRIP.fullmatch(move):
        return
    nothing_hidden(page, move)
    teacher = page.locator(".teacher").bounding_box()
    assert teacher
    assert teacher["height"] <= page.evaluate("innerHeight") * TEACHER_AT_MOST, move
