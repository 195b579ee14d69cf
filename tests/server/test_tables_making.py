"""Making tables: who sits where, names, settings, limits, rematch, the same deal, deleting, expiry."""

import random
import re
from dataclasses import replace

import pytest

from azulejo.server.messages import (
    Analyse,
    Consent,
    DaysClock,
    Join,
    Leave,
    PlayMoves,
    SameDeal,
    TableSettings,
    TakeBack,
)
from azulejo.server.refusals import Refusal
from azulejo.server.settings import Settings
from azulejo.server.storage import Database
from azulejo.server.tables import Change, Tables, Viewer
from azulejo.server.tables.making import MOST_TOKENS
from tests.server.seating import ADDRESS, Clock, Sitting, refused, request, seats, sit, two_people

# ---------------------------------------------------------------- create and join


@pytest.mark.parametrize("first", [0, 1])
def test_a_table_without_open_seats_begins_at_once(tables: Tables, first: int) -> None:
    created, change = tables.create(request("azul", "me:Anna", "club", options={"first": str(first)}), ADDRESS)
    table = tables.table(created.table)
    assert (table.status, table.game, table.seats) == ("playing", "azul", 2)
    assert [(one.kind, one.name, one.level) for one in table.players] == [
        ("person", "Anna", None),
        ("bot", "Club player", "club"),
    ]
    start_and_first_deal = 2
    assert change == Change(created.table, start_and_first_deal, "state", revision=1, bot=first == 1)
    assert [one.seat for one in created.tokens] == [0]
    assert re.fullmatch("[0-9a-f]{64}", table.commitment)


def test_a_table_with_an_open_seat_waits_and_shows_an_empty_table(tables: Tables) -> None:
    sitting = Sitting(tables, tables.create(request("azul", "me", "open"), ADDRESS)[0])
    state = sitting.state(0)
    assert state.table.status == "open"
    assert [one.kind for one in state.table.players] == ["person", "open"]
    assert (state.now.number, state.now.turn, state.now.legal, state.now.events) == (0, None, [], [])
    with refused(409, "server.table.waits"):
        tables.move(sitting.table, sitting.viewer(0), PlayMoves(moves=["1b1"], after=0))


def test_the_game_begins_when_the_last_open_seat_is_taken(tables: Tables) -> None:
    sitting = Sitting(tables, tables.create(request("azul", "open", "me", "open"), ADDRESS)[0])
    assert sitting.join("Boris") == 0
    assert tables.table(sitting.table).status == "open"
    assert sitting.join("Clara", seat=2) == 2
    assert tables.table(sitting.table).status == "playing"
    assert sitting.state(0).now.number == 2
    assert [one.name for one in tables.table(sitting.table).players] == ["Boris", "Player 2", "Clara"]


@pytest.mark.parametrize("game", ["azul", "duel", "garden"])
def test_an_open_table_of_every_game_can_be_looked_at(tables: Tables, game: str) -> None:
    created, _ = tables.create(request(game, "me", "open"), ADDRESS)
    assert tables.state(created.table, Viewer(), None).now.board is not None
    assert tables.position(created.table, Viewer(), 0).turn is None


def test_a_seat_cannot_be_taken_twice(tables: Tables) -> None:
    sitting = Sitting(tables, tables.create(request("azul", "me", "open", "open"), ADDRESS)[0])
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


def test_a_seat_is_given_back_before_the_game_begins(tables: Tables) -> None:
    sitting = Sitting(tables, tables.create(request("azul", "me:Anna", "open", "open"), ADDRESS)[0])
    sitting.join("Boris")
    old = sitting.viewer(1)
    change = tables.leave(sitting.table, old, Leave())
    assert (change.kind, change.number) == ("state", 0)
    assert [one.kind for one in tables.table(sitting.table).players] == ["person", "open", "open"]
    assert tables.table(sitting.table).players[1].name == ""
    with refused(403, "server.token.wrong"):
        tables.viewer(sitting.table, [sitting.tokens[1]])
    assert sitting.viewer(0).seats == (0,)
    sitting.join("Boris", seat=2)
    assert sitting.join("Clara") == 1
    assert tables.table(sitting.table).status == "playing"
    assert [one.name for one in tables.table(sitting.table).players] == ["Anna", "Clara", "Boris"]
    with refused(409, "server.seat.begun"):
        tables.leave(sitting.table, sitting.viewer(2), Leave())


