"""Makes a release: ``make release``.

The version is the one in ``pyproject.toml``. What must be right before anything is made: the tree is clean, the
changelog has an entry for this version and the citation names it, there is no tag of it yet, and every test passes.
Then ``dist/`` gets an sdist, the wheel made from it, and ``SHA256SUMS``; last of all the commit is tagged. Nothing is
sent anywhere: ``git push --tags`` and the upload are a person's own steps.
"""

import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = ("make", "test")
BUILT = {
    "azulejo/server/client/index.html": "browser client",
    "azulejo/server/docs/index.html": "documentation",
}
"""What is built, not committed: a file of each such part of the wheel, and what the part is called."""
SUMS = "SHA256SUMS"


class Refused(Exception):
    """There will be no release; the sentence says why."""


def version_of(root: Path) -> str:
    """Return the version that is to be released: a plain one, of three numbers."""
    version = str(tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise Refused(f"The version {version} in pyproject.toml is not one to release: write three numbers.")
    return version


def check_tree(root: Path) -> None:
    """Refuse a tree with changes that are in no commit."""
    changed = _git(root, "status", "--porcelain")
    if changed:
        raise Refused(f"The tree is not clean: commit or remove {changed.splitlines()[0][3:]} first.")


def check_tag(root: Path, version: str) -> None:
    """Refuse a version that has been released before."""
    if _git(root, "tag", "--list", f"v{version}"):
        raise Refused(f"There is a tag v{version} already: write the next version into pyproject.toml.")


def news(root: Path, version: str) -> str:
    """Return the changelog's entry for a version; it must be the newest, have a date, and say something."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    _, newest, *_ = *re.split(r"^## ", text, flags=re.M), ""
    first, _, entry = newest.partition("\n")
    wanted = re.fullmatch(rf"\[{re.escape(version)}\] - (\d{{4}}-\d\d-\d\d)", first.strip())
    if wanted is None:
        raise Refused(f'CHANGELOG.md does not begin with "## [{version}] - DATE": what is new must have its version.')
    try:
        date.fromisoformat(wanted[1])
    except ValueError:
        raise Refused(f"CHANGELOG.md gives version {version} the date {wanted[1]}, and there is no such day.") from None
    if not re.search(r"^- ", entry, re.M):
        raise Refused(f"CHANGELOG.md says nothing under version {version}.")
    return entry.strip()


def check_citation(root: Path, version: str) -> None:
    """Refuse if the citation is of another version."""
    found = re.search(r"^version: (.+)$", (root / "CITATION.cff").read_text(encoding="utf-8"), re.M)
    if found is None or found[1].strip() != version:
        raise Refused(f"CITATION.cff is not of version {version}, as pyproject.toml is.")


def run_tests(root: Path, tests: Sequence[str]) -> None:
    """Refuse if a test fails, or leaves something behind."""
    if subprocess.run(tests, cwd=root, check=False).returncode:
        raise Refused("A test has failed: there is no release before all pass.")
    check_tree(root)


def build(root: Path, out: Path, version: str) -> list[Path]:
    """Make the sdist, and from it alone the wheel; return both."""
    _hatchling(root, "sdist", out)
    (sdist,) = out.glob(f"*-{version}.tar.gz")
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(sdist) as packed:
            packed.extractall(folder, filter="data")
        (source,) = Path(folder).iterdir()
        _hatchling(source, "wheel", out)
    (wheel,) = out.glob(f"*-{version}-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for file, part in BUILT.items():
        if file not in names:
            raise Refused(f"The wheel has come out without the {part}: what builds it is not here.")
    return [sdist, wheel]


def write_sums(files: Sequence[Path]) -> Path:
    """Write the checksums of files beside them, as ``sha256sum --check`` reads them."""
    sums = files[0].parent / SUMS
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(files)]
    sums.write_text("".join(lines), encoding="ascii")
    return sums


def make_dist(root: Path) -> list[Path]:
    """Make everything that is in ``dist/`` after a release, and return it; what was there before goes."""
    version = version_of(root)
    with tempfile.TemporaryDirectory(dir=root, prefix=".dist-") as folder:
        new = Path(folder) / "dist"
        new.mkdir()
        write_sums(build(root, new, version))
        shutil.rmtree(root / "dist", ignore_errors=True)
        new.rename(root / "dist")
    return sorted((root / "dist").iterdir())


def release(root: Path, tests: Sequence[str] = TESTS) -> list[Path]:
    """Check everything, make ``dist/`` and tag the commit; return what was made. Raises Refused."""
    version = version_of(root)
    check_tree(root)
    check_tag(root, version)
    entry = news(root, version)
    check_citation(root, version)
    run_tests(root, tests)
    made = make_dist(root)
    _git(root, "tag", "--annotate", f"v{version}", "--cleanup=verbatim", "--message", f"Version {version}\n\n{entry}\n")
    return made


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, check=False, capture_output=True, text=True)
    if done.returncode:
        raise Refused(f"git {arguments[0]} has failed: {done.stderr.strip()}")
    return done.stdout.rstrip()


def _hatchling(source: Path, target: str, out: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(out)]
    done = subprocess.run(command, cwd=source, check=False, capture_output=True, text=True)
    if done.returncode:
        raise Refused(f"The {target} cannot be built: {(done.stderr or done.stdout).strip()}")


def main() -> None:
    """Do what the command line asks: a ``release``, or only what it would put into ``dist``."""
    try:
        match sys.argv[1:]:
            case ["release"]:
                made = release(ROOT)
            case ["dist"]:
                made = make_dist(ROOT)
            case _:
                raise SystemExit("write: python -m tools.release release, or: python -m tools.release dist")
    except Refused as problem:
        raise SystemExit(str(problem)) from None
    for file in made:
        print(file.relative_to(ROOT))


if __name__ == "__main__":
    main()
