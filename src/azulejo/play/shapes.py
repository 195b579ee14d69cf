"""Shapes of JSON values, declared once: each reads a value with a sentence for what does not fit, and says its schema.

A shape stands in the annotation of a field (``Annotated[int, Whole(1)]``), so that the types, the reader and the
published schema of a record are one declaration. It needs no library: records are read where there is only NumPy.
"""

import json
import math
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from azulejo.texts.errors import BadRecord


@dataclass(frozen=True, kw_only=True)
class Shape(ABC):
    """What a value must be; ``about`` is its description in the schema."""

    wanted: str = ""
    """The same for people, in a few characters."""
    about: str = ""

    def read(self, name: str, value: Any) -> Any:
        """Return the value as it is kept; raises BadRecord."""
        if not self.fits(value):
            raise self.wrong(name, value)
        return value

    def fits(self, value: Any) -> bool:
        """Return whether a value is right, for shapes that keep it as it is."""
        raise NotImplementedError

    @abstractmethod
    def rules(self) -> dict[str, Any]:
        """Return the JSON schema, without the description."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema."""
        return ({"description": self.about} if self.about else {}) | self.rules()

    def wrong(self, name: str, value: Any) -> BadRecord:
        """Return the error for a value that does not fit."""
        return BadRecord("errors.record_type", name=name, wanted=self.wanted, value=shown(value))


@dataclass(frozen=True)
class Whole(Shape):
    """A whole number, from ``least`` on if that is given; JSON does not tell 2.0 from 2."""

    least: int | None = None

    def __post_init__(self) -> None:
        numbers = (
            "..., -1, 0, 1, ..." if self.least is None else f"{self.least}, {self.least + 1}, {self.least + 2}, ..."
        )
        object.__setattr__(self, "wanted", numbers)

    def read(self, name: str, value: Any) -> int:
        """Return the number."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or (self.least is not None and value < self.least):
            raise self.wrong(name, value)
        return value

    def rules(self) -> dict[str, Any]:
        """Return the JSON schema."""
        return {"type": "integer"} if self.least is None else {"type": "integer", "minimum": self.least}


@dataclass(frozen=True)
class Seconds(Shape):
    """A time that is not negative."""

    def fits(self, value: Any) -> bool:
        """Return whether it is such a number."""
        return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf

    def rules(self) -> dict[str, Any]:
        """Return the JSON schema."""
        return {"type": "number", "minimum": 0}


@dataclass(frozen=True)
class Truth(Shape):
    """True or false."""

    wanted: str = field(default="true | false", kw_only=True)

    def fits(self, value: Any) -> bool:
        """Return whether it is one of the two."""
        return isinstance(value, bool)

    def rules(self) -> dict[str, Any]:
        """Return the JSON schema."""
        return {"type": "boolean"}


@dataclass(frozen=True)
class Text(Shape):
    """A text of at least so many characters."""

    least: int = 0
    wanted: str = field(default='"..."', kw_only=True)

    def fits(self, value: Any) -> bool:
        """Return whether it is a text, and long enough."""
        return isinstance(value, str) and len(value) >= self.least

    def rules(self) -> dict[str, Any]:
        """Return the JSON schema."""
        return {"type": "string", "minLength": self.least} if self.least else {"type": "string"}


@dataclass(frozen=True)
class Hexadecimal(Shape):
    """A text of so many hexadecimal digits, small letters."""

    digits: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "wanted", f"[0-9a-f]{{{self.digits}}}")

    def fits(self, value: Any) -> bool:
        """Return whether it is a text of so many digits."""
        return isinstance(value, str) and re.fullmatch(self.wanted, value) is not None

    def rules(self) -> dict[str, Any]:
        """Return the JSON schema."""
        return {"type": "string", "pattern": f"^{self.wanted}$", "maxLength": self.digits}


@dataclass(frozen=True)
class Words(Shape):
    """One of a few words."""

    words: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "wanted", " | ".join(self.words))

    def fits(self, value: Any) -> bool:
        """Return whether it is one of them."""
        return value in self.words

    def rules(self) -> dict[str, Any]:
        """Return the JSON schema."""
        return {"enum": list(self.words)}


KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


@dataclass(frozen=True)
class Kinds(Shape):
    """Any value of some kinds; what is in it is for others to read."""

    kinds: tuple[str, ...]

    def fits(self, value: Any) -> bool:
        """Return whether it is of one of the kinds."""
        types = tuple(one for kind in self.kinds for one in KINDS[kind])
        return isinstance(value, types) and not isinstance(value, bool)

    def rules(self) -> dict[str, Any]:
        """Return the JSON schema."""
        return {"type": list(self.kinds)}


@dataclass(frozen=True)
class ListOf(Shape):
    """A list of at least so many values of one shape, each once if they are ``distinct``."""

    item: Shape
    least: int = 0
    distinct: bool = False

    def read(self, name: str, value: Any) -> tuple[Any, ...]:
        """Return the values."""
        if not isinstance(value, list):
            raise self.wrong(name, value)
        found = tuple(self.item.read(name, one) for one in value)
        if len(found) < self.least or (self.distinct and len(set(found)) < len(found)):
            raise self.wrong(name, value)
        return found

    def rules(self) -> dict[str, Any]:
        """Return the JSON schema."""
        rules: dict[str, Any] = {"type": "array", "items": self.item.schema()}
        if self.least:
            rules["minItems"] = self.least
        return rules | ({"uniqueItems": True} if self.distinct else {})


@dataclass(frozen=True)
class MapOf(Shape):
    """An object whose values have one shape; with ``indices`` its names are those of events, counted from 0."""

    value: Shape
    indices: bool = False

    def read(self, name: str, value: Any) -> dict[Any, Any]:
        """Return the values by their names, or by their indices."""
        if not isinstance(value, dict) or not all(self._fits(key) for key in value):
            raise self.wrong(name, value)
        found = {key: self.value.read(f"{name}.{key}", one) for key, one in value.items()}
        return {int(key): one for key, one in found.items()} if self.indices else found

    def _fits(self, key: Any) -> bool:
        return isinstance(key, str) and (not self.indices or re.fullmatch("0|[1-9][0-9]{0,8}", key) is not None)

    def rules(self) -> dict[str, Any]:
        """Return the JSON schema."""
        names = {"propertyNames": {"pattern": r"^(0|[1-9][0-9]{0,8})$(?!\n)"}} if self.indices else {}
        return {"type": "object", **names, "additionalProperties": self.value.schema()}


def object_schema(fields: Mapping[str, Shape], required: Mapping[str, Any] | list[str]) -> dict[str, Any]:
    """Return the JSON schema of an object with these fields and no others."""
    return {
        "type": "object",
        "required": list(required),
        "additionalProperties": False,
        "properties": {name: shape.schema() for name, shape in fields.items()},
    }


def shown(value: Any) -> str:
    """Return what a JSON value is, in a few characters."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=repr)
    except (RecursionError, TypeError, ValueError):
        text = type(value).__name__
    return text if len(text) <= 40 else text[:37] + "..."
