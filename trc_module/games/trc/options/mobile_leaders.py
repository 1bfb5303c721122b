"""26.16: mobile leaders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from msgspec import structs

from trc_module.board import Terrain
from trc_module.facts import Fact, Source
from trc_module.games.trc.book import book
from trc_module.games.trc.charts import Allowance
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.movement.land_movement import allowance_of, bounds_of
from trc_module.games.trc.movement.restrictions import swamp_is_frozen
from trc_module.hexgrid import HexSet
from trc_module.roster import Unit
from trc_module.rules.actions import Enter, Move, Setup
from trc_module.rules.finding import Finding, violation
from trc_module.rules.paths import Bounds, Limit
from trc_module.rules.state import State
from trc_module.sentence import Sentence

option = book.option("26.16")
MOBILE = {"ger-hitler-mobile": "ger-hitler", "rus-stalin-mobile": "rus-stalin"}
_FACTOR = Fact("mobile leaders move eight hexes in the second impulse", Source("rulebook", "26.16"))


@option.check("26.16a", Setup, Enter, Move)
def one_hitler_one_stalin(game: Trc, state: State, act: Setup | Enter | Move) -> Iterator[Finding]:
    """The 1-8 counters of Hitler and Stalin take the place of the 1-0 ones."""
    if act.unit in MOBILE.values():
        yield violation(
            "26.16a",
            Sentence("{unit}, the 1-0 counter, is in play, but the 1-8 counter should be used instead.", act.unit),
            units=(act.unit,),
            dedup_key=(game.side_of[act.unit], "26.16a", act.unit),
        )


@option.rule("26.16b")
def eight_in_the_second(impulse: int, printed: Allowance) -> Allowance:
    """A mobile leader moves by rail in the first impulse, and eight hexes in the second, in any weather."""
    far = 8 if impulse == 2 else 0
    return structs.replace(printed, value=far, certain_max=far, fact=_FACTOR, bound=_FACTOR)


@option.override(allowance_of)
def allowance_of_leaders(
    basic: Callable[[Trc, State, Unit], Allowance], game: Trc, state: State, unit: Unit
) -> Allowance:
    """Return the eight hexes of a mobile leader, unless the impulse or the loss of the other leaves him none."""
    printed = basic(game, state, unit)
    if unit.id not in MOBILE or printed.value == 0:
        return printed
    return eight_in_the_second(state.clock.part, printed)


@option.rule("26.16c")
def leaders_want_company(zone: HexSet, company: HexSet) -> Limit:
    """A mobile leader enters an enemy zone of control only onto a friendly unit that is no headquarters."""
    return Limit(
        "26.16c",
        shut=zone & ~company,
        step="entered the zone of control of {foes_b} in {b} without joining a friendly unit",
        stretch="enters an enemy zone of control without a friendly unit to join",
        displaces=frozenset({"7.2", "8.3a"}),
    )


@option.rule("26.16d")
def as_mountain_troops(game: Trc, state: State) -> Limit:
    """Terrain affects a mobile leader like mountain units: only swamp stops him."""
    swamp = 0 if swamp_is_frozen(state) else game.terrain(Terrain.SWAMP)
    return Limit(
        "26.16d",
        stop=swamp,
        doubted=swamp & game.doubted_terrain,
        step="moved on after entering {terrain} in {a}",
        stretch="enters swamp and goes on",
    )


@option.override(bounds_of)
def bounds_of_leaders(basic: Callable[[Trc, State, Unit], Bounds], game: Trc, state: State, unit: Unit) -> Bounds:
    """Bind a mobile leader by his own terrain, and by the company that he wants."""
    bounds = basic(game, state, unit)
    if unit.id not in MOBILE:
        return bounds
    own, zone = state.forces[unit.side], game.zones.of(state.forces[ENEMY[unit.side]])
    company: HexSet = 0
    for at, stack in own.stacks.items():
        if any(game.units[one].type not in ("hq", "leader") for one in stack):
            company |= 1 << at
    terrain = as_mountain_troops(game, state)
    others = tuple(terrain if limit.rule == "8.2a" else limit for limit in bounds.limits)
    return replace(bounds, limits=(leaders_want_company(zone, company), *others))
