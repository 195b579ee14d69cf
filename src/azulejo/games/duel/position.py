"""Positions as text, both ways. Described for people in docs/notation.md."""

import re
from collections.abc import Callable

from azulejo.games import tiles
from azulejo.games.duel import chips, pile
from azulejo.games.duel.acquisition import put_plate
from azulejo.games.duel.components import (
    CHIP_KINDS,
    CHIP_NAMES,
    CHIPS_PER_KIND,
    COLOURS,
    DISPLAY_PLATES,
    DOME_COLUMNS,
    DOME_ROWS,
    FACTORIES,
    FIRST_GAME,
    LARGE,
    LETTERS,
    LINES,
    MAX_SEATS,
    PLATE_NAMES,
    PLATE_SPACES,
    PLATES,
    ROUNDS,
    SIDE_LETTERS,
    SMALL_FACTORIES,
    SPECIAL_SPACE,
    SPECIAL_TILES,
    STACK_HEIGHT,
    TILES_PER_COLOUR,
    TOKENS,
    TURN_LETTERS,
    TURNS,
    UNUSED,
)
from azulejo.games.duel.invariants import tiles_of
from azulejo.games.duel.state import (
    ACTION,
    DISPLAY_DUE,
    HIDDEN_CHIP,
    LAY,
    MOST_DRAWN,
    NO_CHIP,
    NO_COLOUR,
    NO_PLATE,
    ON_FACTORY,
    PAY,
    PHASES,
    REFILL,
    SOME_JOKER,
    SOME_PLATE,
    SOME_SPECIAL,
    TABLETS_DUE,
    TILES_DUE,
    TILING,
    Player,
    State,
    phase_name,
    round_played,
)
from azulejo.games.duel.title import RANDOM, TABLET_CHOICES, listed_tablets
from azulejo.games.position import (
    NOTHING,
    counted,
    read_choice,
    read_counts,
    read_list,
    read_number,
    read_tiles,
    spelled,
    split_text,
)
from azulejo.games.unpack import laid_out, repeated
from azulejo.kernel.rule import interpreted
from azulejo.kernel.struct import plain
from azulejo.texts.errors import BadOption, BadPosition

EMPTY_CELL = "."
HIDDEN = "?"
SPECIAL_TILE = "S"
YES_NO = ("false", "true")

TYPED = [name for name in PHASES if name != PHASES[TILING]]
"""The phases that a text can name: nobody ever sees the table between two lines that are tiled."""
OLD_NAMES = {"stage": "phase"}
"""Words of texts that older records hold."""

MOST_POINTS = 1000

# ---------------------------------------------------------------- writing


def position_text(state: State) -> str:
    """Return a position as one line of words that ``parse_position`` reads."""
    state = plain(state)
    words = [
        "duel",
        f"tablets={_tablets_text(state)}",
        f"free_draw_at_zero={YES_NO[state.free_draw]}",
        f"special_is_a_colour={YES_NO[state.special_is_a_colour]}",
        f"round={interpreted(round_played)(state)}",
        f"phase={phase_name(state)}",
        f"turn={state.turn}",
        f"start={state.start}",
        f"starting_tile={'factory' if state.starting_tile == ON_FACTORY else state.starting_tile}",
    ]
    if state.setup_plates:
        words.append(f"setup={state.setup_plates}")
    if state.phase in (PAY, LAY):
        words += [f"row={state.tiling_row + 1}", f"paid={chips_text(state.paid)}"]
    if state.stacking:
        words.append(f"stacking={state.stacking}")
    if state.picked_count:
        words.append(f"picked={LETTERS[state.picked_colour] * state.picked_count}")
    if state.drawn_count:
        known = zip(state.drawn.tolist(), state.drawn_known.tolist(), strict=True)
        drawn = [_place_text(*one) for one in list(known)[: state.drawn_count]]
        words.append(f"drawn={','.join(drawn)}")
    if state.placing != NO_PLATE:
        words.append(f"placing={_place_text(state.placing, state.placing_known)}")
    words += [
        f"suns={','.join(spelled(sun, LETTERS) for sun in state.suns.tolist())}",
        f"moons={','.join([spelled(state.large_moon, LETTERS), *(stack_text(state, moon) for moon in range(4))])}",
        f"chips={','.join(chip_text(chip) for chip in state.chips_on.tolist())}",
        f"display={','.join(_place_text(plate, 0) for plate in state.display.tolist())}",
        f"pile={_pile_text(state)}",
        f"bag={counted(state.bag, LETTERS)}",
        f"tower={counted(state.tower, LETTERS)}",
    ]
    return " ".join(words + [f"board={_board_text(state.players[seat])}" for seat in range(MAX_SEATS)])


