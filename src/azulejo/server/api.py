"""The calls of the API: the same for our client, for bots and for everybody else."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import asdict
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec

from azulejo.bots.levels import LEVELS
from azulejo.games import names, rulebook, title
from azulejo.server.analysis import analyses
from azulejo.server.calls import CALLS, LINES, Answer, Asked, Query, call
from azulejo.server.hub import Reader
from azulejo.server.limits import ANALYSIS, CREATE
from azulejo.server.messages import (
    Analyse,
    Analysis,
    Consent,
    Created,
    CreateTable,
    Done,
    GameInfo,
    GameMove,
    GameMoves,
    GameTexts,
    ImportRecord,
    Info,
    Join,
    Leave,
    Number,
    OptionInfo,
    PlayMoves,
    Position,
    Reason,
    SameDeal,
    State,
    Status,
    TableList,
    TakeBack,
    Update,
)
from azulejo.server.problems import invalid, said
from azulejo.server.refusals import Refusal
from azulejo.server.storage.rows import OPEN
from azulejo.server.tables import Viewer
from azulejo.server.version import VERSION
from azulejo.texts import catalogue, message, page

__all__ = ["CALLS", "reason"]

KEEP_ALIVE = 15.0
"""Seconds after which a stream says that it is still there."""

TEXT = "text/plain; charset=utf-8"
SVG = "image/svg+xml; charset=utf-8"


class ListQuery(Query):
    """Which public tables, and how many at once."""

    game: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    status: Status | None = None
    before: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50


class AfterQuery(Query):
    """How many events have been seen already."""

    after: Number | None = None


class WhyQuery(Query):
    """The text of a move."""

    move: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class TextsQuery(Query):
    """The language."""

    lang: Literal["en", "ru"] = "en"


class PictureQuery(Query):
    """After how many events (all of them if it is left out), in which form and language."""

    number: Number | None = None
    format: Literal["svg", "text"] = "svg"
    lang: Literal["en", "ru"] = "en"


class RecordQuery(Query):
    """The form of the record."""

    format: Literal["json", "text"] = "json"


# ---------------------------------------------------------------- the server


@call("GET", "/info", answer=Info, tag="server")
async def info(asked: Asked) -> Info:
    """Tell what this server offers: games, options, levels of bots, limits."""
    settings = asked.service.settings
    return Info(
        version=VERSION,
        games=[
            GameInfo(
                name=name,
                seats=list(title(name).seats),
                options=[
                    OptionInfo(name=one.name, values=list(one.values), kind=one.kind) for one in title(name).options
                ],
                levels=list(LEVELS),
            )
            for name in names()
        ],
        limits={
            "analysis_seconds": int(settings.analysis_seconds) if settings.analysis_workers else 0,
            "analysis_nodes": settings.analysis_nodes if settings.analysis_workers else 0,
            "body_bytes": settings.body_bytes,
            "message_bytes": settings.message_bytes,
        },
        preparing=[name for name in names() if settings.warm_up and not asked.service.bots.is_ready(name)],
    )


@call("GET", "/games/{game}/moves", answer=GameMoves, tag="server")
async def game_moves(asked: Asked) -> GameMoves:
    """List all moves of a game with what they say: texts stand for them everywhere else."""
    return _moves(asked.path["game"])


@lru_cache
def _moves(game: str) -> GameMoves:
    book = rulebook(_known(game))
    return GameMoves(
        moves=[GameMove(text=book.move_text(code), parts=asdict(book.parts(code))) for code in range(book.move_codes)]
    )


@call("GET", "/games/{game}/texts", query=TextsQuery, answer=GameTexts, tag="server")
async def game_texts(asked: Asked) -> GameTexts:
    """Get what a game says, in its own words; what is missing in a language is said in another."""
    game = _known(asked.path["game"])
    own = f"{game}."
    found = {key.removeprefix(own): entry for key, entry in catalogue(asked.query.lang).items() if key.startswith(own)}
    return GameTexts(texts=found, rules=page(game, "rules", asked.query.lang))


def _known(game: str) -> str:
    if game not in names():
        raise Refusal(404, message("errors.game", value=game[:40], values=names()))
    return game


# ---------------------------------------------------------------- tables


@call("POST", "/tables", limit=CREATE, body=CreateTable, answer=Created, status=201)
async def create_table(asked: Asked) -> Created:
    """Make a table.

    The game begins at once if no seat is open. The tokens in the answer are the rights to play for your seats and to
    delete the table; they are shown once and cannot be asked for again.
    """
    created, change = await asked.run(asked.service.tables.create, asked.body, asked.address)
    asked.service.changed(change)
    made: Created = created
    return made


@call("GET", "/tables", query=ListQuery, answer=TableList)
async def list_tables(asked: Asked) -> TableList:
    """List the public tables, newest first."""
    given = asked.query
    found: TableList = await asked.run(
        asked.service.tables.listing, given.game, given.status, given.before, given.limit
    )
    return found


@call("GET", "/tables/{table}", query=AfterQuery, answer=State, secret=True, problems=(403,))
async def get_table(asked: Asked) -> State:
    """Get the state of a table as you may see it.

    With ``after``, only the events after that number are in it. Tokens go into the ``Authorization`` header, as
    ``Bearer TOKEN`` (several with commas between them, on a shared device); without any you watch.
    """
    state: State
    while True:
        viewer = await asked.viewer()
        state = await asked.run(asked.service.tables.state, asked.table, viewer, asked.query.after)
        if not viewer.waiting or state.table.status == OPEN:  # else the game has just begun: look at the tokens again
            return state


@call("DELETE", "/tables/{table}", secret=True, problems=(403,))
async def delete_table(asked: Asked) -> None:
    """Delete a table; only with its maker's token."""
    if len(asked.tokens) != 1:
        raise Refusal(403, message("server.table.not_maker"))
    await asked.change(asked.service.tables.delete, asked.table, asked.tokens[0])


