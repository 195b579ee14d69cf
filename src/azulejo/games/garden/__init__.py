"""Azul: Queen's Garden, for two to four players, with both sides of the scoring board."""
