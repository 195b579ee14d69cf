"""Every game has the same rooms with the same contents, and outside its folders no code names a game."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import azulejo
from azulejo import games
from azulejo.texts import LANGUAGES, catalogue
from tests.plugins import PEBBLES

PACKAGE = Path(azulejo.__file__).parent

PLAN = {
    "title": ("TITLE",),
    "components": ("SEATS", "MAX_SEATS"),
    "state": ("State", "Player"),
    "moves": ("MOVE_CODES", "MAX_MOVES", "parts", "code_of"),
    "setup": ("setup",),
    "rules": ("to_move", "legal_moves", "apply", "decide", "outcome"),
    "dealing": ("deal", "deal_given"),
    "scoring": ("winners",),
    "notation": ("move_text", "parse_move", "draw_value", "parse_draw"),
    "position": ("position_text", "parse_position"),
    "effects": ("PLACE_KINDS", "Effect", "effect", "transfers", "draw_transfers", "preview", "scoring_steps"),
    "suggest": ("suggest",),
    "words": (),
    "sentences": ("describe", "describe_draw"),
    "reasons": ("why_not",),
    "board": ("Board", "PlayerBoard", "board"),
    "picture": ("picture_text", "picture_svg"),
    "terminal": ("STEPS", "picture"),
    "observation": ("OBSERVATION", "observe"),
    "odds": ("odds", "piece_label"),
    "evaluation": ("FEATURES", "STAGES", "features", "stage", "stops_at_draws", "prune"),
    "themes": ("themes",),
    "invariants": ("Status", "broken", "status"),
    "rulebook": ("RULEBOOK",),
}
"""The rooms of a game: what each defines."""

NEIGHBOURS = {
    "setup": "rules",
    "dealing": "rules",
    "scoring": "rules",
    "position": "notation",
    "reasons": "sentences",
    "suggest": "effects",
}
"""Where the contents of a room are found that would hold less than about 40 lines."""

OPTIONAL = {"words", "evaluation", "terminal", "themes"}
"""Rooms that a game may do without: it is then searched with playouts, drawn in a terminal by its rulebook, and of its
mistakes a review says what was better, but not why."""

TEXTS = ("{lang}.json", "rules.{lang}.md")
"""The words of a game, in each language that it speaks."""

FORBIDDEN = {
    "stage": "a phase is a phase; only the evaluation has stages",
    "whole": "widen is the one way to widen a number",
    "draw_text": "to draw is chance; a picture is picture_text",
    "draw_svg": "to draw is chance; a picture is picture_svg",
}
"""Words that stood for things which have another name in all games."""


def defined(module: Path) -> set[str]:
    """Return the names that a module defines at its top level."""
    found: set[str] = set()
    for node in ast.parse(module.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.elts if isinstance(target, ast.Tuple) else [target] for target in targets]
            found |= {name.id for several in names for name in several if isinstance(name, ast.Name)}
    return found


def imports(path: Path) -> set[str]:
    """Return the modules of its own folder that a module imports, and the names it takes from them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and path.parent.name in (node.module or "").split("."):
            found |= {str(node.module).rpartition(".")[2], *(alias.name for alias in node.names)}
    return found


def is_chapter(module: str, folder: Path) -> bool:
    """Return whether a further module has its place: a chapter of the rules, or something that several rooms need.

    The former holds rules or is imported by ``rules.py``; the latter is imported by at least two other modules.
    """
    holds_rules = re.search("^@rule$", (folder / f"{module}.py").read_text(encoding="utf-8"), re.M)
    importers = [path.stem for path in folder.glob("*.py") if module in imports(path)]
    return holds_rules is not None or "rules" in importers or len(importers) > 1


