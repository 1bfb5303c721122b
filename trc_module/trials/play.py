"""Games that are played at random, every act judged, every position tested."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from trc_module.rules.actions import Action
from trc_module.rules.game import Game
from trc_module.rules.invariants import broken, round_trip
from trc_module.rules.selfplay import IllegalPlayError, self_play
from trc_module.rules.state import State


@dataclass
class Played:
    """A game as far as it was played: its acts, each with the position before it."""

    acts: list[Action] = field(default_factory=list)
    before: list[State] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """What the rules say of an act that is offered as legal, and invariants that a position breaks."""


def played(game: Game, seed: int, turns: int) -> Played:
    """Return a game of so many turns, drawn by a seed."""
    found = Played()
    name = next((name for name in game.scenarios if name != "none"), "none")
    state = game.start(name, frozenset())
    try:
        for told, after in self_play(game, state, game.player("", seed), state.clock.turn + turns - 1):
            found.acts.append(told.action)
            found.before.append(state)
            found.faults += (f"seed {seed}, {told.clock}: {text}" for text in _broken(game, after))
            state = after
    except IllegalPlayError as error:
        found.faults.append(f"seed {seed}: {error}")
    return found


def _broken(game: Game, state: State) -> Iterator[str]:
    yield from broken(game, state)
    if not state.trails:
        yield from round_trip(game, state)
