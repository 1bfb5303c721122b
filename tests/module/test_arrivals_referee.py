"""The text of the button of arrivals in the real engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.module.test_declarations_referee import Player
from tests.referee.engine import Engine
from trc_module.module.inputs import ModuleInputs


@pytest.fixture
def player(referee: Engine, module_file: Path, parts: ModuleInputs, tmp_path: Path) -> Player:
    return Player(referee.keep(module_file), parts, tmp_path)


def _told(player: Player) -> tuple[str, ...]:
    return player.game.press("Arrivals").chat


def test_arrivals_and_withdrawals_are_told_with_what_is_left(player: Player) -> None:
    player.sit_down(ger_41_pz="Y17", rus_13_inf="X16")
    player.turn_to(turn=19, step=1)
    arrives, left = _told(player)
    assert arrives == (
        "* Turn 19: Axis: German 90 Infantry 3-4 (west edge) | Axis withdrawal (20.9) in impulse 1: 2 (Armor, SS first)"
        " | Axis replacements (21)"
    )
    assert left.startswith(
        "* Rail moves left in this phase: Axis 6, Russian 5. Sea moves left in this turn, 1 in each sea: "
        "Axis 2, Russian 2. Aircraft left"
    )
    assert left.endswith("Units in the box of those withdrawn by the Axis: 0")


def test_a_sea_move_counts_until_the_turn_ends(player: Player) -> None:
    player.sit_down(ger_41_pz="Y17", rus_13_inf="X16")
    player.turn_to(turn=2, step=5)
    player.key("rus-13-inf", "ctrl 1")
    player.key("ger-41-pz", "ctrl L")
    assert "Axis 5, Russian 5. Sea moves left in this turn, 1 in each sea: Axis 2, Russian 1." in _told(player)[1]
    player.game.next_turn(times=2)
    assert "Axis 6, Russian 5. Sea moves left in this turn, 1 in each sea: Axis 2, Russian 1." in _told(player)[1]
    player.game.next_turn(times=4)
    assert player.game.property("Turn") == "3"
    assert "Sea moves left in this turn, 1 in each sea: Axis 2, Russian 2." in _told(player)[1]
