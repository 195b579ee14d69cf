"""The documentation as it is read: in a browser, from the server, under its content policy."""

import fcntl
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Desk
from tools import site


@pytest.fixture(scope="module", autouse=True)
def built_site(root: Path) -> None:
    """Build the documentation, once for all workers."""
    with (root / "web" / ".build-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        site.build()


READERS = {
    "en": ("/docs/index.html", "a tour in five minutes", "tiles", "Azul, with pictures"),
    "ru": ("/docs/ru/index.html", "знакомство за пять минут", "плитки", "Азул с картинками"),
}


@pytest.mark.parametrize("lang", READERS)
def test_the_documentation_is_found_from_home_and_can_be_searched(desk: Desk, lang: str) -> None:
    first, tour, word, found = READERS[lang]
    page = desk.person(lang=lang)
    page.goto("/")
    page.locator("footer a").click()
    expect(page).to_have_url(desk.server.url + first)
    page.get_by_role("article").get_by_role("link", name=tour).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(tour[2:].strip(), ignore_case=True)
    pictures = page.get_by_role("article").get_by_role("img").all()
    assert len(pictures) >= 3
    for picture in pictures:
        assert picture.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 300
    page.locator("input.md-search__input").fill(word)
    page.keyboard.press("End")  # the theme listens to keys
    expect(page.locator(".md-search-result__link").filter(has_text=found).first).to_be_attached()


def test_a_page_leads_to_its_twin(desk: Desk) -> None:
    page = desk.person(lang="en")
    page.goto("/docs/games/azul.html")
    page.locator(".md-select").hover()
    page.locator("a.md-select__link[hreflang=ru]").click()
    expect(page).to_have_url(f"{desk.server.url}/docs/ru/games/azul.html")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Азул с картинками")