def _tablets_text(state: State) -> str:
    if state.tablet_choice:
        return TABLET_CHOICES[state.tablet_choice]
    return ",".join(tablet_names(state)) or NOTHING


def tablet_names(state: State) -> list[str]:
    """Return the tablets that count, with their sides: ``1A``."""
    sides = enumerate(state.tablets.tolist(), 1)
    return [f"{number}{SIDE_LETTERS[side]}" for number, side in sides if side != UNUSED]


def stack_text(state: State, moon: int) -> str:
    """Return the stack of a small moon from the bottom up."""
    return "".join(LETTERS[colour] for colour in state.moons[moon].tolist()[: state.heights[moon]]) or NOTHING


def chip_text(chip: int) -> str:
    """Return what lies under a small moon."""
    return NOTHING if chip == NO_CHIP else HIDDEN if chip == HIDDEN_CHIP else CHIP_NAMES[chip]


def chips_text(handful: int) -> str:
    """Return chips with commas between: ``B,B,KB``."""
    return ",".join(chips.names(handful)) or NOTHING


def _place_text(plate: int, known: int) -> str:
    """Return a plate, or the sort of an unseen one, and after a colon the seats that have seen it."""
    if plate == NO_PLATE:
        return NOTHING
    name = PLATE_NAMES[plate] if plate < PLATES else _UNSEEN[plate]
    seats = "".join(str(seat) for seat in range(MAX_SEATS) if known >> seat & 1)
    return f"{name}:{seats}" if seats else name


_UNSEEN = {SOME_SPECIAL: "S", SOME_JOKER: "J", SOME_PLATE: "?"}


def _pile_text(state: State) -> str:
    """Return the pile from the top down; covered plates are counted."""
    plates, known = state.pile.tolist(), state.pile_known.tolist()
    texts: list[str] = []
    covered = 0
    for place in reversed(range(state.pile_size)):
        if plates[place] != SOME_PLATE:
            texts.append(_place_text(plates[place], known[place]))
            continue
        covered += 1
        if place == 0 or plates[place - 1] != SOME_PLATE:
            texts.append("?" if covered == 1 else f"?*{covered}")
            covered = 0
    return ",".join(texts) or NOTHING


def _board_text(player: Player) -> str:
    held = zip(player.line_colour.tolist(), player.line_count.tolist(), strict=True)
    lines = [LETTERS[colour] * count if count else NOTHING for colour, count in held]
    plates = [plate_text(plate) for plate in player.plates.tolist()]
    laid = [player.filled, *player.tiles_of.tolist()]
    cells = laid_out(laid, (SPECIAL_TILE, *LETTERS), DOME_ROWS, DOME_COLUMNS)
    dome = ["".join(tile or EMPTY_CELL for tile in row) for row in cells]
    parts = [
        str(player.score),
        ",".join(lines),
        ",".join(plates),
        ",".join(dome),
        "".join(repeated(player.broken_tiles.tolist(), LETTERS)) or NOTHING,
        chips_text(player.chips),
        chips_text(player.used_chips),
        str(player.tokens),
        str(player.chips_taken),
    ]
    return "/".join([*parts, "passed"] if player.passed else parts)


