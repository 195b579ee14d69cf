"""Playing: moves, batches, order, taking back, giving up, consent, many at once."""

import random
import threading
from functools import cache

import pytest

from azulejo.play import Game, new_game, verify
from azulejo.server.messages import Consent, Leave, PlayMoves, Receipt, TakeBack
from azulejo.server.refusals import Refusal
from azulejo.server.settings import ServerSettings
from azulejo.server.storage import Database
from azulejo.server.tables import Access, Change, Tables, play, queries
from azulejo.server.tables.bot_turns import claim, play_bot
from azulejo.server.tables.creation import create
from azulejo.server.tables.seats import leave
from tests.server.seating import (
    ADDRESS,
    Clock,
    Sitting,
    game_of,
    moves_of,
    refused,
    request,
    sit,
    suggested,
    there,
    two_people,
)


@pytest.mark.parametrize(("game", "people"), [("azul", 3), ("duel", 2), ("garden", 2)])
def test_a_whole_game_is_written_down_as_it_was_played(tables: Tables, game: str, people: int) -> None:
    sitting = sit(tables, game, "me", *["open"] * (people - 1), helpers="none")
    sitting.play_out(random.Random(7))
    state = sitting.state(0)
    assert state.table.status == "over"
    assert state.now.result is not None
    assert (state.now.turn, state.now.legal, state.now.undo) == (None, [], 0)
    record = tables.read(sitting.table, queries.record, Access())
    played = verify(record)
    assert played.is_over
    assert list(there(played.outcome()).scores) == state.now.result.scores == state.now.scores
    assert [line.event for line in state.now.events] == [dict(event) for event in record.events]


def test_a_move_after_another_number_of_events_is_refused_with_the_right_one(tables: Tables) -> None:
    sitting = two_people(tables)
    seat = sitting.turn
    move = sitting.state(seat).now.legal[0].move
    for wrong in (0, 1, 3):
        with refused(409, "server.move.after") as problem:
            sitting.play(seat, move, after=wrong)
        assert problem.value.events == 2
    sitting.play(seat, move, after=2)
    with refused(409, "server.move.after"):
        sitting.play(seat, move, after=2)


def test_only_the_seat_to_move_can_move_and_only_by_its_own_secret(tables: Tables) -> None:
    sitting = two_people(tables)
    seat = sitting.turn
    move = sitting.state(seat).now.legal[0].move
    with refused(409, "errors.not_your_turn"):
        sitting.play(1 - seat, move)
    with refused(403, "server.seat.none"):
        tables.write(sitting.table, play.play_moves, Access(), PlayMoves(moves=[move], after=2))
    with refused(403, "server.seat.none"):
        tables.write(sitting.table, play.play_moves, Access(), PlayMoves(moves=[move], after=2))
    with refused(403, "server.seat.other"):
        tables.write(
            sitting.table, play.play_moves, sitting.access(1 - seat), PlayMoves(moves=[move], after=2, seat=seat)
        )
    assert sitting.state().now.number == 2


@pytest.mark.parametrize(("move", "key"), [("99x", "azul.error.move"), ("5b9", "azul.error.move")])
def test_what_is_no_move_is_refused_and_changes_nothing(tables: Tables, move: str, key: str) -> None:
    sitting = two_people(tables)
    with pytest.raises(Refusal) as problem:
        sitting.play(sitting.turn, move)
    assert problem.value.status == 400
    assert sitting.state().now.number == 2


def test_an_illegal_move_is_refused_with_the_reason(tables: Tables) -> None:
    sitting = two_people(tables)
    legal = {one.move for one in sitting.state(sitting.turn).now.legal}
    illegal = next(f"c{colour}1" for colour in "byrkw" if f"c{colour}1" not in legal)  # nothing is in the centre yet
    with refused(400, "errors.illegal") as problem:
        sitting.play(sitting.turn, illegal)
    assert problem.value.message.values["reason"].text("en")
    why = tables.read(sitting.table, queries.why_not, sitting.access(sitting.turn), illegal)
    assert why == problem.value.message.values["reason"]
    assert tables.read(sitting.table, queries.why_not, sitting.access(sitting.turn), next(iter(legal))) is None
    assert (
        there(tables.read(sitting.table, queries.why_not, sitting.access(1 - sitting.turn), illegal)).key
        == "errors.not_your_turn"
    )
    assert there(tables.read(sitting.table, queries.why_not, Access(), illegal)).key == "server.seat.none"
    with pytest.raises(Refusal):
        tables.read(sitting.table, queries.why_not, Access(), "nonsense")


