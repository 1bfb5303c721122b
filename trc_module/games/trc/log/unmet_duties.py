"""Duties to attack that the declared battles of a phase left unmet, where no undeclared battle can have met them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from trc_module.games.trc.combat.attack_obligations import Front, duties_at
from trc_module.games.trc.combat.attacks import left_idle, left_in_peace
from trc_module.games.trc.data import Trc
from trc_module.hexgrid import HexSet
from trc_module.rules.actions import Attack
from trc_module.rules.finding import Finding
from trc_module.rules.state import State, UnitId


def unmet(
    game: Trc, state: State, front: Front, declared: Collection[Attack], open_units: Collection[UnitId], open_: HexSet
) -> Iterator[Finding]:
    """Yield the findings on units that attacked nobody though all their enemies were attacked by others, and on enemies
    next to attackers whom nobody else could attack.

    `open_units` and `open_` are the units and the hexes of the enemy that undeclared battles may have been about.
    """
    attacking = {unit for act in declared for unit in act.attackers}
    attacked = {unit for act in declared for unit in act.defenders}
    struck = [at for at, units in front.holds.items() if attacked.intersection(units)]
    found = [duty for duty in duties_at(front, attacking, struck) if duty.unit not in open_units]
    yield from (left_idle(game, state, duty) for duty in found if duty.idle)
    closed = (replace(duty, spared=tuple(at for at in duty.spared if not open_ >> at & 1)) for duty in found)
    yield from left_in_peace(game, state, (duty for duty in closed if duty.unit in attacking))
