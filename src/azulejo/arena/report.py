"""How a match stands, in a few lines of text."""

import math
from collections.abc import Sequence

from azulejo.arena.standing import BotStanding, Standing, TableStanding
from azulejo.arena.statistics import Interval
from azulejo.games import title
from azulejo.play.start import RANDOM
from azulejo.texts import say


def report(found: Standing, lang: str) -> str:
    """Return the whole result as text: ratings, tables, the sequential test, faults."""
    parts = [headline(found, lang), _columns(*rating_rows(found, lang)), _columns(*table_rows(found, lang))]
    parts += [line for line in (sprt_line(found, lang), fault_line(found, lang)) if line]
    return "\n\n".join(parts)


def headline(found: Standing, lang: str) -> str:
    """Return what was played, and how much of it."""
    settings = found.settings
    game = say(f"{settings.game}.name", lang)
    usual = title(settings.game).complete({})
    options = [f"{name}={value}" for name, value in settings.options.items() if value != usual.get(name, RANDOM)]
    played = say("arena.games_of", lang, done=found.games, total=settings.games)
    return ", ".join([game, say("arena.seats", lang, count=settings.seats), *options, played])


def rating_rows(found: Standing, lang: str) -> tuple[list[str], list[list[str]]]:
    """Return the heads and rows of the table of ratings, the strongest first."""
    heads = [
        say(f"arena.head.{key}", lang)
        for key in ("bot", "rating", "games", "points", "expected", "pace", "processor", "faults")
    ]
    return heads, [
        [
            name,
            "-" if bot.rating is None else with_error(bot.rating.elo, bot.rating.error),
            str(bot.games),
            f"{bot.points:g}" if bot.points == round(bot.points, 1) else f"{bot.points:.1f}",
            f"{bot.expected:g}" if bot.expected == round(bot.expected, 1) else f"{bot.expected:.1f}",
            f"{bot.pace:.3f}",
            "-" if bot.processor is None else f"{bot.processor:.3f}",
            str(bot.faults),
        ]
        for bot, name in sorted(
            zip(found.bots, found.names, strict=True), key=lambda pair: rating_of(pair[0]), reverse=True
        )
    ]


def rating_of(bot: BotStanding) -> float:
    """Return a rating to sort by; a bot that has none comes last."""
    return -math.inf if bot.rating is None else bot.rating.elo


def table_rows(found: Standing, lang: str) -> tuple[list[str], list[list[str]]]:
    """Return the heads and rows of the tables."""
    heads = [say(f"arena.head.{key}", lang) for key in ("table", "pairs", "results", "share", "elo", "margin")]
    return heads, [
        [
            table_name(found, one),
            str(one.pairs),
            f"+{one.won} ={one.shared} -{one.lost}",
            percent(one.shares[one.table.one]) if one.pairs else "-",
            _span(one.elo, "+.0f") if one.pairs and len(one.shares) == 2 else "-",
            _span(one.margin, "+.1f") if one.pairs else "-",
        ]
        for one in found.tables
    ]


def table_name(found: Standing, one: TableStanding) -> str:
    """Return who sits at a table: the one, then the others, copies counted."""
    names = found.names
    others = [
        f"{one.table.bots.count(bot)} x {names[bot]}" if one.table.bots.count(bot) > 1 else names[bot]
        for bot in one.shares
        if bot != one.table.one
    ]
    return f"{names[one.table.one]} : {', '.join(others)}"


def sprt_line(found: Standing, lang: str) -> str:
    """Return what the sequential test says, if there is one."""
    test, verdict = found.settings.test, found.verdict
    if test is None or verdict is None:
        return ""
    values = {"elo0": f"{test.elo0:g}", "elo1": f"{test.elo1:g}", "pairs": verdict.pairs}
    values |= {"llr": f"{verdict.ratio:.2f}", "lower": f"{test.lower:.2f}", "upper": f"{test.upper:.2f}"}
    if verdict.accepted is None:
        return say("arena.sprt.open", lang, **values)
    accepted = values[f"elo{verdict.accepted}"]
    return say("arena.sprt.accepted", lang, accepted=accepted, **values)


def fault_line(found: Standing, lang: str) -> str:
    """Return which faults occurred, if any."""
    if not found.faults:
        return ""
    return say("arena.faults", lang, values=[f"{kind} {count}" for kind, count in found.faults.items()])


def percent(share: Interval) -> str:
    """Return a share with its interval.

    >>> percent(Interval(0.75, 0.702, 0.79))
    '75.0 % (70.2 .. 79.0)'
    """
    return f"{share.value:.1%} ({share.low * 100:.1f} .. {share.high * 100:.1f})".replace("%", " %", 1)


def _span(value: Interval, form: str) -> str:
    if math.isnan(value.value):
        return "-"
    return f"{_number(value.value, form)} ({_number(value.low, form)} .. {_number(value.high, form)})"


def _number(value: float, form: str) -> str:
    return format(value, form) if math.isfinite(value) else "-∞" if value < 0 else "+∞"


def with_error(value: float, error: float) -> str:
    """Return a rating with its error, if it has one."""
    return f"{value:+.0f} ± {error:.0f}" if error else f"{value:+.0f}"


def _columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of text; the first column stands left, the others right."""
    lines = [list(heads), *(list(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
