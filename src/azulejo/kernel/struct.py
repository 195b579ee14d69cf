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
arrays and nested records. Copying a position is one memory copy.
"""

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self, TypeAlias, get_type_hints

import numpy as np
import numpy.typing as npt

int8 = Annotated[int, np.int8]
int16 = Annotated[int, np.int16]
int32 = Annotated[int, np.int32]
int64 = Annotated[int, np.int64]
float32 = Annotated[float, np.float32]

Ints: TypeAlias = npt.NDArray[Any]
"""The declared type of a field that is an array of numbers."""


class Struct:
    """A record declared by its annotations; see the module's example.

    The records themselves are of the type ``numpy.record``. Not of the declaring class: NumPy
    gives a nested record the class of the outer one, which would answer for the wrong fields.
    """

    dtype: ClassVar[np.dtype[Any]]

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
        names = [name for name in cls.__annotations__ if name != "dtype"]
        for name in names:
            if hasattr(np.record, name):
                raise TypeError(f"a field may not be called {name!r}: NumPy records have a method of that name")
        fields = {name: _format(hints[name]) for name in names}
        cls.dtype = np.dtype((np.record, _layout(_without_holes(fields))))

    @classmethod
    def new(cls) -> Self:
        """Return a record with every field zero."""
        zeroed: Self = np.zeros(1, cls.dtype)[0]
        return zeroed

    @classmethod
    def several(cls, number: int) -> npt.NDArray[Any]:
        """Return an array of records with every field zero."""
        return np.zeros(number, cls.dtype)


def _layout(fields: dict[str, Any]) -> np.dtype[Any]:
    return np.dtype({"names": list(fields), "formats": list(fields.values())}, align=True)


def _without_holes(fields: dict[str, Any]) -> dict[str, Any]:
    """Add a field for every hole that alignment leaves.

    NumPy does not copy what is in no field, so that equal positions would differ in memory.
    """
    aligned = _layout(fields)
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
    return filled


def _format(hint: Any) -> Any:
    """Return the NumPy format of one annotation."""
    declared, *shape = hint.__metadata__
    if hasattr(declared, "__metadata__"):  # Annotated[Ints, int8, 5]: int8 is itself an annotation
        declared = declared.__metadata__[0]
    scalar = declared.dtype if issubclass(declared, Struct) else np.dtype(declared)
    return (scalar, tuple(shape)) if shape else scalar
