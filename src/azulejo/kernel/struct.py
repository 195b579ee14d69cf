"""Record declarations: the fields of a position, declared once.

A declaration is a class whose annotations are the fields::

    class Player(Struct):
        score: int16
        line_count: Annotated[Ints, int8, 5]


    class State(Struct):
        bag: int64
        players: Annotated[list[Player], Player, 4]

``State.new()`` makes a zeroed position: a NumPy record whose fields are attributes,
both in plain Python and in compiled rules. mypy sees the same attributes as ints,
arrays and nested records. Copying a position is one memory copy. A declaration may build on
another: its fields come after those of the other, or take their place.

Interpreted code that reads much of a position reads a plain copy of it (:func:`plain`): a field of a NumPy record takes
longer than all fields of the copy.

Compiled functions are kept by the types they were compiled for. So the type of a record that another package
declares names a digest of that package's sources (as a title of NumPy's, which takes no memory): an edit of its
rules makes another type, and nothing old is found.
"""

import sys
from functools import cache as remembered
from inspect import get_annotations
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self, TypeAlias, TypeVar, cast, get_type_hints

import numpy as np
import numpy.typing as npt

from azulejo.kernel import cache

__all__ = ["Ints", "Struct", "as_array", "float32", "int8", "int16", "int32", "int64", "packed", "plain"]

int8 = Annotated[int, np.int8]
"""A whole number in one byte, from -128 to 127.

>>> class Example(Struct):
...     field: int8
>>> Example.dtype.itemsize
1
"""
int16 = Annotated[int, np.int16]
"""A whole number in two bytes.

>>> class Example(Struct):
...     field: int16
>>> Example.dtype.itemsize
2
"""
int32 = Annotated[int, np.int32]
"""A whole number in four bytes.

>>> class Example(Struct):
...     field: int32
>>> Example.dtype.itemsize
4
"""
int64 = Annotated[int, np.int64]
"""A whole number in eight bytes.

>>> class Example(Struct):
...     field: int64
>>> Example.dtype.itemsize
8
"""
float32 = Annotated[float, np.float32]
"""A number with a fraction, in four bytes.

>>> class Example(Struct):
...     field: float32
>>> Example.dtype.itemsize
4
"""

Ints: TypeAlias = npt.NDArray[Any]
"""The declared type of a field that is an array of numbers.

>>> class Board(Struct):
...     lines: Annotated[Ints, int8, 5]
>>> Board.new().lines.shape
(5,)
"""

Record = TypeVar("Record", bound="Struct")


class Struct:
    """A record declared by its annotations; see the module's example.

    The records themselves are of the type ``numpy.record``. Not of the declaring class: NumPy
    gives a nested record the class of the outer one, which would answer for the wrong fields.

    >>> class Player(Struct):
    ...     score: int16
    >>> player = Player.new()
    >>> player.score = 12
    >>> int(player.score), bool(player.copy() == player), Player.several(3).shape
    (12, True, (3,))
    """

    dtype: ClassVar[np.dtype[Any]]
    layout: ClassVar[np.dtype[Any]]
    """The same without records: those have lost how they want to be aligned."""

    if TYPE_CHECKING:  # what a NumPy record has besides its fields

        def copy(self) -> Self:
            """Return a record of its own with the same values."""

        def tobytes(self) -> bytes:
            """Return the memory of the record."""

        def __getitem__(self, field: str) -> Any: ...
        def __setitem__(self, field: str, value: Any) -> None: ...

    def __init_subclass__(cls) -> None:
        """Build the NumPy type from the annotations, in their order."""
        hints = get_type_hints(cls, include_extras=True)
        declared = [base for base in reversed(cls.__mro__) if issubclass(base, Struct) and base is not Struct]
        names = dict.fromkeys(name for base in declared for name in get_annotations(base))
        for name in names:
            if hasattr(np.record, name):
                raise TypeError(f"a field may not be called {name!r}: NumPy records have a method of that name")
            if name == "record":
                raise TypeError(f"a field may not be called {name!r}: so plain copies call what they were made of")
        digests = dict.fromkeys(digest for base in declared if (digest := _sources_digest(base)))
        cls.layout = _without_holes({name: _format(hints[name], "layout") for name in names})
        all_names = cls.layout.names or ()
        formats = [_format(hints[name], "dtype") if name in names else cls.layout[name] for name in all_names]
        cls.dtype = np.dtype((np.record, _same_layout(cls.layout, formats, " ".join(digests))))

    @classmethod
    def new(cls) -> Self:
        """Return a record with every field zero."""
        zeroed: Self = np.zeros(1, cls.dtype)[0]
        return zeroed

    @classmethod
    def several(cls, number: int) -> npt.NDArray[Any]:
        """Return an array of records with every field zero."""
        return np.zeros(number, cls.dtype)


def _sources_digest(declaration: type[Struct]) -> str:
    """Return the digest of the sources beside a declaration of another package; of ours, nothing."""
    file = getattr(sys.modules.get(declaration.__module__), "__file__", None)
    folder = Path(file).resolve().parent if file else cache.PACKAGE
    return "" if folder.is_relative_to(cache.PACKAGE) else cache.sources_digest(folder)


