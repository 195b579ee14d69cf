"""What the tests of bots share."""

collect_ignore_glob = ["hostile/*"]
"""Programs to be run, not imported: the first of them would end the tests."""
