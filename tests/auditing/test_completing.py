"""What is open in a phase of a log, as the room `reading` is told of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.auditing.readings import Referee, change, noted, weighed
from tests.auditing.readings import phase_read as read_as
from tests.auditing.steps import clock_of, log_of
from tests.reading.phases import line
from tests.untidy.other_plays import parts_of, told_of
from trc_module.auditing import completing as completing_module
from trc_module.auditing.completing import Completing
from trc_module.auditing.drags import DragLeg
from trc_module.auditing.judged import Noted
from trc_module.auditing.turned import TurnedByHand
from trc_module.auditing.weighed import PhaseRead, Weighed
from trc_module.hexgrid import Hex
from trc_module.reading.evidence import ByHand, Evidence
from trc_module.rules.clock import FIGHT, MOVE
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.interpretation import Shown
from trc_module.rules.state import Place, State

GAME = parts_of("m41").game
ARMY, AIR = "ger-2-army", "ger-8-fk"


def state_of(kind: str) -> State:
    """Return the position of a phase in which units move or fight."""
    state = GAME.start("campaign", frozenset())
    clock = state.clock
    while GAME.sequence.kind_of(clock) != kind:
        clock = GAME.sequence.after(clock)
    state = replace(state, clock=clock).with_unit("german", ARMY, GAME.board.grid.find("C2"))
    return state.with_unit("german", AIR, "air")


def at(name: str) -> Hex:
    found = GAME.board.grid.find(name)
    assert found is not None
    return found


def leg(step: int, before: Place | None, after: Place | None, unit: str = ARMY) -> DragLeg:
    return DragLeg(step, unit, before, after, None)


def evidence(
    *lines: str,
    legs: Sequence[DragLeg] = (),
    turned: Sequence[TurnedByHand] = (),
    told: Sequence[Noted] = (),
    kind: str = FIGHT,
    policy: Any = None,
) -> Evidence:
    """Return the evidence of a phase of Moscow 1941."""
    game = copy(GAME)
    if policy is not None:
        vars(game)["line_policy"] = policy
    log = cast("Any", SimpleNamespace(parts=SimpleNamespace(game=game)))
    state = state_of(kind)
    said = tuple(map(line, lines))
    phase = SimpleNamespace(steps=[])
    found = SimpleNamespace(legs=legs, state=state, phase=phase, chat=(), turned=turned, lines=said, plain=None)
    return Completing(log, cast("Any", None)).evidence(cast("Any", found), said, told)


def test_a_unit_stands_where_it_was_put_before_a_step() -> None:
    found = evidence(legs=[leg(3, at("C2"), at("C3")), leg(5, at("C3"), "lost")])
    assert [found.place_at(ARMY, step) for step in (3, 4, 5, 6)] == [at("C2"), at("C3"), at("C3"), None]
    assert found.visits == {ARMY: [3, 5]}


def test_aircraft_in_boxes_are_among_those_that_fight_unless_lines_tell_of_them_otherwise() -> None:
    found = evidence()
    assert found.boxed == ["ger-2-fk", AIR, "rus-west-air", "rus-moscow-air"]
    anywhere = evidence(policy=replace(GAME.line_policy, bases=()))
    assert anywhere.boxed == ["ger-2-fk", AIR, "rus-sib-air", "rus-west-air", "rus-moscow-air"]
    assert {ARMY, AIR} <= set(found.standing)
    other = evidence(policy=replace(GAME.line_policy, boxed=False))
    assert (other.boxed, AIR in other.standing, ARMY in other.standing) == ([], False, True)


def test_what_is_held_against_somebody_names_units_steps_and_hexes() -> None:
    finding = Finding("1", Verdict.VIOLATION, "what is told", (ARMY,), hexes=("C2", "nowhere"))
    found = evidence(told=[Noted(finding, (3, 4), state_of(FIGHT).clock, None, "", accused=True)])
    assert [sorted(each) for each in (found.units, found.steps, found.hexes)] == [[ARMY], [3, 4], [at("C2")]]


FATES = ("DOWN", "LOSS")
WAYS = ("RETREAT",)


@pytest.mark.parametrize(
    ("lines", "legs", "told"),
    [
        ((), [leg(3, at("C2"), "lost")], [ByHand(3, ARMY, FATES)]),
        ((f"3 GONE u={ARMY}",), [leg(3, at("C2"), "lost")], []),
        ((f"2 GONE u={ARMY}",), [leg(3, at("C2"), "lost")], [ByHand(3, ARMY, FATES)]),
        # Who came back was put there by mistake.
        ((), [leg(3, at("C2"), "lost"), leg(5, "lost", at("C2"))], []),
    ],
)
def test_a_counter_that_was_dragged_into_a_box_was_lost_by_some_key(
    lines: Sequence[str], legs: Sequence[DragLeg], told: Sequence[ByHand]
) -> None:
    assert list(evidence(*lines, legs=legs, kind=MOVE).by_hand) == told


@pytest.mark.parametrize(
    ("lines", "steps", "told"),
    [
        ((), (3,), [3]),
        ((), (3, 4, 6), [3, 6]),
        ((f"3 RETREAT b=1 u={ARMY}",), (3,), []),
        ((f"2 RETREAT b=1 u={ARMY}",), (3,), []),
        ((f"4 RETREAT b=1 u={ARMY}",), (3,), [3]),
        (("2 RETREAT b=1 u=ger-4-army",), (3,), [3]),
        ((f"2 HIT b=1 u={ARMY}",), (3,), [3]),
        ((f"3 RETREAT b=1 u={ARMY}",), (3, 6), [6]),
    ],
)
def test_a_counter_that_was_dragged_over_the_map_in_battles_went_by_some_key(
    lines: Sequence[str], steps: Sequence[int], told: Sequence[int]
) -> None:
    legs = [leg(step, at("C2"), at("C3")) for step in steps]
    assert list(evidence(*lines, legs=legs).by_hand) == [ByHand(step, ARMY, WAYS) for step in told]
    assert list(evidence(*lines, legs=legs, kind=MOVE).by_hand) == []


@pytest.mark.parametrize(
    ("before", "after", "verbs"),
    [(0, 1, ("FORTIFY",)), (2, 0, ("RECOVER",)), (0, 2, ("HIT", "RETREAT", "CUT")), (0, 3, ())],
)
def test_a_status_that_was_changed_by_hand_was_changed_by_some_key(
    before: int, after: int, verbs: tuple[str, ...]
) -> None:
    turned = TurnedByHand(3, Shown(ARMY, status=before), Shown(ARMY, status=after))
    assert list(evidence(turned=[turned]).by_hand) == [ByHand(3, ARMY, verbs)]
    assert list(evidence(f"3 HIT b=1 u={ARMY}", turned=[turned]).by_hand) == []


def phase_read(*weight: int) -> PhaseRead:
    """Return a phase that was read with a weight and tells nothing."""
    best: Any = SimpleNamespace(weight=weight, after=SimpleNamespace(findings=[]))
    nothing = cast("Any", None)
    return PhaseRead(nothing, (), nothing, best)


@pytest.mark.parametrize(("broken", "searched"), [(0, False), (1, True), (7, True), (8, False), (9, False)])
def test_a_phase_is_searched_if_it_breaks_something_and_not_too_much(
    broken: int, searched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What breaks so much was divided wrongly."""
    monkeypatch.setattr(Completing, "_search", lambda self, read, reader: (read.best, None))
    monkeypatch.setattr(Completing, "_with_what_was_typed", lambda self, read, reader: read)
    log = cast("Any", SimpleNamespace(parts=SimpleNamespace(game=GAME)))
    nothing = cast("Any", None)
    assert Completing(log, nothing).explained(phase_read(broken, 0, 0, 0), nothing).searched is searched