def _aligned(fields: dict[str, Any]) -> np.dtype[Any]:
    return np.dtype({"names": list(fields), "formats": list(fields.values())}, align=True)


def _without_holes(fields: dict[str, Any]) -> np.dtype[Any]:
    """Return the aligned type of the fields, with one more for every hole that alignment leaves.

    NumPy does not copy what is in no field, so that equal positions would differ in memory.
    """
    aligned = _aligned(fields)
    offsets: Any = aligned.fields
    filled: dict[str, Any] = {}
    end = 0
    for name in (*fields, None):
        begin = aligned.itemsize if name is None else offsets[name][1]
        if begin > end:
            filled[f"unused_{end}"] = (np.dtype(np.int8), (begin - end,))
        if name is not None:
            filled[name] = fields[name]
            end = begin + offsets[name][0].itemsize
    return _aligned(filled)


def _same_layout(layout: np.dtype[Any], formats: list[Any], title: str) -> np.dtype[Any]:
    """Return a type with fields of other formats in the same places; a title is that of the first."""
    fields: Any = layout.fields
    names: Any = layout.names
    said: Any = {
        "names": names,
        "formats": formats,
        "offsets": [fields[name][1] for name in names],
        "itemsize": layout.itemsize,
        "titles": [title or None, *[None] * (len(names) - 1)],
    }
    found: np.dtype[Any] = np.dtype(said, align=True)
    return found


def _format(hint: Any, nested: str) -> Any:
    """Return the NumPy format of one annotation; of another declaration, what it has under the name ``nested``."""
    declared, *shape = hint.__metadata__
    if hasattr(declared, "__metadata__"):  # Annotated[Ints, int8, 5]: int8 is itself an annotation
        declared = declared.__metadata__[0]
    scalar = getattr(declared, nested) if issubclass(declared, Struct) else np.dtype(declared)
    return (scalar, tuple(shape)) if shape else scalar


# ---------------------------------------------------------------- plain copies


class Plain(tuple[Any, ...]):
    """The fields of a record, read once; see :func:`plain`."""

    __slots__ = ()

    if TYPE_CHECKING:  # the last of the values

        @property
        def record(self) -> Any:
            """The record itself."""

    def copy(self) -> Any:
        """Return a record of its own with the same values, as that of a record does."""
        return as_array(self.record).copy()[0]

    def tobytes(self) -> bytes:
        """Return the memory of the record."""
        return np.void.tobytes(self.record)


def plain(record: Record) -> Record:
    """Return a copy to read from: numbers are Python's, records in it plain copies, too; it is its own plain copy.

    Arrays of numbers stay in the memory of the record, so it is read as long as the record does not change. Compiled
    functions know records alone: they are given ``packed`` of it.

    >>> class Player(Struct):
    ...     score: int16
    >>> player = Player.new()
    >>> player.score = 12
    >>> plain(player).score
    12
    """
    given: Any = record
    if issubclass(type(given), Plain):  # isinstance would ask the record, which is slow
        return cast("Record", given)
    make, lists, parts = _plain_type(_dtype_of(given))
    values = [*np.void.item(given), given]
    for place in lists:
        values[place] = [plain(one) for one in values[place]]
    for place, name in parts:
        values[place] = plain(given[name])
    return cast("Record", make(values))


def packed(record: Record) -> Record:
    """Return the record that a plain copy was made of; a record is its own.

    >>> class Player(Struct):
    ...     score: int16
    >>> player = Player.new()
    >>> player.score = 12
    >>> packed(plain(player)) is player
    True
    """
    given: Any = record
    return cast("Record", given.record if issubclass(type(given), Plain) else given)


def as_array(record: Struct) -> npt.NDArray[Any]:
    """Return a record as an array of one, in the same memory: compiled code is given that ten times faster.

    >>> class Player(Struct):
    ...     score: int16
    >>> player = Player.new()
    >>> player.score = 12
    >>> array = as_array(player)
    >>> array[0].score = 13
    >>> int(player.score)
    13
    """
    found: npt.NDArray[Any] = np.void.reshape(cast("Any", packed(record)), 1)
    return found


def _dtype_of(record: Any) -> np.dtype[Any]:
    found: np.dtype[Any] = object.__getattribute__(record, "dtype")  # a record's own lookup is ten times slower
    return found


@remembered
def _plain_type(dtype: np.dtype[Any]) -> tuple[type[Plain], list[int], list[tuple[int, str]]]:
    """Return the class of the plain copies of records of a type, where they hold rows of records, and where records."""
    names, fields = dtype.names or (), cast("Any", dtype.fields)
    members = {name: property(itemgetter(place)) for place, name in enumerate((*names, "record"))}
    nested = [(place, name) for place, name in enumerate(names) if fields[name][0].base.names]
    lists = [place for place, name in nested if len(fields[name][0].shape) == 1]
    parts = [(place, name) for place, name in nested if not fields[name][0].shape]
    return type("Plain", (Plain,), {"__slots__": (), **members}), lists, parts
