"""The planted crimes of tests/crimes before the slow referee: it must object to them, or it is a rubber stamp."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.crimes.crime import Planted
from tests.crimes.trial import plant
from tests.independent.games import begin
from tests.independent.referee.referee import SlowReferee
from trc_module.games.trc import TrcGame
from trc_module.games.trc.acts.movement import Strategic
from trc_module.rules.actions import Action, Marker
from trc_module.rules.record import action_text


@dataclass
class Dock:
    """Follows the games in which crimes are planted, and judges each crime."""

    game: TrcGame
    planted: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    missed: dict[str, str] = field(default_factory=dict)
    """The first miss of each kind."""
    referee: SlowReferee | None = None
    done: int = 0

    def __call__(self, name: str, planted: Planted, before: list[Action]) -> None:
        """Judge one crime, with the acts of its game that came before.

        Markers, options, and where a march of the opening ends (3.7h) are not its business.
        """
        if isinstance(planted[1][-1], Marker | Strategic) or planted[0].startswith("3.7h"):
            return
        if self.referee is None or self.done > len(before):
            self.referee, self.done = begin(self.game, self.game.start("campaign", frozenset())), 0
        for act in before[self.done :]:
            self.referee.act(action_text(self.game, act))
        self.done = len(before)
        fork = self.referee.fork()
        lines = [action_text(self.game, act) for act in planted[1]]
        objections = [one for line in lines for one in fork.act(line)]
        self.planted[name] += 1
        self.found[name] += bool(objections)
        if not objections:
            now = self.referee.now
            at = f"turn {now.turn} {now.side} impulse {now.impulse} {now.phase}"
            self.missed.setdefault(name, f"{planted[0]} at {at}: {'; '.join(lines)}")


def try_all(game: TrcGame, seeds: range, turns: int, each: int) -> Dock:
    """Plant every crime in some games, and return what the slow referee made of them."""
    dock = Dock(game)
    for seed in seeds:
        dock.referee = None
        plant(game, range(seed, seed + 1), turns, each, dock)
    return dock
