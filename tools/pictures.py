"""Draws the pictures of the documentation anew: ``make pictures``.

Tables, boards and the moving picture of a turn are the rulebooks' own drawings; a picture may show a part of one. The
files are committed, so that the pages can be read without a build; a test compares them with what is drawn here.
"""

import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from xml.etree import ElementTree

import azulejo
from tools.screenshots import POSITIONS

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
FOLDERS = {"en": DOCS / "pictures", "ru": DOCS / "ru" / "pictures"}
TURN = FOLDERS["en"] / "turn.gif"
LOGO = ROOT / "web" / "src" / "art" / "logo.ts"

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height of the part of a drawing that is shown."""

AZUL_BOARD: Box = (12, 154, 450, 290)
DUEL_FACTORIES: Box = (8, 36, 678, 160)
DUEL_BOARD: Box = (440, 288, 430, 286)
GARDEN_BOARD: Box = (12, 234, 376, 450)


@dataclass(frozen=True)
class Scene:
    """A drawing: a position, what is played from it, and the part that is shown."""

    game: str
    position: str
    moves: tuple[str, ...] = ()
    part: Box | None = None

    def svg(self, lang: str) -> str:
        """Return the drawing in a language."""
        game = azulejo.new_game(self.game, position=self.position, seed=7)
        for move in self.moves:
            game.push(move)
        drawn = game.svg(lang)
        if self.part is None:
            return drawn + "\n"
        left, top, width, height = self.part
        shown = f'viewBox="{left} {top} {width} {height}" width="{width}" height="{height}"'
        return re.sub(r'viewBox="[^"]*" width="\d+" height="\d+"', shown, drawn, count=1) + "\n"


LAST_TILE = (
    "azul round=3 factories=R turn=0 start=1 marker=1 "
    "board=12/B,YY,RR,-,WWW/.YR..,.B.R.,..BY.,.....,...../K board=24/-,-,-,-,-/BY...,.BY..,..B..,...B.,Y..../*"
)
"""With the last tile of a round line 3 is complete."""
FULL_GARDEN = (
    "garden round=2 top=b3g3y2m2 garden=21/2/b2g4l1y3/-/01g2,02g1,03b1,04y1,05y3 garden=15/3/y1m5p2/-/01m1,02y1,03y2"
)

SCENES = {
    "azul-table": Scene("azul", POSITIONS["azul"]),
    "azul-taken": Scene("azul", POSITIONS["azul"], ("4w3",)),
    "azul-before-scoring": Scene("azul", LAST_TILE, part=AZUL_BOARD),
    "azul-after-scoring": Scene("azul", LAST_TILE, ("1r3",), AZUL_BOARD),
    "duel-table": Scene("duel", POSITIONS["duel"]),
    "duel-factories": Scene("duel", POSITIONS["duel"], part=DUEL_FACTORIES),
    "duel-taken": Scene("duel", POSITIONS["duel"], ("1b", "srk", "4"), DUEL_FACTORIES),
    "duel-dome": Scene("duel", POSITIONS["duel"], part=DUEL_BOARD),
    "garden-table": Scene("garden", POSITIONS["garden"]),
    "garden-taken": Scene("garden", POSITIONS["garden"], ("t3",), GARDEN_BOARD),
    "garden-board": Scene("garden", FULL_GARDEN, part=GARDEN_BOARD),
}


def files() -> Iterator[tuple[Path, str]]:
    """Yield every drawing with its file."""
    for lang, folder in FOLDERS.items():
        for name, scene in SCENES.items():
            yield folder / f"{name}.svg", scene.svg(lang)
    yield FOLDERS["en"] / "icon.svg", icon()
    yield FOLDERS["en"] / "layers.svg", layers()
    yield FOLDERS["en"] / "way-of-a-move.svg", way_of_a_move()


# ---------------------------------------------------------------- the moving picture of a turn

MOVING = Scene("azul", POSITIONS["azul"])
PLAYED, TAKEN_FROM = "4w3", "4"
WIDTH = 760
STEPS = 10
"""Pictures of a flight."""
HOLD, GLOW, FLIGHT = 1800, 900, 60
"""Milliseconds: the table, what is picked, one picture of a flight."""
GLOWING = "#b46f00"
COLOURS = 96

Tile: TypeAlias = tuple[str, float, float]
"""What a drawing calls it, and where it lies."""


def tiles(svg: str) -> list[Tile]:
    """Return the tiles of a drawing that lie there, not those that are only printed."""
    found: list[Tile] = []

    def walk(element: ElementTree.Element, left: float, top: float) -> None:
        moved = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform", ""))
        if moved:
            left, top = left + float(moved[1]), top + float(moved[2])
        if element.tag.endswith("use") and not element.get("opacity"):
            found.append((element.get("href", ""), left + float(element.get("x", 0)), top + float(element.get("y", 0))))
        for child in element:
            walk(child, left, top)

    walk(ElementTree.fromstring(svg), 0, 0)
    return found


def flights(before: str, after: str) -> list[tuple[Tile, Tile]]:
    """Return the tiles that a move has moved: where each lay, and where it lies now."""
    there, here = Counter(tiles(before)), Counter(tiles(after))
    gone, come = sorted((there - here).elements()), sorted((here - there).elements())
    pairs = []
    for tile in gone:
        same = [one for one in come if one[0] == tile[0]]
        # Where nothing new is to be seen it has joined its like, whose number has grown.
        target = same[0] if same else min((one for one in here if one[0] == tile[0]), key=lambda one: one[2])
        if same:
            come.remove(target)
        pairs.append((tile, target))
    return pairs


def frames() -> Iterator[tuple[str, int]]:
    """Yield the pictures of a turn as SVG, and how long each is to be seen."""
    before = MOVING.svg("en")
    after = Scene(MOVING.game, MOVING.position, (PLAYED,)).svg("en")
    moved = flights(before, after)
    picked = [pair for pair in moved if pair[0][0].endswith(PLAYED[1].upper())]
    yield before, HOLD
    glow = "".join(_ring(start) + _ring(end, dashed=True) for start, end in picked)
    yield _with(before, glow), GLOW
    left = before
    for (name, x, y), _ in moved:
        left = left.replace(f'<use href="{name}" x="{x:g}" y="{y:g}" width="30" height="30"/>', "", 1)
    for step in range(1, STEPS):
        part = step / STEPS
        way = part * part * (3 - 2 * part)  # slow at both ends
        flying = "".join(
            f'<use href="{name}" x="{x + (end_x - x) * way:g}" y="{y + (end_y - y) * way:g}" width="30" height="30"/>'
            for (name, x, y), (_, end_x, end_y) in moved
        )
        yield _with(left, flying), FLIGHT
    yield after, HOLD


def _ring(tile: Tile, dashed: bool = False) -> str:
    _, x, y = tile
    dashes = ' stroke-dasharray="5 3"' if dashed else ""
    return (
        f'<rect x="{x - 2:g}" y="{y - 2:g}" width="34" height="34" rx="6" fill="none" stroke="{GLOWING}" '
        f'stroke-width="3"{dashes}/>'
    )


def _with(svg: str, more: str) -> str:
    return svg.rstrip().removesuffix("</svg>") + more + "</svg>"


def moving_picture() -> bytes:
    """Return the turn as an animated GIF."""
    from PIL import Image

    from azulejo.envs.picture import png

    pictures, times = [], []
    for svg, milliseconds in frames():
        drawn = Image.open(io.BytesIO(png(svg))).convert("RGB")
        pictures.append(drawn.resize((WIDTH, round(drawn.height * WIDTH / drawn.width)), Image.Resampling.LANCZOS))
        times.append(milliseconds)
    palette = pictures[1].quantize(COLOURS, dither=Image.Dither.NONE)
    flat = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in pictures]
    made = io.BytesIO()
    flat[0].save(made, "GIF", save_all=True, append_images=flat[1:], duration=times, loop=0, optimize=True)
    return made.getvalue()


# ---------------------------------------------------------------- diagrams

INK, LINE, PAPER, BOX, ACCENT = "#1b2836", "#857b65", "#fffdf8", "#dfe9f7", "#1f4f94"
ROOMS = (
    ("web/", "the browser client, in TypeScript"),
    ("server/  envs/  terminal/  cli/  testing/", "adapters"),
    ("arena/  learn/  review/", "studies"),
    ("bots/", "levels, protocol"),
    ("engine/", "search, networks"),
    ("batches/", "thousands of games a call"),
    ("play/", "a game in progress, records, views"),
    ("games/", "contract, registry, one folder for each game"),
    ("kernel/  texts/", "compiling, random numbers; the catalogue"),
)
STATIONS = ("boards", "table", "live/", "tables/", "storage/")
MESSAGES = (
    (0, 1, "choice"),
    (1, 2, "message over the live connection"),
    (2, 3, "one transaction"),
    (3, 4, "events, commit"),
    (3, 2, "announcement"),
    (2, 1, "one update for each audience, encoded once"),
    (1, 0, "new board, legal moves, transfers"),
)


def _diagram(width: int, height: int, title: str, parts: list[str]) -> str:
    arrow = '<marker id="to" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="system-ui, sans-serif" font-size="14" fill="{INK}"><title>{title}</title>'
        f'<defs>{arrow}<path d="M0 0 8 4 0 8Z" fill="{ACCENT}"/></marker></defs>'
        f'<rect width="{width}" height="{height}" rx="10" fill="{PAPER}"/>{"".join(parts)}</svg>\n'
    )


def _line(x1: int, y1: int, x2: int, y2: int, dashed: bool = False) -> str:
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    return (
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{ACCENT}" stroke-width="1.5"{dashes} '
        f'marker-end="url(#to)"/>'
    )


def layers() -> str:
    """Return the layers of the package, each standing on the one below."""
    parts, step = [], 54
    for number, (folder, holds) in enumerate(ROOMS):
        y = 16 + number * step
        parts.append(f'<rect x="20" y="{y}" width="560" height="36" rx="8" fill="{BOX}" stroke="{LINE}"/>')
        parts.append(f'<text x="36" y="{y + 23}" font-weight="bold">{folder}</text>')
        parts.append(f'<text x="330" y="{y + 23}">{holds}</text>')
        if number:
            parts.append(_line(300, y - 18, 300, y - 1, dashed=number == 1))
    parts.append(f'<text x="310" y="{16 + step - 5}" font-size="12">messages only</text>')
    return _diagram(600, 16 + len(ROOMS) * step, "The layers of Azulejo, from the browser down to the kernel", parts)


def way_of_a_move() -> str:
    """Return who tells whom when a move is made."""
    parts, step, apart = [], 40, 190
    bottom = 76 + len(MESSAGES) * step
    places = [80 + number * apart for number in range(len(STATIONS))]
    for x, name in zip(places, STATIONS, strict=True):
        parts.append(f'<line x1="{x}" y1="52" x2="{x}" y2="{bottom - 10}" stroke="{LINE}"/>')
        parts.append(f'<rect x="{x - 60}" y="16" width="120" height="36" rx="8" fill="{BOX}" stroke="{LINE}"/>')
        parts.append(f'<text x="{x}" y="39" text-anchor="middle" font-weight="bold">{name}</text>')
    for number, (start, end, said) in enumerate(MESSAGES):
        y, middle = 92 + number * step, (places[start] + places[end]) // 2
        parts.append(_line(places[start], y, places[end], y, dashed=end < start))
        parts.append(
            f'<text x="{middle}" y="{y - 7}" text-anchor="middle" font-size="12" stroke="{PAPER}" stroke-width="4" '
            f'paint-order="stroke">{said}</text>'
        )
    return _diagram(places[-1] + 80, bottom, "The way of a move, from the click to the database and back", parts)


def icon() -> str:
    """Return our sign, from the shapes that the browser client draws it with."""
    text = LOGO.read_text(encoding="utf-8")
    paths = {name: _found(rf'const {name} = "([^"]+)"', text) for name in ("CORNER", "LEAF", "PETAL")}
    ground = _found(r'GROUND = "([^"]+)"', text)
    shapes = [f'<rect x="-32" y="-32" width="64" height="64" rx="13" fill="{ground}"/>']
    for name, path in paths.items():
        fill = _found(rf'around\({name}, "([^"]+)"\)', text)
        shapes += [f'<path fill="{fill}" transform="rotate({turn})" d="{path}"/>' for turn in (0, 90, 180, 270)]
    for name in ("RING", "DOT"):
        radius, fill = _found(rf"const {name} = circle\((\d+)\)", text), _found(rf'path: {name}, fill: "([^"]+)"', text)
        shapes.append(f'<circle r="{radius}" fill="{fill}"/>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64">{"".join(shapes)}</svg>\n'


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    if found is None:
        raise ValueError(f"{LOGO.name} has no {pattern}")
    return found[1]


def main() -> None:
    """Write all of them."""
    for file, svg in files():
        file.parent.mkdir(exist_ok=True)
        file.write_text(svg, encoding="utf-8")
        print(file.relative_to(ROOT))
    TURN.write_bytes(moving_picture())
    print(TURN.relative_to(ROOT))


if __name__ == "__main__":
    main()
