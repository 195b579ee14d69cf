"""What people are told about a position: sentences, previews, the story of a scoring. Reasons: reasons.py."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from azulejo.games import tiles
from azulejo.games.contract import EVERYONE, Preview, Step
from azulejo.games.duel import chips, pile
from azulejo.games.duel.components import (
    ANY_CHIPS,
    BROKEN_LOSS,
    CHIP_KINDS,
    CHIP_NAMES,
    COLOUR_NAMES,
    COLOURS,
    DOME_COLUMNS,
    LARGE,
    LETTERS,
    LINES,
    MATCHING_CHIPS,
    PLATE_NAMES,
    PLAYERS,
    ROUNDS,
    SIDE_A,
    SPECIAL_SPACE,
    STARTING_TILE_LOSS,
    TABLETS,
    TURN_LETTERS,
    TURNS,
    TYPE_NAMES,
    UNUSED,
)
from azulejo.games.duel.dealing import plates_due
from azulejo.games.duel.invariants import Status, broken
from azulejo.games.duel.moves import (
    BROKEN,
    CHIP,
    DISPLAY,
    DRAW,
    ENOUGH,
    KEEP_PLATE,
    LAY_TILE,
    MAX_MOVES,
    MOON,
    PASS,
    PAY_CHIP,
    PLACE_PLATE,
    RETURN_PLATE,
    STACK_THREE,
    STACK_TWO,
    TO_LINE,
)
from azulejo.games.duel.notation import draw_value, factory_name
from azulejo.games.duel.rules import apply, decide, legal_moves
from azulejo.games.duel.scoring import broken_count, losses, run_cells, tablet_points
from azulejo.games.duel.state import (
    CHIPS_DUE,
    DISPLAY_DUE,
    DRAWING,
    END,
    KEPT_DUE,
    LAY,
    LINE,
    LOOK_DUE,
    ON_FACTORY,
    PAY,
    STACK,
    TABLETS_DUE,
    TILES_DUE,
    TILING,
    TOP_DUE,
    State,
)
from azulejo.games.duel.tiling import best_column, missing_tiles, open_columns, score_board, tile_next_line
from azulejo.texts import Message, message

# ---------------------------------------------------------------- names


def colour_name(colour: int) -> Message:
    """Return the name of a colour."""
    return message(f"duel.colour.{COLOUR_NAMES[colour]}")


def tiles_name(colour: int, count: int) -> Message:
    """Return a number of tiles of a colour, as they are taken."""
    return message(f"duel.tiles.{COLOUR_NAMES[colour]}", count=count)


def type_name(plate: int) -> Message:
    """Return the type of a plate, definite or not."""
    return message(f"duel.type.{TYPE_NAMES[pile.type_of(plate)]}")


# ---------------------------------------------------------------- sentences


def describe(state: State, move: int) -> Message:
    """Return a sentence for a legal move. It names no front that only the mover has seen."""
    if move < TO_LINE:
        return _describe_action(state, move)
    if move < ENOUGH:
        return _describe_line(state, move - TO_LINE)
    if move == ENOUGH:
        if state.stage == DRAWING:
            return message("duel.describe.stop", count=int(state.drawn_count))
        key = "duel.describe.paid" if state.paid else "duel.describe.leave"
        return message(key, line=int(state.tiling_row) + 1)
    if move < KEEP_PLATE:
        return message("duel.describe.pay", chip=CHIP_NAMES[move - PAY_CHIP], line=int(state.tiling_row) + 1)
    if move < RETURN_PLATE:
        index = move - KEEP_PLATE
        return message("duel.describe.keep", number=index + 1, type=type_name(int(state.drawn[index])))
    if move < PLACE_PLATE:
        index = move - RETURN_PLATE
        return message("duel.describe.return", number=index + 1, type=type_name(int(state.drawn[index])))
    if move < LAY_TILE:
        space, turn = divmod(move - PLACE_PLATE, TURNS)
        turned = message(f"duel.turn.{TURN_LETTERS[turn]}")
        return message("duel.describe.place", plate=PLATE_NAMES[state.placing], space=space + 1, turned=turned)
    if move < STACK_TWO:
        row, column = divmod(move - LAY_TILE, DOME_COLUMNS)
        colour = colour_name(int(state.players[state.turn].line_colour[row]))
        return message("duel.describe.lay", colour=colour, line=row + 1, column=column + 1)
    return message("duel.describe.stack", factory=int(state.stacking), order=[*stack_order(move)])


def stack_order(move: int) -> str:
    """Return the letters of a stack from the bottom up."""
    if move >= STACK_THREE:
        order = move - STACK_THREE
        return LETTERS[order // COLOURS**2] + LETTERS[order // COLOURS % COLOURS] + LETTERS[order % COLOURS]
    order = move - STACK_TWO
    return LETTERS[order // COLOURS] + LETTERS[order % COLOURS]


def _describe_action(state: State, move: int) -> Message:
    if move < DISPLAY:
        return _describe_take(state, move)
    if move < DRAW:
        return message("duel.describe.plate", plate=PLATE_NAMES[state.display[move - DISPLAY]])
    if move == DRAW:
        free = state.players[state.turn].score == 0
        key = "duel.describe.draw_free" if free else "duel.describe.draw"
        return message(key, type=type_name(pile.top(state)))
    if move < PASS:
        return message("duel.describe.chip", chip=CHIP_NAMES[state.chips_on[move - CHIP]], factory=move - CHIP + 1)
    return message("duel.describe.pass")


def _describe_take(state: State, move: int) -> Message:
    after = state.copy()
    decide(after, move)
    if move < MOON:
        factory, colour = divmod(move, COLOURS)
        where = message("duel.describe.from_sun", factory=factory_name(factory))
        number = tiles.count(int(state.suns[factory]), colour)
    else:
        colour, where = move - MOON, message("duel.describe.from_moons")
        number = _on_moons(state, colour)
    rest: list[Message] = []
    if state.starting_tile == ON_FACTORY and after.starting_tile != ON_FACTORY:
        rest.append(message("duel.describe.starting_tile"))
    if after.stage not in (STACK, LINE, CHIPS_DUE):
        rest.append(message("duel.describe.no_line"))
    if rest:
        return message("duel.describe.take_and", tiles=tiles_name(colour, number), where=where, rest=rest)
    return message("duel.describe.take", tiles=tiles_name(colour, number), where=where)


def _on_moons(state: State, colour: int) -> int:
    """Return how many top tiles of a colour lie on the moons."""
    tops = [int(state.moons[moon, height - 1]) for moon, height in enumerate(state.heights) if height]
    return tops.count(colour) + tiles.count(int(state.large_moon), colour)


def _describe_line(state: State, destination: int) -> Message:
    colour, number = int(state.picked_colour), int(state.picked_count)
    if destination == BROKEN:
        return message("duel.describe.break", tiles=tiles_name(colour, number))
    room = destination + 1 - int(state.players[state.turn].line_count[destination])
    if number > room:
        rest = message("duel.describe.rest_breaks", count=number - room)
        return message("duel.describe.line_and", tiles=tiles_name(colour, number), line=destination + 1, rest=rest)
    return message("duel.describe.line", tiles=tiles_name(colour, number), line=destination + 1)


def describe_draw(state: State, drawn: Sequence[int]) -> Message:
    """Return a sentence for a draw."""
    value = draw_value(state, drawn)
    stage = state.stage
    if stage == TILES_DUE:
        shown = [letters or "-" for letters in value["tiles"]]
        return message("duel.describe.deal", number=int(state.round_number) + 1, factories=shown)
    if stage == CHIPS_DUE:
        return message("duel.describe.chips", chips=[f"{number}: {chip}" for number, chip in value["chips"].items()])
    if stage == DISPLAY_DUE:
        if len(drawn) > plates_due(state):
            top = message(f"duel.type.{value['top']}")
            return message("duel.describe.display_top", plates=value["display"], type=top)
        return message("duel.describe.display", plates=value["display"])
    if stage == TOP_DUE:
        return message("duel.describe.top", type=message(f"duel.type.{value['top']}"))
    if stage == LOOK_DUE:
        return message("duel.describe.look", plates=value["plates"])
    if stage == KEPT_DUE:
        return message("duel.describe.kept", plate=value["kept"])
    assert stage == TABLETS_DUE
    return message("duel.describe.tablets", tablets=value["tablets"])


def draw_audience(state: State) -> int:
    """Return who sees the draw that is due: several drawn plates only their drawer (ruling 3)."""
    return int(state.turn) if state.stage == LOOK_DUE and state.drawn_count > 1 else EVERYONE


def redact_event(state: State, event: Mapping[str, Any], seat: int) -> Mapping[str, Any]:
    """Return the event without the fronts that only another player sees.

    Moves say nothing secret: plates to keep and to return go by the order in which they were drawn.
    """
    if "draw" in event and draw_audience(state) not in (EVERYONE, seat):
        return {**event, "draw": None}
    return event


# ---------------------------------------------------------------- previews and scoring


def preview(state: State, move: int) -> Preview:
    """Return what a legal move does, as the contract defines it.

    The round is scored without chips, and every tile goes where it scores most.
    """
    mover = int(state.turn)
    applied, decided = state.copy(), state.copy()
    apply(applied, move)
    decide(decided, move)
    ends_game = bool(applied.stage == END)
    ends_round = bool(ends_game or (state.factories_filled and not applied.factories_filled))
    if state.stage in (PAY, LAY):
        points = int(decided.players[mover].score) - int(state.players[mover].score)
        return Preview(points, ends_round=ends_round, ends_game=ends_game)
    points = _score_if_scored(decided, mover) - _score_if_scored(state, mover)
    loss = losses(decided, mover) - losses(state, mover)
    return Preview(points, loss=int(loss), ends_round=ends_round, ends_game=ends_game)


def _score_if_scored(state: State, seat: int) -> int:
    scored = state.copy()
    score_board(scored, seat)
    return int(scored.players[seat].score)


def scoring_steps(state: State, move: int) -> list[Step]:
    """Return the story of all points that playing a legal move gives or takes."""
    after = state.copy()
    seat, row = int(state.turn), int(state.tiling_row)
    decide(after, move)
    steps: list[Step] = []
    if state.stage in (PAY, LAY):
        steps += _line_steps(state, after, seat, row)
    elif move == DRAW:
        total = int(after.players[seat].score)
        if total != state.players[seat].score:
            steps.append(Step("draw", seat, -1, total))
    while after.stage == TILING:
        before, seat, row = after.copy(), int(after.turn), int(after.tiling_row)
        if not tile_next_line(after):
            break
        steps += _loss_steps(before, seat) if row == LINES else _line_steps(before, after, seat, row)
        if after.stage == END:
            steps += _tablet_steps(before, steps)
    return steps


def _line_steps(before: State, after: State, seat: int, row: int) -> list[Step]:
    """Return the steps for one pattern line: a tile laid, a special tile with it, or a line that broke."""
    was, now = before.players[seat], after.players[seat]
    if now.line_count[row] == was.line_count[row]:
        return []
    laid = int(was.filled) ^ int(now.filled)
    if laid == 0:
        return [Step("stuck", seat, 0, int(now.score), values={"line": row + 1})]
    special = laid & int(now.spaces[SPECIAL_SPACE])
    special_row, special_column = divmod(special.bit_length() - 1, DOME_COLUMNS)
    column = (laid & ~special).bit_length() - 1 - row * DOME_COLUMNS
    extra = special_row + 1 if special else 0
    total = int(now.score) - extra
    where = run_cells(int(now.filled) & ~special, row, column)
    values = {"colour": colour_name(int(was.line_colour[row])), "line": row + 1, "column": column + 1}
    steps = [Step("tile", seat, total - int(was.score), total, where, values)]
    if special:
        values = {"line": special_row + 1, "column": special_column + 1}
        steps.append(Step("special", seat, extra, total + extra, ((special_row, special_column),), values))
    return steps


def _loss_steps(before: State, seat: int) -> list[Step]:
    """Return the steps for broken tiles and for the starting player tile (ruling 17)."""
    steps: list[Step] = []
    total = int(before.players[seat].score)
    number = broken_count(before.players[seat])
    if number:
        lost = min(total, int(BROKEN_LOSS[number]))
        total -= lost
        steps.append(Step("broken", seat, -lost, total, values={"count": number}))
    if before.starting_tile == seat:
        lost = min(total, STARTING_TILE_LOSS)
        steps.append(Step("starting_tile", seat, -lost, total - lost))
    return steps


TABLET_KINDS = (
    ("rows", "colourful_rows"),
    ("columns", "edge"),
    ("diagonals", "corners"),
    ("jokers", "specials"),
)
"""The kinds of steps for the two sides of each scoring tablet."""


def _tablet_steps(before: State, steps: Sequence[Step]) -> list[Step]:
    """Return the steps for all tablets; only the last can take points, and not below 0 (ruling 20)."""
    found: list[Step] = []
    for seat in range(PLAYERS):
        player = before.players[seat]
        totals = [step.total for step in steps if step.seat == seat]
        total = totals[-1] if totals else int(player.score)
        for tablet in range(TABLETS):
            points = max(-total, int(tablet_points(before, player, tablet)))
            if before.tablets[tablet] != UNUSED and points:
                total += points
                kind = TABLET_KINDS[tablet][int(before.tablets[tablet]) - SIDE_A]
                found.append(Step(kind, seat, points, total))
    return found


# ---------------------------------------------------------------- checks and defaults


def status(state: State) -> Status:
    """Return what is wrong with a position typed by hand."""
    return Status(broken(state))


def suggest(state: State) -> int:
    """Return a sensible move: what scores most, the cheapest payment, no plates for points."""
    moves = np.zeros(MAX_MOVES, np.int16)
    legal = [int(code) for code in moves[: legal_moves(state, moves)]]
    if state.stage == DRAWING:
        return ENOUGH
    if state.stage == LAY:
        row, player = int(state.tiling_row), state.players[state.turn]
        return LAY_TILE + row * DOME_COLUMNS + best_column(player, row, open_columns(player, row))
    if state.stage == PAY:
        return _suggested_payment(state, legal)
    return max(legal, key=lambda move: _attraction(state, move))


def _attraction(state: State, move: int) -> tuple[int, int]:
    """Return the points of a move, and what tells equals apart: tiles on lines, chips, plates; draws come last."""
    if move < DISPLAY:
        return max(_attraction_of_line(state, move, destination) for destination in range(BROKEN + 1))
    if TO_LINE <= move < ENOUGH:
        return _attraction_of_line(state, None, move - TO_LINE)
    return preview(state, move).points, int(move != DRAW)


def _attraction_of_line(state: State, take: int | None, destination: int) -> tuple[int, int]:
    """Return the points if the tiles of a take (or those in hand) go to a line, and how many find room there."""
    after = state.copy()
    if take is not None:
        decide(after, take)
        if after.stage not in (LINE, STACK, CHIPS_DUE):
            return preview(state, take).points, 0
        after.stage, after.stacking = LINE, LARGE
    player = after.players[state.turn]
    if destination == BROKEN:
        room = 0
    elif player.line_count[destination] and player.line_colour[destination] != after.picked_colour:
        return -int(BROKEN_LOSS[-1]) - STARTING_TILE_LOSS - 1, 0
    else:
        room = destination + 1 - int(player.line_count[destination])
    placed = min(room, int(after.picked_count))
    before = _score_if_scored(state, int(state.turn))
    decide(after, TO_LINE + destination)
    return _score_if_scored(after, int(state.turn)) - before, placed


def _suggested_payment(state: State, legal: Sequence[int]) -> int:
    """Return the next chip of the cheapest payment; chips that do not match are only spent in the last round."""
    player = state.players[state.turn]
    row, paid = int(state.tiling_row), int(state.paid)
    colour, missing = int(player.line_colour[row]), missing_tiles(player, row)
    cheapest = _cheapest(int(player.chips) + paid, colour, missing)
    is_dear = chips.total(cheapest) > MATCHING_CHIPS * missing
    follows = all(chips.count(paid, kind) <= chips.count(cheapest, kind) for kind in range(CHIP_KINDS))
    if not follows or paid == cheapest or (paid == 0 and is_dear and state.round_number < ROUNDS):
        return ENOUGH if ENOUGH in legal else legal[0]
    due = [PAY_CHIP + kind for kind in range(CHIP_KINDS) if chips.count(paid, kind) < chips.count(cheapest, kind)]
    return due[0] if due[0] in legal else legal[0]


def _cheapest(held: int, colour: int, missing: int) -> int:
    """Return the payment with the fewest chips: pairs that match first, then threes of what matches least."""
    match = int(chips.MATCHING[colour])
    pairs = min(missing, chips.total(held & match) // MATCHING_CHIPS)
    payment = 0
    for _ in range(MATCHING_CHIPS * pairs):
        payment += chips.one(chips.kind_at((held - payment) & match, 0))
    for _ in range(ANY_CHIPS * (missing - pairs)):
        left = held - payment
        payment += chips.one(chips.kind_at(left & ~match or left, 0))
    return payment
