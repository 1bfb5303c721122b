"""Who was put into a battle without a line is not held to that part later in the turn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.auditing.readings import Referee, change, noted, phase_read, weighed
from tests.auditing.steps import clock_of, log_of, step
from tests.reading.phases import line
from tests.untidy.other_games import game_and_parts
from tests.untidy.other_plays import parts_of, told_of
from trc_module.auditing import supplied as supplied_module
from trc_module.auditing.supplied import Supplied
from trc_module.auditing.weighed import PhaseRead, Weighed
from trc_module.rules.actions import Attack
from trc_module.rules.clock import FIGHT, MOVE, Clock
from trc_module.rules.finding import Verdict

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


BOTH, ONE = (Attack(1, attackers, ("blue-1",)) for attackers in (("red-1", "red-2"), ("red-1",)))
SAID = step(1, "ATT b=1 u=red-1", "DEF b=1 u=blue-1", "ROLL b=1 die=3")
READER = cast("Any", SimpleNamespace(lines_of=lambda step: [line(f"{step.number} {text}") for text in _texts(step)]))


def _texts(step: Any) -> list[str]:
    return [" ".join((one.verb, *(f"{key}={value}" for key, value in one.fields.items()))) for one in step.declarations]


class Without:
    """What phases come to if a unit was in none of their battles."""

    def __init__(self, other: Weighed, last: Weighed) -> None:
        self.other, self.last = other, last
        self.asked: list[str] = []

    def without(self, unit: str, read: PhaseRead, reader: Any) -> Weighed:
        self.asked.append(unit)
        return self.other

    def read_on(self, first: PhaseRead, phases: Sequence[PhaseRead], reader: Any) -> list[PhaseRead]:
        return [phase_read(self.last, at=read.phase.clock) for read in phases]


def read_again(
    phases: list[PhaseRead],
    other: Weighed,
    last: Weighed,
    monkeypatch: pytest.MonkeyPatch,
    best_of: Any = None,
    older: Sequence[PhaseRead] = (),
) -> tuple[list[str], list[str]]:
    """Return whose part was looked at, and what is told of the last phase then."""
    monkeypatch.setattr(supplied_module, "with_keys_of_before", lambda *given: None)
    completing = Without(other, last)
    found = Supplied(log_of(), cast("Any", Referee(best_of=best_of)), cast("Any", completing))
    for read in older:
        found.remember(read)
    whole = found.taken_back(phases, READER)
    assert len(whole) == len(phases)
    texts = [
        f"{one.finding.verdict.value} {one.finding.rule} {one.finding.sentence}"
        for one in whole[-1].best.after.findings
    ]
    return completing.asked, texts


def fought(best: Weighed | None = None, at: Clock | None = None) -> PhaseRead:
    return phase_read(best or weighed(fought=[BOTH]), SAID, at=at)


ACCUSED = noted("7.1", "red-2")
WRONG = "violation 7.1 It is so."
OPEN = (
    "undecided 7.1 It is so. Whether that is so depends on whether red-2 had a part in a battle of {}, "
    "which no line says."
)


def test_who_is_accused_by_a_part_that_no_line_gives_him_had_none(monkeypatch: pytest.MonkeyPatch) -> None:
    phases = [fought(), phase_read(weighed()), phase_read(weighed(ACCUSED))]
    without = weighed(fought=[ONE])
    assert read_again(phases, without, weighed(), monkeypatch) == (["red-2"], [])
    # As often it breaks something else: then it is open.
    where = OPEN.format(phases[0].phase.clock.words)
    for weight in ((1, 0, 0, 0), (2, 0, 0, 0)):
        without = weighed(weight=weight, fought=[ONE])
        assert read_again(phases, without, weighed(), monkeypatch) == (["red-2"], [where])
    # So it is where somebody else is accused then, and it stands where he is accused still.
    other = noted("8", "red-1")
    heavy = [fought(weighed(weight=(5, 0, 0, 0), fought=[BOTH])), phase_read(weighed(ACCUSED))]
    assert read_again(heavy, weighed(fought=[ONE]), weighed(other), monkeypatch) == (["red-2"], [where])
    assert read_again(phases, weighed(fought=[ONE]), weighed(ACCUSED), monkeypatch) == (["red-2"], [WRONG])


def test_only_what_the_other_reading_does_not_accuse_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    phases = [fought(), phase_read(weighed(ACCUSED, noted("8", "red-1"), noted("9", "x", verdict=Verdict.NOTE)))]
    told = read_again(phases, weighed(weight=(1, 0, 0, 0), fought=[ONE]), weighed(noted("8", "red-1")), monkeypatch)[1]
    where = OPEN.format(phases[0].phase.clock.words)
    assert told == [where, "violation 8 It is so.", "note 9 It is so."]


def test_who_is_put_into_a_battle_in_every_reading_had_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    phases = [fought(), phase_read(weighed(ACCUSED))]
    assert read_again(phases, weighed(fought=[BOTH]), weighed(), monkeypatch) == (["red-2"], [WRONG])


def test_whom_a_line_names_is_held_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for unit in ("red-1", "blue-1", "blue-2"):
        phases = [fought(), phase_read(weighed(noted("7.1", unit)))]
        assert read_again(phases, weighed(), weighed(), monkeypatch) == ([], [WRONG])
    # A line of something else is none of his part.
    loss = phase_read(weighed(fought=[BOTH]), SAID, step(2, "REDUCE b=1 u=red-2"))
    assert read_again([loss, phase_read(weighed(ACCUSED))], weighed(fought=[ONE]), weighed(), monkeypatch) == (
        ["red-2"],
        [],
    )


def test_a_part_counts_in_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    later = phase_read(weighed(ACCUSED), at=clock_of(FIGHT, turn=2))
    assert read_again([fought(), later], weighed(fought=[ONE]), weighed(), monkeypatch) == ([], [WRONG])
    # The judge may have forgotten the phase: it is looked for among those before, and the last one counts.
    now = [phase_read(weighed(ACCUSED))]
    assert read_again(now, weighed(fought=[ONE]), weighed(), monkeypatch, older=[fought(), fought()]) == (["red-2"], [])


def test_when_one_part_explains_all_no_other_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    three = Attack(1, ("red-1", "red-2", "red-h"), ("blue-1",))
    phases = [fought(weighed(fought=[three])), phase_read(weighed(noted("7.1", "red-2", "red-h")))]
    assert read_again(phases, weighed(fought=[ONE]), weighed(), monkeypatch) == (["red-2"], [])
    phases = [fought(weighed(fought=[three])), phase_read(weighed(ACCUSED, noted("7.1", "red-h")))]
    two = weighed(fought=[Attack(1, ("red-1", "red-h"), ("blue-1",))])
    assert read_again(phases, two, weighed(noted("7.1", "red-h")), monkeypatch)[0] == ["red-2", "red-h"]


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        (("1 ATT b=1 u=red-1", "1 DEF b=1 u=blue-1", "4 ROLL b=1 die=3"), True),
        # The die is no plain one, and no other battle lacks one, or it is not declared by both sides.
        (("1 ATT b=1 u=red-1", "1 DEF b=1 u=blue-1", "5 ROLL b=1 die=3"), False),
        (("1 ATT b=1 u=red-1", "1 DEF b=1 u=blue-1", "4 ROLL b=1 die=3", "6 ROLL b=2 die=3"), False),
    ],
)
def test_who_fought_by_a_plain_die_may_not_have_if_another_battle_lacks_one(
    lines: Sequence[str], asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = ("3 ATT b=2 u=red-h", "3 DEF b=2 u=blue-2")
    best = weighed(fought=[ONE], lines=[line(each) for each in (*lines, *other)])
    read = phase_read(best, SAID, step(4, "DIE die=3"))
    phases = [read, phase_read(weighed(noted("7.1", "red-1")))]
    found = read_again(phases, weighed(), weighed(), monkeypatch)
    assert found == ((["red-1"], []) if asked else ([], [WRONG]))
    # Where only one side of it is declared it lacks none, unless a line tells what came of it.
    for more, lacks in (((), False), (("7 LOSS b=2 u=blue-2",), asked)):
        half = weighed(fought=[ONE], lines=[line(each) for each in (*lines, other[0], *more)])
        phases = [phase_read(half, SAID, step(4, "DIE die=3")), phases[1]]
        found = read_again(phases, weighed(), weighed(), monkeypatch)
        assert found == ((["red-1"], []) if lacks else ([], [WRONG]))


def test_what_keys_alone_accuse_of_that_were_supplied_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    free, plain = change("a key", chosen=True), change("a line")
    asked: list[Any] = []

    def best_of(phase: Any, changed: Any, before: Any, best: Any) -> Weighed:
        asked.append(changed)
        return weighed()

    monkeypatch.setattr(READER, "changed", lambda base, kept: list(kept), raising=False)
    read = phase_read(weighed(changes=(plain, free)), SAID)
    where = f"keys were pressed in {read.phase.clock.words}, which no line says."
    open_ = f"undecided 7.1 It is so. Whether that is so depends on whether {where}"
    phases = [read, phase_read(weighed(ACCUSED))]
    assert read_again(phases, weighed(), weighed(), monkeypatch, best_of) == ([], [open_])
    assert asked == [[plain]]
    assert read_again(phases, weighed(), weighed(ACCUSED), monkeypatch, best_of) == ([], [WRONG])
    # Of another turn, and without a free choice, nothing is asked.
    later = phase_read(weighed(ACCUSED), at=clock_of(FIGHT, turn=2))
    settled = phase_read(weighed(changes=(plain,)), SAID)
    asked.clear()
    assert read_again([read, later], weighed(), weighed(), monkeypatch, best_of) == ([], [WRONG])
    assert read_again([settled, phases[1]], weighed(), weighed(), monkeypatch, best_of) == ([], [WRONG])
    assert asked == []


def test_the_phases_of_this_turn_and_the_last_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(supplied_module, "with_keys_of_before", lambda *given: seen.append(given[3]))
    found = Supplied(log_of(), cast("Any", Referee()), cast("Any", None))
    read = [phase_read(weighed(), at=clock_of(MOVE, turn=turn)) for turn in (1, 2, 2, 3)]
    for one in read:
        found.remember(one)
    now = phase_read(weighed(), at=clock_of(FIGHT, turn=3))
    found.taken_back([now], READER)
    assert [one.phase.clock.turn for one in seen[0]] == [2, 2, 3, 3]
    found.forget()
    found.taken_back([now], READER)
    assert seen[1] == [now]
