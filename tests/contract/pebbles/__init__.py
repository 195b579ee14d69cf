"""Pebbles: a rulebook as small as can be, sound or with a flaw, to test the contract suite with.

Every player is dealt a secret card, 1 to 4. In each of two rounds pebbles are poured on a pile; a
turn takes 1 to 3 of them, a point each, or plays the card for its points. The round ends with the pile.

``SOUND`` keeps the contract. ``FLAWED`` has the option ``flaw``: each value breaks it in one place
of the compiled half. It is a field of the state, so that all flaws are compiled together.
"""

import re
from collections.abc import Mapping, Sequence
from enum import IntEnum, IntFlag, auto
from typing import Annotated, Any

from azulejo.games.contract import (
    CHANCE,
    EVERYONE,
    OVER,
    SPECTATOR,
    Codes,
    Floats,
    Numbers,
    Pieces,
    Preview,
    Rulebook,
    Step,
)
from azulejo.games.title import Option, Title
from azulejo.kernel.chance import Stream, below
from azulejo.kernel.dispatch import implement
from azulejo.kernel.rule import rule
from azulejo.kernel.struct import Ints, Struct, int8, int16
from azulejo.texts import Message, latin_keys, message, say
from azulejo.texts.errors import BadPosition, BadRecord, InvalidMove


class Flaw(IntEnum):
    """What is wrong with the game."""

    NONE = 0
    NEGATIVE_SCORE = auto()
    ENDLESS = auto()
    NO_MOVES = auto()
    TOO_MANY_MOVES = auto()
    MOVES_OUTSIDE = auto()
    MOVES_AT_END = auto()
    STRANGER = auto()
    DESCENDING = auto()
    CODE_TOO_LARGE = auto()
    DRAWS_OUTSIDE = auto()
    TOO_MANY_DRAWN = auto()
    OVERFLOW = auto()
    NARROW_SHIFT = auto()
    NO_EFFECT = auto()
    START_FORGOTTEN = auto()
    TWINS = auto()
    LAX = auto()
    REDACT_NOTHING = auto()
    REDACT_MORE_EACH_TIME = auto()
    REDACT_LESS_FOR_SPECTATORS = auto()
    REDACT_TURN = auto()
    REDACT_OWN = auto()
    REDACT_SCORES = auto()
    MOVES_BY_HIDDEN = auto()
    TURN_BY_HIDDEN = auto()
    GUESS_PEEKS = auto()
    GUESS_OWN = auto()
    GUESS_NONSENSE = auto()
    GUESS_TRAP = auto()
    OBSERVE_OUTSIDE = auto()
    OBSERVE_UNWRITTEN = auto()
    OBSERVE_LARGE = auto()
    OBSERVE_HIDDEN = auto()
    OBSERVE_NOTHING = auto()
    SCORES_OUTSIDE = auto()
    NOBODY_WINS = auto()
    POINTS_BY_PLAYING = auto()
    WINNER_LEFT = auto()
    LOWEST_WINS = auto()
    LOOKING_WRITES = auto()


FLAWS = tuple(flaw.name.lower() for flaw in Flaw)

SEATS = (2, 3)
MAX_SEATS = 3
MOST_PEBBLES = 8
MOST_TAKEN = 3
CARDS = 4
HIDDEN = 5
ROUNDS = 2
FIRST_CARD = MOST_TAKEN
MOVE_CODES = MOST_TAKEN + CARDS
MAX_MOVES = MOST_TAKEN + 1
MOVES_ROOM = MAX_MOVES + 2
MAX_DRAWN = 2
OBSERVATION = 4 + 2 * MAX_SEATS

PHASES = ("cards", "fill", "take", "end")
DEAL_CARDS, FILL, TAKE, END = range(4)


class State(Struct):
    """The table."""

    edition_2: int8
    """To be renamed when these rules change: cached walks know a game by its record."""
    flaw: int8
    seats: int8
    start: int8
    turn: int8
    phase: int8
    round_number: int8
    pile: int8
    card: Annotated[Ints, int8, MAX_SEATS]
    score: Annotated[Ints, int16, MAX_SEATS]


class Status(IntFlag):
    """What can be wrong with a position."""

    VALID = 0
    RANGE = 1
    PILE = 2
    CARD = 4
    SCORE = 8


# ---------------------------------------------------------------- the compiled half


