"""Taking back: one's own moves in the turn, anything in practice, nothing where the table says so."""

import pytest

from azulejo import BadRecord, IllegalMove, Record, new_game, verify
from azulejo.play import Game
from tests.play.helpers import LAST_TURN, nothing_changes, play_on, random_game, refused, table

UNDO_DRAW = "you can't undo a move once something new has been revealed, except in a practice game"


def test_a_move_taken_back_is_an_event_and_the_position_is_as_before() -> None:
    game = table()
    before = game.position
    game.push("3b4")
    game.undo()
    assert (game.position, game.turn) == (before, 0)
    assert game.events[-2:] == [{"move": "3b4", "seat": 0}, {"undo": 1, "seat": 0}]
    assert [next(iter(event)) for event in game.line] == ["start", "draw"]
    game.push("1b1")
    assert verify(Record.from_json(game.record().to_json())).position == game.position


def test_a_seat_takes_back_several_of_its_own_moves() -> None:
    """On a grey wall the same player may lay several tiles one after the other."""
    game = new_game(position="azul wall=grey phase=tiling turn=1 row=1 board=0 board=0/B,YY,-,-,-", undo="turn")
    game.push("w11")
    before = game.position
    game.push("w22")
    assert game.events[-1] != {"move": "w22", "seat": 1}  # a draw follows, so that one is for good
    with refused(IllegalMove, UNDO_DRAW):
        game.undo()
    game = new_game(position="azul wall=grey phase=tiling turn=1 row=1 start=1 board=0/R,-,-,-,- board=0/B,YY,-,-,-")
    start = game.position
    game.push("w11")
    before = game.position
    game.push("w22")
    assert game.turn == 0
    game.undo(seat=1)
    assert game.position == before
    game.push("w23")
    game.undo(2, seat=1)
    assert game.position == start


def test_another_players_move_is_not_crossed() -> None:
    game = table()
    game.push("3b4")
    game.push("1b1")
    sentence = "you can't undo a move once player 2 has moved, except in a practice game"
    with nothing_changes(game), refused(IllegalMove, sentence, "игрок 2"):
        game.undo(seat=0)
    other = "you can't undo a move once player 1 has moved, except in a practice game"
    with nothing_changes(game), refused(IllegalMove, other):
        game.undo(2)
    game.undo()
    game.undo()
    assert len(game.line) == 2


def test_a_draw_is_not_crossed() -> None:
    game = new_game(position="azul factories=B board=0 board=0")
    game.push("1b1")
    with nothing_changes(game), refused(IllegalMove, UNDO_DRAW, "тренировочной"):
        game.undo()
    game.push(game.legal_moves[0])
    with nothing_changes(game), refused(IllegalMove, UNDO_DRAW):
        game.undo(2)
    game.undo()
    with nothing_changes(game), refused(IllegalMove, UNDO_DRAW):
        game.undo()


def test_practice_crosses_everything() -> None:
    game = new_game("azul", seats=3, seed=4)
    start = game.position
    play_on(game, moves=40)
    assert game.draws_made > 1
    game.undo(40, seat=2)
    assert game.position == start
    assert game.draws_made == 1


def test_practice_deals_the_same_again_after_a_move_is_taken_back() -> None:
    game = new_game(position="azul factories=B board=0 board=0", seed=4)
    game.push("1b1")
    dealt = game.events[-1]
    game.undo()
    game.push("1b2")
    assert game.events[-1] == dealt


@pytest.mark.parametrize(
    ("seed", "undo", "practice"),
    [(7, None, True), (7, "turn", True), (None, None, False), (None, "free", True), (None, "off", False)],
)
def test_a_record_says_that_it_was_practice(seed: int | None, undo: str | None, practice: bool) -> None:
    game = new_game("azul", seed=seed, undo=undo)
    assert game.practice is practice
    assert game.record().practice is practice


