"""What this server offers; and for operators, whether it is alive and ready, and its figures."""

from dataclasses import asdict
from functools import lru_cache
from typing import Annotated, Any, Literal

from litestar import Response, get
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath, QueryParameter
from sqlalchemy import func, select

from azulejo.bots.levels import LEVELS
from azulejo.games import names, rulebook, title
from azulejo.server.http.dependencies import InjectedService
from azulejo.server.http.guards import own_machines
from azulejo.server.http.openapi import VERSION, problems
from azulejo.server.messages import GameInfo, GameMove, GameMoves, GameTexts, Info, OptionInfo
from azulejo.server.monitoring import CONTENT_TYPE
from azulejo.server.refusals import refuse_if
from azulejo.server.storage import ARCHIVED, OPEN, OVER, PLAYING, schema
from azulejo.server.tables import Tables
from azulejo.texts import catalogue, page

KEPT: dict[str, Any] = {"cache_control": CacheControlHeader(public=True, max_age=300), "opt": {"plain": False}}
"""Of answers that change with the version alone: they may be kept for a while, and are compressed."""


@get("/info", responses=problems())
async def info(service: InjectedService) -> Info:
    """Tell what this server offers: games, options, levels of bots, limits."""
    settings = service.settings
    return Info(
        version=VERSION,
        games=[_game(name) for name in names()],
        limits={
            "analysis_seconds": int(settings.analysis_seconds) if settings.analysis_workers else 0,
            "analysis_nodes": settings.analysis_nodes if settings.analysis_workers else 0,
            "body_bytes": settings.body_bytes,
            "message_bytes": settings.message_bytes,
        },
        preparing=[name for name in names() if settings.warm_up and not service.bots.is_ready(name)],
    )


def _game(name: str) -> GameInfo:
    found = title(name)
    options = [OptionInfo(name=one.name, values=list(one.values), kind=one.kind) for one in found.options]
    return GameInfo(name=name, seats=list(found.seats), options=options, levels=list(LEVELS), secrets=found.secrets)


@get("/games/{game:str}/moves", responses=problems(404), sync_to_thread=True, **KEPT)
def game_moves(game: FromPath[str]) -> GameMoves:
    """List all moves of a game with what they say: texts stand for them everywhere else."""
    return _moves(_known(game))


@lru_cache
def _moves(game: str) -> GameMoves:
    book = rulebook(game)
    return GameMoves(
        moves=[GameMove(text=book.move_text(code), parts=asdict(book.parts(code))) for code in range(book.move_codes)]
    )


@get("/games/{game:str}/texts", responses=problems(404), **KEPT)
async def game_texts(
    game: FromPath[str], language: Annotated[Literal["en", "ru"], QueryParameter(name="lang")] = "en"
) -> GameTexts:
    """Get what a game says, in its own words; what is missing in a language is said in another."""
    own = f"{_known(game)}."
    found = {key.removeprefix(own): entry for key, entry in catalogue(language).items() if key.startswith(own)}
    return GameTexts(texts=found, rules=page(game, "rules", language))


def _known(game: str) -> str:
    refuse_if(game not in names(), 404, "errors.game", value=game[:40], values=names())
    return game


HANDLERS = [info, game_moves, game_texts]

# ---------------------------------------------------------------- for operators


@get("/health")
async def health() -> dict[str, str]:
    """Say that the process is alive."""
    return {"status": "ok"}


@get("/health/ready")
async def ready(service: InjectedService) -> Response[dict[str, str]]:
    """Say whether requests should be sent here: it has started, is not about to stop, and can write."""
    is_ready = service.ready and not service.tables.tables.is_behind
    return Response({"status": "ok" if is_ready else "not ready"}, status_code=200 if is_ready else 503)


@get("/metrics", media_type=CONTENT_TYPE, guards=[own_machines])
async def metrics(service: InjectedService) -> bytes:
    """Give Prometheus its figures."""
    counts = await service.tables.run(_counts)
    for status in (OPEN, PLAYING, OVER, ARCHIVED):
        service.metrics.tables.labels(status).set(counts.get(status, 0))
    return service.metrics.text()


def _counts(tables: Tables) -> dict[str, Any]:
    status = schema.tables.c.status
    return dict(map(tuple, tables.database.find(select(status, func.count()).group_by(status))))
