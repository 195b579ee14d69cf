"""What players do: moves, taking back, giving up, agreeing to advice."""

from collections.abc import Sequence

from azulejo.play import Game
from azulejo.server.messages import Consent, Leave, PlayMoves, TakeBack
from azulejo.server.refusals import Refusal
from azulejo.server.storage.rows import OPEN, PLAYING
from azulejo.server.tables.core import MOST_EVENTS, Core, Work, chosen_seat, need_status
from azulejo.server.tables.types import Change, Viewer
from azulejo.texts import message
from azulejo.texts.errors import AzulejoError


class Playing(Core):
    """The part of :class:`~azulejo.server.tables.Tables` for players."""

    def move(self, table: str, viewer: Viewer, request: PlayMoves) -> Change:
        """Play moves of one turn, all or none of them."""
        with self._writing(table) as work:
            seat = self._mover(work, viewer, request.seat)
            if not self._is_late(work, seat, request.after):
                work.play(_played(work, seat, request.moves))
                _is_back(work, seat)
        return work.change()

    def undo(self, table: str, viewer: Viewer, request: TakeBack) -> Change:
        """Take back moves, by the table's rule; the rule ``free`` counts the moves that the viewer sees."""
        with self._writing(table) as work:
            seat = self._mover(work, viewer, request.seat)
            if not self._is_late(work, seat, request.after):
                work.play(_taken_back(work, seat, request.count))
                _is_back(work, seat)
        return work.change()

    def resign(self, table: str, viewer: Viewer, request: Leave) -> Change:
        """Give up for a seat; at a table of three or four a bot plays on for it."""
        with self._writing(table) as work:
            need_status(work.row, PLAYING)
            seat = chosen_seat(work, viewer, request.seat)
            trial = work.game.copy()
            try:
                trial.leave("resign", seat)
            except AzulejoError as problem:
                raise Refusal(409, problem.message, number=work.opened.number(seat)) from None
            work.play(trial)
        return work.change()

    def consent(self, table: str, viewer: Viewer, request: Consent) -> Change:
        """Agree to the engine's advice, or not any more."""
        with self._writing(table) as work:
            need_status(work.row, OPEN, PLAYING)
            if work.row.settings.helpers != "advice":
                raise Refusal(409, message("server.table.no_advice"))
            work.seats[chosen_seat(work, viewer, request.seat)].advice = request.advice
        return work.change()

    def _mover(self, work: Work, viewer: Viewer, seat: int | None) -> int:
        """Return the seat that a player wants to move for; raises Refusal if there is nothing to move."""
        if not viewer.seats:
            raise Refusal(403, message("server.seat.none"))
        need_status(work.row, PLAYING)
        if seat is None and work.game.turn in viewer.seats:
            seat = work.game.turn
        chosen = chosen_seat(work, viewer, seat)
        if chosen in work.game.out:
            raise Refusal(409, message("errors.already_out", seat=chosen + 1), number=work.opened.number(chosen))
        return chosen

    def _is_late(self, work: Work, seat: int, after: int) -> bool:
        """Refuse what comes after something else; return whether it comes after the clock has run out."""
        number = work.opened.number(seat)
        if after != number:
            raise Refusal(409, message("server.move.after", after=after, number=number), number=number)
        if not work.time_is_up():
            return False
        work.refusal = Refusal(409, message("server.move.time"), number=work.opened.number(seat), change=work.change())
        return True


def _played(work: Work, seat: int, moves: Sequence[str]) -> Game:
    """Return a copy of the game after moves of one turn; raises Refusal at the first that cannot be played."""
    trial, number = work.game.copy(), work.opened.number(seat)
    if trial.turn != seat:
        said = message("errors.not_your_turn", turn=trial.due + 1, seat=seat + 1)
        raise Refusal(409, said, number=number)
    for at, move in enumerate(moves):
        before = len(trial.events)
        if at and trial.turn != seat:
            raise Refusal(400, message("server.move.turn_over", move=move, before=moves[at - 1]), number=number)
        try:
            trial.push(move, seat)
        except AzulejoError as problem:
            raise Refusal(400, problem.message, number=number) from None
        drawn = any("draw" in event for event in trial.events[before:])
        if drawn and at < len(moves) - 1:
            raise Refusal(400, message("server.move.turn_over", move=moves[at + 1], before=move), number=number)
    return trial


def _taken_back(work: Work, seat: int, count: int) -> Game:
    """Return a copy of the game after a seat has taken back moves; raises Refusal."""
    trial, opened = work.game.copy(), work.opened
    number = opened.number(seat)
    if opened.length > MOST_EVENTS * 0.8:
        raise Refusal(409, message("server.move.undo_long"), number=number)
    if trial.undo_rule == "turn":
        if trial.turn != seat:
            raise Refusal(409, message("server.move.undo_turn"), number=number)
        if count > opened.undoable(seat) > 0:
            raise Refusal(409, message("server.move.undo_most", count=opened.undoable(seat)), number=number)
        if opened.undoable(seat) == 0:
            raise Refusal(409, message("server.move.undo_none"), number=number)
    try:
        trial.undo(count + opened.hidden_moves(seat), seat)
    except AzulejoError as problem:
        raise Refusal(409, problem.message, number=number) from None
    return trial


def _is_back(work: Work, seat: int) -> None:
    """Somebody who moves is there."""
    work.seats[seat].away = False
    work.seats[seat].last_seen = work.now
