"""The commands about data do their work for a game that the program does not know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from trc_module.cli.main import group
from trc_module.errors import UserError

TESTS = Path(__file__).parents[1]


def _run(*words: str) -> str:
    result = CliRunner().invoke(group, ["--games-path", str(TESTS), "--game", "toy", *words])
    assert result.exit_code == 0, result.output or result.exception
    return result.output


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path))


def test_its_data_are_sound() -> None:
    assert _run("lint").splitlines()[0] == "Checked game, map, units, charts, module: 0 errors, 0 known doubts."


def test_its_data_are_counted_and_laid_out_to_compare(tmp_path: Path) -> None:
    counts = json.loads(_run("facts", "--json"))["counts"]
    assert counts["charts"] == {"assumed": 2, "rulebook": 37, "doubtful": 1}
    _run("facts", "--checklist", "-o", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Red counters: rustmark" in page
    assert "the mine of Old Shaft lies in 0501" in page


def test_its_rules_are_compared_with_no_list_where_it_has_none() -> None:
    words = ["--games-path", str(TESTS), "--game", "toy", "rules", "--coverage"]
    with pytest.raises(UserError, match=r"The Three Baronies has no list of the single rules .* \(ledger.csv\)"):
        CliRunner().invoke(group, words, catch_exceptions=False, standalone_mode=False)


def test_its_map_is_drawn_with_hexes_in_straight_columns(tmp_path: Path) -> None:
    _run("map", "-o", str(tmp_path / "toy.png"))
    with Image.open(tmp_path / "toy.png") as picture:
        assert picture.size == (894, 1368)


def test_a_part_of_its_map_is_drawn(tmp_path: Path) -> None:
    _run("map", "-o", str(tmp_path / "part.png"), "--around", "Millbrook", "--radius", "1")
    assert (tmp_path / "part.png").is_file()


def test_both_faces_of_its_counters_are_drawn(tmp_path: Path) -> None:
    _run("counters", "-o", str(tmp_path / "faces"), "--ids", "red-*")
    names = sorted(path.name for path in (tmp_path / "faces").iterdir())
    assert names == [f"red-{which}{side}.png" for which in ("1", "2", "h") for side in ("-back", "")]
