"""Imports point down only.

The table is the one of the design: a folder may import from the layers below its own and from
itself, ``cli`` from its neighbours too, and one rulebook's folder never from another's. The
package's own ``__init__`` is the front door: it may import anything, and only ``cli`` imports it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import azulejo

LAYERS = (
    ("kernel", "texts"),
    ("games",),
    ("play",),
    ("batches",),
    ("engine",),
    ("bots",),
    ("arena", "learn", "review"),
    ("server", "envs", "terminal", "cli", "testing"),
)
"""From the bottom up."""

HEIGHT = {folder: height for height, layer in enumerate(LAYERS) for folder in layer}
MAY_IMPORT_NEIGHBOURS = {"cli"}
SHARED_BY_RULEBOOKS = "games"

PACKAGE = Path(azulejo.__file__).parent


def imported(path: Path, module: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield every import of a file, also inside functions: its line, and the parts of the full name."""
    package = module if path.name == "__init__.py" else module[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base = base + (node.module.split(".") if node.module else [])
            yield from ((node.lineno, [*base, alias.name]) for alias in node.names)
        elif isinstance(node, ast.Call) and _name(node.func) in ("import_module", "__import__") and node.args:
            yield node.lineno, _literal(node.args[0]).split(".")


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _literal(argument: ast.expr) -> str:
    """Return the text that is known of a string: of an f-string, what comes before its first value."""
    if isinstance(argument, ast.JoinedStr):
        argument = argument.values[0]
    return str(argument.value) if isinstance(argument, ast.Constant) else ""


def forbidden(importer: list[str], target: list[str], folders: set[str]) -> str | None:
    """Return why a module of the package may not import another one, or None if it may."""
    if target[0] != "azulejo" or len(importer) == 1:
        return None
    if len(target) == 1 or target[1] not in folders:
        return None if importer[1] in MAY_IMPORT_NEIGHBOURS else "the front door is for users of the package"
    here, there = importer[1], target[1]
    if here != there:
        if HEIGHT[there] < HEIGHT[here] or (here in MAY_IMPORT_NEIGHBOURS and HEIGHT[there] == HEIGHT[here]):
            return None
        return f"{there} is not below {here}"
    if here == SHARED_BY_RULEBOOKS and len(target) > 2 and target[2] in folders:
        own = importer[2] if len(importer) > 2 else None
        if target[2] != own:
            return f"the rulebook {target[2]} is only for itself and for the layers above"
    return None


def violations(package: Path) -> list[str]:
    """Return every import in a package that points up or sideways."""
    folders = {path.name for path in package.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    rulebooks = {path.name for path in package.glob("games/*") if path.is_dir()}
    unknown = folders - HEIGHT.keys()
    found = [f"{name}: in no layer" for name in sorted(unknown)]
    for path in sorted(package.rglob("*.py")):
        parts = ["azulejo", *path.relative_to(package).with_suffix("").parts]
        module = parts[:-1] if parts[-1] == "__init__" else parts
        if len(parts) == 2 or parts[1] in unknown:
            continue
        for line, target in imported(path, module):
            known = folders | rulebooks if target[1:2] == ["games"] else folders
            if reason := forbidden(module, target, known):
                found.append(f"{path.relative_to(package)}:{line}: {'.'.join(target)}: {reason}")
    return found


def test_imports_point_down_only() -> None:
    assert violations(PACKAGE) == []


@pytest.mark.parametrize(
    ("file", "line", "reason"),
    [
        ("kernel/rule.py", "import azulejo.texts", "texts is not below kernel"),
        ("texts/errors.py", "from azulejo.kernel import rule", "kernel is not below texts"),
        ("kernel/rule.py", "from azulejo.games.contract import apply", "games is not below kernel"),
        ("games/azul/view.py", "from azulejo.play import Game", "play is not below games"),
        ("games/azul/view.py", "from azulejo.games.duel.state import State", "the rulebook duel"),
        ("games/azul/view.py", "from azulejo.games import duel", "the rulebook duel"),
        ("games/azul/view.py", "from ..duel import state", "the rulebook duel"),
        ("games/azul/__init__.py", "from ..duel import state", "the rulebook duel"),
        ("games/contract.py", "import azulejo.games.azul.state", "the rulebook azul"),
        ("play/game.py", "def later():\n    from azulejo.engine import search", "engine is not below play"),
        ("play/game.py", "import importlib\nimportlib.import_module('azulejo.cli')", "cli is not below play"),
        ("play/game.py", "from importlib import import_module\nimport_module(f'azulejo.bots.{1}')", "bots is not"),
        ("play/game.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import azulejo.cli", "cli is not"),
        ("play/game.py", "from azulejo import new_game", "the front door"),
        ("learn/report.py", "import azulejo.arena", "arena is not below learn"),
        ("batches/batch.py", "import azulejo.engine", "engine is not below batches"),
        ("play/game.py", "import azulejo.batches", "batches is not below play"),
        ("server/app.py", "import azulejo.cli", "cli is not below server"),
        ("play/game.py", "import azulejo.testing", "testing is not below play"),
        ("stray/thing.py", "", "stray: in no layer"),
    ],
)
def test_a_forbidden_import_is_found(tmp_path: Path, file: str, line: str, reason: str) -> None:
    _make(tmp_path, {file: line})
    found = violations(tmp_path)
    assert len(found) == 1, found
    assert reason in found[0]


def test_allowed_imports_are_allowed(tmp_path: Path) -> None:
    _make(
        tmp_path,
        {
            "__init__.py": "from azulejo.cli import main\nfrom azulejo.play import Game",
            "__main__.py": "from azulejo.cli import main",
            "cli/__init__.py": "import azulejo.server\nfrom azulejo import __version__, games",
            "games/azul/rules.py": "from azulejo.games.azul import tiles\nfrom ..contract import apply",
            "games/__init__.py": "import_module(f'azulejo.games.{name}.title')\nfrom azulejo.games.title import Title",
            "play/game.py": "from azulejo.games.contract import apply\nfrom azulejo.kernel import rule",
            "batches/setting.py": "from azulejo.play.start import checked_first",
            "engine/azul/evaluation.py": "from azulejo.games.azul.state import State",
        },
    )
    assert violations(tmp_path) == []


def _make(package: Path, files: dict[str, str]) -> None:
    """Write a package with something in every folder."""
    folders = [*HEIGHT, "games/azul", "games/duel"]
    everything = {f"{folder}/__init__.py": "" for folder in folders} | files
    for name, text in everything.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
