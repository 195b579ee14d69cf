"""The table of Azul Duel, drawn with characters and as a picture (our own ornaments)."""

from collections.abc import Sequence

from azulejo.games import tiles
from azulejo.games.duel import pile
from azulejo.games.duel.components import (
    BROKEN_LOSS,
    BROKEN_SPACES,
    CELLS,
    CHIP_NAMES,
    COLOURS,
    DISPLAY_PLATES,
    DOME_COLUMNS,
    DOME_ROWS,
    FACTORIES,
    LARGE,
    LETTERS,
    LINES,
    PLATE_NAMES,
    PLATES_ACROSS,
    PLAYERS,
    SMALL_FACTORIES,
    SPACE_LETTERS,
    TABLETS,
    TYPE_NAMES,
    UNUSED,
)
from azulejo.games.duel.position import broken_text, chip_list, chip_text, dome_letters, stack_text, tablet_names
from azulejo.games.duel.reasons import question
from azulejo.games.duel.scoring import tablet_points
from azulejo.games.duel.state import END, HIDDEN_CHIP, LAST_DRAW, NO_CHIP, NO_PLATE, ON_FACTORY, Player, State
from azulejo.texts import say

# ---------------------------------------------------------------- characters

STARTING_TILE = "◆"
TOKEN = "●"
EMPTY = "·"
BOARD_WIDTH = 34


def draw_text(state: State, lang: str) -> str:
    """Return the whole table in characters; small letters are free spaces of the plates."""
    lines = [headline(state, lang), "", *_factories_text(state, lang), "", _plates_text(state, lang)]
    if state.drawn_count or state.placing != NO_PLATE:
        lines.append(_in_hand_text(state, lang))
    lines += [_tablets_text(state, lang), _supply_text(state, lang), ""]
    boards = [_board_lines(state, seat, lang) for seat in range(PLAYERS)]
    lines += ["   ".join(part.ljust(BOARD_WIDTH) for part in parts).rstrip() for parts in zip(*boards, strict=True)]
    return "\n".join(lines)


def headline(state: State, lang: str) -> str:
    """Return the game, the round and who is to do what."""
    seat = int(state.turn) + 1
    if state.stage == END:
        due = say("duel.draw.over", lang)
    elif state.stage <= LAST_DRAW:
        due = say("duel.draw.to_draw", lang)
    else:
        due = say("duel.draw.to_move", lang, seat=seat, question=question(state).text(lang))
    return f"{say('duel.draw.title', lang, number=max(1, int(state.round_number)))}: {due}"


def _letters(handful: int) -> str:
    return "".join(LETTERS[colour] * tiles.count(handful, colour) for colour in range(COLOURS))


def _factories_text(state: State, lang: str) -> list[str]:
    """Return suns, moons (stacks from the bottom up) and chips, one column per factory."""
    suns = [_letters(int(state.suns[factory])) or EMPTY for factory in range(FACTORIES)]
    tile = STARTING_TILE if state.starting_tile == ON_FACTORY else ""
    moons = [tile + _letters(int(state.large_moon)) or EMPTY]
    moons += [stack_text(state, moon).replace("-", EMPTY) for moon in range(SMALL_FACTORIES)]
    under = ["", *(chip_text(int(chip)).replace("-", EMPTY) for chip in state.chips_on)]
    names = ["l", *(str(number) for number in range(1, FACTORIES))]
    rows = [
        (say("duel.draw.factories", lang), names),
        (say("duel.draw.sun", lang), suns),
        (say("duel.draw.moon", lang), moons),
        (say("duel.draw.chip", lang), under),
    ]
    width = max(len(name) for name, _ in rows)
    return [f"{name.ljust(width)}  {' '.join(part.ljust(6) for part in parts)}".rstrip() for name, parts in rows]


def _plates_text(state: State, lang: str) -> str:
    shown = [PLATE_NAMES[plate] if plate != NO_PLATE else EMPTY for plate in state.display]
    numbered = "  ".join(f"p{number} {name}" for number, name in enumerate(shown, 1))
    return f"{say('duel.draw.display', lang)}  {numbered}   {_pile_text(state, lang)}"


def _pile_text(state: State, lang: str) -> str:
    """Return how many plates are in the pile, and the type on the topmost back."""
    number = int(state.pile_size)
    kind = pile.type_of(pile.top(state)) if number else -1
    if kind < 0:
        return say("duel.draw.pile", lang, count=number)
    return say("duel.draw.pile_top", lang, count=number, type=say(f"duel.type.{TYPE_NAMES[kind]}", lang))


