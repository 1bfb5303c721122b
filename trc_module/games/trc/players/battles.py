"""A combat phase: who attacks whom, the dice, and what becomes of both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from trc_module.games.trc.combat.attack_obligations import Front, FrontPart
from trc_module.games.trc.combat.battle_context import LOWEST, BattleContext, fight_of
from trc_module.games.trc.combat.battle_odds import base, chosen, final, reduced
from trc_module.games.trc.combat.combat_retreats import legal_retreats
from trc_module.games.trc.combat.combat_terrain import multiplier
from trc_module.games.trc.combat.lent_support import reinforced
from trc_module.games.trc.data import AXIS
from trc_module.games.trc.players.chapter import Chapter
from trc_module.games.trc.players.legal_actions import losses
from trc_module.games.trc.players.option_actions import LOSSES
from trc_module.games.trc.supply.combat_supply import halved, winter
from trc_module.hexgrid import HexSet
from trc_module.rules import odds
from trc_module.rules.actions import Action, Attack, Eliminate, Lose, RollCombat
from trc_module.rules.allocation import TooHardError
from trc_module.rules.battles import WON, battle_numbered, next_number
from trc_module.rules.state import UnitId


class Battles(Chapter):
    """Plays a combat phase."""

    def acts(self) -> Iterator[Action]:
        """Yield battle after battle, each with its losses and retreats; first what a battle before still asks for."""
        for battle in self.state.battles:
            # Somebody else may have declared it, and mailed the game then.
            if not battle.result:
                yield RollCombat(battle.number, self.taste.die())
        if self.state.battles:
            yield from self._aftermath(self.state.battles[-1].number)
        front = self._front()
        fights: list[BattleContext] = []
        for part in front.parts:
            fights += (front.fight(units, goal) for units, goal in AttackPlan(self, front, part).groups)
        order = [fights[i] for i in self.taste.battles([base(fight) for fight in fights])]
        for fight in self._none_spoilt(order):
            yield from self._battle(fight.attackers, fight.defenders)

    def _front(self) -> Front:
        """Return the front of those that have not fought in this phase, as it was when the phase began."""
        fought = {unit for battle in self.state.battles if battle.result != WON for unit in battle.units}
        if not fought:
            return Front.now(self.game, self.state, supported=False)
        front = Front.at_start(self.game, self.state)
        own, enemy = (
            {unit: at for unit, at in places.items() if unit not in fought} for places in (front.own, front.enemy)
        )
        return Front(self.game, self.state, own, enemy, supported=False)

    def _none_spoilt(self, order: list[BattleContext]) -> Iterator[BattleContext]:
        """Yield battles in an order, but those first that another may bring below the lowest odds (12.5).

        A retreat into its neighbourhood may cut the combat supply of a battle (17.3) or open it. Losses of the Axis may
        turn a city over to the enemy, and with it goes the supply of others; so the weak come in an order, too.
        """
        weak = [fight for fight in order if _needs_supply(fight)]
        order = weak + [fight for fight in order if fight not in weak]
        while order:
            found = next((one for one in order if not self._spoils(one, weak)), order[0])
            order.remove(found)
            if found in weak:
                weak.remove(found)
            yield found

    def _spoils(self, fight: BattleContext, weak: list[BattleContext]) -> bool:
        others = [other for other in weak if other is not fight]
        if not others:
            return False
        lost = self.state
        for unit in fight.attackers:
            lost = self.game.apply(lost, Eliminate(unit, "13.3"))
        return any(base(replace(other, state=lost)) < LOWEST for other in others)

    def _battle(self, units: tuple[UnitId, ...], foes: tuple[UnitId, ...]) -> Iterator[Action]:
        number = next_number(self.state.battles)
        act = Attack(number, units, foes)
        act = self.supported(act) if self.taste.supports(base(fight_of(self.game, self.state, act))) else act
        if self.taste.rare(0.03):
            step = final(self.game, fight_of(self.game, self.state, act))
            if step > LOWEST:
                act = replace(act, odds=odds.name(step - 1))
        if self.game.policies:
            lent = [other for other in reinforced(self.game, self.state, act) if self.fine(other)]
            act = self.taste.one(lent) if lent and self.taste.supports(LOWEST) else act
        yield act
        die = self.taste.die()
        used = odds.name(max(chosen(self.game, fight_of(self.game, self.state, act)), LOWEST))
        told = (used, self.game.charts.combat.result(used, die)) if self.taste.chance(0.5) else ("", "")
        yield RollCombat(number, die, *told)
        yield from self._aftermath(number)

    def _aftermath(self, number: int) -> Iterator[Action]:
        while True:
            lost = list(losses(self.game, self.state))
            if lost:
                yield self._loss(number, lost)
                yield from self.further(LOSSES, 0.8)
                continue
            ways = list(legal_retreats(self.game, self.state))
            if not ways:
                return
            yield self.taste.retreat(self.state, ways)

    def _loss(self, number: int, lost: list[Lose]) -> Lose:
        battle = battle_numbered(self.state.battles, number)
        assert battle is not None
        first = lost[0].unit in battle.attackers
        same = [act.unit for act in lost if (act.unit in battle.attackers) == first]
        unit = self.taste.loss(self.state, same)
        return Lose(number, unit, self.game.side_of[unit] if self.taste.chance(0.3) else "")


def _needs_supply(fight: BattleContext) -> bool:
    """Tell whether a battle is below the lowest odds if the Axis attacks without combat supply, or defends with it."""
    if not winter(fight.state, fight.game):
        return False
    if fight.side != AXIS:
        in_full = fight.defence(multiplier, lambda unit, _: fight.game.units[unit].combat or 0)
        return reduced(fight.attack, in_full) < LOWEST
    attack = fight.attack_by(lambda unit, _: halved(fight.game.units[unit].combat or 0))
    return reduced(attack, fight.defence(multiplier)) < LOWEST


class AttackPlan:
    """The battles of one piece of the front, improved until the taste likes no change."""

    def __init__(self, player: Battles, front: Front, part: FrontPart) -> None:
        self.taste = player.taste
        self.front = front
        self.part = part
        fought = {unit for battle in front.state.battles if battle.result == WON for unit in battle.attackers}
        self.reach = {s.unit: s.free for s in part.combatants if not s.victor and s.unit not in fought}
        self.groups = self._first()
        if len(self.groups) > 1:
            self._improve()

    def _first(self) -> list[tuple[tuple[UnitId, ...], HexSet]]:
        try:
            return list(self.front.plan(self.part.combatants) or ())
        except TooHardError:
            return []

    def _improve(self) -> None:
        best = self._liking(self.groups)
        for _ in range(4 * len(self.reach)):
            changed = self._changed()
            if changed is None:
                continue
            liking = self._liking(changed)
            if liking >= best:
                self.groups, best = changed, liking

    def _changed(self) -> list[tuple[tuple[UnitId, ...], HexSet]] | None:
        """Return the battles with one unit in another battle, or with two battles joined; None if that cannot be."""
        if len(self.groups) < 2:
            return None
        i, j = self.taste.one(list(combinations(range(len(self.groups)), 2)))
        if self.taste.chance(0.5):
            i, j = j, i
        (ours, goal), (theirs, other) = self.groups[i], self.groups[j]
        groups = [group for k, group in enumerate(self.groups) if k not in (i, j)]
        if self.taste.chance(0.2):
            together = goal | other
            if all(self.reach[unit] & together == together for unit in (*ours, *theirs)):
                return [*groups, ((*ours, *theirs), together)]
            return None
        unit = self.taste.one(ours)
        if len(ours) == 1 or self.reach[unit] & other != other:
            return None
        rest = tuple(one for one in ours if one != unit)
        if base(self.front.fight(rest, goal)) < LOWEST:
            return None
        return [*groups, (rest, goal), ((*theirs, unit), other)]

    def _liking(self, groups: list[tuple[tuple[UnitId, ...], HexSet]]) -> float:
        total = 0.0
        for units, goal in groups:
            fight = self.front.fight(units, goal)
            total += self.taste.battle(base(fight), fight.attack, sum(fight.strength(at) for at in fight.at_hexes))
        return total
