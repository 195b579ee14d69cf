"""Positions to search, and the plain searches that the engine's are compared with."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from azulejo.engine.engine import Engine
from azulejo.engine.limits import Limits
from azulejo.engine.network import settle, utility
from azulejo.games import evaluation, own_names, rulebook, tiles, title
from azulejo.games.contract import (
    CHANCE,
    OVER,
    apply,
    deal,
    legal_moves,
    outcome,
    redact,
    setup,
    to_move,
)
from azulejo.kernel.chance import below, stream

GAMES = [game for game in own_names() if evaluation(game) is not None]
"""The games of ours that are searched with a network."""
TABLES = [(game, seats) for game in GAMES for seats in title(game).seats]


@lru_cache
def engine(game: str) -> Engine:
    """Return the engine that all tests share; what one has searched must not matter to another."""
    return Engine(game)


def legal(game: str, state: Any) -> list[int]:
    book = rulebook(game)
    moves = np.zeros(book.moves_room, np.int16)
    return [int(move) for move in moves[: legal_moves(state, moves)]]


def random_states(game: str, seats: int, seed: int, *, sensible: bool = False, **options: Any) -> Iterator[Any]:
    """Yield every position of a random game in which a seat decides; sensible players look one move ahead."""
    book = rulebook(game)
    state, rng = book.state.new(), stream("engine tests", game, seats, seed)
    drawn = np.zeros(book.max_drawn, np.int16)
    setup(state, seats, np.array(book.title.encode(book.title.complete(options)), np.int64), 0)
    while (turn := to_move(state)) != OVER:
        if turn == CHANCE:
            deal(state, rng, drawn)
            continue
        yield state.copy()
        moves = legal(game, state)
        move = moves[below(rng, len(moves))]
        if sensible and len(moves) > 1:
            move = engine(game).analyse(state, int(turn), Limits(nodes=1), exact=False).best.move
        apply(state, move)


def position(game: str, seats: int = 2, decisions: int = 0, seed: int = 0, **options: Any) -> tuple[Any, int]:
    """Return a position after so many decisions, as the seat to move sees it, and the seat."""
    state = [one for one, _ in zip(random_states(game, seats, seed, **options), range(decisions + 1), strict=False)][-1]
    seat = int(to_move(state))
    redact(state, seat)
    return state, seat


def tiles_on_offer(state: Any) -> int:
    return sum(tiles.total(int(source)) for source in state.sources)


def late_round(seed: int, left: int, **options: Any) -> tuple[Any, int]:
    """Return a position of classic Azul for two in which at most so many tiles can still be taken in this round."""
    for state in random_states("azul", 2, seed, **options):
        if state.round_number == 1 + seed % 4 and tiles_on_offer(state) <= left:
            return state, int(to_move(state))
    raise AssertionError("no such position")


class TooMuch(Exception):
    """A tree of all moves is too large, or has draws in it."""


class AllMoves:
    """A search of every line to the end: of the round where its value is the network's, else of the game."""

    def __init__(self, game: str, seats: int, most: int) -> None:
        self.game = game
        self.seats = seats
        self.left = most
        self.everyone = (1 << seats) - 1

    def value(self, state: Any) -> tuple[float, ...]:
        """Return every seat's utility when each takes what is best for itself."""
        self.left -= 1
        if self.left < 0:
            raise TooMuch
        turn = int(to_move(state))
        if turn == OVER or (turn == CHANCE and self.game == "azul"):
            return utilities(self.game, state, self.seats)
        if turn == CHANCE:
            raise TooMuch
        return max((self.after(state, move) for move in legal(self.game, state)), key=lambda found: found[turn])

    def after(self, state: Any, move: int) -> tuple[float, ...]:
        following = state.copy()
        apply(following, move)
        return self.value(following)


def utilities(game: str, state: Any, seats: int) -> tuple[float, ...]:
    """Return what the network, or the result, says of a position to every seat."""
    if to_move(state) == OVER:
        win, margin = np.zeros(seats, np.float32), np.zeros(seats, np.float32)
        scores = np.zeros(seats, np.int64)
        settle(seats, outcome(state, (1 << seats) - 1, scores), scores, win, margin)
        return tuple(float(utility(*pair)) for pair in zip(win.tolist(), margin.tolist(), strict=True))
    return tuple(float(utility(*pair)) for pair in zip(*engine(game).judge(state, seats), strict=True))


@lru_cache
def tiny_ends(game: str, seats: int, seeds: int, least: int = 3, most: int = 3000) -> list[tuple[Any, int]]:
    """Return for some games the earliest position whose rest can be searched whole, if it offers a choice."""
    ends = []
    for seed in range(seeds):
        found = None
        for state in reversed(list(random_states(game, seats, seed, sensible=True))[-12:]):
            try:
                AllMoves(game, seats, most).value(state)
            except TooMuch:
                break
            if len(legal(game, state)) >= least:
                found = state
        if found is not None:
            ends.append((found, int(to_move(found))))
    return ends