@call("POST", "/tables/{table}/join", body=Join, answer=Created, status=201, problems=(409,))
async def join(asked: Asked) -> Created:
    """Sit down on an open seat; the game begins when it was the last."""
    created, change = await asked.run(asked.service.tables.join, asked.table, asked.body, asked.address)
    asked.service.changed(change)
    made: Created = created
    return made


@call("POST", "/tables/{table}/leave", body=Leave, answer=Done, secret=True, problems=(403, 409))
async def leave(asked: Asked) -> Done:
    """Give your seat back before the game has begun; its tokens are worth nothing any more."""
    change = await asked.change(asked.service.tables.leave, asked.table, await asked.viewer(), asked.body)
    return Done(table=asked.table, number=change.number)


@call("POST", "/tables/{table}/moves", body=PlayMoves, answer=Done, secret=True, problems=(403, 409))
async def play_moves(asked: Asked) -> Done:
    """Play moves of one turn, all or none of them.

    ``after`` is how many events you have seen (``now.number`` of the state): if something has happened since, nothing
    is played and the answer is 409 with the present number. When the answer comes, the moves are stored.
    """
    change = await asked.change(asked.service.tables.move, asked.table, await asked.viewer(), asked.body)
    return Done(table=asked.table, number=change.number)


@call("POST", "/tables/{table}/undo", body=TakeBack, answer=Done, secret=True, problems=(403, 409))
async def undo(asked: Asked) -> Done:
    """Take back moves, as far as the table's rule allows."""
    change = await asked.change(asked.service.tables.undo, asked.table, await asked.viewer(), asked.body)
    return Done(table=asked.table, number=change.number)


@call("POST", "/tables/{table}/resign", body=Leave, answer=Done, secret=True, problems=(403, 409))
async def resign(asked: Asked) -> Done:
    """Give up; at a table of three or four a bot plays on for the seat."""
    change = await asked.change(asked.service.tables.resign, asked.table, await asked.viewer(), asked.body)
    return Done(table=asked.table, number=change.number)


@call("POST", "/tables/{table}/consent", body=Consent, answer=Done, secret=True, problems=(403, 409))
async def consent(asked: Asked) -> Done:
    """Agree to the engine's advice, or no more; it is given when all people at the table have agreed."""
    change = await asked.change(asked.service.tables.consent, asked.table, await asked.viewer(), asked.body)
    return Done(table=asked.table, number=change.number)


@call("POST", "/tables/{table}/rematch", limit=CREATE, answer=Created, status=201, secret=True, problems=(403, 409))
async def rematch(asked: Asked) -> Created:
    """Ask for another game with the same players.

    Everybody who asks gets the same new table and tokens for their own seats there; it begins when all people have
    asked.
    """
    viewer = await asked.viewer()
    created, change = await asked.run(asked.service.tables.rematch, asked.table, viewer, asked.address)
    asked.service.changed(change)
    made: Created = created
    return made


@call("POST", "/tables/{table}/again", limit=CREATE, body=SameDeal, answer=Created, status=201, problems=(409,))
async def play_again(asked: Asked) -> Created:
    """Make a table with the same deal as one that is over, for others or once more."""
    created, change = await asked.run(asked.service.tables.again, asked.table, asked.body, asked.address)
    asked.service.changed(change)
    made: Created = created
    return made


@call("GET", "/tables/{table}/why", query=WhyQuery, answer=Reason, secret=True, problems=(403,))
async def why_not(asked: Asked) -> Reason:
    """Ask why a move cannot be played now."""
    return await reason(asked, await asked.viewer(), asked.query.move)


