"""What viewers are told: exactly what they missed, only what they may know, and what it means."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from azulejo.games.contract import SPECTATOR
from azulejo.games.duel.components import PLATE_NAMES
from azulejo.server.messages import Sentence, Update
from azulejo.server.tables import Access, Tables, TableView, queries
from azulejo.server.tables.game_cache import CachedGame
from azulejo.server.tables.views import difference, update_of
from azulejo.testing import LONG, scale
from azulejo.texts import Message, message
from tests.server.processes import changed
from tests.server.seating import Sitting, game_of, sit, there, two_people

pytestmark = pytest.mark.slow

GAMES = ("azul", "duel", "garden")
TOLD_EVERY = 4
"""After so many moves viewers are told what they have missed, except in long test runs."""


def spoken(one: Sentence, lang: str) -> str:
    """Say a text as a client does: by its key and values alone."""

    def back(value):
        if isinstance(value, Sentence):
            return Message(value.key, {name: back(part) for name, part in value.values.items()})
        return [back(part) for part in value] if isinstance(value, list) else value

    return str(back(one).text(lang))


def missed(view: TableView, seen: dict[int, int]) -> dict[int, Update]:
    """Return what viewers have missed who have seen so many events; those who have missed nothing are left out."""
    return {eye: update_of(view, eye, after) for eye, after in seen.items() if view.game.number(eye) > after}


def games_of(tables: Tables, game: str, *, seed: int, **more) -> Iterator[Sitting]:
    """Play a whole game at random, and stop before every move."""
    sitting = two_people(tables, game, seed=seed, **more)
    rng = random.Random(seed)
    while True:
        yield sitting
        if sitting.play_any(rng) is None:
            return


@pytest.fixture
def tables(sqlite_tables: Tables) -> Tables:
    """One kind of database is enough here."""
    return sqlite_tables


# ---------------------------------------------------------------- texts


def test_a_text_goes_over_the_wire_and_is_said_the_same() -> None:
    text = message(
        "errors.game", value="chess", values=["azul", message("azul.tiles.blue", count=2), ("duel", "garden")]
    )
    wire = msgspec.json.decode(msgspec.json.encode(Sentence.of(text)), type=Sentence)
    assert wire.values["values"][2] == ["duel", "garden"]
    assert wire.key == "errors.game"
    for lang in ("en", "ru"):
        assert spoken(Sentence.of(text), lang) == text.text(lang)


def test_only_numbers_strings_texts_and_lists_go_over_the_wire() -> None:
    from pathlib import Path

    import numpy as np

    values = Sentence.of(
        message("errors.game", value=np.int64(3), values=(Path("a"), True, None, 1.5, np.str_("x")))
    ).values
    assert values == {"value": 3, "values": ["a", "True", "None", 1.5, "x"]}
    assert [type(one) for one in (values["value"], *values["values"])] == [int, str, str, str, float, str]


# ---------------------------------------------------------------- exactly what was missed


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_each_viewer_is_told_piece_by_piece_is_what_they_see_in_the_end(tables: Tables, game: str) -> None:
    heard: dict[int, list[object]] = {SPECTATOR: [], 0: [], 1: []}
    numbers = dict.fromkeys(heard, 0)
    for step, sitting in enumerate(games_of(tables, game, seed=11, helpers="none")):
        if sitting.state().now.result is not None:
            break
        if step % TOLD_EVERY and not LONG:
            continue
        for eye, update in tables.read(sitting.table, missed, numbers).items():
            assert update.after == numbers[eye]
            assert [line.number for line in update.events] == list(range(update.after, update.number))
            assert tables.read(sitting.table, missed, {eye: update.number}) == {}
            heard[eye] += update.events
            numbers[eye] = update.number
            viewer = Access() if eye == SPECTATOR else Access((eye,))
            whole = tables.read(sitting.table, queries.state, viewer, None).now
            assert heard[eye] == whole.events
            assert (update.board, update.position, update.legal) == (whole.board, whole.position, whole.legal)
            assert [line.event for line in whole.events] == [
                dict(event) for event in tables.read(sitting.table, queries.record, viewer).events
            ]
    assert min(numbers.values()) > 30


@pytest.mark.parametrize("game", GAMES)
def test_a_position_along_the_way_is_what_was_seen_then(tables: Tables, game: str) -> None:
    seen: dict[int, Update] = {}
    for sitting in games_of(tables, game, seed=12, helpers="none"):
        now = sitting.state().now
        seen[now.number] = now
        if len(seen) > 12:
            break
    for number, then in seen.items():
        there = tables.read(sitting.table, queries.position, Access(), number)
        assert (there.number, there.position, there.board, there.scores) == (
            number, then.position, then.board, then.scores,
        )  # fmt: skip
        assert there.turn == then.turn


def any_value(rng: random.Random, depth: int) -> Any:
    """Return any JSON value."""
    kind = rng.randrange(5 if depth else 3)
    if kind == 3:
        return [any_value(rng, depth - 1) for _ in range(rng.randrange(5))]
    if kind == 4:
        return {key: any_value(rng, depth - 1) for key in "abcde" if rng.random() < 0.6}
    return (None, rng.randrange(4), rng.choice(["", "a", "[]"]))[kind]


def bent(rng: random.Random, value: Any) -> Any:
    """Return a value in which a little is another."""
    if rng.random() < 0.2 or not isinstance(value, list | dict):
        return any_value(rng, 2) if rng.random() < 0.5 else value
    if isinstance(value, dict):
        kept = {key: bent(rng, one) for key, one in value.items() if rng.random() < 0.9}
        return {**kept, "f": any_value(rng, 1)} if rng.random() < 0.2 else kept
    several = [
        one for old in value for one in ([], [bent(rng, old)], [old, any_value(rng, 1)])[rng.choice((0, 1, 1, 1, 2))]
    ]
    return several


def test_a_value_is_found_again_from_what_is_told_of_it() -> None:
    rng = random.Random("difference")
    for _ in range(scale(3000)):
        old = any_value(rng, 4)
        new = bent(rng, old)
        if old == new:
            continue
        told = msgspec.json.decode(msgspec.json.encode(difference(old, new)))
        found = changed(old, told)
        assert found == new
        assert msgspec.json.encode(found) == msgspec.json.encode(new), "the keys have another order"
        assert len(msgspec.json.encode(told)) <= len(msgspec.json.encode(new)) + 2


def test_somebody_who_says_they_have_seen_too_much_is_told_everything(tables: Tables) -> None:
    sitting = two_people(tables)
    assert len(sitting.state(0, after=1).now.events) == 1
    assert len(sitting.state(0, after=2).now.events) == 0
    assert len(sitting.state(0, after=3).now.events) == 2


def test_on_a_shared_device_one_sees_through_the_eyes_of_whoever_moves(tables: Tables) -> None:
    sitting = sit(tables, "duel", "me", "hotseat", seed=3)
    rng = random.Random(2)
    for _ in range(30):
        state = sitting.state(0, 1)
        assert state.now.board is not None
        assert state.viewer == state.now.turn == state.now.board.viewer
        assert state.held == [0, 1]
        assert state.now.legal
        sitting.play_any(rng)


# ---------------------------------------------------------------- only what they may know


@pytest.mark.slow
def test_plates_that_another_player_has_drawn_are_never_told(tables: Tables) -> None:
    """Azul Duel, whole games: every message to every viewer, while the game runs."""
    hidden_draws = 0
    for seed in (1, 2) if LONG else (1,):
        for sitting in games_of(tables, "duel", seed=seed):
            cached = tables.read(sitting.table, lambda view: view.game)
            if cached.game.is_over:
                break
            for eye in (SPECTATOR, 0, 1):
                viewer = Access() if eye == SPECTATOR else Access((eye,))
                secret = secrets_from(cached, eye)
                if not secret:
                    continue
                hidden_draws += 1
                now = tables.read(sitting.table, queries.state, viewer, None).now
                told = msgspec.json.encode([now.events, now.legal, now.suggested]).decode()
                told += tables.read(sitting.table, queries.record, viewer).to_json()
                assert not [plate for plate in secret if plate in told], (seed, eye, secret)
    assert hidden_draws > 20


def secrets_from(cached: CachedGame, eye: int) -> set[str]:
    """Return the plates that were drawn for others alone, and shown to nobody in any other way since or before."""
    secret: set[str] = set()
    for event in cached.game.events:
        if "draw" in event:
            names = {name for name in PLATE_NAMES if name in str(event["draw"])}
            secret = secret | names if event.get("to", eye) != eye else secret - names
    return secret


@pytest.mark.parametrize("game", GAMES)
def test_only_the_seat_to_move_is_told_its_legal_moves(tables: Tables, game: str) -> None:
    for number, sitting in enumerate(games_of(tables, game, seed=3)):
        if number == 6:
            break
        turn = sitting.turn
        assert sitting.state(turn).now.legal
        assert sitting.state(turn).now.suggested in {one.move for one in sitting.state(turn).now.legal}
        for other in (sitting.state(1 - turn).now, sitting.state().now):
            assert (other.legal, other.suggested, other.undo) == ([], None, 0)


def test_the_seed_is_told_after_the_game_only(tables: Tables) -> None:
    sitting = two_people(tables, helpers="none")
    seed = tables.read(sitting.table, lambda view: there(view.row.seed).hex())
    assert seed not in msgspec.json.encode(sitting.state(0)).decode()
    assert tables.read(sitting.table, queries.record, sitting.access(0)).seed is None
    sitting.play_out(random.Random(1))
    assert sitting.result.seed == seed


# ---------------------------------------------------------------- what it means


@pytest.mark.parametrize("game", GAMES)
def test_legal_moves_say_truly_what_they_do(tables: Tables, game: str) -> None:
    checked = 0
    for number, sitting in enumerate(games_of(tables, game, seed=6)):
        if number % 7 or sitting.state().now.result is not None:
            continue
        now = sitting.state(sitting.turn).now
        game_now = game_of(tables, sitting.table)
        assert [one.move for one in now.legal] == [str(move) for move in game_now.legal_moves]
        for one in now.legal:
            trial = game_now.copy()
            trial.push(one.move)
            drawn = any("draw" in event for event in trial.events[len(game_now.events) :])
            assert one.ends_turn == (trial.turn != game_now.turn or drawn)
            wanted = game_now.preview(one.move)
            assert one.preview is not None
            assert (one.preview.points, one.preview.loss, one.preview.ends_game) == (
                wanted.points, wanted.loss, wanted.ends_game,
            )  # fmt: skip
            for lang in ("en", "ru"):
                assert spoken(one.said, lang) == game_now.describe(one.move, lang)
            checked += 1
    assert checked > 50


def test_without_helpers_there_are_no_previews(tables: Tables) -> None:
    sitting = two_people(tables, helpers="none")
    assert {one.preview for one in sitting.state(sitting.turn).now.legal} == {None}


@pytest.mark.parametrize("game", GAMES)
def test_the_steps_of_a_scoring_add_up_to_the_points(tables: Tables, game: str) -> None:
    sitting = two_people(tables, game, helpers="none")
    sitting.play_out(random.Random(9))
    lines = sitting.state().now.events
    scored = {0: 0, 1: 0}
    for line in lines:
        for step in line.steps:
            scored[step.seat] += step.points
            for lang in ("en", "ru"):
                assert spoken(there(step.said), lang)
    start = tables.read(sitting.table, queries.position, Access(), 1).scores
    assert sitting.state().now.scores == [start[seat] + scored[seat] for seat in (0, 1)]
    assert any(line.steps for line in lines)


@pytest.mark.parametrize("game", GAMES)
def test_every_event_has_a_sentence_in_both_languages(tables: Tables, game: str) -> None:
    sitting = two_people(tables, game, helpers="none")
    sitting.play_out(random.Random(4))
    for line in sitting.state().now.events:
        assert line.said is not None
        for lang in ("en", "ru"):
            assert spoken(line.said, lang).strip()


def test_every_complete_payment_of_queens_garden_is_taken_as_a_batch(tables: Tables) -> None:
    paid = 0
    for sitting in games_of(tables, "garden", seed=8):
        if sitting.state().now.result is not None:
            break
        now = sitting.state(sitting.turn).now
        payments = [payment.moves for payment in getattr(now.board, "payments", [])]
        for payment in payments:
            trial = game_of(tables, sitting.table)
            for move in payment:
                trial.push(move, now.turn)
            paid += 1
        if payments and paid > 20:
            sitting.play(there(now.turn), *payments[-1])
            break
    assert paid > 20


def test_the_table_opened_anew_says_the_same(tables: Tables) -> None:
    sitting = two_people(tables, "duel", helpers="none")
    sitting.play_out(random.Random(3))
    before = sitting.state(0)
    tables.cache.drop(sitting.table)
    assert sitting.state(0) == before
