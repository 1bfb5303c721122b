"""Logs of thousands of like steps: what is told of them, which a quadratic way would take minutes to find."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.replay.script import Script
from trc_module.auditing.dice import UNKNOWN
from trc_module.declarations import Declaration, Grammar, Malformed
from trc_module.games import find_game
from trc_module.replay.contents import read_contents
from trc_module.vassal.commands import ChangeProperty, Chat, Undo

Begin = Callable[[str], Script]
MANY = 8_000
MOVEMENT = "at: turn 2 axis impulse 1 movement clear\non P20: ger-41-pz\non N15: rus-24-inf\n"


def to_and_fro(log: Script, times: int) -> None:
    log.move("ger-41-pz", *("P19", "P20") * (times // 2))


@pytest.mark.parametrize("phase", ["movement", "combat"])
def test_one_unit_moved_to_and_fro(script: Begin, phase: str) -> None:
    log = script(MOVEMENT.replace("movement", phase))
    to_and_fro(log, MANY)
    assert [(n.finding.rule, n.finding.verdict.value) for n in log.audit().findings] == [("log.back", "note")]


def test_lines_about_a_way_before_each_leg_of_it(script: Begin) -> None:
    log = script(MOVEMENT)
    for number in range(MANY // 4):
        log.say("RAIL u=ger-41-pz at=P20").move("ger-41-pz", "P19" if number % 2 == 0 else "P20")
    assert len(log.steps) == len(log.audit().steps)


def test_equal_steps_are_undone_from_the_last(script: Begin) -> None:
    log = script(MOVEMENT)
    for _ in range(MANY):
        log.raw(Chat("* x"))
    for _ in range(MANY):
        log.raw(Undo(True), Chat("* UNDO: * x"), Undo(False))
    undone = log.audit().settled.undone
    assert [(each.step.number, each.by) for each in undone[:2]] == [(MANY, MANY + 1), (MANY - 1, MANY + 2)]


def test_undone_is_what_stands_behind_a_word_and_not_behind_a_long_text(script: Begin) -> None:
    log = script(MOVEMENT)
    for before in ("* UNDO: <Some player> - ", "x" * 201):
        log.raw(Chat("* said")).raw(Undo(True), Chat(f"{before}* said"), Undo(False))
    assert [(each.step.number, each.by) for each in log.audit().settled.undone] == [(1, 2)]


def test_chat_of_stars_and_blanks(script: Begin) -> None:
    log = script(MOVEMENT)
    for number in range(20):
        log.raw(Chat("*" * (20_000 + number)))
    log.raw(Chat(" " * 400_000)).raw(Chat("<" * 400_000)).raw(Chat("* " * 200_000))
    # A longer row of stars ends with a shorter one, as a line that is undone does.
    assert {noted.finding.rule for noted in log.audit().findings} == {"log.undo"}


def test_dice_that_lines_tell_of_wrongly(script: Begin) -> None:
    log = script(MOVEMENT)
    rolls = [ChangeProperty("BattleDie_result", "", "2", "Module")] * MANY
    log.raw(*rolls, *[Chat('* *** TRC1 DIE die=9 by="Axis"')] * MANY)
    dice = log.audit().dice
    assert len(dice.findings) == MANY
    assert str(dice.findings[0][1]) == "doubt log.die: The line DIE tells of a 9, but the die showed 2."
    assert not [roll for roll in dice.rolls if roll.purpose == UNKNOWN]


def test_rolls_that_are_taken_back_and_made_again(script: Begin) -> None:
    log = script(MOVEMENT)
    for number in range(MANY // 4):
        log.roll_for_something(number % 6 + 1).undo()
    assert [finding.rule for _, finding in log.audit().dice.findings] == ["log.reroll"] * (MANY // 4 - 1)


def test_a_die_of_thousands_of_digits_is_none(script: Begin) -> None:
    log = script(MOVEMENT)
    log.raw(ChangeProperty("BattleDie_result", "", "9" * 9000, "Module"))
    log.raw(Chat(f'* *** TRC1 DIE die={"9" * 9000} by="Axis"'))
    assert log.audit().dice.rolls == ()


def test_one_unit_that_joins_thousands_of_battles(script: Begin) -> None:
    log = script(MOVEMENT)
    for number in range(MANY):
        log.say(f"ATT b={number} u=ger-41-pz cf=7 attack=7 defence=0 at=P20")
    assert log.audit().findings == ()


def test_a_line_of_blanks_is_malformed_at_once() -> None:
    grammar: Grammar = find_game("trc").grammar
    blanks = " " * 300_000
    found = grammar.parse(f"* *** TRC1 DIE die=3{blanks}!")
    assert isinstance(found, Malformed)
    assert found.reason == "DIE: cannot read '!'"
    assert isinstance(grammar.parse(f"* *** TRC1 DIE die=3{blanks}"), Declaration)


def test_rolls_in_chat_are_found_in_texts_of_any_length(script: Begin) -> None:
    log = script(MOVEMENT)
    for text in ("1d6 " * 100_000, "1" * 400_000, "1d" * 200_000, "* 2d6 for the attack = 7 *"):
        log.raw(Chat(text))
    assert [(roll.name, dict(roll.results)) for roll in read_contents(log.write()).rolls] == [
        ("2d6 for the attack", {"7": 1})
    ]
