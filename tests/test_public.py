"""What is public: written down in docs/reference/index.md, declared by ``__all__``, with an example for every name."""

import ast
import doctest
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from azulejo.kernel.rule import COMPILED

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "azulejo"
REFERENCE = ROOT / "docs" / "reference"

NOT_PUBLIC = {
    "azulejo.play": "its names are those of azulejo",
    "azulejo.engine.batch_search": "its names are those of azulejo.search",
    "azulejo.batches.card": "it only decides where the compiler comes from",
    "azulejo.cli": "a command, not a library",
    "azulejo.server": "it is called over HTTP",
}
"""Modules that declare what they export, for others inside the package, and why they are not public."""
NEED_A_CARD = {"azulejo.batches.cuda"}
"""Described on a page of their own; their examples run on a graphics card (``make test-gpu``)."""


def public_modules() -> list[str]:
    """Return the modules that the reference lists."""
    return re.findall(r"^\| \[`([\w.]+)`\]", (REFERENCE / "index.md").read_text(encoding="utf-8"), re.M)


def source_of(module: str) -> Path:
    """Return the file of a module."""
    spec = find_spec(module)
    assert spec is not None, module
    assert spec.origin is not None, module
    return Path(spec.origin)


def exported(tree: ast.Module) -> list[str] | None:
    """Return ``__all__`` of a module, or None if it has none."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    return None


def declared(module: str, name: str) -> tuple[str, str]:
    """Return the module that declares a name which another one exports, and the name's docstring there."""
    tree = ast.parse(source_of(module).read_text(encoding="utf-8"))
    body = [inner for node in tree.body for inner in (node.body if isinstance(node, ast.If) else [node])]
    for node, following in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
            return module, ast.get_docstring(node) or ""
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if name in map(ast.unparse, targets):
                text = following.value if isinstance(following, ast.Expr) else None
                return module, str(text.value) if isinstance(text, ast.Constant) else ""
        if isinstance(node, ast.ImportFrom) and node.module and name in (one.asname or one.name for one in node.names):
            return declared(node.module, name)
    raise AssertionError(f"{module} does not have {name}")


NAMES = [
    (module, name)
    for module in public_modules()
    for name in exported(ast.parse(source_of(module).read_text(encoding="utf-8"))) or ()
]


@pytest.mark.parametrize(("module", "name"), NAMES, ids=[".".join(one) for one in NAMES])
def test_every_public_name_has_an_example_that_runs(
    module: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, text = declared(module, name)
    assert ">>> " in text, f"{home}.{name} has no example"
    assert not text.lstrip().startswith(">>>"), f"{home}.{name} says nothing about itself"
    if home.startswith("azulejo.engine") and not COMPILED:
        pytest.skip("the search is only tested compiled")
    monkeypatch.chdir(tmp_path)
    run(text, f"{home}.{name}", dict(vars(import_module(home))))


def run(text: str, name: str, names: dict[str, object]) -> None:
    """Run the examples of a docstring; raise at the first that does not do what it says."""
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    test = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
    doctest.DebugRunner(optionflags=flags, verbose=False).run(test)


def test_a_wrong_example_is_found() -> None:
    run(">>> 1 + 1\n2\n", "right", {})
    with pytest.raises(doctest.DocTestFailure):
        run(">>> 1 + 1\n3\n", "wrong", {})
    assert "decision" in declared("azulejo", "Move")[1]
    assert declared("azulejo.bots", "greedy")[0] == "azulejo.bots.bot"
    with pytest.raises(AssertionError, match="does not have"):
        declared("azulejo.bots", "nobody")


def test_public_modules_say_what_is_public_and_have_a_place_in_the_reference() -> None:
    modules = public_modules()
    assert len(modules) == len(set(modules)) > 20
    shown = [one for page in REFERENCE.glob("*.md") for one in re.findall(r"^::: ([\w.]+)$", page.read_text(), re.M)]
    assert sorted(shown) == sorted(modules)
    declaring = set()
    for file in PACKAGE.rglob("*.py"):
        if exported(ast.parse(file.read_text(encoding="utf-8"))) is not None:
            parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
            declaring.add(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    others = {one for one in declaring if any(one == name or one.startswith(f"{name}.") for name in NOT_PUBLIC)}
    assert declaring - others == set(modules)


IMPORT = re.compile(r"^(?:>>> )?from (azulejo[\w.]*) import ([\w, ]+)$", re.M)


def test_what_pages_tell_readers_to_import_is_public() -> None:
    modules, found = set(public_modules()), 0
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for module, names in IMPORT.findall(page.read_text(encoding="utf-8")):
            if module in NEED_A_CARD:
                continue
            found += 1
            assert module in modules, (page.name, module)
            public = exported(ast.parse(source_of(module).read_text(encoding="utf-8"))) or []
            for name in names.split(", "):
                assert name in public or find_spec(f"{module}.{name}"), (page.name, module, name)
    assert found > 10
