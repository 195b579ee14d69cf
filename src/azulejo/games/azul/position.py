"""Positions as one line of words, both ways. Described for people in docs/notation.md."""

import re

from azulejo.games import tiles
from azulejo.games.azul.components import (
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
from azulejo.games.azul.rules import EVERYWHERE, close_line
from azulejo.games.azul.scoring import row_cells
from azulejo.games.azul.state import CENTRE, IN_CENTRE, NO_COLOUR, PHASES, TILING, Player, State, factories
from azulejo.games.position import (
    NOTHING,
    counted,
    read_choice,
    read_counts,
    read_number,
    read_tiles,
    spelled,
    split_text,
)
from azulejo.games.unpack import laid_out, repeated
from azulejo.kernel.rule import interpreted
from azulejo.kernel.struct import plain
from azulejo.texts.errors import BadPosition

EMPTY_CELL = "."
MARKER = "*"


def position_text(state: State) -> str:
    """Return a position as one line of words that ``parse_position`` reads."""
    state = plain(state)
    handfuls = state.sources.tolist()[: interpreted(factories)(state) + 1]
    sources = [spelled(handful, LETTERS) for handful in handfuls]
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
        f"bag={counted(state.bag, LETTERS)}",
        f"lid={counted(state.lid, LETTERS)}",
    ]
    return " ".join(words + [f"board={_board_text(state.players[seat])}" for seat in range(state.seats)])


def _board_text(player: Player) -> str:
    held = zip(player.line_colour.tolist(), player.line_count.tolist(), strict=True)
    lines = [LETTERS[colour] * count if count else NOTHING for colour, count in held]
    cells = laid_out(player.wall_of.tolist(), LETTERS, ROWS, COLUMNS)
    wall = ["".join(tile or EMPTY_CELL for tile in row) for row in cells]
    fallen = "".join(repeated(player.floor_tiles.tolist(), LETTERS))
    floor = (MARKER * marker_on_floor(player) + fallen) or NOTHING
    return f"{player.score}/{','.join(lines)}/{','.join(wall)}/{floor}"


def marker_on_floor(player: Player) -> int:
    """Return 1 if the starting player marker lies on this floor line, else 0."""
    return int(player.floor_pieces) - int(sum(player.floor_tiles.tolist()))


def parse_position(text: str) -> State:
    """Return the position that a text describes; words left out take their usual values.

    Only ``board=`` is needed, once per player. The bag then holds all tiles that are not
    somewhere else.
    """
    boards, given = split_text(text, "azul", "board", _READERS)
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
        for colour in range(COLOURS):
            state.bag += tiles.several(colour, max(0, TILES_PER_COLOUR - int(tiles_of(state, colour))))
    return state


def _read_board(state: State, seat: int, text: str) -> None:
    score, *rest = text.split("/")
    if len(rest) > 3:
        raise BadPosition("azul.error.position_board", value=text)
    lines, wall, floor = (*rest, *[NOTHING] * (3 - len(rest)))
    player = state.players[seat]
    player.score = read_number("score", score, 1000)
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
    counts = read_counts(text.removeprefix(MARKER) or NOTHING, LETTERS, TILES_PER_COLOUR)
    player.floor_tiles[:] = counts
    player.floor_pieces += sum(counts)


def _read_option(state: State, name: str, value: str) -> None:
    field, words = ("grey", WALLS) if name == "wall" else ("phase", PHASES)
    setattr(state, field, read_choice(name, value, words))


def _read_seat(state: State, name: str, value: str) -> None:
    setattr(state, name, read_number(name, value, state.seats - 1))


def _read_marker(state: State, name: str, value: str) -> None:
    holder = IN_CENTRE if value == "centre" else read_number(name, value, state.seats - 1)
    if state.marker not in (IN_CENTRE, holder):
        raise BadPosition("azul.error.position_two_markers")
    state.marker = holder


def _read_number(state: State, name: str, value: str) -> None:
    fields = {"round": ("round_number", 10_000), "idle": ("idle_rounds", 10), "laid": ("laid", 1)}
    field, most = fields[name]
    setattr(state, field, read_number(name, value, most))


def _read_row(state: State, name: str, value: str) -> None:
    state.tiling_row = read_number(name, value, ROWS, least=1) - 1


def _read_sources(state: State, name: str, value: str) -> None:
    shown = value.split(",") if name == "factories" else [value]
    if len(shown) > factories(state):
        raise BadPosition("azul.error.position_factories", count=factories(state), value=len(shown))
    for source, letters in enumerate(shown, CENTRE if name == "centre" else CENTRE + 1):
        state.sources[source] = read_tiles(letters, LETTERS, TILES_PER_COLOUR)
        state.offers |= tiles.present(int(state.sources[source])) << source * COLOURS


def _read_supply(state: State, name: str, value: str) -> None:
    setattr(state, name, read_tiles(value, LETTERS, TILES_PER_COLOUR))


_READERS = {
    "wall": _read_option,
    "round": _read_number,
    "phase": _read_option,
    "turn": _read_seat,
    "start": _read_seat,
    "marker": _read_marker,
    "idle": _read_number,
    "row": _read_row,
    "laid": _read_number,
    "factories": _read_sources,
    "centre": _read_sources,
    "bag": _read_supply,
    "lid": _read_supply,
}
