"""The board: complete, honest, and enough to know what every legal move is about."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from azulejo.games.contract import CHANCE, OVER, apply, to_move
from azulejo.games.garden.acquisition import fits, too_many
from azulejo.games.garden.board import Board, board
from azulejo.games.garden.components import STACK_SIZE
from azulejo.games.garden.moves import Buy, ChooseSpace, Copy, Give, PlacePiece, Take
from azulejo.games.garden.payments import MOST_PAYMENTS
from azulejo.games.garden.rulebook import RULEBOOK
from azulejo.games.garden.state import ANY, PAYMENT, State
from azulejo.kernel.chance import stream
from tests.games.garden.helpers import TABLES, after, legal, legal_codes, new_table, position, random_draw, random_game

OWN_SIDE = '{"rounds":[{"tree":4,"yellow":2},{},{"bird":9},{}],"pavilion":0,"groups":{"3":1,"6":20}}'
EVERY_TABLE = pytest.mark.parametrize(("seats", "side"), [*TABLES, (2, OWN_SIDE)])


def states(seats: int, side: str) -> Iterator[State]:
    """Yield all positions of a random game, and of one in which much is placed."""
    for eager in (False, True):
        yield from (state for state, _ in random_game(seats, side, 5, eager))


def sensible(seats: int, seed: int) -> Iterator[State]:
    """Yield the decisions of a game in which everybody plays the suggested moves."""
    state, rng = new_table(seats), stream("sensible", seed)
    while (seat := to_move(state)) != OVER:
        if seat == CHANCE:
            random_draw(state, rng)
        else:
            yield state.copy()
            apply(state, RULEBOOK.suggest(state))


# ---------------------------------------------------------------- the table


@EVERY_TABLE
def test_no_piece_is_missing(seats: int, side: str) -> None:
    for state in states(seats, side):
        shown = board(state)
        tiles = Counter(shown.bag) + Counter(shown.tower)
        expansions = shown.stack + shown.supply + sum(not place.top for place in shown.display)
        expansions += (shown.rounds - shown.round) * int(STACK_SIZE[seats])
        for place in shown.display:
            tiles += Counter(place.tiles)
        for player in shown.players:
            tiles += Counter(planted.hex for planted in player.hexes if not planted.printed)
            tiles += Counter(stored.hex for stored in player.storage if not stored.expansion)
            expansions += sum(stored.expansion for stored in player.storage)
            expansions += sum(slot != "free" for slot in player.slots)
            in_storage = sum(not stored.expansion for stored in player.storage) + player.jokers
            assert in_storage + player.tile_room == shown.tile_room
        assert tiles == {f"{colour}{value}": 3 for colour in "bglypm" for value in "123456"}
        assert expansions == 36


@EVERY_TABLE
def test_every_move_is_about_something_on_the_board(seats: int, side: str) -> None:
    phases = set()
    for state in states(seats, side):
        shown = board(state)
        if shown.turn is None:
            continue
        phases.add(shown.phase)
        for code in legal_codes(state):
            assert is_on(shown, code), RULEBOOK.move_text(code)
        if shown.phase == "turn":
            takes = {f"t{one.id}" for one in shown.sets if one.too_many[shown.turn] == 0}
            assert takes == {text for text in legal(state) if text[0] == "t"}
    assert phases == {"turn", "copy", "space", "payment", "discard"}


def is_on(shown: Board, code: int) -> bool:
    """Return whether what a move names is to be seen."""
    player = shown.players[shown.turn or 0]
    move = RULEBOOK.parts(code)
    match move:
        case Take():
            return any(one.id == move.set for one in shown.sets)
        case Copy():
            places = {copies.hex: copies.places for one in shown.sets for copies in one.hexes}
            return move.place in places[shown.wanted[0]]
        case Buy():
            return shown.supply > 0 and player.score >= shown.supply_price and "free" in player.slots
        case ChooseSpace():
            free = player.slots[int(move.space[0]) - 1] == "free"
            return move.space in player.vacant or (move.space in shown.spaces and free)
        case Give(hex=None):
            return player.jokers > 0
        case PlacePiece() | Give():
            return any((one.hex, one.expansion) == (move.hex, move.expansion) for one in player.storage)
        case _:
            return True


@EVERY_TABLE
def test_what_a_round_would_score_goes_with_the_previews(seats: int, side: str) -> None:
    compared = 0
    for state in states(seats, side):
        for code in legal_codes(state)[-2:]:
            seat = int(state.turn)
            preview = RULEBOOK.preview(state, code)
            following = state.copy()
            apply(following, code)
            if not preview.ends_round:
                gained = board(following).players[seat].if_scored - board(state).players[seat].if_scored
                assert gained == preview.points
                compared += 1
    assert compared > 50


@EVERY_TABLE
def test_a_finished_game_shows_the_scores_it_ended_with(seats: int, side: str) -> None:
    *_, state = states(seats, side)
    assert to_move(state) == OVER
    shown = board(state)
    scores = [int(state.players[seat].score) for seat in range(seats)]
    assert [player.if_scored for player in shown.players] == [player.score for player in shown.players] == scores
    assert shown.last_round
    assert shown.turn is None


def test_a_display_with_copies_and_a_full_storage() -> None:
    shown = board(position("garden top=b1b2g1 aside=b2g3,eb1,-,- garden=15/11 garden=15/0/-/y1y2"), 1)
    assert [(place.id, place.number, place.top, place.tiles, place.face) for place in shown.display] == [
        ("f0", 0, True, ["b1", "b2", "g1"], None),
        ("f1", 1, False, ["b2", "g3"], None),
        ("f2", 2, False, [], "b1"),
    ]
    sets = {one.id: one for one in shown.sets}
    assert list(sets) == ["b", "g", "1", "2", "3"]
    assert [(copies.hex, copies.places) for copies in sets["b"].hexes] == [("b1", ["f0", "f2"]), ("b2", ["f0", "f1"])]
    assert [one.by for one in shown.sets] == ["colour", "colour", "pattern", "pattern", "pattern"]
    assert {one.id: one.too_many for one in shown.sets} == {
        "b": [0, 0],
        "g": [1, 0],
        "1": [0, 0],
        "2": [0, 0],
        "3": [0, 0],
    }
    assert (shown.viewer, shown.turn, shown.stack) == (1, 0, 1)


def test_what_does_not_fit_is_what_no_choice_of_copies_can_store() -> None:
    """Every kind that lies there as a tile and as a face is tried as either."""
    for as_tile, as_face, room, more in product(range(16), range(16), range(5), range(3)):
        either = [kind for kind in range(4) if (as_tile & as_face) >> kind & 1]
        missing = []
        for faces in product((0, 1), repeat=len(either)):
            stored_as_face = (as_face & ~as_tile).bit_count() + sum(faces)
            stored_as_tile = (as_tile | as_face).bit_count() - stored_as_face
            missing.append(max(0, stored_as_tile - room) + max(0, stored_as_face - more))
        assert too_many(as_tile, as_face, room, more) == min(missing)
        assert bool(fits(as_tile, as_face, room, more)) == (min(missing) == 0)


# ---------------------------------------------------------------- gardens


def test_a_garden_is_where_its_spaces_say() -> None:
    shown = board(new_table())
    steps = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    assert len(set(shown.spaces.values())) == len(shown.spaces) == 48
    for decoration in shown.decorations:
        q, r = decoration.at
        assert {shown.spaces[space] for space in decoration.around} == {(q + dq, r + dr) for dq, dr in steps}


def test_decorations_are_surrounded_by_what_stands_around_them() -> None:
    finished = 0
    for state in sensible(3, 1):
        shown = board(state)
        for player in shown.players:
            filled = {planted.space for planted in player.hexes}
            assert filled.isdisjoint(player.vacant)
            for decoration, number in zip(shown.decorations, player.surrounded, strict=True):
                assert number is None or number == len(filled & set(decoration.around))
                assert (number is None) <= (decoration.kind == "pavilion")
                finished += number == 6
            assert [number is not None for number in player.surrounded[7:]] == [slot == "face" for slot in player.slots]
            for group in player.groups:
                hexes = [planted.hex for planted in player.hexes if planted.space in group.spaces]
                assert all(group.id == text[group.by == "pattern"] for text in hexes)
                bonus = shown.group_bonus[len(group.spaces)]
                assert group.points == sum(int(text[1]) for text in hexes) + bonus
    assert finished


def test_a_garden_and_its_storage() -> None:
    shown = board(position("garden top=m6 garden=33/3/b1b1g4/l6/30,14eb3,01b2,02b5 garden=15")).players[0]
    assert shown.slots == ["face", "free", "blank", "free", "free", "free"]
    assert [(one.space, one.hex, one.printed) for one in shown.hexes] == [
        ("01", "b2", False),
        ("02", "b5", False),
        ("14", "b3", True),
    ]
    assert [(one.piece, one.hex, one.expansion, one.cost) for one in shown.storage] == [
        ("b1", "b1", False, 1),
        ("b1", "b1", False, 1),
        ("g4", "g4", False, 4),
        ("el6", "l6", True, 6),
    ]
    assert (shown.jokers, shown.tile_room, shown.expansion_room, shown.stored_value) == (3, 6, 1, 12)
    assert (shown.score, shown.if_scored) == (33, 33 + 3 + 1), "three light blue hexes and a pavilion"
    assert [(one.id, one.by, one.spaces, one.points) for one in shown.groups] == [
        ("b", "colour", ["01", "02", "14"], 10)
    ]


# ---------------------------------------------------------------- payments


def all_payments(state: State) -> Iterator[list[str]]:
    """Yield every sequence of legal moves up to where the payment is over."""
    for text in legal(state):
        following = after(state, text)
        if following.phase == PAYMENT and following.owed < state.owed:
            yield from ([text, *more] for more in all_payments(following))
        else:
            yield [text]


def test_payments_are_all_ways_to_pay_and_each_ends_the_payment() -> None:
    longest = 0
    for state in [*states(2, "standard"), *states(4, "variant"), *sensible(2, 2), *sensible(4, 3)]:
        shown = board(state)
        found = [payment.moves for payment in shown.payments]
        if state.phase != PAYMENT:
            assert found == []
            continue
        assert sorted(found) == sorted(all_payments(state))
        assert RULEBOOK.parse_move(found[0][0]) == RULEBOOK.suggest(state)
        assert all(len(payment.pieces) == shown.owed for payment in shown.payments)
        longest = max(longest, len(found))
    assert longest > 5


def test_the_pieces_of_a_payment_are_those_that_leave_the_storage() -> None:
    tried = 0
    for state in sensible(2, 4):
        for payment in board(state).payments:
            paid = after(state, *payment.moves)
            before, left = (
                Counter(stored.piece for stored in board(one).players[state.turn].storage) for one in (state, paid)
            )
            assert before - left == Counter(piece for piece in payment.pieces if piece != "j")
            tried += 1
    assert tried > 5


def test_no_more_than_so_many_payments_are_listed() -> None:
    state = after(new_table(), ["b1", "b2", "g1", "g2"])
    player = state.players[state.turn]
    state.phase, state.piece, state.space, state.owed, state.pays_by, state.least = PAYMENT, 5, 1, 5, ANY, 0
    player.tiles[:] = (0b11111, 0b11111, 0)
    player.expansions, player.jokers = 0b11, 1
    found = [payment.moves for payment in board(state).payments]
    assert len(found) == MOST_PAYMENTS < len(list(all_payments(state)))
    assert len({tuple(moves) for moves in found}) == MOST_PAYMENTS
    assert RULEBOOK.parse_move(found[0][0]) == RULEBOOK.suggest(state)
    for moves in found:
        assert after(state, *moves).phase != PAYMENT