def test_a_seat_is_given_back_only_by_whoever_holds_it(tables: Tables) -> None:
    sitting = Sitting(tables, tables.create(request("azul", "me", "hotseat", "open"), ADDRESS)[0])
    with refused(403, "server.seat.none"):
        tables.leave(sitting.table, Viewer(), Leave(seat=0))
    with refused(403, "server.seat.other"):
        tables.leave(sitting.table, sitting.viewer(0), Leave(seat=1))
    with refused(400, "server.seat.which"):
        tables.leave(sitting.table, sitting.viewer(0, 1), Leave())
    tables.leave(sitting.table, sitting.viewer(0, 1), Leave(seat=1))
    assert [one.kind for one in tables.table(sitting.table).players] == ["person", "open", "open"]


@pytest.mark.parametrize("game", ["azul", "duel", "garden"])
def test_what_secrets_were_worth_before_the_game_began_says_nothing_afterwards(tables: Tables, game: str) -> None:
    """Between the look at the secrets and what is done with them, the seat may have become somebody else's."""
    sitting = Sitting(tables, tables.create(request(game, "me:Anna", "open", helpers="advice"), ADDRESS)[0])
    old = sitting.viewer(0)
    tables.leave(sitting.table, old, Leave())
    sitting.join("Clara", seat=0)
    sitting.join("Boris")
    for seat in (0, 1):
        tables.consent(sitting.table, sitting.viewer(seat), Consent(advice=True))
    mover = sitting.turn
    stale = replace(old, seats=(mover,))
    seen, watched = (tables.state(sitting.table, one, None) for one in (stale, Viewer()))
    assert (seen.viewer, seen.now) == (None, watched.now)
    number = sitting.state(mover).now.number
    move = sitting.state(mover).now.legal[0].move
    position = tables.position(sitting.table, stale, watched.now.number)
    assert position == tables.position(sitting.table, Viewer(), watched.now.number)
    assert tables.record(sitting.table, stale) == tables.record(sitting.table, Viewer())
    assert tables.why(sitting.table, stale, move) is not None
    with refused(403, "server.analysis.seat"):
        tables.analysis_view(Analyse(table=sitting.table), stale)
    assert tables.analysis_view(Analyse(table=sitting.table), sitting.viewer(mover)).seat == mover
    calls = (
        lambda: tables.move(sitting.table, stale, PlayMoves(moves=[move], after=number)),
        lambda: tables.undo(sitting.table, stale, TakeBack(after=number)),
        lambda: tables.resign(sitting.table, stale, Leave()),
        lambda: tables.leave(sitting.table, stale, Leave()),
    )
    for call in calls:
        with refused(403, "server.token.wrong"):
            call()
    sitting.play(mover, move)


def test_secrets_that_are_still_good_are_taken_after_the_game_has_begun(tables: Tables) -> None:
    """Looked at before the last player came, used afterwards: nothing was given back."""
    sitting = Sitting(tables, tables.create(request("azul", "me:Anna", "open", options={"first": "0"}), ADDRESS)[0])
    early = sitting.viewer(0)
    assert early.waiting
    sitting.join("Boris")
    now = sitting.state(0).now
    assert tables.move(sitting.table, early, PlayMoves(moves=[now.legal[0].move], after=now.number)).number > now.number


def test_a_seat_is_not_given_back_or_agreed_for_by_its_last_holder(tables: Tables) -> None:
    sitting = Sitting(tables, tables.create(request("azul", "me", "open", "open", helpers="advice"), ADDRESS)[0])
    sitting.join("Boris")
    old = sitting.viewer(1)
    tables.leave(sitting.table, old, Leave())
    with refused(403, "server.token.wrong"):
        tables.consent(sitting.table, old, Consent(advice=True))
    sitting.join("Clara", seat=1)
    with refused(403, "server.token.wrong"):
        tables.leave(sitting.table, old, Leave())
    clara = tables.table(sitting.table).players[1]
    assert (clara.name, clara.advice) == ("Clara", False)


