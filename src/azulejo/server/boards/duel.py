"""The board of Azul Duel."""

from collections.abc import Callable
from typing import Literal, TypeAlias, get_args

from azulejo.games.duel.chips import BITS, FIELD
from azulejo.games.duel.components import (
    ANY_CHIPS,
    BROKEN_LOSS,
    BROKEN_SPACES,
    CHIP_KINDS,
    CHIPS_PER_ROUND,
    COLOURFUL_KINDS,
    COLOURFUL_ROW,
    COMPLETE_COLUMN,
    COMPLETE_DIAGONAL,
    COMPLETE_ROW,
    DOME_COLUMNS,
    DOME_ROWS,
    EDGE_TILE,
    EMPTY_SPECIAL,
    FACTORIES,
    JOKER_SPACE,
    JOKER_TILE,
    LOWER_CORNER,
    MATCHING_CHIPS,
    PLATE_CORNER,
    PLATE_NAMES,
    PLATE_SPACES,
    PLATES,
    PLATES_OF_TYPE,
    PLAYERS,
    ROUNDS,
    SIDE_LETTERS,
    SPECIAL_SPACE,
    STARTING_TILE_LOSS,
    UNUSED,
    UPPER_CORNER,
    turned,
)
from azulejo.games.duel.invariants import round_played
from azulejo.games.duel.position import stage_name
from azulejo.games.duel.scoring import (
    DIAGONALS,
    EDGE,
    LOWER_CORNERS,
    UPPER_CORNERS,
    column_cells,
    losses,
    plate_cells,
    row_cells,
    tablet_points,
)
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
    Player,
    State,
)
from azulejo.games.duel.tiling import score_board
from azulejo.server.boards.part import Part, counts_of, laid_out, letters_of, repeated

DuelColour: TypeAlias = Literal["B", "Y", "R", "K", "T"]
"""Blue, yellow, red, black, turquoise; the small letter in the texts of moves."""
DuelTile: TypeAlias = Literal["B", "Y", "R", "K", "T", "S"]
"""A tile on a dome: of a colour, or a special tile."""
DuelSpace: TypeAlias = Literal["B", "Y", "R", "K", "T", "J", "S"]
"""What a space of a plate shows: a colour, a joker, or a special space."""
DuelChip: TypeAlias = Literal["B", "Y", "R", "K", "T", "BR", "RT", "TY", "YK", "KB"]
"""The colours that a chip stands for."""
DuelPlateType: TypeAlias = Literal["special", "joker"]
DuelTurn: TypeAlias = Literal["n", "e", "s", "w"]
"""Where the upper edge of a plate points."""
DuelCounts: TypeAlias = Literal[
    "rows", "colourful_rows", "columns", "edge", "diagonals", "corners", "jokers", "specials"
]
DuelCell: TypeAlias = tuple[int, int]
"""Row and column of a dome, from 0."""
DuelStage: TypeAlias = Literal[
    "tablets",
    "display",
    "refill",
    "tiles",
    "chips",
    "top",
    "look",
    "kept",
    "choose",
    "action",
    "stack",
    "line",
    "drawing",
    "keep",
    "place",
    "return",
    "tiling",
    "pay",
    "lay",
    "end",
]
"""The draws that can be due (up to ``kept``), the decisions that can be asked, the end."""


class DuelFactory(Part):
    """A factory with its sun and its moon."""

    id: str
    """As in the texts of moves: ``l`` for the large one, ``1`` to ``4``."""
    sun: list[DuelColour]
    moon: list[DuelColour]
    """On a small factory a stack, from the bottom up; only its top can be taken."""
    chip: DuelChip | Literal["?"] | None
    """What lies there: a chip face up, one face down, or none."""


class DuelPlate(Part):
    """A dome plate, as far as the viewer may know it."""

    name: str | None
    """Its front: the spaces upper left, upper right, lower left, lower right; None if it is hidden."""
    type: DuelPlateType | None
    """What its back shows; None while it is covered."""
    turned: dict[DuelTurn, str]
    """Its four spaces in every turn; empty if the front is hidden."""


