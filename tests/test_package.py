"""What users get: everything in the wheel, and the commands that the documents name."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import azulejo

PACKAGE = Path(azulejo.__file__).parent


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path, root: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("azulejo/")}
    present = {
        f"azulejo/{path.relative_to(PACKAGE).as_posix()}"
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == present
    assert {"azulejo/py.typed", "azulejo/texts/en/errors.json", "azulejo/games/azul/texts/ru.json"} <= packed


def test_everything_is_pinned_and_nothing_by_an_address(root: Path) -> None:
    lines = (root / "constraints.txt").read_text().splitlines()
    pins = [re.fullmatch(r"([A-Za-z0-9._-]+)==([0-9][\w.]*)", line) for line in lines]
    assert all(pins), [line for line, pin in zip(lines, pins, strict=True) if not pin]
    pinned = {_normal(pin[1]) for pin in pins if pin}
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [name for names in project["optional-dependencies"].values() for name in names]
    needed = {_normal(re.split(r"[^\w.-]", name)[0]) for name in [*project["dependencies"], *extras]}
    assert needed - {project["name"]} <= pinned  # an extra may hold another extra


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_make_target_that_the_documents_name_exists(root: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):.*## ", (root / "Makefile").read_text(), re.M))
    assert {"play", "test", "test-fast", "test-long", "lint", "bench", "coverage", "mutate"} <= targets
    pages = [*root.glob("*.md"), *(root / "docs").rglob("*.md")]
    named = {target for page in pages for target in re.findall(r"`make ([a-z-]+)", page.read_text(encoding="utf-8"))}
    assert named <= targets


def test_continuous_integration_runs_the_same_command_as_everybody(root: Path) -> None:
    script = root / ".ci" / "run"
    assert os.access(script, os.X_OK)
    commands = [line for line in script.read_text().splitlines() if "make" in line and not line.startswith("#")]
    assert commands == ["exec make test </dev/null"]


PLACE = re.compile(r"(?<![\w.])/(home|root|Users|work)/|file:/{2}")


def test_no_file_names_a_place_on_somebodys_machine(root: Path) -> None:
    if not (root / ".git").exists():
        pytest.skip("only the repository knows which files are its own")
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout
    files = [root / name for name in listed.splitlines() if (root / name).is_file()]
    assert len(files) > 20
    assert [path for path in files if PLACE.search(path.read_text(encoding="utf-8", errors="replace"))] == []


def test_a_place_on_somebodys_machine_is_recognised() -> None:
    for place in ("home/me", "root/thing", "Users/me"):
        assert PLACE.search(f"in /{place}/x")
    assert not PLACE.search("src/work/x and https://example.org/home/x")
