"""A game in progress, with the manners of a chess library.

>>> import azulejo
>>> game = azulejo.new_game("azul", seats=2, seed=7)
>>> move = game.push(game.legal_moves[0])
>>> game.undo()
>>> game.outcome() is None
True
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from azulejo.games import rulebook
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
from azulejo.play.dealer import Dealer
from azulejo.play.move import LegalMoves, Move
from azulejo.play.record import END_REASONS, Event, Record, Snapshot, event_problem
from azulejo.texts import DEFAULT_LANGUAGE, Message, message
from azulejo.texts.errors import AzulejoError, BadOption, BadPosition, BadRecord, IllegalMove, InvalidMove

if TYPE_CHECKING:
    from azulejo.play.view import View

UNDO_RULES = ("turn", "free", "off")
"""Taking back: one's own last moves as long as nothing was drawn and nobody else moved; anything; nothing."""

RANDOM = "random"
SAVED_EVERY = 16
"""A copy of the state is kept after so many events, to go back quickly."""
SNAPSHOT_EVERY = 64


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    """``rules``, or why the last seat left: ``resign``, ``time``, ``forfeit``."""

    def text(self, lang: str = DEFAULT_LANGUAGE) -> str:
        """Say who won, in a sentence."""
        winners = [message("play.player", seat=seat + 1) for seat in self.winners]
        key = "play.outcome.won" if len(winners) == 1 else "play.outcome.shared"
        return message(key, winners=winners, scores=" : ".join(map(str, self.scores))).text(lang)


