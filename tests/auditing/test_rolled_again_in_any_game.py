"""A die of one battle that is rolled again without being taken back: what both say of it counts, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.auditing.test_mailed import M41_BEGUN, PLAYS, audited, told

VERBS = {"trc": "ROLL die=1", "nr": "ROLL die=1", "trp": "ROLL die=1", "m41": "FIRE dice=1,1", "toy": "ROLL die=1"}
BROKEN = {"trc": "13.2a", "nr": "10.6", "trp": "XIII.C1", "m41": "M41-OPC-4", "toy": "C2"}
ROUNDS = f"""{M41_BEGUN}fire 1: attack 5 1 = 1
fire 1: defend 1 1
fire 1: attack 1 1 = 0
fire 1: defend 1 1
end
"""


@pytest.mark.parametrize("game", VERBS)
@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("cocked, roll again? | ok", "note"),
        ("noch einmal würfeln? | ja, klar", "note"),
        ("tiro di nuovo? | va bene", "note"),
        ("cocked, I roll again", "undecided"),
        ("roll again? | no, keep it", "doubt"),
        ("noch einmal würfeln? | nein", "doubt"),
        ("tiro di nuovo? | no, resta", "doubt"),
    ],
)
def test_a_second_die_is_what_both_say_of_it(tmp_path: Path, game: str, words: str, verdict: str) -> None:
    audit = audited(tmp_path, game, PLAYS[game], edits=(f"again {VERBS[game]} | {words}",))
    assert [n.finding.verdict.value for n in audit.findings if n.finding.rule == "log.reroll"] == [verdict]
    assert told(audit) == ([] if verdict == "note" else [f"{verdict} log.reroll"])


@pytest.mark.parametrize("game", VERBS)
@pytest.mark.parametrize("words", ["", " | oh dear | ok"])
def test_without_a_word_of_it_a_second_die_is_named(tmp_path: Path, game: str, words: str) -> None:
    audit = audited(tmp_path, game, PLAYS[game], edits=(f"again {VERBS[game]}{words}",))
    assert f"violation {BROKEN[game]}" in told(audit)


@pytest.mark.parametrize("game", ["nr", "toy"])
def test_the_first_die_counts_if_both_say_so_and_it_was_carried_out(tmp_path: Path, game: str) -> None:
    right = int(PLAYS[game].split("roll 1: ")[1].split()[0])
    first = PLAYS[game].replace(f"roll 1: {right}", "roll 1: 1")
    said = "double click, the first counts | ok"
    audit = audited(tmp_path, game, first, edits=(f"again ROLL die={right} | {said}",))
    assert told(audit) == []
    wrong = audited(tmp_path, game, first, edits=(f"again ROLL die={right} | cocked, again? | ok",))
    assert told(wrong) != []


@pytest.mark.parametrize("game", ["nr", "toy"])
def test_the_second_die_may_be_the_plain_one(tmp_path: Path, game: str) -> None:
    audit = audited(tmp_path, game, PLAYS[game], edits=("again ROLL die=1 | cocked, again? | ok", "plain ROLL 2"))
    assert told(audit) == []


def test_the_next_round_of_a_battle_is_no_die_that_was_rolled_again(tmp_path: Path) -> None:
    silent = told(audited(tmp_path, "m41", ROUNDS, edits=()))
    assert any(one.startswith("violation") for one in silent)
    assert told(audited(tmp_path, "m41", ROUNDS, edits=("say roll again? ok",))) == silent
