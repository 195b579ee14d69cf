"""The table of Queen's Garden, drawn with characters and as a picture (our own ornaments).

In the picture the ornament means the pattern, so a colour has three signs of its own: its fill,
the style of its edge, and its letter.
"""

from math import cos, pi, sin, sqrt

from azulejo.games.garden import tiles
from azulejo.games.garden.components import (
    COLOUR_LETTERS,
    DECORATION_NAMES,
    DECORATIONS,
    EXPANSION_ROOM,
    FIRST_PAVILION,
    KINDS,
    PATTERNS,
    PER_SLOT,
    RING,
    ROUNDS,
    SETS,
    SIDES,
    SLOTS,
    SPACES,
    TILE_ROOM,
    Axial,
    axial,
    slot_centre,
)
from azulejo.games.garden.garden import filled
from azulejo.games.garden.invariants import kind_at
from azulejo.games.garden.notation import PHASES, hex_text, piece_text, set_text, space_text
from azulejo.games.garden.state import (
    COPY,
    DISCARD,
    FACE_DOWN,
    FIRST_EXPANSION,
    GONE,
    IN_DISPLAY,
    NO_TILE,
    PAYMENT,
    SPACE,
    TOP,
    Player,
    State,
    next_place,
)
from azulejo.games.garden.view import groups, hex_name, piece_name, set_name
from azulejo.texts import say

# ---------------------------------------------------------------- what both drawings say


def headline(state: State, lang: str) -> str:
    """Return the game, its side, the round and who is to do what."""
    side = say(f"garden.draw.side.{(*SIDES, 'custom')[state.side]}", lang)
    title = say("garden.draw.title", lang, side=side, number=int(state.round_number), rounds=ROUNDS)
    return f"{title}: {_due(state, lang)}"


def _due(state: State, lang: str) -> str:
    seat = int(state.turn) + 1
    if state.phase == COPY:
        wanted = int(state.wanted)
        return say("garden.draw.due.copy", lang, seat=seat, hex=hex_name((wanted & -wanted).bit_length() - 1))
    if state.phase == SPACE:
        return say("garden.draw.due.space", lang, seat=seat, piece=piece_name(int(state.piece)))
    if state.phase == PAYMENT:
        piece = piece_name(int(state.piece))
        return say("garden.draw.due.payment", lang, seat=seat, owed=int(state.owed), piece=piece)
    return say(f"garden.draw.due.{PHASES[state.phase]}", lang, seat=seat)


def _stored(player: Player) -> list[str]:
    """Return the pieces in storage as texts, tiles before expansions."""
    pieces = [kind for kind in range(KINDS) for _ in range(tiles.count(player.tiles, 1 << kind))]
    pieces += [FIRST_EXPANSION + kind for kind in range(KINDS) if int(player.expansions) >> kind & 1]
    return [piece_text(piece) for piece in pieces]


def _tiles_on(state: State, place: int) -> list[int]:
    return [int(kind) for kind in state.tiles_on[place] if kind != NO_TILE]


def _wheel_lines(state: State, lang: str) -> list[str]:
    """Return what scores in each round, this round marked."""
    lines = []
    for number in range(ROUNDS):
        scoring = [
            f"{set_name(chosen).text(lang)} {state.wheel[number, chosen]}"
            for chosen in range(SETS)
            if state.wheel[number, chosen]
        ]
        mark = "▶" if number + 1 == state.round_number else " "
        lines.append(f"{mark}{number + 1} {', '.join(scoring)}")
    return lines


def _player_line(state: State, seat: int, lang: str) -> str:
    player = state.players[seat]
    parts = [
        say("garden.draw.points", lang, count=int(player.score)),
        say("garden.draw.jokers", lang, count=int(player.jokers)),
    ]
    if int(state.passed) >> seat & 1:
        parts.append(say("garden.draw.passed", lang))
    if state.marker == seat:
        parts.append(MARKER)
    return f"{say('garden.draw.player', lang, seat=seat + 1)}: {', '.join(parts)}"


