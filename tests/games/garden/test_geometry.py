"""The garden: its spaces, what touches what, and where decorations stand."""

from itertools import combinations

import pytest

from azulejo.games.garden.components import (
    AROUND,
    BENCH,
    DECORATION_NAMES,
    DECORATIONS,
    FIRST_PAVILION,
    FOUNTAIN,
    NEIGHBOURS,
    PAVILION,
    PER_SLOT,
    PLATE_SPACES,
    REWARD,
    RING,
    RINGS,
    SLOTS,
    SPACE_IDS,
    SPACES,
    STATUE,
    TOUCHED,
    axial,
    slot_centre,
    spaces_round,
)
from azulejo.games.garden.garden import neighbours

TILE_SPACES = [space for space in range(SPACES) if (PLATE_SPACES | RINGS) >> space & 1]


def touching(space: int) -> list[int]:
    """Return the spaces that touch a space."""
    return [other for other in range(SPACES) if int(NEIGHBOURS[space]) >> other & 1]


def test_42_spaces_with_54_pairs_of_neighbours() -> None:
    assert len(TILE_SPACES) == 42
    pairs = [pair for pair in combinations(TILE_SPACES, 2) if pair[1] in touching(pair[0])]
    assert len(pairs) == 54


def test_six_blank_expansions_would_make_48() -> None:
    texts = list(SPACE_IDS[1:])
    assert len(texts) == len(set(texts)) == 48
    assert texts[0] == "01"
    assert texts[-1] == "66"
    assert [text for text in texts if text[1] == "0"] == ["10", "20", "30", "40", "50", "60"]


@pytest.mark.parametrize("slot", range(1, SLOTS + 1))
def test_three_spaces_of_a_ring_touch_nothing_outside_their_slot(slot: int) -> None:
    """So a free slot always has spaces where any printed hex may stand."""
    ring = [space for space in range(SPACES) if int(RING[slot]) >> space & 1]
    outer = [space for space in ring if all(other // PER_SLOT == slot for other in touching(space))]
    assert len(outer) == 3


def test_no_two_spaces_or_decorations_lie_on_each_other() -> None:
    spaces = [axial(space) for space in TILE_SPACES]
    places = [place for _, place in DECORATIONS]
    assert len(set(spaces + places)) == 42 + 13


def test_the_table_of_coordinates() -> None:
    assert [slot_centre(slot) for slot in range(1, 7)] == [(3, 0), (3, -3), (0, -3), (-3, 0), (-3, 3), (0, 3)]
    assert [axial(space) for space in range(1, 7)] == [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
    by_kind = {kind: {place for one, place in DECORATIONS if one == kind} for kind in range(4)}
    assert by_kind[FOUNTAIN] == {(0, 0)}
    assert by_kind[STATUE] == {(2, -1), (-1, 2), (-1, -1)}
    assert by_kind[BENCH] == {(1, 1), (-2, 1), (1, -2)}
    assert by_kind[PAVILION] == {slot_centre(slot) for slot in range(1, 7)}


def test_neighbours_touch_each_other() -> None:
    for space in range(1, SPACES):
        q, r = axial(space)
        for other in touching(space):
            assert space in touching(other)
            distance = (axial(other)[0] - q, axial(other)[1] - r)
            assert distance in [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
        assert neighbours(1 << space) == int(NEIGHBOURS[space])


def test_the_neighbours_of_many_spaces_are_those_of_each() -> None:
    chosen = [1, 6, 9, 21, 30, 48]
    together = neighbours(sum(1 << space for space in chosen))
    assert together == int(NEIGHBOURS[chosen[0]]) | neighbours(sum(1 << space for space in chosen[1:]))
    assert together == sum(1 << space for space in {near for space in chosen for near in touching(space)})


@pytest.mark.parametrize("point", range(1, FIRST_PAVILION))
def test_a_star_point_touches_two_plate_spaces_and_two_of_each_neighbouring_slot(point: int) -> None:
    slots = [space // PER_SLOT for space in range(SPACES) if int(AROUND[point]) >> space & 1]
    first, second = point, point % SLOTS + 1
    assert sorted(slots) == sorted([0, 0, first, first, second, second])


def test_a_pavilion_is_surrounded_by_its_ring() -> None:
    for slot in range(1, SLOTS + 1):
        assert AROUND[FIRST_PAVILION + slot - 1] == RING[slot]
        assert sorted(spaces_round(slot_centre(slot))) == [PER_SLOT * slot + direction for direction in range(1, 7)]


def test_statues_and_benches_alternate_and_every_plate_space_touches_fountain_statue_and_bench() -> None:
    for space in range(1, PER_SLOT):
        names = sorted(DECORATION_NAMES[DECORATIONS[number][0]] for number in TOUCHED[space] if number >= 0)
        assert names == ["bench", "fountain", "statue"]


def test_the_jokers_for_surrounding() -> None:
    assert dict(zip(DECORATION_NAMES, REWARD.tolist(), strict=True)) == {
        "fountain": 1,
        "statue": 2,
        "bench": 2,
        "pavilion": 3,
    }
