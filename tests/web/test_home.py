"""Home: a game in two clicks, one's own games, open tables, records; both languages without loading anything anew."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from azulejo.games import own_names
from tests.play.helpers import random_game
from tests.web.conftest import Desk
from tests.web.sitting import no_side_scrolling


@pytest.mark.parametrize("number", range(len(own_names())))
def test_a_game_starts_in_two_clicks(desk: Desk, number: int) -> None:
    page = desk.person()
    page.goto("/")
    page.locator("article .play").nth(number).click()
    page.locator(".start").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("header.mine, header .turn")).not_to_have_count(0)
    expect(page.locator(".players li")).to_have_count(2)


def test_a_game_that_was_begun_is_found_again(desk: Desk) -> None:
    page = desk.person()
    page.goto("/")
    page.locator("article .play").first.click()
    page.locator(".start").click()
    page.wait_for_url("**/t/*")
    page.locator("header .home").click()
    game = page.locator("section[aria-labelledby=your-games] li a")
    expect(game).to_have_count(1)
    game.click()
    page.wait_for_url("**/t/*")


def test_a_table_for_four_with_a_grey_wall_is_made_as_it_is_set_up(desk: Desk) -> None:
    page = desk.person()
    page.goto("/")
    page.locator("article .play").first.click()
    page.get_by_label("4", exact=True).check()
    page.locator(".seats select").nth(2).select_option("bot:first-timer")
    page.locator("summary", has_text="Game variants").click()
    page.get_by_label("grey", exact=True).check()
    page.get_by_label("Who starts").select_option("2")
    page.locator(".start").click()
    page.wait_for_url("**/t/*")
    table = page.url.rsplit("/", 1)[1]
    with desk.server.client() as client:
        made = client.state(table)["table"]
    assert made["options"] == {"wall": "grey", "first": "2"}
    assert [player["kind"] for player in made["players"]] == ["person", "bot", "bot", "bot"]
    assert made["players"][2]["level"] == "first-timer"


def test_a_public_table_is_joined_by_somebody_else(desk: Desk) -> None:
    host, guest = desk.person(name="Anna"), desk.person(name="Boris")
    host.goto("/")
    host.locator("article .play").first.click()
    host.locator(".seats select").nth(1).select_option("open")
    host.locator("summary", has_text="Table settings").click()
    host.get_by_label("Listed publicly").check()
    host.locator(".start").click()
    host.wait_for_url("**/t/*")
    expect(host.locator("#waiting")).to_be_visible()
    guest.goto("/")
    guest.locator("section[aria-labelledby=open-tables] li", has_text="Anna").get_by_role("button").first.click()
    guest.wait_for_url("**/t/*")
    expect(host.locator(".players")).to_contain_text("Boris")
    expect(guest.locator(".players")).to_contain_text("Anna")


@pytest.mark.parametrize(
    ("lang", "tag", "about"), [("en", "Known deal", "may know"), ("ru", "Известная раздача", "может знать")]
)
def test_a_deal_that_anybody_may_know_is_said_before_one_sits_down(desk: Desk, lang: str, tag: str, about: str) -> None:
    with desk.server.client() as client:
        seats = [{"who": "me", "name": f"Known {lang}"}, {"who": "open"}]
        made = client.create("azul", seats, seed=5, settings={"public": True})
        secret = client.create(
            "azul", [{"who": "me", "name": f"Secret {lang}"}, {"who": "open"}], settings={"public": True}
        )
    page = desk.person(lang=lang, phone=lang == "ru")
    page.goto("/")
    tables = page.locator("section[aria-labelledby=open-tables] li")
    expect(tables.filter(has_text=f"Known {lang}")).to_contain_text(about)
    expect(tables.filter(has_text=f"Secret {lang}")).not_to_contain_text(about)
    page.goto(f"/t/{made.table}")
    expect(page.locator("section[aria-labelledby=waiting]")).to_contain_text(about)
    known = page.get_by_role("button", name=tag)
    assert no_side_scrolling(page)
    known.click()
    expect(page.locator(".toasts")).to_contain_text(about)
    page.goto(f"/t/{secret.table}")
    expect(page.locator("section[aria-labelledby=waiting]")).to_be_visible()
    expect(known).to_have_count(0)


def test_a_guest_leaves_and_the_host_removes_the_table(desk: Desk) -> None:
    with desk.server.client() as client:
        made = client.create("azul", [{"who": "me", "name": "Anna"}, {"who": "open"}, {"who": "open"}])
    kept = {"id": made.table, "game": "azul", "tokens": {"0": made.tokens[0]}, "maker": made.maker, "seen": 0}
    host, guest = desk.person(name="Anna", tables=[kept]), desk.person(name="Boris")
    for page in (host, guest):
        page.goto(f"/t/{made.table}")
    guest.get_by_role("button", name="Join").click()
    expect(host.locator(".players")).to_contain_text("Boris")
    guest.get_by_role("button", name="Leave table").click()
    guest.wait_for_url("**/")
    expect(guest.get_by_text("Your seat is open again")).to_be_visible()
    expect(guest.locator(f"a[href='/t/{made.table}']")).to_have_count(0)
    expect(host.locator(".players")).not_to_contain_text("Boris")
    guest.goto(f"/t/{made.table}")
    expect(guest.get_by_role("button", name="Join")).to_be_visible()
    host.get_by_role("button", name="Delete table").click()
    host.get_by_role("button", name="Cancel").click()
    host.get_by_role("button", name="Delete table").click()
    host.locator("dialog").get_by_role("button", name="Delete table").click()
    host.wait_for_url("**/")
    expect(guest.get_by_text("This table has been deleted")).to_be_visible()


def test_who_leaves_on_one_device_is_a_visitor_on_the_other(desk: Desk) -> None:
    with desk.server.client() as client:
        made = client.create("azul", [{"who": "me", "name": "Anna"}, {"who": "open"}, {"who": "open"}])
        token = client.join(made.table, name="Boris").tokens[0]
    kept = {"id": made.table, "game": "azul", "tokens": {"1": token}, "seen": 0}
    laptop, phone, away = (desk.person(tables=[kept]), desk.person(), desk.person(tables=[kept]))
    laptop.goto(f"/t/{made.table}")
    phone.goto(f"/t/{made.table}#{token}")
    for page in (laptop, phone):
        expect(page.locator(".players")).to_contain_text("Boris (you)")
    phone.get_by_role("button", name="Leave table").click()
    phone.wait_for_url("**/")
    expect(laptop.get_by_role("button", name="Join")).to_be_visible()
    away.goto(f"/t/{made.table}")  # was switched off meanwhile: is told once, and then knows
    expect(away.get_by_text("or the seat was given up")).to_be_visible()
    assert away.evaluate("localStorage.getItem('azulejo.tables')") == "[]"
    away.goto(f"/t/{made.table}")
    expect(away.get_by_role("button", name="Join")).to_be_visible()


def test_a_seat_is_kept_though_another_given_back_was_shown_with_it(desk: Desk) -> None:
    with desk.server.client() as client:
        made = client.create("azul", [{"who": "me", "name": "Anna"}, {"who": "hotseat"}, {"who": "open"}])
        client.post(f"/tables/{made.table}/leave", {}, [made.tokens[1]])
    kept = {"id": made.table, "game": "azul", "tokens": dict(enumerate(made.tokens)), "seen": 0}
    page = desk.person(tables=[kept])
    page.goto(f"/t/{made.table}")
    expect(page.locator(".players")).to_contain_text("Anna (you)")


def refusing(status: int) -> Callable[[Route], None]:
    """Return what answers every request as no server of ours does."""
    return lambda route: route.fulfill(status=status, content_type="text/html", body="<p>No.</p>")


def test_somebody_between_who_refuses_everything_costs_no_seat(desk: Desk) -> None:
    with desk.server.client() as client:
        made = client.create("azul", [{"who": "me", "name": "Anna"}, {"who": "open"}])
        other = client.create("duel", [{"who": "me", "name": "Anna"}, {"who": "open"}])
    kept = [
        {"id": one.table, "game": game, "tokens": {"0": one.tokens[0]}, "seen": 0}
        for one, game in ((made, "azul"), (other, "duel"))
    ]
    page = desk.person(tables=kept)
    for status in (403, 404):
        page.route("**/api/v1/tables/*", refusing(status))
        page.goto("/")
        expect(page.locator("section[aria-labelledby=your-games] li")).to_have_count(2)
        page.wait_for_load_state("networkidle")
        page.unroute_all()
    page.goto("/")
    expect(page.locator("section[aria-labelledby=your-games]").get_by_text("waiting for players")).to_have_count(2)
    page.goto(f"/t/{made.table}")
    expect(page.locator(".players")).to_contain_text("Anna (you)")


def test_the_language_changes_without_loading(desk: Desk) -> None:
    page = desk.person()
    page.goto("/")
    expect(page.locator("article")).to_have_count(len(own_names()))
    page.evaluate("window.same = true")
    page.get_by_role("button", name="Русский").click()
    expect(page.locator("article .play").first).to_have_text("Играть")
    assert page.evaluate("document.documentElement.lang") == "ru"
    assert page.evaluate("window.same")
    page.reload()
    expect(page.locator("article .play").first).to_have_text("Играть")


def test_a_record_is_brought_in_and_looked_at(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(random_game(3).record().to_json())
    page = desk.person()
    page.goto("/")
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/r/*/*")
    expect(page.locator(".scrubber")).to_be_visible()
    events = len(json.loads(file.read_text())["events"])
    expect(page.locator(".scrubber .number")).to_have_text(f"{events} / {events}")


def test_a_file_without_a_record_is_refused_with_a_sentence(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text("no record")
    page = desk.person()
    page.goto("/")
    page.locator("input[type=file]").set_input_files(tmp_path / "no.json")
    expect(page.get_by_role("alert")).to_contain_text("no saved game")


def test_a_record_with_a_bad_move_is_refused_in_the_servers_words(desk: Desk, tmp_path: Path) -> None:
    record = json.loads(random_game(3).record().to_json())
    next(event for event in record["events"] if "move" in event)["move"] = "9z9"
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(record, indent=2))
    page = desk.person()
    page.goto("/")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("9z9")
    file.write_text('{"game": "azul"}')
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("the record has no")


@pytest.mark.parametrize(("finished", "level"), [(False, "first-timer"), (True, "club")])
def test_the_first_games_are_against_the_weakest_and_later_ones_as_before(
    desk: Desk, finished: bool, level: str
) -> None:
    page = desk.person(finished=finished, level="club")
    page.goto("/")
    page.locator("article .play").first.click()
    expect(page.locator(".seats select").nth(1)).to_have_value(f"bot:{level}")


def test_ones_games_say_against_whom_they_are_and_whose_turn_it_is(desk: Desk) -> None:
    with desk.server.client() as client:
        made = client.create("azul", [{"who": "me", "name": "Anna"}, {"who": "open"}], options={"first": "1"})
        client.join(made.table, name="Boris")
    kept = {"id": made.table, "game": "azul", "tokens": {0: made.tokens[0]}, "seen": 0}
    page = desk.person(tables=[kept])
    page.goto("/")
    expect(page.locator("section[aria-labelledby=your-games] li")).to_contain_text("against Boris · Boris to move")


def test_the_buttons_of_a_card_stand_in_one_row(desk: Desk) -> None:
    page = desk.person(lang="ru")
    page.goto("/")
    for card in page.locator("article").all():
        tops = card.locator(".row .button").evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
        assert len(tops) > 1
        assert len(set(tops)) == 1


def test_whoever_is_new_is_offered_a_lesson_once(desk: Desk) -> None:
    page = desk.person(lessons=[])
    page.goto("/")
    page.get_by_role("button", name="Not now").click()
    expect(page.locator("aside.card")).to_have_count(0)
    page.reload()
    expect(page.locator("article")).to_have_count(len(own_names()))
    expect(page.locator("aside.card")).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/settings", *(f"/rules/{game}" for game in own_names()), "/nowhere"])
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_no_page_is_wider_than_a_phone(desk: Desk, path: str, lang: str) -> None:
    page = desk.person(phone=True, lang=lang)
    page.goto(path)
    expect(page.locator("main h1, main h2, main article").first).to_be_visible()
    assert no_side_scrolling(page)
