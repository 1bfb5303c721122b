"""A phase is judged by the reading that breaks the fewest rules: how slips are put right, and phases divided again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.auditing.readings import noted, phase_read, weighed
from tests.auditing.steps import clock_of, log_of, phase, step
from trc_module.auditing import judge as judge_module
from trc_module.auditing.evidence import CandidateReading
from trc_module.auditing.judge import Judge
from trc_module.auditing.judged import Done, Noted
from trc_module.auditing.phases import Phase
from trc_module.auditing.start import Start
from trc_module.auditing.weighed import PhaseRead, Weighed
from trc_module.auditing.worlds import Saved
from trc_module.rules.actions import Attack
from trc_module.rules.clock import FIGHT, MOVE, OTHER
from trc_module.rules.finding import Finding, Verdict

LOG = log_of()
NOTHING = cast("Any", None)
START = LOG.parts.game.start("campaign", frozenset())


class Judging(Judge):
    """A judge whose readings are weighed beforehand."""

    def _weighed(self, phase: Phase, reading: Any, before: Saved) -> Weighed:
        found: Weighed = reading
        return found


def judge() -> Judging:
    chain: Any = SimpleNamespace(log=LOG, links=[], steps=[])
    found = Judging(chain, Start((START,), (), ()))
    # The positions of readings that were weighed beforehand are none to go back to.
    vars(found.worlds)["restore"] = lambda saved: None
    return found


def named(name: str, *found: Noted, acts: Sequence[Done] = (), **given: Any) -> Weighed:
    """Return a reading by its name."""
    read = weighed(*found, name=name, **given)
    read.after.acts.extend(acts)
    return read


def reader(first: Weighed, corrected: Mapping[tuple[str, str], Sequence[Weighed]]) -> Any:
    """Return a reader of one phase; `corrected` are its readings again with a unit's slip put right."""

    def again(reading: CandidateReading, unit: str) -> Sequence[Weighed]:
        return corrected.get((cast("Any", reading.evidence).name, unit), ())

    return SimpleNamespace(
        readings=lambda phase, state, beside: [first], corrected=again, suspects=lambda phase, reading: []
    )


def taken(first: Weighed, corrected: Mapping[tuple[str, str], Sequence[Weighed]]) -> str:
    """Return the name of the reading that is taken."""
    read = judge().read(phase(FIGHT), reader(first, corrected), ())
    return str(cast("Any", read.best.reading.evidence).name)


ONE, TWO = noted("7.1", "red-1"), noted("7.1", "blue-1")
OPEN = noted("log.move", "red-1", verdict=Verdict.UNDECIDED)
TOLD = named("as told", ONE)


def test_a_slip_that_explains_what_is_accused_is_put_right() -> None:
    right, open_ = named("right"), named("open", OPEN, weight=(0, 0, 0, 1))
    assert taken(TOLD, {("as told", "red-1"): [right]}) == "right"
    assert taken(TOLD, {("as told", "blue-1"): [right]}) == "as told"
    # What leaves more open than before explains nothing.
    assert taken(TOLD, {("as told", "red-1"): [open_]}) == "as told"
    both = named("as told", ONE, OPEN, weight=(1, 0, 0, 1))
    assert taken(both, {("as told", "red-1"): [open_]}) == "open"


def test_each_unit_that_is_accused_may_have_slipped() -> None:
    both, right = named("as told", ONE, TWO), named("right")
    assert taken(both, {("as told", "blue-1"): [right]}) == "right"
    # When one is put right the others may be, and he again who was not before.
    half = named("half", ONE)
    ways = {("as told", "blue-1"): [half], ("half", "red-1"): [right]}
    assert taken(both, ways) == "right"


def test_a_correction_breaks_no_other_rule() -> None:
    both = named("as told", ONE, TWO)
    assert taken(both, {("as told", "red-1"): [named("other", noted("8", "red-1"))]}) == "as told"
    assert taken(both, {("as told", "red-1"): [named("less", ONE)]}) == "less"


def test_one_slip_may_only_show_another() -> None:
    shows, right = named("shows", TWO), named("right")
    ways = {("as told", "red-1"): [shows], ("shows", "blue-1"): [right]}
    assert taken(TOLD, ways) == "right"
    # Of him who was accused before nothing new is shown.
    assert taken(TOLD, {("as told", "red-1"): [named("shows", ONE)], ("shows", "red-1"): [right]}) == "as told"
    open_ = named("open", OPEN, weight=(0, 0, 0, 1))
    assert taken(TOLD, {("as told", "red-1"): [shows], ("shows", "blue-1"): [open_]}) == "as told"
    assert taken(TOLD, {("as told", "red-1"): [shows], ("shows", "blue-1"): [named("worse", TWO)]}) == "as told"


