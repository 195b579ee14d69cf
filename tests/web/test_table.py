"""The table around the boards: turns, log, taking back, links, lost connections, help, clocks, the end."""

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from azulejo.games import own_names
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


def sit_down(desk: Desk, position: str = FIRST, game: str = "azul", **person: Any) -> tuple[Sitting, Made]:
    """Return somebody with both seats of a table on one device."""
    with desk.server.client() as client:
        made = client.create(
            game, [{"who": "me", "name": "Anna"}, {"who": "hotseat", "name": "Boris"}], position=position
        )
    return desk.sit(desk.person(**person), made.table, tokens_of(made), game), made


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
    expect(boris.turn).to_have_text("Anna to move")
    assert anna.page.title().startswith("● Your turn")
    anna.type("1b2")
    expect(boris.turn).to_have_text("Your turn")
    expect(anna.turn).to_have_text("Boris to move")
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
    expect(anna.page.locator(".toasts")).to_contain_text("there are no black tiles on factory 1")


def test_moves_are_taken_back_in_practice(desk: Desk) -> None:
    with desk.server.client() as client:
        seats = [{"who": "me"}, {"who": "bot", "level": "first-timer"}]
        made = client.create("azul", seats, position=FIRST, settings={"undo": "free"})
    anna = desk.sit(desk.person(), made.table, tokens_of(made), "azul")
    anna.type("1b2")
    expect(anna.page.locator(".log .line b")).to_have_count(2)
    anna.until_my_turn()
    anna.bar.get_by_role("button", name="Undo").click()
    expect(anna.page.locator(".log")).to_contain_text("undoes")
    anna.until_my_turn()
    anna.type("1b2")


# ---------------------------------------------------------------- the log


def test_the_log_shows_every_position_and_goes_there(desk: Desk) -> None:
    anna, _ = sit_down(desk, autoConfirm=True)
    for move in ("1b2", "3k1", "cr3"):
        before = len(anna.log)
        anna.type(move, confirm=False)
        expect(anna.page.locator(".log .line b")).to_have_count(before + 1)
    factory = anna.page.locator("[data-place='source-1'] svg.tile, [data-place^='source-1-'] svg.tile")
    expect(factory).to_have_count(0)
    anna.page.keyboard.press("ArrowLeft")
    expect(anna.page.locator(".past")).to_contain_text("Move")
    anna.page.keyboard.press("Home")
    expect(anna.page.locator(".past")).to_contain_text("Move 0 of")
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
    anna.page.get_by_role("button", name="Show what's new").click()
    expect(anna.page.locator(".past")).to_be_visible()
    expect(anna.page.locator(".past")).to_be_hidden()


def test_moves_are_announced_to_screen_readers(desk: Desk) -> None:
    anna, boris, *_ = two_people(desk)
    anna.type("1b2")
    expect(boris.page.locator("p.unseen[aria-live]")).to_have_text(
        "Anna: takes 2 blue tiles from factory 1 to pattern line 2. Your turn"
    )


def test_the_log_calls_everybody_by_name(desk: Desk) -> None:
    with desk.server.client() as client:
        seats = [{"who": "me", "name": "Anna"}, {"who": "hotseat", "name": "Boris"}]
        made = client.create("azul", seats, options={"first": "1"})
    page = desk.sit(desk.person(), made.table, tokens_of(made), "azul").page
    expect(page.locator(".log .line").first).to_have_text("Boris starts")


def test_the_newest_line_of_the_log_is_in_the_window(desk: Desk) -> None:
    anna, made = sit_down(desk, autoConfirm=True)
    anna.page.set_viewport_size({"width": 1366, "height": 768})
    for turn in range(14):
        with desk.server.client() as client:
            now = client.state(made.table, made.tokens)["now"]
        anna.type(now["legal"][-1]["move"], confirm=False)
        expect(anna.page.locator(".log .line b")).to_have_count(turn + 1)
        anna.page.wait_for_timeout(50)
        window = anna.page.evaluate(
            """() => {
                const line = document.querySelector(".log li:has([aria-current])").getBoundingClientRect();
                const list = document.querySelector(".log ol").getBoundingClientRect();
                return { line: line.bottom, list: list.bottom, window: innerHeight };
            }"""
        )
        assert window["line"] <= window["list"] + 1 <= window["window"] + 1, now["number"]


# ---------------------------------------------------------------- the story of a scoring

LAST_TILE = (
    "azul round=2 turn=0 marker=1 centre=W "
    "board=5/B,YY,RRR,-,-/.....,.....,.....,.....,..... board=5/K,-,-,-,-/.....,.....,.....,.....,...../*"
)
"""The round ends with the next move, and seat 1 begins the next."""