def plate_name(plate: int, lang: str) -> str:
    """Return the front of a plate as its four letters, or the type if only that is known."""
    if pile.is_definite(plate):
        return PLATE_NAMES[plate]
    return say(f"duel.type.{TYPE_NAMES[pile.type_of(plate)]}", lang)


def _in_hand_text(state: State, lang: str) -> str:
    """Return the plates drawn in this turn by their numbers, and the one that is being placed."""
    drawn = [
        f"{index + 1} {plate_name(int(state.drawn[index]), lang)}"
        for index in range(state.drawn_count)
        if state.drawn[index] != NO_PLATE
    ]
    parts = [f"{say('duel.draw.drawn', lang)}  {'  '.join(drawn)}"] if drawn else []
    if state.placing != NO_PLATE:
        parts.append(f"{say('duel.draw.placing', lang)}  {plate_name(int(state.placing), lang)}")
    return "   ".join(parts)


def _tablets_text(state: State, lang: str) -> str:
    """Return every tablet with what it gives each player now."""
    shown = [f"{name} {points[0]}:{points[1]}" for name, points in tablet_progress(state)]
    return f"{say('duel.draw.tablets', lang)}  {'  '.join(shown) or EMPTY}"


def tablet_progress(state: State) -> list[tuple[str, list[int]]]:
    """Return the tablets that count, each with what it gives every player now."""
    used = [tablet for tablet in range(TABLETS) if state.tablets[tablet] != UNUSED]
    points = [[int(tablet_points(state, state.players[seat], tablet)) for seat in range(PLAYERS)] for tablet in used]
    return list(zip(tablet_names(state), points, strict=True))


def _supply_text(state: State, lang: str) -> str:
    return "   ".join(_supply(state, lang))


def _supply(state: State, lang: str) -> list[str]:
    """Return what is in the bag, in the Tower and in hand, a text each."""
    shown = []
    for name, handful in (("duel.draw.bag", int(state.bag)), ("duel.draw.tower", int(state.tower))):
        counts = " ".join(f"{letter}{tiles.count(handful, colour)}" for colour, letter in enumerate(LETTERS))
        shown.append(f"{say(name, lang)}  {counts}")
    if state.picked_count:
        picked = LETTERS[state.picked_colour] * int(state.picked_count)
        shown.append(f"{say('duel.draw.picked', lang)}  {picked}")
    return shown


def _board_lines(state: State, seat: int, lang: str) -> list[str]:
    player = state.players[seat]
    points = say("duel.draw.points", lang, count=int(player.score))
    arrow = "▶" if is_active(state, seat) else " "
    held = f" {STARTING_TILE}" if state.starting_tile == seat else ""
    tokens = f" {TOKEN * int(player.tokens)}" if player.tokens else ""
    lines = [f"{arrow} {say('duel.draw.player', lang, seat=seat + 1)}: {points}{held}{tokens}"]
    cells = dome_cells(player)
    for row in range(LINES):
        held_tiles = LETTERS[player.line_colour[row]] * int(player.line_count[row])
        pattern = held_tiles.rjust(row + 1, EMPTY).rjust(LINES)
        lines.append(f"  {row + 1} {' '.join(pattern)} │ {' '.join(cells[row * DOME_COLUMNS :][:DOME_COLUMNS])}")
    pieces = broken_text(player).replace("-", "").ljust(BROKEN_SPACES, EMPTY)
    losses = [int(BROKEN_LOSS[space + 1] - BROKEN_LOSS[space]) for space in range(BROKEN_SPACES)]
    spaces = " ".join(f"{piece}-{loss}" for piece, loss in zip(pieces, losses, strict=True))
    stored = " ".join(chip_list(int(player.chips))) or EMPTY
    return [*lines, f"  - {spaces}", f"  {say('duel.draw.chips', lang)}  {stored}"]


def is_active(state: State, seat: int) -> bool:
    """Return whether a seat is asked for something."""
    return bool(state.turn == seat and LAST_DRAW < state.stage < END)


def dome_cells(player: Player) -> str:
    """Return the 36 cells: tiles as capitals, free spaces of plates small, dots where no plate lies."""
    cells = list(dome_letters(player))
    shown = player.spaces.tolist()
    for cell in range(CELLS):
        if cells[cell] == ".":
            kinds = [kind for kind, spaces in enumerate(shown) if spaces >> cell & 1]
            cells[cell] = SPACE_LETTERS[kinds[0]].lower() if kinds else EMPTY
    return "".join(cells)


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


