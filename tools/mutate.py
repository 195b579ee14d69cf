"""Change the rules in small ways, one at a time, and see that a test fails each time.

A change that no test notices (a survivor) is either a missing test or makes no difference; the
latter is explained by hand in ``tools/mutation_explanations.toml``. The tests are a game's quick
examples, and run interpreted. Results are kept under ``.mutation``, so that a run may be
interrupted and goes on where it stopped; an edit of a file repeats its mutants, one of the tests the
survivors.

    python tools/mutate.py                                       the rules of every game, a sample where they are many
    python tools/mutate.py --only rules.py:lay_tile              one function
    python tools/mutate.py src/azulejo/games/azul/invariants.py  another file
"""

import argparse
import ast
import copy
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import multiprocessing
import os
import random
import re
import resource
import signal
import sys
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any, TypeVar

NOT_RULES = ("board", "effects", "evaluation", "invariants", "moves", "observation", "secrets", "state", "suggest")
"""The modules of a game that hold compiled functions, but no rules: not mutated unless they are named."""

MANY = 1000
SAMPLE = 300
"""Of more than MANY mutants of a game so many are tried, chosen by a seed."""
SEED = 13

NOT_EXAMPLES = ("contract", "golden", "perft", "random")
"""A test file with one of these words in its name is no quick example."""

QUICK = ("-m", "not slow and not long", "--hypothesis-profile=mutation")
QUIET = ("-x", "-q", "--tb=short", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist")
PRELOADED = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
"""Pytest would like to load Hypothesis itself; here it is loaded before the fork."""

MEMORY = 4 << 30
"""Bytes of address space for a mutant: one that asks for more is dead."""

# ---------------------------------------------------------------- mutations

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}


Way = tuple[tuple[str, int | None], ...]
"""The way from the root of a tree to a node: names of fields, with an index where they are lists."""

Tree = TypeVar("Tree", bound=ast.AST)


@dataclass(frozen=True)
class Mutant:
    """One small change of one file."""

    file: str
    function: str
    line: int
    code: str
    """The source line, stripped."""
    change: str
    original: ast.Module
    way: Way
    new: ast.AST

    @property
    def key(self) -> str:
        """What identifies the change as long as the file stays the same."""
        return f"{self.file}:{self.line}: {self.change}"

    def tree(self) -> ast.Module:
        """Return the whole changed file."""
        return _replaced(self.original, self.way, self.new)


def mutants(source: str, file: str) -> list[Mutant]:
    """Return every mutant of a source text, in the order of its lines."""
    lines = source.splitlines()
    tree = ast.parse(source)
    found: list[Mutant] = []
    seen: Counter[tuple[str, int, str]] = Counter()
    for way, function in _places(tree):
        node, parent = _at(tree, way), _at(tree, way[:-1])
        for new in _variants(node, parent):
            change = _change(node, parent, way[-1:], new)
            line = int(getattr(node, "lineno", 0))
            seen[function, line, change] += 1
            if (number := seen[function, line, change]) > 1:
                change += f" ({number})"
            found.append(Mutant(file, function, line, lines[line - 1].strip(), change, tree, way, new))
    return sorted(found, key=lambda mutant: mutant.line)


