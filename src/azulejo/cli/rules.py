"""``azulejo rules``: a game's rules in short."""

from azulejo.games import title
from azulejo.texts import page
from azulejo.texts.errors import BadOption


def rules(game: str, lang: str) -> None:
    """Print the rules of a game on one screen or two."""
    title(game)  # an unknown name is another mistake
    found = page(game, "rules", lang)
    if found is None:
        raise BadOption("cli.no_rules", game=game)
    print(found)