def wrong_with_plan(folder: Path, languages: Sequence[str] = LANGUAGES) -> list[str]:
    """Return what a game's folder lacks or has too much."""
    modules = {path.stem: defined(path) for path in folder.glob("*.py") if path.stem != "__init__"}
    further = sorted(modules.keys() - PLAN.keys())
    found = [f"{name}.py is not in the plan" for name in further if not is_chapter(name, folder)]
    for room, names in PLAN.items():
        place = room if room in modules else NEIGHBOURS.get(room, room)
        if place not in modules:
            found += [] if room in OPTIONAL else [f"there is no {room}.py"]
            continue
        found += [f"{place}.py has no {name}" for name in names if name not in modules[place]]
        for name in names:
            twice = [other for other, known in modules.items() if other != place and name in known]
            if twice and name not in ("State", "Player", "Board"):
                found.append(f"{name} is also in {twice}")
    texts = [folder / "texts" / name.format(lang=lang) for lang in languages for name in TEXTS]
    return found + [f"there is no texts/{file.name}" for file in texts if not file.is_file()]


def forbidden_words(folder: Path) -> list[str]:
    """Return the uses of words that a thing no longer has."""
    found = []
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
            name = node.name if isinstance(node, ast.FunctionDef) else name
            if name in FORBIDDEN and path.stem != "evaluation":
                found.append(f"{path.name}:{getattr(node, 'lineno', 0)}: {name}: {FORBIDDEN[name]}")
    return found


@pytest.mark.parametrize("game", games.own_names())
def test_every_game_has_the_rooms_of_the_plan(game: str) -> None:
    assert wrong_with_plan(games.folder(game)) == []


def test_the_example_to_copy_has_them_too() -> None:
    folder = PEBBLES / "src" / "pebbles"
    assert wrong_with_plan(folder, ["en"]) == []
    assert forbidden_words(folder) == []


@pytest.mark.parametrize("game", games.own_names())
def test_every_game_uses_one_word_for_a_thing(game: str) -> None:
    assert forbidden_words(games.folder(game)) == []


def test_a_folder_against_the_plan_is_found(tmp_path: Path) -> None:
    package = tmp_path.name
    for module, text in {
        "view": "def why_not(): ...",
        "taking": "@rule\ndef take(): ...",
        "prices": "def price(): ...",
        "worth": "",
        "suggest": f"from {package}.worth import most\nfrom {package} import view",
        "effects": f"from {package} import state, worth",
        "rules": f"from {package}.prices import price\ndef to_move(state):\n    return state.stage\ndef setup(): ...",
    }.items():
        (tmp_path / f"{module}.py").write_text(f"{text}\n")
    found = wrong_with_plan(tmp_path)
    assert [line for line in found if "not in the plan" in line] == ["view.py is not in the plan"]
    assert "rules.py has no legal_moves" in found
    assert "there is no board.py" in found
    assert "there is no texts/ru.json" in found
    assert not any("evaluation.py" in line for line in found)
    assert "rules.py has no setup" not in found
    assert len(forbidden_words(tmp_path)) == 1


# ---------------------------------------------------------------- what belongs to a game besides its folder


def lacking(game: str, root: Path) -> list[str]:
    """Return what a game of ours should have outside its folder and in its texts, and has not."""
    title, texts = games.title(game), catalogue("en").keys()
    files = [
        f"src/azulejo/envs/pettingzoo/{game}_v0.py",
        f"docs/rules/{game}.md",
        f"docs/envs/{game}.md",
        f"tests/games/{game}",
    ]
    options = [f"{game}.web.option.{option.name}" for option in title.options]
    values = [f"{game}.web.option.{option.name}.{value}" for option in title.options for value in option.values]
    return [file for file in files if not (root / file).exists()] + [
        key for key in [*options, *values] if key not in texts
    ]


@pytest.mark.parametrize("game", games.own_names())
def test_a_game_of_ours_has_its_pages_its_environment_and_words_for_its_options(game: str, root: Path) -> None:
    assert lacking(game, root) == []


def test_what_a_game_of_ours_lacks_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(lacking("azul", tmp_path)) == 4
    (tmp_path / "docs" / "rules").mkdir(parents=True)
    (tmp_path / "docs" / "rules" / "azul.md").write_text("")
    monkeypatch.delitem(catalogue("en"), "azul.web.option.wall.grey")
    found = lacking("azul", tmp_path)
    assert "docs/rules/azul.md" not in found
    assert found[-1] == "azul.web.option.wall.grey"


# ---------------------------------------------------------------- outside the folders of games