def new_game(
    name: str = "azul",
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
        name: ``azul`` or another registered game.
        seats: the number of players; the fewest possible if left out.
        seed: 32 secret bytes (or 64 hexadecimal digits); a small number for practice; else a new secret.
        first: the seat that starts, or ``random``.
        draws: the first draws, given by hand as in a record, for example ``[["BBRW", ...]]``.
        position: a position text to start from; it says itself how many play by which options.
        players: the names of the players.
        undo: ``turn``, ``free`` or ``off``; ``free`` in practice and ``turn`` otherwise if left out.
        options: the game's own options, for example ``wall="grey"``.

    >>> new_game("azul", seats=3, wall="grey", seed=7).seats
    3
    """
    book = rulebook(name)
    dealer = Dealer(seed)
    if undo is not None and undo not in UNDO_RULES:
        raise BadOption("errors.undo_policy", value=undo, values=UNDO_RULES)
    if position is not None:
        given = [*options, *(["seats"] if seats is not None else []), *(["first"] if first != RANDOM else [])]
        if given:
            raise BadOption("errors.position_options", values=given)
        state = parse_valid_position(book, position)
        game = Game(book, _seats_of(book, state), {}, dealer, position=book.position_text(state))
    else:
        number = book.title.check_seats(book.title.seats[0] if seats is None else seats)
        chosen = {**book.title.complete(options), "first": _check_first(first, number)}
        game = Game(book, number, chosen, dealer)
    game.players = tuple(players)
    game.undo_rule = undo or ("free" if dealer.practice else "turn")
    game.begin(list(draws))
    return game


def parse_valid_position(book: Rulebook, text: str) -> Any:
    """Return the state a text describes, or raise BadPosition with all that is wrong with it."""
    state = book.parse_position(text)
    wrong = book.status(state)
    if wrong:
        problems = [message(f"{book.title.name}.status.{(flag.name or '').lower()}") for flag in wrong]
        raise BadPosition("errors.position_status", problems=problems)
    return state


def _seats_of(book: Rulebook, state: Any) -> int:
    """Return how many play; a game with only one number of seats has no field for it."""
    return int(state.seats) if len(book.title.seats) > 1 else book.title.seats[0]


def _check_first(first: str | int, seats: int) -> str:
    if str(first) not in (RANDOM, *map(str, range(seats))):
        raise BadOption("errors.first", value=first, most=seats - 1)
    return str(first)


class Game:
    """A game in progress: its events are the truth, its state follows from them.

    Make one with :func:`new_game` or :meth:`from_record`.
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
        self.events: list[Event] = []
        self.out: dict[int, str] = {}
        """The seats that left the game, and why."""
        self._dealer = dealer
        self._position = position
        self._commitment = dealer.commitment
        self._seed_known = True
        self._practice = dealer.practice
        self._given_draws: list[Any] = []
        self._given = 0
        self._hidden: dict[int, dict[int, Event]] = {}
        self._line: list[int] = []  # the events that count: not taken back
        self._moves = np.zeros(book.moves_room, np.int16)
        self._drawn = np.zeros(book.max_drawn, np.int16)
        self._legal: LegalMoves | None = None
        self._due: int | None = None
        self._state: Any = book.state.new() if position is None else book.parse_position(position)
        self._saved: dict[int, Any] = {0: self._state.copy()}

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
    def turn(self) -> int | None:
        """The seat to move, or None when the game is over."""
        if self._due is None:
            self._due = OVER if self._is_decided or not self._has_begun else to_move(self._state)
        return None if self._due == OVER else self._due

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.turn is None

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every seat now."""
        return self._result()[1]

    @property
    def line(self) -> list[Event]:
        """The events that led here: the start, draws and moves that were not taken back."""
        return [self.events[at] for at in self._line]

    @property
    def commitment(self) -> str:
        """The SHA-256 of the dealer's seed."""
        return self._commitment

    @property
    def practice(self) -> bool:
        """Whether the deals follow from a small number."""
        return self._practice

    @property
    def _has_begun(self) -> bool:
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
        reason = list(self.out.values())[-1] if self._is_decided else "rules"
        return Outcome(winners, scores, reason)

    def _result(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        scores = np.zeros(self.seats, np.int64)
        playing = sum(1 << seat for seat in range(self.seats) if seat not in self.out)
        winners = outcome(self._state, playing, scores)
        return tuple(seat for seat in range(self.seats) if winners >> seat & 1), tuple(scores.tolist())

    # ------------------------------------------------------------ moves

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that the seat to move can choose from."""
        if self._legal is None:
            number = 0 if self.is_over else legal_moves(self._state, self._moves)
            codes = self._moves[:number].tolist()
            self._legal = LegalMoves(codes, self.rulebook.move_text, self._code_of)
        return self._legal

    def _code_of(self, move: object) -> int | None:
        try:
            return self._code(move)
        except InvalidMove:
            return None

    def _code(self, move: object) -> int:
        """Return the code of a code, a text or a Move; raises InvalidMove."""
        if isinstance(move, str):
            return self.rulebook.parse_move(move)
        if isinstance(move, Move | int | np.integer) and not isinstance(move, bool):
            code = int(move.code if isinstance(move, Move) else move)
            self.rulebook.move_text(code)
            return code
        raise InvalidMove("errors.move_type", value=type(move).__name__)

    def parse_move(self, move: str | int | Move) -> Move:
        """Return the move that a text or code stands for, legal or not."""
        code = self._code(move)
        return Move(code, self.rulebook.move_text(code))

    def push(self, move: str | int | Move, seat: int | None = None) -> Move:
        """Play a move, given by text, code or value, for the seat to move; then make the draws that are due.

        Raises InvalidMove for what is no move, and IllegalMove, with the reason, for what cannot be played now.
        Nothing changes then.
        """
        chosen = self.parse_move(move)
        self._check_legal(chosen, seat)
        self._add({"move": chosen.text, "seat": self.turn})
        self._make_draws()
        return chosen

    def _check_legal(self, move: Move, seat: int | None) -> None:
        turn = self.turn
        if turn is not None and seat is not None and seat != turn:
            raise IllegalMove("errors.not_your_turn", turn=turn + 1, seat=seat + 1)
        if move.code not in self.legal_moves.codes:
            raise IllegalMove("errors.illegal", move=move.text, reason=self.why_not(move))

    def why_not(self, move: str | int | Move) -> Message | None:
        """Return why a move is not legal now, or None if it is."""
        code = self._code(move)
        if self.is_over:
            return message("errors.game_over")
        return self.rulebook.why_not(self._state, code)

    def _as_legal(self, move: str | int | Move) -> int:
        chosen = self.parse_move(move)
        self._check_legal(chosen, None)
        return chosen.code

    def describe(self, move: str | int | Move, lang: str = DEFAULT_LANGUAGE) -> str:
        """Return a sentence for a legal move."""
        return self.rulebook.describe(self._state, self._as_legal(move)).text(lang)

    def preview(self, move: str | int | Move) -> Preview:
        """Return what a legal move would do."""
        return self.rulebook.preview(self._state, self._as_legal(move))

    def scoring_steps(self, move: str | int | Move) -> list[Step]:
        """Return the story of the points that a legal move would give or take."""
        return self.rulebook.scoring_steps(self._state, self._as_legal(move))

    def suggest(self) -> Move | None:
        """Return a sensible default for the decision that is due."""
        return None if self.is_over else self.parse_move(self.rulebook.suggest(self._state))

    # ------------------------------------------------------------ start, draws

    def begin(self, draws: Iterable[Any] = ()) -> None:
        """Choose the starting player and make the first draws, the given ones first."""
        self._given_draws = list(draws)
        if self._position is None:
            first = self.options["first"]
            self._add({"start": self._dealer.start(self.seats) if first == RANDOM else int(first)})
        self._make_draws()

    def _make_draws(self) -> None:
        while not self._is_decided and to_move(self._state) == CHANCE:
            if self._given_draws:
                value = self._given_draws[0]
                self.rulebook.parse_draw(self._state, value)
                self._given += 1
                del self._given_draws[0]
            else:
                value = self.draw_from(self._dealer)
            self._add(self._draw_event(value))

    def draw_from(self, dealer: Dealer) -> Any:
        """Return what a dealer draws now, as the value of an event; nothing changes."""
        after = self._state.copy()
        number = deal(after, dealer.stream(self._draws_made), self._drawn)
        return self.rulebook.draw_value(self._state, self._drawn[:number].tolist())

    @property
    def _draws_made(self) -> int:
        return sum("draw" in self.events[at] for at in self._line)

    def _draw_event(self, value: Any) -> Event:
        audience = self.rulebook.draw_audience(self._state)
        return {"draw": value} if audience == EVERYONE else {"draw": value, "to": audience}

    # ------------------------------------------------------------ undo, leaving

    def undo(self, count: int = 1, seat: int | None = None) -> None:
        """Take back the last moves; an event like any other, the moves stay in the record."""
        if count < 1:
            raise IllegalMove("errors.undo_count", value=count)
        made = [at for at in self._line if "move" in self.events[at]]
        if count > len(made):
            raise IllegalMove("errors.undo_nothing", count=count)
        mover = int(self.events[made[-1]]["seat"]) if seat is None else seat
        self._check_undo(count, mover)
        self._add({"undo": count, "seat": mover})

    def _check_undo(self, count: int, seat: int) -> None:
        """Refuse what the table's rule for taking back does not allow."""
        if self.undo_rule == "off":
            raise IllegalMove("errors.undo_off")
        if self.out and self._is_decided:
            raise IllegalMove("errors.game_over")
        if self.undo_rule == "free":
            return
        if self.is_over:
            raise IllegalMove("errors.game_over")
        for at in self._line[self._line_before(count) :]:
            if "draw" in self.events[at]:
                raise IllegalMove("errors.undo_draw")
            if self.events[at]["seat"] != seat:
                raise IllegalMove("errors.undo_other", turn=int(self.events[at]["seat"]) + 1)

    def _line_before(self, count: int) -> int:
        """Return how many events of the line stay when ``count`` moves are taken back."""
        length = len(self._line)
        while count:
            length -= 1
            count -= "move" in self.events[self._line[length]]
        return length

    def resign(self, seat: int | None = None) -> None:
        """Give up for a seat, by default the one to move."""
        self.leave("resign", self.turn if seat is None else seat)

    def leave(self, reason: str, seat: int | None) -> None:
        """Let a seat leave the game: ``resign``, ``time`` or ``forfeit``.

        With two players left the other wins. With more the game goes on, somebody plays on for
        the seat, and it cannot win.
        """
        if self.is_over or seat is None:
            raise IllegalMove("errors.game_over")
        self._check_leaving(reason, seat)
        self._add({"end": reason, "seat": seat})

    def _check_leaving(self, reason: str, seat: int) -> None:
        if reason not in END_REASONS:
            raise IllegalMove("errors.end_reason", value=reason, values=END_REASONS)
        if not 0 <= seat < self.seats:
            raise IllegalMove("errors.no_seat", value=seat, most=self.seats - 1)
        if seat in self.out:
            raise IllegalMove("errors.already_out", seat=seat + 1)

    # ------------------------------------------------------------ events

    def _add(self, event: Event) -> None:
        """Append an event that has been checked, and follow it."""
        at = len(self.events)
        if "move" in event or "draw" in event:
            seen = {seat: self.rulebook.redact_event(self._state, event, seat) for seat in range(SPECTATOR, self.seats)}
            if any(one is not event for one in seen.values()):
                self._hidden[at] = seen
        self.events.append(event)
        self._legal = self._due = None
        if "undo" in event:
            del self._line[self._line_before(event["undo"]) :]
            self._saved = {length: state for length, state in self._saved.items() if length <= len(self._line)}
            self._state = self._state_at(self._line)
        elif "end" in event:
            self.out[int(event["seat"])] = str(event["end"])
        else:
            self._follow(self._state, event)
            self._line.append(at)
            if len(self._line) % SAVED_EVERY == 0:
                self._saved[len(self._line)] = self._state.copy()

    def _follow(self, state: Any, event: Event) -> None:
        """Change a state as an event says that is known to be right."""
        if "move" in event:
            apply(state, self.rulebook.parse_move(event["move"]))
        elif "draw" in event:
            pieces = self.rulebook.parse_draw(state, event["draw"])
            self._drawn[: len(pieces)] = pieces
            deal_given(state, self._drawn, len(pieces))
        else:
            encoded = np.array(self.title.encode(self.options), np.int64)
            setup(state, self.seats, encoded, int(event["start"]))

    def _state_at(self, line: Sequence[int]) -> Any:
        """Return the state after the first events of the current line."""
        saved = max(length for length in self._saved if length <= len(line))
        state = self._saved[saved].copy()
        for at in line[saved:]:
            self._follow(state, self.events[at])
        return state

    def replay(self, event: Event) -> None:
        """Follow one event of a record, checking everything; raises BadRecord."""
        try:
            self._check_event(event)
        except BadRecord:
            raise
        except AzulejoError as problem:
            raise BadRecord(problem.message) from None
        self._add(event)

    def _check_event(self, event: Event) -> None:
        """Refuse an event that cannot happen now."""
        if ("start" in event) == self._has_begun:
            raise BadRecord("errors.event_start_first")
        if "start" in event:
            self._check_seat(int(event["start"]))
            return
        if "undo" in event:
            self._check_seat(int(event["seat"]))
            if not 1 <= event["undo"] <= sum("move" in self.events[at] for at in self._line):
                raise BadRecord("errors.undo_nothing", count=event["undo"])
            self._check_undo(event["undo"], event["seat"])
            return
        if self.is_over:
            raise BadRecord("errors.event_after_end")
        due = to_move(self._state)
        if "end" in event:
            self._check_leaving(event["end"], event["seat"])
        elif "draw" in event:
            self._check_draw(event, due)
        elif due == CHANCE:
            raise BadRecord("errors.event_draw_expected", value=event["move"])
        elif event["seat"] != due:
            raise BadRecord("errors.event_seat", seat=event["seat"] + 1, turn=due + 1)
        else:
            self._check_legal(self.parse_move(event["move"]), None)

    def _check_draw(self, event: Event, due: int) -> None:
        if due != CHANCE:
            raise BadRecord("errors.event_move_expected", turn=due + 1)
        if event["draw"] is None:
            raise BadRecord("errors.redacted")
        self.rulebook.parse_draw(self._state, event["draw"])
        if self._draw_event(event["draw"]) != event:
            raise BadRecord("errors.event_audience")

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise BadRecord("errors.no_seat", value=seat, most=self.seats - 1)

    def describe_event(self, event: Event) -> Message:
        """Return a sentence for an event that comes next."""
        if "start" in event:
            return message("play.event.start", seat=event["start"] + 1)
        if "draw" in event:
            return self.rulebook.describe_draw(self._state, self.rulebook.parse_draw(self._state, event["draw"]))
        player = message("play.player", seat=event["seat"] + 1)
        if "undo" in event:
            return message("play.event.undo", player=player, count=event["undo"])
        if "end" in event:
            return message(f"play.event.{event['end']}", player=player)
        said = self.rulebook.describe(self._state, self._as_legal(event["move"]))
        return message("play.event.move", player=player, move=event["move"], sentence=said)

    # ------------------------------------------------------------ records

    def record(self, viewer: int | None = None, snapshots: bool = False) -> Record:
        """Return the record of the game so far.

        The seed, scores and winners are in it once the game is over. For a ``viewer`` (a seat, or
        SPECTATOR) it holds only what that viewer may see, until the game is over.
        """
        ended = self.outcome()
        events = list(self.events)
        if viewer is not None and ended is None:
            events = [self._hidden[at][viewer] if at in self._hidden else event for at, event in enumerate(events)]
        return Record(
            game=self.title.name,
            seats=self.seats,
            options=dict(self.options),
            commitment=self._commitment,
            events=tuple(events),
            players=self.players,
            practice=self._practice,
            given=self._given,
            position=self._position,
            seed=self._dealer.seed.hex() if ended and self._seed_known else None,
            scores=ended.scores if ended else None,
            winners=ended.winners if ended else None,
            snapshots=self._snapshots() if snapshots else (),
        )

    def _snapshots(self) -> tuple[Snapshot, ...]:
        counts = range(SNAPSHOT_EVERY, len(self.events) + 1, SNAPSHOT_EVERY)
        return tuple(Snapshot(at, self.rulebook.position_text(self.at(at))) for at in counts)

    def at(self, count: int) -> Any:
        """Return the state after the first ``count`` events, moves taken back included."""
        if not 0 <= count <= len(self.events):
            raise BadRecord("errors.no_such_event", value=count, count=len(self.events))
        line = effective(self.events[:count])
        if line == self._line[: len(line)]:
            return self._state_at(line)
        state = self._saved[0].copy()
        for at in line:
            self._follow(state, self.events[at])
        return state

    @classmethod
    def from_record(cls, record: Record, until: int | None = None, trust: bool = True) -> Self:
        """Return the game of a record, after its first ``until`` events (all of them if left out).

        Every event is checked; raises BadRecord at the first that cannot be. With ``trust``, the part
        before the last snapshot is taken as it is. A game that is not over goes on: for draws still to come
        it needs the seed, which is not in the record, so it goes on with a new one and is not provable.
        """
        book = rulebook(record.game)
        until = len(record.events) if until is None else until
        if not 0 <= until <= len(record.events):
            raise BadRecord("errors.no_such_event", value=until, count=len(record.events))
        game = cls._laid_for(book, record)
        at = game._jump(record, until) if trust else 0
        for index in range(at, until):
            try:
                game.replay(record.events[index])
            except BadRecord as problem:
                raise event_problem(index, problem) from None
        return game

    @classmethod
    def _laid_for(cls, book: Rulebook, record: Record) -> Self:
        """Return the empty table (or the first position) of a record."""
        try:
            dealer = Dealer(record.seed)
            if record.position is not None:
                state = parse_valid_position(book, record.position)
                if _seats_of(book, state) != record.seats:
                    raise BadRecord(
                        "errors.seats", game=record.game, value=record.seats, values=[_seats_of(book, state)]
                    )
                options: dict[str, str] = {}
            else:
                book.title.check_seats(record.seats)
                first = _check_first(record.options.get("first", RANDOM), record.seats)
                own = {name: value for name, value in record.options.items() if name != "first"}
                options = {**book.title.complete(own), "first": first}
        except BadRecord:
            raise
        except AzulejoError as problem:
            raise BadRecord(problem.message) from None
        game = cls(book, record.seats, options, dealer, position=record.position)
        game.players = record.players
        game._commitment = record.commitment
        game._seed_known = record.seed is not None
        game._practice = record.practice
        game._given = record.given
        game.undo_rule = "free" if record.practice else "turn"
        return game

    def _jump(self, record: Record, until: int) -> int:
        """Go to the last usable snapshot of a record, and return how many events are behind it."""
        for snapshot in sorted(record.snapshots, key=lambda one: -one.at):
            if snapshot.at <= until and snapshot.at <= len(record.events):
                self.events = list(record.events[: snapshot.at])
                self._line = effective(self.events)
                self.out = {event["seat"]: event["end"] for event in self.events if "end" in event}
                try:
                    self._state = parse_valid_position(self.rulebook, snapshot.position)
                except AzulejoError as problem:
                    raise BadRecord(problem.message) from None
                self._saved[len(self._line)] = self._state.copy()
                return snapshot.at
        return 0

    def view(self, seat: int) -> "View":
        """Return what a seat may know and do: the only thing that a bot is given."""
        from azulejo.play.view import View

        return View(self, seat)

    def redacted(self, seat: int) -> Any:
        """Return the state without what a seat (or SPECTATOR) may not know."""
        seen = self._state.copy()
        if not self.is_over:
            redact(seen, seat)
        return seen

    # ------------------------------------------------------------ for people and notebooks

    def copy(self) -> "Game":
        """Return a game of its own in the same position, with the same history."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.events, twin.out, twin._line = list(self.events), dict(self.out), list(self._line)
        twin._hidden, twin._given_draws = dict(self._hidden), list(self._given_draws)
        twin._state = self._state.copy()
        twin._saved = dict(self._saved)
        twin._moves, twin._drawn, twin._legal = self._moves.copy(), self._drawn.copy(), None
        return twin

    @property
    def position(self) -> str:
        """The position as text, which ``new_game(..., position=...)`` takes."""
        return self.rulebook.position_text(self._state)

    def text(self, lang: str = DEFAULT_LANGUAGE) -> str:
        """Return the table drawn with characters."""
        return self.rulebook.draw_text(self._state, lang)

    def svg(self, lang: str = DEFAULT_LANGUAGE) -> str:
        """Return the table as an SVG picture."""
        return self.rulebook.draw_svg(self._state, lang)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"azulejo.new_game({self.title.name!r}, position={self.position!r})"

    def _repr_svg_(self) -> str:
        return self.svg()


def effective(events: Sequence[Event]) -> list[int]:
    """Return the indices of the events that count: starts, draws and moves that were not taken back."""
    line: list[int] = []
    for at, event in enumerate(events):
        if "undo" in event:
            left = int(event["undo"])
            while left and line:
                left -= "move" in events[line.pop()]
        elif "end" not in event:
            line.append(at)
    return line
