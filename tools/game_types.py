"""Writes what boards and moves are made of, from the games' own declarations: the client's types, and docs/boards.md.

``python tools/game_types.py`` writes ``web/src/boards/<game>/types.ts`` of every game of ours that the client draws
(there is an ``index.ts``), ``web/src/api/report.ts`` with the report of a game, its schema, and ``docs/boards.md``;
with ``--check`` it only says which of them are old. What is read are the dataclasses of ``board.py``, ``moves.py``,
``effects.py`` and of the report, and the names they use, as they stand in the source: so that choices keep their names
and fields their explanations.
"""

import ast
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from azulejo import games
from azulejo.games import contract
from azulejo.review import names, report

ROOT = Path(__file__).parent.parent
CLIENT = ROOT / "web" / "src" / "boards"
PAGE = ROOT / "docs" / "boards.md"
REPORT = ROOT / "web" / "src" / "api" / "report.ts"

ROOMS = ("board", "moves", "effects")
"""The modules whose dataclasses a client meets."""
WORDS = ("components", "state", *ROOMS)
"""The modules whose names for choices they use."""
PLAIN = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "None": "null", "Any": "unknown"}


@dataclass
class Choice:
    """A name for a choice of words, or for one of several types."""

    name: str
    value: ast.expr
    about: str


@dataclass
class Field:
    """A field of a type."""

    name: str
    kind: ast.expr
    about: str


@dataclass
class Type:
    """A dataclass."""

    name: str
    about: str
    room: str
    fields: list[Field] = field(default_factory=list)


def _text(node: ast.stmt | None) -> str:
    """Return the text of a docstring, or nothing if this is none."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return " ".join(node.value.value.split())
    return ""


def _with_next(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, ast.stmt | None]]:
    yield from zip(body, [*body[1:], None], strict=True)


def _types(source: Path, room: str) -> list[Type]:
    """Return the dataclasses of a module."""
    found = []
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(one) for one in node.decorator_list):
            fields = [
                Field(ast.unparse(one.target), one.annotation, _text(after))
                for one, after in _with_next(node.body)
                if isinstance(one, ast.AnnAssign)
            ]
            found.append(Type(node.name, ast.get_docstring(node) or "", room, fields))
    return found


def _choices(source: Path) -> list[Choice]:
    """Return the names for choices that a module declares."""
    return [
        Choice(ast.unparse(node.target), node.value, _text(after))
        for node, after in _with_next(ast.parse(source.read_text(encoding="utf-8")).body)
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias" and node.value is not None
    ]


class Game:
    """What a client meets of a game, as it is declared."""

    def __init__(self, name: str) -> None:
        self.name = name
        folder = games.folder(name)
        known = {one.name: one for room in WORDS for one in _choices(folder / f"{room}.py")}
        self.types = [one for room in ROOMS for one in _types(folder / f"{room}.py", room)]
        base = {one.name: one for one in _types(Path(contract.__file__), "contract")}
        for one in self.types:
            if one.name in ("Board", "Effect"):
                own = {field.name for field in one.fields}
                inherited = [field for field in base[one.name].fields if field.name not in own]
                one.fields = sorted(one.fields, key=lambda field: field.name != "game")
                one.fields[1:1] = inherited
        used = {node.id for one in self.types for field in one.fields for node in _names(field.kind)}
        used |= {node.id for name in used & known.keys() for node in _names(known[name].value)}
        self.choices = [one for name, one in known.items() if name in used or name == "Parts"]

    def in_room(self, room: str) -> list[Type]:
        """Return the types of a module."""
        return [one for one in self.types if one.room == room]


def _names(node: ast.expr) -> Iterator[ast.Name]:
    return (one for one in ast.walk(node) if isinstance(one, ast.Name))


# ---------------------------------------------------------------- TypeScript


def typescript(game: Game) -> str:
    """Return the file of a game's types."""
    head = "// Written by tools/game_types.py from the rulebook's declarations: change those, then make client-types.\n"
    return _interfaces(head, game.choices, game.types)


def report_typescript() -> str:
    """Return the file of the types of a report."""
    head = "// Written by tools/game_types.py from azulejo/review/report.py: change that, then make client-types.\n"
    source = Path(report.__file__)
    return _interfaces(head, [*_choices(Path(names.__file__)), *_choices(source)], _types(source, "report"))


def _interfaces(head: str, choices: list[Choice], types: list[Type]) -> str:
    parts = [head]
    for choice in choices:
        parts.append(f"{_comment(choice.about)}export type {choice.name} = {_type(choice.value)};\n")
    for one in types:
        lines = [f"{_comment(one.about)}export interface {one.name} {{"]
        for each in one.fields:
            lines.append(_comment(each.about, "  ") + f"  {each.name}: {_type(each.kind)};")
        parts.append("\n".join([*lines, "}\n"]))
    return "\n".join(parts)


def _comment(text: str, indent: str = "") -> str:
    return f"{indent}/** {' '.join(text.replace('``', '`').split())} */\n" if text else ""


