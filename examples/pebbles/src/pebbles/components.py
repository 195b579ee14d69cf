"""What Pebbles is played with, as data."""

SEATS = (2, 3, 4, 5)
MAX_SEATS = 5

ROUNDS = 2
MOST_TAKEN = 3
"""Pebbles that a turn may take."""

CARDS = 4
"""The cards are numbered from 1: so many points each gives."""
MOST_IN_HANDFUL = 4
"""Pebbles in one of the handfuls that are poured on the pile, at least 1 each; there is one for each player."""
