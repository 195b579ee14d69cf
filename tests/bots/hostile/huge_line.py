"""Begins its answer with a line that never ends."""

import sys

from tests.bots.hostile.honest import play


def answer(number: int, words: list[str]) -> None:
    sys.stdout.write("bestmove ")
    while True:
        sys.stdout.write("3" * 1000)


play(answer)
