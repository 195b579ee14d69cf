"""The dealer: commitment and seed, and draws that depend on nothing else."""

import hashlib
from typing import Any

import numpy as np
import pytest

from azulejo import BadOption, new_game
from azulejo.kernel.chance import below
from azulejo.play import Game
from azulejo.play.dealer import Dealer
from tests.play.helpers import play_on, refused

SECRET = bytes(range(32))


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert Dealer(SECRET).commitment == hashlib.sha256(SECRET).hexdigest()


def test_a_seed_is_taken_as_bytes_or_as_digits() -> None:
    assert Dealer(SECRET).seed == Dealer(SECRET.hex()).seed == Dealer(SECRET.hex().upper()).seed == SECRET
    assert not Dealer(SECRET).practice
    assert not Dealer(SECRET.hex()).practice


def test_a_small_number_is_expanded_and_marks_practice() -> None:
    assert Dealer(7).practice
    assert Dealer(7).seed == hashlib.sha256(b"azulejo practice 7").digest()
    assert Dealer(0).seed != Dealer(7).seed
    number: Any = np.int64(7)
    assert Dealer(number).practice
    assert Dealer(number).seed == Dealer(7).seed


def test_without_a_seed_a_new_secret_is_made() -> None:
    dealers = [Dealer() for _ in range(10)]
    assert len({dealer.seed for dealer in dealers}) == 10
    assert {len(dealer.seed) for dealer in dealers} == {32}
    assert not any(dealer.practice for dealer in dealers)


@pytest.mark.parametrize(
    ("seed", "shown"),
    [
        (-1, "-1"),
        ("seven", "seven"),
        ("7", "7"),
        ("0" * 63, "0" * 63),
        (b"short", "bytes"),
        (1.5, "1.5"),
        (True, "True"),
    ],
)
def test_anything_else_is_no_seed(seed: Any, shown: str) -> None:
    sentence = f'"{shown}" is not a seed: give a whole number, 0 or more, or 64 hexadecimal digits (32 bytes)'
    with refused(BadOption, sentence, shown):
        Dealer(seed)


def test_the_dealer_does_not_show_its_secret() -> None:
    game = new_game("azul", seed=SECRET)
    assert SECRET.hex() not in repr(vars(game))
    assert SECRET.hex() not in game.record().to_json()
    assert game.commitment == game.record().commitment == hashlib.sha256(SECRET).hexdigest()
    play_on(game)
    assert game.record().seed == SECRET.hex()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_starts_equally_often(seats: int) -> None:
    started = [Dealer(seed).start(seats) for seed in range(1000)]
    expected = 1000 / seats
    assert all(abs(started.count(seat) - expected) < 5 * expected**0.5 for seat in range(seats))


def test_every_draw_has_a_stream_of_its_own() -> None:
    dealer = Dealer(7)
    words = {tuple(below(dealer.stream(number), 1000) for _ in range(5)) for number in range(50)}
    assert len({tuple(dealer.stream(number)) for number in range(50)}) == 50
    assert len(words) > 45
    assert tuple(dealer.stream(3)) == tuple(Dealer(7).stream(3)) != tuple(Dealer(8).stream(3))


def deals(game: Game) -> list[Any]:
    return [event["draw"] for event in game.line if "draw" in event]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_tables_with_one_seed_get_the_same_deals_whatever_is_played(seats: int) -> None:
    """As long as the bag lasts: what is in the lid depends on the moves."""
    tables = [play_on(new_game("azul", seats=seats, seed=11), choice) for choice in range(3)]
    assert len({str(table.events) for table in tables}) == 3
    rounds = min(100 // (4 * (2 * seats + 1)), *(len(deals(table)) for table in tables))
    assert rounds > 1
    first = [deals(table)[:rounds] for table in tables]
    assert first[0] == first[1] == first[2]
    assert deals(new_game("azul", seats=seats, seed=12)) != first[0][:1]


def test_a_draw_does_not_depend_on_how_the_position_came_about() -> None:
    """The same position with the same number of draws behind it gets the same deal."""
    text = "azul factories=B,K board=0 board=0"
    moves = (["1b1", "2k1"], ["2k2", "1b2"])
    dealt = []
    for first, second in moves:
        game = new_game(position=text, seed=5)
        game.push(first)
        game.undo()
        game.push(first)
        game.push(second)
        dealt.append(game.events[-1]["draw"])
    assert dealt[0] == dealt[1]


def test_looking_at_the_next_draw_changes_nothing() -> None:
    record = new_game("azul", seed=5).record()
    game = Game.from_record(record, until=1)
    first = game.draw_from(Dealer(5))
    assert game.draw_from(Dealer(5)) == first == record.events[1]["draw"]
    assert game.draw_from(Dealer(6)) != first
    assert len(game.events) == 1
