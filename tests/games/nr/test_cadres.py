"""Cadres that are removed (15.3.3): they go on the turn track, not among the surrendered or the destroyed."""

from __future__ import annotations

import pytest

from trc_module.games import find_game
from trc_module.rules.actions import Action
from trc_module.rules.engine import Referee
from trc_module.rules.record import read_record

OUT_OF_SUPPLY = "at: turn {turn} axis removals\non L20: {unit}\non J9: ger-6\nunsupplied: {unit}\nsurrender {unit}\n"
LOST = "at: turn {turn} axis housekeeping\nbox {side} destroyed: {unit}\non J9: ger-6\nend\n"


def rules(text: str, options: str = "options: 15.3\n") -> list[str]:
    """Return the rules of chapter 15 that the last act of a record breaks."""
    record = read_record(f"game: nr\n{options}{text}", "game", find_game)
    referee = Referee(record.game, record.start)
    (act,) = (line.entry for line in record.lines if isinstance(line.entry, Action))
    return [finding.rule for finding in referee.act(act).findings if finding.rule.startswith("15")]


@pytest.mark.parametrize(
    ("unit", "turn", "broken"),
    [
        ("rum-3", 13, ["15.3.3"]),
        ("rum-3", 10, []),
        ("ger-6", 13, []),
        ("hun-2", 11, ["15.3.3"]),
        ("rum-3", 27, ["15.3.3"]),
        ("rum-3", 28, []),
    ],
)
def test_a_cadre_does_not_surrender(unit: str, turn: int, broken: list[str]) -> None:
    text = OUT_OF_SUPPLY.format(turn=turn, unit=unit)
    assert rules(text.replace("on J9: ger-6\n", "") if unit == "ger-6" else text) == broken


def test_without_the_option_an_army_of_an_ally_surrenders_as_others_do() -> None:
    assert rules(OUT_OF_SUPPLY.format(turn=13, unit="rum-3"), options="") == []


@pytest.mark.parametrize(
    ("side", "unit", "turn", "broken"),
    [
        ("soviet", "sov-ostatky", 5, ["15.3.3"]),
        ("axis", "rum-3", 12, ["15.3.1b"]),
        ("axis", "rum-3", 10, []),
        ("axis", "ger-9", 12, []),
        # The last turn of the track: no other follows.
        ("soviet", "sov-ostatky", 28, []),
        ("axis", "rum-3", 28, []),
    ],
)
def test_no_cadre_is_left_among_the_destroyed_when_a_turn_ends(
    side: str, unit: str, turn: int, broken: list[str]
) -> None:
    assert rules(LOST.format(side=side, unit=unit, turn=turn)) == broken


@pytest.mark.parametrize(
    ("turn", "box", "told"),
    [
        (27, "turn-28", []),
        (27, "turn-20", ["sov-ostatky was put into the box of turn 20; the next without a cadre is turn 28."]),
        (28, "turn-20", ["sov-ostatky was put into the box of turn 20; no turn follows."]),
    ],
)
def test_a_cadre_goes_to_the_next_turn_of_the_track(turn: int, box: str, told: list[str]) -> None:
    text = f"game: nr\noptions: 15.3\nat: turn {turn} axis housekeeping\nbox soviet destroyed: sov-ostatky\n"
    record = read_record(f"{text}track sov-ostatky {box}\n", "game", find_game)
    (act,) = (line.entry for line in record.lines if isinstance(line.entry, Action))
    found = Referee(record.game, record.start).act(act).findings
    assert [str(finding.sentence) for finding in found if finding.rule == "15.3.3"] == told


PLACED = """game: nr
options: 15.3
at: turn 4 axis combat
{}on L15: ger-1-pz
on L16: sov-west
box soviet cadre: sov-ostatky
target sov-west
attack 1: ger-1-pz x sov-west
roll 1: 1
lose 1: sov-west
cadre sov-ostatky L16
"""


@pytest.mark.parametrize(
    ("cut", "expected"),
    [("", ["violation"]), ("perhaps-unsupplied: ger-1-pz\n", ["undecided"])],
    ids=["in supply", "perhaps not"],
)
def test_where_a_cadre_may_be_placed_hangs_on_the_supply_of_who_fought_there(cut: str, expected: list[str]) -> None:
    record = read_record(PLACED.format(cut), "game", find_game)
    referee = Referee(record.game, record.start)
    *_, told = [referee.act(line.entry).findings for line in record.lines if isinstance(line.entry, Action)]
    assert [finding.verdict.value for finding in told if finding.rule == "15.3.2"] == expected
