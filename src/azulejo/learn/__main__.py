"""``python -m azulejo.learn``: the same as ``azulejo learn``, where Typer is not installed."""

import sys

from azulejo.learn.options import COMMAND
from azulejo.texts import plain

if __name__ == "__main__":
    sys.exit(plain.main(COMMAND, "python -m azulejo.learn"))
