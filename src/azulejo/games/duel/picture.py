"""A board of Azul Duel drawn with characters and as a picture (our own ornaments)."""

from collections.abc import Sequence

from azulejo.games.duel.board import Board, Plate, PlayerBoard
from azulejo.games.duel.components import (
    BROKEN_SPACES,
    DOME_COLUMNS,
    LINES,
    MAX_SEATS,
    PLATES_ACROSS,
    SPACE_LETTERS,
)
from azulejo.games.duel.moves import LARGE_ID
from azulejo.texts import say

# ---------------------------------------------------------------- characters

STARTING_TILE = "◆"
TOKEN = "●"
EMPTY = "·"
BOARD_WIDTH = 34


def picture_text(board: Board, lang: str) -> str:
    """Return the whole table in characters; small letters are free spaces of the plates."""
    lines = [headline(board, lang), "", *_factories_text(board, lang), "", _plates_text(board, lang)]
    if board.drawn or board.placing:
        lines.append(_in_hand_text(board, lang))
    lines += [_tablets_text(board, lang), "   ".join(_supply(board, lang)), ""]
    boards = [_board_lines(board, seat, lang) for seat in range(MAX_SEATS)]
    lines += ["   ".join(part.ljust(BOARD_WIDTH) for part in parts).rstrip() for parts in zip(*boards, strict=True)]
    return "\n".join(lines)


def headline(board: Board, lang: str) -> str:
    """Return the game, the round and who is to do what."""
    if board.turn is not None:
        question = say(f"duel.asked.{board.phase}", lang, line=board.line)
        due = say("duel.picture.to_move", lang, seat=board.turn + 1, question=question)
    else:
        due = say("duel.picture.over" if board.phase == "end" else "duel.picture.to_draw", lang)
    begun = board.round - (board.phase in ("display", "tiles"))  # a round begins when its factories are filled
    return f"{say('duel.picture.title', lang, number=max(1, begun))}: {due}"


def _factories_text(board: Board, lang: str) -> list[str]:
    """Return suns, moons (stacks from the bottom up) and chips, one column per factory."""
    large, *_ = board.factories
    tile = STARTING_TILE if board.starting_tile is None else ""
    moons = [(tile if factory is large else "") + "".join(factory.moon) for factory in board.factories]
    under = ["" if factory is large else factory.chip or EMPTY for factory in board.factories]
    rows = [
        (say("duel.picture.factories", lang), [factory.id for factory in board.factories]),
        (say("duel.picture.sun", lang), ["".join(factory.sun) or EMPTY for factory in board.factories]),
        (say("duel.picture.moon", lang), [moon or EMPTY for moon in moons]),
        (say("duel.picture.chip", lang), under),
    ]
    width = max(len(name) for name, _ in rows)
    return [f"{name.ljust(width)}  {' '.join(part.ljust(6) for part in parts)}".rstrip() for name, parts in rows]


def _plates_text(board: Board, lang: str) -> str:
    shown = [plate.name if plate else EMPTY for plate in board.display]
    numbered = "  ".join(f"p{number} {name}" for number, name in enumerate(shown, 1))
    return f"{say('duel.picture.display', lang)}  {numbered}   {_pile_text(board, lang)}"


def _pile_text(board: Board, lang: str) -> str:
    """Return how many plates are in the pile, and the type on the topmost back."""
    number, top = board.pile.size, board.pile.top
    if top is None:
        return say("duel.picture.pile", lang, count=number)
    return say("duel.picture.pile_top", lang, count=number, type=say(f"duel.type.{top}", lang))


def _plate_name(plate: Plate, lang: str) -> str:
    """Return the front of a plate as its four letters, or the type if only that is known."""
    return plate.name or say(f"duel.type.{plate.type}", lang)


