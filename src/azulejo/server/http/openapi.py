"""The description of the API: Litestar's own, made from the handlers, and what has to be added to it.

The types are described by msgspec, which reads them; the live connection is no part of OpenAPI, so its messages are
added; and there is a plain page to read.
"""

from collections.abc import Sequence
from copy import deepcopy
from html import escape
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, Router, get
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, License, SecurityRequirement, SecurityScheme, Tag

from azulejo.games import names
from azulejo.server import messages
from azulejo.server.http.guards import within_rate
from azulejo.server.messages import FromClient, FromServer, Problem
from azulejo.texts.version import version

VERSION = version()
PREFIX = "/api/v1"
LINES = "application/x-ndjson"
TEXT = "text/plain; charset=utf-8"
SVG = "image/svg+xml; charset=utf-8"
REFERENCE = "#/components/schemas/{name}"

BY_TOKEN: list[SecurityRequirement] = [{}, {"seat": []}]
"""Of a handler that looks at tokens; without any one sees what everybody sees."""

ABOUT = """Tables for board games, for people and for programs; `/info` says which games there are.

No account is needed. Whoever makes or joins a table gets a token for each seat, shown once; it goes into the header
`Authorization: Bearer TOKEN` (several with commas between them). Every mistake is answered by a `Problem` with one
sentence, in English or Russian by `Accept-Language`.

A live connection is a WebSocket at `/api/v1/tables/{table}/live`: the first message is a `Hello` (tokens never stand
in an address), answered by a `TableState`; from then on there are `FromServer` messages, and the client may send
`FromClient` ones."""

TAGS = {
    "server": "What this server offers.",
    "tables": "Making tables, playing, looking.",
    "records": "Games to keep, to download and to look at.",
    "bots": "For programs that play.",
    "analysis": "Positions that belong to no table, and what the engine thinks.",
}

PROBLEMS = {
    400: "Something in the request is not as described, or not a legal move.",
    403: "The token is not known here, or does not allow this; or a page of another site asks.",
    404: "There is no such table.",
    409: "Not now; where something else has happened first, `number` says how many events there are.",
    413: "The body is too large.",
    415: "The body is not JSON by its `Content-Type`.",
    429: "Too often or too many from one address.",
    503: "The engine has failed; ask again.",
}

EXAMPLES: dict[str, Any] = {
    "create_table": {
        "game": names()[0],
        "seats": [{"who": "me", "name": "Ana"}, {"who": "bot", "level": "club"}],
    },
    "join": {"name": "Rui"},
    "play_moves": {"moves": ["3b4"], "after": 2},
    "undo": {"after": 3},
    "ask_take_back": {"after": 4},
    "answer_take_back": {"after": 4, "agree": True},
    "resign": {},
    "consent": {"advice": True},
    "say": {"emote": "good_game"},
    "complain": {"about": 1, "reason": "insult"},
    "play_again": {"seats": [{"who": "me"}, {"who": "bot", "level": "club"}]},
    "import_record": {"record": {"format": 1, "game": names()[0], "seats": 2, "events": []}},
    "explore": {"game": names()[0], "seats": 2},
    "analyse": {
        "table": "k3v9x0q2m1ab",
        "limits": {"seconds": 2},
    },
}


def problems(*statuses: int, lines: type | None = None) -> dict[int, ResponseSpec]:
    """Return how the problems of a handler are described: those with a request and its rate it always has.

    If its answer has one message a line, ``lines`` is what they are.
    """
    stream = ResponseSpec(lines, generate_examples=False, media_type=LINES, description="One message a line.")
    described = {
        status: ResponseSpec(Problem, generate_examples=False, description=PROBLEMS[status])
        for status in sorted({400, 429, *statuses})
    }
    return described if lines is None else {200: stream, **described}


class Description(JsonRenderPlugin):
    """Serves the description, with what is added to it."""

    _text = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return it as JSON, which is made once."""
        self._text = self._text or msgspec.json.encode(completed(openapi_schema))
        return self._text


def _refuse_unknown(response: Response[Any]) -> Response[Any]:
    """Let what is not there be answered as everywhere, not by Litestar's page."""
    if response.status_code == 404:
        raise NotFoundException
    return response


