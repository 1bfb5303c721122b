from __future__ import annotations

from collections.abc import Callable

from tests.replay.script import CLEAR, Script
from trc_module.auditing.audit import Audit
from trc_module.report.dice import dice_text, dice_tree
from trc_module.vassal.commands import ChangeProperty, Chat

Begin = Callable[[str], Script]
TWO = CLEAR + "on J20: ger-41-pz ger-56-pz\n"


def told(audit: Audit) -> list[tuple[int, str]]:
    return [(step, str(finding)) for step, finding in audit.dice.findings]


def test_every_roll_is_told_with_its_step_purpose_and_side(script: Begin) -> None:
    audit = script(TWO).roll(3).roll_for_something(5).audit()
    rolls = [(r.step, r.die, r.pips, r.by, r.purpose) for r in audit.dice.rolls]
    assert rolls == [(1, "WeatherDie", 3, "axis", "weather"), (2, "Die", 5, "axis", "other")]
    assert told(audit) == []


def test_a_roll_taken_back_and_made_again_is_told(script: Begin) -> None:
    audit = script(TWO).roll_for_something(1).undo().roll_for_something(6).audit()
    assert [(r.pips, r.undone) for r in audit.dice.rolls] == [(1, 2), (6, None)]
    assert told(audit) == [
        (
            3,
            "undecided log.reroll: The 1 of step 1 was taken back and Die rolled again: 6. The log does not say "
            "whether both players agreed to that.",
        )
    ]


def test_a_line_must_tell_what_the_die_showed(script: Begin) -> None:
    log = script(TWO).say("ARCHANGEL die=6")
    log.raw(Chat('* *** TRC1 ARCHANGEL die=6 by="Russian"'), ChangeProperty("ArchangelDie_result", "", "2", "Module"))
    log.raw(ChangeProperty("BattleDie_result", "", "4", "Module"))
    assert told(log.audit()) == [
        (1, "note log.die: The line ARCHANGEL tells of a 6; the log does not hold the die itself."),
        (2, "doubt log.die: The line ARCHANGEL tells of a 6, but the die showed 2."),
        (3, "undecided log.roll: BattleDie was rolled and showed 4; no line says what for."),
    ]


def test_fair_dice_are_not_accused_and_loaded_ones_are_told_as_chances(script: Begin) -> None:
    fair, loaded = script(TWO), script(TWO)
    for pips in (1, 2, 3, 4, 5, 6, 2, 4, 1, 6, 3, 5):
        fair.roll_for_something(pips)
        loaded.roll_for_something(6)
    assert "consistent with fair dice." in dice_text(fair.audit())
    audit = loaded.audit()
    text = dice_text(audit)
    assert "proves nothing" in text
    assert "cheat" not in text
    best = min(dice_tree(audit)["tests"], key=lambda test: test["p"])
    assert (best["test"], best["rolls"], best["p"]) == ("mean", 12, 2 / 6**12)
