"""Who meets whom, on which deals, in which seats.

A *table* is the set of bots that sit down together, with copies where one bot takes several seats. Every table plays
every deal several times, each time with the bots one seat further: twice for two seats. Those games are a
*pair* (with more seats it has as many games as seats). All tables get the same deals.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

PAIRINGS = ("all", "first", "neighbours")
"""Everybody against everybody; the first bot against each other; each against the next in the list."""

TABLES = ("equals", "mixed")
"""With three or four seats: one bot against copies of another, or different bots at every table."""


@dataclass(frozen=True)
class MatchTable:
    """The bots at a table, by number, in the seats of the first game of a pair."""

    bots: tuple[int, ...]

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.bots)

    @property
    def one(self) -> int:
        """The bot whose results are told; at a table of equals the one that sits there once."""
        return self.bots[0]

    def rotated(self, turn: int) -> tuple[int, ...]:
        """Return who sits where after everybody has moved on by so many seats.

        >>> [MatchTable((0, 1, 1)).rotated(turn) for turn in range(3)]
        [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
        """
        return tuple(self.bots[(seat - turn) % self.seats] for seat in range(self.seats))


@dataclass(frozen=True)
class MatchJob:
    """One game to be played."""

    deal: int
    table: int
    turn: int
    players: tuple[int, ...]
    """The bots by number, seat by seat."""

    @property
    def key(self) -> tuple[int, int, int]:
        """What tells this game from all others of a match."""
        return self.deal, self.table, self.turn


def tables(bots: int, seats: int, pairing: str, kind: str) -> list[MatchTable]:
    """Return all tables of a match.

    >>> [table.bots for table in tables(3, 2, "all", "equals")]
    [(0, 1), (0, 2), (1, 2)]
    >>> [table.bots for table in tables(2, 3, "all", "equals")]
    [(0, 1, 1), (1, 0, 0)]
    """
    if seats > 2 and kind == "mixed":
        groups = list(combinations(range(bots), seats))
        if pairing == "first":
            groups = [group for group in groups if 0 in group]
        elif pairing == "neighbours":
            groups = [group for group in groups if group[-1] - group[0] == seats - 1]
        return [MatchTable(group) for group in groups]
    if pairing == "all":
        pairs = list(combinations(range(bots), 2))
    elif pairing == "first":
        pairs = [(0, other) for other in range(1, bots)]
    else:
        pairs = [(bot, bot + 1) for bot in range(bots - 1)]
    if seats > 2 and pairing == "all":
        pairs = [pair for one, other in pairs for pair in ((one, other), (other, one))]
    return [MatchTable((one, *(other,) * (seats - 1))) for one, other in pairs]


def schedule(match: list[MatchTable], pairs: int) -> Iterator[MatchJob]:
    """Return all games of a match: every table plays a deal before the next deal comes."""
    for deal in range(pairs):
        for number, table in enumerate(match):
            for turn in range(table.seats):
                yield MatchJob(deal, number, turn, table.rotated(turn))


def deal_seed(seed: str, deal: int) -> bytes:
    """Return the dealer's secret for a deal; who does not know the match's seed cannot guess it."""
    return hashlib.sha256(f"azulejo arena deal {seed} {deal}".encode()).digest()
