"""Records: declared once, nested, aligned, copied by value."""

import importlib.util
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import numpy as np
import pytest

from azulejo.games.azul.state import State
from azulejo.kernel import cache
from azulejo.kernel.rule import interpreted, rule
from azulejo.kernel.struct import Ints, Struct, as_array, float32, int8, int16, int32, int64, packed, plain


class Board(Struct):
    """A part of a table."""

    score: int16
    cells: Annotated[Ints, int8, 5]
    grid: Annotated[Ints, int32, 2, 3]


class Table(Struct):
    """Something with parts."""

    phase: int8
    bag: int64
    boards: Annotated[list[Board], Board, 4]
    first: Annotated[Board, Board]
    weight: float32


@rule
def _fill(table: Table, seat: int) -> None:
    """Write every kind of field."""
    table.phase = 3
    table.bag = 1 << 40
    table.boards[seat].score -= 5
    table.boards[seat].cells[4] = 7
    table.boards[seat].grid[1, 2] = -70000
    table.first.score = 9
    table.weight = 0.5


def _check_filled(table: Table) -> None:
    assert table.phase == 3
    assert table.bag == 1 << 40
    assert [board.score for board in table.boards] == [0, 0, -5, 0]
    assert table.boards[2].cells.tolist() == [0, 0, 0, 0, 7]
    assert table.boards[2].grid.tolist() == [[0, 0, 0], [0, 0, -70000]]
    assert table.first.score == 9
    assert table.weight == 0.5


def test_a_declaration_has_the_fields_and_types_of_its_annotations_in_order() -> None:
    assert [name for name in Board.dtype.names or () if "unused" not in name] == ["score", "cells", "grid"]
    assert Board.dtype["score"] == np.int16
    assert Board.dtype["cells"] == np.dtype((np.int8, 5))
    assert Board.dtype["grid"] == np.dtype((np.int32, (2, 3)))
    assert Table.dtype["boards"].shape == (4,)
    assert Table.dtype["boards"].base == Board.dtype
    assert Table.dtype["weight"] == np.float32


def test_fields_are_aligned_as_the_compiler_likes_them() -> None:
    assert Board.dtype.isalignedstruct
    assert Table.dtype.isalignedstruct
    fields = Table.dtype.fields
    assert fields is not None
    assert [fields[name][1] for name in ("phase", "bag", "boards")] == [0, 8, 16]
    assert Table.dtype.itemsize % 8 == 0


def test_every_byte_belongs_to_a_field_so_that_copies_are_equal_in_memory() -> None:
    for dtype in (Board.dtype, Table.dtype):
        fields = dtype.fields
        assert fields is not None
        assert sum(fields[name][0].itemsize for name in dtype.names or ()) == dtype.itemsize
    assert [name for name in Board.dtype.names or () if "unused" in name] == ["unused_7"]
    assert [name for name in Table.dtype.names or () if "unused" in name] == ["unused_1", "unused_180"]


def test_a_new_record_is_all_zeros() -> None:
    assert not any(Table.new().tobytes())
    assert len(Table.new().tobytes()) == Table.dtype.itemsize


def test_several_records_are_one_array_of_zeros() -> None:
    tables = Table.several(3)
    assert tables.shape == (3,)
    tables[1].boards[2].score = 4
    assert [table.boards[2].score for table in tables] == [0, 4, 0]


def test_a_rule_and_plain_python_write_the_same_fields() -> None:
    by_rule, by_python = Table.new(), Table.new()
    _fill(by_rule, 2)
    interpreted(_fill)(by_python, 2)
    _check_filled(by_rule)
    _check_filled(by_python)
    assert by_rule.tobytes() == by_python.tobytes()


def test_a_nested_record_is_a_part_of_the_outer_one_not_a_copy() -> None:
    table = Table.new()
    board = table.boards[1]
    board.score = 12
    assert table.boards[1].score == 12
    assert table.boards[0].score == 0


def test_a_copy_is_independent_of_the_original_in_every_nested_field() -> None:
    table = Table.new()
    _fill(table, 2)
    copy = table.copy()
    assert copy.tobytes() == table.tobytes()
    copy.bag = 1
    copy.boards[2].score = 100
    copy.boards[2].cells[4] = 100
    copy.first.score = 100
    _check_filled(table)
    table.boards[2].grid[0, 0] = 1
    assert copy.boards[2].grid[0, 0] == 0


