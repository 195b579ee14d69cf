"""The compile cache: an edit anywhere opens a new folder, no edit finds everything again."""

import importlib.util
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numba
import pytest

import azulejo.kernel.cache
from tests.conftest import run_python

PACKAGE = Path(azulejo.kernel.cache.__file__).parent.parent

CALLED = """
from azulejo.kernel.rule import rule

@rule
def points(number):
    return number * 2
"""
CALLER = """
from {package}.called import points
from azulejo.kernel.rule import rule

@rule
def total(number):
    return points(number) + 1

if __name__ == "__main__":
    print(total(10), sum(total.stats.cache_hits.values()), sum(total.stats.cache_misses.values()))
"""

Load = Callable[[], ModuleType]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the package, to be edited."""
    copy = tmp_path / "source" / "azulejo"
    for name in ("kernel", "games", "batches", "texts"):
        shutil.copytree(PACKAGE / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "__init__.py").touch()
    return copy


@pytest.fixture
def load(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Returns the copy's cache module as a new process would see it."""
    monkeypatch.setenv("AZULEJO_CACHE", str(tmp_path / "cache"))

    def fresh() -> ModuleType:
        spec = importlib.util.spec_from_file_location("copied_cache", tree / "kernel" / "cache.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return fresh


def test_an_edit_of_any_file_of_kernel_rulebooks_or_batches_opens_another_folder(tree: Path, load: Load) -> None:
    sources = [*tree.glob("kernel/*.py"), *tree.glob("games/**/*.py"), *tree.glob("batches/*.py")]
    assert len(sources) > 10
    seen = {load().folder()}
    for number, path in enumerate(sources, start=2):
        path.write_text(path.read_text() + "\n# an edit\n")
        seen.add(load().folder())
        assert len(seen) == number, path


def test_a_new_file_opens_another_folder_and_its_removal_the_first(tree: Path, load: Load) -> None:
    first = load().folder()
    new = tree / "games" / "new.py"
    new.write_text("")
    assert load().folder() != first
    new.unlink()
    assert load().folder() == first


def test_texts_do_not_count(tree: Path, load: Load) -> None:
    first = load().folder()
    (tree / "texts" / "__init__.py").write_text("# an edit")
    assert load().folder() == first


def test_another_compiler_opens_another_folder(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load().folder()
    monkeypatch.setattr(numba, "__version__", "another")
    assert load().folder() != first


def test_checks_of_bounds_open_another_folder(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load().folder()
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    assert load().folder() != first


def test_another_processor_opens_another_folder(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load().folder()
    module = load()
    monkeypatch.setattr(module, "_cpu", lambda: "another")
    assert module.folder() != first


def test_sources_of_another_package_count_for_its_own_rules(tmp_path: Path, load: Load) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "rules.py").write_text("first")
    first = load().folder(outside)
    assert first != load().folder()
    (outside / "rules.py").write_text("second")
    assert load().folder(outside) != first


def test_sources_of_a_layer_above_count_for_its_own_rules_alone(tree: Path, load: Load) -> None:
    above = tree / "learn"
    above.mkdir()
    (above / "selfplay.py").write_text("first")
    shared, first = load().folder(), load().folder(above)
    assert first != shared
    (above / "selfplay.py").write_text("second")
    assert load().folder(above) != first
    assert load().folder() == shared


def test_all_our_own_rules_share_a_folder(tree: Path, load: Load) -> None:
    module = load()
    own = (tree / "kernel", tree / "games" / "azul", tree / "batches")
    assert {module.folder(folder) for folder in own} == {module.folder()}


def test_only_the_most_recently_opened_folders_are_kept(tmp_path: Path, load: Load) -> None:
    module = load()
    compiled = tmp_path / "cache" / "compiled"
    for age in range(module.KEPT_FOLDERS + 4):
        old = compiled / f"old{age}"
        old.mkdir(parents=True)
        (old / "function.nbi").touch()
        os.utime(old, (1_000_000 - age, 1_000_000 - age))
    chosen = module.folder()
    kept = {path.name for path in compiled.iterdir()}
    assert kept == {chosen.name} | {f"old{age}" for age in range(module.KEPT_FOLDERS - 1)}


def test_two_processes_may_forget_old_folders_at_once(
    tmp_path: Path, load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    vanished = tmp_path / "cache" / "compiled" / "vanished"
    present = Path.iterdir
    monkeypatch.setattr(Path, "iterdir", lambda path: [*present(path), vanished])
    assert load().folder().is_dir()


def test_opening_a_folder_again_makes_it_recent(load: Load) -> None:
    chosen = load().folder()
    os.utime(chosen, (1_000_000, 1_000_000))
    assert load().folder() == chosen
    assert chosen.stat().st_mtime > 1_000_000


def test_where_the_cache_lies(tmp_path: Path, load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    home = load().home
    assert home() == tmp_path / "cache"
    monkeypatch.delenv("AZULEJO_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert home() == tmp_path / "xdg" / "azulejo"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    assert home() == tmp_path / "me" / ".cache" / "azulejo"


@pytest.mark.slow
@pytest.mark.parametrize("package", ["azulejo.games.sample", "outside.sample"])
def test_a_cached_caller_notices_an_edit_in_the_file_of_what_it_calls(package: str, tree: Path, tmp_path: Path) -> None:
    folder = tree.parent / package.replace(".", "/")
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "called.py").write_text(CALLED)
    (folder / "caller.py").write_text(CALLER.format(package=package))

    def value_hits_misses() -> list[int]:
        script = f"import runpy; runpy.run_module('{package}.caller', run_name='__main__')"
        output = run_python("-c", script, compiled=True, cache=tmp_path / "cache", source=tree.parent)
        return [int(number) for number in output.split()]

    assert value_hits_misses() == [21, 0, 1]
    assert value_hits_misses() == [21, 1, 0]
    (folder / "called.py").write_text(CALLED.replace("* 2", "* 3"))
    assert value_hits_misses() == [31, 0, 1]
    (folder / "called.py").write_text(CALLED)
    assert value_hits_misses() == [21, 1, 0]
