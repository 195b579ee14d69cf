"""Golden games: one whole game as a text to read, played again and compared byte by byte.

``python -m azulejo.testing.golden azul --seats 2 --option wall=grey --file grey.txt`` lets bots play a game (the level
``master``, or ``--bots``) and writes it down: every event with all that can be said about it. Such a file is its own
source: its draws and moves stand in it, so that nobody has to be asked to play it again. ``--again tests/golden``
writes all files of a folder anew from their own events. Read the difference before you commit it.
"""

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from azulejo.bots.referee import play_game
from azulejo.games.contract import EVERYONE
from azulejo.play import Game, Record, new_game
from azulejo.texts import DEFAULT_LANGUAGE, say

POSITION_EVERY = 10
"""The position is written after so many events, and at the end."""
PLAYER = "master"

_EVENT = re.compile(
    r" *\d+ (?:start (?P<start>\d)|draw (?P<draw>.*?)(?:, seen by seat (?P<to>\d) only)?|(?P<move>seat .*))"
)
_MOVE = re.compile(r"seat (\d) (\S+): .*")


def story(record: Record, players: str) -> str:
    """Return a game from its first event to the last, with all that can be said about it."""
    game = Game.from_record(record, until=0)
    lines = [_headline(record, players), *([] if record.position is None else [record.position]), ""]
    for number, event in enumerate(record.events):
        if number % POSITION_EVERY == 0 and game.has_begun:
            lines.append(game.position)
        lines += _event_lines(game, number, event)
        game.replay(event)
    ended = game.outcome()
    assert ended is not None, "a golden game is played to its end"
    lines += [game.position, "", game.text(), ""]
    lines += [f"scores: {', '.join(map(str, ended.scores))}", f"winners: {', '.join(map(str, ended.winners))}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _headline(record: Record, players: str) -> str:
    options = [f"{name}={value}" for name, value in record.options.items()]
    return " ".join([record.game, f"seats={record.seats}", *options, f"by={players}"])


def _event_lines(game: Game, number: int, event: Any) -> Iterator[str]:
    book, state = game.rulebook, game.state
    if "start" in event:
        yield f"{number:4} start {event['start']}"
    elif "draw" in event:
        audience = book.draw_audience(state)
        to = "" if audience == EVERYONE else f", seen by seat {audience} only"
        yield f"{number:4} draw {json.dumps(event['draw'], ensure_ascii=False)}{to}"
        yield f"          {book.describe_draw(state, book.parse_draw(state, event['draw']))}"
    else:
        code = book.parse_move(event["move"])
        yield f"{number:4} seat {event['seat']} {event['move']}: {book.describe(state, code)}"
        for step in book.scoring_steps(state, code):
            said = say(f"{book.title.name}.scoring.{step.kind}", DEFAULT_LANGUAGE, **(step.values or {}))
            yield f"          seat {step.seat} {step.points:+} = {step.total}: {said}"


def read_story(text: str) -> tuple[Record, str]:
    """Return the record that a story tells, and who played."""
    headline, *lines = text.splitlines()
    name, seats, *options, players = headline.split()
    chosen = dict(option.split("=", 1) for option in options)
    events = [event for line in lines if (found := _EVENT.fullmatch(line)) and (event := _event(found))]
    record = Record(
        game=name,
        seats=int(seats.removeprefix("seats=")),
        options=chosen,
        events=tuple(events),
        position=None if chosen else lines[0],
    )
    return record, players.removeprefix("by=")


def _event(found: re.Match[str]) -> dict[str, Any] | None:
    if found["start"] is not None:
        return {"start": int(found["start"])}
    if found["draw"] is not None:
        event = {"draw": json.loads(found["draw"])}
        return event if found["to"] is None else {**event, "to": int(found["to"])}
    move = _MOVE.fullmatch(found["move"])
    return None if move is None else {"move": move[2], "seat": int(move[1])}


def played(name: str, seats: int, options: dict[str, str], position: str | None, players: str, seed: int) -> Record:
    """Let bots play a game, and return its record."""
    if position is None:
        game = new_game(name, seats=seats, seed=seed, undo="off", **options)
    else:
        game = new_game(name, position=position, seed=seed, undo="off")
    bots = players.split(",")
    play_game(game, bots * game.seats if len(bots) == 1 else bots)
    return game.record()


def main(arguments: Sequence[str] | None = None) -> None:
    """Print or write golden games."""
    parser = argparse.ArgumentParser(prog="python -m azulejo.testing.golden", description=__doc__)
    parser.add_argument("name", nargs="?", help="the game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--position", help="a position's text to begin from")
    parser.add_argument("--bots", default=PLAYER, help="who plays: one for all seats, or one for each")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--file", type=Path, help="write to a file instead of printing")
    parser.add_argument("--again", type=Path, metavar="FOLDER", help="write all files of a folder anew")
    chosen = parser.parse_args(arguments)
    if chosen.again is not None:
        for path in sorted(chosen.again.glob("*.txt")):
            told = story(*read_story(path.read_text(encoding="utf-8")))
            path.write_text(told, encoding="utf-8", newline="\n")
        return
    if chosen.name is None:
        parser.error("name a game, or give --again FOLDER")
    options = dict(option.split("=", 1) for option in chosen.option)
    told = story(played(chosen.name, chosen.seats, options, chosen.position, chosen.bots, chosen.seed), chosen.bots)
    if chosen.file is None:
        print(told, end="")
    else:
        chosen.file.write_text(told, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
