"""All environments play the same game: batch, single game, PettingZoo and OpenSpiel side by side.

One random game is played by all of them at once. The batch deals; the others are dealt the same pieces, the single game
and PettingZoo by a dealer that has the batch's stream, OpenSpiel by choosing the same chance outcomes.
"""

from typing import Any

import numpy as np
import pyspiel
import pytest

from azulejo.batches.batch import Batch
from azulejo.batches.stepping import DEALING, seed_stream
from azulejo.envs.core import SingleGame
from azulejo.envs.openspiel import load
from azulejo.envs.pettingzoo import raw_env
from azulejo.games.contract import CHANCE, NO_PIECE, deal
from azulejo.kernel.chance import Stream, below
from azulejo.kernel.rule import COMPILED
from azulejo.play.dealer import Dealer
from azulejo.testing import scale
from azulejo.testing.cases import Case
from tests.envs.helpers import PLAYED, PLAYED_NAMES, settings

GAMES = 3
"""So many games are in the batch; each is followed by its own environments."""


class BatchDealer(Dealer):
    """Deals what a game of a batch with this seed is dealt: all from one stream."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rng: Stream = np.zeros(4, np.int64)
        seed_stream(self.rng, seed, DEALING)

    def start(self, seats: int) -> int:
        """Return the seat that starts."""
        return below(self.rng, seats)

    def stream(self, number: int) -> Stream:
        """Return the one stream, wherever it is."""
        return self.rng


class Followed:
    """One game of the batch in all other environments."""

    def __init__(self, game: str, case: Case, seed: int) -> None:
        self.seats = case.seats
        self.dealer = BatchDealer(seed)
        self.zoo = raw_env(game, **settings(case))
        self.zoo.reset()
        self.single: SingleGame = SingleGame(self.zoo._single.setting)
        self.spiel_game = load(game, **settings(case))
        self.begin()

    def begin(self) -> None:
        """Begin the next game."""
        before = self.dealer.rng.copy()
        self.zoo.reset()
        self.zoo._single.reset(dealer=self.dealer)
        self.zoo._select()
        after = self.dealer.rng.copy()
        self.dealer.rng[:] = before
        self.single.reset(dealer=self.dealer)
        assert np.array_equal(self.dealer.rng, after)
        self.spiel = self.spiel_game.new_initial_state()
        self.spiel_rng = before
        self.spiel.apply_action(below(before, self.seats))
        self.deal_to_spiel()

    def deal_to_spiel(self) -> None:
        """Choose the chance outcomes that the batch's stream gives."""
        position = self.spiel.position
        drawn = np.zeros(position.book.max_drawn, np.int16)
        while position.due == CHANCE:
            number = deal(position.state.copy(), self.spiel_rng, drawn)
            for piece in drawn[:number].tolist():
                assert self.spiel.is_chance_node()
                self.spiel.apply_action(piece - NO_PIECE)

    def step(self, code: int) -> None:
        """Play a move everywhere."""
        before = self.dealer.rng.copy()
        self.single.step(code)
        after = self.dealer.rng.copy()
        self.dealer.rng[:] = before
        self.zoo.step(code)
        assert np.array_equal(self.dealer.rng, after)
        self.spiel.apply_action(code)
        self.deal_to_spiel()

    def check(self, state: Any, seat: int, mask: Any, observation: Any) -> None:
        """See that the position, who is to move, what is legal and what is seen are the same everywhere."""
        assert self.single.state.tobytes() == self.spiel.position.state.tobytes() == state.tobytes()
        assert self.single.turn == seat == self.spiel.current_player()
        assert self.zoo.agent_selection == f"player_{seat}"
        seen = self.zoo.observe(self.zoo.agent_selection)
        for found in (self.single.mask(seat), seen["action_mask"], np.array(self.spiel.legal_actions_mask(seat))):
            assert np.array_equal(found, mask)
        tensor = np.array(self.spiel.observation_tensor(seat), np.float32)
        for found in (self.single.observation(seat), seen["observation"], tensor):
            assert np.array_equal(found, observation)

    def check_end(self, state: Any, rewards: Any, scores: Any) -> None:
        """See that the game ended everywhere with the same result."""
        assert self.single.state.tobytes() == self.spiel.position.state.tobytes() == state.tobytes()
        assert self.single.is_over
        assert self.spiel.is_terminal()
        assert self.spiel.current_player() == pyspiel.PlayerId.TERMINAL
        assert all(self.zoo.terminations.values())
        assert self.single.result()[1] == scores.tolist()
        for found in (self.single.rewards(), list(self.zoo.rewards.values()), self.spiel.returns()):
            assert np.array_equal(np.array(found, np.float32), rewards)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "case"), PLAYED, ids=PLAYED_NAMES)
def test_batch_single_game_pettingzoo_and_openspiel_play_alike(game: str, case: Case) -> None:
    with Batch(game, GAMES, seats=case.seats, options=dict(case.options), seed=100) as batch:
        others = [Followed(game, case, 100 + number) for number in range(GAMES)]
        ended = 0
        while ended < (max(GAMES, scale(30)) if COMPILED else 1):
            for number, other in enumerate(others):
                row = batch.states[number], int(batch.to_move[number]), batch.masks[number], batch.observations[number]
                other.check(*row)
            actions = batch.sample().copy()
            batch.step(actions)
            for number, other in enumerate(others):
                other.step(int(actions[number]))
                if batch.finished[number]:
                    other.check_end(batch.final_states[number], batch.rewards[number], batch.scores[number])
                    other.begin()
                    ended += 1


def test_a_difference_would_be_found() -> None:
    game, case = PLAYED[0]
    with Batch(game, 1, seats=case.seats, options=dict(case.options), seed=5) as batch:
        other = Followed(game, case, 5)
        row = batch.states[0], int(batch.to_move[0]), batch.masks[0], batch.observations[0]
        other.check(*row)
        for wrong in ((row[0], 1 - row[1], *row[2:]), (*row[:2], 1 - row[2], row[3]), (*row[:3], row[3] + 1)):
            with pytest.raises(AssertionError):
                other.check(*wrong)
        other = Followed(game, case, 6)
        with pytest.raises(AssertionError):
            other.check(*row)
