"""The command line, ``azulejo``."""

from azulejo.cli.main import main

__all__ = ["main"]