def draw_svg(state: State, lang: str) -> str:
    """Return the table as an SVG picture that needs nothing from outside."""
    board_width, board_height = BOARD_STEPS * STEP + 12, BOARD_HEIGHT + 8
    width = PLAYERS * (board_width + 16) + 16
    height = 44 + 250 + board_height + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="Georgia, serif" font-size="14" fill="{TEXT}">',
        f"<title>{headline(state, lang)}</title>",
        "<defs>",
        *(_tile_symbol(letter) for letter in SPACE_LETTERS),
        "</defs>",
        f'<rect width="{width}" height="{height}" rx="12" fill="{PAPER}"/>',
        f'<text x="16" y="28" font-size="17">{headline(state, lang)}</text>',
        *(_factory_svg(state, factory) for factory in range(FACTORIES)),
        *_plates_svg(state, lang),
        *_notes_svg(state, lang),
    ]
    for seat in range(PLAYERS):
        x, y = 16 + seat * (board_width + 16), 44 + 250
        parts.append(f'<g transform="translate({x} {y})">{_board_svg(state, seat, lang)}</g>')
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


def _tiles_row(letters: str, x: float, y: float, step: float = STEP) -> str:
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
    colours = [FILL[letter] for letter in name] or [BACK]
    halves = (
        f'<path d="M{x:g} {y:g}h22v18h-22Z" fill="{colours[0]}" stroke="{TEXT}"/>'
        f'<path d="M{x + 22:g} {y:g}v18h-22Z" fill="{colours[-1]}"/>'
    )
    label = (
        f'<text x="{x + 11:g}" y="{y + 13:g}" text-anchor="middle" font-size="11" font-weight="bold" '
        f'font-family="sans-serif" fill="#fff" stroke="{TEXT}" stroke-width="2.5" paint-order="stroke">'
        f"{name or '?'}</text>"
    )
    return halves + label


