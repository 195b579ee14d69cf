"""The engine: a search that knows the contract of the games, and small files that know each game."""
