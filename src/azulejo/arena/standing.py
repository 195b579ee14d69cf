"""How a match stands: every table and every bot, computed from complete pairs."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from azulejo.arena.ratings import RatedGame, Rating, ratings
from azulejo.arena.result import Result
from azulejo.arena.schedule import MatchTable
from azulejo.arena.settings import MatchSettings
from azulejo.arena.statistics import (
    Interval,
    Verdict,
    elo_interval,
    mean_interval,
    run_sprt,
    score_interval,
)


@dataclass(frozen=True)
class TableStanding:
    """What a table has shown about the first of its bots."""

    table: MatchTable
    pairs: int
    won: int
    shared: int
    lost: int
    counts: dict[float, int]
    """How many pairs ended with each score of the first bot."""
    shares: dict[int, Interval]
    """Every bot's share of victories; of all copies together."""
    elo: Interval
    """The first bot's Elo difference from the others; meaningful if those are equal."""
    margin: Interval
    """The first bot's points less the most of the others, in games without a fault."""


@dataclass(frozen=True)
class BotStanding:
    """What all tables have shown about a bot."""

    name: str
    """As it was given."""
    own_name: str
    """As the program calls itself; empty if it does not."""
    rating: Rating | None
    games: int
    """Games times seats: a game with two copies counts twice."""
    points: float
    """Victories, shared ones by their share."""
    expected: float
    """The points of somebody as strong as everybody else: a share of 1/n per seat."""
    faults: int
    pace: float
    """Seconds for a decision, on average."""
    processor: float | None
    """Seconds of processor time for a decision, on average over the games in which that is known."""


@dataclass(frozen=True)
class Standing:
    """A match so far."""

    settings: MatchSettings
    games: int
    """Games played, those of incomplete pairs included."""
    tables: list[TableStanding]
    bots: list[BotStanding]
    verdict: Verdict | None
    faults: dict[str, int]
    """How often each kind of fault occurred."""

    @property
    def names(self) -> list[str]:
        """What the bots are called in tables: as programs call themselves, if no other bot is called so, too."""
        names = [bot.own_name or bot.name for bot in self.bots]
        return [own if names.count(own) == 1 else bot.name for own, bot in zip(names, self.bots, strict=True)]

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to be played."""
        return self.games >= self.settings.games or (self.verdict is not None and self.verdict.accepted is not None)


def standing(settings: MatchSettings, results: Iterable[Result]) -> Standing:
    """Return how a match stands after these results, in whatever order they came."""
    ordered = sorted(results, key=lambda result: result.key)
    match = settings.match
    pairs: list[dict[int, list[Result]]] = [{} for _ in match]
    for result in ordered:
        pairs[result.table].setdefault(result.deal, []).append(result)
    complete = [
        {deal: games for deal, games in found.items() if len(games) == table.seats}
        for found, table in zip(pairs, match, strict=True)
    ]
    verdict = None
    if settings.test is not None:
        verdict = _verdict(settings, complete[0])
        if verdict.accepted is not None:
            complete[0] = {deal: games for deal, games in complete[0].items() if deal < verdict.pairs}
    counted = [result for found in complete for games in found.values() for result in games]
    return Standing(
        settings,
        games=len(ordered),
        tables=[_table(table, list(found.values())) for table, found in zip(match, complete, strict=True)],
        bots=_bots(settings, counted),
        verdict=verdict,
        faults=dict(sorted(Counter(kind for result in counted for _, kind in result.faults).items())),
    )


def _verdict(settings: MatchSettings, complete: dict[int, list[Result]]) -> Verdict:
    """Look at the pairs in the order of their deals, up to the first that is not there yet."""
    assert settings.test is not None
    one = settings.match[0].one
    unbroken = []
    for deal in range(settings.pairs):
        if deal not in complete:
            break
        unbroken.append(pair_score(complete[deal], one))
    return run_sprt(settings.test, unbroken, settings.seats)


def pair_score(games: list[Result], bot: int) -> float:
    """Return a bot's share of the victories of a pair, rounded so that equal scores are equal numbers."""
    return round(sum(result.share(bot) for result in games) / len(games), 9)


