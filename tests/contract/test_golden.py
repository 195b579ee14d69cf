"""Golden games and counted paths: play today is what it was when these files were read and kept.

How to write them anew: docs/rulebook-author.md.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from azulejo import games
from azulejo.games.walk import count_paths
from azulejo.play import Game, Record
from azulejo.testing.cases import load
from azulejo.testing.golden import main, read_story, story
from azulejo.testing.perft import counts, naive_count
from azulejo.testing.perft import main as perft_main
from tests.contract.helpers import ends_of

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
STORIES = sorted(GOLDEN.glob("*.txt"))
PERFT: dict[str, list[dict[str, Any]]] = json.loads((GOLDEN / "perft.json").read_text(encoding="utf-8"))
COUNTED = [(name, entry) for name, entries in PERFT.items() for entry in entries]
NAMES = [f"{name}-{number}" for name, entries in PERFT.items() for number in range(len(entries))]

FEW_POSITIONS = 150
"""So many positions at most are looked at by the naive count."""


def ways(record: Record) -> list[str]:
    """Return in which ways a game has ended."""
    game = Game.from_record(record)
    ended = game.outcome()
    assert ended is not None
    return [way for way, is_so in ends_of(record.game).items() if is_so(game, ended)]


def lacking(folder: Path) -> list[str]:
    """Return what each game lacks: a golden game per number of seats, option value and way to end; counted paths."""
    told = [read_story(path.read_text(encoding="utf-8"))[0] for path in sorted(folder.glob("*.txt"))]
    counted = json.loads((folder / "perft.json").read_text(encoding="utf-8"))
    missing = []
    for name in games.own_names():
        title, own = games.title(name), [record for record in told if record.game == name]
        whole = [record for record in own if record.position is None]
        seats = {record.seats for record in whole}
        missing += [f"{name} has no golden game for {number} seats" for number in title.seats if number not in seats]
        missing += [
            f"{name} has no golden game with {option.name}={value}"
            for option in title.options
            for value in option.values
            if not any(record.options.get(option.name, option.default) == value for record in whole)
        ]
        ended = {way for record in own for way in ways(record)}
        missing += [f"{name} has no golden game that ends so: {way}" for way in ends_of(name) if way not in ended]
        if not any(len(entry["counts"]) >= 2 for entry in counted.get(name, [])):
            missing.append(f"{name} has no counted paths")
    return missing


def test_every_game_has_golden_games_and_counts() -> None:
    assert lacking(GOLDEN) == []


def test_what_is_lacking_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "perft.json").write_text(json.dumps({"azul": [{"position": "", "counts": []}]}))
    main(["azul", "--seats", "3", "--bots", "greedy", "--file", str(tmp_path / "azul.txt")])
    assert {
        "azul has no golden game for 2 seats",
        "azul has no golden game for 4 seats",
        "azul has no golden game with wall=grey",
        "azul has no golden game that ends so: tie-break",
        "duel has no counted paths",
    } <= set(lacking(tmp_path))


def test_golden_games_were_played_by_masters_for_points() -> None:
    """Whole games from the empty table: nobody plays at random there."""
    for path in STORIES:
        record, players = read_story(path.read_text(encoding="utf-8"))
        if record.position is None:
            ended = Game.from_record(record).outcome()
            assert players == "master", path.name
            assert ended is not None
            assert min(ended.scores) > 0, path.name


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_a_golden_game_is_what_it_was(path: Path) -> None:
    kept = path.read_bytes().decode()
    told = story(*read_story(kept))
    assert told == kept, "if this is meant: python -m azulejo.testing.golden --again tests/golden"


@pytest.mark.parametrize(("name", "entry"), COUNTED, ids=NAMES)
def test_the_paths_are_as_many_as_they_were(name: str, entry: dict[str, Any]) -> None:
    assert counts(load(name), entry["position"], len(entry["counts"])) == entry["counts"]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "entry"), COUNTED, ids=NAMES)
def test_a_naive_count_agrees(name: str, entry: dict[str, Any]) -> None:
    book = load(name)
    state = book.parse_position(entry["position"])
    visited = 1
    for depth, expected in enumerate(entry["counts"], 1):
        if visited > FEW_POSITIONS:
            break
        assert naive_count(book, state, depth) == expected == count_paths(book, state, depth), f"depth {depth}"
        visited += expected
    assert visited > 1, "nothing was counted"


def test_a_folder_is_written_anew_from_its_own_events(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["azul", "--seats", "2", "--option", "wall=grey", "--bots", "greedy,random", "--seed", "3"])
    printed = capsys.readouterr().out
    assert re.match(r"azul seats=2 wall=grey (.* )?first=random by=greedy,random\n", printed)
    written = tmp_path / "azul.txt"
    written.write_text(printed.replace("takes", "took").replace("scores: ", "scores: 1"))
    main(["--again", str(tmp_path)])
    assert written.read_text(encoding="utf-8") == printed
    with pytest.raises(SystemExit):
        main([])


def test_counts_are_added_and_counted_anew(tmp_path: Path) -> None:
    file = tmp_path / "perft.json"
    perft_main([str(file), "azul", "--seats", "2", "--step", "15", "--depth", "2"])
    first = json.loads(file.read_text())
    assert [len(entry["counts"]) for entry in first["azul"]] == [2]
    first["azul"][0]["counts"] = [0, 0]
    file.write_text(json.dumps(first))
    perft_main([str(file)])
    again = json.loads(file.read_text())["azul"][0]
    assert again["counts"][0] > 0
    assert again["counts"] == counts(load("azul"), again["position"], 2)
    with pytest.raises(SystemExit):
        perft_main([str(file), "azul", "--step", "99999"])