@rule
def setup(state: State, seats: int, options: Numbers, start: int) -> None:
    """Lay out the table."""
    state.flaw = options[0] if len(options) else Flaw.NONE
    state.seats = seats
    state.start = 0 if state.flaw == Flaw.START_FORGOTTEN else start
    state.turn = state.start
    state.phase = DEAL_CARDS


@rule
def to_move(state: State) -> int:
    """Return who is to move."""
    if state.phase == END:
        return OVER
    if state.phase != TAKE:
        return CHANCE
    if state.flaw == Flaw.STRANGER and state.pile == 1:
        return 7
    if state.flaw == Flaw.TURN_BY_HIDDEN and state.card[_next_seat(state)] == 2:
        return int(_next_seat(state))
    return int(state.turn)


@rule
def _next_seat(state: State) -> int:
    return (int(state.turn) + 1) % int(state.seats)


@rule
def legal_moves(state: State, out: Codes) -> int:
    """Write the legal moves."""
    if state.flaw == Flaw.LOOKING_WRITES:
        state.round_number += 1
    if state.flaw == Flaw.MOVES_OUTSIDE:
        out[MOVES_ROOM + 1] = 0
    if state.phase != TAKE:
        return int(state.flaw == Flaw.MOVES_AT_END and state.phase == END)
    if state.flaw == Flaw.NO_MOVES and state.pile == 1:
        return 0
    count = min(int(state.pile), MOST_TAKEN)
    if state.flaw == Flaw.MOVES_BY_HIDDEN and 0 < state.card[_next_seat(state)] <= 2:
        count = 1
    for code in range(count):
        out[code] = count - 1 - code if state.flaw == Flaw.DESCENDING else code
    if state.card[state.turn]:
        out[count] = FIRST_CARD + int(state.card[state.turn]) - 1
        count += 1
    if state.flaw == Flaw.TOO_MANY_MOVES and count == MAX_MOVES:
        out[count] = MOVE_CODES - 1
        count += 1
    if state.flaw == Flaw.CODE_TOO_LARGE:
        out[count - 1] = MOVE_CODES
    return count


@rule
def apply(state: State, move: int) -> None:
    """Take pebbles or play the card."""
    if state.flaw == Flaw.NO_EFFECT and state.pile == 1:
        return
    if move < FIRST_CARD:
        state.pile -= move + 1
        state.score[state.turn] += move + 1
    else:
        state.card[state.turn] = 0
        state.score[state.turn] += move - FIRST_CARD + 1
    if state.flaw == Flaw.GUESS_TRAP and move == MOVE_CODES - 1:
        state.score[state.turn] = -1
    if state.flaw == Flaw.NEGATIVE_SCORE and state.round_number == ROUNDS:
        state.score[state.turn] = -1
    if state.flaw == Flaw.ENDLESS and state.pile == 0:
        state.pile = 1
    if state.flaw == Flaw.OVERFLOW and state.pile * 100 < 0:
        state.score[state.turn] += 1
    if state.flaw == Flaw.NARROW_SHIFT and 1 << (state.pile + 5) > 200:
        state.score[state.turn] += 1
    state.turn = _next_seat(state)
    if state.pile == 0:
        state.phase = END if state.round_number == ROUNDS else FILL


@rule
def deal(state: State, rng: Stream, drawn: Pieces) -> int:
    """Deal a card, or pour pebbles on the pile."""
    number = 1 if state.phase == DEAL_CARDS else 2
    for place in range(number):
        drawn[place] = 1 + below(rng, CARDS)
    if state.flaw == Flaw.DRAWS_OUTSIDE:
        drawn[MAX_DRAWN + 1] = 0
    _put(state, drawn)
    return 3 if state.flaw == Flaw.TOO_MANY_DRAWN and number == 2 else number


@rule
def deal_given(state: State, drawn: Pieces, number: int) -> None:
    """Do the same with what is given."""
    _put(state, drawn)
    if state.flaw == Flaw.TWINS and state.phase == TAKE:
        state.pile += 1


@rule
def _put(state: State, drawn: Pieces) -> None:
    if state.phase == DEAL_CARDS:
        state.card[state.turn] = drawn[0]
        state.turn = _next_seat(state)
        if state.turn == state.start:
            state.phase = FILL
    else:
        state.pile = drawn[0] + drawn[1]
        state.round_number += 1
        state.phase = TAKE


