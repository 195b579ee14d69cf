"""Classic Azul in a menu: name, seats, options."""

from azulejo.games.azul.components import SEATS, WALLS
from azulejo.games.title import Option, Title

TITLE = Title("azul", SEATS, (Option("wall", WALLS),))