def _table(table: MatchTable, pairs: list[list[Result]]) -> TableStanding:
    one = table.one
    games = [result for pair in pairs for result in pair]
    margins = [
        sum(result.margin(one) for result in pair) / len(pair)
        for pair in pairs
        if not any(result.faults for result in pair)
    ]
    scores = [pair_score(pair, one) for pair in pairs]
    shares = {
        bot: score_interval([pair_score(pair, bot) for pair in pairs], table.seats) for bot in dict.fromkeys(table.bots)
    }
    return TableStanding(
        table,
        pairs=len(pairs),
        won=sum(result.share(one) == 1 for result in games),
        shared=sum(0 < result.share(one) < 1 for result in games),
        lost=sum(result.share(one) == 0 for result in games),
        counts=dict(sorted(Counter(scores).items())),
        shares=shares,
        elo=elo_interval(shares[one], table.seats),
        margin=mean_interval(margins),
    )


def _bots(settings: MatchSettings, counted: list[Result]) -> list[BotStanding]:
    games = [RatedGame(result.players, result.shares, result.deal) for result in counted]
    rated = ratings(games, len(settings.bots), settings.anchor)
    standings = []
    for bot, name in enumerate(settings.bots):
        own = [(result, seat) for result in counted for seat, player in enumerate(result.players) if player == bot]
        known = [(result, seat) for result, seat in own if result.processor and result.processor[seat] is not None]
        standings.append(
            BotStanding(
                name,
                own_name=next((result.own_names[seat] for result, seat in own if any(result.own_names)), ""),
                rating=rated[bot] if own else None,
                games=len(own),
                points=sum(result.shares[seat] for result, seat in own),
                expected=len(own) / settings.seats,
                faults=sum(seat == at for result, at in own for seat, _ in result.faults),
                pace=sum(result.thought[seat] for result, seat in own)
                / max(1, sum(result.decisions[seat] for result, seat in own)),
                processor=sum(result.processor[seat] or 0.0 for result, seat in known)
                / max(1, sum(result.decisions[seat] for result, seat in known))
                if known
                else None,
            )
        )
    return standings


# ---------------------------------------------------------------- for programs


def to_dict(found: Standing) -> dict[str, Any]:
    """Return the standing as a JSON object; infinite numbers are null."""
    names = found.settings.bots
    return {
        "settings": found.settings.to_dict(),
        "games": found.games,
        "complete": found.is_complete,
        "bots": [
            {
                "name": bot.name,
                "own_name": bot.own_name,
                "rating": None if bot.rating is None else round(bot.rating.elo, 1),
                "error": None if bot.rating is None else round(bot.rating.error, 1),
                "games": bot.games,
                "points": round(bot.points, 4),
                "expected": round(bot.expected, 4),
                "faults": bot.faults,
                "seconds_per_decision": round(bot.pace, 4),
                "processor_seconds_per_decision": None if bot.processor is None else round(bot.processor, 4),
            }
            for bot in found.bots
        ],
        "tables": [
            {
                "bots": [names[bot] for bot in one.table.bots],
                "pairs": one.pairs,
                "won": one.won,
                "shared": one.shared,
                "lost": one.lost,
                "pair_scores": {f"{score:g}": count for score, count in one.counts.items()},
                "shares": {names[bot]: _interval(share, 4) for bot, share in one.shares.items()},
                "elo": _interval(one.elo, 1),
                "margin": _interval(one.margin, 2),
            }
            for one in found.tables
        ],
        "sprt": None if found.verdict is None else _sprt(found),
        "faults": found.faults,
    }


def _sprt(found: Standing) -> dict[str, Any]:
    test, verdict = found.settings.test, found.verdict
    assert test is not None
    assert verdict is not None
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "pairs": verdict.pairs,
        "llr": round(verdict.ratio, 4),
        "lower": round(test.lower, 4),
        "upper": round(test.upper, 4),
        "accepted": None if verdict.accepted is None else f"elo{verdict.accepted}",
    }


def _interval(one: Interval, digits: int) -> dict[str, float | None]:
    return {
        name: round(value, digits) if math.isfinite(value) else None
        for name, value in (("value", one.value), ("low", one.low), ("high", one.high))
    }
