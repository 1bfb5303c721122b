# ruff: noqa: E501  (a table of cases, one a line)
"""The checks of the charts against the rulebook find nothing in what we ship, and report what is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.charts.conftest import Edit
from tests.charts.conftest import edit as edit
from tests.charts.conftest import folder as folder
from trc_module.facts import Problem
from trc_module.games.trc.chart_checks import check_charts
from trc_module.games.trc.charts import load_charts
from trc_module.resources import data_dir
from trc_module.roster import load_roster

BROKEN = [
    ("combat", '["AR", "C", "EX", "DR", "D1", "DE"]', '["C", "AR", "EX", "DR", "D1", "DE"]', "3-1: die 1 gives C, but 2 the worse AR"),
    ("combat", '["AR", "C", "EX", "DR", "D1", "DE"]', '["AR", "AR", "AR", "AR", "AR", "AR"]', "die 3: 2-1 gives C, but 3-1 the worse AR"),
    ("combat", 'DS = { text = "every defender surrenders", source = "rulebook:13.3" }', "", "DS occurs nowhere or has no meaning (13.3)"),
    ("combat", '"5-1/6-1", "7-1', '"6-1/5-1", "7-1', "the printed columns are not the ladder of odds, in order"),
    ("combat", '"6-1" = { dice = ["EX"', '"6-1" = { dice = ["DR"', "the odds of the column 5-1/6-1 differ"),
    ("combat", '["A1", "A1", "AR", "C", "EX", "DR"]', '["A1", "A1", "AR", "AR", "EX", "DR"]', "13.4 fails at 1-1 by contact alone: the row has not one C"),
    ("turns", "25 = {", "# = {", "turns 0 to 24, the game has 0 to 25 (25.0, 28.6)"),
    ("turns", '5  = { months = ["Jan", "Feb"], year = 1942', '5  = { months = ["Jan", "Feb"], year = 1941', "turn 5 is Jan/Feb 1941, it should be jan-feb 1942"),
    ("weather", '"snow", "snow", "snow", "snow"], drm = [4, 4, 4, -2, -3', '"snow", "snow", "snow", "snow"], drm = [4, 4, 4, -2, 3', "the example of 4.1.1 does not come out"),
    ("weather", "1945 = {", "1946 = {", "Mar/Apr 1945 has no historical weather (26.3)"),
    ("air", "1942 = { clear = 2, light-mud = 1, mud = 1, snow = 0", "1942 = { clear = 2, light-mud = 1, mud = 1, snow = 1", "stukas of 1942 in snow: 1 (15.6, 15.9)"),
    ("air", "1943 = { clear = 1, light-mud = 0", "1943 = { clear = 1, light-mud = 2", "stukas of 1943 in light-mud: more than in clear weather"),
    ("victory", "1943 = { turn = 11", "1943 = { turn = 5", "1943: turn 5 is Jan/Feb 1942"),
    ("victory", '"Maikop", "Moscow"', '"Moscow", "Moscow"', "1943: not six different places"),
    ("movement", 'types = ["cavalry"]', 'types = ["camel"]', "no unit is of the class axis-cavalry"),
    ("movement", 'types = ["worker"]', 'types = ["hq"]', "no class fits a russian unit of type worker"),
    ("movement", 'first.mud        = { value = "half", most = "printed"', 'first.mud        = { value = "printed", most = "half"', "mechanized, first impulse, mud, printed 7: 7, beyond 4"),
    ("movement", 'second.clear     = { value = "half", most = "less"', 'second.clear     = { value = "half", most = 9', "mechanized, second impulse, clear, printed 7: at most 9"),
    ("replacements", "ger-43-mot = {", "ger-44-mot = {", "no unit is called 'ger-44-mot'"),
]  # fmt: skip


def _problems(folder: Path) -> list[Problem]:
    return check_charts(load_charts(folder), load_roster(folder))


def test_what_we_ship_is_sound() -> None:
    assert _problems(data_dir() / "trc") == []


@pytest.mark.parametrize(("name", "old", "new", "message"), BROKEN)
def test_a_broken_chart_is_told(folder: Path, edit: Edit, name: str, old: str, new: str, message: str) -> None:
    edit(f"charts/{name}.toml", old, new)
    assert message in [problem.message for problem in _problems(folder)]


def test_an_arrival_that_is_not_on_the_record_is_told(folder: Path, edit: Edit) -> None:
    edit("charts/turns.toml", "25 = {", "# = {")
    edit("units.csv", ", 22     , unknown", ", 25     , unknown")
    messages = [problem.message for problem in _problems(folder)]
    assert "ger-gd-pz arrives on turn 25; there is no such turn" in messages
