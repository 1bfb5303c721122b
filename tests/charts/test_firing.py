"""Firing tables: what they hold, and what is wrong in one."""

from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.charts.firing import read_firing
from trc_module.facts import DataError
from trc_module.facts.toml_file import read_toml

GOOD = """\
[table]
strengths = [1, 3]
die       = [1, 2]
source    = "rulebook:C1"

[hits.full]
1 = { hits = [1, 2, 3], source = "rulebook:C1" }
2 = { hits = [0, 1, 1], source = "assumed:torn" }
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "firing.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_hits_stand_by_sheet_die_and_strength(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    table = read_firing(read_toml(path), path)
    assert table.sheets == ("full",)
    assert [table.hits("full", die, strength) for die in (1, 2) for strength in (0, 1, 2, 3)] == [
        0,
        1,
        2,
        3,
        0,
        0,
        1,
        1,
    ]
    assert str(table.facts["full", 2]) == "hits full with a die of 2: 0 1 1 [assumed:torn]"
    with pytest.raises(KeyError, match="no strength 4"):
        table.hits("full", 1, 4)


@pytest.mark.parametrize(
    ("old", "new", "expected", "line"),
    [
        ("[0, 1, 1]", "[0, 1]", "3 numbers of hits, one a strength", 8),
        ("[0, 1, 1]", "[0, 1, -1]", "numbers of hits, 0 or more", 8),
        ("\n2 = {", "\n3 = {", "a number of the die, 1 to 2", 8),
        ("[1, 2]", "[2, 1]", "the least and the greatest number", 3),
        ('2 = { hits = [0, 1, 1], source = "assumed:torn" }\n', "", "a row for the die 2", 6),
        ("[table]", "[tabel]", "a table [table]", None),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, old: str, new: str, expected: str, line: int | None) -> None:
    assert old in GOOD
    path = write(tmp_path, GOOD.replace(old, new))
    with pytest.raises(DataError, match=expected.replace("[", r"\[").replace("]", r"\]")) as error:
        read_firing(read_toml(path), path)
    assert error.value.line == line
