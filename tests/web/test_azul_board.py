"""The board of classic Azul: two clicks a move, previews that are true, the same for mouse, touch and keyboard."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.choosing import some_of
from tests.server.processes import Made
from tests.web.azul_mouse import PILES, TARGETS, AzulMouse, where_of
from tests.web.conftest import Desk
from tests.web.positions import LAST_ROUND
from tests.web.sitting import Sitting, no_side_scrolling, tokens_of

FIRST = "azul factories=BBYR,KKWW,BYRK,WWWB,RRKY board=0 board=0"
MIDDLE = (
    "azul round=3 factories=-,KKWW,-,WWWB,RRRR centre=BBBYYKRRRRR lid=B2Y4 "
    "board=12/B,YY,-,KKK,-/....W,WB...,....R,R..B.,.R.../RR "
    "board=24/-,-,RRR,K,WWWW/BY...,.BY..,..B..,...B.,Y..../-"
)
GREY = "azul wall=grey phase=tiling row=3 laid=1 board=8/-,B,KKK,-,YYYYY/B....,K....,.....,...K.,..... board=5"
THREE = "azul factories=BBYR,KKWW,BYRK,WWWB,RRKY,YYBW,KRRB board=0 board=0 board=0"
FOUR = (
    "azul round=2 factories=BBYR,KKWW,-,WWWB,RRKY,-,KRRB,YYYY,BKRW centre=BBYYK "
    "board=5/-,YY,-,K,-/B....,.....,.....,.....,..... board=3/-,-,-,KK,- board=9/-,-,BBB,-,-/-/RR board=0"
)
POSITIONS = {"first": FIRST, "middle": MIDDLE, "last": LAST_ROUND["azul"], "grey": GREY, "three": THREE, "four": FOUR}

SMALLEST_TARGET = 36

Json = dict[str, Any]


class Table:
    """A table with all seats on one device."""

    def __init__(self, desk: Desk, position: str, **person: Any) -> None:
        self.desk = desk
        seats: list[Json] = [{"who": "me", "name": "Anna"}]
        seats += [
            {"who": "hotseat", "name": name} for name in ("Boris", "Clara", "Dmitri")[: position.count("board=") - 1]
        ]
        with desk.server.client() as client:
            self.made: Made = client.create("azul", seats, position=position, seed=5)
        self.page: Page = desk.person(**person)
        self.sitting: Sitting = desk.sit(self.page, self.made.table, tokens_of(self.made), "azul")
        self.mouse = AzulMouse(self.page)
        if not person.get("textView"):
            expect(self.page.locator("[data-place='wall-0-0']")).to_be_visible()

    @property
    def now(self) -> Json:
        """How the table stands, as whoever is to move sees it."""
        with self.desk.server.client() as client:
            found: Json = client.state(self.made.table, self.made.tokens)["now"]
        return found

    def count(self, place: str) -> int:
        """Return how many tiles are drawn at a place, those that are only imagined or printed included."""
        return self.page.locator(f"[data-place='{place}'] svg.tile").count()


Opens = Callable[..., Table]


@pytest.fixture
def table(desk: Desk) -> Opens:
    """Opens a position at a table of its own."""
    return lambda position, **person: Table(desk, position, **person)


# ---------------------------------------------------------------- choosing


def test_two_clicks_and_a_confirmation_make_a_move(table: Opens) -> None:
    at = table(FIRST)
    at.mouse.pile("4", "w").click()
    expect(at.mouse.pile("4", "w")).to_have_attribute("aria-pressed", "true")
    at.mouse.target("3").click()
    assert at.now["number"] == 0, "nothing is sent before it is confirmed"
    expect(at.page.locator("[data-place='line-0-3'] .ghost")).to_have_count(3)
    at.mouse.confirm()
    expect(at.page.locator("[data-place='line-0-3'] .laid")).to_have_count(3)
    expect(at.mouse.pile("c", "b")).to_be_visible()
    assert at.now["events"][-1]["event"]["move"] == "4w3"


def test_every_destination_shows_what_the_server_says_and_no_other_glows(table: Opens) -> None:
    at = table(MIDDLE)
    expected: dict[str, dict[str, list[int]]] = {}
    for legal in at.now["legal"]:
        preview = legal["preview"]
        shown = [preview["points"], *([preview["loss"]] if preview.get("loss") else [])]
        expected.setdefault(legal["move"][:2], {})[legal["move"][2]] = shown
    assert len(expected) > 5
    for pile, destinations in expected.items():
        at.mouse.pile(pile[0], pile[1]).click()
        assert at.mouse.previews() == destinations, pile
        at.page.keyboard.press("Escape")


def test_what_falls_is_shown_before_it_falls(table: Opens) -> None:
    at = table(MIDDLE)
    at.mouse.pile("c", "k").click()
    at.mouse.target("4").hover()
    expect(at.page.locator("[data-place='line-0-4'] .ghost")).to_have_count(1)
    expect(at.page.locator("[data-place='floor-0'] .ghost .marker")).to_have_count(1)
    at.page.keyboard.press("Escape")
    at.mouse.pile("2", "w").click()
    at.mouse.target("-").hover()
    expect(at.page.locator("[data-place='floor-0'] .ghost svg.tile")).to_have_count(2)


def test_a_held_move_can_be_put_elsewhere_with_one_click(table: Opens) -> None:
    at = table(FIRST)
    at.mouse.play("2k2")
    at.mouse.target("5").click()
    expect(at.page.locator("[data-place='line-0-5'] .ghost")).to_have_count(2)
    expect(at.page.locator("[data-place='line-0-2'] .ghost")).to_have_count(0)
    at.mouse.confirm()
    expect(at.page.locator("[data-place='line-0-5'] .laid")).to_have_count(2)


def test_a_line_that_cannot_take_the_tiles_says_why(table: Opens) -> None:
    at = table(MIDDLE)
    at.mouse.pile("2", "w").click()
    at.mouse.target("4").click()
    expect(at.page.locator(".toasts")).to_contain_text("line 4 already holds black")
    assert at.now["number"] == 0


def test_a_click_beside_everything_lets_go(table: Opens) -> None:
    at = table(FIRST)
    at.mouse.pile("1", "b").click()
    expect(at.mouse.target("2")).to_be_visible()
    at.page.locator("[data-place='bag']").click()
    expect(at.mouse.target("2")).to_have_count(0)


def test_tiles_can_be_dragged_to_a_line(table: Opens) -> None:
    at = table(FIRST)
    pile = at.mouse.pile("2", "k").bounding_box()
    line = at.page.locator("[data-place='line-0-4']").bounding_box()
    assert pile
    assert line
    at.page.mouse.move(pile["x"] + 10, pile["y"] + 10)
    at.page.mouse.down()
    at.page.mouse.move(line["x"] + 30, line["y"] + 15, steps=6)
    at.page.mouse.up()
    expect(at.page.locator("[data-place='line-0-4'] .ghost")).to_have_count(2)
    at.mouse.confirm()
    expect(at.page.locator("[data-place='line-0-4'] .laid")).to_have_count(2)


def test_of_three_and_one_on_a_factory_each_is_found_where_it_lies(table: Opens) -> None:
    at = table(FIRST)
    for index, colour in ((0, "w"), (3, "b"), (1, "w"), (3, "b"), (2, "w")):
        tile = at.page.locator("[data-place='source-4'] svg.tile").nth(index).bounding_box()
        assert tile
        at.page.mouse.click(tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2)
        expect(at.mouse.pile("4", colour)).to_have_attribute("aria-pressed", "true")


def test_a_grey_wall_shows_where_its_tile_can_go(table: Opens) -> None:
    at = table(GREY)
    legal = {legal["move"] for legal in at.now["legal"]}
    glowing = at.page.locator(f"{TARGETS}.legal").all()
    assert {where_of(button.get_attribute("data-put")) for button in glowing} == legal
    at.mouse.target("w34").click()
    expect(at.page.locator(".toasts")).to_contain_text("column 4 of your wall already has black")
    at.mouse.target("w33").click()  # the turn goes on, so nothing is asked
    expect(at.page.locator("[data-place='wall-0-12'] .laid")).to_have_count(1)


# ---------------------------------------------------------------- with the keyboard


def test_a_move_is_made_with_tab_arrows_and_enter(table: Opens) -> None:
    at = table(FIRST)
    at.mouse.pile("1", "b").focus()
    at.page.keyboard.press("ArrowRight")
    source, colour = at.page.evaluate("document.activeElement.dataset.place").split("-")[1:]
    focused = f"{source}{colour.lower()}"
    assert focused != "1b"
    at.page.keyboard.press("Enter")
    expect(at.page.locator(f"{TARGETS}.legal").first).to_be_focused()
    at.page.keyboard.press("ArrowDown")
    assert where_of(at.page.evaluate("document.activeElement.dataset.put")) == "2"
    at.page.keyboard.press("Enter")
    expect(at.sitting.confirm).to_be_visible()
    at.page.keyboard.press("Enter")
    expect(at.page.locator("[data-place='line-0-2'] .laid").first).to_be_visible()
    assert at.now["events"][-1]["event"]["move"] == f"{focused}2"


def test_arrows_on_the_board_do_not_walk_through_the_game(table: Opens) -> None:
    at = table(FIRST)
    at.mouse.play("2k2")
    at.mouse.confirm()
    expect(at.page.locator("[data-place='line-0-2'] .laid")).to_have_count(2)
    at.mouse.pile("1", "b").focus()
    at.page.keyboard.press("ArrowLeft")
    expect(at.page.locator("[data-place='line-0-2'] .laid")).to_have_count(2)


# ---------------------------------------------------------------- what is drawn


@pytest.mark.parametrize("name", POSITIONS)
def test_everything_in_the_message_is_drawn(table: Opens, name: str) -> None:
    at = table(POSITIONS[name])
    board = at.now["board"]
    for factory in board["factories"]:
        assert at.count(f"source-{factory['id']}") == sum(factory["tiles"].values())
    for colour, count in board["centre"]["tiles"].items():
        expect(at.page.locator(f"[data-place='source-c-{colour}']")).to_contain_text(f"×{count}")
    assert at.page.locator("[data-place='marker'] .marker").count() == (
        board["marker"] is None and board["phase"] == "offer"
    )
    for seat, player in enumerate(board["players"]):
        for number, line in enumerate(player["lines"], start=1):
            assert at.count(f"line-{seat}-{number}") == line["count"]
        laid = at.page.locator(f"[data-place^='wall-{seat}-'] .laid").count()
        assert laid == sum(cell is not None for row in player["wall"] for cell in row)
        assert at.page.locator(f"[data-place='floor-{seat}'] .laid").count() == len(player["floor"])


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("lang", some_of(["en", "ru"], "ru"))
def test_a_phone_shows_it_without_scrolling_sideways_and_with_targets_for_fingers(
    table: Opens, name: str, lang: str
) -> None:
    at = table(POSITIONS[name], phone=True, lang=lang)
    assert no_side_scrolling(at.page)
    if name != "grey":
        at.page.locator(f"{PILES}:enabled").first.tap()
        expect(at.page.locator(TARGETS)).to_have_count(6)
    boxes = at.page.locator(f"{PILES}:enabled, {TARGETS}").evaluate_all(
        "found => found.map(one => [one.offsetWidth, one.offsetHeight])"
    )
    assert boxes
    assert min(min(box) for box in boxes) >= SMALLEST_TARGET, boxes
    assert no_side_scrolling(at.page)


def test_the_position_in_words_says_all_of_it(table: Opens) -> None:
    at = table(MIDDLE, textView=True)
    words = at.page.locator("main")
    for said in (
        "Factory 2: 2 black tiles, 2 white tiles",
        "Factory 1: nothing",
        "3 blue tiles, 2 yellow tiles, 5 red tiles, 1 black tile, the starting player marker",
        "Anna: 12 points",
        "black, 3 of 4",
        "empty (yellow)",
        "Floor line: 2 red tiles; the floor line costs 2 points",
        "15 if scored now",
        "Lid: 2 blue tiles, 4 yellow tiles",
    ):
        expect(words).to_contain_text(said)
    assert at.page.locator("main table td.tile").count() == 14


# ---------------------------------------------------------------- games


def finish(at: Table, most: int) -> Json:
    """Play the suggested moves with the mouse until the game is over; return how the table stands then."""
    for _ in range(most):
        now = at.now
        if now["turn"] is None:
            break
        at.mouse.play(now["suggested"])
        if next(legal for legal in now["legal"] if legal["move"] == now["suggested"]).get("ends_turn"):
            at.mouse.confirm()
        expect(at.page.locator(f".log .line b >> text={now['suggested']}").last).to_be_visible()
        expect(at.sitting.confirm).to_have_count(0)
    return at.now


def test_a_game_is_played_to_its_end_with_the_mouse(table: Opens) -> None:
    at = table(LAST_ROUND["azul"])
    end = finish(at, 60)
    assert end["result"]["reason"] == "rules"
    expect(at.page.locator(".finished")).to_be_visible()
    assert at.sitting.scores == end["result"]["scores"]
    for seat, score in enumerate(end["result"]["scores"]):
        board = at.page.get_by_role("region", name=("Anna", "Boris")[seat] + ": board")
        expect(board.locator(".score")).to_contain_text(f"{score}")


def test_scoring_is_told_on_the_board_and_tiles_travel(table: Opens) -> None:
    at = table(
        "azul factories=-,-,-,-,B marker=1 board=6/-,W,-,-,-/.YR..,..... ,.....,.....,.....".replace(" ,", ",")
        + " board=9/-/-/*",
        motion=True,
    )
    at.mouse.play("5b1")
    at.mouse.confirm()
    expect(at.page.locator("[data-place='wall-0-0'].lit")).to_be_visible()
    expect(at.page.locator("[data-place='wall-0-0'] .told")).to_have_text("+3")
    expect(at.page.locator(".cell.lit")).to_have_count(3)
    expect(at.page.locator("[data-place='floor-1'].lit .told")).to_have_text("−1")
