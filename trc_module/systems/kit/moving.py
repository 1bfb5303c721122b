"""Moves over land and along rails, zones of control, weather, stacking, and who holds a city."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from trc_module.facts import Fact
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Action, End, Move
from trc_module.rules.finding import Finding
from trc_module.rules.marks import PHASE, lasting
from trc_module.rules.paths import ALLOWANCE, Limit, faults
from trc_module.rules.points import Costs, PointBounds, Toll
from trc_module.rules.registry import RuleBook
from trc_module.rules.state import State, Trail, UnitId
from trc_module.rules.unknown_paths import perhaps_passed
from trc_module.sentence import Sentence, sentence_from
from trc_module.systems import effects
from trc_module.systems.ground_prices import prices
from trc_module.systems.kit.ground import PERHAPS_PASSED, KitGround
from trc_module.systems.kit.register import numbered
from trc_module.systems.kit.tables import Basics, MovePhase, Slowed
from trc_module.systems.kit.units import means
from trc_module.systems.marching import moves_by_points


def register(book: RuleBook, basics: Basics) -> None:
    """Enter what a game has of this chapter."""
    effects.register_basic(book)
    book.effect(End)(forget)
    slowed = [kind.moves.rule for kind in basics.weather.values() if kind.moves]
    zones = [basics.zones.rule] if basics.zones else []
    numbered(book, as_its_points_allow, *basics.movement.rules.values(), *zones)
    numbered(book, slowed_by, *slowed)
    book.judge(Move)(as_its_points_allow)
    book.lister(Move)(moves)
    if basics.stacking:
        numbered(book, no_more_in_a_hex, basics.stacking.rule)
        book.judge(End)(no_more_in_a_hex)
    if basics.control:
        book.follow(last_in_the_city)


def forget(game: KitGround, state: State, act: End) -> State:
    """Forget what the phase needs no more."""
    marks = lasting(state.marks, game.mark_kinds, frozenset({PHASE}))
    return state.changed(marks=marks, used=state.used.without([word for word in game.counters if word in state.used]))


def phase_of(game: KitGround, state: State) -> MovePhase | None:
    """Return what the file says of moves in this phase; None if nobody moves."""
    found = game.basics.movement.phases.get(state.clock.phase)
    return found if found and (not found.sides or state.clock.side in found.sides) else None


def may_move(game: KitGround, state: State, unit: UnitId) -> bool:
    """Tell whether a unit moves in this phase."""
    phase = phase_of(game, state)
    return phase is not None and game.side_of[unit] == state.clock.side and means(phase.who, game.units[unit])


def slowed_by(game: KitGround, state: State) -> Slowed | None:
    """Return how the weather slows moves of this phase; None if it does not."""
    phase = phase_of(game, state)
    return game.weather(state.clock.turn).moves if phase is None or phase.weather else None


def points_of(game: KitGround, state: State, unit: UnitId) -> int:
    """Return the movement points of a unit in this phase."""
    slowed = slowed_by(game, state)
    return slowed.points if slowed and slowed.points is not None else game.allowance(state, unit)


def costs_of(game: KitGround, state: State, unit: UnitId) -> Costs:
    """Return what a unit pays for each step in this phase."""
    phase, slowed, zones = phase_of(game, state) or MovePhase(), slowed_by(game, state), game.basics.zones
    each = phase.each_hex if slowed is None or slowed.each_hex is None else slowed.each_hex
    if each is None:
        found = prices(game.board, game.ground, game.units[unit].type, game.allowance(state, unit))
    else:
        found = Costs(dict.fromkeys(hexes(game.board.land), each))
    if zones is None or not zones.leave:
        return found
    return Costs(found.enter, found.cross, (Toll(zones.leave, leave=game.enemy_zone(state, game.side_of[unit])),))


def bounds_of(game: KitGround, state: State, unit: UnitId) -> PointBounds:
    """Return what binds a unit that moves."""
    rules, phase, zones = game.basics.movement.rules, phase_of(game, state) or MovePhase(), game.basics.zones
    side = game.side_of[unit]
    limits = [Limit(rules.get("enemies", ""), shut=game.enemies(state, side))]
    if zones and zones.enter == "stop":
        limits.append(Limit(zones.rule, stop=game.enemy_zone(state, side)))
    limits += game.more_limits(state, unit)
    sides = game.board.walk
    if phase.along == "rails":
        limits.append(Limit(rules["rails"], closed=game.no_rail))
        sides = game.board.rails
    return PointBounds(game.board.grid, tuple(limits), sides, costs=costs_of(game, state, unit))


def _told(game: KitGround, rule: str) -> tuple[str, tuple[str, ...]]:
    """Return the form of the sentence on a limit that was broken, and the tables that it rests on."""
    rules, zones, words = game.basics.movement.rules, game.basics.zones, game.basics.words
    if zones and rule == zones.rule:
        return "{unit} moved on after entering an enemy " + words.zone + " in {a}.", ("zones",)
    if rule == rules.get("rails"):
        return "{unit} left the " + words.rail + " between {a} and {b}.", ("movement",)
    if rule in game.words_of_limits:
        return game.words_of_limits[rule], ()
    return "{unit} entered {b}, which an enemy holds.", ("movement",)


def as_its_points_allow(game: KitGround, state: State, act: Move) -> Iterator[Finding]:
    """A unit moves in its own phases, as far as its points carry it, not into enemies, and stops in their zones."""
    rules, phase = game.basics.movement.rules, f"movement.phases.{state.clock.phase}"
    if not may_move(game, state, act.unit):
        text = Sentence("{unit} moved in {clock}.", act.unit, state.clock.words)
        yield game.against(rules["points"], text, "movement", phase, units=(act.unit,))
        return
    whole = state.whole_way(act.unit, act.trail)
    points, slowed = points_of(game, state, act.unit), slowed_by(game, state)
    for fault in faults(bounds_of(game, state, act.unit), whole, points):
        if fault.rule == ALLOWANCE:
            rule = slowed.rule if slowed else rules["points"]
            text = Sentence(
                "{unit} moved to {second}, beyond its {points} points.", act.unit, game.hex_name(fault.b), points
            )
            facts = (game.factor_fact(state, act.unit, "move"), *_of_the_way(game, whole))
            tables = ("movement", phase, "zones", *([_weather_table(game, state)] if slowed else []))
            yield game.against(rule, text, *tables, units=(act.unit,), facts=facts)
        else:
            form, tables = _told(game, fault.rule)
            text = sentence_from(form, unit=act.unit, a=game.hex_name(fault.a), b=game.hex_name(fault.b))
            yield game.against(fault.rule, text, *tables, units=(act.unit,))


def _weather_table(game: KitGround, state: State) -> str:
    return f"weather.{game.track.turns[state.clock.turn].printed.get('weather', '')}.moves"


def _of_the_way(game: KitGround, trail: Trail) -> Iterator[Fact]:
    """Yield what the chart says of the terrain on a way, as far as it cannot carry a violation."""
    for kind in dict.fromkeys(game.board.terrain[at].id for at in trail.hexes[1:]):
        row = game.ground.terrain.get(kind)
        if row is not None and not row.fact.trust.carries_violation:
            yield row.fact


def no_more_in_a_hex(game: KitGround, state: State, act: End) -> Iterator[Finding]:
    """At the end of a phase of moves no more units stand in a hex than may.

    Battles may have brought them together. Nobody has broken a rule in a phase in which none of them has moved, unless
    enough of them could have left the hex.
    """
    told, side = game.basics.stacking, state.clock.side
    most = game.most_in_a_hex(side)
    if told is None or most is None or phase_of(game, state) is None:
        return
    crowds = {at: stack for at, stack in state.forces[side].stacks.items() if len(stack) > most}
    free = _free_to_leave(game, state, most) if crowds else frozenset()
    for at, stack in sorted(crowds.items()):
        moved = any(unit in state.trails for unit in stack)
        if moved or len(stack) - len(free.intersection(stack)) <= most:
            name = game.hex_name(at)
            may = "one may" if most == 1 else Sentence("{most} may", most)
            text = Sentence("{count} units stand in {name}; {may}.", len(stack), name, may)
            yield game.against(told.rule, text, "stacking", units=stack, hexes=(name,))


def _free_to_leave(game: KitGround, state: State, most: int) -> frozenset[UnitId]:
    """Return the units that have not moved in this phase and could have left their hexes.

    There is room in a hex if those who have stayed there, and had to, leave any: who moved there in this phase could
    have gone elsewhere, and who could have left makes room for others.
    """
    stacks = state.forces[state.clock.side].stacks
    stayed = [unit for stack in stacks.values() for unit in stack if unit not in state.trails]
    movers = [unit for unit in stayed if may_move(game, state, unit)]
    reach = {unit: _ends_of(game, state, unit) for unit in movers}
    free = frozenset[UnitId]()
    while True:
        full = sum(
            1 << at
            for at, stack in stacks.items()
            if sum(unit not in state.trails and unit not in free for unit in stack) >= most
        )
        found = frozenset(unit for unit in movers if reach[unit] & ~full)
        if found == free:
            return free
        free = found


def _ends_of(game: KitGround, state: State, unit: UnitId) -> HexSet:
    """Return the hexes to which a unit can move, whoever of its own side stands there."""
    at = state.place(unit)
    return (
        bounds_of(game, state, unit).reach(at, points_of(game, state, unit)) & ~(1 << at) if isinstance(at, int) else 0
    )


def moves(game: KitGround, state: State) -> Iterator[Move]:
    """Yield the moves of units that have not moved yet."""
    if phase_of(game, state) is None:
        return
    force = state.forces[state.clock.side]
    most = game.most_in_a_hex(state.clock.side)
    for act in moves_by_points(state, partial(bounds_of, game, state), partial(points_of, game, state)):
        if may_move(game, state, act.unit) and (most is None or len(force.stack(act.trail.hexes[-1])) < most):
            yield act


def last_in_the_city(game: KitGround, before: State, after: State, act: Action) -> State:
    """A city is held by the side whose unit was in it last; of one on an unknown way nobody knows who holds it."""
    news: dict[Hex, str] = {}
    doubted = known = after.traces.get(PERHAPS_PASSED, 0)
    for side, force in after.forces.items():
        if force is before.forces[side]:
            continue
        passed = force.occupied & game.board.city_hexes
        if isinstance(act, Move) and game.side_of[act.unit] == side:
            passed |= sum(1 << at for at in set(act.trail.hexes)) & game.board.city_hexes
            perhaps = perhaps_passed(game.board.grid, act.trail) & game.board.city_hexes & ~game.enemies(after, side)
            doubted |= sum(1 << at for at in hexes(perhaps) if after.control.get(at) != side)
        doubted &= ~passed
        news |= {at: side for at in hexes(passed) if after.control.get(at) != side}
    if doubted != known:
        traces = after.traces
        traces = traces.put(PERHAPS_PASSED, doubted) if doubted else traces.without((PERHAPS_PASSED,))
        after = after.changed(traces=traces)
    return after.changed(control=after.control.merged(news)) if news else after
