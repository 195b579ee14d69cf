"""``azulejo simulate``: random games, written as records."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from azulejo.cli.progress import errors, progress_bar, ready
from azulejo.games import title
from azulejo.games.contract import broken
from azulejo.kernel.chance import below, stream
from azulejo.play import Game, new_game
from azulejo.texts import say
from azulejo.texts.errors import BadRecord


def simulate(
    name: str, *, seats: int | None, games: int, seed: int | None, out: str, options: dict[str, str], lang: str
) -> None:
    """Play random games and write one record a line; interrupted, the games finished so far are there."""
    title(name)
    ready(name, lang)
    played = decisions = 0
    with _opened(out) as file, progress_bar(say("cli.simulate.playing", lang), games) as bar:
        try:
            for number in range(games):
                game_seed = None if seed is None else seed + number
                game = random_game(new_game(name, seats=seats, seed=game_seed, **options))
                file.write(game.record().to_json() + "\n")
                file.flush()
                played += 1
                decisions += sum("move" in event for event in game.events)
                bar.advance()
        except KeyboardInterrupt:
            errors.print(say("cli.interrupted", lang))
    errors.print(say("cli.simulate.done", lang, count=played, decisions=decisions), highlight=False)


def random_game(game: Game) -> Game:
    """Play a game to its end by random moves, checking every invariant at every step."""
    rng = stream("players", game.commitment)
    while not game.is_over:
        problems = broken(game.state)
        if problems:
            names = game.rulebook.invariants
            found = [name for bit, name in enumerate(names) if problems >> bit & 1]
            raise BadRecord("cli.simulate.broken", problems=found, record=game.record().to_json())
        codes = game.legal_moves.codes
        game.push(codes[below(rng, len(codes))])
    return game


@contextlib.contextmanager
def _opened(out: str) -> Iterator[TextIO]:
    if out == "-":
        yield sys.stdout
        return
    path = Path(out)
    try:
        path.write_text("", encoding="utf-8")
    except OSError as problem:
        raise BadRecord("errors.no_file", file=out, problem=problem.strerror) from None
    with path.open("w", encoding="utf-8") as file:
        yield file
