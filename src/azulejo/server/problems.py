"""Everything that can go wrong with a request, as one clear sentence in the language asked for."""

import re
from typing import Any

import msgspec
from litestar.exceptions import HTTPException

from azulejo.server.limits import RateLimited
from azulejo.server.messages import Problem, Said
from azulejo.server.refusals import Refusal
from azulejo.server.workers import Busy, WorkerFailed
from azulejo.texts import DEFAULT_LANGUAGE, LANGUAGES, Message, message
from azulejo.texts.errors import AzulejoError

_PLACE = re.compile(r" - at `(?P<place>[^`]*)`$")
_KINDS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"Object missing required field `(?P<name>.*)`"), "server.body.missing"),
    (re.compile(r"Object contains unknown field `(?P<name>.*)`"), "server.body.unknown"),
    (re.compile(r"Expected `(?P<wanted>.*)`, got `(?P<value>.*)`"), "server.body.type"),
    (re.compile(r"Expected `(?P<wanted>\w+)` of length (?P<bound>.*)"), "server.body.length"),
    (re.compile(r"Expected `(?P<wanted>\w+)` matching regex '(?P<bound>.*)'"), "server.body.pattern"),
    (re.compile(r"Expected `(?P<wanted>\w+)` (?P<bound>[<>]=? .*)"), "server.body.bound"),
    (re.compile(r"Invalid (?:enum )?value (?P<value>.*)"), "server.body.value"),
)
"""What msgspec says, which is only English, and our sentence for it."""

STATUS_TEXTS = {
    400: "server.http.bad",
    404: "server.http.not_found",
    405: "server.http.method",
    413: "server.http.too_large",
    415: "server.http.media_type",
}


def invalid(problem: msgspec.MsgspecError, place: str = "", most: int = 200) -> Refusal:
    """Return the refusal of data that is not as described; ``place`` names what was read if the error does not.

    >>> str(invalid(msgspec.ValidationError("Expected `int`, got `str` - at `$.seed`")))
    'seed must be int, not str'
    """
    said = str(problem)
    if not isinstance(problem, msgspec.ValidationError):
        return Refusal(400, message("server.body.json"))
    found = _PLACE.search(said)
    place = (found["place"].removeprefix("$").removeprefix(".") if found else "") or place or "$"
    said = said[: found.start()] if found else said
    for pattern, key in _KINDS:
        match = pattern.fullmatch(said)
        if match:
            values = {name: value[:most] for name, value in match.groupdict().items()}
            return Refusal(400, message(key, place=place, **values))
    return Refusal(400, message("server.body.other", place=place, problem=said[:most]))


def said(told: Message) -> Said:
    """Return a text as it goes over the wire."""
    return Said(key=told.key, values={name: _value(value) for name, value in told.values.items()})


def _value(value: Any) -> Any:
    if isinstance(value, Message):
        return said(value)
    if isinstance(value, list | tuple):
        return [_value(one) for one in value]
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)


def problem_of(error: Exception, lang: str) -> Problem:
    """Return what to answer to an error; anything unforeseen is a defect of ours and says nothing about itself."""
    number = error.number if isinstance(error, Refusal) else None
    told, status = _told(error)
    return Problem(error=said(told), text=told.text(lang), status=status, number=number)


def _told(error: Exception) -> tuple[Message, int]:
    if isinstance(error, Refusal):
        return error.message, error.status
    if isinstance(error, Busy):
        return error.message, 429
    if isinstance(error, WorkerFailed):
        return error.message, 503
    if isinstance(error, AzulejoError):
        return error.message, 400
    if isinstance(error, HTTPException) and error.status_code in STATUS_TEXTS:
        return message(STATUS_TEXTS[error.status_code]), error.status_code
    if isinstance(error, HTTPException) and error.status_code < 500:
        return message("server.http.bad"), error.status_code
    return message("server.http.defect"), 500


def is_defect(error: Exception) -> bool:
    """Return whether an error is our own fault, so that it belongs into the log."""
    return _told(error)[1] == 500


def retry_after(error: Exception) -> int | None:
    """Return after how many seconds it makes sense to ask again."""
    if isinstance(error, RateLimited):
        return error.seconds
    return 1 if isinstance(error, Busy) else None


def language_of(header: str | None) -> str:
    """Return the language that an ``Accept-Language`` header asks for.

    >>> language_of("fr, ru-RU;q=0.9, en;q=0.5"), language_of("de"), language_of(None)
    ('ru', 'en', 'en')
    """
    wanted: list[tuple[float, str]] = []
    for part in (header or "")[:500].split(","):
        name, _, rest = part.strip().partition(";")
        quality = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", rest)
        wanted.append((float(quality[1]) if quality else 1.0, name.strip().lower()[:2]))
    for quality_value, name in sorted(wanted, key=lambda one: -one[0]):
        if name in LANGUAGES and quality_value > 0:
            return name
    return DEFAULT_LANGUAGE
