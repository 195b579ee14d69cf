"""What can go wrong, in one clear sentence each.

Every error carries a :class:`~azulejo.texts.Message`, so that it can be said in either
language; ``str(error)`` is English.
"""

from typing import Any

from azulejo.texts import Message, message


class AzulejoError(ValueError):
    """Base of all errors that are the input's fault; says what is wrong and what would be right.

    >>> import azulejo
    >>> try:
    ...     azulejo.new_game("chess")
    ... except azulejo.AzulejoError as problem:
    ...     print(problem.text("ru").split(":")[0])
    игры «chess» нет, есть
    """

    def __init__(self, said: Message | str, /, **values: Any) -> None:
        self.message = message(said, **values) if isinstance(said, str) else said
        super().__init__(self.message.text())

    def text(self, lang: str) -> str:
        """Say the error in a language."""
        return self.message.text(lang)


class InvalidMove(AzulejoError):
    """The text or code is no move of this game at all.

    >>> import azulejo
    >>> azulejo.new_game("azul", seed=7).push("hello")
    Traceback (most recent call last):
        ...
    azulejo.texts.errors.InvalidMove: "hello" is not a move: ...
    """


class IllegalMove(AzulejoError):
    """A move, but not now; the message says why.

    >>> import azulejo
    >>> azulejo.new_game("azul", seed=7).push("cb4")
    Traceback (most recent call last):
        ...
    azulejo.texts.errors.IllegalMove: cb4 cannot be played now: ...
    """


class BadRecord(AzulejoError):
    """The record of a game cannot be read or does not follow the rules.

    >>> import azulejo
    >>> azulejo.Record.from_json("[]")
    Traceback (most recent call last):
        ...
    azulejo.texts.errors.BadRecord: ...
    """


class BadPosition(AzulejoError):
    """The text of a position cannot be read, or the position cannot occur.

    >>> import azulejo
    >>> azulejo.new_game("azul", position="azul factories=BBKWY board=0 board=0")
    Traceback (most recent call last):
        ...
    azulejo.texts.errors.BadPosition: this position cannot occur: ...
    """


class BadOption(AzulejoError):
    """An unknown game, number of seats, option or option value.

    >>> import azulejo
    >>> azulejo.new_game("azul", seats=5)
    Traceback (most recent call last):
        ...
    azulejo.texts.errors.BadOption: azul cannot be played by 5: the number of players is one of 2, 3, 4
    """
