"""A board of Queen's Garden drawn with characters and as a picture (our own ornaments).

In the picture the ornament means the pattern, so a colour has three signs of its own: its fill,
the style of its edge, and its letter.
"""

from collections.abc import Iterator
from math import cos, pi, sin, sqrt

from azulejo.games.garden.board import Board, DisplayPlace, PlayerBoard
from azulejo.games.garden.components import (
    DECORATION_NAMES,
    FIRST_PAVILION,
    HEX_IDS,
    PATTERNS,
    Axial,
    HexId,
    slot_centre,
)
from azulejo.games.garden.state import EXPANSION_IDS
from azulejo.games.garden.words import hex_name, piece_name, set_name
from azulejo.texts import say

# ---------------------------------------------------------------- what both pictures say


def headline(board: Board, lang: str) -> str:
    """Return the game, its side, the round and who is to do what."""
    side = say(f"garden.picture.side.{board.side}", lang)
    title = say("garden.picture.title", lang, side=side, number=board.round, rounds=board.rounds)
    return f"{title}: {_due(board, lang)}"


def _due(board: Board, lang: str) -> str:
    key = f"garden.picture.due.{board.phase}"
    if board.turn is None:
        return say(key, lang)
    values: dict[str, object] = {"seat": board.turn + 1, "owed": board.owed}
    if board.wanted:
        values["hex"] = hex_name(board.wanted[0])
    if board.piece:
        values["piece"] = piece_name(board.piece)
    return say(key, lang, **values)


def _wheel_lines(board: Board, lang: str) -> list[str]:
    """Return what scores in each round, this round marked."""
    lines = []
    for scoring in board.wheel:
        named = [f"{set_name(chosen).text(lang)} {each}" for chosen, each in scoring.points.items()]
        mark = "▶" if scoring.number == board.round else " "
        lines.append(f"{mark}{scoring.number} {', '.join(named)}")
    return lines


def _player_line(board: Board, seat: int, lang: str) -> str:
    player = board.players[seat]
    parts = [
        say("garden.picture.points", lang, count=player.score),
        say("garden.picture.jokers", lang, count=player.jokers),
    ]
    if player.passed:
        parts.append(say("garden.picture.passed", lang))
    if board.marker == seat:
        parts.append(MARKER)
    return f"{say('garden.picture.player', lang, seat=seat + 1)}: {', '.join(parts)}"


def _bag(board: Board, lang: str) -> str:
    return say("garden.picture.bag", lang, bag=sum(board.bag.values()), tower=sum(board.tower.values()))


def _supply(board: Board, lang: str) -> str:
    return say("garden.picture.supply", lang, count=board.supply)


# ---------------------------------------------------------------- characters

MARKER = "◆"
GARDEN_REACH = 8
GARDEN_ROWS = 4
GARDEN_WIDTH = 40
GARDENS_ACROSS = 2
SIGNS = {"fountain": "<>", "statue": "st", "bench": "be", "pavilion": "/\\"}


def picture_text(board: Board, lang: str) -> str:
    """Return the whole table in characters.

    A vacant space shows its number, a tile its colour and pattern (``b3``), a hex printed on an
    expansion the same with a capital letter.
    """
    lines = [headline(board, lang), "", *_display_lines(board, lang), ""]
    seats = range(len(board.players))
    for first in seats[::GARDENS_ACROSS]:
        gardens = [_garden_lines(board, seat, lang) for seat in seats[first : first + GARDENS_ACROSS]]
        lines += ["".join(part.ljust(GARDEN_WIDTH) for part in parts).rstrip() for parts in zip(*gardens, strict=True)]
        lines.append("")
    return "\n".join(lines[:-1])


def _display_lines(board: Board, lang: str) -> list[str]:
    on_top = next((place.tiles for place in board.display if place.top), [])
    shown = [f"0 {say('garden.picture.stack', lang, count=board.stack)} [{' '.join(on_top)}]"]
    shown += [_place_text(place) for place in board.display if not place.top]
    return [
        f"{say('garden.picture.display', lang)}  {'  '.join(shown)}",
        f"{_supply(board, lang)}   {_bag(board, lang)}",
        say("garden.picture.wheel", lang),
        *(f"  {line}" for line in _wheel_lines(board, lang)),
    ]


def _place_text(place: DisplayPlace) -> str:
    lies = f"[{' '.join(place.tiles)}]" if place.face is None else EXPANSION_IDS[HEX_IDS.index(place.face)]
    return f"{place.number} {lies}"


