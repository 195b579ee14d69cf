"""The table of classic Azul, drawn with characters and as a picture (our own ornaments)."""

from azulejo.games import tiles
from azulejo.games.azul.components import (
    COLOURED,
    COLOURS,
    COLUMN_OF,
    COLUMNS,
    FLOOR_LOSS,
    FLOOR_SPACES,
    LETTERS,
    ROWS,
    WALLS,
)
from azulejo.games.azul.notation import marker_on_floor, wall_letters
from azulejo.games.azul.state import CENTRE, END, IN_CENTRE, OFFER, TILING, Player, State, factories
from azulejo.texts import say

# ---------------------------------------------------------------- characters

MARKER = "◆"
EMPTY = "·"
BOARD_WIDTH = 36


def draw_text(state: State, lang: str) -> str:
    """Return the whole table in characters; small letters are the free cells of a coloured wall."""
    lines = [headline(state, lang), "", _sources_text(state, lang), _supply_text(state, lang)]
    for first in range(0, int(state.seats), 2):
        boards = [_board_lines(state, seat, lang) for seat in range(first, min(first + 2, int(state.seats)))]
        lines.append("")
        lines += ["   ".join(part.ljust(BOARD_WIDTH) for part in parts).rstrip() for parts in zip(*boards, strict=True)]
    return "\n".join(lines)


def headline(state: State, lang: str) -> str:
    """Return the game, its wall, the round and who is to do what."""
    wall = say(f"azul.draw.wall.{WALLS[state.grey]}", lang)
    seat = int(state.turn) + 1
    if state.phase == OFFER:
        due = say("azul.draw.to_move", lang, seat=seat)
    elif state.phase == TILING:
        due = say("azul.draw.to_lay", lang, seat=seat, line=int(state.tiling_row) + 1)
    else:
        due = say("azul.draw.over" if state.phase == END else "azul.draw.to_deal", lang)
    return f"{say('azul.draw.title', lang, wall=wall, number=int(state.round_number))}: {due}"


def _letters(handful: int) -> str:
    return "".join(LETTERS[colour] * tiles.count(handful, colour) for colour in range(COLOURS))


def _sources_text(state: State, lang: str) -> str:
    shown = [_letters(int(state.sources[number])).ljust(4, EMPTY) for number in range(1, factories(state) + 1)]
    numbered = "  ".join(f"{number} {letters}" for number, letters in enumerate(shown, 1))
    marker = MARKER if state.marker == IN_CENTRE else ""
    centre = f"{marker}{_letters(int(state.sources[CENTRE]))}" or EMPTY
    return f"{say('azul.draw.factories', lang)}  {numbered}\n{say('azul.draw.centre', lang)}  c {centre}"


def _supply_text(state: State, lang: str) -> str:
    shown = []
    for name, handful in (("azul.draw.bag", int(state.bag)), ("azul.draw.lid", int(state.lid))):
        counts = " ".join(f"{letter}{tiles.count(handful, colour)}" for colour, letter in enumerate(LETTERS))
        shown.append(f"{say(name, lang)}  {counts}")
    return "   ".join(shown)


def _board_lines(state: State, seat: int, lang: str) -> list[str]:
    player = state.players[seat]
    points = say("azul.draw.points", lang, count=int(player.score))
    arrow = "▶" if state.turn == seat and state.phase in (OFFER, TILING) else " "
    held = f" {MARKER}" if state.marker == seat else ""
    lines = [f"{arrow} {say('azul.draw.player', lang, seat=seat + 1)}: {points}{held}"]
    cells = _wall_cells(state, player)
    for row in range(ROWS):
        held_tiles = LETTERS[player.line_colour[row]] * int(player.line_count[row])
        pattern = held_tiles.rjust(row + 1, EMPTY).rjust(ROWS)
        lines.append(f"  {row + 1} {' '.join(pattern)} │ {' '.join(cells[row * COLUMNS : (row + 1) * COLUMNS])}")
    pieces = MARKER * marker_on_floor(player) + "".join(
        LETTERS[colour] * int(player.floor_tiles[colour]) for colour in range(COLOURS)
    )
    losses = [int(FLOOR_LOSS[space + 1] - FLOOR_LOSS[space]) for space in range(FLOOR_SPACES)]
    spaces = " ".join(f"{piece}-{loss}" for piece, loss in zip(pieces.ljust(FLOOR_SPACES, EMPTY), losses, strict=True))
    return [*lines, f"  - {spaces}"]