def _in_hand_text(board: Board, lang: str) -> str:
    """Return the plates drawn in this turn by their numbers, and the one that is being placed."""
    drawn = [f"{one.number} {_plate_name(one.plate, lang)}" for one in board.drawn]
    parts = [f"{say('duel.picture.drawn', lang)}  {'  '.join(drawn)}"] if drawn else []
    if board.placing:
        parts.append(f"{say('duel.picture.placing', lang)}  {_plate_name(board.placing, lang)}")
    return "   ".join(parts)


def _tablets_text(board: Board, lang: str) -> str:
    """Return every tablet with what it gives each player now."""
    shown = [f"{tablet.id} {':'.join(str(one.points) for one in tablet.progress)}" for tablet in board.tablets]
    return f"{say('duel.picture.tablets', lang)}  {'  '.join(shown) or EMPTY}"


def _supply(board: Board, lang: str) -> list[str]:
    """Return what is in the bag, in the Tower and in hand, a text each."""
    shown = [
        f"{say(name, lang)}  {' '.join(f'{letter}{count}' for letter, count in tiles.items())}"
        for name, tiles in (("duel.picture.bag", board.bag), ("duel.picture.tower", board.tower))
    ]
    if board.picked:
        shown.append(f"{say('duel.picture.picked', lang)}  {board.picked.colour * board.picked.count}")
    return shown


def _board_lines(board: Board, seat: int, lang: str) -> list[str]:
    player = board.players[seat]
    arrow = "▶" if board.turn == seat else " "
    held = f" {STARTING_TILE}" if board.starting_tile == seat else ""
    lines = [f"{arrow} {_player_name(board, seat, lang)}{held} {TOKEN * player.tokens}".rstrip()]
    for row, line in enumerate(player.lines):
        pattern = ((line.colour or "") * line.count).rjust(line.size, EMPTY).rjust(LINES)
        lines.append(f"  {row + 1} {' '.join(pattern)} │ {' '.join(_dome_cells(player, row))}")
    pieces = "".join(player.broken).ljust(BROKEN_SPACES, EMPTY)
    spaces = " ".join(f"{piece}{points}" for piece, points in zip(pieces, board.broken, strict=True))
    stored = " ".join(player.chips) or EMPTY
    return [*lines, f"  - {spaces}", f"  {say('duel.picture.chips', lang)}  {stored}"]


def _player_name(board: Board, seat: int, lang: str) -> str:
    points = say("duel.picture.points", lang, count=board.players[seat].score)
    return f"{say('duel.picture.player', lang, seat=seat + 1)}: {points}"


def _dome_cells(player: PlayerBoard, row: int) -> list[str]:
    """Return the cells of a row: tiles as capitals, free spaces of plates small, dots where no plate lies."""
    cells = zip(player.tiles[row], player.spaces[row], strict=True)
    return [tile or (space or EMPTY).lower() for tile, space in cells]


# ---------------------------------------------------------------- picture

TILE = 26
STEP = 29
FILL = {"B": "#2f6fb5", "Y": "#e8b23a", "R": "#c8433a", "K": "#30343b", "T": "#2fa7a0", "S": "#f4efe2", "J": "#ffffff"}
INK = {"B": "#ffffff", "Y": "#5b3b00", "R": "#ffffff", "K": "#ffffff", "T": "#05302d", "S": "#7a5a14", "J": "#3a3226"}
PAPER, EDGE, TEXT, SPACE, BOARD = "#f7f2e7", "#8a7a5c", "#3a3226", "#ece3d0", "#fffaf0"
SUN, MOON, BACK = "#fbe7b2", "#b9c6dd", "#d8c9a8"

