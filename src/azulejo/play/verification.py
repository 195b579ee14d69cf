"""Checking a record: that every event follows the rules, and that nobody chose the draws."""

from azulejo.games.contract import CHANCE
from azulejo.play.dealer import Dealer
from azulejo.play.game import Game
from azulejo.play.record import Record, Snapshot, at_event
from azulejo.play.start import RANDOM, parse_valid_position
from azulejo.texts.errors import AzulejoError, BadRecord


def verify(record: Record) -> Game:
    """Replay a record, check everything in it, and return the game; raises BadRecord.

    A record without its seed (of a running game) is checked for the rules alone. Draws given by
    hand need only be possible.

    >>> import azulejo
    >>> game = azulejo.new_game("azul", seed=7)
    >>> while not game.is_over:
    ...     _ = game.push(game.suggest())
    >>> verify(game.record()).outcome() == game.outcome()
    True
    """
    game = Game.from_record(record, until=0, trust=False)
    dealer = None if record.seed is None else Dealer(record.seed)
    if dealer is not None and dealer.commitment != record.commitment:
        raise BadRecord("errors.verify_commitment", value=dealer.commitment)
    draws = 0
    for at, event in enumerate(record.events):
        if dealer is not None:
            _check_chance(game, dealer, record, at)
        with at_event(at):
            game.replay(event)
        draws = max(draws, game.draws_made)
        for snapshot in record.snapshots:
            if snapshot.at == at + 1:
                _check_snapshot(game, snapshot)
    _check_remarks(record)
    if record.given > draws:
        raise BadRecord("errors.verify_given", value=record.given, count=draws)
    _check_result(game, record)
    return game


def _check_chance(game: Game, dealer: Dealer, record: Record, at: int) -> None:
    """Compare one event with what the seed gives, unless it was chosen by hand."""
    event = record.events[at]
    if "start" in event and game.options.get("first") == RANDOM:
        if dealer.start(game.seats) != event["start"]:
            raise BadRecord("errors.verify_start", wanted=dealer.start(game.seats) + 1, value=event["start"] + 1)
    elif (
        "draw" in event
        and game.has_begun
        and game.due == CHANCE
        and game.draws_made >= record.given
        and game.draw_from(dealer) != event["draw"]
    ):
        raise BadRecord("errors.verify_draw", at=at)


def _check_snapshot(game: Game, snapshot: Snapshot) -> None:
    try:
        state = parse_valid_position(game.rulebook, snapshot.position)
    except AzulejoError as problem:
        raise BadRecord("errors.snapshot", at=snapshot.at, problem=problem.message) from None
    if game.rulebook.position_text(state) != game.position:
        raise BadRecord("errors.verify_snapshot", at=snapshot.at)


def _check_remarks(record: Record) -> None:
    """Refuse a snapshot, comment, clock or evaluation of an event that is not there."""
    count = len(record.events)
    for snapshot in record.snapshots:
        if snapshot.at > count:
            raise BadRecord("errors.no_such_event", value=snapshot.at, count=count)
    for at in [*record.comments, *record.clocks, *record.evaluations]:
        if at >= count:
            raise BadRecord("errors.no_such_event", value=at, count=count)


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
