"""Beginnings of phases in a log that shows impulses, or turns alone, or nothing."""

from __future__ import annotations

import pytest

from trc_module.module.inputs import ModuleInputs
from trc_module.profiles.phasing import PhaseClue, Phased, Went, find_phases
from trc_module.rules.clock import Clock

AXIS = Clock(2, "axis", 1, "movement")
COMBAT = Clock(2, "axis", 1, "combat")
LYING = {"ger-41-pz": ("axis", "P22"), "ger-46-pz": ("axis", "P20"), "rus-3-inf": ("russian", "P19")}


def phased(parts: ModuleInputs, *facts: PhaseClue, has_tracker: bool = True) -> Phased:
    grid = parts.board.grid
    lying = {unit: (side, grid.hex(name)) for unit, (side, name) in LYING.items()}
    told = [PhaseClue(99, told=Clock(2, "axis", 2, "movement"))] if has_tracker else []
    return find_phases([*facts, *told], AXIS, parts.game.sequence, grid, lying, has_tracker=has_tracker)


def went(parts: ModuleInputs, step: int, unit: str, before: str, after: str | None) -> PhaseClue:
    grid = parts.board.grid
    side = LYING[unit][0]
    return PhaseClue(step, [Went(unit, side, grid.hex(before), "pool" if after is None else grid.hex(after))])


def test_combat_begins_with_the_first_die_after_the_last_move(parts: ModuleInputs) -> None:
    found = phased(
        parts,
        PhaseClue(1, rolled=True),
        went(parts, 2, "ger-41-pz", "P22", "Q20"),
        PhaseClue(3, rolled=True),
        went(parts, 4, "rus-3-inf", "P19", "P18"),
        went(parts, 5, "ger-46-pz", "P20", "P19"),
    )
    assert found.begins == {3: COMBAT, 99: Clock(2, "axis", 2, "movement")}
    assert found.uncertain == set()


def test_a_retreat_that_is_dragged_hex_by_hex_is_no_move(parts: ModuleInputs) -> None:
    found = phased(
        parts,
        PhaseClue(1, rolled=True),
        went(parts, 2, "ger-46-pz", "P20", "P21"),
        went(parts, 3, "ger-46-pz", "P21", "P22"),
    )
    assert found.begins[1] == COMBAT


def test_a_loss_between_a_die_and_a_move_leaves_the_impulse_uncertain(parts: ModuleInputs) -> None:
    found = phased(
        parts,
        PhaseClue(1, rolled=True),
        went(parts, 2, "rus-3-inf", "P19", None),
        went(parts, 3, "ger-46-pz", "P20", "P15"),
    )
    assert found.uncertain == {AXIS, COMBAT}


@pytest.mark.parametrize(("lost", "doubted"), [("ger-46-pz", {"combat", "end"}), ("rus-3-inf", set())])
def test_a_loss_of_ones_own_behind_the_last_die_of_a_turn_may_be_of_combat_or_supply(
    parts: ModuleInputs, lost: str, doubted: set[str]
) -> None:
    grid = parts.board.grid
    lying = {unit: (side, grid.hex(name)) for unit, (side, name) in LYING.items()}
    facts = [
        PhaseClue(1, rolled=True),
        went(parts, 2, lost, LYING[lost][1], None),
        PhaseClue(99, told=Clock(2, "russian", 1, "movement")),
    ]
    start = Clock(2, "axis", 2, "movement")
    found = find_phases(facts, start, parts.game.sequence, grid, lying, has_tracker=True)
    assert found.uncertain == {Clock(2, "axis", 2, phase) for phase in doubted}


def test_without_dice_a_retreat_of_the_enemy_is_combat(parts: ModuleInputs) -> None:
    found = phased(parts, went(parts, 1, "ger-41-pz", "P22", "Q20"), went(parts, 2, "rus-3-inf", "P19", "P18"))
    assert found.begins[2] == COMBAT


def test_without_a_tracker_sides_and_dice_divide_the_log_and_nothing_is_certain(parts: ModuleInputs) -> None:
    found = phased(
        parts,
        went(parts, 1, "ger-41-pz", "P22", "Q20"),
        PhaseClue(2, rolled=True),
        went(parts, 3, "rus-3-inf", "P19", "P18"),
        went(parts, 4, "ger-46-pz", "P20", "P15"),
        went(parts, 5, "rus-3-inf", "P18", "P10"),
        has_tracker=False,
    )
    assert found.begins == {
        2: COMBAT,
        4: Clock(2, "axis", 2, "movement"),
        5: Clock(2, "russian", 1, "movement"),
    }
    assert {AXIS, COMBAT, Clock(2, "axis", 2, "combat"), Clock(2, "russian", 1, "movement")} <= found.uncertain


def test_impulses_that_a_log_passes_over_are_uncertain(parts: ModuleInputs) -> None:
    facts = [
        went(parts, 1, "ger-41-pz", "P22", "P20"),
        PhaseClue(2, rolled=True),
        PhaseClue(9, told=Clock(3, "axis", 1, "weather")),
    ]
    grid = parts.board.grid
    lying = {unit: (side, grid.hex(name)) for unit, (side, name) in LYING.items()}
    found = find_phases(facts, AXIS, parts.game.sequence, grid, lying, has_tracker=False)
    assert {"turn 2 axis impulse 2 combat", "turn 2 russian impulse 2 combat"} <= set(map(str, found.uncertain))
    assert Clock(3, "axis", 1, "weather") not in found.uncertain
