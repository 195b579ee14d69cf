"""A move as a small value, and the legal moves of a position as a lazy sequence."""

import operator
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, overload

from azulejo.games.contract import Rulebook
from azulejo.texts.errors import InvalidMove


@dataclass(frozen=True, order=True)
class Move:
    """One atomic decision: a code for programs and a text for people.

    >>> move = Move(33, "1b4")
    >>> str(move), int(move.code), [10, 20, 30][Move(2, "cb3")]
    ('1b4', 33, 30)
    """

    code: int
    text: str

    def __str__(self) -> str:
        return self.text

    def __index__(self) -> int:
        return self.code


def move_code(book: Rulebook, move: Any) -> int:
    """Return the code of a code (any whole number), a text or a Move; raises InvalidMove for anything else."""
    if isinstance(move, str):
        return book.parse_move(move)
    if not isinstance(move, bool):  # a whole number to Python
        with suppress(TypeError):
            code = operator.index(move)
            book.move_text(code)
            return code
    raise InvalidMove("errors.move_type", value=type(move).__name__)


class LegalMoves(Sequence[Move]):
    """The legal moves of one position, in the order of their codes.

    ``in`` takes a Move, a code or a text; texts that are no moves at all are simply not in it.

    >>> import azulejo
    >>> moves = azulejo.new_game("azul", seed=7).legal_moves
    >>> len(moves), moves[0], "1b4" in moves, "hello" in moves
    (96, Move(code=30, text='1b1'), True, False)
    """

    def __init__(self, codes: Sequence[int], book: Rulebook) -> None:
        self.codes = tuple(codes)
        self._book = book

    def __len__(self) -> int:
        return len(self.codes)

    def _move(self, code: int) -> Move:
        return Move(code, self._book.move_text(code))

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self._move(code) for code in self.codes[index]]
        return self._move(self.codes[index])

    def __iter__(self) -> Iterator[Move]:
        return map(self._move, self.codes)

    def __contains__(self, move: object) -> bool:
        try:
            return move_code(self._book, move) in self.codes
        except InvalidMove:
            return False

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(map(str, self))}>"
