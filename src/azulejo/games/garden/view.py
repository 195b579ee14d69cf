"""What people are told about a position: sentences, previews, the story of a scoring, defaults."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from azulejo.games.contract import Preview, Step
from azulejo.games.garden import tiles
from azulejo.games.garden.acquire import fits
from azulejo.games.garden.components import (
    COLOUR_KINDS,
    COLOUR_NAMES,
    COLOURS,
    KINDS,
    LEAST_GROUP,
    PATTERN_KINDS,
    PATTERN_NAMES,
    PATTERNS,
    PER_SLOT,
    RING,
    ROUNDS,
    SET_KINDS,
    SETS,
    SLOTS,
    SPACES,
    SUPPLY_PRICE,
)
from azulejo.games.garden.garden import filled, groups_through, neighbours, pavilions, plant, spaces_for
from azulejo.games.garden.invariants import Status, broken, kind_at
from azulejo.games.garden.moves import (
    BUY,
    DONE,
    FIRST_COPY,
    FIRST_GIVE,
    FIRST_PLACE,
    FIRST_SPACE,
    MAX_MOVES,
    PASS,
)
from azulejo.games.garden.notation import space_text
from azulejo.games.garden.place import cost, lay_face, reward
from azulejo.games.garden.rules import decide, legal_moves, score_round
from azulejo.games.garden.scoring import group_points, wheel_points
from azulejo.games.garden.state import (
    ANY,
    BY_COLOUR,
    BY_PATTERN,
    COPY,
    DISCARD,
    FACE,
    FIRST_EXPANSION,
    IN_DISPLAY,
    JOKER,
    PAYMENT,
    SPACE,
    SUPPLY,
    TOP,
    Player,
    State,
)
from azulejo.games.garden.storage import expansion_room, stored_value, tile_room
from azulejo.texts import Message, message

# ---------------------------------------------------------------- names


def hex_name(kind: int) -> Message:
    """Return a hex by colour and pattern."""
    colour, pattern = divmod(kind, PATTERNS)
    return message(f"garden.hex.{COLOUR_NAMES[colour]}.{PATTERN_NAMES[pattern]}")


def set_name(chosen: int) -> Message:
    """Return a colour or pattern by name."""
    if chosen < COLOURS:
        return message(f"garden.colour.{COLOUR_NAMES[chosen]}")
    return message(f"garden.pattern.{PATTERN_NAMES[chosen - COLOURS]}")


def piece_name(piece: int) -> Message:
    """Return a stored piece: the tile, the expansion, a joker."""
    if piece >= JOKER:
        return message("garden.piece.joker" if piece == JOKER else "garden.piece.supply")
    key = "garden.piece.tile" if piece < FIRST_EXPANSION else "garden.piece.expansion"
    return message(key, hex=hex_name(piece % FIRST_EXPANSION))


def place_name(state: State, place: int) -> Message:
    """Return a place of the display."""
    if place == TOP:
        return message("garden.place.top")
    key = "garden.place.face" if state.faces[place] >= 0 else "garden.place.aside"
    return message(key, number=place)


# ---------------------------------------------------------------- sentences


def describe(state: State, move: int) -> Message:
    """Return a sentence for a legal move."""
    if move < FIRST_COPY:
        kinds = (int(state.offered_tiles) | int(state.offered_faces)) & int(SET_KINDS[move])
        hexes = [hex_name(kind) for kind in range(KINDS) if kinds >> kind & 1]
        return message("garden.describe.take", set=set_name(move), count=len(hexes), hexes=hexes)
    if move < FIRST_PLACE:
        kind = _lowest(int(state.wanted))
        return message("garden.describe.copy", hex=hex_name(kind), place=place_name(state, move - FIRST_COPY))
    if move < BUY:
        piece = move - FIRST_PLACE
        return message("garden.describe.place", piece=piece_name(piece), cost=cost(piece))
    if move == BUY:
        return message("garden.describe.buy", count=SUPPLY_PRICE)
    if move == PASS:
        return message("garden.describe.pass_first" if state.marker == IN_DISPLAY else "garden.describe.pass")
    if move < FIRST_GIVE:
        space = move - FIRST_SPACE + 1
        if state.piece == SUPPLY:
            return message("garden.describe.blank", slot=space // PER_SLOT)
        return message("garden.describe.space", piece=piece_name(int(state.piece)), space=space_text(space))
    if move == DONE:
        return message("garden.describe.done")
    piece = move - FIRST_GIVE
    if state.phase == DISCARD:
        return message("garden.describe.discard", piece=piece_name(piece), count=cost(piece))
    return message("garden.describe.pay", piece=piece_name(piece), left=int(state.owed) - 1)


def describe_draw(state: State, drawn: Sequence[int]) -> Message:
    """Return a sentence for a draw."""
    if state.phase == FACE:
        return message("garden.describe.face", hex=hex_name(int(drawn[0])))
    hexes = [hex_name(int(kind)) for kind in drawn]
    return message("garden.describe.refill", round=int(state.round_number), hexes=hexes)


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


# ---------------------------------------------------------------- previews


def preview(state: State, move: int) -> Preview:
    """Return what a legal move does, as the contract defines it.

    A hex counts from the move that chooses its space. The jokers shown with that move, and while
    it is paid for, are those that the turn brings in the end with the cheapest payment.
    """
    mover = int(state.turn)
    decided = state.copy()
    decide(decided, move)
    points = _score_if_scored(decided, mover) - _score_if_scored(state, mover)
    loss = max(0, int(state.players[mover].score) - int(decided.players[mover].score))
    ends_round = everybody_passed(decided)
    ends_game = ends_round and state.round_number == ROUNDS
    return Preview(points, loss, _jokers_earned(state, decided), ends_round, ends_game)


def everybody_passed(state: State) -> bool:
    """Return whether the round ends."""
    return int(state.passed) == (1 << int(state.seats)) - 1


def _score_if_scored(state: State, seat: int) -> int:
    player = state.players[seat]
    return int(player.score) + wheel_points(state, player, int(state.round_number))


def _jokers_earned(state: State, decided: State) -> int:
    """Return the jokers for what this move's hex surrounds: those gained, and those paid meanwhile."""
    before, after = state.players[state.turn], decided.players[state.turn]
    placed = int(before.vacant) & ~int(after.vacant) | int(after.printed) & ~int(before.printed)
    if state.phase == PAYMENT:
        owed = int(state.owed)
    elif placed:
        kind = kind_at(after, _lowest(placed))
        owed = kind % PATTERNS
    else:
        return 0
    paid_up = decided.copy()
    while paid_up.phase == PAYMENT:
        decide(paid_up, suggest_payment(paid_up))
    tiles_paid = tiles.total(paid_up.tower) - tiles.total(state.tower)
    expansions_paid = int(paid_up.supply) - int(state.supply)
    jokers_paid = owed - tiles_paid - expansions_paid
    return int(paid_up.players[state.turn].jokers) - int(before.jokers) + jokers_paid


