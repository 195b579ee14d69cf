"""Records that somebody sends: what is checked of them before anything is done with them."""

from typing import Any

from azulejo.play import Record
from azulejo.play.game import effective
from azulejo.server.refusals import Refusal, refuse_if
from azulejo.server.storage import as_json

MOST_EVENTS = 2_000
"""A table with more is refused, and nothing is taken back any more soon before: no game has a quarter of that."""
TAKEN_BACK_FREELY = 50
"""So many moves more may have been taken back in a record than played."""


def checked_record(given: Any) -> Record:
    """Return a record that somebody sends, checked for its shape, its length and its options alone; raises an error."""
    try:
        record = Record.from_dict(given)
        as_json(record.to_dict())
    except RecursionError:  # lists inside lists without end
        raise Refusal(400, "errors.not_json_value") from None
    refuse_if(len(record.events) > MOST_EVENTS, 413, "server.table.long", count=MOST_EVENTS)
    played = sum("move" in record.events[at] for at in effective(record.events))
    undone = sum("move" in event for event in record.events) - played
    refuse_if(undone > played + TAKEN_BACK_FREELY, 400, "server.table.undone")
    return record
