"""``azulejo dataset``: self-play to Parquet files, with a progress bar."""

import sys
from typing import Any

from rich.console import Group

from azulejo.cli.arena import LiveTable
from azulejo.envs.dataset.command import run


def dataset(lang: str, **given: Any) -> int:
    """Make a dataset; on a terminal a bar shows how far it is."""
    return run(lang=lang, watcher=LiveBar(lang) if sys.stderr.isatty() else None, **given)


class LiveBar(LiveTable):
    """The bar without the table: a dataset has no standing."""

    def drawn(self, found: Any) -> Group:
        """Return nothing to be drawn beside the bar."""
        return Group()