ORNAMENTS = {
    "B": '<circle cx="13" cy="13" r="7.5"/><path d="M13 2v22M2 13h22"/>',
    "Y": '<path d="M13 3 23 13 13 23 3 13Z"/><circle cx="13" cy="13" r="3.5"/>',
    "R": '<path d="M5 5Q13 10 21 5Q16 13 21 21Q13 16 5 21Q10 13 5 5Z"/>',
    "K": '<path d="M13 2 16 10 24 13 16 16 13 24 10 16 2 13 10 10Z"/>',
    "T": '<path d="M3 10q5-5 10 0t10 0M3 17q5-5 10 0t10 0"/>',
    "S": '<path d="M13 3 15.5 9.5 22.5 9.5 17 14 19 21 13 17 7 21 9 14 3.5 9.5 10.5 9.5Z"/>',
    "J": '<path d="M13 2v22M4 5l18 16M22 5 4 21"/>',
}
"""One ornament per colour, so that colour is never the only sign."""

BOARD_STEPS = 14
BOARD_HEIGHT = 9 * STEP + 12


def picture_svg(board: Board, lang: str) -> str:
    """Return the table as an SVG picture that needs nothing from outside."""
    board_width, board_height = BOARD_STEPS * STEP + 12, BOARD_HEIGHT + 8
    width = MAX_SEATS * (board_width + 16) + 16
    height = 44 + 250 + board_height + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="Georgia, serif" font-size="14" fill="{TEXT}">',
        f"<title>{headline(board, lang)}</title>",
        "<defs>",
        *(_tile_symbol(letter) for letter in SPACE_LETTERS),
        "</defs>",
        f'<rect width="{width}" height="{height}" rx="12" fill="{PAPER}"/>',
        f'<text x="16" y="28" font-size="17">{headline(board, lang)}</text>',
        *(_factory_svg(board, place) for place in range(len(board.factories))),
        *_plates_svg(board, lang),
        *_notes_svg(board, lang),
    ]
    for seat in range(MAX_SEATS):
        x, y = 16 + seat * (board_width + 16), 44 + 250
        parts.append(f'<g transform="translate({x} {y})">{_board_svg(board, seat, lang)}</g>')
    return "\n".join([*parts, "</svg>"])


def _tile_symbol(letter: str) -> str:
    ornament = f'<g fill="none" stroke="{INK[letter]}" stroke-width="1.4" opacity=".7">{ORNAMENTS[letter]}</g>'
    label = (
        f'<text x="13" y="17.5" text-anchor="middle" font-size="12" font-weight="bold" font-family="sans-serif" '
        f'fill="{INK[letter]}" stroke="{FILL[letter]}" stroke-width="3" paint-order="stroke">{letter}</text>'
    )
    return (
        f'<symbol id="duel-{letter}" viewBox="0 0 {TILE} {TILE}"><circle cx="13" cy="13" r="12.4" '
        f'fill="{FILL[letter]}" stroke="{TEXT}" stroke-width="1"/>{ornament}{label}</symbol>'
    )


def _tile(letter: str, x: float, y: float, faded: bool = False, size: int = TILE) -> str:
    opacity = ' opacity=".3"' if faded else ""
    return f'<use href="#duel-{letter}" x="{x:g}" y="{y:g}" width="{size}" height="{size}"{opacity}/>'


def _tiles_row(letters: Sequence[str], x: float, y: float, step: float = STEP) -> str:
    return "".join(_tile(letter, x + place * step, y) for place, letter in enumerate(letters))


def _space(x: float, y: float) -> str:
    return f'<circle cx="{x + TILE / 2:g}" cy="{y + TILE / 2:g}" r="12" fill="{SPACE}" stroke="{EDGE}"/>'


def _starting_tile(x: float, y: float) -> str:
    return (
        f'<g transform="translate({x:g} {y:g})"><path d="M13 1 25 13 13 25 1 13Z" fill="#fff" stroke="{TEXT}"/>'
        f'<text x="13" y="18" text-anchor="middle" font-size="13" font-weight="bold">1</text></g>'
    )


