"""What can be told to a measurement on the command line."""

from dataclasses import replace
from pathlib import Path

from azulejo.games.parameter import GAME
from azulejo.texts import message
from azulejo.texts.commands import Command, Parameter

MEASUREMENT = (
    replace(GAME, name="games", help=message("cli.help.bench_games"), required=False, several=True),
    Parameter("seconds", message("cli.help.seconds"), float, 1.0, "N", least=0.01),
    Parameter("out", message("cli.help.bench_out"), Path, metavar=message("cli.page.file")),
)

CARD_COMMAND = Command("measure_cuda", message("cli.help.gpu"), MEASUREMENT, "azulejo.batches.measure_cuda:run")
