"""One game of a dataset: played by bots, every decision written down with what the engine thinks of it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from azulejo.arena.players import Seated, forget_bot, kept_bot
from azulejo.batches.rewards import final_rewards
from azulejo.bots import Bot, play_game
from azulejo.bots.engine_bot import EngineBot
from azulejo.engine.analysis import Analysis
from azulejo.envs.dataset.settings import DatasetSettings
from azulejo.games.contract import observe
from azulejo.kernel.chance import Stream, stream
from azulejo.play import Move, View, new_game
from azulejo.play.move import move_code

EVALUATOR = -1
"""The place of the evaluating engine among the bots that a process keeps."""


@dataclass(frozen=True)
class DatasetGame:
    """The rows that a game gives: one for itself and one for every decision."""

    game: dict[str, Any]
    positions: list[dict[str, Any]]


def play_game_of(settings: DatasetSettings, number: int) -> DatasetGame:
    """Play one game of a dataset. Nothing but the settings and the number decides it."""
    names = settings.players(number)
    game = new_game(
        settings.game,
        seats=settings.seats,
        seed=settings.game_seed(number),
        players=names,
        undo="off",
        **settings.options,
    )
    evaluator = None if settings.evaluator is None else kept_bot(settings.evaluator, settings.game, EVALUATOR)
    rows: list[dict[str, Any]] = []
    seated = []
    for seat, name in enumerate(names):
        bot = kept_bot(name, settings.game, seat)
        judge = bot if name == settings.evaluator else evaluator
        rng = stream("dataset", settings.seed, number, seat)
        seated.append(Watched(bot, rng, judge, settings.observations, rows))
    played = play_game(game, seated)
    for fault in played.faults:
        forget_bot(names[fault.seat], settings.game, fault.seat)
    ended = game.outcome()
    assert ended is not None
    rewards = final_rewards(ended.winners, game.seats)
    for at, row in enumerate(rows):
        seat = row["seat"]
        others = max(score for other, score in enumerate(ended.scores) if other != seat)
        row |= {
            "game": number,
            "decision": at,
            "reward": float(rewards[seat]),
            "final_margin": ended.scores[seat] - others,
        }
    told = {
        "game": number,
        "players": names,
        "scores": list(ended.scores),
        "winners": list(ended.winners),
        "rewards": rewards.tolist(),
        "decisions": len(rows),
        "faults": [f"{fault.seat}: {fault.kind}" for fault in played.faults],
        "record": played.record().to_json(),
    }
    return DatasetGame(told, rows)


class Watched(Seated):
    """A bot whose every decision becomes a row, with an evaluation of the position it saw."""

    def __init__(
        self, bot: Bot, rng: Stream, judge: Bot | None, observations: bool, rows: list[dict[str, Any]]
    ) -> None:
        super().__init__(bot, rng)
        self._judge = judge
        self._observations = observations
        self._rows = rows

    def new_game(self, view: View) -> None:
        """Tell the bot, and the one that evaluates."""
        super().new_game(view)
        if self._judge is not None and self._judge is not self.bot:
            self._judge.new_game(view)

    def choose(self, view: View) -> Move | str | int:
        """Ask the bot, and write down what it saw and chose; its own search, where it has one, is the evaluation."""
        judge = self._judge
        found: Analysis | None = None
        answer: Move | str | int
        if isinstance(judge, EngineBot) and judge is self.bot:
            view.rng = self._rng
            answer, found = judge.decide(view)
        else:
            answer = super().choose(view)
            if isinstance(judge, EngineBot) and len(view.legal_moves) > 1:
                found = judge.analyse(view, judge.limits)
        if answer in view.legal_moves:  # what is none, the referee will judge
            self._rows.append(self._row(view, answer, found))
        return answer

    def _row(self, view: View, answer: Move | str | int, found: Analysis | None) -> dict[str, Any]:
        legal = view.legal_moves.codes
        chosen = move_code(view.rulebook, answer)
        row = {
            "event": len(view.record.events),
            "seat": view.seat,
            "position": view.position,
            "scores": list(view.scores),
            "legal": list(legal),
            "move": chosen,
            "text": view.rulebook.move_text(chosen),
            **_evaluation(view.seat, legal, found),
        }
        if self._observations:
            row["observation"] = np.zeros(view.rulebook.observation, np.float32)
            observe(view.state, view.seat, row["observation"])
        return row


def _evaluation(seat: int, legal: tuple[int, ...], found: Analysis | None) -> dict[str, Any]:
    """Return the columns of an evaluation; nothing where the position was not searched."""
    if found is None:
        return dict.fromkeys(("best", "win", "margin", "margin_error", "nodes", "visits", "margins"))
    by_move = {one.move: one for one in found.candidates}
    looked_at = [by_move.get(code) for code in legal]
    return {
        "best": found.best.move,
        "win": found.best.win[seat],
        "margin": found.best.margin,
        "margin_error": found.best.margin_error,
        "nodes": found.nodes,
        "visits": [0 if one is None else one.visits for one in looked_at],
        "margins": [None if one is None else one.margin for one in looked_at],
    }
