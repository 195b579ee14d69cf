"""The board: complete, honest, and enough to know what every legal move is about."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

from azulejo.games.contract import OVER, SPECTATOR, apply, determinise, outcome, redact
from azulejo.games.duel.board import Board, Factory
from azulejo.games.duel.moves import (
    DrawPlate,
    KeepPlate,
    LayTile,
    Parts,
    PayChip,
    PlacePlate,
    PutOnLine,
    ReturnPlate,
    StackTiles,
    TakeChip,
    TakeFromMoons,
    TakeFromSun,
    TakePlate,
    parts,
)
from azulejo.games.duel.rulebook import RULEBOOK
from azulejo.games.duel.scoring import (
    colourful_rows,
    complete_columns,
    complete_diagonals,
    complete_rows,
    edge_tiles,
    empty_specials,
    joker_points,
)
from azulejo.games.duel.state import State
from azulejo.kernel.chance import reseed, stream
from azulejo.testing import scale
from azulejo.testing.cases import Case, Moment, RandomGame, cases
from tests.games.duel.helpers import after, last_chip, table

pytestmark = pytest.mark.slow

CASES = cases(RULEBOOK.title, {"tablets": ("1B,2B,3B,4B", "1A,2A,4A")})
VIEWERS = (None, 0, 1)


def moments(case: Case | None = None, games: int = 20) -> Iterator[Moment]:
    """Yield all positions of some random games, of one case or of each in turn."""
    in_turn = [case] if case else CASES
    for number in range(max(scale(games), games // 10)):  # interpreted as many: some tests look for rare positions
        yield from RandomGame(RULEBOOK, in_turn[number % len(in_turn)], number).moments()


def shown(state: State, viewer: int | None = None) -> Board:
    """Return the board of a position as somebody sees it."""
    redacted = state.copy()
    redact(redacted, SPECTATOR if viewer is None else viewer)
    board: Board = RULEBOOK.board(redacted, viewer)
    return board


# ---------------------------------------------------------------- pieces


def test_no_piece_is_missing() -> None:
    for moment in moments():
        for viewer in VIEWERS:
            check_pieces(shown(moment.state, viewer))


def check_pieces(board: Board) -> None:
    """Count tiles, special tiles, plates and chips."""
    tiles: Counter[str] = Counter(board.bag) + Counter(board.tower)
    chips: Counter[str] = Counter(board.unseen_chips)
    plates = board.pile.size + sum(plate is not None for plate in (*board.display, board.placing)) + len(board.drawn)
    for factory in board.factories:
        tiles += Counter(factory.sun) + Counter(factory.moon)
        chips += Counter([factory.chip] if factory.chip not in (None, "?") else [])
    if board.picked:
        tiles += Counter({board.picked.colour: board.picked.count})
    for player in board.players:
        for line in player.lines:
            tiles += Counter({line.colour: line.count} if line.colour else {})
        tiles += Counter(tile for row in player.tiles for tile in row if tile) + Counter(player.broken)
        chips += Counter(player.chips) + Counter(player.used_chips)
        plates += sum(plate is not None for plate in player.plates)
    assert {letter: tiles[letter] for letter in "BYRKT"} == dict.fromkeys("BYRKT", 13)
    assert tiles["S"] + board.special_tiles == 9
    assert sorted(chips.values()) == [2] * 10
    assert plates == 18
    assert len(board.pile.plates) == board.pile.size


def test_a_dome_shows_its_plates_where_they_lie() -> None:
    for moment in moments():
        board = shown(moment.state)
        for player in board.players:
            for placed, cells in zip(player.plates, board.plate_cells, strict=True):
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


def test_every_move_is_about_something_on_the_board() -> None:
    phases = set()
    for moment in moments(games=40):
        if moment.seat < 0:
            continue
        board = shown(moment.state, moment.seat)
        phases.add(board.phase)
        for code in moment.moves:
            assert is_on(board, parts(code)), f"{parts(code)} {moment}"
    assert phases == {"choose", "action", "stack", "line", "drawing", "keep", "place", "return", "pay", "lay"}


def is_on(board: Board, move: Parts) -> bool:
    """Return whether what a move names is to be seen."""
    player = board.players[board.turn or 0]
    factories = {factory.id: factory for factory in board.factories}
    match move:
        case PutOnLine(line):
            return line is None or player.lines[line - 1].count < player.lines[line - 1].size
        case PlacePlate(space, turn):
            assert board.placing is not None
            return player.plates[space - 1] is None and turn in board.placing.turned
        case LayTile(line, column):
            return player.tiles[line - 1][column - 1] is None and board.line == line
        case PayChip(chip):
            return chip in player.chips and board.line is not None
        case StackTiles(order):
            return sorted(order) == sorted(factories[board.stacking or ""].sun)
        case KeepPlate(number) | ReturnPlate(number):
            return any(drawn.number == number and drawn.plate.name for drawn in board.drawn)
        case TakePlate(place):
            return board.display[place - 1] is not None
        case _:
            return is_to_be_taken(board, factories, move)


def is_to_be_taken(board: Board, factories: dict[str, Factory], move: Parts) -> bool:
    """Return whether what a move takes from the table is to be seen there."""
    match move:
        case DrawPlate():
            return board.pile.size > 0
        case TakeChip(factory):
            return factories[factory].chip not in (None, "?")
        case TakeFromMoons(colour):
            tops = [factory.moon[-1:] for factory in board.factories[1:]] + [board.factories[0].moon]
            return any(colour in top for top in tops)
        case TakeFromSun(factory, colour):
            return colour in factories[factory].sun
        case _:
            return True


# ---------------------------------------------------------------- points


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_has_the_scores(case: Case) -> None:
    for moment in moments(case, 10):
        scores = np.zeros(2, np.int64)
        outcome(moment.state, 0b11, scores)
        assert [player.score for player in shown(moment.state).players] == scores.tolist(), moment


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_a_round_would_score_goes_with_the_previews(case: Case) -> None:
    compared = 0
    for moment in islice(moments(case, 10), 0, None, 3):
        before = shown(moment.state)
        if moment.move is None or before.phase in ("pay", "lay"):
            continue
        preview = RULEBOOK.preview(moment.state, moment.move)
        played = moment.state.copy()
        apply(played, moment.move)
        afterwards = shown(played)
        if not preview.ends_round and afterwards.phase not in ("pay", "lay"):
            gained = afterwards.players[moment.seat].if_scored - before.players[moment.seat].if_scored
            assert gained == preview.points, moment
            compared += 1
    assert compared > 5


def test_a_finished_game_shows_the_scores_it_ended_with() -> None:
    ends = [shown(moment.state) for moment in moments() if moment.seat == OVER]
    assert ends
    for board in ends:
        assert [player.if_scored for player in board.players] == [player.score for player in board.players]
        assert board.last_round


def test_losses_are_shown_until_they_are_paid() -> None:
    """The starter's dome is tiled first: while the other player pays or lays, the starter's losses are gone."""
    me, you = {"broken": "TT", "score": "9"}, {"lines": "-,BB,-,-,-,-", "plates": "TRBJn,SKRBn,SYBRn", "broken": "K"}
    state = last_chip(3, "", me, **you)
    assert [player.loss for player in shown(state).players] == [3, 3]
    state = after(state, "c1")
    board = shown(state)
    assert (board.phase, board.turn) == ("lay", 1)
    assert [player.loss for player in board.players] == [0, 3]
    assert board.players[0].if_scored == board.players[0].score == 6


def test_tablets_count_what_the_scoring_counts() -> None:
    counted: Counter[str] = Counter()
    for case in CASES:
        for moment in moments(case, 10):
            for tablet in shown(moment.state).tablets:
                for seat in range(2):
                    check_progress(moment.state, tablet, seat)
                counted[tablet.counts] += any(progress.count > 0 for progress in tablet.progress)
    assert set(counted) == {"rows", "colourful_rows", "columns", "edge", "diagonals", "corners", "jokers", "specials"}


def check_progress(state: State, tablet: Any, seat: int) -> None:
    """Compare what a tablet shows with the rules."""
    player, progress = state.players[seat], tablet.progress[seat]
    counts = {
        "rows": complete_rows(player),
        "colourful_rows": colourful_rows(player, state.special_is_a_colour),
        "columns": complete_columns(player),
        "edge": edge_tiles(player),
        "diagonals": complete_diagonals(player),
        "specials": empty_specials(player),
    }
    assert progress.count == counts.get(tablet.counts, progress.count)
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


@pytest.mark.parametrize(("option", "kinds"), [("true", 2), ("false", 1)])
def test_ruling_19_a_special_tile_can_be_a_kind_on_the_way_to_a_colourful_row(option: str, kinds: int) -> None:
    words = f"round=3 tablets=1B,2A,3A special_is_a_colour={option} suns=-,BYRK,-,-,- chips=?,B,R,T"
    state = table(words, {"plates": "TRBSn", "dome": "TR....,BS....,......,......,......,......"})
    (tablet,) = [tablet for tablet in shown(state).tablets if tablet.counts == "colourful_rows"]
    assert tablet.progress[0].parts[:3] == [(2, 5), (kinds, 5), (0, 5)]


# ---------------------------------------------------------------- secrets


def test_nobody_sees_on_a_board_what_only_another_may_know() -> None:
    rng = stream()
    reseed(rng, 5)
    secrets = 0
    for moment in moments(games=20):
        for viewer in VIEWERS:
            board = shown(moment.state, viewer)
            other = moment.state.copy()
            determinise(other, SPECTATOR if viewer is None else viewer, rng)
            assert shown(other, viewer) == board, moment
            secrets += RULEBOOK.board(other, viewer) != board
            for drawn in board.drawn:
                known = viewer is not None and int(moment.state.drawn_known[drawn.number - 1]) >> viewer & 1
                assert (drawn.plate.name is not None) == bool(known), moment
    assert secrets > 10, "no random game had a secret: this proves nothing"
