"""Acts that concern units beside the map: aircraft that take hits, and units that come back among the air units."""

from __future__ import annotations

import pytest

from trc_module.games import find_game
from trc_module.rules.record import read_record, try_record

FIGHT = """
game: m41
at: turn 2 german weather good
on B1: ger-4-army
on C2: rus-20-army
box german air: ger-8-fk
box russian air: rus-west-air
weather good
end
attack 1: ger-4-army ger-8-fk x rus-20-army
end
end
fire 1: attack 1 1 1 1
fire 1: defend {}
hit 1: {}
"""


def told(text: str) -> list[str]:
    """Return verdicts and rules of the findings about the acts of a record, but notes."""
    outcomes = try_record(read_record(text.strip() + "\n", "a", find_game), "a").outcomes
    found = (f for outcome in outcomes for f in outcome.told.findings)
    return [f"{f.verdict.value} {f.rule}" for f in found if f.verdict.value != "note"]


@pytest.mark.parametrize(
    ("die", "unit", "found"),
    [
        ("6 = 1", "ger-4-army", []),
        ("6 = 1", "ger-8-fk", ["undecided M41-DIS-3"]),
        ("1 = 0", "ger-8-fk", ["violation M41-DIS-3"]),
        ("6 = 1", "rus-west-air", ["violation M41-DIS-3"]),
    ],
)
def test_whether_aircraft_take_hits_the_text_does_not_say(die: str, unit: str, found: list[str]) -> None:
    assert told(FIGHT.format(die, unit)) == found


@pytest.mark.parametrize(
    ("unit", "box", "found"),
    [
        ("rus-west-air", "air-out", []),
        ("rus-sib-air", "lost", []),
        ("rus-west-air", "lost", ["undecided M41-REP-7"]),
        ("rus-43-army", "lost", ["violation M41-REP-7"]),
        ("ger-8-fk", "lost", ["violation M41-REP-7"]),
    ],
)
def test_who_comes_back_among_the_air_units(unit: str, box: str, found: list[str]) -> None:
    side = "german" if unit.startswith("ger") else "russian"
    text = f"game: m41\nat: turn 2 russian replacement snow\nbox {side} {box}: {unit}\nreturn {unit}\n"
    assert told(text) == found
