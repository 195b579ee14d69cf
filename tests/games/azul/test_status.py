"""What is wrong with a position typed by hand."""

import pytest

from azulejo.games.azul.invariants import Status
from azulejo.games.azul.rulebook import RULEBOOK
from azulejo.games.azul.state import State
from azulejo.texts import Message
from tests.games.azul.helpers import ALL_TILES_IN_USE, english_and_russian, new_table

KNOWN = {
    "tiles": "there are not exactly 20 tiles of every colour",
    "factories": "a factory holds more than 4 tiles",
    "nothing_on_offer": 'tiles must be on offer in the phase "offer", and in no other',
    "marker": "the starting player marker must lie on the floor of its holder (unless that is full), "
    "and in the centre between rounds",
    "lines": "a pattern line holds a colour that its wall row already has",
    "wall": "a tile lies in a cell of another colour, or a colour stands twice in a row or column",
    "floor": "a floor line holds more than 7 pieces",
    "not_cleared": "between rounds no line may be complete and no floor line occupied",
    "full_row": "a row of a wall is complete, so the game should be over",
    "over": "the game must be over when no tile is left to deal or nobody laid a tile for 10 rounds, "
    "and otherwise only with a complete row",
    "score": "a score is below 0",
    "turn": "the seat, round or line to play next does not fit the position",
    "masks": "the position is inconsistent",
}


def flags(state: State) -> str:
    """Return the flags of a position, in their order."""
    return " ".join(flag.name.lower() for flag in Status if flag & RULEBOOK.status(state) and flag.name)


@pytest.mark.parametrize(
    ("text", "flag"),
    [
        ("azul factories=B bag=B20Y20R20K20W20 board=0 board=0", "tiles"),
        ("azul factories=B bag=B18Y20R20K20W20 board=0 board=0", "tiles"),
        ("azul factories=B bag=B19Y20R20K20W19 board=0 board=0", "tiles"),
        ("azul factories=BBBBB board=0 board=0", "factories"),
        ("azul factories=B,YYRRK board=0 board=0", "factories"),
        ("azul board=0 board=0", "nothing_on_offer"),
        ("azul phase=deal factories=B board=0 board=0", "nothing_on_offer"),
        ("azul phase=deal centre=B board=0 board=0", "nothing_on_offer"),
        ("azul factories=B marker=1 board=0 board=0", "marker"),
        ("azul factories=B marker=1 board=0 board=0/-/-/KKKKKK", "marker"),
        ("azul phase=deal marker=1 board=0 board=0", "marker"),
        ("azul factories=B board=0/B,-,-,-,-/B....,.....,.....,.....,..... board=0", "lines"),
        ("azul factories=B board=0 board=0/-,-,-,K,-/.....,.....,.....,.K...,.....", "lines"),
        ("azul factories=B board=0/-/Y....,.....,.....,.....,..... board=0", "wall"),
        ("azul wall=grey factories=B board=0/-/Y...Y,.....,.....,.....,..... board=0", "wall"),
        ("azul wall=grey factories=B board=0/-/Y....,.....,.....,.....,Y.... board=0", "wall"),
        ("azul factories=B board=0/-/-/KKKKKKKK board=0", "floor"),
        ("azul factories=B board=0/-/-/*KKKKKKK board=0", "floor"),
        ("azul phase=deal board=0/B,-,-,-,- board=0", "not_cleared"),
        ("azul phase=deal board=0/-,-,-,-,KKKKK board=0", "not_cleared"),
        ("azul phase=deal board=0/-/-/K board=0", "not_cleared"),
        ("azul phase=end board=0/-/BYRKW,.....,.....,.....,..... board=0/B,-,-,-,-", "not_cleared"),
        ("azul factories=B board=0 board=0/-/BYRKW,.....,.....,.....,.....", "full_row"),
        ("azul phase=deal board=0 board=0/-/.....,.....,.....,.....,YRKWB", "full_row"),
        ("azul phase=end board=0 board=0", "over"),
        ("azul phase=deal idle=10 board=0 board=0", "over"),
        ("azul factories=B idle=10 board=0 board=0", "over"),
        (f"azul phase=deal bag=- {ALL_TILES_IN_USE}", "over"),
        ("azul factories=B round=0 board=0 board=0", "turn"),
        ("azul factories=B row=3 board=0 board=0", "turn"),
        ("azul factories=B laid=1 board=0 board=0", "turn"),
        ("azul wall=grey phase=tiling board=0 board=0", "turn"),
        ("azul wall=grey phase=tiling row=3 board=0/-,BB,-,-,- board=0", "turn"),
        ("azul wall=grey phase=tiling row=3 board=0/-,BB,KKK,-,- board=0", "turn"),
        ("azul wall=grey phase=tiling row=2 turn=1 start=0 board=0/B,-,-,-,- board=0/-,BB,-,-,-", "turn"),
        ("azul wall=grey phase=tiling row=2 turn=0 start=2 board=0/-,BB,-,-,- board=0 board=0/B,-,-,-,-", "turn"),
        ("azul wall=grey phase=tiling row=1 board=0/B,-,-,-,-/KYRW.,.....,.....,.....,..... board=0", "turn"),
        ("azul phase=tiling row=2 board=0/-,BB,-,-,- board=0", "turn"),
    ],
)
def test_what_is_wrong_with_a_typed_position(text: str, flag: str) -> None:
    assert flags(RULEBOOK.parse_position(text)) == flag


