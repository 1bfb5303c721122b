"""The front as chapter 12 looks at it: who must attack whom, and whether there is a legal way to do it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from msgspec import Struct, structs

from trc_module.games.trc.acts.victors import automatic_victor, perhaps_victor
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.air_power import STUKA, aircraft_of, available, in_range, other_support
from trc_module.games.trc.combat.battle_context import (
    LOWEST,
    BattleContext,
    attackable,
    in_reach_of_attacks,
    never_in_battle,
)
from trc_module.games.trc.combat.battle_odds import base
from trc_module.games.trc.combat.first_impulse import free_to_attack
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.marks import UNDECLARED, Moved
from trc_module.games.trc.steps import COMBAT
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.allocation import Attacker, Group, TooHardError, allocatable, allocate, components
from trc_module.rules.battles import WON
from trc_module.rules.hooks import hook
from trc_module.rules.state import State, UnitId

Places = Mapping[UnitId, Hex]


class Combatant(Struct, frozen=True):
    """One unit of the attacking side, and the enemies in whose zones of control it stands."""

    unit: UnitId
    at: Hex
    foes: HexSet
    """The enemy hexes whose zone of control it stands in."""
    free: HexSet
    """The enemy hexes that it may attack, those over the Kerch Strait among them."""
    victor: int
    """The impulse of its automatic victory, 0 without one: such a unit makes no attack."""
    moved: bool
    """Whether it has moved in this phase."""
    more: HexSet = 0
    """The enemy hexes that also have to be attacked by some unit if it attacks, though they do not bind it."""
    perhaps: bool = False
    """Whether it may have won an automatic victory of the first impulse: it may attack, and need not."""

    @property
    def must_attack(self) -> bool:
        """Whether it has to attack somebody (12.1)."""
        return bool(self.foes) and not self.victor and not self.perhaps

    def sparing(self, spared: HexSet) -> Combatant:
        """Return it as if the enemies in some hexes neither bound it nor could be attacked."""
        return structs.replace(self, foes=self.foes & ~spared, free=self.free & ~spared)


class FrontPart(Struct, frozen=True):
    """A piece of the front that has nothing to do with the others."""

    targets: HexSet
    combatants: tuple[Combatant, ...]


class Front(Struct, frozen=True, dict=True):
    """All of a side's units against all of the enemy's, in the places of one moment."""

    game: Trc
    state: State
    own: Places
    enemy: Places
    supported: bool = True
    """Whether support from the air and by artillery may be asked for."""

    @classmethod
    def now(cls, game: Trc, state: State, *, supported: bool = True) -> Front:
        """Return the front as the units stand."""
        side = state.clock.side
        return cls(game, state, _on_map(state, side), _on_map(state, ENEMY[side]), supported)

    @classmethod
    def at_start(cls, game: Trc, state: State) -> Front:
        """Return the front as it was when the combat phase began: units that have fought are put back."""
        front = cls.now(game, state)
        new = came_in_combat(game, state)
        own = {unit: at for unit, at in front.own.items() if unit not in new}
        enemy = {unit: at for unit, at in front.enemy.items() if unit not in new}
        for battle in reversed(state.battles):
            if battle.result != WON:
                for unit, at in battle.places.items():
                    (own if game.side_of[unit] == state.clock.side else enemy)[unit] = at
        return cls(game, state, own, enemy)

    @cached_property
    def holds(self) -> dict[Hex, tuple[UnitId, ...]]:
        """The enemy units that can be attacked, by hex."""
        memo = self.state.forces[ENEMY[self.state.clock.side]].memo
        as_they_stand = self.enemy is memo.get(_ON_MAP)
        known: dict[Hex, tuple[UnitId, ...]] | None = memo.get("holds") if as_they_stand else None
        if known is not None:
            return known
        found: dict[Hex, list[UnitId]] = {}
        for unit in attackable(self.game, self.enemy):
            found.setdefault(self.enemy[unit], []).append(unit)
        holds = {at: tuple(units) for at, units in found.items()}
        if as_they_stand:
            memo["holds"] = holds
        return holds

    @cached_property
    def strongholds(self) -> HexSet:
        """The hexes of those units."""
        members: HexSet = 0
        for at in self.holds:
            members |= 1 << at
        return members

    @cached_property
    def combatants(self) -> tuple[Combatant, ...]:
        """The side's units that can attack somebody, or stand in a zone of control."""
        found = []
        strongholds, reach, idle = self.strongholds, in_reach_of_attacks(self.game), never_in_battle(self.game)
        for unit, at in self.own.items():
            near = reach[at] & strongholds
            if not near or unit in idle:
                continue
            foes = binding(self.game, self.state, unit, at, near)
            free = free_to_attack(self.game, self.state, unit, near)
            if "C09b" in self.state.options:
                foes &= free
            moved = unit in self.state.trails or Moved(unit) in self.state.marks
            more = drawn_in(self.game, self.state, near) if foes else 0
            victor, perhaps = automatic_victor(self.state, unit), perhaps_victor(self.state, unit)
            found.append(Combatant(unit, at, foes, free, victor, moved, more & ~foes, perhaps))
        return tuple(found)

    @cached_property
    def parts(self) -> tuple[FrontPart, ...]:
        """The pieces of the front that have nothing to do with one another."""
        targets = _foes(self.combatants)
        links = tuple(Attacker(s.unit, s.foes | s.more | s.free & targets, must=False) for s in self.combatants)
        by_unit = {s.unit: s for s in self.combatants}
        return tuple(
            FrontPart(members, tuple(by_unit[link.unit] for link in found))
            for members, found in components(links, targets)
        )

    def part_with(self, at: Hex) -> FrontPart | None:
        """Return the piece of the front to which an enemy hex belongs."""
        return next((part for part in self.parts if part.targets >> at & 1), None)

    def feasible(self, combatants: tuple[Combatant, ...], *, opening: bool = True) -> bool:
        """Tell whether those units can all attack as they must; TooHardError if there are too many ways to look at.

        Without `opening` the limits of 3.7 are left aside.
        """
        return allocatable(self._attackers(combatants, opening), _foes(combatants), self._enough)

    def plan(self, combatants: tuple[Combatant, ...], *, opening: bool = True) -> list[Group] | None:
        """Return battles in which those units all attack as they must, None if there are none; TooHardError as above.

        Every unit that must attack is in one of them; the odds count support that may have to be asked for.
        """
        return allocate(self._attackers(combatants, opening), _foes(combatants), self._enough)

    def _attackers(self, combatants: tuple[Combatant, ...], opening: bool) -> tuple[Attacker, ...]:
        return tuple(
            Attacker(s.unit, s.free if opening else s.foes | s.free, bool(s.foes) and not s.perhaps, self._kind(s))
            for s in combatants
            if not s.victor
        )

    def _kind(self, combatant: Combatant) -> tuple[object, ...]:
        unit = self.game.units[combatant.unit]
        return combatant.at, unit.combat, unit.type, unit.nation, combatant.perhaps

    def _enough(self, units: tuple[UnitId, ...], goal: HexSet) -> bool:
        fight = self.fight(units, goal)
        return base(fight) + self._help(fight) >= LOWEST

    def fight(self, units: tuple[UnitId, ...], goal: HexSet) -> BattleContext:
        """Return the attack of some units on some hexes."""
        foes = tuple(unit for at in hexes(goal) for unit in self.holds[at])
        places = {unit: self.own[unit] for unit in units} | {unit: self.enemy[unit] for unit in foes}
        return BattleContext(self.game, self.state, 0, units, foes, places)

    def _help(self, fight: BattleContext) -> int:
        """Return the most steps that support could raise the odds of a fight by; too many rather than too few."""
        if "R11b" in self.state.options or not self.supported:
            return 0
        more = other_support(self.game, fight)
        return more + self._air(fight) if self.state.clock.part == 1 else more

    def _air(self, fight: BattleContext) -> int:
        game, chart = self.game, self.game.charts.air
        kind = aircraft_of(self.state.clock.side)
        number = available(game, self.state, kind)
        lender = chart.stuka if kind == STUKA else chart.sturmovik
        lenders = [unit for unit in self.own if game.units[unit].type in ("hq", "leader")]
        near = any(all(in_range(game, self.own[unit], at, lender.range) for at in fight.at_hexes) for unit in lenders)
        if not number or not near:
            return 0
        return lender.shift if kind == STUKA else lender.shift * number


