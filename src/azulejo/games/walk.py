"""Generic compiled walks through a game: random games, counted paths.

Everything here knows the contract only, and works for every rulebook.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejo.games.contract import (
    CHANCE,
    MOST_SEATS,
    OVER,
    Codes,
    Numbers,
    Pieces,
    Rulebook,
    apply,
    broken,
    deal,
    legal_moves,
    outcome,
    setup,
    to_move,
)
from azulejo.kernel.chance import Stream, below, reseed, stream
from azulejo.kernel.rule import rule
from azulejo.kernel.struct import Struct, as_array

BROKEN = -1
"""``checked_game``: an invariant does not hold."""
ENDLESS = -2
"""``checked_game``: more decisions than the declared bound."""
TOO_MANY_MOVES = -3
"""``checked_game``: more legal moves than the declared bound, or none at all."""

FNV_PRIME = 0x01000193
WORD = 0xFFFFFFFF


@dataclass
class Arrays:
    """The arrays that a compiled walk works on; made once, used for many games."""

    rulebook: Rulebook
    states: npt.NDArray[Any] = field(init=False)
    moves: Codes = field(init=False)
    drawn: Pieces = field(init=False)
    scores: Numbers = field(init=False)
    rng: Stream = field(init=False)

    def __post_init__(self) -> None:
        self.states = np.zeros(2, self.rulebook.state.dtype)
        self.moves = np.zeros(self.rulebook.moves_room, np.int16)
        self.drawn = np.zeros(self.rulebook.max_drawn, np.int16)
        self.scores = np.zeros(MOST_SEATS, np.int64)
        self.rng = stream("table")


@rule
def random_games(
    states: npt.NDArray[Any],
    seats: int,
    options: Numbers,
    moves: Codes,
    drawn: Pieces,
    scores: Numbers,
    rng: Stream,
    first: int,
    games: int,
) -> tuple[int, int]:
    """Play random games numbered from ``first``; return the decisions and a signature of all results."""
    decisions = 0
    signature = 0
    state = states[0]
    for number in range(first, first + games):
        reseed(rng, number)
        states[0] = states[1]  # a zeroed one
        setup(state, seats, options, below(rng, seats))
        played = 0
        while True:
            seat = to_move(state)
            if seat == OVER:
                break
            if seat == CHANCE:
                deal(state, rng, drawn)
            else:
                count = legal_moves(state, moves)
                apply(state, moves[below(rng, count)])
                played += 1
        decisions += played
        winners = outcome(state, (1 << seats) - 1, scores)
        # Room for six seats; with more the sum is ambiguous. It stays as it is: signatures that are kept depend on it.
        signature = _mix(signature, played * 64 + winners)
        for seat in range(seats):
            signature = _mix(signature, scores[seat])
    return decisions, signature


@rule
def checked_game(
    states: npt.NDArray[Any],
    seats: int,
    options: Numbers,
    moves: Codes,
    drawn: Pieces,
    rng: Stream,
    number: int,
    max_moves: int,
    max_decisions: int,
) -> tuple[int, int]:
    """Play one random game with every invariant and bound checked at every step.

    Return the decisions and 0, or a negative number (BROKEN, ENDLESS, TOO_MANY_MOVES) and what was found.
    """
    reseed(rng, number)
    states[0] = states[1]
    state = states[0]
    setup(state, seats, options, below(rng, seats))
    played = 0
    while True:
        problems = broken(state)
        if problems:
            return BROKEN, problems
        seat = to_move(state)
        if seat == OVER:
            return played, 0
        if seat == CHANCE:
            deal(state, rng, drawn)
        else:
            count = legal_moves(state, moves)
            if not 0 < count <= max_moves:
                return TOO_MANY_MOVES, count
            apply(state, moves[below(rng, count)])
            played += 1
            if played > max_decisions:
                return ENDLESS, played


@rule
def _mix(signature: int, value: int) -> int:
    return ((signature ^ (value & WORD)) * FNV_PRIME) & WORD


@rule
def perft(states: npt.NDArray[Any], moves: Codes, depth: int) -> int:
    """Count the sequences of exactly ``depth`` moves from ``states[0]``.

    A sequence that meets a draw or the end before that is not counted. ``states`` has
    ``depth + 1`` places and ``moves`` one row per depth.
    """
    if depth == 0:
        return 1
    at = 0
    found = 0
    next_move = np.zeros(depth, np.int64)
    count = np.zeros(depth, np.int64)
    count[0] = legal_moves(states[0], moves[0])
    while at >= 0:
        if at == depth - 1:
            found += count[at]
            at -= 1
        elif next_move[at] == count[at]:
            at -= 1
        else:
            states[at + 1] = states[at]
            apply(states[at + 1], moves[at, next_move[at]])
            next_move[at] += 1
            at += 1
            next_move[at] = 0
            count[at] = legal_moves(states[at], moves[at])
    return found


def count_paths(rulebook: Rulebook, state: Any, depth: int) -> int:
    """Return the number of sequences of exactly ``depth`` moves from a position."""
    states = np.zeros(depth + 1, rulebook.state.dtype)
    states[0] = state
    moves = np.zeros((max(depth, 1), rulebook.moves_room), np.int16)
    return int(perft(states, moves, depth))


@rule
def pass_turns(states: npt.NDArray[Any], moves: Codes, out: npt.NDArray[np.bool_]) -> None:
    """Write for each legal move of the position whether it is not the same seat that moves next."""
    room = np.empty_like(states)
    seat = to_move(states[0])
    for index in range(len(moves)):
        room[0] = states[0]
        apply(room[0], moves[index])
        out[index] = to_move(room[0]) != seat


def ends_turn(state: Struct, codes: Sequence[int]) -> list[bool]:
    """Return for each legal move whether after it another seat is to move, a draw is due, or the game is over."""
    found = np.zeros(len(codes), np.bool_)
    pass_turns(as_array(state), np.array(codes, np.int16), found)
    listed: list[bool] = found.tolist()
    return listed
