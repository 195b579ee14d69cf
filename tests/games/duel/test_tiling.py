"""Phase 2: laying, breaking, chips, special tiles, losses, the order of players."""

import itertools

import numpy as np
import pytest

from azulejo.games.contract import CHANCE, to_move
from azulejo.games.duel import chips
from azulejo.games.duel.components import CHIP_NAMES, LETTERS
from azulejo.games.duel.state import LAY, PAY, TILING
from azulejo.games.duel.tiling import (
    begin_tiling,
    best_column,
    is_settled,
    open_columns,
    points_for,
    score_board,
    tile_next_line,
)
from tests.games.duel.helpers import after, board, last_chip, legal, reason, score, word

ROW_1 = "TRBJn,SKRBn,SYBRn"
"""Row 1 shows T R S K S Y, row 2 shows B J R B B R."""


def tiled(me: dict[str, str], *moves: str, round_number: int = 3, words: str = "", **you: str) -> list[object]:
    """Return the points, lines, dome and Tower after phase 2."""
    state = after(last_chip(round_number, words, me, **you), "c1", *moves)
    return [score(state), board(state, 0, "lines"), board(state, 0, "dome"), word(state, "tower")]


def test_ruling_13_a_complete_line_with_one_space_is_laid_without_a_question() -> None:
    found = tiled({"plates": ROW_1, "lines": "K,-,-,-,-,-", "score": "7"})
    assert found[:3] == [8, "-,-,-,-,-,-", "...K..,......,......,......,......,......"]


def test_ruling_13_the_owner_chooses_among_matching_coloured_and_joker_spaces() -> None:
    state = after(last_chip(3, "", {"plates": ROW_1, "lines": "-,BB,-,-,-,-"}), "c1")
    assert word(state, "phase") == "lay"
    assert legal(state) == ["21", "22", "24", "25"]
    assert reason(state, "23") == "column 3 in row 2 is neither a blue space nor a joker"
    assert reason(state, "11") == "the tile from line 2 goes in its own row"
    state = after(state, "22")
    assert board(state, 0, "dome") == "......,.B....,......,......,......,......"
    assert word(state, "tower") == "B1"


def test_ruling_14_a_line_without_a_space_stays_while_a_plate_can_still_come() -> None:
    plates = "TRBJn,SKRBn,-"
    found = tiled({"plates": plates, "lines": "Y,YY,-,-,-,-", "score": "7"})
    assert found[:2] == [9 - 1, "Y,-,-,-,-,-"], "line 2 finds the joker space, line 1 waits"


def test_ruling_14_with_three_plates_all_its_tiles_break_complete_or_not() -> None:
    plates = "BKSTn,SYBRn,SKRBn"
    me = {"plates": plates, "lines": "T,Y,-,-,-,-", "score": "7"}
    found = tiled(me)
    assert found == [7 - 3, "-,-,-,-,-,-", "......,......,......,......,......,......", "Y1T1"]


def test_ruling_14_a_line_breaks_at_its_own_turn() -> None:
    """Four tiles are broken already: those of line 1 go to the Tower at once, and line 2 scores after that."""
    plates = "BKSTn,SYBRn,SKRBn"
    state = after(last_chip(3, "", {"plates": plates, "lines": "T,TT,-,-,-,-", "score": "7", "broken": "KKKK"}), "c1")
    assert board(state, 0, "lines") == "-,-,-,-,-,-"
    assert score(state) == 0
    assert word(state, "tower") == "K4T2"


def test_ruling_15_two_matching_chips_or_any_three_stand_for_a_missing_tile() -> None:
    me = {"plates": ROW_1, "lines": "-,R,-,-,-,-", "chips": "R,RT,K"}
    state = after(last_chip(3, "", me), "c1")
    assert word(state, "phase") == "pay"
    assert legal(state) == [".", "cr", "ck"], "a payment that begins with T would need three from T on"
    two = after(state, "cr", "crt")
    assert (word(two, "paid"), word(two, "phase")) == ("R,RT", "lay")
    three = after(state, "ck")
    assert (word(three, "paid"), word(three, "phase")) == ("K,T,RT", "lay")


