"""Agreements of the players, as logs state them, and the findings where logs state them differently."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.replay.script import CLEAR, Script
from trc_module.auditing.audit import audit_log
from trc_module.replay.agreed import Agreed, agreed_in
from trc_module.vassal.commands import Chat

Begin = Callable[[str], Script]
ONE = CLEAR + "on J20: ger-41-pz\n"
NONE: frozenset[str] = frozenset()


def agree(log: Script, *rules: str, scenario: str = "campaign") -> Script:
    return log.say(f"OPTIONS scenario={scenario} rules={','.join(rules)}")


def test_the_last_word_counts_wherever_it_stands(script: Begin) -> None:
    log = agree(agree(script(ONE), "26.5").move("ger-41-pz", "K20"), "26.5", "26.13", scenario="stalingrad")
    assert agreed_in([log.log()]) == Agreed("stalingrad", frozenset({"26.5", "26.13"}))


def test_a_word_taken_back_does_not_count(script: Begin) -> None:
    log = agree(script(ONE), "26.5").move("ger-41-pz", "K20").undo(0)
    assert agreed_in([log.log()]) is None


def test_where_the_last_word_was_taken_back_the_one_before_it_counts(script: Begin) -> None:
    log = agree(agree(script(ONE), "26.5"), "26.5", "26.13", scenario="stalingrad").undo()
    assert agreed_in([log.log()]) == Agreed("campaign", frozenset({"26.5"}))


def test_a_word_that_was_taken_back_and_brought_back_counts(script: Begin) -> None:
    log = agree(agree(script(ONE), "26.5"), "26.13").undo().undo()
    assert agreed_in([log.log()]) == Agreed("campaign", frozenset({"26.13"}))


def test_chat_about_options_is_no_word(script: Begin) -> None:
    log = agree(script(ONE), "26.5").raw(Chat("<Axis player> - *** TRC1 OPTIONS scenario=stalingrad rules=26.9"))
    assert agreed_in([log.log()]) == Agreed("campaign", frozenset({"26.5"}))


def test_a_log_that_says_other_options_than_it_is_judged_with_is_told(script: Begin) -> None:
    log = agree(script(ONE), "26.5", "26.13").log()
    found = audit_log(replace(log, options=frozenset({"26.9"}))).findings
    assert [str(noted.finding) for noted in found if noted.finding.rule == "log.options"] == [
        "note log.options: game.vlog says that the optional rules 26.5, 26.13 are in play; it is judged with the "
        "optional rule 26.9."
    ]
    assert not [n for n in audit_log(replace(log, options=frozenset({"26.5", "26.13"}))).findings if n.steps == ()]