def test_of_two_seats_on_one_device_the_one_given_back_is_lost_alone(tables: Tables) -> None:
    sitting = Sitting(tables, tables.create(request("azul", "me", "hotseat", "open", helpers="advice"), ADDRESS)[0])
    old = sitting.viewer(0, 1)
    tables.leave(sitting.table, old, Leave(seat=1))
    sitting.join("Clara", seat=1)
    with refused(403, "server.token.wrong"):
        tables.consent(sitting.table, old, Consent(advice=True, seat=1))
    tables.consent(sitting.table, old, Consent(advice=False, seat=0))
    assert [one.advice for one in tables.table(sitting.table).players] == [False, False, False]


def test_every_secret_of_a_seat_counts(tables: Tables, clock: Clock) -> None:
    """Two of one seat are shown, and one of them is pushed out by newer ones."""
    old = over(tables, "me:Anna", "open")
    first, _ = tables.rematch(old.table, old.viewer(0), ADDRESS)
    clock.wait(1)
    second, _ = tables.rematch(old.table, old.viewer(0), ADDRESS)
    both = tables.viewer(first.table, [one.tokens[0].token for one in (second, first)])
    clock.wait(1)
    for _ in range(MOST_TOKENS - 1):
        tables.rematch(old.table, old.viewer(0), ADDRESS)
    with refused(403, "server.token.wrong"):
        tables.viewer(first.table, [first.tokens[0].token])
    tables.leave(first.table, both, Leave())


def test_nobody_leaves_a_table_that_is_over(tables: Tables) -> None:
    sitting = over(tables, "me:Anna", "open")
    with refused(409, "errors.game_over"):
        tables.leave(sitting.table, sitting.viewer(0), Leave())
    with refused(403, "server.seat.none"):
        tables.leave(sitting.table, Viewer(), Leave())


def test_a_rematch_whose_table_was_removed_is_made_anew(tables: Tables) -> None:
    old = over(tables, "me:Anna", "open")
    first, _ = tables.rematch(old.table, old.viewer(0), ADDRESS)
    tables.delete(first.table, str(first.maker))
    again, _ = tables.rematch(old.table, old.viewer(1), ADDRESS)
    assert again.table != first.table
    assert again.maker
    assert tables.rematch(old.table, old.viewer(0), ADDRESS)[0].table == again.table
    assert tables.table(again.table).status == "playing"


def test_a_seat_of_a_rematch_that_is_given_back_is_for_everybody(tables: Tables) -> None:
    old = over(tables, "me:Anna", "open")
    mine, _ = tables.rematch(old.table, old.viewer(0), ADDRESS)
    tables.leave(mine.table, tables.viewer(mine.table, [mine.tokens[0].token]), Leave())
    created, _ = tables.join(mine.table, Join(name="Clara"), ADDRESS)
    assert [one.seat for one in created.tokens] == [1]
    assert tables.rematch(old.table, old.viewer(0), ADDRESS)[0].tokens == []


def test_a_name_that_looks_like_another_one_at_the_table_is_refused(tables: Tables) -> None:
    sitting = Sitting(tables, tables.create(request("azul", "me:Anna", "open"), ADDRESS)[0])
    with refused(409, "server.name.taken"):
        sitting.join("Аnnа")  # Cyrillic letters
    assert tables.table(sitting.table).players[1].kind == "open"
    sitting.join("Hanna")


def test_hotseat_players_share_a_device(tables: Tables) -> None:
    created, _ = tables.create(request("azul", "me", "hotseat", "hotseat"), ADDRESS)
    viewer = tables.viewer(created.table, [one.token for one in created.tokens])
    assert viewer == Viewer((0, 1, 2))
    assert tables.state(created.table, viewer, None).held == [0, 1, 2]


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
        (request("garden", "me", "open", options={"side": "/etc/passwd"}), "errors.option_value"),
        (request("garden", "me", "open", options={"side": "{" + '"a":{' * 50_000}), "errors.option_value"),
        (request("garden", "me", "open", options={"side": '{"a":' * 790}), "garden.error.side_file"),
        (request("azul", "me:\u200b", "open"), "server.name.invisible"),
        (request("azul", "me:Anna", "hotseat:anna"), "server.name.taken"),
    ],
)
def test_what_cannot_be_played_is_refused(tables: Tables, wrong, key: str) -> None:
    with pytest.raises(Refusal) as problem:
        tables.create(wrong, ADDRESS)
    assert problem.value.message.key == key or (key == "garden.error.side_file" and problem.value.status == 400)
    assert problem.value.text("ru")
    assert tables.listing(None, None, None, 10).tables == []


