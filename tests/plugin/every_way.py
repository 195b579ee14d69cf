"""Play a game in every way that generic code has, and print what came of it: ``python -m tests.plugin.every_way``.

Interpreted, NumPy refuses to read or write beyond the end of any array; compiled, the same must come out.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pyspiel

from azulejo import games, new_game
from azulejo.batches.batch import Batch
from azulejo.engine.knowledge import knowledge
from azulejo.engine.limits import Limits
from azulejo.engine.search import search_for
from azulejo.envs.gymnasium import IDS
from azulejo.envs.openspiel import NAMES
from azulejo.envs.pettingzoo import env
from azulejo.games.walk import Arrays, checked_game, random_games
from azulejo.learn.selfplay import self_play

NO_OPTIONS = np.zeros(0, np.int64)


def walk(game: str, seats: int) -> Any:
    """Play random games, one of them with every invariant and bound checked."""
    book = games.rulebook(game)
    table = Arrays(book)
    moves, drawn, rng = table.moves, table.drawn, table.rng
    limits = book.max_moves, book.max_decisions[seats]
    checked = checked_game(table.states, seats, NO_OPTIONS, moves, drawn, rng, 5, *limits)
    decisions, signature = random_games(table.states, seats, NO_OPTIONS, moves, drawn, table.scores, rng, 0, 5)
    return [int(number) for number in (*checked, decisions, signature)]


def batch(game: str, seats: int) -> Any:
    """Step a few games together until each has ended once or more."""
    ended = []
    with Batch(game, games=3, seats=seats, seed=1) as several:
        for _ in range(60):
            several.step(several.sample())
            ended += [scores.tolist() for scores in several.scores[several.finished]]
            assert np.allclose(several.rewards.sum(axis=1), 0, atol=1e-5)
    return ended


def search(game: str, seats: int) -> Any:
    """Let the search for the game say what it thinks of each decision of a game."""
    thinker, played, line = search_for(game, seed=1), new_game(game, seats=seats, seed=2), []
    while played.turn is not None:
        view = played.view(played.turn)
        found = thinker.analyse(view.state, view.seat, Limits(nodes=40))
        assert len(found.best.win) == seats
        assert abs(sum(found.best.win) - 1) < 1e-3
        line.append(found.best.move)
        played.push(found.best.move)
    return line


def learn(game: str, seats: int) -> Any:
    """Play against itself and keep the positions, where the game says how they stand."""
    if games.evaluation(game) is None:
        return None
    network = knowledge(game).network()
    found = self_play(game, network, seats=seats, options={}, games=1, judgements=10, first=0, threads=1, keep=1.0)
    return found.scores[0].tolist()


def pettingzoo(game: str, seats: int) -> Any:
    """Play the first legal action of every agent."""
    table = env(game, seats=seats)
    table.reset(seed=3)
    total = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, ended, _, _ = table.last()
        total[agent] += reward
        table.step(None if ended else int(np.flatnonzero(observation["action_mask"])[0]))
    table.close()
    return [round(reward, 4) for reward in total.values()]


def gym(game: str, seats: int) -> Any:
    """Play against bots, and in a vector of games."""
    single = gymnasium.make(IDS[game], opponents="greedy", seats=seats)
    _, info = single.reset(seed=4)
    over = False
    while not over:
        _, reward, over, _, info = single.step(np.flatnonzero(info["action_mask"])[0])
    several = gymnasium.make_vec(IDS[game], num_envs=2, opponents="random", seats=seats)
    observations, _ = several.reset(seed=4)
    assert observations.shape == (2, games.rulebook(game).observation)
    return [round(float(reward), 4), list(map(int, info["scores"]))]


def openspiel(game: str, seats: int) -> Any:
    """Take the first outcome of each draw, and the last action of each player."""
    state = pyspiel.load_game(f"{NAMES[game]}(players={seats})").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[-1])
    return [round(reward, 4) for reward in state.returns()]


WAYS: tuple[Callable[[str, int], Any], ...] = (walk, batch, search, learn, pettingzoo, gym, openspiel)


if __name__ == "__main__":
    print(json.dumps({way.__name__: way(sys.argv[1], int(sys.argv[2])) for way in WAYS}))
