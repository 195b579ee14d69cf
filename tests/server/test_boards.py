"""The boards: complete, honest, and enough to know what every legal move is about."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from azulejo.games import names, rulebook
from azulejo.games.contract import (
    CHANCE,
    OVER,
    SPECTATOR,
    Rulebook,
    apply,
    deal,
    legal_moves,
    outcome,
    redact,
    setup,
    to_move,
)
from azulejo.games.garden.acquire import fits
from azulejo.games.garden.components import STACK_SIZE
from azulejo.games.garden.moves import FIRST_GIVE
from azulejo.games.garden.state import ANY, PAYMENT
from azulejo.kernel.chance import reseed, stream
from azulejo.server.boards import AzulBoard, Board, GardenBoard, TextBoard, board_of, payments
from azulejo.server.boards.garden import MOST_PAYMENTS, too_many
from azulejo.testing import scale
from azulejo.testing.cases import Case, Game, Moment, cases

pytestmark = pytest.mark.slow

EXTRA: dict[str, dict[str, tuple[str, ...]]] = {
    "duel": {"tablets": ("1B,2B,3B,4B", "1A,2A,4A")},
    "garden": {"side": ('{"rounds":[{"tree":4,"yellow":2},{},{"bird":9},{}],"pavilion":0,"groups":{"3":1,"6":20}}',)},
}
CASES = [(name, case) for name in names() for case in cases(rulebook(name).title, EXTRA.get(name))]
EVERY_CASE = pytest.mark.parametrize(("name", "case"), CASES, ids=[f"{name}-{case}"[:60] for name, case in CASES])


def moments(name: str, case: Case | None = None, games: int = 20) -> Iterator[Moment]:
    """Yield all positions of some random games, of one case or of each in turn."""
    book = rulebook(name)
    in_turn = [case] if case else cases(book.title, EXTRA.get(name))
    for number in range(max(scale(games), games // 10)):  # interpreted as many: some tests look for rare positions
        yield from Game(book, in_turn[number % len(in_turn)], number).moments()


def sensible(name: str, seats: int, number: int) -> Iterator[tuple[Any, int]]:
    """Yield the decisions of a game in which everybody plays the suggested moves: state and seat."""
    book, rng = rulebook(name), stream()
    reseed(rng, number)
    state = book.state.new()
    setup(state, seats, Case(seats, cases(book.title)[0].options).encoded(book.title), 0)
    drawn = np.zeros(book.max_drawn, np.int16)
    while (seat := int(to_move(state))) != OVER:
        if seat == CHANCE:
            deal(state, rng, drawn)
        else:
            yield state.copy(), seat
            apply(state, book.suggest(state))


def board(book: Rulebook, state: Any, viewer: int = SPECTATOR) -> Any:
    """Return a board of whichever game."""
    return board_of(book, state, viewer)


def seen(book: Rulebook, state: Any, eye: int) -> Any:
    """Return the board of a position as somebody sees it."""
    redacted = state.copy()
    redact(redacted, eye)
    return board(book, redacted, eye)


def legal_texts(book: Rulebook, state: Any) -> list[str]:
    """Return the texts of the legal moves."""
    room = np.zeros(book.moves_room, np.int16)
    return [book.move_text(int(code)) for code in room[: legal_moves(state, room)]]


# ---------------------------------------------------------------- every game


@EVERY_CASE
def test_a_board_comes_back_from_its_message_as_it_was(name: str, case: Case) -> None:
    book = rulebook(name)
    for moment in islice(moments(name, case, 10), 0, None, 2):
        for eye in (SPECTATOR, *range(case.seats)):
            shown = seen(book, moment.state, eye)
            assert msgspec.json.decode(msgspec.json.encode(shown), type=Board) == shown, moment
            assert msgspec.json.decode(msgspec.json.encode(shown))["game"] == name
            assert shown.viewer == (None if eye == SPECTATOR else eye)


@EVERY_CASE
def test_a_board_has_the_scores_and_whose_turn_it_is(name: str, case: Case) -> None:
    book = rulebook(name)
    for moment in moments(name, case, 10):
        shown = board(book, moment.state)
        scores = np.zeros(case.seats, np.int64)
        outcome(moment.state, (1 << case.seats) - 1, scores)
        assert [player.score for player in shown.players] == scores.tolist(), moment
        assert shown.turn == (moment.seat if moment.seat >= 0 else None), moment


@EVERY_CASE
def test_what_a_round_would_score_goes_with_the_previews(name: str, case: Case) -> None:
    book = rulebook(name)
    compared = 0
    for moment in islice(moments(name, case, 10), 0, None, 3):
        shown = board(book, moment.state)
        if moment.move is None or shown.phase in ("tiling", "pay", "lay"):
            continue
        preview = book.preview(moment.state, moment.move)
        after = moment.state.copy()
        apply(after, moment.move)
        if not preview.ends_round and board(book, after).phase not in ("pay", "lay"):
            gained = board(book, after).players[moment.seat].if_scored - shown.players[moment.seat].if_scored
            assert gained == preview.points, moment
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("name", names())
def test_a_finished_game_shows_the_scores_it_ended_with(name: str) -> None:
    book = rulebook(name)
    ends = [moment.state for moment in moments(name) if moment.seat not in (CHANCE, *range(4))]
    assert ends
    for state in ends:
        shown = board(book, state)
        assert [player.if_scored for player in shown.players] == [player.score for player in shown.players]
        assert shown.last_round


def test_a_game_of_another_package_is_drawn_with_characters() -> None:
    book = rulebook("azul")
    other = replace(book, title=replace(book.title, name="mosaic"))
    state = next(moment.state for moment in moments("azul") if moment.seat >= 0)
    shown = board(other, state, 1)
    assert isinstance(shown, TextBoard)
    assert shown.text == {"en": book.text(state, "en"), "ru": book.text(state, "ru")}
    assert msgspec.json.decode(msgspec.json.encode(shown), type=Board) == shown
    assert payments(other, state) == []


def test_the_message_of_a_board_says_whose_it_is() -> None:
    schema = msgspec.json.schema(Board)
    assert set(schema["discriminator"]["mapping"]) == {*names(), "text"}


def test_the_documentation_explains_every_field(root: Path) -> None:
    document = (root / "docs" / "boards.md").read_text(encoding="utf-8")
    tables = {part.split("`")[0]: part.split("\n## ")[0] for part in document.split("\n**`")[1:]}
    shapes = msgspec.json.schema(Board)["$defs"]
    assert set(tables) == set(shapes)
    for name, shape in shapes.items():
        named = re.findall(r"^\| `(\w+)` \|", tables[name], re.MULTILINE)
        assert set(named) == set(shape["properties"]), name


# ---------------------------------------------------------------- classic Azul


def test_no_tile_of_classic_azul_is_missing() -> None:
    for moment in moments("azul"):
        shown = board(rulebook("azul"), moment.state)
        assert isinstance(shown, AzulBoard)
        tiles: Counter[str] = Counter(shown.bag) + Counter(shown.lid)
        for source in (*shown.factories, shown.centre):
            tiles += Counter(source.tiles)
        markers = shown.marker is None
        for player in shown.players:
            for line in player.lines:
                tiles += Counter({line.colour: line.count} if line.colour else {})
            tiles += Counter(tile for row in player.wall for tile in row if tile)
            tiles += Counter(piece for piece in player.floor if piece != "*")
        assert tiles == dict.fromkeys("BYRKW", 20), moment
        assert markers + sum("*" in player.floor for player in shown.players) <= 1


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_every_move_of_classic_azul_is_about_something_on_its_board(wall: str) -> None:
    book, case = rulebook("azul"), Case(3, (("wall", wall),))
    for moment in moments("azul", case):
        shown = board(book, moment.state)
        assert isinstance(shown, AzulBoard)
        sources = {source.id: source.tiles for source in (*shown.factories, shown.centre)}
        for text in legal_texts(book, moment.state):
            player = shown.players[moment.seat]
            if text[0] == "w":
                row, column = int(text[1]) - 1, int(text[2]) - 1
                assert shown.line == row + 1
                assert player.wall[row][column] is None
                assert player.lines[row].count == player.lines[row].size
            else:
                colour = text[1].upper()
                assert colour in sources[text[0]]
                assert text[2] == "-" or player.lines[int(text[2]) - 1].colour in (None, colour)


def test_the_walls_of_classic_azul_are_printed_as_they_are_filled() -> None:
    for moment in moments("azul", Case(4, (("wall", "coloured"),))):
        shown = board(rulebook("azul"), moment.state)
        for player in shown.players:
            for printed, laid in zip(shown.printed, player.wall, strict=True):
                assert all(tile in (None, colour) for colour, tile in zip(printed, laid, strict=True))
            assert player.bonuses.rows == [sum(tile is not None for tile in row) for row in player.wall]
            columns = [sum(row[column] is not None for row in player.wall) for column in range(5)]
            assert player.bonuses.columns == columns
            full = player.bonuses.rows.count(5) * shown.row_bonus + columns.count(5) * shown.column_bonus
            full += list(player.bonuses.colours.values()).count(5) * shown.colour_bonus
            assert player.bonuses.points == full
            assert -sum(shown.floor[: len(player.floor)]) == player.loss


# ---------------------------------------------------------------- Queen's Garden


def test_no_piece_of_the_garden_is_missing() -> None:
    for moment in moments("garden"):
        shown = board(rulebook("garden"), moment.state)
        assert isinstance(shown, GardenBoard)
        tiles: Counter[str] = Counter(shown.bag) + Counter(shown.tower)
        expansions = shown.supply + shown.stack + sum(not place.top for place in shown.display)
        expansions += (shown.rounds - shown.round) * int(STACK_SIZE[len(shown.players)])
        for place in shown.display:
            tiles += Counter(place.tiles)
        for player in shown.players:
            tiles += Counter(planted.hex for planted in player.hexes if not planted.printed)
            tiles += Counter(stored.hex for stored in player.storage if not stored.expansion)
            expansions += sum(stored.expansion for stored in player.storage)
            expansions += sum(slot != "free" for slot in player.slots)
            in_storage = sum(not stored.expansion for stored in player.storage) + player.jokers
            assert in_storage + player.tile_room == shown.tile_room
        assert tiles == {f"{colour}{value}": 3 for colour in "bglypm" for value in "123456"}, moment
        assert expansions == 36, moment


def test_every_move_of_the_garden_is_about_something_on_its_board() -> None:
    book = rulebook("garden")
    phases = set()
    for moment in moments("garden"):
        if moment.seat >= 0:
            shown = board(book, moment.state)
            phases.add(shown.phase)
            for text in legal_texts(book, moment.state):
                assert garden_move_is_on(shown, text), f"{text} {moment}"
            if shown.phase == "turn":
                takes = {f"t{one.id}" for one in shown.sets if one.too_many[moment.seat] == 0}
                assert takes == {text for text in legal_texts(book, moment.state) if text[0] == "t"}, moment
    assert phases == {"turn", "copy", "space", "payment", "discard"}


def garden_move_is_on(shown: GardenBoard, text: str) -> bool:
    """Return whether what a move names is to be seen."""
    player = shown.players[shown.turn or 0]
    if text in ("pass", "done"):
        return True
    if text == "buy":
        return shown.supply > 0 and player.score >= shown.supply_price and "free" in player.slots
    if text[0] == "t":
        return any(one.id == text[1] for one in shown.sets)
    if text[0] == "f":
        copies = {copy.hex: copy.places for one in shown.sets for copy in one.hexes}
        return text in copies[shown.wanted[0]]
    if text[0] == "d":
        return player.jokers > 0 if text == "dj" else any(stored.piece == text[1:] for stored in player.storage)
    if shown.phase == "space":
        return text in player.vacant or (text in shown.spaces and player.slots[int(text[0]) - 1] == "free")
    return any(stored.piece == text for stored in player.storage)


def test_a_garden_is_where_its_spaces_say() -> None:
    shown = board(rulebook("garden"), next(iter(moments("garden"))).state)
    steps = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    assert len(set(shown.spaces.values())) == len(shown.spaces) == 48
    for decoration in shown.decorations:
        q, r = decoration.at
        assert {shown.spaces[space] for space in decoration.around} == {(q + dq, r + dr) for dq, dr in steps}


def test_decorations_are_surrounded_by_what_stands_around_them() -> None:
    finished = 0
    for state, _ in sensible("garden", 3, 1):
        shown = board(rulebook("garden"), state)
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


def test_what_does_not_fit_is_what_the_rules_say() -> None:
    for as_tile in range(16):
        for as_face in range(16):
            for room in range(5):
                for room_for_expansions in range(3):
                    none = too_many(as_tile, as_face, room, room_for_expansions) == 0
                    assert none == bool(fits(as_tile, as_face, room, room_for_expansions))


# ---------------------------------------------------------------- payments


def all_payments(book: Rulebook, state: Any, seat: int) -> Iterator[list[str]]:
    """Yield every sequence of legal moves up to where the payment is over."""
    for text in legal_texts(book, state):
        after = state.copy()
        apply(after, book.parse_move(text))
        if after.phase == PAYMENT and to_move(after) == seat:
            yield from ([text, *more] for more in all_payments(book, after, seat))
        else:
            yield [text]


def test_payments_are_all_ways_to_pay_and_each_ends_the_payment() -> None:
    book = rulebook("garden")
    longest = 0
    states = [(moment.state, moment.seat) for moment in moments("garden", games=30)]
    for state, seat in [*states, *sensible("garden", 2, 2), *sensible("garden", 4, 3)]:
        found = payments(book, state)
        if state.phase != PAYMENT:
            assert found == []
            continue
        assert sorted(found) == sorted(all_payments(book, state, seat)), book.position_text(state)
        assert book.parse_move(found[0][0]) == book.suggest(state), book.position_text(state)
        shown = board(book, state)
        assert [payment.moves for payment in shown.payments] == found
        assert all(len(payment.pieces) == shown.owed for payment in shown.payments)
        longest = max(longest, len(found))
    assert longest > 5


def test_the_pieces_of_a_payment_are_those_that_leave_the_storage() -> None:
    book = rulebook("garden")
    tried = 0
    for state, seat in sensible("garden", 2, 4):
        for payment in board(book, state).payments:
            after = state.copy()
            for text in payment.moves:
                apply(after, book.parse_move(text))
            before, left = (
                Counter(stored.piece for stored in board(book, one).players[seat].storage) for one in (state, after)
            )
            assert before - left == Counter(piece for piece in payment.pieces if piece != "j")
            tried += 1
    assert tried > 5


def test_no_more_than_so_many_payments_are_listed() -> None:
    book = rulebook("garden")
    state = next(moment.state for moment in moments("garden") if moment.seat >= 0).copy()
    player = state.players[state.turn]
    state.phase, state.piece, state.space, state.owed, state.pays_by, state.least = PAYMENT, 5, 1, 5, ANY, 0
    player.tiles[:] = (0b11111, 0b11111, 0)
    player.expansions, player.jokers = 0b11, 1
    found = payments(book, state)
    assert len(found) == MOST_PAYMENTS < len(list(all_payments(book, state, int(state.turn))))
    assert len({tuple(moves) for moves in found}) == MOST_PAYMENTS
    assert found[0][0] == book.move_text(book.suggest(state))
    assert book.parse_move(found[0][0]) >= FIRST_GIVE
    for moves in found:
        after = state.copy()
        for text in moves:
            assert after.phase == PAYMENT
            assert text in legal_texts(book, after)
            apply(after, book.parse_move(text))
        assert after.phase != PAYMENT