async def reason(asked: Asked, viewer: Viewer, move: str) -> Reason:
    """Return why a viewer cannot play a move now; also for live connections."""
    found = await asked.run(asked.service.tables.why, asked.table, viewer, move)
    if found is None:
        return Reason(move=move, legal=True)
    return Reason(move=move, legal=False, reason=said(found), text=found.text(asked.lang))


@call("GET", "/tables/{table}/positions/{number}", answer=Position, secret=True, problems=(403,), tag="records")
async def position(asked: Asked) -> Position:
    """Get the table as it was after a number of events."""
    try:
        number = msgspec.convert(asked.path["number"], Number, strict=False)
    except msgspec.MsgspecError as problem:
        raise invalid(problem, place="number") from None
    found: Position = await asked.run(asked.service.tables.position, asked.table, await asked.viewer(), number)
    return found


@call(
    "GET",
    "/tables/{table}/picture",
    query=PictureQuery,
    answer=str,
    secret=True,
    problems=(403,),
    media_types=(SVG, TEXT),
    tag="records",
)
async def picture(asked: Asked) -> Answer:
    """Draw the table as its rulebook does, as you may see it: a picture, or characters with ``format=text``.

    For clients that have no picture of a game of their own.
    """
    given = asked.query
    drawn = await asked.run(
        asked.service.tables.picture, asked.table, await asked.viewer(), given.number, given.format, given.lang
    )
    return Answer(drawn.encode(), SVG if given.format == "svg" else TEXT)


@call(
    "GET",
    "/tables/{table}/record",
    query=RecordQuery,
    answer=dict[str, Any],
    secret=True,
    problems=(403,),
    media_types=("application/json", TEXT),
    tag="records",
)
async def record(asked: Asked) -> Answer:
    """Download the record, as far as you may see the game.

    One line of JSON, as docs/records.md describes it, so that several records make a ``.jsonl`` file; or, with
    ``format=text``, sentences to read.
    """
    found = await asked.run(asked.service.tables.record, asked.table, await asked.viewer())
    if asked.query.format == "text":
        lines = await asked.run(found.text, asked.lang)
        return Answer((lines + "\n").encode(), TEXT)
    name = {"content-disposition": f'attachment; filename="azulejo-{asked.table}.json"'}
    return Answer((found.to_json() + "\n").encode(), headers=name)


@call("POST", "/records", limit=CREATE, body=ImportRecord, answer=Created, status=201, tag="records")
async def import_record(asked: Asked) -> Created:
    """Bring in a record to look at; every event in it is checked first."""
    made: Created = await asked.run(asked.service.tables.import_record, asked.body, asked.address)
    return made


# ---------------------------------------------------------------- streams


@call(
    "GET",
    "/tables/{table}/events",
    query=AfterQuery,
    answer=Update,
    secret=True,
    problems=(403,),
    media_types=(LINES,),
    tag="bots",
)
async def events(asked: Asked) -> AsyncIterator[bytes]:
    """Listen to a table: one update a line, as long as you stay.

    The first line tells what has happened since ``after`` (everything, if it is left out) and how the table stands
    now. An empty line comes every 15 seconds to show that the connection is alive. The stream ends when the table is
    deleted, or the server restarts: then ask again with the last ``number``. It ends, too, when your seat was given
    back before the game began: then ask without its token.
    """
    viewer = await asked.viewer()
    holding = contextlib.ExitStack()
    holding.enter_context(asked.service.limits.connection(asked.address))
    room_for = asked.service.settings.queue_messages
    reader = Reader(asked.table, viewer, asked.tokens, room_for, only_updates=True)
    try:
        await asked.service.hub.enter(reader, asked.query.after)
    except BaseException:
        holding.close()
        raise
    return _lines(asked, reader, holding)


async def _lines(asked: Asked, reader: Reader, holding: contextlib.ExitStack) -> AsyncIterator[bytes]:
    hub = asked.service.hub
    try:
        await hub.present(reader)
        while True:
            text = await reader.next(KEEP_ALIVE)
            if text is not None:
                yield text.encode() + b"\n"
            elif reader.closed.done():
                return
            else:
                yield b"\n"
    finally:
        holding.close()
        await asyncio.shield(hub.leave(reader))


@call(
    "POST",
    "/analysis",
    limit=ANALYSIS,
    body=Analyse,
    answer=Analysis,
    secret=True,
    problems=(403, 404, 503),
    media_types=(LINES,),
    tag="analysis",
)
async def analyse(asked: Asked) -> AsyncIterator[bytes]:
    """Let the engine look at a position.

    One analysis a line, better and better, the last one ``final``; whoever hangs up stops the search. A table that is
    being played without advice is not analysed, and neither is a record or a position of it.
    """
    return await analyses(asked)
