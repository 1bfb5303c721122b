"""Battles as values: who fights whom, from where, and how far it has come."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field, replace

from trc_module.hexgrid import Hex
from trc_module.rules.actions import AirSupport
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.places import Trail, UnitId

WON = "AV"
"""The result of a battle won without a die."""
UNKNOWN = "?"
"""The result of a die that cannot be read: the odds are unknown, and the players state none."""


@dataclass(frozen=True, slots=True)
class Battle:
    """One battle of an impulse, from its declaration to its last retreat."""

    number: int
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    places: FrozenMap[UnitId, Hex]
    """The hex of everybody in it when it was declared."""
    air: tuple[AirSupport, ...] = ()
    guns: tuple[UnitId, ...] = ()
    barrage: bool = False
    odds: str = ""
    """The odds announced, where the attacker announced any."""
    result: str = ""
    """The result that is carried out; '' until the die is rolled, WON where none is, UNKNOWN where
    nobody knows it."""
    lost: tuple[UnitId, ...] = ()
    """The units lost in it, in their order."""
    ways: FrozenMap[UnitId, Trail] = field(default_factory=FrozenMap)
    """The retreat of each unit from it."""

    @property
    def units(self) -> tuple[UnitId, ...]:
        """Return all units in it, attackers first."""
        return self.attackers + self.defenders

    def losing(self, unit: UnitId) -> Battle:
        """Return the battle with one unit lost."""
        return self if unit in self.lost else replace(self, lost=(*self.lost, unit))

    def retreating(self, unit: UnitId, trail: Trail) -> Battle:
        """Return the battle with a retreat, or with one that goes on."""
        before = self.ways.get(unit)
        return replace(self, ways=self.ways.put(unit, trail if before is None else before.then(trail)))


def driven_off(battles: tuple[Battle, ...], battle: Battle) -> bool:
    """Tell whether other battles have taken every defender of a battle from its hex: nobody is left to fight."""
    gone = {
        (unit, other.places.get(unit))
        for other in battles
        if other.number != battle.number
        for unit in (*other.lost, *other.ways)
    }
    return all(unit not in battle.lost and (unit, battle.places.get(unit)) in gone for unit in battle.defenders)


def fought_without(
    battles: tuple[Battle, ...], left: Battle, unit: UnitId, open_: Container[int]
) -> tuple[Battle, ...]:
    """Return battles after a defender has left its hex by one of them: those that are still open go on without it.

    The last defender stays, so that a battle tells whom it was to be fought against.
    """
    return tuple(
        replace(battle, defenders=tuple(each for each in battle.defenders if each != unit))
        if battle.number != left.number
        and battle.number in open_
        and unit in battle.defenders
        and battle.places.get(unit) == left.places.get(unit)
        and len(battle.defenders) > 1
        else battle
        for battle in battles
    )


def battle_numbered(battles: tuple[Battle, ...], number: int) -> Battle | None:
    """Return the latest battle of a number."""
    return next((battle for battle in reversed(battles) if battle.number == number), None)


def battle_numbers(battles: tuple[Battle, ...]) -> tuple[int, ...]:
    """Return the numbers of battles in their order, each once."""
    return tuple(dict.fromkeys(battle.number for battle in battles))


def next_number(battles: tuple[Battle, ...]) -> int:
    """Return the number of the battle that is declared next."""
    return 1 + max((battle.number for battle in battles), default=0)


def battle_of(battles: tuple[Battle, ...], unit: UnitId) -> Battle | None:
    """Return the latest battle that a unit is in."""
    return next((battle for battle in reversed(battles) if unit in battle.units), None)


def with_battle(battles: tuple[Battle, ...], changed: Battle) -> tuple[Battle, ...]:
    """Return the battles with one in place of the latest one of its number, or with one more."""
    before = battle_numbered(battles, changed.number)
    if before is None:
        return (*battles, changed)
    return tuple(changed if battle is before else battle for battle in battles)
