"""A die that is rolled again for a battle: one notion, whoever joined or left it in between."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.replay.script import Script, acts, told
from trc_module.vassal.commands import Chat

Begin = Callable[[str], Script]
START = (
    "at: turn 2 axis impulse 1 movement clear\non Y17: ger-41-pz ger-47-pz ger-56-pz\non X17: rus-24-inf\n"
    "on R9: rus-stavka\n"
)
TWO_BATTLES = START + "on P20: ger-12-inf ger-9-inf\non P19: rus-9-inf\n"
TWO, THREE = ("ger-41-pz", "ger-47-pz"), ("ger-41-pz", "ger-47-pz", "ger-56-pz")
FOE = "rus-24-inf"


def accused(log: Script) -> list[str]:
    return [line.split(" ", 1)[1] for line in told(log.audit()) if "note" not in line]


def attack(log: Script, number: int, *units: str, foe: bool = True) -> Script:
    for unit in units:
        log.say(f"ATT b={number} u={unit} at=Y17")
    return log.say(f"DEF b={number} u={FOE} at=X17") if foe else log


def roll(log: Script, number: int, die: int) -> Script:
    return log.say(f'ROLL b={number} die={die} odds="" result=""')


def lost(log: Script, number: int = 1) -> Script:
    log.say(f"LOSS b={number} u={FOE} at=X17").move(FOE, "russian replacement-pool")
    return log.end().end()


def chat(log: Script, axis: str, russian: str = "") -> Script:
    log.raw(Chat(f"<Axis player> - {axis}"))
    return log.raw(Chat(f"<Russian player> - {russian}")) if russian else log


def begun(script: Begin, *units: str) -> Script:
    """Roll a 1, which is AR, for a battle."""
    return roll(attack(script(START).end(), 1, *units), 1, 1)


def asked(script: Begin) -> Script:
    return chat(begun(script, *TWO), "wait, the 56th attacks as well. Reroll ok?", "sure, roll again")


HOW: dict[str, Callable[[Script], Script]] = {
    "joined": lambda log: lost(roll(log.say("ATT b=1 u=ger-56-pz at=Y17"), 1, 5)),
    "declared anew": lambda log: lost(roll(attack(log, 2, *THREE), 2, 5), 2),
    "joined with the next number": lambda log: lost(roll(attack(log, 2, "ger-56-pz"), 2, 5), 2),
    "joined without the enemy": lambda log: lost(roll(attack(log, 2, "ger-56-pz", foe=False), 2, 5), 2),
    "plain die": lambda log: lost(log.roll_for_something(5)),
    "number of nobody": lambda log: lost(roll(log.say("ATT b=1 u=ger-56-pz at=Y17"), 2, 5)),
}


@pytest.mark.parametrize("how", HOW)
def test_who_joins_a_battle_that_both_want_to_roll_again(script: Begin, how: str) -> None:
    log = HOW[how](asked(script))
    assert accused(log) == []
    notes = [n.finding.sentence for n in log.audit().findings if n.finding.rule == "log.reroll"]
    assert len(notes) == 1
    assert notes[0].endswith("was rolled again: 1 before, then 5; both players say so in the chat.")
    (declared,) = (act for act in acts(log.audit()) if act.startswith("attack"))
    assert set(THREE) <= set(declared.split())


@pytest.mark.parametrize("how", ["joined", "declared anew", "joined with the next number"])
def test_without_a_word_nobody_rolls_again(script: Begin, how: str) -> None:
    assert any(line.startswith("violation 13") for line in accused(HOW[how](begun(script, *TWO))))


@pytest.mark.parametrize("how", ["joined", "declared anew", "joined with the next number"])
def test_against_the_opponents_word_it_is_doubted(script: Begin, how: str) -> None:
    log = chat(begun(script, *TWO), "reroll with the 56th?", "no, keep it")
    assert accused(HOW[how](log)) == ["doubt log.reroll"]


def test_with_the_word_of_one_it_is_left_open(script: Begin) -> None:
    log = chat(begun(script, *THREE), "cocked, I roll again")
    assert accused(lost(roll(log, 1, 5))) == ["undecided log.reroll"]


def test_who_leaves_a_battle_that_is_rolled_again_is_not_in_it(script: Begin) -> None:
    log = chat(begun(script, *THREE), "oops, not the 56th, roll again?", "ok").say("OUT b=1 u=ger-56-pz at=Y17")
    log = lost(roll(log, 1, 6))
    assert "attack 1: ger-41-pz ger-47-pz x rus-24-inf" in acts(log.audit())
    assert [line for line in accused(log) if "13." in line] == []


def test_a_second_result_that_was_not_carried_out_either_excuses_nothing(script: Begin) -> None:
    log = chat(begun(script, *THREE), "reroll?", "ok")
    assert "violation 13.2a" in accused(lost(roll(log, 1, 2)))


def test_the_best_of_three_plain_dice_is_doubted(script: Begin) -> None:
    def thrown(*dice: int, words: str = "") -> list[str]:
        log = attack(script(START).end(), 1, *THREE)
        for die in dice[:-1]:
            log.roll_for_something(die)
        log = chat(log, words) if words else log
        return accused(lost(log.roll_for_something(dice[-1])))

    assert thrown(1, 2, 5) == ["doubt log.reroll"]
    assert thrown(1, 5) == ["undecided log.roll"]
    assert thrown(5) == []
    silent = script(START).end()
    for die in (1, 2, 5):
        silent.roll_for_something(die)
    silent.move(FOE, "russian replacement-pool")
    assert "doubt log.reroll" in accused(silent.end().end())


def both(log: Script) -> Script:
    """Declare the second of two battles, roll no die for it, and end the phase; the first one has taken its loss."""
    log.say(f"LOSS b=1 u={FOE} at=X17").move(FOE, "russian replacement-pool")
    log.say("ATT b=2 u=ger-12-inf at=P20").say("ATT b=2 u=ger-9-inf at=P20").say("DEF b=2 u=rus-9-inf at=P19")
    return log.end().end()


def test_a_die_is_given_to_the_next_battle(script: Begin) -> None:
    # A 5 is DE for the first battle, at 5-1 as a 4 is, and C for the second, at 1-2; a 4 is AR there.
    def first(*dice: int, words: str = "") -> Script:
        log = attack(script(TWO_BATTLES).end(), 1, *THREE)
        for die in dice:
            roll(log, 1, die)
        return chat(log, words) if words else log

    assert accused(both(first(4, 5, words="the 5 is for the next battle"))) == []
    assert "violation 4.1.3" in accused(both(first(4, 5)))
    assert "violation 4.1.3" in accused(both(first(4)))


def test_the_die_of_a_battle_that_was_declared_before_it_needs_no_word(script: Begin) -> None:
    log = roll(attack(script(TWO_BATTLES).end(), 1, *THREE), 1, 4)
    log.say(f"LOSS b=1 u={FOE} at=X17").move(FOE, "russian replacement-pool")
    log.say("ATT b=2 u=ger-12-inf at=P20").say("ATT b=2 u=ger-9-inf at=P20").say("DEF b=2 u=rus-9-inf at=P19")
    assert accused(roll(log, 1, 5).end().end()) == []
