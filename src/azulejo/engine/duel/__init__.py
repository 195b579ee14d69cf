"""What the engine knows of Azul Duel."""
