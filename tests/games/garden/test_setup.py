"""The box, the options, and the table before the first turn."""

import json
from pathlib import Path

import pytest

import azulejo
from azulejo.games.contract import CHANCE, to_move
from azulejo.games.garden.components import COLOUR_NAMES, PATTERN_NAMES, SIDE_TABLE, WHEEL
from azulejo.games.garden.rulebook import RULEBOOK
from azulejo.games.garden.state import State
from azulejo.games.garden.title import TITLE
from azulejo.texts.errors import BadOption
from tests.games.garden.helpers import after, garden, legal, new_table, position, word, words

ALL = "".join(f"{colour}111222333444555666" for colour in "bglypm")
FACES = "".join(f"{colour}123456" for colour in "bglypm")
STANDARD = {
    "rounds": [
        {"dark_green": 1, "tree": 1, "light_blue": 1},
        {"bird": 1, "dark_purple": 1, "butterflies": 2},
        {"light_purple": 1, "flower": 2, "yellow": 1},
        {"plant": 3, "light_green": 1, "bellflowers": 3},
    ],
    "pavilion": 1,
    "groups": {"6": 6},
}


@pytest.mark.parametrize(("seats", "stack", "supply"), [(2, 5, 16), (3, 7, 8), (4, 8, 4)])
def test_the_table_before_the_first_tiles(seats: int, stack: int, supply: int) -> None:
    state = new_table(seats)
    assert words(state, "round", "phase", "marker", "passed", "stack", "supply", "top", "aside") == (
        f"round=1 phase=refill marker=display passed=- stack={stack} supply={supply} top=- aside=-"
    )
    assert words(state, "unseen", "bag", "tower") == f"unseen={FACES} bag={ALL} tower=-"
    assert [garden(state, seat) for seat in range(seats)] == ["15/3/-/-/-"] * seats
    assert to_move(state) == CHANCE
    assert legal(state) == []
    assert 4 * stack + supply == 36


@pytest.mark.parametrize(("seats", "start"), [(2, 0), (2, 1), (3, 2), (4, 3)])
def test_ruling_16_any_seat_may_start(seats: int, start: int) -> None:
    state = after(new_table(seats, start=start), ["b1", "b2", "g1", "g2"])
    assert to_move(state) == start
    assert words(state, "turn", "start") == f"turn={start} start={start}"


def test_four_tiles_lie_on_the_first_top_in_order() -> None:
    state = after(new_table(), ["y2", "b3", "y2", "b1"])
    assert words(state, "phase", "top", "stack") == "phase=turn top=b13y22 stack=5"


def test_a_position_is_small() -> None:
    assert State.dtype.itemsize <= 1024


def test_move_codes_are_few() -> None:
    """Sets, places, tiles and expansions, buy and pass, spaces, pieces given up, done."""
    assert RULEBOOK.move_codes == 12 + 9 + 72 + 2 + 48 + 73 + 1


def test_no_position_offers_more_moves_than_declared() -> None:
    state = position("garden phase=space piece=b1 garden=15/3/b1/-/10,20,30,40,50,60 garden=15")
    assert len(legal(state)) == RULEBOOK.max_moves == 48


def test_no_game_is_longer_than_declared() -> None:
    """Every hex of the display taken, placed or given up, every joker paid, six expansions bought, four passes."""
    assert RULEBOOK.max_decisions == {2: 4 * 100 + 2 * 54, 3: 4 * 140 + 3 * 54, 4: 4 * 160 + 4 * 54}


# ---------------------------------------------------------------- sides of the scoring board


def test_every_colour_and_pattern_scores_in_one_round() -> None:
    assert sorted(name for names in WHEEL for name in names) == sorted((*COLOUR_NAMES, *PATTERN_NAMES))


def test_the_standard_side_as_the_page_prints_it() -> None:
    assert TITLE.options[0].encode(json.dumps(STANDARD))[1:] == tuple(SIDE_TABLE[0].tolist())


