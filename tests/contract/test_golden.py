"""Golden playthroughs and counted paths: play today is what it was when these files were read and kept.

How to write them anew: docs/rulebook-author.md.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from azulejo import games
from azulejo.games.walk import count_paths
from azulejo.testing.cases import load
from azulejo.testing.golden import case_for, file_name, game_of, main, playthrough
from azulejo.testing.perft import counts, naive_count
from azulejo.testing.perft import main as perft_main

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
PERFT: dict[str, list[dict[str, Any]]] = json.loads((GOLDEN / "perft.json").read_text(encoding="utf-8"))
COUNTED = [(name, entry) for name, entries in PERFT.items() for entry in entries]
NAMES = [f"{name}-{number}" for name, entries in PERFT.items() for number in range(len(entries))]

FEW_POSITIONS = 150
"""So many positions at most are looked at by the naive count."""


def lacking(folder: Path) -> list[str]:
    """Return what each registered game lacks: a playthrough per number of seats and option value, counts."""
    files = {path.name: path.read_text(encoding="utf-8").split("\n")[0].split() for path in folder.glob("*.txt")}
    counted = json.loads((folder / "perft.json").read_text(encoding="utf-8"))
    missing = []
    for name in games.names():
        title = games.title(name)
        played = [words for words in files.values() if words[0] == name]
        missing += [
            f"{name} has no playthrough for {seats} seats"
            for seats in title.seats
            if file_name(title, case_for(title, seats, [])) not in files
        ]
        missing += [
            f"{name} has no playthrough with {option.name}={value}"
            for option in title.options
            for value in option.values
            if not any(f"{option.name}={value}" in words for words in played)
        ]
        if not any(len(entry["counts"]) >= 2 for entry in counted.get(name, [])):
            missing.append(f"{name} has no counted paths")
    return missing


def test_every_game_has_playthroughs_and_counts() -> None:
    assert lacking(GOLDEN) == []


def test_what_is_lacking_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "perft.json").write_text(json.dumps({"azul": [{"position": "", "counts": []}]}))
    main(["azul", "--seats", "3", "--folder", str(tmp_path)])
    assert lacking(tmp_path)[:4] == [
        "azul has no playthrough for 2 seats",
        "azul has no playthrough for 4 seats",
        "azul has no playthrough with wall=grey",
        "azul has no counted paths",
    ]


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_a_playthrough_is_what_it_was(path: Path) -> None:
    kept = path.read_bytes().decode()
    game = game_of(kept.splitlines()[0])
    assert path.name == file_name(game.rulebook.title, game.case)
    assert playthrough(game) == kept, "if this is meant: python -m azulejo.testing.golden --again tests/golden"


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


def test_a_folder_is_written_anew_from_its_first_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["azul", "--seats", "2", "--option", "wall=grey", "--game", "3"])
    printed = capsys.readouterr().out
    written = tmp_path / "azul-2-grey.txt"
    written.write_text(printed.splitlines()[0] + "\nan old story\n")
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