def test_a_record_with_free_undo_and_a_secret_seed_can_be_replayed() -> None:
    game = play_on(new_game("azul", undo="free"), moves=25)
    game.undo(20)
    play_on(game)
    assert verify(game.record()).outcome() == game.outcome()


def test_nothing_is_taken_back_where_the_table_says_so() -> None:
    game = table(undo="off")
    game.push("3b4")
    with nothing_changes(game), refused(IllegalMove, "undo is switched off at this table", "не отменяют"):
        game.undo()


@pytest.mark.parametrize(
    ("count", "seat", "sentence"),
    [
        (1, None, "there is no move to undo"),
        (3, 1, "there are no 3 moves to undo"),
        (0, 0, "the number of moves to undo must be 1 or more, not 0"),
        (-1, 0, "the number of moves to undo must be 1 or more, not -1"),
        (1, 2, "there is no seat 2: the seats are 0 to 1"),
        (1, -1, "there is no seat -1: the seats are 0 to 1"),
    ],
)
@pytest.mark.parametrize("rule", ["turn", "free"])
def test_what_cannot_be_taken_back_is_refused(rule: str, count: int, seat: int | None, sentence: str) -> None:
    game = table(undo=rule)
    with nothing_changes(game), refused(IllegalMove, sentence):
        game.undo(count, seat)


def test_the_end_by_the_rules_is_final_except_in_practice() -> None:
    finished = {}
    for rule in ("turn", "free"):
        game = finished[rule] = new_game(position=LAST_TURN, undo=rule)
        game.push("1b1")
        game.push("2k2")
        assert game.is_over
    with nothing_changes(finished["turn"]), refused(IllegalMove, "the game is over"):
        finished["turn"].undo()
    practice = finished["free"]
    assert practice.record().seed is not None
    practice.undo()
    assert (practice.turn, practice.outcome(), practice.record().seed) == (1, None, None)
    practice.push("2k3")
    assert practice.is_over
    assert verify(practice.record()).position == practice.position


def test_resigning_is_final_even_in_practice() -> None:
    game = play_on(new_game("azul", seed=1), moves=3)
    game.resign(0)
    with nothing_changes(game), refused(IllegalMove, "the game is over"):
        game.undo()


def test_moves_from_before_a_player_left_can_be_taken_back_and_the_player_stays_away() -> None:
    game = new_game("azul", seats=3, first=0)
    first = game.legal_moves[0]
    game.push(first)
    game.resign(2)
    game.undo(seat=0)
    assert (game.turn, game.out) == (0, {2: "resign"})
    assert verify(game.record()).out == {2: "resign"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_going_back_step_by_step_shows_every_position_again(seats: int) -> None:
    game = new_game("azul", seats=seats, seed=seats, wall="grey")
    positions = [game.position]
    while not game.is_over:
        play_on(game, len(positions), moves=1)
        positions.append(game.position)
    while len(positions) > 1:
        assert game.position == positions.pop()
        game.undo()
    assert game.position == positions[0]


def test_undo_inside_a_record_is_checked_by_the_tables_rule() -> None:
    game = new_game(position="azul factories=B board=0 board=0")
    game.push("1b1")
    record = game.record()
    wrong = Record.from_dict({**record.to_dict(), "events": [*record.events, {"undo": 1, "seat": 0}]})
    with refused(BadRecord, f"event 2 of the record: {UNDO_DRAW}"):
        Game.from_record(wrong)
    practice = Record.from_dict({**wrong.to_dict(), "practice": True})
    assert Game.from_record(practice).events[-1] == {"undo": 1, "seat": 0}


def test_a_finished_game_can_have_moves_taken_back_in_its_record() -> None:
    game = random_game()
    made = sum("move" in event for event in game.line)
    game.undo(made // 2)
    play_on(game, "again")
    record = Record.from_json(game.record().to_json())
    assert verify(record).outcome() == game.outcome()
    assert record.scores == game.scores