def test_a_game_can_start_from_a_position(tables: Tables) -> None:
    first = two_people(tables)
    first.play_turn(random.Random(1))
    text = first.state().now.position
    asked = request("azul", "me", "hotseat", helpers="none")
    asked.position = text
    created, _ = tables.create(asked, ADDRESS)
    second = Sitting(tables, created)
    assert second.state().now.position == text
    assert tables.table(created.table).position
    assert second.turn == first.turn
    second.play_out(random.Random(1))
    asked.options = {"wall": "grey"}
    with refused(400, "errors.position_options"):
        tables.create(asked, ADDRESS)
    asked.options, asked.seats = {}, seats("me", "open", "open")
    with refused(400, "server.seat.count"):
        tables.create(asked, ADDRESS)
    asked.position = "nonsense"
    with pytest.raises(Refusal):
        tables.create(asked, ADDRESS)


# ---------------------------------------------------------------- secrets


def test_secrets_open_only_their_own_table(tables: Tables) -> None:
    one, other = two_people(tables), two_people(tables)
    assert one.viewer(1) == Viewer((1,))
    assert tables.viewer(one.table, [one.maker or ""]) == Viewer((), maker=True)
    assert tables.viewer(one.table, []) == Viewer()
    with refused(403, "server.token.wrong"):
        tables.viewer(one.table, [other.tokens[1]])
    with refused(404, "server.table.unknown"):
        tables.viewer("000000000000", [])


@pytest.mark.parametrize(
    "name", ["", "x", "000000000000", "0" * 11 + "\0", "0" * 5000, "'; DROP TABLE tables; --", "\udc80" * 12]
)
def test_what_is_no_table_is_not_there(tables: Tables, name: str) -> None:
    calls = (
        lambda: tables.viewer(name, []),
        lambda: tables.table(name),
        lambda: tables.state(name, Viewer(), None),
        lambda: tables.delete(name, "x"),
        lambda: tables.join(name, Join(), ADDRESS),
        lambda: tables.again(name, SameDeal(seats=seats("me", "open")), ADDRESS),
        lambda: tables.position(name, Viewer(), 0),
    )
    for call in calls:
        with refused(404, "server.table.unknown"):
            call()
    assert tables.listing(name, None, None, 5).tables == tables.listing(None, name, None, 5).tables == []
    with refused(400, "server.table.cursor"):
        tables.listing(None, None, f"1.0-{name[:11]}", 5)


def test_no_secret_is_stored(tables: Tables) -> None:
    sitting = two_people(tables)
    with tables.database.transaction() as connection:
        for name in ("tables", "seats", "tokens", "events"):
            stored = str(connection.exec_driver_sql(f"SELECT * FROM {name}").all())
            assert not any(token in stored for token in [*sitting.tokens.values(), str(sitting.maker)])
            assert ADDRESS not in stored


# ---------------------------------------------------------------- limits


def test_one_address_can_have_only_so_many_tables_that_have_not_ended(database: Database, clock: Clock) -> None:
    tables = Tables(database, Settings(database="sqlite:///x", tables_per_address=2), clock)
    one = two_people(tables)
    two_people(tables)
    with refused(429, "server.table.too_many_yours"):
        two_people(tables)
    tables.create(request("azul", "me", "open"), "192.0.2.99")
    tables.resign(one.table, one.viewer(0), Leave())
    two_people(tables)


def test_there_can_be_only_so_many_tables(database: Database, clock: Clock) -> None:
    tables = Tables(database, Settings(database="sqlite:///x", tables=1), clock)
    one = two_people(tables)
    with refused(429, "server.table.too_many"):
        two_people(tables)
    tables.delete(one.table, str(one.maker))
    two_people(tables)


# ---------------------------------------------------------------- rematch and the same deal


