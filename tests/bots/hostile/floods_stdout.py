"""Writes without end instead of answering."""

from tests.bots.hostile.honest import play


def answer(number: int, words: list[str]) -> None:
    while True:
        print("info all is well")


play(answer)
