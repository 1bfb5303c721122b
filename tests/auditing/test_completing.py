"""What is open in a phase of a log, as the room `reading` is told of it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.reading.phases import line
from tests.untidy.other_plays import parts_of, told_of
from trc_module.auditing.completing import Completing
from trc_module.auditing.drags import DragLeg
from trc_module.auditing.judged import Noted
from trc_module.auditing.turned import TurnedByHand
from trc_module.auditing.weighed import PhaseRead
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
    monkeypatch.setattr(Completing, "_search", lambda self, read, reader: read.best)
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