def _chip(name: str, x: float, y: float) -> str:
    """Return a bonus chip: one colour, two halves, or its back."""
    colours = [FILL.get(letter, BACK) for letter in name]
    halves = (
        f'<path d="M{x:g} {y:g}h22v18h-22Z" fill="{colours[0]}" stroke="{TEXT}"/>'
        f'<path d="M{x + 22:g} {y:g}v18h-22Z" fill="{colours[-1]}"/>'
    )
    label = (
        f'<text x="{x + 11:g}" y="{y + 13:g}" text-anchor="middle" font-size="11" font-weight="bold" '
        f'font-family="sans-serif" fill="#fff" stroke="{TEXT}" stroke-width="2.5" paint-order="stroke">'
        f"{name}</text>"
    )
    return halves + label


def _factory_svg(board: Board, place: int) -> str:
    """Return a factory as a split disc: sun above, moon below, the chip at the bottom."""
    factory = board.factories[place]
    is_large = factory.id == LARGE_ID
    radius = 70 if is_large else 58
    x, y = (90, 120) if is_large else (90 + 10 + place * 130, 112)
    parts = [
        f'<path d="M{x - radius} {y}a{radius} {radius} 0 0 1 {2 * radius} 0Z" fill="{SUN}" stroke="{EDGE}"/>',
        f'<path d="M{x - radius} {y}a{radius} {radius} 0 0 0 {2 * radius} 0Z" fill="{MOON}" stroke="{EDGE}"/>',
        f'<text x="{x - radius}" y="{y - radius + 12}" font-size="13" font-weight="bold">{factory.id}</text>',
    ]
    half = len(factory.sun) // 2
    upper, lower = factory.sun[:half], factory.sun[half:]
    parts += [
        _tiles_row(upper, x - len(upper) * STEP / 2, y - 58),
        _tiles_row(lower, x - len(lower) * STEP / 2, y - 29),
    ]
    if is_large:
        parts.append(_tiles_row(factory.moon, x - len(factory.moon) * STEP / 2, y + 4))
        if board.starting_tile is None:
            parts.append(_starting_tile(x - TILE / 2, y + 36))
        return "".join(parts)
    if factory.chip:
        parts.append(_chip(factory.chip, x - 11, y + 34))
    parts.append(_tiles_row(factory.moon, x - 33, y + 4, step=20))  # bottom first, so that the top lies over the others
    return "".join(parts)


