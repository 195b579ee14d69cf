"""What the engine knows of Queen's Garden."""
