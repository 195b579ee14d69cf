"""What makes a match the match it is: results of one may not be mixed with those of another."""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Self

import azulejo.arena
from azulejo.arena.result import Result
from azulejo.arena.schedule import PAIRINGS, TABLES, MatchJob, MatchTable, schedule, tables
from azulejo.arena.statistics import Sprt
from azulejo.engine.limits import Limits
from azulejo.games import folder, title
from azulejo.play.start import checked_table
from azulejo.texts.errors import BadOption

__all__ = ["MatchSettings"]

FORMAT = 1

DECIDING_FOLDERS = ("kernel", "play", "bots")
"""The parts of the package whose sources decide how every game goes; with them the game's own parts."""


@dataclass(frozen=True)
class Kept:
    """Settings that are kept in the folder of what they made, so that nothing else is mixed into it."""

    may_change: ClassVar[tuple[str, ...]] = ()
    """What may differ when it goes on."""

    game: str
    seats: int
    bots: tuple[str, ...]
    """Who plays, by name."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The game's options, complete, and who starts."""
    seed: str = field(default="", kw_only=True)
    code: str = field(default="", kw_only=True)
    """A digest of the sources that decide the games."""

    def with_seed(self) -> Self:
        """Return the same settings with a secret seed if they have none."""
        return self if self.seed else replace(self, seed=secrets.token_hex(16))

    def name(self) -> str:
        """Return a short name that differs where settings differ; the seed and what may change are left out."""
        told = {name: value for name, value in self.to_dict().items() if name not in ("seed", "code", *self.may_change)}
        return f"{told['game']}-{hashlib.sha256(repr(sorted(told.items())).encode()).hexdigest()[:8]}"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        values = {
            name: list(value) if isinstance(value, tuple) else dict(value) if isinstance(value, Mapping) else value
            for name, value in ((one.name, getattr(self, one.name)) for one in fields(self))
        }
        return {"format": FORMAT, **values}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read the JSON object."""
        known = {one.name for one in fields(cls)}
        if data.get("format") != FORMAT or set(data) - known != {"format"}:
            raise BadOption("arena.settings_format")
        given = {name: value for name, value in data.items() if name in known}
        values: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in given.items()}
        return cls(**values)

    def differences(self, other: Self) -> list[str]:
        """Return the names of the settings that keep results from being mixed."""
        mine, theirs = self.to_dict(), other.to_dict()
        return [name for name in mine if mine[name] != theirs[name] and name not in self.may_change]

    def digest(self) -> str:
        """Return the digest of the sources on this machine."""
        return code_digest(self.game, list(self.bots))


@dataclass(frozen=True)
class MatchSettings(Kept):
    """A match, ready to be played.

    >>> settings = MatchSettings.make("azul", ["club", "greedy", "random"], pairs=10)
    >>> settings.seats, settings.pairing, len(settings.jobs())
    (2, 'all', 60)
    """

    may_change: ClassVar[tuple[str, ...]] = ("pairs",)
    """More pairs are simply added."""

    pairs: int = field(kw_only=True)
    pairing: str = "all"
    tables: str = "equals"
    anchor: int = -1
    """The bot whose rating is 0; the last one if negative."""
    sprt: tuple[float, float, float, float] | None = None
    """Elo differences and error rates of the sequential test."""
    seconds: float | None = None
    """Time for each decision, watched by the referee; a bot that is late loses."""
    clock: float | None = None
    """Time for the whole game, kept by the referee."""
    increment: float = 0.0
    """What a turn adds to it."""

    @classmethod
    def make(
        cls,
        game: str,
        bots: list[str],
        *,
        pairs: int = 100,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        pairing: str = "all",
        tables: str = "equals",
        anchor: str | None = None,
        sprt: tuple[float, float] | None = None,
        alpha: float = 0.05,
        beta: float = 0.05,
        seconds: float | None = None,
        clock: float | None = None,
        increment: float = 0.0,
        seed: str | int | None = None,
    ) -> Self:
        """Check everything and fill in what was left out; raises BadOption."""
        number, chosen = checked_table(title(game), seats, options or {})
        if len(bots) < 2:
            raise BadOption("arena.too_few_bots")
        if len(set(bots)) < len(bots):
            raise BadOption("arena.same_bot", value=next(bot for bot in bots if bots.count(bot) > 1))
        if pairs < 1:
            raise BadOption("arena.pairs", value=pairs)
        for value, known, name in ((pairing, PAIRINGS, "pairing"), (tables, TABLES, "tables")):
            if value not in known:
                raise BadOption("errors.option_value", option=name, value=value, values=known)
        if anchor is not None and anchor not in bots:
            raise BadOption("arena.anchor", value=anchor, values=bots)
        if sprt is not None and pairing == "all":
            pairing = "first"  # with more than two seats the test is about one table
        made = cls(
            game=game,
            bots=tuple(bots),
            pairs=pairs,
            seats=number,
            options=chosen,
            pairing=pairing,
            tables=tables,
            anchor=len(bots) - 1 if anchor is None else bots.index(anchor),
            sprt=None if sprt is None else (*sprt, alpha, beta),
            seconds=seconds,
            clock=clock,
            increment=increment,
            seed="" if seed is None else str(seed),
            code=code_digest(game, bots),
        )
        if increment and clock is None:
            raise BadOption("arena.increment")
        if not made.match:
            raise BadOption("arena.too_few_for_table", seats=number)
        if made.sprt is not None:
            if len(bots) != 2 or len(made.match) > 1:
                raise BadOption("arena.sprt_bots")
            if not (made.sprt[0] < made.sprt[1] and 0 < alpha < 0.5 and 0 < beta < 0.5):
                raise BadOption("arena.sprt_bounds", values=made.sprt)
        return made

    @property
    def limits(self) -> Limits | None:
        """What the referee watches; None if every bot keeps to its own limits."""
        if self.seconds is None and self.clock is None:
            return None
        return Limits(seconds=self.seconds, clock=self.clock, increment=self.increment)

    @property
    def match(self) -> list[MatchTable]:
        """All tables."""
        return tables(len(self.bots), self.seats, self.pairing, self.tables)

    @property
    def games(self) -> int:
        """How many games there are at most."""
        return self.pairs * sum(table.seats for table in self.match)

    @property
    def test(self) -> Sprt | None:
        """The sequential test, if one was asked for."""
        return None if self.sprt is None else Sprt(*self.sprt)

    def jobs(self) -> list[MatchJob]:
        """Return all games in order."""
        return list(schedule(self.match, self.pairs))

    def play(self, job: MatchJob) -> tuple[Result, str]:
        """Play one game of the match, and return its result and its record."""
        from azulejo.arena.players import play_job

        return play_job(self, job)

    def prepare(self) -> None:
        """Compile what the bots need."""
        from azulejo.arena.players import prepare_bots

        prepare_bots(self)


def code_digest(game: str, bots: list[str]) -> str:
    """Return a digest of all sources that decide the games: ours, the game's own, and the files of bots."""
    package = Path(azulejo.arena.__file__).parent.parent
    deciding = [path for name in DECIDING_FOLDERS for path in (package / name).rglob("*")]
    deciding += [path for name in ("games", "engine") for path in (package / name).glob("*")]
    own = folder(game)
    named = [(path.relative_to(package), path) for path in deciding]
    named += [(path.relative_to(own), path) for path in own.rglob("*")]
    seen = hashlib.sha256()
    for name, path in sorted(named):
        if path.is_file() and "__pycache__" not in path.parts:
            seen.update(name.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    for bot in bots:
        file = Path(bot.rpartition(":")[0] or bot)
        if file.suffix == ".py" and file.is_file():
            seen.update(file.read_bytes() + b"\0")
    return seen.hexdigest()[:16]