SHOT_DOWN = """
at: turn 1 german weather good
on B1: ger-9-army
on E7: rus-reserve
on C1: rus-13-army
box german air: ger-2-fk
box russian air: rus-moscow-air
weather good
end
attack 1: ger-2-fk x rus-reserve
intercept 1: rus-moscow-air x ger-2-fk
airdie 1: {}
lose 1: rus-moscow-air
end
end
table 1: attack 4 at 2 full = 1
hit 1: rus-reserve
end
"""


@pytest.mark.parametrize(
    ("die", "expected"),
    [("2", ["undecided M41-AIR-3"]), ("5", ["undecided log.roll", "violation M41-AIR-3"])],
)
def test_where_a_battle_is_declared_is_searched_again_when_its_units_are_known(
    die: str, expected: list[str], tmp_path: Path
) -> None:
    """Its defender is known from where it is fought; then who met the aircraft explains the plain die, if that hits."""
    edits = ["drop DEF", "drop INTERCEPT", "plain AIRDIE"]
    found = told_of(parts_of("m41"), SHOT_DOWN.format(die), edits, tmp_path)
    assert [text.split(": ")[0] for text in found] == expected


NOTHING = cast("Any", None)


def completing(game: str = "toy") -> tuple[Completing, Referee]:
    referee = Referee()
    return Completing(log_of(game), cast("Any", referee)), referee


