"""Pebbles in a menu: name, seats, secrets."""

from azulejo.games.title import Title
from pebbles.components import SEATS

TITLE = Title("pebbles", SEATS, secrets=True)