def test_the_variant_side_is_our_reconstruction_and_says_so() -> None:
    variant = {
        "rounds": [
            {"dark_green": 1, "tree": 3, "light_blue": 1},
            {"bird": 3, "dark_purple": 1, "butterflies": 2},
            {"light_purple": 1, "flower": 2, "yellow": 1},
            {"plant": 1, "light_green": 1, "bellflowers": 1},
        ],
        "groups": {"4": 3, "5": 6, "6": 9},
    }
    assert TITLE.options[0].encode(json.dumps(variant))[1:] == tuple(SIDE_TABLE[1].tolist())
    text = RULEBOOK.text(new_table(2, "variant"), "en")
    assert "reconstruction" in text.splitlines()[0]
    assert "реконструкция" in RULEBOOK.text(new_table(2, "variant"), "ru")


OWN_SIDE = {"rounds": [{"tree": 5}, {}, {}, {"yellow": 7}], "pavilion": 2, "groups": {"3": 4}}
CANONICAL = '{"rounds":[{"tree":5},{},{},{"yellow":7}],"pavilion":2,"groups":{"3":4,"4":0,"5":0,"6":0}}'


def test_a_side_of_the_tables_own_has_one_text() -> None:
    [option] = TITLE.options
    assert option.kind == "file"
    assert option.canonical(json.dumps(OWN_SIDE, indent=2)) == option.canonical(CANONICAL) == CANONICAL
    assert option.canonical("variant") == "variant"
    state = new_table(2, json.dumps(OWN_SIDE))
    assert word(state, "side") == CANONICAL
    assert new_table(2, CANONICAL).tobytes() == state.tobytes()
    assert "own side" in RULEBOOK.text(state, "en")


def test_a_file_stands_for_what_is_in_it_where_files_may_be_read(tmp_path: Path) -> None:
    file = tmp_path / "side.json"
    file.write_text(json.dumps(OWN_SIDE))
    assert TITLE.options[0].canonical(str(file), files=True) == CANONICAL
    assert TITLE.complete({"side": str(file)}, files=True) == {"side": CANONICAL}
    with pytest.raises(BadOption, match="is the name of a file, which is not read here") as refused:
        TITLE.complete({"side": str(file)})
    assert "имя файла" in refused.value.text("ru")


def test_a_record_holds_the_side_itself_and_never_the_name_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "side.json"
    file.write_text(json.dumps(OWN_SIDE))
    game = azulejo.new_game("garden", side=str(file), seed=3)
    for _ in range(5):
        game.push(game.legal_moves[0])
    record = game.record()
    assert record.options["side"] == CANONICAL
    file.write_text(json.dumps({"rounds": [{"tree": 1}, {}, {}, {}]}))
    again = azulejo.Game.from_record(record)
    assert again.position == game.position
    assert again.record().options == record.options


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("no such file", "the file no such file cannot be read"),
        ("{", "is no scoring board"),
        ("{}", 'needs "rounds" with 4 tables'),
        ('{"rounds": [{}, {}, {}]}', 'needs "rounds" with 4 tables'),
        ('{"rounds": [{}, {}, {}, {}], "bonus": 1}', 'needs "rounds" with 4 tables'),
        ('{"rounds": [{}, {}, {}, 3]}', "3 cannot score"),
        ('{"rounds": [{"red": 1}, {}, {}, {}]}', "red cannot score"),
        ('{"rounds": [{"tree": 100}, {}, {}, {}]}', "tree must score a whole number from 0 to 99, not 100"),
        ('{"rounds": [{"tree": true}, {}, {}, {}]}', "not True"),
        ('{"rounds": [{}, {}, {}, {}], "pavilion": -1}', "pavilion must score"),
        ('{"rounds": [{}, {}, {}, {}], "groups": {"2": 1}}', "2 cannot score"),
    ],
)
def test_a_side_that_cannot_be(value: str, problem: str) -> None:
    with pytest.raises(BadOption) as refused:
        TITLE.complete({"side": value}, files=True)
    assert problem in str(refused.value)
    assert refused.value.text("ru") != refused.value.text("en")


def test_a_file_that_holds_a_list_is_no_side(tmp_path: Path) -> None:
    file = tmp_path / "list.json"
    file.write_text("[]")
    with pytest.raises(BadOption, match="needs"):
        TITLE.complete({"side": str(file)}, files=True)
