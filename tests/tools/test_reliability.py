"""The reliability diagram: chances that come true are right, others are found out."""

from xml.etree import ElementTree

import numpy as np
import pytest

from tools.reliability import ENOUGH, PARTS, Shown, measure, picture, report, tenths


def games(claimed: float, true: float, number: int) -> list[Shown]:
    """Return games in which a chance was claimed, won as often as another says."""
    won = np.arange(number) < true * number
    return [Shown(PARTS[at % 3], claimed, float(one)) for at, one in enumerate(won)]


def test_every_chance_is_in_its_tenth() -> None:
    found = tenths([Shown("start", chance, 1.0) for chance in (0.0, 0.05, 0.5, 0.999, 1.0)])
    assert [0 if one is None else one.games for one in found] == [2, 0, 0, 0, 0, 1, 0, 0, 0, 2]


def test_what_comes_true_is_right_and_what_does_not_is_wrong() -> None:
    for claimed, true, right in ((0.54, 0.54, True), (0.54, 0.56, True), (0.54, 0.30, False), (0.95, 0.80, False)):
        (found,) = [one for one in tenths(games(claimed, true, 400)) if one is not None]
        assert found.is_right == right, (claimed, true)


def test_few_games_excuse_a_lot() -> None:
    (found,) = [one for one in tenths(games(0.54, 0.4, 20)) if one is not None]
    assert found.is_right


def test_the_report_and_the_picture_show_tenths_with_enough_games() -> None:
    shown = games(0.75, 0.5, 3 * ENOUGH) + games(0.15, 0.15, 30)
    assert report(shown).count("wrong") >= 1
    assert "right" not in report(shown), "ten games of a part are too few to say so"
    drawn = ElementTree.fromstring(picture(shown, "a game"))
    assert len(drawn.findall("{http://www.w3.org/2000/svg}circle")) == len(PARTS)


@pytest.mark.slow
def test_real_games_have_a_chance_of_every_part_and_can_be_repeated() -> None:
    shown = measure("azul", 2, games=3, nodes=20, shown=50, seed=1)
    assert [one.part for one in shown] == list(PARTS) * 3
    assert all(0 <= one.chance <= 1 and one.won in (0, 0.5, 1) for one in shown)
    assert measure("azul", 2, games=3, nodes=20, shown=50, seed=1) == shown
