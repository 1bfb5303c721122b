"""Supply (6): overland paths, a supplied neighbour, coasts; what units without it lose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec import Struct

from trc_module.games.nr.acts.supply import MarkUnsupplied, Surrender
from trc_module.games.nr.cards.effects import opened
from trc_module.games.nr.cards.grants import MARK_CUT, SURRENDERING, SURVIVING, first_grant, use
from trc_module.games.nr.data import (
    AXIS,
    OLD_EDITION,
    OTHER_SIDE,
    PASSED,
    PERHAPS_UNSUPPLIED,
    REMOVALS,
    SIDES,
    SOVIET,
    SUPPLY,
    SURRENDERED,
    UNSUPPLIED,
    UNTOLD_PLACES,
    Nr,
    book,
)
from trc_module.games.nr.marks import Grant, MarkedUnsupplied
from trc_module.games.nr.points import with_event_points
from trc_module.games.nr.zones import possible_zone_of, zone_of
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import End
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.state import Deployment, State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.conditions import units_that_are, with_condition

SEAS = {AXIS: ("baltic", "adriatic", "black"), SOVIET: ("caspian", "black")}
"""The seas over which a side is supplied, as one list alone has it."""


class Supply(Struct, frozen=True):
    """The supply of one side's units, as far as it is known."""

    sure: Mapping[UnitId, str]
    """The units that are supplied by any reading, each with the rule by which it is."""
    possible: frozenset[UnitId]
    """The units that are supplied by some reading, those among them."""


def supply_of(game: Nr, state: State, side: str) -> Supply:
    """Return the supply of a side's units on the map, worked out once for a position of both sides."""
    own, enemy = state.forces[side], state.forces[OTHER_SIDE[side]]
    # Supply changes with faces and statuses too: the slices are compared as objects.
    key = enemy, state.control, state.slices, state.options, state.traces
    known: tuple[tuple[object, ...], Supply] | None = own.memo.get("supply")
    if known is not None and all(a is b for a, b in zip(known[0], key, strict=True)):
        return known[1]
    found = _work_out(game, state, side, own)
    own.memo["supply"] = key, found
    return found


def _work_out(game: Nr, state: State, side: str, own: Deployment) -> Supply:
    strict = possible_zone_of(game, state, OTHER_SIDE[side])
    lenient = zone_of(game, state, OTHER_SIDE[side])
    plain = _overland(game, state, side, strict, directed=True, helped=False)
    helped = _overland(game, state, side, strict, directed=True, helped=True)
    wide = _overland(game, state, side, lenient, directed=False, helped=True)
    sure: dict[UnitId, str] = {}
    possible: set[UnitId] = set()
    near_sure, near_wide = _near(game, own, helped), _near(game, own, wide)
    ports = _ports(game, side)
    for at, stack in own.stacks.items():
        for unit in stack:
            if plain >> at & 1:
                sure[unit] = "6.1"
            elif helped >> at & 1 or (game.is_fortress(state, unit) and game.board.coast >> at & 1):
                sure[unit] = "6.3"
            elif near_sure >> at & 1:
                sure[unit] = "6.2"
            if unit in sure or (wide | near_wide | ports | game.areas) >> at & 1:
                possible.add(unit)
    return Supply(sure, frozenset(possible))


def overland(game: Nr, state: State, side: str) -> HexSet:
    """Return the hexes from which a path of supply leads overland by any reading."""
    return _overland(game, state, side, possible_zone_of(game, state, OTHER_SIDE[side]), directed=True, helped=False)


def _near(game: Nr, own: Deployment, overland: HexSet) -> HexSet:
    """Return the hexes next to a unit that has an overland path of its own (6.2)."""
    return game.reach.spread(own.occupied & overland)


def _ports(game: Nr, side: str) -> HexSet:
    found: HexSet = 0
    for sea in SEAS[side]:
        found |= game.board.coasts.get(sea, 0)
    return found


