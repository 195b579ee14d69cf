"""Texts of moves, draws and positions, both ways. Described for people in docs/rules/garden.md."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from azulejo.games.garden import tiles
from azulejo.games.garden.acquire import note_offers, tiles_due
from azulejo.games.garden.components import (
    ALL_KINDS,
    COLOUR_LETTERS,
    CUSTOM,
    EXPANSIONS,
    FIRST_OF_RINGS,
    KINDS,
    PATTERNS,
    PER_SLOT,
    PLATE_SPACES,
    RING,
    ROUNDS,
    SEATS,
    SIDE_TABLE,
    SIDES,
    SLOTS,
    SPACES,
    TILES_PER_KIND,
    TOP_TILES,
    Masks,
)
from azulejo.games.garden.garden import filled, plant
from azulejo.games.garden.invariants import kind_at, tiles_of
from azulejo.games.garden.moves import (
    BUY,
    DONE,
    FIRST_COPY,
    FIRST_GIVE,
    FIRST_PLACE,
    FIRST_SPACE,
    MOVE_CODES,
    PASS,
)
from azulejo.games.garden.place import lay_blank, lay_face
from azulejo.games.garden.rules import clear_display, expansions_in_display, write_side_number
from azulejo.games.garden.state import (
    COPY,
    DISCARD,
    FACE,
    FACE_DOWN,
    FIRST_EXPANSION,
    GONE,
    IN_DISPLAY,
    JOKER,
    NO_TILE,
    PAYMENT,
    PLACES,
    SPACE,
    SUPPLY,
    TOP,
    Player,
    State,
    next_place,
    stack_size,
)
from azulejo.games.garden.title import read_side, side_text
from azulejo.texts import latin_keys
from azulejo.texts.errors import BadOption, BadPosition, BadRecord, InvalidMove

NOTHING = "-"
PHASES = ("turn", "copy", "space", "payment", "discard", "refill", "face", "end")
PAYS_BY = ("any", "colour", "pattern")
EXPANSION_SIGN = "e"
HIDDEN_FACE = "e?"
JOKER_TEXT = "j"
SUPPLY_TEXT = "supply"

_HEX = rf"[{COLOUR_LETTERS}][1-{PATTERNS}]"

# ---------------------------------------------------------------- hexes and pieces


def hex_text(kind: int) -> str:
    """Return a hex as its colour's letter and its pattern's value: ``b3``."""
    colour, pattern = divmod(kind, PATTERNS)
    return f"{COLOUR_LETTERS[colour]}{pattern + 1}"


def parse_hex(text: str) -> int:
    """Return the kind of a hex's text."""
    return COLOUR_LETTERS.index(text[0]) * PATTERNS + int(text[1]) - 1


def piece_text(piece: int) -> str:
    """Return a stored piece: ``b3`` a tile, ``eb3`` an expansion, ``j`` a joker."""
    if piece >= JOKER:
        return JOKER_TEXT if piece == JOKER else SUPPLY_TEXT
    return hex_text(piece) if piece < FIRST_EXPANSION else EXPANSION_SIGN + hex_text(piece - FIRST_EXPANSION)


def _parse_piece(text: str) -> int:
    """Return the piece of a text that is known to be one."""
    if text == JOKER_TEXT:
        return JOKER
    if text.startswith(EXPANSION_SIGN):
        return FIRST_EXPANSION + parse_hex(text[1:])
    return parse_hex(text)


def space_text(space: int) -> str:
    """Return a space as its slot and direction: ``14``."""
    slot, direction = divmod(space, PER_SLOT)
    return f"{slot}{direction}"


def set_text(chosen: int) -> str:
    """Return a colour or pattern: its letter, or its value."""
    return (COLOUR_LETTERS + "123456")[chosen]


# ---------------------------------------------------------------- moves


def move_text(move: int) -> str:
    """Return the text of a move: ``tb``, ``f2``, ``b3``, ``eb3``, ``buy``, ``pass``, ``14``, ``db3``, ``done``."""
    if not 0 <= move < MOVE_CODES:
        raise InvalidMove("garden.error.move_code", value=move, most=MOVE_CODES - 1)
    if move < FIRST_COPY:
        return f"t{set_text(move)}"
    if move < FIRST_PLACE:
        return f"f{move - FIRST_COPY}"
    if move < BUY:
        return piece_text(move - FIRST_PLACE)
    if move in _WORDS.values():
        return next(word for word, code in _WORDS.items() if code == move)
    if move < FIRST_GIVE:
        return space_text(move - FIRST_SPACE + 1)
    return f"d{piece_text(move - FIRST_GIVE)}"


