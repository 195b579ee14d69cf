"""Runs of tiles that lie side by side, in a row or a column of cells: how several games score."""


def run(cells: int, place: int) -> range:
    """Return the places of the run of filled cells through a place, whether that is filled or not."""
    first = last = place
    while first > 0 and cells >> (first - 1) & 1:
        first -= 1
    while cells >> (last + 1) & 1:
        last += 1
    return range(first, last + 1)


def run_cells(row_cells: int, column_cells: int, row: int, column: int) -> tuple[tuple[int, int], ...]:
    """Return the cells that count for a tile just laid, itself first, then across, then down."""
    beside = tuple((row, other) for other in run(row_cells, column) if other != column)
    above_and_below = tuple((other, column) for other in run(column_cells, row) if other != row)
    return ((row, column), *beside, *above_and_below)
