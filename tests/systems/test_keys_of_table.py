"""The marks of the grammar are what the modules' commands do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.games.trp.form import fill
from trc_module.declarations import Verb
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.games.trc.module.unit_commands import UNIT_COMMANDS
from trc_module.gamespec import game_folder
from trc_module.module.table.commands import marker_commands, unit_commands
from trc_module.module.table_file import read_table
from trc_module.rules.game import Game
from trc_module.systems.keys_of_table import marked


def game_named(name: str, folder: Path) -> Game:
    return find_game(name, frozenset(), fill(folder) if name == "trp" else None)


SAYS_ONLY = {
    "trc": "ARRIVE AIR ATT AV BARRAGE BID CHOICE CONVERT DEF DRAWCHIT DROP FORT GUNS LOWER MARK MODE OUT PARTISAN "
    "RAILHEAD RECALL REMNANT REPLACE RETREAT SAIL SEALCHOICE SHOWCHIT SIBERIA WIN",
    "nr": "ADVANCE ARRIVE ATT CADRE COUNTERBLOW DEF DETRAIN EVENTMOVE OUT POINTS RETREAT SUPPORT TARGET TRACK WIN",
    "m41": "ABSORB AIRSUPPLY ARRIVE ATT DEF INTERCEPT NAMES OUT SEAL WIN",
    "trp": "ADVANCE AMPHIBIOUS ARRIVE ASK ATT BECOMES CANCEL DECLINE DEF FALLBACK HOLD ODDS OUT PRODUCE REDEPLOY "
    "RESULT RETREAT SEA STAND STOP SURVIVE WIN",
}


@pytest.mark.parametrize("name", SAYS_ONLY)
def test_verbs_whose_keys_only_say_something(name: str, tmp_path: Path) -> None:
    verbs = game_named(name, tmp_path / "form").grammar.verbs.values()
    assert {verb.name for verb in verbs if verb.says_only} == set(SAYS_ONLY[name].split())


@pytest.mark.parametrize("name", ["nr", "m41", "trp"])
def test_no_command_of_such_a_verb_changes_a_counter(name: str, tmp_path: Path) -> None:
    game, folder = game_named(name, tmp_path / "form"), game_folder(name)
    table = read_table(folder)
    kinds = {kind for data in table.command for kind in data.kinds}
    made = unit_commands(table, game.grammar, folder)
    made += tuple(each for kind in sorted(kinds) for each in marker_commands(table, game.grammar, folder, kind))
    changing = {each.verb.name for each in made if each.data.box or each.data.face or each.data.status}
    assert changing
    assert [name for name in sorted(changing) if game.grammar.verbs[name].says_only] == []


def test_no_command_of_such_a_verb_sends_a_unit_of_the_first_game_into_a_box(tmp_path: Path) -> None:
    verbs = game_named("trc", tmp_path).grammar.verbs
    sending = {each.verb for each in UNIT_COMMANDS if each.verb and each.box}
    assert len(sending) == 8
    assert [name for name in sorted(sending) if verbs[name].says_only] == []


VERBS = tuple(Verb(name, "Something is said.", ()) for name in ("SAY", "TURN", "TIRE", "GO", "SUN", "TRICK", "DRAW"))
TABLE = """
[[command]]
verb = "SAY"
places = "flag"
[[command]]
verb = "TURN"
face = "next"
[[command]]
verb = "GO"
box = "lost"
[[condition]]
begins = ["TIRE"]
[[button]]
verb = "SUN"
sets = { Weather = "good" }
[[deck]]
play = "TRICK"
"""


def test_the_table_marks_what_its_commands_change(tmp_path: Path) -> None:
    (tmp_path / "module").mkdir()
    (tmp_path / "module" / "table.toml").write_text(TABLE, encoding="utf-8")
    assert [verb.name for verb in marked(VERBS, tmp_path) if verb.says_only] == ["SAY"]


def test_without_a_table_the_marks_stay_as_they_are(tmp_path: Path) -> None:
    verbs = (replace(VERBS[0], changes=True), VERBS[1])
    assert marked(verbs, tmp_path) == verbs


@pytest.mark.parametrize("text", ["command = 3", "command = [3]", "[button]\nverb = 1"])
def test_a_table_of_another_form_marks_nothing(text: str, tmp_path: Path) -> None:
    (tmp_path / "module").mkdir()
    (tmp_path / "module" / "table.toml").write_text(text, encoding="utf-8")
    assert marked(VERBS, tmp_path) == VERBS


def test_a_table_that_is_no_toml_is_named(tmp_path: Path) -> None:
    (tmp_path / "module").mkdir()
    (tmp_path / "module" / "table.toml").write_text("[[command]\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"table\.toml, line 1: expected TOML"):
        marked(VERBS, tmp_path)
