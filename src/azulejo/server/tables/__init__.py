"""Tables: everything that can be done to them. Each call is one transaction; safe in many threads."""

from azulejo.server.tables.caring import Caring
from azulejo.server.tables.looking import Looking
from azulejo.server.tables.making import Making
from azulejo.server.tables.playing import Playing
from azulejo.server.tables.types import BotTask, Change, Viewer

__all__ = ["BotTask", "Change", "Tables", "Viewer"]


class Tables(Making, Playing, Looking, Caring):
    """All tables of one database, for one process.

    Calls that change something return only when it is written, with the notice to be told to all processes.
    """
