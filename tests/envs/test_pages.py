"""The pages of the environments: their tables cover every number and every code, and the tutorial runs."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from azulejo.cli.bench import walker
from azulejo.games import own_names, rulebook
from azulejo.games.duel.components import CHIP_NAMES, JOKER_PLATES, SPECIAL_PLATES
from tests.envs.helpers import needs_compiling

BOARD = {"azul": 166, "duel": 542, "garden": 765}
"""How many numbers a player's board has, where a table of its own says what they are."""

MEASURED: dict[str, list[dict[str, str]]] = {"azul": [{}, {"wall": "grey"}], "duel": [{}], "garden": [{}]}
"""The options for which a page says how long random games are."""


def tables(page: str, heading: str) -> list[list[list[str]]]:
    """Return the tables of a chapter, without their heads: rows of cells."""
    chapter = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"(?:^\|.*\n)+", chapter + "\n", re.M)
    return [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()[2:]] for block in blocks
    ]


def covered(rows: list[list[str]]) -> list[int]:
    """Return the numbers that the first column names, such as ``3``, ``1, 2`` and ``4-7``."""
    found: list[int] = []
    for row in rows:
        for part in row[0].split(", "):
            first, _, last = part.partition("-")
            found += range(int(first), int(last or first) + 1)
    return found


@pytest.mark.parametrize("game", own_names())
def test_the_tables_of_a_page_name_every_number_and_every_code_once(game: str, root: Path) -> None:
    page = (root / "docs" / "envs" / f"{game}.md").read_text(encoding="utf-8")
    whole, *boards = tables(page, "Observation")
    assert covered(whole) == list(range(rulebook(game).observation))
    assert [covered(board) for board in boards] == ([list(range(BOARD[game]))] if game in BOARD else [])
    (actions,) = tables(page, "Actions")
    assert covered(actions) == list(range(rulebook(game).move_codes))
    for row in actions:
        codes = covered([row])
        named = re.findall("`(.*?)`", row[1])
        assert rulebook(game).move_text(codes[0]) == named[0]
        assert rulebook(game).move_text(codes[-1]) == named[-1]
    for most in rulebook(game).max_decisions.values():
        assert f"{most:,}" in page


@needs_compiling
@pytest.mark.parametrize("game", own_names())
def test_a_page_says_how_long_random_games_are(game: str, root: Path) -> None:
    page = (root / "docs" / "envs" / f"{game}.md").read_text(encoding="utf-8")
    (said,) = re.findall(r"^\| length of a game \| by random moves about (.*?);", page, re.M)
    lengths = [int(number) for number in re.findall(r"\d+", re.sub(r"\(.*?\)", "", said))]
    book, games = rulebook(game), 2_000
    played = [
        walker(book, seats, book.title.complete(options))(0, games)[0] / games
        for options in MEASURED.get(game, [{}])
        for seats in book.title.seats
    ]
    assert lengths == pytest.approx(played, rel=0.02)


def test_the_page_of_duel_lists_chips_and_plates_in_the_order_of_their_numbers(root: Path) -> None:
    page = (root / "docs" / "envs" / "duel.md").read_text(encoding="utf-8")
    listed = {name: kinds.split() for name, kinds in re.findall(r"^- (.+): `(.+)`$", page, re.M)}
    assert listed == {
        "chips": list(CHIP_NAMES),
        "special plates": list(SPECIAL_PLATES),
        "joker plates": list(JOKER_PLATES),
    }
    (actions,) = tables(page, "Actions")
    (payments,) = (covered([row]) for row in actions if row[2].startswith("pay a chip"))
    assert [rulebook("duel").move_text(code) for code in payments] == [f"c{chip.lower()}" for chip in listed["chips"]]


def cells(notebook: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return found


@needs_compiling
def test_the_tutorial_runs_from_its_first_cell_to_its_last(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    notebook = root / "docs" / "tutorial.ipynb"
    monkeypatch.chdir(tmp_path)
    session: dict[str, Any] = {"__name__": "__main__"}
    code = [cell for cell in cells(notebook) if cell["cell_type"] == "code"]
    assert len(code) >= 8
    for number, cell in enumerate(code, 1):
        exec(compile("".join(cell["source"]), f"{notebook.name}, code cell {number}", "exec"), session)
        printed = "".join("".join(output["text"]) for output in cell["outputs"] if output["output_type"] == "stream")
        assert capsys.readouterr().out == printed, f"code cell {number}"


def test_the_tutorial_is_a_notebook_as_jupyter_writes_it(root: Path) -> None:
    notebook = json.loads((root / "docs" / "tutorial.ipynb").read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    identities = [cell["id"] for cell in notebook["cells"]]
    assert len(set(identities)) == len(identities)
    for cell in notebook["cells"]:
        assert set(cell) == {"cell_type", "id", "metadata", "source"} | (
            {"outputs", "execution_count"} if cell["cell_type"] == "code" else set()
        )


def test_the_citation_names_this_project_and_version(root: Path) -> None:
    import yaml  # type: ignore[import-untyped]  # comes with OpenSpiel

    from azulejo import __version__

    citation = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert str(citation["version"]) == __version__
    assert {"message", "title", "authors", "type", "license", "abstract", "keywords"} <= set(citation)
