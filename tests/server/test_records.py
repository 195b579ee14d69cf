"""Records out and in, and who may have a game analysed."""

import random
from dataclasses import replace
from typing import Any

import pytest

from azulejo.play import Record, new_game, verify
from azulejo.server.messages import Analyse, Consent, ImportRecord, Leave, PlayMoves
from azulejo.server.refusals import Refusal
from azulejo.server.tables import Access, Tables, play, queries
from azulejo.server.tables.bot_turns import claim
from azulejo.server.tables.creation import delete, import_record
from azulejo.server.tables.fairness import view_to_analyse
from azulejo.server.tables.housekeeping import end_overdue, take_over
from tests.server.seating import ADDRESS, Sitting, refused, sit, there, two_people


def played(game: str = "azul", seed: int | bytes = b"s" * 32, moves: int = 10_000, **more) -> Record:
    """Return the record of a game played at random somewhere else."""
    current, rng = new_game(game, seed=seed, players=("Anna", "Boris"), **more), random.Random(1)
    for _ in range(moves):
        if current.is_over:
            break
        current.push(rng.choice(current.legal_moves))
    return current.record()


# ---------------------------------------------------------------- bringing a record in


@pytest.mark.parametrize("game", ["azul", "duel", "garden"])
def test_a_record_brought_in_can_be_looked_at_and_taken_out_again(tables: Tables, game: str) -> None:
    record = replace(played(game), comments={3: "hm"}, clocks={2: (60.0, 55.5)}, evaluations={4: 0.5})
    created = import_record(tables, ImportRecord(record=record.to_dict()), ADDRESS)
    state = tables.read(created.table, queries.state, Access(), None)
    assert (state.table.status, state.table.settings.public) == ("archived", False)
    assert [one.name for one in state.table.players] == ["Anna", "Boris"]
    result = there(state.now.result)
    assert (result.scores, result.seed) == (list(there(record.scores)), record.seed)
    assert (state.now.legal, state.now.turn, state.now.undo) == ([], None, 0)
    assert [line.event for line in state.now.events] == [dict(event) for event in record.events]
    assert tables.read(created.table, queries.record, Access()) == record
    assert verify(tables.read(created.table, queries.record, Access())).is_over
    middle = tables.read(created.table, queries.position, Access(), 10)
    assert middle.turn is not None
    with refused(403, "server.seat.none"):
        tables.write(created.table, play.play_moves, Access(), PlayMoves(moves=["1b1"], after=state.now.number))
    delete(tables, created.table, [str(created.maker)])


def test_an_unfinished_record_and_one_with_moves_taken_back_can_be_brought_in(tables: Tables) -> None:
    game, rng = new_game("azul", seed=7), random.Random(1)
    for _ in range(12):
        game.push(rng.choice(game.legal_moves))
    game.undo(5)
    game.push(game.legal_moves[0])
    record = game.record()
    created = import_record(tables, ImportRecord(record=record.to_dict()), ADDRESS)
    state = tables.read(created.table, queries.state, Access(), None)
    assert state.now.result is None
    assert state.now.position == game.position
    assert state.now.number == len(record.events)
    assert tables.read(created.table, queries.record, Access()) == replace(record, players=("Player 1", "Player 2"))
    assert [*end_overdue(tables), *claim(tables, 5), *take_over(tables)] == []


def test_names_that_would_not_do_here_become_the_default_ones(tables: Tables) -> None:
    record = replace(played(moves=3), players=("\u202eevil", "x" * 100))
    created = import_record(tables, ImportRecord(record=record.to_dict()), ADDRESS)
    assert [one.name for one in tables.read(created.table, queries.info).players] == ["Player 1", "Player 2"]


def broken_records() -> dict[str, dict[str, Any]]:
    good = played().to_dict()
    events = good["events"]
    return {
        "no record": {"hello": "world"},
        "no game": {**good, "game": "chess"},
        "wrong seed": {**good, "seed": "0" * 64},
        "wrong scores": {**good, "scores": [999, 0]},
        "a move twice": {**good, "events": [*events[:3], events[2], *events[3:]]},
        "another draw": {**good, "events": [events[0], {"draw": ["BBBB"] * 5}, *events[2:]]},
        "an option that is a file": {**played("garden").to_dict(), "options": {"side": "/etc/passwd"}},
        "a strange number of seats": {**good, "seats": 10**30},
        "an unknown part": {**good, "more": 1},
        "no list": {**good, "events": "abc"},
    }


