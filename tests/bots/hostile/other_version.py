"""Speaks a version of the protocol that does not exist."""

from tests.bots.hostile.honest import honestly, play

play(lambda number, words: honestly(words), version="99")
