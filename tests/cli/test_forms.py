"""`trc-module forms`, and what waits for data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.forms.conftest import toy
from trc_module.cli.main import group
from trc_module.errors import UserError

__all__ = ["toy"]


def run(*args: str) -> str:
    result = CliRunner().invoke(group, ["--game", "toy", *args], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_forms_are_listed_with_what_waits(toy: Path) -> None:
    lines = run("forms").splitlines()
    assert lines[:3] == [
        "factors: Factors of the units (units.csv): 0 of 2 filled in",
        "    at the foot of each counter",
        "    waiting: rules C2",
    ]
    assert lines[-1] == "6 forms, 6 not complete."


def test_empty_forms_are_written_and_never_written_over(toy: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    run("forms", "-o", str(mine))
    assert sorted(path.relative_to(mine).as_posix() for path in mine.rglob("*") if path.is_file()) == [
        "charts/battle.toml",
        "faces.csv",
        "map/grid.toml",
        "map/hexes.csv",
        "map/hexsides.csv",
        "owner-forms.html",
        "units.csv",
    ]
    with pytest.raises(UserError, match=r"units\.csv is there already, and may be filled in"):
        group.main(["--game", "toy", "forms", "-o", str(mine)], standalone_mode=False)
    assert run("lint", "--data", str(mine)).startswith("Checked game, map, units, charts, module: 0 errors")
    table = mine / "units.csv"
    text = table.read_text(encoding="utf-8").replace("Gun  ,       ,        ", "Gun  ,       ,  7     ")
    table.write_text(text, encoding="utf-8")
    told = json.loads(run("forms", "--data", str(mine), "--json"))
    assert [(form["form"], form["filled"], form["missing"]) for form in told[:1]] == [
        ("factors", 1, ["Stoneholm H Horse"])
    ]


def test_a_game_that_lacks_nothing_has_no_forms(toy: Path) -> None:
    (toy / "forms.toml").unlink()
    with pytest.raises(UserError, match="The Three Baronies has no forms"):
        group.main(["--game", "toy", "forms"], standalone_mode=False)
