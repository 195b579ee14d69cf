"""The table of Azul Duel in a terminal."""

from collections.abc import Sequence
from typing import get_args

from rich.style import Style

from azulejo.games.contract import Place
from azulejo.games.drawing import (
    GOLD,
    MUTED,
    PLAIN,
    QUIET,
    SPACE,
    SPACE_TOO,
    Drawing,
    Role,
    Scene,
    Tag,
    faded,
    flowing,
    piece_style,
    row_of_tiles,
    stacked,
    tag,
)
from azulejo.games.duel.board import Board, Factory, Plate, PlayerBoard
from azulejo.games.duel.components import DOME_COLUMNS, LINES, Chip
from azulejo.games.duel.picture import EMPTY, FILL, INK, STARTING_TILE, TOKEN
from azulejo.texts import say

STEPS = {"sun": (("factory", "colour"),), "place": (("space",), ("turn",)), "stack": (("order",),)}

BADGE = 4
DOME_AT = 23
"""The column in which a dome begins."""
SIGNS = {"J": "*", "S": "◇"}
"""What a joker space and a special space show."""
TILES = {letter: piece_style(FILL[letter], INK[letter]) for letter in FILL}
COMING = {letter: faded(FILL[letter], 0.6, 0.15) for letter in FILL}
SPACES = {letter: faded(FILL[letter]) for letter in FILL}
FREE, FREE_TOO = Style(color=QUIET, bgcolor=SPACE), Style(color=QUIET, bgcolor=SPACE_TOO)
GOLDEN = Style(color=GOLD, bold=True)
SUN, MOON = "☼", "☾"


def picture(scene: Scene) -> Drawing:
    """Return the table: factories, plates, tablets, and the boards of the players."""
    boards = [_player(scene, seat) for seat in scene.seats()]
    gap = int(scene.roomy)
    above = stacked([_factories(scene), _plates(scene), _tablets(scene)], gap)
    return stacked([above, flowing(boards, scene.width, 2, 1)], gap)


# ---------------------------------------------------------------- the factories


def _factories(scene: Scene) -> Drawing:
    board: Board = scene.board
    names = ["", *(say(f"duel.picture.{name}", scene.lang) for name in ("sun", "moon", "chip"))]
    labels = Drawing()
    for y, name in enumerate(names):
        labels.put(0, y, name, MUTED)
    parts = [labels, *(_factory(board, factory) for factory in board.factories)]
    return flowing(parts, scene.width, 1)


def _factory(board: Board, factory: Factory) -> Drawing:
    made = Drawing().room(12, 4)
    made.put(0, 0, f" {factory.id} ".center(max(12, _sun_width(factory)), "─"), MUTED)
    x = 0
    for colour in dict.fromkeys(factory.sun):
        tags = [tag("sun", factory=factory.id, colour=colour)]
        x = made.block(x, 1, " ".join(colour * factory.sun.count(colour)), TILES[colour], tags)
    if not factory.sun:
        made.put(1, 1, EMPTY, MUTED)
    _moon(board, factory, made)
    is_small = factory.id in {small.id for small in board.factories[1:]}
    if factory.chip:
        tags = [tag("chip", factory=factory.id)] if factory.chip != "?" else []
        _chip(made, 0, 3, factory.chip, tags)
    elif is_small:
        made.put(1, 3, EMPTY, MUTED)
    return made


def _sun_width(factory: Factory) -> int:
    return sum(2 * factory.sun.count(colour) + 1 for colour in set(factory.sun))


def _moon(board: Board, factory: Factory, made: Drawing) -> None:
    """Draw a moon: on a small factory only the top of the stack, on the right, can be taken."""
    large, x = board.factories[0], 0
    if factory.id == large.id:
        if board.starting_tile is None:
            x = made.put(0, 2, f"{STARTING_TILE} ", GOLDEN)
        for colour in dict.fromkeys(factory.moon):
            count = factory.moon.count(colour)
            text = colour if count == 1 else f"{colour}{count}"
            x = made.block(x, 2, text, TILES[colour], [tag("moons", colour=colour)])
    else:
        for colour in factory.moon[:-1]:
            x = made.put(x, 2, f" {colour}", faded(FILL[colour], 0.55))
        for colour in factory.moon[-1:]:
            x = made.block(x, 2, colour, TILES[colour], [tag("moons", colour=colour)])
    if not x:
        made.put(1, 2, EMPTY, MUTED)


