"""The board: complete, honest, and enough to know what every legal move is about."""

from collections import Counter
from collections.abc import Iterator

import pytest

from azulejo.games.azul.board import board
from azulejo.games.azul.moves import Lay, parts
from azulejo.games.azul.rulebook import RULEBOOK
from azulejo.testing import scale
from azulejo.testing.cases import Case, Moment, RandomGame


def moments(seats: int, wall: str, games: int = 20) -> Iterator[Moment]:
    """Yield all positions of some random games."""
    for number in range(max(scale(games), 2)):
        yield from RandomGame(RULEBOOK, Case(seats, (("wall", wall),)), number).moments()


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_no_tile_is_missing(wall: str) -> None:
    for moment in moments(2, wall):
        shown = board(moment.state)
        tiles: Counter[str] = Counter(shown.bag) + Counter(shown.lid)
        for source in (*shown.factories, shown.centre):
            tiles += Counter(source.tiles)
        for player in shown.players:
            for line in player.lines:
                tiles += Counter({line.colour: line.count} if line.colour else {})
            tiles += Counter(tile for row in player.wall for tile in row if tile)
            tiles += Counter(piece for piece in player.floor if piece != "*")
        assert tiles == dict.fromkeys("BYRKW", 20), moment
        assert (shown.marker is None) + sum("*" in player.floor for player in shown.players) <= 1


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_every_move_is_about_something_on_the_board(wall: str) -> None:
    for moment in moments(3, wall):
        shown = board(moment.state)
        sources = {source.id: source.tiles for source in (*shown.factories, shown.centre)}
        for code in moment.moves:
            player, move = shown.players[moment.seat], parts(code)
            if isinstance(move, Lay):
                assert shown.line == move.line
                assert player.wall[move.line - 1][move.column - 1] is None
                assert player.lines[move.line - 1].count == player.lines[move.line - 1].size
            else:
                assert move.colour in sources[move.source]
                assert move.line is None or player.lines[move.line - 1].colour in (None, move.colour)


def test_a_coloured_wall_is_printed_as_it_is_filled() -> None:
    for moment in moments(4, "coloured"):
        shown = board(moment.state)
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