@pytest.mark.parametrize("name", list(broken_records()))
def test_a_record_that_is_not_right_is_refused_with_the_reason(sqlite_tables: Tables, name: str) -> None:
    with pytest.raises(Refusal) as problem:
        import_record(sqlite_tables, ImportRecord(record=broken_records()[name]), ADDRESS)
    assert problem.value.status == 400
    assert problem.value.text("ru") != problem.value.text("en")


def test_the_record_of_a_running_duel_has_hidden_parts_and_is_refused(tables: Tables) -> None:
    sitting = two_people(tables, "duel", helpers="none", seed=2)
    rng = random.Random(1)
    while True:
        sitting.play_any(rng)
        records = [tables.read(sitting.table, queries.record, sitting.access(seat)) for seat in (0, 1)]
        hidden = [one for one in records if any(event.get("draw", "") is None for event in one.events)]
        if hidden:
            break
    with pytest.raises(Refusal) as problem:
        import_record(tables, ImportRecord(record=hidden[0].to_dict()), ADDRESS)
    assert problem.value.message.values["problem"].key == "errors.redacted"


def test_a_record_without_end_is_refused(sqlite_tables: Tables) -> None:
    game = new_game("azul", seed=7)
    for _ in range(2501):
        game.push(game.legal_moves[0])
        game.undo()
    with refused(413, "server.table.long"):
        import_record(sqlite_tables, ImportRecord(record=game.record().to_dict()), ADDRESS)
    nested: Any = []
    for _ in range(100_000):
        nested = [nested]
    for part in ({"evaluations": {"1": nested}}, {"events": [{"start": 0}, {"draw": nested}]}):
        with pytest.raises(Refusal) as problem:
            import_record(sqlite_tables, ImportRecord(record={**played(moves=1).to_dict(), **part}), ADDRESS)
        assert problem.value.status == 400


# ---------------------------------------------------------------- analysis


def test_a_game_that_is_over_can_be_analysed_at_any_point_through_any_eyes(tables: Tables) -> None:
    sitting = two_people(tables, "duel", helpers="none")
    for _ in range(20):
        sitting.play_any(random.Random(1))
    tables.write(sitting.table, play.resign, sitting.access(0), Leave())
    view = view_to_analyse(tables, Analyse(table=sitting.table, number=10), [])
    there = tables.read(sitting.table, queries.position, Access(), 10)
    assert view.seat == view.turn == there.turn
    other = view_to_analyse(tables, Analyse(table=sitting.table, number=10, seat=1 - view.seat), [])
    assert (other.seat, len(other.legal_moves)) == (1 - view.seat, 0)
    with refused(400, "errors.game_over"):
        view_to_analyse(tables, Analyse(table=sitting.table), [])
    with refused(404, "errors.no_such_event"):
        view_to_analyse(tables, Analyse(table=sitting.table, number=9999), [])


def test_a_running_game_without_advice_is_not_analysed_by_anybody(tables: Tables) -> None:
    sitting = two_people(tables)
    for tokens in ([], sitting.secrets(0), sitting.secrets(1)):
        for number in (None, 2):
            with refused(403, "server.analysis.running"):
                view_to_analyse(tables, Analyse(table=sitting.table, number=number), tokens)


def test_a_running_game_is_not_analysed_by_its_record_or_position_either(tables: Tables) -> None:
    sitting = two_people(tables, "duel")
    sitting.play_turn(random.Random(1))
    now = sitting.state().now
    for seat in (0, 1):
        with refused(403, "server.analysis.running"):
            view_to_analyse(tables, Analyse(position=sitting.state(seat).now.position), [])
    without = {
        name: part
        for name, part in tables.read(sitting.table, queries.record, Access()).to_dict().items()
        if name != "commitment"
    }
    with refused(403, "server.analysis.running"):
        view_to_analyse(tables, Analyse(record=without), [])
    archived = import_record(
        tables, ImportRecord(record=tables.read(sitting.table, queries.record, Access()).to_dict()), ADDRESS
    )
    with refused(403, "server.analysis.running"):
        view_to_analyse(tables, Analyse(table=archived.table), [])
    tables.write(sitting.table, play.resign, sitting.access(0), Leave())
    assert view_to_analyse(tables, Analyse(position=now.position), []).turn == now.turn
    assert view_to_analyse(tables, Analyse(record=without), []).turn == now.turn
    assert view_to_analyse(tables, Analyse(table=archived.table), []).turn == now.turn


