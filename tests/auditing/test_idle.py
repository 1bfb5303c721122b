"""A key that was forgotten in a phase in which nothing else is done: it is looked for there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.untidy.other_plays import parts_of, told_of

FLOWN = """
at: turn 2 german russian-rally good
status: ger-4-army disrupted, rus-bryansk disrupted
on C4: ger-4-army
on C3: rus-bryansk
on B3: rus-20-army
on B5: rus-24-army
on B4: rus-16-army
on D4: rus-13-army
on C5: rus-50-army
box german air: ger-8-fk
recover rus-bryansk
end
end
end
{}end
"""


@pytest.mark.parametrize(
    ("flight", "edits", "expected"),
    [
        ("air-supply ger-4-army by ger-8-fk\n", [], []),
        ("air-supply ger-4-army by ger-8-fk\n", ["drop AIRSUPPLY"], ["undecided M41-SUP-1"]),
    ],
    ids=["said", "forgotten"],
)
def test_a_supply_flight_is_looked_for_where_nothing_is_done(
    flight: str, edits: list[str], expected: list[str], tmp_path: Path
) -> None:
    found = told_of(parts_of("m41"), FLOWN.format(flight), edits, tmp_path)
    assert [text.split(": ")[0] for text in found] == expected
