"""Games to keep, to download and to look at."""

from typing import Annotated, Any, Literal

from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from azulejo.server.http.dependencies import JSON, Address, InjectedTables, Language, TablePath, Tokens
from azulejo.server.http.guards import LIMIT
from azulejo.server.http.openapi import BY_TOKEN, SVG, TEXT, problems
from azulejo.server.limits import CREATE
from azulejo.server.messages import Created, ImportRecord, PastPosition
from azulejo.server.tables import creation, queries


@get("/tables/{table:str}/positions/{number:str}", security=BY_TOKEN, responses=problems(403, 404))
async def position(
    table: TablePath, number: Annotated[int, PathParameter(ge=0, le=1_000_000)], tables: InjectedTables, tokens: Tokens
) -> PastPosition:
    """Get the table as it was after a number of events."""
    return await tables.read(table, tokens, queries.position, number, slow=True)


@get("/tables/{table:str}/picture", media_type=SVG, security=BY_TOKEN, responses=problems(403, 404))
async def picture(
    table: TablePath,
    tables: InjectedTables,
    tokens: Tokens,
    number: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None,
    format: FromQuery[Literal["svg", "text"]] = "svg",
    language: Annotated[Literal["en", "ru"], QueryParameter(name="lang")] = "en",
) -> Response[str]:
    """Draw the table as its rulebook does, as you may see it: a picture, or characters with ``format=text``.

    For clients that have no picture of a game of their own.
    """
    drawn = await tables.read(table, tokens, queries.picture, number, format, language, slow=True)
    content: Any = drawn.encode()
    return Response(content, media_type=SVG if format == "svg" else TEXT)


@get("/tables/{table:str}/record", security=BY_TOKEN, responses=problems(403, 404))
async def record(
    table: TablePath,
    tables: InjectedTables,
    tokens: Tokens,
    lang: Language,
    format: FromQuery[Literal["json", "text"]] = "json",
) -> Response[dict[str, Any]]:
    """Download the record, as far as you may see the game.

    One line of JSON, as docs/records.md describes it, so that several records make a ``.jsonl`` file; or, with
    ``format=text``, sentences to read.
    """
    line = await tables.read(table, tokens, queries.record_text, lang if format == "text" else None, slow=True)
    content: Any = line.encode() + b"\n"
    if format == "text":
        return Response(content, media_type=TEXT)
    name = {"content-disposition": f'attachment; filename="azulejo-{table}.json"'}
    return Response(content, media_type=JSON, headers=name)


@post("/records", opt={LIMIT: CREATE}, responses=problems())
async def import_record(data: JSONBody[ImportRecord], address: Address, tables: InjectedTables) -> Created:
    """Bring in a record to look at; every event in it is checked first."""
    return await tables.run_long(creation.import_record, data, address)


HANDLERS = [position, picture, record, import_record]
