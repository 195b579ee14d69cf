"""The shell of the client: it is there at once, and without a server."""

import json
import statistics

import pytest
from playwright.sync_api import expect

from azulejo.games import own_names
from tests.web.conftest import Desk

PIECES = {
    "azul": "button[data-place^='source-']:enabled",
    "duel": "button[data-move]:enabled, button[data-space]",
    "garden": ".display button:enabled",
}
"""What can be picked first on a board."""
LOADS = 3
SOON = 3000
"""Milliseconds, with plenty of room for machines that do much else: it should take less than one second."""


def test_the_shell_opens_without_the_server_and_says_so(desk: Desk) -> None:
    page = desk.person(worker=True)
    page.goto("/")
    expect(page.locator("article")).to_have_count(len(own_names()))
    page.evaluate(
        """() => new Promise((done) => {
            if (navigator.serviceWorker.controller) done();
            navigator.serviceWorker.addEventListener("controllerchange", () => done());
        })"""
    )
    page.locator("article .play").first.click()
    page.locator(".start").click()
    page.wait_for_url("**/t/*")
    table = page.url
    desk.server.kill()
    try:
        page.goto("/")
        expect(page.get_by_role("heading", level=1)).to_have_text("Azulejo")
        expect(page.locator("main")).to_contain_text("the server cannot be reached")
        page.goto("/rules/azul")
        expect(page.locator("main")).to_contain_text("The factory offer")
        page.goto(table)
        expect(page.get_by_role("alert")).to_contain_text("Connection lost")
    finally:
        desk.server.restart()
    expect(page.locator(".boards")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_hidden()


@pytest.mark.parametrize("game", list(PIECES))
def test_a_board_can_be_played_soon_after_its_address_is_opened(desk: Desk, game: str) -> None:
    with desk.server.client() as client:
        made = client.create(game, [{"who": "me"}, {"who": "hotseat"}], seed=5)
        turn = client.state(made.table)["now"]["turn"]
    page = desk.person()
    page.add_init_script(
        f"""(() => {{
            const look = () => {{
                if (!document.querySelector({json.dumps(PIECES[game])})) requestAnimationFrame(look);
                else document.documentElement.dataset.playable = performance.now();
            }};
            look();
        }})()"""
    )
    desk.sit(page, made.table, {turn: made.tokens[turn]}, game)
    taken = []
    for _ in range(LOADS):
        page.reload()
        opened = page.locator("html[data-playable]")
        expect(opened).to_be_attached()
        taken.append(float(opened.get_attribute("data-playable") or 0))
    print(f"{game}: {[round(one) for one in taken]} ms until a piece can be picked")
    assert statistics.median(taken) < SOON
