"""The board of Queen's Garden: sets, spaces, payments, expansions; the same for mouse, touch and keyboard."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.choosing import some_of
from tests.server.processes import Made
from tests.web.conftest import Desk
from tests.web.garden_mouse import GardenMouse
from tests.web.sitting import Sitting, no_side_scrolling, tokens_of

Json = dict[str, Any]

FIRST = "garden top=b1b3g3y2 garden=15/3/b2b3l3/-/14ey1,01b1 garden=15/3"
FULL = "garden top=b1b3g3y2 aside=p5,em4 garden=15/6/b2b3l3p1p4/l5m6/14ey1,01b1 garden=15/3"
PLACING = "garden top=b1g3y2 garden=15/2/y3b3p3m3y1/g1/14ey2,01b1,02b2,03g2,04g4,05y4 garden=8/3/m4/-/30,01m1"
COPIES = "garden top=b1g3 aside=g3,eg3,y1 garden=15/3 garden=15/3"
LAST = (
    "garden round=4 passed=1 marker=1 aside=b5,-,-,-,- garden=31/2/y3b3p3y1/g1/14ey2,01b1,02b2,03g2,04g4,05y4 "
    "garden=28/1/m4/-/30,24ep2,01m1,02p1,03p3"
)
FOUR = (
    "garden round=2 top=b1g3y2 aside=p1p2,ey6 garden=15/3/y3/-/14ey2,01b1 garden=15/3/y3/-/14ey1,01b1 "
    "garden=9/12 garden=0/0/b5/l1/30,60"
)
POSITIONS = {"first": FIRST, "full": FULL, "placing": PLACING, "copies": COPIES, "last": LAST, "four": FOUR}
SMALLEST_TARGET = 36
NAMES = ("Anna", "Boris", "Clara", "Dmitri")


class Table:
    """A table that begins with a position, all its seats at one browser."""

    def __init__(self, desk: Desk, position: str, **person: Any) -> None:
        self.desk = desk
        names = NAMES[: position.count("garden=")]
        seats = [{"who": "hotseat" if seat else "me", "name": name} for seat, name in enumerate(names)]
        with desk.server.client() as client:
            self.made: Made = client.create("garden", seats, position=position, seed=5)
        self.page: Page = desk.person(**person)
        self.sitting: Sitting = desk.sit(self.page, self.made.table, tokens_of(self.made), "garden")
        self.mouse = GardenMouse(self.page, random.Random(5))
        if not person.get("textView"):
            expect(self.page.locator(".display")).to_be_visible()

    @property
    def now(self) -> Json:
        """How the table stands, as whoever is to move sees it."""
        with self.desk.server.client() as client:
            found: Json = client.state(self.made.table, self.made.tokens)["now"]
        return found

    @property
    def moves(self) -> list[str]:
        """All moves made so far."""
        with self.desk.server.client() as client:
            events = client.state(self.made.table, self.made.tokens, after=0)["now"]["events"]
        return [line["event"]["move"] for line in events if "move" in line["event"]]

    def lying(self, place: str, text: str) -> Locator:
        """Return a hex of the display."""
        return self.mouse.lying(place, text)

    def stored(self, piece: str, seat: int = 0) -> Locator:
        """Return a piece in a storage."""
        return self.page.locator(f'[data-place="storage-{seat}-{piece}"]').first

    def space(self, name: str) -> Locator:
        """Return a space that can be clicked."""
        return self.page.locator(f'button[data-space="{name}"]')

    def glowing(self) -> set[str]:
        """Return the spaces that can be chosen now."""
        found = self.page.locator("button[data-space].legal")
        return {button.get_attribute("data-space") or "" for button in found.all()}

    def choose(self, piece: str) -> Json:
        """Click a stored piece and wait until its spaces can be chosen; return what the server says then."""
        self.stored(piece).click()
        expect(self.page.locator("button[data-space]").first).to_be_visible()
        return self.now


Opens = Callable[..., Table]


@pytest.fixture
def table(desk: Desk) -> Opens:
    """Opens a position at a table of its own."""
    return lambda position, **person: Table(desk, position, **person)


# ---------------------------------------------------------------- taking


def test_a_hex_and_then_its_colour_take_the_set(table: Opens) -> None:
    at = table(FIRST)
    at.lying("f0", "b3").click()
    ways = at.page.locator(".tray [data-way]")
    assert [way.get_attribute("data-way") for way in ways.all()] == ["b", "3"]
    ways.first.click()
    assert at.now["board"]["phase"] == "turn", "nothing is sent before it is confirmed"
    expect(at.page.locator(".storage .tiles .empty svg.ghost")).to_have_count(2)
    at.mouse.confirm()
    expect(at.stored("b1")).to_be_visible()  # among those drawn anew there may be another one
    assert at.moves == ["tb"]


def test_pointing_at_a_hex_outlines_both_of_its_sets(table: Opens) -> None:
    at = table(FIRST)
    at.lying("f0", "b3").hover()
    expect(at.lying("f0", "b1")).to_have_class(re.compile(r"\bcolour\b"))
    expect(at.lying("f0", "g3")).to_have_class(re.compile(r"\bpattern\b"))
    expect(at.lying("f0", "y2")).to_have_class(re.compile(r"\bfaded\b"))
    assert [chip.get_attribute("data-set") for chip in at.page.locator(".sets .lit").all()] == ["b", "3"]


def test_what_does_not_fit_is_said_before_and_why_after(table: Opens) -> None:
    at = table(FULL)
    sets = {one["id"]: one["too_many"][0] for one in at.now["board"]["sets"]}
    assert sets["b"] == 1
    assert sets["p"] == 0
    chip = at.page.locator('button[data-set="b"]')
    expect(chip.locator(".over")).to_have_text("−1")
    expect(chip).to_have_accessible_name(re.compile("1 won't fit$"))
    expect(at.page.locator('button[data-set="p"] .over')).to_have_count(0)
    chip.click()
    expect(at.page.locator(".toasts")).to_contain_text("won't fit: your storage has room for tiles: 1")
    assert at.moves == []


def test_of_equal_hexes_one_is_chosen_where_it_lies(table: Opens) -> None:
    at = table(COPIES)
    at.page.locator('button[data-set="3"]').click()
    expect(at.page.locator(".tray")).to_contain_text("Which dark green butterflies?")
    glowing = at.page.locator(".display .glow")
    assert {one.get_attribute("data-place") for one in glowing.all()} == {
        "display-f0-g3",
        "display-f1-g3",
        "display-f2-eg3",
    }
    at.lying("f2", "g3").click()
    at.mouse.confirm()
    expect(at.stored("eg3")).to_be_visible()


# ---------------------------------------------------------------- placing and paying


@pytest.mark.parametrize("piece", ["y3", "y1", "eg1"])
def test_exactly_the_legal_spaces_glow_with_what_the_server_says(table: Opens, piece: str) -> None:
    at = table(PLACING)
    legal = {one["move"]: one["preview"] for one in at.choose(piece)["legal"]}
    assert len(legal) > 1
    assert at.glowing() == set(legal)
    shown = at.page.locator(".own svg text.preview").all_text_contents()
    expected = [(one["points"], one.get("jokers", 0)) for one in legal.values() if one["points"] or one.get("jokers")]
    assert sorted(re.sub(r"\s", "", text) for text in shown) == sorted(
        (f"+{points}" if points else "") + (f"★{jokers}" if jokers else "") for points, jokers in expected
    )


def test_a_space_that_cannot_take_the_hex_says_why(table: Opens) -> None:
    at = table(PLACING)
    legal = {one["move"] for one in at.choose("p3")["legal"]}
    shut = next(space for space in at.now["board"]["players"][0]["vacant"] if space not in legal)
    at.space(shut).click()
    expect(at.page.locator(".toasts")).to_contain_text(f"on space {shut} the dark purple butterflies")
    assert at.moves == ["p3"]


def test_the_cheapest_payment_is_laid_out_and_every_piece_of_it_can_be_swapped(table: Opens) -> None:
    at = table(PLACING, autoConfirm=True)
    at.choose("y3")
    at.space(sorted(at.glowing())[0]).click()
    expect(at.page.locator(".tray .slot").first).to_be_visible()
    payments = [one["pieces"] for one in at.now["board"]["payments"]]
    titles = at.page.locator(".tray .slot").evaluate_all("slots => slots.map(one => one.title)")
    assert len(titles) == len(payments[0]) == 2
    assert at.page.locator(".storage .given").count() == 2
    expect(at.sitting.confirm).to_be_visible()  # even though moves are sent at once
    at.page.locator(".tray .slot").first.click()
    others = at.page.locator(".tray .others .slot")
    assert others.count() >= 1
    others.last.click()
    swapped = at.page.locator(".tray .slot").evaluate_all("slots => slots.map(one => one.title)")
    assert swapped != titles
    assert len(swapped) == 2
    at.mouse.confirm()
    expect(at.page.locator(".tray")).to_have_count(0)
    assert at.now["turn"] == 1


def test_stored_pieces_are_paid_by_clicking_them(table: Opens) -> None:
    at = table(PLACING)
    at.choose("y3")
    at.space(sorted(at.glowing())[0]).click()
    expect(at.page.locator(".storage .given")).to_have_count(2)
    unpaid = at.page.locator(".own .storage button.piece:enabled:not(.given)").first
    name = unpaid.get_attribute("data-place")
    unpaid.click()
    expect(at.page.locator(f'.own .storage .given[data-place="{name}"]')).to_have_count(1)
    expect(at.page.locator(".storage .given")).to_have_count(2)


def test_an_expansion_is_turned_by_where_its_hex_comes_to_lie(table: Opens) -> None:
    at = table(PLACING)
    legal = {one["move"] for one in at.choose("eg1")["legal"]}
    assert not any(space.startswith("1") for space in legal), "slot 1 is taken"
    chosen = sorted(legal)[0]
    at.space(chosen).click()
    expect(at.page.locator(f'[data-place="garden-0-{chosen}"], .tried-hex')).to_have_count(1)
    at.mouse.confirm()
    expect(at.page.locator(f'[data-place="garden-0-{chosen}"]')).to_be_visible()
    assert at.moves == ["eg1", chosen]


def test_a_blank_expansion_is_bought_for_a_free_slot(table: Opens) -> None:
    at = table(PLACING)
    at.page.locator("button.supply").click()
    expect(at.space("20")).to_be_visible()
    assert at.glowing() == {"20", "30", "40", "50", "60"}
    at.space("40").click()
    at.mouse.confirm()
    expect(at.page.locator(".tray")).to_have_count(0)
    assert at.now["board"]["players"][0]["slots"][3] == "blank"


def test_somebody_who_passes_may_discard_and_then_is_done(table: Opens) -> None:
    at = table(PLACING)
    at.page.locator("button.pass").click()
    expect(at.page.locator(".tray")).to_contain_text("You are passing")
    at.stored("p3").click()
    expect(at.stored("p3")).to_have_count(0)
    at.page.locator(".tray button").click()
    at.mouse.confirm()
    expect(at.page.locator(".passed").first).to_be_visible()
    assert at.moves == ["pass", "dp3", "done"]


def test_a_stored_hex_can_be_dragged_to_its_space(table: Opens) -> None:
    at = table(PLACING)
    tile = at.stored("y1").bounding_box()
    assert tile
    at.page.mouse.move(tile["x"] + 15, tile["y"] + 15)
    at.page.mouse.down()
    at.page.mouse.move(tile["x"] + 40, tile["y"] - 40, steps=4)
    expect(at.space("06")).to_be_visible()
    target = at.space("06").bounding_box()
    assert target
    at.page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=4)
    at.page.mouse.up()
    at.mouse.confirm()
    expect(at.page.locator('[data-place="garden-0-06"]')).to_be_visible()
    assert at.moves == ["y1", "06"]


def test_a_plan_is_a_note_and_no_move(table: Opens) -> None:
    at = table(PLACING)
    at.page.get_by_role("button", name="Plan", exact=True).click()
    at.stored("p3").click()
    at.space("06").click()
    at.space("25").click()
    expect(at.page.locator(".planned")).to_have_count(2)
    at.space("25").click()
    expect(at.page.locator(".planned")).to_have_count(1)
    at.page.get_by_role("button", name="Plan", exact=True).click()
    expect(at.page.locator(".planned")).to_have_count(1)
    at.stored("y1").click()
    expect(at.page.locator(".tray")).to_contain_text("Place the yellow tree tile")
    assert at.moves == ["y1"]


# ---------------------------------------------------------------- with the keyboard


def test_a_hex_is_placed_with_arrows_and_enter(table: Opens) -> None:
    at = table(PLACING)
    at.stored("y1").focus()
    at.page.keyboard.press("Enter")
    expect(at.space("06")).to_be_visible()
    at.space("06").focus()
    at.page.keyboard.press("ArrowRight")
    assert at.page.evaluate("document.activeElement.dataset.space") == "15"
    at.page.keyboard.press("ArrowLeft")
    at.page.keyboard.press("Enter")
    expect(at.sitting.confirm).to_be_visible()
    at.page.keyboard.press("Enter")
    expect(at.page.locator('[data-place="garden-0-06"]')).to_be_visible()
    assert at.moves == ["y1", "06"]


def test_arrows_go_to_the_nearest_button_of_the_group(table: Opens) -> None:
    at = table(FIRST)
    at.page.locator('button[data-set="b"]').focus()
    at.page.keyboard.press("ArrowRight")
    assert at.page.evaluate("document.activeElement.dataset.set") == "g"
    at.page.keyboard.press("ArrowRight")
    assert at.page.evaluate("document.activeElement.dataset.set") == "y", "there is no light green to take"


def test_a_payment_is_typed_over_the_one_that_is_laid_out(table: Opens) -> None:
    at = table(PLACING)
    at.page.keyboard.type("y3")
    expect(at.space("06")).to_be_visible()
    at.page.keyboard.type("06")
    expect(at.page.locator(".tray .slot").first).to_be_visible()
    at.page.keyboard.type("dj")
    expect(at.sitting.bar).to_contain_text("pay with a joker")
    at.page.keyboard.press("Enter")
    expect(at.page.locator(".tray")).to_have_count(0)
    assert at.moves[:3] == ["y3", "06", "dj"]
    assert at.now["turn"] == 1


# ---------------------------------------------------------------- what is drawn


@pytest.mark.parametrize("name", POSITIONS)
def test_everything_in_the_message_is_drawn(table: Opens, name: str) -> None:
    at = table(POSITIONS[name])
    board = at.now["board"]
    for place in board["display"]:
        shown = at.page.locator(f'.display button[data-place^="display-{place["id"]}-"]').count()
        assert shown == len(place["tiles"]) + (place["face"] is not None)
    for seat, player in enumerate(board["players"]):
        assert at.page.locator(f'[data-place^="garden-{seat}-"]').count() == len(player["hexes"])
        stored = at.page.locator(f'[data-place^="storage-{seat}-"]').count()
        assert stored == len(player["storage"]) + player["jokers"]
    wheel = at.page.locator(".wheel li")
    assert [one.locator(".score").count() for one in wheel.all()] == [len(one["points"]) for one in board["wheel"]]
    assert at.page.locator(".wheel .now .round").inner_text() == f"Round {board['round']}"
    groups = board["players"][0]["groups"]
    assert at.page.locator(".own .groups li").count() == len(groups)
    assert sorted(at.page.locator(".own .groups b").all_inner_texts()) == sorted(str(one["points"]) for one in groups)


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("lang", some_of(["en", "ru"], "ru"))
def test_a_phone_shows_it_without_scrolling_sideways_and_with_targets_for_fingers(
    table: Opens, name: str, lang: str
) -> None:
    at = table(POSITIONS[name], phone=True, lang=lang)
    assert no_side_scrolling(at.page)
    if name in ("placing", "last"):
        at.stored("y1").tap()
        expect(at.space("06")).to_be_visible()
    boxes = at.page.locator("main button:enabled").evaluate_all(
        """found => found.filter(one => one.closest('.boards, .tray'))
            .map(one => [one.getBoundingClientRect().width, one.getBoundingClientRect().height, one.className])"""
    )
    assert boxes
    assert [box for box in boxes if min(box[:2]) < SMALLEST_TARGET] == []
    assert no_side_scrolling(at.page)


def test_the_position_in_words_says_all_of_it(table: Opens) -> None:
    at = table(PLACING, textView=True)
    words = at.page.locator("main")
    for said in (
        "Round 1 of 4",
        "Anna to move: take hexes, place something, buy an expansion or pass.",
        "light blue: 1 point for each hex",
        "light blue tree, dark green butterflies, yellow bird",
        "Anna: 15 points",
        "free for tiles and jokers: 5, for expansions: 1",
        "the yellow butterflies tile, costs 3",
        "the dark green tree expansion, costs 1",
        "fountain: 5 of 6 spaces filled; still empty: 06; 1 joker",
        "3: blank expansion",
        "Boris: 8 points",
    ):
        expect(words).to_contain_text(said)
    row = words.locator("tr", has=at.page.locator("th", has_text=re.compile("^06$"))).first
    expect(row).to_contain_text("empty")
    expect(row).to_contain_text("light blue tree (01)")
    expect(row).to_contain_text("yellow flower (05)")


# ---------------------------------------------------------------- games


def finish(at: Table, most: int) -> Json:
    """Play suggested moves with the mouse until the game is over; return how the table stands then."""
    for _ in range(most):
        now = at.now
        if now["turn"] is None:
            break
        at.mouse.decide(now, now["suggested"])
        for _ in range(200):
            if at.now["number"] != now["number"]:
                break
            at.page.wait_for_timeout(20)
        else:
            raise AssertionError(f"{now['suggested']} was not played")
    return at.now


def test_a_game_is_played_to_its_end_with_the_mouse(table: Opens) -> None:
    at = table(LAST)
    end = finish(at, 60)
    assert end["result"]["reason"] == "rules"
    expect(at.page.locator(".finished")).to_be_visible()
    assert at.sitting.scores == end["result"]["scores"]


def test_scoring_is_told_in_the_garden_and_tiles_travel(table: Opens) -> None:
    at = table(LAST, motion=True)
    at.page.evaluate(
        """() => {
            window.flown = 0;
            new MutationObserver(all => all.forEach(one => (window.flown += one.addedNodes.length)))
                .observe(document.body, { childList: true });
        }"""
    )
    at.choose("y1")
    at.space("06").click()  # the others have passed, so that the turn goes on and nothing is to be confirmed
    expect(at.page.locator('[data-place="garden-0-06"]')).to_be_visible()
    assert at.page.evaluate("window.flown") >= 1
    at.page.locator("button.pass").click()
    expect(at.page.locator(".tray")).to_contain_text("You are passing")
    at.page.locator(".tray button").click()
    at.mouse.confirm()
    expect(at.page.locator(".lit-points").first).to_be_visible()
    expect(at.page.locator(".lit-points text").first).to_have_text(re.compile(r"^\+\d+$"))
