"""A battle owns its die: none is read without one, and nobody leaves the enemy in a battle that was not fought."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.replay.script import Script, told
from trc_module.vassal.commands import Chat

Begin = Callable[[str], Script]
AWAY = "at: turn 2 axis impulse 1 movement clear\non P20: ger-12-inf\non P19: rus-9-inf\non R9: rus-stavka\n"
BESIDE = AWAY + "on Y17: ger-41-pz ger-47-pz ger-56-pz\non X17: rus-24-inf\n"
THREE = ("ger-41-pz", "ger-47-pz", "ger-56-pz")


def accused(log: Script) -> list[str]:
    """Return what an audit tells beside notes, without the steps."""
    return [line.split(" ", 1)[1] for line in told(log.audit()) if "note" not in line]


def fought(log: Script) -> Script:
    """Fight three corps' battle at 5-1 with a die of 5, which takes the defender."""
    for unit in THREE:
        log.say(f"ATT b=1 u={unit} at=Y17")
    log.say("DEF b=1 u=rus-24-inf at=X17").say('ROLL b=1 die=5 odds="" result=""')
    return log.say("LOSS b=1 u=rus-24-inf at=X17").move("rus-24-inf", "russian replacement-pool")


@pytest.mark.parametrize("impulse", [1, 2])
def test_who_steps_out_of_a_zone_when_battles_begin_has_not_attacked(script: Begin, impulse: int) -> None:
    begins = AWAY.replace("impulse 1", f"impulse {impulse}")
    assert accused(script(begins).end().move("ger-12-inf", "P21").end().end()) == ["violation 12.1a"]
    back = script(begins).end().move("ger-12-inf", "P21").move("ger-12-inf", "P20").end().end()
    assert "violation 12.1a" in accused(back)


def test_so_it_is_beside_a_battle_that_was_fought_before_or_after(script: Begin) -> None:
    assert accused(fought(script(BESIDE).end()).move("ger-12-inf", "P21").end().end()) == ["violation 12.1a"]
    assert accused(fought(script(BESIDE).end().move("ger-12-inf", "P21")).end().end()) == ["violation 12.1a"]


def test_a_key_of_retreat_makes_no_battle(script: Begin) -> None:
    log = fought(script(BESIDE).end()).say("RETREAT b=2 u=ger-12-inf at=P20").move("ger-12-inf", "P21").end().end()
    assert accused(log) == ["violation 12.1a"]


def test_without_any_line_each_battle_needs_a_die(script: Begin) -> None:
    def silent(*dice: int) -> Script:
        log = script(BESIDE).end()
        for die in dice:
            log.roll_for_something(die)
        log.move("rus-24-inf", "russian replacement-pool").move("ger-12-inf", "P21")
        return log.end().end()

    assert "violation 12.1a" in accused(silent(5))
    assert accused(silent(5, 3)) == []


def test_an_enemy_is_taken_off_by_a_die_alone(script: Begin) -> None:
    log = fought(script(BESIDE.replace("ger-12-inf", "ger-39-pz")).end()).move("rus-9-inf", "russian surrendered")
    assert "violation 13.2a" in accused(log.end().end())


def test_a_game_whose_dice_are_rolled_elsewhere_is_not_accused(script: Begin) -> None:
    log = script(BESIDE).end().move("rus-24-inf", "russian replacement-pool").move("ger-12-inf", "P21")
    assert accused(log.end().end()) == []


def test_a_die_that_chat_names_is_that_of_the_battle(script: Begin) -> None:
    def named(words: str) -> list[str]:
        log = script(BESIDE.replace("on P20: ger-12-inf\n", "")).end()
        for unit in THREE:
            log.say(f"ATT b=1 u={unit} at=Y17")
        log.say("DEF b=1 u=rus-24-inf at=X17").raw(Chat(f"<Axis player> - {words}"))
        log.say("LOSS b=1 u=rus-24-inf at=X17").move("rus-24-inf", "russian replacement-pool")
        return accused(log.end().end())

    assert named("dice server says 5, DE") == []
    assert named("Würfelserver: 5") == []
    assert "violation 4.1.3" in named("good luck")
    # On a 1 it is an exchange.
    assert "violation 13.3-EXa" in named("dice server says 1")


def test_who_moves_up_late_has_not_left_the_enemy(script: Begin) -> None:
    log = script(BESIDE.replace("on P20: ger-12-inf", "on P21: ger-12-inf")).end().move("ger-12-inf", "P22")
    assert accused(fought(log).end().end()) == []
