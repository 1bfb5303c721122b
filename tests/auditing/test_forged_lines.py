"""Lines that the table contradicts, forged, garbled or pressed by mistake: notes, and no verdict rests on them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.replay.script import CLEAR, Script, told
from trc_module.vassal.commands import ChangeProperty, Chat

Begin = Callable[[str], Script]
FRONT = CLEAR.replace("impulse 1", "impulse 2")
FRONT += "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\non E31: ger-12-inf\n"


def fought(log: Script, odds: str = "3-1", result: str = "DR", *first: str) -> Script:
    """Declare, roll and carry out a battle of 15 against 4, in which a 4 is DR."""
    log.end()
    for line in first:
        log.say(line)
    for unit in ("ger-41-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit} at=Y17")
    log.say("DEF b=1 u=rus-24-inf at=X17")
    line = f'* *** TRC1 ROLL b=1 die=4 odds="{odds}" result="{result}" by="Axis"'
    log.raw(Chat(line), ChangeProperty("BattleDie_result", "", "4", "Module"))
    return log.say("RETREAT b=1 u=rus-24-inf at=X17").move("rus-24-inf", "V17")


def accused(log: Script) -> list[str]:
    """Return what is told beside notes."""
    return [line for line in told(log.end().audit()) if " note " not in line]


def test_without_them_nothing_is_told(script: Begin) -> None:
    assert told(fought(script(FRONT)).end().audit()) == []


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("LOSS b=1 u=ger-41-pz at=Y17", "log.battle"),
        ("RETREAT b=1 u=ger-41-pz at=Y17", "log.battle"),
        ("REMOVED u=ger-41-pz because=17.2 at=Y17", "log.line"),
        ("FORCED u=ger-41-pz because=12.5 at=Y17", "log.line"),
        ("LEAVE u=ger-41-pz because=20.9 at=Y17", "log.line"),
        ("EXIT u=ger-41-pz edge=east at=Y17", "log.line"),
        ("DELAY u=ger-41-pz at=Y17", "log.line"),
        ("AV b=1", "log.battle"),
        ("ATT b=one u=ger-12-inf at=E31", "log.line"),
        ("ATT b=1 u=ger-99-inf at=E31", "log.line"),
        ("SING u=ger-41-pz", "log.line"),
        ("ATT", "log.line"),
    ],
)
def test_what_the_table_does_not_show_is_a_note(script: Begin, line: str, note: str) -> None:
    found = told(fought(script(FRONT)).say(line).end().audit())
    assert [text.split(maxsplit=1)[1] for text in found] == [f"note {note}"]


def test_who_stands_next_to_nobody_has_not_attacked(script: Begin) -> None:
    log = fought(script(FRONT), "3-1", "DR", "ATT b=1 u=ger-12-inf at=E31")
    assert [text.split(maxsplit=1)[1] for text in told(log.end().audit())] == ["note log.battle"]


def test_a_battle_of_lines_alone_is_none(script: Begin) -> None:
    log = fought(script(FRONT)).say("ATT b=2 u=ger-12-inf at=E31").say("DEF b=2 u=rus-24-inf at=V17")
    assert accused(log) == []


def test_odds_and_a_result_that_were_not_carried_out_are_named_with_both_figures(script: Begin) -> None:
    audit = fought(script(FRONT), "7-1", "DE").end().audit()
    assert [n.finding.sentence for n in audit.findings] == [
        "The line of the die states 7-1 and DE for battle 1; it is at 3-1, which is DR, and so it was carried out."
    ]


def test_a_line_of_another_game_says_nothing(script: Begin) -> None:
    log = fought(script(FRONT)).raw(Chat("* *** XYZ1 LOSS b=1 u=ger-41-pz")).raw(Chat("* *** TRC9 LOSS b=1"))
    assert told(log.end().audit()) == []
