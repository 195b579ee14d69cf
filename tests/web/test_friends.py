"""Two people with a browser each: sitting down, another game, taking back by agreement, talk."""

import re

from playwright.sync_api import Locator, Route, expect

from tests.web.conftest import Desk
from tests.web.sitting import Sitting
from tests.web.test_table import resign, two_people


def test_the_host_is_asked_for_a_name_when_friends_are_invited(desk: Desk) -> None:
    page = desk.person()
    page.goto("/")
    page.get_by_role("button", name="Play").first.click()
    name = page.get_by_label("Your name")
    expect(name).to_have_count(0)
    page.get_by_label(re.compile("^Seat 2")).select_option("open")
    name.fill("Anna")
    page.get_by_role("button", name="Create table").click()
    expect(page.locator(".players")).to_contain_text("Anna")
    page.goto("/settings")
    expect(page.get_by_label("Your name")).to_have_value("Anna")


def test_who_sits_down_is_not_told_that_all_seats_are_taken(desk: Desk) -> None:
    """The news that the game has begun may come before the answer with the secret of one's seat."""
    with desk.server.client() as client:
        anna = client.create("azul", [{"who": "me", "name": "Anna"}, {"who": "open"}])
    page = desk.person()
    page.goto(f"/t/{anna.table}")

    def answer_late(route: Route) -> None:
        response = route.fetch()
        expect(page.locator(".boards")).to_be_visible()
        page.wait_for_timeout(200)
        route.fulfill(response=response)

    page.route("**/join", answer_late)
    page.get_by_role("button", name="Join").click()
    expect(page.locator(".players")).to_contain_text("you")
    expect(page.locator(".toasts")).to_have_text("")


def test_who_comes_too_late_is_told_to_be_watching(desk: Desk) -> None:
    with desk.server.client() as client:
        anna = client.create("azul", [{"who": "me", "name": "Anna"}, {"who": "open"}])
        page = desk.person()
        page.goto(f"/t/{anna.table}")
        expect(page.get_by_role("button", name="Join")).to_be_visible()
        page.route("**/join", lambda route: (client.join(anna.table, name="Lia"), route.continue_())[-1])
        page.get_by_role("button", name="Join").click()
    expect(page.locator(".toasts")).to_contain_text("All seats are taken, so you are watching.")


# ---------------------------------------------------------------- another game


def ended(desk: Desk) -> tuple[Sitting, Sitting]:
    """Return two people whose game is over."""
    anna, boris, *_ = two_people(desk)
    resign(anna)
    expect(boris.page.locator(".finished")).to_be_visible()
    return anna, boris


def offer(sitting: Sitting) -> Locator:
    """Return what somebody is asked at the lower edge, wherever they have scrolled."""
    box = sitting.page.locator(".offer")
    expect(box).to_be_visible()
    expect(box).to_be_in_viewport()
    return box


def test_a_rematch_is_offered_to_the_other_and_accepting_brings_both_to_it(desk: Desk) -> None:
    anna, boris = ended(desk)
    boris.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    anna.page.get_by_role("button", name="Play again").click()
    anna.page.wait_for_url(re.compile(rf"/t/(?!{anna.table})"))
    expect(anna.page.locator("section[aria-labelledby=waiting]")).to_contain_text("Waiting for Boris.")
    expect(offer(boris)).to_contain_text("Anna wants to play again.")
    boris.page.locator(".offer").get_by_role("button", name="Play again").click()
    boris.page.wait_for_url(anna.page.url)
    for page in (anna.page, boris.page):
        expect(page.locator(".boards")).to_be_visible()


def test_who_does_not_want_a_rematch_says_so_and_the_seat_is_free(desk: Desk) -> None:
    anna, boris = ended(desk)
    anna.page.get_by_role("button", name="Play again").click()
    offer(boris).get_by_role("button", name="Not now").click()
    expect(boris.page.locator(".offer")).to_have_count(0)
    expect(anna.page.locator("section[aria-labelledby=waiting]")).to_contain_text("Send this link")


def test_who_has_watched_is_shown_the_way_to_the_next_game(desk: Desk) -> None:
    anna, boris = ended(desk)
    guest = Sitting(desk.person(), anna.table).open()
    anna.page.get_by_role("button", name="Play again").click()
    offer(boris)
    offer(guest).get_by_role("link", name="Watch").click()
    guest.page.wait_for_url(re.compile(rf"/t/(?!{anna.table})"))


# ---------------------------------------------------------------- taking back by agreement


def ask_to_undo(sitting: Sitting) -> None:
    """Ask the other to take back one's last turn."""
    sitting.page.locator("header summary").click()
    sitting.page.get_by_role("button", name="Ask to undo").click()


def test_a_turn_is_taken_back_when_the_other_allows_it(desk: Desk) -> None:
    anna, boris, *_ = two_people(desk)
    anna.type("1b2")
    boris.until_my_turn()
    ask_to_undo(anna)
    expect(offer(anna)).to_contain_text("You asked to undo your last turn.")
    expect(offer(boris)).to_contain_text("Anna asks to undo their last turn.")
    boris.page.locator(".offer").get_by_role("button", name="Allow").click()
    anna.until_my_turn()
    expect(anna.page.locator(".offer")).to_have_count(0)
    expect(boris.page.locator(".log")).to_contain_text("undoes")
    anna.type("1b3")
    boris.until_my_turn()


def test_a_refusal_is_told_and_the_game_goes_on(desk: Desk) -> None:
    anna, boris, *_ = two_people(desk)
    anna.type("1b2")
    boris.until_my_turn()
    ask_to_undo(anna)
    offer(boris).get_by_role("button", name="Decline").click()
    expect(anna.page.locator(".toasts")).to_contain_text("Your turn stands")
    expect(anna.page.locator(".offer")).to_have_count(0)
    boris.type("3k1")
    anna.until_my_turn()


