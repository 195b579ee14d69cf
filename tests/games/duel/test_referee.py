"""The referee without the rules: the worked examples of docs/rules/duel.md, and the rare rulings."""

import pytest

from tests.games.duel.referee import FACTORIES, Plate, Player, Referee, parse_counts, turn_plate


def at_the_table(**given: object) -> Referee:
    """Return a referee in round 1, with empty factories and no tokens unless something else is given."""
    usual = {"phase": "action", "setup": 0, "players": [Player(tokens=0), Player(tokens=0)]}
    return Referee(**{**usual, **given})  # type: ignore[arg-type]


def lines(**tiles: str) -> dict[int, str]:
    """Return pattern lines: ``lines(l2="KK")``."""
    return {row: tiles.get(f"l{row}", "") for row in range(1, 7)}


def plates(*names: str) -> dict[int, str]:
    """Return a dome with these plates, from the upper left corner on."""
    return dict(enumerate([*names, *[""] * (9 - len(names))], 1))


def on_factories(*tiles: str) -> dict[str, str]:
    """Return tiles on the large factory and the small ones."""
    return dict(zip(FACTORIES, tiles, strict=True))


# ---------------------------------------------------------------- worked examples


@pytest.mark.parametrize(
    ("score", "broken", "holds_starting_tile", "left"),
    [
        (20, "BB", False, 17),
        (20, "BBY", False, 14),
        (20, "BBY", True, 12),
        (7, "BBY", True, 0),
        (20, "BYRK", False, 10),
    ],
)
def test_example_1_losses(score: int, broken: str, holds_starting_tile: bool, left: int) -> None:
    player = Player(score, broken=broken)
    assert player.lose_points(holds_starting_tile) == broken
    assert (player.score, player.broken) == (left, "")


def test_example_2_a_special_tile() -> None:
    player = Player(0, lines(l1="Y", l3="BBB"), plates("YKTSn", "", "", "JBTKn"), dome={(1, 2): "K", (2, 1): "T"})
    assert player.lay(1, 1) == ""
    assert player.score == 2 + 2 + 2
    assert player.dome[2, 2] == "S"
    assert player.lay(3, 2) == "BB"
    assert player.score == 6 + 3


@pytest.mark.parametrize(("move", "picked", "holder"), [("mr", "R", 0), ("mk", "KK", 0), ("my", "YY", None)])
def test_example_3_the_moons(move: str, picked: str, holder: int | None) -> None:
    referee = at_the_table(
        moons=on_factories("RKK", "BRY", "KYY", "", ""), chips={"1": "?", "2": "?", "3": "", "4": ""}
    )
    assert referee.choices == ["mk", "mr", "my"]
    referee.follow({"move": move, "seat": 0})
    assert (referee.picked, referee.starting_tile) == (picked, holder)


def test_example_4_the_lines_from_top_to_bottom() -> None:
    """Row 1 shows K S Y S T R, row 2 a black space in column 3, row 4 a joker space in column 2."""
    me = Player(
        lines=lines(l1="B", l2="KK", l3="TT", l4="BBBB", l5="R"),
        plates=plates("KSTRn", "YSKRn", "TRBSn", "KYRJn"),
        tokens=0,
    )
    referee = at_the_table(players=[me, Player(tokens=0)])
    assert me.score == 5 + 1 + 1 - 1
    assert me.dome == {(2, 3): "K", (4, 2): "B"}
    assert me.lines == lines(l3="TT", l5="R")
    assert referee.tower == parse_counts("B4K1")
    assert (referee.round_number, referee.phase) == (2, "display")


@pytest.mark.parametrize(
    ("line", "chips", "payments"),
    [
        ("TT", ["RT", "TY"], [("RT", "TY")]),
        ("TT", ["B", "BR", "KB"], [("B", "BR", "KB")]),
        ("TT", ["B", "KB"], []),
        ("BB", ["B", "B", "BR"], [("B", "B"), ("B", "BR"), ("B", "B", "BR")]),
        ("B", ["B", "B", "BR", "KB"], [("B", "B", "BR", "KB")]),
        ("B", ["B", "B", "R", "Y", "K"], [("B", "B", "Y", "R", "K")]),
    ],
)
def test_example_5_chips_for_the_third_line(line: str, chips: list[str], payments: list[tuple[str, ...]]) -> None:
    assert Player(lines=lines(l3=line), chips=chips).payments(3) == set(payments)


# ---------------------------------------------------------------- plates, chips and tablets

BOARDS = [
    "5/-,-,-,-,-,-/SYBRe,KYRJn,YKTSe,YRJBw,STYBs,TYJKe,YBKSw,TRBJe,RTYJn"
    "/BSK.TY,RYRYSK,RBBYRT,YYTSKY,BSBTRT,YKKRYB/-/-/-/0/2",
    "5/-,-,-,-,-,-/SKRBe,KSTRw,RJBKe,TBJYe,TKRJn,YSKRn,BKSTe,JBTKe,TRBSe"
    "/RSSRBR,BKKTKY,.TT.YS,YBRRKR,SBTKBT,TKKB../-/-/-/0/2",
]


@pytest.mark.parametrize(
    ("tablet", "points"),
    [
        ("1A", [3 * 5, 3 * 4]),
        ("1B", [4, 0]),
        ("2A", [7 * 5, 7 * 2]),
        ("2B", [19, 17]),
        ("3A", [10 * 2, 0]),
        ("3B", [3 + 3 + 8 + 8, 3 + 3 + 8]),
        ("4A", [2 * 5, 0]),
        ("4B", [0, -3]),
    ],
)
def test_tablets(tablet: str, points: list[int]) -> None:
    """Counted by hand."""
    players = [Player.read(text) for text in BOARDS]
    assert [player.text() for player in players] == BOARDS
    assert [player.tablet_points(tablet, True) for player in players] == points


