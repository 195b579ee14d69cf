"""The table around the boards: turns, log, taking back, links, lost connections, help, clocks, the end."""

import re

import pytest
from playwright.sync_api import expect

from tests.server.processes import Made, wait_for
from tests.web.conftest import Desk
from tests.web.positions import LAST_TURNS
from tests.web.sitting import Sitting, tokens_of

FIRST = "azul factories=BBYR,KKWW,BYRK,WWWB,RRKY board=0 board=0"
WON_OR_LOST = (
    "azul round=6 turn=0 marker=1 centre=W board=38/-/BYRK.,....K,....R,....Y,....B/- "
    "board=40/K,-,-,-,-/BYR.W,.....,.....,.....,...../*"
)
"""The game ends with the next move, and only one of them wins it."""


def sit_down(desk: Desk, position: str = FIRST, game: str = "azul", **person: object) -> tuple[Sitting, Made]:
    """Return somebody with both seats of a table on one device."""
    with desk.server.client() as client:
        made = client.create(
            game, [{"who": "me", "name": "Anna"}, {"who": "hotseat", "name": "Boris"}], position=position
        )
    return desk.sit(desk.person(**person), made.table, tokens_of(made), game), made  # type: ignore[arg-type]


def two_people(desk: Desk, position: str | None = FIRST, **more: object) -> tuple[Sitting, Sitting, Made, Made]:
    """Return two people with a browser each at one table."""
    with desk.server.client() as client:
        anna = client.create("azul", [{"who": "me", "name": "Anna"}, {"who": "open"}], position=position, **more)
        boris = client.join(anna.table, name="Boris")
    first = desk.sit(desk.person(), anna.table, tokens_of(anna), "azul")
    second = desk.sit(desk.person(), anna.table, tokens_of(boris), "azul")
    return first, second, anna, boris


# ---------------------------------------------------------------- turns


def test_whose_turn_it_is_stands_in_the_title_and_the_header(desk: Desk) -> None:
    anna, boris, *_ = two_people(desk)
    expect(anna.turn).to_have_text("Your turn")
    expect(boris.turn).to_have_text("Anna is to move")
    assert anna.page.title().startswith("● Your turn")
    anna.type("1b2")
    expect(boris.turn).to_have_text("Your turn")
    expect(anna.turn).to_have_text("Boris is to move")
    assert anna.log == boris.log == ["1b2"]


def test_a_move_waits_for_its_confirmation_and_escape_lets_go(desk: Desk) -> None:
    anna, boris, *_ = two_people(desk)
    anna.type("1b2", confirm=False)
    expect(anna.confirm).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(anna.confirm).to_be_hidden()
    assert boris.log == []
    anna.type("1b3")
    expect(boris.page.locator(".log .line b")).to_have_text(["1b3"])


def test_whoever_wishes_is_not_asked(desk: Desk) -> None:
    anna, _ = sit_down(desk, autoConfirm=True)
    anna.type("1b2", confirm=False)
    expect(anna.page.locator(".log .line b")).to_have_text(["1b2"])


def test_a_move_can_be_typed_on_the_russian_layout(desk: Desk) -> None:
    anna, _ = sit_down(desk)
    for key in "1и2":  # Playwright's own keyboard has a Latin layout only
        anna.page.evaluate("key => dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))", key)
    anna.confirm.click()
    expect(anna.page.locator(".log .line b")).to_have_text(["1b2"])


def test_an_illegal_move_is_answered_with_the_reason(desk: Desk) -> None:
    anna, _ = sit_down(desk, textView=True)
    anna.page.get_by_label("Type a move").fill("1k2")
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator(".toasts")).to_contain_text("there is no black tile on factory 1")


def test_moves_are_taken_back_in_practice(desk: Desk) -> None:
    with desk.server.client() as client:
        seats = [{"who": "me"}, {"who": "bot", "level": "first-timer"}]
        made = client.create("azul", seats, position=FIRST, settings={"undo": "free"})
    anna = desk.sit(desk.person(), made.table, tokens_of(made), "azul")
    anna.type("1b2")
    expect(anna.page.locator(".log .line b")).to_have_count(2)
    anna.until_my_turn()
    anna.bar.get_by_role("button", name="Take back").click()
    expect(anna.page.locator(".log")).to_contain_text("takes back")
    anna.until_my_turn()
    anna.type("1b2")


# ---------------------------------------------------------------- the log


def test_the_log_shows_every_position_and_goes_there(desk: Desk) -> None:
    anna, _ = sit_down(desk, autoConfirm=True)
    for move in ("1b2", "3k1", "cr3"):
        before = len(anna.log)
        anna.type(move, confirm=False)
        expect(anna.page.locator(".log .line b")).to_have_count(before + 1)
    factory = anna.page.locator("[data-place='factory-1'] svg.tile, [data-place^='factory-1-'] svg.tile")
    expect(factory).to_have_count(0)
    anna.page.keyboard.press("ArrowLeft")
    expect(anna.page.locator(".past")).to_contain_text("Position")
    anna.page.keyboard.press("Home")
    expect(anna.page.locator(".past")).to_contain_text("Position 0 of")
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator(".past")).to_be_hidden()
    anna.page.locator(".log .line", has_text="1b2").click()
    expect(anna.page.locator(".log .line[aria-current]")).to_contain_text("1b2")
    anna.page.get_by_role("button", name="Back to now").first.click()
    expect(anna.page.locator(".log .line[aria-current]")).to_contain_text("cr3")


