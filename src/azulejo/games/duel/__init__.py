"""Azul Duel, for two players: five rounds, a dome of nine plates each."""
