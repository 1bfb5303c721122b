"""Data files that are made to break their readers are refused in a sentence that names the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from trc_module.board import load_board
from trc_module.errors import UserError
from trc_module.facts.parsing import parse_toml
from trc_module.facts.table import read_table
from trc_module.games.trc.charts import load_charts
from trc_module.resources import data_dir
from trc_module.roster import load_roster

DEEP = 100_000
FEATURES = b'{"type":"FeatureCollection","features":'

HOSTILE = {
    "map/places.geojson": (
        b"[" * DEEP,
        FEATURES + b'[{"a":' * DEEP,
        FEATURES + b"[" * DEEP + b"]" * DEEP + b"}",
        FEATURES + b"9" * 5000 + b"}",
        b"1" * 5000,
        FEATURES + rb'[{"type":"Feature","id":"\ud800","properties":{},"geometry":null}]',
        FEATURES + b"[1,2",
        b"",
        b"\xff",
    ),
    "charts/combat.toml": (
        b"a=" + b"[" * DEEP,
        b"a=" + b"{b=" * DEEP,
        b"a." * 20_000 + b"a=1",
        b"a=1" + b"0" * 5000,
        b"\xff",
    ),
    "errata/0001-x.toml": (b"a=" + b"[" * DEEP, b"a=1" + b"0" * 5000, b"\xff"),
    "units.csv": (
        b"id\n" + b"x" * 200_000,
        b'id, name\nger-47-pz, "47\nger-3-pz, 3\n',
        b"\0",
        b"\xff",
        b"id\n" + b"x\n" * 200_000,
    ),
}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param(name, content, id=f"{name}-{number}")
        for name, contents in HOSTILE.items()
        for number, content in enumerate(contents, 1)
    ],
)
def test_a_file_made_to_break_its_reader_is_refused(name: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    loaders: dict[str, Callable[[Path, Path], object]] = {"map": load_board, "charts": load_charts}
    with pytest.raises(UserError) as told:
        loaders.get(path.parent.name, load_roster)(data_dir() / "trc", tmp_path)
    assert path.name in str(told.value)


def test_a_table_ends_where_no_game_has_so_many_counters(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"id\n" + b"x\n" * 20_000)
    assert len(read_table(tmp_path / "a.csv", ["id"])) == 20_000
    (tmp_path / "a.csv").write_bytes(b"id\n" + b"x\n" * 20_001)
    with pytest.raises(UserError, match=r"a\.csv, line 20002: expected at most 20,000 rows"):
        read_table(tmp_path / "a.csv", ["id"])


def test_the_mark_that_windows_puts_before_a_text_counts_for_nothing() -> None:
    assert parse_toml("\ufeffa = 1") == {"a": 1}


def test_toml_may_nest_as_deep_as_any_file_of_ours() -> None:
    assert parse_toml("a." * 48 + "a = 1")["a"]["a"]
    with pytest.raises(ValueError, match="nested deeper than 50 levels"):
        parse_toml("a." * 50 + "a = 1")