def config() -> OpenAPIConfig:
    """Return what Litestar is to describe, and where."""
    seat = SecurityScheme(type="http", scheme="bearer", description="The token of a seat, or of a table's maker.")
    return OpenAPIConfig(
        title="Azulejo",
        version=VERSION,
        description=ABOUT,
        license=License(name="MIT", identifier="MIT"),
        tags=[Tag(name=name, description=text) for name, text in TAGS.items()],
        components=Components(security_schemes={"seat": seat}),
        use_handler_docstrings=True,
        operation_id_creator=lambda handler, method, path: handler.handler_name,
        render_plugins=[Description(path="/", media_type=MediaType.JSON)],
        openapi_router=Router(
            f"{PREFIX}/schema",
            route_handlers=[],
            include_in_schema=False,
            guards=[within_rate],
            after_request=_refuse_unknown,
        ),
    )


def description(app: Litestar) -> dict[str, Any]:
    """Return the description of the API."""
    return completed(app.openapi_schema.to_schema())


def completed(described: dict[str, Any]) -> dict[str, Any]:
    """Return Litestar's description with what it does not know."""
    described = deepcopy(described)
    structs = [one for one in vars(messages).values() if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    types: list[Any] = [FromClient, FromServer, *structs]
    (from_client, from_server, *_), components = schema_components(types, REFERENCE)
    schemas = {**components, "FromClient": from_client, "FromServer": from_server}
    described["components"]["schemas"] = dict(sorted(schemas.items()))
    for path, method, operation in [
        (path, method, one) for path, methods in described["paths"].items() for method, one in methods.items()
    ]:
        name, (summary, _, rest) = operation["operationId"], operation["description"].partition("\n")
        operation["summary"], operation["description"] = summary.rstrip("."), rest.strip()
        if name in EXAMPLES:
            operation["requestBody"]["content"]["application/json"]["example"] = EXAMPLES[name]
        if name in ("record", "picture"):
            operation["responses"]["200"]["content"]["text/plain"] = {"schema": {"type": "string"}}
        for status in (403,) * (method != "get") + (413, 415) * ("requestBody" in operation):
            problem = {"schema": {"$ref": REFERENCE.format(name="Problem")}}
            added = {"description": PROBLEMS[status], "content": {"application/json": problem}}
            operation["responses"].setdefault(str(status), added)
        if path.startswith(f"{PREFIX}/games/"):
            operation["responses"]["404"]["description"] = "There is no such game."
    return described


def schema_components(types: list[Any], reference: str) -> tuple[Sequence[Any], dict[str, Any]]:
    """Return the schemas of types, and of all they refer to, without the examples in Python."""
    schemas, components = msgspec.json.schema_components(types, ref_template=reference)
    for one in components.values():
        if "description" in one:
            one["description"] = one["description"].partition("\n\n>>> ")[0]
    return tuple(schemas), components


@get(f"{PREFIX}/docs", media_type=MediaType.HTML, include_in_schema=False, guards=[within_rate])
async def page(request: Request[Any, Any, Any]) -> str:
    """Give the description as a plain page, which asks for nothing else; it is made once."""
    state = request.app.state
    if "page" not in state:
        state["page"] = _page(description(request.app))
    return str(state["page"])


def _page(described: dict[str, Any]) -> str:
    operations = [
        (path, method, one) for path, methods in described["paths"].items() for method, one in methods.items()
    ]
    about = "".join(f"<p>{escape(part)}</p>" for part in ABOUT.split("\n\n"))
    sections = "".join(
        f"<h2>{escape(tag)}</h2><p>{escape(text)}</p><dl>{_listed(operations, tag)}</dl>" for tag, text in TAGS.items()
    )
    return f"""<!doctype html><html lang=en><meta charset=utf-8><title>Azulejo API</title>
<meta name=viewport content='width=device-width'>
<h1>Azulejo API {escape(VERSION)}</h1>
{about}<p>As OpenAPI: <a href='{PREFIX}/schema'>{PREFIX}/schema</a></p>
{sections}"""


def _listed(operations: list[tuple[str, str, dict[str, Any]]], tag: str) -> str:
    return "\n".join(
        f"<dt><code>{method.upper()} {escape(path)}</code></dt>"
        f"<dd>{escape(one['summary'])}. {escape(one['description'])}</dd>"
        for path, method, one in operations
        if tag in one["tags"]
    )
