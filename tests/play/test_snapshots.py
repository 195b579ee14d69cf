"""Snapshots: opening a long record without replaying it all, and never believing a wrong one for long."""

import random
from dataclasses import replace
from typing import Any

import pytest

from azulejo import BadRecord, Record, new_game, verify
from azulejo.games import rulebook
from azulejo.games.contract import apply
from azulejo.play import Game
from azulejo.play.game import SNAPSHOT_EVERY, effective
from azulejo.play.record import Snapshot
from azulejo.testing import scale
from tests.play.helpers import play_on, random_game, refused, secret_game, wandering_game


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The moves that are really played from now on."""
    moves: list[int] = []

    def counting(state: Any, move: int) -> None:
        moves.append(move)
        apply(state, move)

    monkeypatch.setattr("azulejo.play.game.apply", counting)
    return moves


def with_snapshots(record: Record, *counts: int) -> Record:
    """Return a record with snapshots after so many events."""
    game = Game.from_record(replace(record, snapshots=()))
    text = game.rulebook.position_text
    return replace(record, snapshots=tuple(Snapshot(at, text(game.at(at))) for at in counts))


def same(game: Game, other: Game) -> bool:
    return (game.record(), game.position, game.turn, game.out, game.line) == (
        other.record(),
        other.position,
        other.turn,
        other.out,
        other.line,
    )


def test_a_snapshot_is_kept_every_so_many_events() -> None:
    game = random_game(seats=4, wall="grey")
    record = game.record(snapshots=True)
    assert [one.at for one in record.snapshots] == list(range(SNAPSHOT_EVERY, len(game.events) + 1, SNAPSHOT_EVERY))
    assert len(record.snapshots) >= 2
    assert game.record().snapshots == ()
    assert verify(Record.from_json(record.to_json())).position == game.position


@pytest.mark.parametrize("seed", range(6))
def test_opening_from_a_snapshot_is_the_same_as_replaying_everything(seed: int) -> None:
    """Moves are taken back before, after and across the snapshots."""
    record = wandering_game(seed, undos=20, seats=2 + seed % 3, wall=["coloured", "grey"][seed % 2]).record()
    for at in random.Random(seed).sample(range(1, len(record.events)), scale(100)):
        marked = with_snapshots(record, at)
        for until in (at, at + 3, len(record.events)):
            if until <= len(record.events):
                assert same(Game.from_record(marked, until), Game.from_record(record, until))


def test_the_first_part_is_really_not_replayed(applied: list[int]) -> None:
    record = random_game(3, seats=4).record(snapshots=True)
    last = record.snapshots[-1].at
    applied.clear()
    game = Game.from_record(record)
    assert len(applied) == sum("move" in event for event in record.events[last:])
    assert len(applied) < SNAPSHOT_EVERY
    assert game.outcome() is not None
    applied.clear()
    game.at(last)
    game.at(last + 1)
    assert len(applied) <= 1


def test_the_last_snapshot_before_the_place_is_used(applied: list[int]) -> None:
    record = with_snapshots(random_game(3, seats=4).record(), 20, 80, 50)
    for until, replayed in ((85, 5), (80, 0), (79, 29), (50, 0), (49, 29), (20, 0)):
        applied.clear()
        game = Game.from_record(record, until)
        assert len(applied) <= replayed
        assert len(game.events) == until
    applied.clear()
    Game.from_record(record, 85, trust=False)
    assert len(applied) > 70


def test_moves_from_before_the_snapshot_can_be_taken_back(applied: list[int]) -> None:
    whole = play_on(new_game("azul", seed=8), moves=40)
    record = with_snapshots(whole.record(), 30)
    made = sum("move" in whole.events[at] for at in effective(whole.events[:30]))
    applied.clear()
    game = Game.from_record(record, seed=8)
    after_snapshot = len(applied)
    assert after_snapshot == 40 - made
    game.undo(after_snapshot)
    assert len(applied) == after_snapshot
    game.undo(5)
    assert len(applied) >= after_snapshot + made
    whole.undo(after_snapshot)
    whole.undo(5)
    assert same(game, whole)
    assert same(play_on(game, moves=30), play_on(whole, moves=30))


def test_the_past_can_be_looked_at() -> None:
    record = with_snapshots(wandering_game(4).record(), 40)
    game, full = Game.from_record(record), Game.from_record(record, trust=False)
    for at in range(len(record.events) + 1):
        assert game.at(at).tobytes() == full.at(at).tobytes()


def test_secrets_from_before_a_snapshot_stay_secret() -> None:
    game = secret_game()
    record = with_snapshots(game.record(), len(game.events))
    drawer = game.events[-1]["to"]
    opened = Game.from_record(record)
    assert opened.record(viewer=1 - drawer) == game.record(viewer=1 - drawer)
    assert opened.record(viewer=1 - drawer).events[-1]["draw"] is None
    assert opened.record(viewer=drawer).events[-1]["draw"] is not None


def test_who_left_before_the_snapshot_stays_away() -> None:
    game = play_on(new_game("azul", seats=4, seed=1), moves=5)
    game.leave("time", 2)
    play_on(game, moves=5)
    opened = Game.from_record(with_snapshots(game.record(), len(game.events)))
    assert opened.out == {2: "time"}
    assert opened.turn == game.turn


# ---------------------------------------------------------------- wrong ones


def wrong() -> Record:
    """Return a record whose snapshot is a possible position, but not the one at that place."""
    record = random_game(5).record()
    elsewhere = with_snapshots(record, 20).snapshots[0]
    return replace(record, snapshots=(Snapshot(21, elsewhere.position),))


def test_verify_finds_a_wrong_snapshot() -> None:
    with refused(BadRecord, "the snapshot at event 21 is not the position there", "события 21"):
        verify(wrong())


def test_of_two_snapshots_at_one_place_both_are_checked() -> None:
    record = with_snapshots(random_game(5).record(), 21)
    for snapshots in (record.snapshots + wrong().snapshots, wrong().snapshots + record.snapshots):
        with refused(BadRecord, "the snapshot at event 21 is not the position there"):
            verify(replace(record, snapshots=snapshots))


def test_a_snapshot_may_be_written_in_another_way() -> None:
    record = new_game(position="azul factories=B,K board=0 board=0").record()
    record = replace(record, events=({"move": "1b1", "seat": 0},))
    spelled = "azul turn=1 start=0 factories=-,K board=0/B,-,-,-,- board=0"
    assert verify(replace(record, snapshots=(Snapshot(1, spelled),))).turn == 1


def test_a_wrong_snapshot_is_found_when_somebody_looks_behind_it() -> None:
    record = replace(wrong(), events=wrong().events[:21], seed=None, scores=None, winners=None)
    sentence = "the snapshot at event 21 is not the position there"
    looks = (lambda game: game.at(3), lambda game: game.record(viewer=0), lambda game: game.view(0))
    for look in looks:
        with refused(BadRecord, sentence):
            look(Game.from_record(record))
    game = Game.from_record(record)
    with refused(BadRecord, sentence):
        game.undo(1)


def test_a_snapshot_that_cannot_be_is_refused_at_once() -> None:
    record = random_game(5).record()
    sentences = {
        "chess": 'a position begins with the word azul, not "chess"',
        "azul board=0 board=0": (
            'this position cannot occur: tiles must be on offer in the phase "offer", and in no other'
        ),
    }
    for position, sentence in sentences.items():
        marked = replace(record, snapshots=(Snapshot(21, position),))
        for use in (Game.from_record, verify):
            with refused(BadRecord, f"the snapshot at event 21 cannot be used: {sentence}", "события 21"):
                use(marked)


def test_a_snapshot_for_another_number_of_players_is_refused_at_once() -> None:
    position = new_game("azul", seats=4).position
    marked = replace(random_game(5).record(), snapshots=(Snapshot(21, position),))
    with refused(BadRecord, "the snapshot at event 21 is not the position there"):
        Game.from_record(marked)


def test_a_snapshot_after_the_last_event_is_not_used_and_found_by_verify() -> None:
    record = random_game(5).record()
    count = len(record.events)
    marked = replace(record, snapshots=(Snapshot(count + 1, "azul"),))
    assert Game.from_record(marked).outcome() is not None
    with refused(BadRecord, f"there is no event {count + 1}: the record has {count}"):
        verify(marked)


def test_a_snapshot_does_not_hide_that_the_start_is_missing() -> None:
    record = random_game(5).record()
    marked = replace(with_snapshots(record, 20), events=record.events[1:])
    with refused(BadRecord, 'event 0 of the record: the first event must be {"start": seat}'):
        Game.from_record(marked)


def test_the_events_before_a_snapshot_are_checked_when_needed() -> None:
    record = with_snapshots(random_game(5).record(), 30)
    events = list(record.events)
    events[5] = {**events[5], "move": "w11"}
    game = Game.from_record(replace(record, events=tuple(events)))
    with pytest.raises(BadRecord, match="event 5 of the record: w11 cannot be played now"):
        game.at(10)


def test_positions_know_how_many_play() -> None:
    for name in ("azul", "duel", "garden"):
        book = rulebook(name)
        for seats in book.title.seats:
            game = new_game(name, seats=seats, seed=1)
            assert Game.from_record(with_snapshots(game.record(), len(game.events))).seats == seats
