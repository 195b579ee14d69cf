"""Contract functions: declared once, implemented by every game, chosen by the record's type."""

from pathlib import Path
from typing import Any

import pytest

from azulejo.kernel import dispatch
from azulejo.kernel.dispatch import contract, implement, implementation
from azulejo.kernel.rule import COMPILED, rule
from azulejo.kernel.struct import Struct, int16, int32
from tests.conftest import run_python


class Small(Struct):
    """One game's state."""

    value: int16


class Large(Struct):
    """Another game's state."""

    value: int32


@rule
def _small_points(state: Small, factor: int) -> int:
    return state.value * factor


@rule
def _large_points(state: Large, factor: int) -> int:
    return state.value * factor + 1000


@rule
def _advance(state: Any) -> None:
    state.value += 1


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """Two contract functions, apart from those of the real contract."""
    monkeypatch.setattr(dispatch, "_declared", {})

    @contract("sample")
    def points(state: Struct, factor: int) -> int:  # type: ignore[empty-body] # a declaration
        """Return the points."""

    @contract("sample")
    def advance(state: Struct) -> None:
        """Go on."""

    implement(Small, points=_small_points, advance=_advance)
    implement(Large, points=_large_points, advance=_advance)
    return points, advance


@pytest.mark.usefixtures("declared")
def test_every_declared_function_must_be_implemented() -> None:
    with pytest.raises(TypeError, match=r"Small: missing \['points'\], unknown \[\]"):
        implement(Small, advance=_advance)


@pytest.mark.usefixtures("declared")
def test_only_declared_functions_may_be_implemented() -> None:
    with pytest.raises(TypeError, match=r"Small: missing \[\], unknown \['score'\]"):
        implement(Small, points=_small_points, advance=_advance, score=_small_points)


@pytest.mark.usefixtures("declared")
def test_a_refused_implementation_changes_nothing() -> None:
    with pytest.raises(TypeError):
        implement(Small, points=_large_points)
    assert implementation("points", Small) is _small_points
    assert implementation("points", Large) is _large_points


def test_plain_python_calls_the_game_of_the_record(declared: tuple[Any, Any]) -> None:
    points, advance = declared
    small, large = Small.new(), Large.new()
    for state in (small, large):
        advance(state)
        advance(state)
    assert points(small, 5) == 10
    assert points(large, 5) == 1010


def test_a_declaration_keeps_its_name_and_its_documentation(declared: tuple[Any, Any]) -> None:
    points, _ = declared
    assert points.__name__ == "points"
    assert points.__doc__ == "Return the points."


def test_a_record_of_no_game_is_refused(declared: tuple[Any, Any]) -> None:
    class Other(Struct):
        other: int16

    points, _ = declared
    with pytest.raises(KeyError):
        points(Other.new(), 5)


@pytest.mark.skipif(not COMPILED, reason="about compiled code")
def test_compiled_code_calls_the_game_of_the_record(declared: tuple[Any, Any]) -> None:
    import numba

    points, advance = declared

    @numba.njit
    def play(state: Any, factor: int) -> Any:
        advance(state)
        advance(state)
        return points(state, factor)

    assert play(Small.new(), 5) == 10
    assert play(Large.new(), 5) == 1010


@pytest.mark.skipif(not COMPILED, reason="about compiled code")
def test_compiled_code_refuses_a_record_of_no_game(declared: tuple[Any, Any]) -> None:
    import numba

    class Other(Struct):
        other: int16

    points, _ = declared

    @numba.njit
    def play(state: Any) -> Any:
        return points(state, 1)

    with pytest.raises(numba.TypingError):
        play(Other.new())


SAMPLE = {
    "declaration.py": """
from azulejo.kernel import dispatch

dispatch._declared.clear(), dispatch._part.clear()  # the sample stands apart from the real contract

@dispatch.contract("sample")
def points(state, factor):
    "Return the points."
""",
    "small.py": """
from azulejo.kernel.dispatch import implement
from azulejo.kernel.rule import rule
from azulejo.kernel.struct import Struct, int16

class Small(Struct):
    value: int16

@rule
def small_points(state, factor):
    return state.value * factor

implement(Small, points=small_points)
""",
    "large.py": """
from azulejo.kernel.dispatch import implement
from azulejo.kernel.rule import rule
from azulejo.kernel.struct import Struct, int32

class Large(Struct):
    value: int32

@rule
def large_points(state, factor):
    return state.value * factor + 1000

implement(Large, points=large_points)
""",
    "generic.py": """
from sample.declaration import points
from azulejo.kernel.rule import rule

@rule
def twice(state, factor):
    return points(state, factor) + points(state, factor)
""",
    "__main__.py": """
from sample import generic, declaration, small, large

one, other = small.Small.new(), large.Large.new()
one.value = other.value = 3
print(generic.twice(one, 5), generic.twice(other, 5))
stats = getattr(generic.twice, "stats", None)
if stats:
    print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
""",
}


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A folder with a package of two small games and generic code over them."""
    folder = tmp_path / "source" / "sample"
    folder.mkdir(parents=True)
    for name, text in SAMPLE.items():
        (folder / name).write_text(text)
    return folder.parent


def _run(sample: Path, cache: Path, *, compiled: bool) -> list[str]:
    return run_python("-m", "sample", compiled=compiled, cache=cache, source=sample).splitlines()


def test_a_generic_caller_of_two_games_is_found_in_the_cache(sample: Path, tmp_path: Path) -> None:
    assert _run(sample, tmp_path / "cache", compiled=True) == ["30 2030", "0 2"]
    assert _run(sample, tmp_path / "cache", compiled=True) == ["30 2030", "2 0"]


def test_interpreted_the_same_code_gives_the_same_and_compiles_nothing(sample: Path, tmp_path: Path) -> None:
    assert _run(sample, tmp_path / "cache", compiled=False) == ["30 2030"]
    assert not (tmp_path / "cache").exists()


def test_a_generic_caller_notices_an_edit_of_the_rules_of_another_package(sample: Path, tmp_path: Path) -> None:
    elsewhere, main = sample / "elsewhere", sample / "sample" / "__main__.py"
    elsewhere.mkdir()
    (sample / "sample" / "generic.py").rename(elsewhere / "generic.py")
    main.write_text(SAMPLE["__main__.py"].replace("import generic, ", "import ").replace("one, other", GENERIC, 1))
    assert _run(sample, tmp_path / "cache", compiled=True) == ["30 2030", "0 2"]
    assert _run(sample, tmp_path / "cache", compiled=True) == ["30 2030", "2 0"]
    rules = sample / "sample" / "small.py"
    rules.write_text(SAMPLE["small.py"].replace("* factor", "* factor + 1"))
    assert _run(sample, tmp_path / "cache", compiled=True) == ["32 2030", "0 2"]


GENERIC = "from elsewhere import generic\none, other"
