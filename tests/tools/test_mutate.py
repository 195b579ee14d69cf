"""The mutation run, on a rulebook of three lines."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutate import chosen, example_tests, module_name, mutants, rule_files

RULES = '''"""The rules."""

LIMIT = 3


def points(tiles: int) -> int:
    """Return the points."""
    if tiles > LIMIT:
        return LIMIT
    return tiles
'''

TESTS = """
from sample.rules import points

def test_points():
    assert points(1) == 1
    assert points(5) == 3
"""

SURVIVOR = "tiles > LIMIT → tiles >= LIMIT"


def _changes(source: str) -> list[str]:
    return [mutant.change for mutant in mutants(source, "rules.py")]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", ["a < b → a <= b", "a < b → a >= b"]),
        ("a == b != c", ["a == b != c → a != b != c", "a == b != c → a == b == c"]),
        ("a + b", ["a + b → a - b"]),
        ("a & b << c", ["a & b << c → a | b << c", "b << c → b >> c"]),
        ("a | -b", ["a | -b → a & -b", "-b → b"]),
        ("a and not b", ["a and (not b) → a or not b", "not b → b"]),
        ("f(8)", ["without f(8)", "f(8) → f(9)", "f(8) → f(7)"]),
        ("f(1, 4)", ["without f(1, 4)", *(f"f(1, 4) → f({changed})" for changed in ("2, 4", "0, 4", "1, 5", "1, 3"))]),
        ("a[True]", ["a[True] → a[False]"]),
        ("min(a, b)", ["without min(a, b)", "min(a, b) → max(a, b)"]),
        ("a += b", ["a += b → a -= b", "without a += b"]),
        ("a: int = b", ["without a: int = b"]),
        ("a if b else c", ["condition b → False", "condition b → True"]),
        ("if a:\n    b = c", ["condition a → False", "condition a → True", "without b = c"]),
        ("while a:\n    break", ["condition a → False", "break → continue"]),
        ("for a in b:\n    continue", ["continue → break"]),
        ("def f():\n    return", ["without return"]),
        ("assert a, 'b'", ["without assert a, 'b'"]),
        ("f(-x, -x)", ["without f(-x, -x)", "-x → x", "-x → x (2)"]),
        ("'text'\nimport a\n@b(1)\ndef f(x: c[2]) -> d[3]:\n    'text'\n    return x", []),
    ],
)
def test_every_kind_of_change(source: str, expected: list[str]) -> None:
    assert _changes(source) == expected


def test_a_mutant_is_the_file_with_one_change() -> None:
    for mutant in mutants(RULES, "rules.py"):
        changed = ast.unparse(mutant.tree())
        assert changed != ast.unparse(ast.parse(RULES))
        compile(mutant.tree(), "rules.py", "exec")
    first = mutants(RULES, "rules.py")[-1]
    assert (first.function, first.line, first.code) == ("points", 8, "if tiles > LIMIT:")


def test_filters() -> None:
    every = mutants(RULES, "games/azul/rules.py")
    assert all(chosen(mutant, []) and chosen(mutant, ["rules.py"]) for mutant in every)
    assert {mutant.line for mutant in every if chosen(mutant, ["rules.py:points"])} == {8}
    assert {mutant.line for mutant in every if chosen(mutant, ["azul/rules.py:3"])} == {3}
    assert not any(chosen(mutant, ["scoring.py"]) for mutant in every)


def test_examples_are_neither_the_contract_nor_golden_games(tmp_path: Path) -> None:
    for name in ("test_floor.py", "test_contract.py", "test_golden.py", "test_perft.py", "helpers.py"):
        (tmp_path / name).touch()
    assert example_tests(tmp_path) == [str(tmp_path / "test_floor.py")]


def test_what_is_mutated_are_the_modules_with_rules(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    for name in ("rules", "taking", "state", "board", "words"):
        (tmp_path / "game" / f"{name}.py").write_text("def f(): ...\n" if name == "words" else "@rule\ndef f(): ...\n")
    assert [file.stem for file in rule_files(tmp_path)] == ["rules", "taking"]


def test_the_name_of_a_module(root: Path) -> None:
    assert module_name(root / "src/azulejo/games/azul/rules.py") == "azulejo.games.azul.rules"


class Project:
    """A small project to run the command in."""

    def __init__(self, root: Path, tool: Path) -> None:
        self.root = root
        self.tool = tool
        self.write("sample/__init__.py", "")
        self.write("sample/rules.py", RULES)
        self.write("test_sample.py", TESTS)
        self.write("pytest.ini", "[pytest]\npythonpath = .\n")

    def write(self, name: str, text: str) -> None:
        (self.root / name).parent.mkdir(exist_ok=True)
        (self.root / name).write_text(text, encoding="utf-8")

    def run(self, *arguments: str) -> tuple[int, str]:
        command = [sys.executable, str(self.tool), "sample/rules.py", "--root", ".", "--report", "docs"]
        command += ["--explanations", "explanations.toml", *arguments, "--tests", "test_sample.py"]
        variables = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # they take longer than all else here
        done = subprocess.run(command, cwd=self.root, env=variables, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def explain(self, line: str = "if tiles > LIMIT:", change: str = SURVIVOR) -> None:
        explained = {"file": "sample/rules.py", "line": line, "why": "at the limit both give the same"}
        values = "".join(f"{name} = {json.dumps(value)}\n" for name, value in explained.items())
        self.write("explanations.toml", f"[[survivor]]\n{values}changes = [{json.dumps(change, ensure_ascii=False)}]\n")

    def report(self) -> str:
        return (self.root / "docs" / "mutation-sample.md").read_text(encoding="utf-8")

    def results(self) -> list[dict[str, str]]:
        lines = (self.root / ".mutation" / "sample.jsonl").read_text().splitlines()
        return [json.loads(line) for line in lines]


@pytest.fixture
def project(tmp_path: Path, root: Path) -> Project:
    return Project(tmp_path, root / "tools" / "mutate.py")


@pytest.mark.slow
def test_a_survivor_is_reported_until_it_is_explained(project: Project) -> None:
    status, output = project.run()
    assert status == 1, output
    assert f"not explained: sample/rules.py:8: if tiles > LIMIT:\n    {SURVIVOR}" in output
    assert "| sample/rules.py | 7 | 6 | 0 | 1 | 1 |" in project.report()
    assert f"`{SURVIVOR}`: **not explained**" in project.report()
    assert "LIMIT = 4" not in project.report()
    ends = {line["mutant"].split(": ")[1]: line["end"] for line in project.results()}
    assert ends["LIMIT = 3 → LIMIT = 4"] == "killed"
    assert ends[SURVIVOR] == "survived"

    project.explain()
    status, output = project.run()
    assert status == 0, output
    assert f"`{SURVIVOR}`: at the limit both give the same" in project.report()
    assert len(project.results()) == 7, "an explanation repeats nothing"


@pytest.mark.slow
def test_new_tests_repeat_the_survivors_and_new_rules_everything(project: Project) -> None:
    project.run()
    project.write("test_sample.py", TESTS + "\ndef test_type():\n    assert points(3) is not None\n")
    project.run()
    assert len(project.results()) == 8
    project.write("sample/rules.py", "# edited\n" + RULES)
    project.run()
    repeated = project.results()[8:]
    assert len(repeated) == 7
    assert all(
        not line["mutant"].startswith("sample/rules.py:8:") or "LIMIT = " not in line["mutant"] for line in repeated
    )


@pytest.mark.slow
def test_an_explanation_of_nothing_is_mentioned(project: Project) -> None:
    project.explain(change="tiles > LIMIT → tiles <= LIMIT")
    status, output = project.run()
    assert status == 1
    assert "explained, but did not survive: sample/rules.py: if tiles > LIMIT:" in output


@pytest.mark.slow
def test_a_part_can_be_run_alone_and_writes_no_report(project: Project) -> None:
    status, output = project.run("--only", "rules.py:3")
    assert status == 0, output
    assert len(project.results()) == 3
    assert not (project.root / "docs").exists()


@pytest.mark.slow
def test_tests_that_fail_anyway_prove_nothing(project: Project) -> None:
    project.write("test_sample.py", TESTS.replace("== 1", "== 2"))
    status, output = project.run()
    assert status == 1
    assert "the tests fail on the code as it is" in output


@pytest.mark.slow
def test_an_endless_mutant_is_ended(project: Project) -> None:
    project.write(
        "sample/rules.py",
        "def points(tiles):\n"
        "    left = list(range(tiles))\n"
        "    while len(left) > 3:\n"
        "        left.pop()\n"
        "    return len(left)\n",
    )
    status, output = project.run("--only", "rules.py:4")
    assert status == 0, output
    assert [line["end"] for line in project.results()] == ["timeout"]
