"""Prints the line that ends a commit which changes play: ``make signature``.

It is one number for the random games of all games, numbers of seats and options: those that ``azulejo bench`` signs one
by one. It compiles first what has been edited.
"""

import zlib

from azulejo.cli.bench import SIGNATURE_GAMES, signature
from azulejo.games import names, rulebook


def bench_line(games: int = SIGNATURE_GAMES) -> str:
    """Return the line, from so many games of each kind."""
    books = [rulebook(name) for name in names()]
    signed = [
        f"{book.title.name} {seats} {signature(book, seats, games)}" for book in books for seats in book.title.seats
    ]
    return f"Bench: {zlib.crc32(' '.join(signed).encode()):08x}"


if __name__ == "__main__":
    print(bench_line())
