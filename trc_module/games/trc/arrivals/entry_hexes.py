"""Units that wait beside the map: where they wait, when they are due, and the gates through which they come in."""

from __future__ import annotations

import re

from msgspec import Struct

from trc_module.facts import Fact
from trc_module.games.trc.boxes import (
    RESERVES,
)
from trc_module.games.trc.data import AXIS, ENEMY, Trc, box_at_start
from trc_module.games.trc.marks import SouthEdge
from trc_module.games.trc.movement.mover import blockers
from trc_module.games.trc.movement.stacking import excess
from trc_module.games.trc.supply.control import IMPULSE, held_when_began
from trc_module.hexgrid import Hex, HexSet
from trc_module.roster import Unit
from trc_module.rules.hooks import hook
from trc_module.rules.state import Box, State
from trc_module.sentence import Sentence

_TURN_BOX = re.compile(r"turn-(\d+)")


class Arrival(Struct, frozen=True):
    """A unit that comes in, as the rules look at it that say where."""

    game: Trc
    state: State
    unit: Unit
    box: Box
    """The box in which it waited."""

    @property
    def enemies(self) -> HexSet:
        """The hexes that the enemy holds, partisans aside: no unit comes in there."""
        return blockers(self.game, self.state, self.unit.side)


class EntryHexes(Struct, frozen=True):
    """The hexes where a unit may come in, and the rule that allows them."""

    rule: str
    hexes: HexSet
    where: str
    """In words: 'in Bucharest (BB31)'."""
    facts: tuple[Fact, ...] = ()


def waiting_in(state: State, unit: Unit) -> Box | None:
    """Return the box in which a unit waits; None if it is on the map.

    A unit that a record does not name waits where the campaign would have it wait.
    """
    at = state.place(unit.id)
    if at is None:
        return box_at_start(unit)
    return at if isinstance(at, str) else None


def turn_of(box: Box) -> int | None:
    """Return the turn of an order-of-battle box; None for another box."""
    found = _TURN_BOX.fullmatch(box)
    return int(found[1]) if found else None


@hook
def due_turn(game: Trc, state: State, unit: Unit, box: Box) -> int | None:
    """Return the turn on which a unit in a box is due; None if it waits in no order-of-battle box."""
    return turn_of(box)


@hook
def perhaps_early(game: Trc, state: State, unit: Unit) -> str:
    """Return the unknown fact that might make a unit due earlier, in words; '' if there is none."""
    return ""


@hook
def due_month(game: Trc, state: State, unit: Unit, box: Box) -> int | None:
    """Return the month (1 or 2) of its turn in which a unit in an order-of-battle box is due; None if unknown.

    A unit that waits for another turn than its own is one of those that come back in the first impulse (20.9.2).
    """
    return unit.month if turn_of(box) == unit.arrival else 1


def returns(unit: Unit, box: Box) -> bool:
    """Tell whether a unit was withdrawn and waits to come back (20.9.2)."""
    return turn_of(box) is not None and turn_of(box) != unit.arrival


def held_at_start(game: Trc, state: State, side: str, place: Hex) -> bool | None:
    """Tell whether the enemy held a place at the beginning of this impulse; None if unknown.

    The enemy does not hold what neither side controls, unless it is read so (C51).
    """
    holder = held_when_began(state, place, IMPULSE)
    if holder is None:
        return None
    return holder == ENEMY[side] or ("C51b" in state.options and holder != side)


def full(game: Trc, state: State, unit: Unit, place: Hex) -> bool:
    """Tell whether entering the hex would overstack it."""
    stack = (*state.forces[unit.side].put(unit.id, None).stack(place), unit.id)
    return bool(excess(game, state, stack)[0])


@hook
def own_gate(game: Trc, case: Arrival) -> EntryHexes | None:
    """Return the gate of a reinforcement that comes in by a rule of its own and not by 20; None for all others."""
    return None


def home_edge(game: Trc, side: str) -> tuple[HexSet, str]:
    """Return the hexes by which a side's arrivals come in, and their name (20.5)."""
    edges = game.board.edges
    if side == AXIS:
        return edges["west"], "at the west edge"
    return edges["east"] | edges["south"], "at the east edge or between QQ5 and QQ16"


def city_gate(case: Arrival, rule: str, city_name: str, facts: tuple[Fact, ...]) -> EntryHexes:
    """Return the gate of a unit that comes in at a city, or by its side's edge if it cannot (20.4).

    Units out of the off-map box may choose between the two.
    """
    game, state, unit = case.game, case.state, case.unit
    city = game.board.cities[city_name]
    where = f"in {city.name} ({game.hex_name(city.hex)})"
    edge, edge_name = home_edge(game, unit.side)
    held = held_at_start(game, state, unit.side, city.hex)
    if case.box in RESERVES or held is None or full(game, state, unit, city.hex):
        return EntryHexes(rule, 1 << city.hex | edge, f"{where} or {edge_name}", facts)
    if held:
        enemy = held_when_began(state, city.hex, IMPULSE) == ENEMY[unit.side]
        holder = "the enemy" if enemy else "nobody"
        return EntryHexes(
            rule,
            edge,
            Sentence(
                "{edge_name}, since {holder} controlled {name} when the impulse began", edge_name, holder, city.name
            ),
            facts,
        )
    return EntryHexes(rule, 1 << city.hex, where, facts)


def taken_from_the_south(state: State, kind: str) -> bool:
    """Tell whether the one unit of a kind, 'reinforcement' or 'replacement', has come from the south (C52)."""
    one_in_all = "C52b" in state.options
    return any(one_in_all or found == kind for found in SouthEdge.firsts(state))
