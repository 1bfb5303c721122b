# ruff: noqa: E501  (a table of cases, one a line)
"""Charts that are spoiled, corrected by an erratum, or replaced by an owner."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.charts.conftest import Edit
from trc_module.facts import DataError, Source, Trust
from trc_module.facts.errors import DataErrorGroup
from trc_module.games.trc.charts import load_charts
from trc_module.resources import data_dir
from trc_module.roster import load_roster

BROKEN = [
    # file, what stands there, what we put there, part of the line, field, part of what was expected
    ("combat", '["C", "EX", "DR"', '["C", "XX", "DR"', '"4-1" =', "results.4-1", "six results among AE, A1"),
    ("combat", '["C", "EX", "DR", ', '["C", "EX", ', '"4-1" =', "results.4-1", "six results among AE, A1"),
    ("combat", '"4-1" = {', '"4-2" = {', '"4-2" =', "results.4-2", "for odds of the ladder"),
    ("combat", "russian-from = 10", 'russian-from = "ten"', "russian-from", "russian-from", "a whole number"),
    ("turns", "9  = {", "29 = {", "29 = {", "turns", "turn numbers one after the other"),
    ("turns", "year = 1942", 'year = "1942"', 'year = "1942"', "year", "a whole number"),
    ("turns", '7  = { months = ["May"', '7  = { months = ["Mai"', '["Mai"', "months", "one of jan-feb"),
    ("weather", "mar-apr  = {", "apr-mar = {", "[months]", "months", "the weather of mar-apr"),
    ("weather", "drm = [3, 2, 2", "drm = [3, 2", "mar-apr", "months.mar-apr", "as many weathers as modifiers"),
    ("weather", '"clear", "light-mud"', '"sunny", "light-mud"', '"sunny"', "weather", "one of clear"),
    ("air", "shift = 3", "shifts = 3", "shifts = 3", "shifts", "one of the fields shift, range"),
    ("air", "1943 = { clear", "43rd = { clear", "43rd =", "stukas", "a year, as 1942"),
    ("weather", "1943 = { mar-apr", "-999 = { mar-apr", "-999 =", "historical", "a year, as 1942"),
    ("movement", 'value = "printed"', 'value = "double"', '"double"', "value", "a whole number or half, less, printed"),
    ("movement", "second.any ", "second.fog ", "second.fog", "fog", "one of the fields any, clear, light-mud"),
    ("movement", "second.mud       = { value = 0, source", "# = { source", "[classes.mechanized]", "second", "a cell 'second.mud'"),
    ("movement", "value = 0, source", "value = -1, source", "-1", "value", "0 or more hexes"),
    ("movement", "rulebook:11.1", "rulebok:11.1", "rulebok", "classes.hq.first.any.source", "a source, one of"),
    ("terrain", "stops = true", "stop = true", "stop = true", "stop", "one of the fields movement, combat"),
    ("victory", "major-city = 2", "major-city = 2.5", "major-city", "major-city", "a whole number"),
    ("transport", "[sea-rules]", "[sea-rules", "[sea-rules", "", "TOML"),
    ("air", 'source = "rulebook:15.5"', "", "[stuka]", "stuka", "a source beside the other keys"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "on", "field", "expected"), BROKEN)
def test_what_is_wrong_with_a_chart_is_told_with_its_line(
    folder: Path, edit: Edit, name: str, old: str, new: str, on: str, field: str, expected: str
) -> None:
    path = edit(f"charts/{name}.toml", old, new)
    with pytest.raises(DataError) as caught:
        load_charts(folder)
    error = caught.value
    lines = path.read_text(encoding="utf-8").splitlines()
    assert (error.path, error.field) == (path, field)
    assert error.line is not None
    assert on in lines[error.line - 1]
    assert expected in error.expected


def test_a_missing_chart_is_one_sentence(folder: Path) -> None:
    (folder / "charts" / "air.toml").unlink()
    with pytest.raises(DataError, match=r"air\.toml"):
        load_charts(folder)


def test_an_owner_replaces_a_cell_and_with_it_guess_and_bound(tmp_path: Path) -> None:
    (tmp_path / "charts").mkdir()
    (tmp_path / "charts" / "movement.toml").write_text(
        "[classes.mechanized]\nsecond.clear = { value = 5 }\n", encoding="utf-8"
    )
    charts = load_charts(data_dir() / "trc", tmp_path)
    panzer = load_roster(data_dir() / "trc").units["ger-47-pz"]
    allowance = charts.movement.allowance(panzer, 2, "clear")
    assert (allowance.value, allowance.certain_max, allowance.fact.trust) == (5, 5, Trust.OWNER)
    assert allowance.bound.source == Source("owner", tmp_path.name)
    assert charts.movement.allowance(panzer, 2, "snow").value == 4


def test_what_is_wrong_in_an_overlay_names_the_overlay(tmp_path: Path) -> None:
    path = tmp_path / "charts" / "movement.toml"
    path.parent.mkdir()
    path.write_text("[classes.mechanized]\n\nsecond.clear = { worth = 5 }\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_charts(data_dir() / "trc", tmp_path)
    assert (caught.value.path, caught.value.line, caught.value.field) == (path, 3, "worth")


ERRATUM = """\
title = "Chart"
date = 2026-01-01
source = "erratum:letter"

[[correction]]
chart = "combat"
field = "results.3-1.dice"
old = ["AR", "C", "EX", "DR", "D1", "DE"]
new = ["AR", "C", "EX", "DR", "DE", "DE"]

[[correction]]
chart = "air"
field = "stukas.1943.mud"
old = 0
new = 1
"""


def test_an_erratum_corrects_cells_of_charts_and_their_source(folder: Path) -> None:
    (folder / "errata" / "0002-chart.toml").write_text(ERRATUM, encoding="utf-8")
    charts = load_charts(folder)
    assert charts.combat.result("3-1", 5) == "DE"
    assert charts.combat.fact("3-1", 5).source == Source("erratum", "letter")
    assert charts.air.stukas(charts.turns[13], "mud") == 1


def test_all_wrong_corrections_of_charts_are_told(folder: Path) -> None:
    text = ERRATUM.replace("old = 0", "old = 1").replace("results.3-1.dice", "results.3-1.die")
    again = '\n[[correction]]\nchart = "air"\nfield = "stukas.1999.mud"\nold = 0\nnew = 1\n'
    (folder / "errata" / "0002-chart.toml").write_text(text + again, encoding="utf-8")
    with pytest.raises(DataErrorGroup) as caught:
        load_charts(folder)
    assert sorted(error.line or 0 for error in caught.value.errors) == [7, 14, 19]


@pytest.mark.parametrize(
    ("old", "new", "line", "expected", "found"),
    [
        ("old = 0", "old = 1", 14, "the old value '1' in the data (air)", "0"),
        ("stukas.1943.mud", "stukas.1943.fog", 13, "a key of the chart 'air'", "stukas.1943.fog"),
        ("stukas.1943.mud", "stukas.1999.mud", 13, "a key of the chart 'air'", "stukas.1999.mud"),
        ("new = 1", 'new = "one"', 11, "a value that the chart 'air' can hold: a whole number", "one"),
    ],
)
def test_an_erratum_that_does_not_fit_is_told_with_its_line(
    folder: Path, old: str, new: str, line: int, expected: str, found: str
) -> None:
    path = folder / "errata" / "0002-chart.toml"
    path.write_text(ERRATUM.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_charts(folder)
    error = caught.value
    assert (error.path, error.line, error.expected, error.found) == (path, line, expected, found)
