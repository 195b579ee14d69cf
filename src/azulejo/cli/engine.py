"""``azulejo engine``: the engine, or another bot, for programs that drive it."""

import os
import sys
import threading

from azulejo.bots import Bot, bot_named
from azulejo.bots.engine_bot import EngineBot
from azulejo.bots.host import own_output
from azulejo.bots.json_lines import Analyst
from azulejo.bots.protocol import read_lines
from azulejo.bots.protocol_server import Server
from azulejo.cli.search import engine_ready
from azulejo.games import names, title, warmup
from azulejo.texts.errors import BadOption


def engine(bot: str, as_json: bool, threads: int, lang: str) -> None:
    """Answer the lines of the standard input until they end."""
    from azulejo import __version__

    def make(game: str) -> Bot:
        return EngineBot(game, threads=threads) if bot == "engine" else bot_named(bot, game)

    def make_engine(game: str) -> EngineBot:
        prepare(game)
        bot = EngineBot(game, threads=threads)
        for seats in title(game).seats:
            bot.warm_up(seats)
        return bot

    def prepare(game: str) -> None:
        engine_ready(game, lang)
        warmup.load(game)

    if as_json and bot != "engine":
        raise BadOption("cli.engine_json_bot", value=bot)
    make(names()[0]).close()  # a name that stands for no bot is a mistake of the command line
    write = own_output()
    lines = read_lines(sys.stdin.buffer)
    if as_json:
        Analyst(make_engine, write, lang=lang).run(lines)
    else:
        name = f"Azulejo {__version__}" if bot == "engine" else bot
        Server(make, write, name=name, prepare=prepare, lang=lang).run(lines)
    if threading.active_count() > 1:  # a search that does not hear: nobody waits for it
        os._exit(0)
