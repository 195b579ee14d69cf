"""Tables: making, joining, looking, leaving, asking for another game; and what players do there."""

from typing import Annotated

from litestar import delete, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter

from azulejo.server.http.dependencies import Address, InjectedTables, Language, TablePath, Tokens
from azulejo.server.http.guards import LIMIT
from azulejo.server.http.openapi import BY_TOKEN, problems
from azulejo.server.limits import CREATE
from azulejo.server.messages import (
    AnswerTakeBack,
    AskTakeBack,
    Complain,
    Consent,
    Created,
    CreateTable,
    Join,
    Leave,
    PlayMoves,
    Reason,
    Receipt,
    SameDeal,
    Say,
    Status,
    TableList,
    TableState,
    TakeBack,
)
from azulejo.server.tables import creation, play, queries, seats, talk


@post("/tables", opt={LIMIT: CREATE}, responses=problems())
async def create_table(data: JSONBody[CreateTable], address: Address, tables: InjectedTables) -> Created:
    """Make a table.

    The game begins at once if no seat is open. The tokens in the answer are the rights to play for your seats and to
    delete the table; they are shown once and cannot be asked for again.
    """
    return await tables.run(creation.create, data, address)


@get("/tables", responses=problems())
async def list_tables(
    tables: InjectedTables,
    game: Annotated[str | None, QueryParameter(max_length=40)] = None,
    status: FromQuery[Status | None] = None,
    before: Annotated[str | None, QueryParameter(max_length=80)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
) -> TableList:
    """List the public tables, newest first."""
    return await tables.run_soon(queries.listing, game, status, before, limit)


@get("/tables/{table:str}", security=BY_TOKEN, responses=problems(403, 404))
async def get_table(
    table: TablePath,
    tables: InjectedTables,
    tokens: Tokens,
    after: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None,
) -> TableState:
    """Get the state of a table as you may see it.

    With ``after``, only the events after that number are in it. Tokens go into the ``Authorization`` header, as
    ``Bearer TOKEN`` (several with commas between them, on a shared device); without any you watch.
    """
    return await tables.read(table, tokens, queries.state, after)


@delete("/tables/{table:str}", security=BY_TOKEN, responses=problems(403, 404, 409))
async def delete_table(table: TablePath, tables: InjectedTables, tokens: Tokens) -> None:
    """Delete a table; only with its maker's token, and while a game runs with those of all people who play it."""
    await tables.run_soon(creation.delete, table, tokens)


@post("/tables/{table:str}/join", responses=problems(404, 409))
async def join(table: TablePath, data: JSONBody[Join], tables: InjectedTables) -> Created:
    """Sit down on an open seat; the game begins when it was the last."""
    return await tables.write(table, None, seats.join, data)


@post("/tables/{table:str}/leave", status_code=200, security=BY_TOKEN, responses=problems(403, 404, 409))
async def leave(table: TablePath, data: JSONBody[Leave], tables: InjectedTables, tokens: Tokens) -> Receipt:
    """Give your seat back before the game has begun; its tokens are worth nothing any more."""
    return await tables.write(table, tokens, seats.leave, data)


@post("/tables/{table:str}/rematch", opt={LIMIT: CREATE}, security=BY_TOKEN, responses=problems(403, 404, 409))
async def rematch(table: TablePath, address: Address, tables: InjectedTables, tokens: Tokens) -> Created:
    """Ask for another game with the same players.

    Everybody who asks gets the same new table and tokens for their own seats there; it begins when all people have
    asked.
    """
    return await tables.run(creation.rematch, table, tokens, address)


@post("/tables/{table:str}/rematch/decline", status_code=200, security=BY_TOKEN, responses=problems(403, 404, 409))
async def decline_rematch(table: TablePath, tables: InjectedTables, tokens: Tokens) -> None:
    """Do without the game that others have asked for; your seats there are free for whoever gets the link."""
    await tables.run_soon(creation.decline, table, tokens)


@post("/tables/{table:str}/again", opt={LIMIT: CREATE}, responses=problems(404, 409))
async def play_again(table: TablePath, data: JSONBody[SameDeal], address: Address, tables: InjectedTables) -> Created:
    """Make a table with the same deal as one that is over, for others or once more."""
    return await tables.run(creation.again, table, data, address)


# ---------------------------------------------------------------- playing

PROBLEMS = problems(403, 404, 409)


@post("/tables/{table:str}/moves", status_code=200, security=BY_TOKEN, responses=PROBLEMS)
async def play_moves(table: TablePath, data: JSONBody[PlayMoves], tables: InjectedTables, tokens: Tokens) -> Receipt:
    """Play moves of one turn, all or none of them.

    ``after`` is how many events you have seen (``now.number`` of the state): if something has happened since, nothing
    is played and the answer is 409 with the present number. When the answer comes, the moves are stored.
    """
    return await tables.write(table, tokens, play.play_moves, data)


@post("/tables/{table:str}/undo", status_code=200, security=BY_TOKEN, responses=PROBLEMS)
async def undo(table: TablePath, data: JSONBody[TakeBack], tables: InjectedTables, tokens: Tokens) -> Receipt:
    """Take back moves, as far as the table's rule allows."""
    return await tables.write(table, tokens, play.take_back, data)


@post("/tables/{table:str}/takeback/ask", status_code=200, security=BY_TOKEN, responses=PROBLEMS)
async def ask_take_back(
    table: TablePath, data: JSONBody[AskTakeBack], tables: InjectedTables, tokens: Tokens
) -> Receipt:
    """Ask the others to take back your last turn, and what was played since.

    Never across a draw, at most three times in a game, and not where the table's rule is ``off``. Whether somebody asks
    stands in the players' ``takeback``; the next turn ends the question.
    """
    return await tables.write(table, tokens, play.ask_take_back, data)


@post("/tables/{table:str}/takeback/answer", status_code=200, security=BY_TOKEN, responses=PROBLEMS)
async def answer_take_back(
    table: TablePath, data: JSONBody[AnswerTakeBack], tables: InjectedTables, tokens: Tokens
) -> Receipt:
    """Agree to what another player asks for, or refuse it; whoever has asked withdraws it by refusing."""
    return await tables.write(table, tokens, play.answer_take_back, data)


@post("/tables/{table:str}/resign", status_code=200, security=BY_TOKEN, responses=PROBLEMS)
async def resign(table: TablePath, data: JSONBody[Leave], tables: InjectedTables, tokens: Tokens) -> Receipt:
    """Give up; at a table of more than two a bot plays on for the seat."""
    return await tables.write(table, tokens, play.resign, data)


@post("/tables/{table:str}/consent", status_code=200, security=BY_TOKEN, responses=PROBLEMS)
async def consent(table: TablePath, data: JSONBody[Consent], tables: InjectedTables, tokens: Tokens) -> Receipt:
    """Agree to the engine's advice, or no more; it is given when all people at the table have agreed."""
    return await tables.write(table, tokens, play.consent, data)


@post("/tables/{table:str}/talk", status_code=200, security=BY_TOKEN, responses=PROBLEMS)
async def say(table: TablePath, data: JSONBody[Say], tables: InjectedTables, tokens: Tokens) -> Receipt:
    """Say something to those who sit at the table: a line without links, or an emote, as far as the table allows."""
    return await tables.write(table, tokens, talk.say, data)


@post("/tables/{table:str}/complaints", opt={LIMIT: CREATE}, security=BY_TOKEN, responses=PROBLEMS)
async def complain(table: TablePath, data: JSONBody[Complain], tables: InjectedTables, tokens: Tokens) -> Receipt:
    """Complain about somebody at the table to those who run this server; what was said there goes with it."""
    return await tables.write(table, tokens, talk.complain, data)


@get("/tables/{table:str}/why", security=BY_TOKEN, responses=problems(403, 404))
async def why_not(
    table: TablePath,
    move: Annotated[str, QueryParameter(min_length=1, max_length=64)],
    tables: InjectedTables,
    tokens: Tokens,
    lang: Language,
) -> Reason:
    """Ask why a move cannot be played now."""
    return await tables.read(table, tokens, queries.reason, move, lang)


HANDLERS = [
    create_table,
    list_tables,
    get_table,
    delete_table,
    join,
    leave,
    rematch,
    decline_rematch,
    play_again,
    play_moves,
    undo,
    ask_take_back,
    answer_take_back,
    resign,
    consent,
    say,
    complain,
    why_not,
]
