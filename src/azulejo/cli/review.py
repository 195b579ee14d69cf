"""``azulejo review``: the report of a game, as lines to read, as JSON, or as a page."""

from pathlib import Path

from azulejo.cli.progress import progress_bar
from azulejo.cli.records import one_record
from azulejo.cli.search import engine_ready
from azulejo.play.record import write_file
from azulejo.review import GameReport, review
from azulejo.review.page import page
from azulejo.review.settings import MISTAKES
from azulejo.review.words import percent
from azulejo.texts import say


def review_file(
    file: Path,
    game_number: int | None,
    setting: str,
    nodes: int | None,
    seed: int,
    as_json: bool,
    html: Path | None,
    lang: str,
) -> None:
    """Look at a game turn by turn, and print or write what there is to say of it."""
    record = one_record(file, game_number)
    engine_ready(record.game, lang)
    with progress_bar(say("cli.review.looking", lang), 1000) as bar:
        report = review(
            record,
            setting=setting,
            nodes=nodes,
            seed=seed,
            progress=lambda grown: bar.show(int(1000 * grown.done), 1000),
        )
    if html is not None:
        write_file(html, page(record, report, lang))
    if as_json:
        print(report.to_json())
    else:
        print("\n".join(lines(report, lang)))


def lines(report: GameReport, lang: str) -> list[str]:
    """Return a report to read, most important things first."""
    found = []
    for seat in report.seats:
        name = seat.player or say("play.player", lang, seat=seat.seat + 1)
        score = say("cli.review.score", lang, name=name, count=seat.score)
        found += [f"{score}: {seat.verdict[lang]}"]
        values = {part: percent(getattr(seat, part)) for part in ("result", "start", "luck", "lost", "gained")}
        found += ["  " + say("cli.review.sum", lang, **values, residual=percent(seat.residual))]
        if seat.accuracy is not None:
            rounds = ", ".join("-" if one.accuracy is None else f"{one.accuracy:.0f}" for one in seat.rounds)
            found += ["  " + say("cli.review.accuracy", lang, value=f"{seat.accuracy:.0f}", rounds=rounds)]
    if report.turning_points:
        found += ["", say("cli.review.turning", lang)]
        found += [f"  {one.number:4}  {one.said[lang]}" for one in report.turning_points]
    told = [turn for turn in report.turns if turn.label in MISTAKES and turn.reason is not None]
    if told:
        found += ["", say("cli.review.mistakes", lang)]
    for turn in told:
        label = say(f"review.label.{turn.label}", lang)
        player = say("play.player", lang, seat=turn.seat + 1)
        found.append(f"  {turn.number:4}  {player}, {' '.join(turn.moves)}: {label}, {percent(turn.cost)} %")
        found.append(f"        {(turn.reason or {})[lang]}")
    return found
