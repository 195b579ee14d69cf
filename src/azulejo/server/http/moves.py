"""What players do: moves, taking back, giving up, agreeing to advice; and why a move is not possible."""

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, QueryParameter

from azulejo.server.http.dependencies import Language, TablePath, TheTables, Tokens
from azulejo.server.http.openapi import BY_TOKEN, problems
from azulejo.server.messages import Consent, Done, Leave, PlayMoves, Reason, TakeBack
from azulejo.server.tables import play, queries

PROBLEMS = problems(403, 404, 409)


@post("/tables/{table:str}/moves", status_code=200, security=BY_TOKEN, responses=PROBLEMS)
async def play_moves(table: TablePath, data: JSONBody[PlayMoves], tables: TheTables, tokens: Tokens) -> Done:
    """Play moves of one turn, all or none of them.

    ``after`` is how many events you have seen (``now.number`` of the state): if something has happened since, nothing
    is played and the answer is 409 with the present number. When the answer comes, the moves are stored.
    """
    return await tables.write(table, tokens, play.play_moves, data)


@post("/tables/{table:str}/undo", status_code=200, security=BY_TOKEN, responses=PROBLEMS)
async def undo(table: TablePath, data: JSONBody[TakeBack], tables: TheTables, tokens: Tokens) -> Done:
    """Take back moves, as far as the table's rule allows."""
    return await tables.write(table, tokens, play.take_back, data)


@post("/tables/{table:str}/resign", status_code=200, security=BY_TOKEN, responses=PROBLEMS)
async def resign(table: TablePath, data: JSONBody[Leave], tables: TheTables, tokens: Tokens) -> Done:
    """Give up; at a table of three or four a bot plays on for the seat."""
    return await tables.write(table, tokens, play.resign, data)


@post("/tables/{table:str}/consent", status_code=200, security=BY_TOKEN, responses=PROBLEMS)
async def consent(table: TablePath, data: JSONBody[Consent], tables: TheTables, tokens: Tokens) -> Done:
    """Agree to the engine's advice, or no more; it is given when all people at the table have agreed."""
    return await tables.write(table, tokens, play.consent, data)


@get("/tables/{table:str}/why", security=BY_TOKEN, responses=problems(403, 404))
async def why_not(
    table: TablePath,
    move: Annotated[str, QueryParameter(min_length=1, max_length=64)],
    tables: TheTables,
    tokens: Tokens,
    lang: Language,
) -> Reason:
    """Ask why a move cannot be played now."""
    return await tables.read(table, tokens, queries.reason, move, lang)


HANDLERS = [play_moves, undo, resign, consent, why_not]
