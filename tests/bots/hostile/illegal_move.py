"""Plays a move of the game that is not legal now: back to a factory that it has emptied."""

from tests.bots.hostile.honest import first_move, play, say

played: list[str] = []


def answer(number: int, words: list[str]) -> None:
    played.append(first_move(words))
    say(f"bestmove {played[0]}")


play(answer)