def _is_active(state: State, seat: int) -> bool:
    return bool(state.turn == seat and state.phase <= DISCARD)


# ---------------------------------------------------------------- characters

MARKER = "◆"
GARDEN_REACH = 8
GARDEN_ROWS = 4
GARDEN_WIDTH = 40
SIGNS = ("<>", "st", "be", "/\\")
"""Fountain, statue, bench, pavilion."""


def draw_text(state: State, lang: str) -> str:
    """Return the whole table in characters.

    A vacant space shows its number, a tile its colour and pattern (``b3``), a hex printed on an
    expansion the same with a capital letter.
    """
    lines = [headline(state, lang), "", *_display_lines(state, lang), ""]
    for first in range(0, int(state.seats), 2):
        gardens = [_garden_lines(state, seat, lang) for seat in range(first, min(first + 2, int(state.seats)))]
        lines += ["".join(part.ljust(GARDEN_WIDTH) for part in parts).rstrip() for parts in zip(*gardens, strict=True)]
        lines.append("")
    return "\n".join(lines[:-1])


def _display_lines(state: State, lang: str) -> list[str]:
    shown = [
        f"0 {say('garden.draw.stack', lang, count=int(state.stack))} [{' '.join(map(hex_text, _tiles_on(state, TOP)))}]"
    ]
    for place in range(1, next_place(state)):
        face = int(state.faces[place])
        if face == FACE_DOWN:
            shown.append(f"{place} [{' '.join(map(hex_text, _tiles_on(state, place)))}]")
        elif face != GONE:
            shown.append(f"{place} {piece_text(FIRST_EXPANSION + face)}")
    bag = say("garden.draw.bag", lang, bag=tiles.total(state.bag), tower=tiles.total(state.tower))
    return [
        f"{say('garden.draw.display', lang)}  {'  '.join(shown)}",
        f"{say('garden.draw.supply', lang, count=int(state.supply))}   {bag}",
        say("garden.draw.wheel", lang),
        *(f"  {line}" for line in _wheel_lines(state, lang)),
    ]


def _garden_lines(state: State, seat: int, lang: str) -> list[str]:
    player = state.players[seat]
    grid = [[" "] * GARDEN_WIDTH for _ in range(2 * GARDEN_ROWS + 1)]
    for place, sign in _signs(player):
        _write(grid, place, sign)
    scored = [f"{set_text(group.chosen)}×{len(group.spaces)}={group.points}" for group in groups(state, seat)]
    return [
        f"{'▶' if _is_active(state, seat) else ' '} {_player_line(state, seat, lang)}",
        *("".join(row).rstrip() for row in grid),
        *_wrapped(f"  {say('garden.draw.storage', lang)}", _stored(player)),
        *_wrapped(f"  {say('garden.draw.groups', lang)}", scored),
    ]


def _wrapped(name: str, words: list[str]) -> list[str]:
    """Return words in three lines of a garden's width."""
    lines = [name]
    for word in words or ["-"]:
        if len(lines[-1]) + 1 + len(word) > GARDEN_WIDTH - 2 and len(lines) < 3:
            lines.append("   ")
        lines[-1] += f" {word}"
    return lines + [""] * (3 - len(lines))


def _signs(player: Player) -> list[tuple[Axial, str]]:
    """Return what is to be seen at every place of a garden."""
    signs = [(place, SIGNS[decoration]) for decoration, place in DECORATIONS[:FIRST_PAVILION]]
    for slot in range(1, SLOTS + 1):
        if not int(player.built) & int(RING[slot]):
            signs.append((slot_centre(slot), f"({slot}"))
        elif not int(player.built) >> PER_SLOT * slot & 1:
            signs.append((slot_centre(slot), SIGNS[-1]))
    for space in range(1, SPACES):
        if int(player.vacant) >> space & 1:
            signs.append((axial(space), space_text(space)))
        elif filled(player) >> space & 1:
            text = hex_text(kind_at(player, space))
            signs.append((axial(space), text.upper() if int(player.printed) >> space & 1 else text))
    return signs


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


