"""What moves do and what people are told of it: sentences, pieces that move, previews, scorings, suggestions."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from azulejo.games.contract import CHANCE, SPECTATOR, Place, Preview, Transfer, redact, to_move
from azulejo.games.duel.board import Board, PlayerBoard
from azulejo.games.duel.components import LETTERS
from azulejo.games.duel.effects import Effect
from azulejo.games.duel.rulebook import RULEBOOK
from azulejo.games.duel.state import State
from azulejo.kernel.chance import stream
from azulejo.testing.cases import Moment, RandomGame, cases
from tests.games.duel.helpers import after, last_chip, new_table, random_draw, random_game, table

SHOWN = "suns=BBYRK,BBYR,BYRK,BYRK,BYRK display=YKTS,JBTK,STYB pile=S,?*12"


def said(state: State, move: str, lang: str = "en") -> str:
    return RULEBOOK.describe(state, RULEBOOK.parse_move(move)).text(lang)


def preview(state: State, move: str) -> Preview:
    return RULEBOOK.preview(state, RULEBOOK.parse_move(move))


def story(state: State, move: str) -> list[tuple[str, int, int, int]]:
    steps = RULEBOOK.scoring_steps(state, RULEBOOK.parse_move(move))
    return [(step.kind, step.seat, step.points, step.total) for step in steps]


@pytest.mark.parametrize(
    ("moves", "english", "russian"),
    [
        (("1b",), "takes 2 blue tiles from the sun of factory 1", "берёт 2 синие плитки с солнца склада 1"),
        (
            ("p1",),
            "takes a face-up plate: yellow, black, turquoise, star",
            "берёт открытый фрагмент: жёлтый, чёрный, бирюзовый, звезда",
        ),
        (
            ("p1", "5e"),
            "places the plate (yellow, black, turquoise, star) on dome space 5, turned right",
            "кладёт фрагмент (жёлтый, чёрный, бирюзовый, звезда) на место купола 5, с поворотом направо",
        ),
        (
            ("d",),
            "pays 1 point and draws a plate from the pile (special back)",
            "платит 1 очко и тянет фрагмент из стопки (специальный)",
        ),
        (
            ("1b", "sry"),
            "stacks the rest on the moon of factory 1, from the bottom up: red, yellow",
            "складывает остальные стопкой на луну склада 1, снизу вверх: красная, жёлтая",
        ),
        (
            ("lb", "1"),
            "puts 2 blue tiles on pattern line 1; 1 tile breaks",
            "кладёт 2 синие плитки на линию узора 1; 1 плитка разбивается",
        ),
        (("lb", "-"), "breaks 2 blue tiles", "разбивает 2 синие плитки"),
    ],
)
def test_moves_are_said(moves: tuple[str, ...], english: str, russian: str) -> None:
    state = after(table(SHOWN), *moves[:-1])
    assert (said(state, moves[-1]), said(state, moves[-1], "ru")) == (english, russian)


def test_a_take_says_what_else_it_brings() -> None:
    state = table("moons=KYY,YK,-,-,- chips=?,B,R,T", {"lines": "B,YY,TTT,YYYY,RRRRR,BB"})
    assert (
        said(state, "mk") == "takes 2 black tiles from the moons; "
        "the starting player tile comes along, no line can hold them, so they break"
    )


def test_plates_to_keep_and_return_are_said_without_their_fronts() -> None:
    state = after(table(SHOWN), "d", {"top": "joker"}, "d", {"top": "joker"}, "d", {"top": "joker"}, ".")
    state = after(state, {"plates": ["TRBS", "TRBJ", "KYRJ"]})
    assert said(state, "k2") == "keeps plate 2 of those drawn (joker back)"
    state = after(state, "k2", {"kept": "TRBJ"}, "1n")
    assert said(state, "u3") == "puts plate 3 of those drawn (joker back) under the pile"


def test_chips_are_said() -> None:
    state = last_chip(3, "", {"plates": "TRBJn,SKRBn,SYBRn", "lines": "-,R,-,-,-,-", "chips": "R,RT,K"})
    assert said(state, "c1") == "takes a bonus chip (turquoise) from factory 1"
    state = after(state, "c1")
    assert said(state, ".") == "spends no chips on pattern line 2"
    assert said(state, "cr") == "pays a chip (red) for pattern line 2"


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_draws_are_said(lang: str) -> None:
    texts = set()
    for state in random_game(5, tablets="random4"):
        if to_move(state) == CHANCE:
            value = random_draw(state.copy(), stream(7))
            texts.add(RULEBOOK.describe_draw(state, RULEBOOK.parse_draw(state, value)).text(lang).split(":")[0])
    assert len(texts) > 5


def test_a_preview_counts_points_and_losses() -> None:
    state = after(table(SHOWN, {"plates": "YBKSn"}), "lb")
    assert preview(state, "1") == Preview(points=1 - 1, loss=1)
    assert preview(state, "2") == Preview(points=0)
    assert preview(state, "-") == Preview(points=-3, loss=3)


def test_a_preview_of_a_plate_counts_the_line_it_makes_room_for() -> None:
    state = after(table(SHOWN, {"lines": "Y,-,-,-,-,-"}), "p1")
    assert preview(state, "1n").points == 1
    assert preview(state, "1s").points == 0
    assert preview(table(SHOWN), "d").points == -1


def test_a_preview_says_what_ends() -> None:
    assert preview(last_chip(3), "c1") == Preview(points=0, ends_round=True)
    ends = preview(last_chip(5), "c1")
    assert (ends.ends_round, ends.ends_game) == (True, True)
    assert not preview(table(SHOWN), "1b").ends_round


def test_the_story_of_a_scoring() -> None:
    plates = "YBKSn,-,-,TBJYn"
    me = {
        "plates": plates,
        "dome": "YB....,......,......,......,......,......",
        "lines": "-,KK,BBB,-,-,-",
        "score": "3",
    }
    state = last_chip(3, "", {**me, "broken": "TT"}, score="9", broken="K")
    assert story(state, "c1") == [
        ("tile", 0, 2, 5),
        ("special", 0, 2, 7),
        ("tile", 0, 3, 10),
        ("broken", 0, -3, 7),
        ("broken", 1, -1, 8),
        ("starting_tile", 1, -2, 6),
    ]
    first = RULEBOOK.scoring_steps(state, RULEBOOK.parse_move("c1"))[0]
    assert first.where == ((1, 0), (0, 0))


def test_the_story_tells_lines_that_break_and_draws() -> None:
    plates = "BKSTn,SYBRn,SKRBn"
    state = last_chip(3, "", {"plates": plates, "lines": "T,-,-,-,-,-", "score": "7"})
    assert story(state, "c1")[:2] == [("stuck", 0, 0, 7), ("broken", 0, -1, 6)]
    assert story(table(SHOWN), "d") == [("draw", 0, -1, 4)]


def test_the_story_of_the_tablets_never_goes_below_0() -> None:
    mine = "YKTSn,KSTRn,SKRBn,YBKSn,TRBSn,YSKRn,BKSTn,STYBn,SYBRn"
    state = last_chip(5, "tablets=1A,2A,4B", {"score": "1", "plates": mine}, score="50")
    steps = story(state, "c1")
    assert steps == [("starting_tile", 1, -2, 48), ("specials", 0, -1, 0)]


def test_suggestions_are_sensible() -> None:
    def suggested(state: State) -> str:
        return RULEBOOK.move_text(RULEBOOK.suggest(state))

    assert suggested(after(table(SHOWN), "d", {"top": "joker"})) == "."
    assert suggested(after(table(SHOWN), "lb")) in ("2", "3", "4", "5", "6")
    me = {"plates": "TRBJn,SKRBn,SYBRn", "lines": "-,R,-,-,-,-", "chips": "R,RT,K"}
    state = after(last_chip(3, "", me), "c1")
    assert suggested(state) == "cr"
    dear = after(last_chip(3, "", {**me, "chips": "RT,K,Y"}), "c1")
    assert suggested(dear) == "."
    assert suggested(after(dear, "cy")) in ("ck", "ct", ".")
    state = after(last_chip(3, "", {"plates": "TRBJn,SKRBn,SYBRn", "lines": "-,BB,-,-,-,-"}), "c1")
    assert suggested(state) == "21"


# ---------------------------------------------------------------- effects


def effect(state: State, move: str) -> Effect:
    found = RULEBOOK.effect(state, RULEBOOK.parse_move(move))
    assert isinstance(found, Effect)
    return found


def test_the_effect_of_a_take() -> None:
    assert effect(table(SHOWN), "1b") == Effect("B", tiles=2)
    state = table("moons=KYY,YK,-,-,- chips=?,B,R,T", {"lines": "B,YY,TTT,YYYY,RRRRR,BB"})
    assert effect(state, "mk") == Effect("K", tiles=2, broken=2, starting_tile=True)


def test_the_effect_of_a_stack_and_of_a_line() -> None:
    state = after(table(SHOWN), "1b")
    assert effect(state, "sry") == Effect("B", factory="1")
    state = after(state, "sry")
    assert effect(state, "1") == Effect("B", tiles=2, broken=1, line=1)
    assert effect(state, "-") == Effect("B", tiles=2, broken=2)
    full = after(table(SHOWN, {"lines": "R,YY,TTT,YYYY,RRRRR,KK"}), "1b")
    assert effect(full, "sry") == Effect("B", tiles=2, broken=2, factory="1")


def test_the_effect_of_moves_with_plates() -> None:
    state = table(SHOWN)
    assert effect(state, "p1") == Effect(plate="YKTS")
    assert effect(state, "d") == Effect(plate="special", cost=1)
    assert effect(table(f"{SHOWN} free_draw_at_zero=true", {"score": "0"}), "d") == Effect(plate="special")
    state = after(state, "d", {"top": "joker"}, "d", {"top": "joker"})
    assert effect(state, ".") == Effect(plates=2)
    state = after(state, ".", {"plates": ["TRBS", "TRBJ"]})
    assert effect(state, "k2") == Effect(plate="joker")
    assert effect(after(state, "k2", {"kept": "TRBJ"}), "5s") == Effect(plate="TRBJ")


def test_the_effect_of_moves_with_chips() -> None:
    state = last_chip(3, "", {"plates": "TRBJn,SKRBn,SYBRn", "lines": "-,R,-,-,-,-", "chips": "R,RT,K"})
    assert effect(state, "c1") == Effect(chips=("T",))
    state = after(state, "c1")
    assert effect(state, ".") == Effect(line=2)
    assert effect(state, "cr") == Effect(line=2, chips=("R",))
    assert effect(state, "ck") == Effect(line=2, chips=("K", "T", "RT"), completes=True)
    state = after(state, "cr")
    assert effect(state, "crt") == Effect(line=2, chips=("RT",), completes=True)


def test_the_effect_of_laying_a_tile() -> None:
    state = after(last_chip(3, "", {"plates": "TRBJn,SKRBn,SYBRn", "lines": "-,BB,-,-,-,-"}), "c1")
    assert effect(state, "21") == Effect("B", line=2)


# ---------------------------------------------------------------- what goes where


def moved(state: State, move: str) -> list[str]:
    return [written(one) for one in RULEBOOK.transfers(state, RULEBOOK.parse_move(move))]


def drawn(state: State, value: Any) -> list[str]:
    return [written(one) for one in RULEBOOK.draw_transfers(state, RULEBOOK.parse_draw(state, value))]


def written(one: Transfer) -> str:
    """Return a transfer in short: `2 B: sun 1 > hand of 0`."""

    def place(at: Place) -> str:
        parts = [at.kind, *([str(at.which)] if at.which is not None else [])]
        return " ".join([*parts, f"of {at.seat}"] if at.seat is not None else parts)

    return f"{one.count} {one.piece}: {place(one.origin)} > {place(one.target)}"


def test_tiles_of_a_small_sun_go_to_the_hand_and_the_rest_in_order_to_the_moon() -> None:
    state = table(SHOWN)
    assert moved(state, "1b") == ["2 B: sun 1 > hand of 0"]
    state = after(state, "1b")
    assert moved(state, "sry") == ["1 R: sun 1 > moon 1", "1 Y: sun 1 > moon 1"]
    state = after(state, "sry")
    assert moved(state, "1") == ["1 B: hand of 0 > line 1 of 0", "1 B: hand of 0 > broken of 0"]
    assert moved(state, "-") == ["2 B: hand of 0 > broken of 0"]


def test_a_rest_of_one_colour_goes_to_the_moon_with_the_take() -> None:
    state = table("suns=BBYRK,BBYY,BYRK,BYRK,BYRK")
    assert moved(state, "1b") == ["2 B: sun 1 > hand of 0", "2 Y: sun 1 > moon 1"]
    assert moved(state, "lb") == [
        "2 B: sun l > hand of 0",
        "1 Y: sun l > moon l",
        "1 R: sun l > moon l",
        "1 K: sun l > moon l",
    ]


def test_tops_of_all_moons_that_no_line_has_room_for_break_as_far_as_there_are_spaces() -> None:
    me = {"lines": "B,YY,TTT,YYY,RRRRR,BB", "broken": "RR"}
    state = table("moons=KKY,YK,-,TK,- chips=?,B,?,T", me)
    assert moved(state, "mk") == [
        "1 *: starting_tile > starting_tile of 0",
        "2 K: moon l > broken of 0",
        "1 K: moon 1 > tower",
        "1 K: moon 3 > tower",
    ]
    assert moved(state, "my") == [
        "1 *: starting_tile > starting_tile of 0",
        "1 Y: moon l > hand of 0",
    ]


def test_tiles_in_hand_break_with_the_stack_or_the_chip_that_they_waited_for() -> None:
    me = {"lines": "R,YY,TTT,YYYY,RRRRR,KK"}
    state = after(table(SHOWN, me), "1b")
    assert moved(state, "sry")[-1] == "2 B: hand of 0 > broken of 0"
    state = after(table("suns=BBYRK,BBBB,BYRK,BYRK,BYRK", {**me, "broken": "T"}), "1b")
    assert drawn(state, {"chips": {"1": "KB"}}) == ["3 B: hand of 0 > broken of 0", "1 B: hand of 0 > tower"]
    state = after(table("suns=BBYRK,BBBB,BYRK,BYRK,BYRK"), "1b")
    assert drawn(state, {"chips": {"1": "KB"}}) == []


def test_plates_go_through_the_hand_and_show_their_fronts_only_when_everybody_sees_them() -> None:
    state = table(SHOWN)
    assert moved(state, "p3") == ["1 STYB: display 3 > hand of 0"]
    assert moved(after(state, "p3"), "7w") == ["1 STYB: hand of 0 > space 7 of 0"]
    assert moved(state, "d") == ["1 special: pile > hand of 0"]
    state = after(state, "d")
    assert drawn(state, {"top": "joker"}) == []
    state = after(state, {"top": "joker"}, "d", {"top": "joker"}, "d", {"top": "joker"})
    assert moved(state, ".") == []
    state = after(state, ".")
    assert drawn(state, {"plates": ["TRBS", "TRBJ", "KYRJ"]}) == []
    state = after(state, {"plates": ["TRBS", "TRBJ", "KYRJ"]})
    assert moved(state, "k2") == []
    state = after(state, "k2")
    assert drawn(state, {"kept": "TRBJ"}) == []
    state = after(state, {"kept": "TRBJ"})
    assert moved(state, "1n") == ["1 TRBJ: hand of 0 > space 1 of 0"]
    state = after(state, "1n")
    assert moved(state, "u3") == ["1 joker: hand of 0 > pile", "1 special: hand of 0 > pile"]


def test_the_last_plate_returns_with_the_one_that_is_placed() -> None:
    state = after(table(SHOWN), "d", {"top": "joker"}, "d", {"top": "special"}, ".")
    state = after(state, {"plates": ["TRBS", "TRBJ"]}, "k1", {"kept": "TRBS"})
    assert moved(state, "1n") == ["1 TRBS: hand of 0 > space 1 of 0", "1 joker: hand of 0 > pile"]


def test_chips_are_taken_and_turned_down() -> None:
    state = last_chip(3, "", {"plates": "TRBJn,SKRBn,SYBRn", "lines": "-,R,-,-,-,-", "chips": "R,RT,K"})
    assert moved(state, "c1") == ["1 T: chip 1 > chips of 0"]
    state = after(state, "c1")
    assert moved(state, "ck") == [f"1 {chip}: chips of 0 > used_chips of 0" for chip in ("K", "T", "RT")]


def test_a_deal_brings_tiles_and_hidden_chips() -> None:
    state = new_table(tablets="random")
    assert drawn(state, {"tablets": ["1A", "3B", "4A"]}) == [f"1 {name}: box > tablets" for name in ("1A", "3B", "4A")]
    state = after(state, {"tablets": ["1A", "3B", "4A"]})
    shown = {"display": ["YKTS", "JBTK", "STYB"], "top": "joker"}
    assert drawn(state, shown) == [f"1 {name}: pile > display {at}" for at, name in enumerate(shown["display"], 1)]
    state = after(state, shown)
    dealt = drawn(state, {"tiles": ["BBYRK", "BBYR", "BYRK", "BYRK", "BYRK"]})
    assert dealt[:7] == [
        *("2 B: bag > sun l", "1 Y: bag > sun l", "1 R: bag > sun l", "1 K: bag > sun l"),
        *("2 B: bag > sun 1", "1 Y: bag > sun 1", "1 R: bag > sun 1"),
    ]
    assert [one for one in dealt if "?" in one] == [f"1 ?: chip_supply > chip {number}" for number in (1, 2, 3, 4)]


def test_the_display_is_refilled_where_plates_are_missing() -> None:
    state = table("round=4 phase=display display=-,RJBK,- pile=J,?*2", mixed=True)
    value = random_draw(state.copy(), stream(3))
    assert drawn(state, value) == [
        f"1 {name}: pile > display {at}" for at, name in zip((1, 3), value["display"], strict=True)
    ]


def test_a_scoring_moves_tiles_to_the_dome_and_the_rest_to_the_tower() -> None:
    me = {
        "plates": "YBKSn,-,-,TBJYn",
        "dome": "YB....,......,......,......,......,......",
        "lines": "-,KK,BBB,-,-,-",
    }
    state = last_chip(3, "", {**me, "broken": "TT"}, broken="K")
    steps = RULEBOOK.scoring_steps(state, RULEBOOK.parse_move("c1"))
    assert [(step.kind, [written(one) for one in step.transfers]) for step in steps] == [
        ("tile", ["1 K: line 2 of 0 > cell 6 of 0", "1 K: line 2 of 0 > tower"]),
        ("special", ["1 S: special_tiles > cell 7 of 0"]),
        ("tile", ["1 B: line 3 of 0 > cell 13 of 0", "2 B: line 3 of 0 > tower"]),
        ("broken", ["2 T: broken of 0 > tower"]),
        ("broken", ["1 K: broken of 1 > tower"]),
        ("starting_tile", []),
    ]


def test_a_line_without_a_space_breaks() -> None:
    me = {"plates": "BKSTn,SYBRn,SKRBn", "lines": "-,-,-,-,-,-", "broken": "BBB"}
    state = last_chip(3, "", {**me, "lines": "T,-,-,-,-,-"})
    first = RULEBOOK.scoring_steps(state, RULEBOOK.parse_move("c1"))[0]
    assert (first.kind, [written(one) for one in first.transfers]) == ("stuck", ["1 T: line 1 of 0 > broken of 0"])


# every piece, in random games

OTHER_PLACES = ("bag", "tower", "box", "tablets", "chip_supply", "starting_tile")
"""Places that a board counts together, or that a new round fills anew."""


def pieces(board: Board) -> Counter[tuple[str, Place]]:
    """Return what lies where, by the names and places of transfers; unseen plates by their type."""
    found: Counter[tuple[str, Place]] = Counter()
    for factory in board.factories:
        found.update((tile, Place("sun", factory.id)) for tile in factory.sun)
        found.update((tile, Place("moon", factory.id)) for tile in factory.moon)
    for place, plate in enumerate(board.display, 1):
        if plate and plate.name:
            found[plate.name, Place("display", place)] += 1
    found["S", Place("special_tiles")] = board.special_tiles
    for seat, player in enumerate(board.players):
        found.update(pieces_of(player, seat))
    if board.picked and board.turn is not None:
        found[board.picked.colour, Place("hand", seat=board.turn)] += board.picked.count
    return +found


def pieces_of(player: PlayerBoard, seat: int) -> Counter[tuple[str, Place]]:
    """Return what lies on a player's board."""
    found: Counter[tuple[str, Place]] = Counter()
    for number, line in enumerate(player.lines, 1):
        if line.colour:
            found[line.colour, Place("line", number, seat)] = line.count
    for cell, tile in enumerate(tile for row in player.tiles for tile in row):
        if tile:
            found[tile, Place("cell", cell, seat)] = 1
    for space, placed in enumerate(player.plates, 1):
        if placed:
            found[placed.name, Place("space", space, seat)] = 1
    found.update((tile, Place("broken", seat=seat)) for tile in player.broken)
    found.update((chip, Place("chips", seat=seat)) for chip in player.chips)
    found.update((chip, Place("used_chips", seat=seat)) for chip in player.used_chips)
    return found


