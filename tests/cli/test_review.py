"""``azulejo review``: the report of a game to read, as JSON and as a page."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from azulejo.kernel.rule import COMPILED
from azulejo.play import new_game
from azulejo.review.report import GameReport
from tests.cli.conftest import Azulejo

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not COMPILED, reason="the search, interpreted, would take hours"),
]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A file with a game in which somebody threw tiles to the floor."""
    table = new_game("azul", seed=3, players=["Ann <b>", "Ben"])
    for move in range(6):
        floor = [one for one in table.legal_moves if one.text.endswith("-")]
        table.push(floor[0] if move % 2 else table.suggest() or floor[0])
    table.resign()
    file = tmp_path / "game.jsonl"
    file.write_text(table.record().to_json() + "\n", encoding="utf-8")
    return file


class Outside(HTMLParser):
    """What a page asks others for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            if name in ("src", "href") and value:
                (self.links.add(value[1:]) if value.startswith("#") else self.asked.append(value))
        if tag in ("script", "link", "iframe"):
            self.asked.append(tag)


def test_it_says_the_most_important_first_in_both_languages(game: Path, azulejo: Azulejo) -> None:
    done = azulejo("review", game, "--nodes", 300)
    assert done.status == 0
    assert done.out.startswith("Ann <b>, 0: You ")
    assert "result 0 % = start 50 %" in done.out or "result 100 % = start 50 %" in done.out
    assert "Better: take " in done.out
    russian = azulejo("review", game, "--nodes", 300, "--lang", "ru").out
    assert "Лучше: взять" in russian
    assert "Вы " in russian


def test_json_is_the_report(game: Path, azulejo: Azulejo) -> None:
    done = azulejo("review", game, "--nodes", 300, "--json")
    report = GameReport.from_dict(json.loads(done.out))
    assert (report.complete, report.nodes) == (True, 300)


def test_the_page_needs_nothing_else_and_its_links_lead_somewhere(game: Path, azulejo: Azulejo, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    azulejo("review", game, "--nodes", 300, "--html", page, "--lang", "ru")
    text = page.read_text(encoding="utf-8")
    parser = Outside()
    parser.feed(text)
    assert parser.asked == []
    assert any(link.startswith("turn-") for link in parser.links & parser.ids)
    assert "Ann &lt;b&gt;" in text
    assert "<b>" not in text.replace("Ann &lt;b&gt;", "")
    assert '<html lang="ru">' in text


def test_mistakes_are_told_in_one_sentence(game: Path, azulejo: Azulejo, tmp_path: Path) -> None:
    assert "fast, deep" in azulejo("review", game, "--setting", "slow").complaint
    running = tmp_path / "running.jsonl"
    running.write_text(new_game("azul", seed=1).record().to_json())
    assert "only a finished game can be reviewed" in azulejo("review", running).complaint
    assert "no" in azulejo("review", tmp_path / "nothing.jsonl").complaint
