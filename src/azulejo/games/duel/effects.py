"""What a legal move does, as data: what it takes, where that goes, what it brings; and the story of a scoring.

Pieces are called as on a board: the letter of a colour, ``S`` for a special tile, a chip by its colours (``?`` face
down), a plate by its front where everybody sees it and otherwise by its type, a tablet by its number and side, and
``*`` for the starting player tile.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from azulejo.games import contract, tiles
from azulejo.games.contract import Codes, Place, Preview, Step, Transfer
from azulejo.games.duel import chips, pile
from azulejo.games.duel.components import (
    BROKEN_LOSS,
    BROKEN_SPACES,
    CHIP_NAMES,
    DOME_COLUMNS,
    LETTERS,
    LINES,
    MAX_SEATS,
    PLATE_NAMES,
    SPECIAL_SPACE,
    STARTING_TILE_LOSS,
    TYPE_NAMES,
    Chip,
    Colour,
    PlateType,
)
from azulejo.games.duel.dealing import deal_given
from azulejo.games.duel.moves import (
    DRAW,
    FACTORY_IDS,
    LARGE_ID,
    DrawPlate,
    Enough,
    KeepPlate,
    LayTile,
    Pass,
    PayChip,
    PlacePlate,
    PutOnLine,
    ReturnPlate,
    StackTiles,
    TakeChip,
    TakeFromMoons,
    TakeFromSun,
    TakePlate,
    code_of,
    parts,
)
from azulejo.games.duel.notation import draw_value
from azulejo.games.duel.rules import apply, decide
from azulejo.games.duel.scoring import column_cells, losses, row_cells, tablet_points, tablets_in_use
from azulejo.games.duel.state import (
    CHIPS_DUE,
    DISPLAY_DUE,
    DRAWING,
    END,
    LAY,
    NO_PLATE,
    ON_FACTORY,
    PAY,
    TABLETS_DUE,
    TILES_DUE,
    TILING,
    Player,
    State,
)
from azulejo.games.duel.tiling import score_board, tile_next_line
from azulejo.games.duel.words import colour_name
from azulejo.games.runs import run_cells
from azulejo.games.unpack import counts_of
from azulejo.kernel.rule import rule, widen
from azulejo.kernel.struct import as_array, packed, plain

SPECIAL_TILE = "S"
STARTING_TILE = "*"
HIDDEN_CHIP = "?"


PLACE_KINDS = {
    "bag": "tiles to be drawn",
    "tower": "tiles out of the game until the bag is empty",
    "sun": "of a factory: `l`, `1` to `4`",
    "moon": "of a factory: `l`, `1` to `4`",
    "hand": "of a seat: tiles and plates between two moves of a turn",
    "line": "of a seat: a pattern line, 1 to 6",
    "broken": "of a seat: its broken tiles",
    "cell": "of a seat: a place on its dome, from 0, row by row",
    "special_tiles": "the supply of special tiles",
    "starting_tile": "the starting player tile: on the large factory, or of a seat, beside its board",
    "chip_supply": "bonus chips face down",
    "chip": "under the moon of a small factory: `1` to `4`",
    "chips": "of a seat: its chips face up",
    "used_chips": "of a seat: its chips face down",
    "display": "a plate to be taken: 1 to 3",
    "pile": "the pile of plates",
    "space": "of a seat: for a plate on its dome, 1 to 9",
    "box": "scoring tablets that are not used",
    "tablets": "scoring tablets in use",
}
"""The kinds of places that pieces go between."""


@dataclass(frozen=True, slots=True)
class Effect(contract.Effect):
    """What a move does by itself; a part that it does not touch is 0, False, None or empty."""

    colour: Colour | None = None
    """Of the tiles taken, in hand or put on a line, or of the tile laid."""
    tiles: int = 0
    """How many are taken, or leave the hand."""
    broken: int = 0
    """How many of them break: those that a line has no room for, or all of a take that no line has room for."""
    starting_tile: bool = False
    """Whether the starting player tile comes along."""
    factory: str | None = None
    """On whose moon tiles are stacked."""
    line: int | None = None
    """Where tiles are put, what chips are paid for, whose tile is laid: a pattern line, from 1."""
    plate: str | None = None
    """The plate taken, drawn, kept, returned or placed: its front where everybody sees it, otherwise its type."""
    cost: int = 0
    """The points paid for a plate of the pile."""
    plates: int = 0
    """How many plates were drawn, when their drawer looks at them."""
    chips: tuple[Chip, ...] = ()
    """Chips taken or paid: those that cannot but follow the one chosen are paid with it."""
    completes: bool = False
    """Whether chips have completed the line, so that its tile is laid."""


def effect(state: State, code: int) -> Effect:
    """Return what a legal move does by itself."""
    return effects(state, [code])[0]


def effects(state: State, codes: Sequence[int]) -> list[Effect]:
    """Return what several legal moves do."""
    table, found = plain(state), np.zeros((len(codes), 4), np.int64)
    foresee_all(as_array(state), np.array(codes, np.int16), found)
    return [_effect(table, code, *one) for code, one in zip(codes, found.tolist(), strict=True)]


@rule
def foresee_all(states: Any, moves: Codes, out: Any) -> None:
    """Write what is after each move: tiles in hand, who has the starting tile, the mover's chips, whether it pays more.

    Compiled, because a client is told the effects of all moves after every move.
    """
    room, seat = np.empty_like(states), widen(states[0].turn)
    for index in range(len(moves)):
        room[0] = states[0]
        decide(room[0], widen(moves[index]))
        out[index, 0] = room[0].picked_count
        out[index, 1] = room[0].starting_tile
        out[index, 2] = room[0].players[seat].chips
        out[index, 3] = room[0].phase == PAY


def _effect(state: State, code: int, in_hand: int, starting_tile: int, chips_left: int, pays_more: int) -> Effect:
    """Return what a move does, after which so much is known."""
    move = parts(code)
    match move:
        case TakeFromSun() | TakeFromMoons():
            number = sum(count for _, count in _sources(state, move))
            comes_along = state.starting_tile == ON_FACTORY != starting_tile
            return Effect(move.colour, number, 0 if in_hand else number, comes_along)
        case StackTiles():
            broken = 0 if in_hand else state.picked_count
            return Effect(_picked(state), broken, broken, factory=FACTORY_IDS[state.stacking])
        case PutOnLine(line):
            number = state.picked_count
            room = 0 if line is None else line - int(_mover(state).line_count[line - 1])
            return Effect(_picked(state), number, max(0, number - room), line=line)
        case LayTile(line):
            return Effect(LETTERS[_mover(state).line_colour[line - 1]], line=line)
        case DrawPlate():
            return Effect(plate=_plate(state, move), cost=min(1, _mover(state).score))
        case TakePlate() | KeepPlate() | ReturnPlate() | PlacePlate():
            return Effect(plate=_plate(state, move))
        case TakeChip(factory):
            return Effect(chips=(CHIP_NAMES[state.chips_on[FACTORY_IDS.index(factory) - 1]],))
        case PayChip():
            paid = chips.names(_mover(state).chips - chips_left)
            return Effect(line=state.tiling_row + 1, chips=tuple(paid), completes=not pays_more)
        case Enough():
            if state.phase == DRAWING:
                return Effect(plates=state.drawn_count)
            return Effect(line=state.tiling_row + 1, completes=bool(state.paid))
        case Pass():
            return Effect()


def _mover(state: State) -> Player:
    return state.players[state.turn]


def _decided(state: State, code: int) -> State:
    """Return the position after the move itself, before any scoring: a plain copy."""
    states = as_array(state).copy()
    decide_first(states, code)
    after: State = plain(states[0])
    return after


@rule
def decide_first(states: Any, move: int) -> None:
    """Do what the move itself says in the first position."""
    decide(states[0], move)


def _picked(state: State) -> Colour:
    return LETTERS[state.picked_colour]


def _plate(state: State, move: TakePlate | DrawPlate | KeepPlate | ReturnPlate | PlacePlate) -> str:
    """Return the plate that a move is about: its front where everybody sees it, otherwise its type."""
    match move:
        case TakePlate(place):
            return PLATE_NAMES[state.display[place - 1]]
        case PlacePlate():
            return PLATE_NAMES[state.placing]
        case DrawPlate():
            return _back(int(state.pile[state.pile_size - 1]))
        case KeepPlate(number) | ReturnPlate(number):
            return _back(int(state.drawn[number - 1]))


def _back(plate: int) -> PlateType:
    return TYPE_NAMES[pile.type_of(plate)]


# ---------------------------------------------------------------- what goes where


def transfers(state: State, code: int) -> list[Transfer]:
    """Return the pieces that a legal move itself moves; a tile that is laid is part of the scoring."""
    state = plain(state)
    move, done, seat = parts(code), effect(state, code), state.turn
    hand = Place("hand", seat=seat)
    match move:
        case TakeFromSun() | TakeFromMoons():
            return _taken(state, move, done)
        case StackTiles(order):
            sun, moon = Place("sun", done.factory), Place("moon", done.factory)
            stacked = [Transfer(colour, 1, sun, moon) for colour in order]
            return stacked + _breaking(state.players[seat], seat, _picked(state), [(hand, done.broken)])
        case PutOnLine(line):
            put = Transfer.some(_picked(state), done.tiles - done.broken, hand, Place("line", line, seat))
            return put + _breaking(state.players[seat], seat, _picked(state), [(hand, done.broken)])
        case TakePlate(place):
            return [Transfer(_plate(state, move), 1, Place("display", place), hand)]
        case DrawPlate():
            return [Transfer(_plate(state, move), 1, Place("pile"), hand)]
        case PlacePlate(space):
            return [Transfer(_plate(state, move), 1, hand, Place("space", space, seat)), *_returned(state, code)]
        case ReturnPlate():
            return _returned(state, code)
        case TakeChip(factory):
            return [Transfer(chip, 1, Place("chip", factory), Place("chips", seat=seat)) for chip in done.chips]
        case PayChip():
            stored, used = Place("chips", seat=seat), Place("used_chips", seat=seat)
            return [Transfer(chip, 1, stored, used) for chip in done.chips]
        case Enough() | KeepPlate() | LayTile() | Pass():
            return []


def _sources(state: State, move: TakeFromSun | TakeFromMoons) -> list[tuple[Place, int]]:
    """Return where the tiles of a take come from, with their numbers."""
    colour = LETTERS.index(move.colour)
    if isinstance(move, TakeFromSun):
        return [(Place("sun", move.factory), tiles.count(int(state.suns[FACTORY_IDS.index(move.factory)]), colour))]
    found = [(Place("moon", LARGE_ID), tiles.count(state.large_moon, colour))]
    stacks = zip(FACTORY_IDS[1:], state.moons.tolist(), state.heights.tolist(), strict=True)
    found += [(Place("moon", name), int(stack[:height][-1:] == [colour])) for name, stack, height in stacks]
    return [(place, count) for place, count in found if count]


def _taken(state: State, move: TakeFromSun | TakeFromMoons, done: Effect) -> list[Transfer]:
    """Return what a take moves: the starting player tile, the tiles taken, the others of a sun that go to its moon."""
    seat = state.turn
    found = Transfer.some(
        STARTING_TILE, int(done.starting_tile), Place("starting_tile"), Place("starting_tile", seat=seat)
    )
    sources = _sources(state, move)
    if done.broken:
        found += _breaking(state.players[seat], seat, move.colour, sources)
    else:
        found += [Transfer(move.colour, count, place, Place("hand", seat=seat)) for place, count in sources]
    if isinstance(move, TakeFromSun) and not _decided(state, code_of(move)).stacking:
        left_over = counts_of(int(state.suns[FACTORY_IDS.index(move.factory)]), LETTERS) | {move.colour: 0}
        sun, moon = Place("sun", move.factory), Place("moon", move.factory)
        found += [one for letter, count in left_over.items() for one in Transfer.some(letter, count, sun, moon)]
    return found


def _breaking(player: Player, seat: int, colour: Colour, sources: Iterable[tuple[Place, int]]) -> list[Transfer]:
    """Return how tiles break: as far as there are spaces for them, the others go to the Tower."""
    spaces = BROKEN_SPACES - sum(player.broken_tiles.tolist())
    found = []
    for origin, count in sources:
        stacked = min(count, spaces)
        spaces -= stacked
        found += Transfer.some(colour, stacked, origin, Place("broken", seat=seat))
        found += Transfer.some(colour, count - stacked, origin, Place("tower"))
    return found


def _returned(state: State, code: int) -> list[Transfer]:
    """Return the plates that go under the pile: the one that is named, and the last one by itself."""
    after, seat = _decided(state, code), state.turn
    move = parts(code)
    named = move.number - 1 if isinstance(move, ReturnPlate) else None
    drawn = state.drawn.tolist()
    gone = [at for at, (plate, left) in enumerate(zip(drawn, after.drawn, strict=True)) if plate != NO_PLATE == left]
    order = sorted(gone, key=lambda at: at != named)
    return [Transfer(_back(drawn[at]), 1, Place("hand", seat=seat), Place("pile")) for at in order]


def draw_transfers(state: State, drawn: Sequence[int]) -> list[Transfer]:
    """Return what a draw moves: tiles and chips to the factories, plates to the display, tablets out of the box."""
    value = draw_value(state, drawn)
    if state.phase == TILES_DUE:
        return [one for name, letters in zip(FACTORY_IDS, value["tiles"], strict=True) for one in _dealt(name, letters)]
    if state.phase == DISPLAY_DUE:
        free = [place for place, plate in enumerate(state.display, 1) if plate == NO_PLATE]
        shown = zip(free, value["display"], strict=False)  # fewer plates than places, where the pile ends
        return [Transfer(plate, 1, Place("pile"), Place("display", place)) for place, plate in shown]
    if state.phase == TABLETS_DUE:
        return [Transfer(name, 1, Place("box"), Place("tablets")) for name in value["tablets"]]
    return _broken_by_draw(state, drawn) if state.phase == CHIPS_DUE and state.picked_count else []


def _dealt(factory: str, letters: str) -> list[Transfer]:
    """Return what a factory gets: its tiles, and a small one a chip face down."""
    bag, sun = Place("bag"), Place("sun", factory)
    found = [one for letter in LETTERS for one in Transfer.some(letter, letters.count(letter), bag, sun)]
    return found + Transfer.some(HIDDEN_CHIP, int(factory != LARGE_ID), Place("chip_supply"), Place("chip", factory))


def _broken_by_draw(state: State, drawn: Sequence[int]) -> list[Transfer]:
    """Return the tiles in hand, if no line has room for them once the chips are turned."""
    after, seat = state.copy(), int(state.turn)
    deal_given(after, np.array(drawn, np.int16), len(drawn))
    count = int(state.picked_count) - int(after.picked_count)
    return _breaking(state.players[seat], seat, _picked(state), [(Place("hand", seat=seat), count)])


# ---------------------------------------------------------------- previews and scoring


def preview(state: State, move: int) -> Preview:
    """Return what a legal move does, as the contract defines it.

    The round is scored without chips, and every tile goes where it scores most.
    """
    return previews(state, [move])[0]


def previews(state: State, moves: Sequence[int]) -> list[Preview]:
    """Return the same for several moves."""
    seen = np.zeros((len(moves), 4), np.int64)
    weigh_all(as_array(state), np.array(moves, np.int16), seen)
    return [
        Preview(points, loss=loss, ends_round=bool(ends_round), ends_game=bool(ends_game))
        for points, loss, ends_round, ends_game in seen.tolist()
    ]


@rule
def weigh_all(states: Any, moves: Codes, out: Any) -> None:
    """Compute the previews of moves of the position: points, loss, whether the round and whether the game ends.

    Compiled, because a client is shown the previews of all moves after every move.
    """
    state, after, room = states[0], np.empty_like(states), np.empty_like(states)
    mover = widen(state.turn)
    is_tiling = state.phase == PAY or state.phase == LAY
    score = widen(state.players[mover].score) if is_tiling else if_scored(state, mover, room)
    lost = losses(state, mover)
    for index in range(len(moves)):
        move, trial = widen(moves[index]), after[0]
        after[0] = state
        apply(trial, move)
        ends_game = trial.phase == END
        out[index, 2] = ends_game or (state.factories_filled != 0 and trial.factories_filled == 0)
        out[index, 3] = ends_game
        after[0] = state
        decide(trial, move)
        if is_tiling:
            out[index, 0] = widen(trial.players[mover].score) - score
            out[index, 1] = 0
        else:
            out[index, 0] = if_scored(trial, mover, room) - score
            out[index, 1] = losses(trial, mover) - lost


@rule
def if_scored(state: State, seat: int, room: Any) -> int:
    """Return a seat's points if the round were scored now; ``room`` is for a try."""
    room[0] = state
    score_board(room[0], seat)
    return widen(room[0].players[seat].score)


