"""Occasions for crimes in self-played games of any scenario, each with the acts since its phase and its turn began."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from tests.crimes.crime import BOOK, Planted, Scene
from trc_module.games.trc import TrcGame
from trc_module.games.trc.players import played_on
from trc_module.rules.actions import Action, End
from trc_module.rules.selfplay import self_play
from trc_module.rules.state import State

LONGEST = 60
"""Acts that a log may hold before its crime, where its phase alone does not show it."""
CHANCE = {"Move": 0.03, "Setup": 0.1, "Attack": 0.3, "Roll": 0.3, "End": 0.7, "RailMove": 0.2, "Enter": 0.4}
"""The chance that an act is taken as an occasion, so that it is not always the first."""
EACH = 3
"""The number of times that a crime is tried in one game."""

LATE = frozenset(
    {
        "a drop in summer",
        "a drop in the second impulse",
        "a drop of a corps that is on the map",
        "a drop out of reach of Stavka, or into an enemy zone",
        "a move after a drop",
        "a partisan in the movement phase",
        "a partisan left where it is found",
        "a partisan out of Axis territory",
        "a second die of Archangel",
        "a surrender that is left out",
        "a surrendered unit replaced",
        "a unit out of supply left on the map",
        "a victor that moves on",
        "a worker replaced",
        "a worker where one is already",
        "the die of Archangel after its loss",
        "the wrong corps withdrawn",
        "too many Russian replacements",
        "too many armor or Guards replacements",
        "withdrawals of May 1944 left out",
    }
)
"""Kinds of which the first turns have no occasion."""


@dataclass(frozen=True)
class Occasion:
    """A crime that could be done here: its name, its rules and acts, and the positions with which a log may begin."""

    name: str
    planted: Planted
    state: State
    beginnings: tuple[tuple[State, tuple[Action, ...]], ...]
    """A position, and the legal acts from it to the crime."""


def occasions(game: TrcGame, scenario: str, seed: int, turns: int, wanted: Callable[[str], bool]) -> Iterator[Occasion]:
    """Yield occasions for the wanted crimes in a legal game of some turns."""
    state = game.start(scenario, frozenset())
    rng, tried = random.Random(f"occasions {seed}"), Counter[str]()
    turn: tuple[State, list[Action]] = (state, [])
    phase: tuple[State, list[Action]] = (state, [])
    for told, after in self_play(game, state, game.player("random", seed), state.clock.turn + turns - 1, played_on):
        act = told.action
        for one in BOOK.values():
            if not isinstance(act, one.at) or tried[one.name] >= EACH or not wanted(one.name):
                continue
            if rng.random() > CHANCE.get(type(act).__name__, 0.5):
                continue
            for planted in list(islice(one.plant(Scene(game, state, act, rng)), 2)):
                tried[one.name] += 1
                starts = (phase, turn) if len(phase[1]) < len(turn[1]) < LONGEST else (phase,)
                yield Occasion(one.name, planted, state, tuple((at, tuple(since)) for at, since in starts))
        for _, since in (turn, phase):
            since.append(act)
        if isinstance(act, End):
            phase = after, []
            if after.clock.turn != state.clock.turn:
                turn = after, []
        state = after
