"""Verify: a record is right in every part, or somebody has changed it; and old records stay readable."""

import hashlib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from azulejo import BadRecord, Record, new_game, read_records, verify
from azulejo.play import Game
from azulejo.play.record import Snapshot
from tests.play.helpers import DEAL, LAST_TURN, play_on, random_game, refused, secret_game, table, wandering_game

STORED = Path(__file__).parent / "fixtures" / "format1.jsonl"
"""Real games of format 1, one for each way a game can go. Never written again: they must stay right."""


def changed(record: Record, at: int, **parts: Any) -> Record:
    """Return a record with one event changed."""
    events = list(record.events)
    events[at] = {**events[at], **parts}
    return replace(record, events=tuple(events))


def first(record: Record, kind: str, after: int = 0) -> int:
    """Return the index of the first event of a kind."""
    return next(at for at, event in enumerate(record.events) if kind in event and at >= after)


FINISHED = random_game(1, seats=3).record(snapshots=True)


@pytest.mark.parametrize("name", ["azul", "duel", "garden"])
def test_a_game_as_it_was_played_is_right(name: str) -> None:
    game = play_on(new_game(name, seed=2, undo="turn"), 2)
    verified = verify(Record.from_json(game.record(snapshots=True).to_json()))
    assert (verified.position, verified.outcome()) == (game.position, game.outcome())


def test_a_game_with_a_secret_seed_and_undo_is_right() -> None:
    game = play_on(new_game("azul", seats=4, undo="free"), 3, moves=50)
    game.undo(45)
    play_on(game, 4)
    assert verify(game.record()).record() == game.record()


def test_private_draws_are_proved_like_all_others() -> None:
    game = secret_game()
    game.resign(0)
    record = game.record()
    assert verify(record).outcome() == game.outcome()
    at = next(at for at, event in enumerate(record.events) if "to" in event)
    plates = record.events[at]["draw"]["plates"]
    swapped = changed(record, at, draw={"plates": plates[::-1]})
    with refused(BadRecord, f"event {at} is not the draw that the seed gives"):
        verify(swapped)
    with refused(BadRecord, f'event {at} of the record: "to" must be the seat that alone sees the draw'):
        verify(changed(replace(record, seed=None), at, to=1 - record.events[at]["to"]))


# ---------------------------------------------------------------- every part is looked at


def test_another_seed_is_noticed() -> None:
    seed = bytes(32)
    digest = hashlib.sha256(seed).hexdigest()
    with refused(BadRecord, f"the seed does not belong to the commitment: its SHA-256 is {digest}", digest):
        verify(replace(FINISHED, seed=seed.hex()))


def test_another_commitment_is_noticed() -> None:
    for commitment in ("0" * 64, ""):
        with pytest.raises(BadRecord, match="the seed does not belong to the commitment"):
            verify(replace(FINISHED, commitment=commitment))


def test_another_seed_with_its_own_commitment_is_noticed() -> None:
    other = random_game(4, seats=3).record()
    with pytest.raises(BadRecord, match=r"by the seed player \d starts|event 1 is not the draw that the seed gives"):
        verify(replace(FINISHED, seed=other.seed, commitment=other.commitment))


def test_another_starting_player_is_noticed() -> None:
    start = FINISHED.events[0]["start"]
    wrong = (start + 1) % 3
    sentence = f"by the seed player {start + 1} starts, but the record says player {wrong + 1}"
    with refused(BadRecord, sentence, f"игрок {start + 1}"):
        verify(changed(FINISHED, 0, start=wrong))


def test_a_starting_player_that_was_not_chosen_is_noticed() -> None:
    record = replace(FINISHED, options={**FINISHED.options, "first": str((FINISHED.events[0]["start"] + 1) % 3)})
    with pytest.raises(BadRecord, match=r"event 0 of the record: seat \d starts, although the option first says \d"):
        verify(record)


@pytest.mark.parametrize("number", [0, 1])
def test_another_draw_is_noticed(number: int) -> None:
    at = first(FINISHED, "draw", after=2 * number + 1)
    drawn = FINISHED.events[at]["draw"]
    others = next([*drawn[:one], *drawn[one + 1 :], drawn[one]] for one in range(7) if drawn[one] != drawn[-1])
    with refused(BadRecord, f"event {at} is not the draw that the seed gives", f"{at}"):
        verify(changed(FINISHED, at, draw=others))


