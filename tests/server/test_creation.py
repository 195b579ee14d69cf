"""Making tables: who sits where, names, settings, limits, rematch, the same deal, deleting, expiry."""

import random
import re
from dataclasses import replace

import pytest

from azulejo.play import Record
from azulejo.server.messages import (
    Analyse,
    Consent,
    DaysClock,
    ImportRecord,
    Join,
    Leave,
    PlayMoves,
    SameDeal,
    TableSettings,
    TakeBack,
)
from azulejo.server.refusals import Refusal
from azulejo.server.settings import ServerSettings
from azulejo.server.storage import Database
from azulejo.server.tables import Access, Change, Tables, access_of, play, queries
from azulejo.server.tables.bot_turns import claim, play_bot
from azulejo.server.tables.creation import again, create, delete, import_record, rematch
from azulejo.server.tables.fairness import view_of_table
from azulejo.server.tables.housekeeping import expire
from azulejo.server.tables.seats import MOST_TOKENS, join, leave
from tests.server.seating import ADDRESS, Clock, Sitting, refused, request, seats, sit, suggested, two_people

# ---------------------------------------------------------------- create and join


@pytest.mark.parametrize("first", [0, 1])
def test_a_table_without_open_seats_begins_at_once(tables: Tables, changes: list[Change], first: int) -> None:
    created = create(tables, request("azul", "me:Anna", "club", options={"first": str(first)}), ADDRESS)
    table = tables.read(created.table, queries.info)
    assert (table.status, table.game, table.seats) == ("playing", "azul", 2)
    assert [(one.kind, one.name, one.level) for one in table.players] == [
        ("person", "Anna", None),
        ("bot", "Club player", "club"),
    ]
    assert changes == [Change(created.table, "state", revision=1, bot=first == 1)]
    assert [one.seat for one in created.tokens] == [0]
    assert re.fullmatch("[0-9a-f]{64}", table.commitment)


def test_a_table_with_an_open_seat_waits_and_shows_an_empty_table(tables: Tables) -> None:
    sitting = Sitting(tables, create(tables, request("azul", "me", "open"), ADDRESS))
    state = sitting.state(0)
    assert state.table.status == "open"
    assert [one.kind for one in state.table.players] == ["person", "open"]
    assert (state.now.number, state.now.turn, state.now.legal, state.now.events) == (0, None, [], [])
    with refused(409, "server.table.waits"):
        tables.write(sitting.table, play.play_moves, sitting.access(0), PlayMoves(moves=["1b1"], after=0))


def test_the_game_begins_when_the_last_open_seat_is_taken(tables: Tables) -> None:
    sitting = Sitting(tables, create(tables, request("azul", "open", "me", "open"), ADDRESS))
    assert sitting.join("Boris") == 0
    assert tables.read(sitting.table, queries.info).status == "open"
    assert sitting.join("Clara", seat=2) == 2
    assert tables.read(sitting.table, queries.info).status == "playing"
    assert sitting.state(0).now.number == 2
    assert [one.name for one in tables.read(sitting.table, queries.info).players] == ["Boris", "Player 2", "Clara"]


@pytest.mark.parametrize("game", ["azul", "duel", "garden"])
def test_an_open_table_of_every_game_can_be_looked_at(tables: Tables, game: str) -> None:
    created = create(tables, request(game, "me", "open"), ADDRESS)
    assert tables.read(created.table, queries.state, Access(), None).now.board is not None
    assert tables.read(created.table, queries.position, Access(), 0).turn is None


def test_a_seat_cannot_be_taken_twice(tables: Tables) -> None:
    sitting = Sitting(tables, create(tables, request("azul", "me", "open", "open"), ADDRESS))
    sitting.join(seat=2)
    with refused(409, "server.seat.taken"):
        sitting.join(seat=2)
    with refused(409, "server.seat.taken"):
        sitting.join(seat=0)
    with refused(400, "errors.no_seat"):
        sitting.join(seat=3)
    sitting.join()
    with refused(409, "server.seat.full"):
        sitting.join()


