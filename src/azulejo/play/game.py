"""A game in progress, with the manners of a chess library.

>>> import azulejo
>>> game = azulejo.new_game("azul", seats=2, seed=7)
>>> move = game.push(game.legal_moves[0])
>>> game.undo()
>>> game.outcome() is None
True
"""

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from azulejo.games import names, rulebook
from azulejo.games.contract import (
    CHANCE,
    EVERYONE,
    OVER,
    SPECTATOR,
    Preview,
    Rulebook,
    Step,
    apply,
    deal,
    deal_given,
    legal_moves,
    outcome,
    redact,
    setup,
    to_move,
)
from azulejo.games.title import Title
from azulejo.kernel.chance import Stream, stream
from azulejo.play.dealer import Dealer
from azulejo.play.move import LegalMoves, Move, move_code
from azulejo.play.outcome import Outcome
from azulejo.play.record import (
    END_REASONS,
    EndReason,
    Event,
    Record,
    Snapshot,
    at_event,
    checked_event,
    kind_of,
    plain_sentence,
)
from azulejo.play.start import RANDOM, checked_players, checked_table, parse_valid_position
from azulejo.play.view import View
from azulejo.texts import DEFAULT_LANGUAGE, Message, message
from azulejo.texts.errors import AzulejoError, BadOption, BadRecord, IllegalMove

UNDO_RULES = ("turn", "free", "off")
"""Taking back: one's own last moves as long as nothing was drawn and nobody else moved; anything; nothing."""

SAVED_EVERY = 16
"""A copy of the state is kept after so many events, to go back quickly."""
SNAPSHOT_EVERY = 64


def new_game(
    name: str | None = None,
    *,
    seats: int | None = None,
    seed: bytes | str | int | None = None,
    first: str | int = RANDOM,
    draws: Iterable[Any] = (),
    position: str | None = None,
    players: Sequence[str] = (),
    undo: str | None = None,
    **options: Any,
) -> "Game":
    """Start a game.

    Args:
        name: of a registered game; the first of them if left out.
        seats: the number of players; the fewest possible if left out.
        seed: 32 secret bytes (or 64 hexadecimal digits); a small number for practice; else a new secret.
        first: the seat that starts, or ``random``.
        draws: the first draws, given by hand as in a record, for example ``[["BBRW", ...]]``.
        position: a position text to start from; it says itself how many play by which options.
        players: the names of the players, one for each seat.
        undo: ``turn``, ``free`` or ``off``; ``free`` in practice and ``turn`` otherwise if left out.
        options: the game's own options, for example ``wall="grey"``.

    >>> new_game("azul", seats=3, wall="grey", seed=7).seats
    3
    """
    book = rulebook(name or names()[0])
    dealer = Dealer(seed)
    if undo is not None and undo not in UNDO_RULES:
        raise BadOption("errors.undo_policy", value=undo, values=UNDO_RULES)
    if position is not None:
        given = [*options, *(["seats"] if seats is not None else []), *(["first"] if first != RANDOM else [])]
        if given:
            raise BadOption("errors.position_options", values=given)
        state = parse_valid_position(book, position)
        game = Game(book, book.seats_of(state), {}, dealer, position=book.position_text(state))
    else:
        game = Game(book, *checked_table(book.title, seats, {**options, "first": first}, files=True), dealer)
    game.players = checked_players(players, game.seats)
    game.undo_rule = undo or ("free" if dealer.practice else "turn")
    game._given_draws = dict(enumerate(draws))
    game.deal()
    return game


@dataclass(frozen=True)
class Skipped:
    """The events before a snapshot, which a game opened there takes on trust."""

    record: Record
    snapshot: Snapshot
    length: int
    """How many of them count."""


