"""What can be told to ``azulejo dataset`` on the command line."""

from azulejo.arena.options import Option

OPTIONS = (
    Option("games", int, "N", 100),
    Option("bots", str, "A,B,..."),
    Option("nodes", int, "N", 400),
    Option("seats", int, "N"),
    Option("seed", str, "TEXT"),
    Option("out", str, "FOLDER"),
    Option("jobs", int, "N"),
    Option("cluster", str, "ADDRESS"),
    Option("first", str, "random|0..3", "random"),
    Option("compact", bool),
    Option("fresh", bool),
)
"""Explained by the texts ``dataset.help.<name>``."""
