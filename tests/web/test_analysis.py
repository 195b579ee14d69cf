"""The analysis board: any position, moves for all sides, draws by hand, variations, the engine, links and files."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from azulejo.games import own_names
from tests.play.helpers import random_game
from tests.web.conftest import Desk
from tests.web.sitting import no_side_scrolling
from tests.web.test_access import axe, findings, small_targets  # noqa: F401  # axe is a fixture

POSITION = (
    "azul wall=coloured round=1 phase=offer turn=0 start=0 marker=centre idle=0 factories=BBRW,BBYY,RRKW,KKYW,BRWY "
    "centre=- bag=B15Y16R16K17W16 lid=- board=0/-,-,-,-,-/.....,.....,.....,.....,...../- "
    "board=0/-,-,-,-,-/.....,.....,.....,.....,...../-"
)
BEST = "aside [data-advice] tbody"


def opened(desk: Desk, address: str, **person: Any) -> Page:
    """Return a page with the analysis board of an address."""
    page = desk.person(**person)
    page.goto(address)
    expect(page.locator(".boards, section.text").first).to_be_visible()
    return page


def at_position(desk: Desk, **person: Any) -> Page:
    """Return a page with the analysis board of a first turn."""
    return opened(desk, f"/analysis?position={quote(POSITION)}", **person)


def nodes(page: Page) -> list[str]:
    """Return what the tree shows, in its order."""
    return page.locator(".tree .node").all_inner_texts()


def draw_all(page: Page) -> None:
    """Let chance draw as long as something is to be drawn; several draws may follow each other."""
    chance, moves = page.get_by_role("button", name="Draw at random"), page.locator("section.text li button")
    while True:
        expect(chance.or_(moves).first).to_be_visible()
        if moves.first.is_visible():
            return
        before = page.locator(".tree .node").count()
        chance.click()
        expect(page.locator(".tree .node")).to_have_count(before + 1)


def test_a_variation_is_made_and_its_link_opened_in_a_second_browser(desk: Desk) -> None:
    page = at_position(desk)
    page.keyboard.type("1b1")
    expect(page.locator(".tree [aria-current]")).to_have_text("1b1")
    page.keyboard.type("2y2")
    expect(page.locator(".tree [aria-current]")).to_have_text("2y2")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tree [aria-current]")).to_have_text("Start")
    page.keyboard.type("1r1")
    expect(page.locator(".tree [aria-current]")).to_have_text("1r1")
    assert nodes(page) == ["Start", "1b1", "1r1", "2y2"]  # the other line stands where it leaves the main line
    page.get_by_label("Comment").fill("Why not red?")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("dialog").get_by_role("textbox").first.input_value()
    page.keyboard.press("Escape")

    second = desk.person(lang="ru")
    second.goto(link)
    expect(second.locator(".tree [aria-current]")).to_have_text("1r1")
    expect(second.get_by_label("Начало", exact=True).or_(second.locator(".tree .node").first)).to_have_text("Начало")
    second.keyboard.press("ArrowLeft")
    expect(second.locator(".tree [aria-current]")).to_have_text("Начало")

    page.get_by_role("button", name="Make main line").click()
    assert nodes(page) == ["Start", "1r1", "1b1", "2y2"]
    page.reload()  # the tree is kept as long as the window
    expect(page.locator(".tree [aria-current]")).to_have_text("1r1")
    assert nodes(page) == ["Start", "1r1", "1b1", "2y2"]
    expect(page.locator(".tree .comment")).to_have_text("Why not red?")
    page.get_by_role("button", name="Delete from here").click()
    expect(page.locator(".tree [aria-current]")).to_have_text("Start")
    assert nodes(page) == ["Start", "1b1", "2y2"]


def test_an_analysis_is_saved_and_opened_again_and_a_line_is_a_record(desk: Desk, tmp_path: Path) -> None:
    page = at_position(desk)
    for move in ("1b1", "2y2"):
        page.keyboard.type(move)
        expect(page.locator(".tree [aria-current]")).to_have_text(move)
    page.get_by_label("Comment").fill("Good for both")
    with page.expect_download() as started:
        page.get_by_role("button", name="Save analysis").click()
    saved = tmp_path / "analysis.json"
    started.value.save_as(saved)
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as started:
        page.get_by_role("button", name="Save this line").click()
    record = tmp_path / "record.json"
    started.value.save_as(record)
    with desk.server.client() as client:
        table = client.post("/records", {"record": json.loads(record.read_text())})["table"]
        events = [one["event"] for one in client.state(table)["now"]["events"]]
    assert events == [{"move": "1b1", "seat": 0}, {"move": "2y2", "seat": 1}]

    for file in (saved, record):
        other = desk.person()
        other.goto("/analysis")
        other.locator("input[type=file]").set_input_files(file)
        expect(other.locator(".tree .node")).to_have_count(3)
        other.keyboard.press("End")
        expect(other.locator(".tree [aria-current]")).to_have_text("2y2")
        expect(other.locator(".tree .comment")).to_have_text("Good for both")
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"azulejo": "analysis", "format": 1, "game": "azul", "then": 3}')
    other.goto("/analysis")
    other.evaluate("sessionStorage.clear()")
    other.goto("/analysis")
    other.locator("input[type=file]").set_input_files(wrong)
    expect(other.get_by_role("alert")).to_have_text("This file holds neither a game nor an analysis.")


def test_what_is_wrong_with_a_position_is_told_while_it_is_typed(desk: Desk) -> None:
    page = desk.person()
    page.goto("/analysis")
    field = page.get_by_label("The position as text")
    look = page.get_by_role("button", name="Show position")
    field.fill(POSITION.replace("BBRW", "BBRWW"))
    expect(page.locator("#position-state li").first).to_be_visible()
    expect(page.locator("#position-state")).to_contain_text("factory")
    expect(look).to_be_disabled()
    field.fill("azul hello")
    expect(page.locator("#position-state li")).to_have_count(1)
    field.fill(POSITION)
    expect(page.locator("#position-state")).to_have_text("This position is possible.")
    look.click()
    expect(page.locator(".boards")).to_be_visible()


@pytest.mark.parametrize("game", own_names())
def test_a_new_game_is_laid_drawn_and_played_for_all_seats(desk: Desk, game: str) -> None:
    page = desk.person()
    page.goto("/analysis")
    page.locator("section[aria-labelledby=begin-new] select").first.select_option(game)
    page.get_by_role("button", name="Deal tiles").click()
    page.get_by_role("button", name="Choose by hand").click()
    options = page.locator("section[aria-label='Chance decides here'] li button")
    options.first.click()
    chosen = page.locator("section[aria-label='Chance decides here'] p.mono")
    expect(chosen).to_be_visible()
    page.get_by_role("button", name="Draw the rest").click()
    expect(page.locator(".boards")).to_be_visible()
    page.keyboard.press("F2")
    turns = set()
    for _ in range(8):
        draw_all(page)
        before = page.locator(".tree .node").count()
        turns.add(page.locator(".players .now .name").inner_text().split()[-1])
        page.locator("section.text li button").first.click()
        expect(page.locator(".tree .node")).to_have_count(before + 1)
    assert turns == {"1", "2"}


def test_a_game_of_the_server_opens_with_all_its_moves_where_one_was(desk: Desk) -> None:
    game = json.loads(random_game(4).record().to_json())
    with desk.server.client() as client:
        table = client.post("/records", {"record": game})["table"]
        then = client.get(f"/tables/{table}/positions/9")
    page = desk.person()
    page.goto(f"/r/{table}/9")
    page.get_by_role("link", name="Analysis board").click()
    expect(page.locator(".boards")).to_be_visible()
    moves = [next(iter(event.values())) for event in game["events"][:9] if "move" in event]
    expect(page.locator(".tree [aria-current]")).to_have_text(moves[-1])
    expect(page.locator(".players strong").first).to_have_text(str(then["scores"][0]))
    assert len(nodes(page)) == 1 + sum("move" in event or "draw" in event for event in game["events"])
    page.keyboard.press("End")
    expect(page.locator("aside .over")).to_be_visible()


def test_the_engine_follows_every_step_and_its_moves_can_be_played(desk: Desk) -> None:
    page = at_position(desk)
    page.get_by_role("switch", name="Show engine analysis").check()
    expect(page.locator(BEST).first).to_be_visible(timeout=60_000)
    page.get_by_label("Best moves shown").select_option("1")
    expect(page.locator(BEST)).to_have_count(1)
    expect(page.get_by_role("group", name="Chances to win")).to_contain_text(re.compile(r"\d+ %"))
    for step in range(8):
        page.locator(f"{BEST} button").first.click()  # whatever is best at this very moment
        expect(page.locator(".tree .node")).to_have_count(step + 2)
        expect(page.locator(BEST).first).to_be_visible()
        assert page.locator(".toasts button, [role=alert]").count() == 0, step
    for _ in range(8):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".tree [aria-current]")).to_have_text("Start")
    expect(page.locator(BEST).first).to_be_visible()
    assert page.locator(".toasts button, [role=alert]").count() == 0


def test_no_way_leads_to_a_position_that_people_play(desk: Desk) -> None:
    with desk.server.client() as client:
        made = client.create("azul", [{"who": "me"}, {"who": "open"}])
        other = client.join(made.table)
        now = client.state(made.table)["now"]
        page = desk.person()
        for address in (f"/analysis?position={quote(now['position'])}", f"/analysis?table={made.table}"):
            page.goto(address)
            expect(page.get_by_role("alert")).to_contain_text("this position is being played right now")
            expect(page.locator(".boards")).to_have_count(0)
        page.goto("/analysis")
        page.get_by_label("The position as text").fill(now["position"])
        expect(page.locator("#position-state")).to_contain_text("this position is being played right now")
        expect(page.get_by_role("button", name="Show position")).to_be_disabled()
        client.post(f"/tables/{made.table}/resign", {}, other.tokens)
        page.goto(f"/analysis?table={made.table}")
        expect(page.locator(".boards")).to_be_visible()


@pytest.mark.parametrize(
    ("lang", "theme", "view"), [("en", "light", False), ("ru", "dark", False), ("ru", "light", True)]
)
def test_axe_finds_nothing_serious_on_it(desk: Desk, axe: str, lang: str, theme: Any, view: bool) -> None:  # noqa: F811
    page = at_position(desk, lang=lang, theme=theme, textView=view)
    page.keyboard.type("1b1")
    expect(page.locator(".tree [aria-current]")).to_have_text("1b1")
    page.get_by_role("switch").check()
    expect(page.locator(BEST).first).to_be_visible(timeout=60_000)
    assert findings(page, axe) == []
    page.goto("/analysis")
    expect(page.locator("section[aria-labelledby=begin-new] button")).to_be_enabled()  # once the games are known
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
    assert findings(page, axe) == []


def test_it_fits_a_phone(desk: Desk) -> None:
    page = at_position(desk, phone=True, lang="ru")
    page.get_by_role("switch").check()
    expect(page.locator(BEST).first).to_be_visible(timeout=60_000)
    assert no_side_scrolling(page)
    assert small_targets(page) == []
    page.goto("/analysis")
    expect(page.locator("textarea")).to_be_visible()
    assert no_side_scrolling(page)
    assert small_targets(page) == []
