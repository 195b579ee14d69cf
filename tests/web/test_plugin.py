"""A game of another package in the browser: offered, explained and played on the plain board, in both languages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.processes import ServerProcess
from tests.web.conftest import Desk
from tests.web.sitting import no_side_scrolling

FIRST_ANSWER = 300_000
"""Milliseconds for a bot whose game is compiled before it answers for the first time."""
MOST_TURNS = 30

SAYS = {
    "en": {
        "play": "Play",
        "rules": "Rules of Pebbles",
        "turn": "Your turn",
        "picture": "Pebbles: the table",
    },
    "ru": {
        "play": "Играть",
        "rules": "Правила: «Pebbles»",
        "turn": "Ваш ход",
        "picture": "«Pebbles»: стол",
    },
}
"""What the page says in its own language around the words of the game, which are English."""


@pytest.fixture
def desk(browser: Browser, built: Path, plugins: None, tmp_path: Path) -> Iterator[Desk]:
    """A desk in front of a server that has Pebbles installed."""
    with ServerProcess(f"sqlite:///{tmp_path}/tables.sqlite") as server:
        opened = Desk(browser, server)
        yield opened
        for context in opened.contexts:
            context.close()
        assert opened.problems == []


def set_up(page: Page, lang: str) -> None:
    """Find the game at home, look at its rules, and start a game against a bot."""
    page.goto("/")
    card = page.locator("article", has=page.get_by_role("heading", name="Pebbles"))
    expect(card).to_contain_text("Take pebbles from the pile")
    expect(card.get_by_role("link")).to_have_count(1)  # there is no lesson
    card.get_by_role("link", name=SAYS[lang]["rules"]).click()
    page.wait_for_url("**/rules/pebbles")
    expect(page.locator("main .card article")).to_contain_text("Goal: most points after two rounds.")
    page.go_back()
    card.get_by_role("button", name=SAYS[lang]["play"]).click()
    page.locator(".seats select").nth(1).select_option("bot:first-timer")
    page.locator("summary").first.click()
    page.locator("details select").first.select_option("0")
    page.locator(".start").click()
    page.wait_for_url("**/t/*")
    page.mouse.move(0, 0)  # a line of the log below the pointer would be looked at


@pytest.mark.parametrize(("lang", "phone"), [("en", False), ("ru", True)], ids=["en-wide", "ru-phone"])
def test_a_game_is_played_on_the_plain_board(desk: Desk, lang: str, phone: bool) -> None:
    page = desk.person(lang=lang, phone=phone)
    set_up(page, lang)
    table = page.url.rsplit("/", 1)[1]
    tokens = list(page.evaluate("Object.values(JSON.parse(localStorage['azulejo.tables'])[0].tokens)"))
    mine = page.locator("header.mine")
    played = 0
    for _ in range(MOST_TURNS):
        expect(mine.or_(page.locator(".finished")).first).to_be_visible(timeout=FIRST_ANSWER)
        if not mine.count():
            break
        with desk.server.client() as client:
            now = client.state(table, tokens)["now"]
        expect(page.locator("header .turn")).to_contain_text(SAYS[lang]["turn"])
        picture = page.get_by_role("img", name=SAYS[lang]["picture"])
        page.wait_for_function("image => image.complete && image.naturalWidth > 100", arg=picture.element_handle())
        choose(page, now["suggested"])
        expect(page.locator(f".log [data-number='{now['number']}']")).to_be_attached()
        played += 1
    assert played
    with desk.server.client() as client:
        scores = client.state(table, tokens)["now"]["result"]["scores"]
    expect(page.locator(".players strong")).to_have_text([str(score) for score in scores])
    assert no_side_scrolling(page)
    assert "web." not in page.locator("main").inner_text()
    assert "pebbles." not in page.locator("main").inner_text()


def choose(page: Page, move: str) -> None:
    """Choose a move step by step: what kind of move, then what is still open of it; and confirm it."""
    steps = page.locator(".steps button")
    whole = steps.filter(has=page.get_by_text(move, exact=True))
    kind = {"t": "take", "c": "play"}[move[0]]
    begun = steps.filter(has=page.get_by_text(kind, exact=True))
    expect(whole.or_(begun).first).to_be_enabled()
    if not whole.count():
        begun.click()
    whole.click()
    page.locator("section.bar button.primary").click()
    page.mouse.move(0, 0)


def test_a_position_is_told_in_characters_and_a_move_is_typed(desk: Desk) -> None:
    with desk.server.client() as client:
        position = "pebbles phase=take start=0 turn=0 round=1 pile=7 player=0/4 player=0/2"
        made = client.create("pebbles", [{"who": "me"}, {"who": "hotseat"}], position=position)
    page = desk.person(textView=True)
    sitting = desk.sit(page, made.table, {0: made.tokens[0]}, "pebbles")
    sitting.until_my_turn()
    expect(page.locator("pre")).to_have_text(
        "Pebbles, round 1 of 2: player 1 to move\n"
        "Pile   ooooooo\n"
        "Player 1   card 4   0 points\n"
        "Player 2   card ?   0 points"
    )
    page.get_by_label("Type a move").fill("t2")
    page.keyboard.press("Enter")
    sitting.confirm.click()
    expect(page.locator("pre")).to_contain_text("Pile   ooooo\n")
    expect(page.locator(".log .line b")).to_have_text(["t2"])


def test_a_shared_device_is_handed_over_blind(desk: Desk) -> None:
    """A game whose rulebook declares secrets keeps them from whoever looks at the screen."""
    with desk.server.client() as client:
        position = "pebbles phase=take start=0 turn=0 round=1 pile=7 player=0/4 player=0/2"
        made = client.create("pebbles", [{"who": "me"}, {"who": "hotseat"}], position=position)
    page = desk.person(textView=True)
    sitting = desk.sit(page, made.table, dict(enumerate(made.tokens)), "pebbles")
    page.locator(".handover button").click()
    expect(page.locator("pre")).to_contain_text("Player 1   card 4")
    expect(page.locator("pre")).to_contain_text("Player 2   card ?")
    sitting.type("t2")
    page.locator(".handover button").click()
    expect(page.locator("pre")).to_contain_text("Player 1   card ?")
    expect(page.locator("pre")).to_contain_text("Player 2   card 2")
