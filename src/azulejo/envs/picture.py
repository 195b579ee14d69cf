"""How environments are drawn: with characters, as an SVG text, as an array of pixels.

Pixels are the same on every machine: the fonts come with a package (Roboto), not from the system.
"""

import io
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejo.games.contract import Rulebook
from azulejo.texts import DEFAULT_LANGUAGE, LANGUAGES
from azulejo.texts.errors import BadOption

RENDER_MODES = ("ansi", "human", "svg", "rgb_array")
"""The table drawn with characters, the same printed, as a picture, and as pixels."""

FONT = "Roboto"
NOT_IN_FONT = {"●": "•", "◆": "◊", "▶": "»"}
"""Signs of our drawings that the font lacks, and the most similar that it has."""


def check_rendering(render_mode: str | None, lang: str) -> None:
    """Raise BadOption for a render mode that there is not, or a language without texts."""
    given = {"render_mode": (render_mode, (None, *RENDER_MODES)), "lang": (lang, LANGUAGES)}
    for option, (value, values) in given.items():
        if value not in values:
            raise BadOption("errors.option_value", option=option, value=value, values=[one for one in values if one])


def render(book: Rulebook, state: Any, mode: str | None, lang: str = DEFAULT_LANGUAGE) -> Any:
    """Return a drawing of a state: a text, an SVG text or pixels; ``human`` prints it and returns None."""
    if mode == "ansi":
        return book.text(state, lang)
    if mode == "human":
        print(book.text(state, lang), end="\n\n", flush=True)
    if mode == "svg":
        return book.svg(state, lang)
    return pixels(book.svg(state, lang)) if mode == "rgb_array" else None


def png(svg: str, zoom: float = 1.0) -> bytes:
    """Return an SVG text as a PNG file."""
    try:
        from font_roboto import Roboto, RobotoBold
        from resvg_py import svg_to_bytes
    except ImportError as problem:
        raise BadOption("envs.missing", name=problem.name, extra="research") from None
    for sign, similar in NOT_IN_FONT.items():
        svg = svg.replace(sign, similar)
    return svg_to_bytes(
        svg_string=svg,
        zoom=zoom,
        background="#ffffff",
        skip_system_fonts=True,
        font_files=[Roboto, RobotoBold],
        font_family=FONT,
        serif_family=FONT,
        sans_serif_family=FONT,
    )


def pixels(svg: str) -> npt.NDArray[np.uint8]:
    """Return an SVG text as an array of height x width x (red, green, blue)."""
    data = png(svg)
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        return np.array(image.convert("RGB"))