def test_so_many_second_slips_are_looked_at_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    shows = named("shows", noted("7.1", "blue-1"), noted("7.1", "blue-2"))
    ways = {("as told", "red-1"): [shows], ("shows", "blue-2"): [named("right")]}
    for most, expected in ((1, "as told"), (2, "right")):
        monkeypatch.setattr(judge_module, "_MOST_CORRECTED", most)
        # One look is taken at the first slip already.
        assert taken(TOLD, ways) == expected


def went(number: int, unit: str | None = "red-1") -> Done:
    return Done((number,), clock_of(MOVE), "", cast("Any", SimpleNamespace(unit=unit)))


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        # An arrival and a move in one step, and a move on from there.
        ([went(1), went(1), went(3)], "right"),
        ([went(1), went(1)], "as told"),
        ([went(1), went(2), went(3)], "as told"),
        ([went(1), went(1, "red-2"), went(3)], "as told"),
        ([went(1, None), went(1, None), went(3, None)], "as told"),
    ],
)
def test_who_went_on_from_where_he_was_put_inland_was_put_right(acts: Sequence[Done], expected: str) -> None:
    first = named("as told", acts=acts)
    ways = {("as told", unit): [named("right")] for unit in ("red-1", "red-2", None)}
    assert taken(first, cast("Any", ways)) == expected
    # Not if that breaks something, or he entered in steps so as well.
    for other in (named("worse", ONE), named("again", acts=acts)):
        assert taken(first, {("as told", "red-1"): [other]}) == "as told"


def test_what_is_found_has_its_weight() -> None:
    found = judge()
    excused = noted("4", "x", verdict=Verdict.UNDECIDED)
    found.worlds.findings += [
        ONE,
        OPEN,
        noted("3", "x", verdict=Verdict.DOUBT),
        noted("3", "x", verdict=Verdict.DOUBT),
        noted("log.roll", "x", verdict=Verdict.UNDECIDED),
        noted("2", "x", verdict=Verdict.NOTE),
        Noted(excused.finding, (1,), excused.clock, None, "", accused=True),
    ]
    assert found.weight(0) == (2, 2, 1, 2)
    assert found.weight(2) == (0, 2, 1, 1)


MOVES, FIGHTS = phase(MOVE, step(1, goes={"red-1": (1, 2)})), phase(FIGHT, step(3, goes={"red-2": (1, 2)}))


def read(at: Phase, *found: Noted, **given: Any) -> PhaseRead:
    return PhaseRead(at, (), Saved([], (0, 0, 0, 0), [], [], [], []), weighed(*found, **given))


def test_late_movers_are_looked_for_until_no_other_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """With units taken off and without; each time as long as others are seen."""
    asked: list[tuple[set[str], bool]] = []
    comes: list[Any] = []

    def late(log: Any, last: Phase, now: Phase, units: set[str], *, removed: bool) -> Any:
        asked.append((set(units), removed))
        return ([MOVES, FIGHTS], frozenset(units))

    monkeypatch.setattr(judge_module, "with_late_moves", late)
    monkeypatch.setattr(judge_module, "is_lawful", lambda *given, **more: True)
    monkeypatch.setattr(judge_module, "note_on_late_moves", lambda *given, **more: NOTHING)
    found = judge()
    monkeypatch.setattr(found, "_with_overtime", lambda *given: comes.pop(0))
    last, fought = read(MOVES), read(FIGHTS, ONE)
    comes += [(None, set()), (None, set())]
    assert found._in_overtime(last, fought, NOTHING) is None
    assert asked == [({"red-1"}, False), ({"red-1"}, False), ({"red-1"}, True), ({"red-1"}, True)]
    assert comes == []
    comes += [(None, {"red-2"}), ([last], set())]
    assert found._in_overtime(last, fought, NOTHING) == [last]
    assert asked[4:] == [({"red-1"}, False), ({"red-1", "red-2"}, False)]


