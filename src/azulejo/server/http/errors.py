"""Everything that can go wrong with a request, as one clear sentence in the language asked for."""

import re
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, MethodNotAllowedException, ValidationException

from azulejo.server.engines.pool import Busy, WorkerFailed
from azulejo.server.limits import RateLimited
from azulejo.server.messages import Problem, Sentence
from azulejo.server.refusals import Refusal, StorageFailed
from azulejo.texts import DEFAULT_LANGUAGE, LANGUAGES, Message, message
from azulejo.texts.errors import AzulejoError

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
MOST_QUOTED = 200

STATUS_TEXTS = {
    404: "server.http.not_found",
    405: "server.http.method",
    413: "server.http.too_large",
}


def invalid(problem: BaseException) -> Refusal:
    """Return the refusal of data that is not as described.

    >>> str(invalid(msgspec.ValidationError("Expected `int`, got `str` - at `$.seed`")))
    'seed must be int, not str'
    """
    if not isinstance(problem, msgspec.ValidationError):
        return Refusal(400, "server.body.json")
    text, _, place = str(problem).partition(" - at `")
    place = place.removesuffix("`").removeprefix("$").removeprefix(".") or "$"
    for pattern, key in _KINDS:
        if match := pattern.fullmatch(text):
            values = {name: value[:MOST_QUOTED] for name, value in match.groupdict().items()}
            return Refusal(400, message(key, place=place, **values))
    return Refusal(400, "server.body.other", place=place, problem=text[:MOST_QUOTED])


def _of_litestar(error: HTTPException) -> Refusal | None:
    """Return what Litestar has against a part of a request, in our words."""
    cause = error.__cause__
    if isinstance(cause, KeyError) and isinstance(error, ValidationException):
        return Refusal(400, "server.body.missing", place="$", name=str(cause.args[0]))
    if str(cause) == "Object missing required field `data`":  # there is no body at all
        return Refusal(400, "server.body.json")
    return invalid(cause) if isinstance(cause, msgspec.MsgspecError) else None


def problem_of(error: Exception, lang: str) -> Problem:
    """Return what to answer to an error; anything unforeseen is a defect of ours and says nothing about itself."""
    if isinstance(error, HTTPException):
        error = _of_litestar(error) or error
    sentence, status = _sentence(error)
    number = error.events if isinstance(error, Refusal) else None
    return Problem(error=Sentence.of(sentence), text=sentence.text(lang), status=status, number=number)


def _sentence(error: Exception) -> tuple[Message, int]:
    if isinstance(error, HTTPException) and error.status_code < 500:
        return message(STATUS_TEXTS.get(error.status_code, "server.http.bad")), error.status_code
    if isinstance(error, StorageFailed):
        return error.message, 503
    if not isinstance(error, AzulejoError):
        return message("server.http.defect"), 500
    if isinstance(error, Refusal):
        return error.message, error.status
    return error.message, 429 if isinstance(error, Busy) else 503 if isinstance(error, WorkerFailed) else 400


def is_defect(error: Exception) -> bool:
    """Return whether an error is our own fault, or our storage's, so that it belongs into the log."""
    return isinstance(error, StorageFailed) or _sentence(error)[1] == 500


def answer(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer any error by a problem; what is our own fault is written down."""
    if is_defect(error):
        request.app.state.service.metrics.failed("request", error, path=request.scope.get("path_template"))
    problem = problem_of(error, language_of(request.headers.get("accept-language")))
    headers = {"cache-control": "no-store"}
    if isinstance(error, RateLimited | Busy | StorageFailed):
        headers["retry-after"] = str(getattr(error, "seconds", 1))
    if isinstance(error, MethodNotAllowedException):
        headers |= error.headers or {}
    return Response(problem, status_code=problem.status, headers=headers)


def language_of(header: str | None) -> str:
    """Return the language that an ``Accept-Language`` header asks for.

    >>> language_of("fr, ru-RU;q=0.9, en;q=0.5"), language_of("de"), language_of(None)
    ('ru', 'en', 'en')
    """
    parts = re.findall(r"([a-z]{2})[^,;]*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?))?", (header or "")[:500].lower())
    wanted = [(float(quality or 1), name) for name, quality in parts if name in LANGUAGES]
    best, name = max(wanted, key=lambda one: one[0], default=(0.0, ""))
    return name if best > 0 else DEFAULT_LANGUAGE
