"""``azulejo serve``: the web server."""

import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

from azulejo.cli.search import engine_ready
from azulejo.games import names
from azulejo.texts import say
from azulejo.texts.errors import BadOption

OPEN_AFTER = 0.5
"""Seconds after which the browser is opened: the server has the socket by then, and answers as soon as it can."""


def serve(config: Path | None, show: bool, lang: str, **given: Any) -> None:
    """Serve until told to stop, and say where; what else is told are settings."""
    try:
        from azulejo.server.http.client import is_built
        from azulejo.server.run import CAN_FOLLOW
        from azulejo.server.run import serve as run
        from azulejo.server.settings import ServerSettings
    except ModuleNotFoundError as problem:
        if (problem.name or "azulejo").partition(".")[0] == "azulejo":
            raise
        raise BadOption("cli.serve_extra", value=problem.name) from None

    def started(address: str) -> None:
        key = "cli.serve_address" if is_built() else "cli.serve_no_client"
        print(say(key, lang, address=address), flush=True)
        if show:
            threading.Timer(OPEN_AFTER, webbrowser.open, (address,)).start()

    settings = ServerSettings.load(config, **given)
    if settings.processes > 1 or (settings.warm_up and not CAN_FOLLOW):
        for name in names():
            engine_ready(name, lang)  # once, before all of them would do the same, or before the only one can
    arguments = [one for one in sys.argv[1:] if one != "--open"]  # whoever follows need not open it again
    run(settings, started, arguments)
