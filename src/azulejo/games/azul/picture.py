"""A board of classic Azul drawn with characters and as a picture (our own ornaments)."""

from collections.abc import Mapping

from azulejo.games.azul.board import Board, PlayerBoard, Source
from azulejo.games.azul.components import COLUMNS, FLOOR_SPACES, LETTERS, ROWS, Colour
from azulejo.texts import say

# ---------------------------------------------------------------- characters

MARKER = "◆"
EMPTY = "·"
BOARD_WIDTH = 36
BOARDS_ACROSS = 2


def picture_text(board: Board, lang: str) -> str:
    """Return the whole table in characters; small letters are the free cells of a coloured wall."""
    supply = "   ".join(f"{name}  {counts}" for name, counts in _supply(board, lang, ""))
    lines = [headline(board, lang), "", _sources_text(board, lang), supply]
    seats = range(len(board.players))
    for first in seats[::BOARDS_ACROSS]:
        boards = [_board_lines(board, seat, lang) for seat in seats[first : first + BOARDS_ACROSS]]
        lines.append("")
        lines += ["   ".join(part.ljust(BOARD_WIDTH) for part in parts).rstrip() for parts in zip(*boards, strict=True)]
    return "\n".join(lines)


def headline(board: Board, lang: str) -> str:
    """Return the game, its wall, the round and who is to do what."""
    wall = say(f"azul.picture.wall.{board.walls}", lang)
    if board.turn is None:
        due = say("azul.picture.over" if board.phase == "end" else "azul.picture.to_deal", lang)
    elif board.line is None:
        due = say("azul.picture.to_move", lang, seat=board.turn + 1)
    else:
        due = say("azul.picture.to_lay", lang, seat=board.turn + 1, line=board.line)
    return f"{say('azul.picture.title', lang, wall=wall, number=board.round)}: {due}"


def _letters(source: Source) -> str:
    return "".join(letter * count for letter, count in source.tiles.items())


def _sources_text(board: Board, lang: str) -> str:
    numbered = "  ".join(f"{source.id} {_letters(source).ljust(4, EMPTY)}" for source in board.factories)
    marker = MARKER if board.marker is None else ""
    centre = f"{marker}{_letters(board.centre)}" or EMPTY
    sources = f"{say('azul.picture.factories', lang)}  {numbered}"
    return f"{sources}\n{say('azul.picture.centre', lang)}  {board.centre.id} {centre}"


def _supply(board: Board, lang: str, between: str) -> list[tuple[str, str]]:
    """Return what is in the bag and in the lid, by colour."""

    def counts(tiles: Mapping[Colour, int]) -> str:
        return (between or " ").join(f"{letter}{between and ' '}{count}" for letter, count in tiles.items())

    return [(say("azul.picture.bag", lang), counts(board.bag)), (say("azul.picture.lid", lang), counts(board.lid))]


def _board_lines(board: Board, seat: int, lang: str) -> list[str]:
    player = board.players[seat]
    arrow = "▶" if board.turn == seat else " "
    held = f" {MARKER}" if board.marker == seat else ""
    lines = [f"{arrow} {_player_name(board, seat, lang)}{held}"]
    for row, line in enumerate(player.lines):
        pattern = ((line.colour or "") * line.count).rjust(line.size, EMPTY).rjust(ROWS)
        lines.append(f"  {row + 1} {' '.join(pattern)} │ {' '.join(_wall_cells(board, player, row))}")
    pieces = _floor_pieces(player).ljust(FLOOR_SPACES, EMPTY)
    spaces = " ".join(f"{piece}{points}" for piece, points in zip(pieces, board.floor, strict=True))
    return [*lines, f"  - {spaces}"]


def _player_name(board: Board, seat: int, lang: str) -> str:
    points = say("azul.picture.points", lang, count=board.players[seat].score)
    return f"{say('azul.picture.player', lang, seat=seat + 1)}: {points}"


def _floor_pieces(player: PlayerBoard) -> str:
    return "".join(MARKER if piece == "*" else piece for piece in player.floor)


def _wall_cells(board: Board, player: PlayerBoard, row: int) -> list[str]:
    """Return the cells of a row: laid tiles as capitals, printed colours small, grey cells as dots."""
    cells = zip(player.wall[row], board.printed[row], strict=True)
    return [tile or (printed or EMPTY).lower() for tile, printed in cells]


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


