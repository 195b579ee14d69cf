"""The table of classic Azul in a terminal."""

from rich.style import Style

from azulejo.games.azul.board import Board, PlayerBoard, Source
from azulejo.games.azul.components import COLUMNS, ROWS
from azulejo.games.azul.picture import EMPTY, FILL, INK, MARKER
from azulejo.games.contract import Place
from azulejo.games.drawing import (
    GOLD,
    MUTED,
    QUIET,
    SPACE,
    Drawing,
    Role,
    Scene,
    Tag,
    faded,
    flowing,
    framed,
    piece_style,
    row_of_tiles,
    stacked,
    tag,
)
from azulejo.texts import say

STEPS = {"take": (("source", "colour"), ("line",))}

FACTORY_WIDTH = 12
"""Four tiles of four colours, each with its brackets."""
BADGE = 4
TILES = {letter: piece_style(FILL[letter], INK[letter]) for letter in FILL}
COMING = {letter: faded(FILL[letter], 0.6, 0.15) for letter in FILL}
PRINTED = {letter: faded(FILL[letter]) for letter in FILL}
FREE = Style(color=QUIET, bgcolor=SPACE)
MARKER_STYLE = Style(color=GOLD, bold=True)


def picture(scene: Scene) -> Drawing:
    """Return the table: factories, centre, supply, and the boards of the players."""
    board: Board = scene.board
    boards = [_player(scene, seat) for seat in scene.seats()]
    return stacked(
        [
            _factories(scene),
            _centre(scene),
            flowing(boards, scene.width, 2, int(scene.roomy)),
        ],
        int(scene.roomy or len(board.players) == 2),
    )


def _factories(scene: Scene) -> Drawing:
    shown = []
    for source in scene.board.factories:
        inside = _source(source).room(FACTORY_WIDTH)
        if scene.roomy:
            shown.append(framed(inside, source.id))
        else:
            made = Drawing()
            made.put(0, 0, source.id, MUTED)
            made.blit(inside, 2, 0)
            shown.append(made)
    return flowing(shown, scene.width, 1)


def _source(source: Source) -> Drawing:
    made, x = Drawing(), 0
    for colour, count in source.tiles.items():
        tags = [tag("take", source=source.id, colour=colour)]
        x = made.block(x, 0, " ".join(colour * count), TILES[colour], tags)
    if not source.tiles:
        made.put(1, 0, EMPTY, MUTED)
    return made


def _centre(scene: Scene) -> Drawing:
    board: Board = scene.board
    made = Drawing()
    x = made.put(0, 0, f"{board.centre.id} {say('azul.picture.centre', scene.lang)} ", MUTED)
    if board.marker is None:
        x = made.put(x, 0, f"{MARKER} ", MARKER_STYLE)
    for colour, count in board.centre.tiles.items():
        tags = [tag("take", source=board.centre.id, colour=colour)]
        x = made.block(x, 0, f"{colour}×{count}", TILES[colour], tags) + 1
    if not board.centre.tiles:
        x = made.put(x, 0, EMPTY, MUTED) + 1
    supply = "   ".join(
        f"{say(f'azul.picture.{name}', scene.lang)} {sum(tiles.values())}"
        for name, tiles in (("bag", board.bag), ("lid", board.lid))
    )
    made.put(max(x + 2, min(scene.width, 76) - len(supply)), 0, supply, MUTED)
    return made


# ---------------------------------------------------------------- a player's board


def _player(scene: Scene, seat: int) -> Drawing:
    board: Board = scene.board
    player = board.players[seat]
    made = Drawing().room(_width(scene))
    made.blit(scene.player_line(seat, f"  {MARKER}" if board.marker == seat else ""), 0, 0)
    for row in range(ROWS):
        _line(scene, made, player, seat, row)
        _wall_row(scene, made, player, seat, row)
    _floor(scene, made, player, seat)
    return made


def _width(scene: Scene) -> int:
    return 21 + COLUMNS * (3 if scene.roomy else 2) + 2


def _line(scene: Scene, made: Drawing, player: PlayerBoard, seat: int, row: int) -> None:
    """Draw a pattern line, filled from the right, with its number and what the move brings."""
    line, y = player.lines[row], row + 1
    tags = _destination(scene, seat, row + 1)
    made.put(0, y, f" {row + 1}", MUTED, tags, Role.LABEL)
    pieces = (line.colour or "") * line.count
    coming = "".join(scene.coming.get(Place("line", row + 1, seat), ()))
    row_of_tiles(made, 3 + 2 * (ROWS - line.size), y, (pieces, coming, line.size), (TILES, COMING, FREE), tags)
    made.badge(15, y, BADGE, tags)


def _destination(scene: Scene, seat: int, line: int | None) -> list[Tag]:
    """Return what a line or the floor of the player to move stands for."""
    return [tag("take", line=line)] if scene.board.turn == seat else []


def _wall_row(scene: Scene, made: Drawing, player: PlayerBoard, seat: int, row: int) -> None:
    board: Board = scene.board
    size = 3 if scene.roomy else 2
    x, y = made.put(19, row + 1, "│ ", MUTED), row + 1
    is_laid_now = board.turn == seat and board.line == row + 1
    for column in range(COLUMNS):
        tile, printed = player.wall[row][column], board.printed[row][column]
        tags = [tag("lay", column=column + 1)] if is_laid_now else []
        if tile:
            made.put(x, y, tile.center(size), TILES[tile])
        elif printed:
            made.put(x, y, printed.lower().center(size), PRINTED[printed])
        else:
            made.put(x, y, (str(column + 1) if tags else EMPTY).center(size), FREE, tags, Role.LABEL)
        x += size


def _floor(scene: Scene, made: Drawing, player: PlayerBoard, seat: int) -> None:
    """Draw the floor line with its points, and what falls by the move."""
    y, tags = ROWS + 1, _destination(scene, seat, None)
    coming = scene.coming.get(Place("floor", seat=seat), ())
    made.put(0, y, " -", MUTED, tags, Role.LABEL)
    x = 3
    pieces = [*player.floor, *coming]
    for space, points in enumerate(scene.board.floor):
        piece = pieces[space] if space < len(pieces) else None
        if piece is None:
            x = made.put(x, y, EMPTY, MUTED, tags)
        elif piece == "*":
            x = made.put(x, y, MARKER, MARKER_STYLE, tags)
        else:
            x = made.put(x, y, piece, (TILES if space < len(player.floor) else COMING)[piece], tags)
        x = made.put(x, y, f"{points} ", MUTED, tags)
    made.badge(x, y, BADGE, tags)