def test_a_seat_is_given_back_before_the_game_begins(tables: Tables, changes: list[Change]) -> None:
    sitting = Sitting(tables, create(tables, request("azul", "me:Anna", "open", "open"), ADDRESS))
    sitting.join("Boris")
    old = sitting.access(1)
    assert tables.write(sitting.table, leave, old, Leave()).number == 0
    assert changes[-1].kind == "state"
    assert [one.kind for one in tables.read(sitting.table, queries.info).players] == ["person", "open", "open"]
    assert tables.read(sitting.table, queries.info).players[1].name == ""
    with refused(403, "server.token.wrong"):
        tables.read(sitting.table, access_of, [sitting.tokens[1]])
    assert sitting.access(0).seats == (0,)
    sitting.join("Boris", seat=2)
    assert sitting.join("Clara") == 1
    assert tables.read(sitting.table, queries.info).status == "playing"
    assert [one.name for one in tables.read(sitting.table, queries.info).players] == ["Anna", "Clara", "Boris"]
    with refused(409, "server.seat.begun"):
        tables.write(sitting.table, leave, sitting.access(2), Leave())


def test_a_seat_is_given_back_only_by_whoever_holds_it(tables: Tables) -> None:
    sitting = Sitting(tables, create(tables, request("azul", "me", "hotseat", "open"), ADDRESS))
    with refused(403, "server.seat.none"):
        tables.write(sitting.table, leave, Access(), Leave(seat=0))
    with refused(403, "server.seat.other"):
        tables.write(sitting.table, leave, sitting.access(0), Leave(seat=1))
    with refused(400, "server.seat.which"):
        tables.write(sitting.table, leave, sitting.access(0, 1), Leave())
    tables.write(sitting.table, leave, sitting.access(0, 1), Leave(seat=1))
    assert [one.kind for one in tables.read(sitting.table, queries.info).players] == ["person", "open", "open"]


@pytest.mark.parametrize("game", ["azul", "duel", "garden"])
def test_what_secrets_were_worth_before_the_game_began_says_nothing_afterwards(tables: Tables, game: str) -> None:
    """Between the look at the secrets and what is done with them, the seat may have become somebody else's."""
    sitting = Sitting(tables, create(tables, request(game, "me:Anna", "open", helpers="advice"), ADDRESS))
    old = sitting.access(0)
    tables.write(sitting.table, leave, old, Leave())
    sitting.join("Clara", seat=0)
    sitting.join("Boris")
    for seat in (0, 1):
        tables.write(sitting.table, play.consent, sitting.access(seat), Consent(advice=True))
    mover = sitting.turn
    stale = replace(old, seats=(mover,))
    seen, watched = (tables.read(sitting.table, queries.state, one, None) for one in (stale, Access()))
    assert (seen.viewer, seen.now) == (None, watched.now)
    number = sitting.state(mover).now.number
    move = sitting.state(mover).now.legal[0].move
    position = tables.read(sitting.table, queries.position, stale, watched.now.number)
    assert position == tables.read(sitting.table, queries.position, Access(), watched.now.number)
    assert tables.read(sitting.table, queries.record, stale) == tables.read(sitting.table, queries.record, Access())
    assert tables.read(sitting.table, queries.why_not, stale, move) is not None
    with refused(403, "server.analysis.seat"):
        tables.read(sitting.table, view_of_table, stale, Analyse())
    assert tables.read(sitting.table, view_of_table, sitting.access(mover), Analyse()).seat == mover
    calls = (
        lambda: tables.write(sitting.table, play.play_moves, stale, PlayMoves(moves=[move], after=number)),
        lambda: tables.write(sitting.table, play.take_back, stale, TakeBack(after=number)),
        lambda: tables.write(sitting.table, play.resign, stale, Leave()),
        lambda: tables.write(sitting.table, leave, stale, Leave()),
    )
    for call in calls:
        with refused(403, "server.token.wrong"):
            call()
    sitting.play(mover, move)


def test_secrets_that_are_still_good_are_taken_after_the_game_has_begun(tables: Tables) -> None:
    """Looked at before the last player came, used afterwards: nothing was given back."""
    sitting = Sitting(tables, create(tables, request("azul", "me:Anna", "open", options={"first": "0"}), ADDRESS))
    early = sitting.access(0)
    assert early.waiting
    sitting.join("Boris")
    now = sitting.state(0).now
    assert (
        tables.write(
            sitting.table, play.play_moves, early, PlayMoves(moves=[now.legal[0].move], after=now.number)
        ).number
        > now.number
    )


