"""Builds what a viewer is told: tables, states, updates, positions."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from azulejo.bots.referee import places
from azulejo.games.contract import CHANCE, OVER, SPECTATOR, Board, apply, to_move
from azulejo.play import Game
from azulejo.server.lines import said
from azulejo.server.messages import (
    Clocks,
    Helpers,
    LegalMove,
    Player,
    Position,
    Preview,
    Result,
    Table,
    Update,
)
from azulejo.server.opened import Opened
from azulejo.server.storage.rows import PERSON, PLAYING, SeatRow, TableRow


@dataclass(frozen=True)
class Shown:
    """A table with all that its views need, read in one transaction."""

    row: TableRow
    seats: Sequence[SeatRow]
    opened: Opened
    reveal: bool
    """Whether the seed may be shown: the game is over, and nobody plays the same deal any more."""


# ---------------------------------------------------------------- the table


def helpers_now(row: TableRow, seats: Sequence[SeatRow]) -> Helpers:
    """Return which helpers hold now: advice only if there is one person, or every person has agreed."""
    wanted = row.settings.helpers
    if wanted != "advice":
        return wanted
    people = [seat for seat in seats if seat.kind != "bot"]
    agreed = all(seat.kind == PERSON and (seat.advice or seat.left is not None) for seat in people)
    return "advice" if agreed or len(people) == 1 else "previews"


def table_of(row: TableRow, seats: Sequence[SeatRow], connected: Collection[int], same_deal: int) -> Table:
    """Return what everybody may know about a table."""
    return Table(
        id=row.id,
        game=row.game,
        seats=row.seats,
        options=row.options,
        settings=row.settings,
        status=row.status,
        players=[player_of(seat, seat.seat in connected) for seat in seats],
        commitment=row.commitment,
        created=row.created,
        practice=row.practice or row.settings.undo == "free",
        position=row.position is not None,
        helpers=helpers_now(row, seats),
        rematch=row.rematch,
        same_deal=same_deal,
    )


def player_of(seat: SeatRow, connected: bool) -> Player:
    """Return who sits on a seat."""
    return Player(
        kind=seat.kind,
        name=seat.name,
        level=seat.level,
        connected=connected and seat.kind == PERSON,
        left=seat.left,
        away=seat.away,
        advice=seat.advice,
    )


# ---------------------------------------------------------------- the game


def update_of(shown: Shown, eye: int, after: int) -> Update:
    """Return what a viewer has missed, and how the table stands now for them."""
    row, opened = shown.row, shown.opened
    game, number = opened.game, opened.number(eye)
    moves_now = is_to_decide(shown, eye)
    state = opened.state(eye)
    return Update(
        table=row.id,
        after=after,
        number=number,
        events=opened.lines(after, number, eye),
        board=_board(opened, state, eye),
        position=opened.remember(("position", state.tobytes()), lambda: opened.book.position_text(state)),
        turn=game.turn if row.status == PLAYING else None,
        scores=opened.scores(state),
        legal=legal_of(shown, state) if moves_now else [],
        suggested=opened.remember("suggested", lambda: _suggested(opened, state)) if moves_now else None,
        undo=opened.undoable(eye) if row.status == PLAYING else 0,
        clocks=clocks_of(row, shown.seats),
        result=result_of(game, shown.reveal) if game.is_over else None,
    )


def _suggested(opened: Opened, state: Any) -> str:
    return opened.book.move_text(opened.book.suggest(state))


def _board(opened: Opened, state: Any, eye: int) -> Board:
    """Return a board; those who see the same share the work, and each is told through whose eyes it is seen."""
    seen: Board = opened.remember(("board", state.tobytes()), lambda: opened.book.board(state, None))
    return seen if eye == SPECTATOR else replace(seen, viewer=eye)


def is_to_decide(shown: Shown, eye: int) -> bool:
    """Return whether a viewer is to choose a move now."""
    return shown.row.status == PLAYING and eye == shown.opened.game.turn and shown.seats[eye].left is None


def legal_of(shown: Shown, state: Any) -> list[LegalMove]:
    """Return the moves that the seat to move can choose from, with previews where helpers allow them."""
    previews = helpers_now(shown.row, shown.seats) != "none"
    opened = shown.opened
    return opened.remember(("legal", previews), lambda: _legal_moves(opened.game, state, previews))


def _legal_moves(game: Game, state: Any, previews: bool) -> list[LegalMove]:
    book, seat = game.rulebook, to_move(state)
    return [
        LegalMove(
            move=book.move_text(code),
            said=said(book.describe(state, code)),
            effect=asdict(book.effect(state, code)),
            preview=_preview(book.preview(state, code)) if previews else None,
            ends_turn=_ends_turn(state, code, seat),
        )
        for code in game.legal_moves.codes
    ]


def _preview(seen: Any) -> Preview:
    return Preview(
        points=int(seen.points),
        loss=int(seen.loss),
        jokers=int(seen.jokers),
        ends_round=bool(seen.ends_round),
        ends_game=bool(seen.ends_game),
    )


def _ends_turn(state: Any, code: int, seat: int) -> bool:
    """Return whether after a move another seat is to move, a draw is due, or the game is over."""
    after = state.copy()
    apply(after, code)
    return bool(to_move(after) != seat)


def clocks_of(row: TableRow, seats: Sequence[SeatRow]) -> Clocks | None:
    """Return what is left on the clocks."""
    if row.clock is None:
        return None
    return Clocks(
        left=[round(left, 3) for left in row.clock.left], at=row.clock.since, running=running_clock(row, seats)
    )


def running_clock(row: TableRow, seats: Sequence[SeatRow]) -> int | None:
    """Return whose clock runs: that of the seat to move, unless it has left the game."""
    if row.status != PLAYING or row.turn is None or seats[row.turn].left is not None:
        return None
    return row.turn


def result_of(game: Game, reveal: bool) -> Result:
    """Return how a game ended."""
    ended = game.outcome()
    assert ended is not None
    return Result(
        winners=list(ended.winners),
        scores=list(ended.scores),
        places=list(places(game)),
        reason=ended.reason,  # type: ignore[arg-type]
        seed=game.record().seed if reveal else None,
    )


def position_of(shown: Shown, number: int, eye: int) -> Position:
    """Return the table after some events, as a viewer may see it."""
    opened = shown.opened
    state = opened.state_at(number, eye)
    turn = OVER if number == opened.length and opened.game.is_over else to_move(state)
    return Position(
        number=number,
        board=opened.book.board(state, None if eye == SPECTATOR else eye),
        position=opened.book.position_text(state),
        turn=None if turn in (CHANCE, OVER) else int(turn),
        scores=opened.scores(state),
    )