# ---------------------------------------------------------------- what a board shows


@dataclass(frozen=True)
class Group:
    """A connected group of one colour or one pattern."""

    chosen: int
    """The colour, or 6 plus the pattern."""
    spaces: tuple[int, ...]
    points: int
    """What it would score at the end."""


def groups(state: State, seat: int) -> list[Group]:
    """Return the groups of three or more hexes, in the order in which they are scored."""
    player = state.players[seat]
    found = []
    for chosen in range(SETS):
        alike = int(player.colours[chosen]) if chosen < COLOURS else int(player.patterns[chosen - COLOURS])
        while alike:
            group = groups_through(alike & -alike, alike)
            alike &= ~group
            if group.bit_count() >= LEAST_GROUP:
                found.append(Group(chosen, _spaces(group), group_points(state, player, group)))
    return found


@dataclass(frozen=True)
class Offer:
    """A colour or pattern that lies in the display."""

    chosen: int
    kinds: tuple[int, ...]
    fits: bool
    """Whether the storage of the player to move has room for one of each."""


def offers(state: State) -> list[Offer]:
    """Return what can be taken by colour and by pattern, and what would not fit."""
    player = state.players[state.turn]
    room, room_for_expansions = tile_room(player), expansion_room(player)
    found = []
    for chosen in range(SETS):
        as_tile = int(state.offered_tiles) & int(SET_KINDS[chosen])
        as_face = int(state.offered_faces) & int(SET_KINDS[chosen])
        if as_tile | as_face:
            kinds = tuple(kind for kind in range(KINDS) if (as_tile | as_face) >> kind & 1)
            found.append(Offer(chosen, kinds, bool(fits(as_tile, as_face, room, room_for_expansions))))
    return found


def payments(state: State) -> list[tuple[int, ...]]:
    """Return every complete payment of what is owed, each as the move codes in their order."""
    found: set[tuple[int, ...]] = set()
    for pieces in ways_to_pay(state):
        found.update(combinations(pieces, int(state.owed)))
    return sorted(tuple(FIRST_GIVE + piece for piece in payment) for payment in found)


