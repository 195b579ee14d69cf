"""What can be told to a match on the command line, and what commands that play games have in common."""

import csv

from azulejo.arena.schedule import PAIRINGS, TABLES
from azulejo.games import names, title
from azulejo.games.parameter import GAME
from azulejo.texts import message
from azulejo.texts.commands import Command, Parameter
from azulejo.texts.errors import BadOption


def split_bots(text: str) -> list[str]:
    """Return the bots of a list; what follows a comma and sets a value belongs to the bot before it.

    >>> split_bots('greedy, engine:nodes=1000,threads=1, "run:./program --levels 1,2"')
    ['greedy', 'engine:nodes=1000,threads=1', 'run:./program --levels 1,2']
    """
    try:
        parts = next(csv.reader([text], skipinitialspace=True, strict=True), [])
    except csv.Error:
        raise BadOption("arena.bots_form", value=text) from None
    bots: list[str] = []
    for part in (part.strip() for part in parts):
        if bots and "=" in part and part.partition("=")[0].isidentifier():
            bots[-1] += f",{part}"
        elif part:
            bots.append(part)
    return bots


def split_sprt(text: str) -> tuple[float, float]:
    """Return the two Elo differences of a sequential test.

    >>> split_sprt("0,20")
    (0.0, 20.0)
    """
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise BadOption("arena.sprt_form", value=text) from None
    return low, high


def game_parameters() -> tuple[Parameter, ...]:
    """Return a parameter for each option that any game has; a command receives those given as ``options``."""
    games: dict[str, list[str]] = {}
    values: dict[str, list[str]] = {}
    for game in names():
        for option in title(game).options:
            games.setdefault(option.name, []).append(game)
            values.setdefault(option.name, []).extend(option.values)
    return tuple(
        Parameter(
            name,
            [message("cli.help.game_option", game=game, text=message(f"{game}.option.{name}")) for game in games[name]],
            metavar="|".join(values[name]),
            group="options",
        )
        for name in games
    )


SEATS = Parameter("seats", message("cli.help.seats"), int, metavar="N")
BOTS = Parameter("bots", message("arena.help.bots"), split_bots, metavar="A,B,...")
SEED = Parameter("seed", message("arena.help.seed"), metavar=message("cli.page.text"))
OUT = Parameter("out", message("arena.help.out"), metavar=message("cli.page.folder"))
FIRST = Parameter("first", message("arena.help.first"), default="random", metavar="random|N")
HOW_TO_RUN = (
    Parameter("jobs", message("arena.help.jobs"), int, metavar="N"),
    Parameter("cluster", message("arena.help.cluster"), metavar=message("cli.page.address")),
    Parameter("fresh", message("arena.help.fresh"), bool),
)
AS_JSON = Parameter("as_json", message("arena.help.json"), bool, flag="--json")


def match_command() -> Command:
    """Return ``python -m azulejo.arena``."""
    parameters = (
        GAME,
        BOTS,
        Parameter("pairs", message("arena.help.pairs"), int, 100, "N"),
        SEATS,
        SEED,
        OUT,
        *HOW_TO_RUN,
        Parameter("sprt", message("arena.help.sprt"), split_sprt, metavar="ELO0,ELO1"),
        Parameter("alpha", message("arena.help.alpha"), float, 0.05, "P"),
        Parameter("beta", message("arena.help.beta"), float, 0.05, "P"),
        Parameter("pairing", message("arena.help.pairing"), default="all", choices=PAIRINGS),
        Parameter("tables", message("arena.help.tables"), default="equals", choices=TABLES),
        Parameter("anchor", message("arena.help.anchor"), metavar=message("cli.page.bot")),
        Parameter("seconds", message("arena.help.seconds"), float, metavar="S", least=0),
        Parameter("clock", message("arena.help.clock"), float, metavar="S", least=0),
        Parameter("increment", message("arena.help.increment"), float, 0.0, "S", least=0),
        FIRST,
        AS_JSON,
        *game_parameters(),
    )
    return Command("arena", message("cli.help.arena"), parameters, "azulejo.arena.command:run")
