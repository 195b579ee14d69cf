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
