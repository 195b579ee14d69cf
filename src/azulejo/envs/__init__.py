"""Environments for learners: single games and vectors of games, in other projects' interfaces."""
