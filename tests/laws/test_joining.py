"""What a log that begins in the midst of a game still tells: each crime of the rulebook files, joined there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.laws.joining import examples, falsely_accused, falsely_accused_in_play, joined, undecided_crimes
from tests.laws.playing import told
from tests.toy import load as load_toy
from trc_module.games import find_game
from trc_module.rules.actions import Action
from trc_module.rules.game import Game
from trc_module.rules.record import read_record

EXCUSED = {
    "toy": set[str](),
    # Cards may have been discarded, drawn or played as events before, and nobody knows who holds an empty place.
    "nr": {
        *("4a", "5a", "5b", "5h", "5j", "5k", "6.2", "6c", "6d", "7.4", "7.5", "7.10", "8a", "8e", "9.1", "9.1.2"),
        *("10.1.1", "10.1.2", "10.1.4", "12", "12.2", "13.1b", "13.1c", "13.1d", "13.1e", "13.1f", "13.1g", "13.1h"),
        *("13.2", "13.3", "13.4", "13.5-1-4", "13.5-3", "13.5-5a", "13.5-5b", "13.5-6", "13.5-13", "14.1a", "14.1b"),
        *("14.2b", "14.4b", "15.2a", "15.3.2", "15.3a", "15.4"),
    },
    # When a unit was lost; who was last in an empty city.
    "m41": {"M41-REP-3", "M41-VIC-1", "M41-VIC-2"},
    # Who attacked or began elsewhere before, what has acted, who holds land.
    "trp": {"XIII.A3", "XIII.A7", "XIII.G", "XIV.B1", "XV.A", "XV.B", "XVI.B3"},
}
"""The rules that an example breaks and that are open where a log begins with it, in the same phase."""


def find(name: str, options: frozenset[str]) -> Game:
    return load_toy(options) if name == "toy" else find_game(name, options)


@pytest.mark.parametrize("name", EXCUSED)
def test_what_the_table_decides_is_told_where_a_game_is_joined(name: str) -> None:
    assert undecided_crimes(name, find).keys() == EXCUSED[name]


@pytest.mark.parametrize("name", EXCUSED)
def test_no_tail_of_an_example_decides_what_the_whole_does_not_find(name: str) -> None:
    cases = [case for broken in (False, True) for case in examples(name, find, broken=broken)]
    assert len(cases) > 20
    assert [text for case in cases for text in falsely_accused(case)] == []


@pytest.mark.parametrize(("name", "seed", "lead"), [("toy", 1, 0), ("nr", 8, 11), ("nr", 4, 5), ("m41", 2, 1)])
def test_nothing_is_decided_against_a_legal_game_joined_in_the_middle(
    name: str, seed: int, lead: int, tmp_path: Path
) -> None:
    assert list(falsely_accused_in_play(told(name, seed, 2, tmp_path, lead), 4)) == []


DRIVEN_OFF = """
game: trp
at: turn 1 soviet attacks-2 good
on S4: sov-4-army
on T4: sov-5-army
on T3: ger-47-pz
attack 1: sov-4-army x ger-47-pz
attack 2: sov-5-army x ger-47-pz
"""
BY_THE_FIRST = """roll 1: 4
result 1: D1
retreat 1: ger-47-pz T3 U3 V3
spend ger-47-pz
advance 1: sov-4-army S4 T3
"""


def test_who_was_driven_off_by_an_attack_before_the_log_is_attacked_no_more() -> None:
    """Without the first attack, which is declared before the log begins, the second one has to be made."""
    for more, expected in ((BY_THE_FIRST, [("XIII.A7", False)]), ("", [("XIII.A7", True)])):
        record = read_record(f"{DRIVEN_OFF}{more}end\n", "a record", find)
        acts = [entry for entry in record.entries if isinstance(entry, Action)]
        found = joined(record.game, record.start, acts, 1)
        assert [(one.finding.rule, one.decided) for one in found] == expected


BEFORE_A_PHASE = (
    "10.5c",
    "10.6",
    "13.3-EXd",
    "16.1c",
    "20.3c",
    "24.5c",
    "25.1.1",
    "26.4",
    "26.9",
    "26.10",
    "28.6-JG",
    "28.6-PB",
    "28.6-RR",
    "28.6-TT",
)
"""Rules of The Russian Campaign whose examples remember what a log that begins within them does not show."""


def test_no_tail_of_an_example_that_keeps_the_rules_of_memory_is_accused() -> None:
    cases = list(examples("trc", find, broken=False, of=BEFORE_A_PHASE))
    assert len(cases) > 20
    assert [text for case in cases for text in falsely_accused(case)] == []