def test_a_scoring_is_told_to_its_end_while_a_bot_plays_on(desk: Desk) -> None:
    with desk.server.client() as client:
        seats = [{"who": "me", "name": "Anna"}, {"who": "bot", "level": "first-timer"}]
        made = client.create("azul", seats, position=LAST_TILE)
    anna = desk.sit(desk.person(motion=True), made.table, tokens_of(made), "azul")
    story = anna.page.locator(".story:visible")
    anna.type("cw-")
    expect(story.get_by_role("button", name="Skip")).to_be_visible()
    anna.until_my_turn()
    assert len(anna.log) == 2, "the bot has moved"
    expect(story.get_by_role("button", name="Skip")).to_be_visible()
    expect(story.get_by_role("button", name="Close")).to_be_visible()
    expect(story.locator("h3")).to_have_text(["Anna", "First-timer"])
    expect(anna.page.locator(".log .steps")).to_have_text(re.compile(r"^Scoring: Anna \+2, First-timer \S+$"))
    with desk.server.client() as client:
        legal = client.state(made.table, made.tokens)["now"]["legal"]
    anna.type(legal[0]["move"])
    expect(story).to_have_count(0)


# ---------------------------------------------------------------- people


@pytest.mark.parametrize("path", ["/t/nonsense", "/r/nonsense"])
def test_a_wrong_address_says_so_and_shows_the_way_home(desk: Desk, path: str) -> None:
    page = desk.person()
    asked: list[str] = []
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.goto(path)
    expect(page.locator(".gone")).to_contain_text("nonsense")
    page.wait_for_timeout(1500)
    assert len(asked) == 1
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".toasts")).to_have_text("")
    page.locator(".gone a").click()
    expect(page.locator("article")).to_have_count(len(own_names()))


def test_a_secret_that_is_not_known_is_refused_for_good(desk: Desk) -> None:
    _, made = sit_down(desk)
    page = desk.person(tables=[{"id": made.table, "game": "azul", "tokens": {0: "x" * 32}, "seen": 0}])
    page.goto(f"/t/{made.table}")
    expect(page.locator(".gone")).to_be_visible()


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
    expect(guest.page.locator(".toasts")).to_have_text("All seats are taken, so you are watching.")
    expect(guest.bar).to_be_hidden()
    assert made.tokens[0] not in guest.page.content()


def test_a_lost_connection_is_said_and_what_was_missed_comes_after(desk: Desk) -> None:
    anna, boris, *_ = two_people(desk)
    desk.server.kill()
    expect(anna.page.get_by_role("alert")).to_contain_text("Connection lost")
    anna.type("1b2")
    expect(anna.page.locator(".toasts")).to_contain_text("server cannot be reached", ignore_case=True)
    desk.server.restart()
    expect(anna.page.get_by_role("alert")).to_be_hidden()
    anna.confirm.click()  # what was chosen is still there
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
    expect(anna.page.get_by_role("dialog")).to_contain_text("step through the game")


def test_the_menu_closes_with_escape_and_behind_a_window(desk: Desk) -> None:
    anna, _ = sit_down(desk)
    menu, button = anna.page.locator("header .menu"), anna.page.locator("header summary")
    button.click()
    anna.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
    for opened in ("Keyboard", "F1"):
        button.click()
        expect(menu).to_be_visible()
        if opened == "Keyboard":
            menu.get_by_role("button", name=opened).click()
        else:
            anna.page.keyboard.press(opened)
        expect(anna.page.get_by_role("dialog")).to_be_visible()
        expect(menu).to_be_hidden()
        anna.page.keyboard.press("Escape")


def test_the_bar_says_what_to_do_and_names_what_is_picked(desk: Desk) -> None:
    anna, _ = sit_down(desk)
    expect(anna.bar).to_contain_text("Your turn: pick something to move.")
    anna.page.keyboard.type("1b")
    expect(anna.bar).to_contain_text(re.compile(r"take 2 blue tiles from factory 1 to …"))
    anna.page.keyboard.type("2")
    anna.page.keyboard.press("Enter")
    expect(anna.bar).to_contain_text("Your turn: pick something to move.")


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
    expect(anna.page.locator(".advice .best")).to_have_text(
        re.compile(r"^Best move: take \d (blue|yellow|red|black|white) tiles? from .+\.$"), timeout=60_000
    )
    rows = anna.page.locator(".advice tbody")
    expect(rows.first).to_be_hidden()
    anna.page.locator(".advice summary").click()
    expect(rows.first).to_contain_text("%")
    expect(anna.page.locator(".advice")).to_contain_text("on average")