MAY_NAME = re.compile(r"envs/pettingzoo/\w+_v0\.py|pettingzoo/\w+_v0\.py")
BUILT = ("server/client", "server/docs")
"""What is made of everything: the browser client with the boards, the documentation."""
NO_CODE = ("node_modules", "tests")
DATA = (".json", ".toml", ".tcss")
CLIENT_CODE = (".ts", ".svelte", ".css", ".html", ".js")


def code_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield what a Python file says by itself: names and texts that are not documentation."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.lineno, node.value
        elif isinstance(node, ast.Name | ast.Attribute):
            yield node.lineno, node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, f"{node.module} {' '.join(alias.name for alias in node.names)}"
        elif isinstance(node, ast.Import):
            yield node.lineno, " ".join(alias.name for alias in node.names)


def without_comments(text: str) -> str:
    """Return the code of the client without its comments, line by line."""
    text = re.sub(r"/\*.*?\*/|<!--.*?-->", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)
    return re.sub(r"(^|\s)//[^\n]*", "", text)


def named_outside(package: Path, client: Path, names: list[str]) -> list[str]:
    """Return where something outside the folders of games names one: code, data, or the name of a file."""
    word = re.compile(rf"(?<![A-Za-z])({'|'.join([*names, *map(str.capitalize, names)])})(?![a-z]| family)")
    found = []
    for path in sorted(path for path in package.rglob("*") if path.suffix in (".py", *DATA)):
        relative = path.relative_to(package)
        place = relative.as_posix()
        is_own = relative.parts[0] == "games" and relative.parts[1] in names
        if is_own or place.startswith(BUILT) or MAY_NAME.fullmatch(place):
            continue
        if path.suffix == ".py":
            lines = code_of(path)
        else:
            lines = iter(enumerate(path.read_text(encoding="utf-8").splitlines(), 1))
        found += [f"{place}:{line}: {text.strip()[:60]}" for line, text in [(0, place), *lines] if word.search(text)]
    folders = [path for path in client.iterdir() if path.name not in NO_CODE]
    code = [path for folder in folders for path in (folder, *folder.rglob("*")) if path.suffix in CLIENT_CODE]
    for path in sorted(code):
        relative = path.relative_to(client)
        if relative.parts[:2] == ("src", "boards") and relative.parts[2] in names:
            continue
        text = without_comments(path.read_text(encoding="utf-8"))
        lines = iter([(0, relative.as_posix()), *enumerate(text.splitlines(), 1)])
        found += [f"web/{relative}:{line}: {text.strip()[:60]}" for line, text in lines if word.search(text)]
    return found


def test_outside_its_folders_no_code_names_a_game(root: Path) -> None:
    assert named_outside(PACKAGE, root / "web", games.own_names()) == []


def test_a_name_outside_is_found(tmp_path: Path) -> None:
    for file, text in {
        "package/games/azul/rules.py": 'NAME = "azul"',
        "package/play/game.py": '"""The azul of old."""\nDEFAULT = "azul"\n',
        "package/play/other.py": "from azulejo.games.duel import state\n",
        "package/envs/pettingzoo/azul_v0.py": 'GAME = "azul"',
        "package/bots/levels.toml": "[club]\n[azul.club]\n",
        "package/server/client/main.js": "azul",
        "package/terminal/boards/duel.py": "",
        "client/src/boards/azul/index.ts": 'const game = "azul";',
        "client/src/main.ts": '// azul\nconst lessons = ["azul"]; /* duel */\n',
        "client/src/art/Duel.svelte": "",
        "client/plugins/worker.ts": 'const cached = ["/play/duel"];',
        "client/node_modules/azul/index.js": "azul",
    }.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    found = named_outside(tmp_path / "package", tmp_path / "client", ["azul", "duel"])
    assert [line.partition(": ")[0] for line in found] == [
        "bots/levels.toml:2",
        "play/game.py:2",
        "play/other.py:1",
        "terminal/boards/duel.py:0",
        "web/plugins/worker.ts:1",
        "web/src/art/Duel.svelte:0",
        "web/src/main.ts:2",
    ]
