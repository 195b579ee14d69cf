"""The Python in the README and the documents does what it says.

A block marked ``python`` with ``>>>`` prompts is a doctest, one without is run. The blocks of one
page are one session. A block marked ``python no-run`` is left alone.
"""

import doctest
import re
from pathlib import Path

import pytest

from azulejo.kernel.rule import COMPILED

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)


def blocks(page: str) -> list[tuple[int, str]]:
    """Return the Python of a page: the line where each block begins, and its text."""
    return [(page.count("\n", 0, block.start(1)), block[1]) for block in BLOCK.finditer(page)]


def run(page: str, name: str) -> None:
    """Run the Python of a page; raise at the first line that does not do what the page says."""
    session: dict[str, object] = {"__name__": "__main__"}
    for line, text in blocks(page):
        if ">>>" not in text:
            exec(compile("\n" * line + text, name, "exec"), session)
            continue
        test = doctest.DocTestParser().get_doctest(text, session, name, name, line)
        runner = doctest.DebugRunner(optionflags=doctest.ELLIPSIS, verbose=False)
        runner.run(test, clear_globs=False)
        session = test.globs


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_does_what_it_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "azulejo.engine import" in page.read_text(encoding="utf-8") and not COMPILED:
        pytest.skip("the search is only tested compiled")
    monkeypatch.chdir(tmp_path)
    run(page.read_text(encoding="utf-8"), page.name)


def test_a_wrong_page_is_found() -> None:
    right = "# Page\n```python\nx = 2\n```\n```python\n>>> x + 1\n3\n```\n"
    run(right, "page")
    with pytest.raises(doctest.DocTestFailure):
        run(right.replace("3\n", "4\n"), "page")
    with pytest.raises(doctest.UnexpectedException):
        run(right.replace("x + 1", "y + 1"), "page")
    with pytest.raises(ZeroDivisionError):
        run(right.replace("x = 2", "x = 2 / 0"), "page")
    run(right.replace("```python\nx = 2", "```python no-run\nx = 2 / 0\n```\n```python\nx = 2"), "page")


# ---------------------------------------------------------------- the way of a move


def stations(page: str) -> list[tuple[str, str, str]]:
    """Return the stations of a move that the page lists: which way, the function, and the file where it is."""
    found, files = [], {"there": "", "back": ""}
    for row in re.findall(r"^\| \d+ `.*\|$", page, re.M):
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        for way, (name, file) in (("there", (cells[0], cells[1])), ("back", (cells[3], cells[4]))):
            files[way] = file.strip("`") or files[way]
            if name:
                found.append((way, name.split("`")[1], files[way]))
    return found


def test_every_station_of_a_move_is_found_by_its_name() -> None:
    found = stations((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    for way, most in (("there", 12), ("back", 8)):
        assert 5 < sum(one == way for one, _, _ in found) <= most
    for _, station, file in found:
        text = (ROOT / (file if file.startswith("web") else f"src/azulejo/{file}")).read_text(encoding="utf-8")
        owner, _, name = station.rpartition(".")
        assert not owner or re.search(rf"^(export )?class {owner}\b", text, re.M), station
        assert re.search(
            rf"^ *(async )?(def )?{re.escape(name)}(<.*>)?\(.*[:{{]$|def {re.escape(name)}\(", text, re.M
        ), station
