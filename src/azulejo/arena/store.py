"""The folder of a match: settings, records, results. It can be left at any moment and taken up again.

Every game is one line in ``games.jsonl`` (its record) and then one in ``results.jsonl``, in the same order. A process
that is killed leaves at most a line too many or half a line; opening the folder cuts both files back to
the games that are in both.
"""

import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, Self, TypeVar

from azulejo.arena.result import Result
from azulejo.arena.settings import Kept, MatchSettings
from azulejo.play.record import file_problem
from azulejo.texts.errors import BadOption

AnySettings = TypeVar("AnySettings", bound=Kept)

SETTINGS, GAMES, RESULTS, LOCK = "settings.json", "games.jsonl", "results.jsonl", "lock"


class MatchStore:
    """An open folder; nobody else can open it meanwhile."""

    def __init__(self, folder: Path, settings: MatchSettings, results: list[Result]) -> None:
        self.folder = folder
        self.settings = settings
        self.results = results
        """Those that were there when the folder was opened."""
        self._games: BinaryIO | None = None
        self._results: BinaryIO | None = None

    @classmethod
    @contextlib.contextmanager
    def open(cls, folder: Path, settings: MatchSettings, fresh: bool = False) -> Iterator[Self]:
        """Open a folder for a match, take over its seed if the settings have none, and read what is there.

        Raises BadOption if it holds a match with other settings. ``fresh`` throws the old results away.
        """
        with locked(folder, folder):
            if fresh:
                for name in (SETTINGS, GAMES, RESULTS):
                    (folder / name).unlink(missing_ok=True)
            settings = agreed(folder, settings)
            known = {job.key for job in settings.jobs()}
            store = cls(folder, settings, [result for result in _repaired(folder) if result.key in known])
            with (folder / GAMES).open("ab") as games, (folder / RESULTS).open("ab") as written:
                store._games, store._results = games, written
                yield store

    def add(self, result: Result, record: str) -> None:
        """Write a game down."""
        for file, line in ((self._games, record), (self._results, json.dumps(result.to_dict()))):
            assert file is not None
            file.write(line.encode() + b"\n")
            file.flush()


def read_results(folder: Path) -> list[Result]:
    """Return the results of a folder as they are, without opening the match."""
    return [Result.from_dict(data) for _, data in _whole_lines(folder / RESULTS)]


def locked(folder: Path, *made: Path) -> BinaryIO:
    """Make folders, and open a file in ``folder`` that one process alone can hold, until it ends."""
    try:
        for path in made:
            path.mkdir(parents=True, exist_ok=True)
        file = (folder / LOCK).open("ab")
    except OSError as problem:
        raise file_problem(folder, problem) from None
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # pragma: no cover  # a system without such locks
        pass
    except OSError:
        file.close()
        raise BadOption("arena.folder_in_use", folder=folder) from None
    return file


def agreed(folder: Path, settings: AnySettings) -> AnySettings:
    """Return the settings to go on with, and write them down; raises BadOption if the folder holds others."""
    path = folder / SETTINGS
    if path.exists():
        try:
            before = type(settings).from_dict(json.loads(path.read_text(encoding="utf-8")))
        except (ValueError, TypeError, KeyError):
            raise BadOption("arena.settings_format") from None
        if not settings.seed:
            settings = replace(settings, seed=before.seed)
        if different := settings.differences(before):
            raise BadOption("arena.other_settings", folder=folder, values=different)
    settings = settings.with_seed()
    written = path.with_suffix(".new")
    written.write_text(json.dumps(settings.to_dict(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    written.replace(path)
    return settings


def _whole_lines(path: Path) -> list[tuple[int, dict[str, Any]]]:
    """Return the lines of a file that are whole, each with the place where it ends."""
    found: list[tuple[int, dict[str, Any]]] = []
    end = 0
    if not path.exists():
        return found
    with path.open("rb") as file:
        for line in file:
            end += len(line)
            try:
                data = json.loads(line)
            except ValueError:
                break
            if not line.endswith(b"\n") or not isinstance(data, dict):
                break
            found.append((end, data))
    return found


def _repaired(folder: Path) -> list[Result]:
    """Cut both files back to the games that are whole in both, and return their results."""
    files = (folder / GAMES, folder / RESULTS)
    games, results = (_whole_lines(file) for file in files)
    number = 0
    for (_, record), (_, data) in zip(games, results, strict=False):
        if record.get("scores") != data.get("scores"):
            break
        number += 1
    for file, lines in zip(files, (games, results), strict=True):
        if file.exists():
            os.truncate(file, lines[number - 1][0] if number else 0)
    return [Result.from_dict(data) for _, data in results[:number]]
