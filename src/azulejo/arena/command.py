"""What ``azulejo arena`` and ``python -m azulejo.arena`` do with what they are told."""

import csv
import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from azulejo.arena.match import Played, Watcher, play_match
from azulejo.arena.players import check_bots
from azulejo.arena.report import percent, report, table_name
from azulejo.arena.settings import Settings
from azulejo.arena.standing import to_dict
from azulejo.arena.workers import runner
from azulejo.texts import say
from azulejo.texts.errors import BadOption

INTERRUPTED = 130
MATCHES = Path("matches")
"""Where folders of matches are made when none is named."""


def run(
    game: str, given: Mapping[str, Any], options: Mapping[str, str], lang: str, watcher: Watcher | None = None
) -> int:
    """Play a match as the command line says, print the result, and return the status to end with."""
    settings = Settings.make(
        game,
        split_bots(given["bots"] or ""),
        pairs=given["pairs"],
        seats=given["seats"],
        options={**options, "first": given["first"]},
        pairing=given["pairing"],
        tables=given["tables"],
        anchor=given["anchor"],
        sprt=None if given["sprt"] is None else split_sprt(given["sprt"]),
        alpha=given["alpha"],
        beta=given["beta"],
        seconds=given["seconds"],
        seed=given["seed"],
    )
    check_bots(settings)
    folder = Path(given["out"]) if given["out"] else MATCHES / settings.name()
    play = runner(given["jobs"], given["cluster"])
    played = play_match(settings, folder, play, watcher or PlainLines(lang), given["fresh"], lang)
    tell(played, bool(given["json"]), lang)
    return INTERRUPTED if played.interrupted else 0


def tell(played: Played, as_json: bool, lang: str) -> None:
    """Print the result: the figures to standard output, the rest to standard error."""
    if as_json:
        print(json.dumps(to_dict(played.standing), ensure_ascii=False))
    else:
        print(report(played.standing, lang))
    sys.stdout.flush()
    if played.interrupted:
        print(say("arena.interrupted", lang), file=sys.stderr)
    print(say("arena.kept", lang, folder=played.folder), file=sys.stderr)


def split_bots(text: str) -> list[str]:
    """Return the bots of a list; what follows a comma and sets a value belongs to the bot before it.

    >>> split_bots('greedy, engine:nodes=1000,threads=1, "run:./program --levels 1,2"')
    ['greedy', 'engine:nodes=1000,threads=1', 'run:./program --levels 1,2']
    """
    try:
        parts = next(csv.reader([text], skipinitialspace=True, strict=True), [])
    except csv.Error:
        raise BadOption("arena.bots_form", value=text) from None
    bots: list[str] = []
    for part in (part.strip() for part in parts):
        if bots and "=" in part and part.partition("=")[0].isidentifier():
            bots[-1] += f",{part}"
        elif part:
            bots.append(part)
    return bots


def split_sprt(text: str) -> tuple[float, float]:
    """Return the two Elo differences of a sequential test.

    >>> split_sprt("0,20")
    (0.0, 20.0)
    """
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise BadOption("arena.sprt_form", value=text) from None
    return low, high


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
        """Return the state of the match in one line."""
        tables = [f"{table_name(found, one)} {percent(one.shares[one.table.one])}" for one in found.tables if one.pairs]
        return "; ".join([say("arena.games_of", self.lang, done=self._done, total=self._total), *tables])

    def _say(self, line: str) -> None:
        print(line, file=sys.stderr, flush=True)