@rule
def outcome(state: State, playing: int, scores: Numbers) -> int:
    """Write the points and return who has most."""
    best, winners = -1, 0
    for seat in range(state.seats):
        scores[seat] = state.score[seat]
        if state.flaw == Flaw.POINTS_BY_PLAYING and not playing >> seat & 1:
            scores[seat] += 1
        if playing >> seat & 1 or state.flaw == Flaw.WINNER_LEFT:
            rank = -int(state.score[seat]) if state.flaw == Flaw.LOWEST_WINS else int(state.score[seat])
            if state.flaw == Flaw.LOWEST_WINS and playing == (1 << int(state.seats)) - 1:
                rank = int(state.score[seat])
            if rank > best or winners == 0:
                best, winners = rank, 0
            if rank == best:
                winners |= 1 << seat
    if state.flaw == Flaw.SCORES_OUTSIDE:
        scores[int(state.seats)] = 0
    return 0 if state.flaw == Flaw.NOBODY_WINS else winners


@rule
def observe(state: State, seat: int, out: Floats) -> None:
    """Write what a seat sees."""
    if state.flaw == Flaw.OBSERVE_OUTSIDE:
        out[OBSERVATION] = 0
    out[: OBSERVATION - (state.flaw == Flaw.OBSERVE_UNWRITTEN)] = 0
    if state.flaw == Flaw.OBSERVE_NOTHING:
        return
    out[0] = state.phase == TAKE and state.turn == seat
    out[1] = state.pile / MOST_PEBBLES * (1000 if state.flaw == Flaw.OBSERVE_LARGE else 1)
    out[2] = state.round_number / ROUNDS
    out[3] = state.card[seat] / CARDS
    for place in range(state.seats):
        other = (seat + place) % int(state.seats)
        out[4 + 2 * place] = state.score[other] / 20
        if state.flaw != Flaw.OBSERVE_UNWRITTEN:
            out[5 + 2 * place] = state.card[other] if state.flaw == Flaw.OBSERVE_HIDDEN else state.card[other] > 0


@rule
def redact(state: State, seat: int) -> None:
    """Cover the cards of the others."""
    for other in range(state.seats):
        if state.card[other] and other != seat:
            if state.flaw == Flaw.REDACT_NOTHING or (
                state.flaw == Flaw.REDACT_LESS_FOR_SPECTATORS and seat == SPECTATOR
            ):
                continue
            state.card[other] = 1 + state.card[other] if state.flaw == Flaw.REDACT_MORE_EACH_TIME else HIDDEN
    if state.flaw == Flaw.REDACT_TURN:
        state.turn = 0
    if state.flaw == Flaw.REDACT_OWN and seat != SPECTATOR and state.card[seat]:
        state.card[seat] = HIDDEN
    if state.flaw == Flaw.REDACT_SCORES:
        state.score[0] = 0


@rule
def determinise(state: State, seat: int, rng: Stream) -> None:
    """Guess the cards of the others."""
    for other in range(state.seats):
        if state.card[other] and other != seat:
            guess = 1 + below(rng, CARDS)
            if state.flaw == Flaw.GUESS_PEEKS and state.card[other] == 2:
                guess = 2
            if state.flaw == Flaw.GUESS_TRAP:
                guess = CARDS
            if state.flaw == Flaw.GUESS_NONSENSE:
                guess = 9
            state.card[other] = guess
    if state.flaw == Flaw.GUESS_OWN and state.card[seat]:
        state.card[seat] = 1


@rule
def broken(state: State) -> int:
    """Return what does not hold."""
    if not (
        2 <= state.seats <= MAX_SEATS
        and 0 <= state.start < state.seats
        and 0 <= state.turn < state.seats
        and DEAL_CARDS <= state.phase <= END
    ):
        return 1
    least = ROUNDS if state.phase == END else int(state.phase == TAKE)
    most = 0 if state.phase == DEAL_CARDS else ROUNDS - (state.phase == FILL)
    problems = 0
    if not least <= state.round_number <= most and not (state.flaw == Flaw.LAX and state.pile > 1):
        problems |= 1
    if not 0 <= state.pile <= MOST_PEBBLES or (state.pile > 0) != (state.phase == TAKE):
        problems |= 2
    dealt = (int(state.turn) - int(state.start)) % int(state.seats)
    for seat in range(state.seats):
        if not 0 <= state.card[seat] <= CARDS:
            problems |= 4
        place = (seat - int(state.start)) % int(state.seats)
        if state.phase == DEAL_CARDS and (state.card[seat] > 0) != (place < dealt):
            problems |= 4
        if state.score[seat] < 0:
            problems |= 8
    return problems


