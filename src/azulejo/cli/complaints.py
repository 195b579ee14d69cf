"""``azulejo complaints``: what people have complained about, and what is done about it."""

import json
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from azulejo.texts import say
from azulejo.texts.errors import BadOption


def complaints(complaint: str | None, do: str | None, config: Path | None, database: str | None, lang: str) -> None:
    """List the complaints that nobody has handled; show one of them, or act on it."""
    try:
        from azulejo.server.settings import ServerSettings
        from azulejo.server.storage import Database
        from azulejo.server.tables import Tables
        from azulejo.server.tables.complaints import act, find, listing
    except ModuleNotFoundError as problem:
        if (problem.name or "azulejo").partition(".")[0] == "azulejo":
            raise
        raise BadOption("cli.serve_extra", value=problem.name) from None
    if do is not None and complaint is None:
        raise BadOption("cli.complaints.which", value=do)
    settings = ServerSettings.load(config, database=database)
    with closing(Database(settings.database)) as opened:
        opened.check()
        tables = Tables(opened, settings)
        if complaint is None:
            found = listing(tables)
            print("\n".join(_line(one, lang) for one in found) or say("cli.complaints.none", lang))
        elif do is None:
            print(_page(find(tables, complaint), lang))
        else:
            act(tables, complaint, do)  # type: ignore[arg-type]
            print(say("cli.complaints.done", lang, value=complaint))


def _line(found: Any, lang: str) -> str:
    """Return a complaint in one line."""
    at = time.strftime("%Y-%m-%d %H:%M", time.gmtime(found.at))
    reason = say(f"web.report.reason.{found.reason}", lang)
    return say("cli.complaints.line", lang, id=found.id, at=at, name=found.name, by=found.by_name, reason=reason)


def _page(found: Any, lang: str) -> str:
    """Return all that there is to a complaint."""
    lines = [_line(found, lang), say("cli.complaints.table", lang, table=found.table_id, game=found.game)]
    lines += [found.text] if found.text else []
    names = {found.seat: found.name, found.by_seat: found.by_name}
    for one in json.loads(found.talk):
        said = one.get("text") or say(f"web.talk.emote.{one['emote']}", lang)
        lines.append(f"  {names.get(one['seat']) or say('play.player', lang, seat=one['seat'] + 1)}: {said}")
    return "\n".join(lines)
