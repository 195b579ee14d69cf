"""What MkDocs does for our pages besides its own work; ``mkdocs.yml`` names this file.

- Links that lead out of ``docs/`` go to a page that shows what is there: a file of the repository, or a folder of it.
- ``{rules azul}`` becomes the game's rules in short, from the game's own folder.
- The notebook becomes a page, ``CONTRIBUTING.md`` and the like are pages as they stand.
- No page holds a script of its own: they become files, so that the server's content policy need not be loosened.
- A page that exists in both languages leads to its twin.
"""

import hashlib
import json
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
GAMES = ROOT / "src" / "azulejo" / "games"
PREFIX = "/docs"
"""Where a server shows the site."""
NOTEBOOK = "tutorial.ipynb"
WHOLE_PAGES = ("CONTRIBUTING.md", "CHANGELOG.md", "web/README.md")
"""Pages of the repository that are pages of the site, too, under their own paths."""
SOURCE = "source"
"""The folder of the site for other files of the repository."""
INSTEAD = {"src/azulejo/games/contract.py": "reference/contract.md", "README.md": "index.md"}
"""Files for which the site has a better page."""

LINK = re.compile(r"(?<=\]\()(?![a-z]+:|/|#)([^)\s#]+)(#[^)\s]*)?(?=\))")
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.M | re.S)
RULES = re.compile(r"^\{rules (\w+)\}$", re.M)
SCRIPT = re.compile(r"<script>(.*?)</script>", re.S)
ALTERNATE = re.compile(r'<link rel="alternate"[^>]*>\s*')
HEADING = re.compile(r"[^a-zа-яё\s][^a-zа-яё]*(\(.*\))?")
TABLE = re.compile(r"\S {2,}\S")
ITEM = re.compile(r" *(-|\d+\.) ")
LETTERED = re.compile(r"^( *)([A-ZА-Я]) {2}(?=\S)")
LANGUAGES = {"python": ".py", "toml": ".toml", "json": ".json"}
SHOWN = (".py", ".toml", ".md", ".json")

_scripts: dict[str, str] = {}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made of something else."""
    if not is_english(config):
        for name in ("site.css", "pictures/icon.svg"):
            files.append(File(name, str(DOCS), config.site_dir, use_directory_urls=False))
        return files
    pages = {name: (ROOT / name).read_text(encoding="utf-8") for name in WHOLE_PAGES}
    pages["tutorial.md"] = notebook((DOCS / NOTEBOOK).read_text(encoding="utf-8"))
    written = {**pages, **{file.src_uri: file.content_string for file in files.documentation_pages()}}
    for uri, text in written.items():
        for target in linked(text, home_of(uri, config)):
            if page_of(target).startswith(SOURCE):
                pages[page_of(target)] = source_page(target)
    for uri, text in pages.items():
        files.append(File.generated(config, uri, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Put the rules in, and lead links that leave the documentation to where the site shows what they mean."""
    uri, lang = page.file.src_uri, language(config)
    text = RULES.sub(lambda found: rules_in_short(found[1], lang), markdown)
    return text if uri.startswith(SOURCE) else with_links(text, uri, config)


def on_page_context(context: Any, page: Page, config: MkDocsConfig, nav: Any) -> Any:
    """Lead from a page to its twin in the other language."""
    config.extra["alternate"] = twins(page.file.src_uri, config)
    return context


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Move scripts out of a page, and leave out what makes the theme look for other sites."""
    return without_scripts(ALTERNATE.sub("", output), page.url)


def on_post_build(config: MkDocsConfig) -> None:
    """Write the scripts that were moved out of pages."""
    for name, script in _scripts.items():
        file = Path(config.site_dir) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(script, encoding="utf-8")
    _scripts.clear()


def without_scripts(html: str, url: str) -> str:
    """Return a page with its scripts as files, beside those of the theme."""

    def moved(found: re.Match[str]) -> str:
        name = f"assets/javascripts/page-{hashlib.sha256(found[1].encode()).hexdigest()[:12]}.js"
        _scripts[name] = found[1]
        return f'<script src="{posixpath.relpath(name, posixpath.dirname(url) or ".")}"></script>'

    return SCRIPT.sub(moved, html)


# ---------------------------------------------------------------- languages


def language(config: MkDocsConfig) -> str:
    """Return the language of the pages that are being made."""
    return str(config.theme["language"])


def is_english(config: MkDocsConfig) -> bool:
    """Return whether it is the site of all pages, not that of the translated ones."""
    return language(config) == "en"


def twins(uri: str, config: MkDocsConfig) -> list[dict[str, str]]:
    """Return a page in every language: that language's first page, where there is no such page."""
    found = []
    for lang, name in config.extra["languages"].items():
        folder, place = (DOCS, PREFIX) if lang == "en" else (DOCS / lang, f"{PREFIX}/{lang}")
        link = html_name(uri if (folder / uri).is_file() else "index.md")
        found.append({"name": name, "lang": lang, "link": f"{place}/{link}"})
    return found


