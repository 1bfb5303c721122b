"""Chapter 13.8: units that have come ashore, in the battles of the same impulse."""

from __future__ import annotations

from trc_module.games.trc.book import book
from trc_module.games.trc.combat.battle_context import BattleContext, invaded_now
from trc_module.hexgrid import Hex
from trc_module.rules.state import State, UnitId


@book.rule("13.8b")
def spent_ashore(state: State, unit: UnitId) -> bool:
    """A unit that has come ashore fights one battle only."""
    return invaded_now(state, unit)


@book.rule("13.8c")
def undoubled_from_the_sea(fight: BattleContext, dry: list[Hex]) -> tuple[UnitId, ...]:
    """A unit that has come ashore undoubles a defender behind a river."""
    return tuple(unit for unit in fight.ground if fight.places[unit] in dry and invaded_now(fight.state, unit))
