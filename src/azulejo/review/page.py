"""A report as one page that needs nothing else: to keep, to send, to print."""

from collections.abc import Iterable
from html import escape

from azulejo.play import Game, Record
from azulejo.review.report import CurvePoint, GameReport, SeatReport, TurnReport
from azulejo.review.settings import MISTAKES
from azulejo.review.words import capital, percent
from azulejo.texts import say

WIDTH, HEIGHT, EDGE = 720, 200, 30
COLOURS = ("#1d62a8", "#b4472a", "#3d7d3a", "#7a4fa0", "#8a6d1d", "#2a8a8a", "#a03a6a", "#555555")
STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8882; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 760px; margin: 0 auto; padding: 1rem; }
h1, h2 { line-height: 1.2; } table { border-collapse: collapse; width: 100%; } svg { max-width: 100%; height: auto; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: right; }
th:first-child, td:first-child { text-align: left; } .wide { overflow-x: auto; }
.told { border-left: 4px solid #b4472a; background: var(--soft); padding: .5rem 1rem; margin: 1rem 0; }
.inaccuracy { border-color: #b48a1d; } .blunder { border-color: #a01d1d; } .board { background: #fff; }
"""


def page(record: Record, report: GameReport, lang: str) -> str:
    """Return a report as HTML in a language; boards and the curve are drawn in it."""
    game = Game.from_record(record)
    title = capital(say("review.page.title", lang, game=say(f"{record.game}.name", lang)))
    parts = [
        f"<h1>{escape(title)}</h1>",
        *(_verdict(seat, lang) for seat in report.seats),
        f"<h2>{_text('review.page.curve', lang)}</h2>",
        curve(report, lang),
        _turning(report, lang),
        f"<h2>{_text('review.page.sums', lang)}</h2>",
        _sums(report, lang),
        *_mistakes(game, report, lang),
        f"<p><small>{_text('review.page.how', lang, nodes=report.nodes, samples=report.samples)}</small></p>",
    ]
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
    )
    return f'<!DOCTYPE html>\n<html lang="{lang}"><head>{head}</head>\n<body>\n' + "\n".join(parts) + "\n</body></html>"


def _text(key: str, lang: str, **values: object) -> str:
    return escape(capital(say(key, lang, **values)))


def name_of(seat: SeatReport, lang: str) -> str:
    """Return who sits there."""
    return seat.player or say("play.player", lang, seat=seat.seat + 1)


def _verdict(seat: SeatReport, lang: str) -> str:
    return f"<p><strong>{escape(capital(name_of(seat, lang)))}, {seat.score}</strong>: {escape(seat.verdict[lang])}</p>"


# ---------------------------------------------------------------- the curve


def curve(report: GameReport, lang: str) -> str:
    """Return the chances of all seats as a drawing, with the rounds marked; a click on a mistake goes to it."""
    last = max(1, report.events)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{_text("review.page.curve", lang)}" '
        'font-family="sans-serif" font-size="12" fill="currentColor">'
    ]
    for share in (0, 0.5, 1):
        y = _y(share)
        parts.append(f'<line x1="{EDGE}" x2="{WIDTH}" y1="{y}" y2="{y}" stroke="currentColor" stroke-opacity=".25"/>')
        parts.append(f'<text x="0" y="{y + 4}">{100 * share:.0f} %</text>')
    for point in _first_of_rounds(report.curve):
        x = _x(point.number, last)
        parts.append(
            f'<line x1="{x}" x2="{x}" y1="{_y(1)}" y2="{_y(0)}" stroke="currentColor" stroke-opacity=".25"/>'
            f'<text x="{x + 3}" y="{HEIGHT - 4}">{point.round}</text>'
        )
    for seat in report.seats:
        colour = COLOURS[seat.seat % len(COLOURS)]
        points = " ".join(f"{_x(one.number, last)},{_y(one.win[seat.seat])}" for one in report.curve)
        name = escape(capital(name_of(seat, lang)))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{EDGE + 5 + 150 * seat.seat}" y="14" fill="{colour}">{name}</text>')
    for turn in _told(report):
        x, y = _x(turn.number, last), _y(turn.before.win[turn.seat])
        parts.append(
            f'<a href="#turn-{turn.number}"><circle cx="{x}" cy="{y}" r="6" fill="{COLOURS[turn.seat % len(COLOURS)]}">'
            f"<title>{escape(turn.said[lang])}</title></circle></a>"
        )
    return "".join([*parts, "</svg>"])


def _x(number: int, last: int) -> float:
    return round(EDGE + (WIDTH - EDGE - 8) * number / last, 1)


def _y(share: float) -> float:
    return round(24 + (HEIGHT - 44) * (1 - share), 1)


def _first_of_rounds(points: Iterable[CurvePoint]) -> list[CurvePoint]:
    found: dict[int, CurvePoint] = {}
    for point in points:
        found.setdefault(point.round, point)
    return list(found.values())


# ---------------------------------------------------------------- the rest


def _told(report: GameReport) -> list[TurnReport]:
    return [turn for turn in report.turns if turn.label in MISTAKES]


def _turning(report: GameReport, lang: str) -> str:
    items = "".join(
        f'<li><a href="#turn-{one.number}">{escape(one.said[lang])}</a></li>' for one in report.turning_points
    )
    return f"<h2>{_text('review.page.turning', lang)}</h2><ol>{items}</ol>" if items else ""


def _sums(report: GameReport, lang: str) -> str:
    heads = ["start", "luck", "lost", "gained", "residual", "result", "accuracy"]
    head = "".join(f"<th>{_text(f'review.page.{name}', lang)}</th>" for name in heads)
    rows = []
    for seat in report.seats:
        cells = [
            f"{'-' if name == 'lost' and seat.lost else ''}{percent(getattr(seat, name))} %" for name in heads[:-1]
        ]
        cells.append("-" if seat.accuracy is None else f"{seat.accuracy:.0f}")
        name = escape(capital(name_of(seat, lang)))
        rows.append(f"<tr><td>{name}</td>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    return f'<div class="wide"><table><tr><th></th>{head}</tr>{"".join(rows)}</table></div>'


def _mistakes(game: Game, report: GameReport, lang: str) -> Iterable[str]:
    told = _told(report)
    if told:
        yield f"<h2>{_text('review.page.mistakes', lang)}</h2>"
    for turn in told:
        label = _text(f"review.label.{turn.label}", lang)
        where = _text("review.page.where", lang, round=turn.round, seat=turn.seat + 1)
        board = game.rulebook.svg(game.at(turn.number), lang)
        yield (
            f'<section class="told {turn.label}" id="turn-{turn.number}"><h3>{label}: {percent(turn.cost)} %</h3>'
            f"<p>{where}. {escape(turn.said[lang])} ({escape(' '.join(turn.moves))})</p>"
            f"<p>{escape((turn.reason or {})[lang])} ({escape(' '.join(turn.line))})</p>"
            f'<div class="board">{board}</div></section>'
        )
