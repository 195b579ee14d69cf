"""Pebbles with something wrong in it, to test the contract suite with.

The option ``flaw`` says what is wrong: each value spoils what one of the example's functions does. It is a field of the
state, so that all flaws are compiled together.
"""

import re
from dataclasses import replace
from enum import IntEnum, auto
from typing import cast

from azulejo.games.contract import SPECTATOR, Codes, Floats, Numbers, Pieces
from azulejo.games.title import Option
from azulejo.kernel.chance import Stream
from azulejo.kernel.dispatch import implement
from azulejo.kernel.rule import rule, widen
from azulejo.kernel.struct import int8
from azulejo.texts.errors import BadPosition
from pebbles import invariants, observation, rules, state
from pebbles.components import CARDS, MAX_SEATS, ROUNDS
from pebbles.moves import MAX_MOVES, MOVE_CODES
from pebbles.notation import parse_position, position_text
from pebbles.observation import OBSERVATION, PLAYER_NUMBERS, TABLE_NUMBERS
from pebbles.rulebook import RULEBOOK as SOUND
from pebbles.state import END, HIDDEN, NO_CARD, TAKING
from tests.crowd import evaluation
from tests.crowd.evaluation import FEATURES, STAGES


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
    SEATS_FORGOTTEN = auto()
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
    FEATURES_OUTSIDE = auto()
    FEATURES_UNWRITTEN = auto()
    FEATURES_HIDDEN = auto()
    STAGE_OUTSIDE = auto()
    PRUNE_ALL = auto()
    PRUNE_OTHERS = auto()


FLAWS = tuple(flaw.name.lower() for flaw in Flaw)
MOVES_ROOM = MAX_MOVES + 2
"""Room for a move too many."""


class State(state.State):
    """The table."""

    flaw: int8


# ---------------------------------------------------------------- the compiled half


@rule
def setup(state: State, seats: int, options: Numbers, start: int) -> None:
    """Lay out the table."""
    state.flaw = options[0]
    rules.setup(state, seats, options, 0 if state.flaw == Flaw.START_FORGOTTEN else start)
    if state.flaw == Flaw.SEATS_FORGOTTEN:
        state.seats = 0


@rule
def to_move(state: State) -> int:
    """Return who is to move."""
    if state.phase == TAKING and state.flaw == Flaw.STRANGER and state.pile == 1:
        return 7
    after = rules.next_seat(state)
    if state.phase == TAKING and state.flaw == Flaw.TURN_BY_HIDDEN and state.players[after].card == 2:
        return after
    return rules.to_move(state)


@rule
def legal_moves(state: State, out: Codes) -> int:
    """Write the legal moves."""
    if state.flaw == Flaw.LOOKING_WRITES:
        state.round_number += 1
    if state.flaw == Flaw.MOVES_OUTSIDE:
        out[MOVES_ROOM + 1] = 0
    count = rules.legal_moves(state, out)
    if count == 0:
        return int(state.flaw == Flaw.MOVES_AT_END and state.phase == END)
    if state.flaw == Flaw.NO_MOVES and state.pile == 1:
        return 0
    if state.flaw == Flaw.MOVES_BY_HIDDEN and NO_CARD < state.players[rules.next_seat(state)].card <= 2:
        return 1
    if state.flaw == Flaw.DESCENDING:
        out[0], out[count - 1] = out[count - 1], out[0]
    if state.flaw == Flaw.TOO_MANY_MOVES and count == MAX_MOVES:
        out[count] = MOVE_CODES - 1
        return count + 1
    if state.flaw == Flaw.CODE_TOO_LARGE:
        out[count - 1] = MOVE_CODES
    return count


@rule
def apply(state: State, move: int) -> None:
    """Take pebbles or play the card."""
    if state.flaw == Flaw.NO_EFFECT and state.pile == 1:
        return
    player = state.players[state.turn]
    rules.apply(state, move)
    if state.flaw == Flaw.GUESS_TRAP and move == MOVE_CODES - 1:
        player.score = -1
    if state.flaw == Flaw.NEGATIVE_SCORE and state.round_number == ROUNDS:
        player.score = -1
    if state.flaw == Flaw.ENDLESS and state.pile == 0:
        state.pile = 1
        state.phase = TAKING
    if state.flaw == Flaw.OVERFLOW and state.pile * 100 < 0:
        player.score += 1
    if state.flaw == Flaw.NARROW_SHIFT and 1 << (state.pile + 5) > 200:
        player.score += 1


@rule
def deal(state: State, rng: Stream, drawn: Pieces) -> int:
    """Deal a card, or pour pebbles on the pile."""
    number = rules.deal(state, rng, drawn)
    if state.flaw == Flaw.DRAWS_OUTSIDE:
        drawn[MAX_SEATS + 1] = 0
    return MAX_SEATS + 1 if state.flaw == Flaw.TOO_MANY_DRAWN else number


@rule
def deal_given(state: State, drawn: Pieces, number: int) -> None:
    """Do the same with what is given."""
    rules.deal_given(state, drawn, number)
    if state.flaw == Flaw.TWINS and state.phase == TAKING:
        state.pile += 1


@rule
def outcome(state: State, playing: int, scores: Numbers) -> int:
    """Write the points and return who has most."""
    everybody = (1 << widen(state.seats)) - 1
    winners = rules.outcome(state, everybody if state.flaw == Flaw.WINNER_LEFT else playing, scores)
    if state.flaw == Flaw.LOWEST_WINS and playing != everybody:
        winners = _lowest(state, playing)
    if state.flaw == Flaw.SCORES_OUTSIDE:
        scores[widen(state.seats)] = 0
    if state.flaw == Flaw.POINTS_BY_PLAYING and playing != everybody:
        scores[0] += 1
    return 0 if state.flaw == Flaw.NOBODY_WINS else winners


