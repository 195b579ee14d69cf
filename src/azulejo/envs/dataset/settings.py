"""What makes a dataset the dataset it is: games of one may not be mixed with those of another."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Self

from azulejo.arena.settings import Kept, code_digest
from azulejo.games import title
from azulejo.play.start import checked_table
from azulejo.texts.errors import BadOption

if TYPE_CHECKING:
    from azulejo.envs.dataset.rows import DatasetGame

__all__ = ["DatasetSettings"]

LAYOUT = 1
"""The version of the columns."""


@dataclass(frozen=True)
class DatasetJob:
    """One game to be played: its number in the dataset."""

    key: int


@dataclass(frozen=True)
class DatasetSettings(Kept):
    """A dataset, ready to be made; its bots move on by one seat from game to game.

    >>> settings = DatasetSettings.make("azul", games=10, nodes=200)
    >>> settings.seats, settings.bots
    (2, ('engine@200n',))
    """

    may_change: ClassVar[tuple[str, ...]] = ("games",)
    """More games are simply added."""

    games: int = field(kw_only=True)
    nodes: int = field(kw_only=True)
    """How many nodes the engine looks at to evaluate a position; with 0 there are no evaluations."""
    observations: bool = True
    """Whether every position is also there as numbers for learners."""
    layout: int = LAYOUT

    @classmethod
    def make(
        cls,
        game: str,
        *,
        bots: list[str] | None = None,
        games: int = 100,
        nodes: int = 400,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        observations: bool = True,
        seed: str | int | None = None,
    ) -> Self:
        """Check everything and fill in what was left out; raises BadOption."""
        number, chosen = checked_table(title(game), seats, options or {})
        for value, least, name in ((games, 1, "games"), (nodes, 0, "nodes")):
            if value < least:
                raise BadOption("dataset.too_few", option=name, value=value, least=least)
        if not bots and not nodes:
            raise BadOption("dataset.nobody")
        players = tuple(bots) if bots else (evaluator_name(nodes),)
        return cls(
            game=game,
            seats=number,
            games=games,
            bots=players,
            nodes=nodes,
            observations=observations,
            options=chosen,
            seed="" if seed is None else str(seed),
            code=code_digest(game, list(players)),
        )

    @property
    def evaluator(self) -> str | None:
        """The bot that evaluates positions."""
        return evaluator_name(self.nodes) if self.nodes else None

    def jobs(self) -> list[DatasetJob]:
        """Return all games in order."""
        return [DatasetJob(number) for number in range(self.games)]

    def players(self, number: int) -> list[str]:
        """Return who sits where in a game.

        >>> [DatasetSettings.make("azul", bots=["random", "greedy"], nodes=0).players(number) for number in (0, 1)]
        [['random', 'greedy'], ['greedy', 'random']]
        """
        return [self.bots[(seat + number) % len(self.bots)] for seat in range(self.seats)]

    def game_seed(self, number: int) -> bytes:
        """Return the dealer's secret for a game."""
        return hashlib.sha256(f"azulejo dataset {self.seed} {number}".encode()).digest()

    def play(self, job: DatasetJob) -> tuple[DatasetJob, "DatasetGame"]:
        """Play one game of the dataset."""
        from azulejo.envs.dataset.rows import play_game_of

        return job, play_game_of(self, job.key)

    def prepare(self) -> None:
        """Compile what the bots and the evaluations need."""
        from azulejo.arena.players import prepare_bots

        prepare_bots(self if self.evaluator is None else replace(self, bots=(*self.bots, self.evaluator)))


def evaluator_name(nodes: int) -> str:
    """Return the engine with so many nodes, as a bot's name."""
    return f"engine@{nodes}n"
