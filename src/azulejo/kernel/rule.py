"""The ``@rule`` decorator: plain Python, compiled.

A rule is an ordinary function over records, arrays and numbers. Decorated, it is
compiled by Numba when first called and kept in the cache (:mod:`azulejo.kernel.cache`).
With ``NUMBA_DISABLE_JIT=1`` in the environment nothing is compiled, Numba is not even
imported, and the same lines run interpreted: for debuggers, coverage and reading along.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from azulejo.kernel import cache

__all__ = ["COMPILED", "interpreted", "rule", "widen"]

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""Whether rules run compiled in this process.

>>> from azulejo.kernel.chance import below
>>> hasattr(below, "py_func") == COMPILED
True
"""

Function = TypeVar("Function", bound=Callable[..., Any])

if COMPILED:
    import numba


def rule(function: Function) -> Function:
    """Compile a function of the rules; it may call only other rules and NumPy.

    >>> from azulejo.kernel.chance import below, stream  # below is a rule
    >>> 0 <= below(stream("a die"), 6) < 6
    True
    """
    if not COMPILED:
        return function
    source = Path(function.__code__.co_filename).resolve().parent
    numba.config.CACHE_DIR = str(cache.folder(source))
    compiled: Function = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled


def interpreted(function: Function) -> Function:
    """Return the plain Python function behind a rule.

    >>> from azulejo.kernel.chance import below, stream
    >>> interpreted(below)(stream("a die"), 6) == below(stream("a die"), 6)
    True
    """
    plain: Function = getattr(function, "py_func", function)
    return plain


def _widen(number: int) -> int:
    return int(number) + 0


widen: Callable[[int], int] = rule(_widen) if COMPILED else int
"""Returns a field of a record at full width: nothing overflows, interpreted or compiled, and every rule that it is
given to compiles once. Write ``widen(player.score)`` before shifting, multiplying or handing it on.

>>> import numpy as np
>>> widen(np.int8(100)) * 2
200
"""
