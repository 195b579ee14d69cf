"""B. Tiling the walls: which lines are laid, in which order, and what goes to the lid."""

import pytest

from tests.games.azul.helpers import after, board, board_part, dealt, destinations, scores, word

LAST_TILE = "azul turn=1 factories=K"
"""The other player takes the last tile, and the walls are tiled."""


def test_example_6_two_complete_lines() -> None:
    state = after(f"{LAST_TILE} board=0/-,RR,KK,BBBB,WW board=0", "1k2")
    assert board(state, 0) == "2/-,-,KK,-,WW/.....,...R.,.....,...B.,...../-"
    assert word(state, "lid") == "B3R1"


def test_nothing_is_laid_before_the_last_tile_is_taken() -> None:
    state = after("azul factories=K,W board=0/-,RR,-,-,- board=0", "1k1")
    assert board(state, 0) == "0/K,RR,-,-,-/.....,.....,.....,.....,...../-"


def test_an_incomplete_line_stays() -> None:
    state = after(f"{LAST_TILE} board=0/-,R,KK,BBB,WWWW board=0", "1k2")
    assert board(state, 0) == "0/-,R,KK,BBB,WWWW/.....,.....,.....,.....,...../-"
    assert word(state, "lid") == "-"


@pytest.mark.parametrize("row", [1, 2, 3, 4, 5])
def test_ruling_14_one_tile_goes_to_the_wall_and_the_others_to_the_lid(row: int) -> None:
    lines = ",".join("Y" * row if line == row else "-" for line in range(1, 6))
    state = after(f"{LAST_TILE} board=0/{lines} board=0", "1k2")
    assert board_part(state, 0, "lines") == "-,-,-,-,-"
    assert board_part(state, 0, "wall").count("Y") == 1
    assert word(state, "lid") == (f"Y{row - 1}" if row > 1 else "-")


@pytest.mark.parametrize(
    ("colour", "wall"),
    [
        ("B", "B....,.B...,..B..,...B.,....B"),
        ("Y", ".Y...,..Y..,...Y.,....Y,Y...."),
        ("R", "..R..,...R.,....R,R....,.R..."),
        ("K", "...K.,....K,K....,.K...,..K.."),
        ("W", "....W,W....,.W...,..W..,...W."),
    ],
)
def test_ruling_9_every_complete_line_moves_to_the_cell_of_its_colour(colour: str, wall: str) -> None:
    lines = ",".join(colour * line for line in range(1, 6))
    state = after(f"{LAST_TILE} board=0/{lines} board=0", "1k2")
    assert board_part(state, 0, "wall") == wall


def test_a_laid_line_is_free_again_for_the_colours_its_row_does_not_hold() -> None:
    state = after(f"{LAST_TILE} board=0/-,RR,-,-,B board=0", "1k2")
    state = after(dealt(state, "RRRR", "YYYY", "BBBB", "KKKK", "WWWW"), "5w5")
    assert destinations(state, "1r") == "134-"
    assert destinations(state, "2y") == "1234-"
    assert destinations(state, "3b") == "12345-"


def test_ruling_8_lines_are_laid_from_top_to_bottom() -> None:
    """In column 1 lies a tile in row 1. Row 2 then scores 2 and row 3 scores 3; from below it would be 1 and 3."""
    state = after(f"{LAST_TILE} board=0/-,WW,KKK,-,-/B....,.....,.....,.....,..... board=0", "1k2")
    assert scores(state)[0] == 5


def test_ruling_8_each_tile_is_scored_as_it_is_laid() -> None:
    """Three tiles in one column: 1, 2 and 3 points, not three times 3."""
    state = after(f"{LAST_TILE} board=0/B,WW,KKK,-,- board=0", "1k2")
    assert scores(state)[0] == 6


def test_ruling_8_the_floor_is_subtracted_after_the_tiles_are_scored() -> None:
    state = after(f"{LAST_TILE} board=0/B,-,-,-,-/-/YY board=0", "1k2")
    assert scores(state)[0] == 0


def test_everybody_lays() -> None:
    state = after("azul turn=2 factories=K board=0/B,-,-,-,- board=5/B,-,-,-,- board=7/-,R,-,-,-", "1k1")
    assert scores(state) == [1, 6, 8]
    assert [board_part(state, seat, "wall")[:5] for seat in range(3)] == ["B....", "B....", "...K."]
