"""What people are told: sentences, previews, the story of a scoring, suggestions, drawings."""

import pytest

from azulejo.games.contract import CHANCE, Preview, to_move
from azulejo.games.duel.rulebook import RULEBOOK
from azulejo.games.duel.state import State
from azulejo.kernel.chance import stream
from tests.games.duel.helpers import after, last_chip, random_draw, random_game, table

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
        (("1b",), "takes 2 blue tiles from the sun of factory 1", "берёт 2 синие плитки (солнечная сторона, склад 1)"),
        (("p1",), "takes the plate YKTS from the display", "берёт открытый фрагмент YKTS"),
        (
            ("p1", "5e"),
            "places YKTS on dome space 5, turned to the right",
            "кладёт YKTS на место купола 5, с поворотом направо",
        ),
        (
            ("d",),
            "pays 1 point and draws a plate from the pile (back: special)",
            "платит 1 очко и тянет фрагмент из стопки (тип: специальный)",
        ),
        (
            ("1b", "sry"),
            "stacks the rest on the moon of factory 1, from the bottom up: R, Y",
            "складывает остаток стопкой на луне склада 1, снизу вверх: R, Y",
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
        said(state, "mk")
        == "takes 2 black tiles from the moons; takes the starting player tile, no line can take them, so they break"
    )


def test_plates_to_keep_and_return_are_said_without_their_fronts() -> None:
    state = after(table(SHOWN), "d", {"top": "joker"}, "d", {"top": "joker"}, "d", {"top": "joker"}, ".")
    state = after(state, {"plates": ["TRBS", "TRBJ", "KYRJ"]})
    assert said(state, "k2") == "keeps the plate drawn as number 2 (back: joker)"
    state = after(state, "k2", {"kept": "TRBJ"}, "1n")
    assert said(state, "u3") == "puts the plate drawn as number 3 (back: joker) under the pile"


def test_chips_are_said() -> None:
    state = last_chip(3, "", {"plates": "TRBJn,SKRBn,SYBRn", "lines": "-,R,-,-,-,-", "chips": "R,RT,K"})
    assert said(state, "c1") == "takes the bonus chip T from factory 1"
    state = after(state, "c1")
    assert said(state, ".") == "uses no chips for pattern line 2"
    assert said(state, "cr") == "pays the chip R for pattern line 2"


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


def test_the_table_is_drawn_in_characters() -> None:
    drawn = RULEBOOK.text(table(SHOWN, {"plates": "TRBSe", "lines": "-,BB,-,-,-,-"}), "en")
    assert "Azul Duel, round 1: player 1: take tiles, a plate or a chip" in drawn
    assert "Pile: 13 plates, on top: special" in drawn
    assert "  2         B B │ s r" in drawn


def test_the_picture_is_drawn_for_every_stage() -> None:
    for state in random_game(8, tablets="random"):
        picture = RULEBOOK.svg(state, "ru")
        assert picture.startswith("<svg")
        assert picture.endswith("</svg>")
