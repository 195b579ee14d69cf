"""Taking back a turn by agreement: asked, agreed to or refused, a few times in a game, never across a draw."""

from azulejo.play import Record, verify
from azulejo.server.messages import AnswerTakeBack, AskTakeBack, Leave
from azulejo.server.tables import Tables, play, queries
from azulejo.server.tables.creation import create, decline, rematch
from azulejo.server.tables.play import MOST_TAKEBACKS
from tests.server.seating import ADDRESS, Sitting, moves_of, refused, request, sit, suggested, there, two_people


def ask(sitting: Sitting, seat: int) -> None:
    """Let a seat ask the others to take back its last turn."""
    asked = AskTakeBack(after=sitting.state(seat).now.number)
    sitting.tables.write(sitting.table, play.ask_take_back, sitting.access(seat), asked)


def answer(sitting: Sitting, seat: int, agree: bool) -> None:
    """Let a seat agree, or not."""
    said = AnswerTakeBack(after=sitting.state(seat).now.number, agree=agree)
    sitting.tables.write(sitting.table, play.answer_take_back, sitting.access(seat), said)


def takebacks(sitting: Sitting) -> list[str | None]:
    """Return who asks and who agrees, as all see it."""
    return [player.takeback for player in sitting.state().table.players]


def moved(sitting: Sitting) -> int:
    """Let the seat to move make a sensible move, and return which seat that was."""
    seat = sitting.turn
    sitting.play(seat, suggested(sitting.tables, sitting.table))
    return seat


def test_a_turn_is_taken_back_when_the_other_agrees(tables: Tables) -> None:
    sitting = two_people(tables)
    before = sitting.state().now.position
    seat = moved(sitting)
    ask(sitting, seat)
    assert takebacks(sitting)[seat] == "asks"
    assert sitting.turn == 1 - seat, "nothing has happened yet"
    answer(sitting, 1 - seat, agree=True)
    assert sitting.state().now.position == before
    assert sitting.turn == seat
    assert takebacks(sitting) == [None, None]


def test_what_the_other_has_answered_is_taken_back_with_it(tables: Tables) -> None:
    sitting = two_people(tables)
    before = sitting.state().now.position
    seat = moved(sitting)
    assert moved(sitting) != seat
    ask(sitting, seat)
    answer(sitting, 1 - seat, agree=True)
    assert sitting.state().now.position == before


def test_a_record_with_what_was_agreed_on_is_verified_and_read_again(tables: Tables) -> None:
    """Also by a process that has nothing in memory."""
    sitting = two_people(tables)
    seat = moved(sitting)
    moved(sitting)
    ask(sitting, seat)
    answer(sitting, 1 - seat, agree=True)
    moved(sitting)
    other = Tables(tables.database, tables.settings, tables.now)
    state = other.read(sitting.table, queries.state, sitting.access(), None)
    assert state.now.position == sitting.state().now.position
    sitting.tables.write(sitting.table, play.resign, sitting.access(0), Leave())
    record: Record = tables.read(sitting.table, queries.record, sitting.access())
    assert {"undo": 2, "seat": seat, "agreed": True} in record.events
    assert verify(Record.from_json(record.to_json())).is_over


def test_a_refusal_and_a_withdrawal_leave_everything_as_it_was(tables: Tables) -> None:
    sitting = two_people(tables)
    seat = moved(sitting)
    before = sitting.state().now.position
    for who in (1 - seat, seat):
        ask(sitting, seat)
        answer(sitting, who, agree=False)
        assert takebacks(sitting) == [None, None]
        assert sitting.state().now.position == before
    with refused(409, "server.takeback.nobody"):
        answer(sitting, 1 - seat, agree=True)


def test_a_finished_turn_ends_the_question(tables: Tables) -> None:
    sitting = two_people(tables)
    seat = moved(sitting)
    ask(sitting, seat)
    moved(sitting)
    assert takebacks(sitting) == [None, None]


def test_one_asks_a_few_times_in_a_game_only(tables: Tables) -> None:
    sitting = two_people(tables)
    seat = moved(sitting)
    for _ in range(MOST_TAKEBACKS):
        ask(sitting, seat)
        answer(sitting, 1 - seat, agree=False)
    with refused(409, "server.takeback.often"):
        ask(sitting, seat)


