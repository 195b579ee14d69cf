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
    SPECTATOR,
    Rulebook,
    apply,
    determinise,
    legal_moves,
    outcome,
    redact,
)
from azulejo.games.duel.scoring import (
    colourful_rows,
    complete_columns,
    complete_diagonals,
    complete_rows,
    edge_tiles,
    empty_specials,
    joker_points,
)
from azulejo.kernel.chance import reseed, stream
from azulejo.server.boards import AzulBoard, Board, DuelBoard, TextBoard, board_of, payments
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
        if moment.move is None or getattr(shown, "phase", None) == "tiling" or board_stage(shown) in ("pay", "lay"):
            continue
        preview = book.preview(moment.state, moment.move)
        after = moment.state.copy()
        apply(after, moment.move)
        if not preview.ends_round and board_stage(board(book, after)) not in ("pay", "lay"):
            gained = board(book, after).players[moment.seat].if_scored - shown.players[moment.seat].if_scored
            assert gained == preview.points, moment
            compared += 1
    assert compared > 5


def board_stage(shown: Any) -> str:
    """Return the stage of a Duel board."""
    return shown.stage if isinstance(shown, DuelBoard) else ""


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


# ---------------------------------------------------------------- Duel


def test_no_piece_of_duel_is_missing() -> None:
    book = rulebook("duel")
    for moment in moments("duel"):
        for eye in (SPECTATOR, 0, 1):
            check_duel_pieces(seen(book, moment.state, eye))


def check_duel_pieces(shown: DuelBoard) -> None:
    """Count tiles, special tiles, plates and chips."""
    tiles: Counter[str] = Counter(shown.bag) + Counter(shown.tower)
    chips: Counter[str] = Counter(shown.unseen_chips)
    plates = shown.pile.size + sum(plate is not None for plate in (*shown.display, shown.placing)) + len(shown.drawn)
    for factory in shown.factories:
        tiles += Counter(factory.sun) + Counter(factory.moon)
        chips += Counter([factory.chip] if factory.chip not in (None, "?") else [])
    if shown.picked:
        tiles += Counter({shown.picked.colour: shown.picked.count})
    for player in shown.players:
        for line in player.lines:
            tiles += Counter({line.colour: line.count} if line.colour else {})
        tiles += Counter(tile for row in player.tiles for tile in row if tile) + Counter(player.broken)
        chips += Counter(player.chips) + Counter(player.used_chips)
        plates += sum(plate is not None for plate in player.plates)
    assert {letter: tiles[letter] for letter in "BYRKT"} == dict.fromkeys("BYRKT", 13)
    assert tiles["S"] + shown.special_tiles == 9
    assert sorted(chips.values()) == [2] * 10
    assert plates == 18
    assert len(shown.pile.plates) == shown.pile.size


def test_a_dome_shows_its_plates_where_they_lie() -> None:
    for moment in moments("duel"):
        shown = board(rulebook("duel"), moment.state)
        for player in shown.players:
            for placed, cells in zip(player.plates, shown.plate_cells, strict=True):
                spaces = [player.spaces[row][column] for row, column in cells]
                plate = [None] * 4 if placed is None else list(turned_plate(placed.name, placed.turn))
                assert spaces == plate
            for kinds, tiles in zip(player.spaces, player.tiles, strict=True):
                for kind, tile in zip(kinds, tiles, strict=True):
                    assert tile is None or kind == tile or (kind == "J" and tile != "S")


def turned_plate(name: str, turn: str) -> str:
    """Return the spaces of a plate, turned by hand."""
    order = {"n": (0, 1, 2, 3), "e": (2, 0, 3, 1), "s": (3, 2, 1, 0), "w": (1, 3, 0, 2)}[turn]
    return "".join(name[corner] for corner in order)