_WORDS = {"buy": BUY, "pass": PASS, "done": DONE}

_MOVES: tuple[tuple[re.Pattern[str], Callable[[str], int]], ...] = (
    (re.compile(rf"t([{COLOUR_LETTERS}1-6])"), lambda text: (COLOUR_LETTERS + "123456").index(text)),
    (re.compile(rf"f([0-{PLACES - 1}])"), lambda text: FIRST_COPY + int(text)),
    (re.compile(rf"(e?{_HEX})"), lambda text: FIRST_PLACE + _parse_piece(text)),
    (re.compile(rf"(0[1-6]|[1-{SLOTS}][0-6])"), lambda text: FIRST_SPACE - 1 + PER_SLOT * int(text[0]) + int(text[1])),
    (re.compile(rf"d(e?{_HEX}|j)"), lambda text: FIRST_GIVE + _parse_piece(text)),
)


def parse_move(text: str) -> int:
    """Return the code of a move's text."""
    typed = latin_keys(text.strip()).lower()
    if typed in _WORDS:
        return _WORDS[typed]
    for pattern, code in _MOVES:
        if found := pattern.fullmatch(typed):
            return code(found[1])
    raise InvalidMove("garden.error.move_text", value=text)


# ---------------------------------------------------------------- draws


def draw_value(state: State, drawn: Sequence[int]) -> list[str] | str:
    """Return tiles laid on a top as a list of hexes, a face turned up as the expansion's text."""
    if state.phase == FACE:
        return piece_text(FIRST_EXPANSION + int(drawn[0]))
    return [hex_text(int(kind)) for kind in drawn]


def parse_draw(state: State, value: Any) -> list[int]:
    """Return the pieces of the draw that is due, or say why these cannot be drawn now."""
    return _parse_face(state, value) if state.phase == FACE else _parse_tiles(state, value)


def _parse_face(state: State, value: Any) -> list[int]:
    if not isinstance(value, str) or not re.fullmatch(EXPANSION_SIGN + _HEX, value):
        raise BadRecord("garden.error.draw_face", value=value)
    kind = parse_hex(value[1:])
    if not int(state.unseen) >> kind & 1:
        raise BadRecord("garden.error.draw_seen", value=value)
    return [kind]


def _parse_tiles(state: State, value: Any) -> list[int]:
    due = tiles_due(state)
    if not isinstance(value, list) or len(value) != due:
        raise BadRecord("garden.error.draw_tiles", count=due)
    left = state.copy()
    drawn = []
    for text in value:
        if not isinstance(text, str) or not re.fullmatch(_HEX, text):
            raise BadRecord("garden.error.draw_hex", value=text)
        kind = parse_hex(text)
        if left.bag[0] == 0:
            tiles.pour(left.tower, left.bag)
        if tiles.count(left.bag, 1 << kind) == 0:
            raise BadRecord("garden.error.draw_none_left", value=text)
        tiles.remove(left.bag, kind)
        drawn.append(kind)
    return drawn


# ---------------------------------------------------------------- positions: writing


def position_text(state: State) -> str:
    """Return a position as one line of words that ``parse_position`` reads."""
    places = [_place_text(state, place) for place in range(1, next_place(state))]
    passed = [str(seat) for seat in range(state.seats) if int(state.passed) >> seat & 1]
    words = [
        "garden",
        f"side={side_word(state)}",
        f"round={state.round_number}",
        f"phase={PHASES[state.phase]}",
        f"turn={state.turn}",
        f"start={state.start}",
        f"marker={'display' if state.marker == IN_DISPLAY else state.marker}",
        f"passed={','.join(passed) or NOTHING}",
        *_decision_words(state),
        f"stack={state.stack}",
        f"supply={state.supply}",
        f"top={_hexes_text(_tiles_on(state, TOP))}",
        f"aside={','.join(places) or NOTHING}",
        f"unseen={_hexes_text(_kinds(int(state.unseen)))}",
        f"bag={_hexes_text(_heap_kinds(state.bag))}",
        f"tower={_hexes_text(_heap_kinds(state.tower))}",
    ]
    return " ".join(words + [f"garden={_garden_text(state.players[seat])}" for seat in range(state.seats)])