def _garden_lines(board: Board, seat: int, lang: str) -> list[str]:
    player = board.players[seat]
    grid = [[" "] * GARDEN_WIDTH for _ in range(2 * GARDEN_ROWS + 1)]
    for place, sign in _signs(board, player):
        _write(grid, place, sign)
    scored = [f"{group.id}×{len(group.spaces)}={group.points}" for group in player.groups]
    return [
        f"{'▶' if board.turn == seat else ' '} {_player_line(board, seat, lang)}",
        *("".join(row).rstrip() for row in grid),
        *_wrapped(f"  {say('garden.picture.storage', lang)}", [stored.piece for stored in player.storage]),
        *_wrapped(f"  {say('garden.picture.groups', lang)}", scored),
    ]


def _wrapped(name: str, words: list[str]) -> list[str]:
    """Return words in three lines of a garden's width."""
    lines = [name]
    for word in words or ["-"]:
        if len(lines[-1]) + 1 + len(word) > GARDEN_WIDTH - 2 and len(lines) < 3:
            lines.append("   ")
        lines[-1] += f" {word}"
    return lines + [""] * (3 - len(lines))


def _signs(board: Board, player: PlayerBoard) -> Iterator[tuple[Axial, str]]:
    """Yield what is to be seen at every place of a garden."""
    for decoration, filled in zip(board.decorations, player.surrounded, strict=True):
        if filled is not None:
            yield decoration.at, SIGNS[decoration.kind]
    for slot in _free_slots(player):
        yield slot_centre(slot), f"({slot}"
    for space in player.vacant:
        yield board.spaces[space], space
    for planted in player.hexes:
        yield board.spaces[planted.space], planted.hex.upper() if planted.printed else planted.hex


def _free_slots(player: PlayerBoard) -> list[int]:
    return [slot for slot, lies in enumerate(player.slots, 1) if lies == "free"]


def _write(grid: list[list[str]], place: Axial, sign: str) -> None:
    q, r = place
    column = 2 * (2 * q + r + GARDEN_REACH)
    grid[r + GARDEN_ROWS][column : column + len(sign)] = sign


# ---------------------------------------------------------------- picture

SIZE = 19
"""From the middle of a hexagon to a corner."""
PAPER, EDGE, TEXT, BED = "#f7f2e7", "#8a7a5c", "#3a3226", "#e4dcc4"
FILL = ("#a9d3ee", "#2e6a3f", "#bcd96b", "#f2cd45", "#56357f", "#cfb0e0")
INK = ("#173a52", "#ffffff", "#33420a", "#5b3b00", "#ffffff", "#43205a")
EDGES = (
    'stroke-width="1.4"',
    'stroke-width="3.2"',
    'stroke-width="1.8" stroke-dasharray="6 3"',
    'stroke-width="2.2" stroke-dasharray="1.5 3" stroke-linecap="round"',
    'stroke-width="2.6" stroke-dasharray="11 3"',
    'stroke-width="1.8" stroke-dasharray="7 2.5 1.5 2.5"',
)
"""The style of the edge of each colour, so that colour is never the only sign."""

ORNAMENTS = (
    '<path d="M0 7V0M0 2-3-1M0 1 3-2"/><path d="M0-11C7-9 7 0 0 0S-7-9 0-11Z"/>',
    '<path d="M-9-2C-5-8-1-6 0-1 1-6 5-8 9-2 5-4 2-2 0 4-2-2-5-4-9-2Z"/><path d="M0 4 2 7"/>',
    '<g id="garden-wings"><path d="M-5-7C-9-11-11-5-5-4M-5-7C-1-11 1-5-5-4M-5-8V-3"/></g>'
    '<path d="M5-7C1-11-1-5 5-4M5-7C9-11 11-5 5-4M5-8V-3M0 1C-4-3-6 3 0 4M0 1C4-3 6 3 0 4M0 0V5"/>',
    '<path d="M0-3C-5-11 5-11 0-3C8-8 8 2 0-3C5 5-5 5 0-3C-8 2-8-8 0-3Z"/><circle cy="-3" r="1.6"/>',
    '<path d="M0 7V-9M0-8C-3-11-3-12 0-13 3-12 3-11 0-8M0 4C-7 4-9 0-9-3-4-3-1-1 0 4ZM0 4C7 4 9 0 9-3 4-3 1-1 0 4Z'
    'M0-2C-5-2-6-5-6-8-2-7 0-5 0-2ZM0-2C5-2 6-5 6-8 2-7 0-5 0-2Z"/>',
    '<path d="M-9-9H9M-7-9V-6M0-9V-6M7-9V-6M-9-2-7-6-5-2ZM-2-2 0-6 2-2ZM5-2 7-6 9-2ZM-4-9V1M4-9V1M-6 5-4 1-2 5Z'
    'M2 5 4 1 6 5ZM0-2V2"/>',
)
"""One ornament per pattern: the number of its parts is its value where that can be drawn."""

