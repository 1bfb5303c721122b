"""Units that went by sea without a line, and units that were lost there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.replay.script import Script, acts, told

Begin = Callable[[str], Script]
SAILS = "at: turn 1 russian impulse 1 movement clear\non E31: ger-12-inf\non DD24: rus-2-cav\n"
INVADES = "at: turn 2 axis impulse 1 movement clear\non R9: rus-stavka\nbox axis off-map-units: rum-cav\n"


def test_a_plain_die_is_that_of_a_unit_that_may_have_sailed(script: Begin) -> None:
    for log in (
        script(SAILS).roll_for_something(3).move("rus-2-cav", "JJ23", by="russian"),
        script(SAILS).move("rus-2-cav", "JJ23", by="russian").roll_for_something(3),
    ):
        audit = log.end().audit()
        assert acts(audit) == ["sea transfer rus-2-cav DD24 JJ23 roll 3", "end"]
        assert [line for line in told(audit) if "note" not in line] == []


def test_a_die_that_sinks_is_not_that_of_a_unit_that_has_come_through(script: Begin) -> None:
    # In the Baltic a Russian adds 2 to his die, and three ports take 3 off: a 6 sinks. The corps has walked.
    log = script("at: turn 1 russian impulse 1 movement clear\non E31: ger-12-inf\non F17: rus-2-cav\n")
    audit = log.roll_for_something(6).move("rus-2-cav", "D15", by="russian").end().audit()
    assert [text.split()[0] for text in acts(audit)] == ["move", "end"]
    assert "1 undecided log.roll" in told(audit)


@pytest.mark.parametrize(("die", "first"), [(5, True), (5, False)])
def test_who_lies_in_the_pool_behind_a_die_that_sinks_was_lost_at_sea(script: Begin, die: int, *, first: bool) -> None:
    log = script(INVADES)
    if first:
        log.roll_for_something(die).move("rum-cav", "axis replacement-pool")
    else:
        log.move("rum-cav", "axis replacement-pool").roll_for_something(die)
    audit = log.end().audit()
    assert ("eliminate rum-cav because 10.4" in acts(audit)) is first