def side_word(state: State) -> str:
    """Return the side of the scoring board: its name, or all its numbers as JSON without spaces."""
    if state.side != CUSTOM:
        return SIDES[state.side]
    return side_text([*state.wheel.ravel().tolist(), int(state.pavilion_points), *state.group_bonus.tolist()])


def _decision_words(state: State) -> list[str]:
    words = []
    if state.phase == COPY:
        words += [f"wanted={_hexes_text(_kinds(int(state.wanted)))}", f"from_top={state.from_top}"]
    if state.phase in (SPACE, PAYMENT):
        words.append(f"piece={piece_text(int(state.piece))}")
    if state.phase == PAYMENT:
        words += [f"space={space_text(int(state.space))}", f"owed={state.owed}", f"by={PAYS_BY[state.pays_by]}"]
    if state.phase in (PAYMENT, DISCARD):
        words.append(f"least={piece_text(int(state.least))}")
    return words


def _kinds(mask: int) -> list[int]:
    return [kind for kind in range(KINDS) if mask >> kind & 1]


def _heap_kinds(heap: Masks) -> list[int]:
    return [kind for kind in range(KINDS) for _ in range(tiles.count(heap, 1 << kind))]


def _tiles_on(state: State, place: int) -> list[int]:
    return [int(kind) for kind in state.tiles_on[place] if kind != NO_TILE]


