"""Records that somebody sends: what is checked of them before anything is done with them."""

from typing import Any

from azulejo.play import Record
from azulejo.server.refusals import Refusal, refuse_if
from azulejo.server.storage import as_json

MOST_EVENTS = 5_000
"""A table with more is refused, and nothing is taken back any more soon before: no game has a tenth of that."""


def checked_record(given: Any) -> Record:
    """Return a record that somebody sends, checked for its shape, its length and its options alone; raises an error."""
    try:
        record = Record.from_dict(given)
        as_json(record.to_dict())
    except RecursionError:  # lists inside lists without end
        raise Refusal(400, "errors.not_json_value") from None
    refuse_if(len(record.events) > MOST_EVENTS, 413, "server.table.long", count=MOST_EVENTS)
    return record
