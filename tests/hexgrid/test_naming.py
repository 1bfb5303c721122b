from __future__ import annotations

import pytest

from trc_module.hexgrid import LetterColumns, Naming, PairedNumbers


@pytest.mark.parametrize(
    ("naming", "row", "col", "name"),
    [
        (LetterColumns(), 6, 2, "C7"),
        (LetterColumns(), 0, 27, "BB1"),
        (LetterColumns(north=30, step=-1), 6, 2, "C24"),
        (PairedNumbers(), 13, 6, "0714"),
        (PairedNumbers(row_first=True), 13, 6, "1407"),
        (PairedNumbers(digits=1), 3, 6, "74"),
    ],
)
def test_a_place_is_named_and_found_again(naming: Naming, row: int, col: int, name: str) -> None:
    assert naming.name(row, col) == name
    assert naming.parse(name) == (row, col)


@pytest.mark.parametrize("name", ["7C", "C07", "CD3", "", "0714"])
def test_what_is_no_letter_of_a_column_with_a_row_is_no_name(name: str) -> None:
    assert LetterColumns().parse(name) is None