def _hexes_text(kinds: Iterable[int]) -> str:
    """Return hexes by colour, a digit for each: ``b113y5``."""
    by_colour = [""] * len(COLOUR_LETTERS)
    for kind in sorted(kinds):
        by_colour[kind // PATTERNS] += str(kind % PATTERNS + 1)
    return "".join(letter + digits for letter, digits in zip(COLOUR_LETTERS, by_colour, strict=True) if digits) or "-"


def _place_text(state: State, place: int) -> str:
    face = int(state.faces[place])
    if face == GONE:
        return NOTHING
    if face == FACE_DOWN:
        lying = _tiles_on(state, place)
        return _hexes_text(lying) if lying else HIDDEN_FACE
    return EXPANSION_SIGN + hex_text(face)


def _garden_text(player: Player) -> str:
    laid = []
    for slot in range(1, SLOTS + 1):
        if int(player.built) >> PER_SLOT * slot & 1:
            laid.append(space_text(PER_SLOT * slot))
        elif int(player.built) & int(RING[slot]):
            space = (int(player.printed) & int(RING[slot])).bit_length() - 1
            laid.append(f"{space_text(space)}{EXPANSION_SIGN}{hex_text(kind_at(player, space))}")
    hexes = filled(player) & ~int(player.printed)
    laid += [f"{space_text(space)}{hex_text(kind_at(player, space))}" for space in range(SPACES) if hexes >> space & 1]
    stored = f"{_hexes_text(_heap_kinds(player.tiles))}/{_hexes_text(_kinds(int(player.expansions)))}"
    return f"{player.score}/{player.jokers}/{stored}/{','.join(laid) or NOTHING}"


# ---------------------------------------------------------------- positions: reading


def parse_position(text: str) -> State:
    """Return the position that a text describes; words left out take their usual values.

    Only ``garden=`` is needed, once per player. The bag then holds all tiles that are not
    somewhere else, ``unseen`` all faces that are not shown, the supply all other expansions.
    """
    words = text.split()
    if not words or words[0] != "garden":
        raise BadPosition("garden.error.position_start", value=words[0] if words else "")
    gardens: list[str] = []
    given: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or (name not in _READERS and name != "garden"):
            raise BadPosition("garden.error.position_word", value=word, values=["garden", *_READERS])
        if name == "garden":
            gardens.append(value)
        elif name in given:
            raise BadPosition("garden.error.position_twice", value=name)
        else:
            given[name] = value
    if len(gardens) not in SEATS:
        raise BadPosition("garden.error.position_gardens", count=len(gardens))
    state = _bare_table(len(gardens))
    for seat, garden in enumerate(gardens):
        _read_garden(state.players[seat], garden)
    for name, value in given.items():
        _READERS[name](state, name, value)
    _fill_in(state, given)
    return state


def _bare_table(seats: int) -> State:
    state = State.new()
    state.seats = seats
    state.marker = IN_DISPLAY
    state.round_number = 1
    clear_display(state)
    _read_side(state, "side", SIDES[0])
    return state


def _fill_in(state: State, given: dict[str, str]) -> None:
    """Give everything that was left out its usual value."""
    note_offers(state)
    if "stack" not in given:
        aside = given.get("aside", NOTHING)
        left = 0 if aside == NOTHING else len(aside.split(","))
        state.stack = 0 if state.tiles_on[TOP, 0] == NO_TILE else stack_size(state) - left
    if "start" not in given:
        state.start = state.turn
    if "marker" not in given and state.passed:
        state.marker = (int(state.passed) & -int(state.passed)).bit_length() - 1
    if "unseen" not in given:
        state.unseen = ALL_KINDS & ~_seen(state)
    if "supply" not in given:
        state.supply = max(0, EXPANSIONS - _expansions_elsewhere(state))
    if "bag" not in given:
        for kind in range(KINDS):
            for _ in range(TILES_PER_KIND - tiles_of(state, kind)):
                tiles.add(state.bag, kind)


def _seen(state: State) -> int:
    """Return the faces that are shown somewhere."""
    seen = int(state.offered_faces)
    for seat in range(state.seats):
        player = state.players[seat]
        seen |= int(player.expansions)
        for space in range(SPACES):
            if int(player.printed) >> space & 1:
                seen |= 1 << kind_at(player, space)
    return seen


def _expansions_elsewhere(state: State) -> int:
    """Return how many expansions are not in the supply."""
    number = expansions_in_display(state) + (ROUNDS - int(state.round_number)) * stack_size(state)
    for seat in range(state.seats):
        player = state.players[seat]
        number += int(player.expansions).bit_count() + (int(player.built) & FIRST_OF_RINGS).bit_count()
    return number


def _number(name: str, value: str, most: int, least: int = 0) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", value) or not least <= int(value) <= most:
        raise BadPosition("garden.error.position_number", name=name, value=value, least=least, most=most)
    return int(value)


def _hexes(value: str) -> list[int]:
    """Return the kinds in ``b113y5``; a hex at a time, ``b1b1b3y5``, is the same."""
    if value != NOTHING and not re.fullmatch(rf"([{COLOUR_LETTERS}][1-6]+)+", value):
        raise BadPosition("garden.error.position_hexes", value=value)
    kinds = []
    for letter, digits in re.findall(rf"([{COLOUR_LETTERS}])([1-6]+)", value):
        kinds += [parse_hex(letter + digit) for digit in digits]
    if any(kinds.count(kind) > TILES_PER_KIND for kind in kinds):
        raise BadPosition("garden.error.position_hexes", value=value)
    return sorted(kinds)


def _set_of(value: str) -> int:
    """Return hexes of which there can be only one each as a set."""
    kinds = _hexes(value)
    if len(set(kinds)) < len(kinds):
        raise BadPosition("garden.error.position_once", value=value)
    return sum(1 << kind for kind in kinds)


def _read_garden(player: Player, text: str) -> None:
    score, *rest = text.split("/")
    if len(rest) > 4:
        raise BadPosition("garden.error.position_garden", value=text)
    jokers, stored, expansions, laid = (*rest, *["0", NOTHING, NOTHING, NOTHING][len(rest) :])
    player.score = _number("score", score, 10_000)
    player.jokers = _number("jokers", jokers, 99)
    for kind in _hexes(stored):
        tiles.add(player.tiles, kind)
    player.expansions = _set_of(expansions)
    player.built = PLATE_SPACES
    player.vacant = PLATE_SPACES
    for part in [] if laid == NOTHING else laid.split(","):
        _read_laid(player, part)


_LAID = re.compile(rf"(0[1-6]|[1-{SLOTS}][0-6])(?:(e?)({_HEX}))?")


def _read_laid(player: Player, part: str) -> None:
    """Lay one thing: ``30`` a blank expansion, ``14eb3`` a face, ``01b3`` a tile."""
    found = _LAID.fullmatch(part)
    if not found:
        raise BadPosition("garden.error.position_laid", value=part)
    slot, direction = int(found[1][0]), int(found[1][1])
    space = PER_SLOT * slot + direction
    free = slot > 0 and not int(player.built) & int(RING[slot])
    if found[3] is None:
        fits = free and direction == 0
    elif found[2]:
        fits = free and direction > 0
    else:
        fits = bool(int(player.vacant) >> space & 1)
    if not fits:
        raise BadPosition("garden.error.position_no_space", value=part)
    if found[3] is None:
        lay_blank(player, slot)
    elif found[2]:
        lay_face(player, parse_hex(found[3]), space)
    else:
        plant(player, parse_hex(found[3]), space)


def _read_side(state: State, name: str, value: str) -> None:
    if value in SIDES:
        state.side = SIDES.index(value)
        numbers = [int(number) for number in SIDE_TABLE[state.side]]
    elif value.startswith("{"):
        try:
            state.side, *numbers = read_side(value)[1]
        except BadOption as problem:
            raise BadPosition(problem.message) from None
    else:
        raise BadPosition("garden.error.position_side", value=value, values=SIDES)
    for number, points in enumerate(numbers):
        write_side_number(state, number, points)


def _one_of(state: State, name: str, value: str, words: tuple[str, ...]) -> int:
    if value not in words:
        raise BadPosition("garden.error.position_choice", name=name, value=value, values=words)
    return words.index(value)


def _read_phase(state: State, name: str, value: str) -> None:
    state.phase = _one_of(state, name, value, PHASES)


def _read_pays_by(state: State, name: str, value: str) -> None:
    state.pays_by = _one_of(state, name, value, PAYS_BY)


def _read_seat(state: State, name: str, value: str) -> None:
    setattr(state, name, _number(name, value, int(state.seats) - 1))


def _read_marker(state: State, name: str, value: str) -> None:
    state.marker = IN_DISPLAY if value == "display" else _number(name, value, int(state.seats) - 1)


def _read_passed(state: State, name: str, value: str) -> None:
    state.passed = 0
    for seat in [] if value == NOTHING else value.split(","):
        state.passed |= 1 << _number(name, seat, int(state.seats) - 1)


def _read_number(state: State, name: str, value: str) -> None:
    fields = {
        "round": ("round_number", 1, ROUNDS),
        "stack": ("stack", 0, stack_size(state)),
        "supply": ("supply", 0, EXPANSIONS),
        "owed": ("owed", 1, PATTERNS - 1),
        "from_top": ("from_top", 0, 1),
    }
    field, least, most = fields[name]
    setattr(state, field, _number(name, value, most, least))


def _read_piece(state: State, name: str, value: str) -> None:
    if name == "piece" and value == SUPPLY_TEXT:
        state.piece = SUPPLY
    elif re.fullmatch(rf"e?{_HEX}", value) or (name == "least" and value == JOKER_TEXT):
        setattr(state, name, _parse_piece(value))
    else:
        raise BadPosition("garden.error.position_piece", name=name, value=value)


def _read_space(state: State, name: str, value: str) -> None:
    if not re.fullmatch(r"0[1-6]|[1-6][0-6]", value):
        raise BadPosition("garden.error.position_laid", value=value)
    state.space = PER_SLOT * int(value[0]) + int(value[1])


def _read_set(state: State, name: str, value: str) -> None:
    setattr(state, name, _set_of(value))


def _read_heap(state: State, name: str, value: str) -> None:
    for kind in _hexes(value):
        tiles.add(getattr(state, name), kind)


def _read_top(state: State, name: str, value: str) -> None:
    _lay_tiles(state, TOP, value)


def _lay_tiles(state: State, place: int, value: str) -> None:
    kinds = _hexes(value)
    if len(kinds) > TOP_TILES:
        raise BadPosition("garden.error.position_four", value=value)
    state.tiles_on[place, : len(kinds)] = kinds


def _read_aside(state: State, name: str, value: str) -> None:
    places = value.split(",") if value != NOTHING else []
    if len(places) > stack_size(state):
        raise BadPosition("garden.error.position_aside", count=stack_size(state), value=len(places))
    for place, shown in enumerate(places, 1):
        if shown == HIDDEN_FACE:
            state.faces[place] = FACE_DOWN
        elif re.fullmatch(EXPANSION_SIGN + _HEX, shown):
            state.faces[place] = parse_hex(shown[1:])
        elif shown != NOTHING:
            state.faces[place] = FACE_DOWN
            _lay_tiles(state, place, shown)


_READERS: dict[str, Callable[[State, str, str], None]] = {
    "side": _read_side,
    "round": _read_number,
    "phase": _read_phase,
    "turn": _read_seat,
    "start": _read_seat,
    "marker": _read_marker,
    "passed": _read_passed,
    "wanted": _read_set,
    "from_top": _read_number,
    "piece": _read_piece,
    "space": _read_space,
    "owed": _read_number,
    "by": _read_pays_by,
    "least": _read_piece,
    "stack": _read_number,
    "supply": _read_number,
    "top": _read_top,
    "aside": _read_aside,
    "unseen": _read_set,
    "bag": _read_heap,
    "tower": _read_heap,
}