def explained(best: Weighed, after: PhaseRead, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Weighed], int, list[str]]:
    """Return how an accused phase and an innocent one are read, the first searched: it comes to something else."""
    asked: list[PhaseRead] = []

    def read_on(self: Completing, first: PhaseRead, phases: Sequence[PhaseRead], reader: Any) -> list[PhaseRead]:
        asked.append(first)
        return [after]

    monkeypatch.setattr(Completing, "_search", lambda self, read, reader, **more: (best, None))
    monkeypatch.setattr(Completing, "read_on", read_on)
    judge, referee = completing()
    found = judge.completed([read_as(FIRST), read_as(weighed(), searched=True)], NOTHING)
    assert [read.searched for read in found] == [True, True]
    return [read.best for read in found], len(asked), referee.at


FIRST = weighed(noted("7.1", "red-1"))


def test_what_explains_an_accused_phase_is_taken_with_what_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    better, after = weighed(), read_as(weighed(noted("log.move", verdict=Verdict.NOTE)))
    assert explained(better, after, monkeypatch) == ([better, after.best], 1, [])
    # What breaks as much together explains nothing, and neither does a reading that is no other.
    told = [FIRST, weighed()]
    assert explained(better, read_as(weighed(noted("7.1", "red-1"))), monkeypatch) == (told, 1, ["back by 2"])
    assert explained(FIRST, after, monkeypatch) == (told, 0, ["back by 2"])
    # Nor does one under which somebody is accused of something else.
    light = weighed(noted("8", "red-1"), weight=(0, 1, 0, 0))
    assert explained(light, read_as(weighed()), monkeypatch) == (told, 1, ["back by 2"])