def draw_svg(state: State, lang: str) -> str:
    """Return the table as an SVG picture that needs nothing from outside."""
    garden_width, garden_height = 360, 436
    width = 2 * (garden_width + 16) + 24
    display_height = 196
    height = 44 + display_height + (int(state.seats) + 1) // 2 * (garden_height + 12) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="Georgia, serif" font-size="14" fill="{TEXT}">',
        f"<title>{headline(state, lang)}</title>",
        "<defs>",
        *(f'<g id="garden-{pattern + 1}">{ornament}</g>' for pattern, ornament in enumerate(ORNAMENTS)),
        *(
            f'<g id="garden-{name}" stroke="{TEXT}" stroke-width="1.4" stroke-linejoin="round">{art}</g>'
            for name, art in zip(DECORATION_NAMES, DECORATION_ART, strict=True)
        ),
        "</defs>",
        f'<rect width="{width}" height="{height}" rx="12" fill="{PAPER}"/>',
        _headline_svg(headline(state, lang), width - 40),
        *_display_svg(state, lang),
    ]
    for seat in range(state.seats):
        x = 20 + seat % 2 * (garden_width + 16)
        y = 44 + display_height + seat // 2 * (garden_height + 12)
        garden = _garden_svg(state, seat, lang, garden_width, garden_height)
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


def _tile_svg(kind: int, x: float, y: float, printed: bool = False) -> str:
    """Return a hex; one printed on an expansion has no rim."""
    colour, pattern = divmod(kind, PATTERNS)
    rim = "" if printed else f' stroke="{TEXT}" stroke-width="0.8"'
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><title>{hex_text(kind)}</title>'
        f'<polygon points="{_corners(SIZE - 0.5)}" fill="{FILL[colour]}"{rim}/>'
        f'<polygon points="{_corners(SIZE - 3.2)}" fill="none" stroke="{INK[colour]}" {EDGES[colour]}/>'
        f'<use href="#garden-{pattern + 1}" transform="translate(0 -3) scale(.86)" fill="none" '
        f'stroke="{INK[colour]}" stroke-width="1.4"/>'
        f'<text y="11.5" text-anchor="middle" font-size="8" font-weight="bold" font-family="sans-serif" '
        f'fill="{INK[colour]}">'
        f"{COLOUR_LETTERS[colour].upper()}{pattern + 1}</text></g>"
    )


