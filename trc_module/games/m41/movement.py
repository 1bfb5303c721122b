"""Operational movement (M41-OPM) and stacking (M41-STK).

No number of units is too many in a hex, so the kit's table of stacking does not fit.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from trc_module.board.board import hexside
from trc_module.facts import Fact
from trc_module.games.m41.data import M41, book
from trc_module.games.m41.marks import Fallen
from trc_module.games.m41.weather import weather_facts
from trc_module.games.m41.words import (
    AIR,
    ARMY,
    BLITZ,
    DEEP,
    DISRUPTED,
    FORTIFIED,
    GERMAN,
    GOOD,
    HARD_FROST,
    MOVEMENT,
    MOVING,
    MUD,
    PANZER,
    RUSSIAN,
    SNOW,
    UNKNOWN,
)
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Move
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import hexes_told, spaced
from trc_module.rules.state import State, Trail, UnitId
from trc_module.sentence import Sentence
from trc_module.systems import effects
from trc_module.systems.statuses import status_of, with_status
from trc_module.systems.weather import weather_of

BLITZ_WEATHER = (GOOD, HARD_FROST)
FALLEN = Fallen("Tula")
"""The mark of the fortress that the Germans have taken: it helps no defender any more."""
BONUS = 1
"""The hexes more that a unit may move that does not attack."""


@book.rule("M41-BLZ-1")
def phase_allows(game: M41, state: State) -> bool | None:
    """Tell whether the weather allows the phase in which units move now; None where the weather is unknown."""
    wanted = {BLITZ: BLITZ_WEATHER, DEEP: (SNOW,)}.get(state.clock.phase)
    if wanted is None:
        return True
    return None if weather_of(state) == UNKNOWN else weather_of(state) in wanted


@book.rule("M41-OPM-1")
def before_attack(game: M41, state: State, unit: UnitId) -> int:
    """Return the hexes that a unit may move and still attack, in the phase in which units move now.

    Panzers and tanks two, German armies, Shock armies and the 16. Army one, others none (the counter's factor).
    """
    who = game.units[unit]
    phase = {BLITZ: BLITZ, DEEP: DEEP}.get(state.clock.phase, "operational")
    return game.moves.value(who.type, phase, who.move or 0) or 0


@book.rule("M41-OPM-2")
def stuck_in_mud(game: M41, state: State, unit: UnitId) -> bool:
    """Tell whether a unit may not move before it attacks, because of mud (reading M14)."""
    return weather_of(state) == MUD and game.side_of[unit] == GERMAN and game.units[unit].type in (PANZER, ARMY)


def steps_of(game: M41, state: State, unit: UnitId, trail: Trail) -> tuple[int, int]:
    """Return the fewest hexes of a way as far as it is known, and of a way that goes along the road for a step.

    Where a stretch of it is unknown, the shortest that no enemy bars counts; 99 for what cannot be.
    """
    plain, along = 0, 99
    for index in range(len(trail.hexes) - 1):
        a, b = trail.hexes[index], trail.hexes[index + 1]
        if index in trail.gaps:
            short, road = _shortest(game, state, unit, a, b)
        else:
            short, road = 1, 1 if _on_road(game, a, b) else 99
        along = min(along + short, plain + road)
        plain += short
    return min(plain, 99), min(along, 99)


def _on_road(game: M41, a: Hex, b: Hex) -> bool:
    return hexside(a, b) in game.board.sides["road"]


def _shortest(game: M41, state: State, unit: UnitId, start: Hex, goal: Hex) -> tuple[int, int]:
    """Return the lengths of the shortest ways around enemies: any, and one with a step along the road."""
    shut = state.forces[game.enemy(game.side_of[unit])].occupied & ~(1 << goal)
    found: dict[tuple[Hex, bool], int] = {(start, False): 0}
    queue = deque([(start, False)])
    while queue:
        at, road = queue.popleft()
        for other in hexes(game.near.of[at] & ~shut):
            key = (other, road or _on_road(game, at, other))
            if key not in found:
                found[key] = found[at, road] + 1
                queue.append(key)
    along = found.get((goal, True), 99)
    return min(found.get((goal, False), 99), along), along


def up_the_road(game: M41, a: Hex, b: Hex) -> bool:
    """Tell whether a step leads along the Moscow road towards Moscow."""
    moscow = game.city("Moscow")
    distance = game.board.grid.distance
    return _on_road(game, a, b) and distance(b, moscow) < distance(a, moscow)


def all_up_the_road(game: M41, trail: Trail) -> bool:
    """Tell whether a way leads up the Moscow road from end to end; a stretch that is unknown may do so."""
    pairs = list(zip(trail.hexes, trail.hexes[1:], strict=False))
    distance, moscow = game.board.grid.distance, game.city("Moscow")
    return all(
        distance(b, moscow) < distance(a, moscow) if index in trail.gaps else up_the_road(game, a, b)
        for index, (a, b) in enumerate(pairs)
    )


def way_facts(game: M41, trail: Trail) -> tuple[Fact, ...]:
    """Return the data on which the length of a way rests: how the hexes lie, and where the road is."""
    known = [(a, b) for i, (a, b) in enumerate(zip(trail.hexes, trail.hexes[1:], strict=False)) if i not in trail.gaps]
    roads = tuple(game.side_fact("road", a, b) for a, b in known if game.board.grid.adjacent(a, b))
    return (*game.map_facts, *roads)


def fits(game: M41, state: State, unit: UnitId, trail: Trail, most: int) -> bool:
    """Tell whether a way is no longer than a number of hexes, and one more along the road."""
    plain, along = steps_of(game, state, unit, trail)
    return plain <= most or along <= most + 1


@book.check("M41-SEQ", Move)
def in_its_own_phase(game: M41, state: State, act: Move) -> Iterator[Finding]:
    """Units move in the operational phases of their own side, where the weather has such a phase (M41-SEQ, BLZ-1)."""
    clock, side = state.clock, game.side_of[act.unit]
    if clock.side != side or clock.phase not in MOVING:
        yield violation("M41-SEQ", Sentence("{unit} moved in {clock}.", act.unit, clock.words), units=(act.unit,))
        return
    if any(act.unit in battle.attackers for battle in state.battles):
        text = Sentence(
            "{unit} moved after its attack was declared; units move before attacks are allocated.", act.unit
        )
        yield violation("M41-SEQ", text, units=(act.unit,))
    may = phase_allows(game, state)
    if may is False:
        text = Sentence(
            "{unit} moved in the {phase} phase; there is none in weather {weather}.",
            act.unit,
            clock.phase_words,
            spaced(weather_of(state)),
        )
        yield violation("M41-BLZ-1", text, units=(act.unit,), facts=weather_facts(game, state))
    elif may is None:
        text = Sentence("{unit} moved in the {phase} phase; the weather is unknown.", act.unit, clock.phase_words)
        yield Finding("M41-BLZ-1", Verdict.UNDECIDED, text, (act.unit,))


@book.check("M41-DIS-1", Move)
def not_disrupted(game: M41, state: State, act: Move) -> Iterator[Finding]:
    """A disrupted unit does not move."""
    if status_of(state, act.unit) == DISRUPTED:
        yield violation("M41-DIS-1", Sentence("{unit} moved; it is disrupted.", act.unit), units=(act.unit,))


@book.check("M41-OPM-3", Move)
def within_its_hexes(game: M41, state: State, act: Move) -> Iterator[Finding]:
    """A unit that does not attack moves one hex more than one that does; any unit one hex more along the road."""
    if state.clock.phase not in MOVING or game.units[act.unit].type == AIR:
        return
    whole = state.whole_way(act.unit, act.trail)
    most = before_attack(game, state, act.unit) + BONUS
    if game.side_of[act.unit] == GERMAN and state.clock.turn == 1 and state.clock.phase == MOVEMENT:
        # The special rule of the first turn forbids it altogether: M41-SET-2 tells it.
        return
    if not fits(game, state, act.unit, whole, most):
        plain, _ = steps_of(game, state, act.unit, whole)
        text = Sentence(
            "{unit} moved {plain}; it may move {most}, and one more along the road.", act.unit, hexes_told(plain), most
        )
        if plain >= 99:
            text = Sentence(
                "{unit} moved to {hexes}, to which no way leads around the enemy.",
                act.unit,
                game.hex_name(act.trail.hexes[-1]),
            )
        facts = (*way_facts(game, whole), game.units[act.unit].fact("move"))
        yield violation(
            "M41-OPM-3", text, units=(act.unit,), facts=facts, dedup_key=(state.clock.side, "far", act.unit)
        )


@book.check("M41-STK", Move)
def not_into_enemies(game: M41, state: State, act: Move) -> Iterator[Finding]:
    """Units of both sides are never in one hex."""
    held = state.forces[game.enemy(game.side_of[act.unit])].occupied
    entered = [at for at in act.trail.hexes[1:] if held >> at & 1]
    if entered:
        where = game.hex_name(entered[0])
        yield violation(
            "M41-STK",
            Sentence("{unit} entered {where}, which an enemy holds.", act.unit, where),
            units=(act.unit,),
            hexes=(where,),
        )


book.effect(Move)(effects.walk)


@book.effect(Move)
def leave_the_works(game: M41, state: State, act: Move) -> State:
    """A unit that moves leaves its fortification."""
    return with_status(state, act.unit, "") if status_of(state, act.unit) == FORTIFIED else state


@book.follow
def held_by_the_last(game: M41, before: State, after: State, action: object) -> State:
    """Give a city or town to the side that was there last."""
    if after.forces is before.forces:
        return after
    control = after.control
    for side in (GERMAN, RUSSIAN):
        for at in hexes(after.forces[side].occupied & game.settled):
            if control.get(at) != side:
                control = control.put(at, side)
    if after.forces[GERMAN].occupied & game.fortresses:
        after = after.with_mark(FALLEN)
    return after if control is after.control else after.changed(control=control)


def _goals(game: M41, state: State, unit: UnitId, start: Hex) -> Iterator[Trail]:
    """Yield ways of a unit that its hexes allow, one to each goal."""
    shut = state.forces[game.enemy(game.side_of[unit])].occupied
    most = before_attack(game, state, unit) + BONUS + 1
    seen: HexSet = 1 << start
    ways: list[tuple[Hex, ...]] = [(start,)]
    for _ in range(most):
        longer: list[tuple[Hex, ...]] = []
        for way in ways:
            for other in hexes(game.near.of[way[-1]] & ~shut & ~seen):
                seen |= 1 << other
                longer.append((*way, other))
        yield from map(Trail, longer)
        ways = longer


@book.lister(Move)
def moves(game: M41, state: State) -> Iterator[Move]:
    """Yield the moves of units that have not moved in this phase."""
    if state.clock.phase not in MOVING or not phase_allows(game, state):
        return
    fighting = {unit for battle in state.battles for unit in battle.attackers}
    for unit, at in state.forces[state.clock.side].places.items():
        if unit in fighting:
            continue
        if isinstance(at, int) and unit not in state.trails and status_of(state, unit) != DISRUPTED:
            yield from (Move(unit, trail) for trail in _goals(game, state, unit, at))
