"""One game among many: the compiled steps that batches on the processor and on a graphics card share.

A batch is a set of arrays with one row for each game. The functions here work on one row, know the contract only, and
allocate nothing: ``moves`` and ``drawn`` are scratch of the caller's. The same lines run in a thread of the processor,
in a thread of a graphics card, and interpreted.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from azulejo.batches.rewards import write_rewards
from azulejo.games.contract import (
    CHANCE,
    OVER,
    Codes,
    Floats,
    Numbers,
    Pieces,
    apply,
    deal,
    legal_moves,
    observe,
    outcome,
    setup,
    to_move,
)
from azulejo.kernel.chance import WORD, Stream, below, next_word, scrambled
from azulejo.kernel.rule import rule

# Every game has one stream for each purpose, so that neither can be told from the other.
DEALING = 0
SAMPLING = 1

RANDOM_START = -1
"""As ``first``: chance decides who starts each game."""

Masks = npt.NDArray[np.int8]


@rule
def seed_stream(rng: Stream, seed: int, purpose: int) -> None:
    """Set the stream of a game from its seed (a whole number, 0 or more) for DEALING or SAMPLING.

    Every bit of the seed and the purpose is scrambled into every word: streams whose words differ in a few fixed bits
    would go on alike for a whole game.
    """
    for word in range(4):
        low = scrambled((seed + word * 0x9E3779B9) & WORD)
        rng[word] = scrambled((low + (seed >> 32) + (purpose + 1) * 0x85EBCA6B) & WORD) | (word == 0)
    for _ in range(8):
        next_word(rng)


@rule
def begin_game(state: Any, seats: int, options: Numbers, first: int, rng: Stream, drawn: Pieces) -> None:
    """Set a zeroed state up and make the draws that come before the first decision."""
    start = below(rng, seats) if first == RANDOM_START else first
    setup(state, seats, options, start)
    while to_move(state) == CHANCE:
        deal(state, rng, drawn)


@rule
def reset_game(
    at: int,
    reseeded: bool,
    seeds: npt.NDArray[np.int64],
    sampling: npt.NDArray[np.int64],
    moves: Codes,
    drawn: Pieces,
    states: npt.NDArray[Any],
    final_states: npt.NDArray[Any],
    blank: npt.NDArray[Any],
    streams: npt.NDArray[np.int64],
    seats: int,
    options: Numbers,
    first: int,
    rewards: Floats,
    finished: npt.NDArray[np.bool_],
    scores: Numbers,
    seat_to_move: npt.NDArray[np.int8],
    masks: Masks,
    observations: Floats,
) -> None:
    """Begin game ``at`` anew, from its seed or from where its stream is."""
    if reseeded:
        seed_stream(streams[at], seeds[at], DEALING)
        seed_stream(sampling[at], seeds[at], SAMPLING)
    states[at] = blank[0]
    begin_game(states[at], seats, options, first, streams[at], drawn)
    for seat in range(seats):
        rewards[at, seat] = 0
    finished[at] = False
    write_view(at, states, seat_to_move, masks, observations, moves)


@rule
def step_game(
    at: int,
    chosen: bool,
    move: int,
    moves: Codes,
    drawn: Pieces,
    states: npt.NDArray[Any],
    final_states: npt.NDArray[Any],
    blank: npt.NDArray[Any],
    streams: npt.NDArray[np.int64],
    seats: int,
    options: Numbers,
    first: int,
    rewards: Floats,
    finished: npt.NDArray[np.bool_],
    scores: Numbers,
    seat_to_move: npt.NDArray[np.int8],
    masks: Masks,
    observations: Floats,
) -> None:
    """Play a legal move in game ``at`` and the draws that follow, if it is one of those chosen.

    At the end of a game its last position, its points and its rewards are written, and the next one begins in its
    place, dealt from the same stream.
    """
    for seat in range(seats):
        rewards[at, seat] = 0
    finished[at] = False
    if not chosen:
        return
    state = states[at]
    apply(state, move)
    due = to_move(state)
    while due == CHANCE:
        deal(state, streams[at], drawn)
        due = to_move(state)
    if due == OVER:
        finished[at] = True
        winners = outcome(state, (1 << seats) - 1, scores[at])
        write_rewards(winners, seats, rewards[at])
        final_states[at] = states[at]
        states[at] = blank[0]
        begin_game(state, seats, options, first, streams[at], drawn)
    write_view(at, states, seat_to_move, masks, observations, moves)


@rule
def write_view(
    at: int,
    states: npt.NDArray[Any],
    seat_to_move: npt.NDArray[np.int8],
    masks: Masks,
    observations: Floats,
    moves: Codes,
) -> None:
    """Write who is to move in game ``at``, what is legal, and what the mover sees (if the rows have room for it)."""
    state = states[at]
    seat = to_move(state)
    seat_to_move[at] = seat
    for code in range(masks.shape[1]):
        masks[at, code] = 0
    for index in range(legal_moves(state, moves)):
        masks[at, moves[index]] = 1
    if observations.shape[1]:
        observe(state, seat, observations[at])


@rule
def sample_move(state: Any, rng: Stream, moves: Codes) -> int:
    """Return one of the legal moves, each with the same chance."""
    count = legal_moves(state, moves)
    return int(moves[below(rng, count)])
