"""The documentation as it is built: complete, in both languages, from here alone; its pictures are the games' own."""

import fcntl
import io
import json
from pathlib import Path

import pytest
from PIL import Image

from tools import pictures, site, site_hooks

LARGEST = 300_000
"""Bytes of the moving picture: the README loads it."""


@pytest.fixture(scope="module")
def built(root: Path) -> Path:
    """The folder of the built site, built once for all workers."""
    with (root / "web" / ".build-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        site.build()
    return site.SITE


@pytest.mark.slow
def test_every_page_is_there_and_nothing_is_wrong_with_any(built: Path) -> None:
    assert list(site.problems(built)) == []
    for page in sorted(site.DOCS.rglob("*.md")):
        name = site_hooks.html_name(page.relative_to(site.DOCS).as_posix())
        assert (built / name).is_file(), name
    assert site.is_built()


@pytest.mark.slow
def test_every_page_for_players_is_in_both_languages(built: Path) -> None:
    russian = {path.relative_to(built / "ru").as_posix() for path in (built / "ru").rglob("*.html")}
    assert {"index.html", "tour.html", "playing.html", "fair-deals.html"} <= russian
    assert {f"games/{game}.html" for game in ("azul", "duel", "garden")} <= russian
    for name in russian:
        page, twin = (built / "ru" / name).read_text(encoding="utf-8"), built / name
        assert '<html lang="ru"' in page
        assert f'href="/docs/{name}"' in page
        assert f'href="/docs/ru/{name}"' in twin.read_text(encoding="utf-8")


@pytest.mark.slow
def test_each_language_has_its_own_search(built: Path) -> None:
    for folder, lang, word in ((built, "en", "factory"), (built / "ru", "ru", "плитки")):
        index = json.loads((folder / "search" / "search_index.json").read_text(encoding="utf-8"))
        assert index["config"]["lang"] == [lang]
        assert any(word in document["text"] for document in index["docs"])


def test_what_is_wrong_with_a_site_is_found(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<h1 id="top">x</h1><a href="more.html#there">x</a><a href="/docs/index.html#top">x</a>'
        '<a href="https://example.org/">x</a><script src="a.js"></script>'
    )
    (tmp_path / "more.html").write_text('<p id="there">x</p>')
    (tmp_path / "a.js").write_text("")
    assert list(site.problems(tmp_path)) == []
    for text, said in {
        '<a href="none.html">x</a>': "index.html: links to none.html, which is not there",
        '<a href="more.html#nowhere">x</a>': "index.html: links to more.html#nowhere, which is not there",
        '<a href="/rules/azul">x</a>': "index.html: links to /rules/azul, which is not there",
        '<img src="none.png">': "index.html: loads none.png",
        '<script src="https://example.org/x.js"></script>': "index.html: loads https://example.org/x.js",
        "<script>alert(1)</script>": "index.html: holds code or styles of its own: <script>",
        '<p style="color: red">': 'index.html: holds code or styles of its own: <p style="color: red">',
    }.items():
        (tmp_path / "index.html").write_text(text)
        assert list(site.problems(tmp_path)) == [said]
    (tmp_path / "index.html").write_text("")
    (tmp_path / "x.css").write_text("@import url(https://example.org/x.css)")
    assert list(site.problems(tmp_path)) == ["x.css: loads https://example.org/x.css"]


def test_an_unchanged_site_is_not_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def pretend(config: str, place: Path) -> None:
        calls.append(config)
        place.mkdir(parents=True, exist_ok=True)
        (place / "index.html").write_text("")

    monkeypatch.setattr(site, "SITE", tmp_path / "docs")
    monkeypatch.setattr(site, "_mkdocs", pretend)
    site.build()
    site.build()
    assert calls == ["mkdocs.yml", "mkdocs.ru.yml"]
    (tmp_path / "docs" / site.STAMP).write_text("other sources")
    site.build()
    assert len(calls) == 4
    assert [path.name for path in tmp_path.iterdir()] == ["docs"]


def test_links_out_of_the_documentation_lead_to_what_they_mean() -> None:
    assert site_hooks.page_of("docs/arena.md") == "arena.md"
    assert site_hooks.page_of("docs/tutorial.ipynb") == "tutorial.md"
    assert site_hooks.page_of("CONTRIBUTING.md") == "CONTRIBUTING.md"
    assert site_hooks.page_of("src/azulejo/games/contract.py") == "reference/contract.md"
    assert site_hooks.page_of("src/azulejo/bots/levels.toml") == "source/src/azulejo/bots/levels.toml.md"
    assert "[master]" in site_hooks.source_page("src/azulejo/bots/levels.toml")
    assert "## `src/pebbles/rules.py`" in site_hooks.source_page("examples/pebbles")


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("game", ["azul", "duel", "garden"])
def test_the_rules_in_short_become_a_page_without_losing_a_word(game: str, lang: str) -> None:
    file = site_hooks.GAMES / game / "texts" / f"rules.{lang}.md"
    words = file.read_text(encoding="utf-8").split("\n", 1)[1]
    made = site_hooks.rules_in_short(game, lang)
    assert made.count("```") % 2 == 0
    assert made.count("### ") >= 3

    def plain(text: str) -> set[str]:
        return {word.strip("*#`().,:;").lower() for word in text.split()} - {"", "-", "text"}

    heading_notes = {"wall=grey", "side=", "side"}  # what a heading says in brackets is left out
    assert plain(words) - plain(made) <= heading_notes


def test_the_pictures_are_what_the_games_draw() -> None:
    for file, svg in pictures.files():
        assert file.read_text(encoding="utf-8") == svg, f"{file.name} is old: run make pictures"


def test_the_moving_picture_shows_a_turn_and_is_small() -> None:
    content = pictures.TURN.read_bytes()
    assert len(content) < LARGEST
    with Image.open(io.BytesIO(content)) as picture:
        assert getattr(picture, "n_frames", 1) > 8
    moved = pictures.flights(
        pictures.MOVING.svg("en"), pictures.Scene("azul", pictures.MOVING.position, (pictures.PLAYED,)).svg("en")
    )
    assert sorted(start[0] for start, _ in moved) == ["#azul-B", "#azul-W", "#azul-W", "#azul-W"]
