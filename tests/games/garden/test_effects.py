"""What moves do: effects, what goes where, previews, the story of a scoring."""

from collections import Counter

import pytest

from azulejo.games.contract import CHANCE, Place, Preview, Step, Transfer, apply, to_move
from azulejo.games.garden.board import Board
from azulejo.games.garden.effects import Effect
from azulejo.games.garden.rulebook import RULEBOOK
from azulejo.games.garden.state import State
from azulejo.texts import say
from tests.games.garden.helpers import TABLES, after, legal, legal_codes, position, random_game, word


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


# ---------------------------------------------------------------- effects


def effect(start: str | State, move: str) -> Effect:
    """Return the effect of a move."""
    found = RULEBOOK.effect(position(start) if isinstance(start, str) else start, RULEBOOK.parse_move(move))
    assert isinstance(found, Effect)
    return found


def test_the_effect_of_taking() -> None:
    state = position("garden top=b1b3 aside=b3,ey5 garden=15 garden=15")
    assert effect(state, "tb") == Effect(hexes=("b1", "b3"))
    assert effect(after(state, "tb"), "f1") == Effect(hexes=("b3",), piece="b3")
    copies = after("garden top=b1y1 aside=eb1 garden=15 garden=15", "tb")
    assert effect(copies, "f1") == Effect(hexes=("b1",), piece="eb1")


def test_the_effect_of_placing() -> None:
    state = position("garden top=m6 garden=15/1/g2g3/l4 garden=15")
    assert effect(state, "g2") == Effect(piece="g2", cost=2, owed=1)
    choosing = after(state, "g2")
    assert effect(choosing, "04") == Effect(piece="g2", space="04", cost=2, owed=1)
    assert effect(after(choosing, "04"), "dg3") == Effect(piece="g3", cost=3)
    assert effect(after(choosing, "04"), "dj") == Effect(piece="j")
    full = "01b1,02b2,03b3,04b4,05b5"
    assert effect(f"garden top=m6 garden=15/0/b6g6y6p6m6l6/-/{full} garden=15", "b6") == Effect(
        piece="b6", space="06", cost=6, owed=5, jokers=1
    )


def test_the_effect_of_buying() -> None:
    assert effect("garden top=m6 garden=15 garden=15", "buy") == Effect(piece="supply")
    assert effect(after("garden top=m6 garden=15 garden=15", "buy"), "30") == Effect(piece="supply", space="30", loss=6)
    one_slot = "garden top=m6 garden=15/0/-/-/10,20,30,40,50 garden=15"
    assert effect(one_slot, "buy") == Effect(piece="supply", space="60", loss=6)


def test_the_effect_of_passing() -> None:
    assert effect("garden top=m6 garden=15 garden=15", "pass") == Effect(loss=1, marker=True)
    assert effect("garden turn=1 passed=0 top=m6 garden=15 garden=15", "pass") == Effect()
    state = position("garden top=m6 garden=15/0/b3g6 garden=15")
    assert effect(state, "pass") == Effect(marker=True)
    assert effect(after(state, "pass"), "db3") == Effect(piece="b3", cost=3, loss=3, marker=True)
    assert effect(after(state, "pass", "db3"), "dg6") == Effect(piece="g6", cost=6, loss=7, marker=True)
    assert effect(after(state, "pass"), "done") == Effect(loss=1, marker=True)


# ---------------------------------------------------------------- what goes where


def moved(start: str | State, move: str) -> list[str]:
    """Return what a move moves: ``2 b1: display f0 > storage 0``."""
    state = position(start) if isinstance(start, str) else start
    return [_line(one) for one in RULEBOOK.transfers(state, RULEBOOK.parse_move(move))]


def _line(one: Transfer) -> str:
    ends = [
        " ".join(str(part) for part in (place.kind, place.which, place.seat) if part is not None)
        for place in (one.origin, one.target)
    ]
    return f"{one.count} {one.piece}: {' > '.join(ends)}"