class Game:
    """A game in progress: its events are the truth, its state follows from them.

    Make one with :func:`new_game` or :meth:`from_record`.

    >>> import azulejo
    >>> game = azulejo.new_game("azul", seats=2, seed=7)
    >>> game.push("1b4"), game.turn
    (Move(code=33, text='1b4'), 0)
    >>> game.undo()
    >>> game.turn, game.scores
    (1, (0, 0))
    >>> game.why_not("cb1").text()
    'there are no blue tiles in the centre'
    """

    def __init__(
        self, book: Rulebook, seats: int, options: Mapping[str, str], dealer: Dealer, position: str | None = None
    ) -> None:
        """Lay the table; nothing has happened yet, not even the choice of the starting player."""
        self.rulebook = book
        self.seats = seats
        self.options = dict(options)
        self.players: tuple[str, ...] = ()
        self.undo_rule = "turn"
        self.known_deal = False
        """Whether anybody may know the draws to come."""
        self.events: list[Event] = []
        self.out: dict[int, EndReason] = {}
        """The seats that left the game, and why."""
        self._dealer = dealer
        self._position = position
        self._commitment = dealer.commitment
        self._seed_known = True
        self._practice = dealer.practice
        self._given_draws: dict[int, Any] = {}  # by the number of the draw
        self._given = 0
        self._hidden: dict[int, dict[int, Event]] = {}
        self._line: list[int] = []  # the events that count: not taken back
        self._skipped: Skipped | None = None
        self._moves = np.zeros(book.moves_room, np.int16)
        self._drawn = np.zeros(book.max_drawn, np.int16)
        self._legal: LegalMoves | None = None
        self._next: int | None = None
        self._state: Any = book.state.new() if position is None else book.parse_position(position)
        self._saved: dict[int, Any] = {0: self._state.copy()}  # by the length of the line

    # ------------------------------------------------------------ what is the case

    @property
    def title(self) -> Title:
        """Name, seats and options of the game."""
        return self.rulebook.title

    @property
    def state(self) -> Any:
        """A copy of the state record, for the functions of the contract."""
        return self._state.copy()

    @property
    def due(self) -> int:
        """What comes next: the seat to move, CHANCE or OVER.

        It is CHANCE only in a game taken from the middle of a record: there, :meth:`deal` goes on.
        """
        if self._next is None:
            if self._is_decided:
                self._next = OVER
            else:
                self._next = to_move(self._state) if self.has_begun else CHANCE
        return self._next

    @property
    def turn(self) -> int | None:
        """The seat to move, or None when the game is over."""
        return self.due if self.due >= 0 else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.due == OVER

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every seat now."""
        return self._result()[1]

    @property
    def line(self) -> list[Event]:
        """The events that led here: the start, draws and moves that were not taken back."""
        return self.line_after(0)

    def line_after(self, count: int) -> list[Event]:
        """Return the events that led here, without the first of them."""
        return [dict(self.events[at]) for at in self._line[count:]]

    @property
    def commitment(self) -> str:
        """The SHA-256 of the dealer's seed."""
        return self._commitment

    @property
    def practice(self) -> bool:
        """Whether the deals follow from a small number, or moves can be taken back freely."""
        return self._practice or self.undo_rule == "free"

    @property
    def has_begun(self) -> bool:
        """Whether it is known who starts; only a game taken from the very beginning of a record has not."""
        return bool(self._line) or self._position is not None

    @property
    def _is_decided(self) -> bool:
        """Whether so many left that nobody is left to play against."""
        return self.seats - len(self.out) <= 1

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        if not self.is_over:
            return None
        winners, scores = self._result()
        return Outcome(winners, scores, list(self.out.values())[-1] if self._is_decided else "rules")

    def _result(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        scores = np.zeros(self.seats, np.int64)
        winners = outcome(self._state, sum(1 << seat for seat in range(self.seats) if seat not in self.out), scores)
        return tuple(seat for seat in range(self.seats) if winners >> seat & 1), tuple(scores.tolist())

    # ------------------------------------------------------------ moves

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that the seat to move can choose from."""
        if self._legal is None:
            number = 0 if self.turn is None else legal_moves(self._state, self._moves)
            self._legal = LegalMoves(self._moves[:number].tolist(), self.rulebook)
        return self._legal

    def parse_move(self, move: str | int | Move) -> Move:
        """Return the move that a text or code stands for, legal or not; raises InvalidMove."""
        code = move_code(self.rulebook, move)
        return Move(code, self.rulebook.move_text(code))

    def push(self, move: str | int | Move, seat: int | None = None) -> Move:
        """Play a move, given by text, code or value, for the seat to move; then make the draws that are due.

        Raises InvalidMove for what is no move, and IllegalMove, with the reason, for what cannot be played now.
        Nothing changes then.
        """
        chosen = self._checked_legal(move)
        if seat is not None and seat != self.turn:
            raise IllegalMove("errors.not_your_turn", turn=self.due + 1, seat=seat + 1)
        with self._all_or_nothing():
            self._add({"move": chosen.text, "seat": self.turn})
            self.deal()
        return chosen

    def why_not(self, move: str | int | Move) -> Message | None:
        """Return why a move is not legal now, or None if it is."""
        code = move_code(self.rulebook, move)
        if self.is_over:
            return message("errors.game_over")
        if self.due == CHANCE:
            return message("errors.draw_due")
        return self.rulebook.why_not(self._state, code)

    def _checked_legal(self, move: str | int | Move) -> Move:
        """Return a move that can be played now; raises InvalidMove or IllegalMove."""
        chosen = self.parse_move(move)
        if chosen.code not in self.legal_moves.codes:
            raise IllegalMove("errors.illegal", move=chosen.text, reason=self.why_not(chosen))
        return chosen

    def describe(self, move: str | int | Move, lang: str = DEFAULT_LANGUAGE) -> str:
        """Return a sentence for a legal move."""
        return self.rulebook.describe(self._state, self._checked_legal(move).code).text(lang)

    def preview(self, move: str | int | Move) -> Preview:
        """Return what a legal move would do."""
        return self.rulebook.preview(self._state, self._checked_legal(move).code)

    def scoring_steps(self, move: str | int | Move) -> list[Step]:
        """Return the story of the points that a legal move would give or take."""
        return self.rulebook.scoring_steps(self._state, self._checked_legal(move).code)

    def suggest(self) -> Move | None:
        """Return a sensible default for the decision that is due, or None if there is none."""
        return None if self.turn is None else self.parse_move(self.rulebook.suggest(self._state))

    # ------------------------------------------------------------ start, draws

    def deal(self) -> None:
        """Do all that chance decides now: choose the starting player, make the draws that are due.

        A game does so by itself; only one taken from the middle of a record waits for it.
        """
        with self._all_or_nothing():
            if not self.has_begun:
                first = self.options["first"]
                self._add({"start": self._dealer.start(self.seats) if first == RANDOM else int(first)})
            while self.due == CHANCE:
                self._add(self._draw_event(self._next_draw()))

    def _next_draw(self) -> Any:
        """Return the draw that is due: the one given by hand, or else the dealer's."""
        number = self.draws_made
        if number not in self._given_draws:
            return self.draw_from(self._dealer)
        value = self._given_draws[number]
        self.rulebook.parse_draw(self._state, value)
        self._given = max(self._given, number + 1)
        return value

    def draw_from(self, dealer: Dealer) -> Any:
        """Return what a dealer draws now, as the value of an event; nothing changes."""
        after = self._state.copy()
        number = deal(after, dealer.stream(self.draws_made), self._drawn)
        return self.rulebook.draw_value(self._state, self._drawn[:number].tolist())

    @property
    def draws_made(self) -> int:
        """How many draws led to this position."""
        return sum("draw" in self.events[at] for at in self._line)

    def _draw_event(self, value: Any) -> Event:
        audience = self.rulebook.draw_audience(self._state)
        return {"draw": value} if audience == EVERYONE else {"draw": value, "to": audience}

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Go back to where the game was if a draw given by hand turns out to be impossible."""
        before = self.copy() if self._given_draws and self.draws_made in self._given_draws else None
        try:
            yield
        except AzulejoError:
            if before is not None:
                self.__dict__.update(before.__dict__)
            raise

    # ------------------------------------------------------------ undo, leaving

    def undo(self, count: int = 1, seat: int | None = None, agreed: bool = False) -> None:
        """Take back the last moves; an event like any other, the moves stay in the record.

        Args:
            count: how many moves; draws after the first of them are taken back with it.
            seat: who takes back, by default who moved last.
            agreed: whether the other players have agreed: then their moves may be among them, but no draw.
        """
        made = [self.events[at]["seat"] for at in self._line if "move" in self.events[at]]
        if seat is None:
            seat = made[-1] if made else 0
        event: Event = {"undo": operator.index(count), "seat": operator.index(seat)}
        if agreed:
            event = {**event, "agreed": True}
        self._check_undo(event)
        self._add(event)

    def _check_undo(self, event: Event) -> None:
        """Refuse what cannot be taken back, or not by the table's rule."""
        count, seat = event["undo"], event["seat"]
        self._check_seat(seat)
        if self.undo_rule == "off":
            raise IllegalMove("errors.undo_off")
        if count < 1:
            raise IllegalMove("errors.undo_count", value=count)
        if count > sum("move" in self.events[at] for at in self._line):
            raise IllegalMove("errors.undo_nothing", count=count)
        if self._is_decided or (self.is_over and self.undo_rule != "free"):
            raise IllegalMove("errors.game_over")
        if self.undo_rule == "turn":
            self._check_moves_to_undo(count, seat, event.get("agreed", False))

    def _check_moves_to_undo(self, count: int, seat: int, agreed: bool) -> None:
        """Refuse to cross a draw, or the move of another player who has not agreed."""
        for at in reversed(self._line[self._line_before(count) :]):
            if "draw" in self.events[at]:
                raise IllegalMove("errors.undo_draw")
            if not agreed and self.events[at]["seat"] != seat:
                raise IllegalMove("errors.undo_other", turn=self.events[at]["seat"] + 1)

    def _line_before(self, count: int) -> int:
        """Return how many events of the line stay when ``count`` moves are taken back."""
        length = len(self._line)
        while count:
            length -= 1
            count -= "move" in self.events[self._line[length]]
        return length

    def resign(self, seat: int | None = None) -> None:
        """Give up for a seat, by default the one to move."""
        if seat is None and self.turn is None:
            raise IllegalMove("errors.game_over" if self.is_over else "errors.draw_due")
        self.leave("resign", self.due if seat is None else seat)

    def leave(self, reason: str, seat: int) -> None:
        """Let a seat leave the game: ``resign``, ``time`` or ``forfeit``.

        With two players left the other wins. With more the game goes on, somebody plays on for
        the seat, and it cannot win.
        """
        event = {"end": reason, "seat": operator.index(seat)}
        if not self.has_begun:
            raise IllegalMove("errors.draw_due")
        self._check_leaving(event)
        self._add(event)

    def _check_leaving(self, event: Event) -> None:
        if self.is_over:
            raise IllegalMove("errors.game_over")
        if event["end"] not in END_REASONS:
            raise IllegalMove("errors.end_reason", value=event["end"], values=END_REASONS)
        self._check_seat(event["seat"])
        if event["seat"] in self.out:
            raise IllegalMove("errors.already_out", seat=event["seat"] + 1)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise IllegalMove("errors.no_seat", value=seat, most=self.seats - 1)

    # ------------------------------------------------------------ events

    def _add(self, event: Event) -> None:
        """Append an event that has been checked, and follow it."""
        at = len(self.events)
        if "move" in event or "draw" in event:
            seen = {seat: self.rulebook.redact_event(self._state, event, seat) for seat in range(SPECTATOR, self.seats)}
            if any(one is not event for one in seen.values()):
                self._hidden[at] = seen
        if "undo" in event:
            self._take_back(event["undo"])
        elif "end" in event:
            self.out[event["seat"]] = event["end"]
        else:
            self._follow(self._state, event)
            self._line.append(at)
            if len(self._line) % SAVED_EVERY == 0:
                self._saved[len(self._line)] = self._state.copy()
        self.events.append(event)
        self._legal = self._next = None

    def _take_back(self, count: int) -> None:
        """Go back to the state before the last ``count`` moves."""
        length = self._line_before(count)
        if self._skipped and length < self._skipped.length:
            self._read_skipped()
        del self._line[length:]
        self._saved = {saved: state for saved, state in self._saved.items() if saved <= length}
        self._state = self._state_at(self._line)

    def _follow(self, state: Any, event: Event) -> None:
        """Change a state as an event says that is known to be right."""
        if "move" in event:
            apply(state, self.rulebook.parse_move(event["move"]))
        elif "draw" in event:
            pieces = self.rulebook.parse_draw(state, event["draw"])
            self._drawn[: len(pieces)] = pieces
            deal_given(state, self._drawn, len(pieces))
        else:
            setup(state, self.seats, np.array(self.title.encode(self.options), np.int64), event["start"])

    def _state_at(self, line: Sequence[int]) -> Any:
        """Return the state after the first events of the current line."""
        saved = max(length for length in self._saved if length <= len(line))
        state = self._saved[saved].copy()
        for at in line[saved:]:
            self._follow(state, self.events[at])
        return state

    def at(self, count: int) -> Any:
        """Return the state after the first ``count`` events, moves taken back included."""
        if not 0 <= count <= len(self.events):
            raise BadRecord("errors.no_such_event", value=count, count=len(self.events))
        line = effective(self.events[:count])
        is_part = line == self._line[: len(line)]
        if self._skipped and (not is_part or len(line) < self._skipped.length):
            self._read_skipped()
        if is_part:
            return self._state_at(line)
        state = self._saved[0].copy()
        for at in line:
            self._follow(state, self.events[at])
        return state

    def replay(self, event: Event) -> None:
        """Follow one event of a record, checking everything; raises BadRecord."""
        event = checked_event(event)
        self._check_event(event)
        self._add(event)

    def _check_event(self, event: Event) -> None:
        """Refuse an event that cannot happen now; raises BadRecord."""
        checks = {
            "start": self._check_start,
            "draw": self._check_draw,
            "move": self._check_move,
            "undo": self._check_undo,
            "end": self._check_leaving,
        }
        kind = kind_of(event)
        if not self.has_begun and kind != "start":
            raise BadRecord("errors.event_start_first")
        if self.is_over and kind != "undo":
            raise BadRecord("errors.event_after_end")
        try:
            checks[kind](event)
        except AzulejoError as problem:
            raise BadRecord(problem.message) from None

    def _check_start(self, event: Event) -> None:
        if self.has_begun:
            raise BadRecord("errors.event_second_start" if self._position is None else "errors.event_start_position")
        self._check_seat(event["start"])
        if self.options["first"] not in (RANDOM, str(event["start"])):
            raise BadRecord("errors.event_first", seat=event["start"], first=self.options["first"])

    def _check_draw(self, event: Event) -> None:
        if self.due != CHANCE:
            raise BadRecord("errors.event_move_expected", turn=self.due + 1)
        if event["draw"] is None:
            raise BadRecord("errors.redacted")
        self.rulebook.parse_draw(self._state, event["draw"])
        if self._draw_event(event["draw"]) != event:
            raise BadRecord("errors.event_audience")

    def _check_move(self, event: Event) -> None:
        if event["move"] is None:
            raise BadRecord("errors.redacted")
        if self.due == CHANCE:
            raise BadRecord("errors.event_draw_expected", value=event["move"])
        if event["seat"] != self.due:
            raise BadRecord("errors.event_seat", seat=event["seat"] + 1, turn=self.due + 1)
        self._checked_legal(event["move"])

    def describe_event(self, event: Event) -> Message:
        """Return a sentence for an event that comes next; raises BadRecord if it cannot."""
        event = checked_event(event)
        self._check_event(event)
        sentence = event_sentence(self.rulebook, self._state, event)
        if "move" not in event:
            return sentence
        player = message("play.player", seat=event["seat"] + 1)
        return message("play.event.move", player=player, move=event["move"], sentence=sentence)

    # ------------------------------------------------------------ records

    def record(self, viewer: int | None = None, snapshots: bool = False) -> Record:
        """Return the record of the game so far.

        The seed, scores and winners are in it once the game is over. For a ``viewer`` (a seat, or
        SPECTATOR) it holds only what that viewer may see, until the game is over.
        """
        ended = self.outcome()
        return Record(
            game=self.title.name,
            seats=self.seats,
            options=dict(self.options),
            commitment=self._commitment,
            events=self._events_for(None if ended else viewer),
            players=self.players,
            practice=self.practice,
            known_deal=self.known_deal,
            given=self._given,
            position=self._position if viewer is None or ended else self._first_position(viewer),
            seed=self._dealer.seed.hex() if ended and self._seed_known else None,
            scores=ended.scores if ended else None,
            winners=ended.winners if ended else None,
            snapshots=self._snapshots() if snapshots and (viewer is None or ended) else (),
        )

    def _events_for(self, viewer: int | None) -> tuple[Event, ...]:
        """Return copies of all events, as a viewer may see them."""
        if viewer is None:
            return tuple(dict(event) for event in self.events)
        if not SPECTATOR <= viewer < self.seats:
            raise BadOption("errors.no_seat", value=viewer, most=self.seats - 1)
        self._read_skipped()
        return tuple(dict(self.event_for(at, viewer)) for at in range(len(self.events)))

    def event_for(self, at: int, viewer: int) -> Event:
        """Return an event as a viewer (a seat, or SPECTATOR) may see it while the game goes on."""
        return self._hidden[at][viewer] if at in self._hidden else self.events[at]

    def _first_position(self, viewer: int) -> str | None:
        """Return where the game began, as a viewer may see it."""
        if self._position is None:
            return None
        seen = self._saved[0].copy()
        redact(seen, viewer)
        return self.rulebook.position_text(seen)

    def _snapshots(self) -> tuple[Snapshot, ...]:
        counts = range(SNAPSHOT_EVERY, len(self.events) + 1, SNAPSHOT_EVERY)
        return tuple(Snapshot(at, self.rulebook.position_text(self.at(at))) for at in counts)

    @classmethod
    def from_record(
        cls,
        record: Record,
        until: int | None = None,
        trust: bool = True,
        seed: bytes | str | int | None = None,
        files: bool = False,
    ) -> Self:
        """Return the game of a record, after its first ``until`` events (all of them if left out).

        Every event is checked; raises BadRecord at the first that cannot be. With ``trust``, the part
        before the last snapshot is taken as it is. A game that is not over goes on. The seed for the
        draws still to come is not in its record: whoever dealt gives it as ``seed``. Without it the game
        goes on with a new one, and cannot be proved. A record of version 0.1.0 may name a file as an option's value:
        with ``files`` it is read, and the record of this game holds what was in it.
        """
        until = len(record.events) if until is None else until
        if not 0 <= until <= len(record.events):
            raise BadRecord("errors.no_such_event", value=until, count=len(record.events))
        game = cls._laid_for(record, seed, files)
        for at in range(game._jump(record, until) if trust else 0, until):
            with at_event(at):
                game.replay(record.events[at])
        return game

    @classmethod
    def _laid_for(cls, record: Record, seed: bytes | str | int | None, files: bool) -> Self:
        """Return the empty table (or the first position) of a record."""
        try:
            book = rulebook(record.game)
            dealer = Dealer(record.seed if seed is None else seed)
            game = cls(book, *_table_of(book, record, files), dealer, position=record.position)
            game.players = checked_players(record.players, game.seats)
        except AzulejoError as problem:
            raise BadRecord(problem.message) from None
        if seed is not None and dealer.commitment != record.commitment:
            raise BadRecord("errors.verify_commitment", value=dealer.commitment)
        game._commitment = record.commitment
        game._seed_known = seed is not None or record.seed is not None
        game._practice = record.practice
        game.known_deal = record.known_deal
        game._given = record.given
        game._given_draws = given_draws(record.events, record.given)
        game.undo_rule = "free" if record.practice else "turn"
        return game

    def _jump(self, record: Record, until: int) -> int:
        """Go to the last usable snapshot of a record, and return how many events are behind it."""
        usable = [snapshot for snapshot in record.snapshots if 0 < snapshot.at <= until]
        if not usable:
            return 0
        snapshot = max(usable, key=lambda one: one.at)
        events: list[Event] = [dict(event) for event in record.events[: snapshot.at]]
        line = effective(events)
        if self._position is None and "start" not in events[0]:
            return 0
        self._state = self._snapshot_state(snapshot)
        self.events, self._line = events, line
        self.out = {event["seat"]: event["end"] for event in events if "end" in event}
        self._saved[len(line)] = self._state.copy()
        self._skipped = Skipped(record, snapshot, len(line))
        return snapshot.at

    def _snapshot_state(self, snapshot: Snapshot) -> Any:
        """Return the state of a snapshot, which must at least be possible for this table."""
        try:
            state = parse_valid_position(self.rulebook, snapshot.position)
        except AzulejoError as problem:
            raise BadRecord("errors.snapshot", at=snapshot.at, problem=problem.message) from None
        if self.rulebook.seats_of(state) != self.seats:
            raise BadRecord("errors.verify_snapshot", at=snapshot.at)
        return state

    def _read_skipped(self) -> None:
        """Replay and check what a snapshot let us skip: somebody wants to look there."""
        if self._skipped is None:
            return
        snapshot = self._skipped.snapshot
        full = type(self).from_record(self._skipped.record, until=snapshot.at, trust=False)
        if full.position != self.rulebook.position_text(self._snapshot_state(snapshot)):
            raise BadRecord("errors.verify_snapshot", at=snapshot.at)
        self._saved = {**full._saved, **self._saved}
        self._hidden = {**full._hidden, **self._hidden}
        self._skipped = None

    def view(self, seat: int, limits: Any = None, rng: Stream | None = None) -> View:
        """Return what a seat may know and do: the only thing that a bot is given."""
        if not 0 <= seat < self.seats:
            raise BadOption("errors.no_seat", value=seat, most=self.seats - 1)
        return View(
            self.rulebook,
            self.redacted(seat),
            seat,
            limits=limits,
            rng=stream("view", self.commitment, seat, len(self.events)) if rng is None else rng,
            options=self.options,
            record=self.record(viewer=seat),
            is_over=self.is_over,
        )

    def redacted(self, seat: int) -> Any:
        """Return the state without what a seat (or SPECTATOR) may not know."""
        seen = self._state.copy()
        if not self.is_over:
            redact(seen, seat)
        return seen

    # ------------------------------------------------------------ for people and notebooks

    def copy(self) -> Self:
        """Return a game of its own in the same position, with the same history."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        for name in ("options", "events", "out", "_line", "_hidden", "_given_draws", "_saved", "_state"):
            twin.__dict__[name] = self.__dict__[name].copy()
        twin._moves, twin._drawn = self._moves.copy(), self._drawn.copy()
        return twin

    @property
    def position(self) -> str:
        """The position as text, which ``new_game(..., position=...)`` takes."""
        return self.rulebook.position_text(self._state)

    def text(self, lang: str = DEFAULT_LANGUAGE) -> str:
        """Return the table drawn with characters."""
        return self.rulebook.text(self._state, lang)

    def svg(self, lang: str = DEFAULT_LANGUAGE) -> str:
        """Return the table as an SVG picture."""
        return self.rulebook.svg(self._state, lang)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        if self.out or self.due == CHANCE:  # more than a position says
            return f"azulejo.Game.from_record(azulejo.Record.from_json({self.record().to_json()!r}))"
        return f"azulejo.new_game({self.title.name!r}, position={self.position!r})"

    def _repr_svg_(self) -> str:
        return self.svg()


def _table_of(book: Rulebook, record: Record, files: bool) -> tuple[int, dict[str, str]]:
    """Return the seats and options of a record, checked."""
    if record.position is not None:
        if record.options:
            raise BadOption("errors.position_options", values=list(record.options))
        seats = book.seats_of(parse_valid_position(book, record.position))
        if seats != record.seats:
            raise BadRecord("errors.seats", game=record.game, value=record.seats, values=[seats])
        return seats, {}
    return checked_table(book.title, record.seats, record.options, files)


def event_sentence(book: Rulebook, state: Any, event: Event) -> Message:
    """Return the sentence for an event that happens in a state; that of a move says neither who plays nor its text."""
    if "draw" in event:
        return book.describe_draw(state, book.parse_draw(state, event["draw"]))
    if "move" in event:
        return book.describe(state, book.parse_move(event["move"]))
    return plain_sentence(event)


def effective(events: Sequence[Event]) -> list[int]:
    """Return the indices of the events that count: starts, draws and moves that were not taken back."""
    line: list[int] = []
    for at, event in enumerate(events):
        if "undo" in event:
            left = event["undo"]
            while left and line:
                left -= "move" in events[line.pop()]
        elif "end" not in event:
            line.append(at)
    return line


def given_draws(events: Sequence[Event], count: int) -> dict[int, Any]:
    """Return the first ``count`` draws of a record by their number: those given by hand."""
    found: dict[int, Any] = {}
    for at, event in enumerate(events):
        if "draw" in event and len(found) < count:
            number = sum("draw" in events[index] for index in effective(events[:at]))
            if number < count:
                found[number] = event["draw"]
    return found
