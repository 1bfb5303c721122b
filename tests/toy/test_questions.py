"""The engine's answers for a game that brings no answers of its own."""

from __future__ import annotations

import pytest

from tests.toy import load
from trc_module.hexgrid import hexes
from trc_module.rules.actions import Move
from trc_module.rules.engine import legal_actions
from trc_module.rules.game import Game
from trc_module.rules.selfplay import self_play
from trc_module.rules.state import State
from trc_module.systems.questions import EngineQuestions

TOY = load()
ASK = TOY.questions


@pytest.fixture(scope="module")
def middle() -> State:
    """A position of the second turn in which a side moves."""
    start = TOY.start("campaign", frozenset())
    states = (state for _, state in self_play(TOY, start, TOY.player("random", 1), 4))
    return next(s for s in states if s.clock.turn == 2 and s.clock.phase == "march" and s.clock.side == "blue")


def test_it_is_asked_through_the_engine() -> None:
    game: Game = TOY
    assert isinstance(game.questions, EngineQuestions)
    assert game.questions.overlays == ("control", "points")
    assert game.questions is game.questions


def test_reach_is_what_the_game_lists(middle: State) -> None:
    unit, at = next((u, p) for u, p in middle.forces["blue"].places.items() if not isinstance(p, str))
    found = ASK.reach(middle, unit)
    assert found is not None
    listed = {act.trail.hexes[-1] for act in legal_actions(TOY, middle, Move) if act.unit == unit} - {at}
    assert set(hexes(found.ways[0].ends)) == listed
    goal = min(listed)
    way = ASK.way(middle, unit, goal, "land")
    assert way is not None
    assert (way.hexes[0], way.hexes[-1], way.against) == (at, goal, ())


def test_what_is_not_listed_comes_with_what_the_judges_say(middle: State) -> None:
    unit = next(u for u, p in middle.forces["blue"].places.items() if not isinstance(p, str))
    found = ASK.reach(middle, unit)
    assert found is not None
    foe = next(h for h in hexes(middle.forces["grey"].occupied) if not found.ways[0].ends >> h & 1)
    way = ASK.way(middle, unit, foe, "land")
    assert way is not None
    assert way.hexes == ()
    assert way.against


def test_another_sides_turn_is_supposed(middle: State) -> None:
    supposed = ASK.to_move(middle, "grey")
    assert supposed is not None
    assert supposed.state.clock.side == "grey"
    assert supposed.words == f"Shown for {supposed.state.clock.words}, with the pieces where they are now"
    assert ASK.to_move(middle, "blue") is not None
    assert ASK.to_move(middle, "nobody") is None


def test_what_it_does_not_know_it_does_not_answer(middle: State) -> None:
    assert ASK.best(middle, [], [next(hexes(TOY.board.grid.all))], []) is None
    assert ASK.overlay(middle, "zones") is None
    control = ASK.overlay(middle, "control")
    assert control is not None
    assert [area.words for area in control.areas] == ["controlled by neither side"]


def test_a_unit_is_put_elsewhere_by_hand(middle: State) -> None:
    unit = next(iter(middle.forces["blue"].places))
    assert ASK.put(middle, unit, None).place(unit) is None
