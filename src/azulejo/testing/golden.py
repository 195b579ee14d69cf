"""Golden playthroughs: one whole random game as a text to read, and to compare with byte by byte.

``python -m azulejo.testing.golden azul --seats 2 --option wall=grey`` prints one; with
``--folder tests/golden`` it is written to a file there. ``--again tests/golden`` writes all
files of a folder anew, each as its first line says. Read the difference before you commit it.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from azulejo.games.contract import CHANCE, EVERYONE, MOST_SEATS, OVER, outcome
from azulejo.games.title import Title
from azulejo.testing.cases import Case, Game, Moment, load
from azulejo.texts import DEFAULT_LANGUAGE, say

POSITION_EVERY = 10
"""The position is written after so many events, and at the end."""


def playthrough(game: Game) -> str:
    """Return a random game from the first event to the last, with all that can be said about it."""
    lines = [_headline(game), ""]
    for moment in game.moments():
        if moment.step % POSITION_EVERY == 0 and moment.seat != OVER:
            lines.append(moment.position)
        lines += _draw_lines(moment) if moment.seat == CHANCE else _move_lines(moment)
    scores = np.zeros(MOST_SEATS, np.int64)
    winners = outcome(moment.state, (1 << game.case.seats) - 1, scores)
    points = ", ".join(str(score) for score in scores[: game.case.seats])
    best = ", ".join(str(seat) for seat in range(game.case.seats) if winners >> seat & 1)
    lines += [moment.position, "", game.rulebook.text(moment.state, DEFAULT_LANGUAGE), ""]
    lines += [f"scores: {points}", f"winners: {best}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _headline(game: Game) -> str:
    options = [f"{name}={value}" for name, value in game.case.options]
    return " ".join([game.rulebook.title.name, f"seats={game.case.seats}", *options, f"game={game.number}"])


def _draw_lines(moment: Moment) -> Iterator[str]:
    book = moment.game.rulebook
    audience = book.draw_audience(moment.state)
    value = json.dumps(book.draw_value(moment.state, moment.drawn), ensure_ascii=False)
    to = "" if audience == EVERYONE else f", seen by seat {audience} only"
    yield f"{moment.step:4} draw {value}{to}"
    yield f"          {book.describe_draw(moment.state, moment.drawn)}"


def _move_lines(moment: Moment) -> Iterator[str]:
    if moment.move is None:
        return
    book = moment.game.rulebook
    text, sentence = book.move_text(moment.move), book.describe(moment.state, moment.move)
    yield f"{moment.step:4} seat {moment.seat} {text}: {sentence}"
    for step in book.scoring_steps(moment.state, moment.move):
        said = say(f"{book.title.name}.scoring.{step.kind}", DEFAULT_LANGUAGE, **(step.values or {}))
        yield f"          seat {step.seat} {step.points:+} = {step.total}: {said}"


def file_name(title: Title, case: Case) -> str:
    """Return the file of a playthrough: game, seats, and the options that are not the default.

    >>> from azulejo.games import title
    >>> file_name(title("azul"), Case(2, (("wall", "grey"),)))
    'azul-2-grey.txt'
    """
    defaults = {option.name: option.default for option in title.options}
    chosen = [value for name, value in case.options if value != defaults[name]]
    return "-".join([title.name, str(case.seats), *chosen]) + ".txt"


def game_of(headline: str) -> Game:
    """Return the game that the first line of a playthrough names."""
    name, seats, *options, number = headline.split()
    chosen = tuple((option, value) for option, _, value in (word.partition("=") for word in options))
    return Game(load(name), Case(int(seats.removeprefix("seats=")), chosen), int(number.removeprefix("game=")))


def case_for(title: Title, seats: int, options: Sequence[str]) -> Case:
    """Return the case for options given as ``name=value``; the others have their default."""
    given = dict(option.split("=", 1) for option in options)
    return Case(title.check_seats(seats), tuple(title.complete(given).items()))


def write(path: Path, game: Game) -> None:
    """Write a playthrough to a file."""
    path.write_text(playthrough(game), encoding="utf-8", newline="\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print or write playthroughs."""
    parser = argparse.ArgumentParser(prog="python -m azulejo.testing.golden", description=__doc__)
    parser.add_argument("name", nargs="?", help="the game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--game", type=int, default=0, help="the number of the random game")
    parser.add_argument("--folder", type=Path, help="write a file there")
    parser.add_argument("--again", type=Path, metavar="FOLDER", help="write all files of a folder anew")
    chosen = parser.parse_args(arguments)
    if chosen.again is not None:
        for path in sorted(chosen.again.glob("*.txt")):
            write(path, game_of(path.read_text(encoding="utf-8").splitlines()[0]))
    elif chosen.name is None:
        parser.error("name a game, or give --again FOLDER")
    else:
        book = load(chosen.name)
        game = Game(book, case_for(book.title, chosen.seats, chosen.option), chosen.game)
        if chosen.folder is None:
            print(playthrough(game), end="")
        else:
            write(chosen.folder / file_name(book.title, game.case), game)


if __name__ == "__main__":
    main()
