"""The folder of a dataset: settings, and Parquet files in parts. It can be left at any moment and taken up again.

Every part is two files of the same name, one of ``positions/`` and one of ``games/``. Each is written under another
name first, and the games come last: a part whose games are there is whole, and what a killed process has left is
removed when the folder is opened again. A few games that were not in a part yet are then played once more, in the
same way.
"""

import contextlib
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from azulejo.arena.store import SETTINGS, agreed, locked
from azulejo.envs.dataset.rows import DatasetGame
from azulejo.envs.dataset.settings import DatasetSettings
from azulejo.games import rulebook
from azulejo.texts.errors import BadOption

GAMES, POSITIONS = "games", "positions"
NEW = ".new"

PART_POSITIONS = 50_000
PART_SECONDS = 60.0
"""A part is written when it has so many positions, or is so old."""


def arrow() -> tuple[Any, Any]:
    """Return pyarrow and its Parquet module; raises BadOption where they are not installed."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise BadOption("envs.missing", name="pyarrow", extra="research") from None
    return pyarrow, parquet


def schemas(settings: DatasetSettings) -> dict[str, Any]:
    """Return the columns of both kinds of files; docs/datasets.md explains them."""
    pa, _ = arrow()
    numbers = rulebook(settings.game).observation
    told = {b"azulejo": json.dumps(settings.to_dict(), ensure_ascii=False).encode()}
    games = [
        ("game", pa.int64()),
        ("players", pa.list_(pa.string())),
        ("scores", pa.list_(pa.int16())),
        ("winners", pa.list_(pa.int8())),
        ("rewards", pa.list_(pa.float32())),
        ("decisions", pa.int32()),
        ("faults", pa.list_(pa.string())),
        ("record", pa.string()),
    ]
    positions = [
        ("game", pa.int64()),
        ("decision", pa.int32()),
        ("event", pa.int32()),
        ("seat", pa.int8()),
        ("position", pa.string()),
        *([("observation", pa.list_(pa.float32(), numbers))] if settings.observations else []),
        ("scores", pa.list_(pa.int16())),
        ("legal", pa.list_(pa.int16())),
        ("move", pa.int16()),
        ("text", pa.string()),
        ("best", pa.int16()),
        ("win", pa.float32()),
        ("margin", pa.float32()),
        ("margin_error", pa.float32()),
        ("nodes", pa.int32()),
        ("visits", pa.list_(pa.int32())),
        ("margins", pa.list_(pa.float32())),
        ("reward", pa.float32()),
        ("final_margin", pa.int16()),
    ]
    return {GAMES: pa.schema(games, metadata=told), POSITIONS: pa.schema(positions, metadata=told)}


def _column(field: Any, rows: list[dict[str, Any]]) -> Any:
    """Return one column; numbers that are in an array already go into it as they are."""
    pa, _ = arrow()
    values = [row[field.name] for row in rows]
    if not values or not isinstance(values[0], np.ndarray):
        return pa.array(values, field.type)
    return pa.FixedSizeListArray.from_arrays(pa.array(np.concatenate(values)), field.type.list_size)


class DatasetStore:
    """An open folder; nobody else can open it meanwhile."""

    def __init__(self, folder: Path, settings: DatasetSettings) -> None:
        self.folder = folder
        settings = agreed(folder, settings)  # before anything is removed
        self.done = self._read_done()
        """The numbers of the games that are there, or wait to be written."""
        self.settings = agreed(folder, replace(settings, games=max(settings.games, 1 + max(self.done, default=-1))))
        """What was asked for; games that are there already are counted even if fewer are asked for now."""
        self._schemas = schemas(self.settings)
        self._waiting: list[DatasetGame] = []
        self._written = time.monotonic()

    @classmethod
    @contextlib.contextmanager
    def open(cls, folder: Path, settings: DatasetSettings, fresh: bool = False) -> Iterator[Self]:
        """Open a folder for a dataset, take over its seed if the settings have none, and see what is there.

        Raises BadOption if it holds games with other settings. ``fresh`` throws the old ones away.
        """
        arrow()
        with locked(folder, folder / GAMES, folder / POSITIONS):
            if fresh:
                (folder / SETTINGS).unlink(missing_ok=True)
                for file in (*folder.glob(f"{GAMES}/*"), *folder.glob(f"{POSITIONS}/*")):
                    file.unlink()
            store = cls(folder, settings)
            try:
                yield store
            finally:
                store.write()

    def add(self, played: DatasetGame) -> None:
        """Keep a game; now and then a part is written."""
        self._waiting.append(played)
        self.done.add(played.game["game"])
        positions = sum(len(one.positions) for one in self._waiting)
        if positions >= PART_POSITIONS or time.monotonic() - self._written >= PART_SECONDS:
            self.write()

    def write(self) -> None:
        """Write what is not written yet as a part."""
        if self._waiting:
            pa, parquet = arrow()
            name = f"part-{self._next_number():05}.parquet"
            rows = {
                POSITIONS: [row for played in self._waiting for row in played.positions],
                GAMES: [played.game for played in self._waiting],
            }
            for kind, of_kind in rows.items():
                path = self.folder / kind / name
                written = path.with_suffix(NEW)
                columns = [_column(field, of_kind) for field in self._schemas[kind]]
                table = pa.Table.from_arrays(columns, schema=self._schemas[kind])
                parquet.write_table(table, written, compression="zstd")
                written.replace(path)
            self._waiting = []
        self._written = time.monotonic()

    def _next_number(self) -> int:
        parts = [file.stem for file in (self.folder / GAMES).glob("part-*.parquet")]
        return 1 + max((int(part.removeprefix("part-")) for part in parts), default=-1)

    def _read_done(self) -> set[int]:
        """Remove what is not whole, and return the numbers of the games that are."""
        _, parquet = arrow()
        games, positions = self.folder / GAMES, self.folder / POSITIONS
        for file in (*games.glob(f"*{NEW}"), *positions.glob(f"*{NEW}")):
            file.unlink()
        for file in positions.glob("part-*.parquet"):
            if not (games / file.name).exists():
                file.unlink()
        done: set[int] = set()
        for file in games.glob("part-*.parquet"):
            done.update(parquet.read_table(file, columns=["game"])["game"].to_pylist())
        return done
