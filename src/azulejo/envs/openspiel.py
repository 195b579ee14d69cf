"""The games for OpenSpiel: ``azulejo_azul``, ``azulejo_duel``, ``azulejo_garden``.

Importing this module registers them. Chance is explicit, piece by piece: who starts, then every tile, plate, chip and
face that is drawn, each with its exact odds (``Rulebook.odds``). Rewards come at the end, zero-sum, as in all
our environments.

>>> import pyspiel
>>> import azulejo.envs.openspiel
>>> game = pyspiel.load_game("azulejo_azul(players=3,wall=grey)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 3)
>>> state.apply_action(1)
>>> state.action_to_string(pyspiel.PlayerId.CHANCE, 1), state.chance_outcomes()[0]
('B', (1, 0.2))
"""

import json
from collections.abc import Mapping
from typing import Any, Self
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from azulejo.batches.setting import Setting
from azulejo.batches.stepping import RANDOM_START
from azulejo.envs.core import Position
from azulejo.games import names, title
from azulejo.games.contract import CHANCE, EVERYONE, NO_PIECE, SPECTATOR, Floats, observe
from azulejo.games.title import Option, Title
from azulejo.play.start import RANDOM
from azulejo.texts import say
from azulejo.texts.errors import BadOption, IllegalMove

__all__ = ["AzulejoGame", "AzulejoState", "load"]

NAMES = {name: f"azulejo_{name}" for name in names()}
"""The short names of the games."""

TRUTH = ("false", "true")


def load(name: str, seats: int | None = None, first: str | int = RANDOM, **options: Any) -> Any:
    """Return a game for OpenSpiel, with any value of its options.

    >>> str(load("duel", tablets="1A,2B,3A"))
    'azulejo_duel(first=-1,free_draw_at_zero=False,special_is_a_colour=True,tablets=1A%2C2B%2C3A)'
    """
    setting = Setting.checked(name, seats, options, first)
    given: dict[str, Any] = {
        option.name: _parameter(option, setting.options[option.name])
        for option in setting.book.title.options
        if setting.options[option.name] != option.default
    }
    if len(setting.book.title.seats) > 1:
        given["players"] = setting.seats
    if setting.first != RANDOM:
        given["first"] = int(setting.first)
    return pyspiel.load_game(NAMES[name], given)


def _parameter(option: Option, value: str) -> str | bool:
    """Return a value as a parameter: percent-encoded, because commas and brackets mean something to OpenSpiel."""
    return value == "true" if set(option.values) == set(TRUTH) else quote(value, safe="")


def _default_parameters(name: Title) -> dict[str, Any]:
    parameters: dict[str, Any] = {option.name: _parameter(option, option.default) for option in name.options}
    if len(name.seats) > 1:
        parameters["players"] = name.seats[0]
    return {**parameters, "first": RANDOM_START}


def _setting(name: str, parameters: Mapping[str, Any]) -> Setting:
    """Return the setting that parameters stand for; raises BadOption."""
    given = dict(parameters)
    seats, first = given.pop("players", None), given.pop("first", RANDOM_START)
    options = {key: unquote(value) if isinstance(value, str) else value for key, value in given.items()}
    return Setting.checked(name, seats, options, RANDOM if first == RANDOM_START else first)


