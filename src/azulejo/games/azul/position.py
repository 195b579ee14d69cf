"""Positions as one line of words, both ways. Described for people in docs/notation.md."""

import re

from azulejo.games import tiles
from azulejo.games.azul.components import (
    CELLS,
    COLOURS,
    COLUMNS,
    LETTERS,
    ROWS,
    SEATS,
    TILES_PER_COLOUR,
    WALLS,
)
from azulejo.games.azul.invariants import tiles_of
from azulejo.games.azul.moves import DESTINATIONS
from azulejo.games.azul.notation import NOTHING
from azulejo.games.azul.rules import EVERYWHERE, close_line
from azulejo.games.azul.scoring import row_cells
from azulejo.games.azul.state import CENTRE, IN_CENTRE, NO_COLOUR, PHASES, TILING, Player, State, factories
from azulejo.texts.errors import BadPosition

EMPTY_CELL = "."
MARKER = "*"


def position_text(state: State) -> str:
    """Return a position as one line of words that ``parse_position`` reads."""
    sources = [_spelled(int(state.sources[source])) for source in range(factories(state) + 1)]
    words = [
        "azul",
        f"wall={WALLS[state.grey]}",
        f"round={state.round_number}",
        f"phase={PHASES[state.phase]}",
        f"turn={state.turn}",
        f"start={state.start}",
        f"marker={'centre' if state.marker == IN_CENTRE else state.marker}",
        f"idle={state.idle_rounds}",
    ]
    if state.phase == TILING:
        words += [f"row={state.tiling_row + 1}", f"laid={state.laid}"]
    words += [
        f"factories={','.join(sources[1:])}",
        f"centre={sources[CENTRE]}",
        f"bag={_counted(int(state.bag))}",
        f"lid={_counted(int(state.lid))}",
    ]
    return " ".join(words + [f"board={_board_text(state.players[seat])}" for seat in range(state.seats)])


def _spelled(handful: int) -> str:
    """Return tiles letter by letter: ``BBK``."""
    return "".join(LETTERS[colour] * tiles.count(handful, colour) for colour in range(COLOURS)) or NOTHING


def _counted(handful: int) -> str:
    """Return tiles as letters with numbers: ``B12K3``."""
    counts = [tiles.count(handful, colour) for colour in range(COLOURS)]
    return "".join(f"{letter}{count}" for letter, count in zip(LETTERS, counts, strict=True) if count) or NOTHING