def test_what_happened_since_my_last_move_is_shown_again(desk: Desk) -> None:
    anna, boris, *_ = two_people(desk)
    anna.type("1b2")
    boris.until_my_turn()
    boris.type("3k1")
    anna.until_my_turn()
    anna.page.get_by_role("button", name="Since my last move").click()
    expect(anna.page.locator(".past")).to_be_visible()
    expect(anna.page.locator(".past")).to_be_hidden()


def test_moves_are_announced_to_screen_readers(desk: Desk) -> None:
    anna, boris, *_ = two_people(desk)
    anna.type("1b2")
    expect(boris.page.locator("p.unseen[aria-live]")).to_have_text(
        "Anna: takes 2 blue tiles from factory 1 to pattern line 2. Your turn"
    )


# ---------------------------------------------------------------- people


def test_the_secret_link_brings_a_seat_to_another_device(desk: Desk) -> None:
    _, _, made, _ = two_people(desk)
    phone = desk.person(phone=True)
    phone.goto(f"/t/{made.table}#{made.tokens[0]}")
    expect(phone.locator("header.mine")).to_be_visible()
    assert "#" not in phone.url
    phone.reload()
    expect(phone.locator("header.mine")).to_be_visible()


def test_somebody_without_a_seat_watches_and_is_counted(desk: Desk) -> None:
    anna, _, made, _ = two_people(desk)
    guest = Sitting(desk.person(), made.table).open()
    expect(anna.page.locator(".side")).to_contain_text("1 spectator")
    expect(guest.bar).to_be_hidden()
    assert made.tokens[0] not in guest.page.content()


def test_a_lost_connection_is_said_and_what_was_missed_comes_after(desk: Desk) -> None:
    anna, boris, made, _ = two_people(desk)
    desk.server.kill()
    expect(anna.page.get_by_role("alert")).to_contain_text("connection is lost")
    desk.server.restart()
    expect(anna.page.get_by_role("alert")).to_be_hidden()
    with desk.server.client() as client:
        client.play(made, ["1b2"], client.state(made.table, made.tokens)["now"]["number"])
    expect(boris.page.locator(".log .line b")).to_have_text(["1b2"])
    boris.until_my_turn()
    boris.type("3k1")
    expect(anna.page.locator(".log .line b")).to_have_text(["1b2", "3k1"])


def test_one_device_goes_round_and_hides_what_is_secret(desk: Desk) -> None:
    azul, _ = sit_down(desk)
    expect(azul.turn).to_have_text("Anna, your turn")
    azul.type("1b2")
    expect(azul.turn).to_have_text("Boris, your turn")
    duel, _ = sit_down(desk, LAST_TURNS["duel"], "duel")
    expect(duel.page.locator(".handover")).to_contain_text("Anna")
    expect(duel.page.locator(".boards")).to_have_count(0)


# ---------------------------------------------------------------- help


def test_rules_and_keys_are_one_key_away(desk: Desk) -> None:
    anna, _ = sit_down(desk)
    anna.page.keyboard.press("?")
    expect(anna.page.get_by_role("dialog")).to_contain_text("The factory offer")
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_role("dialog")).to_be_hidden()
    anna.page.keyboard.press("F1")
    expect(anna.page.get_by_role("dialog")).to_contain_text("walk through the game")


@pytest.mark.parametrize("game", ["azul", "duel", "garden"])
def test_the_language_changes_in_the_middle_of_a_game(desk: Desk, game: str) -> None:
    anna, _ = sit_down(desk, LAST_TURNS[game], game)
    if game == "duel":
        anna.page.locator(".handover button").click()
    anna.page.locator("header summary").click()
    anna.page.get_by_role("button", name="Русский").click()
    expect(anna.page.locator(".log h2")).to_have_text("Ходы")
    text = anna.page.locator("main").inner_text()
    assert "web." not in text
    assert f"{game}." not in text


def test_the_engine_gives_a_hint_in_practice(desk: Desk) -> None:
    with desk.server.client() as client:
        seats = [{"who": "me"}, {"who": "bot", "level": "first-timer"}]
        made = client.create("azul", seats, position=FIRST, settings={"helpers": "advice"})
    anna = desk.sit(desk.person(), made.table, tokens_of(made), "azul")
    anna.until_my_turn()
    anna.page.get_by_role("button", name="Hint").click()
    rows = anna.page.locator(".advice tbody tr")
    expect(rows.first).to_be_visible(timeout=60_000)
    expect(rows.first).to_contain_text("%")
    expect(anna.page.locator(".advice")).to_contain_text("points expected")


