"""What is suggested."""

from azulejo.games.garden.rulebook import RULEBOOK
from tests.games.garden.helpers import after, position


def test_suggested_moves_are_sensible() -> None:
    state = position("garden top=b1b2g1g2 garden=15/3 garden=15/3")
    assert RULEBOOK.move_text(RULEBOOK.suggest(state))[0] == "t"
    choosing = position("garden phase=space piece=b2 top=m6 garden=15/3/b2/-/01b1,04g1 garden=15")
    assert RULEBOOK.move_text(RULEBOOK.suggest(choosing)) in ("02", "06")
    passing = after("garden top=m6 garden=15/3/b2 garden=15", "pass")
    assert RULEBOOK.move_text(RULEBOOK.suggest(passing)) == "done"
    alone = position("garden round=4 garden=5/3/m6 garden=15")
    assert RULEBOOK.move_text(RULEBOOK.suggest(alone)) == "pass"
    crowded = position("garden phase=space piece=supply top=m6 garden=15/0/-/-/01b1 garden=15")
    assert RULEBOOK.move_text(RULEBOOK.suggest(crowded)) == "10"


def test_the_top_is_left_alone_where_there_is_a_copy_elsewhere() -> None:
    state = after("garden top=b1y1 aside=b1g1 garden=15 garden=15", "tb")
    assert RULEBOOK.move_text(RULEBOOK.suggest(state)) == "f1"
