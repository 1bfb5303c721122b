"""Stops on ways: one that may have been a slip is left open, one beside which there is no other way is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.reading.phases import briefs, phase
from tests.untidy.other_plays import parts_of, told_of
from trc_module.hexgrid import Hex
from trc_module.reading.habits import put_right_on_its_way

PAST_AN_ARMY = """
at: turn 2 axis attacks good
on J19: ger-2-army
on K18: sov-8-army
fall-back sov-8-army {}
disperse sov-8-army
end
"""


def test_a_retreat_for_which_there_is_no_other_way_is_told(tmp_path: Path) -> None:
    told = told_of(parts_of("trp"), PAST_AN_ARMY.format("K18 K19 K20 K21"), [], tmp_path)
    assert [text.split(": ")[0] for text in told] == ["violation XIII.D8"]


def test_a_stop_with_a_legal_one_beside_it_is_left_open(tmp_path: Path) -> None:
    (told,) = told_of(parts_of("trp"), PAST_AN_ARMY.format("K18 K19 L19 L20"), [], tmp_path)
    assert told.startswith("undecided XIII.D8: sov-8-army retreated wrongly: K19 is in the zone of ger-2-army.")
    assert told.endswith("In step 2 sov-8-army may have been put beside its way, and right in step 3.")


def test_a_retreat_that_ends_in_a_zone_is_told_whatever_lies_beside_its_way(tmp_path: Path) -> None:
    text = PAST_AN_ARMY.replace("J19", "L21").format("K18 L18 L19 L20")
    told = told_of(parts_of("trp"), text, [], tmp_path)
    assert [text.split(": ")[0] for text in told] == ["violation XIII.D8"]


def stops(*lines: str, goes: dict[int, int | None], steps: tuple[int, ...] = (3,), at: int | None = 0) -> Sequence[str]:
    """Return where blue-1 may have been put instead; hexes are next to each other up to a distance of two."""
    found = phase(*lines, at={"blue-1": at}, goes={"blue-1": goes}, units=["blue-1"], steps=steps)
    found = replace(
        found,
        near=lambda one, other: abs(one - other) in (1, 2),
        around=lambda middle: [Hex(middle + far) for far in (-2, -1, 1, 2)],
    )
    return briefs(put_right_on_its_way.proposals(found))


def test_a_stop_may_have_been_on_another_hex_next_to_the_last_and_the_next_one() -> None:
    assert stops(goes={3: 1, 4: 3}) == ["2, blue-1@2 in 3, chosen"]
    assert stops(goes={3: 1, 4: 2}) == ["2, blue-1@0 in 3, chosen"]
    assert stops(goes={3: 1, 4: 2}, steps=(4,)) == []
    # It was dragged over more than one hex.
    assert stops(goes={3: 5, 4: 3}) == []
    assert stops(goes={3: None, 4: 2}) == stops(goes={3: 1, 4: None}) == stops(goes={3: 1, 4: 2}, at=None) == []


@pytest.mark.parametrize(("die", "told"), [(2, True), (4, False), (6, True)])
def test_no_die_lies_between_a_stop_and_where_it_was_put_right(die: int, told: bool) -> None:
    assert stops(f"{die} DIE die=2", goes={3: 1, 5: 2}) == (["2, blue-1@0 in 3, chosen"] if told else [])
