"""Pebbles: a game for two to five, as small as a whole game can be."""
