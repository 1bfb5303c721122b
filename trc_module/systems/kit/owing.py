"""What is still to be done after a battle, by what the file says of its result and what has been done."""

from __future__ import annotations

from typing import NamedTuple

from trc_module.hexgrid import HexSet
from trc_module.rules import retreats
from trc_module.rules.battles import Battle
from trc_module.rules.paths import Bounds, Limit
from trc_module.rules.state import State, UnitId
from trc_module.systems.kit.ground import KitGround
from trc_module.systems.kit.ladder import is_last, weaker
from trc_module.systems.kit.marks import Paid
from trc_module.systems.kit.odds import result_of
from trc_module.systems.kit.tables import RetreatRules

"""The first word of the mark of a loss: the battle, the unit, the strength lost, and how often it had lost before."""


class Owed(NamedTuple):
    """What is still to be done after a battle; false if it is nothing."""

    steps: int = 0
    """Steps of the defenders."""
    strength: int = 0
    """Strength of the attackers, or their steps where the result counts these."""
    eliminate: tuple[UnitId, ...] = ()
    """Units that are eliminated whole."""
    retreat: tuple[UnitId, ...] = ()
    """Units that retreat."""


def owed(game: KitGround, state: State, battle: Battle) -> Owed:
    """Return what is still to be done after a battle."""
    told = result_of(game, battle)
    left = tuple(unit for unit in battle.defenders if unit not in battle.lost)
    own = tuple(unit for unit in battle.attackers if unit not in battle.lost)
    steps = max(steps_in(told.defender) - _times(state, battle, battle.defenders), 0) if left else 0
    dying = steps and len(left) == 1 and is_last(game, state, left[0])
    away = () if dying or not told.retreat else tuple(unit for unit in left if unit not in battle.ways)
    more = 0
    if steps_in(told.attackers):
        more = max(steps_in(told.attackers) - _times(state, battle, battle.attackers), 0) if own else 0
    elif told.attackers == "as much" and own:
        lost = _paid(state, battle, battle.defenders)
        due = lost or min((worth_of_a_step(game, state, unit) for unit in left), default=0)
        more = max(due - _paid(state, battle, battle.attackers), 0)
    whole = (left if told.defender == "all" else ()) + (own if told.attackers == "all" else ())
    return Owed(steps, more, whole, away)


def steps_in(told: str | int | None) -> int:
    """Return the steps that a key of a result names; 0 where it names something else."""
    return told if isinstance(told, int) else 1 if told == "step" else 0


def _paid(state: State, battle: Battle, units: tuple[UnitId, ...]) -> int:
    """Return the strength that some units have lost in a battle."""
    return sum(int(paid.strength) for paid in Paid.of(state, str(battle.number)) if paid.unit in units)


def _times(state: State, battle: Battle, units: tuple[UnitId, ...]) -> int:
    """Return how often some units have lost a step in a battle."""
    return sum(paid.unit in units for paid in Paid.of(state, str(battle.number)))


def worth_of_a_step(game: KitGround, state: State, unit: UnitId) -> int:
    """Return the strength that a unit loses with its next step."""
    after = 0 if is_last(game, state, unit) else game.strength(weaker(game, state, unit), unit)
    return game.strength(state, unit) - after


def rule_of_retreats(game: KitGround) -> RetreatRules:
    """Return the table of retreats of a game that has it."""
    assert game.basics.retreat
    return game.basics.retreat


def retreat_bounds(game: KitGround, state: State, unit: UnitId) -> Bounds:
    """Return what binds a retreat: no enemies, and none of their zones unless these are open."""
    told, side = rule_of_retreats(game), game.side_of[unit]
    shut = game.enemies(state, side) | (game.enemy_zone(state, side) if told.zones == "shut" else 0)
    return Bounds(game.board.grid, (Limit(told.rule, shut=shut),), game.board.walk)


def ends(game: KitGround, state: State, battle: Battle, unit: UnitId) -> HexSet:
    """Return where a defender may end its retreat: so many hexes off, further only if these are taken."""
    start, told = battle.places.get(unit), game.basics.retreat
    if start is None or told is None:
        return 0
    bounds = retreat_bounds(game, state, unit)
    taken = state.forces[game.side_of[unit]].occupied & ~(1 << start)
    least = result_of(game, battle).retreat
    for length in range(least, 1 + (told.farthest if told.taken == "further" else least)):
        found = retreats.ends(bounds, start, length, length) & game.board.grid.ring(start, length)
        if not found or found & ~taken:
            return found & ~taken
    return 0
