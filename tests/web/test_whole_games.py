"""Whole games, from the first deal to the last point: two browsers, two mice, one server.

Azul Duel and Queen's Garden take minutes: they are played by ``make test-long``; their last rounds always are.
"""

import json
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

import azulejo
from azulejo.testing import LONG
from tests.web.company import Chooses, Company, suggested, title
from tests.web.conftest import Desk
from tests.web.hand import Hand, Json
from tests.web.sitting import tokens_of

SEEDS = {"azul": 7, "duel": 7, "garden": 7}
TURNS_A_ROUND = 3
"""In Queen's Garden, where a round lasts until everybody has passed."""


def soon_over() -> dict[str, Chooses]:
    """Return how to choose moves that end a game soon, by game."""
    turns: Counter[tuple[int, int]] = Counter()

    def azul(now: Json) -> str:
        """Fill the first line every round, for a complete row after five; otherwise take many tiles."""
        board = now["board"]
        sources = {one["id"]: one["tiles"] for one in (*board["factories"], board["centre"])}

        def worth(legal: Json) -> tuple[bool, int, int]:
            source, colour, line = legal["move"]
            points = legal["preview"]["points"]
            return (line == "1", points if line == "1" else sources[source][colour.upper()], points)

        move: str = max(now["legal"], key=worth)["move"]
        return move

    def garden(now: Json) -> str:
        """Pass after some turns of every round."""
        board = now["board"]
        if board["phase"] == "turn":
            turns[board["round"], now["turn"]] += 1
            if turns[board["round"], now["turn"]] > TURNS_A_ROUND:
                return "pass"
        return suggested(now)

    return {"azul": azul, "duel": suggested, "garden": garden}


def send_at_once(hand: Hand) -> None:
    """Switch the confirmation off where one does that: in the settings, and come back to the table."""
    page = hand.page
    page.locator("header summary").click()
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("switch", name="Play moves at once").check()
    page.go_back()
    expect(page.locator(".boards")).to_be_visible()
    hand.asked = False


def sit_down(desk: Desk, game: str) -> tuple[str, dict[int, Page]]:
    """Return a table and the pages of two people: one has made it, the other has come by the link alone."""
    with desk.server.client() as client:
        made = client.create(
            game, [{"who": "me", "name": "Anna"}, {"who": "open"}], options={"first": "0"}, seed=SEEDS[game]
        )
    anna, boris = desk.person(), desk.person()
    desk.sit(anna, made.table, tokens_of(made), game)
    boris.goto(anna.locator("section[aria-labelledby=waiting] input").input_value())
    boris.get_by_label("Your name").fill("Boris")
    boris.get_by_role("button", name="Join").click()
    for page in (anna, boris):
        expect(page.locator(".boards")).to_be_visible()
        expect(page.locator(".players")).to_contain_text("Boris")
    return made.table, {0: anna, 1: boris}


@pytest.mark.slow
@pytest.mark.parametrize("game", list(SEEDS) if LONG else ["azul"])
def test_two_browsers_play_a_whole_game_with_the_mouse(desk: Desk, game: str) -> None:
    table, pages = sit_down(desk, game)
    choose = soon_over()[game]
    with desk.server.client() as client:
        company = Company(client, game, table, pages)
        seat = company.now["turn"]
        for mover in (seat, 1 - seat):
            while company.now["turn"] == mover:
                company.decide(choose)
            send_at_once(company.hands[mover])
        result = company.play_to_the_end(choose)
        record = client.get(f"/tables/{table}/record", company.tokens)
    for own, page in pages.items():
        expect(page.locator(".finished h2")).to_have_text(title(result, own, ("Anna", "Boris")))
        expect(page.locator("header .turn")).to_have_text(title(result, own, ("Anna", "Boris")))
    replayed = azulejo.verify(azulejo.Record.from_json(json.dumps(record)))
    assert replayed.is_over
    assert list(replayed.scores) == record["scores"] == result["scores"]
    assert record["winners"] == result["winners"]
    assert {event["seat"] for event in record["events"] if "move" in event} == {0, 1}
