"""Sends a second answer after the first, hoping that it counts for the next question."""

from tests.bots.hostile.honest import first_move, play, say

play(lambda number, words: say(f"bestmove {first_move(words)}", f"bestmove {words[-1]}"))