def test_a_batch_is_taken_whole_or_not_at_all(tables: Tables) -> None:
    sitting = two_people(tables, "duel", seed=3)
    seat = sitting.turn
    rng = random.Random(5)
    trial = game_of(tables, sitting.table)
    batch = []
    while trial.turn == seat:
        batch.append(str(rng.choice(trial.legal_moves)))
        before = len(trial.events)
        trial.push(batch[-1])
        if any("draw" in event for event in trial.events[before:]):
            break
    assert len(batch) >= 2
    with refused(400, "server.move.turn_over"):
        sitting.play(seat, *batch, batch[0])
    with pytest.raises(Refusal):
        sitting.play(seat, *batch[:-1], "nonsense")
    assert sitting.state(seat).now.number == sitting.state().now.number == len(sitting.state().now.events)
    number = sitting.state(seat).now.number
    sitting.play(seat, *batch)
    assert moves_of(sitting.state(seat, after=number).now.events) == batch


# ---------------------------------------------------------------- unfinished turns


def unfinished(tables: Tables, **more) -> tuple[Sitting, int, list[str]]:
    """Return a table of Queen's Garden where a seat has made two moves of a turn that goes on."""
    position, seat, played = _long_turn()
    asked = request("garden", "me", "hotseat", **more)
    asked.position = position
    sitting = Sitting(tables, create(tables, asked, ADDRESS))
    for move in played:
        sitting.play(seat, move)
    return sitting, seat, played


@cache
def _long_turn() -> tuple[str, int, list[str]]:
    """Return a position where a seat can make two moves in a row, nothing being drawn, and the moves."""
    game, rng = new_game("garden", seats=2, seed=1), random.Random(1)
    while True:
        for first in game.legal_moves:
            for second in _goes_on(game, first, game.due):
                if _goes_on(_after(game, first), second, game.due):
                    return game.position, game.due, [str(first), str(second)]
        game.push(rng.choice(game.legal_moves))


def _after(game: Game, move) -> Game:
    trial = game.copy()
    trial.push(move)
    return trial


def _goes_on(game: Game, move, seat: int):
    """Return the legal moves after a move, if the turn goes on and nothing is drawn."""
    trial = _after(game, move)
    return trial.legal_moves if trial.turn == seat and len(trial.events) == len(game.events) + 1 else ()


def test_others_see_finished_turns_only(tables: Tables, changes: list[Change]) -> None:
    sitting = two_people(tables, "duel", seed=4)
    seat, other = sitting.turn, 1 - sitting.turn
    before = sitting.state(other).now
    move = next(one for one in sitting.state(seat).now.legal if not one.ends_turn)
    assert sitting.play(seat, move.move) == before.number + 1
    assert changes[-1].kind == "moves"
    mine = sitting.state(seat, after=before.number).now
    assert (mine.number, moves_of(mine.events)) == (before.number + 1, [move.move])
    for eye in ((), (other,)):
        seen = sitting.state(*eye).now
        assert (seen.number, seen.position, seen.turn) == (before.number, before.position, seat)
        assert len(tables.read(sitting.table, queries.record, sitting.access(*eye)).events) == before.number
        with refused(404, "errors.no_such_event"):
            tables.read(sitting.table, queries.position, sitting.access(*eye), before.number + 1)
    assert (
        tables.read(sitting.table, queries.position, sitting.access(seat), before.number + 1).position == mine.position
    )
    sitting.play_turn(random.Random(1))
    seen = sitting.state(other, after=before.number).now
    assert moves_of(seen.events)[0] == move.move
    assert seen.number == sitting.state(seat).now.number == sitting.state().now.number


