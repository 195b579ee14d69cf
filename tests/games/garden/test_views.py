"""What people are told: sentences, previews, the story of a scoring, defaults, drawings."""

from xml.etree import ElementTree

import pytest

from azulejo.games.contract import Preview, Step, apply
from azulejo.games.garden.rulebook import RULEBOOK
from azulejo.games.garden.state import State
from azulejo.games.garden.view import Offer, offers
from azulejo.texts import say
from tests.games.garden.helpers import TABLES, after, legal_codes, position, random_game, word


def said(state: State, move: str) -> tuple[str, str]:
    """Return the sentence for a move in English and in Russian."""
    sentence = RULEBOOK.describe(state, RULEBOOK.parse_move(move))
    return sentence.text("en"), sentence.text("ru")


def preview(start: str | State, move: str) -> Preview:
    """Return the preview of a move."""
    state = position(start) if isinstance(start, str) else start
    return RULEBOOK.preview(state, RULEBOOK.parse_move(move))


def story(start: str | State, move: str) -> list[str]:
    """Return the story of a scoring: seat, change, total and text."""
    state = position(start) if isinstance(start, str) else start
    return [_told(step) for step in RULEBOOK.scoring_steps(state, RULEBOOK.parse_move(move))]


def _told(step: Step) -> str:
    text = say(f"garden.scoring.{step.kind}", "en", **(step.values or {}))
    return f"{step.seat} {step.points:+} = {step.total}: {text}"


# ---------------------------------------------------------------- sentences


def test_sentences() -> None:
    state = position("garden top=b1b3 aside=b3,ey5 garden=15/1/g2g3/l4 garden=15")
    assert said(state, "tb") == (
        "takes light blue (2 hexes): light blue tree, light blue butterflies",
        "берёт «голубой» (2 гекса): голубое дерево, голубые бабочки",
    )
    assert said(state, "t5") == ("takes plant: yellow plant", "берёт «растение» (1 гекс): жёлтое растение")
    assert said(state, "g2") == (
        "places the tile dark green bird, cost 2",
        "размещает: плитка «зелёная птица», стоимость 2",
    )
    assert said(state, "buy") == ("buys an expansion from the supply for 6 points", "берёт аллею из запаса за 6 очков")
    assert said(state, "pass")[0] == "passes first, takes the marker and loses a point"
    copying = after(state, "tb")
    assert said(copying, "f0")[0] == "takes light blue butterflies from here: the top of the stack"
    assert said(copying, "f1") == (
        "takes light blue butterflies from here: place 1",
        "берёт «голубые бабочки» отсюда: место 1",
    )
    choosing = after(state, "g2")
    assert said(choosing, "04") == (
        "places the tile dark green bird on space 04",
        "размещает на ячейке 04: плитка «зелёная птица»",
    )
    paying = after(choosing, "04")
    assert said(paying, "dg3")[0] == "pays with the tile dark green butterflies, 0 more to pay"
    assert said(paying, "dj") == ("pays with a joker, 0 more to pay", "платит: джокер, осталось оплатить: 0")
    passing = after(state, "pass")
    assert said(passing, "del4") == (
        "discards the expansion light green flower for 4 points",
        "сбрасывает за 4 очка: аллея «салатный цветок»",
    )
    assert said(passing, "done")[0] == "discards nothing more"
    assert said(after(state, "buy"), "30")[0] == "lays the blank expansion in slot 3"
    assert said(after(passing, "done"), "pass") == ("passes", "пасует")


def test_a_copy_that_is_an_expansion_says_so() -> None:
    state = after("garden top=b1y1 aside=eb1 garden=15 garden=15", "tb")
    assert said(state, "f1")[0] == "takes light blue tree from here: the expansion at place 1"


def test_sentences_for_draws() -> None:
    state = after("garden top=b1 aside=b2 garden=15 garden=15", "tb")
    assert str(RULEBOOK.describe_draw(state, [0, 7])) == (
        "round 1, laid on the top of the stack: light blue tree, dark green bird"
    )
    state = after(state, ["g1", "g2", "g3", "g4"])
    assert str(RULEBOOK.describe_draw(state, [35])) == "an expansion is turned face up: light purple bellflowers"


# ---------------------------------------------------------------- previews


def test_the_preview_of_a_space_is_what_the_hex_scores_this_round() -> None:
    choosing = "garden phase=space piece=g1 top=m6 garden=15/0/g1 garden=15"
    assert preview(choosing, "01") == Preview(2)
    assert preview(choosing.replace("garden phase", "garden round=2 phase"), "01") == Preview(0)


def test_an_expansion_brings_its_pavilion() -> None:
    assert preview("garden phase=space piece=eb1 top=m6 garden=15/0/-/b1 garden=15", "14") == Preview(3)


