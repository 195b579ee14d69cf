"""A release is refused for every reason there is, and made where there is none: in a small project of its own."""

import hashlib
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.release import BUILT, Refused, make_dist, release

GREEN = (sys.executable, "-c", "")
RED = (sys.executable, "-c", "raise SystemExit(1)")

FILES = {
    ".gitignore": "dist/\nsrc/azulejo/server/\n",
    "pyproject.toml": """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "azulejo-games"
version = "1.2.0"
requires-python = ">=3.11"
[tool.hatch.build]
artifacts = ["/src/azulejo/server/**"]
[tool.hatch.build.targets.wheel]
packages = ["src/azulejo"]
""",
    "CHANGELOG.md": """# Changelog

## [1.2.0] - 2026-11-16

### Added
- Hats.

## [1.1.0] - 2026-01-01
- Shoes.
""",
    "CITATION.cff": "cff-version: 1.2.0\nversion: 1.2.0\n",
    "src/azulejo/__init__.py": "",
}


def git(root: Path, *arguments: str) -> str:
    name = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org")
    return subprocess.run(
        ["git", *name, *arguments], cwd=root, check=True, capture_output=True, text=True
    ).stdout.strip()


def write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text, encoding="utf-8")


def commit(root: Path) -> None:
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "Go on")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that can be released."""
    monkeypatch.setenv("GIT_COMMITTER_NAME", "Ana")
    monkeypatch.setenv("GIT_COMMITTER_EMAIL", "ana@example.org")
    root = tmp_path / "project"
    root.mkdir()
    git(root, "init", "--quiet")
    for name, text in FILES.items():
        write(root, name, text)
    for name in BUILT:
        write(root, f"src/{name}", "<!doctype html>")
    commit(root)
    return root


def test_a_release_is_an_sdist_a_wheel_made_from_it_checksums_and_a_tag(project: Path) -> None:
    write(project, "dist/azulejo_games-1.1.0-py3-none-any.whl", "an old one")
    made = release(project, GREEN)
    sdist, wheel = "azulejo_games-1.2.0.tar.gz", "azulejo_games-1.2.0-py3-none-any.whl"
    assert {file.name for file in made} == {file.name for file in (project / "dist").iterdir()}
    assert {file.name for file in made} == {"SHA256SUMS", sdist, wheel}
    sums = (project / "dist" / "SHA256SUMS").read_text().splitlines()
    assert sums == [
        f"{hashlib.sha256((project / 'dist' / name).read_bytes()).hexdigest()}  {name}" for name in (wheel, sdist)
    ]
    packed = zipfile.ZipFile(project / "dist" / wheel)
    assert set(BUILT) <= set(packed.namelist())
    assert b"Version: 1.2.0\n" in packed.read("azulejo_games-1.2.0.dist-info/METADATA")
    assert git(project, "rev-parse", "v1.2.0^{commit}") == git(project, "rev-parse", "HEAD")
    assert git(project, "tag", "--list", "--format=%(contents)") == "Version 1.2.0\n\n### Added\n- Hats."
    assert git(project, "status", "--porcelain") == ""


def leave_a_file(root: Path) -> None:
    write(root, "notes.txt", "")


def edit_a_file(root: Path) -> None:
    write(root, "src/azulejo/__init__.py", "x = 1\n")


def change(name: str, old: str, new: str) -> Callable[[Path], None]:
    """Return what changes a file, and commits it."""

    def apply(root: Path) -> None:
        text = (root / name).read_text(encoding="utf-8")
        assert old in text
        write(root, name, text.replace(old, new))
        commit(root)

    return apply


def release_before(root: Path) -> None:
    git(root, "tag", "v1.2.0")


def no_repository(root: Path) -> None:
    (root / ".git").rename(root / "git")


REASONS: dict[str, tuple[Callable[[Path], None], str]] = {
    "untracked": (leave_a_file, "The tree is not clean: commit or remove notes.txt first."),
    "edited": (edit_a_file, "The tree is not clean: commit or remove src/azulejo/__init__.py first."),
    "no repository": (no_repository, "git status has failed: "),
    "tagged": (release_before, "There is a tag v1.2.0 already"),
    "not a release": (change("pyproject.toml", '"1.2.0"', '"1.2.0.dev1"'), "The version 1.2.0.dev1 in pyproject.toml"),
    "another version": (change("pyproject.toml", '"1.2.0"', '"1.3.0"'), "CHANGELOG.md does not begin with"),
    "unreleased news": (change("CHANGELOG.md", "[1.2.0] - 2026-11-16", "[Unreleased]"), "CHANGELOG.md does not begin"),
    "no date": (change("CHANGELOG.md", "[1.2.0] - 2026-11-16", "[1.2.0]"), "CHANGELOG.md does not begin with"),
    "no such day": (change("CHANGELOG.md", "2026-11-16", "2026-11-31"), "CHANGELOG.md gives version 1.2.0 the date"),
    "no entry": (change("CHANGELOG.md", "## [1.2.0] - 2026-11-16\n", ""), "CHANGELOG.md does not begin with"),
    "empty changelog": (change("CHANGELOG.md", FILES["CHANGELOG.md"], ""), "CHANGELOG.md does not begin with"),
    "nothing new": (change("CHANGELOG.md", "- Hats.\n", ""), "CHANGELOG.md says nothing under version 1.2.0."),
    "citation": (change("CITATION.cff", "version: 1.2.0\n", "version: 1.1.0\n"), "CITATION.cff is not of version 1.2"),
}


@pytest.mark.parametrize(("spoil", "sentence"), REASONS.values(), ids=REASONS)
def test_there_is_no_release(spoil: Callable[[Path], None], sentence: str, project: Path) -> None:
    spoil(project)
    never_run = (sys.executable, "-c", "open('run', 'w')")
    with pytest.raises(Refused) as refused:
        release(project, never_run)
    assert str(refused.value).startswith(sentence)
    assert not (project / "run").exists()  # cheap reasons come before the tests
    _nothing_made(project)


def _nothing_made(project: Path) -> None:
    assert not (project / "dist").exists()
    if (project / ".git").exists():
        assert git(project, "tag", "--list", "--points-at", "HEAD", "--format=%(objecttype)") in ("", "commit")


def test_there_is_no_release_while_a_test_fails(project: Path) -> None:
    with pytest.raises(Refused, match="A test has failed"):
        release(project, RED)
    _nothing_made(project)


def test_there_is_no_release_after_tests_that_leave_something_behind(project: Path) -> None:
    with pytest.raises(Refused, match="The tree is not clean: commit or remove left first"):
        release(project, (sys.executable, "-c", "open('left', 'w')"))
    _nothing_made(project)


@pytest.mark.parametrize("name", BUILT)
def test_there_is_no_release_without_what_must_be_built(name: str, project: Path) -> None:
    (project / "src" / name).unlink()
    with pytest.raises(Refused, match=f"without the {BUILT[name]}"):
        release(project, GREEN)
    _nothing_made(project)


def test_there_is_no_release_of_what_cannot_be_built(project: Path) -> None:
    change("pyproject.toml", 'packages = ["src/azulejo"]', "packages = 7")(project)
    with pytest.raises(Refused, match="cannot be built"):
        release(project, GREEN)
    _nothing_made(project)


def test_dist_alone_needs_no_clean_tree_and_makes_no_tag(project: Path) -> None:
    leave_a_file(project)
    assert len(make_dist(project)) == 3
    assert git(project, "tag", "--list") == ""
