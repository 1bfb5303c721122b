"""The counters: their three factors, unknown until the owner fills them in, and the tables of the module likewise."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from trc_module.art.counters.spec import UnitFace
from trc_module.art.counters.subjects import face_of
from trc_module.charts import load_chart_set
from trc_module.charts.results import ResultsTable
from trc_module.facts import DataError
from trc_module.games import find_game
from trc_module.games.trp import load
from trc_module.gamespec import find_spec
from trc_module.module.inputs import load_inputs
from trc_module.module.pages import body_of
from trc_module.module.table.charts import chart_tables
from trc_module.roster.vocabulary import read_vocabulary


def printed(unit: str, overlay: Path | None = None) -> tuple[str, ...]:
    face = face_of(load(overlay=overlay).units[unit], "front")
    assert isinstance(face, UnitFace)
    return face.factors


def test_a_counter_shows_attack_defence_and_movement(filled: Path) -> None:
    assert printed("sov-8-army") == ("?", "?", "?")
    assert printed("sov-8-army", filled) == ("4", "4", "3")


def test_the_results_table_is_unknown_until_it_is_filled_in(filled: Path) -> None:
    folder = find_spec("trp").folder
    assert load_chart_set(folder).get("results", ResultsTable).result("3-1", 5) == "?"
    assert load_chart_set(folder, filled).get("results", ResultsTable).result("3-1", 5) == "D4"


def test_a_factor_that_no_unit_has_is_not_printed(tmp_path: Path) -> None:
    text = (find_spec("trp").folder / "vocabulary.toml").read_text(encoding="utf-8")
    path = tmp_path / "vocabulary.toml"
    path.write_text(text.replace('"defence", "move"', '"defense", "move"'), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_vocabulary(tmp_path)
    assert "field 'printed': expected one of combat, move, defence (did you mean defence?), found 'defense'" in str(
        caught.value
    )


def test_the_charts_of_a_module_show_the_owners_table(filled: Path) -> None:
    shown = {}
    for overlay in (None, filled):
        parts = load_inputs(find_game("trp", overlay=overlay), find_spec("trp").folder)
        charts = {each.name: each for each in chart_tables(parts, ("results",))}
        shown[overlay] = body_of(charts["results"].blocks)
    assert shown[None].count("<td>?</td>") == 6 * 14
    assert shown[filled].count("<td>?</td>") == 0
    assert shown[filled].count("<td>D1</td>") == 2 * 14 + 1


def test_commands_share_a_report_and_what_hides_them() -> None:
    parts = load_inputs(find_game("trp"), find_spec("trp").folder)
    units = {each.name: each for each in parts.recipe.prototypes(parts) if each.name.startswith("Unit ")}
    assert list(units) == ["Unit axis", "Unit soviet"]
    # VASSAL writes each trait of each unit into every save; with two of them for a line there were 156.
    for unit in units.values():
        kinds = Counter(trait.text.partition(";")[0] for trait in unit.traits)
        assert (kinds["report"], kinds["hideCmd"], kinds["macro"], kinds.total()) == (2, 1, 12, 45)
