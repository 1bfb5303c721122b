"""The orders in which the battles of a phase may be read."""

from __future__ import annotations

from pathlib import Path

from tests.reading.test_search import said
from tests.untidy.other_plays import parts_of, told_of
from trc_module.games import find_game
from trc_module.rules.interpretation import Episode
from trc_module.rules.record import read_record


def test_what_names_no_unit_stays_before_the_die_in_each_order_of_the_battles() -> None:
    game = find_game("nr")
    lines = [
        said(1, "TARGET", u="sov-south"),
        said(2, "CARD", side="axis", card="card-16", **{"for": "event"}),
        said(3, "ATT", b="1", u="ger-6"),
        said(4, "DEF", b="1", u="sov-south"),
        said(5, "ROLL", b="1", die="5"),
    ]
    state = read_record("game: nr\nat: turn 2 axis combat\non L15: ger-6\non L16: sov-south\n", "x", find_game).start
    for reading in game.readings_of_lines(state, Episode(tuple(lines))):
        acts = [type(one.actions[0]).__name__ for _, one in reading.interpretations]
        assert acts.index("Play") < acts.index("RollCombat")


def test_a_supplied_line_of_no_battle_comes_before_the_battles_of_its_step() -> None:
    game = find_game("nr")
    lines = [
        said(3, "TARGET", u="sov-south"),
        said(3, "ATT", b="1", u="ger-6"),
        said(3, "DEF", b="1", u="sov-south"),
        said(5, "ROLL", b="1", die="5"),
        said(5, "COUNTERBLOW", u="ger-6"),
    ]
    state = read_record("game: nr\nat: turn 2 axis combat\non L15: ger-6\non L16: sov-south\n", "x", find_game).start
    reading, *_ = game.readings_of_lines(state, Episode(tuple(lines)))
    acts = [type(one.actions[0]).__name__ for _, one in reading.interpretations]
    assert acts == ["Target", "Attack", "RollCombat", "Counterblow"]


FELL_BACK = """
at: turn 1 soviet attacks-1 good
on V1: ger-17-army
on R3: ger-12-inf
on Q3: sov-10-army
on Q4: sov-11-mex
fall-back ger-17-army V1 U2 T2 S3 R3
disperse ger-17-army
attack 1: sov-10-army sov-11-mex x ger-12-inf ger-17-army
odds 1: 1-1
roll 1: 6
result 1: DE dispersed
result 1: DE
lose 1: ger-12-inf
lose 1: ger-17-army
advance 1: sov-10-army Q3 R3
advance 1: sov-11-mex Q4 R3
end
"""


def test_a_way_without_a_line_was_not_asked_for_by_a_battle_that_was_declared_behind_it(tmp_path: Path) -> None:
    assert told_of(parts_of("trp"), FELL_BACK, ["drop FALLBACK"], tmp_path) == []
