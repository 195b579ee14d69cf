"""What can be told to ``azulejo learn`` and ``python -m azulejo.learn``."""

from pathlib import Path

from azulejo.games.parameter import GAME
from azulejo.texts import message
from azulejo.texts.commands import Command, Parameter

COMMAND = Command(
    "learn",
    message("learn.help.learn"),
    (
        GAME,
        Parameter("generations", message("learn.help.generations"), int, 5, "N", least=1),
        Parameter("games", message("learn.help.games"), int, 4000, "N", least=1),
        Parameter("judgements", message("learn.help.judgements"), int, 600, "N", least=1),
        Parameter("epochs", message("learn.help.epochs"), int, 6, "N", least=1),
        Parameter("seed", message("learn.help.seed"), int, 1, "N", least=0),
        Parameter("keep", message("learn.help.keep"), float, 0.25, "P", least=0),
        Parameter("threads", message("learn.help.threads"), int, metavar="N", least=1),
        Parameter("fresh", message("learn.help.fresh"), bool),
        Parameter("out", message("learn.help.out"), Path, metavar=message("cli.page.file")),
    ),
    "azulejo.learn.command:run",
)
