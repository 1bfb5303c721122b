"""Logs that go on from before a roll, and logs that only look so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from msgspec import structs

from tests.replay.script import Script, acts, told
from tests.replay.test_chain import audited, clone, joined, next_log, sentences
from trc_module.replay.branching import Joint, find_joint
from trc_module.vassal.commands import ChangeProperty, Chat

Begin = Callable[[str], Script]
COMBAT = "at: turn 2 axis impulse 1 combat clear\non P20: ger-47-pz ger-3-pz\non P21: ger-41-pz\non P19: rus-24-inf\n"


@pytest.fixture
def bad(script: Begin) -> Script:
    log = script(COMBAT)
    log.path = log.path.with_name("bad.vlog")
    return log


def declare(log: Script, *units: str, battle: int = 1) -> Script:
    for unit in units:
        log.say(f"ATT b={battle} u={unit}")
    return log.say(f"DEF b={battle} u=rus-24-inf")


def roll(log: Script, die: int, battle: int = 1) -> Script:
    result = ChangeProperty("Die_result", "", str(die), "Module")
    return log.raw(Chat(f'* *** TRC1 ROLL b={battle} die={die} by="Axis"'), result)


def again(log: Script, name: str = "good.vlog") -> Script:
    """The same beginning, saved once more."""
    copy = clone(log)
    copy.path = log.path.with_name(name)
    return copy


def lose(log: Script, unit: str) -> Script:
    return log.say(f"LOSS b=1 u={unit}").move(unit, "axis lost")


@pytest.mark.parametrize("lost", [False, True])
def test_who_restarts_his_log_before_a_bad_roll_and_declares_again_is_told_so(bad: Script, lost: bool) -> None:
    good = again(bad)
    roll(declare(bad, "ger-47-pz", "ger-3-pz"), 6)
    roll(declare(good, "ger-47-pz", "ger-3-pz"), 1)
    if lost:
        bad.move("ger-3-pz", "P21")
    audit = audited(bad, good)
    steps, they = ("steps 4 to 5", "they") if lost else ("step 4", "it")
    assert sentences(audit, "log.branch") == [
        f"good.vlog goes on from before {steps} of bad.vlog, as if {they} had not been done; 1 die roll among them."
    ]
    assert sentences(audit, "log.chain") == [
        "good.vlog begins with 3 steps of the log before it, played again; counted once."
    ]
    assert [line for line in told(audit) if "violation" in line] == []
    assert acts(audit) == ["attack 1: ger-47-pz ger-3-pz x rus-24-inf", "roll 1: 1"]


@pytest.mark.parametrize("lost", [False, True])
def test_who_restarts_from_a_save_before_a_bad_roll_is_told_so(bad: Script, lost: bool) -> None:
    declare(bad, "ger-47-pz", "ger-3-pz")
    good = roll(next_log(bad, "good.vlog"), 1)
    roll(bad, 6)
    if lost:
        bad.move("ger-3-pz", "P21")
    audit = audited(bad, good)
    assert len(sentences(audit, "log.branch")) == 1
    assert acts(audit) == ["attack 1: ger-47-pz ger-3-pz x rus-24-inf", "roll 1: 1"]
    assert told(audit) == ["0 undecided log.branch"]


def test_who_restarts_and_declares_in_another_order_has_declared_once(bad: Script) -> None:
    good = again(bad)
    roll(declare(bad, "ger-47-pz", "ger-3-pz"), 6)
    roll(declare(good, "ger-3-pz", "ger-47-pz"), 1)
    audit = audited(bad, good)
    assert acts(audit) == ["attack 1: ger-3-pz ger-47-pz x rus-24-inf", "roll 1: 1"]
    assert told(audit) == ["0 undecided log.branch"]


def names(*logs: Script) -> list[str]:
    return [link.execution.log.path.name for link in joined(*logs).links]


def test_a_bad_log_that_went_on_further_still_comes_first_if_it_is_older(bad: Script) -> None:
    declare(bad, "ger-47-pz", "ger-3-pz")
    good = roll(next_log(bad, "good.vlog"), 1)
    roll(bad, 6).end().end()
    bad.date, good.date = 1_000_000_000_000, 1_000_000_100_000
    assert names(good, bad) == ["bad.vlog", "good.vlog"]
    bad.date, good.date = good.date, bad.date
    assert names(bad, good) == ["good.vlog", "bad.vlog"]


def test_a_log_that_begins_in_the_midst_of_another_comes_after_it(bad: Script) -> None:
    good = roll(next_log(bad.move("ger-41-pz", "Q20"), "good.vlog"), 1).move("ger-3-pz", "P21")
    later = next_log(good, "later.vlog").move("ger-41-pz", "Q19")
    roll(bad, 6).end().end()
    assert names(later, good, bad) == ["bad.vlog", "good.vlog", "later.vlog"]
    assert [origin.step for origin in joined(later, good, bad).links[1].lost] == [2, 3, 4]


def test_a_battle_whose_number_is_used_again_for_others_is_another(bad: Script) -> None:
    roll(declare(bad, "ger-47-pz"), 6)
    good = next_log(bad, "good.vlog").say("ATT b=1 u=ger-41-pz").say("DEF b=1 u=rus-3-inf")
    roll(good, 1)
    assert joined(bad, good).links[1].lost == ()


@pytest.mark.parametrize(("unit", "told_so"), [("rus-19-inf", False), ("rus-24-inf", True)])
def test_a_die_that_is_due_for_another_unit_of_the_battle_is_not_thrown_again(
    bad: Script, unit: str, told_so: bool
) -> None:
    """Where units are defended, or intercepted, one after the other, each has a die of its own."""
    roll(declare(bad, "ger-47-pz", "ger-3-pz"), 6)
    named = next_log(bad, "named.vlog").say(f"DEF b=1 u={unit}")
    good = roll(next_log(named, "good.vlog"), 1)
    assert bool(sentences(audited(bad, named, good), "log.branch")) == told_so


def test_who_goes_on_after_a_roll_has_lost_nothing(bad: Script) -> None:
    roll(declare(bad, "ger-47-pz", "ger-3-pz"), 1)
    following = declare(next_log(bad, "good.vlog"), "ger-41-pz", battle=2)
    chain = joined(bad, roll(following, 5, battle=2))
    assert (chain.links[1].after, chain.links[1].lost) == (4, ())


@pytest.mark.parametrize("taken_back", [True, False])
def test_a_roll_that_was_taken_back_may_be_made_in_the_next_log(bad: Script, taken_back: bool) -> None:
    roll(declare(bad, "ger-47-pz"), 6)
    if taken_back:
        bad.undo()
    good = roll(next_log(bad, "good.vlog"), 1)
    assert len(joined(bad, good).links[1].lost) == (0 if taken_back else 1)


def test_dice_without_a_purpose_are_dropped_with_what_followed_and_never_alone(bad: Script) -> None:
    good = roll_plain(next_log(bad, "good.vlog"), 6)
    roll_plain(bad, 1)
    assert joined(bad, good).links[1].lost == ()
    bad.move("ger-3-pz", "P21")
    assert [origin.step for origin in joined(bad, good).links[1].lost] == [1, 2]


def roll_plain(log: Script, die: int) -> Script:
    return log.raw(Chat(f"* Die: {die}"), ChangeProperty("Die_result", "", str(die), "Module"))


def test_the_weather_of_a_turn_is_rolled_once(script: Begin) -> None:
    bad = script("at: turn 6 axis impulse 1 weather clear\non P20: ger-47-pz\n")
    good = next_log(bad, "good.vlog").roll(1)
    bad.path = bad.path.with_name("bad.vlog")
    bad.roll(6)
    assert [origin.step for origin in joined(bad, good).links[1].lost] == [1]


def test_a_position_that_never_was_is_joined_to_the_end(bad: Script) -> None:
    roll(declare(bad, "ger-47-pz"), 6)
    chain = joined(bad)
    execution = chain.links[0].execution
    other = replace(
        execution, fingerprints=(structs.replace(execution.fingerprints[0], position=0), *execution.fingerprints[1:])
    )
    assert find_joint(chain.steps, execution.fingerprints, execution.did, other) == Joint(3, 0)