def _display_svg(state: State, lang: str) -> list[str]:
    parts = []
    for place in range(next_place(state)):
        face = int(state.faces[place])
        if (place == TOP and not state.stack) or (place != TOP and face == GONE):
            continue
        x, y = 62 + place * 80, 90
        parts.append(_hexagon(x, y, f'fill="{BED}" stroke="{EDGE}"', 42))
        label = say("garden.draw.stack", lang, count=int(state.stack)) if place == TOP else str(place)
        parts.append(f'<text x="{x}" y="{y - 46}" text-anchor="middle" font-size="11">{label}</text>')
        if face >= 0:
            parts.append(f'<use href="#garden-pavilion" x="{x}" y="{y + 16}"/>')
            parts.append(_tile_svg(face, x, y - 18, printed=True))
        for number, kind in enumerate(_tiles_on(state, place)):
            parts.append(_tile_svg(kind, x - 17 + number % 2 * 34, y - 17 + number // 2 * 34))
    if state.marker == IN_DISPLAY:
        parts.append(f'<text x="{62 + 9 * 80 - 70}" y="{94}" font-size="20">{MARKER}</text>')
    bag = say("garden.draw.bag", lang, bag=tiles.total(state.bag), tower=tiles.total(state.tower))
    supply = say("garden.draw.supply", lang, count=int(state.supply))
    parts.append(f'<text x="20" y="158" font-size="12">{supply}. {bag}</text>')
    wheel = _wheel_lines(state, lang)
    for number, line in enumerate(wheel):
        x, y = 20 + number % 2 * 376, 180 + number // 2 * 20
        bold = ' font-weight="bold"' if number + 1 == state.round_number else ""
        parts.append(f'<text x="{x}" y="{y}" font-size="12"{bold}>{line.strip()}</text>')
    return parts


def _garden_svg(state: State, seat: int, lang: str, width: int, height: int) -> str:
    player = state.players[seat]
    edge = f'stroke="{FILL[1]}" stroke-width="3"' if _is_active(state, seat) else f'stroke="{EDGE}"'
    parts = [
        f'<rect width="{width}" height="{height}" rx="8" fill="#fffaf0" {edge}/>',
        f'<text x="10" y="20" font-weight="bold">{_player_line(state, seat, lang)}</text>',
    ]
    for slot in range(1, SLOTS + 1):
        if not int(player.built) & int(RING[slot]):
            x, y = _pixels(slot_centre(slot))
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="40" fill="none" stroke="{EDGE}" stroke-dasharray="3 4"/>'
            )
            parts.append(f'<text x="{x:.1f}" y="{y + 5:.1f}" text-anchor="middle">{slot}</text>')
        elif not int(player.built) >> PER_SLOT * slot & 1:
            x, y = _pixels(slot_centre(slot))
            parts.append(_hexagon(x, y, f'fill="{BED}"') + f'<use href="#garden-pavilion" x="{x:.1f}" y="{y:.1f}"/>')
    for decoration, place in DECORATIONS[:FIRST_PAVILION]:
        x, y = _pixels(place)
        parts.append(f'<use href="#garden-{DECORATION_NAMES[decoration]}" x="{x:.1f}" y="{y:.1f}"/>')
    for space in range(1, SPACES):
        x, y = _pixels(axial(space))
        if int(player.vacant) >> space & 1:
            parts.append(_hexagon(x, y, f'fill="{BED}" stroke="{EDGE}"'))
            parts.append(
                f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" font-size="10">{space_text(space)}</text>'
            )
        elif filled(player) >> space & 1:
            parts.append(_tile_svg(kind_at(player, space), x, y, bool(int(player.printed) >> space & 1)))
    return "".join([*parts, *_storage_svg(player)])


def _pixels(place: Axial) -> tuple[float, float]:
    q, r = place
    return 180 + SIZE * sqrt(3) * (q + r / 2), 168 + SIZE * 1.5 * r


def _storage_svg(player: Player) -> list[str]:
    """Return the storage: twelve spaces for tiles and jokers, two for expansions."""
    stored = [kind for kind in range(KINDS) for _ in range(tiles.count(player.tiles, 1 << kind))]
    expansions = [kind for kind in range(KINDS) if int(player.expansions) >> kind & 1]
    parts = []
    for number in range(TILE_ROOM):
        x, y = 32 + number % 6 * 38, 342 + number // 6 * 40
        parts.append(_hexagon(x, y, f'fill="{PAPER}" stroke="{EDGE}"'))
        if number < len(stored):
            parts.append(_tile_svg(stored[number], x, y))
        elif number < len(stored) + int(player.jokers):
            parts.append(
                f'<circle cx="{x}" cy="{y}" r="12" fill="#fff" stroke="{TEXT}"/>'
                f'<text x="{x}" y="{y + 5}" text-anchor="middle" font-weight="bold">J</text>'
            )
    for number in range(EXPANSION_ROOM):
        x, y = 290, 334 + number * 58
        parts.append(_hexagon(x, y, f'fill="{PAPER}" stroke="{EDGE}"', 30))
        if number < len(expansions):
            parts.append(_tile_svg(expansions[number], x, y, printed=True))
    return parts