def test_moves_can_be_taken_back_within_ones_own_turn_and_others_see_it_later(tables: Tables) -> None:
    sitting, seat, played = unfinished(tables)
    start = sitting.state().now
    assert sitting.state(seat).now.undo == 2
    assert sitting.state(1 - seat).now.undo == sitting.state().now.undo == 0
    with refused(409, "server.move.undo_turn"):
        tables.write(sitting.table, play.take_back, sitting.access(1 - seat), TakeBack(after=start.number))
    with refused(409, "server.move.undo_most"):
        tables.write(sitting.table, play.take_back, sitting.access(seat), TakeBack(after=start.number + 2, count=3))
    with refused(409, "server.move.after"):
        tables.write(sitting.table, play.take_back, sitting.access(seat), TakeBack(after=start.number))
    tables.write(sitting.table, play.take_back, sitting.access(seat), TakeBack(after=start.number + 2, count=2))
    now = sitting.state(seat).now
    assert (now.undo, now.position, now.number) == (0, start.position, start.number + 3)
    assert sitting.state().now.number == start.number
    with refused(409, "server.move.undo_none"):
        tables.write(sitting.table, play.take_back, sitting.access(seat), TakeBack(after=now.number))
    sitting.play_turn(random.Random(1))
    seen = [line.event for line in sitting.state(1 - seat, after=start.number).now.events]
    assert seen[:3] == [{"move": played[0], "seat": seat}, {"move": played[1], "seat": seat}, {"undo": 2, "seat": seat}]


def test_a_finished_turn_is_not_taken_back(tables: Tables) -> None:
    sitting = two_people(tables)
    seat = sitting.turn
    sitting.play_turn(random.Random(1))
    with refused(409, "server.move.undo_turn"):
        tables.write(
            sitting.table, play.take_back, sitting.access(seat), TakeBack(after=sitting.state(seat).now.number)
        )


def test_a_table_may_switch_taking_back_off(tables: Tables) -> None:
    sitting, seat, _ = unfinished(tables, undo="off")
    assert sitting.state(seat).now.undo == 0
    with refused(409, "errors.undo_off"):
        tables.write(
            sitting.table, play.take_back, sitting.access(seat), TakeBack(after=sitting.state(seat).now.number)
        )


def test_alone_with_bots_one_can_go_back_to_ones_last_decision(tables: Tables) -> None:
    sitting = sit(tables, "azul", "me", "first-timer", undo="free", options={"first": "0"})
    assert sitting.state(0).table.practice
    start = sitting.state(0).now
    assert start.undo == 0
    sitting.play(0, start.legal[0].move)
    assert sitting.state(0).now.undo == 1
    task = claim(tables, 1)[0]
    tables.write(task.table, play_bot, task, [suggested(tables, sitting.table)])
    now = sitting.state(0).now
    assert (now.turn, now.undo) == (0, 2)  # the bot's answer and one's own move
    tables.write(sitting.table, play.take_back, sitting.access(0), TakeBack(after=now.number, count=now.undo))
    back = sitting.state(0).now
    assert (back.position, back.number, back.undo, back.turn) == (start.position, now.number + 1, 0, 0)
    assert sitting.state().now.number == back.number
    sitting.play(0, back.legal[1].move)
    stale = claim(tables, 1)[0]
    tables.write(sitting.table, play.take_back, sitting.access(0), TakeBack(after=sitting.state(0).now.number, count=1))
    assert not tables.write(stale.table, play_bot, stale, ["1b1"])
    assert sitting.state(0).now.position == start.position


def test_taking_back_while_a_bot_is_in_the_middle_of_its_turn_counts_what_one_sees(tables: Tables) -> None:
    for seed in range(20):
        sitting = sit(tables, "duel", "me", "first-timer", undo="free", seed=seed, options={"first": "0"})
        start = sitting.state(0).now
        while sitting.turn == 0:
            sitting.play(0, sitting.state(0).now.legal[0].move)
        seen = sitting.state(0).now
        task = next(one for one in claim(tables, 50) if one.table == sitting.table)
        tables.write(task.table, play_bot, task, [suggested(tables, sitting.table)])
        if sitting.state(0).now.number == seen.number:
            break
    else:
        pytest.fail("no bot had a long turn")
    now = sitting.state(0).now
    assert (now.number, now.undo) == (seen.number, seen.undo)
    tables.write(
        sitting.table, play.take_back, sitting.access(0), TakeBack(after=now.number, count=len(moves_of(seen.events)))
    )
    assert sitting.state(0).now.position == start.position