@book.rule("6.1")
def _overland(game: Nr, state: State, side: str, zone: HexSet, *, directed: bool, helped: bool) -> HexSet:
    """Return the hexes from which a path leads overland to a supplied city or to the own map edge.

    `zone` is the enemy's; `helped` lets paths cross lakes, and the zone where a friend stands (6.3). `directed` lets
    a city trace its own path only towards the side's edge, as one list has it.
    """
    enemy = OTHER_SIDE[side]
    held = state.forces[enemy].occupied
    friends = state.forces[side].occupied if helped else 0
    doubted = game.in_doubt(state)
    own, theirs = game.controlled(state, side) & game.board.city_hexes, game.controlled(state, enemy)
    theirs &= game.board.city_hexes
    # By the strict reading a place in doubt is the enemy's, by the wide one ours.
    own, theirs = (own & ~doubted, theirs | doubted & own) if directed else (own | doubted & theirs, theirs & ~doubted)
    closed = held | (zone & ~friends) | theirs | game.areas
    joined = game.over_lakes if helped else game.board.walk
    through = game.board.land & ~closed
    edge = game.edges[side] & through
    reached = _from_the_edge(game, side, edge, through) if directed else joined.flood(edge, None, through)
    cities = own & reached
    length = None if OLD_EDITION in state.options and not directed else game.values["supply"]
    found = joined.flood(cities | edge, length and length - 1, through)
    # The last step leads out of the unit's own hex, which may lie in the enemy's zone.
    return found | joined.spread(found)


def _from_the_edge(game: Nr, side: str, edge: HexSet, through: HexSet) -> HexSet:
    """Return the hexes from which a path leads to the edge that never turns away from it."""
    onward = _away(game)[side]
    reached = wave = edge
    while wave:
        fresh: HexSet = 0
        for at in hexes(wave):
            fresh |= onward[at]
        wave = fresh & through & ~reached
        reached |= wave
    return reached


@lru_cache(maxsize=8)
def _away(game: Nr) -> dict[str, dict[Hex, HexSet]]:
    """Return, by side and hex, the neighbours that lie further from the side's edge."""
    grid = game.board.grid
    found: dict[str, dict[Hex, HexSet]] = {side: {} for side in SIDES}
    for at, near in game.over_lakes.of.items():
        here = _across(game, at)
        east = sum(1 << h for h in hexes(near) if _across(game, h) > here or not grid.adjacent(at, h))
        west = sum(1 << h for h in hexes(near) if _across(game, h) < here or not grid.adjacent(at, h))
        found[AXIS][at], found[SOVIET][at] = east, west
    return found


def _across(game: Nr, at: Hex) -> int:
    """Return how far east a hex lies, in half hexes."""
    row, column = game.board.grid.row_col(at)
    return 2 * column + row % 2


book.rule("6.2")(_near)
book.rule("6.3")(_ports)


@book.check("6a", MarkUnsupplied)
def marked_rightly(game: Nr, state: State, act: MarkUnsupplied) -> Iterator[Finding]:
    """A unit is marked as unsupplied in a supply check, and only if it has no supply."""
    if _by_raid(game, state, act) is not None:
        return
    if state.clock.phase not in (SUPPLY, REMOVALS):
        yield violation(
            "6a",
            Sentence("{unit} was marked as unsupplied in {clock}.", act.unit, state.clock.words),
            units=(act.unit,),
        )
        return
    rule = supply_of(game, state, game.side_of[act.unit]).sure.get(act.unit)
    if rule is not None:
        how = {"6.1": "overland", "6.2": "next to a supplied unit", "6.3": "over a lake, past a friend or by sea"}[rule]
        yield violation(
            rule, Sentence("{unit} was marked as unsupplied; it is supplied {how}.", act.unit, how), units=(act.unit,)
        )


def _by_raid(game: Nr, state: State, act: MarkUnsupplied) -> Grant | None:
    """Return the event that puts a unit out of supply, whatever its paths; None if there is none."""
    on_map = isinstance(state.place(act.unit), int) and state.clock.phase not in (SUPPLY, REMOVALS)
    return first_grant(state, MARK_CUT, game.side_of[act.unit]) if on_map else None


@book.effect(MarkUnsupplied)
def remember(game: Nr, state: State, act: MarkUnsupplied) -> State:
    """Remember what players have found of a unit's supply; an event puts it out of supply at once."""
    raid = _by_raid(game, state, act)
    if raid is not None:
        return with_condition(use(state, raid), UNSUPPLIED, units_that_are(state, UNSUPPLIED) | {act.unit})
    return state.with_mark(MarkedUnsupplied(act.unit))


