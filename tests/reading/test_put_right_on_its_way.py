"""Stops on ways: one that may have been a slip is left open, one beside which there is no other way is told."""

from __future__ import annotations

from pathlib import Path

from tests.untidy.other_plays import parts_of, told_of

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