def _places(node: ast.AST, way: Way = (), function: str = "") -> Iterator[tuple[Way, str]]:
    """Yield the way to every node that may be mutated, with the function it is in."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list") or isinstance(node, ast.Import | ast.ImportFrom):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST):
                further = (*way, (name, index))
                inside = f"{function}.{child.name}".strip(".") if isinstance(child, ast.FunctionDef) else function
                yield further, inside
                yield from _places(child, further, inside)


def _at(tree: ast.AST, way: Way) -> ast.AST:
    node: Any = tree
    for name, index in way:
        node = getattr(node, name) if index is None else getattr(node, name)[index]
    found: ast.AST = node
    return found


def _replaced(tree: Tree, way: Way, new: ast.AST) -> Tree:
    """Return a copy of a tree with another node at the end of the way."""
    changed = copy.deepcopy(tree)
    parent = _at(changed, way[:-1])
    name, index = way[-1]
    new = ast.copy_location(copy.deepcopy(new), _at(changed, way))
    if index is None:
        setattr(parent, name, new)
    else:
        getattr(parent, name)[index] = new
    return ast.fix_missing_locations(changed)


def _variants(node: ast.AST, parent: ast.AST) -> Iterator[ast.AST]:
    """Yield what may stand instead of a node."""
    if isinstance(node, ast.expr):
        yield from _other_expressions(node)
    elif isinstance(node, ast.stmt):
        yield from _other_statements(node)
    if _is_condition(node, parent):
        yield ast.Constant(False)
        if not isinstance(parent, ast.While):
            yield ast.Constant(True)


def _other_expressions(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare():
            for index, operator in enumerate(node.ops):
                for other in COMPARISONS[type(operator)]:
                    yield ast.Compare(node.left, [*node.ops[:index], other(), *node.ops[index + 1 :]], node.comparators)
        case ast.BinOp() if type(node.op) in OPERATORS:
            yield ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
        case ast.BoolOp():
            yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp():
            yield node.operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS:
            yield ast.Call(ast.Name(FUNCTIONS[name], ast.Load()), node.args, node.keywords)


def _other_statements(node: ast.stmt) -> Iterator[ast.stmt]:
    match node:
        case ast.AugAssign():
            if type(node.op) in OPERATORS:
                yield ast.AugAssign(node.target, OPERATORS[type(node.op)](), node.value)
            yield ast.Pass()
        case ast.Assign() | ast.AnnAssign(value=ast.expr()) | ast.Expr(value=ast.Call()) | ast.Raise() | ast.Assert():
            yield ast.Pass()
        case ast.Return(value=None):
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()


def _is_condition(node: ast.AST, parent: ast.AST) -> bool:
    return (
        isinstance(parent, ast.If | ast.IfExp | ast.While)
        and node is parent.test
        and not isinstance(node, ast.Constant)
    )


def _change(node: ast.AST, parent: ast.AST, last_step: Way, new: ast.AST) -> str:
    """Say what is changed: the smallest expression around it that tells one place from another."""
    if isinstance(new, ast.Pass):
        return f"without {_short(node)}"
    if isinstance(new, ast.Constant) and _is_condition(node, parent):
        return f"condition {_short(node)} → {_short(new)}"
    if isinstance(node, ast.Constant):
        return f"{_short(parent)} → {_short(_replaced(parent, last_step, new))}"
    return f"{_short(node)} → {_short(new)}"


def _short(node: ast.AST) -> str:
    first, *rest = ast.unparse(ast.fix_missing_locations(node)).splitlines()
    return first + (" …" if rest else "")


# ---------------------------------------------------------------- running


class _Mutated(importlib.machinery.SourceFileLoader):
    """Loads a module from a changed tree."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self.tree = tree

    def get_code(self, fullname: str) -> Any:
        """Return the compiled tree."""
        return compile(self.tree, self.path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the mutated module before anybody finds the file."""

    def __init__(self, path: Path, tree: ast.Module) -> None:
        self.name = module_name(path)
        self.loader = _Mutated(self.name, str(path), tree)

    def find_spec(self, name: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        """Return how to load the module, if it is the one."""
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.loader.path, loader=self.loader)


def module_name(path: Path) -> str:
    """Return the full name of the module in a file: its folders are packages as far as they say so."""
    path = path.resolve()
    parts = [path.stem]
    for folder in path.parents:
        if not (folder / "__init__.py").exists():
            break
        parts.insert(0, folder.name)
    return ".".join(parts)


def _child(path: Path, tree: ast.Module | None, tests: Sequence[str], output: Path) -> None:
    """Run the tests on a mutant (or, without a tree, on the file as it is) and exit with pytest's status."""
    import pytest

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    written = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(written, 1)
    os.dup2(written, 2)
    if tree is not None:
        sys.meta_path.insert(0, _Finder(path, tree))
    status = 1
    try:
        status = int(pytest.main([*QUIET, *PRELOADED, *tests]))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


@dataclass
class _Running:
    """A mutant whose tests run now."""

    mutant: Mutant
    process: ForkProcess
    deadline: float


class Runner:
    """Runs mutants of the files of one folder, some at a time."""

    def __init__(self, root: Path, tests: Sequence[str], jobs: int) -> None:
        self.root = root
        self.tests = tests
        self.jobs = jobs
        self.limit = 60.0
        self.fork = multiprocessing.get_context("fork")

    def start(self, file: str, tree: ast.Module | None, output: Path = Path(os.devnull)) -> ForkProcess:
        """Start the tests in a process of their own."""
        process = self.fork.Process(target=_child, args=(self.root / file, tree, self.tests, output))
        process.start()
        return process

    def check_unchanged(self, file: str) -> str | None:
        """Run the tests on the code as it is; return what is wrong, or None. Sets the limit for mutants."""
        began = time.monotonic()
        output = self.root / ".mutation" / "unchanged.txt"
        process = self.start(file, None, output)
        process.join(600)
        if process.is_alive():
            process.kill()
            process.join()
            return "take more than ten minutes"
        self.limit = 5 + 5 * (time.monotonic() - began)
        return None if process.exitcode == 0 else f"fail on the code as it is:\n{output.read_text()}"

    def run(self, waiting: list[Mutant]) -> Iterator[tuple[Mutant, str]]:
        """Yield each mutant with its end: killed, timeout or survived."""
        waiting = waiting[::-1]
        running: list[_Running] = []
        try:
            while waiting or running:
                while waiting and len(running) < self.jobs:
                    mutant = waiting.pop()
                    process = self.start(mutant.file, mutant.tree())
                    running.append(_Running(mutant, process, time.monotonic() + self.limit))
                time.sleep(0.01)
                for one in list(running):
                    if end := self._end(one):
                        running.remove(one)
                        yield one.mutant, end
        finally:
            for one in running:
                one.process.kill()
                one.process.join()

    @staticmethod
    def _end(one: _Running) -> str | None:
        if one.process.is_alive():
            if time.monotonic() < one.deadline:
                return None
            one.process.kill()
            one.process.join()
            return "timeout"
        return "survived" if one.process.exitcode == 0 else "killed"


# ---------------------------------------------------------------- keeping results


def digest(paths: Sequence[Path]) -> str:
    """Return a hash of some files."""
    seen = hashlib.sha256()
    for path in sorted(paths):
        seen.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return seen.hexdigest()[:16]


class Results:
    """The ends of mutants so far, one JSON object a line, each with what it belongs to: its file and the tests."""

    def __init__(self, file: Path, sources: dict[str, str], tests: str) -> None:
        self.file = file
        self.sources = sources
        self.tests = tests
        self.ends: dict[str, str] = {}
        file.parent.mkdir(parents=True, exist_ok=True)
        for line in map(json.loads, file.read_text(encoding="utf-8").splitlines() if file.exists() else []):
            is_same = line["source"] == sources.get(line["mutant"].partition(":")[0])
            if is_same and (line["end"] != "survived" or line["tests"] == tests):
                self.ends[line["mutant"]] = line["end"]

    def add(self, mutant: Mutant, end: str) -> None:
        """Keep one."""
        self.ends[mutant.key] = end
        kept = {"mutant": mutant.key, "end": end, "source": self.sources[mutant.file], "tests": self.tests}
        with self.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(kept) + "\n")


