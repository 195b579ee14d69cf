"""What is to be seen of a position of Azul Duel: pictures, messages and the browser's types are made from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from azulejo.games import contract
from azulejo.games.duel import chips
from azulejo.games.duel.components import (
    ANY_CHIPS,
    BROKEN_LOSS,
    BROKEN_SPACES,
    CHIP_NAMES,
    CHIPS_PER_ROUND,
    DOME_COLUMNS,
    DOME_ROWS,
    LETTERS,
    MATCHING_CHIPS,
    MAX_SEATS,
    PLATE_CORNER,
    PLATE_NAMES,
    PLATE_SPACES,
    PLATES,
    PLATES_OF_TYPE,
    ROUNDS,
    SIDE_LETTERS,
    SPACE_LETTERS,
    SPECIAL_SPACE,
    STARTING_TILE_LOSS,
    TABLET_POINTS,
    TABLETS,
    TURN_LETTERS,
    TYPE_NAMES,
    Chip,
    Colour,
    Counted,
    PlateType,
    Space,
    Turn,
    turned,
)
from azulejo.games.duel.moves import FACTORY_IDS
from azulejo.games.duel.scoring import losses, number_counted, tablet_parts, tablet_points, tablets_in_use
from azulejo.games.duel.state import (
    END,
    HIDDEN_CHIP,
    LAST_DRAW,
    LAY,
    NO_CHIP,
    NO_PLATE,
    ON_FACTORY,
    PAY,
    SOME_JOKER,
    SOME_PLATE,
    SOME_SPECIAL,
    Phase,
    Player,
    State,
    phase_name,
    round_played,
)
from azulejo.games.duel.tiling import is_settled, score_board
from azulejo.games.unpack import bits, counts_of, laid_out, letters_of, repeated
from azulejo.kernel.rule import interpreted, rule
from azulejo.kernel.struct import as_array, plain

Tile: TypeAlias = Literal["B", "Y", "R", "K", "T", "S"]
"""A tile on a dome: of a colour, or a special tile."""
Cell: TypeAlias = tuple[int, int]
"""Row and column of a dome, from 0."""


@dataclass(slots=True)
class Factory:
    """A factory with its sun and its moon."""

    id: str
    """As in the texts of moves: ``l`` for the large one, ``1`` to ``4``."""
    sun: list[Colour]
    """Its tiles, sorted by colour."""
    moon: list[Colour]
    """On a small factory a stack, from the bottom up; only its top can be taken."""
    chip: Chip | Literal["?"] | None
    """What lies there: a chip face up, one face down, or none."""


@dataclass(slots=True)
class Plate:
    """A dome plate, as far as the viewer may know it."""

    name: str | None
    """Its front: the spaces upper left, upper right, lower left, lower right; None if it is hidden."""
    type: PlateType | None
    """What its back shows; None while it is covered."""
    turned: dict[Turn, str]
    """Its four spaces in every turn; empty if the front is hidden."""


@dataclass(slots=True)
class Drawn:
    """A plate drawn in this turn."""

    number: int
    """As in the texts of moves: ``k2`` keeps it, ``u2`` returns it."""
    plate: Plate
    """What the viewer may know of it."""


@dataclass(slots=True)
class Placed:
    """A plate on a dome."""

    name: str
    """Its front, not turned."""
    turn: Turn
    """How it lies."""


@dataclass(slots=True)
class Pile:
    """The pile of dome plates."""

    size: int
    """How many plates there are."""
    top: PlateType | None
    """The type that the topmost back shows."""
    plates: list[str]
    """From the top down: ``?`` a covered plate, ``S`` or ``J`` one of known type, or the front the viewer has seen."""
    unseen: list[str]
    """The fronts that the viewer has not seen yet."""


@dataclass(slots=True)
class Progress:
    """What a tablet gives a player now."""

    points: int
    """Less than 0 if it takes points."""
    count: int
    """How many of what it counts there are."""
    parts: list[tuple[int, int]]
    """The way there: what there is of what is needed, for every row, column, corner ... that can count."""


@dataclass(slots=True)
class Tablet:
    """A scoring tablet in use; its text is ``duel.scoring.<counts>``."""

    id: str
    """Its number and side: ``1A``."""
    counts: Counted
    """What it gives points for."""
    each: list[int]
    """Points for each of what it counts; for the corners, of the upper and the lower ones."""
    progress: list[Progress]
    """By seat."""


@dataclass(slots=True)
class Line:
    """A pattern line; its number is its place in the list, from 1."""

    size: int
    """How many tiles it takes."""
    colour: Colour | None
    """Of its tiles; None if it has none."""
    count: int
    """How many tiles lie there."""


@dataclass(slots=True)
class Picked:
    """Tiles picked in this turn and not yet on a line."""

    colour: Colour
    """Of all of them."""
    count: int
    """How many there are."""


@dataclass(slots=True, kw_only=True)
class PlayerBoard:
    """A player's board."""

    score: int
    """The points."""
    if_scored: int
    """The score if the round were scored now, without chips and tablets."""
    lines: list[Line]
    """The pattern lines, from the top."""
    plates: list[Placed | None]
    """By space of the dome; the number of a space is its place in the list, from 1."""
    spaces: list[list[Space | None]]
    """What the plates show, row by row; None where no plate lies."""
    tiles: list[list[Tile | None]]
    """The tiles on the dome, row by row."""
    broken: list[Colour]
    """The broken tiles, sorted by colour."""
    loss: int
    """The points that broken tiles and the starting player tile still cost in this round."""
    chips: list[Chip]
    """Bonus chips face up."""
    used_chips: list[Chip]
    """Bonus chips face down: they have been paid."""
    chips_taken: int
    """In this round."""
    tokens: int
    """Player tokens still to be used in this round."""
    passed: bool
    """Whether this player has passed in this round."""