def _plate(name: str, x: float, y: float) -> str:
    """Return a plate with its four spaces, or its back with the letter of its type."""
    size = 2 * STEP + 4
    frame = f'<rect x="{x:g}" y="{y:g}" width="{size}" height="{size}" rx="5" fill="{BOARD}" stroke="{EDGE}"/>'
    if len(name) == 1:
        return frame + _tile(name, x + size / 2 - TILE / 2, y + size / 2 - TILE / 2)
    places = [(x + 3 + place % 2 * STEP, y + 3 + place // 2 * STEP) for place in range(4)]
    return frame + "".join(_tile(letter, *at) for letter, at in zip(name, places, strict=True))


def _plates_svg(board: Board, lang: str) -> list[str]:
    """Return the display, the pile's topmost back and the plates in hand."""
    y = 214
    parts = [f'<text x="16" y="{y}" font-size="13">{say("duel.picture.display", lang)}</text>']
    for place, plate in enumerate(board.display):
        if plate:
            parts.append(_plate(_shown(plate), 16 + place * 72, y + 8))
    parts.append(f'<text x="240" y="{y}" font-size="12">{_pile_text(board, lang)}</text>')
    if board.pile.top:
        parts.append(_plate(BACKS[board.pile.top], 240, y + 8))
    in_hand = [one.plate for one in board.drawn] + ([board.placing] if board.placing else [])
    if in_hand:
        parts.append(f'<text x="560" y="{y}" font-size="13">{say("duel.picture.drawn", lang)}</text>')
    for place, plate in enumerate(in_hand):
        parts.append(_plate(_shown(plate), 520 + place * min(66, 280 // len(in_hand)), y + 8))
    return parts


BACKS = {"special": "S", "joker": "J"}
"""The letter on the back of each type of plate."""


def _shown(plate: Plate) -> str:
    """Return what a plate shows: four spaces, or the letter of its back."""
    return plate.name or BACKS[plate.type or ""]


def _notes_svg(board: Board, lang: str) -> list[str]:
    """Return tablets with their progress, and what is in bag, Tower and hand."""
    x = 690
    parts = [f'<text x="{x}" y="66" font-weight="bold">{say("duel.picture.tablets", lang)}</text>']
    for line, tablet in enumerate(board.tablets):
        points = " : ".join(str(one.points) for one in tablet.progress)
        parts.append(f'<text x="{x}" y="{84 + 18 * line}" font-size="13">{tablet.id}  {points}</text>')
    for line, text in enumerate(_supply(board, lang)):
        parts.append(f'<text x="{x}" y="{162 + 16 * line}" font-size="12">{text}</text>')
    return parts


def _board_svg(board: Board, seat: int, lang: str) -> str:
    player = board.players[seat]
    edge = f'stroke="{FILL["B"]}" stroke-width="3"' if board.turn == seat else f'stroke="{EDGE}"'
    title = f"{_player_name(board, seat, lang)} {TOKEN * player.tokens}".rstrip()
    parts = [
        f'<rect x="-4" y="0" width="{BOARD_STEPS * STEP + 12}" height="{BOARD_HEIGHT}" rx="8" fill="{BOARD}" {edge}/>',
        f'<text x="8" y="22" font-weight="bold">{title}</text>',
    ]
    if board.starting_tile == seat:
        parts.append(_starting_tile(7 * STEP, 3))
    for row, line in enumerate(player.lines):
        for place in range(line.size):  # filled from right to left
            x, y = 8 + (LINES - 1 - place) * STEP, 34 + row * STEP
            filled = line.colour if place < line.count else None
            parts.append(_tile(filled, x, y) if filled else _space(x, y))
    parts += _dome_svg(player)
    y = 34 + LINES * STEP + 24
    for space, points in enumerate(board.broken):
        x = 8 + space * STEP
        parts.append(f'<text x="{x + 13}" y="{y - 4}" text-anchor="middle" font-size="11">−{-points}</text>')
        parts.append(_tile(player.broken[space], x, y) if space < len(player.broken) else _space(x, y))
    parts += _storage_svg(player, y)
    return "".join(parts)


def _dome_svg(player: PlayerBoard) -> list[str]:
    left = 8 + (LINES + 1) * STEP
    parts = []
    for space, placed in enumerate(player.plates):
        x, y = left + space % PLATES_ACROSS * 2 * STEP, 34 + space // PLATES_ACROSS * 2 * STEP
        parts.append(
            f'<rect x="{x - 1}" y="{y - 1}" width="{2 * STEP - 2}" height="{2 * STEP - 2}" rx="4" '
            f'fill="{"#fff" if placed else SPACE}" stroke="{EDGE}"/>'
        )
    for row, spaces in enumerate(player.spaces):
        for column, space_letter in enumerate(spaces):
            tile = player.tiles[row][column]
            if shown := tile or space_letter:
                parts.append(_tile(shown, left + column * STEP, 34 + row * STEP, faded=tile is None))
    for row in range(LINES):
        x, y = left + DOME_COLUMNS * STEP + 4, 34 + row * STEP + 17
        parts.append(f'<text x="{x}" y="{y}" font-size="12">{row + 1}</text>')
    return parts


def _storage_svg(player: PlayerBoard, y: float) -> list[str]:
    """Return the chips of a storage: face up, then face down."""
    shown = [*player.chips, *["?"] * len(player.used_chips)]
    x = 8 + (BROKEN_SPACES + 1) * STEP
    return [_chip(name, x + place % 10 * 25, y + 4 + place // 10 * 22) for place, name in enumerate(shown)]
