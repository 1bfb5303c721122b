from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.auditing.steps import log_of, step
from tests.replay.script import CLEAR, Script
from trc_module.auditing.audit import Audit
from trc_module.auditing.dice import _MOST_DIGITS, UNKNOWN, RolledDice, is_die, read_dice
from trc_module.replay.events import PropertySet, Step
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


def rolled(*steps: Step, fought: Sequence[int] = (), undone: Mapping[int, int] | None = None) -> RolledDice:
    """Return the dice of steps of the toy game, some taken back by later ones."""
    chain: Any = SimpleNamespace(log=log_of(), steps=steps, label=str)
    by = [SimpleNamespace(step=SimpleNamespace(number=n), by=at, redone=None) for n, at in (undone or {}).items()]
    return read_dice(chain, cast("Any", SimpleNamespace(undone=by)), fought)


def die(number: int, pips: int, *said: str) -> Step:
    return step(number, *said, events=[PropertySet("Die_result", "", str(pips))], by="red")


def test_a_die_that_a_battle_explains_is_rolled_for_it() -> None:
    dice = rolled(die(1, 3), die(2, 4, "DIE die=4"), die(3, 5, "FIRE b=1 die=5"), die(9, 6), fought=[1, 2, 3])
    assert [roll.purpose for roll in dice.rolls] == ["roll", "roll", "fire", UNKNOWN]


@pytest.mark.parametrize(("at", "told"), [(1, True), (4, True), (5, False)])
def test_a_line_tells_of_a_die_shortly_before_it(at: int, told: bool) -> None:
    """Three steps are near enough."""
    dice = rolled(die(1, 3), step(at, "ROLL b=1 die=3"))
    assert [roll.purpose for roll in dice.rolls] == (["roll"] if told else [UNKNOWN, "roll"])


def test_a_line_without_its_die_is_of_who_made_it() -> None:
    dice = rolled(step(1, "ROLL b=1 die=3 by=Blue", by="red"), step(2, "ROLL b=2 die=3 by=nobody", by="red"))
    assert [(roll.by, roll.pips) for roll in dice.rolls] == [("blue", 3), ("red", 3)]


def test_a_number_of_a_die_has_few_digits() -> None:
    assert [is_die("1" * digits) for digits in (_MOST_DIGITS, _MOST_DIGITS + 1)] == [True, False]
    assert not is_die("x")


def test_a_die_that_was_taken_back_and_rolled_again_is_told() -> None:
    again = rolled(die(1, 3, "ROLL b=1 die=3"), step(2), die(3, 5, "ROLL b=1 die=5"), undone={1: 2})
    assert [finding.rule for _, finding in again.findings] == ["log.reroll"]
    # Another die fell between.
    other = rolled(
        die(1, 3, "ROLL b=1 die=3"), step(2), die(3, 4, "ROLL b=2 die=4"), die(4, 5, "ROLL b=1 die=5"), undone={1: 2}
    )
    assert [finding.rule for _, finding in other.findings] == []