@pytest.mark.parametrize("at_once", [False, True], ids=["confirmed at once", "sent at once"])
def test_a_blunder_is_warned_of_before_it_is_sent(desk: Desk, at_once: bool) -> None:
    with desk.server.client() as client:
        seats = [{"who": "me"}, {"who": "bot", "level": "first-timer"}]
        made = client.create("azul", seats, position=WON_OR_LOST, settings={"helpers": "advice"})
    anna = desk.sit(desk.person(warnBlunders=True, autoConfirm=at_once), made.table, tokens_of(made), "azul")
    anna.until_my_turn()
    asked: list[Route] = []
    anna.page.route("**/analysis", lambda route: asked.append(route))  # held until the move was confirmed
    anna.type("cw-", confirm=not at_once)
    expect(anna.confirm).to_have_text("Confirm" if at_once else "Thinking …")
    while not asked:
        anna.page.wait_for_timeout(20)
    asked[0].continue_()
    anna.page.unroute("**/analysis")
    expect(anna.bar.locator(".warned")).to_contain_text("Better: take 1 white tile from the centre", timeout=60_000)
    expect(anna.confirm).to_have_text("Play anyway")
    assert anna.log == []
    anna.page.keyboard.press("Escape")
    anna.type("cw1", confirm=not at_once)
    expect(anna.page.locator(".finished h2")).to_have_text(re.compile(r"^You win, \d+ to \d+$"), timeout=60_000)


def test_advice_between_people_holds_as_long_as_all_agree_to_it(desk: Desk) -> None:
    anna, boris, made, _ = two_people(desk, settings={"helpers": "advice"})
    hint = anna.page.get_by_role("button", name="Hint")
    agree, agrees = (one.page.get_by_role("switch", name="Allow engine hints") for one in (anna, boris))
    agree.check()
    with desk.server.client() as client:
        wait_for(lambda: client.state(made.table)["table"]["players"][0].get("advice", False))
    expect(agree).to_be_checked()
    expect(hint).to_have_count(0)
    agrees.check()
    hint.click()
    expect(anna.page.locator(".advice .best")).to_be_visible(timeout=60_000)
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
    for page, title in ((anna.page, "Boris wins on time"), (boris.page, "You win on time")):
        expect(page.locator(".finished h2")).to_have_text(title)
        expect(page.locator("header .turn")).to_have_text(title)
        expect(page).to_have_title(re.compile(f"^{title} · "))
        expect(page.locator(".players .clock").first).to_have_text("0:00.0")


def resign(sitting: Sitting) -> None:
    """Give up, and be asked whether that is meant."""
    sitting.page.locator("header summary").click()
    sitting.page.get_by_role("button", name="Resign").click()
    sitting.page.get_by_role("dialog").get_by_role("button", name="Resign").click()


def test_after_the_end_one_plays_again(desk: Desk) -> None:
    anna, boris, made, _ = two_people(desk)
    resign(anna)
    expect(boris.page.locator(".finished h2")).to_have_text("You win by resignation")
    expect(anna.page.locator(".finished h2")).to_have_text("Boris wins by resignation")
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
    anna.page.get_by_role("button", name="Retry this deal").click()
    anna.page.wait_for_url(lambda url: made.table not in url)
    boris.page.goto(anna.page.locator("section[aria-labelledby=waiting] input").input_value())
    boris.page.get_by_role("button", name="Join").click()
    expect(anna.page.locator(".boards")).to_be_visible()
    expect(anna.page.locator("#waiting")).to_have_count(0)
    with desk.server.client() as client:
        again = client.state(anna.page.url.rsplit("/", 1)[1])
    assert again["table"]["id"] != made.table
    assert again["table"]["commitment"] == deal["table"]["commitment"]
    assert again["now"]["board"] == deal["now"]["board"]


def test_the_result_is_brought_into_view_and_the_seed_kept_out_of_it(desk: Desk) -> None:
    anna, _ = sit_down(desk, WON_OR_LOST, phone=True, autoConfirm=True)
    anna.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    anna.type("cw1", confirm=False)
    card = anna.page.locator(".finished")
    expect(card).to_be_in_viewport()
    expect(card.locator("h2")).to_have_text(re.compile(r"^Anna wins, \d+ to \d+$"))
    expect(anna.turn).to_have_text(card.locator("h2").inner_text())
    expect(card.locator(".seed")).to_be_hidden()
    card.locator("summary").click()
    expect(card.locator(".seed")).to_be_visible()


def test_the_last_round_is_said(desk: Desk) -> None:
    anna, _ = sit_down(desk, LAST_TURNS["duel"], "duel")
    expect(anna.page.locator("header .last")).to_have_text("Last round")