def test_a_seat_is_not_given_back_or_agreed_for_by_its_last_holder(tables: Tables) -> None:
    sitting = Sitting(tables, create(tables, request("azul", "me", "open", "open", helpers="advice"), ADDRESS))
    sitting.join("Boris")
    old = sitting.access(1)
    tables.write(sitting.table, leave, old, Leave())
    with refused(403, "server.token.wrong"):
        tables.write(sitting.table, play.consent, old, Consent(advice=True))
    sitting.join("Clara", seat=1)
    with refused(403, "server.token.wrong"):
        tables.write(sitting.table, leave, old, Leave())
    clara = tables.read(sitting.table, queries.info).players[1]
    assert (clara.name, clara.advice) == ("Clara", False)


def test_of_two_seats_on_one_device_the_one_given_back_is_lost_alone(tables: Tables) -> None:
    sitting = Sitting(tables, create(tables, request("azul", "me", "hotseat", "open", helpers="advice"), ADDRESS))
    old = sitting.access(0, 1)
    tables.write(sitting.table, leave, old, Leave(seat=1))
    sitting.join("Clara", seat=1)
    with refused(403, "server.token.wrong"):
        tables.write(sitting.table, play.consent, old, Consent(advice=True, seat=1))
    tables.write(sitting.table, play.consent, old, Consent(advice=False, seat=0))
    assert [one.advice for one in tables.read(sitting.table, queries.info).players] == [False, False, False]


def test_every_secret_of_a_seat_counts(tables: Tables, clock: Clock) -> None:
    """Two of one seat are shown, and one of them is pushed out by newer ones."""
    old = over(tables, "me:Anna", "open")
    first = rematch(tables, old.table, [old.tokens[0]], ADDRESS)
    clock.wait(1)
    second = rematch(tables, old.table, [old.tokens[0]], ADDRESS)
    both = tables.read(first.table, access_of, [one.tokens[0].token for one in (second, first)])
    clock.wait(1)
    for _ in range(MOST_TOKENS - 1):
        rematch(tables, old.table, [old.tokens[0]], ADDRESS)
    with refused(403, "server.token.wrong"):
        tables.read(first.table, access_of, [first.tokens[0].token])
    tables.write(first.table, leave, both, Leave())


def test_nobody_leaves_a_table_that_is_over(tables: Tables) -> None:
    sitting = over(tables, "me:Anna", "open")
    with refused(409, "errors.game_over"):
        tables.write(sitting.table, leave, sitting.access(0), Leave())
    with refused(403, "server.seat.none"):
        tables.write(sitting.table, leave, Access(), Leave())


def test_a_rematch_whose_table_was_removed_is_made_anew(tables: Tables) -> None:
    old = over(tables, "me:Anna", "open")
    first = rematch(tables, old.table, [old.tokens[0]], ADDRESS)
    delete(tables, first.table, [str(first.maker)])
    again = rematch(tables, old.table, [old.tokens[1]], ADDRESS)
    assert again.table != first.table
    assert again.maker
    assert rematch(tables, old.table, [old.tokens[0]], ADDRESS).table == again.table
    assert tables.read(again.table, queries.info).status == "playing"


def test_a_seat_of_a_rematch_that_is_given_back_is_for_everybody(tables: Tables) -> None:
    old = over(tables, "me:Anna", "open")
    mine = rematch(tables, old.table, [old.tokens[0]], ADDRESS)
    tables.write(mine.table, leave, tables.read(mine.table, access_of, [mine.tokens[0].token]), Leave())
    created = tables.write(mine.table, join, Join(name="Clara"))
    assert [one.seat for one in created.tokens] == [1]
    assert rematch(tables, old.table, [old.tokens[0]], ADDRESS).tokens == []


def test_a_name_that_looks_like_another_one_at_the_table_is_refused(tables: Tables) -> None:
    sitting = Sitting(tables, create(tables, request("azul", "me:Anna", "open"), ADDRESS))
    with refused(409, "server.name.taken"):
        sitting.join("Аnnа")  # Cyrillic letters
    assert tables.read(sitting.table, queries.info).players[1].kind == "open"
    sitting.join("Hanna")


