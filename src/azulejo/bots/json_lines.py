"""Analyses on demand: one JSON object a line in, some a line out, told apart by their ids."""

import json
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from azulejo.bots.engine_bot import EngineBot
from azulejo.bots.protocol import (
    BadMessage,
    candidate_object,
    cut,
    limits_from,
    parse_json,
    position_of_record,
    position_of_text,
)
from azulejo.bots.protocol_server import LAST_SECONDS, Output
from azulejo.engine.analysis import Analysis
from azulejo.engine.limits import Limits
from azulejo.play import View
from azulejo.texts import DEFAULT_LANGUAGE, message
from azulejo.texts.errors import AzulejoError

MOST_WAITING = 1000
"""Requests that may wait for their turn."""
PARTS = ("id", "record", "position", "seat", "limits")


@dataclass(frozen=True, eq=False)
class Request:
    """An analysis that somebody wants."""

    number: int | str
    view: View
    limits: Limits
    stop: threading.Event = field(default_factory=threading.Event)


class Analyst:
    """Answers requests one after another, in the order they came."""

    def __init__(
        self,
        make_bot: Callable[[str], EngineBot],
        write: Callable[[str], object],
        *,
        lang: str = DEFAULT_LANGUAGE,
    ) -> None:
        """Say how to make the engine for a game, and where lines are written."""
        self._make_bot = make_bot
        self._output = Output(write)
        self._lang = lang
        self._bots: dict[str, EngineBot] = {}
        self._waiting: deque[Request] = deque()
        self._current: Request | None = None
        self._changed = threading.Condition()
        self._ended = False
        self._worker = threading.Thread(target=self._work, daemon=True)

    def run(self, lines: Iterable[str | None]) -> None:
        """Answer lines until their end; then finish what has an end."""
        self._worker.start()
        try:
            for line in lines:
                self.handle(line)
            self._end()
            self._worker.join()
        finally:
            self._end(at_once=True)
            self._worker.join(LAST_SECONDS)

    def handle(self, line: str | None) -> None:
        """Take one request, or say what is wrong with it."""
        number: Any = None
        try:
            if line is None:
                raise BadMessage("bots.protocol.too_long")
            if not line.strip():
                return
            value = parse_json(line)
            if not isinstance(value, dict):
                raise BadMessage("bots.protocol.request_object")
            number = value.get("id")
            if "cancel" in value:
                self._cancel(value)
            else:
                self._add(value)
        except AzulejoError as problem:
            self._complain(number, problem)

    def _add(self, value: dict[str, Any]) -> None:
        request = self._read(value)
        with self._changed:
            if any(one.number == request.number for one in self._all()):
                raise BadMessage("bots.protocol.same_id", value=cut(str(request.number)))
            if len(self._waiting) >= MOST_WAITING:
                raise BadMessage("bots.protocol.too_many", most=MOST_WAITING)
            self._waiting.append(request)
            self._changed.notify()

    def _read(self, value: dict[str, Any]) -> Request:
        unknown = [name for name in value if name not in PARTS]
        if unknown:
            raise BadMessage("bots.protocol.request_part", value=cut(unknown[0]), values=PARTS)
        number, seat = value.get("id"), value.get("seat")
        if not isinstance(number, int | str) or isinstance(number, bool):
            raise BadMessage("bots.protocol.request_id")
        if seat is not None and (not isinstance(seat, int) or isinstance(seat, bool)):
            raise BadMessage("bots.protocol.request_seat")
        if ("record" in value) == ("position" in value):
            raise BadMessage("bots.protocol.request_position")
        known = "record" in value
        position = position_of_record(value["record"]) if known else position_of_text(str(value["position"]))
        limits = limits_from(value.get("limits", {}))
        return Request(number, position.view(limits, seat), limits)

    def _cancel(self, value: dict[str, Any]) -> None:
        with self._changed:
            found = [one for one in self._all() if one.number == value["cancel"]]
            if not found:
                raise BadMessage("bots.protocol.no_such_id", value=cut(json.dumps(value["cancel"])))
            for request in found:
                request.stop.set()

    def _all(self) -> list[Request]:
        return [*self._waiting, *([self._current] if self._current else [])]

    def _end(self, at_once: bool = False) -> None:
        """Let the worker end: when all is answered, or as soon as possible. What has no limit is stopped."""
        with self._changed:
            self._ended = True
            for request in self._all():
                if at_once or request.limits == Limits():
                    request.stop.set()
            self._changed.notify()

    # ------------------------------------------------------------ the worker

    def _work(self) -> None:
        while True:
            with self._changed:
                self._current = None
                while not self._waiting and not self._ended:
                    self._changed.wait()
                if not self._waiting:
                    return
                self._current = self._waiting.popleft()
            self._answer(self._current)

    def _answer(self, request: Request) -> None:
        """Search, and say what was found; a request cancelled in time is answered without candidates."""
        try:
            if request.stop.is_set():
                self._say({"id": request.number, "candidates": [], "final": True, "cancelled": True})
                return
            bot = self._bot(request.view.rulebook.title.name)
            found = bot.analyse(
                request.view, request.limits, lambda analysis: self._report(request, analysis, False), request.stop
            )
            self._report(request, found, True)
        except AzulejoError as problem:
            self._complain(request.number, problem)
        except Exception as problem:  # a defect of ours: this request is lost, the others are not
            traceback.print_exc(file=sys.stderr)
            said = message("bots.fault.crash_words", problem=f"{type(problem).__name__}: {problem}")
            self._say({"id": request.number, "error": said.text(self._lang)})

    def _bot(self, game: str) -> EngineBot:
        if game not in self._bots:
            self._bots[game] = self._make_bot(game)
        return self._bots[game]

    def _report(self, request: Request, analysis: Analysis, final: bool) -> None:
        book = request.view.rulebook
        answer: dict[str, Any] = {
            "id": request.number,
            "candidates": [candidate_object(one, book) for one in analysis.candidates],
            "nodes": analysis.nodes,
            "seconds": round(analysis.seconds, 3),
            "depth": analysis.depth,
            "final": final,
        }
        if final and request.stop.is_set():
            answer["cancelled"] = True
        self._say(answer)

    def _complain(self, number: Any, problem: AzulejoError) -> None:
        self._say({"id": number, "error": problem.text(self._lang)})

    def _say(self, value: dict[str, Any]) -> None:
        self._output.lines([json.dumps(value)])
