"""Lines of battles that are fought with pools of dice."""

from __future__ import annotations

import pytest

from trc_module.declarations import Declaration
from trc_module.games import find_game
from trc_module.systems.dice_pools import Fire, firing


@pytest.mark.parametrize(
    ("dice", "heard"),
    [("6,1", Fire(1, "attack", (6, 1))), ("", None), (",", None), ("6,x", None)],
)
def test_a_line_without_dice_means_nothing(dice: str, heard: Fire | None) -> None:
    act = firing("3", lambda game, state, act: "")
    assert act.hears is not None
    says = Declaration("FIRE", {"b": "1", "as": "attack", "dice": dice})
    assert act.hears(find_game("m41"), says, None) == heard
