"""What somebody may do at a table: what the secrets they show stand for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from azulejo.games.contract import SPECTATOR
from azulejo.server.refusals import Refusal, refuse_if
from azulejo.server.secrets import matches
from azulejo.server.storage import OPEN, rows, schema

if TYPE_CHECKING:
    from azulejo.server.tables.transaction import TableView, Transaction


@dataclass(frozen=True)
class Access:
    """What somebody's secrets stand for at one table."""

    seats: tuple[int, ...] = ()
    waiting: bool = False
    """Whether seats are held and the game had not begun when that was seen: then they may be given back meanwhile."""
    kept: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """What is stored of the secrets, to see whether they are still good."""

    def viewer(self, turn: int | None) -> int:
        """Return the seat through whose eyes they see now, or SPECTATOR.

        On a shared device that is the seat to move, or else the first one held. Once a seat is to move, whoever held
        theirs before the game began has to show the secrets again.

        >>> everybody = [Access((0, 2)), Access(), Access((0, 2), waiting=True)]
        >>> [access.viewer(2) for access in everybody], Access((0, 2)).viewer(1)
        ([2, -1, -1], 0)
        """
        if self.waiting and turn is not None:
            return SPECTATOR
        if turn in self.seats:
            return turn
        return self.seats[0] if self.seats else SPECTATOR


def access_of(view: "TableView", tokens: Sequence[str]) -> Access:
    """Return what secrets stand for at a table; raises Refusal if one is not known."""
    kept = rows.read_tokens(view.connection, view.row.id)
    found = [[(seat, one) for one, seat in kept if matches(token, one)] for token in tokens]
    refuse_if(not all(found), 403, "server.token.wrong")
    hashes = frozenset(one for several in found for _, one in several)
    seats = tuple(sorted({seat for several in found for seat, _ in several} - {schema.MAKER}))
    return Access(seats, view.row.status == OPEN and bool(seats), hashes)


def by_tokens(view: Any, tokens: Sequence[str], function: Callable[..., Any], *given: Any) -> Any:
    """Do something for whoever shows secrets; they are looked at in the same transaction."""
    return function(view, access_of(view, tokens), *given)


def chosen_seat(transaction: "Transaction", access: Access, seat: int | None) -> int:
    """Return the seat that a player speaks for; raises Refusal."""
    refuse_if(not access.seats, 403, "server.seat.none")
    if seat is None:
        refuse_if(len(access.seats) > 1, 400, "server.seat.which", values=list(access.seats))
        seat = access.seats[0]
    refuse_if(seat not in access.seats, 403, "server.seat.other", seat=seat, values=list(access.seats))
    kept = rows.read_tokens(transaction.connection, transaction.row.id) if access.waiting else []
    if access.waiting and not any(hashed in access.kept and held == seat for hashed, held in kept):
        raise Refusal(403, "server.token.wrong")
    return seat
