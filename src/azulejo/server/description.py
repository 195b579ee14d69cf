"""The description of the API, made from its calls and messages: OpenAPI as JSON, and a plain page to read."""

from functools import lru_cache
from html import escape
from typing import Any

import msgspec

from azulejo.server.api import CALLS
from azulejo.server.calls import PREFIX, Call
from azulejo.server.messages import FromClient, FromServer, Problem
from azulejo.server.version import VERSION

REFERENCE = "#/components/schemas/{name}"

ABOUT = """Tables for classic Azul, Azul Duel and Azul: Queen's Garden, for people and for programs.

No account is needed. Whoever makes or joins a table gets a token for each seat, shown once; it goes into the header
`Authorization: Bearer TOKEN` (several with commas between them). Every mistake is answered by a `Problem` with one
sentence, in English or Russian by `Accept-Language`.

A live connection is a WebSocket at `/api/v1/tables/{table}/live`: the first message is a `Hello` (tokens never stand
in an
address), answered by a `State`; from then on there are `FromServer` messages, and the client may send `FromClient`
ones."""

TAGS = {
    "server": "What this server offers.",
    "tables": "Making tables, playing, looking.",
    "records": "Games to keep, to download and to look at.",
    "bots": "For programs that play.",
    "analysis": "What the engine thinks.",
}

PROBLEMS = {
    400: "Something in the request is not as described, or not a legal move.",
    403: "The token is not known here, or does not allow this.",
    404: "There is no such table.",
    409: "Not now; where something else has happened first, `number` says how many events there are.",
    429: "Too often or too many from one address.",
    503: "The engine has failed; ask again.",
}

EXAMPLES: dict[str, Any] = {
    "create_table": {
        "game": "azul",
        "seats": [{"who": "me", "name": "Ana"}, {"who": "bot", "level": "club"}],
    },
    "join": {"name": "Rui"},
    "play_moves": {"moves": ["3b4"], "after": 2},
    "undo": {"after": 3},
    "resign": {},
    "consent": {"advice": True},
    "play_again": {"seats": [{"who": "me"}, {"who": "bot", "level": "club"}]},
    "import_record": {"record": {"format": 1, "game": "azul", "seats": 2, "events": []}},
    "analyse": {
        "position": "azul board=0 board=0 factories=BBRW,BBYY,RRKW,KKYW,BRWY turn=0",
        "limits": {"seconds": 2},
    },
}

PATH_PARTS = {
    "table": {"type": "string", "pattern": "^[0-9a-z]{12}$"},
    "game": {"type": "string", "pattern": "^[a-z]{1,32}$"},
    "number": {"type": "integer", "minimum": 0, "maximum": 1_000_000},
}


@lru_cache(maxsize=1)
def openapi() -> dict[str, Any]:
    """Return the description as OpenAPI 3.1."""
    types: list[Any] = [Problem, FromClient, FromServer]
    for one in CALLS:
        types += [kind for kind in (one.body, one.answer, one.query) if kind is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    by_type = {id(kind): schema for kind, schema in zip(types, schemas, strict=True)}
    components["FromClient"], components["FromServer"] = schemas[1], schemas[2]
    paths: dict[str, dict[str, Any]] = {}
    for one in CALLS:
        paths.setdefault(PREFIX + one.path, {})[one.method.lower()] = _operation(one, by_type, components)
    queries = {one.query.__name__ for one in CALLS if one.query is not None}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Azulejo",
            "version": VERSION,
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": {name: schema for name, schema in sorted(components.items()) if name not in queries},
            "securitySchemes": {
                "seat": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a seat, or of a table's maker.",
                }
            },
        },
    }


def _operation(one: Call, by_type: dict[int, Any], components: dict[str, Any]) -> dict[str, Any]:
    summary, description = one.words
    operation: dict[str, Any] = {"operationId": one.name, "summary": summary, "tags": [one.tag]}
    if description:
        operation["description"] = description
    parameters = _path_parameters(one) + _query_parameters(one, components)
    if parameters:
        operation["parameters"] = parameters
    if one.secret:
        operation["security"] = [{}, {"seat": []}]
    if one.body is not None:
        content: dict[str, Any] = {"schema": by_type[id(one.body)]}
        if one.name in EXAMPLES:
            content["example"] = EXAMPLES[one.name]
        operation["requestBody"] = {"required": True, "content": {"application/json": content}}
    answer: dict[str, Any] = {"description": "Done."}
    if one.answer is not None:
        schema = by_type[id(one.answer)]
        answer["content"] = {
            kind.partition(";")[0]: {"schema": {"type": "string"} if kind.startswith("text/") else schema}
            for kind in one.media_types
        }
    problem = {"application/json": {"schema": {"$ref": REFERENCE.format(name="Problem")}}}
    operation["responses"] = {
        str(one.status): answer,
        **{str(status): {"description": PROBLEMS[status], "content": problem} for status in one.problems},
    }
    return operation


def _path_parameters(one: Call) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": schema}
        for name, schema in PATH_PARTS.items()
        if f"{{{name}}}" in one.path
    ]


def _query_parameters(one: Call, components: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the parts of a query; one that may be left out need not be null."""
    if one.query is None:
        return []
    schema = components[one.query.__name__]
    parameters = []
    for name, part in schema["properties"].items():
        choices = [choice for choice in part.get("anyOf", []) if choice != {"type": "null"}]
        kept = choices[0] if len(choices) == 1 else part
        kept = {key: value for key, value in kept.items() if not (key == "default" and value is None)}
        if None in kept.get("enum", []):
            kept["enum"] = [value for value in kept["enum"] if value is not None]
        required = name in schema.get("required", [])
        parameters.append({"name": name, "in": "query", "required": required, "schema": kept})
    return parameters


@lru_cache(maxsize=1)
def page() -> bytes:
    """Return the description as a plain page, which asks for nothing else."""
    lines = [
        "<!doctype html><html lang=en><meta charset=utf-8><title>Azulejo API</title>",
        "<meta name=viewport content='width=device-width'>",
        f"<h1>Azulejo API {escape(VERSION)}</h1>",
        *(f"<p>{escape(part)}</p>" for part in ABOUT.split("\n\n")),
        f"<p>As OpenAPI: <a href='{PREFIX}/schema'>{PREFIX}/schema</a></p>",
    ]
    for tag, text in TAGS.items():
        lines.append(f"<h2>{escape(tag)}</h2><p>{escape(text)}</p><dl>")
        for one in CALLS:
            if one.tag == tag:
                summary, description = one.words
                takes = f" takes {escape(one.body.__name__)}," if one.body else ""
                gives = escape(getattr(one.answer, "__name__", str(one.answer))) if one.answer else "nothing"
                lines.append(f"<dt><code>{one.method} {escape(PREFIX + one.path)}</code></dt>")
                lines.append(
                    f"<dd>{escape(summary)}. {escape(description)}<br><small>{takes} answers {gives}</small></dd>"
                )
        lines.append("</dl>")
    return "\n".join(lines).encode()
