"""What can be told to a match on the command line: one list, for ``azulejo arena`` and ``python -m azulejo.arena``."""

from dataclasses import dataclass
from typing import Any

from azulejo.arena.schedule import PAIRINGS, TABLES


@dataclass(frozen=True)
class Option:
    """One option; its explanation is the text ``arena.help.<name>``."""

    name: str
    type: type
    metavar: str = ""
    default: Any = None


OPTIONS = (
    Option("bots", str, "A,B,..."),
    Option("pairs", int, "N", 100),
    Option("seats", int, "N"),
    Option("seed", str, "TEXT"),
    Option("out", str, "FOLDER"),
    Option("jobs", int, "N"),
    Option("cluster", str, "ADDRESS"),
    Option("sprt", str, "ELO0,ELO1"),
    Option("alpha", float, "P", 0.05),
    Option("beta", float, "P", 0.05),
    Option("pairing", str, "|".join(PAIRINGS), "all"),
    Option("tables", str, "|".join(TABLES), "equals"),
    Option("anchor", str, "BOT"),
    Option("seconds", float, "S"),
    Option("first", str, "random|0..3", "random"),
    Option("json", bool),
    Option("fresh", bool),
)
