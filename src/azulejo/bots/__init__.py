"""Bots: what a bot is, named levels, and the text protocol for outside programs.

>>> import azulejo
>>> from azulejo.bots import greedy, play_game
>>> played = play_game(azulejo.new_game("azul", seats=2, seed=7), [greedy, "random"])
>>> played.faults
()
"""

from azulejo.bots.bot import Bot, BotFault, as_bot, greedy, load, random
from azulejo.bots.names import bot_named
from azulejo.bots.referee import Fault, PlayedGame, play_game

__all__ = [
    "Bot",
    "BotFault",
    "Fault",
    "PlayedGame",
    "as_bot",
    "bot_named",
    "greedy",
    "load",
    "play_game",
    "random",
]
