"""The part that every hostile program shares: it greets, gets ready, and plays the first legal move.

It needs nothing but Python: that is how little a program must do to play.
"""

import sys
from collections.abc import Callable


def say(*lines: str) -> None:
    for line in lines:
        print(line, flush=True)


def first_move(words: list[str]) -> str:
    return words[words.index("moves") + 1]


def play(answer: Callable[[int, list[str]], None], version: str = "1", game: str = "azul") -> None:
    """Play; ``answer`` is called with the number of the decision and the words of the ``go`` message."""
    decisions = 0
    for line in sys.stdin:
        words = line.split()
        if words[0] == "azulejo":
            say("id name hostile", f"protocol {version}", f"game {game}", "ready")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "go":
            decisions += 1
            answer(decisions, words)
        elif words[0] == "quit":
            return


def honestly(words: list[str]) -> None:
    say(f"bestmove {first_move(words)}")


if __name__ == "__main__":
    play(lambda number, words: honestly(words))
