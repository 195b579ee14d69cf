"""The grey wall: the owner of a complete line chooses its cell."""

from azulejo.games.azul.rulebook import RULEBOOK
from azulejo.games.contract import CHANCE, to_move
from tests.games.azul.helpers import after, board, board_part, legal, position, scores, word, words

NO_CELL_FOR_BLUE = "B....,.B...,..B..,...B.,....W"
"""Row 5 has no blue, but its only column without blue is taken."""


def test_ruling_10_the_owner_chooses_any_cell_of_an_empty_row() -> None:
    state = after("azul wall=grey factories=KK board=0 board=0", "1k2")
    assert words(state, "phase", "turn", "row", "laid") == "phase=tiling turn=0 row=2 laid=0"
    assert to_move(state) == 0
    assert legal(state) == ["w21", "w22", "w23", "w24", "w25"]
    state = after(state, "w24")
    assert board(state) == "1/-,-,-,-,-/.....,...K.,.....,.....,...../-"
    assert words(state, "phase", "lid") == "phase=deal lid=K1"


def test_ruling_10_not_a_taken_cell_nor_a_column_that_holds_the_colour() -> None:
    wall = "K....,..Y..,.....,.....,....K"
    state = after(f"azul wall=grey factories=KK board=0/-/{wall} board=0", "1k2")
    assert legal(state) == ["w22", "w24"]


def test_ruling_10_lines_are_laid_from_top_to_bottom() -> None:
    state = after("azul wall=grey factories=K board=0/-,RR,-,BBBB,- board=0", "1k1")
    assert words(state, "row") == "row=1"
    assert legal(state)[0] == "w11"
    state = after(state, "w15")
    assert words(state, "row", "laid") == "row=2 laid=1"
    state = after(state, "w24")
    assert words(state, "row", "laid") == "row=4 laid=1"
    state = after(state, "w43")
    assert board_part(state, 0, "wall") == "....K,...R.,.....,..B..,....."
    assert word(state, "phase") == "deal"


def test_ruling_10_a_single_possible_cell_is_laid_without_asking() -> None:
    wall = "KYRW.,.....,.....,.....,....."
    state = after(f"azul wall=grey factories=KKKK board=0/B,-,-,-,-/{wall} board=0", "1k4")
    assert words(state, "row") == "row=4"
    assert board(state) == "5/-,-,-,KKKK,-/KYRWB,.....,.....,.....,...../-"


def test_ruling_10_a_second_line_may_be_laid_without_asking_after_a_choice() -> None:
    wall = ".....,KYR..,.....,.....,....."
    state = after(f"azul wall=grey factories=B board=0/-,BB,-,-,-/{wall} board=0", "1b1")
    assert legal(state) == ["w11", "w12", "w13", "w14", "w15"]
    state = after(state, "w14")
    assert words(state, "phase", "turn") == "phase=deal turn=0"
    assert board_part(state, 0, "wall") == "...B.,KYR.B,.....,.....,....."


def test_ruling_10_players_lay_one_after_the_other_from_the_starting_player() -> None:
    state = after("azul wall=grey turn=1 start=2 factories=K board=0/B,-,-,-,- board=0 board=0/W,-,-,-,-", "1k1")
    assert words(state, "turn", "row") == "turn=2 row=1"
    state = after(state, "w11")
    assert words(state, "turn", "row") == "turn=0 row=1"
    state = after(state, "w12")
    assert words(state, "turn", "row") == "turn=1 row=1"
    state = after(state, "w13")
    assert to_move(state) == CHANCE
    walls = [board_part(state, seat, "wall")[:5] for seat in range(3)]
    assert walls == [".B...", "..K..", "W...."]


def test_ruling_10_laying_is_compulsory_and_nothing_else_can_be_done() -> None:
    state = after("azul wall=grey factories=KK board=0 board=0", "1k2")
    assert all(move.startswith("w2") for move in legal(state))


def test_ruling_14_the_other_tiles_of_a_line_go_to_the_lid() -> None:
    state = after("azul wall=grey factories=KKKK board=0/-,-,-,-,K board=0", "1k5", "w53")
    assert word(state, "lid") == "K4"


def test_ruling_8_a_chosen_cell_is_scored_with_its_neighbours() -> None:
    wall = "..R..,.....,..Y..,.....,....."
    for move, points in (("w23", 3), ("w22", 1), ("w24", 1)):
        state = after(f"azul wall=grey factories=KK board=0/-/{wall} board=0", "1k2", move)
        assert scores(state)[0] == points


def test_ruling_11_a_line_without_a_cell_falls_before_the_floor_is_scored() -> None:
    state = after(f"azul wall=grey factories=B board=30/-,-,-,-,BBBB/{NO_CELL_FOR_BLUE} board=0", "1b5")
    assert board(state) == f"22/-,-,-,-,-/{NO_CELL_FOR_BLUE}/-"
    assert words(state, "phase", "idle", "lid") == "phase=deal idle=1 lid=B5"


def test_ruling_11_a_line_that_falls_may_overflow_into_the_lid() -> None:
    """Four pieces lie on the floor, so three of the five tiles find a space; the floor costs 14."""
    start = f"azul wall=grey factories=B,KK board=30/-,-,-,-,BBBB/{NO_CELL_FOR_BLUE}/YYRW board=0"
    state = after(start, "1b5", "2k2")
    assert words(state, "phase", "turn", "lid") == "phase=tiling turn=1 lid=B2"
    assert board(state) == f"30/-,-,-,-,-/{NO_CELL_FOR_BLUE}/BBBYYRW"
    state = after(state, "w21")
    assert scores(state) == [16, 1]
    assert word(state, "lid") == "B5Y2R1K1W1"


def test_ruling_11_the_fallen_line_is_free_again() -> None:
    start = f"azul wall=grey factories=B,KK board=30/-,-,-,-,BBBB/{NO_CELL_FOR_BLUE} board=0"
    state = after(start, "1b5", "2k2")
    assert board_part(state, 0, "lines") == "-,-,-,-,-"
    assert RULEBOOK.status(state) == 0


def test_ruling_16_and_9_a_colour_goes_to_a_row_only_once() -> None:
    state = position("azul wall=grey factories=BBKK board=0/-/...B.,.....,.....,.....,..... board=0")
    assert "1b1" not in legal(state)
    assert "1b2" in legal(state)


def test_a_full_row_ends_the_game_only_after_everybody_laid() -> None:
    state = after("azul wall=grey factories=K board=0/-/YRWB.,.....,.....,.....,..... board=0/-,RR,-,-,-", "1k1")
    assert words(state, "phase", "turn", "row") == "phase=tiling turn=1 row=2"
    assert scores(state) == [5, 0]
    state = after(state, "w21")
    assert word(state, "phase") == "end"
    assert scores(state) == [7, 1]
