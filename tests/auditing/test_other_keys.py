"""Keys of another kind of movement or arrival than the table shows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.replay.script import Script, acts

Begin = Callable[[str], Script]
WEST = "on E31: ger-12-inf\n"


@pytest.mark.parametrize(
    ("start", "line", "unit", "goal", "read"),
    [
        ("on DD24: rus-2-cav\n", "SAIL u=rus-2-cav kind=sea-transfer", "rus-2-cav", "DD23", "move rus-2-cav DD24 DD23"),
        (
            "on R9: rus-worker-moscow\nbox russian turn-3: rus-29-inf\n",
            "REPLACE u=rus-29-inf",
            "rus-29-inf",
            "R9",
            "enter rus-29-inf R9",
        ),
        (
            "on R9: rus-worker-moscow\nbox russian replacement-pool: rus-1-tank\n",
            "ARRIVE u=rus-1-tank",
            "rus-1-tank",
            "R9",
            "replace rus-1-tank R9",
        ),
    ],
)
def test_what_the_table_shows_counts_and_not_the_key(
    script: Begin, start: str, line: str, unit: str, goal: str, read: str
) -> None:
    log = script("at: turn 2 russian impulse 2 end clear\n" + WEST + start)
    log.turn(3, "axis", 1, "weather").roll(1).turn(3, "russian", 1, "movement")
    audit = log.say(line, by="russian").move(unit, goal, by="russian").end().audit()
    told = [(n.finding.verdict.value, n.finding.rule, n.finding.sentence) for n in audit.findings]
    text = f"The key that was pressed says otherwise; read as '{read}', which breaks nothing."
    assert told == [("note", "log.mode", text)]
    assert read in acts(audit)


def test_who_rolled_at_sea_has_sailed(script: Begin) -> None:
    log = script("at: turn 2 russian impulse 1 movement clear\non DD24: rus-2-cav\n" + WEST)
    log.say("SAIL u=rus-2-cav kind=sea-transfer", by="russian").move("rus-2-cav", "DD23", by="russian")
    found = [n.finding.rule for n in log.say("SEA u=rus-2-cav die=3", by="russian").end().audit().findings]
    assert "10.3.1a" in found
