"""Records and options that somebody sends: what is checked of them before anything is done with them."""

from typing import Any

from azulejo.games import rulebook
from azulejo.games.title import Option
from azulejo.play import Record
from azulejo.server.refusals import Refusal, refuse_if
from azulejo.server.storage import as_json

MOST_EVENTS = 5_000
"""A table with more is refused, and nothing is taken back any more soon before: no game has a tenth of that."""
LONGEST_OPTION = 4_000
"""Characters: a whole scoring board typed in by hand has less."""


def check_options(game: str, options: Any) -> None:
    """Refuse an option that names a file, which would be the server's, or that is too long to be one."""
    if not isinstance(options, dict):
        return
    for option in rulebook(game).title.options:
        value = options.get(option.name)
        if isinstance(value, str) and value not in option.values:
            wrong = Refusal(400, "errors.option_value", option=option.name, value=value[:40], values=option.values)
            if names_file(option, value) or len(value) > LONGEST_OPTION:
                raise wrong
            try:
                option.encode(value)
            except RecursionError:
                raise wrong from None


def names_file(option: Option, value: str) -> bool:
    """Return whether the value of an option is the name of a file instead of what stands in it."""
    return option.name == "side" and not value.lstrip().startswith("{")


def checked_record(given: Any) -> Record:
    """Return a record that somebody sends, checked for its shape, its length and its options alone; raises an error."""
    try:
        check_options(str(given.get("game")), given.get("options"))
        record = Record.from_dict(given)
        as_json(record.to_dict())
    except RecursionError:  # lists inside lists without end
        raise Refusal(400, "errors.not_json_value") from None
    refuse_if(len(record.events) > MOST_EVENTS, 413, "server.table.long", count=MOST_EVENTS)
    return record