def scoring_steps(state: State, move: int) -> list[Step]:
    """Return the story of all points that playing a legal move gives or takes."""
    state, now = plain(state), _decided(state, move)
    seat = state.turn
    steps: list[Step] = []
    if state.phase in (PAY, LAY):
        steps += _line_steps(state, now)
    elif move == DRAW:
        total = now.players[seat].score
        if total != state.players[seat].score:
            steps.append(Step("draw", seat, -1, total))
    while now.phase == TILING:
        before, after = now, now.copy()
        if not tile_next_line(after):
            break
        now = plain(after)
        steps += _loss_steps(before) if before.tiling_row == LINES else _line_steps(before, now)
        if now.phase == END:
            steps += _tablet_steps(before, steps)
    return steps


def _line_steps(before: State, after: State) -> list[Step]:
    """Return the steps for the pattern line that was due: a tile laid, a special tile with it, or a line that broke."""
    seat, row = before.turn, before.tiling_row
    was, now = before.players[seat], after.players[seat]
    held = int(was.line_count[row])
    if now.line_count[row] == held:
        return []
    colour, line = LETTERS[was.line_colour[row]], Place("line", row + 1, seat)
    laid = was.filled ^ now.filled
    if laid == 0:
        breaking = _breaking(was, seat, colour, [(line, held)])
        return [Step("stuck", seat, 0, now.score, values={"line": row + 1}, transfers=tuple(breaking))]
    special = laid & int(now.spaces[SPECIAL_SPACE])
    special_row, special_column = divmod(special.bit_length() - 1, DOME_COLUMNS)
    column = (laid & ~special).bit_length() - 1 - row * DOME_COLUMNS
    extra = special_row + 1 if special else 0
    total = now.score - extra
    tiled = now.filled & ~special
    where = run_cells(row_cells(tiled, row), column_cells(tiled, column), row, column)
    values = {"colour": colour_name(colour), "line": row + 1, "column": column + 1}
    laying = Transfer(colour, 1, line, _cell(row, column, seat)), *Transfer.some(colour, held - 1, line, Place("tower"))
    steps = [Step("tile", seat, total - was.score, total, where, values, laying)]
    if special:
        values = {"line": special_row + 1, "column": special_column + 1}
        added = Transfer(SPECIAL_TILE, 1, Place("special_tiles"), _cell(special_row, special_column, seat))
        where = ((special_row, special_column),)
        steps.append(Step("special", seat, extra, total + extra, where, values, (added,)))
    return steps