DECORATION_ART = (
    '<circle r="11" fill="#d9eef7"/><circle r="6" fill="#f7fcff"/><path d="M0 4V-6M-4-2Q0-9 4-2" fill="none"/>',
    '<path d="M-5 9H5L3 5V-2A4 4 0 1 0-3-2V5Z" fill="#efe9dd"/>',
    '<path d="M-10-2H10M-10 2H10M-8 2V8M8 2V8M-10-6H10" fill="none"/>',
    '<path d="M-11-1 0-11 11-1ZM-8-1V9M8-1V9M-11 9H11M0-1V9" fill="#fff6dc"/>',
)


LETTER_WIDTH = 0.55
"""How wide a letter is on average, as a part of the font's size."""


def picture_svg(board: Board, lang: str) -> str:
    """Return the table as an SVG picture that needs nothing from outside."""
    garden_width, garden_height = 360, 436
    width = GARDENS_ACROSS * (garden_width + 16) + 24
    display_height = 196
    height = 44 + display_height + (len(board.players) + 1) // GARDENS_ACROSS * (garden_height + 12) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="Georgia, serif" font-size="14" fill="{TEXT}">',
        f"<title>{headline(board, lang)}</title>",
        "<defs>",
        *(f'<g id="garden-{pattern + 1}">{ornament}</g>' for pattern, ornament in enumerate(ORNAMENTS)),
        *(
            f'<g id="garden-{name}" stroke="{TEXT}" stroke-width="1.4" stroke-linejoin="round">{art}</g>'
            for name, art in zip(DECORATION_NAMES, DECORATION_ART, strict=True)
        ),
        "</defs>",
        f'<rect width="{width}" height="{height}" rx="12" fill="{PAPER}"/>',
        _headline_svg(headline(board, lang), width - 40),
        *_display_svg(board, lang),
    ]
    for seat in range(len(board.players)):
        x = 20 + seat % GARDENS_ACROSS * (garden_width + 16)
        y = 44 + display_height + seat // GARDENS_ACROSS * (garden_height + 12)
        garden = _garden_svg(board, seat, lang, garden_width, garden_height)
        parts.append(f'<g transform="translate({x} {y})">{garden}</g>')
    return "\n".join([*parts, "</svg>"])


def _headline_svg(text: str, width: int) -> str:
    """Return the headline in letters so small that it is no wider than this."""
    size = min(17.0, width / (len(text) * LETTER_WIDTH))
    return f'<text x="20" y="28" font-size="{size:.4g}">{text}</text>'


def _corners(size: float) -> str:
    points = [(size * sin(pi / 3 * corner), -size * cos(pi / 3 * corner)) for corner in range(6)]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _hexagon(x: float, y: float, attributes: str, size: float = SIZE) -> str:
    return f'<polygon transform="translate({x:.1f} {y:.1f})" points="{_corners(size)}" {attributes}/>'


def _hex_svg(hex_id: HexId, x: float, y: float, printed: bool = False) -> str:
    """Return a hex; one printed on an expansion has no rim."""
    colour, pattern = divmod(HEX_IDS.index(hex_id), PATTERNS)
    rim = "" if printed else f' stroke="{TEXT}" stroke-width="0.8"'
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><title>{hex_id}</title>'
        f'<polygon points="{_corners(SIZE - 0.5)}" fill="{FILL[colour]}"{rim}/>'
        f'<polygon points="{_corners(SIZE - 3.2)}" fill="none" stroke="{INK[colour]}" {EDGES[colour]}/>'
        f'<use href="#garden-{pattern + 1}" transform="translate(0 -3) scale(.86)" fill="none" '
        f'stroke="{INK[colour]}" stroke-width="1.4"/>'
        f'<text y="11.5" text-anchor="middle" font-size="8" font-weight="bold" font-family="sans-serif" '
        f'fill="{INK[colour]}">'
        f"{hex_id.upper()}</text></g>"
    )


