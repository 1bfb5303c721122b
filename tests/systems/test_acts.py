"""The orders in which the battles of a phase may be read."""

from __future__ import annotations

from tests.reading.test_search import said
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
