"""Answers with something that is no move."""

from tests.bots.hostile.honest import play, say

play(lambda number, words: say("bestmove checkmate"))
