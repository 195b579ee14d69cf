"""The games as Gymnasium environments for one learner; bots play the other seats.

Importing this module registers them (Gymnasium looks for no entry points since its version 1.0):

>>> import gymnasium
>>> import azulejo.envs.gymnasium
>>> env = gymnasium.make("Azulejo/Azul-v0", opponents=["greedy"], seats=2)
>>> observation, info = env.reset(seed=7)
>>> observation.shape, int(info["action_mask"].sum()) > 0
((736,), True)
>>> env.close()
"""

from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium import Env, register, registry, spaces

from azulejo.batches.rewards import ILLEGAL_REWARD
from azulejo.batches.setting import Setting
from azulejo.bots.bot import Bot, BotFault, as_bot
from azulejo.bots.names import bot_named
from azulejo.bots.referee import asked, understood
from azulejo.envs.core import HIGHEST, LOWEST, Mask, SingleGame, checked_seat
from azulejo.envs.picture import RENDER_MODES, check_rendering, render
from azulejo.games import names, title
from azulejo.games.contract import Floats
from azulejo.play import Game
from azulejo.play.move import move_code
from azulejo.play.start import RANDOM
from azulejo.texts import DEFAULT_LANGUAGE, Message, message
from azulejo.texts.errors import BadOption, IllegalMove

__all__ = ["OpponentEnv"]

IDS = {name: f"Azulejo/{title(name).environment}-v0" for name in names()}
"""The names of the environments, by game."""