def test_hotseat_players_share_a_device(tables: Tables) -> None:
    created = create(tables, request("azul", "me", "hotseat", "hotseat"), ADDRESS)
    viewer = tables.read(created.table, access_of, [one.token for one in created.tokens])
    assert viewer == Access((0, 1, 2))
    assert tables.read(created.table, queries.state, viewer, None).held == [0, 1, 2]


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        (request("chess", "me", "open"), "errors.game"),
        (request("duel", "me", "open", "open"), "errors.seats"),
        (request("azul", "me"), "errors.seats"),
        (request("azul", "me", "unbeatable"), "bots.no_level"),
        (request("azul", "me", "me"), "server.seat.twice"),
        (request("azul", "me", "open", undo="free"), "server.table.undo_free"),
        (request("azul", "me", "hotseat", undo="free"), "server.table.undo_free"),
        (request("azul", "me", "open", takeover="nobody"), "bots.no_level"),
        (request("azul", "me", "open", options={"wall": "pink"}), "errors.option_value"),
        (request("azul", "me", "open", options={"roof": "red"}), "errors.option_name"),
        (request("azul", "me", "open", options={"first": "2"}), "errors.first"),
        (request("garden", "me", "open", options={"side": "/etc/passwd"}), "errors.option_text"),
        (request("garden", "me", "open", options={"side": "{" + '"a":{' * 50_000}), "errors.option_value"),
        (request("garden", "me", "open", options={"side": '{"a":' * 790}), "garden.error.side_file"),
        (request("azul", "me:\u200b", "open"), "server.name.invisible"),
        (request("azul", "me:Anna", "hotseat:anna"), "server.name.taken"),
    ],
)
def test_what_cannot_be_played_is_refused(tables: Tables, wrong, key: str) -> None:
    with pytest.raises(Refusal) as problem:
        create(tables, wrong, ADDRESS)
    assert problem.value.message.key == key or (key == "garden.error.side_file" and problem.value.status == 400)
    assert problem.value.text("ru")
    assert queries.listing(tables, None, None, None, 10).tables == []


def test_a_game_can_start_from_a_position(tables: Tables) -> None:
    first = two_people(tables)
    first.play_turn(random.Random(1))
    text, turn = first.state().now.position, first.turn
    asked = request("azul", "me", "hotseat", helpers="none")
    asked.position = text
    with refused(403, "server.table.position_played"):
        create(tables, asked, ADDRESS)
    tables.write(first.table, play.resign, first.access(0), Leave())
    created = create(tables, asked, ADDRESS)
    second = Sitting(tables, created)
    assert second.state().now.position == text
    assert tables.read(created.table, queries.info).position
    assert second.turn == turn
    second.play_out(random.Random(1))
    asked.options = {"wall": "grey"}
    with refused(400, "errors.position_options"):
        create(tables, asked, ADDRESS)
    asked.options, asked.seats = {}, seats("me", "open", "open")
    with refused(400, "server.seat.count"):
        create(tables, asked, ADDRESS)
    asked.position = "nonsense"
    with pytest.raises(Refusal):
        create(tables, asked, ADDRESS)


# ---------------------------------------------------------------- secrets


def test_secrets_open_only_their_own_table(tables: Tables) -> None:
    one, other = two_people(tables), two_people(tables)
    assert one.access(1) == Access((1,))
    assert tables.read(one.table, access_of, [one.maker or ""]) == Access()
    assert tables.read(one.table, access_of, []) == Access()
    with refused(403, "server.token.wrong"):
        tables.read(one.table, access_of, [other.tokens[1]])
    with refused(404, "server.table.unknown"):
        tables.read("000000000000", access_of, [])