def test_choosing_the_piece_scores_nothing_yet() -> None:
    assert preview("garden top=m6 garden=15/0/g1 garden=15", "g1") == Preview(0)
    assert preview("garden top=m6 garden=15/0/g1 garden=15", "tm") == Preview(0)


STATUE = "10,20,02b2,13b3,14b4,25b5,26b6"


def test_jokers_are_shown_with_the_space_and_while_paying() -> None:
    text = f"garden top=m6 garden=15/3/b1g2/-/{STATUE.replace('02b2', '02b1')} garden=15"
    start: State = RULEBOOK.parse_position(text.replace("b1g2", "g1g2l2").replace("02b1", "02g3"))
    state = after(start, "g2")
    assert preview(state, "01").jokers == 2
    paying = after(state, "01")
    assert word(paying, "phase") == "payment"
    assert preview(paying, "dg1").jokers == 2
    assert preview(paying, "dj").jokers == 2
    assert preview(state, "03").jokers == 0


def test_jokers_that_do_not_fit_are_not_shown() -> None:
    tiles = "g1g1g1l1l1l1y1y1y1p1p1"
    state = after(f"garden top=m6 garden=15/0/b1{tiles}/-/{STATUE} garden=15", "b1")
    assert preview(state, "01").jokers == 1


def test_the_preview_of_passing() -> None:
    assert preview("garden top=m6 garden=15 garden=15", "pass") == Preview(-1, loss=1)
    assert preview("garden top=m6 garden=0 garden=15", "pass") == Preview(0)
    assert preview("garden turn=1 passed=0 garden=15 garden=15", "pass") == Preview(0, ends_round=True)
    assert preview("garden round=4 turn=1 passed=0 garden=15 garden=15", "pass") == Preview(
        0, ends_round=True, ends_game=True
    )
    discarding = after("garden top=m6 garden=15/0/b3g6 garden=15", "pass")
    assert preview(discarding, "db3") == Preview(-3, loss=3)


def test_the_preview_of_buying() -> None:
    assert preview("garden phase=space piece=supply top=m6 garden=15 garden=15", "30") == Preview(-6, loss=6)


# ---------------------------------------------------------------- the story of a scoring


def test_the_story_of_a_round() -> None:
    start = "garden turn=1 start=1 passed=0 garden=10/0/-/-/14eg1,01b1 garden=20/0/-/-/01g2"
    assert story(start, "pass") == [
        "1 +1 = 21: dark green: 1 hex at 1",
        "0 +1 = 11: light blue: 1 hex at 1",
        "0 +1 = 12: dark green: 1 hex at 1",
        "0 +2 = 14: tree: 2 hexes at 1",
        "0 +1 = 15: 1 pavilion",
    ]


def test_the_story_of_a_pass_with_discards() -> None:
    state = after("garden top=m6 garden=4/0/b3 garden=15", "pass")
    assert story(state, "db3") == ["0 -3 = 1: discarded: the tile light blue butterflies", "0 -1 = 0: first to pass"]
    assert story("garden top=m6 garden=0 garden=15", "pass") == ["0 +0 = 0: first to pass"]


def test_the_story_of_buying() -> None:
    state = position("garden phase=space piece=supply top=m6 garden=15 garden=15")
    assert story(state, "10") == ["0 -6 = 9: an expansion from the supply"]


def test_the_story_of_the_end() -> None:
    start = "garden round=4 turn=0 passed=1 garden=4/2/g4l6/-/01b1,02b2,03b3,04b4,05b5,06b6 garden=1/0/g6"
    state = after(start, "pass")
    assert story(state, "done") == [
        "0 +3 = 7: plant: 1 hex at 3",
        "0 +3 = 10: bellflowers: 1 hex at 3",
        "0 +2 = 12: 2 jokers left",
        "0 -10 = 2: 2 hexes left in storage",
        "0 +27 = 29: light blue: a group of 6, with a bonus of 6",
        "1 -6 = -5: 1 hex left in storage",
        "1 +5 = 0: a score does not end below 0",
    ]


def test_a_step_names_the_spaces_that_count() -> None:
    steps = RULEBOOK.scoring_steps(
        position("garden turn=1 passed=0 garden=10/0/-/-/14eg1,01b1 garden=20"), RULEBOOK.parse_move("pass")
    )
    assert [step.where for step in steps] == [((0, 1),), ((1, 4),), ((0, 1), (1, 4)), ((1, 0),)]


@pytest.mark.parametrize(("seats", "side"), TABLES)
def test_the_stories_add_up(seats: int, side: str) -> None:
    for state, _ in random_game(seats, side, 11, eager=True):
        for move in legal_codes(state)[-3:]:
            following = state.copy()
            apply(following, move)
            for seat in range(seats):
                change = sum(step.points for step in RULEBOOK.scoring_steps(state, move) if step.seat == seat)
                assert int(following.players[seat].score) - int(state.players[seat].score) == change


