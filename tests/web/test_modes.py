"""Every way to play, from a position in the last round to the end of the game.

| mode | test |
|---|---|
| against a bot | ``test_against_a_bot`` |
| by touch, 390 x 844 | ``test_by_touch_in_russian_and_dark`` |
| by the keyboard alone; by the text view alone | ``test_without_a_mouse`` |
| several on one device; a grey wall; replay | ``test_on_one_device_and_then_replayed`` |
| four seats | ``test_four_browsers`` |
| reconnecting in the middle | ``test_the_server_dies_in_the_middle`` |
| Russian | by touch (dark), on one device (light) |
| English | all others |
| the dark theme | by touch (Russian), four browsers (English) |

Whole games with two mice are in ``test_whole_games.py``.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.choosing import some_of
from tests.server.processes import Made, first_moves
from tests.web.company import Company, title, title_in_russian
from tests.web.conftest import Desk
from tests.web.hand import Json
from tests.web.positions import FOUR_IN_THE_LAST_ROUND, GREY_LAST_ROUND, LAST_ROUND, LAST_TURNS
from tests.web.sitting import no_side_scrolling, tokens_of

NAMES = ("Anna", "Boris", "Clara", "Dmitri")
MOST_TURNS = 60
DARK = 80
"""The most that red, green or blue of a dark ground can be."""


def table_for(desk: Desk, game: str, position: str, *seats: str) -> Made:
    """Make a table that begins with a position, for seats such as ``me``, ``hotseat`` and ``bot``."""
    asked = [
        {"who": who, "level": "first-timer"} if who == "bot" else {"who": who, "name": name}
        for who, name in zip(seats, NAMES, strict=False)
    ]
    with desk.server.client() as client:
        return client.create(game, asked, position=position, seed=5)


def one_page(desk: Desk, made: Made, game: str, **person: Any) -> dict[int, Page]:
    """Return the page of somebody who holds all seats of people at a table, by seat."""
    page = desk.person(**person)
    desk.sit(page, made.table, tokens_of(made), game)
    return dict.fromkeys(made.seats, page)


def a_page_each(desk: Desk, made: Made, game: str, **person: Any) -> dict[int, Page]:
    """Return a page for every person at a table, by seat."""
    pages = {seat: desk.person(**person) for seat in made.seats}
    for seat, page in pages.items():
        desk.sit(page, made.table, {seat: tokens_of(made)[seat]}, game)
    return pages


def finish(desk: Desk, made: Made, game: str, pages: dict[int, Page], **hand: bool) -> Json:
    """Play a game to its end, and return its result."""
    with desk.server.client() as client:
        return Company(client, game, made.table, pages, **hand).play_to_the_end()


def ground(page: Page) -> list[int]:
    """Return red, green and blue of what the page is painted on."""
    colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    return [int(part) for part in re.findall(r"\d+", colour)]


# ---------------------------------------------------------------- with whom


@pytest.mark.parametrize("game", list(LAST_ROUND))
def test_against_a_bot(desk: Desk, game: str) -> None:
    made = table_for(desk, game, LAST_ROUND[game], "me", "bot")
    pages = one_page(desk, made, game)
    result = finish(desk, made, game, pages)
    expect(pages[0].locator(".finished h2")).to_have_text(title(result, 0, ("Anna", "First-timer")))
    with desk.server.client() as client:
        events = client.get(f"/tables/{made.table}/record", made.tokens)["events"]
    assert 0 in {event.get("seat") for event in events}


@pytest.mark.parametrize("game", list(FOUR_IN_THE_LAST_ROUND))
def test_four_browsers(desk: Desk, game: str) -> None:
    made = table_for(desk, game, FOUR_IN_THE_LAST_ROUND[game], "me", "hotseat", "hotseat", "hotseat")
    pages = a_page_each(desk, made, game, theme="dark")
    assert max(ground(pages[0])) < DARK
    result = finish(desk, made, game, pages)
    assert len(result["scores"]) == 4
    for seat, page in pages.items():
        expect(page.locator(".finished h2")).to_have_text(title(result, seat, NAMES))


@pytest.mark.parametrize("game", some_of([*LAST_ROUND, "grey wall"], "azul", "garden"))
def test_on_one_device_and_then_replayed(desk: Desk, game: str) -> None:
    position = LAST_ROUND.get(game, GREY_LAST_ROUND)
    game = position.split()[0]
    made = table_for(desk, game, position, "me", "hotseat")
    page = one_page(desk, made, game, lang="ru")[0]
    assert min(ground(page)) > DARK
    result = finish(desk, made, game, {0: page, 1: page})
    expect(page.locator(".finished h2")).to_have_text(title_in_russian(result, NAMES))
    assert "web." not in page.locator("main").inner_text()
    with desk.server.client() as client:
        events = client.get(f"/tables/{made.table}/record", made.tokens)["events"]
        begun = client.get(f"/tables/{made.table}/positions/0")["scores"]
    assert {event["seat"] for event in events if "move" in event} == {0, 1}
    page.get_by_role("link", name="Посмотреть партию").click()
    number, scores = page.locator(".scrubber .number"), page.locator(".players strong")
    expect(number).to_have_text(f"{len(events)} / {len(events)}")
    page.keyboard.press("Home")
    expect(number).to_have_text(f"0 / {len(events)}")
    expect(scores).to_have_text([str(score) for score in begun])
    for step in range(1, len(events) + 1):
        page.keyboard.press("ArrowRight")
        expect(number).to_have_text(f"{step} / {len(events)}")
    expect(scores).to_have_text([str(score) for score in result["scores"]])


# ---------------------------------------------------------------- by what


@pytest.mark.parametrize("game", list(LAST_ROUND))
def test_by_touch_in_russian_and_dark(desk: Desk, game: str) -> None:
    made = table_for(desk, game, LAST_ROUND[game], "me", "hotseat")
    pages = one_page(desk, made, game, phone=True, lang="ru", theme="dark")
    assert pages[0].viewport_size == {"width": 390, "height": 844}
    assert max(ground(pages[0])) < DARK
    clicked = pages[0].evaluate_handle(
        """() => {
            const kinds = new Set();
            addEventListener("pointerdown", (event) => kinds.add(event.pointerType), true);
            return kinds;
        }"""
    )
    result = finish(desk, made, game, pages, touch=True)
    assert clicked.evaluate("kinds => [...kinds]") == ["touch"]
    expect(pages[0].locator(".finished h2")).to_have_text(title_in_russian(result, NAMES))
    assert no_side_scrolling(pages[0])


@pytest.mark.parametrize("text_view", [False, True], ids=["keyboard", "text view"])
@pytest.mark.parametrize("game", list(LAST_TURNS))
def test_without_a_mouse(desk: Desk, game: str, text_view: bool) -> None:
    made = table_for(desk, game, LAST_TURNS[game], "me", "hotseat")
    page = one_page(desk, made, game, textView=text_view, autoConfirm=True)[0]
    for _ in range(MOST_TURNS):
        with desk.server.client() as client:
            now = client.state(made.table, made.tokens)["now"]
        if now.get("result"):
            break
        if now["number"]:
            expect(page.locator(f".log [data-number='{now['number'] - 1}'], .handover").first).to_be_attached()
        if page.locator(".handover").is_visible():
            page.keyboard.press("Enter")
            expect(page.locator(".handover")).to_be_hidden()
        for move in first_moves(now):
            if text_view:
                page.get_by_label("Type a move").fill(move)
            else:
                page.keyboard.type(move)
            page.keyboard.press("Enter")
        expect(page.locator(f".log [data-number='{now['number']}'], .handover").first).to_be_attached()
    expect(page.locator(".finished")).to_be_visible()
    expect(page.locator(".players strong")).to_have_text([str(score) for score in now["scores"]])


# ---------------------------------------------------------------- whatever happens


def test_the_server_dies_in_the_middle(desk: Desk) -> None:
    """Of the game and of a turn: what was chosen so far is still chosen afterwards."""
    game = "garden"
    made = table_for(desk, game, LAST_ROUND[game], "me", "hotseat")
    pages = a_page_each(desk, made, game)
    with desk.server.client() as client:
        company = Company(client, game, made.table, pages)
        assert company.decide() is not None
        before = company.now
    desk.server.kill()
    try:
        for page in pages.values():
            expect(page.get_by_role("alert")).to_contain_text("Connection lost")
    finally:
        desk.server.restart()
    pages[1].reload()
    for page in pages.values():
        expect(page.get_by_role("alert")).to_be_hidden()
    with desk.server.client() as client:
        again = Company(client, game, made.table, pages)
        assert {key: again.now[key] for key in ("number", "turn", "board")} == {
            key: before[key] for key in ("number", "turn", "board")
        }
        again.play_to_the_end()
