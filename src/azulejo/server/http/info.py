"""What this server offers."""

from litestar import get

from azulejo.games import names, title
from azulejo.server.http.dependencies import TheService
from azulejo.server.http.openapi import problems
from azulejo.server.messages import GameInfo, Info, OptionInfo
from azulejo.server.tables.levels import levels_for
from azulejo.server.version import VERSION


@get("/info", tags=["server"], responses=problems())
async def info(service: TheService) -> Info:
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
    options = [
        OptionInfo(name=one.name, values=list(one.values), open=one.encode_other is not None)
        for one in title(name).options
    ]
    return GameInfo(name=name, seats=list(title(name).seats), options=options, levels=list(levels_for(name)))