def _chip(made: Drawing, x: int, y: int, chip: Chip | str, tags: Sequence[Tag]) -> int:
    """Draw a bonus chip, each of its colours in its own."""
    if chip not in get_args(Chip):
        return made.put(x, y, " ? ", FREE)
    first, last = chip[0], chip[-1]
    after = made.block(x, y, chip, TILES[first], tags)
    for at, letter in enumerate((first, *chip, last)):
        cell = made.cells[x + at, y]
        made.cells[x + at, y] = cell._replace(style=TILES[letter])
    return after


# ---------------------------------------------------------------- plates and tablets


def _plates(scene: Scene) -> Drawing:
    """Return the display, the pile, and what is in hand."""
    board: Board = scene.board
    shown = []
    for number, plate in enumerate(board.display, 1):
        shown.append(_plate(f"p{number}", plate, [tag("plate", place=number)]))
    pile = Drawing()
    text = say("duel.picture.pile", scene.lang, count=board.pile.size)
    pile.put(0, 0, text, MUTED, [tag("draw")], Role.LABEL)
    if board.pile.top:
        pile.put(0, 1, f"({say(f'duel.type.{board.pile.top}', scene.lang)})", MUTED, [tag("draw")], Role.LABEL)
    shown.append(pile)
    if board.drawn:
        shown.append(_named(say("duel.picture.drawn", scene.lang)))
        for one in board.drawn:
            tags = [tag("keep", number=one.number), tag("return", number=one.number)]
            shown.append(_plate(str(one.number), one.plate, tags))
    if board.placing:
        shown.append(_named(say("duel.picture.placing", scene.lang)))
        shown.append(_plate("", board.placing, []))
    if board.picked:
        picked = _named(say("duel.picture.picked", scene.lang))
        picked.put(0, 1, "".join(f" {board.picked.colour}" * board.picked.count) + " ", TILES[board.picked.colour])
        shown.append(picked)
    return flowing(shown, scene.width, 2)


def _named(name: str) -> Drawing:
    made = Drawing()
    made.put(0, 0, name, GOLDEN)
    return made


def _plate(name: str, plate: Plate | None, tags: Sequence[Tag]) -> Drawing:
    made = Drawing()
    x = made.put(0, 0, name, MUTED, tags, Role.LABEL)
    x += bool(name)
    if plate is None:
        made.put(x, 0, EMPTY, MUTED)
    elif plate.name is None:
        sign = SIGNS["J"] if plate.type == "joker" else SIGNS["S"]
        made.block(x, 0, f" {sign if plate.type else '?'} ", FREE, tags)
        made.block(x, 1, "   ", FREE, tags)
    else:
        for row in (0, 1):
            _plate_row(made, x, row, plate.name[2 * row : 2 * row + 2], tags)
    return made.room(x + 6, 2)


def _plate_row(made: Drawing, x: int, y: int, letters: str, tags: Sequence[Tag]) -> None:
    after = made.block(x, y, f"{_sign(letters[0])}  {_sign(letters[1])}", PLAIN, tags)
    for at in range(after - x):
        cell = made.cells[x + at, y]
        made.cells[x + at, y] = cell._replace(style=SPACES[letters[0 if at < 3 else 1]])


def _sign(letter: str) -> str:
    return SIGNS.get(letter, letter.lower())


def _tablets(scene: Scene) -> Drawing:
    """Return the tablets with what each gives every player now, the person's own points first."""
    board: Board = scene.board
    made = Drawing()
    if scene.roomy:
        for y, tablet in enumerate(board.tablets):
            x = made.put(0, y, ":".join(str(tablet.progress[seat].points) for seat in scene.seats()).rjust(5), GOLDEN)
            made.put(x + 2, y, say(f"duel.scoring.{tablet.counts}", scene.lang), MUTED)
        return made
    x = made.put(0, 0, f"{say('duel.picture.tablets', scene.lang)}  ", MUTED)
    for tablet in board.tablets:
        x = made.put(x, 0, f"{tablet.id} ", GOLDEN)
        x = made.put(x, 0, ":".join(str(tablet.progress[seat].points) for seat in scene.seats()), PLAIN) + 2
    supply = "  ".join(
        f"{say(f'duel.picture.{name}', scene.lang)} {sum(tiles.values())}"
        for name, tiles in (("bag", board.bag), ("tower", board.tower))
    )
    made.put(max(x + 1, 36), 0, supply, MUTED)
    return made


