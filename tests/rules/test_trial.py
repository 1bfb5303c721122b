from __future__ import annotations

import json

import pytest

from trc_module.errors import UserError
from trc_module.facts import Fact, Source
from trc_module.games import find_game
from trc_module.rules.actions import Setup
from trc_module.rules.engine import MOST_HEXES, not_yet
from trc_module.rules.finding import Finding, Verdict, as_doubt, violation
from trc_module.rules.record import Expect, read_record, trial_json, trial_text, try_record
from trc_module.rules.record.trial import Trial, met

HEADER = "game: trc\nat: turn 2 axis impulse 1 movement clear\n"


def trial(text: str) -> Trial:
    return try_record(read_record(HEADER + text, "x.game", find_game), "x.game")


def told(verdict: Verdict, rule: str) -> Finding:
    return Finding(rule, verdict, "")


VIOLATION, DOUBT, UNDECIDED = Verdict.VIOLATION, Verdict.DOUBT, Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("expect", "findings", "is_met"),
    [
        (Expect("ok"), [], True),
        (Expect("ok"), [(DOUBT, "5.4"), (UNDECIDED, "9.4.4")], True),
        (Expect("ok"), [(VIOLATION, "5.4")], False),
        (Expect("breach", ("8.3",)), [], False),
        (Expect("breach", ("8.3",)), [(DOUBT, "8.3a")], False),
        (Expect("breach", ("8.3",)), [(VIOLATION, "8.3a")], True),
        (Expect("breach", ("8.3a",)), [(VIOLATION, "8.3")], False),
        (Expect("breach", ("8.3",)), [(VIOLATION, "8.3a"), (DOUBT, "5.4")], True),
        (Expect("breach", ("8.3",)), [(VIOLATION, "8.3a"), (VIOLATION, "5.4")], False),
        (Expect("breach", ("8.3", "5.4")), [(VIOLATION, "8.3a"), (VIOLATION, "5.4")], True),
        (Expect("undecided", ("9.4",)), [(UNDECIDED, "9.4.4")], True),
        (Expect("undecided", ("9.4",)), [(VIOLATION, "9.4.4")], False),
    ],
)
def test_what_meets_an_expectation(expect: Expect, findings: list[tuple[Verdict, str]], is_met: bool) -> None:
    assert met(expect, tuple(told(*finding) for finding in findings)) is is_met


def test_a_finding_is_as_strong_as_its_weakest_datum() -> None:
    rulebook = Fact("a", Source.parse("rulebook:5.4"))
    assert violation("5.4", "").verdict is VIOLATION
    assert violation("5.4", "", facts=(rulebook,)).verdict is VIOLATION
    assert violation("5.4", "", facts=(rulebook, Fact("b", Source.parse("assumed:c")))).verdict is DOUBT
    assert violation("5.4", "", facts=(rulebook, Fact("b", Source.parse("missing")))).verdict is Verdict.SKIPPED
    assert violation("5.4", "", facts=(Fact("b", Source.parse("transcribed:map"), "smudged"),)).verdict is DOUBT
    assert as_doubt(violation("5.4", "")).verdict is DOUBT
    assert as_doubt(told(UNDECIDED, "5.4")).verdict is UNDECIDED


def test_an_illegal_act_is_carried_out_and_what_follows_from_it_is_not_told_again() -> None:
    found = trial("on Y20: ger-12-inf\nmove ger-12-inf Y20 > Y15\nmove ger-12-inf Y15 Y14\nend\nend\nend\n")
    assert [[finding.rule for finding in outcome.told.findings] for outcome in found.outcomes[:2]] == [
        ["4.1.2c"],
        ["5.3b"],
    ]
    assert found.end.place("ger-12-inf") == find_game("trc").board.grid.hex("Y14")


def test_an_overstacked_hex_is_told_once_until_it_changes() -> None:
    found = trial(
        "on P20: ger-41-pz ger-56-pz ger-47-pz ger-12-inf\n"
        "end\nend\nend\n"  # first impulse; the second movement phase ends with the third
        "end\nend\n" + "end\n" * 5 + "end\n"
        "move ger-12-inf P20 Q20\nmove ger-12-inf Q20 P20\nend\n"
    )
    telling = [outcome.line for outcome in found.outcomes if any(f.rule == "6.1b" for f in outcome.told.findings)]
    assert telling == [4]


