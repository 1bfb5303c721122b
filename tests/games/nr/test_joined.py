"""Games joined in the middle: the end of a phase is judged where no event before the log can excuse it."""

from __future__ import annotations

import pytest

from trc_module.games import find_game
from trc_module.games.nr import load
from trc_module.games.nr.joined import is_decided
from trc_module.rules.actions import Action, End
from trc_module.rules.engine import Referee, check
from trc_module.rules.record import read_record

GAME = load()
RETREATS = """game: nr
at: turn 2 axis combat
on L15: ger-6 ger-9
on L16: sov-south
target sov-south
attack 1: ger-6 ger-9 x sov-south
roll 1: 5
"""
STACKED = "game: nr\nat: turn 2 {side} movement\non K12: {units}\n"


def decided(text: str, rule: str, turn: int = 2) -> bool:
    """Tell whether what breaks a rule at the end of a phase is so whatever came before a log that begins in a turn."""
    record = read_record(text, "a record", find_game)
    referee = Referee(GAME, record.start)
    for line in record.lines:
        assert isinstance(line.entry, Action)
        referee.act(line.entry)
    (finding,) = [found for found in check(GAME, referee.state, End()) if found.rule == rule]
    began = GAME.sequence.first(turn)
    return is_decided(GAME, referee.state, End(), finding, began)


def test_a_defender_who_stays_broke_the_rule_whatever_was_played_before() -> None:
    assert decided(RETREATS, "10.7d")


@pytest.mark.parametrize(
    ("side", "units", "sure"), [("axis", "ger-4 ger-6 ger-9", True), ("soviet", "sov-west sov-south", False)]
)
def test_an_event_lets_three_units_of_one_side_stand_in_a_hex(side: str, units: str, sure: bool) -> None:
    assert decided(STACKED.format(side=side, units=units), "8e") is sure


def test_what_was_played_in_an_earlier_turn_is_over() -> None:
    assert decided(STACKED.format(side="soviet", units="sov-west sov-south"), "8e", turn=1)