implement(
    State,
    setup=setup,
    to_move=to_move,
    legal_moves=legal_moves,
    apply=apply,
    deal=deal,
    deal_given=deal_given,
    outcome=outcome,
    observe=observe,
    redact=redact,
    determinise=determinise,
    broken=broken,
)

# ---------------------------------------------------------------- the interpreted half


def move_text(code: int) -> str:
    """Return ``t2`` for two pebbles, ``c4`` for the card with a 4."""
    if not 0 <= code < MOVE_CODES:
        raise InvalidMove("pebbles.error.move", value=code)
    return f"t{code + 1}" if code < FIRST_CARD else f"c{code - FIRST_CARD + 1}"


def parse_move(text: str) -> int:
    """Return the code of a text."""
    typed = latin_keys(text.lower())
    found = re.fullmatch(r"t([1-3])|c([1-4])", typed, re.ASCII)
    if not found:
        raise InvalidMove("pebbles.error.move", value=text)
    return int(found[1]) - 1 if found[1] else FIRST_CARD + int(found[2]) - 1


def position_text(state: State) -> str:
    """Return a position as words."""
    words = ["pebbles"]
    words += [f"flaw={FLAWS[state.flaw]}"] if state.flaw else []
    words += [f"phase={PHASES[state.phase]}", f"start={state.start}", f"turn={state.turn}"]
    words += [f"round={state.round_number}", f"pile={state.pile}"]
    shown = ["?" if card == HIDDEN else str(card) for card in state.card]
    return " ".join([*words, *(f"seat={state.score[seat]}/{shown[seat]}" for seat in range(state.seats))])


def parse_position(text: str) -> State:
    """Return the position of a text."""
    pattern = (
        r"pebbles( flaw=(?P<flaw>\w+))? phase=(?P<phase>\w+) start=(?P<start>\d{1,2}) turn=(?P<turn>\d{1,2}) "
        r"round=(?P<round>\d{1,2}) pile=(?P<pile>\d{1,2})(?P<seats>( seat=-?\d{1,3}/[\d?]){2,3})"
    )
    found = re.fullmatch(pattern, text, re.ASCII)
    if not found or found["phase"] not in PHASES or (found["flaw"] or "none") not in FLAWS:
        raise BadPosition("pebbles.error.position", value=text)
    state = State.new()
    state.flaw = FLAWS.index(found["flaw"] or "none")
    state.phase = PHASES.index(found["phase"])
    state.start, state.turn = int(found["start"]), int(found["turn"])
    state.round_number, state.pile = int(found["round"]), int(found["pile"])
    for seat, (score, card) in enumerate(re.findall(r"seat=(-?\d+)/([\d?])", found["seats"])):
        state.score[seat] = int(score)
        state.card[seat] = HIDDEN if card == "?" else int(card)
        state.seats += 1
    return state


def draw_value(state: State, drawn: Sequence[int]) -> list[int]:
    """Return the numbers drawn."""
    return list(drawn)


def parse_draw(state: State, value: Any) -> list[int]:
    """Return them again, if they can be drawn."""
    number = 1 if state.phase == DEAL_CARDS else 2
    good = isinstance(value, list) and len(value) == number
    if not good or not all(type(one) is int and 1 <= one <= CARDS for one in value):
        raise BadRecord("pebbles.error.draw", value=value)
    return list(value)


def draw_audience(state: State) -> int:
    """Return who sees the draw: a card its owner, pebbles all."""
    return int(state.turn) if state.phase == DEAL_CARDS else EVERYONE


def redact_event(state: State, event: Mapping[str, Any], seat: int) -> Mapping[str, Any]:
    """Cover the card dealt to another."""
    if "draw" in event and draw_audience(state) not in (EVERYONE, seat):
        return {**event, "draw": None}
    return event


def describe(state: State, move: int) -> Message:
    """Return a sentence for a move."""
    if move < FIRST_CARD:
        return message("pebbles.describe.take", count=move + 1)
    return message("pebbles.describe.card", value=move - FIRST_CARD + 1)


def describe_draw(state: State, drawn: Sequence[int]) -> Message:
    """Return a sentence for a draw."""
    return message("pebbles.describe.draw", values=list(drawn))


def why_not(state: State, move: int) -> Message | None:
    """Return why a move is not legal."""
    move_text(move)
    if state.phase == TAKE:
        legal = move < state.pile if move < FIRST_CARD else state.card[state.turn] == move - FIRST_CARD + 1
        if legal:
            return None
    return message("pebbles.why_not")


