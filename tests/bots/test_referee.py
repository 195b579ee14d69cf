"""The referee: who may play, what the clocks say, who has lost and why."""

import time
from itertools import pairwise
from pathlib import Path

import pytest

from azulejo.bots import BotFault, PlayedGame, as_bot, play_game
from azulejo.bots.bot import Bot, greedy, random
from azulejo.bots.engine_bot import EngineBot
from azulejo.bots.names import hosted
from azulejo.bots.referee import places
from azulejo.engine.limits import Limits
from azulejo.games import names
from azulejo.games.contract import CHANCE
from azulejo.kernel.chance import below
from azulejo.play import Game, Record, View, new_game, verify
from azulejo.texts import message
from azulejo.texts.errors import BadOption
from tests.bots.helpers import OnePly, some_game


def played(first: object, *others: object, **options: object) -> PlayedGame:
    """Return a game of classic Azul in which seat 0 starts."""
    bots = [first, *(others or (random,))]
    return play_game(new_game("azul", seats=len(bots), seed=5, first=0), bots, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", names())
def test_bots_play_a_whole_game(name: str) -> None:
    game = new_game(name, seed=5)
    result = play_game(game, [greedy, random])
    assert game.is_over
    assert result.faults == ()
    assert sorted(result.places) in ([1, 2], [1, 1])
    assert all(seconds > 0 for seconds in result.seconds)
    assert verify(Record.from_json(result.record().to_json())).position == game.position
    assert result.record().comments == {}


def test_the_same_deals_and_bots_give_the_same_game() -> None:
    assert played(greedy).game.events == played(greedy).game.events


def test_everybody_is_told_of_the_game_with_the_own_seat() -> None:
    heard = []

    class Listening(Bot):
        def new_game(self, view: View) -> None:
            heard.append((view.seat, view.limits))

        def choose(self, view: View) -> object:  # type: ignore[override]  # a Move
            return random.choose(view)

    played(Listening(), Listening(), limits=Limits(nodes=3))
    assert heard == [(0, Limits(nodes=3)), (1, Limits(nodes=3))]


def test_limits_can_differ_by_seat() -> None:
    seen = {}

    def look(view: View) -> object:
        seen[view.seat] = view.limits
        return random.choose(view)

    played(look, look, limits=[Limits(nodes=3), None])
    assert seen == {0: Limits(nodes=3), 1: Limits()}


def test_a_table_needs_a_bot_for_every_seat() -> None:
    with pytest.raises(BadOption, match="this game needs 2 bots"):
        play_game(new_game("azul", seats=2, seed=1), [random])


def test_somebody_can_watch() -> None:
    lengths: list[int] = []
    result = played(greedy, watch=lambda game: lengths.append(len(game.events)))
    assert lengths == sorted(set(lengths))
    assert lengths[-1] == len(result.game.events)


# ---------------------------------------------------------------- faults


def raising(problem: BaseException) -> object:
    def choose(view: View) -> str:
        raise problem

    return choose


@pytest.mark.parametrize(
    ("choose", "kind", "sentence"),
    [
        (raising(ValueError("boom")), "crash", "ValueError: boom"),
        (raising(SystemExit("bye")), "crash", "SystemExit: bye"),
        (lambda view: view.preview("9b9"), "crash", "the bot has failed"),
        (raising(BotFault("flood", message("bots.fault.flood"))), "flood", "without end"),
        (lambda view: None, "nonsense", "a move is a code, a text or a Move, not NoneType"),
        (lambda view: "castle", "nonsense", "castle"),
        (lambda view: 10**9, "nonsense", "the answer is no move"),
        (lambda view: True, "nonsense", "not bool"),
        (lambda view: "cb1", "illegal", "cb1 cannot be played now"),
    ],
)
def test_a_bot_that_does_what_no_bot_may_do_loses(choose: object, kind: str, sentence: str) -> None:
    result = played(choose)
    (fault,) = result.faults
    assert (fault.seat, fault.kind, fault.at) == (0, kind, 2)
    assert sentence in fault.text()
    assert result.game.events[2] == {"end": "forfeit", "seat": 0}
    assert result.places == (2, 1)
    assert verify(result.record()).outcome().reason == "forfeit"  # type: ignore[union-attr]  # it is over


def test_an_interruption_is_not_a_fault() -> None:
    with pytest.raises(KeyboardInterrupt):
        played(raising(KeyboardInterrupt()))


def test_a_bot_that_fails_before_the_game_loses_it() -> None:
    class Unready:
        def new_game(self, view: View) -> None:
            raise OSError("no model file")

        def choose(self, view: View) -> object:
            return random.choose(view)

    result = played(random, Unready())
    (fault,) = result.faults
    assert (fault.seat, fault.kind) == (1, "crash")
    assert not any("move" in event for event in result.game.events)


def test_a_function_that_answers_late_loses() -> None:
    def slow(view: View) -> object:
        time.sleep(0.05)
        return random.choose(view)

    (fault,) = played(slow, limits=Limits(seconds=0.01), grace=0.01).faults
    assert (fault.seat, fault.kind) == (0, "time")
    assert played(slow, limits=Limits(seconds=0.01), grace=60.0).faults == ()


def test_our_own_bots_keep_their_time_themselves() -> None:
    class Slow(Bot):
        trusted = True

        def choose(self, view: View) -> object:  # type: ignore[override]  # a Move
            time.sleep(0.005)
            return random.choose(view)

    assert played(Slow(), limits=Limits(seconds=0.001), grace=0.0).faults == ()


def test_a_dismissed_bot_is_told_so() -> None:
    told = []

    class Bad(Bot):
        def choose(self, view: View) -> str:
            return "castle"

        def dismiss(self) -> None:
            told.append(True)

    played(Bad())
    assert told == [True]


def test_the_weakest_level_plays_on_unless_somebody_else_is_named() -> None:
    seen = []

    def substitute(view: View) -> object:
        seen.append(view.seat)
        return random.choose(view)

    result = played(random, raising(ValueError()), random, random, substitute=as_bot(substitute))
    assert set(seen) == {1}
    assert result.places[1] == 4
    assert result.game.out == {1: "forfeit"}
    assert result.game.is_over


@pytest.mark.slow
def test_the_weakest_level_plays_on() -> None:
    result = played(random, raising(ValueError()), random)
    assert [event.get("seat") for event in result.game.events if "end" in event] == [1]
    assert sum(event.get("seat") == 1 and "move" in event for event in result.game.events) > 5
    assert result.places[1] == 3


# ---------------------------------------------------------------- clocks


def test_the_clock_runs_and_is_added_to_after_every_turn() -> None:
    seen = []

    def look(view: View) -> object:
        seen.append(view.limits.clock)
        time.sleep(0.01)
        return random.choose(view)

    result = played(look, limits=[Limits(clock=10.0, increment=1.0), Limits(clock=10.0)])
    assert result.faults == ()
    assert seen[0] == 10.0
    assert 10.0 < seen[1] <= 10.99  # a second more, less the time it took
    assert all(later > earlier for earlier, later in pairwise(seen))
    clocks = result.record().clocks
    first = min(clocks)
    assert result.game.events[first] == {**result.game.events[first], "seat": 0}
    assert clocks[first][0] == pytest.approx(seen[1], abs=0.001)
    assert clocks[first][1] == 10.0
    assert len(clocks) == sum("move" in event for event in result.game.events)
    verify(Record.from_json(result.record().to_json()))


def test_who_runs_out_of_time_loses_though_trusted() -> None:
    class Slow(Bot):
        trusted = True

        def choose(self, view: View) -> object:  # type: ignore[override]  # a Move
            time.sleep(0.04)
            return random.choose(view)

    result = played(Slow(), limits=Limits(clock=0.1))
    (fault,) = result.faults
    assert (fault.seat, fault.kind) == (0, "time")
    assert result.game.events[-1] == {"end": "time", "seat": 0}


# ---------------------------------------------------------------- places


def test_places_go_by_victory_then_points_then_leaving() -> None:
    game = some_game(seats=4)
    game.leave("forfeit", 2)
    while not game.is_over:
        game.push(game.legal_moves[len(game.legal_moves) // 2])
    found = places(game)
    ended = game.outcome()
    assert ended is not None
    assert found[2] == 4
    assert all((found[seat] == 1) == (seat in ended.winners) for seat in range(4))
    others = sorted((seat for seat in range(4) if seat != 2), key=lambda seat: found[seat])
    assert [ended.scores[seat] for seat in others] == sorted((ended.scores[seat] for seat in others), reverse=True)


# ---------------------------------------------------------------- Python bots in processes of their own

BOTS = """
import sys

print("loading")

def choose(view):
    print("thinking about", len(view.legal_moves), "moves")
    return max(view.legal_moves, key=lambda move: (view.preview(move).points, -view.preview(move).loss, move))

def by_chance(view):
    return view.legal_moves[int(view.rng[0]) % len(view.legal_moves)]

def broken(view):
    raise RuntimeError("out of ideas")

def endless(view):
    while True:
        pass

class Counting:
    def __init__(self):
        self.games = 0

    def new_game(self, view):
        self.games += 1

    def choose(self, view):
        return view.legal_moves[self.games]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(BOTS)
    return path


def test_a_file_plays_in_a_process_as_it_plays_here(file: Path) -> None:
    from azulejo.bots import load

    for name in ("choose", "by_chance"):
        there, here = played(f"{file}:{name}"), played(load(f"{file}:{name}"))
        assert there.faults == here.faults == ()
        assert there.game.events == here.game.events


def test_a_class_hears_of_every_game(file: Path) -> None:
    with hosted(f"{file}:Counting") as bot:
        for number in (1, 2):
            game = played(bot).game
            moves = [event["move"] for event in game.events if "move" in event]
            assert moves[0] == str(new_game("azul", seats=2, seed=5, first=0).legal_moves[number])


@pytest.mark.parametrize(
    ("name", "kind", "sentence"),
    [
        ("broken", "crash", "RuntimeError: out of ideas"),
        ("endless", "time", "no answer within"),
        ("missing", "crash", "has nothing called missing"),
    ],
)
def test_a_file_that_does_what_no_bot_may_do_loses(file: Path, name: str, kind: str, sentence: str) -> None:
    (fault,) = played(f"{file}:{name}", limits=Limits(seconds=0.3)).faults
    assert fault.kind == kind
    assert sentence in fault.text()


# ---------------------------------------------------------------- secrets


def private_draw(game: Game) -> int | None:
    """Return the index of the first event that one seat alone may see, if there is any."""
    return next((at for at, event in enumerate(game.events) if "to" in event), None)


def game_with_a_secret(seed: int) -> Game:
    """Return a game of Duel in which one player has drawn plates that the other has not seen."""
    from azulejo.kernel.chance import stream

    game = new_game("duel", seed=seed)
    rng = stream("secret", seed)
    while (at := private_draw(game)) is None or game.turn == game.events[at]["to"]:
        moves = game.legal_moves
        drawing = [move for move in moves if "draw" in game.describe(move)]
        game.push((drawing or list(moves))[below(rng, len(drawing or moves))])
        assert not game.is_over
    return game


@pytest.mark.parametrize("seed", range(5))
def test_what_an_outside_program_is_sent_contains_nothing_hidden(seed: int) -> None:
    """Two games that differ only in what the seat cannot know are sent in the same words."""
    from azulejo.bots.protocol import go_line, position_line

    game = game_with_a_secret(seed)
    at = private_draw(game)
    assert at is not None
    assert game.turn is not None
    view = game.view(game.turn)
    assert view.record.events[at]["draw"] is None
    line = position_line(view)
    assert str(game.events[at]["draw"]) not in line
    twin = with_another_secret(game, at)
    assert twin.events[at] != game.events[at]
    other = twin.view(game.turn)
    assert position_line(other) == line
    assert go_line(other) == go_line(view)


def with_another_secret(game: Game, at: int) -> Game:
    """Return the same game, up to where it stands, with something else in the draw that one seat alone saw."""
    import numpy as np

    from azulejo.games.contract import deal
    from azulejo.kernel.chance import stream

    for number in range(200):
        events = [dict(event) for event in game.events]
        twin = Game.from_record(game.record(), until=at)
        assert twin.due == CHANCE
        drawn = np.zeros(game.rulebook.max_drawn, np.int16)
        count = deal(twin.state, stream("another", number), drawn)
        events[at]["draw"] = game.rulebook.draw_value(twin.state, drawn[:count].tolist())
        if events[at] == game.events[at]:
            continue
        try:
            for event in events[at:]:
                twin.replay(event)
        except ValueError:  # what followed does not fit this draw
            continue
        return twin
    raise AssertionError("no other draw fits")


def test_the_seed_is_sent_only_when_the_game_is_over() -> None:
    from azulejo.bots.protocol import position_line

    game = some_game(moves=6)
    assert game.turn is not None
    line = position_line(game.view(game.turn))
    secret = new_game("azul", seed=7)
    while not secret.is_over:
        secret.push(secret.legal_moves[0])
    assert secret.record().seed is not None
    assert secret.record().seed not in line  # type: ignore[operator]  # it is known now
    assert '"seed"' not in line


def test_the_engine_is_given_only_what_its_seat_sees() -> None:
    game = game_with_a_secret(0)
    at = private_draw(game)
    assert at is not None
    assert game.turn is not None
    answers = []
    for one in (game, with_another_secret(game, at)):
        engine = OnePly(game.rulebook)
        move = EngineBot("duel", Limits(nodes=9), engine=engine).choose(one.view(game.turn))
        answers.append((move, engine.states[-1].tobytes()))
    assert answers[0] == answers[1]
