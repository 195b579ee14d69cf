"""Environments for learners: single games, batches on processor and graphics card, other projects' interfaces."""
