"""Fitting the engine's networks from self-play; anyone can run it again."""
