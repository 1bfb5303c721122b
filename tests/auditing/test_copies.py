"""Second counters of a unit, as the window of counters makes them, and units put onto the map out of turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from tests.auditing.readings import noted
from tests.auditing.steps import change, clock_of, log_of, place, step
from tests.replay.script import Script, acts, told
from trc_module.auditing.copies import Twice, WithoutCopies, resting_on_copies, without_copies
from trc_module.auditing.judged import Done
from trc_module.hexgrid import Hex
from trc_module.module.turns import TRACKER_ID
from trc_module.replay.events import Event, PieceAdded, Removed, Step, TurnSet
from trc_module.rules.actions import Attack
from trc_module.rules.clock import FIGHT
from trc_module.vassal.commands import RemovePiece

Begin = Callable[[str], Script]
START = (
    "at: turn 2 axis impulse 1 movement clear\non BB21: ger-24-pz\non BB20: rus-9-inf\non R9: rus-stavka\n"
    "on P20: ger-12-inf\nbox axis turn-4: ger-50-mot\nbox axis turn-2: ger-40-pz\n"
)
QUIET = START.replace("on BB20: rus-9-inf\n", "")


def copied(log: Script, unit: str, at: str) -> Script:
    """Take a second counter of a unit out of the window of counters; it is called `copy` from then on."""
    tabletop = log.table
    map_name, x, y = tabletop.point(log.parts.board.grid.find(at) or at)
    tabletop.put(log.parts.roster.units[unit], log.parts.board.grid.hex(at), copy=2)
    tabletop.lying["copy"] = tabletop.lying.pop(f"{unit} 2")
    stack = tabletop._stacks[(map_name, x, y)]
    stack[stack.index(f"{unit} 2")] = "copy"
    return log.raw(tabletop.lying["copy"].piece.command())


def beside_notes(log: Script) -> list[str]:
    return [line.split(" ", 1)[1] for line in told(log.audit()) if "note" not in line]


def test_a_copy_thrown_away_or_deleted_is_a_note(script: Begin) -> None:
    thrown = copied(script(QUIET), "ger-24-pz", "CC24").move("copy", "axis removed").end().end()
    assert told(thrown.audit()) == ["1 note log.piece"]
    log = copied(script(QUIET), "ger-24-pz", "CC24")
    assert told(log.raw(RemovePiece(log.piece("copy"))).end().end().audit()) == ["1 note log.piece"]


def test_a_copy_that_lies_about_when_the_phase_is_over_is_doubted(script: Begin) -> None:
    log = copied(script(QUIET), "ger-24-pz", "CC24").end().end()
    assert beside_notes(log) == ["doubt log.piece"]
    assert "ger-24-pz is on the map twice" in str([n.finding.sentence for n in log.audit().findings])


def test_a_copy_that_fights_beside_its_unit_is_doubted_and_nobody_is_accused_of_the_battle(script: Begin) -> None:
    log = copied(script(START).end(), "ger-24-pz", "BB21")
    for _ in range(2):
        log.say("ATT b=1 u=ger-24-pz at=BB21")
    log.say("DEF b=1 u=rus-9-inf at=BB20").say('ROLL b=1 die=5 odds="" result="" told=3-1')
    log.say("LOSS b=1 u=rus-9-inf at=BB20").move("rus-9-inf", "russian replacement-pool")
    assert beside_notes(log.end().end()) == ["doubt log.piece", "undecided 13.3-EXa"]


@pytest.mark.parametrize(
    ("unit", "at", "rules"), [("ger-50-mot", "K33", ["violation 20.0b"]), ("ger-40-pz", "E33", ["skipped 20.0b"])]
)
def test_a_copy_of_who_waits_in_a_box_arrives(script: Begin, unit: str, at: str, rules: list[str]) -> None:
    log = copied(script(QUIET), unit, at).end()
    assert beside_notes(log) == rules
    assert acts(log.audit())[0] == f"enter {unit} {at}"


def test_a_copy_in_place_of_a_counter_that_is_deleted_is_its_move(script: Begin) -> None:
    def replaced(at: str) -> Script:
        log = copied(script(QUIET), "ger-24-pz", at)
        return log.raw(RemovePiece(log.piece("ger-24-pz"))).end()

    assert beside_notes(replaced("BB22")) == []
    assert beside_notes(replaced("P21")) == ["violation 4.1.2c"]


POOLED = (
    "at: turn 2 axis impulse 2 movement clear\non Y17: ger-41-pz\non R9: rus-worker-moscow\n"
    "box russian replacement-pool: rus-24-inf\nbox axis replacement-pool: ger-12-inf\n"
)


def test_who_puts_his_own_dead_back_in_the_opponents_turn_is_named(script: Begin) -> None:
    for log in (
        script(POOLED).move("rus-24-inf", "R10", by="russian"),
        script(POOLED).say("REPLACE u=rus-24-inf at=R9", by="russian").move("rus-24-inf", "R9", by="russian"),
    ):
        (found,) = (n.finding for n in log.end().end().audit().findings if n.finding.accuses)
        assert (found.rule, found.units) == ("4.0a", ("rus-24-inf",))
        assert "by the Russian player in the movement phase of the Axis player" in found.sentence
    other = POOLED.replace("axis impulse 2", "russian impulse 1")
    assert beside_notes(script(other).move("ger-12-inf", "E31").end().end()) == ["violation 4.0a"]


def test_who_puts_the_opponents_dead_back_has_acted_with_his_unit(script: Begin) -> None:
    assert beside_notes(script(POOLED).move("rus-24-inf", "R10").end().end()) == ["violation 2.1a"]


def test_who_puts_it_away_again_has_done_nothing(script: Begin) -> None:
    log = script(POOLED).move("rus-24-inf", "R10", "russian replacement-pool", by="russian").end().end()
    assert beside_notes(log) == []


At = int | str | None


def piece(id_: str) -> Any:
    """Return a counter of red-1, or a marker."""
    return SimpleNamespace(id=id_)


def read(*steps: Step, first: At = 1) -> WithoutCopies:
    """Return steps without copies of red-1, whose own counter `a` lies somewhere at first, as does a marker."""
    lying = [SimpleNamespace(id="a", spot=place(first)), SimpleNamespace(id="marker", spot=Hex(1))]
    log = log_of(
        start_table=SimpleNamespace(pieces={one.id: one for one in lying}),
        unit_of=lambda piece: None if piece.id == "marker" else SimpleNamespace(id="red-1"),
    )
    return without_copies(log, steps)


def goes(number: int, id_: str, before: At, after: At) -> Step:
    return step(number, changes=[change(id_, place(before), place(after), ("",), ("",))])


def spots(*places: At) -> Any:
    return [place(each) for each in places]


def made(number: int, at: At, id_: str = "b") -> Step:
    events: list[Event] = [PieceAdded(piece(id_), spots(at)[0])]
    return step(number, events=events, changes=[change(id_, place(None), place(at), None, ("",))])


def deleted(number: int, at: At, id_: str = "b") -> Step:
    events: list[Event] = [Removed(piece(id_), spots(at)[0])]
    return step(number, events=events, changes=[change(id_, place(at), place(None), ("",), None)])


def tracker(number: int) -> Step:
    return step(number, events=[TurnSet(TRACKER_ID, "", "later")])


def ways(found: WithoutCopies) -> list[str]:
    """Return where the unit goes in which steps."""
    changes = [(each.number, one) for each in found.steps for one in each.changes.pieces]
    return [f"{number}: {_word(one.before)} > {_word(one.after)}" for number, one in changes]


def _word(spot: Any) -> str:
    return str(int(spot)) if isinstance(spot, int) else str(spot)


def test_a_game_without_copies_is_left_as_it_is() -> None:
    steps = (goes(1, "a", 1, 2), made(2, 1, "marker"))
    assert read(*steps) == WithoutCopies(steps, (), ())


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        # A second one on the map is no way of the unit, whatever becomes of it.
        ([made(2, 5), goes(3, "b", 5, 6), goes(4, "b", 6, "lost")], []),
        ([made(2, 5), deleted(3, 5)], []),
        # Its own counter goes as it goes.
        ([goes(1, "a", 1, 2), made(2, 5), goes(3, "a", 2, 3)], ["1: 1 > 2", "3: 2 > 3"]),
        # If that goes off the map, the other one stands for the unit when it next comes onto a hex.
        ([made(2, 5), goes(3, "a", 1, "lost"), goes(4, "b", 5, 6)], ["3: 1 > lost", "4: lost > 6"]),
        # If it is deleted, the other one does at once.
        ([made(2, 5), deleted(3, 1, "a")], ["3: 1 > 5"]),
        ([made(2, "pool"), deleted(3, 1, "a")], ["3: 1 > pool"]),
        ([made(2, "pool"), made(3, 5, "c"), deleted(4, 1, "a")], ["4: 1 > 5"]),
        ([made(2, "pool"), goes(3, "b", "pool", "lost"), goes(4, "b", "lost", 6)], []),
    ],
)
def test_one_counter_stands_for_a_unit(steps: Sequence[Step], found: Sequence[str]) -> None:
    assert ways(read(*steps)) == found


def test_a_copy_of_who_waits_in_a_box_comes_onto_the_map() -> None:
    assert ways(read(made(2, 5), goes(3, "b", 5, 6), first="pool")) == ["2: pool > 5", "3: 5 > 6"]
    # Its old counter is the one too many when that is put on the map as well.
    found = read(made(2, 5), goes(3, "a", "pool", 7), tracker(4), goes(5, "a", 7, "pool"), first="pool")
    assert (ways(found), found.twice) == (["2: pool > 5"], (Twice("red-1", 3, 5, lasting=True),))


@pytest.mark.parametrize(
    ("steps", "twice"),
    [
        ([made(2, 5), goes(4, "b", 5, "lost")], [Twice("red-1", 2, 4, lasting=False)]),
        ([made(2, "pool")], []),
        # It lies about when a phase ends, or the log does.
        ([made(2, 5), tracker(3), goes(4, "b", 5, "lost")], [Twice("red-1", 2, 4, lasting=True)]),
        ([tracker(1), made(2, 5), goes(4, "b", 5, "lost"), tracker(5)], [Twice("red-1", 2, 4, lasting=False)]),
        ([made(2, 5), goes(4, "a", 1, 2), tracker(5)], [Twice("red-1", 2, 5, lasting=True)]),
        ([made(2, 5), goes(4, "a", 1, 2)], [Twice("red-1", 2, 4, lasting=False)]),
        # One that was thrown away is none too many wherever it lies.
        ([made(2, "pool"), goes(3, "b", "pool", "lost"), goes(4, "b", "lost", 6)], []),
        ([made(2, 5), goes(3, "b", 5, "lost"), goes(4, "b", "lost", 6)], [Twice("red-1", 2, 3, lasting=False)]),
    ],
)
def test_since_when_and_until_when_a_unit_is_on_the_map_twice(steps: Sequence[Step], twice: Sequence[Twice]) -> None:
    found = read(*steps)
    assert list(found.twice) == twice
    doubts = [step for step, finding in found.told if finding.accuses]
    assert doubts == [one.first for one in twice if one.lasting]


def test_a_step_that_sets_the_tracker_counts_behind_the_one_that_makes_a_copy() -> None:
    both = step(2, events=[*made(2, 5).events, *tracker(2).events], changes=made(2, 5).changes.pieces)
    gone = goes(4, "b", 5, "lost")
    assert [one.lasting for one in read(both, gone).twice] == [False]
    ends = step(4, events=tracker(4).events, changes=gone.changes.pieces)
    assert [one.lasting for one in read(made(2, 5), ends).twice] == [True]


@pytest.mark.parametrize(
    ("battle", "told", "open_"),
    [(2, 4, True), (3, 3, True), (4, 2, True), (1, 3, False), (5, 3, False), (3, 1, False), (3, 5, False)],
)
def test_what_is_told_of_a_battle_in_which_somebody_was_there_twice_is_open(
    battle: int, told: int, open_: bool
) -> None:
    act = Done((battle,), clock_of(FIGHT), "", Attack(1, ("red-1",), ("blue-1",)))
    twice = [Twice("red-1", 2, 4, lasting=True)]
    wrong = noted("13", "blue-1", steps=[told])
    (found,) = resting_on_copies([wrong], [act], twice)
    text = "undecided 13: It is so. Whether that is so depends on red-1, which is on the map twice."
    assert str(found.finding) == (text if open_ else str(wrong.finding))
    # Of others, of the log itself, and where another was there twice, nothing is open.
    for other in (noted("13", "blue-2", steps=[told]), noted("log.piece", "blue-1", steps=[told])):
        assert list(resting_on_copies([other], [act], twice)) == [other]
    assert list(resting_on_copies([wrong], [act], [Twice("red-2", 2, 4, lasting=True)])) == [wrong]
