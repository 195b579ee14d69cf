"""Writes the browser client's types from the server's own description of its messages.

``python tools/client_types.py`` writes ``web/src/api/types.ts``; with ``--check`` it only says whether that file is
current. The file is committed, because the client must be buildable from a source package without installing the
server; a test compares the two.
"""

import json
import sys
import typing
from pathlib import Path
from typing import Any

import msgspec

from azulejo.server import messages
from azulejo.server.http.openapi import schema_components

TYPES = Path(__file__).parent.parent / "web" / "src" / "api" / "types.ts"
HEAD = "// Written by tools/client_types.py from the messages of the server: change those, then make client-types.\n"
REFERENCE = "#/$defs/"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def structs() -> list[type]:
    """Return every message type of the module."""
    found = [
        value for value in vars(messages).values() if isinstance(value, type) and issubclass(value, msgspec.Struct)
    ]
    return [struct for struct in found if struct.__module__ == messages.__name__]


def alternatives() -> dict[str, Any]:
    """Return all named choices: of words (``Helpers``) and of messages (``FromServer``)."""
    return {name: value for name, value in vars(messages).items() if name[0].isupper() and _is_choice(value)}


def _is_choice(value: Any) -> bool:
    """Return whether something is a Literal or a union."""
    return typing.get_origin(value) in {typing.Literal, typing.Union} or type(value).__name__ == "UnionType"


def typescript() -> str:
    """Return the whole file."""
    choices = alternatives()
    schemas, components = schema_components([*structs(), *choices.values()], REFERENCE + "{name}")
    parts = [HEAD]
    for name, schema in zip(choices, schemas[len(structs()) :], strict=True):
        if name not in components:
            parts.append(f"export type {name} = {_type(schema)};\n")
    for name, schema in sorted(components.items()):
        if schema.get("type") == "object" and "properties" in schema:
            parts.append(_interface(name, schema))
        else:
            parts.append(f"{_comment(schema)}export type {name} = {_type(schema)};\n")
    return "\n".join(parts)


def _interface(name: str, schema: dict[str, Any]) -> str:
    """Return a message as an interface; what the server may leave out is optional."""
    needed = set(schema.get("required", []))
    lines = [
        f"  {field}{'' if field in needed else '?'}: {_type(kind)};" for field, kind in schema["properties"].items()
    ]
    return "\n".join([f"{_comment(schema)}export interface {name} {{", *lines, "}\n"])


def _comment(schema: dict[str, Any]) -> str:
    """Return the description as a comment."""
    lines = [line.strip() for line in schema.get("description", "").splitlines()]
    return "/** " + "\n".join([lines[0], *(f" * {line}".rstrip() for line in lines[1:])]) + " */\n" if lines else ""


def _type(schema: dict[str, Any]) -> str:
    """Return a schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"].removeprefix(REFERENCE))
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(choice) for choice in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    match schema.get("type"):
        case "array":
            return _array(schema)
        case "object":
            return f"Record<string, {_type(schema.get('additionalProperties') or {})}>"
        case None:
            return "unknown"
        case kind:
            return PLAIN[kind]


def _array(schema: dict[str, Any]) -> str:
    """Return a list, or a tuple of a fixed length."""
    if "prefixItems" in schema:
        return "[" + ", ".join(map(_type, schema["prefixItems"])) + "]"
    item = _type(schema.get("items") or {})
    return f"({item})[]" if " " in item else f"{item}[]"


def main() -> None:
    """Write the file, or compare it."""
    text = typescript()
    if "--check" not in sys.argv[1:]:
        TYPES.write_text(text, encoding="utf-8")
    elif TYPES.read_text(encoding="utf-8") != text:
        raise SystemExit("web/src/api/types.ts is not what the server says: run make client-types")


if __name__ == "__main__":
    main()
