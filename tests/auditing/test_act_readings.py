"""The way that an act is read to have gone, of several."""

from __future__ import annotations

from pathlib import Path

from tests.untidy.other_plays import found_in, parts_of
from trc_module.rules.finding import Verdict

PAST_AN_ARMY = """
at: turn 2 axis moves-1 good
on K5: ger-1-inf
on L5: sov-8-army
move ger-1-inf K5 K6 L6
end
"""


def test_a_way_that_may_be_is_read_rather_than_one_of_which_nobody_knows(tmp_path: Path) -> None:
    """What stands of hexes with enemies is in a part of the rules that is not to be had: the stop there was a slip."""
    found = found_in(parts_of("trp"), PAST_AN_ARMY, ["onto ger-1-inf 1 L5"], tmp_path)
    (told,) = [finding for finding in found if finding.rule == "XII.1"]
    assert told.verdict is Verdict.NOTE
    assert told.sentence.startswith("As it was dragged: ger-1-inf entered L5, where sov-8-army stood;")
    assert told.sentence.endswith("Another way leads there, so nothing is broken.")
