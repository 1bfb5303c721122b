"""What the table shows to be wrong, though no line says what was meant."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.replay.script import Script, told
from trc_module.vassal.commands import Chat, MovePiece

Begin = Callable[[str], Script]
START = "at: turn 2 axis impulse 1 movement clear\non P24: ger-12-inf\non R9: rus-stavka\non E31: ger-9-inf\n"
FRONT = (
    "at: turn 2 axis impulse 1 movement clear\non Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n"
    "on W18: rus-9-inf\non R9: rus-stavka\n"
)


def parked(log: Script, unit: str) -> Script:
    """Lay a unit beside the map."""
    lying, table = log.table.lying[unit], log.table
    old = lying.map, lying.x, lying.y
    table._leave(unit, old)
    lying.x, lying.y = 2, 2
    table._stacks.setdefault((lying.map, 2, 2), []).append(unit)
    return log.raw(MovePiece(lying.piece.id, lying.map, 2, 2, None, *old, None, "secret-axis"))


def beside_notes(log: Script) -> list[str]:
    return [line.split(" ", 1)[1] for line in told(log.audit()) if "note" not in line]


@pytest.mark.parametrize(("goal", "rules"), [("P12", ["violation 5.4"]), ("P22", [])])
def test_who_is_parked_beside_the_map_has_moved_as_far_as_he_comes_back(
    script: Begin, goal: str, rules: list[str]
) -> None:
    assert beside_notes(parked(script(START), "ger-12-inf").end().end().move("ger-12-inf", goal).end().end()) == rules


def test_who_stays_beside_the_map_is_left_open(script: Begin) -> None:
    assert beside_notes(parked(script(START), "ger-12-inf").end().end()) == ["undecided log.place"]


def fought_back(script: Begin, *, retreats: bool) -> Script:
    """Fight at 3-1; a 4 is DR, and a 2 is C."""
    log = script(FRONT).end()
    for unit in ("ger-41-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit} at=Y17")
    die = 4 if retreats else 2
    log.say("DEF b=1 u=rus-24-inf at=X17").say(f'ROLL b=1 die={die} odds="" result=""')
    if not retreats:
        return log
    return log.say("RETREAT b=1 u=rus-24-inf at=X17").move("rus-24-inf", "W17", "V17")


def test_who_shifts_beside_a_retreat_has_moved_in_the_combat_phase(script: Begin) -> None:
    assert beside_notes(fought_back(script, retreats=True).move("rus-9-inf", "V18").end().end()) == ["violation 12.1c"]
    assert beside_notes(fought_back(script, retreats=True).end().end()) == []
    # Where nobody goes back it may have been put right.
    one = fought_back(script, retreats=False).move("rus-9-inf", "V18").end().end()
    assert "undecided log.move" in beside_notes(one)


STRONG = "at: turn 2 axis impulse 1 movement clear\non R9: rus-stavka\non X17: rus-9-inf\non Y17: "


@pytest.mark.parametrize(
    ("units", "rules"),
    [("ger-41-pz ger-47-pz", ["violation 16.1a"]), ("ger-41-pz ger-47-pz ger-56-pz", ["violation 16.1a"])],
)
def test_an_army_that_surrenders_where_no_victory_was_possible(script: Begin, units: str, rules: list[str]) -> None:
    log = script(f"{STRONG}{units}\n").move("rus-9-inf", "russian surrendered").raw(Chat("<Axis player> - AV"))
    assert beside_notes(log.end().end()) == rules


def test_an_army_that_surrenders_where_others_may_have_come_and_gone_is_left_open(script: Begin) -> None:
    begins = f"{STRONG}ger-41-pz ger-47-pz ger-56-pz\non Y18: ger-48-pz ger-24-pz ger-39-pz\non Y15: ger-hq-center\n"
    log = script(begins)
    for unit in ("ger-48-pz", "ger-24-pz", "ger-39-pz"):
        log.move(unit, "Z18")
    found = beside_notes(log.move("rus-9-inf", "russian surrendered").end().end())
    assert [rule for rule in found if rule.endswith("16.1a")] == []
