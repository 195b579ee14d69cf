"""Crowd: Pebbles for six to eight, the most seats a game can have, with an evaluation for the engine."""
