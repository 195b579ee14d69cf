"""The table of Queen's Garden in a terminal."""

from collections.abc import Sequence

from rich.style import Style

from azulejo.games.contract import Place
from azulejo.games.drawing import (
    GOLD,
    MUTED,
    PLAIN,
    QUIET,
    SPACE,
    Drawing,
    Role,
    Scene,
    Tag,
    faded,
    flowing,
    piece_style,
    stacked,
    tag,
    text_drawing,
)
from azulejo.games.drawing import INK as PAPER_INK
from azulejo.games.garden.board import Board, DisplayPlace, PlayerBoard
from azulejo.games.garden.components import COLOUR_LETTERS, HexId, SetId
from azulejo.games.garden.picture import FILL, INK, MARKER, SIGNS
from azulejo.texts import say

STEPS = {"place": (("hex", "expansion"),), "give": (("hex", "expansion"),)}

REACH, ROWS_UP = 8, 4
"""How far a garden goes to the left and up."""
WIDTH = 37
HEXES: dict[str, Style] = {
    letter: piece_style(fill, ink) for letter, fill, ink in zip(COLOUR_LETTERS, FILL, INK, strict=True)
}
COMING: dict[str, Style] = {letter: faded(fill, 0.55, 0.2) for letter, fill in zip(COLOUR_LETTERS, FILL, strict=True)}
VACANT = Style(color=QUIET, bgcolor=SPACE)
DECORATION = Style(color=GOLD)
PATTERN = Style(color=PAPER_INK, bgcolor="#3a4f70", bold=True)
JOKER = "★"


def picture(scene: Scene) -> Drawing:
    """Return the table: display, sets, wheel, and the gardens of the players."""
    drawn = {seat: _garden(scene, scene.board.players[seat], seat) for seat in scene.seats()}
    rows = [row for garden in drawn.values() for _, row in garden.cells]
    gardens = [_player(scene, seat, garden.rows(min(rows), max(rows) + 1)) for seat, garden in drawn.items()]
    gap = int(scene.roomy)
    above = stacked([_display(scene), stacked([_sets(scene), _wheel(scene)])], gap)
    return stacked([above, flowing(gardens, scene.width, 2, gap)], gap)


def _hex_style(hex_id: HexId) -> Style:
    return HEXES[hex_id[0]]


def _set_style(set_id: SetId) -> Style:
    return HEXES.get(set_id, PATTERN)


# ---------------------------------------------------------------- the display


def _display(scene: Scene) -> Drawing:
    board: Board = scene.board
    supply = Drawing()
    supply.put(0, 0, say("garden.picture.supply", scene.lang, count=board.supply), MUTED, [tag("buy")], Role.LABEL)
    amounts = {"bag": sum(board.bag.values()), "tower": sum(board.tower.values())}
    bag = text_drawing(say("garden.picture.bag", scene.lang, **amounts), MUTED)
    return flowing([*(_place(board, place) for place in board.display), supply, bag], scene.width, 2)


def _place(board: Board, place: DisplayPlace) -> Drawing:
    """Return a place of the display: its number, the expansion that lies there face up, the tiles on it."""
    made = Drawing()
    number = f"{place.number}×{board.stack}" if place.top else str(place.number)
    x = made.put(0, 0, f"{number} ", MUTED, [tag("copy", place=place.id)], Role.LABEL)
    if place.face:
        x = made.block(x, 0, f"e{place.face}", _hex_style(place.face), _hex_tags(place, place.face))
    for hex_id in place.tiles:
        x = made.block(x, 0, hex_id, _hex_style(hex_id), _hex_tags(place, hex_id))
    return made


def _hex_tags(place: DisplayPlace, hex_id: HexId) -> list[Tag]:
    return [tag("copy", place=place.id), tag("take", set=hex_id[0]), tag("take", set=hex_id[1])]


def _sets(scene: Scene) -> Drawing:
    """Return what can be taken: a colour or a pattern, with the number of its hexes."""
    board: Board = scene.board
    made = Drawing()
    x = made.put(0, 0, "t ", MUTED)
    for one in board.sets:
        tags = [tag("take", set=one.id)]
        x = made.block(x, 0, f"{one.id}×{len(one.hexes)}", _set_style(one.id), tags) + (one.id == COLOUR_LETTERS[-1])
    return made