def picture_svg(board: Board, lang: str) -> str:
    """Return the table as an SVG picture that needs nothing from outside."""
    board_width, board_height = 13 * STEP, 8 * STEP + 8
    width = BOARDS_ACROSS * (board_width + 20) + 20
    sources_height = (2 if len(board.factories) > 5 else 1) * 100 + 20
    rows_of_boards = (len(board.players) + 1) // BOARDS_ACROSS
    height = 40 + sources_height + rows_of_boards * (board_height + 16) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="Georgia, serif" font-size="15" fill="{TEXT}">',
        f"<title>{headline(board, lang)}</title>",
        "<defs>",
        *(_tile_symbol(letter) for letter in LETTERS),
        "</defs>",
        f'<rect width="{width}" height="{height}" rx="12" fill="{PAPER}"/>',
        f'<text x="20" y="28" font-size="18">{headline(board, lang)}</text>',
        *_sources_svg(board, lang),
    ]
    for seat in range(len(board.players)):
        across, down = seat % BOARDS_ACROSS, seat // BOARDS_ACROSS
        x = 20 + across * (board_width + 20)
        y = 40 + sources_height + down * (board_height + 16)
        parts.append(f'<g transform="translate({x} {y})">{_board_svg(board, seat, lang)}</g>')
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


def _sources_svg(board: Board, lang: str) -> list[str]:
    parts = []
    per_row = 5
    for number, factory in enumerate(board.factories):
        x = 64 + number % per_row * 96
        y = 92 + number // per_row * 100
        parts += [
            f'<circle cx="{x}" cy="{y}" r="44" fill="#fff" stroke="{EDGE}"/>',
            f'<text x="{x - 42}" y="{y - 30}" font-size="12">{factory.id}</text>',
        ]
        for place, letter in enumerate(_letters(factory)):
            parts.append(_tile(letter, x - 32 + place % 2 * STEP, y - 32 + place // 2 * STEP))
    x, y = 64 + per_row * 96 - 30, 52
    parts.append(f'<text x="{x}" y="{y + 12}">{say("azul.picture.centre", lang)}</text>')
    shown = 0
    if board.marker is None:
        parts.append(_marker(x, y + 22))
        shown = 1
    for at, (letter, count) in enumerate(board.centre.tiles.items(), shown):
        left = x + at * (STEP + 30)
        parts += [_tile(letter, left, y + 22), f'<text x="{left + TILE + 3}" y="{y + 43}">×{count}</text>']
    for line, (name, counts) in enumerate(_supply(board, lang, "  ")):
        parts.append(f'<text x="{x}" y="{y + 74 + 20 * line}" font-size="13">{name}: {counts}</text>')
    return parts


def _board_svg(board: Board, seat: int, lang: str) -> str:
    player = board.players[seat]
    edge = f'stroke="{FILL["B"]}" stroke-width="3"' if board.turn == seat else f'stroke="{EDGE}"'
    parts = [
        f'<rect x="-6" y="0" width="{13 * STEP}" height="{8 * STEP + 4}" rx="8" fill="#fffaf0" {edge}/>',
        f'<text x="6" y="24" font-weight="bold">{_player_name(board, seat, lang)}</text>',
    ]
    for row, line in enumerate(player.lines):
        y = 36 + row * STEP
        for place in range(line.size):  # filled from right to left
            x = 6 + (ROWS - 1 - place) * STEP
            filled = line.colour if place < line.count else None
            parts.append(_tile(filled, x, y) if filled else _space(x, y))
        for column in range(COLUMNS):
            x = 6 + (ROWS + 1 + column) * STEP
            tile, printed = player.wall[row][column], board.printed[row][column]
            parts.append(_space(x, y))
            if shown := tile or printed:
                parts.append(_tile(shown, x, y, faded=tile is None))
    pieces = _floor_pieces(player)
    for space, points in enumerate(board.floor):
        x, y = 6 + space * STEP, 36 + ROWS * STEP + 26
        parts += [
            f'<text x="{x + 15}" y="{y - 5}" text-anchor="middle" font-size="12">−{-points}</text>',
            _space(x, y),
        ]
        if space < len(pieces):
            parts.append(_marker(x, y) if pieces[space] == MARKER else _tile(pieces[space], x, y))
    return "".join(parts)