def test_all_must_agree(tables: Tables) -> None:
    sitting = sit(tables, "azul", "me", "open", "open", options={"first": "0"})
    before = sitting.state().now.position
    moved(sitting)
    ask(sitting, 0)
    answer(sitting, 1, agree=True)
    assert takebacks(sitting) == ["asks", "agrees", None]
    with refused(409, "server.takeback.pending"):
        ask(sitting, 1)
    answer(sitting, 2, agree=True)
    assert sitting.state().now.position == before


def test_a_bot_has_nothing_against_it(tables: Tables) -> None:
    sitting = sit(tables, "azul", "me", "novice", options={"first": "0"})
    before = sitting.state().now.position
    moved(sitting)
    ask(sitting, 0)
    assert sitting.state().now.position == before


def test_what_was_drawn_stays(tables: Tables) -> None:
    """The last turn of a round of classic Azul is followed by a draw."""
    sitting = two_people(tables)
    while not any("draw" in line.event for line in sitting.state().now.events[2:]):
        last = moved(sitting)
    for seat in (last, 1 - last):
        with refused(409, "server.takeback.none"):
            ask(sitting, seat)


def test_the_rule_of_the_table_holds(tables: Tables) -> None:
    sitting = two_people(tables, undo="off")
    seat = moved(sitting)
    with refused(409, "errors.undo_off"):
        ask(sitting, seat)


def test_who_has_no_seat_or_has_not_moved_asks_for_nothing(tables: Tables) -> None:
    sitting = two_people(tables)
    with refused(403, "server.seat.none"):
        tables.write(sitting.table, play.ask_take_back, sitting.access(), AskTakeBack(after=2))
    with refused(409, "server.takeback.none"):
        ask(sitting, sitting.turn)
    seat = moved(sitting)
    with refused(409, "server.move.after"):
        tables.write(sitting.table, play.ask_take_back, sitting.access(seat), AskTakeBack(after=0))


def test_moves_of_ones_own_unfinished_turn_are_taken_back_without_asking(tables: Tables) -> None:
    sitting = two_people(tables, "garden")
    while not sitting.state(sitting.turn).now.undo:
        legal = sitting.state(sitting.turn).now.legal
        unfinished = next((one for one in legal if not one.ends_turn), legal[0])
        sitting.play(sitting.turn, unfinished.move)
    with refused(409, "server.takeback.own"):
        ask(sitting, sitting.turn)


# ---------------------------------------------------------------- another game


def over(tables: Tables) -> Sitting:
    """Return a table of two people whose game has ended."""
    sitting = two_people(tables)
    tables.write(sitting.table, play.resign, sitting.access(0), Leave())
    return sitting


def test_who_declines_a_rematch_leaves_the_seat_to_anybody(tables: Tables) -> None:
    sitting = over(tables)
    made = rematch(tables, sitting.table, sitting.secrets(0), ADDRESS)
    decline(tables, sitting.table, sitting.secrets(1))
    new = Sitting(tables, made)
    seat = 1 - made.tokens[0].seat
    assert moves_of(new.state().now.events) == []
    assert new.join("Lia", seat) == seat
    assert new.state().table.status == "playing"
    with refused(409, "server.table.runs"):
        decline(tables, sitting.table, sitting.secrets(1))


def test_who_has_joined_a_rematch_cannot_decline_it(tables: Tables) -> None:
    sitting = over(tables)
    there(rematch(tables, sitting.table, sitting.secrets(0), ADDRESS).maker)
    with refused(409, "server.rematch.joined"):
        decline(tables, sitting.table, sitting.secrets(0))
    with refused(403, "server.seat.none"):
        decline(tables, sitting.table, [])


def test_there_is_nothing_to_decline_before_the_end(tables: Tables) -> None:
    made = create(tables, request("azul", "me", "open"), ADDRESS)
    with refused(409, "server.table.waits"):
        decline(tables, made.table, [made.tokens[0].token])