def test_a_fault_that_was_mended_and_comes_back_is_told_anew() -> None:
    found = trial(
        "on P20: ger-41-pz ger-56-pz ger-47-pz ger-12-inf\nend\nend\nmove ger-12-inf P20 Q20\nend\n"
        + "end\n" * 7
        + "weather 1\nend\n"
        + "move ger-12-inf Q20 P20\nend\n"
    )
    assert sum(f.rule == "6.1b" for outcome in found.outcomes for f in outcome.told.findings) == 2


def test_an_act_of_an_option_that_is_not_in_play_is_told() -> None:
    found = trial("on P20: ger-41-pz\nstrategic ger-41-pz P20 > P10\n")
    (finding,) = found.outcomes[0].told.findings
    assert (finding.verdict, finding.rule) == (Verdict.VIOLATION, "26.0")


def test_an_act_whose_rules_are_not_known_is_named() -> None:
    game = find_game("trc")
    place = game.board.grid.hex("P20")
    finding = not_yet(game, Setup("ger-41-pz", place))
    assert (finding.verdict, finding.rule) == (Verdict.SKIPPED, "3")
    assert finding.sentence.startswith("'setup' is read but not yet judged")


def test_a_unit_that_is_elsewhere_stops_the_trial_with_one_sentence() -> None:
    with pytest.raises(UserError, match=r"^x\.game, line 4: ger-41-pz is in P20, not in Q20$"):
        trial("on P20: ger-41-pz\nmove ger-41-pz Q20 Q19\n")
    with pytest.raises(UserError, match=r"^x\.game, line 3: ger-41-pz is out of play, not in Q20$"):
        trial("move ger-41-pz Q20 Q19\n")


def test_text_and_json_of_a_record_without_expectations() -> None:
    found = trial("on Y20: ger-12-inf\nmove ger-12-inf Y20 > Y15\nend\n")
    assert not found.clean
    assert trial_text(found).splitlines() == [
        "line 4: move ger-12-inf Y20 > Y15",
        "    violation 4.1.2c: ger-12-inf moved at least 5 hexes from Y20 to Y15; in impulse 1 of a clear turn it may "
        "move only 4. Legal: the move could have ended in Y16.",
        "2 acts, 1 against the rules.",
    ]
    tree = json.loads(trial_json(found))
    assert (tree["clean"], [act["line"] for act in tree["acts"]]) == (False, [4, 5])
    assert tree["acts"][0]["findings"][0]["hexes"] == ["Y20", "Y15"]


def test_text_of_a_record_with_expectations() -> None:
    found = trial("on Y20: ger-12-inf\nmove ger-12-inf Y20 > Y15\nexpect ok\nexpect 4.1.2|5.4\nend\nexpect ok\n")
    assert (found.expectations, len(found.unmet), found.clean) == (3, 1, False)
    assert (
        trial_text(found)
        .splitlines()[0]
        .startswith("line 5: expect ok was not met by 'move ger-12-inf Y20 > Y15' (line 4): violation 4.1.2c: ")
    )
    assert trial_text(found).splitlines()[-1] == "2 of 3 expectations met."


def test_a_way_without_end_is_not_judged_again_and_again() -> None:
    # Each move of a unit is judged with those before it in the phase: 12,500 of them took an hour.
    there_and_back = "move ger-41-pz J20 K20\nmove ger-41-pz K20 J20\n"
    played = trial("on J20: ger-41-pz\n" + there_and_back * (MOST_HEXES // 2))
    assert len(played.outcomes) == MOST_HEXES
    told = f"x.game, line {MOST_HEXES + 4}: ger-41-pz has moved through more than {MOST_HEXES} hexes in this phase"
    with pytest.raises(UserError, match=told):
        trial("on J20: ger-41-pz\n" + there_and_back * (MOST_HEXES // 2 + 1))
