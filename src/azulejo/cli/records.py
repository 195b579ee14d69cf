"""Commands over files of records: ``replay``, ``verify``, ``perft``."""

from pathlib import Path

import typer

from azulejo.cli.options import one_record
from azulejo.cli.progress import progress_bar, ready
from azulejo.games.walk import count_paths
from azulejo.play import Game, read_records, verify
from azulejo.texts import say
from azulejo.texts.errors import AzulejoError


def replay(file: Path, game_number: int | None, at: int | None, svg: Path | None, lang: str) -> None:
    """Show a record: the whole game and its last position, or the position after some events."""
    record = one_record(file, game_number)
    ready(record.game, lang)
    game = Game.from_record(record, until=at)
    if at is None:
        print(record.text(lang))
    print(f"\n{game.text(lang)}\n\n{game.position}")
    if svg is not None:
        svg.write_text(game.svg(lang), encoding="utf-8")


def verify_files(files: list[Path], lang: str) -> None:
    """Check every record of every file: the rules, the results, and the draws against the seed."""
    right = wrong = unproved = 0
    for file in files:
        records = list(read_records(file))
        for name in sorted({record.game for record in records}):
            ready(name, lang)
        with progress_bar(say("cli.verify.checking", lang, file=file.name), len(records)) as bar:
            for number, record in enumerate(records, 1):
                try:
                    verify(record)
                    right += 1
                    unproved += record.seed is None
                except AzulejoError as problem:
                    wrong += 1
                    print(say("errors.record_line", lang, file=file.name, line=number, problem=problem.text(lang)))
                bar.advance()
    print(say("cli.verify.right", lang, count=right))
    if unproved:
        print(say("cli.verify.unproved", lang, count=unproved))
    if wrong:
        print(say("cli.verify.wrong", lang, count=wrong))
        raise typer.Exit(1)


def perft(file: Path, depth: int, game_number: int | None, lang: str) -> None:
    """Print for each depth the number of sequences of exactly so many moves from the end of a record."""
    record = one_record(file, game_number)
    ready(record.game, lang)
    game = Game.from_record(record)
    for moves in range(1, depth + 1):
        print(count_paths(game.rulebook, game.state, moves) if not game.is_over else 0, flush=True)