def test_hexes_go_to_the_storage_and_the_top_moves_aside() -> None:
    state = position("garden turn=1 top=b1b2g3g3 aside=b2,eb5 garden=15 garden=15")
    assert moved(state, "tb") == ["1 b1: display f0 > storage 1"], "then there is a choice"
    assert moved(after(state, "tb"), "f1") == [
        "1 b2: display f1 > storage 1",
        "1 eb5: display f2 > storage 1",
        "1 e?: display f0 > display f3",
        "1 b2: display f0 > display f3",
        "2 g3: display f0 > display f3",
    ]
    assert moved(state, "t5") == ["1 eb5: display f2 > storage 1"], "no tile came from the top"


def test_ruling_4_without_a_tile_to_lay_all_expansions_of_the_stack_move_aside() -> None:
    state: State = RULEBOOK.parse_position("garden top=b1g1 bag=- garden=15 garden=15")
    assert moved(state, "tb") == [
        "1 b1: display f0 > storage 0",
        "1 e?: display f0 > display f1",
        "1 g1: display f0 > display f1",
        *(f"1 e?: display f0 > display f{place}" for place in (2, 3, 4, 5)),
    ]


def test_a_piece_goes_to_the_garden_and_its_payment_where_it_belongs() -> None:
    state = position("garden top=m6 garden=15/1/g2g3/l4 garden=15")
    assert moved(state, "g2") == [], "its space is still to be chosen"
    assert moved(after(state, "g2"), "04") == ["1 g2: storage 0 > garden 04 0"]
    assert moved(after(state, "g2", "04"), "dj") == ["1 j: storage 0 > jokers"]
    assert moved(after(state, "g2", "04"), "dg3") == ["1 g3: storage 0 > tower"]
    forced = after("garden top=m6 garden=15/1/b3/b1b2 garden=15", "eb2")
    assert moved(forced, "14") == ["1 eb2: storage 0 > garden 14 0"]
    assert moved(after(forced, "14"), "deb1") == ["1 eb1: storage 0 > supply"]


def test_what_is_paid_without_asking_and_the_jokers_for_surrounding_are_moved_too() -> None:
    laid = "01b1,02b2,03b3,04b4,05b5"
    state = f"garden top=m6 garden=15/2/b6g6y6y6/-/{laid} garden=15"
    assert moved(state, "b6") == [
        "1 b6: storage 0 > garden 06 0",
        "1 g6: storage 0 > tower",
        "2 y6: storage 0 > tower",
        "2 j: storage 0 > jokers",
        "1 j: jokers > storage 0",
    ]


def test_a_blank_expansion_comes_from_the_supply() -> None:
    assert moved("garden phase=space piece=supply top=m6 garden=15 garden=15", "30") == [
        "1 supply: supply > garden 30 0"
    ]


def test_the_first_to_pass_takes_the_marker() -> None:
    state = position("garden top=m6 garden=15/0/b3/g6 garden=15")
    assert moved(state, "pass") == []
    assert moved(after(state, "pass"), "deg6") == ["1 eg6: storage 0 > supply", "1 *: marker > marker 0"]
    assert moved(after(state, "pass"), "done") == ["1 *: marker > marker 0"]
    assert moved("garden turn=1 passed=0 top=m6 garden=15 garden=15", "pass")[-1] == "1 *: marker 0 > marker"


def test_the_display_is_cleared_after_a_round_and_not_after_the_last() -> None:
    text = "garden turn=1 passed=0 top=b1b1 aside=g1,em6,- garden=15 garden=15"
    assert moved(text, "pass") == [
        "2 e?: display f0 > supply",
        "2 b1: display f0 > tower",
        "1 g1: display f1 > tower",
        "1 e?: display f1 > supply",
        "1 em6: display f2 > supply",
        "1 *: marker 0 > marker",
    ]
    assert moved(text.replace("garden turn", "garden round=4 turn"), "pass") == []


