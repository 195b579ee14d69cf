"""The board of Azul Duel: every decision by a click, previews that are true, the same for mouse, touch and keyboard."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.choosing import some_of
from tests.server.processes import Made
from tests.web.conftest import Desk
from tests.web.duel_mouse import DuelMouse, where_of
from tests.web.positions import LAST_ROUND
from tests.web.sitting import Sitting, no_side_scrolling, tokens_of

FIRST = (
    "duel suns=BBYRK,BYRK,TTTY,RRKK,BBBY display=KSTR,TRBJ,STYB pile=J,?*12 "
    "board=5/-/YKTSn,-,-,-,-,-,-,-,- board=5/-/-,-,-,-,JBTKs,-,-,-,-"
)
MIDDLE = (
    "duel round=3 turn=1 start=0 suns=-,BBRK,-,-,BYRT moons=RKTT,-,TYT,YTR,- chips=?,?,?,? display=KYRJ,JBTK,YRJB "
    "pile=S,?*4 bag=B1R1 tower=B3Y8R5K3T3 "
    "board=0/R,B,K,-,T,TT/-,-,BKSTn,STYBs,RJBKn,-,-,SKRBn,SYBRe/"
    "....BK,......,...K..,..B...,......,....../-/R,K,YK,KB/-/2/0 "
    "board=5/-,-,RR,BB,B,KKK/TRBJw,TBJYe,TRBSe,TKRJn,-,-,YBKSn,-,-/"
    ".KK...,T.Y...,......,......,Y.....,....../-/B,RT,RT,YK/-/2/0"
)
LINE = (
    "duel round=3 phase=line turn=1 start=0 picked=B suns=-,BBRK,-,YRKT,BYRT moons=RKTT,-,TYT,-,- chips=?,?,?,? "
    "display=KYRJ,JBTK,YRJB pile=S,?*4 bag=B1R1 tower=B3Y8R5K3T3 "
    "board=0/R,B,-,-,T,TT/-,-,BKSTn,STYBs,RJBKn,-,-,SKRBn,SYBRe/"
    "....BK,......,...K..,..B...,......,....../-/R,K,YK,KB/-/2/0 "
    "board=5/-,-,RR,BB,-,KKK/TRBJw,TBJYe,TRBSe,TKRJn,-,-,YBKSn,-,-/"
    ".KK...,T.Y...,......,......,Y.....,....../-/B,RT,RT,YK/-/2/0"
)
STACK = (
    "duel phase=stack stacking=1 picked=B suns=-,YRK,BYRK,BYRK,BYRK "
    "board=5/-/YKTSn,-,-,-,-,-,-,-,- board=5/-/JBTKn,-,-,-,-,-,-,-,-"
)
PLACE = (
    "duel round=2 phase=place turn=0 start=0 placing=RJBK moons=YYR,R,YTR,KR,BRB chips=?,?,?,? pile=S,?*8 "
    "bag=B5Y3R6K3T6 tower=Y1T2 "
    "board=4/B,B,KKK,BBB,T,TT/-,-,BKSTn,STYBs,-,-,-,-,SYBRe/.....K,......,......,......,......,....../-/R,K/-/1/0 "
    "board=3/K,Y,RR,B,YYYYY,KKK/TRBJw,TBJYe,TRBSe,TKRJn,-,-,YBKSn,-,-/.K....,T.....,......,......,......,....../-/B,RT/-/0/0"
)
KEEP = (
    "duel phase=keep turn=0 drawn=YKTS:0,TRBJ:0 suns=BBYRK,BYRK,TTTY,RRKK,BBBY "
    "board=3/-/KSTRn,-,-,-,-,-,-,-,-/-/-/-/-/1/0 board=5/-/JBTKn,-,-,-,-,-,-,-,-"
)
PAY = (
    "duel round=4 phase=pay turn=0 start=0 starting_tile=0 row=4 bag=B5Y3R4K2T3 tower=Y4R1 "
    "board=4/-,-,-,RRR,TTTT,TT/KYRJe,YRJBn,BKSTn,STYBs,RJBKn,KSTRe,TYJKn,SKRBn,SYBRe/"
    ".K.RBK,R.B...,...K.K,..B...,......,....../YYYY/Y,R,K/BR,TY,YK,KB,KB/0/2 "
    "board=2/R,R,TT,R,BBB,KKKKK/TRBJw,TBJYe,TRBSe,TKRJn,JBTKs,YKTSw,YBKSn,YSKRn,RTYJe/"
    ".KKT..,TBY...,......,...B..,Y.....,....../-/Y,K,RT/B,R,BR,RT,YK/0/2"
)
LAY = (
    "duel tablets=1A,2A,3A,4A round=3 phase=lay turn=0 start=0 starting_tile=0 row=2 "
    "pile=S,?*3 bag=Y1K1 tower=B5Y6K2T9 "
    "board=7/-,RR,BBB,RRRR,RRRR,Y/SKRBn,STYBs,TKRJe,KYRJs,KSTRe,YKTSs,TYJKw,-,-/"
    ".KBY..,.....K,.....T,......,......,....../BBTT/K,BR,RT,RT,TY,KB/-/0/2/passed "
    "board=3/K,KK,RR,YYY,KKK,R/YBKSw,JBTKw,SYBRw,YSKRw,TRBJn,-,RTYJe,-,TRBSs/"
    "......,.K....,..T...,..B...,......,Y...../BK/B,R,R,K,BR,YK/-/0/2"
)
POSITIONS = {
    "first": FIRST,
    "middle": MIDDLE,
    "line": LINE,
    "stack": STACK,
    "place": PLACE,
    "keep": KEEP,
    "pay": PAY,
    "lay": LAY,
    "last": LAST_ROUND["duel"],
}
NAMES = ("Anna", "Boris")
SMALLEST_TARGET = 36

Json = dict[str, Any]


class Table:
    """A table with a page of its own for each seat asked for: the plates that somebody draws are a secret."""

    def __init__(self, desk: Desk, position: str, both: bool = False, **person: Any) -> None:
        self.desk = desk
        seats: list[Json] = [{"who": "me", "name": NAMES[0]}, {"who": "hotseat", "name": NAMES[1]}]
        with desk.server.client() as client:
            self.made: Made = client.create("duel", seats, position=position, seed=5)
        self.tokens = tokens_of(self.made)
        self.turn = int((re.search(r"turn=(\d)", position) or ["", "0"])[1])
        self.pages: dict[int, Page] = {}
        for seat in (0, 1) if both else (self.turn,):
            self.pages[seat] = desk.person(**person)
            desk.sit(self.pages[seat], self.made.table, {seat: self.tokens[seat]}, "duel")
            if not person.get("textView"):
                expect(self.pages[seat].locator("[data-factory='l']")).to_be_visible()
        self.page = self.pages[self.turn]
        self.sitting = Sitting(self.page, self.made.table)
        self.mouse = DuelMouse(self.page)

    def seen(self, seat: int | None = None) -> Json:
        """How the table stands, as a seat sees it."""
        with self.desk.server.client() as client:
            token = self.tokens[self.turn if seat is None else seat]
            found: Json = client.state(self.made.table, [token])["now"]
        return found

    @property
    def now(self) -> Json:
        """How the table stands, as the seat sees it that was to move at the beginning."""
        return self.seen()

    @property
    def moves(self) -> list[str]:
        """The moves made so far."""
        return [line["event"]["move"] for line in self.now["events"] if "move" in line["event"]]

    def place(self, name: str) -> Locator:
        """Return a place of the board by its address."""
        return self.page.locator(f"[data-place='{name}']")

    def previews(self) -> dict[str, int]:
        """Return the points shown at every destination that glows now; where none brings anything nothing is shown."""
        found = {}
        for button in self.page.locator(".own button.glow").all():
            if space := button.get_attribute("data-space"):
                where = space + (button.get_attribute("data-turn") or "")
            else:
                where = where_of(button.get_attribute("data-put"))
            said = button.locator(".badge .number").all_inner_texts()
            found[where] = int(said[0].replace("−", "-")) if said else 0
        return found


Opens = Callable[..., Table]


@pytest.fixture
def table(desk: Desk) -> Opens:
    """Opens a position at a table of its own."""
    return lambda position, **person: Table(desk, position, **person)


def points(now: Json) -> dict[str, int]:
    """Return what the server says every legal move brings."""
    return {legal["move"]: legal["preview"]["points"] for legal in now["legal"]}


# ---------------------------------------------------------------- tiles


def test_tiles_are_taken_put_in_order_and_laid_on_a_line(table: Opens) -> None:
    at = table(FIRST)
    at.mouse.play("1b")
    expect(at.page.locator("button[data-move^='s']:visible")).to_have_count(6)
    at.mouse.play("skyr")
    expect(at.place("moon-1").locator("svg.tile")).to_have_count(3)
    expect(at.mouse.target("3")).to_be_enabled()
    at.mouse.play("3")
    expect(at.sitting.confirm).to_be_visible()
    assert at.moves == ["1b", "skyr"], "the last move of a turn is not sent before it is confirmed"
    expect(at.place("line-0-3").locator(".ghost")).not_to_have_count(0)
    at.mouse.confirm()
    expect(at.place("line-0-3").locator(".cell.full")).to_have_count(1)
    assert at.moves == ["1b", "skyr", "3"]


def test_the_order_can_be_clicked_on_the_factory_itself(table: Opens) -> None:
    at = table(STACK)
    at.place("sun-1-R").click()
    expect(at.place("moon-1").locator("svg.tile")).to_have_count(1)
    at.place("sun-1-K").click()
    expect(at.mouse.target("1")).to_be_enabled()
    assert at.moves == ["srky"]


def test_the_gaps_between_tiles_belong_to_their_group(table: Opens) -> None:
    at = table(FIRST)
    missed = at.page.evaluate(
        """(() => {
            const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
            const missed = [];
            for (const group of document.querySelectorAll(".group.ready")) {
                const tiles = [...group.querySelectorAll(".piece")].map((tile) => middle(tile.getBoundingClientRect()));
                for (const [x, y] of tiles.slice(1)) {
                    const found = document.elementFromPoint((tiles[0][0] + x) / 2, (tiles[0][1] + y) / 2);
                    if (!group.contains(found)) missed.push(group.dataset.move);
                }
            }
            return missed;
        })()"""
    )
    assert missed == []


def test_pointing_at_a_top_tile_lifts_its_colour_on_all_moons(table: Opens) -> None:
    at = table(MIDDLE)
    at.page.locator("[data-place='moon-2-T']").hover()
    expect(at.page.locator("button[data-move='mt'].chosen")).to_have_count(2)
    expect(at.page.locator("button[data-move='mt'].chosen .number").first).to_have_text("×3")


@pytest.mark.parametrize("name", ["line", "place", "lay"])
def test_every_destination_shows_what_the_server_says_and_no_other_glows(table: Opens, name: str) -> None:
    at = table(POSITIONS[name])
    expected = points(at.now)
    assert len(expected) > 1
    if name == "place":
        expect(at.page.locator("button[data-space].glow").first).to_be_visible()
        for turn in "nesw":
            assert at.previews() == {move: gain for move, gain in expected.items() if move[1] == turn}
            at.page.keyboard.press("r")
    else:
        expect(at.page.locator(".own button.glow").first).to_be_visible()
        assert at.previews() == expected


def test_what_breaks_is_shown_before_it_breaks(table: Opens) -> None:
    at = table(LINE)
    at.mouse.target("-").hover()
    expect(at.place("broken-1").locator(".hole .ghost")).to_have_count(1)


def test_a_line_that_cannot_take_the_tiles_says_why(table: Opens) -> None:
    at = table(LINE)
    at.mouse.target("3").click()
    expect(at.page.get_by_text("line 3 already holds red")).to_be_visible()
    assert at.moves == []


def test_tiles_can_be_dragged_from_the_large_sun_to_a_line(table: Opens) -> None:
    at = table(FIRST)
    drag(at, at.page.locator("[data-place='sun-l-B']").first, at.place("line-0-4"))
    expect(at.place("line-0-4").locator(".ghost")).not_to_have_count(0)
    at.mouse.confirm()
    expect(at.place("line-0-4").locator(".cell.full")).to_have_count(2)


def test_tiles_dragged_from_a_small_sun_go_to_their_line_after_the_order(table: Opens) -> None:
    at = table(FIRST)
    drag(at, at.page.locator("[data-place='sun-1-B']").first, at.place("line-0-2"))
    at.mouse.play("skyr")
    expect(at.place("line-0-2").locator(".ghost")).not_to_have_count(0)
    at.mouse.confirm()
    expect(at.place("line-0-2").locator(".cell.full")).to_have_count(1)


def drag(at: Table, piece: Locator, onto: Locator) -> None:
    """Drag a piece with the mouse."""
    start, end = piece.bounding_box(), onto.bounding_box()
    assert start
    assert end
    at.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    at.page.mouse.down()
    at.page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    at.page.mouse.up()


# ---------------------------------------------------------------- plates and chips


def test_a_plate_is_taken_turned_and_placed(table: Opens) -> None:
    at = table(FIRST)
    at.mouse.play("p2")
    expect(at.page.locator("button[data-space]")).to_have_count(8)
    at.mouse.place("9", "w")
    expect(at.place("space-0-9").locator(".chosen")).to_be_visible()
    at.mouse.confirm()
    expect(at.place("space-0-9")).to_have_class(re.compile(r"\btaken\b"))
    assert at.moves == ["p2", "9w"]
    row = at.now["board"]["players"][0]["spaces"][4]
    assert row[4:] == ["R", "J"], "the upper edge points to the left"


def test_a_plate_can_be_dragged_to_the_dome(table: Opens) -> None:
    at = table(FIRST)
    drag(at, at.place("display-1"), at.place("space-0-5"))
    at.mouse.confirm()
    expect(at.place("space-0-5")).to_have_class(re.compile(r"\btaken\b"))
    assert at.moves == ["p1", "5n"]


def test_plates_are_drawn_looked_at_kept_and_returned_and_nobody_else_sees_them(table: Opens) -> None:
    at = table(FIRST, both=True)
    at.mouse.play("d")
    at.mouse.confirm()
    at.page.locator(".tray button[data-move='d']").click()
    at.mouse.confirm()
    at.mouse.play(".")
    at.mouse.confirm()
    expect(at.page.locator("button[data-move='k2'] svg.tile")).to_have_count(4)
    drawn = [one["plate"]["name"] for one in at.now["board"]["drawn"]]
    assert None not in drawn
    at.mouse.play("k2")
    if at.sitting.confirm.is_visible():
        at.mouse.confirm()
    at.mouse.place("5", "n")
    at.mouse.confirm()
    expect(at.pages[1].locator("[data-place='space-0-5']")).to_have_class(re.compile(r"\btaken\b"))
    assert at.seen(0)["board"]["pile"]["plates"][-1] == drawn[0]
    assert drawn[0] not in str(at.seen(1)["board"]["pile"]["plates"])
    expect(at.page.locator(".lookup ol")).to_have_count(1)
    expect(at.pages[1].locator(".lookup ol")).to_have_count(0)


def test_a_payment_says_its_price_and_may_be_left_out(table: Opens) -> None:
    at = table(PAY)
    tray = at.page.locator(".tray")
    expect(tray).to_contain_text("One red tile is missing.")
    expect(tray).to_contain_text("2 chips of its colour or any 3")
    expect(tray.get_by_role("button", name="Don't pay")).to_be_enabled()
    paid = []
    while (now := at.now)["board"]["phase"] == "pay" and now["board"]["line"] == 4:
        chip = next(legal for legal in now["legal"] if legal["move"] != ".")
        at.page.locator(f".tray button[data-move='{chip['move']}']").click()
        if chip.get("ends_turn"):
            at.mouse.confirm()
        paid.append(chip["move"])
        expect(at.page.locator(".log .line")).to_have_count(len(paid))
    assert at.moves[: len(paid)] == paid
    assert at.now["board"]["players"][0]["tiles"][3].count("R") == 1


# ---------------------------------------------------------------- with the keyboard


def test_a_turn_is_made_with_arrows_and_enter(table: Opens) -> None:
    at = table(FIRST)
    at.mouse.piece("lb").focus()
    at.page.keyboard.press("ArrowRight")
    taken = at.page.evaluate("document.activeElement.dataset.move")
    assert taken
    assert taken != "lb"
    at.mouse.piece("lb").focus()
    at.page.keyboard.press("Enter")
    expect(at.mouse.target("1")).to_be_enabled()
    at.mouse.target("1").focus()
    at.page.keyboard.press("ArrowDown")
    assert where_of(at.page.evaluate("document.activeElement.dataset.put")) == "2"
    at.page.keyboard.press("Enter")
    expect(at.sitting.confirm).to_be_visible()
    at.page.keyboard.press("Enter")
    expect(at.place("line-0-2").locator(".cell.full")).to_have_count(2)


def test_a_plate_is_turned_with_a_key_in_either_layout(table: Opens) -> None:
    at = table(PLACE)
    space = at.page.locator("button[data-space='1']")
    expect(space).to_have_attribute("data-turn", "n")
    at.page.keyboard.press("KeyR")
    expect(space).to_have_attribute("data-turn", "e")
    at.page.evaluate("dispatchEvent(new KeyboardEvent('keydown', { key: 'к', code: 'KeyR' }))")
    expect(space).to_have_attribute("data-turn", "s")
    at.page.keyboard.press("Shift+KeyR")
    expect(space).to_have_attribute("data-turn", "e")


# ---------------------------------------------------------------- what is drawn


@pytest.mark.parametrize("name", POSITIONS)
def test_everything_in_the_message_is_drawn(table: Opens, name: str) -> None:
    at = table(POSITIONS[name])
    board = at.now["board"]
    for factory in board["factories"]:
        assert at.place(f"sun-{factory['id']}").locator("svg.tile").count() == len(factory["sun"])
        assert at.place(f"moon-{factory['id']}").locator("svg.tile").count() == len(factory["moon"])
        chips = at.place(f"chip-{factory['id']}").locator("svg.chip").count()
        assert chips == (factory["chip"] is not None)
    for number, plate in enumerate(board["display"], start=1):
        assert at.place(f"display-{number}").locator("svg.tile").count() == (4 if plate else 0)
    assert at.place("starting_tile").locator(".marker").count() == (board["starting_tile"] is None)
    assert at.page.locator(".tablets > li").count() == len(board["tablets"])
    for seat, player in enumerate(board["players"]):
        for number, line in enumerate(player["lines"], start=1):
            assert at.place(f"line-{seat}-{number}").locator(".cell.full").count() == line["count"]
        laid = at.page.locator(f"[data-place^='cell-{seat}-'] > svg.tile:not(.ghost):not(.j)").count()
        assert laid == sum(cell is not None for row in player["tiles"] for cell in row)
        printed = at.page.locator(f"[data-place^='cell-{seat}-'] > :is(svg.ghost, svg.j)").count()
        assert printed + laid == 4 * sum(plate is not None for plate in player["plates"])
        assert at.place(f"chips-{seat}").locator(".chip > svg").count() == len(player["chips"])
        assert at.place(f"broken-{seat}").locator(".hole svg:not(.marker):not(.ghost)").count() == len(player["broken"])


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("lang", some_of(["en", "ru"], "ru"))
def test_a_phone_shows_it_without_scrolling_sideways_and_with_targets_for_fingers(
    table: Opens, name: str, lang: str
) -> None:
    at = table(POSITIONS[name], phone=True, lang=lang)
    assert no_side_scrolling(at.page)
    expect(at.page.locator(".duel button:enabled").first).to_be_visible()
    boxes = at.page.locator(".duel button:enabled").evaluate_all(
        "found => found.map(one => [one.offsetWidth, one.offsetHeight, one.outerHTML.slice(0, 120)])"
    )
    assert boxes
    assert [box for box in boxes if min(box[:2]) < SMALLEST_TARGET] == []


def test_a_phone_shows_the_market_and_the_own_board_together(table: Opens) -> None:
    at = table(FIRST, phone=True)
    together = [f"sun-{factory}" for factory in "1234l"] + [f"line-0-{line}" for line in range(1, 7)] + ["space-0-9"]
    for place in together:
        expect(at.place(place)).to_be_in_viewport(ratio=1)
    at.page.locator("[data-place='sun-l-B']").first.tap()
    expect(at.place("line-0-1")).to_be_enabled()
    for place in together:
        expect(at.place(place)).to_be_in_viewport(ratio=1)
    assert at.page.evaluate("scrollY") == 0


def test_on_a_low_screen_the_own_board_comes_into_view_when_it_is_asked_for(table: Opens) -> None:
    at = table(FIRST, phone=True)
    at.page.set_viewport_size({"width": 390, "height": 480})
    expect(at.place("line-0-6")).not_to_be_in_viewport()
    at.page.locator("[data-place='sun-l-B']").first.tap()
    expect(at.place("line-0-1")).to_be_in_viewport(ratio=1)
    expect(at.place("line-0-6")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "en",
            (
                "Round 3 of 5",
                "from the top down: 1 turquoise tile, 1 yellow tile, 1 turquoise tile",
                "1 red tile, 1 black tile, 2 turquoise tiles; starting player tile (−2)",
                "p1: black, yellow / red, joker",
                "2 blue tiles of 4",
                "+7 for every complete column",
                "black tile on a joker space",
                "Dome spaces without a plate: 5, 6, 8, 9",
            ),
        ),
        (
            "ru",
            (
                "Раунд 3 из 5",
                "сверху вниз: 1 бирюзовая плитка",
                "2 синие плитки из 4",
                "Места купола без фрагмента: 5, 6, 8, 9",
            ),
        ),
    ],
)
def test_the_position_in_words_says_all_of_it(table: Opens, lang: str, sentences: tuple[str, ...]) -> None:
    at = table(MIDDLE, textView=True, lang=lang)
    for said in sentences:
        expect(at.page.locator("main")).to_contain_text(said)
    board = at.now["board"]
    laid = sum(cell is not None for player in board["players"] for row in player["tiles"] for cell in row)
    assert at.page.locator("main td.laid").count() == laid


# ---------------------------------------------------------------- games


def test_the_last_round_is_played_to_its_end_with_two_mice(table: Opens) -> None:
    at = table(LAST_ROUND["duel"], both=True)
    for _ in range(100):
        turn = at.seen(0)["turn"]
        if turn is None:
            break
        now = at.seen(turn)
        mouse = DuelMouse(at.pages[turn])
        mouse.play(now["suggested"])
        if next(legal for legal in now["legal"] if legal["move"] == now["suggested"]).get("ends_turn"):
            mouse.confirm()
        expect(at.pages[turn].locator(".log .line").nth(now["number"])).to_be_attached()
    end = at.seen(0)
    assert end["result"]["reason"] == "rules"
    expect(at.page.locator(".finished")).to_be_visible()
    assert at.sitting.scores == end["result"]["scores"]
    for seat, score in enumerate(end["result"]["scores"]):
        expect(at.page.locator(f"[data-score='{seat}'] b")).to_have_text(str(score))


def test_scoring_is_told_on_the_board(table: Opens) -> None:
    at = table(
        "duel round=5 turn=0 start=1 starting_tile=1 moons=Y,-,-,-,- "
        "board=41/-/TBJYn,YKTSn,KYRJn,RTYJn,SKRBn,TRBJn,YRJBn,KSTRn,BKSTn/"
        "TBYKK.,BY....,R..K..,Y..B..,YR....,T...../-/-/B,B,Y,Y,R,R,K,K,T,T/0/2 "
        "board=47/-/JBTKn,TYJKn,TKRJn,RJBKn,YBKSn,TRBSn,YSKRn,STYBn,SYBRn/"
        ".BT.T.,T.....,R.....,..K.B.,...T..,....../K/-/BR,BR,RT,RT,TY,TY,YK,YK,KB,KB/0/2",
        motion=True,
    )
    at.mouse.play("my")
    at.mouse.play("1")
    at.mouse.confirm()
    expect(at.place("broken-1").locator(".points")).to_have_text("−1")
    expect(at.place("cell-0-5").locator(".points")).to_have_text("+6")
    expect(at.page.locator(".own .tile.lit")).to_have_count(6)
    expect(at.page.locator("[data-tablet='1A']")).to_have_class(re.compile(r"\blit\b"))
    expect(at.page.locator("[data-tablet='2A']")).to_have_class(re.compile(r"\blit\b"))
