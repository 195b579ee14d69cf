"""What a command tells the shell."""

WRONG_RECORD = 1
"""The command ran, and what it checked is wrong."""
NOT_WRITTEN = 1
"""The reader of standard output has gone."""
USAGE_ERROR = 2
"""The input is wrong; a sentence on standard error says how."""
INTERRUPTED = 130
"""Ctrl-C ended the command."""