def test_every_move_of_duel_is_about_something_on_its_board() -> None:
    book = rulebook("duel")
    stages = set()
    for moment in moments("duel", games=40):
        if moment.seat < 0:
            continue
        shown = seen(book, moment.state, moment.seat)
        stages.add(shown.stage)
        for text in legal_texts(book, moment.state):
            assert duel_move_is_on(shown, text), f"{text} {moment}"
    assert stages == {"choose", "action", "stack", "line", "drawing", "keep", "place", "return", "pay", "lay"}


def duel_move_is_on(shown: DuelBoard, text: str) -> bool:
    """Return whether what a move names is to be seen."""
    player = shown.players[shown.turn or 0]
    factories = {factory.id: factory for factory in shown.factories}
    first, rest = text[0], text[1:]
    if text in ("pass", ".", "-", "d"):
        return text != "d" or shown.pile.size > 0
    if shown.stage == "line":
        return player.lines[int(text) - 1].count < player.lines[int(text) - 1].size
    if shown.stage == "place":
        assert shown.placing is not None
        return player.plates[int(first) - 1] is None and rest in shown.placing.turned
    if shown.stage == "lay":
        return player.tiles[int(first) - 1][int(rest) - 1] is None and shown.line == int(first)
    if shown.stage == "pay":
        return rest.upper() in player.chips and shown.line is not None
    if shown.stage == "stack":
        return sorted(rest.upper()) == sorted(factories[shown.stacking or ""].sun)
    if first in "ku":
        return any(drawn.number == int(rest) and drawn.plate.name for drawn in shown.drawn)
    if first == "p":
        return shown.display[int(rest) - 1] is not None
    if first == "c":
        return factories[rest].chip not in (None, "?")
    if first == "m":
        tops = [factory.moon[-1:] for factory in shown.factories[1:]] + [shown.factories[0].moon]
        return any(rest.upper() in top for top in tops)
    return rest.upper() in factories[first].sun


def test_nobody_sees_on_a_board_what_only_another_may_know() -> None:
    book, rng = rulebook("duel"), stream()
    reseed(rng, 5)
    secrets = 0
    for moment in moments("duel", games=20):
        for eye in (SPECTATOR, 0, 1):
            shown = seen(book, moment.state, eye)
            other = moment.state.copy()
            determinise(other, eye, rng)
            assert msgspec.json.encode(seen(book, other, eye)) == msgspec.json.encode(shown), moment
            secrets += board(book, other, eye) != shown
            for drawn in shown.drawn:
                known = eye != SPECTATOR and int(moment.state.drawn_known[drawn.number - 1]) >> eye & 1
                assert (drawn.plate.name is not None) == bool(known), moment
    assert secrets > 10, "no random game had a secret: this proves nothing"


def test_tablets_count_what_the_scoring_counts() -> None:
    book = rulebook("duel")
    counted: Counter[str] = Counter()
    for case in cases(book.title, EXTRA["duel"]):
        for moment in moments("duel", case, 10):
            state = moment.state
            for tablet in board(book, state).tablets:
                for seat, progress in enumerate(tablet.progress):
                    player = state.players[seat]
                    counts = {
                        "rows": complete_rows(player),
                        "colourful_rows": colourful_rows(player, state.special_is_a_colour),
                        "columns": complete_columns(player),
                        "edge": edge_tiles(player),
                        "diagonals": complete_diagonals(player),
                        "specials": empty_specials(player),
                    }
                    assert progress.count == counts.get(tablet.counts, progress.count), moment
                    if tablet.counts == "jokers":
                        assert progress.points == joker_points(player)
                        complete = progress.parts[0][0] == progress.parts[0][1]
                        assert progress.points == (tablet.each[0] * progress.count if complete else 0)
                    elif tablet.counts == "corners":
                        filled = [there == needed for there, needed in progress.parts]
                        upper, lower = tablet.each
                        assert progress.points == sum(filled[:2]) * upper + sum(filled[2:]) * lower
                        assert progress.count == sum(filled)
                    else:
                        assert progress.points == tablet.each[0] * progress.count
                    counted[tablet.counts] += progress.count > 0
    assert set(counted) == {"rows", "colourful_rows", "columns", "edge", "diagonals", "corners", "jokers", "specials"}
