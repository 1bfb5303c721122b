"""What the module reckons of a battle: the dice of both sides (M41-OPC-2, M41-TER), but for supply and interception."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from trc_module.games.m41.data import M41
from trc_module.games.m41.firepower import NEEDED
from trc_module.games.m41.movement import up_the_road
from trc_module.games.m41.words import (
    AIR,
    BLITZ_COMBAT,
    COMBAT,
    DISRUPTED,
    FULL,
    GERMAN,
    GOOD,
    HARD_FROST,
    INFANTRY,
    MOVEMENT,
    MUD,
    PANZER,
    REDUCED_1,
    RUSSIAN,
    SHOCK,
    SNOW,
    UNKNOWN,
)
from trc_module.roster import Unit
from trc_module.rules.reckoning import ALWAYS, Note, PoolReckoning, Sides, UnitDice, When, Who, both_ways

_ROLLED, _NOT_ROLLED = (("Rolled", frozenset({"1"})),), (("Rolled", frozenset({"0"})),)
_OPERATIONAL = frozenset({MOVEMENT, COMBAT})
"""The phases of the combat in whose first round a Shock army has two dice."""


def reckoning_of(game: M41) -> PoolReckoning:
    """Return it."""
    road, forest = _road(game), game.forest
    ground = _who(game, lambda unit: unit.type != AIR)
    russian = When(defenders=(_who(game, lambda unit: unit.side == RUSSIAN),))
    foot = _who(game, lambda unit: unit.type in INFANTRY)
    moscow, tula = game.city("Moscow"), game.city("Tula")
    dry = When(said=(("Weather", frozenset({"", GOOD, MUD, HARD_FROST, UNKNOWN})),))
    slow = When(side=GERMAN, said=(("Weather", frozenset({MUD, SNOW})),))
    germans = (_who(game, lambda unit: unit.side == GERMAN),)
    slow_defence = When(defenders=germans, said=slow.said, hexes=game.board.grid.all & ~game.settled)
    return PoolReckoning(
        attack=(
            *_plain(game, lambda unit: unit.type not in (AIR, PANZER, SHOCK)),
            *_shock(game),
            *_panzers(game, road),
        ),
        defence=(*_plain(game, lambda unit: unit.type not in (AIR, SHOCK)), *_shock(game)),
        support=tuple(_air(game, road)),
        ground=ground,
        cover=(
            (foot, 99, When(hexes=forest)),
            (foot, 2, When(hexes=1 << moscow & ~forest, defenders=russian.defenders)),
        ),
        works=(
            (both_ways(game.board.sides["river"]), dry),
            (both_ways(game.board.sides["line"]), ALWAYS),
        ),
        place=(({moscow: 1, tula: 1}, russian),),
        needs_attack=((NEEDED[REDUCED_1], slow), (NEEDED[FULL], ALWAYS)),
        needs_defence=((NEEDED[REDUCED_1], slow_defence), (NEEDED[FULL], ALWAYS)),
        notes=(Note("supply"), Note("fallen", When(hexes=1 << tula, defenders=russian.defenders))),
        hit="HIT",
        lost_if=(DISRUPTED,),
    )


def _road(game: M41) -> Sides:
    near = game.board.grid.neighbours
    return frozenset((a, b) for a in near for b in near if near[a] >> b & 1 and up_the_road(game, a, b))


def _who(game: M41, which: Callable[[Unit], bool], **more: tuple[str, ...]) -> Who:
    return Who(frozenset((unit.id, 0) for unit in game.units.values() if which(unit)), **more)


def _by_dice(game: M41, which: Callable[[Unit], bool]) -> dict[int, Who]:
    """Return the undisrupted units of a kind by the dice on their counters."""
    found: dict[int, set[tuple[str, int]]] = defaultdict(set)
    for unit in game.units.values():
        if which(unit) and unit.combat:
            found[unit.combat].add((unit.id, 0))
    return {dice: Who(frozenset(units), without=(DISRUPTED,)) for dice, units in found.items()}


def _plain(game: M41, which: Callable[[Unit], bool]) -> Iterator[UnitDice]:
    yield from (UnitDice(who, dice) for dice, who in _by_dice(game, which).items())


def _shock(game: M41) -> Iterator[UnitDice]:
    """Yield the dice of Shock armies: two in the first round."""
    yield UnitDice(
        _who(game, lambda unit: unit.type == SHOCK, without=(DISRUPTED,)),
        2,
        When(phases=_OPERATIONAL, said=_NOT_ROLLED),
    )
    for dice, who in _by_dice(game, lambda unit: unit.type == SHOCK).items():
        yield UnitDice(who, dice, When(said=_ROLLED))
        yield UnitDice(who, dice, When(phases=_phases(game) - _OPERATIONAL, said=_NOT_ROLLED))


def _panzers(game: M41, road: Sides) -> Iterator[UnitDice]:
    """Yield the dice of panzers that attack: one into forest, unless along the road."""
    forest, other = game.forest, game.board.grid.all & ~game.forest
    for dice, who in _by_dice(game, lambda unit: unit.type == PANZER).items():
        yield UnitDice(who, dice, When(hexes=other))
        yield UnitDice(who, dice, When(hexes=forest), along=road)
        yield UnitDice(who, 1, When(hexes=forest), not_along=road)


def _air(game: M41, road: Sides) -> Iterator[UnitDice]:
    """Yield the dice of air units: one in the Blitzkrieg, and of Germans one over forest unless along the road."""
    forest, other = game.forest, game.board.grid.all & ~game.forest
    every, others = _who(game, lambda unit: unit.type == AIR), _phases(game) - {BLITZ_COMBAT}
    yield UnitDice(every, 1, When(phases=frozenset({BLITZ_COMBAT})))
    for unit in game.units.values():
        if unit.type != AIR or not unit.combat:
            continue
        own = Who(frozenset({(unit.id, 0)}))
        if unit.side == RUSSIAN:
            yield UnitDice(own, unit.combat, When(phases=others))
            continue
        yield UnitDice(own, unit.combat, When(phases=others, hexes=other))
        yield UnitDice(own, unit.combat, When(phases=others, hexes=forest, across=road))
        yield UnitDice(own, 1, When(phases=others, hexes=forest, not_across=road))


def _phases(game: M41) -> frozenset[str]:
    return frozenset(step.phase for step in game.sequence.steps)
