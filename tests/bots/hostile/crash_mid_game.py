"""Plays two moves and fails in the third."""

from tests.bots.hostile.honest import honestly, play


def answer(number: int, words: list[str]) -> None:
    if number == 3:
        raise ZeroDivisionError("oh no")
    honestly(words)


play(answer)