PLATE_PLACES = ("hand", "pile")


def counted(transfer: Transfer, place: Place) -> bool:
    """Return whether `pieces` counts such a piece there: plates in hand or in the pile, and chips on factories, not."""
    is_plate = len(transfer.piece) > 2
    return place.kind not in (*OTHER_PLACES, "chip") and not (is_plate and place.kind in PLATE_PLACES)


@pytest.mark.slow
def test_every_piece_that_moves_is_told(scale: Callable[[int], int]) -> None:
    """Played on a list of what lies where, the transfers of moves, scorings and draws lead to the next board."""
    kinds: Counter[str] = Counter()
    for case in cases(RULEBOOK.title):
        for number in range(max(2, scale(30))):
            expected: Counter[tuple[str, Place]] | None = None
            for moment in RandomGame(RULEBOOK, case, number).moments():
                state = moment.state
                board: Board = RULEBOOK.board(state, None)
                there = pieces(board)
                if moment.seat == CHANCE and state.picked_count:
                    there[LETTERS[state.picked_colour], Place("hand", seat=int(state.turn))] = int(state.picked_count)
                assert expected is None or expected == there, moment
                transfers = told(moment)
                kinds.update(one.target.kind for one in transfers)
                for one in transfers:
                    if counted(one, one.origin):
                        there[one.piece, one.origin] -= one.count
                        assert there[one.piece, one.origin] >= 0, (one, moment)
                    if counted(one, one.target):
                        there[one.piece, one.target] += one.count
                expected = +there
    assert set(kinds) >= {"hand", "line", "broken", "tower", "cell", "space", "moon", "sun", "pile", "chips"}


def told(moment: Moment) -> list[Transfer]:
    """Return all pieces that are said to move."""
    if moment.seat == CHANCE:
        return RULEBOOK.draw_transfers(moment.state, moment.drawn)
    if moment.move is None:
        return []
    steps = RULEBOOK.scoring_steps(moment.state, moment.move)
    return RULEBOOK.transfers(moment.state, moment.move) + [one for step in steps for one in step.transfers]


def test_transfers_show_nothing_that_only_one_seat_knows() -> None:
    seen = 0
    for case in cases(RULEBOOK.title)[:2]:
        for number in range(20):
            for moment in RandomGame(RULEBOOK, case, number).moments():
                if moment.move is None or not moment.state.drawn_count:
                    continue
                seen += 1
                for viewer in (SPECTATOR, 0, 1):
                    view = moment.state.copy()
                    redact(view, viewer)
                    assert RULEBOOK.transfers(view, moment.move) == RULEBOOK.transfers(moment.state, moment.move)
                    assert RULEBOOK.effect(view, moment.move) == RULEBOOK.effect(moment.state, moment.move)
    assert seen > 20