def preview(state: State, move: int) -> Preview:
    """Return what a move does."""
    points = move + 1 if move < FIRST_CARD else move - FIRST_CARD + 1
    ends = move < FIRST_CARD and int(state.pile) == move + 1
    return Preview(points, ends_round=ends, ends_game=ends and int(state.round_number) == ROUNDS)


def scoring_steps(state: State, move: int) -> list[Step]:
    """Return the one step there is."""
    seat, points = int(state.turn), preview(state, move).points
    return [Step("points", seat, points, int(state.score[seat]) + points, values={"count": points})]


def status(state: State) -> Status:
    """Return what is wrong."""
    return Status(broken(state))


def suggest(state: State) -> int:
    """Return the take of most pebbles."""
    return min(int(state.pile), MOST_TAKEN) - 1


def draw_text(state: State, lang: str) -> str:
    """Return the table in words."""
    return say("pebbles.table", lang, pile=int(state.pile))


def draw_svg(state: State, lang: str) -> str:
    """Return the table as a picture."""
    return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{draw_text(state, lang)}</text></svg>'


TEXTS: dict[str, dict[str, str | dict[str, str]]] = {
    "en": {
        "pebbles.name": "Pebbles",
        "pebbles.summary": "Take pebbles.",
        "pebbles.option.flaw": "what is wrong with the game",
        "pebbles.status.range": "something is out of range",
        "pebbles.status.pile": "no such pile",
        "pebbles.status.card": "no such cards",
        "pebbles.status.score": "fewer than 0 points",
        "pebbles.scoring.points": {"one": "{count} point", "other": "{count} points"},
        "pebbles.describe.take": {"one": "takes {count} pebble", "other": "takes {count} pebbles"},
        "pebbles.describe.card": "plays the card {value}",
        "pebbles.describe.draw": "{values} drawn",
        "pebbles.why_not": "not now",
        "pebbles.table": "a pile of {pile}",
        "pebbles.error.move": "{value} is no move",
        "pebbles.error.draw": "{value} cannot be drawn",
        "pebbles.error.position": "{value} is no position",
    },
    "ru": {
        "pebbles.name": "Камешки",
        "pebbles.summary": "Берите камешки.",
        "pebbles.option.flaw": "что в игре не так",
        "pebbles.status.range": "что-то вне пределов",
        "pebbles.status.pile": "такой кучки не бывает",
        "pebbles.status.card": "таких карт не бывает",
        "pebbles.status.score": "меньше 0 очков",
        "pebbles.scoring.points": {"one": "{count} очко", "few": "{count} очка", "many": "{count} очков"},
        "pebbles.describe.take": {
            "one": "берёт {count} камешек",
            "few": "берёт {count} камешка",
            "many": "берёт {count} камешков",
        },
        "pebbles.describe.card": "играет карту {value}",
        "pebbles.describe.draw": "вытянуто {values}",
        "pebbles.why_not": "не сейчас",
        "pebbles.table": "кучка: {pile}",
        "pebbles.error.move": "{value} — не ход",
        "pebbles.error.draw": "{value} нельзя вытянуть",
        "pebbles.error.position": "{value} — не позиция",
    },
}


def _rulebook(title: Title) -> Rulebook:
    return Rulebook(
        title=title,
        state=State,
        move_codes=MOVE_CODES,
        max_moves=MAX_MOVES,
        moves_room=MOVES_ROOM,
        max_drawn=MAX_DRAWN,
        max_decisions={seats: ROUNDS * MOST_PEBBLES + seats for seats in SEATS},
        observation=OBSERVATION,
        invariants=("range", "pile", "card", "score"),
        move_text=move_text,
        parse_move=parse_move,
        position_text=position_text,
        parse_position=parse_position,
        draw_value=draw_value,
        parse_draw=parse_draw,
        draw_audience=draw_audience,
        redact_event=redact_event,
        describe=describe,
        describe_draw=describe_draw,
        why_not=why_not,
        preview=preview,
        scoring_steps=scoring_steps,
        status=status,
        suggest=suggest,
        draw_text=draw_text,
        draw_svg=draw_svg,
    )


SOUND = _rulebook(Title("pebbles", SEATS))
FLAWED = _rulebook(Title("pebbles", SEATS, (Option("flaw", FLAWS),)))
