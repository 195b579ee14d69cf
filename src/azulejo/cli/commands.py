"""All commands of ``azulejo``, and what each can be told."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from azulejo.arena.options import (
    AS_JSON,
    BOTS,
    FIRST,
    HOW_TO_RUN,
    OUT,
    SEATS,
    SEED,
    game_parameters,
    match_command,
)
from azulejo.batches.options import MEASUREMENT
from azulejo.games import names
from azulejo.games.parameter import GAME
from azulejo.learn import options as learning
from azulejo.review.names import SETTINGS
from azulejo.texts import message
from azulejo.texts.commands import Command, Parameter


def _bots() -> Iterable[str]:
    """Return the bots to play against, for the shell's completion."""
    from azulejo.bots.names import bot_names

    return bot_names()


FIRST_OR_OTHER = replace(GAME, required=False, default=names()[0])
A_FILE, AN_ADDRESS = message("cli.page.file"), message("cli.page.address")
RECORDS = Parameter("file", message("cli.help.file"), Path, metavar=A_FILE, positional=True, required=True)
RECORD_NUMBER = Parameter("game_number", message("cli.help.game_number"), int, metavar="N")
GAMES = Parameter("games", message("cli.help.games"), int, 100, "N")
DEEDS = ("dismiss", "silence", "restore", "clear", "rename")
"""What can be done about a complaint; the command line starts without the server's packages."""
NUMBER_SEED = Parameter("seed", message("cli.help.seed"), int, metavar="N")

ROOT = Command(
    "azulejo",
    message("cli.help.app"),
    (Parameter("version", message("cli.help.version"), bool),),
    "azulejo.cli.app:alone",
)
"""What can be told before, or instead of, a command."""


def commands() -> tuple[Command, ...]:
    """Return every command, in the order of the help page."""
    of_games = game_parameters()
    return (
        Command(
            "play",
            message("cli.help.play"),
            (
                FIRST_OR_OTHER,
                SEATS,
                Parameter("you", message("cli.help.you"), int, 1, "N"),
                Parameter("bot", message("cli.help.bot"), str, "random", message("cli.page.name"), complete=_bots),
                NUMBER_SEED,
                Parameter("position", message("cli.help.position"), metavar=message("cli.page.text")),
                Parameter("out", message("cli.help.play_out"), Path, metavar=A_FILE),
                Parameter("plain", message("cli.help.plain"), bool),
                *of_games,
            ),
            "azulejo.cli.play:play",
        ),
        Command(
            "simulate",
            message("cli.help.simulate"),
            (
                GAME,
                SEATS,
                replace(GAMES, least=1),
                NUMBER_SEED,
                Parameter("out", message("cli.help.out"), str, "-", A_FILE),
                *of_games,
            ),
            "azulejo.cli.simulate:simulate",
        ),
        Command(
            "replay",
            message("cli.help.replay"),
            (
                RECORDS,
                RECORD_NUMBER,
                Parameter("at", message("cli.help.at"), int, metavar="N"),
                Parameter("svg", message("cli.help.svg"), Path, metavar=A_FILE),
            ),
            "azulejo.cli.records:replay",
        ),
        Command(
            "review",
            message("cli.help.review"),
            (
                RECORDS,
                RECORD_NUMBER,
                Parameter("setting", message("cli.help.review_setting"), str, "fast", choices=SETTINGS),
                Parameter("nodes", message("cli.help.review_nodes"), int, metavar="N", least=1),
                replace(NUMBER_SEED, help=message("cli.help.review_seed"), default=0),
                replace(AS_JSON, help=message("cli.help.review_json")),
                Parameter("html", message("cli.help.review_html"), Path, metavar=A_FILE),
            ),
            "azulejo.cli.review:review_file",
        ),
        Command(
            "verify",
            message("cli.help.verify"),
            (replace(RECORDS, name="files", help=message("cli.help.files"), several=True),),
            "azulejo.cli.records:verify_files",
        ),
        Command(
            "perft",
            message("cli.help.perft"),
            (RECORDS, Parameter("depth", message("cli.help.depth"), int, 2, "N", least=0), RECORD_NUMBER),
            "azulejo.cli.records:perft",
        ),
        Command(
            "bench",
            message("cli.help.bench"),
            (
                *MEASUREMENT,
                replace(AS_JSON, help=message("cli.help.json")),
                Parameter("gpu", message("cli.help.gpu"), bool),
            ),
            "azulejo.cli.bench:bench",
        ),
        Command(
            "engine",
            message("cli.help.engine"),
            (
                Parameter("bot", message("cli.help.engine_bot"), str, "engine", message("cli.page.bot")),
                replace(AS_JSON, help=message("cli.help.engine_json")),
                Parameter("threads", message("cli.help.threads"), int, 1, "N", least=1),
            ),
            "azulejo.cli.engine:engine",
        ),
        Command("rules", message("cli.help.rules"), (FIRST_OR_OTHER,), "azulejo.cli.rules:rules"),
        Command(
            "serve",
            message("cli.help.serve"),
            (
                Parameter("host", message("cli.help.serve_host"), metavar=AN_ADDRESS),
                Parameter("port", message("cli.help.serve_port"), int, metavar="N", least=0),
                Parameter("database", message("cli.help.serve_database"), metavar=AN_ADDRESS),
                Parameter("config", message("cli.help.serve_config"), Path, metavar=A_FILE),
                Parameter("processes", message("cli.help.serve_processes"), int, metavar="N", least=1),
                Parameter("show", message("cli.help.serve_open"), bool, flag="--open"),
            ),
            "azulejo.cli.serve:serve",
        ),
        Command(
            "complaints",
            message("cli.help.complaints"),
            (
                Parameter("complaint", message("cli.help.complaint"), metavar=message("cli.page.id"), positional=True),
                Parameter("do", message("cli.help.complaints_do"), choices=DEEDS),
                Parameter("config", message("cli.help.serve_config"), Path, metavar=A_FILE),
                Parameter("database", message("cli.help.serve_database"), metavar=AN_ADDRESS),
            ),
            "azulejo.cli.complaints:complaints",
        ),
        replace(match_command(), run="azulejo.cli.arena:arena"),
        Command(
            "dataset",
            message("cli.help.dataset"),
            (
                GAME,
                GAMES,
                replace(BOTS, help=message("dataset.help.bots")),
                Parameter("nodes", message("dataset.help.nodes"), int, 400, "N"),
                SEATS,
                SEED,
                OUT,
                *HOW_TO_RUN,
                FIRST,
                Parameter("compact", message("dataset.help.compact"), bool),
                *of_games,
            ),
            "azulejo.cli.dataset:dataset",
        ),
        learning.COMMAND,
    )