def plate_text(placed: int) -> str:
    """Return a plate on the dome with its turn: ``YKTSn``."""
    return NOTHING if placed == NO_PLATE else PLATE_NAMES[placed // TURNS] + TURN_LETTERS[placed % TURNS]


# ---------------------------------------------------------------- reading


def parse_position(text: str) -> State:
    """Return the position that a text describes; words left out take their usual values.

    Only ``board=`` is needed, once per player. Bag and pile then hold all tiles and plates that
    are not somewhere else, and a chip lies under every small factory with tiles.
    """
    boards, given = split_text(text, "duel", "board", _READERS, OLD_NAMES)
    if len(boards) != MAX_SEATS:
        raise BadPosition("duel.error.position_boards", count=len(boards))
    state = _empty_table()
    for name, read in _READERS.items():
        if name in given:
            read(state, name, given[name])
    if "start" not in given:
        state.start = state.turn
    for seat, board in enumerate(boards):
        _read_board(state, state.players[seat], board)
    _fill_in(state, given)
    return state


def _empty_table() -> State:
    state = State.new()
    state.phase = ACTION
    state.round_number = 1
    state.factories_filled = 1
    state.special_is_a_colour = 1
    state.tablets[:] = FIRST_GAME
    state.starting_tile = ON_FACTORY
    state.picked_colour = NO_COLOUR
    state.placing = NO_PLATE
    state.moons[:] = NO_COLOUR
    state.chips_on[:] = NO_CHIP
    state.display[:] = NO_PLATE
    state.pile[:] = NO_PLATE
    state.drawn[:] = NO_PLATE
    for seat in range(MAX_SEATS):
        state.players[seat].plates[:] = NO_PLATE
        state.players[seat].line_colour[:] = NO_COLOUR
    return state


def _fill_in(state: State, given: dict[str, str]) -> None:
    """Work out what follows from the words, and what was left out."""
    if not state.factories_filled:
        state.round_number -= 1
    for factory in range(FACTORIES):
        if factory == LARGE or factory != state.stacking:
            state.offers |= tiles.present(int(state.suns[factory])) << (COLOURS * factory)
    if "chips" not in given:
        for moon in range(SMALL_FACTORIES):
            if state.suns[moon + 1] or state.heights[moon]:
                state.chips_on[moon] = HIDDEN_CHIP
    for kind in range(CHIP_KINDS):
        left = CHIPS_PER_KIND - _chips_seen(state, kind)
        state.unseen_chips |= max(0, left) << chips.BITS * kind
    state.special_tiles = SPECIAL_TILES
    for seat in range(MAX_SEATS):
        player = state.players[seat]
        state.special_tiles -= (int(player.spaces[SPECIAL_SPACE]) & int(player.filled)).bit_count()
    if "bag" not in given:
        for colour in range(COLOURS):
            left = max(0, TILES_PER_COLOUR - int(tiles_of(state, colour)))
            state.bag += tiles.several(colour, left)
    seen, places = _plates_seen(state)
    state.unseen_plates = ~seen & ((1 << PLATES) - 1)
    if "pile" not in given:
        _lay_covered_pile(state, PLATES - places)


def _chips_seen(state: State, kind: int) -> int:
    """Return how many chips of a kind lie face up somewhere, or have."""
    stored = [int(player[name]) for player in state.players for name in ("chips", "used_chips")]
    return sum(chips.count(handful, kind) for handful in stored) + sum(int(chip) == kind for chip in state.chips_on)


def _plates_seen(state: State) -> tuple[int, int]:
    """Return the definite plates, a bit each, and how many plates there are outside a pile not yet laid."""
    placed = [int(plate) // TURNS for player in state.players for plate in player.plates if plate != NO_PLATE]
    elsewhere = [*state.display, *state.drawn, *state.pile, state.placing]
    plates = placed + [int(plate) for plate in elsewhere if plate != NO_PLATE]
    seen = 0
    for plate in plates:
        if pile.is_definite(plate):
            seen |= 1 << plate
    return seen, len(plates)


def _lay_covered_pile(state: State, size: int) -> None:
    """Lay a pile of plates that nobody has seen; the usual top is a special plate, if one is left."""
    state.pile_size = max(0, size)
    state.pile[: state.pile_size] = SOME_PLATE
    if state.pile_size and state.phase not in (TABLETS_DUE, DISPLAY_DUE):
        specials, _ = pile.covered(state)
        state.pile[state.pile_size - 1] = SOME_SPECIAL if specials > 0 else SOME_JOKER


def _list(name: str, value: str, number: int) -> list[str]:
    """Return a list of so many parts; a single NOTHING stands for all of them."""
    parts = [NOTHING] * number if value == NOTHING else value.split(",")
    if len(parts) != number:
        raise BadPosition("duel.error.position_list", name=name, value=value, count=number)
    return parts


def _chips(value: str) -> int:
    """Return the chips of ``B,B,KB``, up to two of a kind."""
    handful = 0
    for name in read_list(value):
        if name not in CHIP_NAMES or chips.count(handful, CHIP_NAMES.index(name)) == CHIPS_PER_KIND:
            raise BadPosition("duel.error.position_chips", value=value, values=CHIP_NAMES)
        handful += chips.one(CHIP_NAMES.index(name))
    return handful


def _place(value: str) -> tuple[int, int]:
    """Return a plate or sort of unseen plate, and the seats that have seen it."""
    name, colon, seats = value.partition(":")
    unseen = {letter: plate for plate, letter in _UNSEEN.items()}
    if name not in (*unseen, *PLATE_NAMES) or (colon and seats not in ("0", "1", "01")):
        raise BadPosition("duel.error.position_plate", value=value)
    plate = unseen[name] if name in unseen else PLATE_NAMES.index(name)
    return plate, sum(1 << int(seat) for seat in seats)


# words of the table


def _read_tablets(state: State, name: str, value: str) -> None:
    state.tablets[:] = UNUSED
    if value in TABLET_CHOICES[RANDOM:]:
        state.tablet_choice = TABLET_CHOICES.index(value)
    elif value == TABLET_CHOICES[0]:
        state.tablets[:] = FIRST_GAME
    elif value != NOTHING:
        try:
            state.tablets[:] = listed_tablets(value)[1][1:]
        except BadOption as problem:
            raise BadPosition(problem.message) from None


_NUMBERS = {
    "round": ("round_number", 1, ROUNDS),
    "turn": ("turn", 0, MAX_SEATS - 1),
    "start": ("start", 0, MAX_SEATS - 1),
    "setup": ("setup_plates", 0, MAX_SEATS),
    "stacking": ("stacking", 0, SMALL_FACTORIES),
}
"""Words that are numbers: the part of the state, the least, the most."""


def _read_number(state: State, name: str, value: str) -> None:
    field, least, most = _NUMBERS[name]
    setattr(state, field, read_number(name, value, most, least))


def _read_yes_no(state: State, name: str, value: str) -> None:
    setattr(state, name.removesuffix("_at_zero"), read_choice(name, value, YES_NO))


def _read_phase(state: State, name: str, value: str) -> None:
    read_choice(name, value, TYPED)
    state.phase = DISPLAY_DUE if value == REFILL else PHASES.index(value)
    state.factories_filled = value == REFILL or state.phase not in (TABLETS_DUE, DISPLAY_DUE, TILES_DUE)


def _read_starting_tile(state: State, name: str, value: str) -> None:
    state.starting_tile = ON_FACTORY if value == "factory" else read_number(name, value, MAX_SEATS - 1)


def _read_row(state: State, name: str, value: str) -> None:
    state.tiling_row = read_number(name, value, LINES, least=1) - 1
    if state.phase not in (PAY, LAY):
        raise BadPosition("duel.error.position_row", value=value)


def _read_paid(state: State, name: str, value: str) -> None:
    state.paid = _chips(value)


def _read_picked(state: State, name: str, value: str) -> None:
    if not re.fullmatch("B+|Y+|R+|K+|T+", value) or len(value) > TILES_PER_COLOUR:
        raise BadPosition("errors.position_tiles", value=value, letters=" ".join(LETTERS), most=TILES_PER_COLOUR)
    state.picked_colour = LETTERS.index(value[0])
    state.picked_count = len(value)


def _read_drawn(state: State, name: str, value: str) -> None:
    parts = value.split(",")
    if len(parts) > MOST_DRAWN:
        raise BadPosition("duel.error.position_plate", value=value)
    state.drawn_count = len(parts)
    for index, part in enumerate(parts):
        if part != NOTHING:
            state.drawn[index], state.drawn_known[index] = _place(part)


def _read_placing(state: State, name: str, value: str) -> None:
    state.placing, state.placing_known = _place(value)


def _read_suns(state: State, name: str, value: str) -> None:
    for factory, letters in enumerate(_list(name, value, FACTORIES)):
        state.suns[factory] = read_tiles(letters, LETTERS, TILES_PER_COLOUR)


def _read_moons(state: State, name: str, value: str) -> None:
    large, *stacks = _list(name, value, FACTORIES)
    state.large_moon = read_tiles(large, LETTERS, TILES_PER_COLOUR)
    for moon, letters in enumerate(stacks):
        stack = "" if letters == NOTHING else letters
        if len(stack) > STACK_HEIGHT or set(stack) - set(LETTERS):
            raise BadPosition("duel.error.position_stack", value=letters)
        state.heights[moon] = len(stack)
        for place, letter in enumerate(stack):
            state.moons[moon, place] = LETTERS.index(letter)


def _read_chips(state: State, name: str, value: str) -> None:
    for moon, chip in enumerate(_list(name, value, SMALL_FACTORIES)):
        if chip not in (NOTHING, HIDDEN, *CHIP_NAMES):
            raise BadPosition("duel.error.position_chips", value=value, values=CHIP_NAMES)
        if chip != NOTHING:
            state.chips_on[moon] = HIDDEN_CHIP if chip == HIDDEN else CHIP_NAMES.index(chip)


def _read_display(state: State, name: str, value: str) -> None:
    for place, plate in enumerate(_list(name, value, DISPLAY_PLATES)):
        if plate != NOTHING:
            if plate not in PLATE_NAMES:
                raise BadPosition("duel.error.position_plate", value=plate)
            state.display[place] = PLATE_NAMES.index(plate)


def _read_pile(state: State, name: str, value: str) -> None:
    places: list[tuple[int, int]] = []
    for part in read_list(value):
        covered = re.fullmatch(r"\?\*([0-9]{1,2})", part)
        places += [(SOME_PLATE, 0)] * read_number(name, covered[1], PLATES) if covered else [_place(part)]
    if len(places) > PLATES:
        raise BadPosition("duel.error.position_pile", count=len(places))
    state.pile_size = len(places)
    for at, (plate, known) in enumerate(reversed(places)):
        state.pile[at], state.pile_known[at] = plate, known


def _read_supply(state: State, name: str, value: str) -> None:
    setattr(state, name, read_tiles(value, LETTERS, TILES_PER_COLOUR))


_READERS: dict[str, Callable[[State, str, str], None]] = {
    "tablets": _read_tablets,
    "free_draw_at_zero": _read_yes_no,
    "special_is_a_colour": _read_yes_no,
    "round": _read_number,
    "phase": _read_phase,
    "turn": _read_number,
    "start": _read_number,
    "starting_tile": _read_starting_tile,
    "setup": _read_number,
    "row": _read_row,
    "paid": _read_paid,
    "stacking": _read_number,
    "picked": _read_picked,
    "drawn": _read_drawn,
    "placing": _read_placing,
    "suns": _read_suns,
    "moons": _read_moons,
    "chips": _read_chips,
    "display": _read_display,
    "pile": _read_pile,
    "bag": _read_supply,
    "tower": _read_supply,
}

# words of a board


def _read_board(state: State, player: Player, text: str) -> None:
    score, *rest = text.split("/")
    usual = [NOTHING] * 6 + [str(TOKENS if state.round_number < ROUNDS else 0), "0", ""]
    if len(rest) > len(usual):
        raise BadPosition("duel.error.position_board", value=text)
    lines, plates, dome, broken, in_storage, used, tokens, taken, passed = rest + usual[len(rest) :]
    player.score = read_number("score", score, MOST_POINTS)
    _read_lines(player, lines)
    _read_plates(player, plates)
    _read_dome(player, dome)
    player.broken_tiles[:] = read_counts(broken, LETTERS, TILES_PER_COLOUR)
    player.chips = _chips(in_storage)
    player.used_chips = _chips(used)
    player.tokens = read_number("tokens", tokens, TOKENS)
    player.chips_taken = read_number("chips", taken, 2)
    if passed not in ("", "passed"):
        raise BadPosition("duel.error.position_board", value=text)
    player.passed = passed == "passed"


def _read_lines(player: Player, text: str) -> None:
    for row, line in enumerate(_list("lines", text, LINES)):
        if line != NOTHING:
            if not re.fullmatch("B+|Y+|R+|K+|T+", line) or len(line) > row + 1:
                raise BadPosition("duel.error.position_line", value=line, line=row + 1)
            player.line_colour[row] = LETTERS.index(line[0])
            player.line_count[row] = len(line)


def _read_plates(player: Player, text: str) -> None:
    for space, plate in enumerate(_list("plates", text, PLATE_SPACES)):
        if plate != NOTHING:
            if plate[:-1] not in PLATE_NAMES or plate[-1] not in TURN_LETTERS:
                raise BadPosition("duel.error.position_placed", value=plate)
            put_plate(player, PLATE_NAMES.index(plate[:-1]), space, TURN_LETTERS.index(plate[-1]))


def _read_dome(player: Player, text: str) -> None:
    rows = [EMPTY_CELL * DOME_COLUMNS] * DOME_ROWS if text == NOTHING else text.split(",")
    if len(rows) != DOME_ROWS or not all(re.fullmatch(r"[BYRKTS.]{6}", row) for row in rows):
        raise BadPosition("duel.error.position_dome", value=text)
    for cell, letter in enumerate("".join(rows)):
        if letter != EMPTY_CELL:
            player.filled |= 1 << cell
        if letter in LETTERS:
            player.tiles_of[LETTERS.index(letter)] |= 1 << cell