@book.rule("8.5.2b")
def strait_binds_nobody(game: Trc, at: Hex, foes: HexSet) -> HexSet:
    """Each unit may attack across the Kerch Strait or not."""
    return game.board.zoc.of[at] & foes


@hook
def binding(game: Trc, state: State, unit: UnitId, at: Hex, near: HexSet) -> HexSet:
    """Return the enemy hexes nearby that bind a unit to fight."""
    return strait_binds_nobody(game, at, near)


_ON_MAP = "on the map"


def _on_map(state: State, side: str) -> dict[UnitId, Hex]:
    deployment = state.forces[side]
    found: dict[UnitId, Hex] | None = deployment.memo.get(_ON_MAP)
    if found is None:
        found = {unit: at for unit, at in deployment.places.items() if not isinstance(at, str)}
        deployment.memo[_ON_MAP] = found
    return found


@hook
def came_in_combat(game: Trc, state: State) -> frozenset[UnitId]:
    """Return the units that have come onto the map since this combat phase began."""
    return frozenset()


@hook
def drawn_in(game: Trc, state: State, near: HexSet) -> HexSet:
    """Return the enemy hexes next to a unit that bind no unit but must be attacked if it attacks others."""
    return 0


def _foes(combatants: tuple[Combatant, ...]) -> HexSet:
    members: HexSet = 0
    for combatant in combatants:
        members |= combatant.foes | (0 if combatant.victor else combatant.more)
    return members


