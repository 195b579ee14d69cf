"""What players do: moves, taking back, giving up, agreeing to advice."""

from collections.abc import Sequence

from azulejo.server.messages import AnswerTakeBack, AskTakeBack, Consent, Leave, PlayMoves, Receipt, TakeBack
from azulejo.server.refusals import Refusal, refuse_if, refused_as
from azulejo.server.storage import OPEN, PERSON, PLAYING
from azulejo.server.tables.access import Access, chosen_seat
from azulejo.server.tables.game_cache import CachedGame
from azulejo.server.tables.records import MOST_EVENTS
from azulejo.server.tables.transaction import Transaction, need_status

MOST_TAKEBACKS = 3
"""So often one player may ask the others in one game to take back a turn."""


def play_moves(transaction: Transaction, access: Access, request: PlayMoves) -> Receipt:
    """Play moves of one turn, all or none of them."""
    seat = _mover(transaction, access, request.seat)
    if not _is_late(transaction, seat, request.after):
        transaction.record(_played(transaction, seat, request.moves))
        transaction.seats[seat].away = False
    return transaction.done(seat)


def take_back(transaction: Transaction, access: Access, request: TakeBack) -> Receipt:
    """Take back moves, by the table's rule; the rule ``free`` counts the moves that the viewer sees."""
    seat = _mover(transaction, access, request.seat)
    if not _is_late(transaction, seat, request.after):
        transaction.record(_taken_back(transaction, seat, request.count))
        transaction.seats[seat].away = False
    return transaction.done(seat)


def ask_take_back(transaction: Transaction, access: Access, request: AskTakeBack) -> Receipt:
    """Ask the others to take back one's last turn; bots, and seats on the same device, agree at once."""
    seat, game = _mover(transaction, access, request.seat), transaction.game
    if _is_late(transaction, seat, request.after):
        return transaction.done(seat)
    number, asker = game.number(seat), transaction.seats[seat]
    refuse_if(game.game.undo_rule == "off", 409, "errors.undo_off", events=number)
    refuse_if(game.undoable(seat) > 0, 409, "server.takeback.own", events=number)
    refuse_if(any(one.takeback == "asks" for one in transaction.seats), 409, "server.takeback.pending", events=number)
    refuse_if(game.last_turn(seat) == 0, 409, "server.takeback.none", events=number)
    refuse_if(asker.takebacks >= MOST_TAKEBACKS, 409, "server.takeback.often", events=number, count=MOST_TAKEBACKS)
    for own in access.seats:
        transaction.seats[own].takeback = "agrees"
    asker.takeback, asker.takebacks = "asks", asker.takebacks + 1
    _take_back_if_agreed(transaction)
    return transaction.done(seat)


def answer_take_back(transaction: Transaction, access: Access, request: AnswerTakeBack) -> Receipt:
    """Agree to what another player asks for, or not; whoever has asked takes the question back."""
    seat = _mover(transaction, access, request.seat)
    if _is_late(transaction, seat, request.after):
        return transaction.done(seat)
    is_asked = any(one.takeback == "asks" for one in transaction.seats)
    refuse_if(not is_asked, 409, "server.takeback.nobody", events=transaction.game.number(seat))
    if not request.agree:
        for one in transaction.seats:
            one.takeback = None
    elif transaction.seats[seat].takeback is None:
        transaction.seats[seat].takeback = "agrees"
        _take_back_if_agreed(transaction)
    return transaction.done(seat)


def _take_back_if_agreed(transaction: Transaction) -> None:
    """Take back the turn that is asked for, if nobody is left who has to agree."""
    people = [seat for seat in transaction.seats if seat.kind == PERSON and seat.left is None]
    if all(seat.takeback is not None for seat in people):
        (asker,) = (seat.seat for seat in people if seat.takeback == "asks")
        game = transaction.game.copy()
        with refused_as(409, game.number(asker)):
            game.undo_agreed(game.last_turn(asker), asker)
        transaction.record(game)


def resign(transaction: Transaction, access: Access, request: Leave) -> Receipt:
    """Give up for a seat; at a table of more than two a bot plays on for it."""
    need_status(transaction.row, PLAYING)
    seat = chosen_seat(transaction, access, request.seat)
    game = transaction.game.copy()
    with refused_as(409, game.number(seat)):
        game.leave("resign", seat)
    transaction.record(game)
    return transaction.done(seat)


def consent(transaction: Transaction, access: Access, request: Consent) -> Receipt:
    """Agree to the engine's advice, or not any more."""
    need_status(transaction.row, OPEN, PLAYING)
    refuse_if(transaction.row.settings.helpers != "advice", 409, "server.table.no_advice")
    seat = chosen_seat(transaction, access, request.seat)
    transaction.seats[seat].advice = request.advice
    return transaction.done(seat)


def _mover(transaction: Transaction, access: Access, seat: int | None) -> int:
    """Return the seat that a player wants to move for; raises Refusal if there is nothing to move."""
    refuse_if(not access.seats, 403, "server.seat.none")
    need_status(transaction.row, PLAYING)
    game = transaction.game
    if seat is None and game.turn in access.seats:
        seat = game.turn
    chosen = chosen_seat(transaction, access, seat)
    refuse_if(chosen in game.game.out, 409, "errors.already_out", events=game.number(chosen), seat=chosen + 1)
    return chosen


def _is_late(transaction: Transaction, seat: int, after: int) -> bool:
    """Refuse what comes after something else; return whether it comes after the clock has run out."""
    number = transaction.game.number(seat)
    refuse_if(after != number, 409, "server.move.after", events=number, after=after, number=number)
    if not transaction.time_is_up():
        return False
    transaction.refusal = Refusal(409, "server.move.time", events=transaction.game.number(seat))
    return True


def _played(transaction: Transaction, seat: int, moves: Sequence[str]) -> CachedGame:
    """Return a copy of the game after moves of one turn; raises Refusal at the first that cannot be played."""
    game, number = transaction.game.copy(), transaction.game.number(seat)
    refuse_if(game.turn != seat, 409, "errors.not_your_turn", events=number, turn=game.game.due + 1, seat=seat + 1)
    for at, move in enumerate(moves):
        if at and (game.turn != seat or "draw" in game.game.events[-1]):
            raise Refusal(400, "server.move.turn_over", events=number, move=move, before=moves[at - 1])
        with refused_as(400, number):
            game.push(move, seat)
    return game


def _taken_back(transaction: Transaction, seat: int, count: int) -> CachedGame:
    """Return a copy of the game after a seat has taken back moves; raises Refusal."""
    game = transaction.game.copy()
    number, most = game.number(seat), game.undoable(seat)
    refuse_if(game.length > MOST_EVENTS * 0.8, 409, "server.move.undo_long", events=number)
    if game.game.undo_rule == "turn":
        refuse_if(game.turn != seat, 409, "server.move.undo_turn", events=number)
        refuse_if(most == 0, 409, "server.move.undo_none", events=number)
        refuse_if(count > most, 409, "server.move.undo_most", events=number, count=most)
    with refused_as(409, number):
        game.undo(count + game.hidden_moves(seat), seat)
    return game
