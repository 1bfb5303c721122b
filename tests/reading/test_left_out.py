"""Units that lines leave out of a battle: those that could fight when it was declared, gone by its die or not."""

from __future__ import annotations

from dataclasses import replace

from tests.reading.test_search import ATT, DEF, ROLL, evidence
from trc_module.hexgrid import Hex
from trc_module.reading.habits import left_out


def proposed(gone_at: int) -> set[tuple[str, ...]]:
    """Return the units that may have been left out, where red-2 is taken off the map in a step."""
    found = replace(
        evidence(ATT, DEF, ROLL, units=["red-1"]),
        place_at=lambda unit, step: (
            None if unit == "red-2" and step > gone_at else Hex(2) if unit == "blue-1" else Hex(1)
        ),
    )
    return {tuple(line.says["u"] for line in change.into) for change in left_out.proposals(found)}


def test_an_attacker_that_is_taken_off_before_the_die_may_have_been_left_out() -> None:
    assert proposed(gone_at=9) == proposed(gone_at=2) == {("red-2",)}


def test_one_that_was_gone_before_the_battle_was_declared_was_not() -> None:
    assert proposed(gone_at=0) == set()
