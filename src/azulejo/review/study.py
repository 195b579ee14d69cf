"""A whole game, looked at step by step: first a curve at a glance, then every turn, then every draw, then the sum."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import exp
from typing import Any

import azulejo.texts.version as program
from azulejo.engine import FullSearch, Worth
from azulejo.games import evaluation
from azulejo.games.contract import OVER, stops_at_draws, to_move
from azulejo.play import Game, Record
from azulejo.review import words
from azulejo.review.judge import Judge, Judgement, Luck
from azulejo.review.names import LABELS, Label
from azulejo.review.report import (
    FORMAT,
    CurvePoint,
    DrawReport,
    GameReport,
    Prospect,
    RoundReport,
    SeatReport,
    TurningPoint,
    TurnReport,
)
from azulejo.review.settings import CERTAIN, MISTAKES, ReviewSettings
from azulejo.review.walk import Course, Draw, Turn, course_of

METHOD = "1"
"""Counts up when reports come to mean something else."""
DIGITS = 6
MOST_TURNING_POINTS = 5
HARSHNESS = 10.0
"""A turn that costs a tenth of a victory is 37 % accurate."""


@dataclass
class Study:
    """What is known of a game so far."""

    record: Record
    settings: ReviewSettings
    course: Course
    curve: dict[int, CurvePoint] = field(default_factory=dict)
    turns: dict[int, TurnReport] = field(default_factory=dict)
    draws: dict[int, DrawReport] = field(default_factory=dict)
    start: tuple[float, ...] = ()

    @property
    def work(self) -> int:
        """How many steps there are."""
        return len(self.course.turns) + len(self.course.draws)

    def report(self, complete: bool = False) -> GameReport:
        """Return the report as it is now."""
        game, record = self.course.game, self.record
        ended = game.outcome()
        assert ended is not None
        turns = tuple(self.turns[number] for number in sorted(self.turns))
        draws = tuple(self.draws[number] for number in sorted(self.draws))
        report = GameReport(
            format=FORMAT,
            game=record.game,
            complete=complete,
            done=1.0 if complete else round((len(turns) + len(draws)) / max(1, self.work), 3),
            setting=self.settings.setting,
            nodes=self.settings.nodes,
            samples=self.settings.samples,
            seed=self.settings.seed,
            engine=f"{METHOD} ({program.version()})",
            winners=ended.winners,
            scores=ended.scores,
            events=len(record.events),
            curve=tuple(self.curve[number] for number in sorted(self.curve)),
            turns=turns,
            draws=draws,
            seats=(),
            turning_points=(),
        )
        if not complete:
            return report
        return replace(report, seats=self._seats(turns, draws), turning_points=turning_points(turns, draws))

    # ------------------------------------------------------------ the seats

    def _seats(self, turns: Sequence[TurnReport], draws: Sequence[DrawReport]) -> tuple[SeatReport, ...]:
        bare = [self._seat(seat, turns, draws) for seat in range(self.course.game.seats)]
        return tuple(
            replace(one, verdict=words.verdict_of(one, [other for other in bare if other is not one], draws))
            for one in bare
        )

    def _seat(self, seat: int, turns: Sequence[TurnReport], draws: Sequence[DrawReport]) -> SeatReport:
        own = [turn for turn in turns if turn.seat == seat]
        lost = sum(turn.cost for turn in own)
        gained = sum(turn.after.win[seat] - turn.before.win[seat] for turn in turns if turn.seat != seat)
        luck = sum(draw.luck[seat] for draw in draws)
        result, start = self.course.result[seat], self.start[seat]
        chosen = [turn for turn in own if turn.choices > 1]
        seconds = [turn.seconds for turn in own if turn.seconds is not None]
        players = self.course.game.players
        return SeatReport(
            seat=seat,
            player=players[seat] if players else "",
            score=self.course.game.scores[seat],
            result=rounded(result),
            start=rounded(start),
            luck=rounded(luck),
            lost=rounded(lost),
            gained=rounded(gained),
            residual=rounded(result - rounded(start) - rounded(luck) + rounded(lost) - rounded(gained)),
            luck_error=rounded(sum(draw.error**2 for draw in draws) ** 0.5),
            lost_error=rounded(sum(turn.error**2 for turn in own) ** 0.5),
            points=rounded(sum(turn.points for turn in own), 2),
            accuracy=accuracy(chosen),
            labels={label: sum(turn.label == label for turn in chosen) for label in LABELS},
            rounds=tuple(
                self._round(seat, number, chosen, draws)
                for number in sorted({turn.round for turn in self.course.turns})
            ),
            seconds=rounded(sum(seconds), 1) if seconds else None,
            verdict={},
            puzzles=(),
        )

    def _rounds(self) -> list[int]:
        return sorted({turn.round for turn in self.course.turns})

    def _round(self, seat: int, number: int, turns: Sequence[TurnReport], draws: Sequence[DrawReport]) -> RoundReport:
        here = [turn for turn in turns if turn.round == number]
        return RoundReport(
            round=number,
            accuracy=accuracy(here),
            lost=rounded(sum(turn.cost for turn in here)),
            luck=rounded(sum(draw.luck[seat] for draw in draws if draw.round == number)),
        )


def rounded(number: float, digits: int = DIGITS) -> float:
    """Return a number as a report has it."""
    return round(float(number), digits) + 0.0


def accuracy(turns: Sequence[TurnReport]) -> float | None:
    """Return the average of what every turn with a choice deserves: 100 for none of its worth lost."""
    if not turns:
        return None
    return rounded(sum(100 * exp(-HARSHNESS * turn.cost) for turn in turns) / len(turns), 1)


def label_of(cost: float, error: float) -> Label:
    """Return what a turn is called; a cost that is not certain is called nothing bad."""
    if cost <= 0:
        return "best"
    names: list[Label] = [name for name, least in MISTAKES.items() if cost >= least]
    return names[-1] if names and cost > CERTAIN * error else "good"


def turning_points(turns: Sequence[TurnReport], draws: Sequence[DrawReport]) -> tuple[TurningPoint, ...]:
    """Return the moments that changed the game most, of those that are certain."""
    found = [
        TurningPoint(
            kind="turn",
            number=turn.number,
            round=turn.round,
            seat=turn.seat,
            change=tuple(rounded(b - a) for a, b in zip(turn.before.win, turn.after.win, strict=True)),
            said=words.turn_turned(turn),
        )
        for turn in turns
        if turn.label in MISTAKES
    ]
    for draw in draws:
        seat = max(range(len(draw.luck)), key=lambda one: abs(draw.luck[one]))
        if abs(draw.luck[seat]) > max(MISTAKES["inaccuracy"], CERTAIN * draw.error):
            said = words.draw_turned(draw, seat)
            found.append(
                TurningPoint(kind="draw", number=draw.number, round=draw.round, seat=seat, change=draw.luck, said=said)
            )
    found.sort(key=lambda one: -max(map(abs, one.change)))
    return tuple(found[:MOST_TURNING_POINTS])


# ---------------------------------------------------------------- step by step


def steps(
    record: Record, settings: ReviewSettings, *, engine: FullSearch | None = None, stop: threading.Event | None = None
) -> Iterator[GameReport]:
    """Yield the report as it grows; the last one is complete. Whoever sets ``stop`` gets no more."""
    course = course_of(record)
    settings = settings.for_search(solves_rounds(course.game))
    study = Study(record, settings, course)
    judge = Judge(course.game.rulebook, settings, engine)
    stopped = stop or threading.Event()
    for one in _work(study, judge):
        if stopped.is_set():
            return
        if one:
            yield study.report()
    yield study.report(complete=True)


def solves_rounds(game: Game) -> bool:
    """Return whether the engine solves rounds of a game."""
    return evaluation(game.title.name) is not None and game.seats == 2 and bool(stops_at_draws(game.state))


def _work(study: Study, judge: Judge) -> Iterator[bool]:
    """Do one thing after another; say of each whether it is worth showing."""
    course = study.course
    last = CurvePoint(
        number=len(study.record.events),
        round=course.turns[-1].round if course.turns else 0,
        win=_shown(course.result),
        margin=course.margin,
    )
    for turn in course.turns:
        _point(study, turn.number, turn.round, judge.quick(turn.state, turn.seat))
        yield False
    study.curve[last.number] = last
    yield True
    for turn in course.turns:
        verdict = judge.turn(turn)
        study.turns[turn.number] = _turn_report(study, judge, turn, verdict)
        _point(study, turn.number, turn.round, verdict.before)
        yield True
    for draw in course.draws:
        luck = judge.luck(draw)
        study.draws[draw.number] = _draw_report(judge, draw, luck)
        yield True
    study.start = _start(study, judge)


def _point(study: Study, number: int, round_number: int, worth: Worth) -> None:
    study.curve[number] = CurvePoint(
        number=number, round=round_number, win=_shown(worth.win), margin=_shown(worth.margin, 2)
    )


def _shown(numbers: Sequence[float], digits: int = DIGITS) -> tuple[float, ...]:
    return tuple(rounded(one, digits) for one in numbers)


def _prospect(worth: Worth) -> Prospect:
    return Prospect(win=_shown(worth.win), margin=_shown(worth.margin, 2))


def _start(study: Study, judge: Judge) -> tuple[float, ...]:
    """Return the chances before anything has happened."""
    course, game = study.course, study.course.game
    by_chance = [draw for draw in course.draws if draw.state is None]
    if by_chance and game.options.get("first") == "random":
        return (1 / game.seats,) * game.seats
    first = by_chance[0].after if by_chance else game.at(0)
    return course.result if to_move(first) == OVER else _shown(judge.start(first).win)


def _turn_report(study: Study, judge: Judge, turn: Turn, verdict: Judgement) -> TurnReport:
    book = judge.book
    cost, error = rounded(verdict.cost), rounded(verdict.error)
    label = label_of(cost, error)
    best_said = words.moves_said(book, turn.state, verdict.best, order=True)
    found = words.themes_of(book, turn, verdict) if label in MISTAKES else []
    return TurnReport(
        number=turn.number,
        end=turn.end,
        seat=turn.seat,
        round=turn.round,
        moves=_texts(judge, turn.moves),
        said=words.sentences(words.moves_said(book, turn.state, turn.moves)),
        choices=verdict.choices,
        before=_prospect(verdict.before),
        after=_prospect(verdict.after),
        best=_texts(judge, verdict.best),
        best_said=words.sentences(best_said),
        line=_texts(judge, verdict.line),
        answer=_texts(judge, verdict.answer),
        cost=cost,
        points=rounded(verdict.points, 2),
        error=error,
        label=label,
        only=verdict.only,
        proved=verdict.proved,
        themes=tuple(theme.name for theme in found),
        reason=words.sentences(words.reason(best_said, found)) if label in MISTAKES else None,
        position=book.position_text(turn.state) if label in MISTAKES else None,
        seconds=_seconds(study, turn),
    )


def _texts(judge: Judge, moves: Sequence[int]) -> tuple[str, ...]:
    return tuple(judge.book.move_text(int(move)) for move in moves)


def _seconds(study: Study, turn: Turn) -> float | None:
    """Return the time that a turn took off the clock of its seat; what it got back for the turn is not counted."""
    clocks: dict[int, Any] = dict(study.record.clocks)
    earlier = [at for at in clocks if at < turn.number]
    inside = [at for at in clocks if turn.number <= at < turn.end]
    if not earlier or not inside:
        return None
    before, after = clocks[max(earlier)], clocks[max(inside)]
    if len(before) <= turn.seat or len(after) <= turn.seat:
        return None
    return rounded(max(0.0, before[turn.seat] - after[turn.seat]), 1)


def _draw_report(judge: Judge, draw: Draw, luck: Luck) -> DrawReport:
    return DrawReport(
        number=draw.number,
        round=draw.round,
        said=words.sentences(words.draw_said(judge.book, draw)),
        samples=judge.settings.samples,
        before=_prospect(luck.mean),
        after=_prospect(luck.after),
        luck=_shown(luck.luck),
        points=_shown(luck.points, 2),
        error=rounded(luck.error),
    )
