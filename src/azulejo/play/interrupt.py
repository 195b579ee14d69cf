"""Ctrl-C at the right time: what is being written down is written down whole."""

import contextlib
import signal
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Let Ctrl-C wait until what is done here is done; then it is raised as always.

    Only the main thread hears Ctrl-C: in any other this does nothing, and neither where it is not Python's own affair.
    """
    is_heard = threading.current_thread() is threading.main_thread()
    if not is_heard or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    came = threading.Event()
    signal.signal(signal.SIGINT, lambda *_: came.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if came.is_set():
        raise KeyboardInterrupt
