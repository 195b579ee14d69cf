"""From results to tables, ratings and verdicts."""

import json
import math
from xml.etree import ElementTree

import pytest

from azulejo.arena.picture import picture
from azulejo.arena.report import headline, report
from azulejo.arena.standing import Standing, standing, to_dict
from tests.arena.helpers import match, pair, result


def test_a_table_counts_games_pairs_and_points() -> None:
    games = pair(0, (50, 30), (40, 40)) + pair(1, (20, 30), (31, 30)) + pair(2, (60, 20), (60, 30))
    found = standing(match(), games)
    (table,) = found.tables
    assert (table.pairs, table.won, table.shared, table.lost) == (3, 4, 1, 1)
    assert table.counts == {0.5: 1, 0.75: 1, 1.0: 1}
    assert table.shares[0].value == pytest.approx(0.75)
    assert table.shares[1].value == pytest.approx(0.25)
    assert table.margin.value == pytest.approx((20 + 0 - 10 + 1 + 40 + 30) / 6)
    assert [bot.points for bot in found.bots] == [4.5, 1.5]
    assert [bot.games for bot in found.bots] == [6, 6]
    assert found.bots[0].pace == pytest.approx(0.05)
    assert found.is_complete


def test_half_a_pair_does_not_count_yet() -> None:
    games = pair(0, (50, 30), (50, 30)) + pair(1, (10, 30), (10, 30))[:1]
    found = standing(match(), games)
    assert found.games == 3
    assert not found.is_complete
    assert (found.tables[0].pairs, found.tables[0].lost) == (1, 0)
    assert found.bots[1].points == 0


def test_the_order_in_which_games_end_does_not_matter() -> None:
    games = [game for deal in range(3) for game in pair(deal, (50, 30 + deal * 15), (40, 45))]
    assert standing(match(), games) == standing(match(), games[::-1])


def test_points_of_a_game_lost_by_a_fault_are_no_margin() -> None:
    games = pair(0, (50, 30), (50, 30))
    games += [
        result((1, 0, 0), (0, 1), (3, 4), winners=(0,), faults=((1, "crash"),)),
        result((1, 0, 1), (1, 0), (9, 60)),
    ]
    found = standing(match(), games)
    assert found.tables[0].margin.value == 20
    assert found.tables[0].won == 4
    assert found.faults == {"crash": 1}
    assert [bot.faults for bot in found.bots] == [0, 1]
    assert "crash 1" in report(found, "en")


def test_one_against_equals_is_measured_against_a_fair_share() -> None:
    settings = match(seats=3, pairing="first", pairs=30)
    games = []
    for deal in range(30):
        for turn, job in enumerate(settings.match[0].rotated(turn) for turn in range(3)):
            ahead = 60 if turn < 2 else 10  # the one wins two of three, which is twice its share
            games.append(
                result((deal, 0, turn), job, [ahead if bot == 0 else 40 - seat for seat, bot in enumerate(job)])
            )
    found = standing(settings, games)
    share = found.tables[0].shares[0]
    assert share.value == pytest.approx(2 / 3)
    assert share.low > 1 / 3
    assert found.tables[0].elo.value == pytest.approx(400 * math.log10(4))
    assert found.bots[0].expected == 30
    assert found.bots[1].expected == 60
    assert found.bots[0].rating is not None
    assert found.bots[0].rating.elo == pytest.approx(found.tables[0].elo.value, abs=15)


def _sequence(pairs: int) -> Standing:
    games = [game for deal in range(pairs) for game in pair(deal, (50, 30), (50, 30))]
    return standing(match(pairs=200, sprt=(0, 100)), games)


def test_the_sequential_test_ends_the_match_and_later_pairs_do_not_count() -> None:
    found = _sequence(150)
    assert found.verdict is not None
    assert found.verdict.accepted == 1
    assert found.verdict.pairs < 40
    assert found.tables[0].pairs == found.verdict.pairs
    assert found.is_complete
    assert found == _sequence(150)
    assert "Elo 100 accepted" in report(found, "en")