def over(tables: Tables, *who: str, **more) -> Sitting:
    sitting = sit(tables, "azul", *who, **more)
    tables.resign(sitting.table, sitting.viewer(0), Leave())
    return sitting


def test_a_rematch_moves_everybody_on_by_one_seat_and_begins_when_all_have_come(tables: Tables) -> None:
    old = over(tables, "me:Anna", "open", undo="off", public=True)
    mine, change = tables.rematch(old.table, old.viewer(0), ADDRESS)
    new = tables.table(mine.table)
    assert (new.status, new.settings, tables.table(old.table).rematch) == ("open", old.state().table.settings, new.id)
    assert [one.name for one in new.players] == ["Player 2", "Anna"]
    assert [one.kind for one in new.players] == ["open", "person"]
    assert (change.table, change.number, change.kind) == (mine.table, 0, "state")
    assert [(one.table, one.number, one.kind) for one in change.others] == [(old.table, 3, "state")]
    with refused(409, "server.seat.full"):
        tables.join(mine.table, Join(), ADDRESS)  # the seat is kept for the other player
    yours, _ = tables.rematch(old.table, old.viewer(1), ADDRESS)
    assert (yours.table, yours.maker) == (mine.table, None)
    assert tables.table(mine.table).status == "playing"
    assert tables.viewer(mine.table, [mine.tokens[0].token]) == Viewer((1,))
    assert tables.viewer(mine.table, [yours.tokens[0].token]) == Viewer((0,))
    assert tables.table(mine.table).commitment != old.state().table.commitment


def test_asking_for_a_rematch_again_gives_another_secret_and_the_first_stays_good(tables: Tables) -> None:
    old = over(tables, "me", "open")
    first, _ = tables.rematch(old.table, old.viewer(0), ADDRESS)
    again = [tables.rematch(old.table, old.viewer(0), ADDRESS)[0] for _ in range(15)]
    assert {one.table for one in again} == {first.table}
    for created in (first, again[-1]):
        assert tables.viewer(first.table, [created.tokens[0].token]) == Viewer((1,), waiting=True)
    assert tables.delete(first.table, str(first.maker)).kind == "closed"


def test_a_rematch_with_bots_begins_at_once(tables: Tables) -> None:
    old = over(tables, "me", "first-timer", "first-timer")
    while tables.table(old.table).status != "over":
        task = tables.claim_bots(1)[0]
        tables.bot_move(task, [_suggested(tables, old)])
    created, _ = tables.rematch(old.table, old.viewer(0), ADDRESS)
    assert tables.table(created.table).status == "playing"
    assert [one.kind for one in tables.table(created.table).players] == ["bot", "person", "bot"]


def _suggested(tables: Tables, sitting: Sitting) -> str:
    with tables._reading(sitting.table) as (_, shown):
        return str(shown.opened.game.suggest())


def test_a_rematch_is_for_players_of_a_game_that_is_over(tables: Tables) -> None:
    running = two_people(tables)
    with refused(409, "server.table.runs"):
        tables.rematch(running.table, running.viewer(0), ADDRESS)
    with refused(403, "server.seat.none"):
        tables.rematch(running.table, Viewer(), ADDRESS)


def test_the_same_deal_again_deals_the_same(tables: Tables) -> None:
    one = two_people(tables, helpers="none")
    with refused(409, "server.table.runs"):  # or one could look at what is to come
        tables.again(one.table, SameDeal(seats=seats("me", "hotseat")), ADDRESS)
    one.play_out(random.Random(1))
    created, _ = tables.again(
        one.table, SameDeal(seats=seats("me", "hotseat"), settings=TableSettings(helpers="none")), ADDRESS
    )
    two = Sitting(tables, created)
    assert tables.table(one.table).same_deal == tables.table(two.table).same_deal == 1
    assert tables.table(one.table).commitment == tables.table(two.table).commitment
    two.play_out(random.Random(2))
    deals = [[line.event["draw"] for line in game.state().now.events if "draw" in line.event] for game in (one, two)]
    shorter = min(map(len, deals))
    assert shorter >= 2
    assert deals[0][:1] == deals[1][:1]
    assert one.state().now.events[0].event == two.state().now.events[0].event
    with refused(400, "server.seat.count"):
        tables.again(one.table, SameDeal(seats=seats("me", "open", "open")), ADDRESS)


