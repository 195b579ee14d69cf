"""Commands over files of records: ``replay``, ``verify``, ``perft``."""

from pathlib import Path

from azulejo.cli.progress import progress_bar, ready
from azulejo.games import names
from azulejo.games.walk import count_paths
from azulejo.play import Game, Record, verify
from azulejo.play.record import read_records, record_texts, write_file
from azulejo.texts import say
from azulejo.texts.errors import AzulejoError, BadRecord

WRONG_RECORD = 1
"""What the shell is told if a record is wrong."""


def replay(file: Path, game_number: int | None, at: int | None, svg: Path | None, lang: str) -> None:
    """Show a record: the whole game and its last position, or the position after some events."""
    record = one_record(file, game_number)
    ready(record.game, lang)
    game = Game.from_record(record, until=at)
    if at is None:
        print(record.text(lang) + "\n")
    if not game.has_begun:
        print(say("cli.replay.not_begun", lang))
        return
    print(f"{game.text(lang)}\n\n{game.position}")
    if svg is not None:
        write_file(svg, game.svg(lang))


def verify_files(files: list[Path], lang: str) -> int:
    """Check every record of every file: the rules, the results, and the draws against the seed."""
    right: list[Record] = []
    wrong = 0
    for file in files:
        for number, problem in enumerate(_verified(file, right, lang), 1):
            if problem is not None:
                wrong += 1
                print(say("errors.record_line", lang, file=file.name, line=number, problem=problem.text(lang)))
    print(say("cli.verify.right", lang, count=len(right)))
    notes = {
        "cli.verify.unproved": sum(record.seed is None for record in right),
        "cli.verify.given": sum(record.given > 0 for record in right),
        "cli.verify.wrong": wrong,
    }
    for key, count in notes.items():
        if count:
            print(say(key, lang, count=count))
    return WRONG_RECORD if wrong else 0


def _verified(file: Path, right: list[Record], lang: str) -> list[AzulejoError | None]:
    """Return what is wrong with each record of a file, and add those that are right."""
    found: list[AzulejoError | None] = []
    records = [_read(text) for text in record_texts(file)]
    for name in sorted({record.game for record in records if isinstance(record, Record)} & set(names())):
        ready(name, lang)
    with progress_bar(say("cli.verify.checking", lang, file=file.name), len(records)) as bar:
        for record in records:
            try:
                if isinstance(record, BadRecord):
                    raise record
                verify(record)
                right.append(record)
                found.append(None)
            except AzulejoError as problem:
                found.append(problem)
            bar.advance()
    return found


def _read(text: str) -> Record | BadRecord:
    try:
        return Record.from_json(text)
    except BadRecord as problem:
        return problem


def perft(file: Path, depth: int, game_number: int | None, lang: str) -> None:
    """Print for each depth the number of sequences of exactly so many moves from the end of a record."""
    record = one_record(file, game_number)
    ready(record.game, lang)
    game = Game.from_record(record)
    for moves in range(1, depth + 1):
        print(0 if game.turn is None else count_paths(game.rulebook, game.state, moves), flush=True)


def one_record(path: Path, number: int | None) -> Record:
    """Return the record of a file, the one of this number (from 1) if there are several."""
    records = list(read_records(path))
    if number is None:
        if len(records) > 1:
            raise BadRecord("errors.several_records", file=path.name, count=len(records))
        return records[0]
    if not 1 <= number <= len(records):
        raise BadRecord("errors.no_such_record", value=number, file=path.name, count=len(records))
    return records[number - 1]
