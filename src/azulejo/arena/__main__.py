"""``python -m azulejo.arena``: the same as ``azulejo arena``, in plain lines, where Typer is not installed."""

import sys

from azulejo.arena.options import match_command
from azulejo.texts import plain

if __name__ == "__main__":
    sys.exit(plain.main(match_command(), "python -m azulejo.arena"))