# ---------------------------------------------------------------- a player's board


def _player(scene: Scene, seat: int) -> Drawing:
    board: Board = scene.board
    player = board.players[seat]
    made = Drawing().room(DOME_AT + DOME_COLUMNS * _cell_width(scene))
    held = f" {STARTING_TILE}" if board.starting_tile == seat else ""
    made.blit(scene.player_line(seat, f"{held} {TOKEN * player.tokens}"), 0, 0)
    is_due = board.turn == seat
    for row, line in enumerate(player.lines):
        y, tags = row + 1, [tag("line", line=row + 1)] if is_due else []
        made.put(0, y, f" {row + 1}", GOLDEN if is_due and board.line == row + 1 else MUTED, tags, Role.LABEL)
        coming = "".join(scene.coming.get(Place("line", row + 1, seat), ()))
        pieces = ((line.colour or "") * line.count, coming, line.size)
        row_of_tiles(made, 3 + 2 * (LINES - line.size), y, pieces, (TILES, COMING, FREE), tags)
        made.badge(17, y, BADGE, tags)
        made.put(21, y, "│", MUTED)
    _dome(scene, made, player, seat)
    _broken(scene, made, player, seat)
    x = made.put(1, 8, f"{say('duel.picture.chips', scene.lang)} ", MUTED)
    for chip in player.chips:
        x = _chip(made, x, 8, chip, [tag("pay", chip=chip)] if is_due else [])
    if not player.chips:
        made.put(x, 8, EMPTY, MUTED)
    return made


def _cell_width(scene: Scene) -> int:
    return 3 if scene.width >= 2 * (DOME_AT + 3 * DOME_COLUMNS) + 2 else 2


def _dome(scene: Scene, made: Drawing, player: PlayerBoard, seat: int) -> None:
    """Draw the dome: tiles as capitals, free spaces of plates small, every other plate space a little lighter."""
    board: Board = scene.board
    size, is_due = _cell_width(scene), board.turn == seat
    ghost = _plate_to_come(scene) if is_due else {}
    for number, cells in enumerate(board.plate_cells, 1):
        free = FREE if number % 2 else FREE_TOO
        for row, column in cells:
            x, y = DOME_AT + column * size, row + 1
            tile, space = player.tiles[row][column], player.spaces[row][column]
            tags = [tag("place", space=number)] if is_due and space is None else []
            if is_due and board.line == row + 1 and tile is None:
                tags = [tag("lay", column=column + 1)]
            if tile:
                made.put(x, y, SIGNS.get(tile, tile).center(size), TILES[tile])
            elif (row, column) in ghost:
                letter = ghost[row, column]
                made.put(x, y, _sign(letter).center(size), COMING[letter], tags)
            elif space:
                made.put(x, y, _sign(space).center(size), SPACES[space], tags, Role.LABEL)
            else:
                is_first = (row, column) == cells[0]
                made.put(x, y, (str(number) if is_first and tags else EMPTY).center(size), free, tags, Role.LABEL)


def _plate_to_come(scene: Scene) -> dict[tuple[int, int], str]:
    """Return what the dome would show by the move that places the plate in hand."""
    board: Board = scene.board
    space, turn = scene.parts.get("space"), scene.parts.get("turn")
    if board.placing is None or turn not in board.placing.turned or space is None:
        return {}
    return dict(zip(board.plate_cells[space - 1], board.placing.turned[turn], strict=True))


def _broken(scene: Scene, made: Drawing, player: PlayerBoard, seat: int) -> None:
    board: Board = scene.board
    y, tags = LINES + 1, [tag("line", line=None)] if board.turn == seat else []
    made.put(0, y, " -", MUTED, tags, Role.LABEL)
    x = 3
    pieces = [*player.broken, *scene.coming.get(Place("broken", seat=seat), ())]
    for space, points in enumerate(board.broken):
        if space < len(pieces):
            style = (TILES if space < len(player.broken) else COMING)[pieces[space]]
            x = made.put(x, y, pieces[space], style, tags)
        else:
            x = made.put(x, y, EMPTY, MUTED, tags)
        x = made.put(x, y, f"{points} ", MUTED, tags)
    made.badge(x + 1, y, BADGE, tags)
