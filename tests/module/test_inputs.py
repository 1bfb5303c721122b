"""What a module is made from is loaded once for all logs of a game, and anew for who makes the module."""

from __future__ import annotations

from trc_module.games import find_game
from trc_module.module.inputs import known_inputs, load_inputs
from trc_module.resources import data_dir
from trc_module.rules.finder import load_game


def test_logs_of_one_game_share_what_its_module_is_made_from() -> None:
    game, folder = find_game("trc"), data_dir() / "trc"
    known = known_inputs(game, folder)
    assert known_inputs(game, folder) is known
    assert load_inputs(game, folder) is not known
    assert known_inputs(load_game("trc"), folder) is not known