def _wall_cells(state: State, player: Player) -> str:
    """Return the 25 cells: laid tiles as capitals, printed colours small, grey cells as dots."""
    cells = list(wall_letters(player))
    for row in range(ROWS):
        for colour in range(COLOURS):
            cell = row * COLUMNS + int(COLUMN_OF[row, colour])
            if cells[cell] == ".":
                cells[cell] = LETTERS[colour].lower() if state.grey == COLOURED else EMPTY
    return "".join(cells)


# ---------------------------------------------------------------- picture

TILE = 30
STEP = 34
FILL = {"B": "#2f6fb5", "Y": "#e8b23a", "R": "#c8433a", "K": "#30343b", "W": "#dfeeee"}
INK = {"B": "#ffffff", "Y": "#5b3b00", "R": "#ffffff", "K": "#ffffff", "W": "#0b6e75"}
PAPER, EDGE, TEXT, SPACE = "#f7f2e7", "#8a7a5c", "#3a3226", "#ece3d0"

ORNAMENTS = {
    "B": '<circle cx="15" cy="15" r="9"/><path d="M15 3v24M3 15h24"/>',
    "Y": '<path d="M15 4 26 15 15 26 4 15Z"/><circle cx="15" cy="15" r="4"/>',
    "R": '<path d="M4 4Q15 12 26 4Q18 15 26 26Q15 18 4 26Q12 15 4 4Z"/>',
    "K": '<path d="M15 3 18 12 27 15 18 18 15 27 12 18 3 15 12 12Z"/>',
    "W": '<path d="M15 4v22M5.5 9.5l19 11M24.5 9.5l-19 11"/><circle cx="15" cy="15" r="10"/>',
}
"""One ornament per colour, so that colour is never the only sign."""


def draw_svg(state: State, lang: str) -> str:
    """Return the table as an SVG picture that needs nothing from outside."""
    number = factories(state)
    board_width, board_height = 13 * STEP, 8 * STEP + 8
    boards_across = 2
    width = boards_across * (board_width + 20) + 20
    sources_height = (2 if number > 5 else 1) * 100 + 20
    rows_of_boards = (int(state.seats) + 1) // boards_across
    height = 40 + sources_height + rows_of_boards * (board_height + 16) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="Georgia, serif" font-size="15" fill="{TEXT}">',
        f"<title>{headline(state, lang)}</title>",
        "<defs>",
        *(_tile_symbol(letter) for letter in LETTERS),
        "</defs>",
        f'<rect width="{width}" height="{height}" rx="12" fill="{PAPER}"/>',
        f'<text x="20" y="28" font-size="18">{headline(state, lang)}</text>',
        *_sources_svg(state, lang),
    ]
    for seat in range(state.seats):
        across, down = seat % boards_across, seat // boards_across
        x = 20 + across * (board_width + 20)
        y = 40 + sources_height + down * (board_height + 16)
        parts.append(f'<g transform="translate({x} {y})">{_board_svg(state, seat, lang)}</g>')
    return "\n".join([*parts, "</svg>"])


def _tile_symbol(letter: str) -> str:
    ornament = f'<g fill="none" stroke="{INK[letter]}" stroke-width="1.6" opacity=".75">{ORNAMENTS[letter]}</g>'
    label = (
        f'<text x="15" y="19.5" text-anchor="middle" font-size="13" font-weight="bold" font-family="sans-serif" '
        f'fill="{INK[letter]}" stroke="{FILL[letter]}" stroke-width="3" paint-order="stroke">{letter}</text>'
    )
    return (
        f'<symbol id="azul-{letter}" viewBox="0 0 {TILE} {TILE}"><rect x=".75" y=".75" width="28.5" height="28.5" '
        f'rx="4" fill="{FILL[letter]}" stroke="{TEXT}" stroke-width="1"/>{ornament}{label}</symbol>'
    )


def _tile(letter: str, x: float, y: float, faded: bool = False) -> str:
    opacity = ' opacity=".22"' if faded else ""
    return f'<use href="#azul-{letter}" x="{x:g}" y="{y:g}" width="{TILE}" height="{TILE}"{opacity}/>'


