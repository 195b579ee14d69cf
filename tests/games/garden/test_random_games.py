"""Whole games: against a second opinion, with every invariant, and with everything in them that can happen."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from azulejo.games.contract import (
    CHANCE,
    OVER,
    Codes,
    Numbers,
    Pieces,
    apply,
    broken,
    deal,
    legal_moves,
    setup,
    to_move,
)
from azulejo.games.garden.components import COLOURS, NEIGHBOURS, PATTERNS, SEATS
from azulejo.games.garden.garden import filled, free_slots, groups_through, pavilions
from azulejo.games.garden.invariants import Status
from azulejo.games.garden.moves import BUY, FIRST_COPY, FIRST_SPACE, PASS
from azulejo.games.garden.placing import reward
from azulejo.games.garden.rulebook import RULEBOOK
from azulejo.games.garden.state import SPACE, Player, State
from azulejo.games.walk import Arrays
from azulejo.kernel.bits import bit_count, lowest_bit
from azulejo.kernel.chance import Stream, below, reseed
from azulejo.kernel.rule import COMPILED, rule
from azulejo.testing import scale
from tests.games.garden.helpers import TABLES, legal, random_game
from tests.games.garden.referee import Referee


@pytest.mark.slow
@pytest.mark.parametrize("eager", [False, True], ids=["random", "eager"])
@pytest.mark.parametrize(("seats", "side"), TABLES)
def test_a_second_opinion_agrees(seats: int, side: str, eager: bool) -> None:
    """In every position the same moves are legal, and after every turn everything lies where it should."""
    for seed in range(scale(20)):
        referee: Referee | None = None
        for state, event in random_game(seats, side, seed, eager):
            if referee is None:
                referee = Referee(seats, side, int(state.turn))
            if not referee.done:
                found = [part.split("=", 1) for part in RULEBOOK.position_text(state).split()[1:]]
                said = referee.words()
                assert {name: value for name, value in found if name in said} == said
                gardens = [value for name, value in found if name == "garden"]
                assert gardens == [one.text() for one in referee.gardens]
            if event is None:
                assert referee.over
            elif referee.due:
                assert to_move(state) == CHANCE
                referee.draw(event)
            else:
                assert set(legal(state)) == referee.legal()
                referee.move(event)


# ---------------------------------------------------------------- compiled games with every step checked

PLACED, LAID, BOUGHT, SURROUNDED, SIXES, FULL_GARDENS = range(6)
"""What is counted: hexes placed, expansions laid face up, bought, decorations surrounded, groups of six."""


@rule
def eager_choice(state: State, moves: Codes, count: int, rng: Stream) -> int:
    """Return a move of a player who likes placing.

    Four times out of five something is placed where that is possible, where most hexes lie round
    it; the last thing to do is to pass.
    """
    if state.phase == SPACE:
        return _snug_space(state, moves, count)
    if moves[count - 1] != PASS:
        return int(moves[below(rng, count)])
    takes = 0
    while moves[takes] < FIRST_COPY:
        takes += 1
    placing = count - 1 - takes
    if placing > 1 and moves[count - 2] == BUY:
        placing -= below(rng, 8) > 0
    if placing and below(rng, 5):
        return int(moves[takes + below(rng, placing)])
    return int(moves[below(rng, max(1, count - 1))])


@rule
def _snug_space(state: State, moves: Codes, count: int) -> int:
    hexes = filled(state.players[state.turn])
    best = 0
    most = -1
    for number in range(count):
        near = bit_count(int(NEIGHBOURS[moves[number] - FIRST_SPACE + 1]) & hexes)
        if near > most:
            best, most = number, near
    return int(moves[best])


@rule
def groups_of_six(player: Player) -> int:
    """Return how many groups of six there are."""
    found = 0
    for sign in range(COLOURS + PATTERNS):
        alike = int(player.colours[sign]) if sign < COLOURS else int(player.patterns[sign - COLOURS])
        while alike:
            group = groups_through(alike & -alike, alike)
            found += bit_count(group) == 6
            alike &= ~group
    return found


@rule
def checked_games(
    states: npt.NDArray[Any],
    seats: int,
    options: Numbers,
    moves: Codes,
    drawn: Pieces,
    rng: Stream,
    games: int,
    eager: bool,
    seen: Numbers,
) -> tuple[int, int]:
    """Play games with every invariant checked at every step; return the game and what does not hold."""
    state = states[0]
    for number in range(games):
        reseed(rng, number)
        states[0] = states[1]
        setup(state, seats, options, below(rng, seats))
        while True:
            problems = broken(state)
            if problems:
                return number, problems
            seat = to_move(state)
            if seat == OVER:
                break
            if seat == CHANCE:
                deal(state, rng, drawn)
                continue
            count = legal_moves(state, moves)
            move = eager_choice(state, moves, count, rng) if eager else int(moves[below(rng, count)])
            player = state.players[seat]
            hexes, faces, slots = filled(player), pavilions(player), free_slots(player)
            apply(state, move)
            planted = filled(player) & ~hexes
            if planted:
                seen[PLACED] += 1
                seen[SURROUNDED] += reward(player, lowest_bit(planted)) > 0
            seen[LAID] += pavilions(player) > faces
            seen[BOUGHT] += pavilions(player) == faces and free_slots(player) != slots
        for seat in range(seats):
            seen[SIXES] += groups_of_six(state.players[seat])
            seen[FULL_GARDENS] += free_slots(state.players[seat]) == 0
    return -1, 0


@pytest.mark.parametrize("eager", [False, True], ids=["random", "eager"])
@pytest.mark.parametrize("seats", SEATS)
def test_all_invariants_hold_at_every_step(seats: int, eager: bool) -> None:
    """Half of the games by a player who likes placing, so that all there is to place and surround occurs."""
    table = Arrays(RULEBOOK)
    options = np.array(RULEBOOK.title.encode(RULEBOOK.title.complete({})), np.int64)
    seen = np.zeros(6, np.int64)
    games = scale(2500)
    number, problems = checked_games(
        table.states, seats, options, table.moves, table.drawn, table.rng, games, eager, seen
    )
    assert number < 0, f"game {number}: {Status(problems)!r} in {RULEBOOK.position_text(table.states[0])}"
    if eager:
        assert seen[PLACED] > 10 * seats * games
        assert seen[LAID] > games
        assert seen[BOUGHT] > games
        assert seen[SURROUNDED] > games
        assert not COMPILED or (seen[SIXES] > 0 and seen[FULL_GARDENS] > 0)