def test_ruling_19_five_colours_without_the_special_tile() -> None:
    """The first row of the first board has B, S, K, T and Y."""
    assert Player.read(BOARDS[0]).tablet_points("1B", False) == 0


@pytest.mark.parametrize(("edge", "spaces"), [("n", "YKTS"), ("e", "TYSK"), ("s", "STKY"), ("w", "KSYT")])
def test_plates_turn_clockwise(edge: str, spaces: str) -> None:
    assert turn_plate("YKTS", edge) == spaces


def test_ruling_3_plates_are_drawn_kept_and_returned() -> None:
    pile = [Plate("special"), Plate(), Plate(), Plate.read("KYRJ:1")]
    dome = plates(*(f"{name}n" for name in ["KSTR", "SKRB", "YBKS", "TRBS", "YSKR", "BKST"]))
    me, you = Player(2, plates=dome, tokens=1), Player(plates=plates("STYBn", "SYBRn"), tokens=0)
    referee = at_the_table(pile=pile, players=[me, you])
    for event in (
        {"move": "d", "seat": 0},
        {"draw": {"top": "joker"}},
        {"move": "d", "seat": 0},
        {"draw": {"top": "joker"}},
    ):
        referee.follow(event)
    assert (me.score, referee.phase) == (0, "look")  # no point left for a third one
    assert not referee.allows({"draw": {"plates": ["YKTS", "KYRJ"]}, "to": 0})  # that one lies below
    assert not referee.allows({"draw": {"plates": ["JBTK", "YKTS"]}, "to": 0})  # the backs are known
    assert not referee.allows({"draw": {"plates": ["YKTS", "JBTK"]}})  # only the drawer sees them
    for event in (
        {"draw": {"plates": ["YKTS", "JBTK"]}, "to": 0},
        {"move": "k1", "seat": 0},
        {"draw": {"kept": "YKTS"}},
        {"move": "7n", "seat": 0},
    ):
        referee.follow(event)
    assert [plate.text() for plate in referee.pile] == ["J", "KYRJ:1", "JBTK:0"]
    assert me.plates[7] == "YKTSn"


# ---------------------------------------------------------------- bag, Tower and the starting player tile


@pytest.mark.parametrize(
    ("bag", "tower", "large", "possible"),
    [
        ("B1Y1", "B12Y12R13K13T13", "BYRKT", True),
        ("B1Y1", "B12Y12R13K13T13", "BBRKT", False),  # all of the bag comes first
        ("-", "B13Y13R13K13T13", "BYRKT", True),
        ("-", "B13Y13R13K13T13", "BBBBB", False),  # put back
        ("B2", "B11Y13R13K13T13", "BBYRK", True),
        ("B2", "B11Y13R13K13T13", "YRKTT", True),  # after five blue ones were put back
        ("B2", "B2Y13R13K13T13", "YRKTT", False),  # there were no five
        ("B6", "B7Y13R13K13T13", "YRKTT", True),
        ("B6", "B7Y13R13K13T13", "BBBBB", False),
        ("B4Y1", "B9Y12R13K13T13", "YRKTT", False),
    ],
)
def test_rulings_10_and_18_what_the_large_factory_gets(bag: str, tower: str, large: str, possible: bool) -> None:
    referee = at_the_table(phase="tiles", pile=[], bag=parse_counts(bag), tower=parse_counts(tower))
    assert referee.allows({"draw": {"tiles": [large, "YRKT", "YRKT", "YRKT", "YRKT"]}}) == possible


def test_rulings_10_and_18_tiles_of_one_colour() -> None:
    referee = at_the_table(phase="tiles", pile=[], bag=parse_counts("B4"), tower=parse_counts("B2"))
    referee.follow({"draw": {"tiles": ["BBBBB", "B", "", "", ""]}})
    assert not referee.allows({"draw": {"chips": {"2": "T", "3": "T", "4": "T"}}})  # there are two of them
    referee.follow({"draw": {"chips": {"2": "T", "3": "T", "4": "BR"}}})
    assert referee.choices == ["1b", "c2", "c3", "c4", "lb"]
    referee.follow({"move": "lb", "seat": 0})
    assert referee.starting_tile == 0


def test_ruling_11_no_tiles_at_all() -> None:
    referee = at_the_table(phase="tiles", start=1, turn=1, pile=[], bag=parse_counts("-"))
    referee.follow({"draw": {"tiles": [""] * 5}})
    referee.follow({"draw": {"chips": {"1": "T", "2": "T", "3": "BR", "4": "B"}}})
    for number, seat in enumerate((1, 0, 1, 0), 1):
        referee.follow({"move": f"c{number}", "seat": seat})
    assert (referee.round_number, referee.start, referee.starting_tile) == (2, 1, None)
    assert [player.score for player in referee.players] == [5, 5]


@pytest.mark.parametrize(
    ("scores", "holder", "winners"), [((7, 5), 1, [0]), ((5, 5), 1, [1]), ((5, 5), 0, [0]), ((5, 5), None, [0, 1])]
)
def test_ruling_20_a_tie(scores: tuple[int, int], holder: int | None, winners: list[int]) -> None:
    referee = at_the_table()
    referee.starting_tile = holder
    for player, score in zip(referee.players, scores, strict=True):
        player.score = score
    assert referee.winners() == winners
