"""Positions as one line of words, both ways. Described for people in docs/rules/garden.md."""

import re
from collections.abc import Callable, Iterable

from azulejo.games.garden import tiles
from azulejo.games.garden.components import (
    ALL_KINDS,
    COLOUR_LETTERS,
    CUSTOM,
    EXPANSIONS,
    FIRST_OF_RINGS,
    HEX_IDS,
    KINDS,
    PATTERN_DIGITS,
    PATTERNS,
    PER_SLOT,
    PLATE_SPACES,
    RING,
    ROUNDS,
    SEATS,
    SIDE_TABLE,
    SIDES,
    SLOTS,
    SPACE_IDS,
    STACK_SIZE,
    TILES_PER_KIND,
    TOP_TILES,
)
from azulejo.games.garden.dealing import note_offers
from azulejo.games.garden.garden import kind_at, plant, planted
from azulejo.games.garden.invariants import tiles_of
from azulejo.games.garden.placing import lay_blank, lay_face
from azulejo.games.garden.rules import expansions_in_display
from azulejo.games.garden.setup import clear_display, write_side_number
from azulejo.games.garden.state import (
    COPY,
    DISCARD,
    EXPANSION_IDS,
    FACE_DOWN,
    GONE,
    HIDDEN_EXPANSION,
    IN_DISPLAY,
    JOKER,
    NO_TILE,
    PAYMENT,
    PAYS_BY,
    PHASES,
    PIECE_IDS,
    SPACE,
    SUPPLY,
    TOP,
    Player,
    State,
    stack_size,
)
from azulejo.games.garden.title import read_side, side_text
from azulejo.games.position import NOTHING, read_choice, read_list, read_number, split_text
from azulejo.games.unpack import bits
from azulejo.kernel.struct import plain
from azulejo.texts.errors import BadOption, BadPosition

# ---------------------------------------------------------------- writing


def position_text(state: State) -> str:
    """Return a position as one line of words that ``parse_position`` reads."""
    state = plain(state)
    left = int(STACK_SIZE[state.seats]) - state.stack
    places = [_place_text(state, place) for place in range(1, 1 + left)]
    passed = [str(seat) for seat in range(state.seats) if state.passed >> seat & 1]
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
        f"unseen={_hexes_text(bits(state.unseen))}",
        f"bag={_hexes_text(tiles.kinds(state.bag))}",
        f"tower={_hexes_text(tiles.kinds(state.tower))}",
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
        words += [f"wanted={_hexes_text(bits(state.wanted))}", f"from_top={state.from_top}"]
    if state.phase in (SPACE, PAYMENT):
        words.append(f"piece={PIECE_IDS[state.piece]}")
    if state.phase == PAYMENT:
        words += [f"space={SPACE_IDS[state.space]}", f"owed={state.owed}", f"by={PAYS_BY[state.pays_by]}"]
    if state.phase in (PAYMENT, DISCARD):
        words.append(f"least={PIECE_IDS[state.least]}")
    return words


def _tiles_on(state: State, place: int) -> list[int]:
    return [kind for kind in state.tiles_on[place].tolist() if kind != NO_TILE]


