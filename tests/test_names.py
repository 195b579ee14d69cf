"""One word, one thing: no name of a class stands for two."""

import ast
from collections import defaultdict
from pathlib import Path

import azulejo
from azulejo import games

PACKAGE = Path(azulejo.__file__).parent

SAME_THING = {"Board", "Effect"}
"""What the contract asks of every game under the name that the game's own has."""


def classes(package: Path) -> dict[str, list[str]]:
    """Return the modules, without their suffix, that define a class of each name."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(package.rglob("*.py")):
        module = path.relative_to(package).with_suffix("").as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(module)
    return found


def ambiguous(package: Path, names: list[str]) -> dict[str, list[str]]:
    """Return the names of several classes. The games are not compared with each other, only with all else."""
    found = {}
    for name, modules in classes(package).items():
        homes = ["/".join(module.split("/")[:2]) for module in modules]
        outside = [home for home in homes if home not in {f"games/{game}" for game in names}]
        twice = len(outside) > 1 or len(set(homes)) < len(homes) or (outside and len(homes) > 1)
        if twice and name not in SAME_THING:
            found[name] = modules
    return found


def test_no_name_stands_for_two_classes() -> None:
    assert ambiguous(PACKAGE, games.own_names()) == {}


def test_a_name_that_stands_for_two_classes_is_found(tmp_path: Path) -> None:
    for module, name in {
        "games/azul/state": "State",
        "games/duel/state": "State",
        "games/azul/board": "Line",
        "learn/command": "Line",
        "games/duel/board": "Group",
        "games/duel/scoring": "Group",
        "arena/settings": "Settings",
        "envs/settings": "Settings",
        "games/contract": "Board",
        "games/duel/picture": "Board",
    }.items():
        file = (tmp_path / module).with_suffix(".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"class {name}: ...\n")
    assert sorted(ambiguous(tmp_path, ["azul", "duel"])) == ["Group", "Line", "Settings"]
