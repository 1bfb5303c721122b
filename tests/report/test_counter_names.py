from __future__ import annotations

import pytest

from trc_module.report.counter_names import CounterNames
from trc_module.resources import data_dir
from trc_module.roster import load_roster

UNITS = load_roster(data_dir() / "trc").units


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("ger-41-pz moved too far.", "41st Panzer Corps (ger-41-pz) moved too far."),
        (
            "It is unknown whether fin-4-inf and rum-1-mtn attacked as they must.",
            "It is unknown whether Finnish 4th Infantry Corps (fin-4-inf) and Rumanian 1st Mountain Corps (rum-1-mtn) "
            "attacked as they must.",
        ),
        ("ger-41-pz may stay, for ger-41-pz is in supply.",
         "41st Panzer Corps (ger-41-pz) may stay, for ger-41-pz is in supply."),
        ("P13 is in an enemy zone of control (rus-24-inf).",
         "P13 is in an enemy zone of control (24th Army [rus-24-inf])."),
        # Neither a longer word, nor what a line of the log says, nor what is no counter.
        ("The line 'MOVE u=ger-41-pz' names 'ger-41-pz', ger-41-pz-2 and axis-first.",
         "The line 'MOVE u=ger-41-pz' names 'ger-41-pz', ger-41-pz-2 and axis-first."),
    ],
)  # fmt: skip
def test_the_first_mention_of_a_counter_has_its_name(sentence: str, expected: str) -> None:
    assert CounterNames(UNITS)(sentence) == expected


def test_a_text_names_a_counter_once() -> None:
    named = CounterNames(UNITS)
    assert [named("ger-41-pz waits."), named("ger-41-pz and ger-3-pz attack.")] == [
        "41st Panzer Corps (ger-41-pz) waits.",
        "ger-41-pz and 3rd Panzer Corps (ger-3-pz) attack.",
    ]
