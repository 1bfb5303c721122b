"""What is told of players' own dice and declarations is a doubt only where a datum that is assumed decides it."""

from __future__ import annotations

import pytest

from trc_module.games import find_game
from trc_module.rules.actions import Action
from trc_module.rules.engine import Referee
from trc_module.rules.record import read_record

HITS = (
    "at: turn 4 russian movement {weather}\non C2: rus-20-army\non B2: ger-4-army\non B1: ger-3-pzgr\n"
    "before: weather 4 {weather}\nattack 1: rus-20-army x ger-4-army\nend\nfire 1: defend {dice} = 2\n"
)
DISRUPTED = (
    "at: turn 2 russian movement good\non B2: rus-20-army\non B1: ger-2-army\nstatus: rus-20-army disrupted\n"
    "attack 1: rus-20-army x ger-2-army\nend\nfire 1: attack 4\n"
)
BACK = "at: turn 4 russian replacement snow\nbox russian lost: {units}\nbefore: lost rus-16-army 2\n"


def told(text: str) -> list[str]:
    """Return verdict and rule of what accuses in a record."""
    record = read_record(f"game: m41\n{text}", "a record", find_game)
    referee = Referee(record.game, record.start)
    acts = (entry for entry in record.entries if isinstance(entry, Action))
    found = [finding for act in acts for finding in referee.act(act).findings]
    return [f"{finding.verdict.value} {finding.rule}" for finding in found if finding.accuses]


@pytest.mark.parametrize(
    ("weather", "dice", "expected"),
    [
        ("good", "6 1", "violation M41-OPC-4"),
        ("snow", "6 4", "doubt M41-OPC-4"),
        ("snow", "6 1", "violation M41-OPC-4"),
    ],
)
def test_the_ground_bears_on_the_hits_of_german_defenders_in_mud_and_snow_alone(
    weather: str, dice: str, expected: str
) -> None:
    assert expected in told(HITS.format(weather=weather, dice=dice))


def test_that_a_disrupted_unit_has_fired_rests_on_no_factor() -> None:
    assert told(DISRUPTED) == ["violation M41-DIS-1", "violation M41-DIS-1"]


def test_the_16th_army_comes_back_by_itself_disrupted_or_ready() -> None:
    assert told(BACK.format(units="rus-16-army") + "replace rus-16-army ready C7\n") == []
    assert "violation M41-REP-5" in told(BACK.format(units="rus-20-army") + "replace rus-20-army ready C7\n")


def test_the_fourth_shock_army_may_come_with_the_first() -> None:
    text = "at: turn 4 russian replacement snow\nbox russian siberia: rus-1-shock rus-4-shock\n"
    assert told(text + "enter rus-1-shock C7\nenter rus-4-shock C7\n") == []