def _hexes_text(kinds: Iterable[int]) -> str:
    """Return hexes by colour, a digit for each: ``b113y5``."""
    by_colour = [""] * len(COLOUR_LETTERS)
    for kind in sorted(kinds):
        by_colour[kind // PATTERNS] += PATTERN_DIGITS[kind % PATTERNS]
    texts = [letter + digits for letter, digits in zip(COLOUR_LETTERS, by_colour, strict=True) if digits]
    return "".join(texts) or NOTHING


def _place_text(state: State, place: int) -> str:
    face = int(state.faces[place])
    if face == GONE:
        return NOTHING
    if face == FACE_DOWN:
        lying = _tiles_on(state, place)
        return _hexes_text(lying) if lying else HIDDEN_EXPANSION
    return EXPANSION_IDS[face]


def _garden_text(player: Player) -> str:
    laid, kinds, printed = [], planted(player), player.printed
    for slot in range(1, SLOTS + 1):
        if player.built >> PER_SLOT * slot & 1:
            laid.append(SPACE_IDS[PER_SLOT * slot])
        elif player.built & int(RING[slot]):
            space = (printed & int(RING[slot])).bit_length() - 1
            laid.append(SPACE_IDS[space] + EXPANSION_IDS[kinds[space]])
    laid += [SPACE_IDS[space] + HEX_IDS[kind] for space, kind in kinds.items() if not printed >> space & 1]
    stored = f"{_hexes_text(tiles.kinds(player.tiles))}/{_hexes_text(bits(player.expansions))}"
    return f"{player.score}/{player.jokers}/{stored}/{','.join(laid) or NOTHING}"


# ---------------------------------------------------------------- reading


def parse_position(text: str) -> State:
    """Return the position that a text describes; words left out take their usual values.

    Only ``garden=`` is needed, once per player. The bag then holds all tiles that are not
    somewhere else, ``unseen`` all faces that are not shown, the supply all other expansions.
    """
    gardens, given = split_text(text, "garden", "garden", _READERS)
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
        left = len(read_list(given.get("aside", NOTHING)))
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
        for space in bits(int(player.printed)):
            seen |= 1 << kind_at(player, space)
    return seen


def _expansions_elsewhere(state: State) -> int:
    """Return how many expansions are not in the supply."""
    number = expansions_in_display(state) + (ROUNDS - int(state.round_number)) * stack_size(state)
    for seat in range(state.seats):
        player = state.players[seat]
        number += int(player.expansions).bit_count() + (int(player.built) & FIRST_OF_RINGS).bit_count()
    return number


_LETTERS = "".join(COLOUR_LETTERS)
_HEXES_OF_COLOUR = re.compile(rf"([{_LETTERS}])([1-6]+)")
_HEXES = re.compile(rf"([{_LETTERS}][1-6]+)+")


def _hexes(value: str) -> list[int]:
    """Return the kinds in ``b113y5``; a hex at a time, ``b1b1b3y5``, is the same."""
    if value != NOTHING and not _HEXES.fullmatch(value):
        raise BadPosition("garden.error.position_hexes", value=value)
    kinds = []
    for letter, digits in _HEXES_OF_COLOUR.findall(value):
        kinds += [HEX_IDS.index(letter + digit) for digit in digits]
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
    player.score = read_number("score", score, 10_000)
    player.jokers = read_number("jokers", jokers, 99)
    for kind in _hexes(stored):
        tiles.add(player.tiles, kind)
    player.expansions = _set_of(expansions)
    player.built = PLATE_SPACES
    player.vacant = PLATE_SPACES
    for part in read_list(laid):
        _read_laid(player, part)


def _read_laid(player: Player, part: str) -> None:
    """Lay one thing: ``30`` a blank expansion, ``14eb3`` a face, ``01b3`` a tile."""
    space, piece = _space(part[:2], part), part[2:]
    slot, direction = divmod(space, PER_SLOT)
    free = slot > 0 and not int(player.built) & int(RING[slot])
    if piece and piece not in PIECE_IDS[:JOKER]:
        raise BadPosition("garden.error.position_laid", value=part)
    if not piece:
        fits = free and direction == 0
    elif piece in EXPANSION_IDS:
        fits = free and direction > 0
    else:
        fits = bool(int(player.vacant) >> space & 1)
    if not fits:
        raise BadPosition("garden.error.position_no_space", value=part)
    if not piece:
        lay_blank(player, slot)
    elif piece in EXPANSION_IDS:
        lay_face(player, EXPANSION_IDS.index(piece), space)
    else:
        plant(player, HEX_IDS.index(piece), space)


def _space(value: str, part: str) -> int:
    """Return the space of a text, which may be part of a longer one."""
    if value not in SPACE_IDS[1:]:
        raise BadPosition("garden.error.position_laid", value=part)
    return SPACE_IDS.index(value)


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


def _read_choice(state: State, name: str, value: str) -> None:
    field, words = ("phase", PHASES) if name == "phase" else ("pays_by", PAYS_BY)
    setattr(state, field, read_choice(name, value, words))


def _read_seat(state: State, name: str, value: str) -> None:
    setattr(state, name, read_number(name, value, int(state.seats) - 1))


def _read_marker(state: State, name: str, value: str) -> None:
    state.marker = IN_DISPLAY if value == "display" else read_number(name, value, int(state.seats) - 1)


def _read_passed(state: State, name: str, value: str) -> None:
    state.passed = 0
    for seat in read_list(value):
        state.passed |= 1 << read_number(name, seat, int(state.seats) - 1)


def _read_number(state: State, name: str, value: str) -> None:
    fields = {
        "round": ("round_number", 1, ROUNDS),
        "stack": ("stack", 0, stack_size(state)),
        "supply": ("supply", 0, EXPANSIONS),
        "owed": ("owed", 1, PATTERNS - 1),
        "from_top": ("from_top", 0, 1),
    }
    field, least, most = fields[name]
    setattr(state, field, read_number(name, value, most, least))


def _read_piece(state: State, name: str, value: str) -> None:
    if value not in (*PIECE_IDS[:JOKER], PIECE_IDS[SUPPLY if name == "piece" else JOKER]):
        raise BadPosition("garden.error.position_piece", name=name, value=value)
    setattr(state, name, PIECE_IDS.index(value))


def _read_space(state: State, name: str, value: str) -> None:
    state.space = _space(value, value)


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
    places = read_list(value)
    if len(places) > stack_size(state):
        raise BadPosition("garden.error.position_aside", count=stack_size(state), value=len(places))
    for place, shown in enumerate(places, 1):
        if shown == HIDDEN_EXPANSION:
            state.faces[place] = FACE_DOWN
        elif shown in EXPANSION_IDS:
            state.faces[place] = EXPANSION_IDS.index(shown)
        elif shown != NOTHING:
            state.faces[place] = FACE_DOWN
            _lay_tiles(state, place, shown)


_READERS: dict[str, Callable[[State, str, str], None]] = {
    "side": _read_side,
    "round": _read_number,
    "phase": _read_choice,
    "turn": _read_seat,
    "start": _read_seat,
    "marker": _read_marker,
    "passed": _read_passed,
    "wanted": _read_set,
    "from_top": _read_number,
    "piece": _read_piece,
    "space": _read_space,
    "owed": _read_number,
    "by": _read_choice,
    "least": _read_piece,
    "stack": _read_number,
    "supply": _read_number,
    "top": _read_top,
    "aside": _read_aside,
    "unseen": _read_set,
    "bag": _read_heap,
    "tower": _read_heap,
}