def again(found: Judging, phases: Sequence[PhaseRead], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let a judge read phases that are divided otherwise, as these; return where it has gone back to."""
    back: list[str] = []
    weight = tuple(map(sum, zip(*(one.best.weight for one in phases), strict=True)))

    def judged(*given: Any) -> Any:
        found.worlds.findings[:] = [one for each in phases for one in each.best.after.findings]
        return [*phases], weight

    monkeypatch.setattr(judge_module, "is_lawful", lambda *given, **more: True)
    monkeypatch.setattr(found, "_again", judged)
    monkeypatch.setattr(found, "as_before", lambda *phases: back.append(f"back by {len(phases)}"))
    monkeypatch.setattr(found._completing, "explained", lambda read, reader: read)
    return back


BATTLE = Attack(1, ("red-1",), ("blue-1",))


@pytest.mark.parametrize(
    ("now", "better"),
    [
        (read(FIGHTS), True),
        (read(FIGHTS, ONE), False),
        (read(FIGHTS, weight=(2, 0, 0, 0)), False),
        # It accuses nobody else, and takes no battle away; one more may be fought.
        (read(FIGHTS, TWO, weight=(0, 1, 0, 0)), False),
        (read(FIGHTS, fought=[BATTLE]), True),
    ],
)
def test_what_is_only_said_at_a_border_may_belong_behind_it(
    now: PhaseRead, better: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = judge()
    back = again(found, [read(MOVES), now], monkeypatch)
    monkeypatch.setattr(judge_module, "with_what_was_only_said", lambda *given: [("A note.", [MOVES, FIGHTS])])
    expected = [read(MOVES), now] if better else None
    told = found._with_what_was_said(read(MOVES), read(FIGHTS, ONE), NOTHING)
    assert (told is not None) is better
    assert (told and told[-1].best) == (expected and expected[-1].best)
    assert back == ([] if better else ["back by 2"])
    # A battle that was read is fought still.
    fights = read(FIGHTS, ONE, fought=[BATTLE])
    assert (found._with_what_was_said(read(MOVES), fights, NOTHING) is not None) is (now.best.after.acts != [])


def test_moves_of_late_movers_are_movement_if_that_breaks_less(monkeypatch: pytest.MonkeyPatch) -> None:
    found, note = judge(), Finding("log.phase", Verdict.NOTE, "They moved late.", ("red-1",))

    def late(now: PhaseRead, before: Noted = ONE) -> bool:
        again(found, [read(MOVES), now], monkeypatch)
        return found._with_overtime(read(MOVES), read(FIGHTS, before), NOTHING, [MOVES, FIGHTS], note)[0] is not None

    assert late(read(FIGHTS))
    assert not late(read(FIGHTS, TWO))
    assert not late(read(FIGHTS, TWO, weight=(2, 0, 0, 0)))
    # What nothing else explains was movement, even if it is illegal; but nobody else is accused of it.
    assert late(read(FIGHTS, ONE, weight=(2, 0, 0, 0)), OPEN)
    assert not late(read(FIGHTS, TWO, weight=(2, 0, 0, 0)), OPEN)


def test_phases_divided_otherwise_break_less_and_throw_no_more_dice_for_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = judge()
    ways: list[Any] = []

    def divided(*told: Noted, at: Phase = FIGHTS, **given: Any) -> list[str] | None:
        again(found, [read(MOVES), read(at, *told, **given)], monkeypatch)
        monkeypatch.setattr(found.worlds, "save", lambda since=None: Saved([], (0, 0, 0, 0), [], [], [], []))
        monkeypatch.setattr(found.worlds, "restore", lambda saved: None)
        monkeypatch.setattr(judge_module, "divided_otherwise", lambda *given: ways)
        found.worlds.findings[:] = before
        last = read(MOVES, *before)
        better = found._divided_otherwise(last, read(FIGHTS), NOTHING)
        return None if better is None else [one.finding.rule for each in better for one in each.best.after.findings]

    ways, before = [("A note.", [MOVES, FIGHTS])], [ONE]
    assert divided() == []
    assert divided(ONE) is None
    assert divided(ONE, weight=(2, 0, 0, 0)) is None
    # A die that has no purpose where nobody moves or fights explains nothing.
    roll = Noted(noted("log.roll", "x", verdict=Verdict.UNDECIDED).finding, (3,), clock_of(OTHER), None, "")
    assert divided(roll, weight=(0, 0, 0, 1)) is None
    fell = noted("log.roll", "x", verdict=Verdict.UNDECIDED)
    assert divided(fell, weight=(0, 0, 0, 1)) == ["log.roll"]
    other = Noted(noted("log.line", "x", verdict=Verdict.UNDECIDED).finding, (3,), clock_of(OTHER), None, "")
    assert divided(other, weight=(0, 0, 0, 1)) == ["log.line"]
    # A way that broke a rule is not explained by a phase in which nobody knows what it was, if it was known before.
    assert divided(OPEN, weight=(0, 0, 0, 1)) is None
    before = [ONE, OPEN]
    assert divided(OPEN, weight=(0, 0, 0, 1)) == ["log.move"]


def test_a_way_to_divide_phases_that_breaks_nothing_is_the_last_that_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    found, tried = judge(), []

    def judged(last: Any, read_: Any, reader: Any, parts: Any, note: Finding, after: Any = ()) -> Any:
        tried.append(str(note.sentence))
        return [read(MOVES), read(FIGHTS)], (0, 0, 0, 0)

    monkeypatch.setattr(judge_module, "is_lawful", lambda *given, **more: True)
    monkeypatch.setattr(found, "_again", judged)
    ways = [("One.", [MOVES, FIGHTS]), ("Two.", [MOVES, FIGHTS])]
    monkeypatch.setattr(judge_module, "divided_otherwise", lambda *given: ways)
    found.worlds.findings.append(ONE)
    assert found._divided_otherwise(read(MOVES, ONE), read(FIGHTS), NOTHING) is not None
    assert tried == ["One."]
    # So it is where battles are declared that are fought later.
    tried.clear()
    monkeypatch.setattr(judge_module, "span_of_a_fight", lambda *given: (0, MOVES.clock, FIGHTS.clock))
    monkeypatch.setattr(judge_module, "with_battles_in_their_steps", lambda *given: ways)
    monkeypatch.setattr(
        found, "_judged_again", lambda before, parts, reader, note: judged(None, None, None, None, note)[0]
    )
    monkeypatch.setattr(found._completing, "explained", lambda read, reader: read)
    assert found._with_battles_in_their_steps([read(MOVES, ONE), read(FIGHTS)], NOTHING) is not None
    assert tried == ["One."]


@pytest.mark.parametrize("kind", [FIGHT, MOVE])
def test_who_was_put_elsewhere_when_battles_were_over_may_have_owed_it(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[set[str]] = []

    def divided(log: Any, last: Phase, now: Phase, units: set[str], told: set[int]) -> list[Any]:
        asked.append(units)
        return []

    monkeypatch.setattr(judge_module, "divided_otherwise", divided)
    found = judge()
    went = {"red-1": (1, 2), "blue-1": (3, 4), "blue-2": (5, 6)}
    last = read(phase(kind, step(1, goes=went)), noted("9", verdict=Verdict.DOUBT), weight=(0, 1, 0, 0))
    now = read(phase(OTHER, step(3, goes={"grey-1": (7, "lost")}), side="blue"), noted("8", "red-1", "blue-1"))
    assert found._divided_otherwise(last, now, NOTHING) is None
    # The opponent's units that had gone back go further, and who is taken off.
    assert asked == [{"blue-1", "grey-1"} if kind == FIGHT else set()]


@pytest.mark.parametrize(("weight", "better"), [((0, 0, 0, 0), True), ((1, 0, 0, 0), False), ((2, 0, 0, 0), False)])
def test_losses_that_come_late_are_those_of_battles_before_if_that_breaks_less(
    weight: tuple[int, ...], better: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, again_ = judge(), [read(FIGHTS, weight=weight), read(MOVES), read(FIGHTS)]
    monkeypatch.setattr(judge_module, "carried_out_late", lambda *given: ("A note.", (FIGHTS, FIGHTS)))
    monkeypatch.setattr(judge_module, "is_lawful", lambda *given, **more: True)
    monkeypatch.setattr(found, "_judged_again", lambda *given: again_)
    told = found._with_late_losses([read(FIGHTS, ONE), read(MOVES), read(FIGHTS)], NOTHING)
    assert (told is not None) is better


@pytest.mark.parametrize(
    ("fought", "weight", "legal"),
    [
        ((0, 0, 0, 0), (1, 0, 0, 0), True),
        # What the game before the log may excuse is legal if all break less so.
        ((0, 0, 1, 0), (0, 9, 0, 0), True),
        ((0, 0, 1, 0), (1, 0, 0, 0), False),
        ((0, 0, 1, 0), (2, 0, 0, 0), False),
        ((1, 0, 0, 0), (0, 9, 0, 0), False),
    ],
)
def test_moves_before_the_last_may_be_the_next_movement(
    fought: tuple[int, ...], weight: tuple[int, ...], legal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, told = judge(), [read(MOVES), read(FIGHTS, ONE), read(MOVES)]
    again_ = [read(MOVES), read(FIGHTS, weight=fought), read(MOVES), read(FIGHTS)]
    monkeypatch.setattr(judge_module, "moved_on_without_battles", lambda *given: [MOVES, FIGHTS, MOVES, FIGHTS])
    monkeypatch.setattr(judge_module, "is_lawful", lambda *given, **more: True)
    monkeypatch.setattr(found, "_again", lambda *given: (again_, weight))
    assert found._with_the_next_part(told, NOTHING) == (again_ if legal else told)


@pytest.mark.parametrize("parts", [2, 3])
def test_how_phases_were_read_first_is_known_if_they_are_as_many(parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found, last, now = judge(), read(MOVES), read(FIGHTS)
    again_ = [read(MOVES), read(MOVES), read(FIGHTS)][-parts:]
    found._read_last = [last]
    for name, value in (
        ("read", lambda *given: now),
        ("_with_the_next_part", lambda phases, reader: phases),
        ("_divided", lambda phases, reader: again_),
        ("_with_late_losses", lambda *given: None),
        ("_with_battles_in_their_steps", lambda *given: None),
    ):
        monkeypatch.setattr(found, name, value)
    monkeypatch.setattr(found._completing, "explained", lambda read, reader: read)
    monkeypatch.setattr(found._completing, "completed", lambda phases, reader: phases)
    monkeypatch.setattr(found._supplied, "taken_back", lambda phases, reader: phases)
    monkeypatch.setattr(judge_module, "with_idle_phases", lambda game, judge, completing, phases, reader: phases)
    found.phase(FIGHTS, NOTHING, ())
    assert [one.first for one in found._read_last] == [None] * (parts - 1) + [(last, now) if parts == 2 else None]


NOTE = noted("log.phase", verdict=Verdict.NOTE)


def test_notes_of_how_phases_were_divided_are_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    found = judge()
    with_note, without = (phase_read(weighed(), note=note) for note in (NOTE, None))
    found.as_before(with_note, without, with_note)
    assert found.worlds.findings == [NOTE]
    found.worlds.findings.clear()
    monkeypatch.setattr(found, "read", lambda phase, reader, beside: read(phase))
    note = Finding("log.phase", Verdict.NOTE, "Divided.")
    phases, weight = found._again(read(MOVES), read(FIGHTS), NOTHING, [MOVES, FIGHTS], note, (with_note, without))
    assert [one.note and one.note.finding for one in phases] == [None, note, NOTE.finding, None]
    assert [one.finding for one in found.worlds.findings] == [note, NOTE.finding]
    assert weight == (0, 0, 0, 0)


def joined(found: Judging, last: PhaseRead | None, begins: Any, *, gap: bool = False) -> Judging:
    """Let another log begin at a moment, in the step 2."""
    link: Any = SimpleNamespace(begins=begins, join=2)
    found._chain = cast("Any", SimpleNamespace(log=LOG, links=[None, link], steps=[step(1), step(2)]))
    found._joins = cast(
        "Any", SimpleNamespace(findings=lambda number: [], places=lambda link: (), is_gap=lambda link: gap)
    )
    found._read_last = [] if last is None else [last]
    found.join(1)
    return found


@pytest.mark.parametrize(
    ("last", "begins", "now", "whole", "better"),
    [
        (read(FIGHTS), FIGHTS.clock, FIGHTS, (), True),
        (read(FIGHTS), FIGHTS.clock, FIGHTS, (TWO,), False),
        (read(FIGHTS), FIGHTS.clock, FIGHTS, (TWO, TWO), False),
        # The log before ended elsewhere, or not within the phase, or no battles are fought in it.
        (read(FIGHTS), MOVES.clock, FIGHTS, (), False),
        (read(phase(MOVE)), clock_of(MOVE), MOVES, (), False),
        (read(Phase(FIGHTS.clock, [], MOVES.clock)), FIGHTS.clock, FIGHTS, (), False),
        (None, FIGHTS.clock, FIGHTS, (), False),
    ],
)
def test_battles_that_two_logs_share_are_judged_as_one(
    last: PhaseRead | None,
    begins: Any,
    now: Phase,
    whole: Sequence[Noted],
    better: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = joined(judge(), last, begins)
    monkeypatch.setattr(found, "read", lambda phase, reader, beside: read(phase, *whole))
    found.worlds.findings.append(ONE)
    told = found._over_the_join(read(now, ONE), NOTHING)
    assert (told is not None) is better
    if told is not None:
        assert [each.number for each in told.phase.steps] == [3, 2, 3]


def test_over_a_gap_in_which_nobody_went_the_clock_goes_on() -> None:
    start = START.clock
    assert joined(judge(), None, None, gap=True).worlds.state.clock == start
    assert joined(judge(), None, clock_of(MOVE)).worlds.state.clock == start
    assert joined(judge(), None, clock_of(MOVE), gap=True).worlds.state.clock == clock_of(MOVE)
