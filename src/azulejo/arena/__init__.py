"""The arena: matches between bots on paired deals, ratings with their errors, sequential tests."""
