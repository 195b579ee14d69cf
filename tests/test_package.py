"""What users get: everything in the wheel, and the commands that the documents name."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import trove_classifiers  # comes with hatchling
import yaml  # type: ignore[import-untyped]  # comes with pre-commit

import azulejo
from azulejo.texts.version import DISTRIBUTION
from tests.conftest import run_python

PACKAGE = Path(azulejo.__file__).parent


PROJECT = tomllib.loads((PACKAGE.parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHON = "Programming Language :: Python :: "


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
    extras = [name for names in PROJECT["optional-dependencies"].values() for name in names]
    needed = {_normal(re.split(r"[^\w.-]", name)[0]) for name in [*PROJECT["dependencies"], *extras]}
    assert needed - {PROJECT["name"]} <= pinned  # an extra may hold another extra


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_version_stands_in_one_place(root: Path) -> None:
    assert azulejo.__version__ == PROJECT["version"]
    assert f"\nversion: {PROJECT['version']}\n" in (root / "CITATION.cff").read_text(encoding="utf-8")
    entries = re.findall(r"^## \[(.+?)\]", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert PROJECT["version"] in entries[:2]
    assert "Unreleased" not in entries[1:]


def test_the_package_says_what_it_is() -> None:
    assert {"readme", "license", "license-files", "authors", "keywords", "requires-python"} <= PROJECT.keys()
    assert set(PROJECT["classifiers"]) <= trove_classifiers.classifiers


def test_extras_and_packages_to_copy_name_the_distribution(root: Path) -> None:
    """The name azulejo on PyPI belongs to another project."""
    name = PROJECT["name"]
    assert name == DISTRIBUTION == "azulejo-games"
    extras = PROJECT["optional-dependencies"]
    own = {need for needs in extras.values() for need in needs if need.startswith("azulejo")}
    assert own <= {f"{name}[{extra}]" for extra in extras}
    pebbles = tomllib.loads((root / "examples/pebbles/pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert pebbles["dependencies"] == [name]
    wrong = re.compile(r"(?<![\w-])azulejo\[(?!-)|install azulejo(?![\w-])")
    for path in (*root.glob("*.md"), *(root / "docs").rglob("*.md"), *(root / "deploy").iterdir()):
        assert not wrong.search(path.read_text(encoding="utf-8")), path


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = {"numba", "numpy", "typer", "rich", "joblib", "importlib.metadata", "azulejo.play", "azulejo.games"}
    said = run_python("-c", f"import sys, azulejo; print(sorted({heavy} & set(sys.modules)))", compiled=True)
    assert said.strip() == "[]"


# ---------------------------------------------------------------- continuous integration


def test_the_workflow_runs_make_targets_alone_on_every_python(root: Path) -> None:
    jobs = yaml.safe_load((root / ".github/workflows/checks.yml").read_text(encoding="utf-8"))["jobs"]
    commands = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    called = [re.fullmatch(r"make ([a-z-]+)( RANGE=\S+ ?\S*)?", re.sub(r"\$\{\{.*?\}\}", "x", one)) for one in commands]
    assert all(called), commands
    assert {"lint", "client-check", "test", "docs", "dist"} <= {one[1] for one in called if one}
    assert {one[1] for one in called if one} <= targets(root)
    pythons = {one.removeprefix(PYTHON) for one in PROJECT["classifiers"] if re.fullmatch(rf"{PYTHON}3\.\d+", one)}
    assert set(jobs["test"]["strategy"]["matrix"]["python"]) == pythons
    assert PROJECT["requires-python"] == ">=3.11"
    assert min(pythons) == "3.11"


def test_the_hooks_of_git_run_what_make_runs(root: Path) -> None:
    (local,) = yaml.safe_load((root / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    assert local["repo"] == "local"
    entries = {hook["id"]: hook["entry"] for hook in local["hooks"]}
    assert {one.split()[1] for one in entries.values() if one.startswith("make ")} <= targets(root)
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    for tool in ("ruff-check", "ruff-format", "mypy"):
        words = entries[tool].removeprefix(".venv/bin/").removesuffix(" --force-exclude")
        assert f"@$(BIN)/{words}" in makefile


def targets(root: Path) -> set[str]:
    """Return what can be made."""
    return set(re.findall(r"^([a-z-]+):.*## ", (root / "Makefile").read_text(encoding="utf-8"), re.M))


def test_every_make_target_that_the_documents_name_exists(root: Path) -> None:
    assert {"play", "test", "test-fast", "test-long", "lint", "bench", "coverage", "mutate"} <= targets(root)
    pages = [*root.glob("*.md"), *(root / "docs").rglob("*.md")]
    named = {target for page in pages for target in re.findall(r"`make ([a-z-]+)", page.read_text(encoding="utf-8"))}
    assert named <= targets(root)


def test_continuous_integration_runs_the_same_command_as_everybody(root: Path) -> None:
    script = root / ".ci" / "run"
    assert os.access(script, os.X_OK)
    commands = [line for line in script.read_text().splitlines() if "make" in line and not line.startswith("#")]
    assert commands == ["exec make test </dev/null"]


PLACE = re.compile(r"(?<![\w.])/(home|root|Users|work)/|file:/{2}")


UNFINISHED = re.compile(r"^(<{7}|>{7}) ", re.M)
"""What git leaves where two changes of one place meet."""


@pytest.mark.parametrize("wrong", [PLACE, UNFINISHED], ids=["a place on somebody's machine", "an unfinished merge"])
def test_no_file_has(wrong: re.Pattern[str], root: Path) -> None:
    if not (root / ".git").exists():
        pytest.skip("only the repository knows which files are its own")
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout
    files = [root / name for name in listed.splitlines() if (root / name).is_file()]
    assert len(files) > 20
    assert [path for path in files if wrong.search(path.read_text(encoding="utf-8", errors="replace"))] == []


def test_an_unfinished_merge_is_recognised() -> None:
    assert UNFINISHED.search(f"one\n{'<' * 7} HEAD\ntwo\n")
    assert not UNFINISHED.search(f"one\n{'=' * 7}\ntwo\n")


def test_a_place_on_somebodys_machine_is_recognised() -> None:
    for place in ("home/me", "root/thing", "Users/me"):
        assert PLACE.search(f"in /{place}/x")
    assert not PLACE.search("src/work/x and https://example.org/home/x")