def html_name(uri: str) -> str:
    """Return the file that a page becomes.

    >>> html_name("envs/README.md"), html_name("tour.md")
    ('envs/index.html', 'tour.html')
    """
    return re.sub(r"(^|/)README\.md$", r"\1index.md", uri).removesuffix(".md") + ".html"


# ---------------------------------------------------------------- links


def home_of(uri: str, config: MkDocsConfig) -> str:
    """Return the path of a page's source in the repository."""
    return uri if uri in WHOLE_PAGES else f"{Path(config.docs_dir).relative_to(ROOT).as_posix()}/{uri}"


def targets(text: str) -> Iterator[re.Match[str]]:
    """Yield the links of a page to files, except those that are part of code."""
    code = [(found.start(), found.end()) for found in CODE.finditer(text)]
    for found in LINK.finditer(text):
        if not any(start <= found.start() < end for start, end in code):
            yield found


def linked(text: str, home: str) -> Iterator[str]:
    """Yield the paths in the repository that a page leads to."""
    for found in targets(text):
        yield posixpath.normpath(posixpath.join(posixpath.dirname(home), found[1]))


def page_of(path: str) -> str:
    """Return the page of the English site that shows what lies at a path of the repository."""
    if path in INSTEAD or path in WHOLE_PAGES:
        return INSTEAD.get(path, path)
    if path == f"docs/{NOTEBOOK}":
        return "tutorial.md"
    if path.startswith("docs/") or not (ROOT / path).exists():  # what does not exist, MkDocs will complain about
        return path.removeprefix("docs/")
    return f"{SOURCE}/{path}.md"


def with_links(text: str, uri: str, config: MkDocsConfig) -> str:
    """Return a page whose links lead to pages of the site."""
    home, parts, done = home_of(uri, config), [], 0
    for found in targets(text):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(home), found[1]))
        if is_english(config):
            target = posixpath.relpath(page_of(path), posixpath.dirname(uri) or ".")
        elif path.startswith("docs/ru/"):
            target = found[1]
        else:
            target = f"{PREFIX}/{html_name(page_of(path)) if page_of(path).endswith('.md') else page_of(path)}"
        parts += [text[done : found.start()], target + (found[2] or "")]
        done = found.end()
    return "".join([*parts, text[done:]])


# ---------------------------------------------------------------- pages made of something else


def source_page(path: str) -> str:
    """Return a page that shows a file of the repository, or all files of a folder."""
    place = ROOT / path
    if place.is_file():
        return f"---\nsearch: {{exclude: true}}\n---\n# `{path}`\n\n{fenced(place)}"
    shown = [one for one in sorted(place.rglob("*")) if one.suffix in SHOWN and "__pycache__" not in one.parts]
    parts = [f"## `{one.relative_to(place).as_posix()}`\n\n{fenced(one)}" for one in shown]
    return f"---\nsearch: {{exclude: true}}\n---\n# `{path}`\n\n" + "\n".join(parts)


def fenced(file: Path) -> str:
    """Return a file as a block of code."""
    kind = {suffix: name for name, suffix in LANGUAGES.items()}.get(file.suffix, "text")
    return f"````{kind}\n{file.read_text(encoding='utf-8').rstrip()}\n````\n"


def notebook(text: str) -> str:
    """Return a notebook as a page: its texts, its code, and what the code printed."""
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        parts += [f"```text\n{''.join(one['text']).rstrip()}\n```" for one in cell.get("outputs", ())]
    return "\n\n".join(parts) + "\n"


def rules_in_short(game: str, lang: str) -> str:
    """Return a game's rules in short as Markdown: headings are written in capitals there, tables with spaces."""
    lines = (GAMES / game / "texts" / f"rules.{lang}.md").read_text(encoding="utf-8").splitlines()[1:]
    made: list[str] = []
    is_table = is_nested = False
    for line in lines:
        text = LETTERED.sub(r"\1- **\2** ", line)
        is_item, is_heading = ITEM.match(text) is not None, HEADING.fullmatch(line) is not None
        is_row = bool(line) and not is_item and not is_heading and (is_table or TABLE.search(line.strip()) is not None)
        if is_row != is_table:
            made += ["", "```text"] if is_row else ["```", ""]
        is_table = is_row
        if is_row:
            made.append(line.strip())
        elif is_heading:
            made += ["", f"### {line.split('(')[0].strip().capitalize()}", ""]
        elif re.match(r" {3}\S", text):  # belongs to the item above: Markdown wants four spaces
            if is_item != is_nested and (is_item or made[-1].startswith(" ")):
                made.append("")
            made.append(f"    {text.strip()}")
            is_nested = is_item
        else:
            made += [""] if is_item and made and not is_nested and not ITEM.match(made[-1]) else []
            made.append(text)
            is_nested = is_nested and not is_item
    return "\n".join([*made, *(["```"] if is_table else [])])