@pytest.mark.parametrize(
    ("changes", "left", "asked"),
    [
        # What a line explains is explained; what a free choice explains besides is undecided.
        ((change("a line"), change("A key.", chosen=True)), ["undecided 7.1"], 1),
        ((change("A key.", chosen=True),), ["undecided 7.1", "note 8"], 0),
    ],
)
def test_what_a_free_choice_explains_beside_the_lines_is_open(
    changes: Any, left: list[str], asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = weighed(noted("7.1", "red-1"), noted("8", "red-1"))
    by_lines = [weighed(noted("8", "red-1"), noted("9", "x")), weighed(noted("7.1", "red-1")), None]
    found = weighed()
    cast("Any", found.reading).chosen = "A key."
    judged: list[Any] = []

    def changed(base: Any, shown: Any) -> list[Any]:
        judged.append([one.note for one in shown])
        return [SimpleNamespace(interpretations=n, comes_to=each) for n, each in enumerate(by_lines)]

    search = SimpleNamespace(best=lambda first: found, changes=changes, reached=None)
    retrying = SimpleNamespace(judge=lambda reading, order, most: reading.comes_to)

    def searching(evidence: Any, judge: Any, most: int, completing: bool, reached: Any) -> Any:
        return search

    monkeypatch.setattr(completing_module, "Search", searching)
    monkeypatch.setattr(completing_module, "Retrying", lambda *given: retrying)
    judge, _ = completing()
    reader = cast("Any", SimpleNamespace(changed=changed, fought=lambda phase: ()))
    read = judge.explained(read_as(both), reader)
    assert [f"{one.finding.verdict.value} {one.finding.rule}" for one in read.best.after.findings] == left
    assert judged == [["a line"]] * asked


MOVED = read_as(weighed(plain=SimpleNamespace(name="plain", plain=None)), at=clock_of(MOVE, "german", game="m41"))
FOUGHT = read_as(FIRST, at=clock_of(FIGHT, "german", game="m41"), searched=True)


@pytest.mark.parametrize(
    ("comes_to", "plain", "asked"),
    [
        # What no line tells of the battles as they are read is looked for as their lines stand, once.
        ([None, None], True, ["", "plain chosen"]),
        ([None], False, [""]),
        ([None, FIRST, None], True, ["", "plain chosen", ""]),
        ([FIRST, None], True, ["", ""]),
        ([FIRST, FIRST, FIRST], True, ["", "", ""]),
        ([weighed()], True, [""]),
    ],
)
def test_units_join_battles_of_an_earlier_phase_one_after_the_other(
    comes_to: Sequence[Weighed | None], plain: bool, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    left, calls = list(comes_to), []

    def joined(self: Completing, base: Any, told: Any, reader: Any, *, chosen: bool = False) -> list[PhaseRead] | None:
        calls.append(f"{getattr(base, 'name', '')}{' chosen' if chosen else ''}")
        best = left.pop(0)
        return None if best is None else [first, read_as(best, at=FOUGHT.phase.clock)]

    first = MOVED if plain else read_as(weighed(), at=MOVED.phase.clock)
    monkeypatch.setattr(Completing, "_with_participants_from", joined)
    monkeypatch.setattr(Completing, "_with_the_movement", lambda self, phases, reader: None)
    judge, _ = completing("m41")
    found = judge.completed([first, FOUGHT], NOTHING)
    assert calls == asked
    last = [best for best in comes_to if best is not None][-1:] or [FIRST]
    assert [read.best for read in found] == [first.best, last[0]]


@pytest.mark.parametrize(("again", "read"), [((2, 0, 0, 0), 0), ((1, 0, 0, 0), 0), ((0, 0, 0, 0), 1)])
def test_the_first_phase_is_searched_again_when_its_battles_have_their_units(
    again: tuple[int, ...], read: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    accused = read_as(weighed(noted("8", "red-1")), at=MOVED.phase.clock, searched=True)
    better, asked = weighed(weight=again), []

    def read_on(self: Completing, first: PhaseRead, phases: Sequence[PhaseRead], reader: Any) -> list[PhaseRead]:
        asked.append(first)
        return [*phases]

    def joined(self: Completing, base: Any, told: Any, reader: Any, **more: Any) -> list[PhaseRead]:
        return [accused, read_as(weighed(), at=FOUGHT.phase.clock)]

    monkeypatch.setattr(Completing, "_with_participants_from", joined)
    monkeypatch.setattr(Completing, "_search", lambda self, read, reader, **more: (better, None))
    monkeypatch.setattr(Completing, "read_on", read_on)
    judge, _ = completing("m41")
    found = judge.completed([accused, FOUGHT], NOTHING)
    assert len(asked) == read
    assert found[0].best == (better if read else accused.best)


TWO_LACK = read_as(
    weighed(noted("7", "red-1"), noted("7", "red-2"), noted("7", "red-3")), at=FOUGHT.phase.clock, searched=True
)
LESS = weighed(noted("7", "red-1"), noted("7", "red-2"))
ONE_ANEW = weighed(noted("8", "blue-1"))


@pytest.mark.parametrize(
    ("ways", "after", "comes_to", "asked"),
    [
        # One that breaks the least, but accuses somebody anew, shows who else lacks.
        ([LESS, ONE_ANEW], [LESS, weighed()], weighed(), 2),
        ([ONE_ANEW], [weighed()], weighed(), 2),
        ([LESS, ONE_ANEW], [weighed(noted("9", "red-1"))], LESS, 2),
        ([ONE_ANEW], [ONE_ANEW], None, 2),
        # If one alone explains as much, or all, nobody else is looked for.
        ([LESS, weighed(noted("8", "x"), noted("8", "y"))], [weighed()], LESS, 1),
        ([ONE_ANEW, weighed()], [LESS], weighed(), 1),
        ([], [weighed()], None, 1),
    ],
)
def test_units_that_explain_the_most_may_show_that_others_lack_in_another_battle(
    ways: Sequence[Weighed],
    after: Sequence[Weighed],
    comes_to: Weighed | None,
    asked: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left, told_of_each = [ways, after], []

    def joined(self: Completing, base: Any, told: Any, reader: Any, *, chosen: bool) -> Iterator[list[PhaseRead]]:
        told_of_each.append(told[-1].best)
        yield from ([MOVED, read_as(best, at=FOUGHT.phase.clock)] for best in left.pop(0))

    monkeypatch.setattr(Completing, "_joined", joined)
    judge, _ = completing("m41")
    found = judge._with_participants_from(cast("Any", None), [MOVED, TWO_LACK], NOTHING)
    assert (found and found[-1].best.weight) == (comes_to and comes_to.weight)
    assert told_of_each == [TWO_LACK.best, ONE_ANEW][:asked]
