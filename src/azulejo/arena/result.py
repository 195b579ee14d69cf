"""The result of one game of a match, as a line of ``results.jsonl``."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self


@dataclass(frozen=True)
class Result:
    """Who played, who won, and what went wrong."""

    deal: int
    table: int
    turn: int
    players: tuple[int, ...]
    """The bots by number, seat by seat."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    """Seats."""
    faults: tuple[tuple[int, str], ...]
    """Seats that lost by a fault of their bot, and its kind."""
    decisions: tuple[int, ...]
    """How often every seat chose."""
    thought: tuple[float, ...]
    """How many seconds every seat took for that."""
    seconds: float
    """How long the game took."""
    processor: tuple[float | None, ...] = ()
    """The processor time that every seat used, in seconds; None where nobody knows."""
    own_names: tuple[str, ...] = ()
    """What the programs call themselves, seat by seat; empty for bots of ours."""

    @property
    def key(self) -> tuple[int, int, int]:
        """What tells this game from all others of a match."""
        return self.deal, self.table, self.turn

    @property
    def shares(self) -> tuple[float, ...]:
        """Every seat's share of the victory.

        >>> Result(0, 0, 0, (0, 1, 1), (50, 50, 31), (0, 1), (), (20, 20, 21), (0.1, 0.1, 0.1), 0.3).shares
        (0.5, 0.5, 0.0)
        """
        return tuple(1 / len(self.winners) if seat in self.winners else 0.0 for seat in range(len(self.players)))

    def share(self, bot: int) -> float:
        """Return the share of the victory of a bot, of all its copies together."""
        return sum(share for player, share in zip(self.players, self.shares, strict=True) if player == bot)

    def margin(self, bot: int) -> float:
        """Return the points of a bot (the mean of its copies) less the most of any other bot."""
        own = [score for player, score in zip(self.players, self.scores, strict=True) if player == bot]
        others = [score for player, score in zip(self.players, self.scores, strict=True) if player != bot]
        return sum(own) / len(own) - max(others)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read the JSON object; raises TypeError, KeyError or ValueError if it is none."""
        return cls(
            deal=int(data["deal"]),
            table=int(data["table"]),
            turn=int(data["turn"]),
            players=tuple(map(int, data["players"])),
            scores=tuple(map(int, data["scores"])),
            winners=tuple(map(int, data["winners"])),
            faults=tuple((int(seat), str(kind)) for seat, kind in data["faults"]),
            decisions=tuple(map(int, data["decisions"])),
            thought=tuple(map(float, data["thought"])),
            seconds=float(data["seconds"]),
            processor=tuple(None if one is None else float(one) for one in data.get("processor", ())),
            own_names=tuple(map(str, data.get("own_names", ()))),
        )
