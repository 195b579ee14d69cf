"""Writes errors without end instead of answering."""

import sys

from tests.bots.hostile.honest import play


def answer(number: int, words: list[str]) -> None:
    while True:
        sys.stderr.write("help! " * 1000)


play(answer)