class OpponentEnv(Env[Floats, np.int64]):
    """A game in which the learner has one seat. Every step is one decision of the learner's.

    The observation is the position as numbers from the learner's seat, the reward what the end of the game is worth
    (see :mod:`azulejo.batches.rewards`) and 0 before. Legal moves are in ``info["action_mask"]`` and
    :meth:`action_masks`, as sb3-contrib wants them.

    Args:
        game: its name; the registered environments give it.
        opponents: a bot, or a list of bots for the other seats in the order of play after the learner; one bot in a
            list plays all of them. A bot is a name (``greedy``, ``club``, ``engine@1000n``, ``my_bot.py:choose``), a
            function ``view -> move`` or an object with ``choose``.
        seats: how many play; the fewest possible if left out.
        seat: the learner's seat, or ``random`` for another one in every game.
        first: the seat that starts, or ``random``.
        render_mode: ``ansi``, ``human``, ``svg`` or ``rgb_array``.
        lang: the language of drawings, ``en`` or ``ru``.
        options: the game's own options, for example ``wall="grey"``.

    >>> env = OpponentEnv("azul", "greedy", seats=3)
    >>> observation, info = env.reset(seed=7)
    >>> env.observation_space.shape == observation.shape, int(env.action_space.n)
    (True, 325)
    >>> env.close()
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as in Env

    def __init__(
        self,
        game: str,
        opponents: Any = "random",
        *,
        seats: int | None = None,
        seat: int | str = 0,
        first: str | int = RANDOM,
        render_mode: str | None = None,
        lang: str = DEFAULT_LANGUAGE,
        **options: Any,
    ) -> None:
        self._single = SingleGame(Setting.checked(game, seats, options, first))
        self._seats = self._single.setting.seats
        self._chosen_seat = checked_seat(seat, self._seats, RANDOM)
        self._stopped: Message | None = None
        """Why nothing can be played before the next reset, although the game is not over."""
        self._ours: list[Bot] = []
        self._opponents = self._bots(opponents)
        check_rendering(render_mode, lang)
        self.render_mode, self.lang = render_mode, lang
        self.seat = 0
        """The learner's seat in this game."""
        self.observation_space = spaces.Box(LOWEST, HIGHEST, (self._single.book.observation,), np.float32)
        self.action_space = spaces.Discrete(self._single.book.move_codes)

    def _bots(self, opponents: Any) -> list[Bot]:
        given = list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else [opponents]
        if len(given) not in (1, self._seats - 1):
            raise BadOption("envs.opponents", count=self._seats - 1, value=len(given))
        return [self._bot(one) for one in (given if len(given) > 1 else given * (self._seats - 1))]

    def _bot(self, one: Any) -> Bot:
        if not isinstance(one, str):
            return as_bot(one)
        self._ours.append(bot_named(one, self._single.book.title.name))
        return self._ours[-1]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begin a new game, and let the others play up to the learner's first decision."""
        super().reset(seed=seed)
        self._stopped = None
        while True:
            self._single.reset(int(self.np_random.integers(2**62)))
            chosen = self._chosen_seat
            self.seat = int(self.np_random.integers(self._seats) if chosen == RANDOM else chosen)
            for place, bot in enumerate(self._opponents, 1):
                self._ask(bot, bot.new_game, (self.seat + place) % self._seats)
            self._play_on()
            if not self._single.is_over:  # else the others ended it alone, which the rules hardly allow
                break
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Play the learner's move and those of the others after it; an illegal move loses the game."""
        problem = self._single.why_not(action)
        if self._stopped is not None:
            move = self._single.book.move_text(move_code(self._single.book, action))
            raise IllegalMove("errors.illegal", move=move, reason=self._stopped)
        if problem is not None:
            if self._single.is_over:
                raise problem
            self._stopped = message("errors.game_over")
            info = {**self._info(), "illegal": problem.text(self.lang)}
            return self._observation(), ILLEGAL_REWARD, True, False, info
        self._single.step(action)
        self._play_on()
        if self.render_mode == "human":
            self.render()
        reward = float(self._single.rewards()[self.seat])
        return self._observation(), reward, self._single.is_over, False, self._info()

    def _play_on(self) -> None:
        """Let the bots move until the learner has to decide, or the game is over."""
        single = self._single
        while single.turn is not None and single.turn != self.seat:
            seat = single.turn
            bot = self._opponents[(seat - self.seat) % self._seats - 1]
            answer = self._ask(bot, bot.choose, seat)
            try:
                single.step(understood(single.game, answer))
            except BotFault as fault:
                raise self._failed(bot, seat, fault) from None

    def _ask(self, bot: Bot, function: Any, seat: int) -> Any:
        try:
            return asked(function, self._single.view(seat))
        except BotFault as fault:
            raise self._failed(bot, seat, fault) from fault.__cause__

    def _failed(self, bot: Bot, seat: int, fault: BotFault) -> BotFault:
        """Return the same fault in one sentence that says whose it is; the game cannot go on."""
        self._stopped = message("envs.reset_first")
        return BotFault(fault.kind, message("envs.bot_fault", bot=bot.name, seat=seat + 1, problem=fault.message))

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which move codes the learner can play now: the name that sb3-contrib asks for."""
        return self._mask().astype(bool)

    def _mask(self) -> Mask:
        mask = self._single.mask(self.seat)
        return mask if self._stopped is None else np.zeros_like(mask)

    def _observation(self) -> Floats:
        return self._single.observation(self.seat)

    def _info(self) -> dict[str, Any]:
        """Return the mask and, once the game is over, the points and winners."""
        info: dict[str, Any] = {"action_mask": self._mask(), "seat": self.seat}
        if self._single.is_over:
            winners, scores = self._single.result()
            info |= {"scores": scores, "winners": [seat for seat in range(self._seats) if winners >> seat & 1]}
        return info

    def render(self) -> Any:
        """Draw the table as the learner sees it; None where no render mode was chosen."""
        return render(self._single.book, self._single.redacted(self.seat), self.render_mode, self.lang)

    def close(self) -> None:
        """Close the bots that were given by name."""
        while self._ours:
            self._ours.pop().close()

    @property
    def game(self) -> Game:
        """The game with its events, for example for its record."""
        return self._single.game


for _game, _id in IDS.items():
    if _id not in registry:
        register(
            _id,
            entry_point=f"{__name__}:{OpponentEnv.__name__}",
            vector_entry_point="azulejo.envs.vector:BatchEnv",
            kwargs={"game": _game},
        )
