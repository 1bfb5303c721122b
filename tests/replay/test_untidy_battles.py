"""Battles whose lines leave something out that the table shows: what is told of them besides notes is nothing."""

from __future__ import annotations

from collections.abc import Callable

from tests.replay.script import CLEAR, Script
from trc_module.vassal.commands import ChangeProperty, Chat

Begin = Callable[[str], Script]
FRONT = CLEAR


def roll(log: Script, number: int, die: int, odds: str = "", result: str = "") -> Script:
    """Roll the die of a battle with its button."""
    line = f'* *** TRC1 ROLL b={number} die={die} odds="{odds}" result="{result}" by="Axis"'
    return log.raw(Chat(line), ChangeProperty("BattleDie_result", "", str(die), "Module"))


def found(log: Script) -> list[str]:
    """Return what an audit tells besides notes."""
    return [str(n.finding) for n in log.audit().findings if n.finding.verdict.value != "note"]


def test_an_aircraft_on_enemies_whom_no_line_names_shows_that_they_were_attacked(script: Begin) -> None:
    log = script(
        FRONT + "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\non Y16: rus-13-inf\non Y19: ger-hq-south\n"
        "box axis stukas: ger-stuka-1\n"
    ).end()
    for unit in ("ger-41-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit} at=Y17")
    log.say("DEF b=1 u=rus-24-inf at=X17").move("ger-stuka-1", "Y16")
    roll(log, 1, 1, "4-1", "C").move("ger-stuka-1", "axis stukas").end()
    assert found(log) == []
