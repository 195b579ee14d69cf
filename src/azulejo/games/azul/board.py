"""What is to be seen of a position of classic Azul: pictures, messages and the browser's types are made from it."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from azulejo.games import contract
from azulejo.games.azul.components import (
    COLOUR_BONUS,
    COLOURED,
    COLOURS,
    COLUMN_BONUS,
    COLUMN_OF,
    COLUMNS,
    FLOOR_LOSS,
    FLOOR_SPACES,
    GREY,
    LETTERS,
    MAX_SEATS,
    ROW_BONUS,
    ROWS,
    WALLS,
    Colour,
    Wall,
)
from azulejo.games.azul.moves import SOURCE_IDS
from azulejo.games.azul.rules import score_board
from azulejo.games.azul.scoring import end_bonus, full_rows
from azulejo.games.azul.state import CENTRE, IN_CENTRE, OFFER, PHASES, TILING, Phase, Player, State, factories
from azulejo.games.unpack import counts_of, laid_out, repeated
from azulejo.kernel.rule import interpreted, rule, widen
from azulejo.kernel.struct import as_array, plain

FloorPiece: TypeAlias = Literal["B", "Y", "R", "K", "W", "*"]
"""A tile, or the starting player marker."""


@dataclass(slots=True)
class Source:
    """Where tiles are taken from."""

    id: str
    """As in the texts of moves: ``1`` to ``9``, ``c`` for the centre."""
    tiles: dict[Colour, int]
    """The colours that lie there, with their numbers."""


@dataclass(slots=True)
class Line:
    """A pattern line; its number is its place in the list, from 1."""

    size: int
    colour: Colour | None
    count: int


@dataclass(slots=True)
class Bonuses:
    """The way to the bonuses at the end: tiles there are, of five, for every row, column and colour."""

    rows: list[int]
    columns: list[int]
    colours: dict[Colour, int]
    points: int
    """What the complete ones give; they are in the score once the game is over."""


@dataclass(slots=True, kw_only=True)
class PlayerBoard:
    """A player's board."""

    score: int
    if_scored: int
    """The score if the round were scored now."""
    lines: list[Line]
    wall: list[list[Colour | None]]
    """The tiles on the wall, row by row."""
    floor: list[FloorPiece]
    """From the left; the marker first, then the tiles by colour."""
    loss: int
    """The points that the floor line costs."""
    bonuses: Bonuses


@dataclass(slots=True, kw_only=True)
class Board(contract.Board):
    """All that is to be seen of a position."""

    game: Literal["azul"] = "azul"
    round: int
    last_round: bool
    """Whether the game would end if the round were scored now."""
    phase: Phase
    line: int | None
    """The pattern line whose tile is laid now, from 1; only while a grey wall is tiled."""
    start: int
    """The seat that started the round."""
    marker: int | None
    """The seat that has the starting player marker; nobody while it lies in the centre."""
    factories: list[Source]
    centre: Source
    bag: dict[Colour, int]
    lid: dict[Colour, int]
    walls: Wall
    printed: list[list[Colour | None]]
    """The colours printed on every wall; none on a grey one."""
    floor: list[int]
    """The points printed at each space of a floor line."""
    row_bonus: int
    column_bonus: int
    colour_bonus: int
    players: list[PlayerBoard]


# ---------------------------------------------------------------- what never changes

FLOOR_POINTS = [int(FLOOR_LOSS[space] - FLOOR_LOSS[space + 1]) for space in range(FLOOR_SPACES)]

_CELLS_OF = [sum(1 << row * COLUMNS + int(COLUMN_OF[row, colour]) for row in range(ROWS)) for colour in range(COLOURS)]
PRINTED: dict[int, list[list[Colour | None]]] = {
    COLOURED: laid_out(_CELLS_OF, LETTERS, ROWS, COLUMNS),
    GREY: [[None] * COLUMNS for _ in range(ROWS)],
}


# ---------------------------------------------------------------- the table


def board(state: State, viewer: int | None = None) -> Board:
    """Return what is to be seen of a position."""
    table, ahead = plain(state), np.zeros((MAX_SEATS, 2), np.int64)
    last_round = look_ahead(as_array(state), ahead)
    phase, marker, sources = table.phase, table.marker, table.sources.tolist()
    return Board(
        viewer=viewer,
        turn=table.turn if phase in (OFFER, TILING) else None,
        round=table.round_number,
        last_round=bool(last_round),
        phase=PHASES[phase],
        line=table.tiling_row + 1 if phase == TILING else None,
        start=table.start,
        marker=None if marker == IN_CENTRE else marker,
        factories=[_source(number, sources[number]) for number in range(1, interpreted(factories)(table) + 1)],
        centre=_source(CENTRE, sources[CENTRE]),
        bag=counts_of(table.bag, LETTERS),
        lid=counts_of(table.lid, LETTERS),
        walls=WALLS[table.grey],
        printed=PRINTED[table.grey],
        floor=FLOOR_POINTS,
        row_bonus=ROW_BONUS,
        column_bonus=COLUMN_BONUS,
        colour_bonus=COLOUR_BONUS,
        players=[_player(*one) for one in zip(table.players[: table.seats], *ahead.T.tolist(), strict=False)],
    )


@rule
def look_ahead(states: Any, out: Any) -> bool:
    """Write for every seat the score if the round were scored now and the bonuses at the end if that were now.

    Return whether the game would end with the round.
    """
    room = states.copy()
    row_complete = False
    for seat in range(widen(states[0].seats)):
        score_board(room[0], seat)
        player = room[0].players[seat]
        out[seat, 0] = player.score
        out[seat, 1] = end_bonus(states[0].players[seat])
        row_complete |= full_rows(widen(player.wall)) != 0
    return row_complete


def _source(number: int, handful: int) -> Source:
    tiles = {letter: count for letter, count in counts_of(handful, LETTERS).items() if count}
    return Source(SOURCE_IDS[number], tiles)


def _player(player: Player, if_scored: int, bonus: int) -> PlayerBoard:
    colours, counts = player.line_colour.tolist(), player.line_count.tolist()
    pieces, fallen = player.floor_pieces, player.floor_tiles.tolist()
    on_floor: list[FloorPiece] = ["*"] * (pieces - sum(fallen))
    on_floor += repeated(fallen, LETTERS)
    laid = player.wall_of.tolist()
    wall = laid_out(laid, LETTERS, ROWS, COLUMNS)
    return PlayerBoard(
        score=player.score,
        if_scored=if_scored,
        lines=[
            Line(row + 1, LETTERS[colour] if count else None, count)
            for row, (colour, count) in enumerate(zip(colours, counts, strict=True))
        ],
        wall=wall,
        floor=on_floor,
        loss=int(FLOOR_LOSS[pieces]),
        bonuses=Bonuses(
            rows=[COLUMNS - row.count(None) for row in wall],
            columns=[ROWS - column.count(None) for column in zip(*wall, strict=True)],
            colours={letter: filled.bit_count() for letter, filled in zip(LETTERS, laid, strict=True)},
            points=bonus,
        ),
    )