def test_what_is_taken_back_has_an_end(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejo.server.tables.play.MOST_EVENTS", 10)
    sitting = sit(tables, "azul", "me", "club", undo="free", options={"first": "0"}, helpers="none")
    for _ in range(4):
        now = sitting.state(0).now
        sitting.play(0, now.legal[0].move)
        last = TakeBack(after=now.number + 1)
        if now.number + 1 > 8:
            with refused(409, "server.move.undo_long"):
                tables.write(sitting.table, play.take_back, sitting.access(0), last)
            return
        tables.write(sitting.table, play.take_back, sitting.access(0), last)
    pytest.fail("one could take back for ever")


# ---------------------------------------------------------------- giving up, consent


def test_of_two_the_one_who_resigns_loses(tables: Tables, changes: list[Change]) -> None:
    sitting = two_people(tables)
    tables.write(sitting.table, play.resign, sitting.access(1 - sitting.turn), Leave())
    assert changes[-1].kind == "state"
    result = sitting.result
    assert result.reason == "resign"
    assert result.winners == [result.places.index(1)]
    assert sitting.state().table.players[result.places.index(2)].left == "resign"
    with refused(409, "errors.game_over"):
        tables.write(sitting.table, play.resign, sitting.access(0), Leave())
    with refused(409, "errors.game_over"):
        sitting.play(0, "1b1")


def test_of_three_the_game_goes_on_and_a_bot_plays_for_the_one_who_resigned(tables: Tables) -> None:
    sitting = sit(tables, "azul", "me", "open", "open", helpers="none", options={"first": "0"})
    tables.write(sitting.table, play.resign, sitting.access(0), Leave())
    assert sitting.state().table.status == "playing"
    assert (sitting.state(0).now.legal, sitting.state(0).now.undo) == ([], 0)
    with refused(409, "errors.already_out"):
        sitting.play(0, "1b1")
    with refused(409, "errors.already_out"):
        tables.write(sitting.table, play.resign, sitting.access(0), Leave())
    rng = random.Random(3)
    while sitting.state().now.result is None:
        if sitting.turn == 0:
            task = claim(tables, 1)[0]
            assert (task.seat, task.level) == (0, "first-timer")
            tables.write(task.table, play_bot, task, [suggested(tables, sitting.table)])
        else:
            sitting.play(sitting.turn, rng.choice(sitting.state(sitting.turn).now.legal).move)
    result = sitting.result
    assert result.reason == "rules"
    assert result.places[0] == 3
    assert 0 not in result.winners


def test_a_resignation_in_anothers_unfinished_turn_is_told_at_once_and_seen_when_the_turn_ends(
    tables: Tables, changes: list[Change]
) -> None:
    sitting = sit(tables, "garden", "me", "open", "open", helpers="none", seed=1)
    seat = sitting.turn
    while not (move := next((one for one in sitting.state(seat).now.legal if not one.ends_turn), None)):
        sitting.play_any(random.Random(1))
        seat = sitting.turn
    sitting.play(seat, move.move)
    number = sitting.state().now.number
    leaver = next(one for one in range(3) if one != seat)
    with refused(409, "server.seat.begun") as problem:
        tables.write(sitting.table, leave, sitting.access(leaver), Leave())
    assert problem.value.events == number
    done = tables.write(sitting.table, play.resign, sitting.access(leaver), Leave())
    assert changes[-1].kind == "state"
    assert done.number == number  # and no more than they see: not how far the other has got
    assert sitting.state().table.players[leaver].left == "resign"
    assert sitting.state().now.number == number
    assert sitting.state(seat).now.number == number + 2
    if sitting.state(seat).now.undo:
        tables.write(sitting.table, play.take_back, sitting.access(seat), TakeBack(after=number + 2))
    sitting_plays_on(sitting, seat)
    assert {"end": "resign", "seat": leaver} in [line.event for line in sitting.state(after=number).now.events]


def sitting_plays_on(sitting: Sitting, seat: int) -> None:
    while sitting.state().now.turn == seat:
        sitting.play(seat, sitting.state(seat).now.legal[0].move)


def test_advice_between_people_needs_everybodys_consent(tables: Tables, changes: list[Change]) -> None:
    sitting = sit(tables, "azul", "me", "open", "club", helpers="advice")
    assert [one.advice for one in sitting.state().table.players] == [True, False, False]
    assert sitting.state().table.helpers == "previews"
    tables.write(sitting.table, play.consent, sitting.access(1), Consent(advice=True))
    assert changes[-1].kind == "state"
    assert sitting.state().table.helpers == "advice"
    tables.write(sitting.table, play.consent, sitting.access(0), Consent(advice=False))
    assert sitting.state().table.helpers == "previews"
    assert sit(tables, "azul", "me", "club", helpers="advice").state().table.helpers == "advice"
    with refused(409, "server.table.no_advice"):
        tables.write(two_people(tables).table, play.consent, Access((0,)), Consent(advice=True))


def test_on_a_shared_device_one_says_for_which_seat_one_resigns(tables: Tables) -> None:
    sitting = sit(tables, "azul", "me", "hotseat")
    with refused(400, "server.seat.which"):
        tables.write(sitting.table, play.resign, sitting.access(0, 1), Leave())
    tables.write(sitting.table, play.resign, sitting.access(0, 1), Leave(seat=1))
    assert sitting.result.winners == [0]


# ---------------------------------------------------------------- many at once


def at_once(*calls) -> list[object]:
    """Run calls in as many threads at the same time, and return what they return or raise."""
    results: list[object] = [None] * len(calls)
    barrier = threading.Barrier(len(calls))

    def run(at: int) -> None:
        barrier.wait()
        try:
            results[at] = calls[at]()
        except BaseException as problem:
            results[at] = problem

    threads = [threading.Thread(target=run, args=(at,)) for at in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.parametrize("processes", [1, 2])
def test_of_twenty_moves_for_one_number_exactly_one_wins(database: Database, clock: Clock, processes: int) -> None:
    settings = ServerSettings(database="sqlite:///x")
    all_tables = [Tables(database, settings, clock)]
    if processes == 2:
        all_tables.append(Tables(Database(database.url.render_as_string(hide_password=False)), settings, clock))
    sitting = two_people(all_tables[0])
    for _ in range(3):
        seat = sitting.turn
        now = sitting.state(seat).now
        viewer = sitting.access(seat)

        def send(at: int, now=now, viewer=viewer):
            move = PlayMoves(moves=[now.legal[at % len(now.legal)].move], after=now.number)
            return all_tables[at % processes].write(sitting.table, play.play_moves, viewer, move)

        results = at_once(*[lambda at=at: send(at) for at in range(20)])
        won = [one for one in results if isinstance(one, Receipt)]
        lost = [one for one in results if isinstance(one, Refusal)]
        assert (len(won), len(lost)) == (1, 19), results
        assert {(one.status, one.events) for one in lost} == {(409, won[0].number)}
        assert all(
            len(each.read(sitting.table, queries.state, Access(), None).now.events) == won[0].number
            for each in all_tables
        )
    for each in all_tables[1:]:
        each.database.close()


def test_many_tables_are_played_at_once(tables: Tables) -> None:
    sittings = [two_people(tables, helpers="none") for _ in range(6)]
    results = at_once(*[lambda at=at: sittings[at].play_out(random.Random(at)) for at in range(6)])
    assert results == [None] * 6
    assert all(sitting.state().now.result is not None for sitting in sittings)


def test_twenty_who_want_the_last_seat_one_gets(tables: Tables) -> None:
    created = create(tables, two_open(), ADDRESS)
    results = at_once(*[lambda: Sitting(tables, created).join() for _ in range(20)])
    assert sorted(one for one in results if isinstance(one, int)) == [1]
    assert sum(isinstance(one, Refusal) for one in results) == 19


def two_open():
    return request("azul", "me", "open")


def test_a_move_written_by_another_process_is_seen(database: Database, clock: Clock) -> None:
    settings = ServerSettings(database="sqlite:///x")
    here = Tables(database, settings, clock)
    there = Tables(Database(database.url.render_as_string(hide_password=False)), settings, clock)
    one = two_people(here)
    other = Sitting(there, create(here, two_open(), ADDRESS))
    other.table, other.tokens = one.table, one.tokens
    rng = random.Random(2)
    for _ in range(12):
        one.play_any(rng)
        other.play_any(rng)
        assert one.state(0).now.position == other.state(0).now.position
    there.database.close()


def test_a_failure_in_the_middle_changes_nothing(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    from azulejo.server.storage import rows

    sitting = two_people(tables)
    seat, before = sitting.turn, sitting.state(sitting.turn).now

    def fail(*_: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(rows, "write_changes", fail)
    with pytest.raises(RuntimeError):
        sitting.play(seat, before.legal[0].move)
    monkeypatch.undo()
    now = sitting.state(seat).now
    assert (now.number, now.position) == (before.number, before.position)
    sitting.play(seat, before.legal[0].move)