def ways_to_pay(state: State) -> list[list[int]]:
    """Return the stored pieces that can go together, by colour and by pattern, in their order."""
    player = state.players[state.turn]
    kind = int(state.piece) % FIRST_EXPANSION
    ways = []
    for pays_by, kinds in (
        (BY_COLOUR, int(COLOUR_KINDS[kind // PATTERNS])),
        (BY_PATTERN, int(PATTERN_KINDS[kind % PATTERNS])),
    ):
        if state.pays_by in (ANY, pays_by):
            others = kinds & ~(1 << kind)
            pieces = [one for one in range(KINDS) for _ in range(tiles.count(player.tiles, others & 1 << one))]
            pieces += [FIRST_EXPANSION + one for one in range(KINDS) if int(player.expansions) & others & 1 << one]
            ways.append([piece for piece in pieces if piece >= state.least] + [JOKER] * int(player.jokers))
    return ways


def _spaces(mask: int) -> tuple[int, ...]:
    return tuple(space for space in range(SPACES) if mask >> space & 1)


# ---------------------------------------------------------------- the story of a scoring


def scoring_steps(state: State, move: int) -> list[Step]:
    """Return the story of all points that playing a legal move gives or takes."""
    seat = int(state.turn)
    total = int(state.players[seat].score)
    decided = state.copy()
    decide(decided, move)
    steps = []
    if state.phase == DISCARD and move != DONE:
        piece = move - FIRST_GIVE
        total -= cost(piece)
        steps.append(Step("discard", seat, -cost(piece), total, values={"piece": piece_name(piece)}))
    elif decided.supply < state.supply:
        total -= SUPPLY_PRICE
        steps.append(Step("supply", seat, -SUPPLY_PRICE, total, values={}))
    if state.marker == IN_DISPLAY and decided.marker == seat:
        lost = int(decided.players[seat].score) - total  # nothing from somebody who has nothing (13)
        steps.append(Step("marker", seat, lost, total + lost, values={}))
    if everybody_passed(decided):
        order = [(int(decided.start) + place) % int(decided.seats) for place in range(decided.seats)]
        for scored in order:
            steps += _wheel_steps(decided, scored)
        if decided.round_number == ROUNDS:
            score_round(decided)
            for scored in order:
                steps += _final_steps(decided, scored)
    return steps


def _wheel_steps(state: State, seat: int) -> list[Step]:
    """Return a garden's points by the wheel."""
    player = state.players[seat]
    total = int(player.score)
    steps = []
    for chosen in range(SETS):
        each = int(state.wheel[state.round_number - 1, chosen])
        spaces = int(player.colours[chosen]) if chosen < COLOURS else int(player.patterns[chosen - COLOURS])
        count = spaces.bit_count()
        if each and count:
            total += each * count
            values = {"set": set_name(chosen), "count": count, "each": each}
            steps.append(Step("wheel", seat, each * count, total, _where(spaces), values))
    count = pavilions(player)
    if count and state.pavilion_points:
        points = count * int(state.pavilion_points)
        total += points
        where = tuple((slot, 0) for slot in range(1, SLOTS + 1) if _has_pavilion(player, slot))
        steps.append(Step("pavilions", seat, points, total, where, {"count": count}))
    return steps


def _has_pavilion(player: Player, slot: int) -> bool:
    return bool(int(player.printed) & int(RING[slot]))


def _final_steps(state: State, seat: int) -> list[Step]:
    """Return what storage and groups bring; all is added, then held at 0 (13)."""
    player = state.players[seat]
    total = int(player.score)
    steps = []
    if player.jokers:
        total += int(player.jokers)
        steps.append(Step("jokers", seat, int(player.jokers), total, values={"count": int(player.jokers)}))
    if stored_value(player):
        total -= stored_value(player)
        count = tiles.total(player.tiles) + int(player.expansions).bit_count()
        steps.append(Step("stored", seat, -stored_value(player), total, values={"count": count}))
    for group in groups(state, seat):
        total += group.points
        size = len(group.spaces)
        bonus = int(state.group_bonus[size])
        values = {"set": set_name(group.chosen), "count": size, "bonus": bonus}
        where = tuple(divmod(space, PER_SLOT) for space in group.spaces)
        steps.append(Step("group_bonus" if bonus else "group", seat, group.points, total, where, values))
    if total < 0:
        steps.append(Step("held", seat, -total, 0, values={}))
    return steps


def _where(spaces: int) -> tuple[tuple[int, int], ...]:
    return tuple(divmod(space, PER_SLOT) for space in _spaces(spaces))


# ---------------------------------------------------------------- checks and defaults


def status(state: State) -> Status:
    """Return what is wrong with a position typed by hand."""
    return Status(broken(state))


def suggest(state: State) -> int:
    """Return a sensible move: the cheapest payment, the best space, else the most useful action."""
    if state.phase == PAYMENT:
        return suggest_payment(state)
    if state.phase == SPACE:
        return _suggest_space(state)
    if state.phase == DISCARD:
        return DONE
    moves = np.zeros(MAX_MOVES, np.int16)
    legal = [int(move) for move in moves[: legal_moves(state, moves)]]
    if state.phase == COPY:
        return legal[-1]  # leave the top of the stack alone: a new one serves the next player
    return max(legal, key=lambda move: (_attraction(state, move), -move))


# How much a stored piece is worth to its owner, in thirds of a point: what is paid last.
_TILE_WORTH, _EXPANSION_WORTH, _JOKER_WORTH = 3, 12, 9


def suggest_payment(state: State) -> int:
    """Return the first piece of the cheapest payment.

    Tiles go before jokers and expansions, and among tiles those that share least with the rest
    of the storage, so that what is left can still pay for something.
    """
    best: tuple[int, list[int]] | None = None
    for pieces in ways_to_pay(state):
        if len(pieces) >= state.owed:
            cheapest = sorted(pieces, key=lambda piece: (_worth(state, piece), piece))[: int(state.owed)]
            price = sum(_worth(state, piece) for piece in cheapest)
            if best is None or price < best[0]:
                best = price, cheapest
    assert best is not None, "a payment is asked for only if there is one"
    return FIRST_GIVE + min(best[1])


def _worth(state: State, piece: int) -> int:
    """Return what a stored piece is worth to the player to move."""
    if piece >= FIRST_EXPANSION:
        return _JOKER_WORTH if piece == JOKER else _EXPANSION_WORTH
    player = state.players[state.turn]
    alike = int(COLOUR_KINDS[piece // PATTERNS]) | int(PATTERN_KINDS[piece % PATTERNS])
    return _TILE_WORTH + min(5, tiles.count(player.tiles, alike & ~(1 << piece))) + _hex_points(state, piece)


def _hex_points(state: State, kind: int) -> int:
    """Return what a hex in the garden still scores by the wheel."""
    colour, pattern = divmod(kind, PATTERNS)
    return sum(
        int(state.wheel[number, colour]) + int(state.wheel[number, COLOURS + pattern])
        for number in range(int(state.round_number) - 1, ROUNDS)
    )


def _suggest_space(state: State) -> int:
    """Return the space with the best groups and most jokers, then most neighbours."""
    player = state.players[state.turn]
    piece = int(state.piece)
    spaces = _spaces(spaces_for(player, piece))
    return FIRST_SPACE - 1 + max(spaces, key=lambda space: (_space_worth(state, piece, space), -space))


def _space_worth(state: State, piece: int, space: int) -> int:
    if piece == SUPPLY:
        return (filled(state.players[state.turn]) & neighbours(int(RING[space // PER_SLOT]))).bit_count()
    tried = state.copy()
    player = tried.players[tried.turn]
    kind = piece % FIRST_EXPANSION
    if piece >= FIRST_EXPANSION:
        lay_face(player, kind, space)
    else:
        plant(player, kind, space)
    worth = 3 * reward(player, space)
    for alike in (int(player.colours[kind // PATTERNS]), int(player.patterns[kind % PATTERNS])):
        worth += 4 * groups_through(1 << space, alike).bit_count()
    return worth + (neighbours(1 << space) & filled(player)).bit_count()


def _attraction(state: State, move: int) -> int:
    """Return how attractive an action is, in thirds of a point."""
    player = state.players[state.turn]
    if move < FIRST_COPY:
        kinds = (int(state.offered_tiles) | int(state.offered_faces)) & int(SET_KINDS[move])
        return kinds.bit_count() * (_TILE_WORTH if state.round_number < ROUNDS else 1)
    if move == BUY:
        return 1 if int(player.vacant).bit_count() <= 2 and int(player.score) >= 3 * SUPPLY_PRICE else -1
    if move == PASS:
        return 0
    piece = move - FIRST_PLACE
    return 3 * (_hex_points(state, piece % FIRST_EXPANSION) + cost(piece)) - _TILE_WORTH * (cost(piece) - 1)


def redact_event(state: State, event: Mapping[str, Any], seat: int) -> Mapping[str, Any]:
    """Return the event: everything in this game is seen by all."""
    return event
