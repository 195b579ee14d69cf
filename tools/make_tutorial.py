"""Write docs/tutorial.ipynb: run its cells, one after the other, and keep what they print.

    python tools/make_tutorial.py

The cells are in this file, in plain text, where they can be read and changed.
"""

import contextlib
import io
import json
import os
import tempfile
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parent.parent / "docs" / "tutorial.ipynb"

CELLS = (
    (
        "markdown",
        """
# Azulejo for researchers

Three board games (classic Azul, Azul Duel, Queen's Garden) as compiled Python rulebooks, and how to get at them from
PettingZoo, Gymnasium, OpenSpiel, in batches and as datasets. Every cell runs in the project's tests.

    pip install 'azulejo-games[research]'
""",
    ),
    (
        "markdown",
        """
## A game, as a person plays it
A position is a NumPy record, a move has a code and a short text, and all chance follows from the seed.
""",
    ),
    (
        "code",
        """
import azulejo

game = azulejo.new_game("azul", seats=2, seed=7)
print(game)
print(len(game.legal_moves), "legal moves, for example", game.legal_moves[0], "=", game.describe(game.legal_moves[0]))
""",
    ),
    (
        "markdown",
        """
## PettingZoo: all seats
The observation is a vector of numbers from the mover's point of view, with a mask of the legal moves.
`docs/envs/azul.md` says what every number is. Rewards come at the end and add up to 0. One of the agents here is a bot
of ours, which sees what its seat may see.
""",
    ),
    (
        "code",
        """
import numpy as np

from azulejo.bots import greedy
from azulejo.envs.pettingzoo import azul_v0

env = azul_v0.env(seats=3)
env.reset(seed=1)
rng = np.random.default_rng(1)
returns = dict.fromkeys(env.agents, 0.0)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    returns[agent] += reward
    if terminated or truncated:
        action = None
    elif agent == "player_0":
        action = int(greedy.choose(env.unwrapped.view(agent)))
    else:
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
    env.step(action)
print(env.unwrapped.game.scores, returns)
""",
    ),
    (
        "markdown",
        """
`render_mode="rgb_array"` gives pixels, `"svg"` the picture as text, `"ansi"` characters.
""",
    ),
    (
        "code",
        """
from azulejo.envs.pettingzoo import duel_v0

env = duel_v0.env(render_mode="rgb_array")
env.reset(seed=1)
picture = env.render()
print(picture.shape, picture.dtype)
""",
    ),
    (
        "markdown",
        """
## Gymnasium: one learner against bots
Any bot can be the opponent: a name such as `"club"`, a file, a function. Here it is a rule of thumb, and the learner
plays at random.
""",
    ),
    (
        "code",
        """
import gymnasium

import azulejo.envs.gymnasium  # registers the environments


def best_preview(view):
    \"\"\"Take what scores most at once, and of that what loses least.\"\"\"
    worth = {move: (view.preview(move).points, -view.preview(move).loss) for move in view.legal_moves}
    return max(worth, key=worth.get)


env = gymnasium.make("Azulejo/Azul-v0", opponents=[best_preview], seats=2)
observation, info = env.reset(seed=3)
terminated = False
while not terminated:
    action = rng.choice(np.flatnonzero(info["action_mask"]))
    observation, reward, terminated, truncated, info = env.step(action)
print("reward", reward, "scores", info["scores"])
env.close()
""",
    ),
    (
        "markdown",
        """
`env.unwrapped.action_masks()` is what sb3-contrib's `MaskablePPO` asks for; `examples/train_maskable_ppo.py` trains
with it and beats random play within a minute.

## Many games at once
A batch steps thousands of games in one call, compiled, over threads; finished games begin anew by themselves.
""",
    ),
    (
        "code",
        """
from azulejo.batches.batch import Batch

with Batch("azul", games=256, seed=1) as batch:
    finished = 0
    for _ in range(200):
        batch.step(batch.sample())
        finished += int(batch.finished.sum())
print(finished, "games ended;", batch.observations.shape, batch.masks.shape)
""",
    ),
    (
        "markdown",
        """
## OpenSpiel: chance as events of its own
Who starts, and every piece that is drawn, is a chance node with its exact odds.
""",
    ),
    (
        "code",
        """
import pyspiel

import azulejo.envs.openspiel  # registers the games

state = pyspiel.load_game("azulejo_azul").new_initial_state()
while state.is_chance_node():
    action, odds = max(state.chance_outcomes(), key=lambda outcome: outcome[1])
    state.apply_action(action)
print(len(state.history()), "chance nodes before the first decision")
print(state.observation_string(0))
print(state.information_state_string(0))
""",
    ),
    (
        "markdown",
        """
OpenSpiel's own algorithms run on it. Here its Monte Carlo tree search chooses a first move.
""",
    ),
    (
        "code",
        """
from open_spiel.python.algorithms import mcts

searcher = mcts.MCTSBot(
    state.get_game(),
    uct_c=2,
    max_simulations=10,
    evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1)),
    random_state=np.random.RandomState(1),
)
move = searcher.step(state)
print("it plays", state.action_to_string(state.current_player(), move))
""",
    ),
    (
        "markdown",
        """
## Our engine as a teacher
The engine says what every move is worth; datasets of such positions are made by `azulejo dataset` (`docs/datasets.md`).
""",
    ),
    (
        "code",
        """
from pathlib import Path

import pyarrow.parquet as pq

from azulejo.envs.dataset.command import make_dataset
from azulejo.envs.dataset.settings import DatasetSettings

make_dataset(DatasetSettings.make("azul", games=2, nodes=50, seed=1), Path("my-dataset"))
positions = pq.read_table("my-dataset/positions")
print(positions.num_rows > 50, positions.column_names)
""",
    ),
    (
        "markdown",
        """
## The rules themselves
Everything above calls the same few functions, which you can call, too: `setup`, `legal_moves`, `apply`, `deal`,
`to_move`, `outcome`, `observe`. They compile into your own `@rule` functions.
""",
    ),
    (
        "code",
        """
from azulejo.games import rulebook
from azulejo.games.contract import apply, legal_moves, to_move

book = rulebook("azul")
position = game.state
moves = np.zeros(book.moves_room, np.int16)
number = legal_moves(position, moves)
apply(position, int(moves[0]))
print(number, "moves;", "seat", to_move(position), "is next;", position.nbytes, "bytes")
""",
    ),
)


def main() -> None:
    """Run all cells in an empty folder, and write the notebook."""
    session: dict[str, Any] = {"__name__": "__main__"}
    cells = []
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for number, (kind, text) in enumerate(CELLS):
            cell: dict[str, Any] = {
                "cell_type": kind,
                "id": f"cell-{number:02}",
                "metadata": {},
                "source": text.strip("\n").splitlines(keepends=True),
            }
            if kind == "code":
                cell |= {"execution_count": None, "outputs": _outputs(text.strip("\n"), session)}
            cells.append(cell)
    notebook = {
        "cells": cells,
        "metadata": {"language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _outputs(code: str, session: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell, and return what it printed as Jupyter keeps it."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code, "tutorial", "exec"), session)
    lines = said.getvalue().splitlines(keepends=True)
    return [{"name": "stdout", "output_type": "stream", "text": lines}] if lines else []


if __name__ == "__main__":
    main()
