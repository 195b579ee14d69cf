"""Games of other packages, installed for a test: Pebbles as anybody would, and Crowd, which the tests bring."""

import os
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from azulejo import games
from azulejo.texts import catalogue

ROOT = Path(__file__).resolve().parent.parent
PEBBLES = ROOT / "examples" / "pebbles"
PROJECT = tomllib.loads((PEBBLES / "pyproject.toml").read_text(encoding="utf-8"))["project"]

CACHED = (games.packages, games.folders, games.title, games.rulebook, games.evaluation, catalogue)
"""What is remembered of the games that are there."""


def announce(site: Path, name: str, entries: Mapping[str, str]) -> None:
    """Write what an installer leaves of a package that brings games; its sources stay where they are."""
    folder = site / f"{name}-1.0.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"{game} = {package}" for game, package in entries.items()]
    (folder / "entry_points.txt").write_text("\n".join(["[azulejo.games]", *lines, ""]))


def search_path(*folders: Path) -> str:
    """Return where a child process looks for packages: in these folders first, then as this one does."""
    return os.pathsep.join(dict.fromkeys([*map(str, folders), *filter(None, sys.path)]))


def install(patch: pytest.MonkeyPatch, *sites: Path) -> None:
    """Let this process, and those it starts, find the games that are announced in some folders."""
    for site in sites:
        patch.syspath_prepend(str(site))
    patch.setenv("PYTHONPATH", search_path())
    forget()


def forget() -> None:
    """Let the games be looked for anew."""
    for cached in CACHED:
        cached.cache_clear()
