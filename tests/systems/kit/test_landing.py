"""A landing on a coast: a game of data alone that has what the others have not.

Its units land on beaches, which are places and no cities; some of its foot have one step and others two; grounds,
wire and signs are drawn as its legend says; its module needs no text of its own. The facts are invented.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.data_folders import edit
from tests.systems.kit.support import acts_at_random, told_by_lint, unmet_examples
from trc_module.art.map.key_kinds import key_kinds
from trc_module.board import load_board
from trc_module.errors import UserError
from trc_module.facts.errors import DataError
from trc_module.gamespec import GAMES_PATH
from trc_module.gamespec.checks import inspect as inspect_game
from trc_module.gamespec.finding import find_spec
from trc_module.module.ground import ground_text
from trc_module.module.texts import load_texts
from trc_module.roster.checks import check_areas
from trc_module.rules.finder import known_game, load_rules
from trc_module.systems.kit import KitGame
from trc_module.systems.kit.ladder import Turned, ways_to_turn

FOLDER = Path(__file__).parent / "landing"


@pytest.fixture
def landing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a copy, by whose name the game is found."""
    monkeypatch.setenv(GAMES_PATH, str(tmp_path))
    known_game.cache_clear()
    return Path(shutil.copytree(FOLDER, tmp_path / "landing"))


def _game(folder: Path) -> KitGame:
    game = load_rules(find_spec(folder.name))
    assert isinstance(game, KitGame)
    return game


def test_its_rules_are_kept_and_broken_as_its_examples_say(landing: Path) -> None:
    assert unmet_examples(_game(landing), "landing") == (13, [])


def test_a_game_at_random_breaks_no_rule_and_no_invariant(landing: Path) -> None:
    assert {"Enter", "Setup", "Move", "Attack", "RollCombat"} <= acts_at_random(_game(landing), 5, 3)


def test_units_of_one_step_may_be_of_a_type_whose_others_have_two(landing: Path) -> None:
    game = _game(landing)
    assert {len(game.ladders[unit]) for unit in ("guard-1", "guard-3")} == {1, 2}
    ways = ways_to_turn(game.units.values(), ())
    assert ways == (
        Turned("next", "raiders", ("foot",)),
        Turned("", "raiders", ("armour",)),
        Turned("next", "garrison", ("foot",)),
        Turned("", "garrison", ("armour",)),
    )


def test_its_key_shows_what_it_draws_itself(landing: Path) -> None:
    shown = dict(key_kinds(load_board(landing)))
    assert {"terrain dunes": "Dunes", "hexside wire": "Wire", "place beach": "Beaches"}.items() <= shown.items()


def test_a_terrain_is_called_as_in_the_data_where_no_text_says_otherwise(landing: Path) -> None:
    said = ground_text(load_board(landing), load_texts("en", landing))
    assert " A2=dunes " in said
    assert " B1=beach " in said


def test_a_unit_that_arrives_nowhere_is_told(landing: Path) -> None:
    edit(landing / "units.csv", "Red Beach , 2    , 1 ", "sea       , 2    , 1 ")
    with pytest.raises(DataError, match=r"basics\.toml, line 8.*a place of the map in the column 'area'.*marine-1"):
        _game(landing)


def test_a_misspelt_place_is_told_with_the_one_that_was_meant(landing: Path) -> None:
    roster = _game(landing).roster
    (problem, other) = check_areas(roster, {"Red Beech", "Blue Beach", "Harbour", "Mill"})
    assert (
        problem.message == "marine-1: 'Red Beach' is not a place of the map, a box or an edge (did you mean Red Beech?)"
    )
    assert other.message.startswith("marine-3: ")


def test_a_folder_that_is_called_otherwise_than_its_game_is_told(
    landing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = landing.rename(landing.with_name("beach"))
    (problem,) = inspect_game(folder).problems
    text = "the game is called 'landing', its folder 'beach': commands look for the folder"
    assert (problem.message, problem.line) == (text, 3)
    monkeypatch.chdir(folder)
    with pytest.raises(UserError, match=r"expected the name of its folder, 'beach', found 'landing'"):
        find_spec("landing")


@pytest.mark.parametrize(
    ("file", "old", "new", "meant"),
    [
        ("game.toml", "rule-numbers", "rule-nmubers", "rule-numbers"),
        ("sequence.toml", "phase", "pahse", "phase"),
        ("vocabulary.toml", "faces ", "fcaes ", "faces"),
        ("map/grid.toml", "rows ", "rwos ", "rows"),
        ("map/grid.toml", "[[edge]]", "[[egde]]", "edge"),
        ("map/boxes.toml", "kind ", "knid ", "kind"),
        ("map/map.toml", '"clear"', '"celar"', "clear"),
        ("map/map.toml", '"wire"', '"wrie"', "wire"),
        ("map/map.toml", '"major"', '"mjaor"', "major"),
        ("map/legend.toml", "pattern", "pattren", "pattern"),
        ("map/legend.toml", "[hexside.stream]", "[hexsied.stream]", "hexside"),
        ("charts/combat.toml", "reader", "raeder", "reader"),
        ("charts/combat.toml", "order", "odrer", "order"),
        ("charts/combat.toml", "[table]", "[tabel]", "table"),
        ("charts/combat.toml", "source", "suorce", "source"),
        ("charts/terrain.toml", "order", "odrer", "order"),
        ("charts/terrain.toml", "source", "suorce", "source"),
        ("charts/turns.toml", "order", "odrer", "order"),
        ("charts/turns.toml", "[turns]", "[turn]", "turns"),
        ("module/table.toml", "box = ", "bxo = ", "box"),
        ("module/windows.toml", "button", "buttno", "button"),
        ("rules/basics.toml", "place =", "palce =", "place"),
        ("rules/basics.toml", "points =", "pionts =", "points"),
        ("rules/basics.toml", "[combat]", "[cmobat]", "combat"),
        ("rules/basics.toml", "units =", "untis =", "units"),
    ],
)
def test_a_misspelling_is_told_with_its_line_and_the_right_word(
    landing: Path, file: str, old: str, new: str, meant: str
) -> None:
    edit(landing / file, old, new)
    lines = (landing / file).read_text(encoding="utf-8").splitlines()
    changed = {f"{file}, line {number}" for number, line in enumerate(lines, 1) if new.strip('[]= "') in line}
    told = [line for line in told_by_lint(landing) if line.startswith(tuple(changed))]
    assert f"(did you mean {meant}?)" in told[0]