def _board_text(player: Player) -> str:
    lines = [
        LETTERS[player.line_colour[row]] * int(player.line_count[row]) if player.line_count[row] else NOTHING
        for row in range(ROWS)
    ]
    cells = wall_letters(player)
    wall = [cells[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]
    fallen = "".join(LETTERS[colour] * int(player.floor_tiles[colour]) for colour in range(COLOURS))
    floor = (MARKER * marker_on_floor(player) + fallen) or NOTHING
    return f"{player.score}/{','.join(lines)}/{','.join(wall)}/{floor}"


def wall_letters(player: Player) -> str:
    """Return the 25 cells of a wall as letters, EMPTY_CELL where there is no tile."""
    cells = [EMPTY_CELL] * CELLS
    for colour in range(COLOURS):
        filled = int(player.wall_of[colour])
        for cell in range(CELLS):
            if filled >> cell & 1:
                cells[cell] = LETTERS[colour]
    return "".join(cells)


def marker_on_floor(player: Player) -> int:
    """Return 1 if the starting player marker lies on this floor line, else 0."""
    return int(player.floor_pieces) - int(player.floor_tiles.sum())


def parse_position(text: str) -> State:
    """Return the position that a text describes; words left out take their usual values.

    Only ``board=`` is needed, once per player. The bag then holds all tiles that are not
    somewhere else.
    """
    words = text.split()
    if not words or words[0] != "azul":
        raise BadPosition("azul.error.position_start", value=words[0] if words else "")
    boards: list[str] = []
    given: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or (name not in _READERS and name != "board"):
            raise BadPosition("azul.error.position_word", value=word, values=["board", *_READERS])
        if name == "board":
            boards.append(value)
        elif name in given:
            raise BadPosition("azul.error.position_twice", value=name)
        else:
            given[name] = value
    if len(boards) not in SEATS:
        raise BadPosition("azul.error.position_boards", count=len(boards))
    state = State.new()
    state.seats = len(boards)
    state.marker = IN_CENTRE
    for seat, board in enumerate(boards):
        _read_board(state, seat, board)
    for name, value in given.items():
        _READERS[name](state, name, value)
    if "start" not in given:
        state.start = state.turn
    if "round" not in given:
        state.round_number = 1
    if "bag" not in given:
        state.bag = _tiles_left(state)
    return state


def _number(name: str, value: str, most: int, least: int = 0) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", value) or not least <= int(value) <= most:
        raise BadPosition("azul.error.position_number", name=name, value=value, least=least, most=most)
    return int(value)


def _handful(value: str) -> list[int]:
    """Return the number of tiles of each colour in ``BBK`` or ``B12K3``."""
    if value != NOTHING and not re.fullmatch(r"([BYRKW]\d{0,2})+", value):
        raise BadPosition("azul.error.position_tiles", value=value)
    counts = [0] * COLOURS
    for letter, number in re.findall(r"([BYRKW])(\d*)", value):
        counts[LETTERS.index(letter)] += int(number or 1)
    if max(counts) > TILES_PER_COLOUR:
        raise BadPosition("azul.error.position_tiles", value=value)
    return counts


def _packed(value: str) -> int:
    return sum(count << tiles.BYTE * colour for colour, count in enumerate(_handful(value)))


def _read_board(state: State, seat: int, text: str) -> None:
    score, *rest = text.split("/")
    if len(rest) > 3:
        raise BadPosition("azul.error.position_board", value=text)
    lines, wall, floor = (*rest, *[NOTHING] * (3 - len(rest)))
    player = state.players[seat]
    player.score = _number("score", score, 1000)
    player.open_lines = EVERYWHERE
    _read_wall(player, wall)
    _read_lines(player, lines)
    _read_floor(state, seat, floor)


def _read_wall(player: Player, text: str) -> None:
    rows = ["." * COLUMNS] * ROWS if text == NOTHING else text.split(",")
    if len(rows) != ROWS or not all(re.fullmatch(r"[BYRKW.]{5}", row) for row in rows):
        raise BadPosition("azul.error.position_wall", value=text)
    for cell, letter in enumerate("".join(rows)):
        if letter != EMPTY_CELL:
            player.wall |= 1 << cell
            player.wall_of[LETTERS.index(letter)] |= 1 << cell
    for row in range(ROWS):
        for colour in range(COLOURS):
            if row_cells(int(player.wall_of[colour]), row):
                player.open_lines &= ~(1 << DESTINATIONS * colour + row)


def _read_lines(player: Player, text: str) -> None:
    lines = [NOTHING] * ROWS if text == NOTHING else text.split(",")
    if len(lines) != ROWS:
        raise BadPosition("azul.error.position_lines", value=text)
    for row, line in enumerate(lines):
        player.line_colour[row] = NO_COLOUR
        if line != NOTHING:
            if not re.fullmatch(r"(B+|Y+|R+|K+|W+)", line) or len(line) > row + 1:
                raise BadPosition("azul.error.position_line", value=line, line=row + 1)
            player.line_colour[row] = LETTERS.index(line[0])
            player.line_count[row] = len(line)
            close_line(player, row)


def _read_floor(state: State, seat: int, text: str) -> None:
    player = state.players[seat]
    if text.startswith(MARKER):
        if state.marker != IN_CENTRE:
            raise BadPosition("azul.error.position_two_markers")
        state.marker = seat
        player.floor_pieces = 1
    counts = _handful(text.removeprefix(MARKER) or NOTHING)
    player.floor_tiles[:] = counts
    player.floor_pieces += sum(counts)


def _read_wall_option(state: State, name: str, value: str) -> None:
    if value not in WALLS:
        raise BadPosition("azul.error.position_wall_option", value=value)
    state.grey = WALLS.index(value)


def _read_phase(state: State, name: str, value: str) -> None:
    if value not in PHASES:
        raise BadPosition("azul.error.position_phase", value=value)
    state.phase = PHASES.index(value)


def _read_seat(state: State, name: str, value: str) -> None:
    setattr(state, name, _number(name, value, state.seats - 1))


def _read_marker(state: State, name: str, value: str) -> None:
    if value == "centre":
        if state.marker != IN_CENTRE:
            raise BadPosition("azul.error.position_two_markers")
    else:
        holder = _number(name, value, state.seats - 1)
        if state.marker not in (IN_CENTRE, holder):
            raise BadPosition("azul.error.position_two_markers")
        state.marker = holder


def _read_number(state: State, name: str, value: str) -> None:
    fields = {"round": ("round_number", 10_000), "idle": ("idle_rounds", 10), "laid": ("laid", 1)}
    field, most = fields[name]
    setattr(state, field, _number(name, value, most))


def _read_row(state: State, name: str, value: str) -> None:
    state.tiling_row = _number(name, value, ROWS, least=1) - 1


def _read_factories(state: State, name: str, value: str) -> None:
    shown = value.split(",")
    if len(shown) > factories(state):
        raise BadPosition("azul.error.position_factories", count=factories(state), value=len(shown))
    for factory, letters in enumerate(shown, 1):
        _put_on_offer(state, factory, letters)


def _read_centre(state: State, name: str, value: str) -> None:
    _put_on_offer(state, CENTRE, value)


def _put_on_offer(state: State, source: int, letters: str) -> None:
    counts = _handful(letters)
    state.sources[source] = _packed(letters)
    for colour in range(COLOURS):
        if counts[colour]:
            state.offers |= 1 << (source * COLOURS + colour)


def _read_supply(state: State, name: str, value: str) -> None:
    setattr(state, name, _packed(value))


_READERS = {
    "wall": _read_wall_option,
    "round": _read_number,
    "phase": _read_phase,
    "turn": _read_seat,
    "start": _read_seat,
    "marker": _read_marker,
    "idle": _read_number,
    "row": _read_row,
    "laid": _read_number,
    "factories": _read_factories,
    "centre": _read_centre,
    "bag": _read_supply,
    "lid": _read_supply,
}


def _tiles_left(state: State) -> int:
    """Return the tiles that are nowhere on the table, as far as there are any."""
    left = 0
    for colour in range(COLOURS):
        elsewhere = tiles_of(state, colour)
        left += max(0, TILES_PER_COLOUR - elsewhere) << tiles.BYTE * colour
    return left
