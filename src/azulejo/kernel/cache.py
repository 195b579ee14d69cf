"""Where compiled rules are kept between runs.

Numba's own cache notices an edit in the file of a function, but not in the files of
the functions it calls: a cached search would go on playing old rules. So the folder
is named by a hash of *all* sources that can end up inside a compiled function, and of
what compiles them. An edit anywhere opens a new, empty folder.

The rules of other packages are no part of that: with each of them installed or edited, all would
compile anew. They have folders of their own, and our generic functions, which are compiled with such
rules inside, know a game by the type of its record, which names its sources (see struct.py).
"""

import hashlib
import os
import platform
import shutil
import sys
from functools import lru_cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
"""The folder of this package."""

COMPILED_PACKAGES = ("kernel", "games", "batches", "engine")
"""The folders of this package whose files hold compiled functions."""

KEPT_FOLDERS = 8
"""How many versions' caches stay on disk; the least recently opened go first."""


def home() -> Path:
    """Return the folder that holds everything Azulejo caches for this user."""
    chosen = os.environ.get("AZULEJO_CACHE") or os.environ.get("XDG_CACHE_HOME")
    root = Path(chosen) if chosen else Path.home() / ".cache"
    return root if os.environ.get("AZULEJO_CACHE") else root / "azulejo"


@lru_cache
def folder(source_folder: Path | None = None) -> Path:
    """Return the cache folder for functions whose sources lie in ``source_folder``.

    The files of that folder count, too, if it is none of COMPILED_PACKAGES.
    """
    folders = [PACKAGE / name for name in COMPILED_PACKAGES]
    if source_folder is not None and not any(source_folder.is_relative_to(one) for one in folders):
        folders.append(source_folder)
    compiled = home() / "compiled"
    chosen = compiled / _digest(_toolchain(), folders)
    if not chosen.is_dir():
        chosen.mkdir(parents=True, exist_ok=True)
        _forget_old_versions(compiled)
    os.utime(chosen)
    return chosen


@lru_cache
def sources_digest(source_folder: Path) -> str:
    """Return a number that changes when any source in a folder of another package does."""
    return _digest((), [source_folder])


def _toolchain() -> tuple[str, ...]:
    """Return all that decides what a source is compiled to."""
    import llvmlite
    import numba
    import numpy as np

    checks = f"boundscheck={numba.config.BOUNDSCHECK}"
    return (numba.__version__, llvmlite.__version__, np.__version__, sys.version, platform.machine(), _cpu(), checks)


def _digest(toolchain: tuple[str, ...], folders: list[Path]) -> str:
    seen = hashlib.sha256(repr(toolchain).encode())
    for path in (path for one in folders for path in sorted(one.rglob("*.py"))):
        seen.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return seen.hexdigest()[:16]


def _cpu() -> str:
    import llvmlite.binding as llvm

    return f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"


def _forget_old_versions(compiled: Path) -> None:
    newest_first = sorted(compiled.iterdir(), key=_opened, reverse=True)
    for old in newest_first[KEPT_FOLDERS:]:
        shutil.rmtree(old, ignore_errors=True)


def _opened(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # another process has just forgotten it
        return 0.0
