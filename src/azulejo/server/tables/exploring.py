"""Positions that belong to no table: looked at, played on for all seats, with draws by chance or by hand.

Nothing is kept here. Whoever asks says where the position comes from and what is to happen there, and is told what the
rules make of it: the board, what can be done next, and what was done as an update tells it.
"""

from collections.abc import Sequence
from random import SystemRandom
from typing import Any

import numpy as np

from azulejo.bots.protocol import cut
from azulejo.games import names, rulebook
from azulejo.games.contract import CHANCE, OVER, Rulebook, apply, deal_given, legal_moves, outcome, setup, to_move
from azulejo.play import Game
from azulejo.play.game import effective, event_sentence
from azulejo.play.record import Event
from azulejo.play.start import RANDOM, checked_table
from azulejo.server.messages import DueDraw, EventLine, Exploration, Explore, NextPiece, Sentence
from azulejo.server.refusals import Refusal, refuse_if, refused_as
from azulejo.server.tables import fairness
from azulejo.server.tables.event_log import EventStory, moved_by
from azulejo.server.tables.game_cache import Sight
from azulejo.server.tables.records import checked_record
from azulejo.server.tables.transaction import Tables
from azulejo.server.tables.views import legal_moves_of
from azulejo.texts import message
from azulejo.texts.errors import BadOption, IllegalMove


def explore(tables: Tables, request: Explore) -> Exploration:
    """Return what the rules say of a position, after what is to happen there; raises Refusal where people play it."""
    sources = request.game, request.position, request.record
    refuse_if(sum(one is not None for one in sources) != 1, 400, "server.explore.one")
    with refused_as(400):
        book, state, events = _beginning(request)
        root = book.position_text(state)
        before, wrong = state.copy(), _wrong(book, state)
        done = [] if wrong else [_happen(book, state, at, event) for at, event in enumerate(events)]
        if wrong and events:
            raise Refusal(400, message("errors.position_status", problems=wrong))
    with tables.database.transaction() as connection:
        is_played = any(fairness.is_played(connection, book, one) for one in ([before, state] if done else [state]))
        refuse_if(is_played, 403, "server.explore.played")
    if wrong:
        return Exploration(game=book.title.name, root=root, wrong=[Sentence.of(one) for one in wrong])
    with refused_as(400):
        return _told(book, state, root, done, request)


def _beginning(request: Explore) -> tuple[Rulebook, Any, Sequence[Event]]:
    """Return the position that is asked about, and the events that are to happen there."""
    if request.record is not None:
        record = checked_record(request.record)
        events = [record.events[at] for at in effective(record.events)]
        refuse_if(any(None in event.values() for event in events), 400, "server.explore.hidden")
        game = Game.from_record(record, until=0, trust=False)
        book, state = game.rulebook, game.state
        if not game.has_begun:
            start = next((event["start"] for event in events if "start" in event), 0)
            setup(state, game.seats, np.array(book.title.encode(game.options), np.int64), start)
        moved = [event for event in events if "start" not in event]
        return book, state, moved
    name = request.game if request.position is None else request.position.split(" ", 1)[0].strip().lower()
    if name not in names():
        raise BadOption("errors.game", value=cut(str(name)), values=names())
    book = rulebook(name)
    if request.position is not None:
        return book, book.parse_position(request.position), request.events
    seats, options = checked_table(book.title, request.seats, request.options)
    state, first = book.state.new(), 0 if options["first"] == RANDOM else int(options["first"])
    setup(state, seats, np.array(book.title.encode(options), np.int64), first)
    return book, state, request.events


def _wrong(book: Rulebook, state: Any) -> list[Any]:
    """Return what is wrong with a position, a sentence for each."""
    return [message(f"{book.title.name}.status.{(flag.name or '').lower()}") for flag in book.status(state)]


def _happen(book: Rulebook, state: Any, number: int, event: Event) -> EventLine:
    """Let a move or a draw happen in a state, and return what there is to say of it; raises an error."""
    turn = to_move(state)
    if "move" in event:
        refuse_if(turn < 0, 400, "errors.draw_due" if turn == CHANCE else "errors.game_over")
        code = book.parse_move(str(event["move"]))
        event = {"move": book.move_text(code), "seat": int(turn)}
        if (reason := book.why_not(state, code)) is not None:
            raise IllegalMove("errors.illegal", move=event["move"], reason=reason)
    elif "draw" in event:
        refuse_if(turn != CHANCE, 400, "server.explore.no_draw")
        pieces = book.parse_draw(state, event["draw"])
        event = {"draw": book.draw_value(state, pieces)}
    else:
        raise Refusal(400, "server.explore.event")
    steps, transfers = moved_by(book, state, event)
    said = event_sentence(book, state, event)
    story = EventStory(book.title.name, number, event, 0.0, said, steps, transfers)
    if "move" in event:
        apply(state, code)
    else:
        deal_given(state, np.array(pieces, np.int16), len(pieces))
    return story.line


def _told(book: Rulebook, state: Any, root: str, done: list[EventLine], request: Explore) -> Exploration:
    """Return what is to be seen of a position, and what can be done there."""
    turn, sight = int(to_move(state)), Sight(book, state)
    told = Exploration(
        game=book.title.name,
        root=root,
        events=done,
        position=sight.position,
        board=book.board(state, None if turn < 0 else turn),
        turn=None if turn < 0 else turn,
        scores=sight.scores,
    )
    if request.picture is not None:
        draw = book.svg if request.picture == "svg" else book.text
        told.picture = draw(state, request.lang, told.turn)
    if turn >= 0:
        moves = np.zeros(book.moves_room, np.int16)
        codes = moves[: legal_moves(state, moves)].tolist()
        told.legal = legal_moves_of(book, state, codes, previews=True)
        told.suggested = book.move_text(book.suggest(state))
    elif turn == CHANCE:
        told.draw = _due_draw(book, state, request)
    elif turn == OVER:
        seats = book.seats_of(state)
        winners = outcome(state, (1 << seats) - 1, np.zeros(seats, np.int64))
        told.winners = [seat for seat in range(seats) if winners >> seat & 1]
    return told


def _due_draw(book: Rulebook, state: Any, request: Explore) -> DueDraw:
    """Return the draw that is due, as far as it was chosen by hand; the rest is drawn if that is wanted."""
    drawn: list[int] = []
    for piece in request.drawn:
        refuse_if(piece not in book.odds(state, drawn), 400, "server.explore.piece", value=piece)
        drawn.append(piece)
    chance = SystemRandom()
    while (odds := book.odds(state, drawn)) and request.fill:
        drawn += chance.choices(list(odds), [float(share) for share in odds.values()])
    return DueDraw(
        drawn=[book.piece_label(state, drawn[:at], piece) for at, piece in enumerate(drawn)],
        next=[NextPiece(piece=one, label=book.piece_label(state, drawn, one), odds=float(odds[one])) for one in odds],
        value=None if odds else book.draw_value(state, drawn),
    )