def _factory_svg(state: State, factory: int) -> str:
    """Return a factory as a split disc: sun above, moon below, the chip at the bottom."""
    radius = 70 if factory == LARGE else 58
    x, y = (90, 120) if factory == LARGE else (90 + 10 + factory * 130, 112)
    name = "l" if factory == LARGE else str(factory)
    parts = [
        f'<path d="M{x - radius} {y}a{radius} {radius} 0 0 1 {2 * radius} 0Z" fill="{SUN}" stroke="{EDGE}"/>',
        f'<path d="M{x - radius} {y}a{radius} {radius} 0 0 0 {2 * radius} 0Z" fill="{MOON}" stroke="{EDGE}"/>',
        f'<text x="{x - radius}" y="{y - radius + 12}" font-size="13" font-weight="bold">{name}</text>',
    ]
    sun = _letters(int(state.suns[factory]))
    upper, lower = sun[: len(sun) // 2], sun[len(sun) // 2 :]
    parts.append(_tiles_row(upper, x - len(upper) * STEP / 2, y - 58))
    parts.append(_tiles_row(lower, x - len(lower) * STEP / 2, y - 29))
    if factory == LARGE:
        letters = _letters(int(state.large_moon))
        parts.append(_tiles_row(letters, x - len(letters) * STEP / 2, y + 4))
        if state.starting_tile == ON_FACTORY:
            parts.append(_starting_tile(x - TILE / 2, y + 36))
        return "".join(parts)
    stack = stack_text(state, factory - 1).replace("-", "")
    chip = int(state.chips_on[factory - 1])
    if chip != NO_CHIP:
        parts.append(_chip("" if chip == HIDDEN_CHIP else CHIP_NAMES[chip], x - 11, y + 34))
    parts.append(_tiles_row(stack, x - 33, y + 4, step=20))  # bottom first, so that the top lies over the others
    return "".join(parts)


def _plate(name: str, x: float, y: float) -> str:
    """Return a plate with its four spaces, or its back with the letter of its type."""
    size = 2 * STEP + 4
    frame = f'<rect x="{x:g}" y="{y:g}" width="{size}" height="{size}" rx="5" fill="{BOARD}" stroke="{EDGE}"/>'
    if len(name) == 1:
        return frame + _tile(name, x + size / 2 - TILE / 2, y + size / 2 - TILE / 2)
    places = [(x + 3 + place % 2 * STEP, y + 3 + place // 2 * STEP) for place in range(4)]
    return frame + "".join(_tile(letter, *at) for letter, at in zip(name, places, strict=True))


def _plates_svg(state: State, lang: str) -> list[str]:
    """Return the display, the pile's topmost back and the plates in hand."""
    y = 214
    parts = [f'<text x="16" y="{y}" font-size="13">{say("duel.draw.display", lang)}</text>']
    for place in range(DISPLAY_PLATES):
        if state.display[place] != NO_PLATE:
            parts.append(_plate(PLATE_NAMES[state.display[place]], 16 + place * 72, y + 8))
    parts.append(f'<text x="240" y="{y}" font-size="12">{_pile_text(state, lang)}</text>')
    top = pile.top(state)
    if top != NO_PLATE and pile.type_of(top) >= 0:
        parts.append(_plate(_back_letter(top), 240, y + 8))
    in_hand = [int(plate) for plate in (*state.drawn, state.placing) if plate != NO_PLATE]
    if in_hand:
        parts.append(f'<text x="560" y="{y}" font-size="13">{say("duel.draw.drawn", lang)}</text>')
    for place, plate in enumerate(in_hand):
        name = PLATE_NAMES[plate] if pile.is_definite(plate) else _back_letter(plate)
        parts.append(_plate(name, 520 + place * min(66, 280 // len(in_hand)), y + 8))
    return parts


def _back_letter(plate: int) -> str:
    return "SJ"[pile.type_of(plate)]


def _notes_svg(state: State, lang: str) -> list[str]:
    """Return tablets with their progress, and what is in bag, Tower and hand."""
    x = 690
    parts = [f'<text x="{x}" y="66" font-weight="bold">{say("duel.draw.tablets", lang)}</text>']
    for line, (name, points) in enumerate(tablet_progress(state)):
        parts.append(f'<text x="{x}" y="{84 + 18 * line}" font-size="13">{name}  {points[0]} : {points[1]}</text>')
    for line, text in enumerate(_supply(state, lang)):
        parts.append(f'<text x="{x}" y="{162 + 16 * line}" font-size="12">{text}</text>')
    return parts


def _board_svg(state: State, seat: int, lang: str) -> str:
    player = state.players[seat]
    edge = f'stroke="{FILL["B"]}" stroke-width="3"' if is_active(state, seat) else f'stroke="{EDGE}"'
    points = say("duel.draw.points", lang, count=int(player.score))
    title = f"{say('duel.draw.player', lang, seat=seat + 1)}: {points} {TOKEN * int(player.tokens)}".rstrip()
    parts = [
        f'<rect x="-4" y="0" width="{BOARD_STEPS * STEP + 12}" height="{BOARD_HEIGHT}" rx="8" fill="{BOARD}" {edge}/>',
        f'<text x="8" y="22" font-weight="bold">{title}</text>',
    ]
    if state.starting_tile == seat:
        parts.append(_starting_tile(7 * STEP, 3))
    for row in range(LINES):
        for place in range(row + 1):  # filled from right to left
            x, y = 8 + (LINES - 1 - place) * STEP, 34 + row * STEP
            filled = place < player.line_count[row]
            parts.append(_tile(LETTERS[player.line_colour[row]], x, y) if filled else _space(x, y))
    parts += _dome_svg(player)
    y = 34 + LINES * STEP + 24
    pieces = broken_text(player).replace("-", "")
    for space in range(BROKEN_SPACES):
        x = 8 + space * STEP
        loss = int(BROKEN_LOSS[space + 1] - BROKEN_LOSS[space])
        parts.append(f'<text x="{x + 13}" y="{y - 4}" text-anchor="middle" font-size="11">−{loss}</text>')
        parts.append(_tile(pieces[space], x, y) if space < len(pieces) else _space(x, y))
    parts += _storage_svg(player, y)
    return "".join(parts)


def _dome_svg(player: Player) -> list[str]:
    left = 8 + (LINES + 1) * STEP
    cells = dome_cells(player)
    parts = []
    for space in range(PLATES_ACROSS**2):
        x, y = left + space % PLATES_ACROSS * 2 * STEP, 34 + space // PLATES_ACROSS * 2 * STEP
        is_there = player.plates[space] != NO_PLATE
        parts.append(
            f'<rect x="{x - 1}" y="{y - 1}" width="{2 * STEP - 2}" height="{2 * STEP - 2}" rx="4" '
            f'fill="{"#fff" if is_there else SPACE}" stroke="{EDGE}"/>'
        )
    for cell, letter in enumerate(cells):
        row, column = divmod(cell, DOME_COLUMNS)
        if letter != EMPTY:
            parts.append(_tile(letter.upper(), left + column * STEP, 34 + row * STEP, faded=letter.islower()))
    for row in range(DOME_ROWS):
        x, y = left + DOME_COLUMNS * STEP + 4, 34 + row * STEP + 17
        parts.append(f'<text x="{x}" y="{y}" font-size="12">{row + 1}</text>')
    return parts


def _storage_svg(player: Player, y: float) -> list[str]:
    """Return the chips of a storage: face up, then face down."""
    shown: Sequence[str] = [*chip_list(int(player.chips)), *([""] * len(chip_list(int(player.used_chips))))]
    x = 8 + (BROKEN_SPACES + 1) * STEP
    return [_chip(name, x + place % 10 * 25, y + 4 + place // 10 * 22) for place, name in enumerate(shown)]
