"""Closes its output and goes on living."""

import os
import time

from tests.bots.hostile.honest import play


def answer(number: int, words: list[str]) -> None:
    os.close(1)
    time.sleep(60)


play(answer)