@dataclass(slots=True, kw_only=True)
class Board(contract.Board):
    """All that the viewer may see of a position."""

    game: Literal["duel"] = "duel"
    round: int
    """The round that is played or prepared."""
    rounds: int
    """How many rounds a game has."""
    last_round: bool
    """Whether this is the last round."""
    phase: Phase
    """What is asked now; the question is the text ``duel.asked.<phase>``."""
    start: int
    """The seat that started the round."""
    starting_tile: int | None
    """The seat that has the starting player tile; nobody while it lies on the large factory."""
    setup_plates: int
    """Plates still to be chosen before the first round."""
    factories: list[Factory]
    """The large factory, then the four small ones."""
    display: list[Plate | None]
    """The plates to choose from: ``p1``, ``p2``, ``p3``."""
    pile: Pile
    """The plates that are still to come."""
    drawn: list[Drawn]
    """The plates drawn in this turn, as far as they are not yet kept or returned."""
    placing: Plate | None
    """The plate that is being placed."""
    picked: Picked | None
    """The tiles in hand."""
    stacking: str | None
    """The factory whose left-over tiles are to be put in order; they still lie on its sun."""
    line: int | None
    """The pattern line, from 1, that is paid for or whose tile is laid now."""
    paid: list[Chip]
    """Chips paid so far for that line."""
    tablets: list[Tablet]
    """The scoring tablets in use."""
    bag: dict[Colour, int]
    """Tiles in the bag."""
    tower: dict[Colour, int]
    """Tiles in the Tower."""
    special_tiles: int
    """Special tiles in the supply."""
    unseen_chips: dict[Chip, int]
    """Chips not turned up yet, in the supply or face down under a moon."""
    matching_chips: int
    """How many chips of its colour one missing tile of a line costs."""
    any_chips: int
    """How many it costs if they may be of any colour."""
    chips_per_round: int
    """How many chips a player takes in a round at most."""
    broken: list[int]
    """The points printed at each broken tiles space."""
    starting_tile_points: int
    """What the starting player tile costs."""
    plate_cells: list[list[Cell]]
    """The cells of every space of the dome: upper left, upper right, lower left, lower right."""
    players: list[PlayerBoard]
    """By seat."""


# ---------------------------------------------------------------- what never changes

TILES: tuple[Tile, ...] = get_args(Tile)
BROKEN_POINTS = [int(BROKEN_LOSS[space] - BROKEN_LOSS[space + 1]) for space in range(BROKEN_SPACES)]
UNSEEN = {SOME_SPECIAL: "S", SOME_JOKER: "J", SOME_PLATE: "?"}
"""How a plate of the pile is called whose front is not known."""


