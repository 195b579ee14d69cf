"""The study of finished games: reports, luck apart from skill, puzzles."""
