"""Second attacks in a log that begins among attacks: a breakthrough may have come before it, for one attack."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.untidy.other_plays import parts_of, told_of

TWICE = """at: turn 2 axis attacks good
on K17: ger-3-pz
on K18: sov-8-army
on L16: sov-5-army
attack 1: ger-3-pz x sov-8-army
{between}attack 2: ger-3-pz x sov-5-army
"""


@pytest.mark.parametrize(
    ("between", "told"),
    [("", []), ("roll 1: 5\nresult 1: -\n", ["violation XIII.A1"])],
    ids=["both before a die", "after the die of the first"],
)
def test_a_second_attack_is_told_for_certain_when_a_die_of_the_unit_has_fallen(
    between: str, told: list[str], tmp_path: Path
) -> None:
    found = told_of(parts_of("trp"), TWICE.format(between=between), (), tmp_path)
    assert [each.partition(":")[0] for each in found if "XIII.A1" in each] == told