def test_the_sequential_test_waits_for_the_pair_whose_turn_it_is() -> None:
    games = [game for deal in range(1, 150) for game in pair(deal, (50, 30), (50, 30))]
    found = standing(match(pairs=200, sprt=(0, 100)), games)
    assert found.verdict is not None
    assert (found.verdict.pairs, found.verdict.accepted) == (0, None)
    assert found.tables[0].pairs == 149
    assert "not decided" in report(found, "en")


def test_programs_get_json_without_infinite_numbers() -> None:
    found = to_dict(_sequence(5))
    again = json.loads(json.dumps(found, allow_nan=False))
    assert again == found
    assert found["tables"][0]["elo"]["value"] is None
    assert found["tables"][0]["elo"]["low"] > 0
    assert found["sprt"]["accepted"] is None
    assert found["bots"][1] == {
        "name": "random", "rating": 0.0, "error": 0.0, "games": 10, "points": 0.0, "expected": 5.0, "faults": 0,
        "seconds_per_decision": 0.05, "processor_seconds_per_decision": None, "own_name": "",
    }  # fmt: skip


# ---------------------------------------------------------------- text and picture


def _three(pairs: int = 3) -> Standing:
    games = []
    for table, bots in enumerate(((0, 1), (0, 2), (1, 2))):
        for deal in range(pairs):
            games += pair(deal, (50, 30 + 15 * (deal % 2)), (40, 45), table, bots)
    return standing(match(["a & <b>.py:choose", "greedy", "random"], pairs=3), games)


def test_the_report_names_every_bot_and_every_table_strongest_first() -> None:
    lines = report(_three(), "en").splitlines()
    assert lines[0] == "Azul, 2 players, 18 of 18 games"
    names = [line.split("  ")[0] for line in lines]
    assert names.index("a & <b>.py:choose") < names.index("greedy") < names.index("random")
    assert "a & <b>.py:choose : greedy" in names
    assert all(len(line) < 130 for line in lines)


def test_only_options_that_are_not_the_usual_ones_are_told() -> None:
    assert headline(standing(match(options={"wall": "grey"}), []), "en") == ("Azul, 2 players, wall=grey, 0 of 6 games")


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("pairs", [0, 3])
def test_the_picture_is_xml_and_shows_every_bot(lang: str, pairs: int) -> None:
    found = _three(pairs)
    drawn = ElementTree.fromstring(picture(found, lang))
    texts = [node.text or "" for node in drawn.iter("{http://www.w3.org/2000/svg}text")]
    for name in found.settings.bots:
        assert sum(name in text for text in texts) >= 2
    heads = [text for text in texts if "95" in text]
    assert len(heads) == 2
    assert all(("интервал" in text) == (lang == "ru") for text in heads)
    cells = [text for text in texts if text.endswith("%")]
    assert len(cells) == (6 if pairs else 0)
    bars = len(list(drawn.iter("{http://www.w3.org/2000/svg}circle")))
    assert bars == (3 if pairs else 0)


def test_everything_in_the_picture_lies_inside_it() -> None:
    drawn = ElementTree.fromstring(picture(_three(), "ru"))
    _, _, width, height = map(float, drawn.attrib["viewBox"].split())
    for node in drawn.iter():
        for name, most in (("x", width), ("x1", width), ("x2", width), ("cx", width), ("y", height), ("y2", height)):
            if name in node.attrib:
                assert 0 <= float(node.attrib[name]) <= most


def test_opposite_cells_of_the_crosstable_make_a_whole() -> None:
    drawn = ElementTree.fromstring(picture(_three(), "en"))
    cells = [
        float(node.text.rstrip("%"))
        for node in drawn.iter("{http://www.w3.org/2000/svg}text")
        if node.text and node.text.endswith("%")
    ]
    assert sum(cells) == pytest.approx(300, abs=0.2)
