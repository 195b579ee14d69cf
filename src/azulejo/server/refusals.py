"""A request that is not granted: one clear sentence, a status, and nothing has changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from azulejo.texts import Message, message
from azulejo.texts.errors import AzulejoError

STATUSES = (400, 403, 404, 409, 413, 415, 429)
"""Wrong; not yours; not there; not now; too much; not JSON; too often: as HTTP numbers them."""


class Refusal(AzulejoError):
    """What the server answers instead of doing what was asked: a status, and a sentence by its key.

    >>> Refusal(409, "errors.game_over", events=12).status
    409
    """

    def __init__(self, status: int, key: str | Message, *, events: int | None = None, **values: Any) -> None:
        """Say how many events the asker could have seen, where a request came too late."""
        assert status in STATUSES
        self.status = status
        self.events = events
        super().__init__(key, **values)


class StorageFailed(Exception):
    """The database is away, full, damaged or read-only: nobody's mistake, and no defect of ours."""

    message = message("server.storage")

    def __init__(self, problem: BaseException) -> None:
        """Say what the driver has said, in one line, for those who run the server."""
        self.problem = str(getattr(problem, "orig", None) or problem).strip().partition("\n")[0]
        super().__init__(self.problem)


def refuse_if(condition: bool, status: int, key: str | Message, *, events: int | None = None, **values: Any) -> None:
    """Refuse what is asked if a condition holds."""
    if condition:
        raise Refusal(status, key, events=events, **values)


@contextmanager
def refused_as(status: int, events: int | None = None) -> Iterator[None]:
    """Let what the rules have against something be a refusal with this status."""
    try:
        yield
    except Refusal:
        raise
    except AzulejoError as problem:
        raise Refusal(status, problem.message, events=events) from None
