"""What modules of any game reckon of battles, in the real engine, against the rules; more of them: reckoned_games."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.games.trp.form import fill
from tests.referee.engine import Engine
from tests.referee.reckoned_games import Compared, tables_of
from trc_module.disk_cache import cache_root
from trc_module.gamespec import game_folder
from trc_module.module.build import build_module
from trc_module.module.inputs import load_inputs
from trc_module.rules.finder import load_game
from trc_module.rules.game import Game
from trc_module.systems.kit.game import Kit

BFM = Path(__file__).parents[1] / "systems" / "kit" / "bfm"


def played(referee: Engine, name: str, rules: Game, folder: Path, scratch: Path) -> list[Compared]:
    """Return some battles of a game."""
    parts = load_inputs(rules, folder)
    module = scratch / "game.vmod"
    build_module(parts, module, "1", cache_root())
    tables = tables_of(name, referee.open(module, draw_palettes=False), parts, scratch, random.Random(23))
    return list(tables.battles(10))


def test_a_game_whose_rules_are_data_reckons_as_its_rules_do(referee: Engine, tmp_path: Path) -> None:
    found = played(referee, "kit", Kit(BFM).load(), BFM, tmp_path)
    assert [each for each in found if each.ours != each.theirs] == []
    assert len({each.ours for each in found}) > 3


@pytest.mark.parametrize("name", ["nr", "trp", "m41"])
def test_a_game_with_rules_of_its_own_reckons_as_they_do(referee: Engine, name: str, tmp_path: Path) -> None:
    overlay = fill(tmp_path / "mine") if name == "trp" else None
    found = played(referee, name, load_game(name, overlay=overlay), game_folder(name), tmp_path)
    assert [each for each in found if each.ours != each.theirs] == []
    assert len({each.ours for each in found}) > 3


def test_what_the_data_lack_is_said_in_words_and_nothing_is_reckoned(referee: Engine, tmp_path: Path) -> None:
    rules, folder = load_game("trp"), game_folder("trp")
    parts = load_inputs(rules, folder)
    module = tmp_path / "game.vmod"
    build_module(parts, module, "1", cache_root())
    game = referee.open(module, draw_palettes=False)
    (found,) = tables_of("trp", game, parts, tmp_path, random.Random(23)).battles(1)
    assert found.theirs == ""
    lack = "not reckoned, the data lack what rivers do, the shift of the winter offensive, the results table"
    assert any(lack in line for line in game.said.chat)


def test_dice_before_a_strength_are_not_rolled_and_one_key_rolls_for_both_sides(
    referee: Engine, tmp_path: Path
) -> None:
    rules, folder = load_game("m41"), game_folder("m41")
    parts = load_inputs(rules, folder)
    module = tmp_path / "game.vmod"
    build_module(parts, module, "1", cache_root())
    game = referee.open(module, draw_palettes=False)
    list(tables_of("m41", game, parts, tmp_path, random.Random(23)).battles(1))
    game.press("New battle")
    for button in ("Attackers roll dice", "Defenders on the table"):
        assert game.press(button).chat == (
            "* No firing strength is set: nothing is rolled. Choose whose strength it is first.",
        )
    assert (game.property("FireDice"), game.property("FireDie_result")) == ("", "1")
    list(tables_of("m41", game, parts, tmp_path, random.Random(23)).battles(1))
    attack, defence = (int(str(game.property(name))) for name in ("BattleAttack", "BattleDefence"))
    game.load_dice(*[3] * (attack + defence))
    told = game.hot_key("F7").chat
    assert told[0] == f"* Firing strength {attack}"
    assert f"the attackers roll {','.join('3' * attack)}" in told[1]
    assert told[2] == f"* Firing strength {defence}"
    assert f"the defenders roll {','.join('3' * defence)}" in told[3]
