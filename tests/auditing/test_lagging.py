"""A turn tracker that is set on when a step is over, and not when it begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tests.auditing.test_dividing import LOG, phases, words
from tests.replay.script import Script, acts, told
from trc_module.auditing.lagging import without_lag
from trc_module.auditing.phases import Phase

Begin = Callable[[str], Script]
START = (
    "at: turn 2 axis impulse 1 movement clear\non Y18: ger-56-pz\non X17: rus-24-inf\non Z20: ger-12-inf\n"
    "on R9: rus-stavka\n"
)


def fought(script: Begin, die: int) -> Script:
    """Move up and fight a battle at 1-1 while the tracker shows the movement; then set it on."""
    log = script(START).move("ger-56-pz", "Y17").say("ATT b=1 u=ger-56-pz at=Y17").say("DEF b=1 u=rus-24-inf at=X17")
    return log.say(f'ROLL b=1 die={die} odds="" result=""').end()


def test_what_stands_under_the_battles_is_the_next_movement(script: Begin) -> None:
    audit = fought(script, 4).move("ger-12-inf", "Z19").end().end().audit()
    assert acts(audit) == [
        "move ger-56-pz Y18 Y17",
        "end",
        "attack 1: ger-56-pz x rus-24-inf",
        "roll 1: 4",
        "end",
        "move ger-12-inf Z20 Z19",
        "end",
    ]
    notes = [noted.finding.sentence for noted in audit.findings if noted.finding.rule == "log.phase"]
    assert notes == [
        "The turn tracker was advanced too late: what was done is read as part of turn 2, Axis impulse 1, combat.",
        "The turn tracker was advanced too late: what was done is read as part of turn 2, Axis impulse 2, movement.",
    ]
    assert [line for line in told(audit) if "note" not in line] == []


def test_the_battles_after_it_come_one_step_late_as_well(script: Begin) -> None:
    log = fought(script, 4).move("ger-12-inf", "Z19").end()
    log.say("ATT b=2 u=ger-56-pz at=Y17").say("DEF b=2 u=rus-24-inf at=X17").say('ROLL b=2 die=4 odds="" result=""')
    audit = log.end().end().audit()
    assert acts(audit)[6:] == ["end", "attack 2: ger-56-pz x rus-24-inf", "roll 2: 4", "end"]
    assert [line for line in told(audit) if "note" not in line] == []


def test_a_retreat_of_who_attacked_is_no_movement(script: Begin) -> None:
    audit = fought(script, 3).move("ger-56-pz", "Z17").end().move("ger-12-inf", "Z19").end().audit()
    assert "retreat 1: ger-56-pz Y17 Z17" in acts(audit)
    assert [line for line in told(audit) if "note" not in line] == []


def test_without_a_battle_before_it_nothing_lags(script: Begin) -> None:
    audit = script(START).move("ger-56-pz", "Z18").end().move("ger-12-inf", "Z19").end().audit()
    assert acts(audit) == ["move ger-56-pz Y18 Z18", "move ger-12-inf Z20 Z19", "end", "end"]


def test_who_went_back_and_moved_on_when_another_die_had_fallen_moved_in_the_next_impulse(script: Begin) -> None:
    log = script(START.replace("Y18: ger-56-pz", "Y17: ger-56-pz\non W17: ger-13-inf\non V17: rus-13-inf")).end()
    log.say("ATT b=1 u=ger-56-pz at=Y17").say("DEF b=1 u=rus-24-inf at=X17").say('ROLL b=1 die=3 odds="" result=""')
    log.move("ger-56-pz", "Z17").say("ATT b=2 u=ger-13-inf at=W17").say("DEF b=2 u=rus-13-inf at=V17")
    log.say('ROLL b=2 die=3 odds="" result=""').move("ger-13-inf", "W18")
    audit = log.move("ger-56-pz", "Z14").end().move("ger-12-inf", "Z19").end().end().audit()
    assert acts(audit)[-5:] == ["end", "move ger-56-pz Z17 > Z14", "move ger-12-inf Z20 Z19", "end", "end"]
    assert [line for line in told(audit) if "note" not in line] == []


def test_who_went_back_and_moved_on_after_others_moved_in_the_next_impulse(script: Begin) -> None:
    log = script(START.replace("Y18: ger-56-pz", "Y17: ger-56-pz")).end()
    log.say("ATT b=1 u=ger-56-pz at=Y17").say("DEF b=1 u=rus-24-inf at=X17").say('ROLL b=1 die=3 odds="" result=""')
    log.move("ger-56-pz", "Z17").move("ger-12-inf", "Z19").move("ger-56-pz", "Z14").end().move("ger-12-inf", "Z18")
    audit = log.end().end().audit()
    assert "move ger-56-pz Z17 > Z14" in acts(audit)
    assert [line for line in told(audit) if "note" not in line] == []


def test_who_goes_on_with_his_retreat_does_not_move_in_the_next_impulse(script: Begin) -> None:
    log = script(START.replace("Y18: ger-56-pz", "Y17: ger-56-pz")).end()
    log.say("ATT b=1 u=ger-56-pz at=Y17").say("DEF b=1 u=rus-24-inf at=X17").say('ROLL b=1 die=3 odds="" result=""')
    audit = log.move("ger-56-pz", "Z17").move("ger-56-pz", "Z14").end().move("ger-12-inf", "Z19").end().end().audit()
    assert "6 violation 13.3-AR" in told(audit)


def test_a_victory_at_once_and_what_it_removes_belong_to_the_movement(script: Begin) -> None:
    begins = "at: turn 2 axis impulse 1 movement clear\non Y17: ger-41-pz ger-56-pz ger-47-pz\non X17: rus-6-tank\n"
    begins += "on X18: rus-partisan-1\n"
    begins += "on T20: ger-12-inf\non S20: rus-24-inf\non Z21: ger-13-inf\non R9: rus-stavka\n"
    log = script(begins).move("ger-13-inf", "Z20")
    for unit in ("ger-41-pz", "ger-56-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit} at=Y17")
    log.say("DEF b=1 u=rus-6-tank at=X17").say("AV b=1").move("rus-6-tank", "russian surrendered")
    log.say("REMOVED u=rus-partisan-1 because=19.3 at=X18").move("rus-partisan-1", "russian partisans")
    log.say("ATT b=2 u=ger-12-inf at=T20").say("DEF b=2 u=rus-24-inf at=S20").say('ROLL b=2 die=4 odds="" result=""')
    audit = log.end().move("ger-13-inf", "Z19").end().end().audit()
    assert acts(audit)[:4] == [
        "move ger-13-inf Z21 Z20",
        "av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank",
        "eliminate rus-partisan-1 because 19.3",
        "end",
    ]
    assert [line for line in told(audit) if "note" not in line] == []


PASSED_OVER = (
    "at: turn 2 russian impulse 1 movement clear\non U10: rus-9-tank\non P10: rus-stavka\non Q14: rus-6-tank\n"
    "on Y26: ger-41-pz\nbox russian turn-2: rus-20-inf\n"
)


def played_under_battles(script: Begin, *stavka: str) -> Script:
    """Play the second impulse, with an arrival at first, while the tracker shows the battles of the first."""
    log = script(PASSED_OVER).move("rus-9-tank", "T10").end()
    log.say("ARRIVE u=rus-20-inf", by="russian").move("rus-20-inf", "R9", by="russian").move("rus-9-tank", "S10")
    return log.move("rus-stavka", *stavka, by="russian").move("rus-6-tank", "Q13", by="russian").end().end().end().end()


def test_arrivals_before_the_moves_belong_to_the_impulse_that_is_played_under_the_battles(script: Begin) -> None:
    audit = played_under_battles(script, "P9").audit()
    assert acts(audit) == [
        "move rus-9-tank U10 T10",
        *("end", "end"),
        "enter rus-20-inf R9",
        "move rus-9-tank T10 S10",
        "move rus-stavka P10 P9",
        "move rus-6-tank Q14 Q13",
        *("end", "end", "end"),
    ]
    assert [line for line in told(audit) if "note" not in line] == []


def test_who_moves_too_far_in_it_is_accused_wherever_it_stands(script: Begin) -> None:
    audit = played_under_battles(script, "P9", "P8", "P7", "P6", "P5", "P4", "P3", "P2", "P1").audit()
    assert any("violation 11.1b" in line or "violation 5.4" in line for line in told(audit))


@pytest.mark.parametrize(
    ("log", "found"),
    [
        ("m1 a att roll | c1 b", "m1 1 | c1 2 3 | m2 4"),
        ("m1 a att roll | c1 b att2 | m2 roll", "m1 1 | c1 2 3 | m2 4 | c2 5 6"),
        ("m1 a roll | c1 b | m2 b roll | c2", "m1 1 | c1 2 | m2 3 4 | c2 5"),
        # Who has attacked may go back late; and where battles are fought the tracker is right.
        ("m1 a att roll | c1 a", "m1 1 2 3 | c1 4"),
        ("m1 a att roll | c1 b roll", "m1 1 2 3 | c1 4 5"),
        ("m1 a att | c1 b", "m1 1 2 | c1 3"),
        ("m1 a att roll | c1 r", "m1 1 2 3 | c1 4"),
        # After the last battles of a player turn nobody moves, nor is another phase of battles meant.
        ("m2 a att roll | c2 b", "m2 1 2 3 | c2 4"),
        ("m1 a att roll | c2 b", "m1 1 2 3 | c2 4"),
        ("m1 a att roll | m2 b", "m1 1 2 3 | m2 4"),
        ("c1 att roll | m2 b", "c1 1 2 | m2 3"),
    ],
)
def test_battles_under_the_movement_and_moves_under_the_battles(log: str, found: str) -> None:
    parts: Sequence[Phase] = without_lag(LOG, phases(log))
    assert words(tuple(parts)) == found
