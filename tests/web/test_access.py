"""Pages for everybody: nothing that axe finds serious, large targets, no side scrolling, motion only where wanted."""

from itertools import product
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from azulejo.games import folder, own_names
from tests.choosing import some_of
from tests.web.conftest import Desk
from tests.web.sitting import no_side_scrolling, tokens_of

PAGES = ["/", "/settings", *(f"/rules/{game}" for game in own_names())]
TAUGHT = [game for game in own_names() if (folder(game) / "lessons").is_dir()]
SMALLEST_TARGET = 36


@pytest.fixture(scope="session")
def axe(root: Path, built: Path) -> str:
    """The source of axe."""
    return (root / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text()


def findings(page: Page, axe: str) -> list[str]:
    """Return what axe finds serious, once no colour fades any more: it takes the colours of that moment."""
    page.evaluate("Promise.allSettled(document.getAnimations().map(one => one.finished)).then(() => null)")
    page.evaluate(axe)
    found: dict[str, Any] = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']}: {node['html'][:160]} ({node.get('failureSummary', '')[:200]})"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def small_targets(page: Page) -> list[str]:
    """Return whatever can be pressed and is smaller than a fingertip."""
    found: list[str] = page.evaluate(
        """(least) => [...document.querySelectorAll("button, a, input, select, summary, [role=button]")]
          .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen"))
          .filter((one) => !one.disabled && !(one.tagName === "A" && one.closest("p, footer")))
          .map((one) => [one, (one.matches("input") ? one.closest("label") ?? one : one).getBoundingClientRect()])
          .filter(([, box]) => box.width && (box.width < least - 0.5 || box.height < least - 0.5))
          .map(([one, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${one.outerHTML.slice(0, 120)}`)""",
        SMALLEST_TARGET,
    )
    return found


def at_a_table(desk: Desk, game: str, **person: Any) -> Page:
    """Return a page with a new game of somebody against a bot, on their turn."""
    with desk.server.client() as client:
        seats = [{"who": "me", "name": "Anna"}, {"who": "bot", "level": "first-timer"}]
        made = client.create(game, seats, options={"first": "0"}, seed=5)
    sitting = desk.sit(desk.person(**person), made.table, tokens_of(made), game)
    sitting.until_my_turn()
    return sitting.page


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious_on_a_page(desk: Desk, axe: str, path: str, theme: Literal["light", "dark"]) -> None:
    page = desk.person(theme=theme, lang="ru" if theme == "dark" else "en")
    page.goto(path)
    expect(page.locator("main h1, main article").first).to_be_visible()
    if path == "/":
        page.locator("article .play").first.click()
        for summary in page.locator("summary").all():
            summary.click()
    assert findings(page, axe) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "theme", "view"),
    some_of(
        product(own_names(), ("light", "dark"), ("picture", "text")),
        ("azul", "light", "text"),
        ("azul", "dark", "picture"),
        ("duel", "light", "picture"),
        ("duel", "dark", "text"),
        ("garden", "dark", "picture"),
    ),
)
def test_axe_finds_nothing_serious_at_a_table(desk: Desk, axe: str, game: str, theme: str, view: str) -> None:
    page = at_a_table(desk, game, theme=theme, textView=view == "text")
    assert findings(page, axe) == []
    table = page.url.rsplit("/", 1)[1]
    page.goto(f"/r/{table}")
    expect(page.locator(".scrubber")).to_be_visible()
    assert findings(page, axe) == []


@pytest.mark.parametrize("path", PAGES)
def test_every_target_of_a_page_is_as_large_as_a_fingertip(desk: Desk, path: str) -> None:
    page = desk.person(phone=True)
    page.goto(path)
    expect(page.locator("main h1, main article").first).to_be_visible()
    if path == "/":
        page.locator("article .play").first.click()
        for summary in page.locator("summary").all():
            summary.click()
    assert small_targets(page) == []


@pytest.mark.parametrize("view", ["picture", "text"])
@pytest.mark.parametrize("game", own_names())
def test_a_table_fits_a_phone(desk: Desk, game: str, view: str) -> None:
    page = at_a_table(desk, game, phone=True, lang="ru", textView=view == "text")
    assert no_side_scrolling(page)
    assert small_targets(page) == []


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_fits_a_phone(desk: Desk, game: str) -> None:
    page = desk.person(phone=True, lang="ru")
    page.goto(f"/learn/{game}")
    expect(page.locator(".boards")).to_be_visible()
    assert no_side_scrolling(page)
    assert small_targets(page) == []


@pytest.mark.parametrize("motion", [False, True], ids=["less", "usual"])
def test_tiles_travel_only_where_motion_is_wanted(desk: Desk, motion: bool) -> None:
    page = at_a_table(desk, "azul", autoConfirm=True, motion=motion)
    page.evaluate(
        "() => { Element.prototype.animate = new Proxy(Element.prototype.animate, { apply(target, self, given) {"
        " (window.moved ??= []).push(given[1]?.duration ?? given[1]); return Reflect.apply(target, self, given) } }) }"
    )
    with desk.server.client() as client:
        table = page.url.rsplit("/", 1)[1]
        factory = client.state(table)["now"]["board"]["factories"][0]
    page.keyboard.type(f"{factory['id']}{next(iter(factory['tiles'])).lower()}-")
    expect(page.locator(".log .line b").first).to_be_visible()
    page.wait_for_timeout(300)
    moved = [time for time in page.evaluate("window.moved ?? []") if time and time > 10]
    assert bool(moved) == motion
