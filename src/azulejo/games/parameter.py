"""The game as a thing that commands can be told."""

from azulejo.games import names
from azulejo.texts import message
from azulejo.texts.commands import Parameter

GAME = Parameter(
    "game",
    message("cli.help.game", values=names()),
    metavar=message("cli.page.game"),
    complete=names,
    positional=True,
    required=True,
)
"""Most commands take it."""
