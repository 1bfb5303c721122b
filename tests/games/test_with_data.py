"""A game is made again with other data, as the preview of an erratum needs it: every game, also of other makers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.toy.game import load
from trc_module.games import find_game
from trc_module.gamespec.spec import read_spec
from trc_module.rules.finder import load_rules
from trc_module.rules.game import Game

KIT = Path(__file__).parents[1] / "systems" / "kit" / "bfm"
"""A game whose rules are data."""


def game_of(name: str) -> Game:
    if name == "bfm":
        return load_rules(read_spec(KIT))
    return load() if name == "toy" else find_game(name)


@pytest.mark.parametrize("name", ["trc", "nr", "m41", "trp", "toy", "bfm"])
def test_a_game_made_of_its_own_data_is_the_same_game(name: str) -> None:
    game = game_of(name)
    again = game.with_data(game.board, game.roster, game.charts)
    assert (type(again), again.board, again.roster) == (type(game), game.board, game.roster)
    assert again.start("none", frozenset()) == game.start("none", frozenset())
    assert again.with_roster(game.roster).roster is game.roster