class Explanations:
    """Why some survivors make no difference, written by hand."""

    def __init__(self, file: Path) -> None:
        listed = tomllib.loads(file.read_text(encoding="utf-8")).get("survivor", []) if file.exists() else []
        self.why = {(one["file"], one["line"], change): one["why"] for one in listed for change in one["changes"]}

    def of(self, mutant: Mutant) -> str | None:
        """Return the explanation of a survivor."""
        return self.why.get((mutant.file, mutant.code, mutant.change))

    def stale(self, every: Sequence[Mutant], ends: Sequence[tuple[Mutant, str]]) -> list[tuple[str, str, str]]:
        """Return the explanations of what is no mutant of these files any more, or was tried and did not survive."""
        survived = {(one.file, one.code, one.change): end == "survived" for one, end in ends}
        files, known = {one.file for one in every}, {(one.file, one.code, one.change) for one in every}
        return [key for key in self.why if key[0] in files and (key not in known or survived.get(key) is False)]


# ---------------------------------------------------------------- the report


def report(name: str, ends: Sequence[tuple[Mutant, str]], total: int, explanations: Explanations) -> str:
    """Return the page about the mutants of one folder."""
    sample = (
        [] if len(ends) == total else ["", f"Of {total:,} mutants {len(ends)} were tried, chosen by the seed {SEED}."]
    )
    lines = [
        f"# Mutation run: {name}",
        "",
        "Written by `make mutate`: every line of the rules is changed in small ways, one at a time, and the quick",
        "example tests must notice. What they do not notice is listed here with the reason.",
        *sample,
        "",
        "| file | mutants | killed | too slow (killed) | survived | unexplained |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for file in sorted({mutant.file for mutant, _ in ends}):
        own = [(mutant, end) for mutant, end in ends if mutant.file == file]
        count = Counter(end for _, end in own)
        unexplained = sum(end == "survived" and explanations.of(mutant) is None for mutant, end in own)
        lines.append(
            f"| {file} | {len(own)} | {count['killed']} | {count['timeout']} | {count['survived']} | {unexplained} |"
        )
    lines += ["", "## Survivors", ""]
    survivors = [mutant for mutant, end in ends if end == "survived"]
    for mutant in survivors:
        lines += [
            f"- `{mutant.file}:{mutant.line}` in `{mutant.function or 'the module'}`: `{mutant.code}`",
            f"  - `{mutant.change}`: {explanations.of(mutant) or '**not explained**'}",
        ]
    return "\n".join(lines if survivors else [*lines, "None."]) + "\n"


# ---------------------------------------------------------------- the command


def chosen(mutant: Mutant, only: Sequence[str]) -> bool:
    """Return whether a mutant passes the filters: ``rules.py``, ``rules.py:lay_tile`` or ``rules.py:120``."""
    for wanted in only:
        file, _, place = wanted.partition(":")
        if mutant.file.endswith(file) and place in ("", mutant.function.split(".")[-1], str(mutant.line)):
            return True
    return not only


def rule_files(games: Path) -> list[Path]:
    """Return the modules of every game that say how it is played: those that are mutated when none is named."""
    modules = [file for file in games.glob("*/*.py") if file.stem not in NOT_RULES]
    return sorted(file for file in modules if re.search("^@rule$", file.read_text(encoding="utf-8"), re.M))


def example_tests(folder: Path) -> list[str]:
    """Return the files with the quick examples of a game."""
    files = sorted(folder.glob("test_*.py"))
    return [str(file) for file in files if not any(word in file.stem for word in NOT_EXAMPLES)]


def mutate(name: str, files: Sequence[Path], options: argparse.Namespace) -> bool:
    """Run the mutants of the files of one folder; return whether all is well."""
    root = options.root.resolve()
    relative = [file.resolve().relative_to(root).as_posix() for file in files]
    every = [mutant for file in relative for mutant in mutants((root / file).read_text(encoding="utf-8"), file)]
    wanted = [mutant for mutant in every if chosen(mutant, options.only)]
    if len(wanted) > MANY and not options.all:
        wanted = sorted(random.Random(SEED).sample(wanted, SAMPLE), key=lambda mutant: (mutant.file, mutant.line))
    if options.list:
        print("\n".join(f"{mutant.key}  [{mutant.function}]" for mutant in wanted))
        return True
    tests = options.tests or example_tests(root / "tests" / "games" / name)
    if not tests:
        print(f"{name}: there are no example tests in tests/games/{name}")
        return False
    kept = root / ".mutation" / f"{name}.jsonl"
    if options.fresh:
        kept.unlink(missing_ok=True)
    results = Results(
        kept,
        {file: digest([root / file]) for file in relative},
        digest([Path(test) for test in tests if Path(test).is_file()]),
    )
    runner = Runner(root, [*tests, *(() if options.tests else QUICK)], options.jobs)
    waiting = [mutant for mutant in wanted if mutant.key not in results.ends]
    if waiting and (problem := runner.check_unchanged(relative[0])):
        print(f"{name}: the tests {problem}")
        return False
    _run_all(name, runner, waiting, results)
    ends = [(mutant, results.ends[mutant.key]) for mutant in wanted]
    return _conclude(name, ends, every, Explanations(options.explanations), options)


def _run_all(name: str, runner: Runner, waiting: list[Mutant], results: Results) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        task = progress.add_task(name, total=len(waiting))
        for mutant, end in runner.run(waiting):
            results.add(mutant, end)
            progress.advance(task)
            if end == "survived":
                progress.console.print(f"survived: {mutant.key}", markup=False, highlight=False)


def _conclude(
    name: str,
    ends: Sequence[tuple[Mutant, str]],
    every: Sequence[Mutant],
    explanations: Explanations,
    options: argparse.Namespace,
) -> bool:
    survivors = [mutant for mutant, end in ends if end == "survived"]
    unexplained = [mutant for mutant in survivors if explanations.of(mutant) is None]
    if not options.only:
        page = options.report / f"mutation-{name}.md"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(report(name, ends, len(every), explanations), encoding="utf-8")
        for file, line, change in explanations.stale(every, ends):
            print(f"explained, but did not survive: {file}: {line}: {change}")
    for mutant in unexplained:
        print(f"not explained: {mutant.file}:{mutant.line}: {mutant.code}\n    {mutant.change}")
    print(f"{name}: {len(ends)} mutants, {len(survivors)} survived, {len(unexplained)} of them unexplained")
    return not unexplained


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 1 when a survivor is not explained, 2 when interrupted."""
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description="Change the rules in small ways and see that a test fails each time.")
    parser.add_argument("files", nargs="*", type=Path, help="files to mutate (the rules of every game)")
    parser.add_argument("--all", action="store_true", help="all mutants, however many")
    parser.add_argument("--only", action="append", default=[], metavar="FILE[:FUNCTION|:LINE]")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="mutants at a time")
    parser.add_argument("--tests", nargs="+", metavar="ARGUMENT", help="arguments of pytest instead of the examples")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    parser.add_argument("--report", type=Path, default=here.parent / "docs", help="folder of the report")
    parser.add_argument("--explanations", type=Path, default=here / "mutation_explanations.toml")
    parser.add_argument("--root", type=Path, default=here.parent, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    _preload()
    files = options.files or rule_files(options.root / "src" / "azulejo" / "games")
    folders: dict[str, list[Path]] = {}
    for file in files:
        folders.setdefault(file.resolve().parent.name, []).append(file)
    try:
        well = [mutate(name, own, options) for name, own in sorted(folders.items())]
    except KeyboardInterrupt:
        print("interrupted; the next run goes on from here")
        return 2
    return 0 if all(well) else 1


def _preload() -> None:
    """Load once what every child needs; nothing of the package, so that a mutant is really loaded."""
    for name in ("hypothesis", "numpy", "pytest", "_pytest.doctest", "_pytest.assertion.rewrite"):
        importlib.import_module(name)


if __name__ == "__main__":
    sys.exit(main())
