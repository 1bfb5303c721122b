"""A line of a data file that is left out, doubled or called otherwise is told with its line; lint never breaks.

The whole machine, some 1,300 changes of the one game and more of the other, is `python -m
tests.systems.kit.changed_files FOLDER`; a sample of it runs here.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from tests.data_folders import edit
from tests.systems.kit.changed_files import changes, data_files
from tests.systems.kit.support import told_by_lint

HERE = Path(__file__).parent
SAMPLE = 4
FILES = [(game, file) for game in ("landing", "bfm") for file in data_files(HERE / game)]


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "cache"))
    for game in ("landing", "bfm"):
        shutil.copytree(HERE / game, tmp_path / game)
    return tmp_path


@pytest.mark.parametrize(("game", "file"), FILES)
def test_a_changed_line_is_told_with_its_file_and_line(games: Path, game: str, file: str) -> None:
    path, found = games / game / file, list(changes((games / game / file).read_text(encoding="utf-8")))
    for change in random.Random(file).sample(found, min(SAMPLE, len(found))):
        path.write_text(change.text, encoding="utf-8")
        told = told_by_lint(games / game)
        # What is left out may be a key that need not be there; what it leaves undefined is told where it is used.
        assert all(": " in line for line in told), (change, told)
        if change.must_be_told:
            near = [f"{file}, line {line}" for line in range(change.line, change.line + 2)]
            assert any(line.startswith(tuple(near)) and "expected" in line for line in told), (change, told)


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            "faces.csv",
            "marine-2, reduced, 2     , 3   , 1    , rulebook:1.2\n",
            "",
            "units.csv, line 3, field 'steps': expected as many steps as marine-2 has faces, 1 with those of "
            "faces.csv, found '2'",
        ),
        (
            "map/grid.toml",
            'name = "inland"',
            'name = "sea"',
            "map/grid.toml, line 15, field 'name': expected a name that no other edge has, found 'sea'",
        ),
        (
            "map/map.toml",
            "b . m . . .",
            "b . m . .",
            "map/map.toml, line 5, field 'hexes': expected 6 letters, one a hex of the row, found \"5 in 'b.m..'\"",
        ),
        (
            "map/map.toml",
            "b . m . . .",
            "b . m . . . .",
            "map/map.toml, line 5, field 'hexes': expected 6 letters, one a hex of the row, found \"7 in 'b.m....'\"",
        ),
    ],
)
def test_what_files_say_differently_is_told_where_it_stands(
    games: Path, file: str, old: str, new: str, told: str
) -> None:
    edit(games / "landing" / file, old, new)
    assert told in told_by_lint(games / "landing")


@pytest.mark.parametrize(("file", "meant"), [("rules/basic.toml", "basics.toml"), ("module/tables.toml", "table.toml")])
def test_a_file_that_is_misspelt_in_one_of_the_folders_is_told(games: Path, file: str, meant: str) -> None:
    path = games / "landing" / file
    path.with_name(meant).rename(path)
    assert f"{file}: '{file}' is not read: did you mean '{meant}'? [names]" in told_by_lint(games / "landing")
