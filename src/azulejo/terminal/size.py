"""How large a terminal must be for the drawn board."""

LEAST_SIZE = (80, 24)
"""Columns and rows."""