@book.effect(End)
def checked(game: Nr, state: State, act: End) -> State:
    """Carry out the supply check of both sides, or the new one of the removals."""
    if state.clock.phase not in (SUPPLY, REMOVALS):
        return state
    # Who is without supply in any case is so; who holds what a log does not tell of is in doubt.
    doubted = game.in_doubt(state) | state.traces.get(UNTOLD_PLACES, 0)
    known = state.changed(traces=state.traces.put(PASSED, doubted)) if doubted else state
    marked = set(MarkedUnsupplied.firsts(state))
    sides = SIDES if state.clock.phase == SUPPLY else (state.clock.side,)
    cut, perhaps = set(units_that_are(state, UNSUPPLIED)), set(units_that_are(state, PERHAPS_UNSUPPLIED))
    for side in sides:
        supply = supply_of(game, known, side)
        perhaps -= state.forces[side].places.keys()
        if doubted:
            perhaps |= supply.possible - supply_of(game, _lost_to_the_enemy(known, side, doubted), side).possible
        for stack in state.forces[side].stacks.values():
            for unit in stack:
                lost = unit not in supply.possible or (unit in marked and unit not in supply.sure)
                before = state.clock.phase == SUPPLY or unit in cut
                if lost and before:
                    cut.add(unit)
                else:
                    cut.discard(unit)
    after = with_condition(state, UNSUPPLIED, {unit for unit in cut if isinstance(state.place(unit), int)})
    return MarkedUnsupplied.forgotten(with_condition(after, PERHAPS_UNSUPPLIED, perhaps - cut))


def _lost_to_the_enemy(state: State, side: str, places: HexSet) -> State:
    """Return the position with some places in the hands of a side's enemy for certain."""
    held = state.control.merged(dict.fromkeys(hexes(places), OTHER_SIDE[side]))
    return state.changed(control=held, traces=state.traces.without((PASSED,)))


@book.check("6b", Surrender)
def surrendered_rightly(game: Nr, state: State, act: Surrender) -> Iterator[Finding]:
    """A unit surrenders in its side's removals, and only if it was found unsupplied and is so still."""
    side = game.side_of[act.unit]
    grant = first_grant(state, SURRENDERING, side)
    if grant is not None and state.clock.phase == SUPPLY:
        if (rule := supply_of(game, state, side).sure.get(act.unit)) is not None:
            text = Sentence("{unit} surrendered by the event on {card}; it is supplied.", act.unit, grant.card)
            yield violation(rule, text, units=(act.unit,))
        return
    if (side, REMOVALS) != (state.clock.side, state.clock.phase):
        yield violation(
            "6b", Sentence("{unit} surrendered in {clock}.", act.unit, state.clock.words), units=(act.unit,)
        )
        return
    if opened(state, "6b"):
        return
    if not game.is_cut_off(state, act.unit):
        text = Sentence("{unit} surrendered; the supply check of this turn did not find it without supply.", act.unit)
        if act.unit in supply_of(game, state, side).sure:
            yield violation("6b", text, units=(act.unit,))
        else:
            yield Finding("6b", Verdict.UNDECIDED, text, (act.unit,))
    elif (rule := supply_of(game, state, side).sure.get(act.unit)) is not None:
        yield violation(rule, Sentence("{unit} surrendered; it is supplied again.", act.unit), units=(act.unit,))


@book.effect(Surrender)
def surrender(game: Nr, state: State, act: Surrender) -> State:
    """Put a unit into its box of surrendered units, and count the point."""
    side = game.side_of[act.unit]
    if state.clock.phase == SUPPLY:
        state = use(state, first_grant(state, SURRENDERING, side))
    after = with_condition(state, UNSUPPLIED, units_that_are(state, UNSUPPLIED) - {act.unit})
    after = after.with_unit(side, act.unit, SURRENDERED)
    return with_event_points(game, after, -1 if side == game.initiative(state) else 1)


@book.check("6c", End)
def all_removed(game: Nr, state: State, act: End) -> Iterator[Finding]:
    """At the end of its removals a side has no unit on the map that was found unsupplied and is so still."""
    side = state.clock.side
    cut = units_that_are(state, UNSUPPLIED) if state.clock.phase == REMOVALS else frozenset()
    if not cut or opened(state, "6b"):
        return
    supply = supply_of(game, state, side)
    spared = first_grant(state, SURVIVING, side) is not None
    staying = [unit for unit in sorted(cut) if game.side_of[unit] == side and isinstance(state.place(unit), int)]
    lost = [unit for unit in staying if unit not in supply.possible]
    places = Counter(state.place(unit) for unit in lost)
    # An event lets the units of one hex survive: of the one with the most of them.
    kept = places.most_common(1)[0][0] if spared and places else None
    for unit in lost:
        at = state.place(unit)
        if isinstance(at, int) and at != kept:
            name = game.hex_name(at)
            text = Sentence("{unit} in {name} is still without supply; it surrenders in this phase.", unit, name)
            yield violation("6c", text, units=(unit,), hexes=(name,), dedup_key=(side, "6c", unit))