def test_a_draw_of_other_tiles_is_noticed_even_without_the_seed() -> None:
    at = first(FINISHED, "draw")
    record = changed(replace(FINISHED, seed=None), at, draw=["BBBB"] * 6 + ["YYYY"])
    with refused(BadRecord, f"event {at} of the record: factory 6 cannot get B: there is no such tile left to draw"):
        verify(record)


def test_another_move_is_noticed() -> None:
    """The rules notice it at once, or the result does at the end."""
    moves = [at for at, event in enumerate(FINISHED.events) if "move" in event]
    for at in moves[::9]:
        for move in ("w11", "9b1", "x"):
            with pytest.raises(BadRecord, match=f"^event {at} of the record: "):
                verify(changed(FINISHED, at, move=move))
    legal = Game.from_record(FINISHED, until=moves[0], trust=False).legal_moves
    for other in legal[::10]:
        if other.text != FINISHED.events[moves[0]]["move"]:
            with pytest.raises(BadRecord):
                verify(changed(FINISHED, moves[0], move=other.text))


def test_another_player_is_noticed() -> None:
    at = first(FINISHED, "move")
    turn = FINISHED.events[at]["seat"]
    wrong = (turn + 1) % 3
    with refused(
        BadRecord, f"event {at} of the record: player {wrong + 1} cannot move here: it is the turn of player {turn + 1}"
    ):
        verify(changed(FINISHED, at, seat=wrong))


@pytest.mark.parametrize("at", [5, 40])
def test_an_event_left_out_or_put_in_twice_is_noticed(at: int) -> None:
    for middle in ((), (FINISHED.events[at],) * 2):
        events = (*FINISHED.events[:at], *middle, *FINISHED.events[at + 1 :])
        with pytest.raises(BadRecord):
            verify(replace(FINISHED, events=events, snapshots=()))


def test_other_scores_are_noticed() -> None:
    assert FINISHED.scores is not None
    right = ", ".join(map(str, FINISHED.scores))
    with refused(BadRecord, f"the scores should be {right}, but the record says 99, 0, 0", right):
        verify(replace(FINISHED, scores=(99, 0, 0)))


def test_other_winners_are_noticed() -> None:
    assert FINISHED.winners is not None
    right, wrong = FINISHED.winners[0], (FINISHED.winners[0] + 1) % 3
    sentence = f"the winners should be {right + 1}, but the record says {wrong + 1}"
    with refused(BadRecord, sentence, f"{right + 1}"):
        verify(replace(FINISHED, winners=(wrong,)))


def test_another_snapshot_is_noticed() -> None:
    at = FINISHED.snapshots[0].at
    other = new_game("azul", seats=3).position
    with refused(BadRecord, f"the snapshot at event {at} is not the position there", f"события {at}"):
        verify(replace(FINISHED, snapshots=(Snapshot(at, other),)))


def test_other_seats_or_options_are_noticed() -> None:
    for parts in ({"seats": 2}, {"seats": 4}, {"options": {"wall": "grey", "first": "random"}}):
        with pytest.raises(BadRecord):
            verify(Record.from_dict({**FINISHED.to_dict(), **parts}))


def test_another_name_is_nobodys_business() -> None:
    assert verify(replace(FINISHED, players=("Ann", "Bob", "Clara"))).players == ("Ann", "Bob", "Clara")


@pytest.mark.parametrize("part", ["comments", "clocks", "evaluations"])
def test_a_remark_on_an_event_that_is_not_there_is_noticed(part: str) -> None:
    count = len(FINISHED.events)
    remark: Any = {"comments": "hm", "clocks": [1, 2, 3], "evaluations": 1}[part]
    parts: dict[str, Any] = {part: {count - 1: remark}}
    verify(replace(FINISHED, **parts))
    parts = {part: {count: remark}}
    with refused(BadRecord, f"there is no event {count}: the record has {count}", f"{count}"):
        verify(replace(FINISHED, **parts))


# ---------------------------------------------------------------- without a seed, with given draws, from a position


def test_a_running_game_is_checked_for_the_rules_alone() -> None:
    game = play_on(new_game("azul", seats=3, seed=3), moves=20)
    assert verify(game.record()).position == game.position


