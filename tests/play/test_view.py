"""What one seat may know: a read-only game with the moves of that seat alone."""

from dataclasses import replace
from typing import Any

import pytest

from azulejo import BadOption, IllegalMove, InvalidMove, Move, View, new_game
from azulejo.games import rulebook
from azulejo.games.contract import SPECTATOR, redact
from azulejo.kernel.chance import below, stream
from tests.play.helpers import USUAL, nothing_changes, play_on, random_game, refused, secret_game, table


def test_a_view_shows_the_table_from_one_seat() -> None:
    game = table(players=["Ann", "Bob"])
    view = game.view(1)
    assert isinstance(view, View)
    assert (view.seat, view.seats, view.turn, view.scores) == (1, 2, 0, (0, 0))
    assert view.options == {**USUAL, "first": "0"}
    assert view.position == game.position
    assert str(view) == str(game)
    assert repr(view) == f"<view of azul from seat 1: {game.position}>"
    assert view.record == game.record()


def test_only_who_is_to_move_has_moves() -> None:
    game = table()
    assert list(game.view(0).legal_moves) == list(game.legal_moves)
    assert list(game.view(1).legal_moves) == []
    move = game.parse_move("3b4")
    assert move in game.view(0).legal_moves
    assert move not in game.view(1).legal_moves
    assert game.view(1).suggest() is None
    finished = random_game()
    assert [list(finished.view(seat).legal_moves) for seat in (0, 1)] == [[], []]
    assert finished.view(0).suggest() is None


def test_moves_can_be_tried_out_in_thought() -> None:
    view = new_game(position="azul factories=BB board=0 board=0").view(0)
    assert str(view.suggest()) == "1b2"
    assert view.preview("1b1") == view.preview(30) == view.preview(Move(30, "1b1"))
    assert view.preview("1b-").points == 0
    assert view.preview("1b2").points == 1


def test_only_ones_own_legal_moves_can_be_tried_out() -> None:
    game = table()
    with refused(IllegalMove, "2b1 cannot be played now: there are no blue tiles on factory 2"):
        game.view(0).preview("2b1")
    with refused(IllegalMove, "3b4 cannot be played now: it is player 1's turn, not player 2's"):
        game.view(1).preview("3b4")
    with refused(IllegalMove, "1b1 cannot be played now: the game is over"):
        random_game().view(0).preview("1b1")
    with pytest.raises(InvalidMove):
        game.view(0).preview("x")


def test_a_view_cannot_change_the_game() -> None:
    game = play_on(table(), moves=3)
    view = game.view(game.due)
    with nothing_changes(game):
        view.state.turn = 1 - game.due
        view.record.events[-1]["move"] = "5w5"  # type: ignore[index]  # an event is not to be changed
        with pytest.raises(TypeError):
            view.options["wall"] = "grey"  # type: ignore[index]  # nor is an option
        for name in ("state", "legal_moves", "record", "position"):
            with pytest.raises(AttributeError):
                setattr(view, name, None)
        assert not hasattr(view, "push")
        assert not hasattr(view, "undo")
    assert view.position == game.position


def test_a_view_stays_when_the_game_goes_on() -> None:
    game = table()
    view = game.view(0)
    before = (view.position, view.turn, list(view.legal_moves), view.record)
    play_on(game, moves=5)
    assert (view.position, view.turn, list(view.legal_moves), view.record) == before


def test_a_view_has_a_random_stream_of_its_own() -> None:
    game = new_game("azul", seed=3)
    numbers = [below(game.view(seat).rng, 10**6) for seat in (0, 1, 0)]
    assert numbers[0] == numbers[2] != numbers[1]
    play_on(game, moves=1)
    assert below(game.view(0).rng, 10**6) != numbers[0]
    given = game.view(0, rng=stream("mine"))
    assert below(given.rng, 10**6) == below(stream("mine"), 10**6)
    with nothing_changes(game):
        for _ in range(100):
            below(game.view(0).rng, 10)
    assert play_on(game.copy(), 1).record() == play_on(game, 1).record()


def test_the_stream_of_a_view_does_not_follow_from_the_secret_seed() -> None:
    """Two tables with the same commitment give the same stream: only what all know goes into it."""
    game = new_game("azul")
    twin = replace(game.record())
    assert tuple(game.view(0).rng) == tuple(stream("view", twin.commitment, 0, len(twin.events)))


def test_limits_are_handed_on() -> None:
    assert table().view(0).limits is None
    limits: Any = {"seconds": 1}
    assert table().view(0, limits=limits).limits is limits


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_is_no_view_from_a_seat_that_is_not_there(seat: int) -> None:
    with refused(BadOption, f"there is no seat {seat}: the seats are 0 to 1", f"{seat}"):
        table().view(seat)


# ---------------------------------------------------------------- secrets


def test_what_a_seat_may_not_know_is_not_in_its_view() -> None:
    game = secret_game()
    drawer = game.events[-1]["to"]
    drawn = game.events[-1]["draw"]
    own, other = game.view(drawer), game.view(1 - drawer)
    assert own.record.events[-1] == {"draw": drawn, "to": drawer}
    assert other.record.events[-1] == {"draw": None, "to": drawer}
    assert game.record(viewer=SPECTATOR).events[-1] == {"draw": None, "to": drawer}
    assert game.record().events[-1] == {"draw": drawn, "to": drawer}
    for seat, view in ((drawer, own), (1 - drawer, other)):
        seen = game.state
        redact(seen, seat)
        assert view.state.tobytes() == seen.tobytes() == game.redacted(seat).tobytes()
        assert rulebook("duel").position_text(seen) == view.position
    assert own.position != other.position


def test_the_record_of_a_viewer_has_no_seed_until_the_end() -> None:
    game = secret_game()
    assert [game.record(viewer=seat).seed for seat in (SPECTATOR, 0, 1)] == [None] * 3


def test_everything_is_told_when_the_game_is_over() -> None:
    game = secret_game()
    game.resign(0)
    for viewer in (SPECTATOR, 0, 1):
        assert game.record(viewer=viewer) == game.record()
    assert game.redacted(1).tobytes() == game.state.tobytes()


def test_there_is_no_record_for_somebody_who_is_not_there() -> None:
    for viewer in (-2, 2):
        with refused(BadOption, f"there is no seat {viewer}: the seats are 0 to 1"):
            table().record(viewer=viewer)


def test_the_record_of_a_typed_position_hides_what_the_viewer_may_not_know() -> None:
    played = secret_game()
    drawer = played.events[-1]["to"]
    game = new_game("duel", position=played.position)
    assert game.record().position == game.record(viewer=drawer).position == played.position
    for viewer in (SPECTATOR, 1 - drawer):
        seen = game.record(viewer=viewer, snapshots=True)
        assert seen.position == rulebook("duel").position_text(game.redacted(viewer)) != played.position
        assert seen.snapshots == ()
