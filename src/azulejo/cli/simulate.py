"""``azulejo simulate``: random games, written as records."""

import contextlib
import sys
from pathlib import Path
from typing import TextIO

from azulejo.cli.progress import errors, progress_bar, ready
from azulejo.games.contract import broken
from azulejo.kernel.chance import below, stream
from azulejo.play import Game, new_game
from azulejo.play.interrupt import undisturbed
from azulejo.play.record import file_problem
from azulejo.texts import say
from azulejo.texts.commands import INTERRUPTED
from azulejo.texts.errors import BadRecord


def simulate(
    game: str, *, seats: int | None, games: int, seed: int | None, out: str, options: dict[str, str], lang: str
) -> int:
    """Play random games and write one record a line; interrupted, the games finished so far are there."""
    ready(game, lang)
    new_game(game, seats=seats, seed=seed, **options)  # a mistake in these must not empty the file
    played = decisions = 0
    interrupted = False
    with _opened(out) as file, progress_bar(say("cli.simulate.playing", lang), games) as bar:
        try:
            for number in range(games):
                game_seed = None if seed is None else seed + number
                ended = random_game(new_game(game, seats=seats, seed=game_seed, **options))
                with undisturbed():
                    file.write(ended.record().to_json() + "\n")
                    file.flush()
                    played += 1
                    decisions += sum("move" in event for event in ended.events)
                bar.advance()
        except KeyboardInterrupt:
            interrupted = True
            errors.print(say("cli.interrupted", lang), highlight=False)
    errors.print(say("cli.simulate.done", lang, count=played, decisions=decisions), highlight=False)
    return INTERRUPTED if interrupted else 0


def random_game(game: Game) -> Game:
    """Play a game to its end by random moves, checking every invariant at every step."""
    rng = stream("players", game.commitment)
    check_invariants(game)
    while not game.is_over:
        codes = game.legal_moves.codes
        game.push(codes[below(rng, len(codes))])
        check_invariants(game)
    return game


def check_invariants(game: Game) -> None:
    """Raise BadRecord, with the record, if the position is one that can never be."""
    problems = broken(game.state)
    if problems:
        found = [name for bit, name in enumerate(game.rulebook.invariants) if problems >> bit & 1]
        raise BadRecord("cli.simulate.broken", problems=found, record=game.record().to_json())


def _opened(out: str) -> contextlib.AbstractContextManager[TextIO]:
    if out == "-":
        return contextlib.nullcontext(sys.stdout)
    try:
        return Path(out).open("w", encoding="utf-8", newline="\n")
    except OSError as problem:
        raise file_problem(Path(out), problem) from None
