"""Whole games against a bot, on a phone and in a small window, looked at in every decision.

What is asked for lies in the window and under nothing, together with what was chosen; so does the strip with names,
clocks and points; nothing covers a board, and no board moves between two turns. Azul Duel and Queen's Garden take
minutes: their beginnings and their last rounds are always played, whole games by ``make test-long``.
"""

import pytest
from playwright.sync_api import ViewportSize, expect

from azulejo.testing import LONG
from tests.web.azul_mouse import AzulMouse
from tests.web.company import HANDS, Chooses, suggested, tokens_kept
from tests.web.conftest import Desk
from tests.web.hand import Json
from tests.web.in_view import Watch
from tests.web.positions import LAST_ROUND
from tests.web.sitting import tokens_of
from tests.web.test_whole_games import soon_over

SMALL_WINDOW: ViewportSize = {"width": 1280, "height": 800}
SMALL_PHONE: ViewportSize = {"width": 360, "height": 740}
FEW = 24
"""Decisions of a game that is not played to its end."""


def play(
    desk: Desk, game: str, *, window: ViewportSize | None, choose: Chooses = suggested, few: bool, **more: str
) -> None:
    """Play against a bot, and look at every decision."""
    phone = window is None or window["width"] < window["height"]
    with desk.server.client() as client:
        seats = [{"who": "me", "name": "Anna"}, {"who": "bot", "level": "first-timer"}]
        settings = {"helpers": "advice", "clock": {"kind": "game", "seconds": 3600, "increment": 10}}
        made = client.create(game, seats, seed=7, settings=settings, **more)
        page = desk.person(phone=phone)
        if window:
            page.set_viewport_size(window)
        desk.sit(page, made.table, tokens_of(made), game)
        hand, watch = HANDS[game](page, touch=phone), Watch(page, phone=phone)
        tokens = list(tokens_kept(page, made.table).values())
        for _ in range(FEW if few else 400):
            now: Json = client.state(made.table, tokens)["now"]
            while now["turn"] == 1:
                page.wait_for_timeout(50)
                now = client.state(made.table, tokens)["now"]
            if now["turn"] is None:
                break
            move = choose(now)
            hand.until_ready(now)
            watch.look(move)
            expect(page.locator("header .players .clock")).to_have_count(2)
            if phone:
                expect(page.get_by_role("banner").get_by_role("button", name="Hint")).to_be_in_viewport()
            if isinstance(hand, AzulMouse) and not move.startswith("w"):
                hand.press(hand.pile(move[0], move[1]))
                expect(page.locator("[data-asked='to']").first).to_be_attached()
                watch.look(f"{move}: the tiles are picked")
                hand.press(hand.target(move[2]))
                if next(one for one in now["legal"] if one["move"] == move).get("ends_turn"):
                    hand.confirm()
            else:
                hand.decide(now, move)
            hand.until_seen(now["number"])
        else:
            assert few, "the game does not end"
            return
        expect(page.locator(".finished h2")).to_be_in_viewport()
        if not phone:
            watch.look_at_boards("the end")


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "window"])
@pytest.mark.parametrize("game", list(HANDS))
def test_everything_is_in_view_from_the_first_deal(desk: Desk, game: str, phone: bool) -> None:
    few = not LONG and game != "azul"
    play(desk, game, window=None if phone else SMALL_WINDOW, choose=soon_over()[game], few=few)


@pytest.mark.parametrize("window", [SMALL_PHONE, SMALL_WINDOW], ids=["small phone", "window"])
@pytest.mark.parametrize("game", ["duel", "garden"])
def test_everything_is_in_view_to_the_last_point(desk: Desk, game: str, window: ViewportSize) -> None:
    play(desk, game, window=window, few=False, position=LAST_ROUND[game])
