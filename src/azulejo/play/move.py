"""A move as a small value, and the legal moves of a position as a lazy sequence."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload


@dataclass(frozen=True, order=True)
class Move:
    """One atomic decision: a code for programs and a text for people."""

    code: int
    text: str

    def __str__(self) -> str:
        return self.text

    def __index__(self) -> int:
        return self.code


class LegalMoves(Sequence[Move]):
    """The legal moves of one position, in the order of their codes.

    ``in`` takes a Move, a code or a text; texts that are no moves at all are simply not in it.
    """

    def __init__(self, codes: list[int], text: Callable[[int], str], code_of: Callable[[Any], int | None]) -> None:
        self.codes = codes
        self._text = text
        self._code_of = code_of

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [Move(code, self._text(code)) for code in self.codes[index]]
        code = self.codes[index]
        return Move(code, self._text(code))

    def __iter__(self) -> Iterator[Move]:
        return (Move(code, self._text(code)) for code in self.codes)

    def __contains__(self, move: object) -> bool:
        return self._code_of(move) in self.codes

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(map(str, self))}>"
