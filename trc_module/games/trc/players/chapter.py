"""The base of the players of all phases: the position that they see, and whether an act is legal beyond doubt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.combat.air_power import STUKA, aircraft_of, available, in_range
from trc_module.games.trc.combat.attack_obligations import Front
from trc_module.games.trc.combat.battle_context import attackable_from, place_on_map, strongholds
from trc_module.games.trc.data import AXIS, ENEMY, Trc
from trc_module.games.trc.players.evaluation import Taste
from trc_module.games.trc.players.legal_actions import full as full
from trc_module.games.trc.players.option_actions import further, left_open
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.actions import Action, AirSupport, Attack
from trc_module.rules.allocation import TooHardError
from trc_module.rules.finding import Verdict
from trc_module.rules.players import Observer
from trc_module.rules.state import State, UnitId

B = TypeVar("B", Attack, AutomaticVictory)
MOST = 20
"""Acts of options that one moment has at most."""


class Chapter:
    """One phase's player."""

    def __init__(self, game: Trc, taste: Taste, look: Observer) -> None:
        self.game = game
        self.taste = taste
        self.look = look

    @property
    def state(self) -> State:
        """The position as it is now."""
        # As `look` says, without asking it: nothing else is asked as often.
        return self.look.referee.state

    @property
    def side(self) -> str:
        """The side to play."""
        return self.state.clock.side

    def fine(self, act: Action) -> bool:
        """Tell whether nothing but notes can be said about an act."""
        return all(finding.verdict is Verdict.NOTE for finding in self.look.found(act))

    def further(self, moment: str, share: float) -> Iterator[Action]:
        """Yield acts of options, each of them or not by lot, as long as one that is chosen leaves others."""
        for _ in range(MOST):
            options = list(further(self.game, self.state, moment)) if self.game.policies else []
            # An action that rests on an unknown figure cannot be played as legal.
            sure = [act for act in options if self.fine(act)]
            if not sure or not self.taste.chance(share):
                return
            yield self.taste.one(sure)

    def keeps(self, act: Action) -> bool:
        """Tell whether an act leaves no hex open that an option tells its side to hold."""
        if not self.game.policies:
            return True
        before = left_open(self.game, self.look())
        return not left_open(self.game, self.game.apply(self.look(), act)) & ~before

    def room(self, unit: UnitId, reach: HexSet) -> HexSet:
        """Return those of some hexes that have room for a unit."""
        # Where no unit is, or a single one, there is: that is soon seen.
        if self.game.policies or reach & self.state.forces[self.game.side_of[unit]].piled:
            return reach & ~full(self.game, self.state, unit)
        return reach

    def near_foes(self, at: Iterable[Hex]) -> HexSet:
        """Return the enemy hexes that could be attacked from some hexes."""
        foes = strongholds(self.game, self.look(), ENEMY[self.side])
        found: HexSet = 0
        for h in at:
            found |= attackable_from(self.game, h) & foes
        return found

    def fightable(self, after: State, foes: HexSet) -> bool:
        """Tell whether everybody next to some enemies could attack as he must, were a position the last of movement."""
        if not foes:
            return True
        front = Front.now(self.game, after, supported=False)
        try:
            return all(front.feasible(part.combatants) for part in front.parts if part.targets & foes)
        except TooHardError:
            return False

    def supported(self, act: B) -> B:
        """Return a battle with support from the air, as it is if there is none."""
        air = self._air(act.defenders)
        return replace(act, air=air) if air else act

    def _air(self, defenders: tuple[UnitId, ...]) -> tuple[AirSupport, ...]:
        state, game = self.state, self.game
        kind = aircraft_of(self.side)
        if state.clock.part != 1:
            return ()
        left = available(game, state, kind) - sum(len(battle.air) for battle in state.battles)
        if left <= 0:
            return ()
        chart = game.charts.air.stuka if kind == STUKA else game.charts.air.sturmovik
        at = [place_on_map(state, unit) for unit in defenders]
        used = {support.by for battle in state.battles for support in battle.air}
        for by in self.taste.shuffled(self._lenders(kind)):
            base_ = state.place(by)
            if base_ is None or isinstance(base_, str) or (kind == STUKA and by in used):
                continue
            if all(in_range(game, base_, h, chart.range) for h in at):
                number = 1 if kind == STUKA else self.taste.one(range(1, left + 1))
                return (AirSupport(kind, by),) * number
        return ()

    def _lenders(self, kind: str) -> list[UnitId]:
        if kind == STUKA:
            return sorted(unit for unit in self.game.headquarters if self.game.side_of[unit] == AXIS)
        at = self.state.place("rus-stavka")
        gone = at is None or isinstance(at, str)
        return ["rus-stalin", "rus-stalin-mobile"] if gone else ["rus-stavka"]