def offenders(front: Front, part: FrontPart) -> tuple[Combatant, ...]:
    """Return some units without whom all others of a hopeless piece of the front could attack; all of them are needed.

    The units of one hex, if one of them is enough, else those that are worst off: such as have won an automatic
    victory come first, then such as have moved. Where several choices would do, their owner has it (C31).
    """
    groups: dict[tuple[int, int, Hex], list[Combatant]] = {}
    for combatant in part.combatants:
        if combatant.foes:
            groups.setdefault((-combatant.victor, -int(combatant.moved), combatant.at), []).append(combatant)
    for key in sorted(groups):
        if front.feasible(_without(part, groups[key])):
            return _fewest(front, part, groups[key])
    gone: list[Combatant] = []
    for key in sorted(groups, key=lambda key: (*key[:2], _need(front, groups[key]))):
        gone += groups[key]
        if front.feasible(_without(part, gone)):
            break
    return _fewest(front, part, gone)


def _need(front: Front, group: list[Combatant]) -> int:
    """Return how far the units of a hex are from attacking all their enemies by themselves; the worst off lowest."""
    fight = front.fight(tuple(combatant.unit for combatant in group), group[0].foes)
    return base(fight)


def _fewest(front: Front, part: FrontPart, gone: list[Combatant]) -> tuple[Combatant, ...]:
    for combatant in sorted(gone, key=lambda s: s.unit):
        fewer = [other for other in gone if other is not combatant]
        if fewer and front.feasible(_without(part, fewer)):
            gone = fewer
    return tuple(gone)


def _without(part: FrontPart, gone: list[Combatant]) -> tuple[Combatant, ...]:
    return tuple(combatant for combatant in part.combatants if combatant not in gone)


def hopeless_key(game: Trc, state: State, *targets: Hex) -> tuple[object, ...] | None:
    """Return what makes a hopeless position one and the same fault; None where the enemies named could be fought.

    Whatever goes wrong in combat where there was no legal way to fight follows from the movement before it.
    """
    if state.clock.phase != COMBAT:
        return None
    front = Front.at_start(game, state)
    for at in targets:
        part = front.part_with(at)
        if part is None:
            continue
        try:
            if not front.feasible(part.combatants):
                return position_key(state, part)
        except TooHardError:
            continue
    return None


def position_key(state: State, part: FrontPart) -> tuple[object, ...]:
    """Return what makes a hopeless piece of the front one and the same fault."""
    clock = state.clock
    return (clock.side, "12.5", clock.turn, clock.part, part.targets)


class MustAttack(Struct, frozen=True):
    """The duty of a unit that stood in a zone of control to attack in a combat phase, and whether it was met."""

    unit: UnitId
    at: Hex
    targets: tuple[Hex, ...]
    """The enemy hexes whose zone of control it stood in."""
    foes: tuple[UnitId, ...]
    victor: int
    """The impulse of its automatic victory, which frees it; 0 without one."""
    idle: bool
    """Whether it should have attacked and did not."""
    deserted: bool
    """Whether others attacked one of its targets."""
    spared: tuple[Hex, ...]
    """The targets that were not attacked."""


def duties(game: Trc, state: State) -> tuple[MustAttack, ...]:
    """Return the duties of a combat phase at its end, for every unit that had any."""
    if state.clock.phase != COMBAT or UNDECLARED in state.marks:
        return ()
    # Several rules ask for them at the same moment.
    memo = state.forces[state.clock.side].memo
    known: tuple[State, tuple[MustAttack, ...]] | None = memo.get("duties")
    if known is None or known[0] is not state:
        known = memo["duties"] = (state, tuple(_duties(game, state)))
    return known[1]


def _duties(game: Trc, state: State) -> Iterator[MustAttack]:
    fought = [battle for battle in state.battles if battle.result != WON]
    busy = {unit for battle in fought for unit in battle.attackers}
    attacked = {battle.places[unit] for battle in fought for unit in battle.defenders}
    yield from duties_at(Front.at_start(game, state), busy, attacked)


def duties_at(front: Front, busy: Collection[UnitId], attacked: Collection[Hex]) -> Iterator[MustAttack]:
    """Yield the duties of all units at a front, of which some have attacked, and some hexes of the enemy were."""
    for combatant in front.combatants:
        targets = tuple(hexes(combatant.foes))
        if not targets:
            continue
        yield MustAttack(
            combatant.unit,
            combatant.at,
            targets,
            tuple(foe for at in targets for foe in front.holds[at]),
            combatant.victor,
            not combatant.victor and not combatant.perhaps and combatant.unit not in busy,
            any(at in attacked for at in targets),
            tuple(at for at in targets if at not in attacked),
        )