@pytest.mark.parametrize(
    "text",
    [
        "azul factories=B board=0 board=0",
        "azul phase=deal round=0 board=0 board=0",
        "azul factories=BBBB,YYYY,RRRR,KKKK,WWWW board=0 board=0",
        "azul factories=B marker=1 board=0 board=0/-/-/KKKKKKK",
        "azul factories=B board=0/B,-,-,-,-/.Y...,.....,.....,.....,..... board=0/-/-/*KKKKKK",
        "azul phase=end idle=10 board=0 board=0",
        "azul phase=deal idle=9 board=0 board=0",
        "azul phase=end board=0 board=0/-/BYRKW,.....,.....,.....,.....",
        f"azul phase=end bag=- {ALL_TILES_IN_USE}",
        "azul wall=grey phase=tiling row=3 board=0/-,B,KKK,-,-/BYRKW,.....,.....,.....,..... board=0",
        "azul wall=grey phase=tiling row=3 turn=0 start=2 board=0/-,B,KKK,-,- board=0/B,-,-,-,- board=0",
        "azul wall=grey phase=tiling row=2 laid=1 idle=9 marker=1 board=0/-,BB,-,-,- board=0/-/-/*",
    ],
)
def test_nothing_is_wrong_with_a_position_that_can_occur(text: str) -> None:
    assert flags(RULEBOOK.parse_position(text)) == ""


def test_several_things_may_be_wrong() -> None:
    text = "azul factories=BBBBB bag=- board=0/-/Y....,.....,.....,.....,...../KKKKKKKK board=0"
    assert flags(RULEBOOK.parse_position(text)) == "tiles factories wall floor"


# What no text can say, but a program that changes a position may do.


def test_a_score_below_0() -> None:
    state = new_table()
    state.players[1].score = -1
    assert flags(state) == "score"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", -1),
        ("turn", 2),
        ("start", -1),
        ("start", 2),
        ("marker", -2),
        ("marker", 2),
        ("tiling_row", -1),
        ("tiling_row", 5),
        ("idle_rounds", -1),
        ("idle_rounds", 11),
        ("laid", -1),
        ("round_number", -1),
    ],
)
def test_a_number_out_of_range(field: str, value: int) -> None:
    state = new_table()
    setattr(state, field, value)
    assert flags(state) == "turn"


def test_a_line_with_more_tiles_than_spaces() -> None:
    state = new_table()
    state.players[0].line_count[2] = 4
    state.players[0].line_colour[2] = 0
    state.players[0].open_lines &= ~sum(1 << (6 * colour + 2) for colour in range(5))
    state.bag -= 4
    assert flags(state) == "lines"


def test_a_line_with_tiles_of_no_colour_or_a_colour_without_tiles() -> None:
    for count, colour in ((1, -1), (0, 3)):
        state = new_table()
        state.players[0].line_count[4] = count
        state.players[0].line_colour[4] = colour
        assert "lines" in flags(state)


def test_two_tiles_in_one_cell() -> None:
    state = new_table(wall="grey")
    for colour in (1, 2):
        state.players[0].wall_of[colour] = 1
        state.players[0].open_lines &= ~(1 << (6 * colour))
    state.players[0].wall = 1
    state.bag -= (1 << 8) + (1 << 16)
    assert flags(state) == "wall"


def test_more_tiles_than_pieces_on_a_floor() -> None:
    state = RULEBOOK.parse_position("azul factories=B board=0/-/-/KK board=0")
    state.players[0].floor_pieces = 1
    assert flags(state) == "marker"


@pytest.mark.parametrize("line", range(6))
@pytest.mark.parametrize("colour", range(5))
def test_bits_for_speed_that_do_not_fit(colour: int, line: int) -> None:
    """Every bit of ``open_lines`` counts, the floor's too."""
    state = new_table()
    state.players[1].open_lines ^= 1 << (6 * colour + line)
    assert flags(state) == "masks"


def test_an_open_line_that_should_be_closed() -> None:
    state = RULEBOOK.parse_position("azul factories=B board=0/-,BB,K,-,-/...K.,.....,.....,.....,..... board=0")
    closed = [bit for bit in range(30) if not int(state.players[0].open_lines) >> bit & 1]
    assert len(closed) == 5 + 4 + 1
    for bit in closed:
        other = state.copy()
        other.players[0].open_lines |= 1 << bit
        assert flags(other) == "masks"


def test_offers_and_walls_that_do_not_fit() -> None:
    state = RULEBOOK.parse_position("azul factories=BY board=0/-/B....,.....,.....,.....,..... board=0")
    for field, bit in (("offers", 5), ("offers", 7), ("offers", 0)):
        other = state.copy()
        other[field] ^= 1 << bit
        assert flags(other) == "masks"
    other = state.copy()
    other.players[0].wall |= 2
    assert flags(other) == "masks"


def test_every_flag_has_a_text_and_is_tested() -> None:
    names = [flag.name.lower() for flag in Status if flag.name]
    assert names == list(KNOWN)
    assert list(RULEBOOK.invariants) == names
    for name, english in KNOWN.items():
        assert english_and_russian(Message(f"azul.status.{name}"))[0] == english


def test_bits_are_in_the_order_of_the_names() -> None:
    assert [int(flag) for flag in Status if flag] == [1 << place for place in range(len(RULEBOOK.invariants))]