def _wheel(scene: Scene) -> Drawing:
    """Return what scores in each round, this round marked."""
    board: Board = scene.board
    made = Drawing()
    x = made.put(0, 0, f"{say('garden.picture.wheel', scene.lang)} ", MUTED)
    for scoring in board.wheel:
        is_now = scoring.number == board.round
        x = made.put(x, 0, f"{'▶' if is_now else ' '}{scoring.number} ", DECORATION if is_now else MUTED)
        for set_id, points in scoring.points.items():
            x = made.put(x, 0, set_id, _set_style(set_id))
            x = made.put(x, 0, f"+{points} ", PLAIN if is_now else MUTED)
    return made


# ---------------------------------------------------------------- a garden


def _player(scene: Scene, seat: int, garden: Drawing) -> Drawing:
    board: Board = scene.board
    player = board.players[seat]
    notes = f"  {JOKER}{player.jokers}"
    notes += f" {MARKER}" if board.marker == seat else ""
    notes += f" {say('garden.picture.passed', scene.lang)}" if player.passed else ""
    below = [_storage(scene, player, seat), *_groups(scene, player)]
    return stacked([scene.player_line(seat, notes), garden, *below]).room(WIDTH)


def _garden(scene: Scene, player: PlayerBoard, seat: int) -> Drawing:
    board: Board = scene.board
    made = Drawing().room(WIDTH, 2 * ROWS_UP + 1)
    is_due = board.turn == seat
    shown = {planted.space: planted for planted in player.hexes}
    for space, at in board.spaces.items():
        tags = [tag("space", space=space)] if is_due else []
        coming = scene.coming.get(Place("garden", space, seat), ())
        x, y = _at(*at)
        if coming:
            hex_id = coming[0].removeprefix("e")
            text, style = (hex_id, COMING[hex_id[0]]) if hex_id[0] in COMING else ("<>", VACANT)
            made.block(x, y, text, style, tags)
        elif space in shown:
            planted = shown[space]
            made.block(x, y, planted.hex.upper() if planted.printed else planted.hex, _hex_style(planted.hex))
        elif space in player.vacant:
            made.put(x, y, f" {space} ", VACANT, tags, Role.LABEL)
        elif space.endswith("0") and player.slots[int(space[0]) - 1] == "free":
            made.put(x, y, f" ({space[0]})", MUTED, tags, Role.LABEL)
        elif tags:
            made.put(x, y, f" {space} ", VACANT, tags, Role.HIDDEN)
    for decoration, filled in zip(board.decorations, player.surrounded, strict=True):
        if filled is not None:
            x, y = _at(*decoration.at)
            made.put(x + 1, y, SIGNS[decoration.kind], DECORATION)
    return made


def _at(q: int, r: int) -> tuple[int, int]:
    return 2 * (2 * q + r + REACH), r + ROWS_UP


def _storage(scene: Scene, player: PlayerBoard, seat: int) -> Drawing:
    """Return the stored pieces: what can be placed, paid with or discarded."""
    is_due = scene.board.turn == seat
    shown = []
    for stored in player.storage:
        parts = {"hex": stored.hex, "expansion": stored.expansion}
        made = Drawing()
        tags = [tag("place", **parts), tag("give", **parts)] if is_due else []
        made.block(0, 0, stored.piece, _hex_style(stored.hex), tags)
        shown.append(made)
    if player.jokers:
        jokers = Drawing()
        tags = [tag("give", hex=None, expansion=False)] if is_due else []
        jokers.block(0, 0, f"{JOKER}{player.jokers}", PATTERN, tags)
        shown.append(jokers)
    made = Drawing()
    x = made.put(0, 0, f"  {say('garden.picture.storage', scene.lang)} ", MUTED)
    made.blit(flowing(shown, WIDTH - x, 0), x, 0)
    return made


def _groups(scene: Scene, player: PlayerBoard) -> Sequence[Drawing]:
    """Return the groups that score at the end, if there are any."""
    if not player.groups:
        return []
    made = Drawing()
    x = made.put(0, 0, f"  {say('garden.picture.groups', scene.lang)} ", MUTED)
    for group in player.groups:
        if x + 7 > WIDTH:
            break
        x = made.put(x, 0, group.id, _set_style(group.id))
        x = made.put(x, 0, f"×{len(group.spaces)}={group.points} ", MUTED)
    return [made]
