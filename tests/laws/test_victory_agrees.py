"""What is told of victory agrees with itself: who has won has met the condition by which he has."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from trc_module.games import find_game, game_names
from trc_module.rules.actions import End
from trc_module.rules.game import Game
from trc_module.rules.score import Score
from trc_module.rules.state import State

DRAWN = 12
"""Positions of each scenario."""


def drawn(game: Game, scenario: str, rng: random.Random) -> Iterator[State]:
    """Yield positions at moments by lot, with places in the hands of either side and some units gone."""
    start = game.start(scenario, frozenset())
    clocks = [start.clock]
    for _ in range(300):
        clocks.append(game.sequence.after(clocks[-1]))
    for _ in range(DRAWN):
        chance = rng.choice((0.05, 0.5, 0.95))
        held = {at: game.sides[rng.random() > chance] for at in start.control}
        side = rng.choice(game.sides)
        gone = [unit for unit in start.forces[side].places if rng.random() < 0.9] if rng.random() < 0.5 else []
        force = start.forces[side]
        for unit in gone:
            force = force.put(unit, None)
        forces, clock = start.forces.put(side, force), rng.choice(clocks)
        state = start.changed(clock=clock, control=start.control.merged(held), forces=forces)
        yield state
        yield game.apply(state, End())


def contradictions(score: Score) -> list[str]:
    """Return what is told of the conditions by which sides have won, if it is not why they have."""
    told = {f"{won.side} by {won.rule}: ": f"{won.side} by {won.rule}: met; {won.why}." for won in score.won}
    return [words for words in score.conditions for by, why in told.items() if words.startswith(by) and words != why]


@pytest.mark.parametrize("name", game_names())
def test_who_has_won_has_met_the_condition(name: str) -> None:
    game, rng, won = find_game(name), random.Random(4), 0
    for scenario in game.scenarios:
        for state in drawn(game, scenario, rng) if scenario != "none" else ():
            score = game.score(state)
            assert contradictions(score) == []
            won += bool(score.won)
    # The Portfolio needs its owner's data for a winner.
    assert bool(won) == (name != "trp")