@pytest.mark.parametrize("colour", range(5))
@pytest.mark.parametrize("missing", [1, 2, 3])
def test_ruling_15_chips_pay_if_they_can_be_sorted_into_pairs_that_match_and_threes(colour: int, missing: int) -> None:
    """Compared with trying every way to sort them."""
    rng = np.random.default_rng(colour * 10 + missing)

    def can_sort(kinds: list[int], tiles: int) -> bool:
        if tiles == 0:
            return not kinds
        for size in (2, 3):
            for group in itertools.combinations(range(len(kinds)), size):
                chosen = [kinds[at] for at in group]
                if size == 2 and not all(LETTERS[colour] in CHIP_NAMES[kind] for kind in chosen):
                    continue
                if can_sort([kind for at, kind in enumerate(kinds) if at not in group], tiles - 1):
                    return True
        return False

    for _ in range(60):
        kinds = sorted(rng.choice(20, size=rng.integers(1, 3 * missing + 2), replace=False) % 10)
        handful = sum(chips.one(int(kind)) for kind in kinds)
        assert chips.pays(handful, colour, missing) == can_sort([int(kind) for kind in kinds], missing), kinds
        subsets = [
            sum(chips.one(int(kind)) for kind in chosen)
            for size in range(len(kinds) + 1)
            for chosen in itertools.combinations(kinds, size)
        ]
        expected = any(chips.pays(subset, colour, missing) for subset in subsets)
        assert chips.can_pay(0, handful, colour, missing) == expected, kinds


def test_ruling_15_every_payment_can_be_made_in_one_way_only_and_equal_chips_are_not_told_apart() -> None:
    me = {"plates": ROW_1, "lines": "-,R,-,-,-,-", "chips": "R,R,BR,K", "score": "0"}
    state = after(last_chip(3, "", me), "c1")
    held = ["R", "R", "K", "T", "BR"]
    right = set()
    for size in (2, 3):
        for chosen in itertools.combinations(range(5), size):
            names = sorted((held[at] for at in chosen), key=CHIP_NAMES.index)
            if size == 3 or all("R" in name for name in names):
                right.add(",".join(names))
    paths = []

    def follow(at: object, paid: tuple[str, ...]) -> None:
        for move in legal(at):  # type: ignore[arg-type]
            following = after(at, move)  # type: ignore[arg-type]
            name = () if move == "." else (move[1:].upper(),)
            if move == "." and not paid:
                continue
            if word(following, "phase") == "pay":
                follow(following, paid + name)
            else:
                before = chips_of(board(at, 0, "chips"))  # type: ignore[arg-type]
                gone = list(paid)
                left = chips_of(board(following, 0, "chips"))
                for chip in before:
                    if chip in left:
                        left.remove(chip)
                    else:
                        gone.append(chip)
                paths.append(",".join(sorted(gone, key=CHIP_NAMES.index)))

    follow(state, ())
    assert sorted(paths) == sorted(right)


