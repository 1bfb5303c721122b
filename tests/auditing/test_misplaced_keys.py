"""Keys that only say something, pressed twice, too early or not at all, in The Russian Campaign."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.replay.script import Script, acts, told
from trc_module.auditing.audit import Audit, audit_log
from trc_module.games import find_game
from trc_module.gamespec import game_folder
from trc_module.module.inputs import load_inputs

Begin = Callable[[str], Script]
MOVING = "at: turn 2 axis impulse 1 movement clear\n"
THREE = f"{MOVING}on Y17: ger-41-pz ger-56-pz ger-47-pz\non X17: rus-6-tank\n"
TWO = f"{MOVING}on Y17: ger-41-pz ger-56-pz\non X17: rus-6-tank\non Y19: ger-hq-south\nbox axis stukas: ger-stuka-1\n"
ALONE = f"{MOVING}on Y17: ger-41-pz\non X17: rus-6-tank\non Y19: ger-hq-south\nbox axis stukas: ger-stuka-1\n"
REMNANT = (
    "options: 26.4\nat: turn 9 russian impulse 1 combat clear\non X17: rus-24-inf rus-20-inf\non Y17: ger-13-inf\n"
    "box axis optional: ger-inf-bg\n"
)


def fought(log: Script, *attackers: str) -> Script:
    for unit in attackers:
        log.say(f"ATT b=1 u={unit}")
    return log.say("DEF b=1 u=rus-6-tank")


def supported(log: Script) -> Script:
    return log.say("AIR b=1 u=ger-stuka-1 kind=stuka hq=ger-hq-south")


def surrendered(log: Script) -> Script:
    """Take the defender off with the key of a loss, which puts it into its box."""
    log.say("LOSS b=1 u=rus-6-tank")
    log.steps[-1] += log.move("rus-6-tank", "russian surrendered").steps.pop()
    return log


def without_notes(audit: Audit) -> list[str]:
    return [line for line in told(audit) if " note " not in line]


def survived(log: Script, presses: int) -> Audit:
    for unit, verb in (("rus-24-inf", "ATT"), ("rus-20-inf", "ATT"), ("ger-13-inf", "DEF")):
        log.say(f"{verb} b=1 u={unit}", by="russian")
    log.say("ROLL b=1 die=6", by="russian").say("LOSS b=1 u=ger-13-inf").move("ger-13-inf", "axis replacement-pool")
    log.move("ger-inf-bg", "Y18")
    for _ in range(presses):
        log.say('REMNANT b=1 u=ger-inf-bg lost=ger-13-inf at="Y18"')
    return audit_log(replace(log.log(), options=frozenset({"26.4"})))


def test_a_battlegroup_declared_twice_accuses_nobody(script: Begin) -> None:
    once, twice = survived(script(REMNANT), 1), survived(script(REMNANT), 2)
    assert acts(twice) == acts(once)
    assert told(twice) == told(once)


def test_an_aircraft_named_behind_the_claim_of_a_victory_had_a_part_in_it(script: Begin) -> None:
    log = surrendered(supported(fought(script(TWO), "ger-41-pz", "ger-56-pz").say("AV b=1")))
    audit = log.audit()
    assert acts(audit) == ["av 1: ger-41-pz ger-56-pz x rus-6-tank air stuka ger-hq-south"]
    assert without_notes(audit) == []


def test_an_attacker_named_behind_the_claim_had_a_part_in_it(script: Begin) -> None:
    log = fought(script(THREE), "ger-41-pz", "ger-56-pz").say("AV b=1").say("ATT b=1 u=ger-47-pz")
    audit = surrendered(log).audit()
    assert acts(audit) == ["av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank"]
    assert without_notes(audit) == []


def test_an_aircraft_named_when_the_defender_was_gone_had_none(script: Begin) -> None:
    log = supported(surrendered(fought(script(TWO), "ger-41-pz", "ger-56-pz").say("AV b=1")))
    assert "violation 16.1a" in [line.split(" ", 1)[1] for line in told(log.audit())]


def test_a_victory_that_nobody_could_win_stays_one_with_who_is_named_late(script: Begin) -> None:
    log = fought(script(ALONE), "ger-41-pz").say("AV b=1")
    assert "violation 16.1a" in [line.split(" ", 1)[1] for line in told(surrendered(supported(log)).audit())]


@pytest.mark.parametrize("by_rule", [False, True], ids=["the loss", "the loss and the surrender"])
def test_a_surrender_in_movement_is_a_victory_whose_claim_was_forgotten(script: Begin, *, by_rule: bool) -> None:
    log = surrendered(fought(script(THREE), "ger-41-pz", "ger-56-pz", "ger-47-pz"))
    audit = (log.say("FORCED u=rus-6-tank because=16.1") if by_rule else log).audit()
    assert acts(audit)[0] == "av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank"
    assert without_notes(audit) == []


def test_a_surrender_to_too_few_is_no_victory(script: Begin) -> None:
    log = surrendered(fought(script(ALONE), "ger-41-pz"))
    assert acts(log.audit()) == []
    found = [line.split(" ", 1)[1] for line in told(log.say("FORCED u=rus-6-tank because=16.1").audit())]
    # The log begins in this phase: a victory may have been won before it.
    assert "undecided 16.1a" in found


FIRED = frozenset({"26.13"})
BARRAGE = (
    "options: 26.13\nat: turn 20 russian impulse {} combat clear\non X17: rus-24-inf rus-20-inf\non Y17: ger-17-inf\n"
    "on {}: rus-stavka\n"
)
UNSAID = "No line says that a barrage was fired in battle 1; its result shows it."


def shelled(folder: Path, header: str, odds: str) -> Audit:
    log = Script(load_inputs(find_game("trc", FIRED), game_folder("trc")), header, folder / "game.vlog")
    for unit, verb in (("rus-24-inf", "ATT"), ("rus-20-inf", "ATT"), ("ger-17-inf", "DEF")):
        log.say(f"{verb} b=1 u={unit}", by="russian")
    log.say(f"ROLL b=1 die=1 odds={odds} result=EX", by="russian")
    return audit_log(replace(log.log(), options=FIRED))


def test_odds_that_a_barrage_alone_brings_tell_of_it(tmp_path: Path) -> None:
    audit = shelled(tmp_path, BARRAGE.format(1, "X14"), "6-1")
    assert acts(audit)[0] == "attack 1: rus-24-inf rus-20-inf x ger-17-inf barrage"
    assert [noted.finding.sentence for noted in audit.findings if noted.finding.rule == "log.battle"] == [UNSAID]
    assert [noted for noted in audit.findings if noted.accused] == []


@pytest.mark.parametrize(
    ("impulse", "stavka", "odds"),
    [(1, "X14", "7-1"), (1, "X9", "6-1"), (2, "X14", "6-1")],
    ids=["other odds", "out of range", "the second impulse"],
)
def test_odds_that_no_barrage_brings_are_told(tmp_path: Path, impulse: int, stavka: str, odds: str) -> None:
    audit = shelled(tmp_path, BARRAGE.format(impulse, stavka), odds)
    assert acts(audit)[0] == "attack 1: rus-24-inf rus-20-inf x ger-17-inf"
    assert next(noted.finding.rule for noted in audit.findings if noted.accused) == "13.1a"