class Larger(Board):
    """A part with more in it, and with longer rows."""

    grid: Annotated[Ints, int32, 2, 9]
    colour: int8


def test_a_declaration_may_build_on_another() -> None:
    assert [name for name in Larger.dtype.names or () if "unused" not in name] == ["score", "cells", "grid", "colour"]
    assert Larger.dtype["grid"] == np.dtype((np.int32, (2, 9)))
    assert Board.dtype["grid"] == np.dtype((np.int32, (2, 3)))


class Holder(Struct):
    """A part that wants to be aligned, after something that does not."""

    flag: int8
    board: Annotated[Board, Board]
    last: int8


@rule
def _hold(holder: Holder) -> None:
    holder.board.grid[1, 2] = 7
    holder.last = 3


def test_a_nested_record_is_aligned_as_it_is_alone() -> None:
    fields = Holder.dtype.fields
    assert fields is not None
    assert fields["board"][1] == Holder.layout.alignment == 4
    assert Holder.dtype.itemsize == 4 + Board.dtype.itemsize + 4
    holder = Holder.new()
    _hold(holder)
    assert (holder.board.grid[1, 2], holder.last) == (7, 3)


MODULE = """
from azulejo.kernel.struct import Struct, int8

class State(Struct):
    value: int8
"""


def declared_in(folder: Path) -> type[Struct]:
    """Return the declaration of a package as a new process finds it."""
    spec = importlib.util.spec_from_file_location(f"package_{folder.name}", folder / "state.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    cache.sources_digest.cache_clear()
    del sys.modules[module.__name__]
    found: type[Struct] = module.State
    return found


def test_the_type_of_another_packages_record_changes_with_its_sources(tmp_path: Path) -> None:
    (tmp_path / "state.py").write_text(MODULE)
    first, again = declared_in(tmp_path).dtype, declared_in(tmp_path).dtype
    (tmp_path / "rules.py").write_text("# a rule")
    edited = declared_in(tmp_path).dtype
    assert first == again != edited
    assert first.names == edited.names == ("value",)
    assert first.itemsize == edited.itemsize == 1


def test_the_type_of_our_own_records_names_no_sources() -> None:
    fields = State.dtype.fields
    assert fields is not None
    assert list(fields) == list(State.dtype.names or ())


@pytest.mark.parametrize("name", ["round", "copy", "item", "fill", "record", "dtype_"])
def test_a_field_may_not_be_named_like_a_method_of_a_numpy_record(name: str) -> None:
    allowed = name == "dtype_"
    with nullcontext() if allowed else pytest.raises(TypeError, match=f"may not be called '{name}'"):
        type("Declared", (Struct,), {"__annotations__": {name: int8}})


# ---------------------------------------------------------------- plain copies


def _filled() -> Table:
    table = Table.new()
    _fill(table, 2)
    return table


def test_a_plain_copy_reads_like_its_record_with_plain_numbers() -> None:
    copied = plain(_filled())
    _check_filled(copied)
    assert {type(value) for value in (copied.phase, copied.bag, copied.boards[2].score, copied.first.score)} == {int}


def test_a_plain_copy_knows_its_record_and_is_its_own_plain_copy() -> None:
    table = _filled()
    copied = plain(table)
    assert plain(copied) is copied
    assert packed(copied) is table is packed(table)
    assert packed(copied.boards[2]).tobytes() == table.boards[2].tobytes()
    assert copied.tobytes() == table.tobytes()


def test_the_copy_of_a_plain_copy_is_a_record_of_its_own() -> None:
    copied = plain(_filled())
    twin = copied.copy()
    _check_filled(twin)
    twin.phase = 1
    twin.boards[2].cells[4] = 1
    _check_filled(copied)


def test_a_record_as_an_array_is_the_same_memory() -> None:
    table = _filled()
    for given in (table, plain(table)):
        states = as_array(given)
        assert states.shape == (1,)
        assert states.dtype == Table.dtype
        states[0].phase += 1
    assert table.phase == 5