def test_draws_come_from_the_bag_and_from_the_faces_never_seen() -> None:
    state = after("garden top=b1 aside=b2 garden=15 garden=15", "tb")
    assert [_line(one) for one in RULEBOOK.draw_transfers(state, [0, 7, 0, 1])] == [
        "2 b1: bag > display f0",
        "1 g2: bag > display f0",
        "1 b2: bag > display f0",
    ]
    state = after(state, ["g1", "g2", "g3", "g4"])
    assert [_line(one) for one in RULEBOOK.draw_transfers(state, [35])] == ["1 em6: unseen > display f1"]


Lies = Counter[tuple[Place, str]]


def lying(state: State) -> Lies:
    """Return what lies where by the board; bag and tower are one heap, the supply is any expansions."""
    shown: Board = RULEBOOK.board(state, None)
    found: Lies = Counter({(Place("display", "f0"), "e?"): shown.stack, (Place("supply"), "e"): shown.supply})
    found[Place("marker", seat=shown.marker), "*"] = 1
    for place in shown.display:
        found.update((Place("display", place.id), tile) for tile in place.tiles)
        if not place.top:
            found[Place("display", place.id), f"e{place.face or '?'}"] += 1
    found.update((Place("unseen"), f"e{one}") for one in shown.unseen)
    for heap in (shown.bag, shown.tower):
        found.update({(Place("bag"), tile): count for tile, count in heap.items()})
    for seat, player in enumerate(shown.players):
        storage = Place("storage", seat=seat)
        found.update((storage, stored.piece) for stored in player.storage)
        found[storage, "j"] += player.jokers
        for planted in player.hexes:
            piece = f"e{planted.hex}" if planted.printed else planted.hex
            found[Place("garden", planted.space, seat), piece] += 1
        for slot, lies in enumerate(player.slots, 1):
            if lies == "blank":
                found[Place("garden", f"{slot}0", seat), "supply"] += 1
    return found


def follow(lies: Lies, transfers: list[Transfer]) -> Lies:
    """Return what lies where after pieces were moved."""
    after_all = lies.copy()
    for one in transfers:
        for place, sign in ((one.origin, -1), (one.target, 1)):
            if place.kind == "jokers":
                continue
            where = Place("bag") if place.kind == "tower" else place
            after_all[where, "e" if place.kind == "supply" else one.piece] += sign * one.count
        if one.origin.kind == "unseen":
            after_all[one.target, "e?"] -= 1  # it is turned
    return Counter({key: count for key, count in after_all.items() if count})


@pytest.mark.parametrize("eager", [False, True], ids=["random", "eager"])
@pytest.mark.parametrize(("seats", "side"), TABLES)
def test_the_transfers_are_all_that_changes(seats: int, side: str, eager: bool) -> None:
    """Of the moves played and some others: what lay there before and is moved lies there after."""
    for state, event in random_game(seats, side, 3, eager):
        if event is None:
            continue
        lies = lying(state)
        if to_move(state) == CHANCE:
            drawn = RULEBOOK.parse_draw(state, event)
            played = after(state, event if isinstance(event, list) else f"={event}")
            assert follow(lies, RULEBOOK.draw_transfers(state, drawn)) == +lying(played)
            continue
        for move in {event, *legal(state)[-2:]}:
            played = after(state, move)
            there = lying(played)
            if played.round_number > state.round_number:
                there[Place("display", "f0"), "e?"] -= int(played.stack)  # the stack of a new round
            assert follow(lies, RULEBOOK.transfers(state, RULEBOOK.parse_move(move))) == +there, move


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
    assert story(state, "db3") == ["0 -3 = 1: discarding the light blue butterflies tile", "0 -1 = 0: passing first"]
    assert story("garden top=m6 garden=0 garden=15", "pass") == ["0 +0 = 0: passing first"]


def test_the_story_of_buying() -> None:
    state = position("garden phase=space piece=supply top=m6 garden=15 garden=15")
    assert story(state, "10") == ["0 -6 = 9: expansion from the supply"]


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
        "1 +5 = 0: a score never drops below 0",
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
