"""Previews are true: what the server says a move would do is what it does when it is really played, over the wire.

A preview's ``points`` are the mover's score if the round were scored right after the move, less the same right before
it; for a move that scores at once, the real change. Where the messages of the server show all that is needed, it is
worked out here from them alone. The rest (tiles that can go to several cells at the end of a round) comes from the
record that the server gives, with the game's own scoring: what comes after a draw is no part of the move.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import azulejo
from azulejo.games.azul.components import FLOOR_LOSS
from azulejo.games.azul.rules import decide as decide_azul
from azulejo.games.azul.rules import score_board as score_azul
from azulejo.games.duel.rules import decide as decide_duel
from azulejo.games.duel.scoring import losses as losses_duel
from azulejo.games.duel.tiling import score_board as score_duel
from azulejo.testing import scale
from tests.server.processes import Client

pytestmark = pytest.mark.slow

Json = dict[str, Any]

TABLES: dict[str, list[tuple[int, dict[str, str]]]] = {
    "azul": [(2, {}), (3, {"wall": "grey"}), (4, {}), (2, {"wall": "grey"})],
    "duel": [(2, {}), (2, {"tablets": "random"})],
    "garden": [(2, {}), (3, {"side": "variant"}), (4, {})],
}
OTHER_MOVES = 2
"""Moves of a position that are tried besides the one played there."""
SHOWN = {"points": 0, "loss": 0, "jokers": 0, "ends_round": False, "ends_game": False}
"""A preview in which nothing happens: what is not said in a message is as here."""
AT_THE_END = {"azul": {"rows", "columns", "colours"}}
"""Steps of a scoring that are no part of a round's."""
AT_ONCE = {"discard", "supply", "marker"}
"""Steps by which points are lost at once, in Queen's Garden."""


# ---------------------------------------------------------------- random positions


@dataclass(frozen=True)
class Moment:
    """A position of a random game, with the move that was made there."""

    position: str
    move: str
    ends_round: bool
    brings_jokers: bool


def moments(game: str, seats: int, options: dict[str, str], rng: random.Random) -> Iterator[Moment]:
    """Yield all positions of a game, whose moves are sensible or any."""
    table = azulejo.new_game(game, seats=seats, seed=rng.randrange(1000), **options)
    while table.turn is not None:
        position, number = table.position, table.state.round_number
        sensible = table.suggest()
        move = str(sensible if sensible and rng.random() < 0.7 else rng.choice(table.legal_moves))
        jokers = table.preview(move).jokers
        table.push(move)
        yield Moment(position, move, table.is_over or table.state.round_number != number, jokers > 0)


def samples(game: str, seats: int, options: dict[str, str], rng: random.Random) -> list[Moment]:
    """Return some positions of a game: in the middle of a round, at its end, the last one, some that bring jokers."""
    found = list(moments(game, seats, options, rng))
    *ends, last = (moment for moment in found if moment.ends_round)
    middle = [moment for moment in found if not moment.ends_round]
    joyful = [moment for moment in found if moment.brings_jokers]
    kinds = ((middle, scale(80)), (ends, 2), (joyful, 2))
    return [*(moment for some, most in kinds for moment in rng.sample(some, min(len(some), most))), last]


# ---------------------------------------------------------------- one move, really played