def test_the_position_of_an_unfinished_turn_is_not_analysed_and_neither_is_the_one_before(tables: Tables) -> None:
    sitting = two_people(tables, "duel")
    seat = sitting.turn
    shown = sitting.state().now.position
    move = next(one for one in sitting.state(seat).now.legal if not one.ends_turn)
    sitting.play(seat, move.move)
    for position in (shown, sitting.state(seat).now.position):
        with refused(403, "server.analysis.running"):
            view_to_analyse(tables, Analyse(position=position), [])


def test_with_everybodys_consent_a_player_gets_advice_through_their_own_eyes(tables: Tables) -> None:
    sitting = two_people(tables, "duel", helpers="advice")
    with refused(403, "server.analysis.running"):
        view_to_analyse(tables, Analyse(table=sitting.table), sitting.secrets(sitting.turn))
    tables.write(sitting.table, play.consent, sitting.access(1), Consent(advice=True))
    seat = sitting.turn
    view = view_to_analyse(tables, Analyse(table=sitting.table), sitting.secrets(seat))
    assert (view.seat, len(view.legal_moves)) == (seat, len(sitting.state(seat).now.legal))
    for tokens, asked in (([], None), (sitting.secrets(1 - seat), None), (sitting.secrets(seat), 1 - seat)):
        with refused(403, "server.analysis.seat"):
            view_to_analyse(tables, Analyse(table=sitting.table, seat=asked), tokens)
    assert view_to_analyse(tables, Analyse(position=sitting.state().now.position), []).turn == seat


def test_alone_with_bots_advice_is_there_if_the_table_was_made_with_it(tables: Tables) -> None:
    mine = sit(tables, "azul", "me", "club", helpers="advice", options={"first": "0"})
    assert view_to_analyse(tables, Analyse(table=mine.table), mine.secrets(0)).seat == 0
    without = sit(tables, "azul", "me", "club", options={"first": "0"})
    with refused(403, "server.analysis.running"):
        view_to_analyse(tables, Analyse(table=without.table), without.secrets(0))


def test_what_is_given_by_hand_is_analysed(tables: Tables) -> None:
    record = played(moves=10)
    view = view_to_analyse(tables, Analyse(record=record.to_dict()), [])
    assert view.turn is not None
    earlier = view_to_analyse(tables, Analyse(record=record.to_dict(), number=5), [])
    assert len(earlier.record.events) == 5
    assert view_to_analyse(tables, Analyse(position=view.position, game="azul"), []).position == view.position
    for wrong, key in (
        (Analyse(), "server.analysis.one"),
        (Analyse(position=view.position, record=record.to_dict()), "server.analysis.one"),
        (Analyse(position=view.position, game="duel"), "server.analysis.game"),
        (Analyse(record=record.to_dict(), number=1), "errors.draw_due"),
        (Analyse(record=played().to_dict()), "errors.game_over"),
        (Analyse(position="azul nonsense"), None),
        (Analyse(position=view.position, seat=3), "errors.no_seat"),
        (Analyse(record={"a": 1}), "errors.record_missing"),
        (
            Analyse(record={**played("garden", moves=3).to_dict(), "options": {"side": "secret.json"}}),
            "errors.option_text",
        ),
    ):
        with pytest.raises(Refusal) as problem:
            view_to_analyse(tables, wrong, [])
        assert key in (None, problem.value.message.key)
        assert problem.value.status == 400


def test_a_hotseat_player_gets_advice_for_each_of_their_seats(tables: Tables) -> None:
    sitting: Sitting = sit(tables, "duel", "me", "hotseat", helpers="advice")
    for seat in (0, 1):
        assert view_to_analyse(tables, Analyse(table=sitting.table, seat=seat), sitting.secrets(0, 1)).seat == seat
