"""Weather phases of which the chat alone tells the weather."""

from __future__ import annotations

from collections.abc import Callable

from tests.replay.script import Script, acts
from trc_module.systems.weather import weather_of
from trc_module.vassal.commands import Chat

Begin = Callable[[str], Script]
WINTER = "at: turn 4 axis impulse 1 weather clear\non Z19: ger-41-pz\non R9: rus-24-inf\n"


def told(log: Script) -> list[str]:
    return [f"{noted.finding.verdict.value} {noted.finding.rule}" for noted in log.audit().findings]


def test_the_weather_that_was_typed_is_taken_where_no_die_was_rolled(script: Begin) -> None:
    log = script(WINTER).raw(Chat("<Axis> - snow this turn")).end().move("ger-41-pz", "Z18").end()
    assert told(log) == ["undecided 4.1.1a"]
    assert weather_of(log.audit().phases[1][1]) == "snow"


def test_a_die_counts_more_than_what_was_typed(script: Begin) -> None:
    log = script(WINTER).roll_for_something(1).raw(Chat("<Axis> - snow")).end()
    assert told(log) == ["note log.roll"]
    assert acts(log.audit())[:1] == ["weather 1"]


def test_without_die_and_word_the_weather_was_not_rolled_unless_before_the_log(script: Begin) -> None:
    assert told(script(WINTER).raw(Chat("<Axis> - no snow, please")).end()) == ["undecided 4.1.1a"]


def test_a_weather_that_was_rolled_again_as_chat_says_is_that_of_the_last_die(script: Begin) -> None:
    log = script(WINTER).roll(1).raw(Chat("<Axis> - cocked, again as agreed")).roll(5).end()
    assert [line for line in told(log) if "note" not in line] == ["undecided log.reroll"]
    assert acts(log.audit())[:2] == ["weather 5", "end"]
    silent = script(WINTER).roll(1).raw(Chat("<Axis> - hm")).roll(5).end()
    assert "violation 4.1.1a" in told(silent)


def test_the_first_of_two_dice_is_the_weathers_if_chat_says_so(script: Begin) -> None:
    log = script(WINTER).roll(1).roll(5).raw(Chat("<Axis> - double click, the first counts")).end()
    assert [line for line in told(log) if "note" not in line] == ["undecided log.reroll"]
    assert acts(log.audit())[:2] == ["weather 1", "end"]