def _space(x: float, y: float) -> str:
    return f'<rect x="{x}" y="{y}" width="{TILE}" height="{TILE}" rx="4" fill="{SPACE}" stroke="{EDGE}"/>'


def _marker(x: float, y: float) -> str:
    return (
        f'<g transform="translate({x:g} {y:g})"><path d="M15 1 29 15 15 29 1 15Z" fill="#fff" stroke="{TEXT}"/>'
        f'<text x="15" y="20" text-anchor="middle" font-size="14" font-weight="bold">1</text></g>'
    )


def _sources_svg(state: State, lang: str) -> list[str]:
    parts = []
    number = factories(state)
    per_row = 5
    for factory in range(1, number + 1):
        x = 64 + (factory - 1) % per_row * 96
        y = 92 + (factory - 1) // per_row * 100
        parts.append(f'<circle cx="{x}" cy="{y}" r="44" fill="#fff" stroke="{EDGE}"/>')
        parts.append(f'<text x="{x - 42}" y="{y - 30}" font-size="12">{factory}</text>')
        for place, letter in enumerate(_letters(int(state.sources[factory]))):
            parts.append(_tile(letter, x - 32 + place % 2 * STEP, y - 32 + place // 2 * STEP))
    x, y = 64 + per_row * 96 - 30, 52
    parts.append(f'<text x="{x}" y="{y + 12}">{say("azul.draw.centre", lang)}</text>')
    shown = 0
    if state.marker == IN_CENTRE:
        parts.append(_marker(x, y + 22))
        shown = 1
    for colour, letter in enumerate(LETTERS):
        count = tiles.count(int(state.sources[CENTRE]), colour)
        if count:
            at = x + shown * (STEP + 30)
            parts += [_tile(letter, at, y + 22), f'<text x="{at + TILE + 3}" y="{y + 43}">×{count}</text>']
            shown += 1
    for line, (name, handful) in enumerate((("azul.draw.bag", int(state.bag)), ("azul.draw.lid", int(state.lid)))):
        counts = "  ".join(f"{letter} {tiles.count(handful, colour)}" for colour, letter in enumerate(LETTERS))
        parts.append(f'<text x="{x}" y="{y + 74 + 20 * line}" font-size="13">{say(name, lang)}: {counts}</text>')
    return parts


def _board_svg(state: State, seat: int, lang: str) -> str:
    player = state.players[seat]
    active = state.turn == seat and state.phase in (OFFER, TILING)
    edge = f'stroke="{FILL["B"]}" stroke-width="3"' if active else f'stroke="{EDGE}"'
    points = say("azul.draw.points", lang, count=int(player.score))
    parts = [
        f'<rect x="-6" y="0" width="{13 * STEP}" height="{8 * STEP + 4}" rx="8" fill="#fffaf0" {edge}/>',
        f'<text x="6" y="24" font-weight="bold">{say("azul.draw.player", lang, seat=seat + 1)}: {points}</text>',
    ]
    cells = _wall_cells(state, player)
    for row in range(ROWS):
        y = 36 + row * STEP
        for place in range(row + 1):  # filled from right to left
            x = 6 + (ROWS - 1 - place) * STEP
            filled = place < player.line_count[row]
            parts.append(_tile(LETTERS[player.line_colour[row]], x, y) if filled else _space(x, y))
        for column in range(COLUMNS):
            x = 6 + (ROWS + 1 + column) * STEP
            cell = cells[row * COLUMNS + column]
            parts.append(_space(x, y))
            if cell != EMPTY:
                parts.append(_tile(cell.upper(), x, y, faded=cell.islower()))
    fallen = "".join(LETTERS[colour] * int(player.floor_tiles[colour]) for colour in range(COLOURS))
    pieces = MARKER * marker_on_floor(player) + fallen
    for space in range(FLOOR_SPACES):
        x, y = 6 + space * STEP, 36 + ROWS * STEP + 26
        loss = int(FLOOR_LOSS[space + 1] - FLOOR_LOSS[space])
        parts.append(f'<text x="{x + 15}" y="{y - 5}" text-anchor="middle" font-size="12">−{loss}</text>')
        parts.append(_space(x, y))
        if space < len(pieces):
            parts.append(_marker(x, y) if pieces[space] == MARKER else _tile(pieces[space], x, y))
    return "".join(parts)
