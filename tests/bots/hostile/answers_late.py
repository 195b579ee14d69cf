"""Plays a legal move, long after its time."""

import time

from tests.bots.hostile.honest import honestly, play


def answer(number: int, words: list[str]) -> None:
    time.sleep(1.0 if number == 2 else 0.0)
    honestly(words)


play(answer)
