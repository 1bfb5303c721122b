"""Who was put into a battle without a line is not held to that part later in the turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.untidy.other_games import game_and_parts
from tests.untidy.other_plays import parts_of, told_of

PLAY = """
at: turn 2 axis attacks good
on K17: {with_it}ger-12-inf
on J18: ger-42-inf
on K18: sov-8-army
on J19: sov-5-army
attack 1: {with_it}ger-12-inf{second} x sov-8-army
odds 1: 2-1
roll 1: 6
result 1: DE
lose 1: sov-8-army
advance 1: ger-12-inf K17 K18
disperse ger-12-inf
end
end
end
end
end
attack 1: ger-42-inf x sov-5-army
odds 1: 1-1
roll 1: 3
result 1: D1
retreat 1: sov-5-army J19 J20
spend sov-5-army
advance 1: ger-42-inf J18 J19
end
"""
"""A battle at 2-1, which takes two units, and one of the reserve, for units that have not attacked on the turn."""
SECOND_TIME = ["XIII.A1", "XIII.G"]


def told(folder: Path, edits: list[str], *, with_it: str = "", second: str = "") -> list[str]:
    _, parts = game_and_parts("trp", frozenset(), folder)
    texts = told_of(parts, PLAY.format(with_it=with_it, second=second), edits, folder)
    return [text.split(": ")[0] for text in texts]


def test_another_unit_fought_where_that_breaks_less(tmp_path: Path) -> None:
    assert told(tmp_path, ["drop ATT ger-7-inf"], with_it="ger-7-inf ") == []


def test_where_no_other_could_it_is_undecided(tmp_path: Path) -> None:
    found = told(tmp_path, ["drop ATT ger-42-inf"], second=" ger-42-inf")
    # His second attack has no key either: no attack of which he would be accused is supplied.
    assert {text.split()[0] for text in found} == {"undecided"}
    assert "undecided log.battle" in found


def test_a_second_attack_of_which_lines_tell_is_one(tmp_path: Path) -> None:
    assert told(tmp_path, [], second=" ger-42-inf") == [f"violation {number}" for number in SECOND_TIME]


TWO = """
at: turn 2 axis attacks-1 good
on K17: ger-12-inf
on J18: ger-42-inf
on K18: sov-8-army
on J19: sov-5-army
attack 1: ger-42-inf x sov-5-army
attack 2: ger-12-inf x sov-8-army
roll 2: 5
end
end
end
move ger-42-inf J18 I18
end
"""
"""A battle that was not fought leaves its attackers to move in the next reserve phase."""


@pytest.mark.parametrize("edits", [[], ["plain ROLL"]], ids=["its die", "a plain die"])
def test_a_plain_die_may_have_been_that_of_another_battle(edits: list[str], tmp_path: Path) -> None:
    _, parts = game_and_parts("trp", frozenset(), tmp_path)
    assert told_of(parts, TWO, edits, tmp_path) == []


def test_who_fought_by_a_die_of_his_own_does_not_act_again(tmp_path: Path) -> None:
    _, parts = game_and_parts("trp", frozenset(), tmp_path)
    found = told_of(parts, TWO.replace("roll 2", "roll 1"), [], tmp_path)
    assert [text.split(": ")[0] for text in found] == ["violation XIII.G"]


STRUCK = """
at: turn 2 axis combat
on E13: ger-3-pz
on E14: sov-northwest
target sov-northwest
attack 1: ger-3-pz x sov-northwest
roll 1: 2
counterblow ger-3-pz
end
end
end
draw soviet 1
end
end
end
end
target ger-3-pz
attack 1: sov-northwest x ger-3-pz
roll 1: 3 at {}
end
"""
"""Who has a counterblow marker is attacked at a column more in the next phase of battles, which is the other side's."""


@pytest.mark.parametrize(
    ("odds", "edits", "expected"),
    [
        ("1-2", [], []),
        ("1-2", ["drop COUNTERBLOW"], ["undecided 10.6"]),
        # So it may where a key of those battles was forgotten as well.
        ("1-2", ["drop COUNTERBLOW", "drop DEF ger-3-pz"], ["undecided 10.6"]),
        ("1-3", [], ["violation 10.6"]),
        ("2-1", ["drop COUNTERBLOW"], ["violation 10.6"]),
    ],
)
def test_a_key_that_nobody_pressed_in_the_battles_before_may_explain_odds(
    odds: str, edits: list[str], expected: list[str], tmp_path: Path
) -> None:
    found = told_of(parts_of("nr"), STRUCK.format(odds), edits, tmp_path)
    assert [text.split(": ")[0] for text in found] == expected


THE_TURN_BEFORE = """
at: turn 1 soviet combat
on B19: sov-leningrad
on A20: fin
target fin
attack 1: sov-leningrad x fin
roll 1: {}
counterblow sov-leningrad
end
end
end
end
draw axis 4
end
end
end
end
attack 1: fin x sov-leningrad
roll 1: 1
end
"""
"""A fort attacks who has a counterblow marker, in the first battles of the next turn."""


@pytest.mark.parametrize(
    ("die", "edits", "expected"),
    [
        (5, [], []),
        (5, ["drop COUNTERBLOW"], ["undecided 14.1b"]),
        (1, ["drop COUNTERBLOW"], ["violation 14.1b"]),
    ],
)
def test_such_a_key_may_have_been_one_of_the_turn_before_for_who_is_attacked(
    die: int, edits: list[str], expected: list[str], tmp_path: Path
) -> None:
    found = told_of(parts_of("nr"), THE_TURN_BEFORE.format(die), edits, tmp_path)
    assert [text.split(": ")[0] for text in found] == expected


SUPPORTED = """
at: turn 3 axis combat
on F12: ger-4-pz
on F13: sov-northwest
on L15: ger-6
on L16: sov-south
target sov-northwest
attack 1: ger-4-pz x sov-northwest
support 1: {}
support 1: 1
roll 1: 1
end
end
end
draw soviet 1
end
end
end
end
target ger-6
attack 1: sov-south x ger-6
roll 1: 1
attack 2: ger-6 x sov-south
support 2: 1
roll 2: 2
end
"""
"""The Axis has two markers on the turn."""


@pytest.mark.parametrize(("first", "verdict"), [(1, "undecided"), (2, "violation")])
def test_a_number_may_have_been_said_twice_in_the_battles_before(first: int, verdict: str, tmp_path: Path) -> None:
    found = [text.split(": ")[0] for text in told_of(parts_of("nr"), SUPPORTED.format(first), [], tmp_path)]
    assert f"{verdict} 13.3" in found


def test_such_a_key_is_looked_for_in_each_order_of_the_battles_before(tmp_path: Path) -> None:
    """A marker said after the die was read before it: so it stays."""
    text = STRUCK.format("1-2").replace("roll 1: 2", "support 1: 1\nroll 1: 1")
    edits = ["drop COUNTERBLOW", "later SUPPORT 1"]
    found = told_of(parts_of("nr"), text, edits, tmp_path)
    assert [told.split(": ")[0] for told in found] == ["undecided 10.6"]
