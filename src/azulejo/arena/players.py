"""One game of a match: its deal, its bots, and the referee."""

import atexit
import time
from pathlib import Path

from azulejo.arena.result import Result
from azulejo.arena.schedule import MatchJob, deal_seed
from azulejo.arena.settings import Kept, MatchSettings
from azulejo.bots import Bot, bot_named, play_game
from azulejo.engine.limits import Limits
from azulejo.games.warmup import is_warm, warm_up
from azulejo.kernel.chance import Stream, stream
from azulejo.play import Move, View, new_game
from azulejo.texts.errors import BadOption

_bots: dict[tuple[str, str, int], Bot] = {}
"""The bots of this process, for each seat one of its own; starting one anew for every game would take long."""


FIRST_LOOK = Limits(nodes=16, seconds=1.0)
"""How long a bot thinks about a move that is only made to have it compiled."""


def play_job(settings: MatchSettings, job: MatchJob) -> tuple[Result, str]:
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
    seated = [
        Seated(kept_bot(name, settings.game, seat), stream("arena", settings.seed, *job.key, seat))
        for seat, name in enumerate(names)
    ]
    played = play_game(game, seated, settings.limits)
    processor = tuple(one.processor_seconds() for one in seated)
    for fault in played.faults:
        forget_bot(names[fault.seat], settings.game, fault.seat)
    ended = game.outcome()
    assert ended is not None
    movers = [event["seat"] for event in game.events if "move" in event]
    result = Result(
        *job.key,
        job.players,
        ended.scores,
        ended.winners,
        faults=tuple((fault.seat, fault.kind) for fault in played.faults),
        decisions=tuple(movers.count(seat) for seat in range(game.seats)),
        thought=tuple(round(seconds, 4) for seconds in played.seconds),
        processor=tuple(None if seconds is None else round(seconds, 4) for seconds in processor),
        own_names=tuple(one.bot.own_name for one in seated),
        seconds=round(time.perf_counter() - began, 4),
    )
    return result, played.record().to_json()


class Seated(Bot):
    """A bot for one game, with a random stream of its own."""

    def __init__(self, bot: Bot, rng: Stream) -> None:
        self.bot = bot
        self.name = bot.name
        self.trusted = bot.trusted
        self._rng = rng
        self._before: float | None = None
        self._used = 0.0

    def new_game(self, view: View) -> None:
        """Tell the bot."""
        view.rng = self._rng
        self.bot.new_game(view)
        self._before = self.bot.processor_seconds()

    def choose(self, view: View) -> Move | str | int:
        """Ask the bot."""
        view.rng = self._rng
        start = time.process_time()
        try:
            return self.bot.choose(view)
        finally:
            self._used += time.process_time() - start

    def processor_seconds(self) -> float | None:
        """Return the processor time that the bot has used in this game: a program's while others think, too."""
        if not self.bot.apart:
            return self._used
        now = self.bot.processor_seconds()
        return None if now is None or self._before is None else now - self._before

    def dismiss(self) -> None:
        """Tell the bot that it has lost by its own fault."""
        self.bot.dismiss()


def kept_bot(name: str, game: str, seat: int) -> Bot:
    """Return the bot of this name that this process keeps for a seat."""
    key = name, game, seat
    if key not in _bots:
        _bots[key] = bot_named(name, game)
    return _bots[key]


def forget_bot(name: str, game: str, seat: int) -> None:
    """Close a bot that has failed: whatever state it is in now, the next game gets a fresh one."""
    _bots.pop((name, game, seat)).close()


@atexit.register
def _close() -> None:
    while _bots:
        _bots.popitem()[1].close()


def check_bots(settings: Kept) -> None:
    """Raise BadOption if a bot cannot even be found."""
    for name in settings.bots:
        bot_named(name, settings.game).close()
        place = name if name.endswith(".py") else name.rpartition(":")[0]
        if place.endswith(".py") and not Path(place).is_file():
            raise BadOption("bots.no_file", place=place)


def prepare_bots(settings: Kept) -> None:
    """Compile what is not in the cache yet: the rules, and what our own bots need for a move."""
    if not is_warm(settings.game):
        warm_up(settings.game)
    bots = (bot_named(name, settings.game) for name in settings.bots)
    for bot in {type(bot): bot for bot in bots if bot.trusted}.values():
        game = new_game(settings.game, seats=settings.seats, seed=0, **settings.options)
        assert game.turn is not None
        view = game.view(game.turn, FIRST_LOOK)
        bot.new_game(view)
        bot.choose(view)
        bot.close()