@pytest.mark.parametrize(
    "name", ["", "x", "000000000000", "0" * 11 + "\0", "0" * 5000, "'; DROP TABLE tables; --", "\udc80" * 12]
)
def test_what_is_no_table_is_not_there(tables: Tables, name: str) -> None:
    calls = (
        lambda: tables.read(name, access_of, []),
        lambda: tables.read(name, queries.info),
        lambda: tables.read(name, queries.state, Access(), None),
        lambda: delete(tables, name, ["x"]),
        lambda: tables.write(name, join, Join()),
        lambda: again(tables, name, SameDeal(seats=seats("me", "open")), ADDRESS),
        lambda: tables.read(name, queries.position, Access(), 0),
    )
    for call in calls:
        with refused(404, "server.table.unknown"):
            call()
    assert queries.listing(tables, name, None, None, 5).tables == []
    with refused(400, "server.table.cursor"):
        queries.listing(tables, None, None, f"1.0-{name[:11]}", 5)


def test_no_secret_is_stored(tables: Tables) -> None:
    sitting = two_people(tables)
    with tables.database.transaction() as connection:
        for name in ("tables", "seats", "tokens", "events"):
            stored = str(connection.exec_driver_sql(f"SELECT * FROM {name}").all())
            assert not any(token in stored for token in [*sitting.tokens.values(), str(sitting.maker)])
            assert ADDRESS not in stored


# ---------------------------------------------------------------- limits


def test_one_address_can_have_only_so_many_tables_that_have_not_ended(database: Database, clock: Clock) -> None:
    tables = Tables(database, ServerSettings(database="sqlite:///x", tables_per_address=2), clock)
    one = two_people(tables)
    two_people(tables)
    with refused(429, "server.table.too_many_yours"):
        two_people(tables)
    create(tables, request("azul", "me", "open"), "192.0.2.99")
    tables.write(one.table, play.resign, one.access(0), Leave())
    two_people(tables)


def test_there_can_be_only_so_many_tables(database: Database, clock: Clock) -> None:
    tables = Tables(database, ServerSettings(database="sqlite:///x", tables=1), clock)
    one = two_people(tables)
    with refused(429, "server.table.too_many"):
        two_people(tables)
    delete(tables, one.table, [str(one.maker), *one.secrets(0, 1)])
    two_people(tables)


# ---------------------------------------------------------------- rematch and the same deal


def over(tables: Tables, *who: str, **more) -> Sitting:
    sitting = sit(tables, "azul", *who, **more)
    tables.write(sitting.table, play.resign, sitting.access(0), Leave())
    return sitting


def test_a_rematch_moves_everybody_on_by_one_seat_and_begins_when_all_have_come(
    tables: Tables, changes: list[Change]
) -> None:
    old = over(tables, "me:Anna", "open", undo="off", public=True)
    mine = rematch(tables, old.table, [old.tokens[0]], ADDRESS)
    new = tables.read(mine.table, queries.info)
    assert (new.status, new.settings, tables.read(old.table, queries.info).rematch) == (
        "open",
        old.state().table.settings,
        new.id,
    )
    assert [one.name for one in new.players] == ["Player 2", "Anna"]
    assert [one.kind for one in new.players] == ["open", "person"]
    assert [(one.table, one.kind) for one in changes[-2:]] == [(old.table, "state"), (mine.table, "state")]
    with refused(409, "server.seat.full"):
        tables.write(mine.table, join, Join())  # the seat is kept for the other player
    yours = rematch(tables, old.table, [old.tokens[1]], ADDRESS)
    assert (yours.table, yours.maker) == (mine.table, None)
    assert tables.read(mine.table, queries.info).status == "playing"
    assert tables.read(mine.table, access_of, [mine.tokens[0].token]) == Access((1,))
    assert tables.read(mine.table, access_of, [yours.tokens[0].token]) == Access((0,))
    assert tables.read(mine.table, queries.info).commitment != old.state().table.commitment


def test_asking_for_a_rematch_again_gives_another_secret_and_the_first_stays_good(tables: Tables) -> None:
    old = over(tables, "me", "open")
    first = rematch(tables, old.table, [old.tokens[0]], ADDRESS)
    again = [rematch(tables, old.table, [old.tokens[0]], ADDRESS) for _ in range(15)]
    assert {one.table for one in again} == {first.table}
    for created in (first, again[-1]):
        assert tables.read(first.table, access_of, [created.tokens[0].token]) == Access((1,), waiting=True)
    delete(tables, first.table, [str(first.maker)])


