"""Movement (8): points, terrain, weather, zones of control."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from trc_module.facts import Fact
from trc_module.games.nr.cards.effects import opened
from trc_module.games.nr.data import (
    ARMOR,
    CLEAR,
    MOVEMENT,
    MUD,
    OTHER_SIDE,
    PASSED,
    UNSUPPLIED,
    UNTOLD_PLACES,
    Nr,
    assumed,
    book,
)
from trc_module.games.nr.marks import UNTOLD, Grant
from trc_module.games.nr.moves_by_events import further, move_out_of_turn, used_by
from trc_module.games.nr.zones import enemy_zone
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Action, Move
from trc_module.rules.engine import is_legal
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import hexes_told, spaced
from trc_module.rules.paths import ALLOWANCE, Breach, Limit, both_ways, faults
from trc_module.rules.points import Costs, PointBounds, Toll
from trc_module.rules.state import State, Trail, UnitId
from trc_module.rules.unknown_paths import perhaps_passed
from trc_module.sentence import Sentence
from trc_module.systems import effects
from trc_module.systems.steps import face_after, steps_lost

LEAVE = 1
"""Points to leave an enemy zone of control (8.5.2)."""
FINN = "fin"


class Allowance(NamedTuple):
    """The movement points that a unit may spend, and the rule that allows them."""

    points: int | None
    """None where the printed factor is not known."""
    printed: int
    rule: str
    why: str
    facts: tuple[Fact, ...]


def allowance_of(game: Nr, state: State, unit: UnitId) -> Allowance:
    """Return the movement points of a unit in the weather of the turn, with or without supply."""
    untold = bool(state.marks) and UNTOLD in state.marks
    cut = not untold and game.is_cut_off(state, unit)
    return _allowance(game, unit, steps_lost(state, unit), game.weather(state), cut, untold)


@lru_cache(maxsize=256)
def _allowance(game: Nr, unit: UnitId, lost: int, weather: str | None, cut: bool, untold: bool) -> Allowance:
    who = game.units[unit]
    face = face_after(who, lost)
    printed = face.move
    if untold:
        # Such a log also does not show the face of a unit, or the units that were found without supply.
        printed = max(move or 0 for move in (who.move, *(each.move for each in who.faces)))
    facts = (face.fact("move") if isinstance(face, Unit) else face.fact(unit, "move"),)
    found = Allowance(printed, printed or 0, "8a", "", facts)
    if printed is None:
        return found
    for condition, rule in ((weather, ""), (UNSUPPLIED if cut else None, "6d")):
        if condition is None or condition == CLEAR:
            continue
        most = game.allowances.value("any", condition, printed)
        if most is not None and found.points is not None and most < found.points:
            number = rule or ("13.1b" if condition == MUD else "13.1e")
            why = "without supply" if cut and rule else Sentence("in {condition}", spaced(condition))
            found = Allowance(most, printed, number, why, (*facts, game.allowances.fact("any", condition)))
    return found


@lru_cache(maxsize=16)
def _prices(game: Nr, kind: str) -> dict[Hex, int]:
    """Return what the ground costs a class of units: armor, or all others (14.3, 14.4)."""
    found = {}
    for at in hexes(game.board.land):
        price = game.ground.terrain[game.board.terrain[at].id].cost(kind)
        if isinstance(price, int):
            found[at] = price
    return found


@book.rule("14.3c")
def armor_costs(game: Nr) -> dict[Hex, int]:
    """Return what armor pays."""
    return _prices(game, ARMOR)


@book.rule("14.4a")
def other_costs(game: Nr) -> dict[Hex, int]:
    """Return the costs of all other units, mechanized infantry among them."""
    return _prices(game, "any")


@book.rule("8.5.2")
def toll_of_zones(zone: HexSet) -> Toll:
    """Take a point more from a unit that leaves an enemy zone of control."""
    return Toll(LEAVE, leave=zone)


@book.rule("8.5.3")
def stop_in_zones(zone: HexSet, friends: HexSet) -> Limit:
    """Stop who enters an enemy zone of control; straight from one to another leads only a step onto a friend."""
    return Limit("8.5.3", stop=zone, leave=zone, enter=zone & ~friends)


@book.rule("8b")
def not_into_enemies(held: HexSet) -> Limit:
    """Keep units out of hexes that the enemy holds."""
    return Limit("8b", shut=held, displaces=frozenset({"8.5.3"}))


@lru_cache(maxsize=8)
@book.rule("8c")
def not_over_lakes(game: Nr) -> Limit:
    """Keep units from crossing lakes."""
    return Limit("8c", closed=both_ways(game.board.closed_sides))


@lru_cache(maxsize=256)
def _bounds(game: Nr, armor: bool, zone: HexSet, held: HexSet, friends: HexSet) -> PointBounds:
    prices = armor_costs(game) if armor else other_costs(game)
    limits = (not_over_lakes(game), not_into_enemies(held), stop_in_zones(zone, friends))
    return PointBounds(game.board.grid, limits, game.board.walk, costs=Costs(prices, {}, (toll_of_zones(zone),)))


def bounds_of(game: Nr, state: State, unit: UnitId) -> PointBounds:
    """Return what binds a unit where it moves now."""
    side = game.side_of[unit]
    own = state.forces[side]
    zone = 0 if UNTOLD in state.marks else enemy_zone(game, state, side)
    # Friends matter only inside enemy zones.
    friends = own.occupied & zone
    at = own.places.get(unit)
    if friends and isinstance(at, int) and friends >> at & 1 and len(game.stack(state, side, at)) == 1:
        friends &= ~(1 << at)
    return _bounds(game, game.has_armor(state, unit), zone, state.forces[OTHER_SIDE[side]].occupied, friends)


@book.check("8a", "13.1b", "13.1e", "6d", Move)
def within_its_points(game: Nr, state: State, act: Move) -> Sequence[Finding]:
    """A unit moves no further than its points carry it, and as zones of control let it."""
    if act.unit == FINN:
        return ()
    told: list[Finding] = []
    bounds, allowance = bounds_of(game, state, act.unit), allowance_of(game, state, act.unit)
    trail = state.whole_way(act.unit, act.trail)
    if state.marks and (by_event := move_out_of_turn(game, state, act)) is not None:
        allowance = _of_an_event(game, by_event)
        told += _too_many_hexes(game, act, trail, by_event)
    found = faults(bounds, trail, allowance.points)
    if found and state.marks and allowance.points is not None and (more := further(game, state, act)) is not None:
        found = faults(bounds, trail, allowance.points + (more.amount("points") or 0))
    told += (_told(game, bounds, allowance, act, trail, fault) for fault in found)
    return told


def _of_an_event(game: Nr, grant: Grant) -> Allowance:
    """Return the points of a unit that an event moves; None where the card counts hexes."""
    points = grant.amount("points")
    return Allowance(points, points or 0, "8a", Sentence("by the event on {card}", grant.card), ())


def _too_many_hexes(game: Nr, act: Move, trail: Trail, grant: Grant) -> Iterator[Finding]:
    most = grant.amount("hexes")
    # A stretch of unknown way is at least as long as the hexes lie apart.
    gone = sum(
        game.board.grid.distance(a, b) if i in trail.gaps else 1 for i, (a, b) in enumerate(pairwise(trail.hexes))
    )
    if most is not None and gone > most:
        text = Sentence(
            "{unit} moved {gone} by the event on {card}, which allows {most}.",
            act.unit,
            hexes_told(gone),
            grant.card,
            most,
        )
        yield violation("8a", text, units=(act.unit,), hexes=(game.hex_name(trail.hexes[-1]),))


@book.effect(Move)
def move_by_event(game: Nr, state: State, act: Move) -> State:
    """Remember that a unit has moved by an event, or further than its points."""
    if not state.marks:
        return state
    grant = move_out_of_turn(game, state, act)
    if grant is None and (more := further(game, state, act)) is not None:
        points = allowance_of(game, state, act.unit).points
        beyond = points is not None and faults(
            bounds_of(game, state, act.unit), state.whole_way(act.unit, act.trail), points
        )
        grant = more if beyond else None
    return used_by(game, state, act, grant)


def _told(game: Nr, bounds: PointBounds, allowance: Allowance, act: Move, trail: Trail, fault: Breach) -> Finding:
    a, b = game.hex_name(fault.a), game.hex_name(fault.b)
    if fault.rule == ALLOWANCE:
        spent = "" if trail.gaps else Sentence("; the route costs {spent}", bounds.spent(trail.hexes))
        why = f" {allowance.why}" if allowance.why else ""
        text = Sentence(
            "{unit} moved to {second}, beyond its {points} points{why}{spent}.",
            act.unit,
            b,
            allowance.points,
            why,
            spent,
        )
        facts = allowance.facts
        # A counter that says 0 is never moved, whatever right others may have.
        if allowance.printed and len(trail.hexes) == 2 and not trail.gaps:
            facts = (*facts, assumed("a unit has no right to one hex", "no source says whether it may always move one"))
        # Where not even the printed factor carries it, the weather is not to blame.
        rule = allowance.rule if trail.gaps or bounds.spent(trail.hexes) <= allowance.printed else "8a"
        return violation(rule, text, units=(act.unit,), hexes=(b,), facts=facts, dedup_key=_key(game, act, rule))
    said = {
        "8b": Sentence("{unit} went from {first} to {second}, into or through enemies.", act.unit, a, b),
        "8c": Sentence("{unit} went from {first} to {second}, over a lake.", act.unit, a, b),
        "8.5.3": Sentence("{unit} went on from {first} to {second}, in an enemy zone of control.", act.unit, a, b),
    }
    return violation(fault.rule, said[fault.rule], units=(act.unit,), hexes=(a, b))


def _key(game: Nr, act: Move, rule: str) -> tuple[str, ...]:
    return game.side_of[act.unit], rule, act.unit


@book.check("14.1d", Move)
def the_finn_stays(game: Nr, state: State, act: Move) -> Sequence[Finding]:
    """The Finn never leaves Finland."""
    goal = act.trail.hexes[-1]
    if act.unit != FINN or game.region("Finland") >> goal & 1:
        return ()
    name = game.hex_name(goal)
    text = Sentence("{unit} left Finland for {name}.", act.unit, name)
    return (violation("14.1d", text, units=(act.unit,), hexes=(name,)),)


effects.register_basic(book)


@book.check("4a", Move)
def in_its_own_movement(game: Nr, state: State, act: Move) -> Sequence[Finding]:
    """A side moves its own units in its own movement phase."""
    if (game.side_of[act.unit], MOVEMENT) == (state.clock.side, state.clock.phase) or opened(state, "4a"):
        return ()
    if move_out_of_turn(game, state, act) is not None:
        return ()
    return (violation("4a", Sentence("{unit} moved in {clock}.", act.unit, state.clock.words), units=(act.unit,)),)


@book.follow
def hold_places(game: Nr, before: State, after: State, act: Action) -> State:
    """Give a place to the side whose unit stands there; one that was only passed through is in doubt from then on."""
    if after.forces is before.forces:
        return after
    changed: dict[Hex, str] = {}
    doubted = after.traces.get(PASSED, 0)
    known = doubted
    untold = before_untold = after.traces.get(UNTOLD_PLACES, 0)
    trail, mover = getattr(act, "trail", None), game.side_of.get(getattr(act, "unit", ""))
    if isinstance(trail, Trail) and mover is not None:
        way = perhaps_passed(game.board.grid, trail)
        for at in trail.hexes[:-1]:
            way |= 1 << at
        way &= game.places_mask & ~after.forces[OTHER_SIDE[mover]].occupied
        doubted |= way & ~game.controlled(after, mover) if way else 0
    for side, deployment in after.forces.items():
        if deployment is before.forces[side]:
            continue
        # Where its units stand already, and have the place without a doubt, nothing changes.
        settled = game.controlled(after, side) & ~(doubted | untold)
        for at in hexes(deployment.occupied & game.places_mask & ~settled):
            if game.can_hold(deployment.stacks.get(at, ()), at):
                doubted &= ~(1 << at)
                untold &= ~(1 << at)
                if after.control.get(at) != side:
                    changed[at] = side
    if doubted != known:
        after = _with_trace(after, PASSED, doubted)
    if untold != before_untold:
        after = _with_trace(after, UNTOLD_PLACES, untold)
    return after.changed(control=after.control.merged(changed)) if changed else after


def _with_trace(state: State, word: str, places: HexSet) -> State:
    traces = state.traces.put(word, places) if places else state.traces.without((word,))
    return state.changed(traces=traces)


@book.lister(Move)
def moves(game: Nr, state: State) -> Iterator[Move]:
    """Yield a move of each unit to each hex to which its points carry it, by a way that costs it least."""
    side = state.clock.side
    if state.clock.phase != MOVEMENT:
        return
    for unit, at in state.forces[side].places.items():
        points = allowance_of(game, state, unit).points if isinstance(at, int) else None
        if not points or not isinstance(at, int) or unit in state.trails:
            continue
        bounds = bounds_of(game, state, unit)
        for goal in hexes(bounds.reach(at, points) & ~(1 << at)):
            way = bounds.way(at, goal, points)
            act = None if way is None else Move(unit, as_trail(game, way))
            if act is not None and is_legal(game, state, act):
                yield act


def as_trail(game: Nr, way: tuple[Hex, ...]) -> Trail:
    """Return a way as a log shows it: through an area it is not known hex by hex."""
    joined = game.board.walk.joined
    return Trail(way, frozenset(i for i, (a, b) in enumerate(pairwise(way)) if not joined(a, b)))
