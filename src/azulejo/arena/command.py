"""What ``azulejo arena`` and ``python -m azulejo.arena`` do with what they are told."""

import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from azulejo.arena.match import PlayedMatch, Watcher, play_match
from azulejo.arena.players import check_bots
from azulejo.arena.report import percent, report, table_name
from azulejo.arena.settings import MatchSettings
from azulejo.arena.standing import to_dict
from azulejo.arena.workers import runner
from azulejo.texts import say
from azulejo.texts.commands import INTERRUPTED

MATCHES = Path("matches")
"""Where folders of matches are made when none is named."""


def run(
    game: str,
    *,
    bots: list[str] | None,
    out: str | None,
    jobs: int | None,
    cluster: str | None,
    fresh: bool,
    first: str,
    as_json: bool,
    options: Mapping[str, str],
    lang: str,
    watcher: Watcher | None = None,
    **more: Any,
) -> int:
    """Play a match as the command line says, print the result, and return the status to end with.

    What else is told goes to :meth:`MatchSettings.make` as it is.
    """
    settings = MatchSettings.make(game, bots or [], options={**options, "first": first}, **more)
    check_bots(settings)
    folder = Path(out) if out else MATCHES / settings.name()
    played = play_match(settings, folder, runner(jobs, cluster), watcher or PlainLines(lang), fresh, lang)
    tell(played, as_json, lang)
    return INTERRUPTED if played.interrupted else 0


def tell(played: PlayedMatch, as_json: bool, lang: str) -> None:
    """Print the result: the figures to standard output, the rest to standard error."""
    found = played.standing
    print(json.dumps(to_dict(found), ensure_ascii=False) if as_json else report(found, lang), flush=True)
    if played.interrupted:
        print(say("arena.interrupted", lang), file=sys.stderr)
    print(say("arena.kept", lang, folder=played.folder), file=sys.stderr)


class PlainLines(Watcher):
    """Tells how the match goes on in lines, now and then."""

    FIRST, LONGEST = 5.0, 120.0
    """Seconds between lines, at the beginning and later on."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._pause = self.FIRST
        self._next = time.monotonic() + self._pause
        self._done = 0
        self._total = 0

    def begins(self, settings: Any, done: int) -> None:
        """Say what is there already."""
        self._done, self._total = done, settings.games
        if done:
            self._say(say("arena.resumed", self.lang, count=done))
        if done < self._total:
            self._say(say("arena.preparing", self.lang))

    def played(self, result: Any, now: Callable[[], Any]) -> None:
        """Say how many games are played and how the tables stand."""
        self._done += 1
        if time.monotonic() < self._next:
            return
        self._pause = min(2 * self._pause, self.LONGEST)
        self._next = time.monotonic() + self._pause
        self._say(self.line(now()))

    def line(self, found: Any) -> str:
        """Return the state of the match, or of a dataset, which has no standing, in one line."""
        played = [one for one in found.tables if one.pairs] if found else []
        tables = [f"{table_name(found, one)} {percent(one.shares[one.table.one])}" for one in played]
        return "; ".join([say("arena.games_of", self.lang, done=self._done, total=self._total), *tables])

    def _say(self, line: str) -> None:
        print(line, file=sys.stderr, flush=True)