class Played:
    """A move that was previewed and then played, all over the wire."""

    def __init__(self, client: Client, game: str, position: str, move: str | None, rng: random.Random) -> None:
        seats = position.count(" garden=" if game == "garden" else " board=")
        self.client = client
        self.made = client.create(
            game, [{"who": "hotseat" if seat else "me"} for seat in range(seats)], position=position
        )
        self.before = client.state(self.made.table, self.made.tokens)["now"]
        self.mover: int = self.before["turn"]
        chosen = next((one for one in self.before["legal"] if one["move"] == move), None) or rng.choice(
            self.before["legal"]
        )
        self.move: str = chosen["move"]
        self.preview: Json = {**SHOWN, **chosen["preview"]}
        self.after = self.play(self.move, self.before)
        self.steps = [
            step for line in self.after["events"] for step in line.get("steps", []) if step["seat"] == self.mover
        ]

    def play(self, move: str, now: Json) -> Json:
        """Play a move, and return what the seat that is to move then sees."""
        self.client.play(self.made, [move], now["number"], seat=now["turn"])
        seen: Json = self.client.state(self.made.table, self.made.tokens, after=now["number"])["now"]
        return seen

    @property
    def game(self) -> str:
        """Which game it is."""
        name: str = self.before["board"]["game"]
        return name

    @property
    def boards(self) -> tuple[Json, Json]:
        """The mover's own board before and after the move."""
        before, after = (now["board"]["players"][self.mover] for now in (self.before, self.after))
        return before, after

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return "result" in self.after

    @property
    def round_over(self) -> bool:
        """Whether the round is over."""
        return self.over or self.after["board"]["round"] != self.before["board"]["round"]

    def points_of(self, *kinds: str) -> int:
        """Return what steps of these kinds have brought the mover."""
        return sum(step["points"] for step in self.steps if step["kind"] in kinds)

    def states(self) -> tuple[Any, int]:
        """Return the position before the move and the move's code, from the record that the server gives."""
        record = self.client.get(f"/tables/{self.made.table}/record", self.made.tokens)
        game = azulejo.Game.from_record(azulejo.Record.from_json(json.dumps(record)))
        move = game.rulebook.parse_move(self.move)
        return game.at(self.before["number"]), move

    def __str__(self) -> str:
        return f"{self.move} in {self.before['position']}"


def truth(played: Played) -> Json:
    """Return what the preview should have said."""
    points, loss, jokers = {"azul": azul, "duel": duel, "garden": garden}[played.game](played)
    ends = {"ends_round": played.round_over, "ends_game": played.over}
    return {"points": points, "loss": loss, "jokers": jokers, **ends}


# ---------------------------------------------------------------- classic Azul


def azul(played: Played) -> tuple[int, int, int]:
    """Return points, loss and jokers."""
    before, after = played.boards
    if played.move.startswith("w"):
        return after["score"] - before["score"], 0, 0
    if played.before["board"]["walls"] == "grey":
        return azul_by_record(played)
    fallen = next((step["said"]["values"]["count"] for step in played.steps if step["kind"] == "floor"), 0)
    if played.round_over:
        scored = before["score"] + sum(
            step["points"] for step in played.steps if step["kind"] not in AT_THE_END["azul"]
        )
    else:
        scored, fallen = azul_scored(played.after["board"], after), len(after["floor"])
    prices = played.before["board"]["floor"]
    loss = -sum(prices[:fallen]) + sum(prices[: len(before["floor"])])
    return scored - azul_scored(played.before["board"], before), loss, 0


def azul_scored(board: Json, player: Json) -> int:
    """Return the score of a coloured wall if the round were scored now."""
    score: int = player["score"]
    filled = {(row, column) for row in range(5) for column in range(5) if player["wall"][row][column]}
    for row, line in enumerate(player["lines"]):
        if line["count"] == line["size"]:
            place = (row, board["printed"][row].index(line["colour"]))
            filled.add(place)
            across, down = (run(filled, place, step) for step in ((0, 1), (1, 0)))
            score += (across > 1) * across + (down > 1) * down or 1
    loss: int = sum(board["floor"][: len(player["floor"])])
    return max(0, score + loss)


def run(filled: set[tuple[int, int]], place: tuple[int, int], step: tuple[int, int]) -> int:
    """Return how many cells are filled without a gap through a place, in one direction and back."""
    length = 1
    for sign in (1, -1):
        row, column = place[0] + sign * step[0], place[1] + sign * step[1]
        while (row, column) in filled:
            length, row, column = length + 1, row + sign * step[0], column + sign * step[1]
    return length


def azul_by_record(played: Played) -> tuple[int, int, int]:
    """Return points, loss and jokers, by the game's own scoring."""
    state, code = played.states()
    decided = state.copy()
    decide_azul(decided, code)
    pieces = [int(one.players[played.mover].floor_pieces) for one in (state, decided)]
    for one in (state, decided):
        score_azul(one, played.mover)
    scores = [int(one.players[played.mover].score) for one in (state, decided)]
    return scores[1] - scores[0], int(FLOOR_LOSS[pieces[1]] - FLOOR_LOSS[pieces[0]]), 0


