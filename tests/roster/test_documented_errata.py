"""The sheets that docs/errata.md shows, one of each kind, are sound as they stand there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trc_module.charts.preview import preview
from trc_module.cli.data import inspect_data, problems_of
from trc_module.gamespec import find_spec
from trc_module.resources import data_dir

DOCS = data_dir().parent / "docs" / "errata.md"


def sheets() -> dict[str, str]:
    """Return by title the sheets of the page: blocks of indented lines, parted by no more than one that is empty."""
    blocks = re.findall(r"(?:^    .*\n(?:\n(?=    ))?)+", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    found = [re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in blocks if block.startswith("    title ")]
    return {re.findall(r'"(.*)"', text)[0]: text for text in found}


SHEETS = sheets()


def test_there_is_one_of_each_kind() -> None:
    text = "\n".join(SHEETS.values())
    assert {key for key in ("unit", "marker", "chart", "field", "add", "rename", "retire") if f"\n{key} " in text} == {
        "unit", "marker", "chart", "field", "add", "rename", "retire",
    }  # fmt: skip
    assert len(SHEETS) == 7
    assert {key for key in ("hex", "hexside", "place", "rail") if f"\n{key} " in text} == {
        "hex",
        "hexside",
        "place",
        "rail",
    }


@pytest.mark.parametrize("title", SHEETS)
def test_a_sheet_of_the_page_is_sound(tmp_path: Path, title: str) -> None:
    folder = tmp_path / "own"
    sheet = folder / "errata" / "0001-letter.toml"
    sheet.parent.mkdir(parents=True)
    sheet.write_text(SHEETS[title], encoding="utf-8")
    found = preview(sheet, data_dir() / "trc", folder)
    assert found.changes
    problems = problems_of(find_spec("trc"), found.after, found.charts_after, found.board_after, folder)
    assert [str(problem) for problem in problems if problem.is_error] == []
    # As CONTRIBUTING has it: lint comes before the build that gives a new counter its number.
    problems = [problem for inspection in inspect_data(None, folder).values() for problem in inspection.problems]
    assert [str(problem) for problem in problems if problem.is_error] == []