class DuelDrawn(Part):
    """A plate drawn in this turn."""

    number: int
    """As in the texts of moves: ``k2`` keeps it, ``u2`` returns it."""
    plate: DuelPlate


class DuelPlaced(Part):
    """A plate on a dome."""

    name: str
    turn: DuelTurn


class DuelPile(Part):
    """The pile of dome plates."""

    size: int
    top: DuelPlateType | None
    """The type that the topmost back shows."""
    plates: list[str]
    """From the top down: ``?`` a covered plate, ``S`` or ``J`` one of known type, or the front the viewer has seen."""
    unseen: list[str]
    """The fronts that the viewer has not seen yet."""


class DuelProgress(Part):
    """What a tablet gives a player now."""

    points: int
    count: int
    """How many of what it counts there are."""
    parts: list[tuple[int, int]]
    """The way there: what there is of what is needed, for every row, column, corner ... that can count."""


class DuelTablet(Part):
    """A scoring tablet in use; its text is ``duel.scoring.<counts>``."""

    id: str
    """Its number and side: ``1A``."""
    counts: DuelCounts
    each: list[int]
    """Points for each of what it counts; for the corners, of the upper and the lower ones."""
    progress: list[DuelProgress]
    """By seat."""


class DuelLine(Part):
    """A pattern line; its number is its place in the list, from 1."""

    size: int
    colour: DuelColour | None
    count: int


class DuelPicked(Part):
    """Tiles picked in this turn and not yet on a line."""

    colour: DuelColour
    count: int


class DuelPlayer(Part):
    """A player's board."""

    score: int
    if_scored: int
    """The score if the round were scored now, without chips and tablets."""
    lines: list[DuelLine]
    plates: list[DuelPlaced | None]
    """By space of the dome; the number of a space is its place in the list, from 1."""
    spaces: list[list[DuelSpace | None]]
    """What the plates show, row by row; None where no plate lies."""
    tiles: list[list[DuelTile | None]]
    """The tiles on the dome, row by row."""
    broken: list[DuelColour]
    loss: int
    """The points that broken tiles and the starting player tile still cost in this round."""
    chips: list[DuelChip]
    used_chips: list[DuelChip]
    chips_taken: int
    """In this round."""
    tokens: int
    passed: bool


class DuelBoard(Part, tag="duel", tag_field="game"):
    """All that the viewer may see of a position of Azul Duel."""

    viewer: int | None
    turn: int | None
    """The seat to move."""
    round: int
    rounds: int
    last_round: bool
    stage: DuelStage
    """What is asked now; the question is the text ``duel.asked.<stage>``."""
    start: int
    """The seat that started the round."""
    starting_tile: int | None
    """The seat that has the starting player tile; nobody while it lies on the large factory."""
    setup_plates: int
    """Plates still to be chosen before the first round."""
    factories: list[DuelFactory]
    display: list[DuelPlate | None]
    """The plates to choose from: ``p1``, ``p2``, ``p3``."""
    pile: DuelPile
    drawn: list[DuelDrawn]
    placing: DuelPlate | None
    """The plate that is being placed."""
    picked: DuelPicked | None
    stacking: str | None
    """The factory whose left-over tiles are to be put in order; they still lie on its sun."""
    line: int | None
    """The pattern line, from 1, that is paid for or whose tile is laid now."""
    paid: list[DuelChip]
    """Chips paid so far for that line."""
    tablets: list[DuelTablet]
    bag: dict[DuelColour, int]
    tower: dict[DuelColour, int]
    special_tiles: int
    """In the supply."""
    unseen_chips: dict[DuelChip, int]
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
    plate_cells: list[list[DuelCell]]
    """The cells of every space of the dome: upper left, upper right, lower left, lower right."""
    players: list[DuelPlayer]