def _display_svg(board: Board, lang: str) -> list[str]:
    parts = []
    for place in board.display:
        x, y = 62 + place.number * 80, 90
        parts.append(_hexagon(x, y, f'fill="{BED}" stroke="{EDGE}"', 42))
        label = say("garden.picture.stack", lang, count=board.stack) if place.top else str(place.number)
        parts.append(f'<text x="{x}" y="{y - 46}" text-anchor="middle" font-size="11">{label}</text>')
        if place.face is not None:
            parts += [
                f'<use href="#garden-pavilion" x="{x}" y="{y + 16}"/>',
                _hex_svg(place.face, x, y - 18, printed=True),
            ]
        for number, hex_id in enumerate(place.tiles):
            parts.append(_hex_svg(hex_id, x - 17 + number % 2 * 34, y - 17 + number // 2 * 34))
    if board.marker is None:
        parts.append(f'<text x="{62 + 9 * 80 - 70}" y="{94}" font-size="20">{MARKER}</text>')
    parts.append(f'<text x="20" y="158" font-size="12">{_supply(board, lang)}. {_bag(board, lang)}</text>')
    for number, line in enumerate(_wheel_lines(board, lang)):
        x, y = 20 + number % 2 * 376, 180 + number // 2 * 20
        bold = ' font-weight="bold"' if number + 1 == board.round else ""
        parts.append(f'<text x="{x}" y="{y}" font-size="12"{bold}>{line.strip()}</text>')
    return parts


def _garden_svg(board: Board, seat: int, lang: str, width: int, height: int) -> str:
    player = board.players[seat]
    edge = f'stroke="{FILL[1]}" stroke-width="3"' if board.turn == seat else f'stroke="{EDGE}"'
    parts = [
        f'<rect width="{width}" height="{height}" rx="8" fill="#fffaf0" {edge}/>',
        f'<text x="10" y="20" font-weight="bold">{_player_line(board, seat, lang)}</text>',
    ]
    for slot, lies in enumerate(player.slots, 1):
        x, y = _pixels(slot_centre(slot))
        if lies == "free":
            parts += [
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="40" fill="none" stroke="{EDGE}" stroke-dasharray="3 4"/>',
                f'<text x="{x:.1f}" y="{y + 5:.1f}" text-anchor="middle">{slot}</text>',
            ]
        elif lies == "face":
            parts.append(_hexagon(x, y, f'fill="{BED}"') + f'<use href="#garden-pavilion" x="{x:.1f}" y="{y:.1f}"/>')
    for decoration in board.decorations[:FIRST_PAVILION]:
        x, y = _pixels(decoration.at)
        parts.append(f'<use href="#garden-{decoration.kind}" x="{x:.1f}" y="{y:.1f}"/>')
    return "".join([*parts, *_spaces_svg(board, player), *_storage_svg(board, player)])


def _spaces_svg(board: Board, player: PlayerBoard) -> list[str]:
    """Return the built spaces of a garden, with what is planted."""
    planted = {one.space: one for one in player.hexes}
    parts = []
    for space in sorted([*player.vacant, *planted]):
        x, y = _pixels(board.spaces[space])
        if space in planted:
            parts.append(_hex_svg(planted[space].hex, x, y, planted[space].printed))
        else:
            parts += [
                _hexagon(x, y, f'fill="{BED}" stroke="{EDGE}"'),
                f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" font-size="10">{space}</text>',
            ]
    return parts


def _pixels(place: Axial) -> tuple[float, float]:
    q, r = place
    return 180 + SIZE * sqrt(3) * (q + r / 2), 168 + SIZE * 1.5 * r


def _storage_svg(board: Board, player: PlayerBoard) -> list[str]:
    """Return the storage: twelve spaces for tiles and jokers, two for expansions."""
    tiles = [stored.hex for stored in player.storage if not stored.expansion]
    expansions = [stored.hex for stored in player.storage if stored.expansion]
    parts = []
    for number in range(board.tile_room):
        x, y = 32 + number % 6 * 38, 342 + number // 6 * 40
        parts.append(_hexagon(x, y, f'fill="{PAPER}" stroke="{EDGE}"'))
        if number < len(tiles):
            parts.append(_hex_svg(tiles[number], x, y))
        elif number < len(tiles) + player.jokers:
            parts.append(
                f'<circle cx="{x}" cy="{y}" r="12" fill="#fff" stroke="{TEXT}"/>'
                f'<text x="{x}" y="{y + 5}" text-anchor="middle" font-weight="bold">J</text>'
            )
    for number in range(board.expansion_room):
        x, y = 290, 334 + number * 58
        parts.append(_hexagon(x, y, f'fill="{PAPER}" stroke="{EDGE}"', 30))
        if number < len(expansions):
            parts.append(_hex_svg(expansions[number], x, y, printed=True))
    return parts