def _cell(row: int, column: int, seat: int) -> Place:
    return Place("cell", row * DOME_COLUMNS + column, seat)


def _loss_steps(before: State) -> list[Step]:
    """Return the steps for broken tiles and for the starting player tile (ruling 17)."""
    steps: list[Step] = []
    seat, player = before.turn, before.players[before.turn]
    total, broken = player.score, player.broken_tiles.tolist()
    number = sum(broken)
    if number:
        lost = min(total, int(BROKEN_LOSS[number]))
        total -= lost
        counts = zip(LETTERS, broken, strict=True)
        cleared = [
            one
            for letter, count in counts
            for one in Transfer.some(letter, count, Place("broken", seat=seat), Place("tower"))
        ]
        steps.append(Step("broken", seat, -lost, total, values={"count": number}, transfers=tuple(cleared)))
    if before.starting_tile == seat:
        lost = min(total, STARTING_TILE_LOSS)
        steps.append(Step("starting_tile", seat, -lost, total - lost))
    return steps


def _tablet_steps(before: State, steps: Sequence[Step]) -> list[Step]:
    """Return the steps for all tablets; only the last can take points, and not below 0 (ruling 20)."""
    found: list[Step] = []
    for seat in range(MAX_SEATS):
        player = before.players[seat]
        totals = [step.total for step in steps if step.seat == seat]
        total = totals[-1] if totals else player.score
        for tablet, _, counted in tablets_in_use(before):
            points = max(-total, int(tablet_points(packed(before), packed(player), tablet)))
            if points:
                total += points
                found.append(Step(counted, seat, points, total))
    return found
