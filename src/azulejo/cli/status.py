"""What a command tells the shell."""

WRONG_RECORD = 1
"""The command ran, and what it checked is wrong."""
USAGE_ERROR = 2
"""The input is wrong; a sentence on standard error says how."""
INTERRUPTED = 130
"""Ctrl-C ended the command."""
