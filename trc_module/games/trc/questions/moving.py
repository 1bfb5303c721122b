"""Reach of a unit: over land, by rail, by sea, and by the marches of options; and the findings against a move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from trc_module.games.trc.acts.movement import RailMove
from trc_module.games.trc.acts.victors import automatic_victor
from trc_module.games.trc.charts import Allowance
from trc_module.games.trc.combat.battle_context import attackable, attackable_from, strongholds
from trc_module.games.trc.combat.first_impulse import free_to_attack
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.marks import Moved
from trc_module.games.trc.movement.land_movement import allowance_of, bounds_of, reachable
from trc_module.games.trc.movement.restrictions import pinned
from trc_module.games.trc.players.legal_actions import full
from trc_module.games.trc.players.option_actions import marches
from trc_module.games.trc.transport.rail_movement import (
    NEVER_BY_RAIL,
    arrivals_ride_free,
    free_only_at_once,
    in_the_first_impulse,
    no_free_ride_from_the_boxes,
    ride_of,
)
from trc_module.games.trc.transport.sea_movement import sea_moves_of
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Move
from trc_module.rules.engine import check
from trc_module.rules.game import spaced
from trc_module.rules.questions import Reach, Reason, Way, Ways
from trc_module.rules.state import State, Trail, UnitId
from trc_module.sentence import Sentence

LAND, RAIL, SEA, MARCH = "land", "rail", "sea", "option"


def reach(game: Trc, state: State, unit: UnitId, at: Hex) -> Reach:
    """Return where a unit on the map may go in a movement phase of its side."""
    land = by_land(game, state, unit, at)
    ways = [land, by_rail(game, state, unit, at), by_sea(game, state, unit, at)]
    ways += [Ways(MARCH, march.reach & ~(1 << at)) for march in marches(game, state, unit)]
    return Reach(
        unit,
        at,
        tuple(ways),
        attacks(game, state, unit, 1 << at),
        attacks(game, state, unit, land.ends | 1 << at),
        tuple(_notes(game, state, unit, at)),
    )


def by_land(game: Trc, state: State, unit: UnitId, at: Hex) -> Ways:
    """Return where a move over land may end, and where only doubtful data say that it may not."""
    who = game.units[unit]
    if who.type == "air":
        return Ways(LAND, 0, closed="Aircraft do not move: they fly to a battle.")
    own = 1 << at
    if pinned(game, state, who, at):
        return Ways(LAND, 0, closed=_title(game, "8.4"))
    allowance = allowance_of(game, state, who)
    doubtful: HexSet = 0
    if unit in state.trails:
        ends = _onward(game, state, unit, at) & ~own
        closed = "It has moved in this phase and can go no further."
    elif Moved(unit) in state.marks:
        return Ways(LAND, 0, closed="It has moved in this phase, and it is not known how far.")
    else:
        ends = reachable(game, state, unit) & ~own
        closed = "" if ends else _why_nowhere(game, unit, allowance)
        if ends and allowance.certain_max is not None:
            doubtful = bounds_of(game, state, who).sure.reach(at, allowance.certain_max) & ~ends & ~own
    judged = _as_if_there(state, unit, at)
    for goal in hexes(ends):
        # What binds a mover is known; what else a move may break (it has gone by rail before) the judges know.
        against = next((found for found in check(game, judged, _drag(unit, at, goal)) if found.accuses), None)
        if against is not None:
            ends &= ~(1 << goal)
            closed = f"{against.rule}: {against.sentence}"
    if not ends:
        doubtful = 0
    return Ways(LAND, ends, doubtful, crowded=ends & full(game, state, unit), closed="" if ends else closed)


def _onward(game: Trc, state: State, unit: UnitId, at: Hex) -> HexSet:
    """Return where a unit may still go that has moved already, by what its way so far has taken of its allowance."""
    who, trail = game.units[unit], state.trails[unit]
    allowance, bounds = allowance_of(game, state, who).value or 0, bounds_of(game, state, who)
    if bounds.stop >> at & 1 and at != trail.hexes[0] and at == trail.hexes[-1]:
        return 0
    try:
        steps = enumerate(pairwise(trail.hexes))
        spent = sum(bounds.length(a, b) if i in trail.gaps else bounds.cost(a, b) for i, (a, b) in steps if a != b)
    except ValueError:
        # It went where it may not go at all: nothing more is legal.
        return 0
    return bounds.reach(at, max(allowance - spent, 0))


def _as_if_there(state: State, unit: UnitId, at: Hex) -> State:
    """Return the position without the way of a unit that was put elsewhere by hand since: it does not lead here.

    What that way took of its allowance is not given back.
    """
    trail = state.trails.get(unit)
    return state if trail is None or trail.hexes[-1] == at else state.changed(trails=state.trails.without((unit,)))


def _drag(unit: UnitId, at: Hex, goal: Hex) -> Move:
    return Move(unit, Trail((at, goal), frozenset({0})))


def _why_nowhere(game: Trc, unit: UnitId, allowance: Allowance) -> str:
    if allowance.value is None:
        return Sentence("How far {unit} may move is not in our data.", unit)
    return (
        Sentence("{unit} may not move now.", unit)
        if not allowance.value
        else Sentence("Everything around {unit} is closed to it.", unit)
    )


def by_rail(game: Trc, state: State, unit: UnitId, at: Hex) -> Ways:
    """Return where a move by rail may end."""
    rule = in_the_first_impulse(state.clock)
    if rule:
        return Ways(RAIL, 0, closed=_title(game, rule))
    if game.units[unit].type in NEVER_BY_RAIL:
        return Ways(RAIL, 0, closed="Units of its kind never move by rail.")
    ends = ride_of(game, state, game.side_of[unit]).reach(at) & ~(1 << at)
    if not ends:
        return Ways(RAIL, 0, closed="No ride along friendly rails, clear of enemy zones of control, begins in its hex.")
    against = next(
        (found for found in check(game, state, _ride(game, state, unit, at, next(hexes(ends)))) if found.accuses), None
    )
    if against is not None:
        return Ways(RAIL, 0, closed=f"{against.rule}: {against.sentence}")
    return Ways(RAIL, ends, crowded=ends & full(game, state, unit))


def _ride(game: Trc, state: State, unit: UnitId, at: Hex, goal: Hex) -> RailMove:
    way = ride_of(game, state, game.side_of[unit]).way(at, goal)
    joined = game.board.rails.joined
    gaps = frozenset(i for i, (a, b) in enumerate(pairwise(way or ())) if not joined(a, b))
    box = arrivals_ride_free(state, unit)
    free = free_only_at_once(box, state.clock.turn) and not no_free_ride_from_the_boxes(box)
    return RailMove(unit, Trail(tuple(way or (at, goal)), gaps if way else frozenset({0})), free)


def by_sea(game: Trc, state: State, unit: UnitId, at: Hex) -> Ways:
    """Return where a sea move may end; whatever needs a die says so."""
    if not game.board.coast >> at & 1:
        return Ways(SEA, 0, closed="Its hex is not on a coast.")
    found = list(sea_moves_of(game, state, unit))
    ends = sum(1 << goal for goal in {act.goal for act in found if not isinstance(act.goal, str)})
    off = tuple(
        sorted(
            {
                Sentence("{kind} to the box '{goal}'", act.kind, spaced(act.goal))
                for act in found
                if isinstance(act.goal, str)
            }
        )
    )
    return Ways(SEA, ends, off=off, closed="" if found else "No sea move of it is legal now.")


def attacks(game: Trc, state: State, unit: UnitId, origins: HexSet) -> HexSet:
    """Return the enemy hexes that a unit may attack from one of some hexes."""
    if not attackable(game, (unit,)) or automatic_victor(state, unit):
        return 0
    found: HexSet = 0
    for at in hexes(strongholds(game, state, ENEMY[game.side_of[unit]])):
        # A unit that can be attacked from a hex can attack into it.
        if attackable_from(game, at) & origins:
            found |= 1 << at
    return free_to_attack(game, state, unit, found)


def _notes(game: Trc, state: State, unit: UnitId, at: Hex) -> Iterator[Reason]:
    who = game.units[unit]
    if who.type == "air":
        return
    allowance = allowance_of(game, state, who)
    if allowance.value is not None:
        many = "hex" if allowance.value == 1 else "hexes"
        yield Reason("5.4", Sentence("It may move {value} {many} over land.", allowance.value, many))
    if allowance.certain_max is not None and allowance.certain_max != allowance.value:
        far = allowance.certain_max + 1
        yield Reason("", Sentence("This allowance is our assumption; {far} hexes or more are certainly too far.", far))
    if unit in state.trails:
        yield Reason("5.3b", "It has moved in this phase: what its way took of that is used.")
    if automatic_victor(state, unit):
        yield Reason("16.2c", "It has won an automatic victory and attacks no more.")


def way(game: Trc, state: State, unit: UnitId, at: Hex, goal: Hex, manner: str) -> Way:
    """Return how a unit comes to a hex in some manner, or what stands against it."""
    if manner == RAIL:
        return _by_rail(game, state, unit, at, goal)
    if manner == SEA:
        legal = any(act.goal == goal for act in sea_moves_of(game, state, unit))
        return Way(unit, goal, SEA, (at, goal) if legal else (), (), ())
    who = game.units[unit]
    act = _drag(unit, at, goal)
    judged = _as_if_there(state, unit, at)
    if judged is not state and not _onward(game, state, unit, at) >> goal & 1:
        judged = state
    against = tuple(check(game, judged, act))
    if any(finding.accuses for finding in against):
        return Way(unit, goal, LAND, (), (), against)
    allowance, bounds = allowance_of(game, state, who).value, bounds_of(game, state, who)
    path = bounds.way(at, goal, allowance) or (at, goal)
    held = (Reason(rule, _title(game, rule)) for rule in bounds.held_after(at, goal, allowance))
    # A hex that is left at once may be full; the end of the phase judges who stays.
    full_up = full(game, state, unit) >> goal & 1
    crowd = (Reason("6.2a", "If all stay where they are, there is a unit too many when movement ends."),)
    return Way(unit, goal, LAND, path, (*held, *(crowd if full_up else ())), against)


def _by_rail(game: Trc, state: State, unit: UnitId, at: Hex, goal: Hex) -> Way:
    act = _ride(game, state, unit, at, goal)
    against = tuple(finding for finding in check(game, state, act))
    legal = not any(finding.accuses for finding in against)
    return Way(unit, goal, RAIL, act.trail.hexes if legal else (), (), against)


def _title(game: Trc, rule: str) -> str:
    known = game.book.rules.get(rule)
    return f"{known.title}." if known else ""
