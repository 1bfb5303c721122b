"""The toolbar of the main window in the real engine: one row of pictures, each with a tooltip that names it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee.engine import Button, Engine, Game
from trc_module.disk_cache import cache_root
from trc_module.gamespec import game_folder
from trc_module.module.build import build_module
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.module.layout import MAIN_MAP
from trc_module.module.setups import setups
from trc_module.rules.finder import load_game

_WIDE = "1440x900"


@pytest.fixture(scope="module")
def narrow(referee: Engine) -> Iterator[Engine]:
    """The engine on a screen that is 1440 pixels wide."""
    engine = Engine(referee._parts)
    before = os.environ.get("TRC_REFEREE_SCREEN")
    os.environ["TRC_REFEREE_SCREEN"] = _WIDE
    yield engine
    engine.close()
    if before is None:
        del os.environ["TRC_REFEREE_SCREEN"]
    else:
        os.environ["TRC_REFEREE_SCREEN"] = before


def _shown(game: Game) -> list[Button]:
    return [each for each in game.buttons() if each.visible and each.where in ("", MAIN_MAP)]


def _in_longest_step(engine: Engine, module: Path, parts: ModuleInputs) -> Game:
    build_module(parts, module, "1", cache_root())
    game = engine.open(module, draw_palettes=False)
    game.start_setup(next(setups(parts)).name, side=parts.game.sides[0].capitalize())
    names = parts.phase_names
    game.next_turn(times=names.index(max(names, key=len)))
    return game


@pytest.mark.parametrize(("name", "language"), [("trc", "it"), ("nr", "de"), ("m41", "de"), ("trp", "en")])
def test_the_toolbar_is_one_row_of_pictures_on_a_screen_of_1440_pixels(
    narrow: Engine, tmp_path: Path, name: str, language: str
) -> None:
    game = _in_longest_step(narrow, tmp_path / "game.vmod", load_inputs(load_game(name), game_folder(name), language))
    shown = _shown(game)
    # Buttons of different heights have their middles a pixel apart.
    assert max(each.middle for each in shown) - min(each.middle for each in shown) <= 1
    assert [each for each in shown if each.text or not each.tooltip] == []


def test_windows_stand_left_of_the_turn_and_what_acts_right_of_it(narrow: Engine, tmp_path: Path) -> None:
    game = _in_longest_step(narrow, tmp_path / "game.vmod", load_inputs(load_game("trp"), game_folder("trp")))
    ours = [each.tooltip.split(":")[0].split(" [")[0] for each in _shown(game) if each.where == ""]
    assert ours[3:] == [
        "Pools",
        "Turns",
        "Charts",
        "More",
        "Previous Turn",
        "Next Turn",
        "New battle",
        "Roll battle",
        "Attack and roll",
        "Die",
        "Weather",
    ]
    assert [each.text for each in game.buttons() if each.where == "More"] == [
        "Sides",
        "Options",
        "Counters",
        "Inventory",
        "Notes",
    ]
    assert [each.text for each in game.buttons() if each.where == "View"] == [
        "Hide counters",
        "Clear trails",
        "Take marks away",
        "Picture of the map",
    ]
