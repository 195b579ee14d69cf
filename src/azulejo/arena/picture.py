"""A picture of the result: ratings with their errors, and who beats whom."""

from xml.sax.saxutils import escape

from azulejo.arena.report import fault_line, headline, rating_of, sprt_line, with_error
from azulejo.arena.standing import Standing
from azulejo.arena.statistics import normal_quantile
from azulejo.texts import say

WIDTH = 960
MARGIN = 24
ROW = 34
NAME = 200
"""Width of the column of names."""
CHART = WIDTH - 2 * MARGIN - NAME - 150

INK, FAINT, PAPER = "#1f2933", "#52606d", "#fdfcf9"
BLUE, GOLD = "#2f6db5", "#c9962b"

LONGEST_NAME = 26


def picture(found: Standing, lang: str = "en") -> str:
    """Return the picture as SVG."""
    ordered = sorted(range(len(found.bots)), key=lambda bot: -rating_of(found.bots[bot]))
    parts: list[str] = []
    top = MARGIN + 20.0
    parts.append(_text(MARGIN, top, headline(found, lang), size=19, weight="bold"))
    for line in filter(None, (sprt_line(found, lang), fault_line(found, lang))):
        top += 22
        parts.append(_text(MARGIN, top, line, colour=FAINT, size=13))
    top += 42
    drawn, top = _ratings(found, ordered, top, lang)
    parts += drawn
    if found.settings.seats == 2 or found.settings.tables == "equals":
        drawn, top = _crosstable(found, ordered, top + 36, lang)
        parts += drawn
    height = top + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
        f'height="{height:.0f}" font-family="system-ui, sans-serif" role="img">'
        f"<title>{escape(headline(found, lang))}</title>"
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{"".join(parts)}</svg>\n'
    )


def _ratings(found: Standing, ordered: list[int], top: float, lang: str) -> tuple[list[str], float]:
    """Draw every rating as a point with the reach of its interval."""
    z = normal_quantile()
    spans = [(bot.rating.elo - z * bot.rating.error, bot.rating.elo + z * bot.rating.error)
             for bot in found.bots if bot.rating is not None]  # fmt: skip
    low, high = min((span[0] for span in spans), default=0.0), max((span[1] for span in spans), default=0.0)
    room = max(high - low, 100.0) * 0.05
    low, high = low - room, max(high, low + 100) + room
    left = MARGIN + NAME

    def place(elo: float) -> float:
        return left + (elo - low) / (high - low) * CHART

    parts = [_text(MARGIN, top, say("arena.picture.ratings", lang), weight="bold")]
    bottom = top + ROW * len(ordered) + 10
    for mark in _marks(low, high):
        parts.append(_line(place(mark), top + 10, place(mark), bottom, "#e4e0d6"))
        parts.append(_text(place(mark), bottom + 16, f"{mark:+.0f}", colour=FAINT, size=12, anchor="middle"))
    for row, number in enumerate(ordered):
        bot, y = found.bots[number], top + ROW * (row + 0.75)
        parts.append(_name(MARGIN, y + 5, found.names[number]))
        if bot.rating is None:
            parts.append(_text(left + CHART + 14, y + 5, "-", colour=FAINT))
            continue
        reach = z * bot.rating.error
        x = place(bot.rating.elo)
        if reach:
            ends = place(bot.rating.elo - reach), place(bot.rating.elo + reach)
            parts.append(_line(ends[0], y, ends[1], y, BLUE, 2))
            parts += [_line(end, y - 5, end, y + 5, BLUE, 2) for end in ends]
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{BLUE if reach else GOLD}"/>')
        parts.append(_text(left + CHART + 14, y + 5, with_error(bot.rating.elo, reach)))
    note = say("arena.picture.anchor", lang, bot=found.settings.bots[found.settings.anchor])
    parts.append(_text(MARGIN, bottom + 38, note, colour=FAINT, size=12))
    return parts, bottom + 38


def _marks(low: float, high: float) -> list[float]:
    """Return round numbers between two limits, about eight of them."""
    steps = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
    step = next((step for step in steps if (high - low) / step <= 9), steps[-1])
    first = -(-low // step) * step
    return [first + step * number for number in range(int((high - first) // step) + 1)]


def _crosstable(found: Standing, ordered: list[int], top: float, lang: str) -> tuple[list[str], float]:
    """Draw who gets which share of victories against whom."""
    fair = 1 / found.settings.seats
    cells = _cells(found)
    size = min(110.0, (WIDTH - 2 * MARGIN - NAME) / len(ordered))
    key = "arena.picture.shares" if found.settings.seats == 2 else "arena.picture.shares_equals"
    parts = [_text(MARGIN, top, say(key, lang, count=found.settings.seats - 1), weight="bold")]
    top += 14
    for column, bot in enumerate(ordered):
        x = MARGIN + NAME + size * (column + 0.5)
        longest = max(4, int(size / 7.5))
        parts.append(_text(x, top + 14, _short(found.settings.bots[bot], longest), colour=FAINT, size=12,
                           anchor="middle"))  # fmt: skip
    top += 22
    for row, bot in enumerate(ordered):
        y = top + 40 * row
        parts.append(_name(MARGIN, y + 25, found.settings.bots[bot]))
        for column, other in enumerate(ordered):
            x = MARGIN + NAME + size * column
            cell = cells.get((bot, other))
            fill = "#efece4" if bot == other else "#ffffff" if cell is None else _shade(cell[0], fair)
            parts.append(f'<rect x="{x + 1:.1f}" y="{y + 1:.1f}" width="{size - 2:.1f}" height="38" rx="4" '
                         f'fill="{fill}"/>')  # fmt: skip
            if cell is not None:
                share, low, high = cell
                parts.append(_text(x + size / 2, y + 19, f"{share:.1%}", anchor="middle"))
                if size >= 70:
                    span = f"{low * 100:.1f} .. {high * 100:.1f}"
                    parts.append(_text(x + size / 2, y + 33, span, colour=FAINT, size=11, anchor="middle"))
    return parts, top + 40 * len(ordered)


def _cells(found: Standing) -> dict[tuple[int, int], tuple[float, float, float]]:
    """Return the share and its limits for each bot against each other it met."""
    cells = {}
    for one in found.tables:
        if not one.pairs:
            continue
        first, other = one.table.bots[:2]
        share = one.shares[first]
        cells[first, other] = share.value, share.low, share.high
        if one.table.seats == 2:
            cells[other, first] = 1 - share.value, 1 - share.high, 1 - share.low
    return cells


def _shade(share: float, fair: float) -> str:
    """Return a light colour: blue for more than a fair share, red for less."""
    strength = (share - fair) / (1 - fair) if share >= fair else (share - fair) / fair
    colour = (47, 109, 181) if strength >= 0 else (181, 69, 47)
    depth = 0.08 + 0.42 * abs(strength)
    return "#" + "".join(f"{round(255 - (255 - part) * depth):02x}" for part in colour)


def _name(x: float, y: float, name: str) -> str:
    return _text(x, y, _short(name, LONGEST_NAME))


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: int = 1) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"/>'


def _text(
    x: float, y: float, text: str, colour: str = INK, size: int = 14, weight: str = "normal", anchor: str = "start"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" '
        f'fill="{colour}">{escape(text)}</text>'
    )
