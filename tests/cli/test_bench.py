"""``azulejo bench``: figures for programs and for people, and the signature of play."""

import json
from pathlib import Path
from typing import Any

import pytest

from azulejo.batches.card import cuda
from azulejo.cli import batches, bench
from azulejo.cli.bench import signature
from azulejo.games import rulebook, title
from azulejo.kernel.machine import usable_cores
from azulejo.kernel.rule import COMPILED
from tests.cli.conftest import Azulejo
from tests.conftest import run_python

FIGURES = {
    "games_per_second",
    "decisions_per_second",
    "decisions_per_game",
    "interpreted_games_per_second",
    "interpreted_decisions_per_second",
    "compile_seconds",
    "load_seconds",
    "bytes",
    "signature",
    "nodes_per_second",
    "search_signature",
    "batch_steps_per_second_1",
    "single_steps_per_second",
    "batch_to_single",
} | ({"batch_steps_per_second_2"} if usable_cores() > 1 else set())


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not measure what needs a process of its own, and play few games."""

    def measured(name: str, what: str, *more: str) -> dict[str, float]:
        return {
            "cold": {"compile_seconds": 12.0},
            "load": {"load_seconds": 0.25},
            "interpreted": {"interpreted_games_per_second": 2.5, "interpreted_decisions_per_second": 1234},
        }[what]

    monkeypatch.setattr(bench, "_in_process", measured)
    monkeypatch.setattr(bench, "engine_ready", lambda name, lang: title(name))
    monkeypatch.setattr(bench, "measure_search", lambda *asked: {"nodes_per_second": 5, "search_signature": "abc"})
    monkeypatch.setattr(batches, "GAMES", 40)
    monkeypatch.setattr(batches, "BEFORE", 1)
    monkeypatch.setattr(batches, "LOOPS", 2)
    monkeypatch.setattr(bench, "SIGNATURE_GAMES", 3)
    monkeypatch.setattr(bench, "BATCH", 1)


@pytest.mark.usefixtures("quick")
def test_json_is_one_object_of_games_seats_and_figures(azulejo: Azulejo) -> None:
    done = azulejo("bench", "azul", "--json", "--seconds", 0.01)
    figures = json.loads(done.out)
    assert done.status == 0
    assert list(figures) == ["azul"]
    assert list(figures["azul"]) == ["2", "3", "4"]
    for found in figures["azul"].values():
        assert found.keys() == FIGURES
        assert found["decisions_per_second"] > found["games_per_second"] > 0
        assert found["bytes"] <= 320
        assert len(found["signature"]) == 8
        assert found["batch_to_single"] == pytest.approx(
            found["batch_steps_per_second_1"] / found["single_steps_per_second"], abs=0.06
        )
    assert len({found["signature"] for found in figures["azul"].values()}) == 3


@pytest.mark.usefixtures("quick")
def test_the_figures_can_be_written_to_a_file(azulejo: Azulejo, tmp_path: Path) -> None:
    done = azulejo("bench", "duel", "--json", "--seconds", 0.01, "--out", tmp_path / "bench.json")
    assert (tmp_path / "bench.json").read_text() == done.out


@pytest.mark.skipif(cuda.is_available(), reason="there is a card")
def test_without_a_card_there_is_a_sentence(azulejo: Azulejo) -> None:
    assert azulejo("bench", "--gpu").complaint.startswith("Error: there is no graphics card that CUDA can use")
    assert azulejo("bench", "--gpu", "--lang", "ru").complaint.startswith("Ошибка: нет видеокарты")


def test_a_card_is_measured_by_the_same_command(azulejo: Azulejo, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []

    def run(*given: Any) -> int:
        calls.append(given)
        return 1

    monkeypatch.setattr("azulejo.batches.measure_cuda.run", run)
    assert azulejo("bench", "azul", "duel", "--gpu", "--seconds", 0.5, "--out", "gpu.json").status == 1
    assert calls == [(["azul", "duel"], 0.5, Path("gpu.json"), "en")]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("lang", "heading", "second"), [("en", "search", "batch steps/s"), ("ru", "поиск", "пакет")])
def test_people_get_tables(lang: str, heading: str, second: str, azulejo: Azulejo) -> None:
    lines = azulejo("bench", "azul", "--seconds", 0.01, "--lang", lang).out.splitlines()
    assert heading in lines[0].split()
    assert [line.split()[:2] for line in lines[1:4]] == [["azul", "2"], ["azul", "3"], ["azul", "4"]]
    assert "1,234" in lines[1]
    assert "12.0" in lines[1]
    assert not lines[4].strip()
    assert second in lines[5]
    assert [line.split()[:2] for line in lines[6:9]] == [["azul", "2"], ["azul", "3"], ["azul", "4"]]


@pytest.mark.long
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled, so there is nothing to compare")
def test_the_real_measurements(azulejo: Azulejo) -> None:
    figures = json.loads(azulejo("bench", "azul", "--json", "--seconds", 0.01).out)
    for found in figures["azul"].values():
        assert found.keys() >= FIGURES
        assert found["compile_seconds"] > found["load_seconds"] > 0
        assert found["interpreted_decisions_per_second"] > 0
        assert found["batch_to_single"] > 1


# ---------------------------------------------------------------- the signature

SIGN = """
from azulejo.cli.bench import signature
from azulejo.games.azul import rules, scoring
from azulejo.games.azul.rulebook import RULEBOOK
{change}
print(signature(RULEBOOK, 2, 4))
"""


def signed(change: str = "") -> str:
    """Return the signature of a process in which a rule was changed, interpreted."""
    return run_python("-c", SIGN.format(change=change), compiled=False).strip()


def test_the_signature_is_the_same_every_time_compiled_or_not() -> None:
    assert signed() == signed() == signature(rulebook("azul"), 2, 4)


@pytest.mark.parametrize(
    "change",
    [
        "scoring.ROW_BONUS = 3",
        "old = rules.open_columns\n"
        "rules.open_columns = lambda state, player, row: old(state, player, row) & -old(state, player, row)",
    ],
    ids=["rows", "grey wall only"],
)
def test_the_signature_changes_when_play_changes(change: str) -> None:
    assert signed(change) != signed()


def test_the_signature_is_another_for_other_seats_and_games() -> None:
    found = [signature(rulebook("azul"), seats, 4) for seats in title("azul").seats]
    assert len({*found, signature(rulebook("azul"), 2, 5)}) == 4


def test_the_signature_looks_at_every_value_of_every_option(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, str]] = []

    def walker(book: Any, seats: int, options: dict[str, str]) -> Any:
        seen.append(options)
        return lambda first, games: (0, 0)

    monkeypatch.setattr(bench, "walker", walker)
    for name in ("azul", "duel", "garden"):
        seen.clear()
        signature(rulebook(name), title(name).seats[0], 1)
        assert {(option.name, value) for option in title(name).options for value in option.values} == {
            pair for options in seen for pair in options.items()
        }
