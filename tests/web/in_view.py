"""Looks at what a page asks for: whether it lies on the screen and under nothing, without scrolling."""

import re

from playwright.sync_api import Page, expect

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


def some_seen(page: Page, pieces: int, what: str) -> None:
    """Wait until not all of so many pieces are hidden. The page's own rules keep Playwright from waiting inside it."""
    for _ in range(60):
        hidden = page.evaluate(HIDDEN)
        if len(hidden) < pieces:
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


SEEN = """(() => {
    const box = (element) => element.getBoundingClientRect();
    const whole = ({ top, bottom, left, right }) =>
        Math.min(top, left) >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
    const strip = document.querySelector("header .players");
    const found = [];
    if (!whole(box(strip)) || strip.querySelectorAll("strong").length < 2) found.push("the strip is not in view");
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider than the window");
    const holds = document.querySelector("header.mine") && document.querySelector("[data-asked='to']");
    const chosen = [...document.querySelectorAll(".tray .hand, .tray .plate, .picked, .storage .chosen, .tray .what")];
    if (holds && chosen.length && !chosen.some((one) => whole(box(one)))) found.push("what is chosen is not in view");
    return found;
})()"""
"""Names what should always be seen, and is not."""

COVERED = """(() => {
    const found = [];
    for (const board of document.querySelectorAll(".boards .common, .boards .own")) {
        const { left, top, width, height } = board.getBoundingClientRect();
        for (const across of [0.05, 0.3, 0.5, 0.7, 0.95]) for (const down of [0.03, 0.25, 0.5, 0.75, 0.97]) {
            const [x, y] = [left + width * across, top + height * down];
            const over = document.elementFromPoint(x, y);
            const free = !over || over === document.documentElement || over.closest(".boards, .area");
            if (!over) found.push(`${board.className} lies outside the window at ${Math.round(x)}, ${Math.round(y)}`);
            else if (!free) found.push(`${board.className}: ${over.className}`);
        }
    }
    return found;
})()"""
"""Names what lies over the boards of a wide window, or where they lie outside of it."""

PLACES = """(() => [".boards .common", ".boards .own"].map((board) => {
    const { top, left } = document.querySelector(board).getBoundingClientRect();
    return [left + scrollX, top + scrollY];
}).flat())()"""
"""Where the boards lie on the page."""

SHIFT_AT_MOST = 8


class Watch:
    """Looks at a table's page at every decision: what must be seen is seen, and the boards stay where they are."""

    def __init__(self, page: Page, *, phone: bool) -> None:
        self.page = page
        self.phone = phone
        self.places: list[float] = []

    def look(self, what: str) -> None:
        """Look at the page as it is now; something is asked for."""
        expect(self.page.locator("[data-asked], .tray").first).to_be_attached()
        pieces = self.page.locator("[data-asked]").count()
        if self.phone and pieces and not self.page.locator("[data-asked='to']").count():
            # pieces may lie all over the table: one of them is there, the others are one scroll away
            some_seen(self.page, pieces, what)
        elif pieces:
            nothing_hidden(self.page, what)
        else:  # the strip asks by itself
            expect(self.page.locator(".tray")).to_be_in_viewport(ratio=1)
        assert self.page.evaluate(SEEN) == [], what
        self.look_at_boards(what)

    def look_at_boards(self, what: str) -> None:
        """Look whether the boards lie free, and where they lay before."""
        if not self.phone:
            assert self.page.evaluate(COVERED) == [], what
        places = self.page.evaluate(PLACES)
        if self.places:
            shifts = [abs(one - other) for one, other in zip(places, self.places, strict=True)]
            assert max(shifts) <= SHIFT_AT_MOST, (what, self.places, places)
        self.places = places