@pytest.mark.parametrize("part", ["seed", "scores", "winners"])
def test_a_running_game_tells_no_result_and_no_seed(part: str) -> None:
    record = replace(FINISHED, events=FINISHED.events[:20], snapshots=(), seed=None, scores=None, winners=None)
    verify(record)
    parts = {part: getattr(FINISHED, part)}
    with refused(BadRecord, "the game is not over, so its scores and seed must not be in the record"):
        verify(replace(record, **parts))


def test_a_record_without_any_event_is_not_a_finished_game() -> None:
    record = replace(FINISHED, events=(), snapshots=())
    with refused(BadRecord, "the game is not over, so its scores and seed must not be in the record"):
        verify(record)


def test_a_finished_game_need_not_tell_its_result() -> None:
    record = replace(FINISHED, seed=None, scores=None, winners=None)
    assert verify(record).outcome() is not None


def test_given_draws_need_only_be_possible_and_the_others_are_proved() -> None:
    record = play_on(table(seed=5), 5).record()
    assert record.given == 1
    assert verify(record).outcome() is not None
    second = first(record, "draw", after=2)
    with refused(BadRecord, "event 1 is not the draw that the seed gives"):
        verify(replace(record, given=0))
    swapped = record.events[second]["draw"][::-1]
    with refused(BadRecord, f"event {second} is not the draw that the seed gives"):
        verify(changed(record, second, draw=swapped))


def test_a_given_draw_that_was_taken_back_still_counts() -> None:
    game = new_game(position="azul factories=B board=0 board=0", draws=[DEAL], undo="free")
    game.push("1b1")
    game.undo()
    assert (game.draws_made, game.record().given) == (0, 1)
    assert verify(game.record()).turn == 0


def test_more_given_draws_than_there_are_is_noticed() -> None:
    draws = sum("draw" in event for event in FINISHED.events)
    with refused(
        BadRecord, f"the record says that the first {draws + 1} draws were given by hand, and it has only {draws}"
    ):
        verify(replace(FINISHED, given=draws + 1))


def test_a_game_from_a_position_is_checked_from_there() -> None:
    game = play_on(new_game(position="azul phase=deal round=3 board=5 board=7", seed=4), 4)
    record = game.record()
    assert verify(record).position == game.position
    with refused(BadRecord, "event 0 is not the draw that the seed gives"):
        verify(changed(record, 0, draw=DEAL))
    with pytest.raises(BadRecord):
        verify(replace(record, position=LAST_TURN))


def test_a_draw_before_the_start_is_refused_with_and_without_the_seed() -> None:
    for seed in (FINISHED.seed, None):
        record = replace(FINISHED, events=FINISHED.events[1:], snapshots=(), seed=seed)
        with refused(BadRecord, 'event 0 of the record: the first event must be {"start": seat}'):
            verify(record)


def test_undo_across_draws_keeps_every_draw_provable() -> None:
    game = wandering_game(12, undos=15)
    record = game.record()
    draws = [at for at, event in enumerate(record.events) if "draw" in event]
    assert len(draws) > game.draws_made
    assert verify(record).record() == record


# ---------------------------------------------------------------- stored games


def test_stored_games_of_format_1_stay_right() -> None:
    records = list(read_records(STORED))
    assert STORED.read_text(encoding="utf-8").splitlines() == [one.to_json() for one in records]
    for record in records:
        game = verify(record)
        assert game.record().events == record.events
        for lang in ("en", "ru"):
            assert record.text(lang)


def test_the_stored_games_are_of_every_sort() -> None:
    records = list(read_records(STORED))
    kinds = Counter(kind for record in records for event in record.events for kind in event)
    assert {"start", "draw", "move", "undo", "end"} <= kinds.keys()
    reasons = {event["end"] for record in records for event in record.events if "end" in event}
    assert reasons == {"resign", "time", "forfeit"}
    assert {(record.seats, record.options.get("wall")) for record in records} >= {
        (seats, wall) for seats in (2, 3, 4) for wall in ("coloured", "grey")
    }
    assert any(record.position for record in records)
    assert any(record.given for record in records)
    assert any(record.snapshots for record in records)
    assert any(record.practice for record in records)
    assert any(record.seed is None and record.scores for record in records)
    assert any(record.scores is None for record in records)
    ends = [verify(record).position for record in records]
    assert any("idle=10" in position for position in ends)
    assert any("phase=end" in position and "bag=- lid=-" in position for position in ends)
