"""The battles of an impulse as they were carried out: attackers, odds, die, losses and retreats."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from trc_module.games.trc.acts.losses import removed
from trc_module.games.trc.data import Trc
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Attack, Eliminate, Lose, Retreat, RollCombat, Surrender
from trc_module.rules.clock import FIGHT, Clock
from trc_module.rules.orders import Acted
from trc_module.rules.state import UnitId


class Fought(Struct, frozen=True):
    """One battle as it was carried out."""

    attack: Attack
    odds: str
    targets: tuple[Hex, ...]
    step: int
    die: int = 0
    result: str = ""
    lost: tuple[UnitId, ...] = ()
    ways: tuple[tuple[UnitId, tuple[Hex, ...]], ...] = ()
    """The units that retreated, each with the hexes of its way, that of the battle first."""

    def end_of(self, unit: UnitId) -> Hex | None:
        """Return where a unit retreated to; None if it did not."""
        return next((way[-1] for name, way in reversed(self.ways) if name == unit), None)


def impulses(game: Trc, acts: Iterable[Acted]) -> list[Clock]:
    """Return the combat phases in which battles were declared, in their order."""
    return list(dict.fromkeys(act.clock for act in acts if isinstance(act.action, Attack) and _combat(game, act)))


def _combat(game: Trc, act: Acted) -> bool:
    return game.sequence.kind_of(act.clock) == FIGHT


def fought_in(game: Trc, acts: Iterable[Acted], clock: Clock) -> tuple[Fought, ...]:
    """Return the battles of a combat phase, in their order."""
    found: dict[int, Fought] = {}
    for acted in acts:
        if acted.clock != clock:
            continue
        act = acted.action
        if isinstance(act, Attack):
            found[act.number] = Fought(act, acted.odds, acted.at, acted.step)
        elif isinstance(act, RollCombat) and act.number in found:
            battle = found[act.number]
            used = act.odds or battle.odds
            result = act.result or _result(game, used, act.die)
            found[act.number] = replace(battle, odds=used, die=act.die, result=result)
        elif isinstance(act, Lose) and act.number in found:
            found[act.number] = replace(found[act.number], lost=(*found[act.number].lost, act.unit))
        elif isinstance(act, Eliminate | Surrender):
            _remove(found, removed(act))
        elif isinstance(act, Retreat) and act.number in found:
            found[act.number] = _gone(found[act.number], act)
    return tuple(found.values())


def _result(game: Trc, odds: str, die: int) -> str:
    return game.charts.combat.result(odds, die) if odds in game.charts.combat.results else ""


def _remove(found: dict[int, Fought], unit: UnitId) -> None:
    for number, battle in reversed(found.items()):
        if unit in (*battle.attack.attackers, *battle.attack.defenders):
            found[number] = replace(battle, lost=(*battle.lost, unit))
            return


def _gone(battle: Fought, act: Retreat) -> Fought:
    return replace(battle, ways=(*battle.ways, (act.unit, act.trail.hexes)))
