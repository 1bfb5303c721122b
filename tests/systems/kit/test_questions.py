"""A game of data answers where a unit may go in whichever phase it moves, and why odds are what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.games import load_rules
from trc_module.gamespec import read_spec
from trc_module.rules.record import read_record
from trc_module.rules.state import State
from trc_module.systems.kit import KitGame

FOLDER = Path(__file__).parent / "bfm"


@pytest.fixture(scope="module")
def bfm() -> KitGame:
    game = load_rules(read_spec(FOLDER))
    assert isinstance(game, KitGame)
    return game


def _position(game: KitGame, text: str) -> State:
    return read_record(f"game: bfm\nscenario: none\n{text}", "a position", lambda *asked: game).start


def test_a_unit_is_asked_about_in_the_phase_in_which_it_moves(bfm: KitGame) -> None:
    state = _position(bfm, "at: turn 1 german panzers\non 0601: ger-5\non 0603: ger-40-pz\n")
    now = bfm.questions.to_move(state, "german", "ger-40-pz")
    assert now is not None
    assert (str(now.state.clock), now.words) == ("turn 1 german panzers", "")
    later = bfm.questions.to_move(state, "german", "ger-5")
    assert later is not None
    assert str(later.state.clock) == "turn 1 german movement"
    reach = bfm.questions.reach(later.state, "ger-5")
    assert reach is not None
    assert reach.ways[0].ends.bit_count() > 10
    side = bfm.questions.to_move(state, "german")
    assert side is not None
    assert str(side.state.clock) == "turn 1 german panzers"


def test_odds_are_told_with_everything_that_goes_into_them(bfm: KitGame) -> None:
    state = _position(bfm, "at: turn 3 german combat\non 0102: ger-22\non 0203: ger-35\non 0202: sov-3\n")
    odds = bfm.questions.odds(state, ("ger-22", "ger-35"), (bfm.board.grid.hex("0202"),), ())
    assert odds is not None
    assert (odds.odds, odds.attack, odds.defence) == ("1-1", 8, 4)
    assert [(term.unit, term.counts) for term in (*odds.attacking, *odds.defending)] == [
        ("ger-22", 8),
        ("ger-35", 8),
        ("sov-3", 4),
    ]
    assert [(reason.rule, reason.words) for reason in odds.steps] == [
        ("", "The attackers have 16, the defenders 4."),
        ("6.2", "The weather divides the attackers by 2: 8."),
        ("", "That is 2 to 1."),
        ("5.3a", "forest: 1 column to the worse."),
    ]
    assert [(one.result, one.faces, one.of) for one in odds.outcomes] == [
        ("DR", 1, 6),
        ("EX", 2, 6),
        ("NE", 2, 6),
        ("AL", 1, 6),
    ]
    assert [reason.words for reason in odds.notes] == [
        "On the average the defenders lose a strength of 1.33, the attackers one of 2."
    ]


def test_odds_below_the_table_are_told(bfm: KitGame) -> None:
    state = _position(bfm, "at: turn 1 german combat\non 0102: ger-42\non 0202: sov-1-shock\n")
    odds = bfm.questions.odds(state, ("ger-42",), (bfm.board.grid.hex("0202"),), ())
    assert odds is not None
    assert (odds.odds, odds.outcomes) == ("below 1-1", ())
