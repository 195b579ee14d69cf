"""A request that is not granted: one clear sentence, a status, and nothing has changed."""

from collections.abc import Iterator
from contextlib import contextmanager

from azulejo.texts import Message
from azulejo.texts.errors import AzulejoError

STATUSES = (400, 403, 404, 409, 410, 413, 429)
"""Wrong; not yours; not there; not now; not any more; too much; too often: as HTTP numbers them."""


class Refusal(AzulejoError):
    """What the server answers instead of doing what was asked.

    >>> from azulejo.texts import message
    >>> Refusal(409, message("errors.game_over"), number=12).status
    409
    """

    def __init__(self, status: int, sentence: Message, *, number: int | None = None) -> None:
        assert status in STATUSES
        self.status = status
        self.number = number
        """How many events the asker could have seen, where the request came too late."""
        super().__init__(sentence)


def refuse_if(condition: bool, status: int, sentence: Message, number: int | None = None) -> None:
    """Refuse what is asked if a condition holds."""
    if condition:
        raise Refusal(status, sentence, number=number)


@contextmanager
def refused_as(status: int, number: int | None = None) -> Iterator[None]:
    """Let what the rules have against something be a refusal with this status."""
    try:
        yield
    except Refusal:
        raise
    except AzulejoError as problem:
        raise Refusal(status, problem.message, number=number) from None
