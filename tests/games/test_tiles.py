"""A handful of tiles as one number, against Python's Counter."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from azulejo.games import tiles

colours = st.integers(0, 4)
counts = st.lists(st.integers(0, 20), min_size=5, max_size=5)


def handful(numbers: list[int]) -> int:
    """Return so many tiles of each colour as one number."""
    return sum(tiles.several(colour, number) for colour, number in enumerate(numbers))


@given(counts)
def test_count_and_total(numbers: list[int]) -> None:
    assert [tiles.count(handful(numbers), colour) for colour in range(5)] == numbers
    assert tiles.total(handful(numbers)) == sum(numbers)


@given(st.lists(st.integers(0, 10), min_size=5, max_size=5), st.lists(st.integers(0, 10), min_size=5, max_size=5))
def test_adding_and_taking_away(some: list[int], others: list[int]) -> None:
    both = Counter(dict(enumerate(some))) + Counter(dict(enumerate(others)))
    assert handful([both[colour] for colour in range(5)]) == handful(some) + handful(others)
    assert handful(some) + handful(others) - handful(others) == handful(some)


@given(counts.filter(any), st.data())
def test_colour_at_is_the_colour_in_a_sorted_row_of_tiles(numbers: list[int], data: st.DataObject) -> None:
    row = sorted(Counter(dict(enumerate(numbers))).elements())
    index = data.draw(st.integers(0, len(row) - 1))
    assert tiles.colour_at(handful(numbers), index) == row[index]


def test_colour_at_every_place_of_a_full_bag() -> None:
    bag = handful([20] * 5)
    assert [tiles.colour_at(bag, index) for index in range(100)] == [index // 20 for index in range(100)]


@given(colours, st.integers(0, 20))
def test_several(colour: int, number: int) -> None:
    assert [tiles.count(tiles.several(colour, number), other) for other in range(5)] == [
        number if other == colour else 0 for other in range(5)
    ]


@given(counts, counts)
def test_larger_takes_each_colour_by_itself(some: list[int], others: list[int]) -> None:
    assert tiles.larger(handful(some), handful(others)) == handful(
        [max(pair) for pair in zip(some, others, strict=True)]
    )
