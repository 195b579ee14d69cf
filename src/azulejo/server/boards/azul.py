"""The board of classic Azul."""

from typing import Literal, TypeAlias, get_args

from azulejo.games.azul.components import (
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    COLUMN_OF,
    COLUMNS,
    FLOOR_LOSS,
    FLOOR_SPACES,
    ROW_BONUS,
    ROWS,
)
from azulejo.games.azul.rules import score_board
from azulejo.games.azul.scoring import end_bonus, full_rows
from azulejo.games.azul.state import CENTRE, IN_CENTRE, OFFER, TILING, Player, State, factories
from azulejo.server.boards.part import Part, counts_of, laid_out, repeated

AzulColour: TypeAlias = Literal["B", "Y", "R", "K", "W"]
"""Blue, yellow, red, black, white; the small letter in the texts of moves."""
AzulPhase: TypeAlias = Literal["offer", "tiling", "deal", "end"]
AzulWall: TypeAlias = Literal["coloured", "grey"]
AzulFloorPiece: TypeAlias = Literal["B", "Y", "R", "K", "W", "*"]
"""A tile, or the starting player marker."""


class AzulSource(Part):
    """Where tiles are taken from."""

    id: str
    """As in the texts of moves: ``1`` to ``9``, ``c`` for the centre."""
    tiles: dict[AzulColour, int]
    """The colours that lie there, with their numbers."""


class AzulLine(Part):
    """A pattern line; its number is its place in the list, from 1."""

    size: int
    colour: AzulColour | None
    count: int


class AzulBonuses(Part):
    """The way to the bonuses at the end: tiles there are, of five, for every row, column and colour."""

    rows: list[int]
    columns: list[int]
    colours: dict[AzulColour, int]
    points: int
    """What the complete ones give; they are in the score once the game is over."""


class AzulPlayer(Part):
    """A player's board."""

    score: int
    if_scored: int
    """The score if the round were scored now."""
    lines: list[AzulLine]
    wall: list[list[AzulColour | None]]
    """The tiles on the wall, row by row."""
    floor: list[AzulFloorPiece]
    """From the left; the marker first, then the tiles by colour."""
    loss: int
    """The points that the floor line costs."""
    bonuses: AzulBonuses


class AzulBoard(Part, tag="azul", tag_field="game"):
    """All that is to be seen of a position of classic Azul."""

    viewer: int | None
    turn: int | None
    """The seat to move."""
    round: int
    last_round: bool
    """Whether the game would end if the round were scored now."""
    phase: AzulPhase
    line: int | None
    """The pattern line whose tile is laid now, from 1; only while a grey wall is tiled."""
    start: int
    """The seat that started the round."""
    marker: int | None
    """The seat that has the starting player marker; nobody while it lies in the centre."""
    factories: list[AzulSource]
    centre: AzulSource
    bag: dict[AzulColour, int]
    lid: dict[AzulColour, int]
    walls: AzulWall
    printed: list[list[AzulColour | None]]
    """The colours printed on every wall; none on a grey one."""
    floor: list[int]
    """The points printed at each space of a floor line."""
    row_bonus: int
    column_bonus: int
    colour_bonus: int
    players: list[AzulPlayer]


# ---------------------------------------------------------------- what never changes

PHASES: tuple[AzulPhase, ...] = get_args(AzulPhase)
COLOUR_LETTERS: tuple[AzulColour, ...] = get_args(AzulColour)
WALL_NAMES: tuple[AzulWall, ...] = get_args(AzulWall)
FLOOR_POINTS = [int(FLOOR_LOSS[space] - FLOOR_LOSS[space + 1]) for space in range(FLOOR_SPACES)]


def _printed() -> list[list[AzulColour | None]]:
    """Return the coloured wall."""
    masks = [sum(1 << row * COLUMNS + int(COLUMN_OF[row, colour]) for row in range(ROWS)) for colour in range(COLOURS)]
    return laid_out(masks, COLOUR_LETTERS, ROWS, COLUMNS)


PRINTED: dict[AzulWall, list[list[AzulColour | None]]] = {
    "coloured": _printed(),
    "grey": [[None] * COLUMNS for _ in range(ROWS)],
}


# ---------------------------------------------------------------- the table


def azul_board(state: State, viewer: int | None) -> AzulBoard:
    """Return what is to be seen of a position."""
    phase, grey, marker = int(state.phase), int(state.grey), int(state.marker)
    sources = state.sources.tolist()
    scored = state.copy()
    seats = range(int(state.seats))
    for seat in seats:
        score_board(scored, seat)
    return AzulBoard(
        viewer=viewer,
        turn=int(state.turn) if phase in (OFFER, TILING) else None,
        round=int(state.round_number),
        last_round=any(full_rows(int(scored.players[seat].wall)) for seat in seats),
        phase=PHASES[phase],
        line=int(state.tiling_row) + 1 if phase == TILING else None,
        start=int(state.start),
        marker=None if marker == IN_CENTRE else marker,
        factories=[_source(str(number), sources[number]) for number in range(1, int(factories(state)) + 1)],
        centre=_source("c", sources[CENTRE]),
        bag=counts_of(int(state.bag), COLOUR_LETTERS),
        lid=counts_of(int(state.lid), COLOUR_LETTERS),
        walls=WALL_NAMES[grey],
        printed=PRINTED[WALL_NAMES[grey]],
        floor=FLOOR_POINTS,
        row_bonus=ROW_BONUS,
        column_bonus=COLUMN_BONUS,
        colour_bonus=COLOUR_BONUS,
        players=[_player(state.players[seat], int(scored.players[seat].score)) for seat in seats],
    )


def _source(text: str, handful: int) -> AzulSource:
    tiles = {letter: count for letter, count in counts_of(handful, COLOUR_LETTERS).items() if count}
    return AzulSource(id=text, tiles=tiles)


def _player(player: Player, if_scored: int) -> AzulPlayer:
    colours, counts = player.line_colour.tolist(), player.line_count.tolist()
    pieces, fallen = int(player.floor_pieces), player.floor_tiles.tolist()
    on_floor: list[AzulFloorPiece] = ["*"] * (pieces - sum(fallen))
    on_floor += repeated(fallen, COLOUR_LETTERS)
    laid = player.wall_of.tolist()
    wall = laid_out(laid, COLOUR_LETTERS, ROWS, COLUMNS)
    return AzulPlayer(
        score=int(player.score),
        if_scored=if_scored,
        lines=[
            AzulLine(size=row + 1, colour=COLOUR_LETTERS[colour] if count else None, count=count)
            for row, (colour, count) in enumerate(zip(colours, counts, strict=True))
        ],
        wall=wall,
        floor=on_floor,
        loss=int(FLOOR_LOSS[pieces]),
        bonuses=AzulBonuses(
            rows=[COLUMNS - row.count(None) for row in wall],
            columns=[ROWS - column.count(None) for column in zip(*wall, strict=True)],
            colours={letter: filled.bit_count() for letter, filled in zip(COLOUR_LETTERS, laid, strict=True)},
            points=int(end_bonus(player)),
        ),
    )
