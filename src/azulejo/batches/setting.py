"""What the games of a batch have in common, and the seeds they start from: checked once, for every kind of batch."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from azulejo.batches.stepping import RANDOM_START
from azulejo.games import rulebook
from azulejo.games.contract import Numbers, Rulebook
from azulejo.play.start import RANDOM, checked_first
from azulejo.texts.errors import BadOption, IllegalMove, InvalidMove

Seeds: TypeAlias = int | Sequence[int] | npt.NDArray[Any]
"""One seed for a batch, or one for each of its games."""

MOST_SEED = (1 << 62) - 1
COMPILED_FOR: Final = ("C", "A", "W")
"""An array that lies otherwise, or may not be written to, is another type to Numba: it would compile anew for it."""
LISTED_MOVES = 8
"""So many legal moves an error names."""


@dataclass(frozen=True)
class Setting:
    """One way to play a game: the rulebook, the number of seats, the options, who starts."""

    book: Rulebook
    seats: int
    options: Mapping[str, str]
    first: str

    @classmethod
    def checked(cls, game: str, seats: int | None, options: Mapping[str, Any] | None, first: str | int) -> "Setting":
        """Return the setting, or raise BadOption."""
        book = rulebook(game)
        if not isinstance(options, Mapping | None):
            raise BadOption("batch.named_options", type=type(options).__name__)
        number = book.title.check_seats(seats)
        return cls(book, number, book.title.complete(options or {}), checked_first(first, number))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rulebook as its name."""
        return Setting.checked, (self.book.title.name, self.seats, dict(self.options), self.first)

    def __deepcopy__(self, memo: Any) -> "Setting":
        """Return the same: it never changes."""
        return self

    @property
    def encoded(self) -> Numbers:
        """The options as ``setup`` takes them."""
        return np.array(self.book.title.encode(self.options), np.int64)

    @property
    def start(self) -> int:
        """The seat that starts every game, or RANDOM_START."""
        return RANDOM_START if self.first == RANDOM else int(self.first)


class Games:
    """What batches have in common: a setting, a number of games, and arrays with one row for each of them."""

    setting: Setting
    games: int
    states: Any
    """The positions."""
    to_move: Any
    """The seat that decides next in each game."""
    masks: Any
    """1 for every legal action, 0 for the others."""
    observations: Any
    """What the seat to move sees."""
    rewards: Any
    """Every seat's reward for the last step: 0, unless that ended the game."""
    finished: Any
    """Whether the last step ended the game; then another has already begun in its place."""
    scores: Any
    """Every seat's points in the last game that ended there."""
    final_states: Any
    """The last position of that game."""
    seeds: Any
    """The seed each game's streams were set from."""
    streams: Any
    """The random streams that deal."""
    sampling: Any
    """The random streams of ``sample``."""
    _blank: Any
    _options: Any

    def __len__(self) -> int:
        return self.games

    def _make_arrays(self, zeros: Callable[[Any, Any], Any]) -> None:
        """Make what has the same form in every batch, by what makes an array of a shape and a type."""
        games, seats, state = self.games, self.setting.seats, self.setting.book.state.dtype
        arrays = {
            **{"states": (games, state), "final_states": (games, state), "_blank": (1, state)},
            **{"to_move": (games, np.int8), "finished": (games, np.bool_)},
            **{"rewards": ((games, seats), np.float32), "scores": ((games, seats), np.int64)},
            **{"seeds": (games, np.int64), "streams": ((games, 4), np.int64), "sampling": ((games, 4), np.int64)},
        }
        for name, (shape, kind) in arrays.items():
            setattr(self, name, zeros(shape, kind))

    @property
    def _arrays(self) -> tuple[Any, ...]:
        """What ``reset_game`` and ``step_game`` take, in their order."""
        return (
            *(self.states, self.final_states, self._blank, self.streams),
            *(self.setting.seats, self._options, self.setting.start),
            *(self.rewards, self.finished, self.scores),
            *(self.to_move, self.masks, self.observations),
        )


def checked_games(games: Any) -> int:
    """Return the number of games of a batch."""
    if isinstance(games, bool) or not isinstance(games, (int, np.integer)) or games < 1:
        raise BadOption("batch.games", value=games)
    return int(games)


def checked_seeds(seeds: Seeds | None, games: int) -> npt.NDArray[np.int64]:
    """Return one seed for each game: from one number on, those given, or unforeseeable ones."""
    if seeds is None:
        seeds = secrets.randbelow(MOST_SEED - games)
    given = np.asarray(seeds)
    whole = given.dtype.kind in "iu" and given.shape in ((), (games,))
    most = MOST_SEED - (games if given.shape == () else 0)
    if not whole or (given < 0).any() or (given > most).any():
        raise BadOption("batch.seeds", value=seeds, count=games, most=MOST_SEED - games)
    return given.astype(np.int64) + (np.arange(games) if given.shape == () else 0)


def checked_which(which: npt.ArrayLike | None, games: int) -> npt.NDArray[np.bool_]:
    """Return which games are meant, all if none are named."""
    if which is None:
        return np.ones(games, np.bool_)
    given = np.asarray(which)
    if given.shape != (games,) or given.dtype != np.bool_:
        raise BadOption("batch.which", count=games)
    return np.require(given, np.bool_, COMPILED_FOR)


def checked_actions(actions: npt.ArrayLike, games: int) -> npt.NDArray[np.int64]:
    """Return the actions as an array of the right shape and type; whether they are legal is seen later."""
    given = np.asarray(actions)
    if given.shape != (games,) or given.dtype.kind not in "iu":
        raise InvalidMove("batch.actions", count=games, shape=str(given.shape), type=str(given.dtype))
    return np.require(given, np.int64, COMPILED_FOR)


def illegal_action(book: Rulebook, game: int, state: Any, action: int, mask: npt.NDArray[np.int8]) -> Exception:
    """Return the error that says which game was given which action, why that is not legal, and what would be."""
    legal = [f"{code} ({book.move_text(code)})" for code in np.flatnonzero(mask)[: LISTED_MOVES + 1].tolist()]
    if len(legal) > LISTED_MOVES:
        legal[LISTED_MOVES:] = ["…"]
    if not 0 <= action < book.move_codes:
        return InvalidMove("batch.no_action", game=game, action=action, most=book.move_codes - 1, legal=legal)
    reason = book.why_not(state, action)
    return IllegalMove(
        "batch.illegal", game=game, action=action, move=book.move_text(action), reason=reason, legal=legal
    )
