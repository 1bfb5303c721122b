from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trc_module.gamespec import game_folder
from trc_module.module.assembly import build_tree
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.module.turns import TurnState
from trc_module.rules.finder import load_game
from trc_module.vassal.commands import SetTurn, decode_command


def test_the_tracker_is_written_as_vassal_writes_it() -> None:
    assert TurnState(1, 2).command(25, 3).encode() == "TURNTurnTracker0\t0|1;0;true;25;2\\;0\\;0\\;true,true,true"


@given(st.integers(1, 25), st.integers(0, 10))
def test_turn_and_step_read_back(turn: int, step: int) -> None:
    command = decode_command(TurnState(turn, step).command(25, 11).encode())
    assert isinstance(command, SetTurn)
    assert TurnState.read(command) == TurnState(turn, step)


@pytest.mark.parametrize("state", ["", "0", "0|3", "0|1;0;true;25"])
def test_another_modules_tracker_is_refused(state: str) -> None:
    with pytest.raises(ValueError, match="a turn tracker that counts turns and lists steps, not "):
        TurnState.read(SetTurn("TurnTracker0", state))


def test_a_tracker_without_a_number_is_refused() -> None:
    with pytest.raises(ValueError, match="it should be a whole number, not 'x'"):
        TurnState.read(SetTurn("TurnTracker0", "0|x;0;true;25;2\\;0\\;0\\;true"))


@pytest.mark.parametrize(("language", "turn"), [("en", "Turn"), ("de", "Runde"), ("it", "Turno")])
def test_the_tracker_speaks_the_language_of_the_module(language: str, turn: str) -> None:
    parts = load_inputs(load_game("nr"), game_folder("nr"), language)
    (tracker,) = build_tree(parts, "1").iter("{*}VASSAL.build.module.turn.TurnTracker")
    assert tracker.get("turnFormat") == f"{turn} $level1$: $level2$"


def test_the_tracker_lists_the_steps_of_a_turn_in_the_rules_order(parts: ModuleInputs) -> None:
    assert parts.phase_names == (
        "Weather",
        "Axis, first impulse: movement",
        "Axis, first impulse: combat",
        "Axis, second impulse: movement",
        "Axis, second impulse: combat",
        "Axis, end of the player turn",
        "Russian, first impulse: movement",
        "Russian, first impulse: combat",
        "Russian, second impulse: movement",
        "Russian, second impulse: combat",
        "Russian, end of the player turn",
    )
