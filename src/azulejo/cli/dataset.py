"""``azulejo dataset``: self-play to Parquet files, with a progress bar."""

import sys
from typing import Any

from azulejo.cli.arena import LiveTable
from azulejo.envs.dataset.command import run


def dataset(lang: str, **given: Any) -> int:
    """Make a dataset; on a terminal a bar shows how far it is."""
    return run(lang=lang, watcher=LiveTable(lang) if sys.stderr.isatty() else None, **given)
