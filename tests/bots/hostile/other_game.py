"""Plays only a game that nobody asked for."""

from tests.bots.hostile.honest import honestly, play

play(lambda number, words: honestly(words), game="chess")
