"""The position in every world that a log's beginning allows, and what is found on the acts done in it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.auditing.steps import clock_of, log_of
from tests.reading.phases import TOY
from tests.untidy.other_plays import parts_of
from trc_module.auditing.phases import Phase
from trc_module.auditing.start import Start
from trc_module.auditing.worlds import Worlds
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action, Attack, Lose, RollCombat
from trc_module.rules.clock import FIGHT, MOVE, OTHER, Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.interpretation import Completion, Interpretation, Shown
from trc_module.rules.state import Place, State


@pytest.mark.parametrize(
    ("since", "until", "passed"), [(0, 0, 0), (0, 1, 1), (0, 4, 4), (0, 12, 12), (4, 2, 0), (12, 3, 0)]
)
def test_the_phases_on_the_way_to_a_later_moment_are_counted(since: int, until: int, passed: int) -> None:
    clocks = [TOY.start("campaign", frozenset()).clock]
    while len(clocks) <= 12:
        clocks.append(TOY.sequence.after(clocks[-1]))
    assert clocks[12].turn > clocks[0].turn
    worlds: Any = cast("Any", SimpleNamespace(_game=TOY))
    assert Worlds.passed(worlds, clocks[since], clocks[until]) == passed


def state_of(clock: Clock, **places: Place) -> State:
    """Return a position of the toy game, with some units on hexes."""
    state = replace(TOY.start("campaign", frozenset()), clock=clock)
    for unit, at in {"red_1": Hex(1), "blue_1": Hex(2), **places}.items():
        name = unit.replace("_", "-")
        state = state.with_unit(TOY.side_of[name], name, at)
    return state


def worlds(*states: State, late: bool = False, game: str = "toy") -> Worlds:
    chain: Any = SimpleNamespace(log=log_of(game), links=[])
    return Worlds(chain, Start(states, ("what came before",), (), late))


def did(*actions: Action, **given: Any) -> Interpretation:
    return Interpretation((3,), actions, **given)


def told(judge: Worlds) -> list[str]:
    return [f"{one.finding.verdict.value} {one.finding.rule} {one.cause}".strip() for one in judge.findings]


BATTLE, MARCH = clock_of(FIGHT), clock_of(MOVE)
ATTACK, ROLL = Attack(1, ("red-1",), ("blue-1",)), RollCombat(1, 4)


def test_an_act_is_judged_and_changes_the_position() -> None:
    judge = worlds(state_of(BATTLE))
    judge.take(did(ATTACK))
    assert [(done.steps, done.action) for done in judge.acts] == [((3,), ATTACK)]
    assert [battle.number for battle in judge.state.battles] == [1]


def gone_on(judge: Worlds, clock: Clock) -> Worlds:
    """Return worlds when the tracker has been set to a moment."""
    judge.end(Phase(judge.state.clock, [], clock, 2))
    judge.findings.clear()
    return judge


@pytest.mark.parametrize(
    ("now", "late", "began", "asked"),
    [
        # Battles of the phase in which a log begins may have been declared before it.
        (BATTLE, True, BATTLE, True),
        (BATTLE, False, BATTLE, False),
        (BATTLE, True, MARCH, False),
        (clock_of(FIGHT, "blue"), True, BATTLE, False),
    ],
)
def test_who_fights_in_a_battle_that_was_declared_before_the_log_is_one_question(
    now: Clock, late: bool, began: Clock, asked: bool
) -> None:
    judge = gone_on(worlds(state_of(began), late=late), now)
    judge.take(did(ROLL))
    judge.take(did(Lose(1, "blue-1")))
    says = "No line of this log says who fights in battle 1." if asked else "there is no battle 1."
    assert [str(one.finding.sentence) for one in judge.findings] == [says, says]
    assert told(judge) == ["undecided log.move" + (" a battle before the log" if asked else "")] * 2


def test_of_a_battle_that_the_log_declares_no_question_is_asked() -> None:
    judge = worlds(state_of(BATTLE), late=True)
    judge.take(did(ATTACK))
    judge.take(did(ROLL))
    judge.take(did(Lose(1, "blue-1")))
    assert told(judge) == ["violation C3"]
    # Nor of what is no act of a battle.
    judge = worlds(state_of(BATTLE), late=True)
    judge.take(did(findings=(Finding("log.move", Verdict.UNDECIDED, "Nobody knows."),)))
    assert told(judge) == ["undecided log.move"]


@pytest.mark.parametrize(
    ("began", "expected"),
    [
        # A log that begins with the movement shows who declares its battles.
        ("movement", "undecided M41-DIS-3 phase"),
        ("russian-recovery", "undecided M41-DIS-3 a battle before the log"),
        ("combat", "undecided M41-DIS-3 a battle before the log"),
        ("weather", "violation M41-DIS-3"),
    ],
)
@pytest.mark.parametrize("turn", [1, 2])
def test_where_movement_declares_battles_a_log_may_begin_between(began: str, expected: str, turn: int) -> None:
    game = parts_of("m41").game
    start = game.start("campaign", frozenset())
    clock = start.clock
    while clock.phase != began:
        clock = game.sequence.after(clock)
    judge = worlds(replace(start, clock=clock), late=True, game="m41")
    judge = gone_on(judge, clock_of(FIGHT, "german", turn, game="m41"))
    judge.take(did(Lose(1, "rus-16-army")))
    assert told(judge) == [expected if turn == 1 else "violation M41-DIS-3"]


def test_what_is_broken_in_one_world_alone_is_undecided() -> None:
    there, elsewhere = state_of(BATTLE), state_of(BATTLE, blue_1=Hex(16))
    for states in ((there, elsewhere), (elsewhere, there)):
        judge = worlds(*states)
        judge.take(did(ATTACK))
        assert told(judge) == ["undecided C1"]
        assert str(judge.findings[0].finding.sentence).endswith(
            " Whether that is so depends on what came before, which the log does not show."
        )
    judge = worlds(elsewhere, elsewhere)
    judge.take(did(ATTACK))
    assert told(judge) == ["violation C1"]


def test_of_two_readings_what_is_told_is_of_the_one_that_is_taken() -> None:
    judge = worlds(state_of(BATTLE, red_2=Hex(14), blue_2=Hex(16)))
    far, farther = Attack(1, ("red-2",), ("blue-1",)), Attack(1, ("red-1",), ("blue-2",))
    judge.take(did(far, farther))
    assert [str(one.finding) for one in judge.findings] == [
        "violation C1: red-2 attacks 0103, to which it is not adjacent."
    ]
    assert [done.action for done in judge.acts] == [far]


def test_a_face_of_which_a_line_has_told_before_is_explained() -> None:
    judge = worlds(state_of(BATTLE))
    turned = did(shows=(Shown("red-1", 1),), findings=(Finding("log.face", Verdict.UNDECIDED, "It was turned."),))
    judge.take(turned)
    assert told(judge) == ["undecided log.face"]
    judge.take(turned)
    assert told(judge) == ["undecided log.face"]


def test_a_turn_ends_with_its_last_phase() -> None:
    judge = worlds(state_of(BATTLE))
    judge.end(Phase(judge.state.clock, [], clock_of(OTHER, "blue"), 2))
    assert judge.turns == []
    judge.end(Phase(judge.state.clock, [], clock_of(MOVE, turn=2), 4))
    assert [clock for clock, _ in judge.turns] == [clock_of(FIGHT, "grey")]
    # The log ends within the phase.
    judge.end(Phase(judge.state.clock, [], None, 5))
    assert judge.state.clock == clock_of(MOVE, turn=2)


@pytest.mark.parametrize(
    ("sure", "note", "expected"),
    [
        ("red-1", "", "The lines state only part of it; read as 'attack 1: red-2 x blue-1', which breaks nothing."),
        ("red-2", "", "The lines state only part of it; read as 'attack 1: red-2 x blue-1', which breaks nothing."),
        ("red-1", "Somebody else was there.", "Somebody else was there."),
    ],
)
def test_an_act_breaks_nothing_whose_lines_leave_out_what_makes_it_legal(
    sure: str, note: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line tells of an attack from afar; who stands beside the enemy makes it legal."""
    far, near = (Attack(1, (unit,), ("blue-1",)) for unit in ("red-1", "red-2"))
    given = Completion(near, far if sure == "red-1" else near, (("somebody more",),), note)
    monkeypatch.setattr(type(TOY), "completions", lambda self, state, act: [given])
    judge = worlds(state_of(BATTLE, blue_1=Hex(9), red_2=Hex(8)))
    judge.take(did(far))
    assert [str(one.finding) for one in judge.findings] == [f"note log.battle: {expected}"]
    assert [done.action for done in judge.acts] == [given.sure]
    assert judge.state.marks == {("somebody more",)}
    monkeypatch.setattr(type(TOY), "completions", lambda self, state, act: [])
    judge = worlds(state_of(BATTLE, blue_1=Hex(9), red_2=Hex(8)))
    judge.take(did(far))
    assert (told(judge), list(judge.state.marks)) == (["violation C1"], [])