@rule
def _lowest(state: State, playing: int) -> int:
    """Return who has fewest points."""
    least, found = 1000, 0
    for seat in range(widen(state.seats)):
        score = widen(state.players[seat].score)
        if playing >> seat & 1 and score < least:
            least, found = score, 0
        if playing >> seat & 1 and score == least:
            found |= 1 << seat
    return found


@rule
def observe(state: State, seat: int, out: Floats) -> None:
    """Write what a seat sees."""
    last = out[OBSERVATION - 1]
    observation.observe(state, seat, out)
    if state.flaw == Flaw.OBSERVE_OUTSIDE:
        out[OBSERVATION] = 0
    if state.flaw == Flaw.OBSERVE_UNWRITTEN:
        out[OBSERVATION - 1] = last
    if state.flaw == Flaw.OBSERVE_NOTHING:
        out[:] = 0
    if state.flaw == Flaw.OBSERVE_LARGE:
        out[1] *= 1000
    if state.flaw == Flaw.OBSERVE_HIDDEN:
        out[TABLE_NUMBERS + PLAYER_NUMBERS] = state.players[(seat + 1) % widen(state.seats)].card


@rule
def redact(state: State, seat: int) -> None:
    """Cover the cards of the others."""
    if state.flaw == Flaw.REDACT_NOTHING or (state.flaw == Flaw.REDACT_LESS_FOR_SPECTATORS and seat == SPECTATOR):
        return
    if state.flaw == Flaw.REDACT_MORE_EACH_TIME:
        for other in range(widen(state.seats)):
            state.players[other].card += other != seat and state.players[other].card != NO_CARD
        return
    rules.redact(state, seat)
    if state.flaw == Flaw.REDACT_TURN:
        state.turn = 0
    if state.flaw == Flaw.REDACT_OWN and seat != SPECTATOR and state.players[seat].card != NO_CARD:
        state.players[seat].card = HIDDEN
    if state.flaw == Flaw.REDACT_SCORES:
        state.players[0].score = 0


@rule
def determinise(state: State, seat: int, rng: Stream) -> None:
    """Guess the cards of the others."""
    twos = 0
    for other in range(widen(state.seats)):
        twos |= (state.players[other].card == 2) << other
    rules.determinise(state, seat, rng)
    for other in range(widen(state.seats)):
        if other == seat or state.players[other].card == NO_CARD:
            continue
        if state.flaw == Flaw.GUESS_PEEKS and twos >> other & 1:
            state.players[other].card = 2
        if state.flaw == Flaw.GUESS_TRAP:
            state.players[other].card = CARDS
        if state.flaw == Flaw.GUESS_NONSENSE:
            state.players[other].card = 9
    if state.flaw == Flaw.GUESS_OWN and state.players[seat].card != NO_CARD:
        state.players[seat].card = 1


@rule
def broken(state: State) -> int:
    """Return what does not hold."""
    if state.flaw == Flaw.LAX and state.pile > 1:
        number = widen(state.round_number)
        state.round_number = 1
        problems = invariants.broken(state)
        state.round_number = number
        return problems
    return invariants.broken(state)


# ---------------------------------------------------------------- the evaluation


@rule
def features(state: State, seat: int, out: Floats) -> None:
    """Write how a seat stands."""
    last = out[FEATURES - 1]
    evaluation.features(state, seat, out)
    if state.flaw == Flaw.FEATURES_OUTSIDE:
        out[FEATURES] = 0
    if state.flaw == Flaw.FEATURES_UNWRITTEN:
        out[FEATURES - 1] = last
    if state.flaw == Flaw.FEATURES_HIDDEN:
        out[0] = state.players[(seat + 1) % widen(state.seats)].card


@rule
def stage(state: State) -> int:
    """Return how far the game is."""
    return evaluation.stage(state) + (state.flaw == Flaw.STAGE_OUTSIDE)


@rule
def prune(state: State, moves: Codes, number: int) -> int:
    """Leave out equal moves."""
    if state.flaw == Flaw.PRUNE_OTHERS:
        moves[0] = MOVE_CODES - 1
    return 0 if state.flaw == Flaw.PRUNE_ALL else evaluation.prune(state, moves, number)


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
    features=features,
    stage=stage,
    stops_at_draws=evaluation.stops_at_draws,
    prune=prune,
)

# ---------------------------------------------------------------- the interpreted half


def text(state: State) -> str:
    """Return a position as words, the flaw being the last."""
    return f"{position_text(state)} flaw={FLAWS[state.flaw]}"


def parse(text: str) -> State:
    """Return the position of a text."""
    found = re.fullmatch(r"(?P<position>.*) flaw=(?P<flaw>\w+)", text, re.ASCII)
    if found is None or found["flaw"] not in FLAWS:
        raise BadPosition("pebbles.error.position", value=text)
    state = cast("State", parse_position(found["position"], State))
    state.flaw = FLAWS.index(found["flaw"])
    return state


FLAWED = replace(
    SOUND,
    title=replace(SOUND.title, seats=(2, 3), options=(Option("flaw", FLAWS),)),
    state=State,
    moves_room=MOVES_ROOM,
    max_decisions={seats: SOUND.max_decisions[seats] for seats in (2, 3)},
    position_text=text,
    parse_position=parse,
    status=lambda state: invariants.Status(broken(state)),
)

__all__ = ["FEATURES", "FLAWED", "FLAWS", "SOUND", "STAGES", "Flaw"]
