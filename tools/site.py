"""Builds the documentation site, strictly: ``make docs``, and the package's build hook.

The pages are in ``docs/``, the result is ``src/azulejo/server/docs/``, which git ignores. A stamp in the result says
from which sources it was made, so that nothing is built twice. MkDocs stops at a link that leads nowhere or a name that
is not there; what it cannot see, such as links between the languages, is looked for in the pages that it has made.
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PACKAGE = ROOT / "src" / "azulejo"
SITE = PACKAGE / "server" / "docs"
STAMP = ".sources"
CONFIGS = {"mkdocs.yml": "", "mkdocs.ru.yml": "ru"}
"""Each with the folder of the site that it makes; the first one makes all the others lie in."""
PREFIX = "/docs/"
"""Where a server shows the site."""
NOT_NEEDED = (
    "sitemap.xml*",
    "404.html",
    "assets/**/*.map",
    "assets/javascripts/lunr/[tw]*.js",
    "assets/javascripts/lunr/min/lunr.[!rsm]*.js",
)
"""The site has no address of its own in the world, and the server has its own words for what is not there. The theme
brings its sources and the words of many languages."""
SHOWN = (".py", ".toml", ".md")
"""Files that a page may be made of, outside of the documentation itself."""
NOT_SHOWN = ("server", "cli")
"""Parts of the package that the reference does not describe."""


def sources() -> Iterator[Path]:
    """Yield every file that the site is made of."""
    yield from (ROOT / name for name in (*CONFIGS, "constraints.txt", "CONTRIBUTING.md", "CHANGELOG.md", "README.md"))
    yield from sorted((ROOT / "tools").glob("site*.py"))
    yield ROOT / "web" / "README.md"
    yield from (path for path in sorted(DOCS.rglob("*")) if path.is_file())
    yield from (path for path in sorted((ROOT / "examples").rglob("*")) if path.suffix in SHOWN)
    for path in sorted(PACKAGE.rglob("*")):
        first, *rest = path.relative_to(PACKAGE).parts
        is_game = first == "games" and len(rest) > 1  # of a game its texts are shown, not its rules
        if path.suffix in ((".md",) if is_game else SHOWN) and first not in NOT_SHOWN:
            yield path


def fingerprint() -> str:
    """Return a hash of all sources."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_built() -> bool:
    """Return whether the site has been built from the sources as they are, or came without any."""
    stamp = SITE / STAMP
    return stamp.is_file() and (not (ROOT / "mkdocs.yml").is_file() or stamp.read_text() == fingerprint())


def can_build() -> bool:
    """Return whether what builds the site is installed: the extra ``docs``."""
    return all(find_spec(name) for name in ("mkdocs", "material", "mkdocstrings"))


def build() -> None:
    """Build the site if its sources have changed; the old one stays in place until the new one is ready."""
    if is_built():
        return
    made_of = fingerprint()
    with tempfile.TemporaryDirectory(dir=SITE.parent, prefix=".docs-") as folder:
        new = Path(folder) / "docs"
        for config, place in CONFIGS.items():
            _mkdocs(config, new / place)
        if wrong := list(problems(new)):
            raise SystemExit("The documentation cannot be made:\n" + "\n".join(wrong))
        (new / STAMP).write_text(made_of)
        if SITE.exists():
            SITE.rename(Path(folder) / "old")
        new.rename(SITE)


def _mkdocs(config: str, place: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--config-file", config]
    # Material for MkDocs would tell of its makers' plans at every build.
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
    done = subprocess.run([*command, "--site-dir", str(place)], cwd=ROOT, env=environment, check=False)
    if done.returncode:
        raise SystemExit(f"The documentation cannot be made: mkdocs has refused {config} (see above).")
    for pattern in NOT_NEEDED:
        for file in place.glob(pattern):
            file.unlink()


# ---------------------------------------------------------------- what MkDocs does not see


LOADS = {"img": "src", "script": "src", "link": "href", "source": "src", "iframe": "src", "use": "href"}
"""Where a tag names a file that the browser then fetches."""


class Seen(HTMLParser):
    """What a page holds: places to link to, links, files that it loads, code and styles of its own."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.inline: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag says."""
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if given.get(LOADS.get(tag, "")) and given.get("rel") not in ("canonical", "alternate", "next", "prev"):
            self.loads.append(given[LOADS[tag]])
        is_code = tag == "script" and "src" not in given and given.get("type") != "application/json"
        if is_code or tag == "style" or any(name == "style" or name.startswith("on") for name in given):
            self.inline.append(self.get_starttag_text() or tag)


def problems(site: Path) -> Iterator[str]:
    """Yield what is wrong with a site: links that lead nowhere, what is loaded from elsewhere, code inside a page."""
    pages = {path: Seen(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, seen in pages.items():
        name = path.relative_to(site).as_posix()
        yield from (f"{name}: holds code or styles of its own: {one[:120]}" for one in seen.inline)
        for link in seen.loads:
            if urlsplit(link).netloc or not (link.startswith("data:") or _target(site, name, link)[0].is_file()):
                yield f"{name}: loads {link}"
        for link in seen.links:
            if urlsplit(link).scheme:
                continue
            file, anchor = _target(site, name, link)
            if not file.is_file() or (anchor and file in pages and anchor not in pages[file].anchors):
                yield f"{name}: links to {link}, which is not there"
    for path in sorted(site.rglob("*.css")):
        for link in re.findall(r"url\(\s*[\"']?((?:https?:)?//[^)\"']+)", path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(site).as_posix()}: loads {link}"


def _target(site: Path, page: str, link: str) -> tuple[Path, str]:
    """Return the file that a link on a page leads to, and the place in it."""
    address, anchor = urldefrag(urljoin(PREFIX + page, link))
    if not address.startswith(PREFIX):
        return site / "outside", anchor  # the server's other pages are not part of the site
    path = urlsplit(address).path.removeprefix(PREFIX)
    return site / unquote(path if path and not path.endswith("/") else f"{path}index.html"), unquote(anchor)


def main() -> None:
    """Build the site."""
    if not is_built() and not can_build():
        raise SystemExit("The documentation needs MkDocs: pip install -e '.[docs]'")
    build()


if __name__ == "__main__":
    main()