def chips_of(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


def test_ruling_15_a_completed_line_with_one_space_is_laid_without_a_question() -> None:
    me = {"plates": ROW_1, "lines": "-,R,-,-,-,-", "dome": "......,.RR...,......,......,......,......", "chips": "R,RT"}
    state = after(last_chip(3, "", me), "c1", "cr", "crt")
    assert board(state, 0, "lines") == "-,-,-,-,-,-"
    assert board(state, 0, "dome") == "......,.RR..R,......,......,......,......"


def test_ruling_15_wasteful_payments_are_legal() -> None:
    me = {"plates": ROW_1, "lines": "-,R,-,-,-,-", "chips": "R,RT,BR"}
    state = after(last_chip(3, "", me), "c1", "cr", "cbr")
    assert legal(state) == [".", "crt"]


def test_ruling_15_only_a_line_with_a_tile_and_a_space_can_be_completed() -> None:
    """Line 1 is empty, row 2 has three plates: a line there is laid, broken or completed."""
    chips_held = {"chips": "R,R,RT,BR", "plates": ROW_1}
    for lines in ("-,-,-,-,-,-", "-,-,R,-,-,-"):
        state = after(last_chip(3, "", {**chips_held, "plates": f"{ROW_1},-,-,-,-,-,-", "lines": lines}), "c1")
        assert to_move(state) == CHANCE, lines
        assert board(state, 0, "chips") == "R,R,T,BR,RT"


def test_ruling_15_chips_can_be_kept_for_later() -> None:
    me = {"plates": ROW_1, "lines": "-,R,-,-,-,-", "chips": "R,RT,K"}
    state = after(last_chip(3, "", me), "c1", ".")
    assert board(state, 0, "chips") == "R,K,T,RT"
    assert board(state, 0, "lines") == "-,R,-,-,-,-"


def test_ruling_15_several_lines_can_be_completed_in_a_round_and_the_tiles_are_virtual() -> None:
    me = {"plates": "TRBJn,SKRBn,SYBRn,-,-,KYRJn", "lines": "-,R,KK,-,-,-", "chips": "R,BR,RT,K,K,YK", "score": "0"}
    state = after(last_chip(4, "", {**me, "taken": "1"}), "c1", "cr", "cbr", ".", "23")
    assert (word(state, "row"), board(state, 0, "lines")) == ("3", "-,-,KK,-,-,-")
    assert word(state, "tower") == "-", "the one tile went to the dome"
    state = after(state, "ck", "ck", ".")
    assert (word(state, "paid"), legal(state)) == ("K,K", ["34", "35"])
    assert word(after(state, "35"), "tower").endswith("K1")


def test_example_5_two_half_turquoise_chips_or_any_three_complete_a_line() -> None:
    plates = "-,-,-,TBJYn,JBTKn,-"
    me = {"plates": plates, "lines": "-,-,TT,BBB,-,-", "chips": "RT,TY,K", "taken": "1"}
    state = after(last_chip(3, "", me), "c1")
    assert word(state, "row") == "3"
    two = after(state, "crt")
    assert (word(two, "paid"), word(two, "phase")) == ("RT,TY", "lay")
    other = after(state, ".")
    assert word(other, "row") == "4"
    three = after(other, "ck", "ct", "crt")
    assert (word(three, "paid"), word(three, "phase")) == ("K,T,RT", "lay")


def test_example_2_and_ruling_16_neighbours_then_the_special_tile_then_a_tile_that_counts_it() -> None:
    """The yellow tile joins one in its row and one in its column, and fills a special plate in rows 1 and 2."""
    plates = "YBKSn,TKRJn,-,YKTSn"  # row 1: Y B T K, row 2: K S R J
    dome = ".BT...,K.....,......,......,......,......"
    me = {"plates": plates, "dome": dome, "lines": "Y,-,-,-,-,-", "score": "3"}
    state = after(last_chip(3, "", me), "c1")
    across, down, special = 3, 2, 2
    assert score(state) == 3 + across + down + special
    assert board(state, 0, "dome") == "YBT...,KS....,......,......,......,......"


def test_example_2_two_across_and_two_down_then_three_in_the_special_tiles_column() -> None:
    plates = "YBKSn,-,-,TBJYn"  # row 3 shows T B, row 4 shows J Y
    dome = "YB....,......,......,......,......,......"
    me = {"plates": plates, "dome": dome, "lines": "-,KK,BBB,-,-,-", "score": "3"}
    state = after(last_chip(3, "", me), "c1")
    black, special, blue = 2, 2, 3
    assert score(state) == 3 + black + special + blue
    assert board(state, 0, "dome") == "YB....,KS....,.B....,......,......,......"


def test_ruling_16_a_special_tile_scores_its_row_only_and_comes_out_of_the_supply() -> None:
    plates = "-,-,-,-,-,-,-,-,YKTSn"  # row 5: Y K, row 6: T S
    dome = "......,......,......,......,....YK,......"
    me = {"plates": plates, "dome": dome, "lines": "-,-,-,-,-,TTTTTT", "score": "3"}
    state = after(last_chip(2, "", me), "c1", "65")
    assert score(state) == 3 + 2 + 6
    assert state.special_tiles == 8


@pytest.mark.parametrize(("broken", "lost"), [("-", 0), ("K", 1), ("KK", 3), ("KKK", 6), ("KKKK", 10)])
@pytest.mark.parametrize("holder", [0, 1])
def test_example_1_and_ruling_17_broken_tiles_and_the_starting_player_tile(broken: str, lost: int, holder: int) -> None:
    """Two broken tiles cost 3, three cost 6; three and the starting player tile cost 8."""
    state = last_chip(2, "", {"broken": broken, "score": "20"})
    state.starting_tile = holder
    state = after(state, "c1")
    assert score(state) == 20 - lost - (2 if holder == 0 else 0)
    assert word(state, "tower") == ("-" if broken == "-" else f"K{len(broken)}")


@pytest.mark.parametrize(("points", "left"), [("8", 0), ("7", 0), ("9", 1)])
def test_example_1_nobody_drops_below_0(points: str, left: int) -> None:
    state = last_chip(2, "", {"broken": "KKK", "score": points})
    state.starting_tile = 0
    assert score(after(state, "c1")) == left


def test_ruling_17_losses_come_once_after_all_six_lines() -> None:
    """With no points and a broken tile, the tile laid first still counts in full."""
    found = tiled({"plates": ROW_1, "lines": "K,-,-,-,-,-", "score": "0", "broken": "BB"})
    assert found[0] == 0
    found = tiled({"plates": ROW_1, "lines": "K,-,-,-,-,-", "score": "3", "broken": "BB"})
    assert found[0] == 1


def test_example_4_a_whole_board() -> None:
    """Line 1 breaks, line 2 is laid on black, line 4 on a joker space, lines 3 and 5 stay."""
    plates = "SYBRn,YBKSn,SKRBn,TKRJn"  # row 1: S Y Y B S K, row 2: B R K S R B, row 3: T K, row 4: R J
    me = {"plates": plates, "lines": "T,KK,TT,BBBB,YY,-", "score": "9"}
    state = after(last_chip(3, "", me), "c1")
    assert board(state, 0, "lines") == "-,-,TT,-,YY,-"
    assert board(state, 0, "dome") == "......,..K...,......,.B....,......,......"
    assert score(state) == 9 + 1 + 1 - 1
    assert word(state, "tower") == "B3K1T1"


def test_ruling_21_the_rounds_starting_player_is_first_and_the_players_do_not_touch_each_other() -> None:
    me = {"plates": ROW_1, "lines": "-,BB,-,-,-,-"}
    you = {"plates": "JBTKn,YRJBn,-", "lines": "B,-,-,-,-,-"}
    state = last_chip(3, "start=1", me, **you)
    state = after(state, "c1")
    assert to_move(state) == 1
    state = after(state, "11")
    assert to_move(state) == 0
    assert word(state, "row") == "2"
    other = after(last_chip(3, "start=0", me, **you), "c1")
    assert to_move(other) == 0


def test_ruling_22_one_tile_goes_to_the_dome_and_the_others_to_the_tower() -> None:
    found = tiled({"plates": "-,-,-,-,-,-,-,-,YKTSn", "lines": "-,-,-,-,KKKKK,-"}, "56")
    assert found[1:] == ["-,-,-,-,-,-", "......,......,......,......,.....K,......", "K4"]


def test_tiles_of_lines_that_stay_are_still_there_next_round() -> None:
    found = tiled({"plates": "TRBJn,-,-", "lines": "-,-,YY,-,-,-"})
    assert found[1] == "-,-,YY,-,-,-"


def test_ruling_21_phase_2_begins_with_the_first_line_of_the_starting_player() -> None:
    state = last_chip(3, "start=1")
    state.tiling_row = 4
    begin_tiling(state)
    assert (state.phase, state.turn, state.tiling_row) == (TILING, 1, 0)


@pytest.mark.parametrize(
    ("me", "phase"), [({"lines": "-,BB,-,-,-,-"}, LAY), ({"lines": "-,R,-,-,-,-", "chips": "R,RT"}, PAY)]
)
def test_tiling_goes_on_line_by_line_until_its_owner_must_choose(me: dict[str, str], phase: int) -> None:
    state = last_chip(3, "", {"plates": ROW_1, **me})
    begin_tiling(state)
    assert tile_next_line(state)
    assert (state.phase, state.tiling_row) == (TILING, 1)
    assert not tile_next_line(state)
    assert (state.phase, state.tiling_row) == (phase, 1)


def test_losses_are_settled_dome_by_dome() -> None:
    """Player 1 starts, so the first losses are paid when player 2 is asked."""
    mine = last_chip(3, "", {"plates": ROW_1, "lines": "-,BB,-,-,-,-"})
    state = after(mine, "c1")
    assert (word(state, "phase"), to_move(state)) == ("lay", 0)
    assert [is_settled(state, seat) for seat in (0, 1)] == [False, False]
    state = after(last_chip(3, "", {}, plates=ROW_1, lines="-,BB,-,-,-,-"), "c1")
    assert (word(state, "phase"), to_move(state)) == ("lay", 1)
    assert [is_settled(state, seat) for seat in (0, 1)] == [True, False]


# ---------------------------------------------------------------- previews


def test_a_preview_lays_a_tile_where_it_scores_most_with_its_special_tile() -> None:
    """Red would touch one tile in column 2 or 3; in column 3 it brings a special tile of row 1."""
    me = {"plates": ROW_1, "lines": "-,RR,-,-,-,-", "dome": "...K..,B..B..,......,......,......,......"}
    state = last_chip(3, "", me)
    player = state.players[0]
    assert [points_for(player, 1, column) for column in (1, 2, 5)] == [2, 2 + 1, 1]
    assert best_column(player, 1, open_columns(player, 1)) == 2
    score_board(state, 0)
    assert score(state) == 5 + 3
    assert board(state, 0, "dome") == "..SK..,B.RB..,......,......,......,......"
