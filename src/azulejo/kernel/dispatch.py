"""Functions that every rulebook has, chosen by the type of the record.

Generic code (search, playouts, perft) is written once::

    count = legal_moves(state, moves)

``legal_moves`` is declared once with ``@contract("rules")`` and implemented by each game with
``implement(State, legal_moves=..., ...)``. What is declared for one part (``rules``, ``evaluation``)
is implemented as a whole or not at all. In plain Python the call looks the game up by the record's
type. In compiled code Numba picks it while compiling, so the call costs nothing, can be inlined and
can be cached (a closure over compiled functions cannot).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import numpy as np

from azulejo.kernel.rule import COMPILED, interpreted
from azulejo.kernel.struct import Struct

__all__ = ["contract", "implement", "implementation"]

Function = TypeVar("Function", bound=Callable[..., Any])

_declared: dict[str, dict[np.dtype[Any], Callable[..., Any]]] = {}
_part: dict[str, str] = {}
"""What each declared function is part of."""
_owner: dict[np.dtype[Any], type[Struct]] = {}

if COMPILED:
    import numba
    from numba.extending import overload


def contract(part: str) -> Callable[[Function], Function]:
    """Declare a function that every rulebook implements that has this part; its first argument is the state.

    >>> from azulejo.games.contract import to_move  # declared with contract("rules")
    >>> from azulejo.games import rulebook
    >>> to_move(rulebook("azul").parse_position("azul factories=B board=0 board=0"))
    0
    """

    def declare(declaration: Function) -> Function:
        _part[declaration.__name__] = part
        return _dispatched(declaration)

    return declare


def _dispatched(declaration: Function) -> Function:
    """Return the function that calls the implementation for its first argument."""
    implementations = _declared.setdefault(declaration.__name__, {})

    @wraps(declaration)
    def call(state: Struct, *arguments: Any) -> Any:
        dtype = object.__getattribute__(state, "dtype")  # a record's own lookup is ten times slower
        return implementations[dtype](state, *arguments)

    if COMPILED:

        def choose(state: Any, *_: Any) -> Any:
            for dtype, implementation in implementations.items():
                if numba.from_dtype(dtype) == state:
                    return interpreted(implementation)
            return None

        overload(call, strict=False, jit_options={"error_model": "numpy"})(choose)
    return cast("Function", call)


def implement(state: type[Struct], **implementations: Callable[..., Any]) -> None:
    """Register one game's implementations of all functions that are declared for a part.

    >>> import azulejo.games.contract
    >>> implement(Struct, to_move=int)
    Traceback (most recent call last):
        ...
    TypeError: Struct: missing ['apply', ...], unknown []
    """
    parts = {_part[name] for name in implementations if name in _part}
    missing = {name for name, part in _part.items() if part in parts} - implementations.keys()
    unknown = implementations.keys() - _declared.keys()
    if missing or unknown:
        raise TypeError(f"{state.__qualname__}: missing {sorted(missing)}, unknown {sorted(unknown)}")
    for name, implementation in implementations.items():
        if _owner.setdefault(state.dtype, state) is not state:
            raise TypeError(f"{state.__qualname__} has the same fields as {_owner[state.dtype].__qualname__}: add one")
        _declared[name][state.dtype] = implementation


def implementation(name: str, state: type[Struct]) -> Callable[..., Any]:
    """Return one game's implementation of a declared function.

    >>> from azulejo.games import rulebook
    >>> book = rulebook("azul")
    >>> implementation("to_move", book.state)(book.parse_position("azul factories=B board=0 board=0"))
    0
    """
    return _declared[name][state.dtype]