def _game_type(name: str) -> Any:
    kinds = pyspiel.GameType
    information = kinds.Information
    return kinds(
        short_name=NAMES[name],
        long_name=f"{say(f'{name}.name', 'en')} (Azulejo)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if title(name).secrets else information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=title(name).seats[0],
        max_num_players=title(name).seats[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_default_parameters(title(name)),
    )


class AzulejoGame(pyspiel.Game):
    """One of our games with its options; ``game`` is set by the classes that are registered.

    >>> game = load("azul", seats=3)
    >>> game.num_players(), game.num_distinct_actions(), game.utility_sum()
    (3, 325, 0.0)
    """

    game = ""

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        setting = _setting(self.game, parameters or {})
        book, seats = setting.book, setting.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=book.move_codes,
            max_chance_outcomes=max(setting.book.piece_numbers - NO_PIECE, seats),
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=book.max_decisions[seats],
        )
        super().__init__(_TYPES[self.game], info, dict(parameters or {}))

    @property
    def setting(self) -> Setting:
        """What the parameters stand for; a game that was pickled comes back without our attributes."""
        if "_setting" not in self.__dict__:
            self._setting = _setting(self.game, self.get_parameters())
        return self._setting

    def new_initial_state(self) -> "AzulejoState":
        """Return the state before anything has happened."""
        return AzulejoState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound: the choice of the start, and a whole draw before every decision."""
        book = self.setting.book
        return 1 + (book.max_decisions[self.setting.seats] + 1) * book.max_drawn

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Return what observes states for a player."""
        return Observer(self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class Story:
    """A position, the part of a draw that is made, and what every seat has seen happen so far."""

    def __init__(self, setting: Setting) -> None:
        self.position = Position(setting)
        self.drawn: list[int] = []
        self.has_begun = False
        self.seen: list[list[str]] = [[] for _ in range(setting.seats)]
        self.public: list[str] = []
        """What somebody without a seat has seen."""
        self.odds: Mapping[int, Any] = dict.fromkeys(range(setting.seats), 1 / setting.seats)
        """What chance can decide now; empty where a player decides."""
        if setting.first != RANDOM:
            self.begin(int(setting.first))

    def __deepcopy__(self, memo: object) -> Self:
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.position = self.position.__deepcopy__(memo)
        other.drawn, other.public = self.drawn.copy(), self.public.copy()
        other.seen = [seen.copy() for seen in self.seen]
        return other

    def begin(self, start: int) -> None:
        """Lay out the table."""
        self.has_begun = True
        self.position.begin(start)
        self._tell({"start": start})
        self._look()

    def draw(self, piece: int) -> None:
        """Add a piece to the draw; the last one makes it."""
        position = self.position
        self.drawn.append(piece)
        self._look()
        if not self.odds:
            value = position.book.draw_value(position.state, self.drawn)
            audience = position.book.draw_audience(position.state)
            self._tell({"draw": value} if audience == EVERYONE else {"draw": value, "to": audience})
            position.deal_given(self.drawn)
            self.drawn = []
            self._look()

    def move(self, code: int) -> None:
        """Play a move of the seat to move."""
        self._tell({"move": self.position.book.move_text(code), "seat": self.position.due})
        self.position.apply(code)
        self._look()

    def _look(self) -> None:
        """Find out what chance can decide now."""
        position = self.position
        self.odds = position.book.odds(position.state, self.drawn) if position.due == CHANCE else {}

    def _tell(self, event: dict[str, Any]) -> None:
        """Let every seat see an event that is about to happen, as far as it may."""
        book, state = self.position.book, self.position.state
        for seat, seen in ((SPECTATOR, self.public), *enumerate(self.seen)):
            told = event if "start" in event else book.redact_event(state, event, seat)
            seen.append(json.dumps(dict(told), ensure_ascii=False, separators=(",", ":")))


class AzulejoState(pyspiel.State):
    """A state of a game in OpenSpiel's terms: chance decides one piece at a time.

    >>> state = load("azul").new_initial_state()
    >>> while state.is_chance_node():
    ...     state.apply_action(state.chance_outcomes()[0][0])
    >>> state.current_player() in (0, 1), state.is_terminal()
    (True, False)
    """

    def __init__(self, game: AzulejoGame) -> None:
        super().__init__(game)
        self.story = Story(game.setting)

    @property
    def position(self) -> Position:
        """The position, for the functions of our contract; in the middle of a draw, the one before it."""
        return self.story.position

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's number for chance or the end."""
        if not self.story.has_begun or self.position.due == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.position.is_over else self.position.due

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal move codes, ascending."""
        codes: list[int] = self.position.codes.tolist()
        return codes

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the pieces that can be drawn next (or the seats that can start) with their odds."""
        least = NO_PIECE if self.story.has_begun else 0
        return [(piece - least, float(share)) for piece, share in self.story.odds.items()]

    def _apply_action(self, action: int) -> None:
        """Let chance or a player decide; raises InvalidMove or IllegalMove for what cannot be, and changes nothing."""
        if self.current_player() == pyspiel.PlayerId.CHANCE:
            least = NO_PIECE if self.story.has_begun else 0
            if action + least not in self.story.odds:
                raise IllegalMove("envs.no_outcome", value=action, values=[one - least for one in self.story.odds])
            (self.story.draw if self.story.has_begun else self.story.begin)(action + least)
        elif problem := self.position.why_not(action):
            raise problem
        else:
            self.story.move(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the text of a move, or the name of a piece; the starting player counts from 1."""
        if player != pyspiel.PlayerId.CHANCE:
            return self.position.book.move_text(action)
        if not self.story.has_begun:
            return f"start {action + 1}"
        return self.position.book.piece_label(self.position.state, self.story.drawn, action + NO_PIECE)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.story.has_begun and self.position.is_over

    def returns(self) -> list[float]:
        """Return what the end is worth to every player, 0 before it."""
        if not self.is_terminal():
            return [0.0] * self.position.setting.seats
        worth: list[float] = self.position.rewards().tolist()
        return worth

    def __str__(self) -> str:
        return _shown(self.story, self.position.state)


def _shown(story: Story, state: Any) -> str:
    """Return a position as text, and the pieces drawn so far in the middle of a draw."""
    if not story.has_begun:
        return story.position.book.title.name
    drawn = [story.position.book.piece_label(state, story.drawn[:at], one) for at, one in enumerate(story.drawn)]
    return " ".join([story.position.book.position_text(state), *([f"drawn={','.join(drawn)}"] if drawn else [])])


class Observer:
    """What a player observes: the position now as numbers and text, or, with perfect recall, all it has seen."""

    def __init__(self, setting: Setting, kind: Any, params: Any = None) -> None:
        private = pyspiel.PrivateInfoType
        if params:
            raise BadOption("envs.observer_params", value=sorted(params))
        if not kind.public_info or kind.private_info == private.ALL_PLAYERS:
            raise BadOption("envs.observer_kind")
        self._recalls = bool(kind.perfect_recall)
        self._as_spectator = kind.private_info == private.NONE
        numbers: Floats = np.zeros(setting.book.observation, np.float32)
        self.tensor: Floats | None = None if self._recalls else numbers
        self.dict: dict[str, Floats] = {} if self._recalls else {"observation": numbers}

    def set_from(self, state: AzulejoState, player: int) -> None:
        """Write the position as the player sees it; see the table of the game's page. Before the start, zeros."""
        if self.tensor is not None:
            self.tensor.fill(0)
            if state.story.has_begun:
                seen = state.position.redacted(SPECTATOR) if self._as_spectator else state.position.state
                observe(seen, player, self.tensor)

    def string_from(self, state: AzulejoState, player: int) -> str:
        """Return the position, or the story of the game, as the player may know it."""
        story = state.story
        if self._recalls:
            return " ".join(story.public if self._as_spectator else [str(player), *story.seen[player]])
        if not story.has_begun:
            return _shown(story, None)
        return story.position.book.position_text(story.position.redacted(SPECTATOR if self._as_spectator else player))


_TYPES = {name: _game_type(name) for name in NAMES}


for _name in NAMES:
    _class = type(f"{title(_name).environment}Game", (AzulejoGame,), {"game": _name, "__module__": __name__})
    globals()[_class.__name__] = _class
    pyspiel.register_game(_TYPES[_name], _class)