def test_a_rematch_with_bots_begins_at_once(tables: Tables) -> None:
    old = over(tables, "me", "first-timer", "first-timer")
    while tables.read(old.table, queries.info).status != "over":
        task = claim(tables, 1)[0]
        tables.write(task.table, play_bot, task, [suggested(tables, old.table)])
    created = rematch(tables, old.table, [old.tokens[0]], ADDRESS)
    assert tables.read(created.table, queries.info).status == "playing"
    assert [one.kind for one in tables.read(created.table, queries.info).players] == ["bot", "person", "bot"]


def test_a_rematch_is_for_players_of_a_game_that_is_over(tables: Tables) -> None:
    running = two_people(tables)
    with refused(409, "server.table.runs"):
        rematch(tables, running.table, [running.tokens[0]], ADDRESS)
    with refused(403, "server.seat.none"):
        rematch(tables, running.table, [], ADDRESS)


def test_the_same_deal_again_deals_the_same(tables: Tables) -> None:
    one = two_people(tables, helpers="none")
    with refused(409, "server.table.runs"):  # or one could look at what is to come
        again(tables, one.table, SameDeal(seats=seats("me", "hotseat")), ADDRESS)
    one.play_out(random.Random(1))
    created = again(
        tables, one.table, SameDeal(seats=seats("me", "hotseat"), settings=TableSettings(helpers="none")), ADDRESS
    )
    two = Sitting(tables, created)
    assert tables.read(one.table, queries.info).same_deal == tables.read(two.table, queries.info).same_deal == 1
    assert tables.read(one.table, queries.info).commitment == tables.read(two.table, queries.info).commitment
    two.play_out(random.Random(2))
    deals = [[line.event["draw"] for line in game.state().now.events if "draw" in line.event] for game in (one, two)]
    shorter = min(map(len, deals))
    assert shorter >= 2
    assert deals[0][:1] == deals[1][:1]
    assert one.state().now.events[0].event == two.state().now.events[0].event
    with refused(400, "server.seat.count"):
        again(tables, one.table, SameDeal(seats=seats("me", "open", "open")), ADDRESS)


def test_nobody_can_hide_the_seed_of_a_game_that_is_over(tables: Tables) -> None:
    """Not even by making a table with the same deal at which nobody ever sits down."""
    one = two_people(tables)
    tables.write(one.table, play.resign, one.access(0), Leave())
    seed = one.result.seed
    assert seed is not None
    two = Sitting(tables, again(tables, one.table, SameDeal(seats=seats("me", "open")), ADDRESS))
    assert one.result.seed == tables.read(one.table, queries.record, Access()).seed == seed
    assert tables.read(two.table, queries.record, Access()).seed is None
    two.join()
    tables.write(two.table, play.resign, two.access(1), Leave())
    assert two.result.seed == tables.read(two.table, queries.record, Access()).seed == seed


def test_a_table_whose_deal_anybody_may_know_says_so_for_good(tables: Tables) -> None:
    """Before one joins, in the list, the state and the record; and although the first table is gone."""
    one = two_people(tables)
    tables.write(one.table, play.resign, one.access(0), Leave())
    public = SameDeal(seats=seats("me", "open"), settings=TableSettings(public=True))
    two = Sitting(tables, again(tables, one.table, public, ADDRESS))
    delete(tables, one.table, [str(one.maker)])
    (listed,) = queries.listing(tables, None, None, None, 10).tables
    assert listed.known_deal
    assert two.state().table.known_deal
    two.join()
    tables.write(two.table, play.resign, two.access(1), Leave())
    record = tables.read(two.table, queries.record, Access())
    assert record.known_deal
    assert Record.from_json(record.to_json()).known_deal
    three = Sitting(tables, again(tables, two.table, public, ADDRESS))
    delete(tables, two.table, [str(two.maker)])
    assert three.state().table.known_deal
    archived = import_record(tables, ImportRecord(record=record.to_dict()), ADDRESS)
    assert tables.read(archived.table, queries.record, Access()).known_deal


