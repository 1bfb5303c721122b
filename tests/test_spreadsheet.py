"""Tables as comma-separated values."""

from __future__ import annotations

import pytest

from trc_module.spreadsheet import as_csv, harmless


def test_a_table_has_a_line_of_headings_and_cells_with_commas_are_quoted() -> None:
    assert as_csv(("a", "b"), [(1, "x, y"), (2, "")]) == 'a,b\n1,"x, y"\n2,\n'


@pytest.mark.parametrize("cell", ["=1+1", "@SUM(A1)", "+cmd", "-2+3", "--5", "\tx", "\rx"])
def test_what_a_spreadsheet_would_compute_is_shown(cell: str) -> None:
    assert harmless(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["", "Eve", "7", "-7", "+1.5", "a=b"])
def test_words_and_numbers_stay(cell: str) -> None:
    assert harmless(cell) == cell
