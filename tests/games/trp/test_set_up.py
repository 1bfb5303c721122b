"""The historical set-up: 87 units, which obey the rules of stacking and begin where the list has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.games import find_game
from trc_module.games.trp import load
from trc_module.games.trp.acts import AVAILABLE
from trc_module.games.trp.data import DISPERSED, JULY_10, JUNE_1, JUNE_22
from trc_module.games.trp.stacking import overfull
from trc_module.rules.actions import End
from trc_module.rules.engine import check
from trc_module.rules.state import State
from trc_module.systems.statuses import STATUSES

GAME = load()
DATES = (JUNE_22, JUNE_1, JULY_10)


def begun(scenario: str) -> State:
    return GAME.start(scenario, frozenset())


@pytest.mark.parametrize("scenario", DATES)
def test_45_axis_and_42_soviet_units_stand_on_the_map(scenario: str) -> None:
    state = begun(scenario)
    on_map = {
        side: [unit for unit, at in state.forces[side].places.items() if isinstance(at, int)] for side in GAME.sides
    }
    assert {side: len(units) for side, units in on_map.items()} == {"axis": 45, "soviet": 42}
    assert {at for at in state.forces["soviet"].places.values() if isinstance(at, str)} == {AVAILABLE}


def test_no_hex_is_overfull_and_none_is_shared() -> None:
    state = begun(JUNE_22)
    stacks = [stack for side in GAME.sides for stack in state.forces[side].stacks.values()]
    assert len(stacks) == 72
    assert [wrong for stack in stacks for wrong in overfull(GAME, stack)] == []
    assert state.forces["axis"].occupied & state.forces["soviet"].occupied == 0


def test_every_unit_stands_on_land_of_its_side() -> None:
    state = begun(JUNE_22)
    where = [(side, at) for side in GAME.sides for at in state.forces[side].places.values() if isinstance(at, int)]
    assert [GAME.hex_name(at) for side, at in where if state.control.get(at) != side] == []


@pytest.mark.parametrize("scenario", DATES)
def test_a_turn_without_an_act_breaks_no_rule(scenario: str) -> None:
    state, told = begun(scenario), []
    for _ in GAME.sequence.steps:
        told += [finding for finding in check(find_game("trp"), state, End()) if finding.accuses]
        state = GAME.apply(state, End())
    assert told == []
    assert str(state.clock) == "turn 2 axis supply"


def test_no_unit_is_dispersed_as_long_as_the_letters_are_unknown() -> None:
    assert dict(STATUSES.of(begun(JUNE_1))) == {}


def test_units_with_a_d_begin_dispersed_in_june_once_the_owner_has_told_them(filled: Path) -> None:
    game = load(overlay=filled)
    found = {scenario: dict(STATUSES.of(game.start(scenario, frozenset()))) for scenario in DATES}
    assert found == {JUNE_22: {"sov-3-mex": DISPERSED}, JUNE_1: {"sov-3-mex": DISPERSED}, JULY_10: {}}
