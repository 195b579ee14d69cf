"""``azulejo rules``: a game's rules in short."""

from azulejo.games import title
from azulejo.texts import page


def rules(name: str, lang: str) -> None:
    """Print the rules of a game on one screen or two."""
    title(name)
    print(page(f"{name}.rules", lang))