# ---------------------------------------------------------------- Azul Duel


def duel(played: Played) -> tuple[int, int, int]:
    """Return points, loss and jokers."""
    before, after = played.boards
    if played.before["board"]["phase"] in ("pay", "lay"):
        return duel_line_points(played), 0, 0
    chip_turned_up = any("draw" in line["event"] for line in played.after["events"])
    if played.round_over or chip_turned_up or played.after["board"]["phase"] in ("pay", "lay"):
        return duel_by_record(played)
    return after["if_scored"] - before["if_scored"], after["loss"] - before["loss"], 0


def duel_line_points(played: Played) -> int:
    """Return what the tile of the line in question has brought, and a special tile with it."""
    if not played.steps or played.steps[0]["kind"] != "tile":
        return 0
    tile, *rest = played.steps
    if tile["said"]["values"]["line"] != played.before["board"]["line"]:
        return 0
    special = rest[0]["points"] if rest and rest[0]["kind"] == "special" else 0
    return int(tile["points"] + special)


def duel_by_record(played: Played) -> tuple[int, int, int]:
    """Return points, loss and jokers, by the game's own scoring."""
    state, code = played.states()
    decided = state.copy()
    decide_duel(decided, code)
    loss = [int(losses_duel(one, played.mover)) for one in (state, decided)]
    for one in (state, decided):
        score_duel(one, played.mover)
    scores = [int(one.players[played.mover].score) for one in (state, decided)]
    return scores[1] - scores[0], loss[1] - loss[0], 0


# ---------------------------------------------------------------- Queen's Garden


def garden(played: Played) -> tuple[int, int, int]:
    """Return points, loss and jokers."""
    before, after = played.boards
    wheel, prices = played.before["board"], played.points_of(*AT_ONCE)
    scored = (
        before["score"] + prices + played.points_of("wheel", "pavilions")
        if played.round_over
        else garden_scored(wheel, after)
    )
    return scored - garden_scored(wheel, before), -prices, jokers_of_the_turn(played)


def garden_scored(board: Json, player: Json) -> int:
    """Return the score of a garden if the round were scored now."""
    each = board["wheel"][board["round"] - 1]["points"]
    hexes = sum(each.get(sign, 0) for planted in player["hexes"] for sign in planted["hex"])
    return int(player["score"] + hexes + board["pavilion_points"] * player["slots"].count("face"))


def jokers_of_the_turn(played: Played) -> int:
    """Return what the turn brings with the cheapest payment: pay on as the server suggests, and count."""
    start, now = played.before["board"], played.after
    garden, grown = (player["hexes"] for player in played.boards)
    placed = [planted["hex"] for planted in grown if planted not in garden]
    if start["phase"] == "payment":
        owed = start["owed"]
    elif placed:
        owed = int(placed[0][1]) - 1
    else:
        return 0
    while now["board"]["phase"] == "payment" and now["turn"] == played.mover:
        now = played.play(now["suggested"], now)
    end = now["board"]
    paid = sum(end["tower"].values()) - sum(start["tower"].values()) + end["supply"] - start["supply"]
    gained = end["players"][played.mover]["jokers"] - start["players"][played.mover]["jokers"]
    return int(gained + owed - paid)


# ---------------------------------------------------------------- the comparison


@pytest.mark.parametrize("game", list(TABLES))
def test_what_is_shown_of_a_move_is_what_it_does(client: Client, game: str) -> None:
    seen: Counter[str] = Counter()
    for seats, options in TABLES[game]:
        rng = random.Random(f"{game} {seats} {options}")
        for moment in samples(game, seats, options, rng):
            for move in (moment.move, *[None] * OTHER_MOVES):
                played = Played(client, game, moment.position, move, rng)
                assert played.preview == truth(played), (str(played), played.steps)
                seen.update(name for name, value in played.preview.items() if value)
                seen["all"] += 1
    wanted = {"points", "loss", "ends_round", "ends_game", *(["jokers"] if game == "garden" else [])}
    assert {name for name, count in seen.items() if count > 1} >= wanted, seen
    print(f"{game}: {dict(seen)}")
