"""Answers with bytes that are no text."""

import sys

from tests.bots.hostile.honest import play


def answer(number: int, words: list[str]) -> None:
    sys.stdout.buffer.write(bytes(range(256)) * 4 + b"\nbestmove \xff\xfe\x00\n")
    sys.stdout.buffer.flush()


play(answer)
