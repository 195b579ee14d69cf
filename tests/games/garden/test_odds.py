"""How likely the pieces of a draw are."""

from fractions import Fraction

from azulejo.games.garden.rulebook import RULEBOOK
from azulejo.games.garden.state import State
from tests.games.garden.helpers import after, new_table


def odds(state: State, *drawn: str) -> dict[str, Fraction]:
    """Return the odds by name after some pieces."""
    kinds = [RULEBOOK.parse_move(f"d{hex_id}") - RULEBOOK.parse_move("db1") for hex_id in drawn]
    found = RULEBOOK.odds(state, kinds)
    return {RULEBOOK.piece_label(state, kinds, piece): share for piece, share in found.items()}


def test_every_tile_of_the_bag_is_as_likely() -> None:
    state = new_table()
    assert set(odds(state).values()) == {Fraction(3, 108)}
    second = odds(state, "b3")
    assert (second["b3"], second["b4"]) == (Fraction(2, 107), Fraction(3, 107))
    assert "b3" not in odds(state, "b3", "b3", "b3")
    assert odds(state, "b3", "b3", "b3", "g1") == {}, "four tiles are laid"


def test_ruling_5_the_tower_is_poured_in_when_the_bag_is_empty_and_not_before() -> None:
    state: State = RULEBOOK.parse_position("garden phase=refill stack=5 bag=b1g2 tower=y11m6 garden=15 garden=15")
    assert odds(state) == {"b1": Fraction(1, 2), "g2": Fraction(1, 2)}
    assert odds(state, "g2") == {"b1": Fraction(1)}
    assert odds(state, "g2", "b1") == {"y1": Fraction(2, 3), "m6": Fraction(1, 3)}


def test_ruling_5_fewer_tiles_are_laid_where_there_are_fewer() -> None:
    state: State = RULEBOOK.parse_position("garden phase=refill stack=5 bag=b1 garden=15 garden=15")
    assert odds(state) == {"b1": Fraction(1)}
    assert odds(state, "b1") == {}


def test_ruling_19_only_faces_never_seen_turn_up() -> None:
    state = after("garden top=y1 aside=b1,em6 unseen=b12g3 garden=15 garden=15", "tb")
    assert odds(state) == dict.fromkeys(("b1", "b2", "g3"), Fraction(1, 3))
    assert odds(state, "g3") == {}
