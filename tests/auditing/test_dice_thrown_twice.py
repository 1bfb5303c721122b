"""Dice that were rolled by mistake or twice outside battles, as chat tells."""

from __future__ import annotations

from collections.abc import Callable

from tests.replay.script import Script, acts, told
from trc_module.vassal.commands import ChangeProperty, Chat

Begin = Callable[[str], Script]
WINTER = (
    "at: turn 5 russian impulse 1 movement snow\non E31: ger-12-inf\non R9: rus-worker-moscow\n"
    "box russian replacement-pool: rus-2-cav\n"
)
SUMMER = WINTER.replace("turn 5 russian impulse 1 movement snow", "turn 2 russian impulse 1 movement clear")
SAILS = "at: turn 1 russian impulse 1 movement clear\non E31: ger-12-inf\non DD24: rus-2-cav\n"


def roll(log: Script, verb: str, die: int, before: str = "") -> Script:
    name, _, unit = verb.partition(" ")
    about = f"u={unit} " if unit else ""
    return log.raw(
        Chat(f'* *** TRC1 {name} {about}die={die} by="Russian"'),
        ChangeProperty(f"{name.capitalize()}Die_result", before, str(die), "Module"),
    )


def say(log: Script, words: str) -> Script:
    return log.raw(Chat(f"<Russian player> - {words}"))


def beside_notes(log: Script) -> list[str]:
    return [line.split(" ", 1)[1] for line in told(log.audit()) if "note" not in line]


def test_a_die_of_archangel_that_was_rolled_twice_is_no_violation_if_chat_says_which_counts(script: Begin) -> None:
    first = roll(say(roll(script(WINTER), "ARCHANGEL", 4), "double click, the first counts"), "ARCHANGEL", 6, "4").end()
    last = roll(say(roll(script(WINTER), "ARCHANGEL", 4), "cocked, again"), "ARCHANGEL", 6, "4").end()
    assert beside_notes(first) == beside_notes(last) == ["undecided log.reroll"]
    assert acts(first.audit()) == ["archangel 4", "end"]
    assert acts(last.audit()) == ["archangel 6", "end"]
    silent = roll(roll(script(WINTER), "ARCHANGEL", 4), "ARCHANGEL", 6, "4").end()
    assert beside_notes(silent) == ["violation 22.4d"]


def test_a_die_of_archangel_that_is_not_due_counts_for_nothing_if_chat_takes_it_back(script: Begin) -> None:
    assert beside_notes(say(roll(script(SUMMER), "ARCHANGEL", 4), "sorry, too early").end()) == []
    assert beside_notes(say(roll(script(SUMMER), "ARCHANGEL", 4), "that makes seven points").end()) == [
        "violation 22.4a"
    ]
    due = say(roll(script(WINTER), "ARCHANGEL", 4), "oops, only a 4").end()
    assert acts(due.audit()) == ["archangel 4", "end"]


def test_a_second_die_of_a_unit_at_sea_is_no_violation_if_chat_says_that_it_counts(script: Begin) -> None:
    log = script(SAILS).say("SAIL u=rus-2-cav kind=sea-transfer", by="russian").move("rus-2-cav", "JJ23", by="russian")
    log = roll(say(roll(log, "SEA rus-2-cav", 6), "cocked, again"), "SEA rus-2-cav", 1, "6").end()
    assert beside_notes(log) == ["undecided log.reroll"]
    assert acts(log.audit())[0].endswith("roll 1")
