"""Checking a record: that every event follows the rules, and that nobody chose the draws."""

import hashlib

from azulejo.games.contract import CHANCE, to_move
from azulejo.play.dealer import Dealer
from azulejo.play.game import RANDOM, Game, effective
from azulejo.play.record import Record, event_problem
from azulejo.texts.errors import BadRecord


def verify(record: Record) -> Game:
    """Replay a record, check everything in it, and return the game; raises BadRecord.

    A record without its seed (of a running game) is checked for the rules alone.
    """
    game = Game.from_record(record, until=0, trust=False)
    dealer = None if record.seed is None else Dealer(record.seed)
    if dealer is not None and dealer.commitment != record.commitment:
        raise BadRecord("errors.verify_commitment", value=hashlib.sha256(dealer.seed).hexdigest())
    snapshots = {snapshot.at: snapshot for snapshot in record.snapshots}
    for at, event in enumerate(record.events):
        if dealer is not None:
            _check_chance(game, dealer, record, at)
        try:
            game.replay(event)
        except BadRecord as problem:
            raise event_problem(at, problem) from None
        if (snapshot := snapshots.pop(at + 1, None)) and snapshot.position != game.position:
            raise BadRecord("errors.verify_snapshot", at=at + 1)
    if snapshots:
        raise BadRecord("errors.verify_snapshot", at=min(snapshots))
    _check_result(game, record)
    return game


def _check_chance(game: Game, dealer: Dealer, record: Record, at: int) -> None:
    """Compare one event with what the seed gives, unless it was chosen by hand."""
    event = record.events[at]
    if "start" in event and game.options.get("first") == RANDOM:
        if dealer.start(game.seats) != event["start"]:
            raise BadRecord("errors.verify_start", wanted=dealer.start(game.seats) + 1, value=event["start"] + 1)
    elif "draw" in event and to_move(game.state) == CHANCE:
        made = sum("draw" in record.events[index] for index in effective(record.events[:at]))
        if made >= record.given and game.draw_from(dealer) != event["draw"]:
            raise BadRecord("errors.verify_draw", at=at)


def _check_result(game: Game, record: Record) -> None:
    ended = game.outcome()
    if ended is None:
        if record.scores is not None or record.winners is not None or record.seed is not None:
            raise BadRecord("errors.verify_unfinished")
        return
    if record.scores is not None and record.scores != ended.scores:
        raise BadRecord("errors.verify_scores", wanted=ended.scores, value=record.scores)
    if record.winners is not None and record.winners != ended.winners:
        raise BadRecord(
            "errors.verify_winners",
            wanted=[seat + 1 for seat in ended.winners],
            value=[seat + 1 for seat in record.winners],
        )
