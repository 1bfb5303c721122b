"""How a battle that nobody declared may have ended: at which odds, and so with which dice."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from trc_module.games.trc.combat.air_power import MOST_TOGETHER, STUKA, aircraft_of, available, in_range
from trc_module.games.trc.combat.battle_context import HIGHEST, LOWEST, BattleContext
from trc_module.games.trc.combat.battle_odds import base
from trc_module.games.trc.combat.combat_results import RESULTS
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.log.fates import Fates
from trc_module.games.trc.supply.control import UNSURE
from trc_module.games.trc.supply.derived_state import keep_track
from trc_module.hexgrid import HexSet, hexes
from trc_module.rules import odds
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import Deployment, State, UnitId


class PossibleEnds:
    """The ends that the battles of a phase may have had, taken in the players' favour where something is not known."""

    def __init__(self, game: Trc, state: State, fates: Fates) -> None:
        self.game = game
        self.state = state
        self.side = state.clock.side
        self.fates = fates
        self.front = fates.front
        self.in_any_order = False
        """Whether to ask at what odds a battle may have been fought once others of the phase were over."""
        self.grounded = False
        """Whether to ask what may have been fought without any aircraft."""
        self.lowered = False
        """Whether to ask what may have been fought at lower odds, which the attacker announces (13.1b)."""
        self._results: dict[tuple[int, int], dict[str, frozenset[int]]] = {}

    def pips(self, units: tuple[UnitId, ...], goal: HexSet) -> frozenset[int]:
        """Return the pips with which a battle of some attackers against some hexes explains what became of them all."""
        foes = tuple(unit for at in hexes(goal) for unit in self.front.holds[at])
        fitting = [
            name
            for name, r in RESULTS.items()
            if self.fates.fits(units, r.attackers) and self.fates.fits(foes, r.defenders)
        ]
        if not fitting:
            return frozenset()
        fight = self.front.fight(units, goal)
        steps = self.steps(fight)
        top = min(max(steps) + self._help(goal), HIGHEST)
        bottom = LOWEST if self.lowered else max(min(*steps, HIGHEST), LOWEST)
        if fight.untold:
            bottom, top = LOWEST, HIGHEST
        if top < LOWEST:
            return frozenset()
        pips = self._pips_between(bottom, top)
        return frozenset().union(*(pips.get(name, frozenset()) for name in fitting))

    def steps(self, fight: BattleContext) -> tuple[int, ...]:
        """Return the odds that a fight may have had; battles before it may have opened or cut off supply (17.3)."""
        if not self.in_any_order:
            return (base(fight),)
        enemy = ENEMY[self.side]
        others = {
            unit: place
            for unit, place in self.state.forces[enemy].places.items()
            if unit in fight.defenders or unit not in self.fates.elsewhere
        }
        own = self.state.forces[self.side].places
        gone = self.fates.with_places(enemy, others)
        moved = {u: p for u, p in self.fates.elsewhere.items() if p is not None and u in own}
        later = {**own, **moved, **{unit: own[unit] for unit in fight.attackers}}
        after = gone.changed(forces=gone.forces.put(self.side, Deployment(FrozenMap(later))))
        later_on = (gone, after, self._held_anew(gone), self._held_anew(after))
        return tuple(base(replace(fight, state=state)) for state in (self.state, *later_on))

    def _held_anew(self, state: State) -> State:
        """Return a position in which the losses of battles have handed over cities, and with them supply."""
        return keep_track(self.game, self.state, state, None).untraced(UNSURE)

    def _help(self, goal: HexSet) -> int:
        """Return the most steps by which support may raise the odds against hexes; too many rather than too few."""
        if self.state.options & {"26.5", "26.13"}:
            return MOST_TOGETHER
        within_reach = not self.grounded and any(goal & ~reach == 0 for reach in self.flown_over)
        return MOST_TOGETHER if within_reach else 0

    @cached_property
    def flown_over(self) -> tuple[HexSet, ...]:
        """The enemies' hexes within the range of each who may lend aircraft (15.4)."""
        kind = aircraft_of(self.side)
        if self.state.clock.part != 1 or not available(self.game, self.state, kind):
            return ()
        chart = self.game.charts.air.stuka if kind == STUKA else self.game.charts.air.sturmovik
        lenders = (base for unit, base in self.front.own.items() if self.game.units[unit].type in ("hq", "leader"))
        holds = self.front.holds
        reaches = (sum(1 << at for at in holds if in_range(self.game, base, at, chart.range)) for base in lenders)
        return tuple(filter(None, reaches))

    def _pips_between(self, bottom: int, top: int) -> dict[str, frozenset[int]]:
        """Return by result the pips that bring it at some odds of the table from one step up to another."""
        found = self._results.get((bottom, top))
        if found is None:
            table = self.game.charts.combat
            pips: dict[str, set[int]] = {}
            for step in range(bottom, top + 1):
                for die in range(1, 7):
                    pips.setdefault(table.result(odds.name(step), die), set()).add(die)
            found = self._results[bottom, top] = {name: frozenset(dice) for name, dice in pips.items()}
        return found
