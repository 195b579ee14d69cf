"""Replay and analysis: a scrubber, keys, an address for every position, the engine, playing on from here."""

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.play.helpers import random_game
from tests.web.conftest import Desk


@pytest.fixture
def record(desk: Desk) -> tuple[str, dict[str, Any]]:
    """A finished game that was brought in: its table and its record."""
    found: dict[str, Any] = json.loads(random_game(4).record().to_json())
    with desk.server.client() as client:
        return client.post("/records", {"record": found})["table"], found


def opened(desk: Desk, table: str, number: int | None = None, **person: Any) -> Page:
    """Return a page with the replay of a table."""
    page = desk.person(**person)
    page.goto(f"/r/{table}" if number is None else f"/r/{table}/{number}")
    expect(page.locator(".scrubber")).to_be_visible()
    return page


def test_every_position_has_an_address(desk: Desk, record: tuple[str, dict[str, Any]]) -> None:
    table, game = record
    count = len(game["events"])
    page = opened(desk, table, 7)
    expect(page.locator(".scrubber .number")).to_have_text(f"7 / {count}")
    with desk.server.client() as client:
        then = client.get(f"/tables/{table}/positions/7")
    expect(page.locator(".players strong").first).to_have_text(str(then["scores"][0]))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(rf"/r/{table}/8$"))
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(rf"/r/{table}/{count}$"))
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(rf"/r/{table}/0$"))


def test_the_scrubber_and_the_log_go_anywhere(desk: Desk, record: tuple[str, dict[str, Any]]) -> None:
    table, game = record
    page = opened(desk, table)
    page.get_by_role("slider").fill("10")
    expect(page).to_have_url(re.compile(rf"/r/{table}/10$"))
    page.locator(".log .line").nth(4).click()
    number = int(page.locator(".log li").nth(4).get_attribute("data-number") or 0)
    expect(page).to_have_url(re.compile(rf"/r/{table}/{number + 1}$"))
    assert [event["move"] for event in game["events"] if "move" in event] == page.locator(
        ".log .line b"
    ).all_inner_texts()


def test_it_plays_by_itself(desk: Desk, record: tuple[str, dict[str, Any]]) -> None:
    page = opened(desk, record[0], 3)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".scrubber .number")).to_have_text(re.compile(r"^5 /"))
    page.get_by_role("button", name="Pause").click()


def test_the_engine_gives_its_opinion_of_any_position(desk: Desk, record: tuple[str, dict[str, Any]]) -> None:
    page = opened(desk, record[0], 6)
    page.get_by_role("switch", name="Show engine analysis").check()
    row = page.locator("aside tbody").first
    expect(row).to_be_visible(timeout=60_000)
    expect(row).to_contain_text(re.compile(r"\d+ %"))
    expect(row).to_contain_text(re.compile(r"± \d|exact"))


def test_one_plays_on_from_any_position(desk: Desk, record: tuple[str, dict[str, Any]]) -> None:
    table, _ = record
    page = opened(desk, table, 6)
    with desk.server.client() as client:
        then = client.get(f"/tables/{table}/positions/6")
    page.get_by_role("button", name="Play from here").click()
    page.get_by_label("Against").select_option("bot:first-timer")
    page.get_by_role("dialog").get_by_role("button", name="Start game").click()
    page.wait_for_url("**/t/*")
    with desk.server.client() as client:
        begun = client.state(page.url.rsplit("/", 1)[1])
    assert begun["table"]["players"][then["turn"]]["kind"] == "person"
    assert begun["now"]["board"]["factories"] == then["board"]["factories"]


def test_a_record_is_downloaded_as_it_was_brought_in(desk: Desk, record: tuple[str, dict[str, Any]]) -> None:
    table, game = record
    page = opened(desk, table)
    with page.expect_download() as started:
        page.get_by_role("button", name="Save game file").click()
    assert json.loads(started.value.path().read_text())["events"] == game["events"]


FILLED = "aside tbody, aside [data-advice] p"


def test_one_steps_through_sixty_positions_with_the_engine_on(desk: Desk) -> None:
    """No step shows an error, and wherever one stands still the panel is filled, soon and for good."""
    game: dict[str, Any] = json.loads(random_game(4).record().to_json())
    with desk.server.client() as client:
        table = client.post("/records", {"record": game})["table"]
    page = opened(desk, table, 2)
    assert len(game["events"]) > 62
    page.get_by_role("switch", name="Show engine analysis").check()
    expect(page.locator(FILLED).first).to_be_visible(timeout=60_000)  # the engine may have to load the game
    stepped, waited = [], []
    for number in range(3, 63):
        pressed = time.monotonic()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".scrubber .number")).to_have_text(f"{number} / {len(game['events'])}")
        began = time.monotonic()
        stepped.append(began - pressed)
        expect(page.locator(FILLED).first).to_be_visible()
        waited.append(time.monotonic() - began)
        assert page.locator(".toasts button, [role=alert]").count() == 0
    print(f"median {sorted(waited)[30]:.2f} s, longest {max(waited):.2f} s")
    assert sorted(waited)[30] < 1 + 10 * sorted(stepped)[30]  # on a busy machine a step alone takes its time
    for _ in range(60):  # and back in one go, faster than anybody could ask the engine
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(page.locator(FILLED).first).to_be_visible()
    assert page.locator(".toasts button, [role=alert]").count() == 0
