"""Crowd in a menu."""

from azulejo.games.contract import MOST_SEATS
from azulejo.games.title import Title

TITLE = Title("crowd", (6, 7, MOST_SEATS), secrets=True)