# ---------------------------------------------------------------- what never changes

COLOUR_LETTERS: tuple[DuelColour, ...] = get_args(DuelColour)
TILE_LETTERS: tuple[DuelTile, ...] = get_args(DuelTile)
SPACE_KINDS: tuple[DuelSpace, ...] = get_args(DuelSpace)
CHIPS: tuple[DuelChip, ...] = get_args(DuelChip)
TYPES: tuple[DuelPlateType, ...] = get_args(DuelPlateType)
STAGES: dict[str, DuelStage] = {stage: stage for stage in get_args(DuelStage)}
PLATE_TURNS: tuple[DuelTurn, ...] = get_args(DuelTurn)
BROKEN_POINTS = [int(BROKEN_LOSS[space] - BROKEN_LOSS[space + 1]) for space in range(BROKEN_SPACES)]
UNSEEN_TEXT = {SOME_SPECIAL: "S", SOME_JOKER: "J", SOME_PLATE: "?"}
FACTORY_IDS = ["l", *(str(number) for number in range(1, FACTORIES))]


def _front(plate: int) -> DuelPlate:
    name = PLATE_NAMES[plate]
    turns = {letter: turned(name, turn) for turn, letter in enumerate(PLATE_TURNS)}
    return DuelPlate(name=name, type=TYPES[plate // PLATES_OF_TYPE], turned=turns)


FRONTS = [_front(plate) for plate in range(PLATES)]
BACKS = {
    SOME_SPECIAL: DuelPlate(name=None, type="special", turned={}),
    SOME_JOKER: DuelPlate(name=None, type="joker", turned={}),
    SOME_PLATE: DuelPlate(name=None, type=None, turned={}),
}
PLACED = [DuelPlaced(name=PLATE_NAMES[plate], turn=letter) for plate in range(PLATES) for letter in PLATE_TURNS]
PLATE_CELLS: list[list[DuelCell]] = [
    [divmod(int(PLATE_CORNER[space]) + step, DOME_COLUMNS) for step in (0, 1, DOME_COLUMNS, DOME_COLUMNS + 1)]
    for space in range(PLATE_SPACES)
]


# ---------------------------------------------------------------- the table


def duel_board(state: State, viewer: int | None) -> DuelBoard:
    """Return what is to be seen of a position."""
    stage, holder, stacking = int(state.stage), int(state.starting_tile), int(state.stacking)
    picked = int(state.picked_count)
    scored = state.copy()
    for seat in range(PLAYERS):
        score_board(scored, seat)
    return DuelBoard(
        viewer=viewer,
        turn=int(state.turn) if LAST_DRAW < stage < END else None,
        round=int(round_played(state)),
        rounds=ROUNDS,
        last_round=bool(round_played(state) >= ROUNDS),
        stage=STAGES[stage_name(state)],
        start=int(state.start),
        starting_tile=None if holder == ON_FACTORY else holder,
        setup_plates=int(state.setup_plates),
        factories=_factories(state),
        display=[None if plate == NO_PLATE else _plate(plate) for plate in state.display.tolist()],
        pile=_pile(state),
        drawn=[
            DuelDrawn(number=number, plate=_plate(plate))
            for number, plate in enumerate(state.drawn.tolist()[: int(state.drawn_count)], 1)
            if plate != NO_PLATE
        ],
        placing=None if state.placing == NO_PLATE else _plate(int(state.placing)),
        picked=DuelPicked(colour=COLOUR_LETTERS[state.picked_colour], count=picked) if picked else None,
        stacking=FACTORY_IDS[stacking] if stacking else None,
        line=int(state.tiling_row) + 1 if stage in (PAY, LAY) else None,
        paid=repeated(_chip_counts(int(state.paid)), CHIPS),
        tablets=_tablets(state),
        bag=counts_of(int(state.bag), COLOUR_LETTERS),
        tower=counts_of(int(state.tower), COLOUR_LETTERS),
        special_tiles=int(state.special_tiles),
        unseen_chips=dict(zip(CHIPS, _chip_counts(int(state.unseen_chips)), strict=True)),
        matching_chips=MATCHING_CHIPS,
        any_chips=ANY_CHIPS,
        chips_per_round=CHIPS_PER_ROUND,
        broken=BROKEN_POINTS,
        starting_tile_points=-STARTING_TILE_LOSS,
        plate_cells=PLATE_CELLS,
        players=[_player(state, seat, int(scored.players[seat].score)) for seat in range(PLAYERS)],
    )


def _factories(state: State) -> list[DuelFactory]:
    suns, stacks, heights = state.suns.tolist(), state.moons.tolist(), state.heights.tolist()
    moons = [letters_of(int(state.large_moon), COLOUR_LETTERS)]
    moons += [
        [COLOUR_LETTERS[colour] for colour in stack[:height]] for stack, height in zip(stacks, heights, strict=True)
    ]
    under = [NO_CHIP, *state.chips_on.tolist()]
    return [
        DuelFactory(id=text, sun=letters_of(sun, COLOUR_LETTERS), moon=moon, chip=_chip(chip))
        for text, sun, moon, chip in zip(FACTORY_IDS, suns, moons, under, strict=True)
    ]


def _chip(chip: int) -> DuelChip | Literal["?"] | None:
    if chip == NO_CHIP:
        return None
    return "?" if chip == HIDDEN_CHIP else CHIPS[chip]


def _chip_counts(handful: int) -> list[int]:
    return [handful >> BITS * kind & FIELD for kind in range(CHIP_KINDS)]


def _plate(plate: int) -> DuelPlate:
    return FRONTS[plate] if plate < PLATES else BACKS[plate]


def _pile(state: State) -> DuelPile:
    size, unseen = int(state.pile_size), int(state.unseen_plates)
    plates = state.pile.tolist()[:size][::-1]
    return DuelPile(
        size=size,
        top=_plate(plates[0]).type if plates else None,
        plates=[PLATE_NAMES[plate] if plate < PLATES else UNSEEN_TEXT[plate] for plate in plates],
        unseen=[name for plate, name in enumerate(PLATE_NAMES) if unseen >> plate & 1],
    )


# ---------------------------------------------------------------- the players


def _player(state: State, seat: int, if_scored: int) -> DuelPlayer:
    player = state.players[seat]
    score, settled = int(player.score), _is_settled(state, seat)
    colours, counts = player.line_colour.tolist(), player.line_count.tolist()
    spaces = player.spaces.tolist()
    tiles = [*player.tiles_of.tolist(), int(player.filled) & spaces[SPECIAL_SPACE]]
    return DuelPlayer(
        score=score,
        if_scored=score if settled else if_scored,
        lines=[
            DuelLine(size=row + 1, colour=COLOUR_LETTERS[colour] if count else None, count=count)
            for row, (colour, count) in enumerate(zip(colours, counts, strict=True))
        ],
        plates=[None if placed == NO_PLATE else PLACED[placed] for placed in player.plates.tolist()],
        spaces=laid_out(spaces, SPACE_KINDS, DOME_ROWS, DOME_COLUMNS),
        tiles=laid_out(tiles, TILE_LETTERS, DOME_ROWS, DOME_COLUMNS),
        broken=repeated(player.broken_tiles.tolist(), COLOUR_LETTERS),
        loss=0 if settled else int(losses(state, seat)),
        chips=repeated(_chip_counts(int(player.chips)), CHIPS),
        used_chips=repeated(_chip_counts(int(player.used_chips)), CHIPS),
        chips_taken=int(player.chips_taken),
        tokens=int(player.tokens),
        passed=bool(player.passed),
    )


def _is_settled(state: State, seat: int) -> bool:
    """Return whether a seat's losses of this round are paid: the domes are tiled in turn, the starter's first."""
    if state.stage in (PAY, LAY):
        return bool(state.turn != state.start and seat == state.start)
    return bool(state.stage == END)


# ---------------------------------------------------------------- the tablets

Parts: TypeAlias = list[tuple[int, int]]


def _tablets(state: State) -> list[DuelTablet]:
    """Return the tablets that count, with what they give both players."""
    found = []
    for tablet, side in enumerate(state.tablets.tolist()):
        if side == UNUSED:
            continue
        name = f"{tablet + 1}{SIDE_LETTERS[side]}"
        counts, each, parts_of = TABLET_FACTS[name]
        progress = []
        for seat in range(PLAYERS):
            player = state.players[seat]
            parts = parts_of(state, player)
            points = int(tablet_points(state, player, tablet))
            progress.append(DuelProgress(points=points, count=_count(counts, parts), parts=parts))
        found.append(DuelTablet(id=name, counts=counts, each=each, progress=progress))
    return found


def _count(counts: DuelCounts, parts: Parts) -> int:
    """Return how many of what a tablet counts there are: single tiles, empty spaces, or else whole parts."""
    if counts in ("edge", "jokers"):
        return parts[0][0]
    if counts == "specials":
        return parts[0][1] - parts[0][0]
    return sum(there == needed for there, needed in parts)


def _rows(state: State, player: Player) -> Parts:
    filled = int(player.filled)
    return [(row_cells(filled, row).bit_count(), DOME_COLUMNS) for row in range(DOME_ROWS)]


def _colourful_rows(state: State, player: Player) -> Parts:
    kinds = player.tiles_of.tolist()
    if state.special_is_a_colour:
        kinds.append(int(player.filled) & int(player.spaces[SPECIAL_SPACE]))
    different = [sum(row_cells(cells, row) != 0 for cells in kinds) for row in range(DOME_ROWS)]
    return [(min(number, COLOURFUL_KINDS), COLOURFUL_KINDS) for number in different]


def _columns(state: State, player: Player) -> Parts:
    filled = int(player.filled)
    return [(column_cells(filled, column).bit_count(), DOME_ROWS) for column in range(DOME_COLUMNS)]


def _edge(state: State, player: Player) -> Parts:
    return [((int(player.filled) & EDGE).bit_count(), EDGE.bit_count())]


def _diagonals(state: State, player: Player) -> Parts:
    return [((int(player.filled) & cells).bit_count(), DOME_ROWS) for cells in DIAGONALS]


def _corners(state: State, player: Player) -> Parts:
    filled = int(player.filled)
    corners = [int(plate_cells(space)) for space in UPPER_CORNERS + LOWER_CORNERS]
    return [((filled & cells).bit_count(), cells.bit_count()) for cells in corners]


def _jokers(state: State, player: Player) -> Parts:
    spaces = int(player.spaces[JOKER_SPACE])
    return [((int(player.filled) & spaces).bit_count(), spaces.bit_count())]


def _specials(state: State, player: Player) -> Parts:
    spaces = int(player.spaces[SPECIAL_SPACE])
    return [((int(player.filled) & spaces).bit_count(), spaces.bit_count())]


TABLET_FACTS: dict[str, tuple[DuelCounts, list[int], Callable[[State, Player], Parts]]] = {
    "1A": ("rows", [COMPLETE_ROW], _rows),
    "1B": ("colourful_rows", [COLOURFUL_ROW], _colourful_rows),
    "2A": ("columns", [COMPLETE_COLUMN], _columns),
    "2B": ("edge", [EDGE_TILE], _edge),
    "3A": ("diagonals", [COMPLETE_DIAGONAL], _diagonals),
    "3B": ("corners", [UPPER_CORNER, LOWER_CORNER], _corners),
    "4A": ("jokers", [JOKER_TILE], _jokers),
    "4B": ("specials", [-EMPTY_SPECIAL], _specials),
}
