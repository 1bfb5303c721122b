"""A module made from a table, and the reports on a table that is wrong."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.module.table.conftest import game_of
from tests.toy.game import FOLDER, Toy
from trc_module.declarations import Declaration
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module.assembly import build_tree
from trc_module.module.charts import chart_pages
from trc_module.module.compose import compose
from trc_module.module.help import help_pages
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.events import Reported
from trc_module.replay.gamelog import open_log
from trc_module.resources import data_dir
from trc_module.rules.record import read_record
from trc_module.vassal.archive import Archive
from trc_module.vassal.lint import lint


def test_every_line_of_a_unit_has_a_menu_entry_or_a_key(toy: ModuleInputs) -> None:
    (unit,) = [each for each in toy.prototypes if each.name == "Unit red"]
    line = next(trait.text_of("expression") for trait in unit.traits if trait.id == "calcProp")
    units = {verb.name for verb in toy.grammar.verbs.values() if any(f.key == "u" for f in verb.fields)}
    assert units == {"ARRIVE", "ATT", "DEF", "OUT", "REDUCE", "LOSS", "RETREAT"}
    assert all(re.search(rf"#b{verb}\b", line) for verb in units)


def test_the_module_is_called_and_laid_out_as_its_files_say(toy: ModuleInputs) -> None:
    data = toy.module_data("1.2")
    assert (data.name, data.version, data.extra1) == ("The Three Baronies", "1.2", "toy table 1")


def test_the_module_has_nothing_to_be_said_against(toy_module: Path) -> None:
    with Archive(toy_module) as archive:
        assert lint(archive) == []


DICE = "VASSAL.build.module.DiceButton"


def test_dice_and_tracker_follow_the_game(toy: ModuleInputs) -> None:
    tree = build_tree(toy, "1")
    dice = {
        die.get("name"): (die.get("nDice"), die.get("nSides")) for die in tree.iter("{*}VASSAL.build.module.DiceButton")
    }
    assert dice == {"BattleDie": ("1", "10"), "Die": ("1", "10")}
    assert toy.phase_names[:4] == (
        "Red barony: muster",
        "Red barony: march",
        "Red barony: battle",
        "Blue barony: muster",
    )


def test_charts_are_tables_of_what_their_files_say(toy: ModuleInputs) -> None:
    pages = dict(chart_pages(toy))
    assert list(pages) == [
        f"chart-{name}.html" for name in ("sequence", "weeks", "ground", "battle", "marches", "levies")
    ]
    assert "<th></th><th>1-2</th><th>1-1</th><th>3-2</th><th>2-1</th><th>3-1</th>" in pages["chart-battle.html"]
    assert "<td>10</td><td>DR</td><td>DL</td><td>DL</td><td>DL</td><td>DL</td>" in pages["chart-battle.html"]
    # A column that nobody has read off a chart is marked.
    assert "<h3>Siege</h3>" in pages["chart-battle.html"]
    assert pages["chart-battle.html"].count("<th>3-1 ?</th>") == 1
    # Terrain has a column for each class of movers, 'any' last.
    ground = pages["chart-ground.html"]
    assert "<th>Foot</th><th>Horse</th><th>Gun</th><th>Any</th><th>Shift</th>" in ground
    assert "<td>Forest</td><td>2</td><td>3</td><td>3</td>" in ground
    # Hexsides have a word for any class and no other: it means all of them.
    assert "<tr><th></th><th>All</th><th>Shift</th>" in ground


def test_what_is_true_of_any_class_has_no_heading_where_there_is_no_other() -> None:
    weather = dict(chart_pages(load_inputs(find_game("nr"), data_dir() / "nr")))["chart-weather.html"]
    assert "<h3>" not in weather
    assert "<th></th><th>Points</th><th>At most</th>" in weather


RECORD = """
game: toy
at: turn 1 red march
on 0402: red-1
on 0503: blue-1

end
attack 1: red-1 x blue-1
roll 1: 4
reduce 1: blue-1
end
"""


def test_a_record_becomes_a_log_with_the_games_own_lines(toy: ModuleInputs, tmp_path: Path) -> None:
    path = tmp_path / "a.vlog"
    compose(toy, read_record(RECORD.strip(), "a.game", lambda name, options: toy.game), path, "1")
    log = open_log(path, toy)
    table = log.table()
    said = [event for step in log.steps(table) for event in step.events if isinstance(event, Reported)]
    assert [each.declares.verb for each in said if isinstance(each.declares, Declaration)] == [
        "PHASE",
        "ATT",
        "DEF",
        "ROLL",
        "REDUCE",
        "PHASE",
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(FOLDER, tmp_path / "toy", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    return tmp_path / "toy"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('verb  = "LOSS"', 'verb  = "LOSE"', "line 10, field 'verb': expected "),
        ('box   = "lost"', 'box   = "loft"', "field 'box': expected "),
        ('discards = "discards"', 'discards = "cards"', "field 'deck': expected "),
        ('charts = ["weeks"', 'charts = ["week"', "field 'charts': expected "),
        ("layout      =", "lay-out     =", "field 'lay-out': expected one of the fields "),
        ('face  = "next"', 'face  = "down"', "'down'"),
        ("[marker.", '[icon]\ncalim = "star"\n\n[marker.', "field 'icon': expected a button, "),
        ("[marker.", '[icon]\ndie = "stat"\n\n[marker.', "field 'icon.die': expected a picture, "),
    ],
)
def test_a_wrong_table_is_told_with_its_place(folder: Path, old: str, new: str, told: str) -> None:
    path = folder / "module" / "table.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(UserError) as error:
        build_tree(load_inputs(game_of(folder), folder), "1")
    assert "table.toml" in str(error.value)
    assert told in str(error.value)


def test_a_game_without_a_table_is_told_which_file_is_missing(folder: Path) -> None:
    (folder / "module" / "table.toml").unlink()
    with pytest.raises(UserError, match=r"module.table\.toml: expected "):
        load_inputs(game_of(folder), folder)


def test_the_help_page_names_no_key_that_the_module_lacks() -> None:
    parts = load_inputs(find_game("m41"), data_dir() / "m41")
    text = dict(help_pages(parts))["help-keys.html"]
    # Its units have one step, and its battles are fired, not rolled.
    assert "Loses a step" not in text
    assert "Roll the die" not in text
    assert "Ctrl+H" in text
    other = load_inputs(find_game("trp"), data_dir() / "trp")
    assert "Roll the die" in dict(help_pages(other))["help-keys.html"]


@pytest.mark.parametrize(("game", "told"), [("m41", True), ("trp", True), ("nr", False)])
def test_the_page_about_the_module_says_that_its_map_is_a_stand_in(game: str, told: bool) -> None:
    text = dict(help_pages(load_inputs(find_game(game), data_dir() / game)))["help-about.html"]
    assert ("The map is a stand-in of our own" in text) is told


@pytest.mark.parametrize(("count", "told"), [(None, True), (1, False)])
def test_only_where_there_may_be_more_of_a_marker_is_one_copied(folder: Path, count: int | None, told: bool) -> None:
    game = game_of(folder)
    markers = {**game.roster.markers, "control": replace(game.roster.markers["control"], count=count)}
    one = Toy(folder, game.board, replace(game.roster, markers=markers), game.charts)
    keys = dict(help_pages(load_inputs(one, folder)))["help-keys.html"]
    assert ("Clone" in keys, "Delete" in keys) == (told, told)
