"""Plays one move, and thinks for ever about the next; does not listen to a gentle request to end."""

import signal
import time

from tests.bots.hostile.honest import honestly, play

signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)


def answer(number: int, words: list[str]) -> None:
    if number == 2:
        time.sleep(60)
    honestly(words)


play(answer)
