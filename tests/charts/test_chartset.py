"""The charts of the toy game, each by the reader that its file names."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.data_folders import edit
from tests.toy.game import FOLDER as TOY
from trc_module.charts import ChartSet, load_chart_set
from trc_module.charts.allowances import Allowances
from trc_module.charts.checklist import sheets
from trc_module.charts.checks import inspect
from trc_module.charts.counts import Counts
from trc_module.charts.results import ResultsTable
from trc_module.charts.terrain import terrain_effects
from trc_module.charts.terrain_costs import TerrainCosts
from trc_module.charts.turn_track import TurnTrack
from trc_module.errors import UserError
from trc_module.facts import DataError
from trc_module.games.trc.charts import Charts
from trc_module.gamespec import trust
from trc_module.resources import data_dir


@pytest.fixture(scope="module")
def charts() -> ChartSet:
    return load_chart_set(TOY)


def test_the_charts_stand_in_the_order_that_their_files_say(charts: ChartSet) -> None:
    assert list(charts) == ["weeks", "ground", "battle", "marches", "levies"]
    ours = ["turns", "weather", "movement", "terrain", "combat", "air", "replacements", "transport", "victory"]
    assert list(load_chart_set(data_dir() / "trc")) == ours


def test_a_turn_has_its_label_and_what_else_is_printed(charts: ChartSet) -> None:
    track = charts.get("weeks", TurnTrack)
    assert (track.first, track.last, str(track.turns[2]), track.turns[1].printed) == (1, 5, "Week 2", {"cards": 2})
    assert str(track.turns[5].fact) == "turn 5: Week 5, cards 0 [rulebook:T1]"


def test_results_are_read_by_sheet_column_and_die(charts: ChartSet) -> None:
    table = charts.get("battle", ResultsTable)
    assert table.sheets == ("field", "siege")
    assert [table.result("3-2", die, "field") for die in (1, 5, 10)] == ["AL", "-", "DL"]
    assert table.result("3-2", 5, "siege") == "-"
    assert (table.shifted("1-1", 1), table.shifted("3-2", -4), table.shifted("2-1", 5)) == ("3-2", "1-2", "3-1")
    assert str(table.facts["siege", "3-1"].trust.name) == "ASSUMED"
    for column, die, sheet in (("3-2", 11, "field"), ("4-1", 3, "field"), ("3-2", 3, "")):
        with pytest.raises(KeyError):
            table.result(column, die, sheet)


def test_terrain_and_hexsides_cost_by_class(charts: ChartSet) -> None:
    chart = charts.get("ground", TerrainCosts)
    costs = [chart.terrain["forest"].cost(mover) for mover in ("foot", "horse")]
    assert costs == [2, 3]
    assert [chart.terrain[kind].cost("gun") for kind in ("meadow", "bog")] == [1, "no"]
    assert chart.hexside["river"].cost("horse") == 1
    with pytest.raises(KeyError):
        chart.terrain["forest"].cost("airship")


def test_allowances_go_by_class_and_condition(charts: ChartSet) -> None:
    chart = charts.get("marches", Allowances)
    assert chart.value("horse", "supplied", 7) == 7
    assert [chart.value(name, "unsupplied", 7) for name in ("horse", "gun")] == [4, 0]
    assert chart.value("foot", "unsupplied", None) is None
    assert str(chart.fact("gun", "unsupplied")) == "allowance of gun, unsupplied: 0 [rulebook:M2]"


def test_counts_go_by_turn_and_are_none_where_nothing_is_said(charts: ChartSet) -> None:
    chart = charts.get("levies", Counts)
    assert [chart.on("red", turn) for turn in range(1, 6)] == [1, 1, 0, 2, 0]
    assert chart.on("grey", 3) == 3


def test_the_key_of_the_map_prints_what_the_chart_says(charts: ChartSet) -> None:
    effects = terrain_effects(charts)
    assert (effects["forest"].movement, effects["forest"].combat) == ("foot 2, horse 3, gun 3", "shift -1")
    assert effects["bog"].movement == "foot all, horse no, gun no; must stop"
    assert effects["bog"].combat == "shift -1; no retreat into it"
    assert effects["meadow"].movement == "1"


def test_every_datum_is_a_fact_and_stands_on_a_sheet(charts: ChartSet) -> None:
    facts = [str(fact) for fact in charts.facts()]
    assert "ground terrain forest: cost foot 2 horse 3 gun 3, shift -1 [rulebook:M3]" in facts
    assert "levies counts grey 3: number 3 [assumed:as much as the others together]" in facts
    (sheet,) = sheets(charts)
    assert [title for title, _ in sheet.sections] == ["Weeks", "Ground", "Battle", "Marches", "Levies"]


def test_a_chart_that_is_not_there_or_of_another_kind_is_told(charts: ChartSet) -> None:
    with pytest.raises(DataError, match=r"weaks\.toml: expected this chart of the game \(did you mean weeks\?\)"):
        charts.get("weaks", TurnTrack)
    with pytest.raises(DataError, match=r"'reader': expected a chart of the kind Counts, found 'TurnTrack'"):
        charts.get("weeks", Counts)
    with pytest.raises(DataError, match=r"turns\.toml: expected this chart of the game"):
        Charts.of(charts)


READERS = "one of turn-track, results, terrain-costs, terrain-words, allowances, counts-by-turn, values, firing"


@pytest.mark.parametrize(
    ("file", "old", "new", "line", "told"),
    [
        ("weeks", 'reader = "turn-track"\n', "", None, f"a line reader = \"...\", {READERS}, found 'none'"),
        ("weeks", '"turn-track"', '"turn-trak"', 2, f"'reader': expected {READERS} (did you mean turn-track?)"),
        ("weeks", "order  = 1", 'order  = "first"', 3, "a number, the place among the charts, found 'first'"),
        ("weeks", "2 = {", "7 = {", 7, "turn numbers one after the other, found '7'"),
        ("weeks", 'label = "Week 3", ', "", 8, "a table with a label"),
        ("battle", '"3-2" = {', '"3-3" = {', 13, "a column, one of 1-2, 1-1, 3-2, 2-1, 3-1 (did you mean 3-2?)"),
        ("battle", '"DL", "DL"], source = "rulebook:C2" }\n"2-1"', '"DL"], source = "rulebook:C2" }\n"2-1"', 13,
         "10 results, for a die of 1 to 10, found '9'"),
        ("battle", '["AL", "AR", "AR", "-", "-", "DR"', '["AL", "AR", "ALL", "-", "-", "DR"', 13,
         "a result with a meaning, one of AL, AR, -, DR, DL (did you mean AL?), found 'ALL'"),
        ("battle", "die     = [1, 10]", "die     = [10, 1]", 7, "the least and the greatest number of the die"),
        ("battle", "[meanings]", "[meaning]", 24, "a table [meanings] (did you mean meanings?), found 'meaning'"),
        ("ground", "foot = 2", "foot = -2", 10, "0 or more points for 'foot', 'no' or 'all', found '-2'"),
        ("ground", "[hexside.river]", "[hexsides.river]", 26, "one of terrain, hexside (did you mean hexside?)"),
        ("ground", "shift  = -1", "shifts = -1", 11, "one of the fields cost, source, shift"),
        ("marches", 'value = "half"', 'value = "third"', 7, "a whole number or half, printed, found 'third'"),
        ("levies", '"4"   =', '"2"   =', 7, "each turn once, turn 2 is given twice"),
        ("levies", '"2-5"', '"5-2"', 10, "a turn, or two from the first to the last (1-3), found '5-2'"),
        ("levies", ', source = "rulebook:L1"', "", 6, "a source beside the other keys"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(toy: Path, file: str, old: str, new: str, line: int | None, told: str) -> None:
    path = toy / "charts" / f"{file}.toml"
    edit(path, old, new)
    with pytest.raises(DataError) as error:
        load_chart_set(toy)
    assert str(error.value).startswith(f"{path}, line {line}" if line else f"{path}")
    assert told in str(error.value)


def test_an_owner_need_not_name_the_reader(tmp_path: Path) -> None:
    (tmp_path / "charts").mkdir()
    text = "[terrain.forest]\ncost = { foot = 1, horse = 2, gun = 2 }\n"
    (tmp_path / "charts" / "ground.toml").write_text(text, encoding="utf-8")
    chart = load_chart_set(TOY, tmp_path).get("ground", TerrainCosts)
    assert chart.terrain["forest"].costs == {"foot": 1, "horse": 2, "gun": 2}
    assert (chart.terrain["forest"].shift, chart.terrain["bog"].shift) == (0, -1)
    assert str(chart.terrain["forest"].fact.source).startswith("owner:")


def test_an_erratum_of_a_chart_that_is_not_there_is_told(toy: Path) -> None:
    (toy / "errata").mkdir()
    path = toy / "errata" / "0001-table.toml"
    path.write_text(
        'title = "T"\ndate = 2026-01-01\nsource = "erratum:letter"\n'
        '[[correction]]\nchart = "batle"\nfield = "table.die"\nold = 1\nnew = 2\n',
        encoding="utf-8",
    )
    with pytest.raises(DataError) as error:
        load_chart_set(toy)
    assert "(did you mean battle?), found 'batle'" in str(error.value)
    assert (error.value.path, error.value.line) == (path, 5)


def test_a_game_brings_readers_of_its_own(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    edit(toy / "game.toml", "tests.toy", "baronies_with_charts")
    package = toy.parent / "baronies_with_charts"
    package.mkdir()
    (package / "__init__.py").write_text("def load(): ...\n", encoding="utf-8")
    code = (
        "from trc_module.charts.reader import Reader\n"
        "READERS = {'tolls': Reader(lambda tree, path: sum(tree['tolls'][name]['pence'] for name in tree['tolls']))}\n"
    )
    (package / "chart_readers.py").write_text(code, encoding="utf-8")
    chart = 'reader = "tolls"\n[tolls]\nbridge = { pence = 2, source = "rulebook:B1" }\n'
    (toy / "charts" / "tolls.toml").write_text(chart, encoding="utf-8")
    trust(toy)
    assert load_chart_set(toy).get("tolls", int) == 2
    (package / "chart_readers.py").write_text(code.replace("'tolls'", "'results'", 1), encoding="utf-8")
    monkeypatch.delitem(sys.modules, "baronies_with_charts.chart_readers")
    with pytest.raises(UserError, match="expected another name than 'results'"):
        load_chart_set(toy)


def test_lint_holds_the_chart_of_terrain_against_the_map(toy: Path) -> None:
    edit(toy / "charts" / "ground.toml", "[terrain.bog]", "[terrain.fen]")
    edit(toy / "charts" / "ground.toml", "[hexside.river]", "[hexside.rivers]")
    assert [str(problem) for problem in inspect(toy).problems] == [
        "charts/ground.toml: the map has bog, the chart has no row for it [terrain-rows]",
        "charts/ground.toml, line 14: the map has no terrain 'fen' [terrain-rows]",
        "charts/ground.toml, line 26: the map has no hexside 'rivers' (did you mean river?) [terrain-rows]",
    ]


def test_lint_tells_of_results_that_never_come_and_turns_that_are_not_there(toy: Path) -> None:
    assert [str(problem) for problem in inspect(toy).problems] == []
    edit(
        toy / "charts" / "battle.toml",
        "[meanings]\n",
        '[meanings]\nEX = { text = "both lose", source = "rulebook:C3" }\n',
    )
    edit(toy / "units.csv", "anywhere   , 2  ", "anywhere   , 6  ")
    assert [str(problem) for problem in inspect(toy).problems] == [
        "charts/battle.toml, line 25: EX has a meaning, but occurs nowhere [results-used]",
        "units.csv, line 5: red-h arrives on turn 6; there is no such turn [chart-units]",
    ]