def test_the_seed_is_revealed_when_the_last_table_with_the_same_deal_ends(tables: Tables) -> None:
    one = two_people(tables)
    tables.resign(one.table, one.viewer(0), Leave())
    seed = one.result.seed
    assert seed is not None
    created, _ = tables.again(one.table, SameDeal(seats=seats("me", "open")), ADDRESS)
    two = Sitting(tables, created)
    for table in (one, two):
        assert table.state().now.result is None or table.result.seed is None
        assert tables.record(table.table, Viewer()).seed is None
    two.join()
    tables.resign(two.table, two.viewer(1), Leave())
    for table in (one, two):
        assert table.result.seed == seed == tables.record(table.table, Viewer()).seed


# ---------------------------------------------------------------- removing


def test_only_the_maker_can_delete_a_table(tables: Tables) -> None:
    sitting = two_people(tables)
    with refused(403, "server.table.not_maker"):
        tables.delete(sitting.table, sitting.tokens[0])
    assert tables.delete(sitting.table, str(sitting.maker)).kind == "closed"
    with refused(404, "server.table.unknown"):
        tables.state(sitting.table, Viewer(), None)
    assert tables.lengths([sitting.table]) == {}
    with tables.database.transaction() as connection:
        for name in ("tables", "seats", "tokens", "events"):
            assert connection.exec_driver_sql(f"SELECT * FROM {name}").all() == []


def test_tables_expire_by_the_settings(database: Database, clock: Clock) -> None:
    settings = Settings(database="sqlite:///x", expire_open_days=1, expire_playing_days=10, expire_over_days=100)
    tables = Tables(database, settings, clock)
    waiting, _ = tables.create(request("azul", "me", "open"), ADDRESS)
    running, ended = two_people(tables), two_people(tables)
    tables.resign(ended.table, ended.viewer(0), Leave())
    slow = two_people(tables, clock=DaysClock(days=30))
    gone = []
    for days in (0.9, 0.2, 8.8, 0.2, 29.0, 1.1, 59.0, 2.0):
        clock.wait(days * 86_400)
        gone.append([(change.table, change.kind) for change in tables.expire()])
    assert gone == [
        [],
        [(waiting.table, "closed")],
        [],
        [(running.table, "closed")],
        [],
        [(slow.table, "closed")],
        [],
        [(ended.table, "closed")],
    ]


def test_zero_days_mean_never(database: Database, clock: Clock) -> None:
    tables = Tables(database, Settings(database="sqlite:///x", expire_open_days=0), clock)
    tables.create(request("azul", "me", "open"), ADDRESS)
    clock.wait(1e9)
    assert tables.expire() == []


# ---------------------------------------------------------------- the list


def test_only_public_tables_are_listed_newest_first_and_page_by_page(tables: Tables, clock: Clock) -> None:
    made = []
    for number in range(7):
        game = "duel" if number % 2 else "azul"
        made.append(tables.create(request(game, "me", "open", public=True), ADDRESS)[0].table)
        clock.wait(1 if number != 3 else 0)  # two of them at the same moment
    tables.create(request("azul", "me", "open"), ADDRESS)
    found, before = [], None
    for _ in range(4):
        page = tables.listing(None, None, before, 2)
        found.append([one.id for one in page.tables])
        before = page.next
    assert before is None
    assert [len(page) for page in found] == [2, 2, 2, 1]
    listed = [one for page in found for one in page]
    assert set(listed) == set(made)
    assert listed[:2] == [made[6], made[5]]
    assert set(listed[2:4]) == {made[4], made[3]}
    assert {one.game for one in tables.listing("duel", None, None, 50).tables} == {"duel"}
    assert len(tables.listing(None, "open", None, 50).tables) == 7
    assert tables.listing(None, "playing", None, 50).tables == []
    with refused(400, "server.table.cursor"):
        tables.listing(None, None, "nonsense", 50)


def test_defaults_of_the_settings_are_those_of_the_brief() -> None:
    assert TableSettings() == TableSettings(undo="turn", confirm=True, helpers="previews", clock=None, public=False)
