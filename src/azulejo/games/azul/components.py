"""What is in the box of classic Azul, as data. Rulings: docs/rules/azul.md."""

from typing import Literal, TypeAlias, get_args

import numpy as np

SEATS = (2, 3, 4)
MAX_SEATS = 4

COLOURS = 5
Colour: TypeAlias = Literal["B", "Y", "R", "K", "W"]
LETTERS: tuple[Colour, ...] = get_args(Colour)
COLOUR_NAMES = ("blue", "yellow", "red", "black", "white")
TILES_PER_COLOUR = 20

FACTORY_TILES = 4
MAX_FACTORIES = 9

ROWS = 5
COLUMNS = 5
CELLS = ROWS * COLUMNS

FLOOR_SPACES = 7
FLOOR_LOSS = np.array([0, 1, 2, 4, 6, 8, 11, 14], np.int8)
"""Points lost for 0 to 7 pieces on the floor line."""

ROW_BONUS = 2
COLUMN_BONUS = 7
COLOUR_BONUS = 10

IDLE_ROUNDS = 10
"""The game ends after so many rounds in a row without a tile laid (ruling 7)."""

COLOURED = 0
GREY = 1
Wall: TypeAlias = Literal["coloured", "grey"]
WALLS: tuple[Wall, ...] = get_args(Wall)

COLUMN_OF = np.array([[(colour + row) % COLUMNS for colour in range(COLOURS)] for row in range(ROWS)], np.int8)
"""The column of a colour in a row of the coloured wall: ``COLUMN_OF[row, colour]``."""