def _front(plate: int) -> Plate:
    name = PLATE_NAMES[plate]
    turns = {letter: turned(name, turn) for turn, letter in enumerate(TURN_LETTERS)}
    return Plate(name, TYPE_NAMES[plate // PLATES_OF_TYPE], turns)


PLATE_FACES = {plate: _front(plate) for plate in range(PLATES)} | {
    SOME_SPECIAL: Plate(None, "special", {}),
    SOME_JOKER: Plate(None, "joker", {}),
    SOME_PLATE: Plate(None, None, {}),
}
PLACED = [Placed(name, turn) for name in PLATE_NAMES for turn in TURN_LETTERS]
PLATE_CELLS: list[list[Cell]] = [
    [divmod(int(PLATE_CORNER[space]) + step, DOME_COLUMNS) for step in (0, 1, DOME_COLUMNS, DOME_COLUMNS + 1)]
    for space in range(PLATE_SPACES)
]


# ---------------------------------------------------------------- the table

FIRST_TABLET = 2
"""What ``look_ahead`` writes for a seat, from here on for each tablet."""
LOOKED_AT = FIRST_TABLET + TABLETS


def board(state: State, viewer: int | None = None) -> Board:
    """Return what is to be seen of a position."""
    table, ahead = plain(state), np.zeros((MAX_SEATS, LOOKED_AT), np.int64)
    look_ahead(as_array(state), ahead)
    phase, holder, stacking, picked = table.phase, table.starting_tile, table.stacking, table.picked_count
    played, seats = int(interpreted(round_played)(table)), ahead.tolist()
    return Board(
        viewer=viewer,
        turn=table.turn if LAST_DRAW < phase < END else None,
        round=played,
        rounds=ROUNDS,
        last_round=played >= ROUNDS,
        phase=phase_name(table),
        start=table.start,
        starting_tile=None if holder == ON_FACTORY else holder,
        setup_plates=table.setup_plates,
        factories=_factories(table),
        display=[PLATE_FACES.get(plate) for plate in table.display.tolist()],
        pile=_pile(table),
        drawn=[
            Drawn(number, PLATE_FACES[plate])
            for number, plate in enumerate(table.drawn.tolist()[: table.drawn_count], 1)
            if plate != NO_PLATE
        ],
        placing=PLATE_FACES.get(table.placing),
        picked=Picked(LETTERS[table.picked_colour], picked) if picked else None,
        stacking=FACTORY_IDS[stacking] if stacking else None,
        line=table.tiling_row + 1 if phase in (PAY, LAY) else None,
        paid=chips.names(table.paid),
        tablets=_tablets(table, [points[FIRST_TABLET:] for points in seats]),
        bag=counts_of(table.bag, LETTERS),
        tower=counts_of(table.tower, LETTERS),
        special_tiles=table.special_tiles,
        unseen_chips=dict(zip(CHIP_NAMES, chips.counts(table.unseen_chips), strict=True)),
        matching_chips=MATCHING_CHIPS,
        any_chips=ANY_CHIPS,
        chips_per_round=CHIPS_PER_ROUND,
        broken=BROKEN_POINTS,
        starting_tile_points=-STARTING_TILE_LOSS,
        plate_cells=PLATE_CELLS,
        players=[_player(player, *points[:FIRST_TABLET]) for player, points in zip(table.players, seats, strict=True)],
    )


@rule
def look_ahead(states: Any, out: Any) -> None:
    """Write for every seat the score if the round were scored now, what it still loses, and what each tablet gives."""
    room = states.copy()
    state, scored = states[0], room[0]
    for seat in range(MAX_SEATS):
        settled = is_settled(state, seat)
        score_board(scored, seat)
        out[seat, 0] = (state if settled else scored).players[seat].score
        out[seat, 1] = 0 if settled else losses(state, seat)
        for tablet in range(TABLETS):
            out[seat, FIRST_TABLET + tablet] = tablet_points(state, state.players[seat], tablet)


def _factories(state: State) -> list[Factory]:
    suns, stacks, heights = state.suns.tolist(), state.moons.tolist(), state.heights.tolist()
    moons = [letters_of(state.large_moon, LETTERS)]
    moons += [[LETTERS[colour] for colour in stack[:height]] for stack, height in zip(stacks, heights, strict=True)]
    under = [NO_CHIP, *state.chips_on.tolist()]
    return [
        Factory(name, letters_of(sun, LETTERS), moon, _chip(chip))
        for name, sun, moon, chip in zip(FACTORY_IDS, suns, moons, under, strict=True)
    ]


def _chip(chip: int) -> Chip | Literal["?"] | None:
    if chip == NO_CHIP:
        return None
    return "?" if chip == HIDDEN_CHIP else CHIP_NAMES[chip]


def _pile(state: State) -> Pile:
    size = state.pile_size
    plates = state.pile.tolist()[:size][::-1]
    return Pile(
        size=size,
        top=PLATE_FACES[plates[0]].type if plates else None,
        plates=[PLATE_NAMES[plate] if plate < PLATES else UNSEEN[plate] for plate in plates],
        unseen=[PLATE_NAMES[plate] for plate in bits(state.unseen_plates)],
    )


def _tablets(state: State, points: Sequence[Sequence[int]]) -> list[Tablet]:
    """Return the tablets that count, with what they give both players."""
    found = []
    for tablet, side, counted in tablets_in_use(state):
        progress = []
        for player, given in zip(state.players, points, strict=True):
            parts = tablet_parts(state, player, counted)
            progress.append(Progress(given[tablet], number_counted(counted, parts), parts))
        found.append(Tablet(f"{tablet + 1}{SIDE_LETTERS[side]}", counted, TABLET_POINTS[counted], progress))
    return found


# ---------------------------------------------------------------- the players


def _player(player: Player, if_scored: int, loss: int) -> PlayerBoard:
    colours, counts = player.line_colour.tolist(), player.line_count.tolist()
    spaces = player.spaces.tolist()
    laid = [*player.tiles_of.tolist(), player.filled & spaces[SPECIAL_SPACE]]
    return PlayerBoard(
        score=player.score,
        if_scored=if_scored,
        lines=[
            Line(row + 1, LETTERS[colour] if count else None, count)
            for row, (colour, count) in enumerate(zip(colours, counts, strict=True))
        ],
        plates=[None if placed == NO_PLATE else PLACED[placed] for placed in player.plates.tolist()],
        spaces=laid_out(spaces, SPACE_LETTERS, DOME_ROWS, DOME_COLUMNS),
        tiles=laid_out(laid, TILES, DOME_ROWS, DOME_COLUMNS),
        broken=repeated(player.broken_tiles.tolist(), LETTERS),
        loss=loss,
        chips=chips.names(player.chips),
        used_chips=chips.names(player.used_chips),
        chips_taken=player.chips_taken,
        tokens=player.tokens,
        passed=bool(player.passed),
    )
