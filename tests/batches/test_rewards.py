"""What the end of a game is worth: one function for every environment."""

from itertools import combinations

import numpy as np
import pytest

from azulejo.batches.rewards import final_rewards, write_rewards

GROUPS = [
    (list(winners), seats)
    for seats in (2, 3, 4)
    for number in range(1, seats + 1)
    for winners in combinations(range(seats), number)
]


@pytest.mark.parametrize(("winners", "seats"), GROUPS)
def test_rewards_add_up_to_nothing_and_a_share_of_the_win_decides(winners, seats):
    rewards = final_rewards(winners, seats)
    assert rewards.dtype == np.float32
    assert float(rewards.sum()) == pytest.approx(0, abs=1e-6)
    for seat in range(seats):
        share = 1 / len(winners) if seat in winners else 0
        assert rewards[seat] == pytest.approx(share * seats / (seats - 1) - 1 / (seats - 1))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sole_winner_gets_one_and_a_common_win_of_all_is_worth_nothing(seats):
    assert final_rewards([1], seats)[1] == 1
    assert final_rewards([1], seats)[0] == np.float32(-1 / (seats - 1))
    assert final_rewards(range(seats), seats).tolist() == [0.0] * seats


def test_only_the_seats_of_the_game_are_written():
    out = np.full(4, 9, np.float32)
    write_rewards(0b01, 2, out)
    assert out.tolist() == [1, -1, 9, 9]