def test_only_a_deal_that_somebody_may_know_is_said_to_be_known(tables: Tables) -> None:
    assert two_people(tables, seed=5).state().table.known_deal
    one = two_people(tables)
    assert not one.state().table.known_deal
    tables.write(one.table, play.resign, one.access(0), Leave())
    assert "known_deal" not in tables.read(one.table, queries.record, Access()).to_dict()
    two = Sitting(tables, again(tables, one.table, SameDeal(seats=seats("me", "hotseat")), ADDRESS))
    tables.write(two.table, play.resign, two.access(0), Leave(seat=0))
    rematch_of_two = rematch(tables, two.table, two.secrets(0, 1), ADDRESS)
    assert not tables.read(rematch_of_two.table, queries.info).known_deal


# ---------------------------------------------------------------- removing


def test_only_the_maker_can_delete_a_table(tables: Tables, changes: list[Change]) -> None:
    sitting = two_people(tables)
    with refused(403, "server.table.not_maker"):
        delete(tables, sitting.table, sitting.secrets(0, 1))
    with refused(409, "server.table.others_play"):
        delete(tables, sitting.table, [str(sitting.maker), *sitting.secrets(0)])
    delete(tables, sitting.table, [str(sitting.maker), *sitting.secrets(0, 1)])
    assert changes[-1] == Change(sitting.table, "closed")
    with refused(404, "server.table.unknown"):
        tables.read(sitting.table, queries.state, Access(), None)
    assert queries.revisions(tables, [sitting.table]) == {}
    with tables.database.transaction() as connection:
        for name in ("tables", "seats", "tokens", "events"):
            assert connection.exec_driver_sql(f"SELECT * FROM {name}").all() == []


def test_tables_expire_by_the_settings(database: Database, clock: Clock) -> None:
    settings = ServerSettings(database="sqlite:///x", expire_open_days=1, expire_playing_days=10, expire_over_days=100)
    changes: list[Change] = []
    tables = Tables(database, settings, clock, changes.append)
    waiting = create(tables, request("azul", "me", "open"), ADDRESS)
    running, ended = two_people(tables), two_people(tables)
    tables.write(ended.table, play.resign, ended.access(0), Leave())
    slow = two_people(tables, clock=DaysClock(days=30))
    gone = []
    for days in (0.9, 0.2, 8.8, 0.2, 29.0, 1.1, 59.0, 2.0):
        clock.wait(days * 86_400)
        gone.append(expire(tables))
    assert gone == [[], [waiting.table], [], [running.table], [], [slow.table], [], [ended.table]]
    assert [(one.table, one.kind) for one in changes[-4:]] == [(table, "closed") for (table,) in gone[1::2]]


def test_zero_days_mean_never(database: Database, clock: Clock) -> None:
    tables = Tables(database, ServerSettings(database="sqlite:///x", expire_open_days=0), clock)
    create(tables, request("azul", "me", "open"), ADDRESS)
    clock.wait(1e9)
    assert expire(tables) == []


# ---------------------------------------------------------------- the list


def test_only_public_tables_are_listed_newest_first_and_page_by_page(tables: Tables, clock: Clock) -> None:
    made = []
    for number in range(7):
        game = "duel" if number % 2 else "azul"
        made.append(create(tables, request(game, "me", "open", public=True), ADDRESS).table)
        clock.wait(1 if number != 3 else 0)  # two of them at the same moment
    create(tables, request("azul", "me", "open"), ADDRESS)
    found, before = [], None
    for _ in range(4):
        page = queries.listing(tables, None, None, before, 2)
        found.append([one.id for one in page.tables])
        before = page.next
    assert before is None
    assert [len(page) for page in found] == [2, 2, 2, 1]
    listed = [one for page in found for one in page]
    assert set(listed) == set(made)
    assert listed[:2] == [made[6], made[5]]
    assert set(listed[2:4]) == {made[4], made[3]}
    assert {one.game for one in queries.listing(tables, "duel", None, None, 50).tables} == {"duel"}
    assert len(queries.listing(tables, None, "open", None, 50).tables) == 7
    assert queries.listing(tables, None, "playing", None, 50).tables == []
    with refused(400, "server.table.cursor"):
        queries.listing(tables, None, None, "nonsense", 50)


def test_defaults_of_the_settings_are_those_of_the_brief() -> None:
    assert TableSettings() == TableSettings(undo="turn", confirm=True, helpers="previews", clock=None, public=False)
