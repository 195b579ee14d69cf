"""One game of a match: its deal, its bots, and the referee."""

import atexit
import time

from azulejo.arena.result import Result
from azulejo.arena.schedule import Job, deal_seed
from azulejo.arena.settings import Settings
from azulejo.bots import Bot, bot_named, play_game
from azulejo.engine.limits import Limits
from azulejo.games.warmup import is_warm, warm_up
from azulejo.play import new_game

_bots: dict[tuple[str, str, int], Bot] = {}
"""The bots of this process, for each seat one of its own; starting one anew for every game would take long."""


def play_job(settings: Settings, job: Job) -> tuple[Result, str]:
    """Play one game and return its result and its record. Nothing but the settings and the job decides it."""
    names = [settings.bots[bot] for bot in job.players]
    game = new_game(
        settings.game,
        seats=settings.seats,
        seed=deal_seed(settings.seed, job.deal),
        players=names,
        undo="off",
        **settings.options,
    )
    began = time.perf_counter()
    bots = [_bot(name, settings.game, seat) for seat, name in enumerate(names)]
    played = play_game(game, bots, _limits(settings), seed=f"{settings.seed} {job.deal} {job.table} {job.turn}")
    for fault in played.faults:  # whatever state it is in now, it gets a fresh start
        _bots.pop((names[fault.seat], settings.game, fault.seat)).close()
    ended = game.outcome()
    assert ended is not None
    result = Result(
        *job.key,
        job.players,
        ended.scores,
        ended.winners,
        faults=tuple((fault.seat, fault.kind) for fault in played.faults),
        moves=sum("move" in event for event in game.events),
        seconds=round(time.perf_counter() - began, 3),
    )
    return result, game.record().to_json()


def prepare(settings: Settings) -> None:
    """Compile what is not in the cache yet: the rules, and what the bots need for a first move."""
    if not is_warm(settings.game):
        warm_up(settings.game)


def _bot(name: str, game: str, seat: int) -> Bot:
    key = name, game, seat
    if key not in _bots:
        _bots[key] = bot_named(name, game)
    return _bots[key]


def _limits(settings: Settings) -> Limits | None:
    return None if settings.seconds is None else Limits(seconds=settings.seconds)


@atexit.register
def _close() -> None:
    while _bots:
        _bots.popitem()[1].close()