@pytest.mark.parametrize("at_once", [False, True], ids=["confirmed at once", "sent at once"])
def test_a_blunder_is_warned_of_before_it_is_sent(desk: Desk, at_once: bool) -> None:
    with desk.server.client() as client:
        seats = [{"who": "me"}, {"who": "bot", "level": "first-timer"}]
        made = client.create("azul", seats, position=WON_OR_LOST, settings={"helpers": "advice"})
    anna = desk.sit(desk.person(warnBlunders=True, autoConfirm=at_once), made.table, tokens_of(made), "azul")
    anna.until_my_turn()
    anna.type("cw-", confirm=not at_once)
    expect(anna.bar.locator(".warned")).to_contain_text("It would play cw1", timeout=60_000)
    expect(anna.confirm).to_have_text("Play it anyway")
    assert anna.log == []
    anna.page.keyboard.press("Escape")
    anna.type("cw1", confirm=not at_once)
    expect(anna.page.locator(".finished h2")).to_have_text("You have won!", timeout=60_000)


def test_advice_between_people_holds_as_long_as_all_agree_to_it(desk: Desk) -> None:
    anna, boris, made, _ = two_people(desk, settings={"helpers": "advice"})
    hint = anna.page.get_by_role("button", name="Hint")
    agree, agrees = (one.page.get_by_role("switch", name="Agree to the engine's advice") for one in (anna, boris))
    agree.check()
    with desk.server.client() as client:
        wait_for(lambda: client.state(made.table)["table"]["players"][0].get("advice", False))
    expect(agree).to_be_checked()
    expect(hint).to_have_count(0)
    agrees.check()
    hint.click()
    expect(anna.page.locator(".advice tbody tr").first).to_be_visible(timeout=60_000)
    agrees.uncheck()
    expect(hint).to_have_count(0)
    expect(anna.page.locator(".advice")).to_have_count(0)


# ---------------------------------------------------------------- the end


def test_a_clock_runs_down_and_who_has_no_time_left_has_lost(desk: Desk) -> None:
    anna, boris, *_ = two_people(desk, settings={"clock": {"kind": "game", "seconds": 10}})
    own, other = (anna.page.locator(".players .clock").nth(seat) for seat in (0, 1))
    expect(own).to_have_class(re.compile(r"\brunning\b"))
    expect(own).to_have_text(re.compile(r"0:0\d\.\d"))
    expect(other).to_have_text("0:10")
    expect(boris.page.locator(".players .clock").first).to_have_text(re.compile(r"0:0[0-5]\.\d"))
    for page, title in ((anna.page, "Boris wins"), (boris.page, "You have won!")):
        expect(page.locator(".finished h2")).to_have_text(title)
        expect(page.locator(".finished")).to_contain_text("on time")
        expect(page.locator(".players .clock").first).to_have_text("0:00.0")


def resign(sitting: Sitting) -> None:
    """Give up, and be asked whether that is meant."""
    sitting.page.locator("header summary").click()
    sitting.page.get_by_role("button", name="Resign").click()
    sitting.page.get_by_role("dialog").get_by_role("button", name="Resign").click()


def test_after_the_end_one_plays_again(desk: Desk) -> None:
    anna, boris, made, _ = two_people(desk)
    resign(anna)
    expect(boris.page.locator(".finished h2")).to_have_text("You have won!")
    expect(anna.page.locator(".finished h2")).to_have_text("Boris wins")
    anna.page.get_by_role("button", name="Play again").click()
    anna.page.wait_for_url(lambda url: made.table not in url)
    boris.page.get_by_role("button", name="Play again").click()
    boris.page.wait_for_url(anna.page.url)
    expect(boris.page.locator(".players")).to_contain_text("Anna")


def test_after_the_end_the_same_tiles_come_again(desk: Desk) -> None:
    anna, boris, made, _ = two_people(desk, position=None)
    with desk.server.client() as client:
        deal = client.state(made.table)
    resign(boris)
    anna.page.get_by_role("button", name="Same tiles again").click()
    anna.page.wait_for_url(lambda url: made.table not in url)
    boris.page.goto(anna.page.locator("section[aria-labelledby=waiting] input").input_value())
    boris.page.get_by_role("button", name="Sit down").click()
    expect(anna.page.locator(".boards")).to_be_visible()
    expect(anna.page.locator("#waiting")).to_have_count(0)
    with desk.server.client() as client:
        again = client.state(anna.page.url.rsplit("/", 1)[1])
    assert again["table"]["id"] != made.table
    assert again["table"]["commitment"] == deal["table"]["commitment"]
    assert again["now"]["board"] == deal["now"]["board"]


def test_the_last_round_is_said(desk: Desk) -> None:
    anna, _ = sit_down(desk, LAST_TURNS["duel"], "duel")
    expect(anna.page.locator("header .last")).to_have_text("Last round")