# ---------------------------------------------------------------- defaults and what a board shows


def test_what_would_not_fit_is_known() -> None:
    state = position("garden top=b1b2g1 garden=15/11 garden=15")
    assert offers(state) == [
        Offer(0, (0, 1), False),
        Offer(1, (6,), True),
        Offer(6, (0, 6), False),
        Offer(7, (1,), True),
    ]


def test_suggested_moves_are_sensible() -> None:
    state = position("garden top=b1b2g1g2 garden=15/3 garden=15/3")
    assert RULEBOOK.move_text(RULEBOOK.suggest(state))[0] == "t"
    choosing = position("garden phase=space piece=b2 top=m6 garden=15/3/b2/-/01b1,04g1 garden=15")
    assert RULEBOOK.move_text(RULEBOOK.suggest(choosing)) in ("02", "06")
    passing = after("garden top=m6 garden=15/3/b2 garden=15", "pass")
    assert RULEBOOK.move_text(RULEBOOK.suggest(passing)) == "done"
    alone = position("garden round=4 garden=5/3/m6 garden=15")
    assert RULEBOOK.move_text(RULEBOOK.suggest(alone)) == "pass"
    crowded = position("garden phase=space piece=supply top=m6 garden=15/0/-/-/01b1 garden=15")
    assert RULEBOOK.move_text(RULEBOOK.suggest(crowded)) == "10"


def test_the_top_is_left_alone_where_there_is_a_copy_elsewhere() -> None:
    state = after("garden top=b1y1 aside=b1g1 garden=15 garden=15", "tb")
    assert RULEBOOK.move_text(RULEBOOK.suggest(state)) == "f1"


# ---------------------------------------------------------------- drawings


def test_the_drawing_in_characters() -> None:
    state = position("garden top=b1g2 aside=p5,-,ey1 garden=33/3/b1b2/l6/30,14eb3,01b2,02g2,30m1 garden=15")
    drawn = RULEBOOK.text(state, "en").splitlines()
    assert drawn[0] == "Queen's Garden, standard side, round 1 of 4: player 1 to move"
    assert drawn[2] == "Display  0 stack of 2 [b1 g2]  1 [p5]  3 ey1"
    assert drawn[5] == "  ▶1 light blue 1, dark green 1, tree 1"
    mine = [line[:36].rstrip() for line in drawn[10:21]]
    assert mine == [
        "▶ Player 1: 33 points, 3 jokers",
        "        33  32",
        "      34  m1  31      (2",
        "        35  36  be",
        "          st  03  g2  st  13  12",
        "    (4      04  <>  b2  B3  /\\  11",
        "          be  05  06  be  15  16",
        "                st",
        "          (5          (6",
        "",
        "  Storage b1 b2 el6",
    ]


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("garden phase=refill stack=5 garden=15 garden=15", "tiles are to be laid"),
        ("garden phase=face top=b1 aside=e? garden=15 garden=15", "turned face up"),
        ("garden phase=copy wanted=b1 top=b1 aside=b1 garden=15 garden=15", "player 1 picks a copy of light blue tree"),
        ("garden phase=space piece=supply top=b1 garden=15 garden=15", "chooses a space: an expansion from the supply"),
        ("garden phase=payment piece=b2 space=01 owed=1 top=b1 garden=15/1/b3/-/01b2 garden=15", "pays 1 more"),
        ("garden phase=discard top=b1 garden=15/1/b3 garden=15", "passes and may discard"),
        ("garden phase=end round=4 passed=0,1 garden=15 garden=15", "the game is over"),
    ],
)
def test_the_headline_says_what_is_due(text: str, due: str) -> None:
    state = position(text)
    assert due in RULEBOOK.text(state, "en").splitlines()[0]
    assert due in RULEBOOK.svg(state, "en")


def test_the_picture_names_every_hex_and_has_a_sign_for_every_colour() -> None:
    state = position("garden top=b1g2l3y4 aside=p5m6,ey1 garden=33/3/b3/l6/30,14eb3,01b2 garden=15")
    picture = ElementTree.fromstring(RULEBOOK.svg(state, "ru"))
    titles = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}title")][1:]
    assert sorted(str(title) for title in titles) == sorted(
        ["b1", "g2", "l3", "y4", "p5", "m6", "y1", "b3", "l6", "b3", "b2"]
    )
    edges = {
        (node.get("stroke-width"), node.get("stroke-dasharray"))
        for node in picture.iter("{http://www.w3.org/2000/svg}polygon")
        if node.get("fill") == "none"
    }
    assert len(edges) == 6, "six edge styles for six colours"
