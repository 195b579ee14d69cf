"""The referee: plays a game between bots, and applies the rule for those who do what no bot may do.

A bot that crashes, answers too late or never, answers nonsense, plays an illegal move or floods its output loses.
With two players left the other wins. With more, the seat is played on by the weakest level and ranked last. The
record says so by an ``end`` event, ``time`` or ``forfeit``; the :class:`Fault` beside it says why.

Built-in bots play in this process and keep their time themselves. A Python function given as an object plays in
this process, too: it is judged by the clock when it answers, but one that never answers cannot be stopped. Given by
its path (``"my_bot.py:choose"``) it plays in a process of its own, which can.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

from azulejo.bots.bot import GRACE, Bot, BotFault, as_bot
from azulejo.bots.levels import WEAKEST, level
from azulejo.bots.names import bot_named
from azulejo.engine.limits import Limits
from azulejo.play import Game, Move, Record, View
from azulejo.texts import DEFAULT_LANGUAGE, Message, message
from azulejo.texts.errors import BadOption, InvalidMove


@dataclass(frozen=True)
class Fault:
    """Why a bot lost by its own doing.

    >>> import azulejo
    >>> def sleepy(view):
    ...     raise RuntimeError("no idea")
    >>> (fault,) = play_game(azulejo.new_game("azul", seed=7), [sleepy, "random"]).faults
    >>> fault.seat, fault.kind, "no idea" in fault.text()
    (0, 'crash', True)
    """

    seat: int
    kind: str
    """One of :data:`azulejo.bots.bot.FAULTS`."""
    said: Message
    at: int
    """The index of the ``end`` event in the record."""

    def text(self, lang: str = DEFAULT_LANGUAGE) -> str:
        """Say it in a sentence."""
        return self.said.text(lang)


@dataclass(frozen=True)
class PlayedGame:
    """A game that bots have played.

    >>> import azulejo
    >>> played = play_game(azulejo.new_game("azul", seed=7), ["greedy", "random"])
    >>> sorted(played.places), played.faults, played.record().scores == played.game.scores
    ([1, 2], (), True)
    """

    game: Game
    faults: tuple[Fault, ...]
    places: tuple[int, ...]
    """By seat, from 1; those who share a place share its number."""
    seconds: tuple[float, ...]
    """The time that every seat has thought."""
    clocks: dict[int, tuple[float, ...]]
    """What every seat had left on its clock, by the index of the event after which it was read."""

    def record(self, lang: str = DEFAULT_LANGUAGE) -> Record:
        """Return the record, with the faults as comments and with the clocks."""
        comments = {fault.at: fault.text(lang) for fault in self.faults}
        clocks = {at: tuple(round(one, 3) for one in left) for at, left in self.clocks.items()}
        return replace(self.game.record(), comments=comments, clocks=clocks)


def play_game(
    game: Game,
    bots: Sequence[Any],
    limits: Limits | Sequence[Limits | None] | None = None,
    *,
    grace: float = GRACE,
    substitute: Bot | None = None,
    watch: Callable[[Game], None] | None = None,
) -> PlayedGame:
    """Let bots play a game to its end.

    Args:
        game: a game that has begun, from ``azulejo.new_game``.
        bots: one for each seat: bots, functions, or names as :func:`~azulejo.bots.names.bot_named` takes them.
            Those given by name are closed afterwards.
        limits: how long they may think, the same for all or one for each seat; with ``clock``, the referee keeps
            the clocks.
        grace: seconds that an answer may be late.
        substitute: who plays on for a seat that has lost, by default the weakest level.
        watch: called with the game after every move.

    >>> import azulejo
    >>> played = play_game(azulejo.new_game("azul", seats=3, seed=7), ["greedy", "random", lambda view: view.suggest()])
    >>> played.game.is_over, len(played.places)
    (True, 3)
    """
    if len(bots) != game.seats:
        raise BadOption("bots.seats", count=game.seats)
    name = game.title.name
    given = list(limits) if isinstance(limits, Sequence) else [limits] * game.seats
    with ExitStack() as closing:
        players = [closing.enter_context(bot_named(one, name)) if isinstance(one, str) else as_bot(one) for one in bots]
        table = RefereedGame(game, players, given, grace, substitute)
        table.begin()
        while not game.is_over:
            table.decide()
            if watch:
                watch(game)
    return table.played()


class RefereedGame:
    """A game being played: who sits where, what is on the clocks, who has lost."""

    def __init__(
        self,
        game: Game,
        players: Sequence[Bot],
        limits: Sequence[Limits | None],
        grace: float,
        substitute: Bot | None,
    ) -> None:
        self._game = game
        self._players = list(players)
        self._limits = [one or Limits() for one in limits]
        self._left = [one.clock for one in self._limits]
        self._grace = grace
        self._substitute = substitute
        self._faults: list[Fault] = []
        self._seconds = [0.0] * game.seats
        self._clocks: dict[int, tuple[float, ...]] = {}

    def begin(self) -> None:
        """Tell every bot that a game begins; the first that cannot even start loses."""
        for seat, player in enumerate(self._players):
            if self._game.is_over:
                return
            try:
                asked(player.new_game, self._game.view(seat, self._limits[seat]))
            except BotFault as problem:
                self._lose(seat, problem)

    def decide(self) -> None:
        """Ask the bot whose turn it is, and play what it answers."""
        game, seat = self._game, self._game.turn
        assert seat is not None
        if seat in game.out:
            game.push(self._players[seat].choose(game.view(seat)))
            return
        limits = replace(self._limits[seat], clock=self._left[seat])
        view = game.view(seat, limits)
        start = time.perf_counter()
        try:
            answer = asked(self._players[seat].choose, view)
            self._check_time(self._players[seat], limits, time.perf_counter() - start)
            move = understood(game, answer)
        except BotFault as problem:
            self._seconds[seat] += time.perf_counter() - start
            self._lose(seat, problem)
            return
        used = time.perf_counter() - start
        game.push(move)
        self._use(seat, used)

    def _check_time(self, player: Bot, limits: Limits, used: float) -> None:
        over = limits.clock is not None and used > limits.clock
        late = limits.seconds is not None and used > limits.seconds + self._grace and not player.trusted
        if over or late:
            raise BotFault("time", message("bots.fault.late", seconds=round(used, 2)))

    def _use(self, seat: int, seconds: float) -> None:
        """Take time off the clock of the seat that has just moved; its turn over, it gets its increment.

        A turn is over when another seat is to move, or when new pieces were laid out for all.
        """
        self._seconds[seat] += seconds
        events = self._game.events
        moved = max(at for at, event in enumerate(events) if "move" in event)
        left = self._left[seat]
        if left is not None:
            dealt = any("draw" in event and "to" not in event for event in events[moved:])
            turn_over = dealt or self._game.turn != seat
            self._left[seat] = max(0.0, left - seconds) + (self._limits[seat].increment if turn_over else 0.0)
        if None not in self._left:
            self._clocks[moved] = tuple(one for one in self._left if one is not None)

    def _lose(self, seat: int, problem: BotFault) -> None:
        """Let a seat leave the game by its own fault; somebody plays on for it."""
        self._players[seat].dismiss()
        self._game.leave("time" if problem.kind == "time" else "forfeit", seat)
        self._faults.append(Fault(seat, problem.kind, problem.message, len(self._game.events) - 1))
        if not self._game.is_over:
            if self._substitute is None:
                self._substitute = level(WEAKEST, self._game.title.name)
                self._substitute.new_game(self._game.view(seat))
            self._players[seat] = self._substitute

    def played(self) -> PlayedGame:
        """Return the game with all that is to be said about it."""
        return PlayedGame(self._game, tuple(self._faults), places(self._game), tuple(self._seconds), self._clocks)


def asked(function: Callable[[Any], Any], view: View) -> Any:
    """Return what a bot's own code returns; raises BotFault for anything that goes wrong in it."""
    try:
        return function(view)
    except BotFault:
        raise
    except (Exception, SystemExit) as problem:
        said = message("bots.fault.crash_words", problem=f"{type(problem).__name__}: {problem}")
        raise BotFault("crash", said) from problem


def understood(game: Game, answer: Any) -> Move:
    """Return the legal move that an answer stands for; raises BotFault if it is none."""
    try:
        move = game.parse_move(answer)
    except InvalidMove as problem:
        raise BotFault("nonsense", message("bots.fault.nonsense", problem=problem.message)) from None
    if move not in game.legal_moves:
        said = message("errors.illegal", move=move.text, reason=game.why_not(move))
        raise BotFault("illegal", message("bots.fault.illegal", problem=said))
    return move


def places(game: Game) -> tuple[int, ...]:
    """Return the place of every seat of a game that is over: winners, then by points, then those who left, last first.

    >>> import azulejo
    >>> game = azulejo.new_game("azul", seats=3, seed=7)
    >>> game.leave("forfeit", 1)
    >>> game.leave("time", 0)
    >>> places(game)
    (2, 3, 1)
    """
    ended = game.outcome()
    assert ended is not None
    left = list(game.out)
    worth = [
        (-1, left.index(seat)) if seat in game.out else (int(seat in ended.winners), ended.scores[seat])
        for seat in range(game.seats)
    ]
    return tuple(1 + sum(other > own for other in worth) for own in worth)
