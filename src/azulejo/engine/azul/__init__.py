"""What the engine knows of classic Azul."""
