"""The colours of the client: text and shapes stand out from their ground, in both themes and for every kind of eye."""

import re
from pathlib import Path

import pytest

TEXT, SHAPE = 4.5, 3.0

ON_SURFACES = ("ink", "ink-2", "link")
SURFACES = ("ground", "surface", "surface-2")
TEXTS = [(text, surface) for text in ON_SURFACES for surface in SURFACES] + [
    ("on-cobalt", "cobalt"),
    ("cobalt", "surface"),
    ("clay", "surface"),
    ("clay", "clay-soft"),
    ("gain", "surface"),
    ("gain", "gain-soft"),
    ("loss", "surface"),
    ("loss", "loss-soft"),
    *((text, soft) for text in ("ink", "link") for soft in ("cobalt-soft", "glow-soft", "clay-soft", "sunken")),
    ("ink-2", "cobalt-soft"),
    ("ink-2", "glow-soft"),
    ("ink-2", "sunken"),
]
"""Text on what."""
SHAPES = [(shape, ground) for shape in ("line-strong", "focus", "glow", "cobalt") for ground in SURFACES] + [
    ("glow", "glow-soft"),
    ("cobalt", "cobalt-soft"),
]
"""Lines, rings and signs on what."""
TILES = "byrkwts"
HEXES = "bglypm"

DICHROMACY = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""How colours look without one kind of cones, in linear light (Machado and others, 2009)."""

Linear = tuple[float, float, float]


@pytest.fixture(scope="module")
def colours(root: Path) -> dict[str, dict[str, str]]:
    """Every colour of the files tokens.css by theme and name."""
    text = "".join(path.read_text() for path in (root / "web" / "src").rglob("tokens.css"))
    themes: dict[str, dict[str, str]] = {"light": {}, "dark": {}}
    for name, value in re.findall(r"--([\w-]+):\s*([^;]+);", text):
        both = re.fullmatch(r"light-dark\((#\w{6}), (#\w{6})\)", value)
        if both or re.fullmatch(r"#\w{6}", value):
            themes["light"][name] = both[1] if both else value
            themes["dark"][name] = both[2] if both else value
    return themes


def linear(colour: str) -> Linear:
    """Return a colour in linear light."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def seen(colour: Linear, eye: str) -> Linear:
    """Return what an eye without one kind of cones sees."""
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, colour, strict=True))))
        for row in DICHROMACY[eye]
    )
    return red, green, blue


def contrast(one: Linear, other: Linear) -> float:
    """Return the ratio of brightness, as the accessibility guidelines define it."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: Linear) -> float:
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


def test_contrast_is_measured_as_the_guidelines_do() -> None:
    assert contrast(linear("#000000"), linear("#ffffff")) == pytest.approx(21)
    assert contrast(linear("#767676"), linear("#ffffff")) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("pairs", "least"), [(TEXTS, TEXT), (SHAPES, SHAPE)], ids=["text", "shapes"])
def test_text_and_shapes_stand_out(
    colours: dict[str, dict[str, str]], theme: str, pairs: list[tuple[str, str]], least: float
) -> None:
    palette = colours[theme]
    found = {pair: contrast(linear(palette[pair[0]]), linear(palette[pair[1]])) for pair in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least} == {}


def test_ornaments_and_letters_stand_out_on_every_tile_for_every_eye(colours: dict[str, dict[str, str]]) -> None:
    palette = colours["light"]
    pairs = [(f"glaze-{tile}-2", f"glaze-{tile}") for tile in TILES] + [(f"hex-{one}-2", f"hex-{one}") for one in HEXES]
    wrong: dict[tuple[tuple[str, str], str], float] = {}
    for pair in pairs:
        ornament, body = (linear(palette[name]) for name in pair)
        ratios = {"": contrast(ornament, body)}
        ratios |= {eye: contrast(seen(ornament, eye), seen(body, eye)) for eye in DICHROMACY}
        wrong |= {(pair, eye): round(ratio, 2) for eye, ratio in ratios.items() if ratio < (SHAPE if eye else TEXT)}
    assert wrong == {}


@pytest.mark.parametrize(("folders", "kinds"), [(("art", "boards/duel"), "BYRKWTSJ"), (("boards/garden",), "123456")])
def test_every_piece_has_an_ornament_of_its_own(root: Path, folders: tuple[str, ...], kinds: str) -> None:
    drawn = "".join((root / "web" / "src" / folder / "Sprites.svelte").read_text() for folder in folders)
    found = dict(re.findall(r'<symbol id="(?:ornament|pattern)-(\w)"[^>]*>(.*?)</symbol>', drawn, re.S))
    pictures = [re.sub(r"\s+", " ", found[kind]) for kind in kinds]
    assert len(set(pictures)) == len(kinds)


def test_every_colour_of_the_garden_has_an_edge_of_its_own(root: Path) -> None:
    styles = (root / "web" / "src" / "boards" / "garden" / "Hex.svelte").read_text()
    edges = {colour: re.search(rf"\.{colour} \.ring \{{(.*?)\}}", styles, re.S) for colour in HEXES}
    plain = [colour for colour, found in edges.items() if not found]
    assert len(plain) <= 1  # one of them has the plain line
    assert len({found[1] if found else "" for found in edges.values()}) == len(HEXES)
