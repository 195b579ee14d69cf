"""The report of a game in the browser: progress, the curve, what mattered most, a mistake tried again."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import azulejo
from azulejo.kernel.chance import below, stream
from tests.server.processes import ServerProcess, wait_for
from tests.web.conftest import Desk
from tests.web.sitting import no_side_scrolling, tokens_of
from tests.web.test_access import axe, findings, small_targets  # noqa: F401  # axe is a fixture

READY = 240
"""Seconds for a report of a few turns, on a busy machine."""


@pytest.fixture(scope="module")
def server(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that makes reports."""
    database = tmp_path_factory.mktemp("reports") / "tables.sqlite"
    with ServerProcess(f"sqlite:///{database}", report_workers=1) as running:
        yield running


@pytest.fixture(scope="module")
def reported(server: ServerProcess) -> tuple[str, dict[str, Any]]:
    """A game of a few random turns, which a seat then gave up, and its report."""
    game = azulejo.new_game("azul", seed=5, players=("Anna", "Boris"))
    rng = stream("a few turns")
    for _ in range(8):
        game.push(game.legal_moves[below(rng, len(game.legal_moves))])
    game.resign()
    with server.client() as client:
        table = client.post("/records", {"record": json.loads(game.record().to_json())})["table"]
        wait_for(lambda: client.get(f"/tables/{table}/report")["status"] == "ready", READY, 0.5)
        return table, client.get(f"/tables/{table}/report")["report"]


def opened(desk: Desk, table: str, **person: Any) -> Page:
    """Return a page with the report of a table."""
    page = desk.person(**person)
    page.goto(f"/report/{table}")
    expect(page.locator("figure svg[role=slider]")).to_be_visible()
    return page


def test_the_curve_is_clicked_and_the_board_goes_there(desk: Desk, reported: tuple[str, dict[str, Any]]) -> None:
    table, report = reported
    page = opened(desk, table)
    curve = page.locator("figure svg[role=slider]")
    expect(curve.locator("polyline")).to_have_count(2)
    box = curve.bounding_box() or {"width": 0, "height": 0}
    curve.click(position={"x": box["width"] * 0.1, "y": box["height"] / 2})
    expect(curve).not_to_have_attribute("aria-valuenow", str(report["events"]))  # the position is fetched first
    number = int(curve.get_attribute("aria-valuenow") or -1)
    assert number < report["events"] / 3
    curve.press("ArrowRight")
    later = next(point["number"] for point in report["curve"] if point["number"] > number)
    expect(curve).to_have_attribute("aria-valuenow", str(later))
    expect(page.locator(".board a")).to_have_attribute("href", f"/r/{table}/{later}")
    expect(page.locator(".boards")).to_be_visible()


def test_luck_and_skill_add_up_on_the_page(desk: Desk, reported: tuple[str, dict[str, Any]]) -> None:
    page = opened(desk, reported[0])

    def row(name: str) -> list[int]:
        cells = page.locator("section[aria-labelledby=report-result] tr", has=page.get_by_role("rowheader", name=name))
        found = cells.first.locator("td").all_inner_texts()
        return [int(re.match(r"[+−-]?\d+", one.replace("−", "-"))[0]) for one in found]  # type: ignore[index]

    parts = [row(name) for name in ("At the start", "Luck", "Own mistakes", "Mistakes of others", "The rest")]
    for seat, result in enumerate(row("Result")):
        assert abs(sum(part[seat] for part in parts) - result) <= 3  # each is rounded


def test_a_mistake_is_tried_again(desk: Desk, reported: tuple[str, dict[str, Any]]) -> None:
    table, report = reported
    mistakes = [turn for turn in report["turns"] if turn["position"]]
    worst = max(mistakes, key=lambda turn: turn["cost"])
    page = opened(desk, table)
    first = page.locator("section[aria-labelledby=report-mistakes] li").first
    expect(first).to_contain_text(worst["reason"]["en"] if worst["reason"] else worst["best_said"]["en"])
    first.get_by_role("button", name="Try from here").click()
    again = page.locator("section.again")
    expect(again.locator(".boards")).to_be_visible()
    again.get_by_role("button", name="Hint").click()
    again.get_by_role("button", name="Hint").click()
    expect(again).to_contain_text(worst["best_said"]["en"])
    page.keyboard.press("F2")
    again.locator("section.text input").fill(worst["best"][0])
    again.locator("section.text input").press("Enter")
    expect(again).to_contain_text("That is best.")


@pytest.mark.parametrize(("lang", "theme"), [("en", "light"), ("ru", "dark")])
def test_axe_finds_nothing_serious_in_a_report(
    desk: Desk,
    axe: str,  # noqa: F811
    reported: tuple[str, dict[str, Any]],
    lang: str,
    theme: Any,
) -> None:
    page = opened(desk, reported[0], lang=lang, theme=theme)
    assert findings(page, axe) == []
    phone = opened(desk, reported[0], lang=lang, theme=theme, phone=True)
    assert no_side_scrolling(phone)
    assert small_targets(phone) == []


def test_a_game_that_ends_says_how_it_went_and_leads_to_its_report(desk: Desk) -> None:
    with desk.server.client() as client:
        made = client.create("azul", [{"who": "me"}, {"who": "bot", "level": "novice"}], options={"first": "0"}, seed=5)
        now = client.state(made.table, made.tokens)["now"]
        client.play(made, [now["suggested"]], now["number"])
        wait_for(lambda: client.state(made.table)["now"]["turn"] == 0)
    page = desk.sit(desk.person(), made.table, tokens_of(made), "azul").page
    expect(page.locator(".boards")).to_be_visible()
    with desk.server.client() as client:
        client.post(f"/tables/{made.table}/resign", {}, made.tokens)
    glance = page.locator(".glance")
    expect(glance).to_contain_text("You lost", timeout=READY * 1000)
    glance.get_by_role("link", name="Where the game was won").click()
    expect(page.locator("figure svg[role=slider]")).to_be_visible()