def test_there_is_nothing_to_ask_for_before_one_has_moved(desk: Desk) -> None:
    anna, boris, *_ = two_people(desk)
    for one in (anna, boris):
        one.page.locator("header summary").click()
        expect(one.page.get_by_role("button", name="Resign")).to_be_visible()
        expect(one.page.get_by_role("button", name="Ask to undo")).to_have_count(0)


# ---------------------------------------------------------------- talk


def chat(sitting: Sitting) -> Locator:
    """Open the chat."""
    panel = sitting.page.locator("details.talk")
    panel.locator("summary").click()
    return panel


def test_emotes_are_read_in_everybodys_own_language(desk: Desk) -> None:
    anna, boris, *_ = two_people(desk)
    boris.page.locator("header summary").click()
    boris.page.get_by_role("button", name="Русский").click()
    chat(anna).get_by_role("button", name="Good luck!").click()
    expect(boris.page.locator(".toasts")).to_contain_text("Anna: Удачи!")


def test_words_reach_the_other_and_a_spectator_sees_none(desk: Desk) -> None:
    anna, boris, made, _ = two_people(desk)
    guest = Sitting(desk.person(), made.table).open()
    panel = chat(anna)
    panel.get_by_label("Your message").fill("<b>Hello</b> Boris")
    panel.get_by_role("button", name="Send").click()
    expect(boris.page.locator(".toasts")).to_contain_text("Anna: <b>Hello</b> Boris")
    expect(boris.page.locator(".talk .unread")).to_have_text("1")
    lines = chat(boris).locator(".lines li")
    expect(lines).to_have_text(["Anna <b>Hello</b> Boris"])
    expect(boris.page.locator(".talk .unread")).to_have_count(0)
    expect(guest.page.locator("details.talk")).to_have_count(0)
    assert "Boris</b>" not in guest.page.content()
    boris.page.reload()
    expect(chat(boris).locator(".lines li")).to_have_text(["Anna <b>Hello</b> Boris"])
    panel.get_by_label("Your message").fill("see example.org")
    panel.get_by_role("button", name="Send").click()
    expect(anna.page.locator(".toasts")).to_contain_text("links", ignore_case=True)
    expect(panel.get_by_label("Your message")).to_have_value("see example.org")


def test_typing_in_the_chat_plays_no_move(desk: Desk) -> None:
    anna, *_ = two_people(desk)
    chat(anna).get_by_label("Your message").press_sequentially("1b2")
    expect(anna.confirm).to_have_count(0)


def test_a_table_can_switch_the_chat_off(desk: Desk) -> None:
    anna, *_ = two_people(desk, settings={"talk": "off"})
    panel = chat(anna)
    expect(panel).to_contain_text("Boris")
    expect(panel.get_by_role("button", name="Hello!")).to_have_count(0)
    quiet, *_ = two_people(desk, settings={"public": True})
    panel = chat(quiet)
    expect(panel.get_by_role("button", name="Hello!")).to_be_visible()
    expect(panel.get_by_label("Your message")).to_have_count(0)


def test_somebody_is_muted_and_reported(desk: Desk) -> None:
    anna, boris, *_ = two_people(desk)
    panel = chat(boris)
    panel.get_by_role("button", name="Mute").click()
    chat(anna).get_by_role("button", name="Oops!").click()
    expect(anna.page.locator(".talk .lines li")).to_have_text(["Anna Oops!"])
    boris.page.wait_for_timeout(500)
    expect(boris.page.locator(".toasts")).to_have_text("")
    expect(panel.locator(".lines")).not_to_contain_text("Oops!")
    panel.get_by_role("button", name="Report").click()
    dialog = boris.page.get_by_role("dialog")
    dialog.get_by_label("What is wrong?").select_option("spam")
    dialog.get_by_role("button", name="Send report").click()
    expect(boris.page.locator(".toasts")).to_contain_text("Your report has been sent")
    panel.get_by_role("button", name="Unmute").click()
    expect(panel.locator(".lines")).to_contain_text("Oops!")


# ---------------------------------------------------------------- sound, title, icon

LISTENING = """
window.tones = [];
window.AudioContext = class {
    currentTime = 0;
    destination = {};
    constructor() { window.tones.push("context"); }
    resume() { return Promise.resolve(); }
    createOscillator() {
        return { frequency: {}, connect: (next) => next, start: () => window.tones.push("tone"), stop() {} };
    }
    createGain() {
        const gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
        return { gain, connect: (next) => next };
    }
};
"""


def tones(sitting: Sitting) -> list[str]:
    """Return what was sounded on a page."""
    heard: list[str] = sitting.page.evaluate("window.tones")
    return heard


def test_there_is_no_sound_before_the_first_tap_and_none_when_it_is_off(desk: Desk) -> None:
    anna, boris, *_ = two_people(desk)
    boris.page.add_init_script(LISTENING)
    boris.page.reload()
    expect(boris.page.locator("link[rel=icon]")).to_have_attribute("href", "/icon.svg")
    anna.type("1b2")
    boris.until_my_turn()
    assert tones(boris) == []
    expect(boris.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("^data:image/svg"))
    expect(boris.page).to_have_title(re.compile("^● Your turn"))
    boris.type("3k1")
    anna.until_my_turn()
    anna.type("2w3")
    boris.until_my_turn()
    assert tones(boris)[:2] == ["context", "tone"]
    before = len(tones(boris))
    boris.page.get_by_role("button", name="Sound").click()
    boris.type("4w4")
    anna.until_my_turn()
    anna.type("5r1")
    boris.until_my_turn()
    assert len(tones(boris)) == before
