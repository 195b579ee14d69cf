"""The names of the settings and labels, for those who need no more: nothing is loaded with them."""

from typing import Literal, TypeAlias, get_args

Label: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
"""How good a turn was: ``best`` is what the engine would have played or no worse, ``good`` what is too near to it to be
called anything else; the others cost 5, 10 and 20 hundredths of a victory and more."""
LABELS: tuple[Label, ...] = get_args(Label)

Setting: TypeAlias = Literal["fast", "deep"]
"""How carefully a game is looked at."""
SETTINGS: tuple[Setting, ...] = get_args(Setting)
