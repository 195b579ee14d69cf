"""What can go wrong, in one clear sentence each.

Every error carries a :class:`~azulejo.texts.Message`, so that it can be said in either
language; ``str(error)`` is English.
"""

from typing import Any

from azulejo.texts import Message, message


class AzulejoError(ValueError):
    """Base of all errors that are the input's fault; says what is wrong and what would be right."""

    def __init__(self, said: Message | str, /, **values: Any) -> None:
        self.message = message(said, **values) if isinstance(said, str) else said
        super().__init__(self.message.text())

    def text(self, lang: str) -> str:
        """Say the error in a language."""
        return self.message.text(lang)


class InvalidMove(AzulejoError):
    """The text or code is no move of this game at all."""


class IllegalMove(AzulejoError):
    """A move, but not now; the message says why."""


class BadRecord(AzulejoError):
    """The record of a game cannot be read or does not follow the rules."""


class BadPosition(AzulejoError):
    """The text of a position cannot be read, or the position cannot occur."""


class BadOption(AzulejoError):
    """An unknown game, number of seats, option or option value."""
