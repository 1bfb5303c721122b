"""The die of an interception of supplies whose flight no key says: its own key says that there was one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.untidy.other_plays import parts_of, told_of

FLOWN = """
at: turn 2 german weather good
on C2: ger-4-army
on D1: ger-2-army
box german air: ger-8-fk
box russian air: rus-west-air
weather good
end
end
end
end
end
end
end
air-supply ger-4-army by ger-8-fk
intercept 1: rus-west-air x ger-8-fk
airdie 1: 3
end
"""


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([], []),
        (["drop INTERCEPT"], []),
        (["drop INTERCEPT", "drop AIRSUPPLY"], ["undecided M41-AIR-3"]),
    ],
    ids=["tidy", "who intercepts is forgotten", "both keys are forgotten"],
)
def test_what_such_a_die_is_for_is_undecided(edits: list[str], expected: list[str], tmp_path: Path) -> None:
    assert [text.split(": ")[0] for text in told_of(parts_of("m41"), FLOWN, edits, tmp_path)] == expected


MET = """
at: turn 1 german weather good
on A1: ger-4-army
on B1: ger-9-army
on A2: rus-20-army
on C1: rus-13-army
box german air: ger-2-fk ger-8-fk
box russian air: rus-west-air
weather good
end
attack 1: ger-9-army ger-2-fk x rus-13-army
intercept 1: rus-west-air x ger-2-fk
attack 2: ger-4-army ger-8-fk x rus-20-army
airdie 1: 2
lose 1: rus-west-air
end
"""


@pytest.mark.parametrize(
    ("edits", "expected"),
    [([], []), (["drop ATT ger-2-fk", "drop INTERCEPT"], ["undecided M41-AIR-3"])],
    ids=["tidy", "who flew and who met him are forgotten"],
)
def test_who_was_met_may_have_come_into_the_battle_by_no_key(
    edits: list[str], expected: list[str], tmp_path: Path
) -> None:
    assert [text.split(": ")[0] for text in told_of(parts_of("m41"), MET, edits, tmp_path)] == expected


MET_TWICE = """
at: turn 1 russian movement good
on A1: ger-4-pzgr
on A2: rus-20-army
box german air: ger-2-fk ger-8-fk
box russian air: rus-moscow-air
attack 1: rus-20-army rus-moscow-air x ger-4-pzgr
intercept 1: ger-8-fk x rus-moscow-air
airdie 1: 6
knock-out 1: rus-moscow-air
intercept 1: ger-2-fk x rus-moscow-air
airdie 1: {}
end
"""
"""The first of two who come in has forced the other one down."""


@pytest.mark.parametrize(
    ("die", "edits", "expected"),
    [
        (4, [], []),
        (4, ["drop INTERCEPT ger-8-fk", "plain AIRDIE 1"], ["undecided M41-AIR-3"]),
        # A die that forces nobody down was not that of the first one.
        (4, ["drop INTERCEPT ger-8-fk", "drop AIRDIE 6"], ["violation M41-AIR-3"]),
    ],
    ids=["tidy", "the first die is plain", "no die"],
)
def test_a_plain_die_may_be_of_another_unit_that_came_in(
    die: int, edits: list[str], expected: list[str], tmp_path: Path
) -> None:
    told = told_of(parts_of("m41"), MET_TWICE.format(die), edits, tmp_path)
    assert [text.split(": ")[0] for text in told] == expected