def _type(node: ast.expr) -> str:
    """Return an annotation in TypeScript."""
    if isinstance(node, ast.BinOp):
        return f"{_type(node.left)} | {_type(node.right)}"
    if isinstance(node, ast.Constant):
        return PLAIN[str(node.value)]
    if isinstance(node, ast.Subscript):
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        match ast.unparse(node.value):
            case "Literal":
                return " | ".join(ast.unparse(one).replace("'", '"') for one in inner)
            case "list":
                return _list(_type(inner[0]))
            case "dict":
                key = _type(inner[0])
                return (
                    f"Partial<Record<{key}, {_type(inner[1])}>>"
                    if key != "string"
                    else f"Record<{key}, {_type(inner[1])}>"
                )
            case "tuple" if len(inner) == 2 and ast.unparse(inner[1]) == "...":
                return _list(_type(inner[0]))
            case "tuple":
                return f"[{', '.join(map(_type, inner))}]"
    name = ast.unparse(node)
    return PLAIN.get(name, name)


def _list(item: str) -> str:
    return f"({item})[]" if " " in item else f"{item}[]"


# ---------------------------------------------------------------- the page

HEAD = """# Boards: a position as data

<!-- Written by tools/game_types.py from the games' declarations: change those, then run `make client-types`. -->

For those who write a client, a picture or a program that looks at positions. `Rulebook.board(state, viewer)` gives
all that is to be seen of a position, and every state, update and position that the server sends has it as its
`board`. No rule has to be known to draw it: what can be done now is in the legal moves that come with it, each with
its `parts` (what it says) and its `effect` (what it does).

- A board says in its field `game` whose it is. A game without a picture in the client is drawn by its rulebook.
- Every field is always there. What is not there now is `null`, an empty list, or an empty object.
- Seats count from 0, and so do the places of lists. Where a number counts from 1 (lines, rows, columns, factories),
  it says so.
- Colours and pieces are written as in [notation](notation.md), in boards, parts and effects alike.
- `if_scored` is the score if the round were scored now, without what is only scored at the end of a game. Once the
  game is over it is the score.
- A transfer leads from one place to another. A place has a `kind`, and as far as they tell several apart `which` it is
  and whose (`seat`).
- The types are Python's names, as they stand in `src/azulejo/games/<game>/`.
"""

PLACES = "Where pieces lie: the kinds of places"
TITLES = {"board": "The board", "moves": "What a move says: its parts", "effects": "What a legal move does: its effect"}


def page() -> str:
    """Return docs/boards.md."""
    parts = [HEAD]
    for name in games.own_names():
        game = Game(name)
        parts.append(f"## {games.title(name).environment} (`{name}`)\n")
        rows = [
            f"| `{one.name}` | {_code(ast.unparse(one.value))} | {_prose(one.about)} |"
            for one in game.choices
            if one.name != "Parts"
        ]
        parts.append("\n".join(["| name | is | meaning |", "|---|---|---|", *rows, ""]))
        rows = [f"| `{kind}` | {_prose(about)} |" for kind, about in games.rulebook(name).place_kinds.items()]
        parts.append("\n".join([f"### {PLACES}\n", "| kind | what it is |", "|---|---|", *rows, ""]))
        for room in ROOMS:
            parts.append(f"### {TITLES[room]}\n")
            for one in game.in_room(room):
                rows = [
                    f"| `{each.name}` | {_code(ast.unparse(each.kind))} | {_prose(each.about)} |" for each in one.fields
                ]
                head = f"**`{one.name}`**: {_prose(one.about)}\n"
                parts.append("\n".join([head, "| field | type | meaning |", "|---|---|---|", *rows, ""]))
    return "\n".join(parts)


def _code(text: str) -> str:
    text = re.sub(r"^Literal\[(.*)\]$", r"one of \1", text) if text.startswith("Literal[") else text
    text = text.replace("'", '"').replace("|", "\\|")
    return text if text.startswith("one of ") else f"`{text}`"


def _prose(text: str) -> str:
    text = " ".join(text.replace("``", "`").split()).replace("|", "\\|")
    return text.rstrip(".")


def files() -> dict[Path, str]:
    """Return all that is written here."""
    drawn = [name for name in games.own_names() if (CLIENT / name / "index.ts").is_file()]
    schema = json.dumps(report.schema(), indent=2, ensure_ascii=False) + "\n"
    others = {PAGE: page(), REPORT: report_typescript(), report.SCHEMA_FILE: schema}
    return {CLIENT / name / "types.ts": typescript(Game(name)) for name in drawn} | others


def main() -> None:
    """Write the files, or compare them."""
    wrong = [path for path, text in files().items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    if "--check" not in sys.argv[1:]:
        for path in wrong:
            path.write_text(files()[path], encoding="utf-8")
    elif wrong:
        raise SystemExit(
            f"not as the games declare it: {', '.join(path.name for path in wrong)}: run make client-types"
        )


if __name__ == "__main__":
    main()
